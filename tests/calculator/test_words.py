"""A chance in a few tries in the calculator: what `riskexact odds` says."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riskexact.calculator import language
from riskexact.cli.output import ALMOST_NEVER, Headline
from tests.node import Node, node
from tests.programs import needs

MANY = sorted({Fraction(n, d) for d in range(1, 61) for n in range(d + 1)})
EDGES = [
    Fraction(1, 8) + Fraction(1, 10**12),
    ALMOST_NEVER,
    1 - ALMOST_NEVER,
    ALMOST_NEVER * Fraction(99, 100),
    Fraction(2, 2001),
    Fraction(2, 199),
    Fraction(3, 10**9),
]


@pytest.fixture(scope="module")
def page() -> Iterator[Node]:
    with node() as started:
        yield started


def said(page: Node, chance: Fraction) -> str:
    """Return the sentence that the page says, put together from its texts."""
    texts = language("en")
    found = page("roughly", {"n": str(chance.numerator), "d": str(chance.denominator)})
    about = "" if found["exact"] else f"{texts['chance.about']} "
    tries = f"{int(found['tries']):,}"
    sentence = str(texts[f"win.{found['kind']}"])
    return sentence.format(about=about, wins=found["wins"], tries=tries)


def printed(chance: Fraction) -> str:
    """Return the sentence that Python prints, without the percent before it."""
    words = Headline(chance).lines(None, None)[0].partition("  ")[2]
    exactly = {"You win for certain": "You always win", "You cannot win": "You never win"}
    return exactly.get(words, words) + "."


@needs("node")
@pytest.mark.parametrize("chances", [MANY, EDGES])
def test_what_python_says(page: Node, chances: list[Fraction]) -> None:
    for chance in chances:
        assert said(page, chance) == printed(chance), chance


@needs("node")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.fractions(0, 1))
def test_any_chance(page: Node, chance: Fraction) -> None:
    assert said(page, chance) == printed(chance)


@needs("node")
def test_a_fraction_of_thousands_of_digits(page: Node) -> None:
    chance = Fraction(7**3000, 8**3000 - 1)
    assert said(page, chance) == printed(chance) == "You almost never win."
