"""Arguments, checked and made exact: counts and chances, from Python or typed.

Counts go through `operator.index`, so numpy integers are welcome; `bool`, `float` and `str` are
not.  A chance is never a float: 0.9 is not nine tenths.
"""

import operator
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from itertools import islice

from riskexact.base.errors import RiskError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Word = TypeVar("Word", bound=str)
    Name = TypeVar("Name")
    Given = TypeVar("Given")

MAX_NUMBER_DIGITS = 600
"""Digits of a typed number: far beyond any size that fits, and read by Python under any limit."""

MAX_MEANT, NEAR_ENOUGH = 10**6, 1e-15
"""A float was probably meant as a fraction that is as near to it, of numbers up to this."""

CHANCE = r"\+?(?P<number>[0-9]+/[0-9]+|[0-9]+(\.[0-9]*)?|\.[0-9]+)(?P<percent> ?%)?"
"""A fraction, a decimal or a percentage in plain digits; an exponent could be a billion."""


def short_repr(value: object) -> str:
    """Return `repr(value)`, shortened to what fits in a one-line message.

    >>> short_repr("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    >>> short_repr(10**5000)
    'an integer of 16610 bits'
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):  # an integer is too long, or a list too deep
        text = f"a long {type(value).__name__}"
    return text if len(text) <= 60 else text[:40] + "…"


def called(name: str) -> str:
    """Return the name that somebody gave, for behind what has it, in quotation marks of our own.

    >>> called("my house"), called("house', standard rules")
    (", called 'my house'", ", called 'house, standard rules'")
    """
    return f", called {quoted(name)}"


def quoted(name: str) -> str:
    """Return a name in quotation marks, which nothing in it ends, the first part of a long one.

    >>> quoted("Ha‘apai’, standard rules"), quoted("no" * 40)[36:]
    ("'Haapai, standard rules'", "onon…'")
    """
    text = short_repr(re.sub("['\"`´\u02b9-\u02bd‘-‟′-‷‹›«»＇＂]", "", name))
    return text if text.endswith("'") else f"{text}'"


def nearest(text: str, names: Iterable[str]) -> str:
    """Return the name most like the text, "" if none is, whatever hyphens they begin with.

    >>> nearest("odd", ["round", "odds"]), nearest("chess", ["round", "odds"])
    ('odds', '')
    """
    from difflib import get_close_matches

    bare = {name.lstrip("-"): name for name in names}
    return "".join(bare[each] for each in get_close_matches(text.lstrip("-")[:60], bare, 1))


def did_you_mean(text: str, names: Iterable[str], synonyms: Mapping[str, str] | None = None) -> str:
    """Return the end of a message that suggests what is meant, or the nearest name, or nothing.

    `synonyms`: other words, each with the name that it stands for.

    >>> did_you_mean("Odd", ["round", "odds"]), did_you_mean("list", ["lists"], {"list": "rules"})
    ('; did you mean odds?', '; did you mean rules?')
    """
    name = (synonyms or {}).get(text.lower()) or nearest(text.lower(), names)
    return f"; did you mean {name}?" if name else ""


def whole(value: object, name: str, least: int = 0, most: int | None = None) -> int:
    """Return `value` as an int from `least` to `most`, both included (`None`: no upper limit).

    Raises `RiskError` for anything else, `bool`, `float` and `str` included.

    >>> whole(3, "attackers")
    3
    >>> whole(2.0, "attackers")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers must be a whole number, 0 or more, not 2.0; write 2
    """
    number = value if type(value) is int else index(value)
    if number is None or number < least or (most is not None and number > most):
        allowed = f"{least} or more" if most is None else f"from {least} to {most}"
        meant = value if isinstance(value, float) and value.is_integer() else float("nan")
        instead = f"; write {meant:.0f}" if least <= meant <= (most or MAX_MEANT) else ""
        raise RiskError(
            f"{name} must be a whole number, {allowed}, not {short_repr(value)}{instead}"
        )
    return number


def number(text: str, name: str, least: int = 0, most: int | None = None) -> int:
    """Return typed text as a whole number from `least` to `most`, as `whole` does.

    >>> number("17", "attackers")
    17
    >>> number("1e3", "attackers")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers must be a whole number, 0 or more, not '1e3'; write 1000
    """
    typed = re.fullmatch(r"([+-]?)0*([0-9]+)", text)
    if typed is None:
        try:
            return whole(text, name, least, most)  # which refuses text
        except RiskError as error:
            raise RiskError(f"{error}{_in_digits(text)}") from None
    if len(typed[2]) > MAX_NUMBER_DIGITS:
        raise RiskError(
            f"{name} must have at most {MAX_NUMBER_DIGITS} digits, not {short_repr(text)}"
        )
    return whole(int(typed[1] + typed[2]), name, least, most)


def _in_digits(text: str) -> str:
    """Return what to write instead of a number with a power, or with signs between its digits."""
    power = re.fullmatch(r"([0-9]{1,3})(e|\*\*|\^)([0-9]{1,2})", text, re.IGNORECASE)
    if power:
        base, sign, exponent = int(power[1]), power[2], int(power[3])
        number = base * 10**exponent if sign in "eE" else base**exponent
    elif re.fullmatch("[0-9]{1,3}([_' ][0-9]{3})+", text):
        number = int(re.sub("[^0-9]", "", text))
    else:
        return ""
    return f"; write {number}" if number < 10**24 else ""


def one_of(value: object, name: str, allowed: "Sequence[Word]") -> "Word":
    """Return one of the allowed words.

    >>> one_of("pdf", "format", allowed=("text", "csv"))
    Traceback (most recent call last):
        ...
    riskexact.RiskError: format must be one of text, csv, not 'pdf'
    """
    for word in allowed if isinstance(value, str) else ():
        if word == value:
            return word
    raise RiskError(f"{name} must be one of {', '.join(allowed)}, not {short_repr(value)}")


def by_name(pairs: "Iterable[tuple[Name, Given]]", what: str) -> "dict[Name, Given]":
    """Return pairs as a mapping; raise `RiskError` for a name that is there twice.

    >>> by_name([("card", "1"), ("card", "2")], "worth must have each name")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: worth must have each name once, not 'card' again
    """
    given = [*pairs]
    found = dict(given)
    if len(found) < len(given):
        ((name, _),) = Counter(name for name, _ in given).most_common(1)
        raise RiskError(f"{what} once, not {short_repr(name)} again")
    return found


def attackers_of(attackers: object, armies: object) -> "Any":
    """Return the attackers, who may be given by the armies on their territory, one more.

    >>> attackers_of(12, None), attackers_of(None, 13)
    (12, 12)
    >>> attackers_of(12, 13)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers must be given, or armies, not both or neither
    """
    if (attackers is None) == (armies is None):
        raise RiskError("attackers must be given, or armies, not both or neither")
    return attackers if armies is None else whole(armies, "armies", 1) - 1


def forces(attackers: object, defenders: object) -> tuple[int, int]:
    """Return both sides of a battle as ints, 0 or more and not both 0; else raise `RiskError`.

    >>> forces(0, 0)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers and defenders must not both be 0, nobody on either side
    """
    for name, units in ("attackers", attackers), ("defenders", defenders):
        if units is None:
            raise RiskError(f"{name} must be given")
        if index(units) is None and items_of(units, 1) is not None:
            raise RiskError(
                f"{name} must be one whole number, not {short_repr(units)}: "
                f"win_table(attackers, defenders).to_numpy() has the chances of several"
            )
    a, d = whole(attackers, "attackers"), whole(defenders, "defenders")
    if a == d == 0:
        raise RiskError("attackers and defenders must not both be 0, nobody on either side")
    return a, d


ExactChance = Fraction | int | Decimal | str
"""The types of a chance, beside others that are `rational`; text is such as "9/10" or "90%"."""


def chance(value: object, name: str = "chance") -> Fraction:
    """Return a probability as an exact Fraction from 0 to 1.

    `value` is `rational`, a `Decimal`, or text such as "9/10", "0.9" or "90%", of numbers of up to
    600 digits.  A float is refused, because it is rarely the number that was meant.  Raises
    `RiskError`.

    >>> chance("90%"), chance("9/10"), chance(Decimal("0.9"))
    (Fraction(9, 10), Fraction(9, 10), Fraction(9, 10))
    >>> chance(0.9)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be 0 to 1, exact or text such as "9/10" or "90%", not 0.9: \
0.9 is a float; write "9/10", "90%" or Fraction(9, 10)
    >>> chance("90")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be 0 to 1, exact or text such as "9/10" or "90%", not '90'; \
did you mean 90%?
    """
    number = _probability(value, name)
    if number is None or not 0 <= number <= 1:
        hint = _instead_of_float(value, is_chance=True)
        if isinstance(value, int | str) and number is not None and 1 < number <= 100:
            hint = "" if "%" in str(value) else f"; did you mean {str(value).strip()}%?"
        raise RiskError(
            f'{name} must be 0 to 1, exact or text such as "9/10" or "90%", not '
            f"{short_repr(value)}{hint}"
        )
    return number


def worth(value: object, name: str = "worth") -> Fraction:
    """Return what something is worth as an exact Fraction, 0 or more.

    `value` is `rational`, a `Decimal`, or text such as "3/2" or "0.5".  Raises `RiskError` for
    anything else, also for an exponent, which could be a billion.

    >>> worth("3/2"), worth(Decimal("0.5"))
    (Fraction(3, 2), Fraction(1, 2))
    >>> worth("1e9")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: worth must be 0 or more, such as 3, 3/2 or 0.5, not '1e9'
    """
    number = None if isinstance(value, str) and "%" in value else _probability(value, name)
    if number is None or number < 0:
        hint = _instead_of_float(value, is_chance=False)
        raise RiskError(
            f"{name} must be 0 or more, such as 3, 3/2 or 0.5, not {short_repr(value)}{hint}"
        )
    return number


def exact(value: object, name: str = "value") -> Fraction | int:
    """Return a value that is exact as `Fraction` or `int`.

    It is `rational`.  Raises `RiskError` for anything else, `float` and `bool` included.

    >>> exact(3), exact(Fraction(1, 3))
    (3, Fraction(1, 3))
    >>> exact(2.5)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: value must be exact, a Fraction or an int, not 2.5: 2.5 is a float; write \
Fraction(5, 2)
    """
    if type(value) is int or isinstance(value, Fraction):
        return value
    number = rational(value)
    if number is None:
        raise RiskError(
            f"{name} must be exact, a Fraction or an int, not {short_repr(value)}"
            + _instead_of_float(value, is_chance=False)
        )
    return int(number) if index(value) is not None else number


def rational(value: object) -> Fraction | None:
    """Return a value that is rational as a Fraction, None for anything else.

    It is an integer, or has an integer `numerator` and `denominator`, or `p` and `q`, as sympy's
    `Rational` and flint's `fmpq` have.

    >>> from sympy import Rational, pi
    >>> rational(Rational(1, 2)), rational(pi), rational(True)
    (Fraction(1, 2), None, None)
    """
    number = index(value)
    if number is not None:
        return Fraction(number)
    for over, under in ("numerator", "denominator"), ("p", "q"):
        p, q = index(getattr(value, over, None)), index(getattr(value, under, None))
        if p is not None and q and not isinstance(value, bool):
            return Fraction(p, q)
    return None


def of_decimal(value: Decimal) -> Fraction | None:
    """Return a finite Decimal as a Fraction, None for one of thousands of digits, and infinity.

    >>> of_decimal(Decimal("0.9")), of_decimal(Decimal("1e9999999"))
    (Fraction(9, 10), None)
    """
    return Fraction(value) if value.is_finite() and abs(value.adjusted()) < 4000 else None


def not_negative(value: object, name: str = "value") -> Fraction:
    """Return a value that is exact, as `exact` has it, and 0 or more; else raise `RiskError`.

    >>> not_negative(3)
    Fraction(3, 1)
    """
    number = Fraction(exact(value, name))
    if number < 0:
        raise RiskError(f"{name} must be 0 or more, not {short_repr(value)}")
    return number


def index(value: object) -> int | None:
    """Return an integer, numpy's included, as an int; None for anything else.

    >>> index(3), index(True), index(3.0)
    (3, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def items_of(values: object, most: int) -> "list[object] | None":
    """Return the items of an ordered iterable, at most one more than `most`; else None.

    >>> items_of(range(1, 10**9), 2), items_of("12", 2), items_of({1: 2}, 2)
    ([1, 2, 3], None, None)
    """
    unordered = isinstance(values, (str, bytes, bytearray, memoryview, Set, Mapping))
    if unordered or not isinstance(values, Iterable):
        return None
    try:
        return list(islice(values, most + 1))
    except TypeError:  # an array without dimensions claims to be iterable
        return None


def _instead_of_float(value: object, is_chance: bool) -> str:
    """Return what to write instead of a float, "" for anything else."""
    if not isinstance(value, float):
        return ""
    text = float.__repr__(value)
    meant = Fraction(value if abs(value) <= MAX_MEANT else 0).limit_denominator(MAX_MEANT)
    if not abs(float(meant) - value) < NEAR_ENOUGH or (is_chance and not 0 <= meant <= 1):
        return f": {text} is a float"
    ways = f"Fraction({meant.numerator}, {meant.denominator})"
    if is_chance:
        percent = f', "{100 * meant}%"' if (100 * meant).denominator == 1 else ""
        ways = f'"{meant}"{percent} or {ways}'
    return f": {text} is a float; write {ways}"


def _probability(value: object, name: str) -> Fraction | None:
    if isinstance(value, Decimal):
        return of_decimal(value)
    match = re.fullmatch(CHANCE, value.strip()) if isinstance(value, str) else None
    if match is None:
        return rational(value)
    if max(map(len, re.findall("[0-9]+", match["number"]))) > MAX_NUMBER_DIGITS:
        raise RiskError(
            f"{name} must have numbers of at most {MAX_NUMBER_DIGITS} digits, not "
            f"{short_repr(value)}"
        )
    try:
        number = Fraction(match["number"])
    except ZeroDivisionError:
        return None
    return number / 100 if match["percent"] else number
