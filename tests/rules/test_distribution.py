import io
import re
import sys
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.grid import folded
from riskexact.base.text import chance_text, fraction_text, signed_text
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.rules.distribution import (
    MAX_BITS_WRITTEN,
    MAX_OUTCOMES_SHOWN,
    NEIGHBOURS,
    Distribution,
    _added,
    frame_columns,
)
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


def test_the_mode_of_chances_that_round_to_one_float() -> None:
    little = Fraction(1, 10**40)
    assert Distribution({1: half - little, 2: half + little}).mode == 2
    assert Distribution({1: half + little, 2: half - little}).mode == 1


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


@given(probabilities(), probabilities(), st.sampled_from([1, 3, 1000, Fraction(1, 2)]))
def test_independent_numbers_are_added_and_compared(
    ours: dict[int, Fraction], theirs: dict[int, Fraction], spread: Any
) -> None:
    """As a double loop does it; a number that is far from the others is no other case."""
    x, y = Distribution(ours), Distribution(theirs).map(lambda k: k * spread)
    total: dict[Any, Fraction] = {}
    above = Fraction(0)
    for (k, p), (m, q) in product(x.items(), y.items()):
        total[k + m] = total.get(k + m, Fraction(0)) + p * q
        above += p * q if k > m else 0
    added = x.independent_sum(y)
    assert list(added.items()) == sorted(total.items())
    assert {type(p) for p in added.values()} == {Fraction}
    assert sum(added.values()) == 1
    assert (x.exceeds(y), type(x.exceeds(y))) == (above, Fraction)
    assert added.mean == x.mean + y.mean
    assert added.variance == x.variance + y.variance


def test_long_numbers_are_added_whatever_python_prints() -> None:
    """Numbers of 700 digits are read back in halves, under the lowest limit there is."""
    rare, half = Fraction(1, 7**900), Fraction(1, 2)
    x = Distribution({0: half - rare, 1: half, 2: rare})
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        added = x.independent_sum(x)
    finally:
        sys.set_int_max_str_digits(before)
    assert added[4] == rare**2
    assert added[2] == half**2 + 2 * rare * (half - rare)


def test_many_equal_numbers_are_added() -> None:
    """Whose sums have more digits than any product."""
    x = Distribution({k: Fraction(1, 200) for k in range(200)})
    assert x.independent_sum(x) == {k: Fraction(min(k + 1, 399 - k), 200**2) for k in range(399)}


def test_numbers_far_apart_take_no_places() -> None:
    far = Distribution({0: half, 10**5000: half})
    assert list(far.independent_sum(far).items()) == [
        (0, half**2),
        (10**5000, half),
        (2 * 10**5000, half**2),
    ]


def test_certain_chances_are_added_and_compared() -> None:
    blitz = Battle(3, 2, blitz=True).attackers_left
    exact = Distribution({k: Fraction(1, 4) for k in range(4)})
    added, above = blitz.independent_sum(exact), blitz.exceeds(exact)
    assert list(added) == list(range(7))
    assert float(added[6]) == pytest.approx(float(blitz[3]) / 4)
    assert float(above) == pytest.approx(sum(float(p) * k / 4 for k, p in blitz.items()))
    assert float(exact.exceeds(blitz)) < 1 - float(above)
    never = Distribution({9: 1})
    assert (never.exceeds(blitz), blitz.exceeds(never)) == (1, 0)
    assert blitz.median == blitz.quantile(half) == blitz.ppf("50%")
    assert float(blitz.var) == float(blitz.variance)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda x: x.independent_sum(3), "other must be a Distribution, not 3"),
        (lambda x: x.exceeds({1: 1}), "other must be a Distribution, not {1: 1}"),
        (
            lambda x: x.independent_sum(Battle(2, 1).outcomes),
            "not tuples: take the sum of attackers_left or defenders_left",
        ),
        (
            lambda x: Battle(2, 1).outcomes.exceeds(x),
            "not tuples: take the comparison of attackers_left or defenders_left",
        ),
        (
            lambda x: x.exceeds(Distribution({True: 1})),
            "int or Fraction for a comparison, not True",
        ),
        (lambda x: x.ppf(0.9), '0.9 is a float; write "9/10", "90%"'),
    ],
)
def test_what_is_no_independent_number(ask: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        ask(Distribution({1: half, 2: half}))


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
        ({1: 10**5000}, "add up to 1, not more than 2"),
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
        {"attackers_left": a, "defenders_left": d, **frame_columns(Fraction(p))}
        for a, d, p in ((2, 0, "125/216"), (1, 0, "455/2592"), (0, 1, "637/2592"))
    ]
    assert (rows[0]["fraction"], rows[0]["probability"]) == ("125/216", 125 / 216)
    assert rows[0]["percent"] == 12500 / 216
    import pyarrow as pa

    frame = pa.Table.from_pylist(rows)
    assert frame.column_names == list(rows[0])
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
    import numpy as np

    array = Distribution(weights).to_numpy()
    assert array.dtype.names == ("outcome", "probability")
    assert array["outcome"].dtype == np.int64
    assert list(array["outcome"]) == list(weights)
    for x, exact in zip(array["probability"].tolist(), weights.values(), strict=True):
        error = abs(Fraction(x) - exact)
        for neighbour in (np.nextafter(x, -1), np.nextafter(x, 2)):
            assert error <= abs(Fraction(float(neighbour)) - exact)


def test_arrays_of_tuples_and_of_other_things() -> None:
    import numpy as np

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


RESERVED = "complement, decimal, denominator, double, fraction, numerator, outcome, percent and "


@pytest.mark.parametrize(
    ("outcome", "fields", "message"),
    [
        ((1, 2), ("a", "a"), "fields must be different"),
        ((1, 2), ("a", "fraction"), RESERVED),
        ((1, 2), ("probability", "a"), RESERVED),
        ((1, 2), ("a", "b", "c"), r"outcomes must have the parts a, b, c, not \(1, 2\)"),
        ((1, 2), ("percent", "a"), RESERVED),
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
    fraction = fraction_text(Battle(25, 25).outcomes[25, 0])
    assert (
        f'<th scope="row">25</th><th scope="row">0</th><td>&lt;0.1 %</td>{folded(fraction).html}'
    ) in html
    long = Distribution({Fraction(1, 10**5000): 1})
    assert '<th scope="row">a long Fraction</th>' in long._repr_html_()
    assert "&lt;b&gt;" in Distribution({"<b>": 1})._repr_html_()
    assert "<td>50.0 %</td><td>1/2</td>" in Distribution({1: half, 2: half})._repr_html_()


def test_the_longest_bar_is_that_of_the_mode() -> None:
    x = Distribution({1: Fraction(1, 8), 2: Fraction(5, 8), 3: Fraction(1, 4)})
    lengths = [line.count("█") for line in repr(x).splitlines()[2:]]
    assert lengths == [4, 20, 8]
    assert [f"width:{n}.00em" in x._repr_html_() for n in (2, 4, 10)] == [True] * 3
    rare = Distribution({1: Fraction(1, 10**400), 2: 1 - Fraction(1, 10**400)})
    assert "   <0.1 %" in repr(rare)
    assert "  >99.9 %" in repr(rare)


@pytest.mark.parametrize(
    ("probabilities", "title"),
    [
        ({4: 1}, "Distribution of 1 outcome, mode 4, mean 4.000"),
        ({-1: half, 0: half}, "Distribution of 2 outcomes, mode -1, mean -0.5000"),
        ({(1, 2): half, (3, 2): half}, "Distribution of 2 outcomes, mode (1, 2)"),
        ({"tails": 1}, "Distribution of 1 outcome, mode 'tails'"),
        ({1: half, "x": half}, "Distribution of 2 outcomes"),
        ({10**5000: 1}, "Distribution of 1 outcome, mode an integer of 16610 bits"),
        ({True: 1}, "Distribution of 1 outcome, mode True"),
    ],
)
def test_the_title_has_what_exists(probabilities: Any, title: str) -> None:
    assert repr(Distribution(probabilities)).splitlines()[0] == title


def test_notebook_rendering_in_latex() -> None:
    text = Battle(2, 1).outcomes._repr_latex_()
    assert r"2 & 0 & \textrm{57.9 \%} & \frac{125}{216} \\" in text
    assert r"\frac" not in Battle(25, 25).outcomes._repr_latex_()
    assert r"\textrm{50 \% \textbackslash{}x}" in Distribution({"50 % \\x": 1})._repr_latex_()


def test_a_large_distribution_is_cut_to_where_it_is_highest() -> None:
    whole = Distribution({k: Fraction(1, 60) for k in range(60)})
    assert whole._repr_html_().count("<tr>") == 1 + MAX_OUTCOMES_SHOWN
    for peak, first in ((0, 0), (50, 50 - NEIGHBOURS // 2), (99, 100 - NEIGHBOURS)):
        x = Distribution({k: Fraction(1 + (k == peak), 101) for k in range(100)})
        before, after = first, 100 - first - NEIGHBOURS
        rows = repr(x).splitlines()[2:]
        assert [row.split()[0] for row in rows] == [
            *["…"] * (before > 0), *map(str, range(first, first + NEIGHBOURS)), *["…"] * (after > 0)
        ]  # fmt: skip
        html = x._repr_html_()
        assert html.count("<tr>") == 1 + len(rows)
        for n in {before, after} - {0}:
            percent = chance_text(Fraction(n, 101))
            assert f'<th scope="row">… {n} more</th><td>{percent}</td><td></td>' in html
            assert rf"\textrm{{… {n} more}} & \textrm" in x._repr_latex_()
    assert '<th scope="row">… 69 more</th><th scope="row"></th>' in (
        Battle(100, 100).outcomes._repr_html_()
    )


@given(probabilities(), st.integers(1, 30))
def test_what_is_shown_of_long_fractions_is_so(weights: dict[int, Fraction], k: int) -> None:
    """The mean, and what is left out, by bounds, are what the exact sums show."""
    items = list(weights.items())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("riskexact.rules.distribution.MAX_BITS_ADDED", -1)
        text = _added([(1, p) for _, p in items[:k]], chance_text)
        mean = _added(items, lambda x: signed_text(x, 4))
    assert text in ("", chance_text(sum((p for _, p in items[:k]), Fraction(0))))
    assert len(weights) == 1 or mean in ("", signed_text(Distribution(weights).mean, 4))


def test_very_long_fractions_are_left_out_and_so_is_what_takes_long() -> None:
    title = repr(Battle(400, 400).outcomes).splitlines()[0]
    assert title == "Distribution of 800 outcomes, mode (60, 0), mean 59.14 and 0.3703"
    rare = Fraction(1, 10**5000)
    html = Distribution({1: rare, 2: 1 - rare})._repr_html_()
    assert html.count("<td></td>") == 3  # the heading of the bars, and both fractions
    assert "<details>" not in html


@given(probabilities(), st.integers(-3, 9))
def test_what_statisticians_type(weights: dict[int, Fraction], k: int) -> None:
    x = Distribution(weights)
    assert x.pmf(k) == weights.get(k, 0)
    assert x.cdf(k) == sum(p for outcome, p in weights.items() if outcome <= k)
    assert x.cdf(k) + x.sf(k) == 1
    assert {type(each) for each in (x.pmf(k), x.cdf(k), x.sf(k))} == {Fraction}
    assert (x.var, x.median, x.ppf("1/3")) == (x.variance, x.quantile("50%"), x.quantile("1/3"))
    assert x.std == pytest.approx(float(x.variance) ** 0.5)
    assert type(x.std) is float


@given(probabilities(), st.fractions(0, 1, max_denominator=50))
def test_an_interval_has_at_least_its_chance(weights: dict[int, Fraction], p: Fraction) -> None:
    x = Distribution(weights)
    low, high = x.interval(p)
    assert x.probability(lambda k: low <= k <= high) >= p
    assert x.sf(high) <= (1 - p) / 2
    assert x.cdf(low) - x[low] <= (1 - p) / 2


def test_samples_have_the_exact_probabilities() -> None:
    """Every number that the generator may draw stands for one outcome."""
    x = Distribution({"a": Fraction(1, 6), "b": half, "c": Fraction(1, 3)})

    class Counting:
        """Draws 0, 1, 2, … in turn."""

        def __init__(self, seed: int) -> None:
            self.drawn = iter(range(6))

        def randrange(self, stop: int) -> int:
            assert stop == 6
            return next(self.drawn)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("random.Random", Counting)
        assert x.sample(6) == ["a", "b", "b", "b", "c", "c"]
    assert x.sample(20, seed=5) == x.sample(20, seed=5) != x.sample(20, seed=6)
    assert x.sample(0) == []


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda x: x.cdf("many"), "x must be comparable with the outcomes, not 'many'"),
        (lambda x: x.interval(0.9), 'p must be 0 to 1, .* 0.9 is a float; write "9/10", "90%"'),
        (lambda x: x.sample(-1), "size must be a whole number, 0 or more, not -1"),
        (lambda x: x.sample(1, seed=0.5), "seed must be a whole number, 0 or more, not 0.5"),
    ],
)
def test_bad_questions(ask: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        ask(Distribution({1: half, 2: half}))


def test_a_plot_on_given_axes() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert Battle(2, 1).attackers_left.plot(axes) is axes
    assert len(axes.patches) == 3
    labels = [text.get_text() for text in Battle(2, 1).outcomes.plot(Figure().subplots()).texts]
    assert labels


def test_data_frames() -> None:
    import pandas

    frame = Battle(2, 1).outcomes.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("records") == Battle(2, 1).outcomes.to_rows()


@pytest.mark.parametrize("most", [MAX_BITS_WRITTEN, 10_000])
def test_data_frames_of_long_fractions_write_them_when_asked(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same text as `to_rows` has, longer than what Python prints, in CSV too."""
    import pandas

    monkeypatch.setattr("riskexact.rules.distribution.MAX_BITS_WRITTEN", most)
    rare = Fraction(1, 10**5000)
    x = Distribution({1: rare, 2: 1 - rare})
    frame, fractions = x.to_pandas(), [row["fraction"] for row in x.to_rows()]
    assert {type(each) is str for each in frame["fraction"]} == {most == MAX_BITS_WRITTEN}
    assert list(frame["fraction"].astype(str)) == fractions
    read = pandas.read_csv(io.StringIO(frame.to_csv()))
    assert list(read["fraction"]) == fractions
    assert list(read["probability"]) == [0, 1]
    blitz = Battle(2, 1, blitz=True).outcomes.to_pandas()
    assert blitz["fraction"].isna().all()


def test_a_long_fraction_of_a_data_frame_in_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own texts where it has them, and as long as they are where it refuses."""
    monkeypatch.setattr("riskexact.rules.distribution.MAX_BITS_WRITTEN", 0)
    n = 10**5000
    written = "1" + "0" * 5000
    for p, text, code in (
        (half, "1/2", repr(half)),
        (Fraction(1, n), f"1/{written}", f"Fraction(1, {written})"),
    ):
        value = Distribution({1: p, 2: 1 - p}).to_pandas()["fraction"][0]
        assert value == p
        assert str(value) == f"{value}" == f"{value!s}" == format(value) == text
        assert repr(value) == f"{value!r}" == code


@pytest.mark.parametrize("digits", [4200, 5000])
@pytest.mark.parametrize("sign", [1, -1, half])
def test_an_outcome_of_any_length_is_written_and_read(digits: int, sign: Any) -> None:
    long = sign * (10**digits + 1)
    x: Distribution[Any] = Distribution({long: half, 1: half})
    assert Distribution.from_json(x.to_json()) == Distribution.from_csv(x.to_csv()) == x
    assert fraction_text(long) in x.to_markdown()


@pytest.mark.parametrize("fields", [3, [1], ("left", None)])
def test_fields_are_names(fields: Any) -> None:
    with pytest.raises(RiskError, match="fields must be a list of names, not"):
        Distribution({(1, 2): 1}, fields)


def test_counts_are_whole_numbers_over_one_total() -> None:
    left = Battle(3, 2).attackers_left
    assert left.counts == {0: 3467191, 1: 906815, 2: 1958250, 3: 3745440}
    outcomes = Battle(12, 9, "risiko").outcomes
    total = sum(outcomes.counts.values())
    assert gcd(*outcomes.counts.values()) == 1
    assert {x: Fraction(n, total) for x, n in outcomes.counts.items()} == outcomes
    distributions: tuple[Distribution[Any], ...] = left, outcomes, Distribution({1: 1})
    for each in distributions:
        assert Distribution.from_counts(each.counts) == each
    with pytest.raises(RiskError, match="must be Fractions for counts, not Certain"):
        Battle(3, 2, blitz=True).attackers_left.counts  # noqa: B018


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1, 2], "counts must be a mapping from outcomes, not [1, 2]"),
        ({1: half}, "counts: each must be a whole number, 0 or more, not Fraction(1, 2)"),
        ({1: -1}, "counts: each must be a whole number, 0 or more, not -1"),
        ({1: 2.0}, "counts: each must be a whole number, 0 or more, not 2.0; write 2"),
        ({1: 0}, "sum of counts must be a whole number, 1 or more, not 0"),
        ({}, "sum of counts must be a whole number, 1 or more, not 0"),
    ],
)
def test_what_are_no_counts(counts: Any, message: str) -> None:
    with pytest.raises(RiskError, match=f"^{re.escape(message)}$"):
        Distribution.from_counts(counts)


def test_counts_without_some_and_with_parts() -> None:
    assert dict(Distribution.from_counts({1: 0, 2: 4})) == {2: 1}
    counts: dict[Any, int] = {(1, 2): 1}
    pair = Distribution.from_counts(counts, ["a", "b"])
    assert pair.to_rows()[0]["b"] == 2


def test_a_distribution_is_no_array() -> None:
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    left = Battle(3, 2).attackers_left
    for make in (np.array, np.asarray, pd.DataFrame):
        with pytest.raises(
            RiskError, match=r"by to_numpy\(\), .* by pd.Series\(x\), not by np.array"
        ):
            make(left)
    assert pd.Series(left)[3] == left[3]
