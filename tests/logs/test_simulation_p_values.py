"""P-values against their definition."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.text import decimal_text
from riskexact.engine.balls import Balls
from riskexact.engine.sums import at_least, two_sided
from riskexact.logs.scores import p_value_text
from tests.reference import binomial_p_value

chances = st.fractions(min_value=0, max_value=1, max_denominator=40)


@given(st.integers(1, 300), chances, st.integers(1, 40), st.data())
def test_digits_from_balls_are_those_of_the_fraction(
    n: int, p: Fraction, digits: int, data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, n))
    exact = binomial_p_value(k, n, p)
    assert p_value_text(k, n, p, digits) == decimal_text(exact, digits)
    # fewer make coincidences, such as 0.25 to one digit, on which no ball decides
    if n > 50 and p not in (0, 1):
        balls = Balls(lambda: {"p": two_sided(k, n, p)})
        assert balls.text("p", digits) == decimal_text(exact, digits)


def test_known_p_values() -> None:
    """Of 2000 trials; of coins, the middle of which no ball decides; tails that are powers."""
    p, half = Fraction(4001, 12_000), Fraction(1, 2)
    for k in (0, 640, 667, 801):
        assert p_value_text(k, 2000, p, 30) == decimal_text(binomial_p_value(k, 2000, p), 30)
    for n in (1_000_000, 1_000_001):
        assert [p_value_text(k, n, half, 4) for k in (n // 2, n - n // 2)] == ["1", "1"]
    assert p_value_text(499_999, 1_000_001, half, 4) == "0.9984"
    assert Fraction(p_value_text(15, 20, half, 20)) == Fraction(2 * 21_700, 2**20)
    assert p_value_text(10**6, 10**6, Fraction(1, 10), 3) == "2.00e-1000000"


def test_edges() -> None:
    assert two_sided(1, 3, Fraction(1, 3)) == 1  # both tails are more than 1/2
    assert two_sided(1, 4, Fraction(1, 2)) < 1
    assert at_least(0, 5, Fraction(1, 3)) == 1
    assert at_least(6, 5, Fraction(1, 3)) == 0
    assert [p_value_text(k, 9, Fraction(0), 4) for k in (0, 1)] == ["1", "0"]
    assert [p_value_text(k, 9, Fraction(1), 4) for k in (9, 8)] == ["1", "0"]
    assert p_value_text(1, 10**6, Fraction(0), 4) == "0"
