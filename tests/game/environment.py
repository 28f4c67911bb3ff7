"""An example: a whole game as programs that learn to play want it, by `reset` and `step`.

What Gymnasium and OpenSpiel ask for is a class of a few lines around this one.
"""

from random import Random
from typing import Any

from riskexact import Game, Position, round_counts
from riskexact.game.answers import TurnDecision
from riskexact.game.stages import NamedStep


class Environment:
    """A game between two players, 0 and 1, who share an observation: that of who decides."""

    def __init__(self, game: Game, start: Position, seed: int = 0) -> None:
        self.game, self.start, self._random = game, start, Random(seed)
        self.reset()

    def reset(self) -> TurnDecision:
        """Begin a new game, and return what player 0 sees."""
        self.player, self.seen = 0, self.game.best(self.start)
        return self.seen

    def actions(self) -> list[NamedStep]:
        """Return the steps that the player may take."""
        return [step for step, _ in self.seen.steps]

    def step(self, action: NamedStep) -> tuple[TurnDecision, float, bool, dict[str, Any]]:
        """Return what is seen next, the player's reward, whether the game is over, and remarks.

        The reward is 1 for who has won; `regret` is what the action cost him in chances to win.
        """
        info: dict[str, Any] = {"player": self.player, "regret": self.seen.regret(action)}
        lost = None
        if action[0] == "attack":
            rules, defenders = self.game.rules, self.seen.position.enemy[action[2]]
            counts = dict(round_counts(action[3], rules.defence.dice_of(defenders), rules))
            counts.pop((0, 0), None)  # thrown again
            (lost,) = self._random.choices([*counts], [*counts.values()])
        self.seen = self.seen.next(action, lost)
        self.player ^= self.seen.doing == "place"
        won = self.seen.doing == "won"
        return self.seen, float(won), won, info | {"lost": lost}
