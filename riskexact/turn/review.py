"""The review of what was played, line by line: what mistakes cost, and what the dice were worth.

At each decision, the *mistake* is the chance with what was played less the chance with the best;
after each throw, the *luck* is the chance now less the chance before the dice fell.  So they add up
to the chance at the end less the chance at the start.  Where only bounds of a chance are known,
they are intervals that enclose the numbers.

A record is of a turn on a map, or of another kind: a feature that lists the part `review` has there
a function `started`, which returns the `Playing` that the first line of a record describes, or None
if the record is not its own.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Generic, TypeVar

from riskexact.base.arguments import one_of, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import NamedTuple
from riskexact.base.interval import Interval
from riskexact.base.text import chance_text, join_words, pluralize
from riskexact.battle.question import Question, rules_of_json
from riskexact.features import parts
from riskexact.rules import STANDARD
from riskexact.rules.files import text_of_file
from riskexact.turn.front import Attack, FrontState
from riskexact.turn.named_front import NamedFront
from riskexact.turn.position import Position
from riskexact.turn.search import STATES_OF_ALL_NUMBERS, Bounded, TurnTerms

MAX_RECORD_BYTES = 1 << 20

Played = tuple[Any, ...]
"""A decision: its name and its numbers, such as ("move_in", 3)."""

END: Played = ("end",)

S = TypeVar("S")

NO_CHANCE, SURE = (Interval(Fraction(n), Fraction(n)) for n in (0, 1))


class ReviewStep(NamedTuple):
    """A line of the record, and what it was worth.

    - `played`, and `best`: what would have been as good as any;
    - `lost`: what the throw of an attack cost both sides, else None;
    - `chance`: before it, with best play;
    - `mistake`: 0 or less of my own; `luck`: of the throw;
    - `enemy`: whether it is a decision of the enemy's in a whole game, who loses what I gain.
    """

    played: Played
    best: tuple[Played, ...]
    lost: tuple[int, ...] | None
    chance: Interval
    mistake: Interval
    luck: Interval
    enemy: bool = False


class Review(NamedTuple):
    """What was played: its luck and its mistakes add up to `end` less `start`.

    `step_text` returns a decision in words.
    """

    question: Question
    start: Interval
    end: Interval
    luck: Interval
    mistakes: Interval
    steps: tuple[ReviewStep, ...]
    step_text: Callable[[Played], str]

    def __repr__(self) -> str:
        luck, mistakes = (each.text("+") for each in (self.luck, self.mistakes))
        start, end = (chance_text(each.lower) for each in (self.start, self.end))
        what = f"{start} to {end}, luck {luck}, mistakes {mistakes}"
        return f"<{type(self).__name__} {self.question.brief}: {what}>"


def played_text(played: Played) -> str:
    """Return a decision in words.

    >>> played_text(("attack", "Siam", "Indonesia", 3)), played_text(("move_in", 1))
    ('attack Indonesia from Siam with 3 dice', 'move 1 army in')
    """
    match played:
        case "attack", source, target, dice:
            return f"attack {target} from {source} with {pluralize(dice, 'die', 'dice')}"
        case "move_in" | "move", armies:
            return f"move {pluralize(armies, 'army', 'armies')} in"
    return "end the turn"


class Playing(Generic[S]):
    """What is being played, from state to state: the base of a turn on a map, and of a game.

    `value` is the chance from a state; `step` plays a line.  The first key of a line names its
    kind; `goes_on` says whether play goes on after an end; `text` has decisions in words.
    """

    question: Question
    state: S
    value: Callable[[S], Interval]
    step: Callable[[Mapping[str, Any]], ReviewStep]
    kinds: tuple[tuple[str, ...], ...] = ("attack", "dice", "lost"), ("move_in",), ("end",)
    goes_on = False
    text = staticmethod(played_text)


def reviewed(playing: Playing[Any], lines: Sequence[tuple[str, Mapping[str, Any]]]) -> Review:
    """Return what each decision cost, and the luck of each throw."""
    start, steps = playing.value(playing.state), list[ReviewStep]()
    for n, (where, line) in enumerate(lines, 1):
        try:
            kind = next((kind for kind in playing.kinds if kind[0] in line), ())
            if not kind:
                known = ", ".join(kind[0] for kind in playing.kinds)
                raise RiskError(f"a line must have one of {known}, not {short_repr([*line])}")
            check_keys(line, kind, kind)
            last = n == len(lines) or playing.goes_on
            if kind == END and not (line["end"] is True and last):
                raise RiskError("end must be true" + ", on the last line" * (not playing.goes_on))
            step = playing.step(line)
        except RiskError as error:
            raise RiskError(f"{where}: {error}") from None
        steps.append(step)
    luck, mistakes = (sum(map(attrgetter(name), steps), NO_CHANCE) for name in ("luck", "mistake"))
    end, words = playing.value(playing.state), playing.text
    return Review(playing.question, start, end, luck, mistakes, (*steps,), words)


def lines_of(record: object) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the lines of a record: of a file of JSON lines, their text, or dictionaries."""
    where = ""
    if isinstance(record, str | os.PathLike):
        text = os.fspath(record)
        if not text.lstrip().startswith("{"):
            where, text = f"{text}, ", text_of_file(text, "the record", MAX_RECORD_BYTES)
        record = text.splitlines()
    if not isinstance(record, Iterable):
        raise RiskError(
            f"record must be a file, a text or a list of lines, not {short_repr(record)}"
        )
    found = []
    for n, line in enumerate(record, 1):
        try:
            data = strict_json(line) if isinstance(line, str) else line
        except RiskError as error:
            raise RiskError(f"{where}line {n}: {error}") from None
        except (ValueError, RecursionError):
            data = line
        if isinstance(data, Mapping):
            found.append((f"{where}line {n}", data))
        elif not isinstance(line, str) or line.strip():
            raise RiskError(f"{where}line {n} must be a JSON object, not {short_repr(line)}")
    if not found:
        raise RiskError("record must have a line with the position, not none")
    return found


def check_keys(line: Mapping[str, Any], allowed: Sequence[str], needed: Sequence[str]) -> None:
    """Raise `RiskError` if a line lacks a key that it needs, or has one that is not allowed."""
    for key in needed:
        if key not in line:
            others = [other for other in needed if other != key]
            raise RiskError(f"{key} must be given, beside {join_words(others)}")
    for key in line:
        one_of(key, "key", allowed)


def losses_of(line: Mapping[str, Any]) -> tuple[int, ...]:
    """Return what a throw cost both sides, or nothing if none was thrown."""
    pair = listed(line["lost"], "lost", "mine", "theirs") if "lost" in line else ()
    return tuple(whole(each, "lost") for each in pair)


def listed(value: object, name: str, *items: str) -> Sequence[Any]:
    """Return the value, a list of these items."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != len(items):
        what = join_words(items)
        raise RiskError(f"{name} must be a list of {what}, not {short_repr(value)}")
    return value


# ---- a turn on a map


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
        source, target = listed(line["attack"], "attack", "from", "to")
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
        check_keys(first, FIRST_LINE, ("mine", "enemy"))
        stand = first.get("map", "classic"), first["mine"], first["enemy"]
        position = Position(*stand, rules_of_json(first.get("rules", STANDARD)))
        terms = first.get("move", "any"), first.get("dice", "free"), all_numbers, seconds
        named = NamedFront(position, first.get("take"), first.get("through", ()), TurnTerms(*terms))
        known = dict[FrontState, Interval]()
        reviewed(_Turn(named, known), lines)  # which states are asked for
        found = Bounded(named.front, TurnTerms(*terms)).of([*known])
        known |= {state: Interval(*bounds[:2]) for state, bounds in zip(known, found, strict=True)}
        return reviewed(_Turn(named, known), lines)
    instead = "; what a battle was worth is asked of luck" if "attackers" in first else ""
    raise RiskError(f"the first line must have mine and enemy, not {short_repr([*first])}{instead}")
