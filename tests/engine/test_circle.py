"""The closed form of `engine.circle` and its bounds, against the exact numbers that they bound."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache

import pytest
from flint import acb, arb, ctx, fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from riskexact.engine.balls import ball, total
from riskexact.engine.boundary import boundary_of
from riskexact.engine.circle import CORNER, Diagonal, Part, Span
from riskexact.odds import recursion
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from tests.strategies import any_rules, tries

all_rules = st.sampled_from(sorted(RULES)).map(RULES.__getitem__) | any_rules
lengths = st.integers(0, 25)
"""Diagonals after the first one with a state of the interior."""

NARROW = arb(2) ** -60


@cache
def chances(rules: Rules, wins: bool) -> dict[State, Fraction]:
    """The chance to win, or to lose, from all states of up to 40 units a side."""
    return {
        state: win if wins else 1 - win for state, win in recursion.cells(40, 40, rules)
    }  # fmt: skip


@contextmanager
def diagonal_of(rules: Rules, wins: bool, length: int, m: int) -> Iterator[Diagonal]:
    """The diagonal with the index that is nearest to m."""
    boundary = boundary_of(rules, wins, 0)
    S = boundary.A + boundary.D + length
    d = min(max(m, boundary.D), S - boundary.A)
    with ctx.workprec(400):
        yield Diagonal(S - d, d, boundary_of(rules, wins, S))


def values(diagonal: Diagonal) -> dict[int, Fraction]:
    """The coefficients of I_S."""
    boundary = diagonal.boundary
    board = chances(boundary.rules, boundary.wins)
    return {
        m: board[diagonal.S - m, m] for m in range(boundary.D, diagonal.S - boundary.A + 1)
    }  # fmt: skip


def whole(diagonal: Diagonal) -> Part:
    return Part(diagonal, [CORNER, Span(0, 0, diagonal.T), Span(1, 0, diagonal.T)])


def at(part: Part, diagonal: Diagonal, z: acb) -> acb:
    down, up = z ** fmpz(-diagonal.d), z ** fmpz(diagonal.a)
    return part.at(diagonal.rounds(z), z, down, up)


places = st.builds(acb, st.sampled_from([0.3, -0.7, 1.4, 2.5]), st.sampled_from([0.2, -0.9, 1.7]))


# --- the closed form


@pytest.mark.tools
@tries(27)
@given(all_rules, st.booleans(), lengths, places)
def test_a_diagonal_is_its_closed_form(rules: Rules, wins: bool, length: int, z: acb) -> None:
    with diagonal_of(rules, wins, length, 9) as diagonal:
        found = at(whole(diagonal), diagonal, z)
        if found.is_finite():  # z is no root
            expected = sum(
                (ball(W) * z ** (m - diagonal.d) for m, W in values(diagonal).items()), acb(0)
            )
            assert found.overlaps(expected)
            assert found.rad() < NARROW


@given(all_rules, st.booleans(), lengths, places, st.sampled_from([0, 1]), st.data())
def test_a_span_is_the_sum_of_its_terms(
    rules: Rules, wins: bool, length: int, z: acb, side: int, data: st.DataObject
) -> None:
    """Each boundary state, times the way from it to the diagonal."""
    with diagonal_of(rules, wins, length, 9) as diagonal:
        boundary, S, T = diagonal.boundary, diagonal.S, diagonal.T
        t0 = data.draw(st.integers(0, T), "t0")
        t1 = data.draw(st.integers(t0, T), "t1")
        found = at(Part(diagonal, [Span(side, t0, t1)]), diagonal, z)
        if not found.is_finite():
            return
        P = diagonal.rounds(z)
        g = [acb(1)]  # of n units that fall in the interior
        for n in range(1, S + 1):
            g.append(sum((p * g[n - s] for s, p in P.items() if s <= n), acb(0)))
        expected = acb(0)
        width = boundary.A if side else boundary.D
        for across in range(width):
            for t in range(t0, t1):
                along = diagonal.first + boundary.step * t - across
                state = (across, along) if side else (along, across)
                W = ball(chances(rules, wins)[state]) if 0 not in state else arb(
                    wins == (state[1] == 0)
                )  # fmt: skip
                for (i, j), p in boundary.round.items():
                    a, d = state[0] + i, state[1] + j
                    if a >= boundary.A and d >= boundary.D and a + d <= S:
                        expected += W * p * z ** (d - diagonal.d) * g[S - a - d]
        assert found.overlaps(expected)
        assert found.rad() < NARROW


@given(all_rules, places)
def test_roots_give_the_ways_through_the_interior(rules: Rules, z: acb) -> None:
    """With their coefficients: g_0 = 1, 0 before, and the recurrence."""
    with diagonal_of(rules, True, 9, 9) as diagonal:
        P, roots = diagonal.rounds(z), diagonal.roots(diagonal.rounds(z))
        K, step = diagonal.boundary.K, diagonal.step
        if all(c.is_finite() and (1 / V).is_finite() for V, c in roots):
            g = {
                n * step: sum((c * V**n for V, c in roots), acb(0))
                for n in range(-(K // step) + 1, 9)
            }  # fmt: skip
            for n, value in g.items():
                if n <= 0:
                    assert value.overlaps(acb(n == 0))
                else:
                    assert value.overlaps(
                        sum((p * g[n - s] for s, p in P.items() if n - s in g), acb(0))
                    )
                assert value.rad() < NARROW


# --- the three bounds

BATTLES = [
    ("standard", True, 12, 9), ("standard", False, 17, 4), ("single-loss", True, 20, 20),
    ("single-loss", False, 20, 9), ("risiko", True, 15, 7), ("capital-behind-a-wall", False, 9, 9),
    ("four-dice", True, 18, 15),
]  # fmt: skip
"""(rule set, wins, length, index)."""


@pytest.mark.tools
@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("m", [2, 4, 6, 10, 30])
def test_the_bound_of_aliasing(battle: tuple[str, bool, int, int], m: int) -> None:
    """At least the other terms that the mean contains, and the best of what the radii say."""
    name, wins, length, index = battle
    with diagonal_of(RULES[name], wins, length, index) as diagonal:
        part, W, d = whole(diagonal), values(diagonal), diagonal.d
        for R in (arb("0.5"), arb("0.9"), arb("1.1"), arb(2)):
            others = {n: ball(w) * R ** (n - d) for n, w in W.items() if n != d and not (n - d) % m}
            radii = [arb("0.3"), arb("0.75"), arb("0.95"), arb("1.3"), arb(3)]
            found = part.aliasing(R, m, radii)
            assert found >= total(each for each in others.values())
            expected = arb(0)
            for side in (1, -1):
                if d + side * m in W:
                    bounds = [arb("inf")]
                    for r in [arb(1), *radii]:
                        if (side == 1) == (r > R) and r != R:
                            size = total(ball(w) * r ** (n - d) for n, w in W.items())
                            series = total((R / r) ** (side * m * k) for k in range(1, 3000))
                            bounds.append((size if r != 1 else arb(1)) * series)
                    expected += min(bounds, key=lambda each: float(each.mid()))
            assert found == expected or found > expected * (1 - NARROW)
            assert not found > expected * (1 + NARROW)


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("R", ["0.5", "1.3"])
def test_the_bound_of_nodes_that_are_left_out(battle: tuple[str, bool, int, int], R: str) -> None:
    """At least the value at each of them, and not much more than at the first of them."""
    name, wins, length, index = battle
    with diagonal_of(RULES[name], wins, length, index) as diagonal:
        part, radius, m = whole(diagonal), arb(R), 48
        sizes = {
            j: abs(at(part, diagonal, radius * acb(fmpq(2 * j + 1, m)).exp_pi_i()))
            for j in range(m // 2)
        }
        for kept in range(m // 2):
            found = part.left_out(radius, m, kept)
            assert part.nodes(m, kept) == list(range(kept))
            assert all(found >= sizes[j] for j in range(kept, m // 2))
            if kept < 4:
                assert found < 3 * sizes[kept]
        assert part.left_out(radius, m, m // 2) == 0
        assert part.left_out(radius, m, m // 2 - 1) > 0


@pytest.mark.parametrize("battle", BATTLES)
def test_a_bound_on_the_real_axis(battle: tuple[str, bool, int, int]) -> None:
    name, wins, length, index = battle
    with diagonal_of(RULES[name], wins, length, index) as diagonal:
        for R in (arb("0.5"), arb("1.3")):
            size = total(ball(w) * R ** (m - diagonal.d) for m, w in values(diagonal).items())
            found = whole(diagonal).bound(R)
            assert size * (1 - NARROW) < found < size * (1 + NARROW)
            assert found.rad() == 0
        assert not whole(diagonal).bound(arb(0, 1)).is_finite()


def test_rounds_that_leave_nothing_to_chance_have_no_gaps() -> None:
    """Ties to nobody, and each cost has one way: no node can be left out, and none is."""
    rules = Rules(
        Hand(3, to_highest=5), Hand(3, needs=(1, 2, 4), to_all=8, clamped=True), 3, ties="nobody"
    )
    with diagonal_of(rules, True, 12, 9) as diagonal:
        part = whole(diagonal)
        size = part.bound(arb(2))
        for kept in range(6):
            assert abs(part.left_out(arb(2), 12, kept) / size - 1) < NARROW or size == 0
