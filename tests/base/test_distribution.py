import csv
import io
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.distribution import MAX_OUTCOMES_SHOWN, Distribution
from riskexact.base.errors import RiskError
from riskexact.questions.battle import Battle
from riskexact.questions.campaign import Campaign
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
    with pytest.raises(RiskError, match="predicate must hold"):
        x.given(lambda k: False)


def test_a_mapping_of_positive_probabilities() -> None:
    x = Distribution({1: half, 2: half, 3: 0})
    assert dict(x) == {1: half, 2: half}
    assert len(x) == 2
    assert 3 not in x
    with pytest.raises(KeyError):
        x[3]
    unhashable: Any = [1]
    with pytest.raises(KeyError, match=r"\[1\]"):
        x[unhashable]
    assert unhashable not in x


def test_every_probability_is_a_fraction() -> None:
    class Marked(Fraction):
        """A Fraction that may hold more than its value."""

    for given_as in (1, Fraction(1), Marked(1)):
        assert type(Distribution({"always": given_as})["always"]) is Fraction


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
        ({1: half, 2: half, 3: Fraction(1, 10**9)}, "add up to 1, not 1000000001/1000000000"),
        ({1: half, 2: half, 3: Fraction(1, 10**30)}, r"not 1 \+ about 1.000000000e-30$"),
        ({1: Fraction(1, 3**200), 2: half}, "not 1 - about 0.5000000000$"),
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
        with pytest.raises(RiskError, match=f"numbers for a {question}, not .* attackers_left or"):
            getattr(outcomes, question)
    with pytest.raises(RiskError, match="a part of the outcome"):
        Distribution({(1, 2): 1}).mean  # noqa: B018
    with pytest.raises(RiskError, match="int or Fraction for a mean, not 'x'"):
        Distribution({"x": 1}).mean  # noqa: B018


@pytest.mark.parametrize("p", [0.5, "101%", -1, 2, None])
def test_quantile_of_no_chance(p: Any) -> None:
    with pytest.raises(RiskError, match="p must be 0 to 1"):
        Distribution({1: 1}).quantile(p)


def test_quantile_needs_an_order() -> None:
    with pytest.raises(RiskError, match="must be of one type that has an order"):
        Distribution({1: half, "x": half}).quantile(half)


def test_rows_for_data_frames() -> None:
    outcomes = Battle(2, 1).outcomes
    rows = outcomes.to_rows()
    assert rows == [
        {"attackers_left": 2, "defenders_left": 0, "fraction": "125/216"},
        {"attackers_left": 1, "defenders_left": 0, "fraction": "455/2592"},
        {"attackers_left": 0, "defenders_left": 1, "fraction": "637/2592"},
    ]
    written = io.StringIO()
    writer = csv.DictWriter(written, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    read = csv.DictReader(io.StringIO(written.getvalue()))
    assert outcomes == {
        (int(row["attackers_left"]), int(row["defenders_left"])): Fraction(row["fraction"])
        for row in read
    }
    frame = pa.Table.from_pylist(rows)
    assert frame.column_names == ["attackers_left", "defenders_left", "fraction"]
    assert frame.to_pylist() == rows


@given(probabilities())
def test_rows_hold_everything(weights: dict[int, Fraction]) -> None:
    rows = Distribution(weights).to_rows()
    assert [(row["outcome"], Fraction(row["fraction"])) for row in rows] == list(weights.items())
    halves = Distribution(weights).map(lambda k: Fraction(k, 2)).to_rows()
    assert [Fraction(row["outcome"]) for row in halves] == [Fraction(k, 2) for k in weights]
    assert {type(row["outcome"]) for row in halves} == {str}


@given(probabilities())
def test_arrays_are_rounded_correctly(weights: dict[int, Fraction]) -> None:
    array = Distribution(weights).to_numpy()
    assert array.dtype.names == ("outcome", "probability")
    assert array["outcome"].dtype == np.int64
    assert list(array["outcome"]) == list(weights)
    for x, exact in zip(array["probability"].tolist(), weights.values(), strict=True):
        error = abs(Fraction(x) - exact)
        for neighbour in (np.nextafter(x, -1), np.nextafter(x, 2)):
            assert error <= abs(Fraction(float(neighbour)) - exact)


def test_arrays_of_tuples_and_of_other_things() -> None:
    array = Campaign(3, (1, 1)).outcomes.to_numpy()
    assert array.dtype.names == ("attackers_left", "territory", "defenders_left", "probability")
    assert array["territory"].dtype == np.int64
    for outcome in ("heads", 2**64, Fraction(1, 2), True, (1, 2)):
        array = Distribution({outcome: 1}).to_numpy()
        assert array["outcome"].dtype == object
        assert array["outcome"][0] == outcome
        assert array["probability"][0] == 1
    for outcome, kind in (
        (2**63 - 1, np.int64), (2**63, object), (-(2**63), np.int64), (-(2**63) - 1, object)
    ):  # fmt: skip
        array = Distribution({outcome: 1}).to_numpy()
        assert array["outcome"].dtype == kind
        assert array["outcome"][0] == outcome


def test_arrays_need_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(RiskError, match=r"arrays need numpy, .* pip install 'riskexact\[data\]'"):
        Distribution({1: 1}).to_numpy()


@pytest.mark.parametrize(
    ("outcome", "fields", "message"),
    [
        ((1, 2), ("a", "a"), "fields must be different"),
        ((1, 2), ("a", "fraction"), "other than fraction and probability"),
        ((1, 2), ("probability", "a"), "other than fraction and probability"),
        ((1, 2), ("a", "b", "c"), r"outcomes must have the parts a, b, c, not \(1, 2\)"),
        (1, ("a",), "outcomes must have the parts a, not 1"),
    ],
)
def test_fields_name_the_parts(outcome: Any, fields: tuple[str, ...], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Distribution({outcome: 1}, fields)


def test_notebook_rendering() -> None:
    html = Battle(25, 25).outcomes._repr_html_()
    assert '<th scope="col">attackers_left</th><th scope="col">defenders_left</th>' in html
    assert html.count("<tr>") == 1 + 50
    assert '<th scope="row">25</th><th scope="row">0</th><td>≈ ' in html
    long = Distribution({Fraction(1, 10**5000): 1})
    assert repr(long) == "Distribution({a long Fraction: 1})"
    assert '<th scope="row">a long Fraction</th>' in long._repr_html_()
    assert "&lt;b&gt;" in Distribution({"<b>": 1})._repr_html_()
    assert "<td>1/2</td>" in Distribution({1: half, 2: half})._repr_html_()


def test_the_first_three_outcomes_are_shown() -> None:
    three, four = ({k: Fraction(1, n) for k in range(n)} for n in (3, 4))
    assert repr(Distribution(three)) == "Distribution({0: 1/3, 1: 1/3, 2: 1/3})"
    assert repr(Distribution(four)) == "Distribution({0: 1/4, 1: 1/4, 2: 1/4, … 4 outcomes})"


def test_fractions_of_sixty_characters_are_shown_whole() -> None:
    for zeros, shown in ((57, "1/1" + "0" * 57), (58, "≈ 1.000000000e-58")):
        least = Fraction(1, 10**zeros)
        x = Distribution({"seldom": least, "else": 1 - least})
        assert f"'seldom': {shown}, " in repr(x)


def test_notebook_rendering_in_latex() -> None:
    text = Battle(2, 1).outcomes._repr_latex_()
    assert r"2 & 0 & \frac{125}{216} & 0.5787037037 \\" in text
    assert r"\approx 0." in Battle(25, 25).outcomes._repr_latex_()
    assert r"\textrm{50 \% \textbackslash{}x}" in Distribution({"50 % \\x": 1})._repr_latex_()


def test_a_large_distribution_shows_its_first_outcomes() -> None:
    x = Distribution({k: Fraction(1, 100) for k in range(100)})
    html = x._repr_html_()
    assert html.count("<tr>") == 1 + MAX_OUTCOMES_SHOWN + 1
    assert '<th scope="row">… 40 more</th><td>2/5</td><td>0.4000000000</td>' in html
    assert "39" in html
    assert '<th scope="row">60' not in html
    assert r"\textrm{… 40 more} & \frac{2}{5}" in x._repr_latex_()
    assert '<th scope="row">… 140 more</th><th scope="row"></th>' in (
        Battle(100, 100).outcomes._repr_html_()
    )
