"""The review of a turn on a map as played, or of another kind of record.

A feature that lists the part `review` has there a function `started`, which returns the `Playing`
that the first line of a record describes, or None if the record is not its own.
"""

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.interval import Interval
from riskexact.features import parts
from riskexact.rules import STANDARD
from riskexact.turn.bounds import Bounded
from riskexact.turn.front import Attack, FrontState
from riskexact.turn.named_front import NamedFront
from riskexact.turn.played import (
    END,
    NO_CHANCE,
    SURE,
    Played,
    Playing,
    Review,
    ReviewStep,
    check_keys,
    lines_of,
    losses_of,
    reviewed,
    two,
)
from riskexact.turn.position import Position
from riskexact.turn.search import STATES_OF_ALL_NUMBERS, TurnTerms

FIRST_LINE = ("map", "mine", "enemy", "take", "rules", "move", "dice", "through")
"""What the first line of a record may have."""

TurnStage = tuple[FrontState, Attack | None, bool]
"""A state, the attack whose target has just fallen, and whether the turn has been ended."""

Options = dict[Played, dict[tuple[int, ...], tuple[Fraction, TurnStage]]]
"""For each decision the chances and stages that follow, by what a throw costs; () without one."""


NOT_SEARCHED = Interval(Fraction(0), Fraction(1))


class _Turn(Playing[TurnStage]):
    """The turn so far, by the chances of best play, which are `known`; others are noted there."""

    def __init__(self, named: NamedFront, known: dict[FrontState, Interval]) -> None:
        self.question, self.named, self.front = named.position, named, named.front
        self.state, self._known = (named.front.start, None, False), known

    def value(self, stage: TurnStage) -> Interval:
        state, fallen, over = stage
        if over:
            return NO_CHANCE if self.front.left(state) & self.front.needed else SURE
        if fallen is None:
            return self._known.setdefault(state, NOT_SEARCHED)
        moved = (self.front.moved(state, fallen, m) for m in self.front.moves_in(state, fallen))
        lowers, uppers = zip(*(self.value((each, None, False)) for each in moved), strict=True)
        return Interval(max(lowers), max(uppers))

    def step(self, line: Mapping[str, Any]) -> ReviewStep:
        played = self._decision(line)
        options, before = self._options(), self.value(self.state)
        if played not in options:
            raise RiskError(f"dice must be a number that may be thrown there, not {played[-1]}")
        lost = losses_of(line)
        if lost not in options[played]:
            raise RiskError(f"lost must be what such a round may cost, not {short_repr([*lost])}")
        ways = {}
        for each, ends in options.items():
            parts = [[p * bound for bound in self.value(stage)] for p, stage in ends.values()]
            ways[each] = Interval(*map(exact_sum, zip(*parts, strict=True)))
        _, self.state = options[played][lost]
        luck = self.value(self.state) - ways[played] if lost else NO_CHANCE
        best, mistake = max(each.lower for each in ways.values()), ways[played] - before
        mistake = Interval(min(mistake.lower, Fraction(0)), min(mistake.upper, Fraction(0)))
        good = tuple(each for each, chance in ways.items() if chance.lower == best)
        return ReviewStep(played, good, lost or None, before, mistake, luck)

    def _decision(self, line: Mapping[str, Any]) -> Played:
        """Return the decision of a line, after a move without a choice, which it need not say."""
        state, fallen, _ = self.state
        numbers = self.front.numbers_moving_in(state, fallen) if fallen else range(0)
        if "move_in" in line:
            if not numbers:
                raise RiskError("move_in must come after an attack that took its target")
            return "move_in", whole(line["move_in"], "move_in", numbers[0], numbers[-1])
        if len(numbers) > 1:
            raise RiskError("move_in must come first, as a territory has fallen")
        if fallen:
            self.state = self.front.moved(state, fallen, numbers[0]), None, False
        if "attack" not in line:
            return END
        source, target = two(line["attack"], "attack", "from and to")
        attack = self.named.attack(source, target, line["dice"])
        return "attack", *self.named.by_names(attack)

    def _options(self) -> Options:
        front, (state, fallen, _), certain = self.front, self.state, Fraction(1)
        if fallen:
            return {
                ("move_in", m): {(): (certain, (front.moved(state, fallen, m), None, False))}
                for m in front.numbers_moving_in(state, fallen)
            }
        found: Options = {}
        for attack in front.attacks(state):
            ends = found["attack", *self.named.by_names(attack)] = {}
            for lost, weight in front.rounds_of(state, attack):
                after = front.fought(state, attack, *lost)
                stage = after, None if after[attack.target] else attack, False
                ends[lost] = Fraction(weight, front.base ** sum(lost)), stage
        return found | {END: {(): (certain, (state, None, True))}}


def review(
    record: "str | os.PathLike[str] | Iterable[Mapping[str, Any]]",
    *,
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    seconds: float | None = None,
) -> Review:
    """Return what each decision of a turn or a game cost, and the luck of each throw.

    - `record`: the name of a file of JSON lines, their text, or dictionaries: first `{"map",
      "mine", "enemy", "take", "rules", "move"}`, as `conquer` has them (only `mine` and `enemy`
      must be given), then `{"attack": [from, to], "dice": n, "lost": [mine, theirs]}`,
      `{"move_in": n}` after a conquest, and `{"end": true}`, which gives up what is left;
    - or first `{"board", "reinforcements", "rules", "mine", "enemy"}`, a whole game, and then lines
      as above, `{"place": {name: armies}}`, and before an end `{"fortify": [from, to, armies]}`;
      each end passes the turn, and all chances are of the player who begins;
    - `all_numbers`: as for `conquer`, and `seconds`: for all of a turn.

    Equals the differences of the chances that `conquer` gives, or `Game`, line by line.  Raises a
    `RiskError` that names the line and what is allowed.

    >>> turn = review([
    ...     {"mine": {"Siam": 4}, "enemy": {"Indonesia": 2}},
    ...     {"attack": ["Siam", "Indonesia"], "dice": 2, "lost": [0, 2]},
    ... ])
    >>> turn
    <Review Siam 4 v Indonesia 2, standard: 65.6 % to 100 %, luck +48.0 %, mistakes −13.6 %>
    >>> turn.luck + turn.mistakes == turn.end - turn.start
    True
    """
    (_, first), *lines = lines_of(record)
    for kind in parts("review"):
        if playing := kind.started(first):
            return reviewed(playing, lines)
    if "mine" in first or "enemy" in first:
        named, known = _started(first), dict[FrontState, Interval]()
        reviewed(_Turn(named, known), lines)  # which states are asked for
        bounded = Bounded(
            named.front, TurnTerms(all_numbers=all_numbers, seconds=seconds).checked()
        )
        for state, bounds in zip(known, bounded.of([*known]), strict=True):
            known[state] = Interval(*bounds[:2])
        return reviewed(_Turn(named, known), lines)
    instead = "; what a battle was worth is asked of luck" if "attackers" in first else ""
    raise RiskError(f"the first line must have mine and enemy, not {short_repr([*first])}{instead}")


def _started(first: Mapping[str, Any]) -> NamedFront:
    """Return the position of the first line, and what is to be taken."""
    check_keys(first, FIRST_LINE, ("mine", "enemy"))
    stand = first.get("map", "classic"), first["mine"], first["enemy"]
    position = Position(*stand, first.get("rules", STANDARD))
    terms = TurnTerms(first.get("move", "any"), first.get("dice", "free"))
    return NamedFront(position, first.get("take"), first.get("through", ()), terms)
