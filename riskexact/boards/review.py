"""The review of a turn as played: what its mistakes cost, and what its dice were worth.

At each decision, the *mistake* is the chance with what was played less the chance with the best;
after each throw, the *luck* is the chance now less the chance before the dice fell.  So they add up
to the chance at the end less the chance at the start.  Where only bounds of a chance are known,
they are intervals that enclose the numbers.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import add
from typing import Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import chance_text
from riskexact.boards.bounds import STATES_OF_ALL_NUMBERS, Bounded
from riskexact.boards.evaluation import OnStates, ignored
from riskexact.boards.front import Attack, FrontState
from riskexact.boards.named_front import NamedFront
from riskexact.boards.position import Position
from riskexact.rules import STANDARD
from riskexact.rules.files import text_of_file

MAX_RECORD_BYTES = 1 << 20

Played = tuple[Any, ...]
"""("attack", source, target, dice), ("move_in", armies) or ("end",)."""

FIRST_LINE = ("map", "mine", "enemy", "take", "rules", "move", "dice", "through")
"""What the first line of a record may have."""

OTHER_LINES = (("attack", "dice", "lost"), ("move_in",), ("end",))
"""What the other lines have."""


class Between(NamedTuple):
    """A chance, or a difference of chances, which lies between two bounds, or is both of them."""

    lower: Fraction
    upper: Fraction

    def plus(self, other: "Between") -> "Between":
        """Return the sum."""
        return Between(self.lower + other.lower, self.upper + other.upper)

    def less(self, other: "Between") -> "Between":
        """Return the difference.

        >>> Between(Fraction(1, 2), Fraction(3, 4)).less(Between(Fraction(0), Fraction(1, 4)))
        Between(lower=Fraction(1, 4), upper=Fraction(3, 4))
        """
        return Between(self.lower - other.upper, self.upper - other.lower)


NO_CHANCE, SURE = Between(Fraction(0), Fraction(0)), Between(Fraction(1), Fraction(1))


class ReviewStep(NamedTuple):
    """A line of the record, and what it was worth.

    - `played`, and `best`: what would have been as good as any;
    - `lost`: what the throw of an attack cost both sides, else None;
    - `chance`: before it, with best play; `mistake`: 0 or less; `luck`: of the throw.
    """

    played: Played
    best: tuple[Played, ...]
    lost: tuple[int, int] | None
    chance: Between
    mistake: Between
    luck: Between


class Review(NamedTuple):
    """A turn as played: its luck and its mistakes add up to `end` less `start`."""

    position: Position
    start: Between
    end: Between
    luck: Between
    mistakes: Between
    steps: tuple[ReviewStep, ...]

    def __repr__(self) -> str:
        """Return the position, the chances, the luck and the mistakes."""
        luck, mistakes = (points_text(each) for each in (self.luck, self.mistakes))
        start, end = (chance_text(each.lower) for each in (self.start, self.end))
        what = f"{start} to {end}, luck {luck}, mistakes {mistakes}"
        return f"<{type(self).__name__} {self.position.brief}: {what}>"


def points_text(difference: Between) -> str:
    """Return a difference of chances in percentage points, with its sign.

    >>> points_text(Between(Fraction(-41, 1000), Fraction(-41, 1000)))
    '−4.1 %'
    """
    signs = ["+−"[bound < 0] * (bound != 0) for bound in difference]
    texts = (chance_text(abs(bound)) for bound in difference)
    return " to ".join(dict.fromkeys(map(add, signs, texts)))


class _Turn:
    """The turn so far: the state, and the attack whose target has just fallen."""

    def __init__(self, named: NamedFront, all_numbers: int, on_states: OnStates) -> None:
        self.named, self.front = named, named.front
        self.state: FrontState = named.front.start
        self.fallen: Attack | None = None
        self._bounded = Bounded(named.front, all_numbers, on_states)

    def chance(self, state: FrontState, fallen: Attack | None = None) -> Between:
        """Return the chance of best play, from a state or from the armies that move in."""
        if fallen is None:
            lower, upper, _ = self._bounded.bounds(state)
            return Between(lower, upper)
        ways = (self.moved(state, fallen, m) for m in self.front.moves_in(state, fallen))
        return _best(ways)

    def moved(self, state: FrontState, fallen: Attack, armies: int) -> Between:
        """Return the chance with this many armies moving in."""
        return self.chance(self.front.moved(state, fallen, armies))

    def attacked(self, attack: Attack) -> Between:
        """Return the chance with an attack, before its dice fall."""
        front, chance = self.front, NO_CHANCE
        for (i, j), weight in front.rounds_of(self.state, attack):
            after = front.fought(self.state, attack, i, j)
            part = Fraction(weight, front.base ** (i + j))
            ends = self.chance(after, None if after[attack.target] else attack)
            chance = chance.plus(Between(part * ends.lower, part * ends.upper))
        return chance

    def attacks(self) -> dict[Played, Between]:
        """Return the chance with each attack."""
        names = self.named.by_names
        return {
            ("attack", *names(each)): self.attacked(each) for each in self.front.attacks(self.state)
        }

    def now(self) -> Between:
        """Return the chance of best play from here."""
        return self.chance(self.state, self.fallen)

    def settle(self) -> None:
        """Move armies in where the rules leave no choice, which a record need not say."""
        if self.fallen is not None:
            numbers = self.front.numbers_moving_in(self.state, self.fallen)
            if len(numbers) > 1:
                raise RiskError("move_in must come first, as a territory has fallen")
            self.state, self.fallen = self.front.moved(self.state, self.fallen, numbers[0]), None

    def ended(self) -> Between:
        """Return the chance if nothing more is done."""
        return NO_CHANCE if self.front.left(self.state) & self.front.needed else SURE


def _best(ways: Iterable[Between]) -> Between:
    lowers, uppers = zip(*ways, strict=True)
    return Between(max(lowers), max(uppers))


def _as_good(ways: Mapping[Played, Between]) -> tuple[Played, ...]:
    """Return the ways that are as good as any, by their lower bounds."""
    best = max(chance.lower for chance in ways.values())
    return tuple(way for way, chance in ways.items() if chance.lower == best)


def review(
    record: "str | os.PathLike[str] | Iterable[Mapping[str, Any]]",
    *,
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    on_states: OnStates = ignored,
) -> Review:
    """Return what each decision of a turn cost, and the luck of each throw.

    - `record`: the name of a file of JSON lines, their text, or dictionaries: first `{"map",
      "mine", "enemy", "take", "rules", "move"}`, as `conquer` has them (only `mine` and `enemy`
      must be given), then `{"attack": [from, to], "dice": n, "lost": [mine, theirs]}`,
      `{"move_in": n}` after a conquest, and `{"end": true}`, which gives up what is left;
    - `all_numbers`, `on_states`: as for `conquer`.

    Equals the differences of the chances that `conquer` gives, line by line.  Raises a `RiskError`
    that names the line and what is allowed.

    >>> turn = review([
    ...     {"mine": {"Siam": 4}, "enemy": {"Indonesia": 2}},
    ...     {"attack": ["Siam", "Indonesia"], "dice": 2, "lost": [0, 2]},
    ... ])
    >>> turn
    <Review Siam 4 v Indonesia 2, standard: 65.6 % to 100 %, luck +48.0 %, mistakes −13.6 %>
    >>> turn.luck.plus(turn.mistakes) == turn.end.less(turn.start)
    True
    """
    (_, first), *lines = _lines(record)
    named = _started(first)
    turn = _Turn(named, all_numbers, on_states)
    start, steps = turn.now(), list[ReviewStep]()
    for n, (where, line) in enumerate(lines):
        try:
            kind = next((kind for kind in OTHER_LINES if kind[0] in line), OTHER_LINES[0])
            _check_keys(line, kind, kind)
            if kind[0] == "attack":
                step = _attack(turn, line)
            elif kind[0] == "move_in":
                step = _move_in(turn, line["move_in"])
            elif line["end"] is not True or n + 1 < len(lines):
                raise RiskError("end must be true, on the last line")
            else:
                step = _end(turn)
        except RiskError as error:
            raise RiskError(f"{where}: {error}") from None
        steps.append(step)
    over = bool(steps) and steps[-1].played == ("end",)
    luck, mistakes = NO_CHANCE, NO_CHANCE
    for step in steps:
        luck, mistakes = luck.plus(step.luck), mistakes.plus(step.mistake)
    end = turn.ended() if over else turn.now()
    return Review(named.position, start, end, luck, mistakes, tuple(steps))


def _attack(turn: _Turn, line: Mapping[str, Any]) -> ReviewStep:
    """Fight a round as it was fought."""
    turn.settle()
    front, state = turn.front, turn.state
    source, target = _two(line["attack"], "attack", "from and to")
    attack = turn.named.attack(source, target, line["dice"])
    if attack not in front.attacks(state):
        raise RiskError(f"dice must be a number that may be thrown there, not {attack.dice}")
    mine, theirs = _two(line["lost"], "lost", "mine and theirs")
    lost = whole(mine, "lost"), whole(theirs, "lost")
    if lost not in dict(front.rounds_of(state, attack)):
        raise RiskError(f"lost must be what such a round may cost, not {shown(list(lost))}")
    before, ways = turn.now(), turn.attacks()
    played = "attack", *turn.named.by_names(attack)
    turn.state = front.fought(state, attack, *lost)
    turn.fallen = None if turn.state[attack.target] else attack
    return ReviewStep(
        played,
        _as_good(ways),
        lost,
        before,
        _mistake(ways[played], before),
        turn.now().less(ways[played]),
    )


def _move_in(turn: _Turn, armies: object) -> ReviewStep:
    """Move armies in as they were moved."""
    front, state, fallen = turn.front, turn.state, turn.fallen
    if fallen is None:
        raise RiskError("move_in must come after an attack that took its target")
    numbers = front.numbers_moving_in(state, fallen)
    m = whole(armies, "move_in", numbers[0], numbers[-1])
    before = turn.now()
    ways = {("move_in", each): turn.moved(state, fallen, each) for each in numbers}
    turn.state, turn.fallen = front.moved(state, fallen, m), None
    played = "move_in", m
    mistake = _mistake(ways[played], before)
    return ReviewStep(played, _as_good(ways), None, before, mistake, NO_CHANCE)


def _end(turn: _Turn) -> ReviewStep:
    """Give up what is left."""
    turn.settle()
    before, ended = turn.now(), turn.ended()
    ways = {("end",): ended} | (turn.attacks() if before.upper else {})
    mistake = _mistake(ended, before)
    return ReviewStep(("end",), _as_good(ways), None, before, mistake, NO_CHANCE)


def _mistake(played: Between, best: Between) -> Between:
    """Return what a decision cost, which is never more than nothing."""
    lower, upper = played.less(best)
    return Between(min(lower, Fraction(0)), min(upper, Fraction(0)))


def _started(first: Mapping[str, Any]) -> NamedFront:
    """Return the position of the first line, and what is to be taken."""
    _check_keys(first, FIRST_LINE, ("mine", "enemy"))
    world, rules = first.get("map", "classic"), first.get("rules", STANDARD)
    position = Position(world, first["mine"], first["enemy"], rules)
    terms = first.get("move", "any"), first.get("dice", "free")
    return NamedFront(position, first.get("take"), first.get("through", ()), *terms)


def _check_keys(line: Mapping[str, Any], allowed: Sequence[str], needed: Sequence[str]) -> None:
    for key in needed:
        if key not in line:
            raise RiskError(f"{key} must be given, beside {', '.join(needed)}")
    for key in line:
        if key not in allowed:
            raise RiskError(f"key must be one of {', '.join(allowed)}, not {shown(key)}")


def _two(value: object, name: str, what: str) -> tuple[Any, Any]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise RiskError(f"{name} must be a list of two, {what}, not {shown(value)}")
    return value[0], value[1]


def _lines(record: object) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the lines of a record, each with its place for messages."""
    if isinstance(record, str | os.PathLike):
        text = os.fspath(record)
        if not text.lstrip().startswith("{"):
            text = text_of_file(text, "the record", MAX_RECORD_BYTES)
        found = []
        for n, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    found.append((f"line {n}", json.loads(line)))
                except (ValueError, RecursionError):
                    raise RiskError(f"line {n} must be a JSON object, not {shown(line)}") from None
    elif isinstance(record, Iterable):
        found = [(f"line {n}", line) for n, line in enumerate(record, 1)]
    else:
        raise RiskError(f"record must be a file, a text or a list of lines, not {shown(record)}")
    for where, line in found:
        if not isinstance(line, Mapping):
            raise RiskError(f"{where} must be a JSON object, not {shown(line)}")
    if not found:
        raise RiskError("record must have a line with the position, not none")
    return found
