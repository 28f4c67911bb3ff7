from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle import Battle
from riskexact.distribution import Distribution
from riskexact.errors import RiskError
from tests.strategies import probabilities

half = Fraction(1, 2)


@given(probabilities())
def test_moments(weights: dict[int, Fraction]) -> None:
    x = Distribution(weights)
    assert x.mean == sum(k * p for k, p in weights.items())
    assert x.variance == sum(k * k * p for k, p in weights.items()) - x.mean**2
    assert type(x.mean) is type(x.variance) is Fraction
    assert x.variance >= 0


@given(probabilities(), st.fractions(0, 1, max_denominator=50))
def test_quantile_is_the_least_with_enough_below(weights: dict[int, Fraction], p: Fraction) -> None:
    x = Distribution(weights)
    found = x.quantile(p)
    assert x.probability(lambda k: k <= found) >= p
    for least in x:
        if least < found:
            assert sum(probability for k, probability in x.items() if k <= least) < p


@given(probabilities())
def test_mode_is_the_least_of_the_most_probable(weights: dict[int, Fraction]) -> None:
    x = Distribution(weights)
    assert x[x.mode] == max(weights.values())
    assert all(k >= x.mode for k, p in weights.items() if p == x[x.mode])


@given(probabilities())
def test_given_and_map(weights: dict[int, Fraction]) -> None:
    x = Distribution(weights)
    assert x.map(lambda k: k % 3) == {
        r: sum(p for k, p in weights.items() if k % 3 == r) for r in {k % 3 for k in weights}
    }
    least = min(weights)
    upper = x.given(lambda k: k >= least)
    assert upper == x
    only = x.given(lambda k: k == least)
    assert only == {least: 1}
    with pytest.raises(RiskError, match="condition must hold"):
        x.given(lambda k: False)


def test_a_mapping_of_positive_probabilities() -> None:
    x = Distribution({1: half, 2: half, 3: 0})
    assert dict(x) == {1: half, 2: half}
    assert len(x) == 2
    assert 3 not in x
    with pytest.raises(KeyError):
        x[3]


def test_immutable_and_hashable() -> None:
    x, y = Distribution({1: half, 2: half}), Distribution({2: half, 1: half})
    assert x == y
    assert hash(x) == hash(y)
    assert {x: "same"}[y] == "same"
    with pytest.raises(TypeError):
        x[1] = half  # type: ignore[index]
    with pytest.raises(AttributeError):
        x.anything = 1  # type: ignore[attr-defined]


def test_it_keeps_no_hold_on_what_it_was_made_from() -> None:
    source = {1: half, 2: half}
    x = Distribution(source)
    source[3] = half
    assert dict(x) == {1: half, 2: half}


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({1: half}, "add up to 1, not 1/2"),
        ({1: half, 2: half, 3: Fraction(1, 10**30)}, "add up to 1, not 10"),
        ({}, "add up to 1, not 0"),
        ({1: Fraction(3, 2), 2: -half}, "0 or more, not Fraction\\(-1, 2\\)"),
        ({1: 0.5, 2: 0.5}, "a Fraction or an int, not 0.5"),
        ({1: True}, "a Fraction or an int, not True"),
    ],
)
def test_wrong_mass_raises(weights: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Distribution(weights)


def test_tuples_name_their_marginals() -> None:
    outcomes = Battle(3, 2).outcomes
    for question in ("mean", "variance"):
        with pytest.raises(RiskError, match=f"the {question} of tuples .* attackers_left or def"):
            getattr(outcomes, question)
    with pytest.raises(RiskError, match="a part of the outcome"):
        Distribution({(1, 2): 1}).mean  # noqa: B018
    with pytest.raises(RiskError, match="int or Fraction, not 'x'"):
        Distribution({"x": 1}).mean  # noqa: B018


@pytest.mark.parametrize("p", [0.5, "101%", -1, 2, None])
def test_quantile_of_no_chance(p: Any) -> None:
    with pytest.raises(RiskError, match="p must be 0 to 1"):
        Distribution({1: 1}).quantile(p)


def test_quantile_needs_an_order() -> None:
    with pytest.raises(RiskError, match="must have an order"):
        Distribution({1: half, "x": half}).quantile(half)


def test_notebook_rendering() -> None:
    html = Battle(60, 60).outcomes._repr_html_()
    assert "<th>attackers_left</th><th>defenders_left</th>" in html
    assert html.count("<tr>") == 1 + 120
    assert "<td>60</td><td>0</td><td>≈ " in html
    long = Distribution({Fraction(1, 10**5000): 1})
    assert repr(long) == "Distribution({a long Fraction: 1})"
    assert "<td>a long Fraction</td>" in long._repr_html_()
    assert "&lt;b&gt;" in Distribution({"<b>": 1})._repr_html_()
    assert "<td>1/2</td>" in Distribution({1: half, 2: half})._repr_html_()
    assert repr(Distribution({k: Fraction(1, 4) for k in range(4)})).endswith("… 4 outcomes})")
