"""The integrand of `engine.poles` and its poles; `test_engine_decimals` has the integral."""

import pytest
from flint import acb, arb, ctx, fmpq, fmpq_poly

from riskexact.base.text import decimal_text
from riskexact.engine.decimals import by_balls
from riskexact.engine.poles import Enclosed, Part, _is_simple, _poles, integrand_of
from riskexact.odds import closed_form
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand

NAMED = [rules for rules in RULES.values() if integrand_of(3, 2, rules)]
ONE_UNIT = Rules(3, 2, pairs=1)
UNUSUAL = [Rules((6, 6, 1), 2), Rules((8, 2, 2), 2), Rules(3, (8, 2), pairs=1), ONE_UNIT]


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, Hand(2, to_all=9)),  # p_12 is 0
        Rules((6, 1, 1), 2),  # p_12 is not 0, but two defenders never lose two units
        Rules((6, 1, 1), 2, pairs=1),  # p_22 is p_12
    ],
)
def test_boundaries_whose_powers_coincide_or_are_of_0(rules: Rules) -> None:
    assert integrand_of(9, 9, rules) is None


@pytest.mark.parametrize("rules", [*NAMED, *UNUSUAL])
def test_the_rounds_until_the_last_interior_state(rules: Rules) -> None:
    """As many as leave 5 units of both sides (3 against 2) in the lowest row, and 6 in the next."""
    for a, d in [(3, 2), (9, 9), (8, 9), (20, 3)]:
        found = integrand_of(a, d, rules)
        assert found is not None
        cost = found.P.degree()
        rounds = [len(range(a + d, least - 1, -cost)) for least in (5, 6)]
        assert (found.longest, found.N) == ((rounds[0],) * 2 if cost == 1 else tuple(rounds))


def part(*denominator: int) -> Part:
    return Part(fmpq_poly([1]), fmpq_poly(list(denominator)), around=True)


@pytest.mark.parametrize(
    ("denominator", "simple"),
    [
        ((2, -3, 1), True),
        ((2, 3, 1), True),
        ((5, 2, 1), True),
        ((-1, 1, 1), True),
        ((3, 3, 1), True),
        ((-1, 1), True),
        ((7,), True),
        ((1, -2, 1), False),
        ((9, 6, 1), False),
        ((1, -4, 4), False),
        ((0, 1, 1), False),
        ((0, 1), False),
    ],
)
def test_simple_poles(denominator: tuple[int, ...], simple: bool) -> None:
    """No double root, and none that is 0."""
    assert _is_simple(part(*denominator)) == simple


def test_rules_with_a_part_without_a_pole_have_an_integrand() -> None:
    """w_1 = p_22 leaves no x in the denominator of K = 1."""
    rules = Rules((6, 6, 1), 2, pairs=1)
    found = integrand_of(9, 9, rules)
    assert found is not None
    assert {each.denominator.degree() for each in found.parts} == {0, 1}


@pytest.mark.parametrize(
    "roots",
    [
        (fmpq(1), fmpq(1, 10**60)),
        (fmpq(-1), fmpq(1, 10**60)),
        (fmpq(1), fmpq(-1, 10**60)),
        (fmpq(-1), fmpq(-1, 10**60)),
        (fmpq(2), fmpq(-2)),
    ],
)
@pytest.mark.parametrize("lead", [fmpq(3), fmpq(1, 3)])
def test_real_poles_are_accurate_however_small(roots: tuple[fmpq, fmpq], lead: fmpq) -> None:
    x = fmpq_poly([0, 1])
    with ctx.workprec(64):
        found = list(_poles(lead * (x - roots[0]) * (x - roots[1])))
        assert all(pole.place.rel_accuracy_bits() > 55 for pole in found)
        for root in roots:
            (pole,) = [each for each in found if each.place.contains(acb(root))]
            assert pole.copies == 1
            assert pole.modulus.contains(abs(root))
            assert pole.angle.contains(0 if root > 0 else arb.pi())


@pytest.mark.parametrize("denominator", [(15, -8, 1), (30, -16, 2), (3, -1), (7,)])
def test_the_bound_of_a_part_is_its_value_next_to_its_poles(denominator: tuple[int, ...]) -> None:
    """Of 3 x - 2 over it, at 1: all distances are what they are there, but the 2 may be added."""
    one = Part(fmpq_poly([-2, 3]), fmpq_poly(list(denominator)), around=True)
    part = Enclosed(one)
    found = part.bound(arb(1), [abs(pole.place - 1) for pole in part.poles])
    assert abs(found - 5 * abs(part.at(acb(1)))) < arb(2) ** -30


def test_a_pair_of_complex_poles_is_one_with_two_copies() -> None:
    with ctx.workprec(64):
        (pole,) = _poles(2 * fmpq_poly([25, -6, 1]))
        assert pole.place.contains(acb(3, 4))
        assert pole.modulus.contains(5)
        assert pole.copies == 2


def test_the_pole_of_degree_one_and_none_of_degree_zero() -> None:
    (pole,) = _poles(fmpq_poly([3, -2]))
    assert pole.place.contains(acb(fmpq(3, 2)))
    assert pole.copies == 1
    assert list(_poles(fmpq_poly([3]))) == []


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, (1, 6), ties="attacker"),  # one defender always loses
        Rules(3, (1, 6), ties="attacker", pairs=1),
        Rules(3, (6, 1), ties="attacker"),  # two defenders never win both pairs
    ],
)
def test_a_chance_of_0_is_left_to_another_road(rules: Rules) -> None:
    assert integrand_of(9, 9, rules) is None
    win = closed_form.win_probability(20, 60, rules)
    assert by_balls(20, 60, 30, rules) == (decimal_text(win, 30), decimal_text(1 - win, 30))
