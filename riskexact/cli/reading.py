"""What is typed, read into values: one reader for each kind of option."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from riskexact.base.arguments import MAX_NUMBER_DIGITS, chance, number, shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.rules.catalogue import rules_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from riskexact.rules import Rules

    Reader: TypeAlias = Callable[[str, str], Any]
    """Takes what was typed and the name of the option, and returns the value."""

PART = re.compile("[0-9]+/[0-9]+|[0-9]*[.][0-9]+|.*%")
"""A chance, which cannot be a number of defenders."""


def words(typed: str, name: str) -> str:
    """Return the text itself."""
    return typed


class Option(NamedTuple):
    """An option with a value, or an argument, which is named in capitals.

    - `metavar`: what stands for its value, or for each of its values;
    - `read`: takes what was typed and the name, and returns the value; an option whose reader is
      one of `LISTS` may be given several times;
    - `default`: the value where nothing is typed; `required`: whether it must be given;
    - `choices`: the words that are allowed; `names`: what a shell may complete besides;
    - `dest`: the name of the value, if it is not the option's.
    """

    metavar: "str | tuple[str, ...]"
    help: str
    read: "Reader" = words
    default: object = None
    required: bool = False
    choices: tuple[str, ...] = ()
    names: "Callable[[], Iterable[str]] | None" = None
    dest: str = ""


def one_of(typed: str, name: str, allowed: Sequence[str]) -> str:
    """Return one of the allowed words.

    >>> one_of("pdf", "format", allowed=("text", "csv"))
    Traceback (most recent call last):
        ...
    riskexact.RiskError: format must be one of text, csv, not 'pdf'
    """
    if typed not in allowed:
        raise RiskError(f"{name} must be one of {', '.join(allowed)}, not {shown(typed)}")
    return typed


def numbers(typed: str, name: str, least: int = 0) -> range:
    """Return a range given as N, LO..HI or LO-HI, both ends included.

    >>> numbers("2..16", "armies"), numbers("2-16", "armies"), numbers("9", "armies")
    (range(2, 17), range(2, 17), range(9, 10))
    >>> numbers("9..3", "armies")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: armies must be N or LO..HI with LO at most HI, not '9..3'
    """
    ends = re.fullmatch(r"([+-]?[0-9]+)(?:(?:\.\.|-)([+-]?[0-9]+))?", typed)
    if ends:
        first, last = (number(end, name, least) for end in (ends[1], ends[2] or ends[1]))
        if first <= last:
            return range(first, last + 1)
    raise RiskError(f"{name} must be N or LO..HI with LO at most HI, not {shown(typed)}")


def each_number(typed: str, name: str) -> list[int]:
    """Return whole numbers with commas between."""
    return [number(each, name) for each in typed.split(",")]


def names(typed: str, name: str) -> list[str]:
    """Return names with commas between.

    >>> names("Siam, China", "take")
    ['Siam', 'China']
    """
    return [each.strip() for each in typed.split(",") if each.strip()]


def pairs(typed: str, name: str) -> list[tuple[str, str]]:
    """Return both sides of each NAME=VALUE, with commas between.

    >>> pairs("Siam=14,China=3", "mine")
    [('Siam', '14'), ('China', '3')]
    """
    found = []
    for each in names(typed, name):
        key, equals, value = each.partition("=")
        if not (key and equals and value):
            raise RiskError(f"{name} must be NAME=NUMBER, not {shown(each)}")
        found.append((key.strip(), value.strip()))
    return found


def texts(typed: str, name: str) -> list[str]:
    """Return one text, as a list."""
    return [typed]


def chances(typed: str, name: str) -> list[Fraction]:
    """Return one chance, as a list."""
    return [chance(typed, name)]


LISTS = names, pairs, texts, chances


def rules(typed: str, name: str) -> "Rules":
    """Return the rule set that is named."""
    return rules_named(typed)


def rules_or_all(typed: str, name: str) -> "Rules | str":
    """Return the rule set that is named, or "all"."""
    return typed if typed == "all" else rules_named(typed)


def territories(typed: str, name: str) -> "list[tuple[int, Rules | None]]":
    """Return the defenders of territories, and their rules where those are given as D:RULES.

    >>> territories("3,3,2", "defenders")
    [(3, None), (3, None), (2, None)]
    """
    found = []
    for each in re.split(r",(?=\d)", typed):
        defenders, colon, named = each.partition(":")
        found.append((number(defenders, name), rules_named(named) if colon else None))
    return found


def territories_or_chance(typed: str, name: str) -> list[object]:
    """Return the defenders of territories, or a chance such as 90%."""
    return [chance(typed)] if PART.fullmatch(typed) else [*territories(typed, name)]


def worth(typed: str, name: str) -> Fraction:
    """Return a value of 0 or more, a whole number, a fraction or a decimal.

    >>> worth("3/2", "territory")
    Fraction(3, 2)
    """
    digits = f"[0-9]{{1,{MAX_NUMBER_DIGITS}}}"
    if re.fullmatch(rf"{digits}(/{digits}|\.{digits})?", typed.strip(), re.ASCII):
        try:
            return Fraction(typed)
        except ZeroDivisionError:
            pass
    raise RiskError(f"{name} must be 0 or more, such as 3, 3/2 or 0.5, not {shown(typed)}")
