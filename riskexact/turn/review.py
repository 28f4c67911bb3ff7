"""The review of a turn on a map as played, or of a whole game."""

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from riskexact.base.arguments import items_of, shown, whole
from riskexact.base.errors import RiskError
from riskexact.game.answers import Game, TurnDecision
from riskexact.game.steps import named, numbered
from riskexact.rules import STANDARD
from riskexact.turn.bounds import STATES_OF_ALL_NUMBERS, Bounded
from riskexact.turn.front import Attack, FrontState
from riskexact.turn.named_front import NamedFront
from riskexact.turn.played import (
    END,
    NO_CHANCE,
    SURE,
    Between,
    Options,
    Played,
    Playing,
    Review,
    ReviewStep,
    check_keys,
    lines_of,
    reviewed,
    two,
)
from riskexact.turn.position import Position

FIRST_LINE = ("map", "mine", "enemy", "take", "rules", "move", "dice", "through")
"""What the first line of a record may have."""


GAME_LINE = ("board", "mine", "enemy", "reinforcements", "rules")
"""The same of a whole game; the first three must be given."""

TurnStage = tuple[FrontState, Attack | None, bool]
"""A state, the attack whose target has just fallen, and whether the turn has been ended."""


class _Turn(Playing[TurnStage]):
    """The turn so far, by the chances of best play."""

    def __init__(self, named: NamedFront, all_numbers: int) -> None:
        self.question, self.named, self.front = named.position, named, named.front
        self.state = named.front.start, None, False
        self._bounded = Bounded(named.front, all_numbers)

    def value(self, stage: TurnStage) -> Between:
        state, fallen, over = stage
        if over:
            return NO_CHANCE if self.front.left(state) & self.front.needed else SURE
        if fallen is None:
            return Between(*self._bounded.bounds(state)[:2])
        moved = (self.front.moved(state, fallen, m) for m in self.front.moves_in(state, fallen))
        lowers, uppers = zip(*(self.value((each, None, False)) for each in moved), strict=True)
        return Between(max(lowers), max(uppers))

    def options(self, stage: TurnStage) -> Options[TurnStage]:
        front, (state, fallen, _), certain = self.front, stage, Fraction(1)
        if fallen is not None:
            return {
                ("move_in", m): {(): (certain, (front.moved(state, fallen, m), None, False))}
                for m in front.numbers_moving_in(state, fallen)
            }
        found: Options[TurnStage] = {}
        for attack in front.attacks(state):
            ends = found["attack", *self.named.by_names(attack)] = {}
            for lost, weight in front.rounds_of(state, attack):
                after = front.fought(state, attack, *lost)
                stage = after, None if after[attack.target] else attack, False
                ends[lost] = Fraction(weight, front.base ** sum(lost)), stage
        return found | {END: {(): (certain, (state, None, True))}}

    def attack(self, line: Mapping[str, Any]) -> Played:
        source, target = two(line["attack"], "attack", "from and to")
        attack = self.named.attack(source, target, line["dice"])
        return "attack", *self.named.by_names(attack)


class _WholeGame(Playing[TurnDecision]):
    """The whole game so far, by its values for the player who begins; a state is his or not."""

    kinds = (("place",), ("attack", "dice", "lost"), ("move_in",), ("fortify",), ("end",))
    goes_on = True

    def __init__(self, game: Game, position: Position) -> None:
        self.question, self.state = position, game.best(position)
        self._enemy = self._fortified = False

    def value(self, decision: TurnDecision) -> Between:
        return SURE.less(decision.value) if self._enemy else decision.value

    def attack(self, line: Mapping[str, Any]) -> Played:
        ends = two(line["attack"], "attack", "from and to")
        return "attack", *ends, whole(line["dice"], "dice", 1)

    def decision(self, line: Mapping[str, Any]) -> Played:
        if "move_in" in line:
            return "move", whole(line["move_in"], "move_in", 1)
        ways = self.state.steps if self.state.doing == "move" else ()
        if len(ways) > 1:
            raise RiskError("move_in must come first, as a territory has fallen")
        self.state = self.state.next() if ways else self.state
        if "place" in line:
            return "place", line["place"]
        if "fortify" in line:
            return "fortify", *(items_of(line["fortify"], 3) or ())
        return self.attack(line) if "attack" in line else END

    def step(self, line: Mapping[str, Any]) -> ReviewStep:
        if self._fortified or (self.state.doing == "won" and "move_in" in line):
            return self._formal(line)
        now, enemy, before = self.state, self._enemy, self.value(self.state)
        played = named(now.game, numbered(now.game, self.decision(line)))
        pair = two(line["lost"], "lost", "mine and theirs") if "lost" in line else ()
        lost = tuple(whole(each, "lost") for each in pair)
        now = self.state
        regret, worth = now.regret(played), now.worth(played)
        self.state = now.next(played, (lost[0], lost[1]) if lost else None)
        self._enemy ^= self.state.doing == "place"
        self._fortified = played[0] == "fortify"
        luck = self.value(self.state).less(SURE.less(worth) if enemy else worth)
        mistake = regret if enemy else NO_CHANCE.less(regret)
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


def review(
    record: "str | os.PathLike[str] | Iterable[Mapping[str, Any]]",
    *,
    all_numbers: int = STATES_OF_ALL_NUMBERS,
) -> Review:
    """Return what each decision of a turn or a game cost, and the luck of each throw.

    - `record`: the name of a file of JSON lines, their text, or dictionaries: first `{"map",
      "mine", "enemy", "take", "rules", "move"}`, as `conquer` has them (only `mine` and `enemy`
      must be given), then `{"attack": [from, to], "dice": n, "lost": [mine, theirs]}`,
      `{"move_in": n}` after a conquest, and `{"end": true}`, which gives up what is left;
    - or first `{"board", "reinforcements", "rules", "mine", "enemy"}`, a whole game, and then lines
      as above, `{"place": {name: armies}}`, and before an end `{"fortify": [from, to, armies]}`;
      each end passes the turn, and all chances are of the player who begins;
    - `all_numbers`: as for `conquer`.

    Equals the differences of the chances that `conquer` gives, or `Game`, line by line.  Raises a
    `RiskError` that names the line and what is allowed.

    >>> turn = review([
    ...     {"mine": {"Siam": 4}, "enemy": {"Indonesia": 2}},
    ...     {"attack": ["Siam", "Indonesia"], "dice": 2, "lost": [0, 2]},
    ... ])
    >>> turn
    <Review Siam 4 v Indonesia 2, standard: 65.6 % to 100 %, luck +48.0 %, mistakes −13.6 %>
    >>> turn.luck.plus(turn.mistakes) == turn.end.less(turn.start)
    True
    """
    (_, first), *lines = lines_of(record)
    if "board" in first:
        check_keys(first, GAME_LINE, GAME_LINE[:3])
        game = Game(first["board"], first.get("reinforcements", 3), first.get("rules", STANDARD))
        position = Position(game.board, first["mine"], first["enemy"])
        return reviewed(_WholeGame(game, position), lines)
    if "mine" in first or "enemy" in first:
        return reviewed(_Turn(_started(first), all_numbers), lines)
    instead = "; what a battle was worth is asked of luck" if "attackers" in first else ""
    raise RiskError(f"the first line must have mine and enemy, not {shown([*first])}{instead}")


def _started(first: Mapping[str, Any]) -> NamedFront:
    """Return the position of the first line, and what is to be taken."""
    check_keys(first, FIRST_LINE, ("mine", "enemy"))
    stand = first.get("map", "classic"), first["mine"], first["enemy"]
    position = Position(*stand, first.get("rules", STANDARD))
    terms = first.get("move", "any"), first.get("dice", "free")
    return NamedFront(position, first.get("take"), first.get("through", ()), *terms)
