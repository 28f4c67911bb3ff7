"""Single cells by binary splitting, against the closed form, and large ones modulo a prime."""

from fractions import Fraction
from itertools import islice
from math import gcd
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from flint import fmpz, fmpz_mat
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.fractions import exponent, lowest_terms, prime_factors
from riskexact.engine import cell, splitting
from riskexact.engine.columns import Binomial, Trinomial, common_divisor
from riskexact.engine.primes import OverPowers, Primes
from riskexact.engine.splitting import products, progression, two_sums
from riskexact.odds import closed_form, recursion
from riskexact.odds.closed_form.geometric import chances
from riskexact.odds.closed_form.interior import weight
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import loss_counts
from riskexact.rules.hand import Hand
from tests.strategies import hands

COVERED = [rules for rules in RULES.values() if cell.applies(rules)]


SKEWED = [
    Rules((8, 2, 2), 2),  # one die does better than each of two
    Rules((8, 2, 2), 2, pairs=1),
    Rules((4, 8, 9), (9, 12), pairs=1),
    Rules((4, 11, 3), (6, 7)),
    Rules((12, 2, 2), 2),  # g has another sign where s is odd
]


@pytest.mark.parametrize("rules", [*COVERED, *SKEWED])
def test_every_small_cell(rules: Rules) -> None:
    for (a, d), expected in recursion.cells(14, 14, rules):
        if a >= 3 and d >= 2:
            value = cell.win_probability(a, d, rules)
            assert value == expected
            assert type(value) is Fraction
            assert gcd(value.numerator, value.denominator) == 1
            assert type(value.numerator) is type(value.denominator) is int


@st.composite
def covered_rules(draw: st.DrawFn) -> Rules:
    """3 v 2 dice with anything else that a hand can have."""
    faces = st.integers(1, 6)

    def hand(number: int) -> Hand:
        drawn = draw(hands())
        dice = draw(st.just(number) | st.tuples(*[faces] * number))
        extra = drawn.extra if dice == number else 0
        return Hand(dice, extra=extra, to_all=drawn.to_all, to_highest=drawn.to_highest)

    rules = Rules(
        hand(3),
        hand(2),
        draw(st.integers(2, 9)),
        draw(st.sampled_from([1, 2])),
        draw(st.sampled_from(["defender", "attacker"])),
    )
    assume(cell.applies(rules))
    return rules


@given(covered_rules(), st.integers(3, 60), st.integers(2, 60))
def test_cells_of_any_covered_rules(rules: Rules, a: int, d: int) -> None:
    assert cell.win_probability(a, d, rules) == closed_form.win_probability(a, d, rules)


@pytest.mark.parametrize("leaf_steps", [1, 3, 6])
@pytest.mark.parametrize("leaves_in_turn", [0, 1000])
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS], ids=["K=2", "K=1"])
def test_leaves_on_small_cells(
    rules: Rules, leaves_in_turn: int, leaf_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What large cells go through, for every parity and shape, down to leaves of one step."""
    monkeypatch.setattr(cell, "SINGLE_STEPS", {1: 0, 2: 0})
    monkeypatch.setattr(cell, "_leaf_steps", lambda size, steps: leaf_steps)
    monkeypatch.setattr(splitting, "WINOGRAD_BITS", 200)
    monkeypatch.setattr(splitting, "LEAVES_IN_TURN", leaves_in_turn)
    monkeypatch.setattr(splitting, "SHARED_COLUMNS", 4)
    for a in (3, 4, 5, 17, 40, 61):
        for d in (2, 3, 4, 18, 39, 60):
            assert cell.win_probability(a, d, rules) == closed_form.win_probability(a, d, rules)


@pytest.mark.parametrize("battle", [(1000, 800), (801, 1000), (3, 900), (900, 2), (5, 1500)])
@pytest.mark.parametrize("name", ["standard", "single-loss", "2210-commander"])
def test_larger_cells(name: str, battle: tuple[int, int]) -> None:
    rules = RULES[name]
    assert cell.win_probability(*battle, rules) == closed_form.win_probability(*battle, rules)


P = 2_147_483_629  # a prime below 2^31: products fit in 63 bits


def modulo_a_prime(a: int, d: int, rules: Rules) -> int:
    """Q(a, d) modulo P: the recursion, one anti-diagonal at a time, in residues."""
    rounds = {
        (x, y): [c * pow(sum(counts), -1, P) % P for c in counts]
        for x in (1, 2, 3)
        for y in (1, 2)
        for counts in [loss_counts(x, y, rules)]
    }
    full = rounds[3, 2]
    K = len(full) - 1
    zero = np.zeros(a + 1, dtype=np.int64)
    diagonals = [zero] * K  # the last K, the latest last; indexed by attackers
    for s in range(1, a + d + 1):
        now = zero.copy()
        lo, hi = max(3, s - d), min(a, s - 2)
        if lo <= hi:
            for k, c in enumerate(full):
                lost = K - k
                now[lo : hi + 1] += diagonals[-K][lo - lost : hi + 1 - lost] * c % P
        for x in {s, s - 1, 1, 2}:
            y = s - x
            if not (0 < x <= a and 0 <= y <= d) or (x >= 3 and y >= 2):
                continue
            if y == 0:
                now[x] = 1
                continue
            chances = rounds[min(x, 3), min(y, 2)]
            k = len(chances) - 1
            now[x] = sum(c * int(diagonals[-k][x - k + j]) for j, c in enumerate(chances)) % P
        diagonals = [*diagonals[1:], now % P]
    return int(diagonals[-1][a])


@pytest.mark.parametrize("battle", [(2500, 2500), (2000, 2601), (3001, 1700)])
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS], ids=["K=2", "K=1"])
def test_large_cells_modulo_a_prime(rules: Rules, battle: tuple[int, int]) -> None:
    value = cell.win_probability(*battle, rules)
    residue = value.numerator * pow(value.denominator, -1, P) % P
    assert residue == modulo_a_prime(*battle, rules)


def test_the_modular_road_itself() -> None:
    for rules in (STANDARD, SINGLE_LOSS):
        value = recursion.win_probability(9, 11, rules)
        assert modulo_a_prime(9, 11, rules) == value.numerator * pow(value.denominator, -1, P) % P


@given(st.tuples(st.integers(1, 9), st.integers(0, 9), st.integers(1, 9)), st.integers(0, 9))
def test_the_column_recurrence(counts: tuple[int, int, int], i: int) -> None:
    """One step of the matrix leads from (T(n, i), T(n, i-1)) to those of n + 1."""
    A, B, C = counts
    for n in range(i // 2, i // 2 + 6):
        m = 2 * n + 2 - i
        T0, T1 = weight(counts, n, i), weight(counts, n, i - 1) if i else 0
        new0 = 2 * A * C * (m + 1) * T0 + B * C * (m + 1) * T1
        new1 = A * B * i * T0 + (2 * A * C * m - B * B * (n - i + 1)) * T1
        scale = Fraction(n + 1, m * (m + 1) * C)
        assert scale * new0 == weight(counts, n + 1, i)
        assert scale * new1 == (weight(counts, n + 1, i - 1) if i else 0)


recurrences = st.sampled_from(
    [
        Trinomial((4, 3, 2, 5), (7, 9), ((1, 2), (3, -1)), ((5, 0), (6, 0)), 4, 40),
        Trinomial((4, 3, 2, 5), (2, 3), ((1, 2), (3, 1)), ((5, 0), (6, 0)), 7, None),
        Binomial(6, 5, 3, (4, 7)),
    ]
)


@given(recurrences, st.integers(1, 4), st.integers(1, 37))
def test_two_sums_equal_single_steps(recurrence: Any, leaf_steps: int, steps: int) -> None:
    start = [3] if recurrence.size == 1 else [3, 2]
    lo, hi = 4, 4 + steps
    odd_end = steps == 37  # the step 40 of the first one is unlike the others
    in_turn = two_sums(recurrence, lo, hi, start, leaf_steps, odd_end)
    with patch.object(splitting, "LEAVES_IN_TURN", 0):
        tree = two_sums(recurrence, lo, hi, start, leaf_steps, odd_end)
    single = recurrence.by_single_steps(lo, hi, start)
    leaf = recurrence.leaf(lo, hi)
    rows = [leaf.V] if recurrence.size == 1 else [leaf.V[:2], leaf.V[2:]]
    by_leaf = leaf.V if recurrence.size == 1 else [sum(map(int.__mul__, r, start)) for r in rows]
    scale = start[0] if recurrence.size == 1 else 1
    for k in range(2):
        value = Fraction(int(single.s[k]), int(single.D))
        assert Fraction(int(tree.s[k]), int(tree.D)) == value
        assert Fraction(int(in_turn.s[k]), int(in_turn.D)) == value
        assert Fraction(by_leaf[k] * scale, leaf.D) == value


@pytest.mark.parametrize("leaf_steps", [1, 2, 3, 4])
def test_an_odd_end_after_any_number_of_steps(leaf_steps: int) -> None:
    """The polynomials of the leaves know nothing of it, however few leaves there are."""
    for steps in range(1, (3 * leaf_steps + 2) * leaf_steps + 2):
        lo, hi = 4, 4 + steps
        odd = Trinomial((4, 3, 2, 5), (7, 9), ((1, 2), (3, -1)), ((5, 0), (6, 0)), 4, hi - 1)
        found = two_sums(odd, lo, hi, [3, 2], leaf_steps, odd_end=True)
        single = odd.by_single_steps(lo, hi, [3, 2])
        assert [s * single.D for s in found.s] == [s * found.D for s in single.s]


@given(st.lists(st.lists(st.integers(-99, 99), min_size=1, max_size=4), min_size=1, max_size=5))
def test_progression(polynomials: list[list[int]]) -> None:
    def values(k: int) -> tuple[int, ...]:
        return tuple(sum(c * k**e for e, c in enumerate(cs)) for cs in polynomials)

    for common in (0, len(polynomials)):
        rows, divisor = progression(values, 3, 60, common)
        found = [tuple(map(int, row)) for row in islice(rows, 60)]
        expected = [values(k) for k in range(60)]
        assert found == [
            tuple(x // divisor if j < common else x for j, x in enumerate(row)) for row in expected
        ]
        assert all(x % divisor == 0 for row in expected for x in row[:common])


@given(st.lists(st.integers(-(10**6), 10**6), min_size=12, max_size=12))
def test_winograds_products(entries: list[int]) -> None:
    A, V, B = (fmpz_mat(2, 2, entries[i : i + 4]) for i in (0, 4, 8))
    B = B + fmpz_mat(2, 2, [fmpz(1) << 30_000, 0, 0, 1])
    assert products(A, V, B) == (A * B, V * B)
    nothing, product = products(fmpz_mat(0, 2), V, B)
    assert (nothing.nrows(), product) == (0, V * B)


def test_numbers_by_their_primes() -> None:
    primes = Primes([Fraction(360, 7), Fraction(11)])
    assert primes.list == (2, 3, 5, 7, 11)
    assert list(map(int, primes.power_product((2, -1, 0, 1, -1)))) == [28, 33]
    assert list(map(int, primes.power_product((-2, 0, 1, 0, 0)))) == [5, 4]
    assert list(map(int, Primes([Fraction(3, 5)]).power_product((2, -1)))) == [9, 5]
    assert [prime_factors(n) for n in (1, 2, 97, 3667)] == [set(), {2}, {97}, {19, 193}]
    assert common_divisor([Fraction(6, 5), Fraction(-4, 15)]) == Fraction(2, 15)


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**9))
def test_lowest_terms(numerator: int, denominator: int) -> None:
    value = Fraction(numerator, denominator)
    made = lowest_terms(value.numerator, value.denominator)
    assert made == value
    assert type(made) is Fraction
    assert hash(made) == hash(value)
    assert made + 1 == value + 1


def test_where_the_formulas_do_not_hold() -> None:
    """They divide by chances that may be 0, and by differences that may be 0."""
    for rules in (
        Rules(4, 2),
        Rules(3, 2, ties="nobody"),
        Rules(3, 2, 1),
        Rules(3, Hand(2, to_all=9)),
        Rules(Hand(3, extra=9), Hand(2, extra=9)),
    ):
        assert not cell.applies(rules)


@given(
    st.sampled_from([2, 6, 12, 216, 1000, 49]),
    st.lists(
        st.tuples(
            st.integers(1, 10**9), st.integers(0, 90), st.integers(0, 90), st.integers(0, 60)
        ),
        max_size=8,
    ),
)
def test_fractions_over_powers(base: int, terms: list[tuple[int, int, int, int]]) -> None:
    """Whatever came before, and where there is more of a prime above than below."""
    over = OverPowers(base)
    for x, twos, threes, m in terms:
        x *= 2**twos * 3**threes * 5 ** (twos // 2) * 7 ** (threes // 3)
        value = over.fraction(x, m)
        assert value == Fraction(x, base**m)
        assert value.numerator == Fraction(x, base**m).numerator
        assert type(value.numerator) is type(value.denominator) is int


@given(st.lists(st.integers(0, 30), min_size=2, max_size=3), st.integers(0, 30))
def test_rates_are_the_least_that_bound_every_round(exponents: list[int], least: int) -> None:
    """Twice the rates, in whole numbers: first the least for the one side, then for the other."""
    one, other = cell._rates(exponents, least)
    K = len(exponents) - 1

    def bound(one: int, other: int) -> bool:
        return all((K - k) * one + k * other >= 2 * e for k, e in enumerate(exponents))

    assert one >= 2 * least
    assert other >= 0
    assert bound(one, other)
    assert one == 2 * least or K * (one - 1) < 2 * exponents[0]
    assert other == 0 or not bound(one, other - 1)


@given(covered_rules())
def test_rates_bound_the_rounds_of_the_interior_and_of_its_border(rules: Rules) -> None:
    plan = cell._plan(rules)
    assert plan is not None
    losses = {dice: chances(*dice, rules) for dice in [(3, 2), (3, 1), (1, 2), (2, 2)]}
    K = len(losses[3, 2]) - 1
    for p, rates in zip(plan.primes.list, cell._Bounds(rules, plan.primes, [])._rates, strict=True):
        needed = {
            dice: [exponent(p, chance.denominator) for chance in each]
            for dice, each in losses.items()
        }
        if rates is None:
            assert needed == {dice: [0] * len(each) for dice, each in losses.items()}
            continue
        for (one, other), exponents, beside in (
            (rates[0], needed[3, 2], 2 * needed[3, 1][0]),
            (rates[1], needed[3, 2][::-1], max(2 * needed[1, 2][1], 2 * needed[2, 2][K] / K)),
        ):
            assert all((K - k) * one + k * other >= 2 * e for k, e in enumerate(exponents))
            assert one >= beside


@pytest.mark.parametrize("battle", [(40, 40), (41, 40), (3, 81), (80, 2), (200, 200)])
@pytest.mark.parametrize("rules", [*COVERED, *SKEWED])
def test_bounds_of_the_exponents_in_a_denominator(rules: Rules, battle: tuple[int, int]) -> None:
    """They are above them, and soon not by much."""
    plan = cell._plan(rules)
    assert plan is not None
    denominator = closed_form.win_probability(*battle, rules).denominator
    for p, bound in zip(plan.primes.list, plan.places(*battle), strict=True):
        found = exponent(p, denominator)
        if bound:
            assert found < bound < 1.1 * found + 60
        else:
            assert found == 0


@pytest.mark.parametrize("bits", [0, 1000])
def test_a_quotient_that_is_not_whole_is_refused(bits: int) -> None:
    over = fmpz(7) << bits
    assert cell._divided(3**300 * over, over) == 3**300
    for wrong in (over // 7, over // 2, over * 6 // 7):
        with pytest.raises(ArithmeticError, match="no whole number"):
            cell._divided(3**300 * over + wrong, over)


def test_a_number_with_other_primes_has_no_exponents() -> None:
    with pytest.raises(ArithmeticError, match="7/3 has other primes than"):
        Primes([Fraction(5, 3)]).exponents(Fraction(7, 3))
