"""The lines of `engine.boundary` against the recursion, and far along against their own terms."""

from fractions import Fraction
from functools import cache

import pytest
from flint import arb, ctx, fmpq, fmpq_poly
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.engine.boundary import BoundaryLines, boundary_of
from riskexact.odds import recursion
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from tests.strategies import any_rules, tries

all_rules = st.sampled_from(sorted(RULES)).map(RULES.__getitem__) | any_rules

LONG = 60
"""Units along a line as far as the recursion goes."""


@cache
def chances(rules: Rules, side: int) -> dict[State, Fraction]:
    """The chances to win in the rows, or in the columns."""
    width = (rules.defence if side == 0 else rules.attack).units_for_max_dice - 1
    sizes = (LONG, width) if side == 0 else (width, LONG)
    return dict(recursion.cells(*sizes, rules))


def exact(boundary: BoundaryLines, a: int, d: int) -> fmpq:
    """W(a, d) by the recursion."""
    win = chances(boundary.rules, 0 if d < boundary.D else 1)[a, d]
    win = win if boundary.wins else 1 - win
    return fmpq(win.numerator, win.denominator)


def section(boundary: BoundaryLines, side: int, across: int) -> list[fmpq]:
    """The terms of a line as far as the recursion goes."""
    first = boundary.s0 - across + (boundary.diagonal - boundary.s0) % boundary.step
    states = [(x, across) if side == 0 else (across, x) for x in range(first, LONG, boundary.step)]
    return [exact(boundary, *state) for state in states]


@tries(27)
@given(all_rules, st.booleans(), st.integers(0, 20))
def test_lines_are_quotients(rules: Rules, wins: bool, diagonal: int) -> None:
    """All terms of N / E are the chances, beyond those from which N was made as well."""
    boundary = boundary_of(rules, wins, diagonal)
    for side, width in ((0, boundary.D), (1, boundary.A)):
        for across in range(width):
            terms = section(boundary, side, across)
            line = boundary.sides[side].get(across)
            if line is None:
                assert not any(terms)
                continue
            count = len(terms)
            product = fmpq_poly((line.E * fmpq_poly(terms)).coeffs()[:count])
            assert product == fmpq_poly(line.N.coeffs()[:count])
            assert line.terms[:count] == terms[: len(line.terms)]
            assert line.E[0] == 1
            assert line.N.gcd(line.E).degree() == 0


IRREGULAR = Rules(
    Hand((2, 1), needs=(1, 4), extra=(4,)), Hand((2, 2, 2), needs=(1, 2, 4), to_highest=-2),
    faces=1, pairs=2, ties="nobody",
)  # fmt: skip
"""Rules with a line whose first term does not follow the recurrence of the others."""


def test_a_line_may_begin_irregularly() -> None:
    lines = [line for side in boundary_of(IRREGULAR, True, 0).sides for line in side.values()]
    assert any(line.N.degree() >= line.E.degree() for line in lines)


@given(all_rules, st.booleans(), st.integers(0, 20), st.integers(0, 30))
@example(IRREGULAR, True, 0, 1)
@example(IRREGULAR, True, 0, 9)
def test_later_terms(rules: Rules, wins: bool, diagonal: int, n: int) -> None:
    """N_n / E is the generating function without its first n terms, narrowly."""
    boundary = boundary_of(rules, wins, diagonal)
    for side in (0, 1):
        for across, line in boundary.sides[side].items():
            terms = section(boundary, side, across)
            with ctx.workprec(80):
                N, degree = line.later(n), max(line.E.degree(), line.N.degree() + 1)
                for k in range(min(degree, len(terms) - n)):
                    value = sum((line.E[i] * terms[n + k - i] for i in range(k + 1)), fmpq(0))
                    with ctx.workprec(500):
                        assert N[k].contains(arb(value))
                    assert N[k].rad() < arb(2) ** -60


@given(all_rules, st.booleans(), st.integers(1, 40), st.integers(0, 40))
def test_values(rules: Rules, wins: bool, along: int, across: int) -> None:
    for a, d in [(along, across % rules.defence.units_for_max_dice),
                 (across % rules.attack.units_for_max_dice, along)]:  # fmt: skip
        boundary = boundary_of(rules, wins, a + d)
        value = boundary.value(a, d)
        with ctx.workprec(500):
            assert value.contains(arb(exact(boundary, a, d)))
        assert value.rad() < arb(2) ** -40


def test_close_and_multiple_roots_are_followed_with_more_precision() -> None:
    rules = Rules(Hand(3, needs=(1, 4, 9)), Hand(2, needs=(1, 6)))
    with ctx.workprec(100):
        for wins in (True, False):
            boundary = boundary_of(rules, wins, 10**12)
            for side in (0, 1):
                for line in boundary.sides[side].values():
                    found = [abs(c) for c in line.later(10**12).coeffs()]
                    assert max(c.rad() for c in found) < max(c.mid() for c in found) * arb(2) ** -90


def test_lines_that_would_not_fit_are_refused() -> None:
    with pytest.raises(RiskError, match="units for full dice must be at most 100 .* not 99 and 2$"):
        boundary_of(Rules(Hand(2, needs=(1, 99))), True, 10**9)
    assert boundary_of(Rules(Hand(2, needs=(1, 30))), True, 10**9).A == 30
