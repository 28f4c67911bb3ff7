"""Exact numbers as text of any length, and numbers with their nouns.

A decimal and a percentage may be of a `Certain`, too, which is asked for what its bounds share.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor

from riskexact.base.arguments import exact, not_negative, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any, NamedTuple

Real = Fraction | Any
"""A Fraction, or a `Certain`; a caller who knows which of the two need not narrow the type."""

MAX_DIGITS = 10_000_000
DIGITS = 10
"""Significant digits where nothing else is asked for."""

DIGITS_BELOW_1 = 17
"""Significant digits of a number for programs, at most, that tell it from 1."""

TRIES = 2, 3, 4, 5, 10, 20, 100
"""The numbers of tries that people speak of."""

HALF = Fraction(1, 2)

ROUGHLY, HALF_A_POINT = Fraction(1, 40), Fraction(1, 200)
"""How far off numbers of tries may be, and the last of them."""

A_FIFTH = Fraction(5, 6), Fraction(5, 4)
"""What lies within these parts of another number is off from it by a fifth of itself at most."""

MAX_PERCENT_DIGITS = 300
"""Digits after the point that a percentage may need to be told from 0 and 100."""

WIDTH = 80
"""Columns where there is no terminal."""

COLOURS = re.compile("\x1b" + r"\[[0-9;]*m")
"""What begins and ends a colour or bold face on a terminal."""

UNNEEDED = " on the territory", " of version", ", standard rules"
"""Words that are left out, one after the other, until a line fits."""

EXACTLY = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
"""Where decimals have any number of digits."""

Rounding = Callable[[Fraction], int]

Wording = str | Mapping[str, str]
"""A text with `{names}` for what is filled in, or its forms by number: "one" and "other"."""

OPPOSITE: dict[Rounding, Rounding] = {floor: ceil, ceil: floor}
"""How what a number is subtracted from is rounded; to the nearest, as it is itself."""

_SHORT = 2000
"""Bits of an integer that `str` converts whatever limit Python is set to."""


class Rounded(NamedTuple):
    """A positive value, rounded: m[0].m[1:] × 10^exponent for the mantissa m; m[0] is not 0."""

    mantissa: str
    exponent: int


BARE_1 = Rounded("1", 0)
"""What looks like an exact 1."""


def fraction_text(value: Fraction | int) -> str:
    """Return "p/q" in lowest terms, or "p" for a whole number, however long.

    Raises `RiskError` for what is not exact.

    >>> fraction_text(Fraction(6, 8)), fraction_text(Fraction(1))
    ('3/4', '1')
    >>> len(fraction_text(Fraction(1, 10**5000)))
    5003
    """
    value = exact(value)
    if value.denominator == 1:
        return integer_text(value.numerator)
    return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"


def decimal_text(value: Real | int, digits: int = DIGITS, rounding: Rounding = round) -> str:
    """Return `value` >= 0 to `digits` significant digits (1 to 10,000,000), every one certain.

    Rounded half to even, or by `floor` or `ceil`, as bounds are; in plain notation down to 1e-6,
    scientific below.  Digits before the point are all written, with zeros in place of those beyond
    `digits`.  Only an exact 0 or 1 prints as `0` or `1`: a value that would round to 1 from below
    is shown by its distance from 1, and one that would round to a bare 1 from above to two digits.

    Raises `RiskError` for a value that is not exact, or negative.

    >>> decimal_text(Fraction(2, 3)), decimal_text(Fraction(1, 8), 2)
    ('0.6666666667', '0.12')
    >>> decimal_text(Fraction(1, 3 * 10**9), 4)
    '3.333e-10'
    >>> decimal_text(1 - Fraction(31, 10**22), 2)
    '1 - 3.1e-21'
    >>> decimal_text(Fraction(2, 3), 4, floor), decimal_text(Fraction(1, 3), 4, ceil)
    ('0.6666', '0.3334')
    >>> decimal_text(Fraction(2999, 3000), 2, floor), decimal_text(Fraction(2999, 3000), 2, ceil)
    ('0.99', '1 - 0.00033')
    >>> decimal_text(Fraction(10000001, 10000000), 3), decimal_text(Fraction(1234567, 10), 3)
    ('1.00', '123000')
    >>> decimal_text(Fraction(1), 5), decimal_text(Fraction(0), 5), decimal_text(Fraction(4, 3), 1)
    ('1', '0', '1.3')
    """
    if hasattr(value, "text"):
        return value.text(digits)  # type: ignore[no-any-return]
    digits = whole(digits, "digits", 1, MAX_DIGITS)
    value = not_negative(value)
    if value in (0, 1):
        return str(value)
    rounded = _rounded(value, digits, rounding)
    if value > 1 and rounded == BARE_1:
        return decimal_text(value, 2, rounding)
    away = OPPOSITE.get(rounding, rounding)
    return notation(rounded, value < 1, lambda: decimal_text(1 - value, digits, away))


def notation(rounded: Rounded, below_one: bool, distance: Callable[[], str]) -> str:
    """Return a positive value as text, given its rounded digits; every decimal is laid out here.

    - `below_one`: whether the value itself is below 1, which its digits may not show;
    - `distance`: returns the text of its distance from 1, used where its digits do not show it.

    >>> notation(Rounded("31", -4), True, str), notation(Rounded("31", -4021), True, str)
    ('0.00031', '3.1e-4021')
    >>> notation(Rounded("100", 0), True, lambda: "3.10e-4021")
    '1 - 3.10e-4021'
    """
    mantissa, exponent = rounded
    if below_one and exponent == 0:
        return f"1 - {distance()}"
    end = ""
    if exponent < -6:
        exponent, end = 0, f"e{integer_text(exponent)}"
    digits, places = "0" * -exponent + mantissa, max(exponent, 0) + 1
    before, after = digits[:places].ljust(places, "0"), digits[places:]
    return before + (f".{after}" if after else "") + end


def signed_text(value: Real, digits: int, rounding: Rounding = round) -> str:
    """Return the decimal of a number that may be below 0.

    >>> signed_text(Fraction(-1, 8), 2), signed_text(Fraction(1, 10**9) - 1, 2)
    ('-0.12', '-(1 - 1.0e-9)')
    """
    if hasattr(value, "text") or value >= 0:
        return decimal_text(value, digits, rounding)
    text = decimal_text(-value, digits, OPPOSITE.get(rounding, rounding))
    return f"-({text})" if " " in text else f"-{text}"


def number_text(value: Real, digits: int = DIGITS, rounding: Rounding = round) -> str:
    """Return the decimal of a number as data files have it: a number for every program that reads.

    To `digits` significant digits; near to 1 to as many more as tell it from 1, and nearer than 17
    digits can tell, rounded down to these.  It has a point, also where it is whole.

    >>> number_text(Fraction(2, 3)), number_text(Fraction(0)), number_text(Fraction(1, 10**9), 3)
    ('0.6666666667', '0.0', '1.00e-9')
    >>> number_text(1 - Fraction(31, 10**13)), number_text(1 - Fraction(1, 10**30))
    ('0.999999999997', '0.99999999999999999')
    """
    most, enough = max(digits, DIGITS_BELOW_1), digits
    while enough <= most:
        text = signed_text(value, enough, rounding)
        if " " not in text:
            return text if "." in text or "e" in text else f"{text}.0"
        distance = Decimal(text.strip("-()").split()[-1])
        enough = max(enough + 1, -distance.adjusted() - 1)  # no fewer digits tell it from 1
    return ("-0." if text[0] == "-" else "0.") + "9" * most


def complement_text(chance: Real, digits: int = DIGITS) -> str:
    """Return the `number_text` of 1 minus a chance, every digit certain.

    >>> complement_text(1 - Fraction(1, 10**30)), complement_text(Fraction(1, 10**30))
    ('1.000000000e-30', '0.99999999999999999')
    """
    text = "" if isinstance(chance, Fraction) else chance.text(digits)
    if text.startswith("1 - "):  # no bounds of the rest may be as near to 0
        return text.removeprefix("1 - ")
    most = max(digits, DIGITS_BELOW_1)
    if int(text.partition("e")[2] or 0) < -most - 1:  # nor of the chance itself
        return "0." + "9" * most
    return number_text(1 - chance, digits)


def percent_text(value: Real | int, digits: int = 1) -> str:
    """Return 100 × `value` >= 0 with `digits` digits after the point, half to even, without sign.

    Raises `RiskError` for a value that is not exact, or negative, and for digits below 0.

    >>> percent_text(Fraction(1445, 3888)), percent_text(Fraction(1, 8), 0)
    ('37.2', '12')
    """
    if hasattr(value, "settled"):
        text: str = value.settled(lambda bound: percent_text(max(bound, 0), digits))
        return text
    digits = whole(digits, "digits", 0, MAX_DIGITS)
    text = integer_text(round(not_negative(value) * 10 ** (digits + 2))).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def bounded_percent_text(chance: Real | int, digits: int = 1) -> str:
    """Return what `percent_text` does, except where that makes a chance certain that is not.

    >>> [bounded_percent_text(Fraction(n, 10**4)) for n in (0, 4, 5, 9994, 9995, 10**4)]
    ['0.0', '<0.1', '<0.1', '99.9', '>99.9', '100.0']
    """
    digits = whole(digits, "digits", 0, MAX_DIGITS)
    text, nothing = percent_text(chance, digits), f"{0:.{digits}f}"
    if text not in (nothing, f"{100:.{digits}f}"):
        return text
    if not (hasattr(chance, "settled") or 0 < chance < 1):  # a `Certain` is neither 0 nor 1
        return text
    least = Fraction(1, 10 ** (digits + 2))
    sign, inside = ("<", least) if text == nothing else (">", 1 - least)
    return sign + percent_text(inside, digits)


def telling_percent_text(chance: Real | int, digits: int = 1) -> str:
    """Return what `percent_text` does, with as many more digits as tell it from 0 and from 100.

    Raises `RiskError` where some hundred are not enough.

    >>> [telling_percent_text(Fraction(n, 10**4)) for n in (0, 4, 9994, 9998, 10**4)]
    ['0.0', '0.04', '99.9', '99.98', '100.0']
    """
    for more in range(digits, max(digits, MAX_PERCENT_DIGITS) + 1):
        text = bounded_percent_text(chance, more)
        if text[0] not in "<>":
            return text
    raise RiskError(
        f"percent must have at most {MAX_PERCENT_DIGITS} digits after the point, which do not tell "
        "this chance from 0 or 100; decimals do"
    )


def chance_text(chance: Real | int) -> str:
    """Return a chance in percent, as in prose; only an exact 0 or 1 reads 0 % or 100 %.

    >>> chance_text(Fraction(1445, 3888)), chance_text(1), chance_text(Fraction(1, 2001))
    ('37.2 %', '100 %', '<0.1 %')
    >>> chance_text(Fraction(9996, 10000))
    '>99.9 %'
    """
    if chance in (0, 1):
        return f"{100 * chance} %"
    return f"{bounded_percent_text(chance)} %"


def tries_text(chance: Fraction, does: str = "win") -> str:
    """Return how often somebody succeeds, as people say it, after the verb and its object.

    In the first number of `TRIES` that is off by 1/40 at most, and by a fifth of the rarer result.
    The pages say the same by `roughly` of app/core/text.js.

    >>> [tries_text(Fraction(n, 1000)) for n in (0, 4, 335, 730, 992, 996)]
    ['cannot win', 'almost never win', 'win about 1 time in 3', 'win about 3 times in 4', \
'win about 99 times in 100', 'almost always win']
    >>> tries_text(Fraction(1), "take all of them")
    'take all of them for certain'
    """
    if chance in (0, 1):
        return f"{does} for certain" if chance else f"cannot {does}"
    for tries in TRIES:
        # only short numbers are multiplied: a chance may be millions of digits long
        wins = min(max(floor(chance * tries + HALF), 1), tries - 1)
        told = Fraction(wins, tries)
        off = abs(chance - told)
        rarer, near = (1 - chance, 1 - told) if chance > HALF else (chance, told)
        close = A_FIFTH[0] * near <= rarer <= A_FIFTH[1] * near
        if off <= HALF_A_POINT if tries == TRIES[-1] else off <= ROUGHLY and close:
            return f"{does} {'about ' if off else ''}{pluralize(wins, 'time')} in {tries}"
    return f"almost {'always' if chance > HALF else 'never'} {does}"


def integer_text(number: int) -> str:
    """Return the digits of an integer of any length; equals `str(number)` where that works.

    >>> integer_text(-12), len(integer_text(10**10_000))
    ('-12', 10001)
    """
    bits = number.bit_length()
    if bits <= _SHORT:
        return str(number)
    with localcontext(EXACTLY):
        sign = "-" if number < 0 else ""
        return sign + str(_to_decimal(abs(number), bits))


def number_or_text(value: object) -> Any:
    """Return the number that `fraction_text` wrote, and anything else as it is.

    >>> number_or_text("5/12"), number_or_text("7"), number_or_text("1/0")
    (Fraction(5, 12), 7, '1/0')
    """
    number = "(-?[0-9]{1,100000})(?:/(?=0*[1-9])([0-9]{1,100000}))?"
    parts = re.fullmatch(number, value) if isinstance(value, str) else None
    if not parts:
        return value
    # Python reads no long text as an int, but as a decimal
    top, bottom = (int(Decimal(part or 1)) for part in parts.groups())
    return Fraction(top, bottom) if parts[2] else top


def _to_decimal(number: int, bits: int) -> Decimal:
    """Convert by divide and conquer: split the bits in halves, and join these in decimal."""
    if bits <= _SHORT:
        return Decimal(number)
    half = bits >> 1
    high, low = number >> half, number & ((1 << half) - 1)
    return _to_decimal(high, bits - half) * Decimal(2) ** half + _to_decimal(low, half)


def _rounded(value: Fraction, digits: int, rounding: Rounding) -> Rounded:
    """Round a value above 0 to `digits` significant digits.

    The exponent is first guessed from the lengths (30103 / 100000 is log 2 to five digits), and
    then put right.
    """
    exponent = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100_000
    low, high = 10 ** (digits - 1), 10**digits
    while not low <= (scaled := value * Fraction(10) ** (digits - 1 - exponent)) < high:
        exponent += 1 if scaled >= high else -1
    text = integer_text(rounding(scaled))  # of one digit more if it is `high`
    return Rounded(text[:digits], exponent + len(text) - digits)


def pluralize(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, singular for 1; `plural` is given unless it is formed by -s.

    >>> pluralize(1, "attacker"), pluralize(0, "attacker"), pluralize(2, "army", "armies")
    ('1 attacker', '0 attackers', '2 armies')
    """
    number = n if n.bit_length() <= _SHORT else short_repr(n)
    return f"{number} {noun if n == 1 else plural or noun + 's'}"


def counted_each(numbers: Sequence[int], noun: str) -> str:
    """Return one or more numbers, followed by their common noun.

    >>> counted_each((1,), "defender"), counted_each((1, 1), "defender")
    ('1 defender', '1 and 1 defenders')
    """
    return f"{join_words(numbers)} {noun if list(numbers) == [1] else noun + 's'}"


def translate(texts: Mapping[str, Wording], key: str, *others: object, **values: object) -> str:
    """Return a text of a language with values in their places; `n` chooses the form.

    >>> translate({"units": {"one": "{n} Armee", "other": "{n} Armeen"}}, "units", n=2)
    '2 Armeen'
    """
    form = texts[key]
    if not isinstance(form, str):
        form = form["one" if values["n"] == 1 else "other"]
    return form.format(*others, **values)


def join_words(parts: Iterable[object]) -> str:
    """Return numbers or words as a list within a sentence.

    >>> join_words([3]), join_words([3, 2]), join_words([3, 2, 5])
    ('3', '3 and 2', '3, 2 and 5')
    """
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last


def shorten(texts: Sequence[str], most: int) -> str:
    """Return texts in a line, the first `most` of them and how many more there are.

    >>> shorten(["3", "3", "2"], 3), shorten(["3", "3", "2"], 1)
    ('3, 3, 2', '3, … 2 more')
    """
    more = [f"… {len(texts) - most} more"] if len(texts) > most else []
    return ", ".join([*texts[:most], *more])


def fitted(text: str, most: int = WIDTH) -> str:
    """Return a text in lines of no more columns, without `UNNEEDED` words if one line is enough.

    >>> fitted(f"{10**11} attackers ({10**11 + 1} armies on the territory) against 11 defenders")
    '100000000000 attackers (100000000001 armies) against 11 defenders'
    """
    lines = text.split("\n")
    for n, short in enumerate(lines):
        for words in UNNEEDED:
            short = short.replace(words, "", 1) if len(short) > most else short
        lines[n] = short if len(short) <= most else lines[n]
    return wrapped("\n".join(lines), most, break_words=True)


def wrapped(text: str, room: int | None, break_words: bool = False) -> str:
    r"""Return text whose lines have at most `room` characters, colours not counted.

    >>> wrapped("12 attackers against 9", 15)
    '12 attackers\nagainst 9'
    """
    if room is None:
        return text
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if len(COLOURS.sub("", line)) > room:
            from textwrap import fill

            lines[n] = fill(line, room, break_long_words=break_words, break_on_hyphens=False)
    return "\n".join(lines)


def columns(
    rows: Sequence[Sequence[str]],
    last: Callable[[str, int], str] = str.ljust,
    room: int | None = None,
) -> list[str]:
    """Return the rows as lines, columns aligned: the last one on the left, the others on the right.

    Where lines may have `room` characters, the last line says which columns are left out.

    >>> columns([("a", "chance"), ("10", "1/2")])
    [' a  chance', '10  1/2']
    >>> columns([("a", "chance"), ("10", "1/2")], room=9)
    [' a', '10', '', 'the first 1 of 2 columns; -o FILE writes all']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    fit = sum(room is None or end <= room + 2 for end in accumulate(w + 2 for w in widths)) or 1
    if fit < len(widths):
        cut = columns([row[:fit] for row in rows], str.rjust)
        return [*cut, "", f"the first {fit} of {len(widths)} columns; -o FILE writes all"]
    aligns = [str.rjust] * (len(widths) - 1) + [last]
    return [
        "  ".join(
            put(cell, width) for put, cell, width in zip(aligns, row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
