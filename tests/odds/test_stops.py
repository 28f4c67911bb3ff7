"""Tests of `riskexact.odds.states`; what stop rules do is tested with the battle."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from riskexact.odds.states import FOUGHT_OUT, Stops
from tests.strategies import all_stops


@given(all_stops, st.integers(0, 15), st.integers(0, 15))
def test_reached(stops: Stops, a: int, d: int) -> None:
    assert stops.reached(a, 0)
    assert stops.reached(stops.retreat_at, d)
    assert stops.reached(a, stops.stop_at_defenders)
    assert not stops.reached(stops.retreat_at + 1 + a, stops.stop_at_defenders + 1 + d)


def test_by_units() -> None:
    assert FOUGHT_OUT.by_units
    assert not FOUGHT_OUT.replace(stop_after=0).by_units
    assert not FOUGHT_OUT.replace(stop_below=Fraction(1, 100)).by_units
