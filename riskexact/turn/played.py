"""The review of what was played, line by line: what mistakes cost, and what the dice were worth.

At each decision, the *mistake* is the chance with what was played less the chance with the best;
after each throw, the *luck* is the chance now less the chance before the dice fell.  So they add up
to the chance at the end less the chance at the start.  Where only bounds of a chance are known,
they are intervals that enclose the numbers.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Generic, TypeVar

from riskexact.base.arguments import one_of, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.frozen import NamedTuple
from riskexact.base.interval import Interval
from riskexact.base.text import chance_text, pluralize
from riskexact.battle.question import Question
from riskexact.rules.files import text_of_file

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
            kind = next((kind for kind in playing.kinds if kind[0] in line), playing.kinds[0])
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
    """Return the lines of a record: of a file of JSON lines, their text, or dictionaries.

    >>> lines_of('{"end": true}')
    [('line 1', {'end': True})]
    """
    if isinstance(record, str | os.PathLike):
        text = os.fspath(record)
        if not text.lstrip().startswith("{"):
            text = text_of_file(text, "the record", MAX_RECORD_BYTES)
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
            raise RiskError(f"line {n}: {error}") from None
        except (ValueError, RecursionError):
            data = line
        if isinstance(data, Mapping):
            found.append((f"line {n}", data))
        elif not isinstance(line, str) or line.strip():
            raise RiskError(f"line {n} must be a JSON object, not {short_repr(line)}")
    if not found:
        raise RiskError("record must have a line with the position, not none")
    return found


def check_keys(line: Mapping[str, Any], allowed: Sequence[str], needed: Sequence[str]) -> None:
    """Raise `RiskError` if a line lacks a key that it needs, or has one that is not allowed."""
    for key in needed:
        if key not in line:
            raise RiskError(f"{key} must be given, beside {', '.join(needed)}")
    for key in line:
        one_of(key, "key", allowed)


def losses_of(line: Mapping[str, Any]) -> tuple[int, ...]:
    """Return what a throw cost both sides, or nothing if none was thrown."""
    pair = two(line["lost"], "lost", "mine and theirs") if "lost" in line else ()
    return tuple(whole(each, "lost") for each in pair)


def two(value: object, name: str, what: str) -> tuple[Any, Any]:
    """Return the items of a list of two.

    >>> two([1, 0], "lost", "mine and theirs")
    (1, 0)
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise RiskError(f"{name} must be a list of two, {what}, not {short_repr(value)}")
    return value[0], value[1]
