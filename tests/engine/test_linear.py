"""Linear systems by python-flint, against elimination and their own equations."""

import sys
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.engine.linear import by_elimination, fixed_point, never_negative

Forms = Mapping[int, Mapping[int | None, Fraction]]
fractions = st.fractions(-2, 2, max_denominator=9)
systems = st.integers(0, 5).flatmap(
    lambda n: st.fixed_dictionaries(
        {k: st.dictionaries(st.sampled_from([None, *range(n)]), fractions) for k in range(n)}
    )
)


def value(form: Mapping[int | None, Fraction], x: Mapping[int, Fraction]) -> Fraction:
    return sum((c * (1 if k is None else x[k]) for k, c in form.items()), Fraction(0))


@given(systems)
def test_every_unknown_equals_its_form(forms: Forms) -> None:
    try:
        x = fixed_point(forms)
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError, match="exactly one solution"):
            by_elimination(forms)
        return
    assert x == by_elimination(forms)
    assert all(type(each) is Fraction for each in x.values())
    assert list(x) == list(forms)
    assert all(x[k] == value(form, x) for k, form in forms.items())


def test_rows_are_exchanged_where_a_pivot_is_0() -> None:
    one = Fraction(1)
    forms: Forms = {0: {0: one, 1: one, None: one}, 1: {0: one}}
    assert fixed_point(forms) == by_elimination(forms) == {0: -1, 1: -1}


@pytest.mark.parametrize("solve", [fixed_point, by_elimination])
def test_unknowns_without_one_solution_are_refused(solve: object) -> None:
    stand_off = {"x": {"x": Fraction(1)}}
    with pytest.raises(ZeroDivisionError):
        solve(stand_off)  # type: ignore[operator]


def test_without_flint_unknowns_are_eliminated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flint", None)
    monkeypatch.setitem(sys.modules, "riskexact.engine.library", None)
    half = Fraction(1, 2)
    assert fixed_point({0: {0: half, None: half}}) == {0: 1}


roots = st.lists(st.fractions(0, 1, max_denominator=6), min_size=1, max_size=4).map(sorted)


@given(roots, st.data())
def test_what_is_never_negative_has_no_term_below_0(
    roots: list[Fraction], data: st.DataObject
) -> None:
    """Sums of powers, each of which the roots take to 0."""
    weights = [data.draw(st.fractions(-3, 3, max_denominator=4)) for _ in roots]
    each = dict(zip(roots, weights, strict=True))
    terms = [sum((c * root**n for root, c in each.items()), Fraction(0)) for n in range(60)]
    if never_negative(terms[: len(roots) + 1], roots):
        assert min(terms) >= 0
    if all(c >= 0 for c in each.values()):
        assert never_negative(terms[: len(roots) + 1], roots)


def test_roots_that_leave_something_are_an_error() -> None:
    with pytest.raises(ArithmeticError, match="must take it to 0"):
        never_negative([Fraction(1), Fraction(2)], [Fraction(1)])
