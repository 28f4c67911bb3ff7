"""The bounds of `engine.saddle`, against what they bound; `test_engine_decimals` has the digits."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flint import acb, arb, ctx
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.engine.balls import ball
from riskexact.engine.poles import Pole, integrand_of
from riskexact.engine.saddle import _Circle
from riskexact.odds import closed_form
from riskexact.rules.catalogue import RULES

BATTLES = [("standard", 60, 50), ("single-loss", 40, 60), ("2210-space-station", 70, 50)]

NARROW = arb(2) ** -60


@contextmanager
def circle_of(name: str, a: int, d: int) -> Iterator[_Circle]:
    """The circle for 40 bits, at a precision that leaves rounding out of sight."""
    integrand = integrand_of(a, d, RULES[name])
    assert integrand is not None
    with ctx.workprec(200):
        yield _Circle(integrand, 40)


def on_circle(radius: arb, angle: arb) -> acb:
    return acb(radius * angle.cos(), radius * angle.sin())


def size(circle: _Circle, x: acb) -> arb:
    """|F(x)| in units of |P(R)^N R^-d|."""
    power = (abs(circle.P(x)) / circle.PR) ** circle.N * (circle.R / abs(x)) ** circle.d
    return power * abs(sum((part.at(x) for part in circle.parts), acb(0)))


@pytest.mark.parametrize("battle", BATTLES)
def test_the_decay_is_what_it_is_at_an_end_of_the_arc(battle: tuple[str, int, int]) -> None:
    with circle_of(*battle) as circle:
        angles = [arb(k) / 10 for k in range(1, 32)] + [arb.pi()]
        sizes = [
            (abs(circle.P(on_circle(circle.R, each))) / circle.PR) ** circle.N for each in angles
        ]
        for k, angle in enumerate(angles[:-1]):
            bound = circle._decay(angle)
            assert bound > max(map(float, sizes[k:])) * (1 - 1e-12)
            expected = arb.max(sizes[k], sizes[-1])
            assert abs(bound / expected - 1) < NARROW


def test_the_decay_of_the_whole_circle_is_none() -> None:
    with circle_of(*BATTLES[0]) as circle:
        assert circle._decay(arb(0)) == 1


@given(st.floats(-3.14, 3.14), st.integers(1, 40).map(lambda k: 2 * k))
def test_how_far_it_is_to_the_nearest_node(angle: float, m: int) -> None:
    with circle_of(*BATTLES[0]) as circle:
        exact = min((abs(arb(angle) - (2 * j + 1) * arb.pi() / m) for j in range(-m, m)), key=float)
        found = circle._to_nearest_node(arb(angle), m) * 2 * arb.pi() / m
        assert abs(found - exact) < NARROW
        assert circle._to_nearest_node(arb(angle, 4), m) == 0


@given(
    st.floats(0.5, 1.5),
    st.floats(-3.14, 3.14),
    st.integers(0, 19),
    st.integers(1, 19),
)
@example(1.01, 1.5, 0, 1)  # 82 degrees from the only node
@example(0.99, -1.6, 2, 3)
def test_the_distance_of_a_pole_from_nodes(
    ratio: float, angle: float, first: int, number: int
) -> None:
    """As far as from the circle, and from the rays through the nodes, if that is more."""
    m = 40
    end = min(first + number, m // 2)
    with circle_of(*BATTLES[0]) as circle:
        R, modulus = circle.R, circle.R * arb(ratio)
        nodes = [(2 * j + 1) * arb.pi() / m for j in range(first, end)]
        found = circle._distance(modulus, arb(angle), nodes[0], nodes[-1], m)
        pole = on_circle(modulus, arb(angle))
        assert all(found < abs(pole - on_circle(R, each)) + NARROW for each in nodes)
        turns = [each + 2 * k * arb.pi() for each in nodes for k in (-1, 0, 1)]
        apart = min((abs(arb(angle) - each) for each in turns), key=float)
        ray = modulus if apart > arb.pi() / 2 else modulus * apart.sin()
        assert abs(found - arb.max(abs(modulus - R), ray)) < NARROW


def test_the_distance_of_a_pole_that_may_be_on_a_node() -> None:
    """It is not more than that from the circle."""
    with circle_of(*BATTLES[0]) as circle:
        modulus, step = circle.R * arb("1.01"), arb.pi() / 40
        found = circle._distance(modulus, arb(15 * step.mid(), 1), 5 * step, 25 * step, 40)
        assert abs(found - circle.R / 100) < NARROW


@pytest.mark.parametrize("battle", BATTLES)
def test_the_distances_of_an_arc_are_from_its_first_node_to_its_last(
    battle: tuple[str, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    m, first, end, step = 60, 5, 12, arb.pi() / 60
    with circle_of(*battle) as circle:
        asked = []

        def distance(modulus: arb, angle: arb, low: arb, high: arb, m: int) -> arb:
            asked.append((angle, low, high, m))
            return arb(1)

        monkeypatch.setattr(circle, "_distance", distance)
        circle._arc(first, end, m)
        assert len(asked) == 2 * len(list(circle._poles()))
        for angle, low, high, number in asked:
            assert any(each[0].overlaps(-angle) for each in asked)
            assert low.overlaps((2 * first + 1) * step)
            assert high.overlaps((2 * end - 1) * step)
            assert number == m


@pytest.mark.parametrize("battle", BATTLES)
def test_the_bound_of_the_parts_has_the_distances_of_all_poles(
    battle: tuple[str, int, int],
) -> None:
    integrand = integrand_of(battle[1], battle[2], RULES[battle[0]])
    assert integrand is not None
    with circle_of(*battle) as circle:
        expected = arb(0)
        for part in integrand.parts:
            value = sum((abs(c) * circle.R**k for k, c in enumerate(part.numerator)), arb(0))
            roots: Any = part.denominator.complex_roots()
            for root, _ in roots:
                value /= abs(abs(root) - circle.R)
            expected += value / abs(part.denominator[part.denominator.degree()])
        found = circle._bound_of_parts(
            circle.R, lambda pole: [abs(pole.modulus - circle.R)] * pole.copies
        )
        assert abs(found / expected - 1) < NARROW


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("side", [1, -1])
def test_aliasing_is_bounded_by_the_parts_on_the_other_circle(
    battle: tuple[str, int, int], side: int
) -> None:
    m = 20
    with circle_of(*battle) as circle:
        ratio = arb("1.1") ** side
        radius = circle.R * ratio
        parts = circle._bound_of_parts(
            radius, lambda pole: [abs(pole.modulus - radius)] * pole.copies
        )
        growth = (circle.P(radius) / circle.PR) ** circle.N / ratio**circle.d
        expected = parts * growth / (ratio ** (m * side) - 1)
        assert abs(circle._aliasing(radius, m, side) / expected - 1) < NARROW


@pytest.mark.parametrize("battle", BATTLES)
def test_the_bound_of_nodes_that_are_left_out(battle: tuple[str, int, int]) -> None:
    """At least the mean over them of what they would add; not much more for a single one."""
    m = 60
    with circle_of(*battle) as circle:
        sizes = [
            size(circle, on_circle(circle.R, (2 * j + 1) * arb.pi() / m)) for j in range(m // 2)
        ]
        for first in range(0, m // 2, 3):
            for end in (first, first + 1, min(first + 7, m // 2), m // 2):
                found = circle._arc(first, end, m)
                share = sum(sizes[first:end], arb(0)) * 2 / m
                assert found == share == 0 if first == end else found > share
                if end == first + 1 and first <= 12:
                    assert found < 8 * share


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("side", [1, -1])
def test_the_bound_of_aliasing(battle: tuple[str, int, int], side: int) -> None:
    """|k| on a circle within, and |k - 1| on one outside, is at most 1 / (ratio^m - 1)."""
    with circle_of(*battle) as circle:
        for m in (20, 60):
            for ratio in (arb("1.01"), arb("1.07"), arb("1.3")):
                radius = (circle.R * ratio**side).mid()
                most = max(
                    (size(circle, on_circle(radius, 2 * j * arb.pi() / 100)) for j in range(100)),
                    key=float,
                )
                found = circle._aliasing(radius, m, side) * (ratio**m - 1)
                assert most < found < 32 * most


@pytest.mark.parametrize("battle", BATTLES)
def test_the_bound_of_aliasing_close_to_a_pole(battle: tuple[str, int, int]) -> None:
    with circle_of(*battle) as circle:
        for _, pole in circle._poles():
            radius = (pole.modulus * arb("1.02")).mid()
            side = 1 if radius > circle.R else -1
            found = circle._aliasing(radius, 20, side) * ((radius / circle.R) ** (20 * side) - 1)
            assert found > size(circle, on_circle(radius, pole.angle))
        assert not circle._aliasing(circle.R * arb("0.99"), 20, 1).is_finite()


@pytest.mark.parametrize("battle", BATTLES)
def test_nodes_that_are_left_out_are_negligible(battle: tuple[str, int, int]) -> None:
    with circle_of(*battle) as circle:
        for m in (20, 60, 400):
            kept, left_out = circle._kept(m)
            assert kept == m // 2 or (kept < m // 2 and left_out < circle.negligible)
            angles = [(2 * j + 1) * arb.pi() / m for j in range(kept, m // 2)]
            sizes = [size(circle, on_circle(circle.R, angle)) for angle in angles]
            assert not left_out < sum(sizes, arb(0)) * 2 / m
            middle = min(2 * kept, m // 2)
            arcs = circle._arc(kept, middle, m) + circle._arc(middle, m // 2, m)
            assert not left_out < arcs
        assert kept < m // 2


@pytest.mark.parametrize("battle", BATTLES)
def test_more_nodes_are_kept_where_the_first_guess_was_too_few(
    battle: tuple[str, int, int],
) -> None:
    with circle_of(*battle) as circle:
        enough, _ = circle._kept(400)
        circle.variance *= 50
        kept, left_out = circle._kept(400)
        assert left_out < circle.negligible
        assert enough // 2 < kept < 200


@pytest.mark.parametrize("battle", BATTLES)
def test_errors_add_up_in_the_radius(
    battle: tuple[str, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with circle_of(*battle) as circle:
        m, inner, outer, _ = circle._nodes()
        kept, _ = circle._kept(m)
        monkeypatch.setattr(circle, "_nodes", lambda: (m, inner, outer, arb("0.25")))
        monkeypatch.setattr(circle, "_kept", lambda m: (kept, arb("0.5")))
        scale = circle.PR**circle.N / circle.R**circle.d
        radius = circle.chance().value.rad()
        assert abs(radius / (scale * arb("0.75")) - 1) < arb(2) ** -20


@pytest.mark.parametrize("battle", BATTLES)
def test_a_pole_on_a_node_takes_other_nodes(
    battle: tuple[str, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Still an even number of them, and the same chance."""
    win = closed_form.win_probability(battle[1], battle[2], RULES[battle[0]])
    with circle_of(*battle) as circle:
        before, *_ = circle._nodes()
        answers = iter([True, False])
        monkeypatch.setattr(circle, "_is_on_a_pole", lambda m: next(answers))
        after, *_ = circle._nodes()
        assert (before % 2, after % 2) == (0, 0)
        assert after > before
        answers = iter([True, False])
        value, wins = circle.chance()
        assert value.overlaps(ball(win if wins else 1 - win))


def test_which_poles_are_on_a_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are close to the circle and to a node: angles are in steps from node to node."""
    m = 20
    with circle_of(*BATTLES[0]) as circle:
        for ratio in ("1.001", "0.999", "1.06", "0.94"):
            for steps in ("0.5", "2.515", "2.53", "3", "-0.5", "-1.49"):
                modulus, angle = circle.R * arb(ratio), arb(steps) * 2 * arb.pi() / m
                pole = Pole(on_circle(modulus, angle), modulus, angle, 1)
                monkeypatch.setattr(circle, "_poles", lambda pole=pole: iter([(None, pole)]))
                is_close = ratio in ("1.001", "0.999") and steps not in ("2.53", "3")
                assert circle._is_on_a_pole(m) == is_close
