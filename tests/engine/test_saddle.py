"""The balls of `engine.saddle` hold the exact chance, however badly circles are chosen."""

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.engine import saddle
from riskexact.engine.balls import UndecidedError
from riskexact.engine.boundary import boundary_of
from riskexact.engine.circle import CORNER, Part
from riskexact.engine.saddle import Coefficient
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.engine.test_decimals import ALONG_THE_BOUNDARY, DIFFERENT, ODD_RULES, exact_win
from tests.strategies import any_rules, tries

all_rules = st.sampled_from([*RULES.values(), *ODD_RULES, *ALONG_THE_BOUNDARY]) | any_rules
units = st.integers(0, 12) | st.integers(0, 70)


def coefficient(a: int, d: int, rules: Rules, wins: bool, bits: int) -> Coefficient:
    return Coefficient(a, d, boundary_of(rules, wins, a + d), bits)


def exact(a: int, d: int, rules: Rules, wins: bool) -> fmpq:
    win = exact_win(a, d, rules) if wins else 1 - exact_win(a, d, rules)
    return fmpq(win.numerator, win.denominator)


def interior(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """A state of the interior."""
    return a + rules.attack.units_for_max_dice, d + rules.defence.units_for_max_dice


# --- the ball holds the chance


@pytest.mark.tools
@tries(50)
@given(all_rules, st.booleans(), units, units, st.sampled_from([1, 4, 10, 60]))
def test_the_exact_chance_is_in_the_ball(
    rules: Rules, wins: bool, a: int, d: int, bits: int
) -> None:
    """With few bits, too: then the errors that are bounded are much larger than the rounding."""
    a, d = interior(rules, a, d)
    with ctx.workprec(200 + 2 * bits):
        try:
            found = coefficient(a, d, rules, wins, bits).enclosed()
        except RiskError:  # every round in the interior has the same cost
            assert len(boundary_of(rules, wins, a + d).round) == 1
            return
        expected = exact(a, d, rules, wins)
        assert found.contains(arb(expected))
        if len(boundary_of(rules, wins, a + d).round) > 1 and expected != 0:
            assert found.rad() < arb(2) ** -bits * arb(expected)


@tries(50)
@given(
    st.sampled_from([*RULES.values(), *ALONG_THE_BOUNDARY]), st.booleans(), units, units,
    st.sampled_from([0.3, 0.8, 1.5, 4.0]), st.sampled_from([-2.0, -0.4, 0.1, 0.5, 3.0]),
    st.sampled_from([0.2, 0.7, 1.0]),
)  # fmt: skip
def test_bad_choices_widen_the_ball_and_no_more(
    rules: Rules, wins: bool, a: int, d: int, reach: float, off: float, wide: float
) -> None:
    """Other circles, other spans, fewer nodes: the bounds say what that costs."""
    a, d = interior(rules, a, d)
    with ctx.workprec(300):
        choice = coefficient(a, d, rules, wins, 12)
        choice._reach = (choice._reach * reach).mid()
        tilt, sigma, chosen = choice._circle()
        spans = [
            each._replace(t1=each.t0 + int((each.t1 - each.t0) * wide))
            for each in chosen
            if wide > 0.5 or each != CORNER
        ]
        R = choice._tilts.at(tilt.y + off / sigma).radius
        part = Part(choice._diagonal, spans)
        m = max(2, 2 * int(float(sigma) * reach * 3))
        kept = max(1, int(m // 2 * wide))
        errors = part.aliasing(R, m, choice._radii(spans, m, -m))
        errors += part.left_out(R, m, kept) + choice._rest(spans)
        if not errors.is_finite():
            return
        found = part.mean(R, m, part.nodes(m, kept)) + arb(0, errors)
        assert found.contains(arb(exact(a, d, rules, wins)))


@pytest.mark.parametrize("rules", [STANDARD, ALONG_THE_BOUNDARY[0]])
def test_errors_add_up_in_the_radius(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the rest, of aliasing and of the nodes left out."""
    with ctx.workprec(300):
        made = coefficient(3000, 40, rules, False, 20)
        monkeypatch.setattr(made, "_rest", lambda spans: arb(0))
        monkeypatch.setattr(Part, "aliasing", lambda *_: arb(0))
        monkeypatch.setattr(Part, "left_out", lambda *_: arb(0))
        rounding = made.enclosed().rad()
        size = made.enclosed().mid() * arb(2) ** -40
        assert rounding < size / 1000
        for error in ("_rest", "aliasing", "left_out"):
            with monkeypatch.context() as patch:
                patch.setattr(made if error == "_rest" else Part, error, lambda *_: size)
                assert abs(made.enclosed().rad() / size - 1) < 0.01


# --- the choice is a good one


@pytest.mark.tools
@pytest.mark.parametrize("rules", [*(RULES[name] for name in DIFFERENT), *ALONG_THE_BOUNDARY])
@pytest.mark.parametrize(("a", "d"), [(10**18, 10**18), (10**18, 30), (30, 10**18)])
def test_few_nodes_are_enough(
    rules: Rules, a: int, d: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their number depends on the digits, not on the size; so does the width."""
    numbers: list[int] = []
    mean = Part.mean

    def counted(part: Part, R: arb, m: int, nodes: list[int]) -> arb:
        numbers.append(len(nodes))
        return mean(part, R, m, nodes)

    monkeypatch.setattr(Part, "mean", counted)
    with ctx.workprec(500):
        for wins in (True, False):
            found = coefficient(a, d, rules, wins, 100).enclosed()
            assert found.rel_accuracy_bits() > 100
    assert len(numbers) == 2
    assert max(numbers) <= 250


def test_the_spans_of_a_battle_along_the_boundary() -> None:
    """About the place on the line that the battle reaches; everything where it reaches none."""
    rules = Rules(3, (8, 2))
    with ctx.workprec(300):
        _, _, spans = coefficient(10**6, 10**6, rules, False, 100)._circle()
        assert CORNER in spans
        for d, low, high in [(10**5, 0.1, 0.9), (10**3, 0.9, 1)]:
            made = coefficient(10**6, d, rules, False, 100)
            _, _, (span,) = made._circle()
            T = made._diagonal.T
            assert low * T < span.t0 < span.t1 <= high * T
            assert span.t1 - span.t0 < 20_000


def test_what_is_impossible_has_the_chance_0() -> None:
    """However large: the index is beyond those of the diagonal."""
    rules = Rules((1, 6), 2)  # an attacker falls in every round
    with ctx.workprec(300):
        for a, d in [(20, 30), (10**9, 2 * 10**9)]:
            assert coefficient(a, d, rules, True, 50).enclosed() == 0
            assert coefficient(a, a - a // 4, rules, True, 50).enclosed() != 0
        assert (
            coefficient(20, 20, rules, True, 50)
            .enclosed()
            .contains(arb(exact(20, 20, rules, True)))
        )


def test_what_is_hardly_possible_is_not_0() -> None:
    """The last index of a diagonal, whose share is the largest that a round has."""
    rules = Rules((6, 1), 2)
    with ctx.workprec(300):
        for n in (5, 20, 10**9):
            made = coefficient(n, n, rules, True, 50)
            assert made._above(0, n) / made._length == made._tilts.most
            found = made.enclosed()
            assert found > 0
            assert n > 20 or found.contains(arb(exact(n, n, rules, True)))


def test_too_little_precision_is_undecided() -> None:
    with ctx.workprec(20), pytest.raises(UndecidedError):
        coefficient(10**18, 10**18, STANDARD, True, 100).enclosed()


def test_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saddle, "MAX_NODES", 10)
    with ctx.workprec(300), pytest.raises(RiskError, match="must be fewer for this many certain"):
        coefficient(10**6, 10**6, STANDARD, True, 100).enclosed()
