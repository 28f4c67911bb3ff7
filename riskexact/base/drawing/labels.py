"""Numbers in the words of labels and alternative texts."""

from collections.abc import Mapping
from fractions import Fraction

from riskexact.base.certain import Certain, Real
from riskexact.base.text import bounded_percent_text, fraction_text, join_words

MAX_SPOKEN_FRACTION = 40
"""The length of a fraction that alternative texts spell out."""


def percent(value: Real | int) -> str:
    """Return a chance as a percentage for words and labels, whole only if exact.

    >>> percent(Fraction(1445, 3888)), percent(Fraction(1, 10**6)), percent(Fraction(9, 10))
    ('37.2 %', '<0.1 %', '90 %')
    """
    return f"{short_percent(value)} %"


def short_percent(value: Real | int) -> str:
    """Return a chance in percent, as short as possible.

    >>> short_percent(Fraction(1445, 3888)), short_percent(Fraction(9999, 10**4)), short_percent(0)
    ('37.2', '>99.9', '0')
    """
    if isinstance(value, Certain):
        return bounded_percent_text(value)
    whole = 100 * Fraction(value)
    return str(whole) if whole.denominator == 1 else bounded_percent_text(Fraction(value))


def exact_percent(value: Real | int) -> str:
    """Return a chance as a percentage, and as a fraction if that is short enough to read aloud.

    >>> exact_percent(Fraction(5, 12)), exact_percent(Fraction(1, 3**200))
    ('41.7 % (exactly 5/12)', '<0.1 %')
    """
    text = "" if isinstance(value, Certain) else fraction_text(value)
    readable = "/" in text and len(text) <= MAX_SPOKEN_FRACTION
    return f"{percent(value)} (exactly {text})" if readable else percent(value)


def whole_ticks(least: int, most: int) -> list[int]:
    """Return the integers from `least` to `most` that label an axis: all, or round ones.

    >>> whole_ticks(1, 5), whole_ticks(1, 40)
    ([1, 2, 3, 4, 5], [1, 5, 10, 15, 20, 25, 30, 35, 40])
    """
    span = most - least
    if span < 16:
        return list(range(least, most + 1))
    steps = (step * 10**n for n in range(9) for step in (5, 10, 20))
    step = next(step for step in steps if span < 10 * step)
    ticks = [n for n in range(least, most + 1) if n % step == 0]
    return ticks if 2 * (ticks[0] - least) < step else [least, *ticks]


def chances_text(chances: Mapping[int, Fraction]) -> str:
    """Return the chance of each number in words; successive numbers with the same text share one.

    >>> chances_text({1: Fraction(0), 2: Fraction(1, 9**9), 3: Fraction(1, 9**8), 4: Fraction(1)})
    '1: 0 %, 2 to 3: <0.1 % and 4: 100 %'
    """
    runs: list[tuple[int, int, str]] = []
    for n, chance in chances.items():
        text = percent(chance)
        if runs and runs[-1][1:] == (n - 1, text):
            runs[-1] = (runs[-1][0], n, text)
        else:
            runs.append((n, n, text))
    return join_words(
        f"{first}: {text}" if first == last else f"{first} to {last}: {text}"
        for first, last, text in runs
    )
