"""P-values against their definition: the distribution of successes, built trial by trial."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.engine.balls import certain_texts
from riskexact.engine.tails import at_least, least_p_value, two_sided
from riskexact.evidence.simulation.p_values import (
    binomial_p_value,
    binomial_p_value_decimal,
    counts_p_value,
    counts_p_value_decimal,
)
from riskexact.rules.distribution import Distribution
from tests.strategies import probabilities

chances = st.fractions(min_value=0, max_value=1, max_denominator=40)
trials = st.integers(1, 25)


def successes(n: int, p: Fraction) -> list[Fraction]:
    """The chance of each number of successes, one trial after another."""
    now = [Fraction(1)]
    for _ in range(n):
        now = [
            (1 - p) * stay + p * come
            for stay, come in zip([*now, Fraction(0)], [Fraction(0), *now], strict=True)
        ]
    return now


@given(trials, chances, st.data())
def test_two_sided(n: int, p: Fraction, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    made = successes(n, p)
    expected = min(Fraction(1), 2 * sum(made[: k + 1]), 2 * sum(made[k:]))
    found = binomial_p_value(k, n, p)
    assert type(found) is Fraction
    assert found == expected
    assert found == binomial_p_value(n - k, n, 1 - p)


@given(trials, chances)
def test_no_more_often_than_it_says(n: int, p: Fraction) -> None:
    made = successes(n, p)
    values = [binomial_p_value(k, n, p) for k in range(n + 1)]
    for x in values:
        assert sum((q for q, v in zip(made, values, strict=True) if v <= x), Fraction(0)) <= x


@given(st.integers(1, 4), probabilities())
def test_outcomes_together_no_more_often_than_they_say(
    n: int, weights: dict[int, Fraction]
) -> None:
    """Every sequence of trials; and each value by its definition."""
    weights = dict(list(weights.items())[:4])
    one = Distribution({x: p / sum(weights.values()) for x, p in weights.items()})
    chance_of: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for sequence in product(one, repeat=n):
        counts = Counter(sequence)
        value = counts_p_value(counts, one)
        assert value == min(
            Fraction(1), *(len(one) * binomial_p_value(counts[x], n, one[x]) for x in one)
        )
        probability = Fraction(1)
        for x in sequence:
            probability *= one[x]
        chance_of[value] += probability
    for bound in chance_of:
        assert sum((p for value, p in chance_of.items() if value <= bound), Fraction(0)) <= bound


@given(st.integers(1, 300), chances.filter(lambda p: 0 < p < 1), st.integers(1, 40), st.data())
def test_digits_from_balls_are_those_of_the_fraction(
    n: int, p: Fraction, digits: int, data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, n))
    exact = binomial_p_value(k, n, p)
    assert binomial_p_value_decimal(k, n, p, digits) == decimal_text(exact, digits)
    if n > 50:  # fewer make coincidences, such as 0.25 to one digit, on which no ball decides
        assert certain_texts(lambda: [least_p_value([(k, n, p)], 1)], digits) == [
            decimal_text(exact, digits)
        ]


@pytest.mark.parametrize("k", [0, 3200, 3334, 4001])
def test_ten_thousand_trials(k: int) -> None:
    p = Fraction(4001, 12_000)
    assert binomial_p_value_decimal(k, 10_000, p, 30) == decimal_text(
        binomial_p_value(k, 10_000, p), 30
    )


def test_the_middle_of_a_fair_coin_is_exactly_1() -> None:
    """No ball would ever tell."""
    for n in (1_000_000, 1_000_001):
        for k in (n // 2, n - n // 2):
            assert binomial_p_value_decimal(k, n, Fraction(1, 2)) == "1"
    assert binomial_p_value_decimal(499_999, 1_000_001, Fraction(1, 2), 4) == "0.9984"
    assert binomial_p_value(2, 5, Fraction(1, 2)) == 1


def test_twice_a_tail_is_no_more_than_1() -> None:
    """Both tails are more than 1/2 for one success of chance 1/3 in three trials."""
    assert two_sided(1, 3, Fraction(1, 3)) == 1
    assert two_sided(1, 4, Fraction(1, 2)) < 1
    assert least_p_value([(1, 3, Fraction(1, 3))], 2) == 1


def test_known_tails() -> None:
    """Twenty throws of a coin; and powers, which are tails of one term."""
    assert binomial_p_value(15, 20, Fraction(1, 2)) == Fraction(2 * 21_700, 2**20)
    assert binomial_p_value_decimal(10**6, 10**6, Fraction(1, 10), 3) == "2.00e-1000000"
    assert at_least(0, 5, Fraction(1, 3)) == 1
    assert at_least(6, 5, Fraction(1, 3)) == 0


def test_the_impossible_and_the_certain() -> None:
    assert [binomial_p_value(k, 9, 0) for k in (0, 1)] == [1, 0]
    assert [binomial_p_value(k, 9, 1) for k in (9, 8)] == [1, 0]
    assert binomial_p_value_decimal(1, 10**6, 0) == "0"
    sure = Distribution({"won": Fraction(1)})
    assert counts_p_value({"won": 5}, sure) == 1
    assert counts_p_value_decimal({"won": 5}, sure) == "1"
    assert counts_p_value({"won": 5, "lost": 1}, sure) == 0
    assert counts_p_value_decimal({"won": 10**6, "lost": 1}, sure) == "0"


@settings(max_examples=20)
@given(st.integers(100, 1000), probabilities(), st.data())
def test_digits_of_outcomes_together(
    n: int, weights: dict[int, Fraction], data: st.DataObject
) -> None:
    one = Distribution(weights)
    n //= len(one)
    counts = {x: data.draw(st.integers(0, n), f"count of {x}") for x in one}
    counts[next(iter(one))] += n
    assert counts_p_value_decimal(counts, one, 12) == decimal_text(counts_p_value(counts, one), 12)


COIN = Distribution({0: Fraction(1, 2), 1: Fraction(1, 2)})


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (binomial_p_value, (3, 2, "50%"), "successes must be a whole number, from 0 to 2, not 3"),
        (binomial_p_value, (0, 0, "50%"), "trials must be a whole number, 1 or more, not 0"),
        (binomial_p_value, (0, 1, 0.5), "chance must be 0 to 1, exact or text such as"),
        (binomial_p_value, (0, 10**7, "1/3"), "trials must be at most 2097152 for an exact p-val"),
        (binomial_p_value_decimal, (0, 1, "50%", 101), "digits must be a whole number, from 1 to"),
        (counts_p_value, ({}, COIN), "counts must have one outcome that was seen, not none"),
        (counts_p_value, ({0: 0}, COIN), "counts must have one outcome that was seen, not none"),
        (counts_p_value, ({0: 1.0}, COIN), "counts must be a whole number, 0 or more, not 1.0"),
        (counts_p_value, ([1], COIN), r"counts must be a mapping, .* not \[1\]"),
        (counts_p_value, ({0: 1}, {0: 1}), r"chances a Distribution, not \{0: 1\}"),
        (counts_p_value_decimal, ({0: 1}, COIN, 0), "digits must be a whole number, from 1 to 100"),
    ],
)
def test_bad_input(function: Any, arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        function(*arguments)
