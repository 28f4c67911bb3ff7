"""The review of a whole game as played: a kind of record of `turn.review`."""

from collections.abc import Mapping
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.interval import Interval
from riskexact.battle.question import rules_of_json
from riskexact.game.answers import Game, TurnDecision
from riskexact.game.stages import named, numbered, step_text
from riskexact.rules import STANDARD
from riskexact.turn.position import Position
from riskexact.turn.review import (
    END,
    NO_CHANCE,
    SURE,
    Played,
    Playing,
    ReviewStep,
    check_keys,
    listed,
    losses_of,
)

GAME_LINE = ("board", "mine", "enemy", "reinforcements", "rules")
"""What the first line of a record may have; the first three must be given."""


def started(first: Mapping[str, Any]) -> "WholeGame | None":
    """Return the game of a record that begins with this line; None if it is another kind."""
    if "board" not in first:
        return None
    check_keys(first, GAME_LINE, GAME_LINE[:3])
    rules = rules_of_json(first.get("rules", STANDARD))
    game = Game(first["board"], first.get("reinforcements", 3), rules)
    return WholeGame(game, Position(game.board, first["mine"], first["enemy"]))


def played_text(played: Played) -> str:
    """Return a decision in words; the end after a fortification is a line of its own."""
    return step_text(played).removesuffix(" and end the turn")


class WholeGame(Playing[TurnDecision]):
    """The whole game so far, by its values for the player who begins; a state is his or not."""

    kinds = (("place",), ("attack", "dice", "lost"), ("move_in",), ("fortify",), ("end",))
    goes_on = True
    text = staticmethod(played_text)

    def __init__(self, game: Game, position: Position) -> None:
        self.question, self.state = position, game.best(position)
        self._enemy = self._fortified = False

    def value(self, decision: TurnDecision) -> Interval:
        return SURE - decision.value if self._enemy else decision.value

    def decision(self, line: Mapping[str, Any]) -> Played:
        if "move_in" in line:
            return "move", whole(line["move_in"], "move_in", 1)
        ways = self.state.steps if self.state.doing == "move" else ()
        if len(ways) > 1:
            raise RiskError("move_in must come first, as a territory has fallen")
        self.state = self.state.next() if ways else self.state
        if "place" in line:
            if not isinstance(line["place"], Mapping):
                what = f"not {short_repr(line['place'])}"
                raise RiskError(f'place must map names to armies, such as {{"A": 3}}, {what}')
            return "place", line["place"]
        if "fortify" in line:
            return "fortify", *listed(line["fortify"], "fortify", "from", "to", "armies")
        if "attack" in line:
            ends = listed(line["attack"], "attack", "from", "to")
            return "attack", *ends, whole(line["dice"], "dice", 1)
        return END

    def step(self, line: Mapping[str, Any]) -> ReviewStep:
        if self._fortified or (self.state.doing == "won" and "move_in" in line):
            return self._formal(line)
        enemy, before = self._enemy, self.value(self.state)
        played = named(self.state.game, numbered(self.state.game, self.decision(line)))
        lost = losses_of(line)
        now = self.state
        regret, worth = now.regret(played), now.worth(played)
        self.state = now.next(played, (lost[0], lost[1]) if lost else None)
        self._enemy ^= self.state.doing == "place"
        self._fortified = played[0] == "fortify"
        luck = self.value(self.state) - (SURE - worth if enemy else worth)
        mistake = regret if enemy else NO_CHANCE - regret
        luck = luck if lost else NO_CHANCE
        return ReviewStep(played, now.best, lost or None, before, mistake, luck, enemy)

    def _formal(self, line: Mapping[str, Any]) -> ReviewStep:
        """Return the end after a fortification, or a move in after the last conquest."""
        if self._fortified and "end" not in line:
            raise RiskError("end must come after fortify, and passes the turn")
        played = END if self._fortified else ("move", whole(line["move_in"], "move_in", 1))
        chance, enemy = self.value(self.state), self._enemy ^ self._fortified
        self._fortified = False
        return ReviewStep(played, (played,), None, chance, NO_CHANCE, NO_CHANCE, enemy)
