"""Single cells, against the closed form, and large ones modulo a prime."""

import subprocess
import sys
from fractions import Fraction
from itertools import islice
from math import comb, gcd

import numpy as np
import pytest
from flint import fmpz, fmpz_mat
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from riskexact.engine import cell, columns, splitting
from riskexact.engine.cell import lowest_terms
from riskexact.engine.columns import Base, common_divisor, split
from riskexact.engine.splitting import Recurrence, binomial_sums, products, two_sums
from riskexact.odds import closed_form, recursion
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import exponent, loss_counts, prime_factors
from riskexact.rules.hand import Die, Hand
from tests.strategies import any_die, hands, tries

COVERED = [rules for rules in RULES.values() if cell.applies(rules)]


SKEWED = [
    Rules((8, 2, 2), 2),  # one die does better than each of two
    Rules((8, 2, 2), 2, pairs=1),
    Rules((4, 8, 9), (9, 12), pairs=1),
    Rules((4, 11, 3), (6, 7)),
    Rules((12, 2, 2), 2),  # g has another sign where s is odd
    Rules(Hand(3, extra=9), Hand(2, extra=9)),  # counts of eight digits, with large primes
]


@pytest.mark.parametrize("rules", [*COVERED, *SKEWED])
def test_every_small_cell(rules: Rules) -> None:
    for (a, d), expected in recursion.cells(14, 14, rules):
        value = cell.win_probability(a, d, rules)
        assert value == expected
        assert type(value) is Fraction
        assert gcd(value.numerator, value.denominator) == 1
        assert type(value.numerator) is type(value.denominator) is int


@st.composite
def covered_rules(draw: st.DrawFn) -> Rules:
    """3 v 2 dice with anything else that a hand can have."""
    faces = st.integers(1, 6) | any_die

    def hand(number: int) -> Hand:
        drawn = draw(hands())
        dice = draw(st.just(number) | st.tuples(*[faces] * number))
        extra = drawn.extra if dice == number else 0
        return Hand(
            dice,
            extra=extra,
            to_all=drawn.to_all,
            to_highest=drawn.to_highest,
            to_lowest=drawn.to_lowest,
        )

    rules = Rules(
        hand(3),
        hand(2),
        draw(st.integers(2, 9) | any_die),
        draw(st.sampled_from([1, 2])),
        draw(st.sampled_from(["defender", "attacker"])),
    )
    assume(cell.applies(rules))
    return rules


def split_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send small cells through what large ones go through."""
    monkeypatch.setattr(columns, "SEQUENCE_STEPS", 0)
    monkeypatch.setattr(columns, "BINOMIAL_STEPS", 0)
    monkeypatch.setattr(splitting, "WINOGRAD_BITS", 200)
    monkeypatch.setattr(splitting, "SHARED_COLUMNS", 4)
    monkeypatch.setattr(splitting, "STRIPPED_STEPS", 12)


@pytest.mark.tools
@pytest.mark.parametrize("shortest", [1, 3, 6])
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, *SKEWED])
def test_splitting_on_small_cells(
    rules: Rules, shortest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every parity and shape, down to leaves of one step."""
    split_early(monkeypatch)
    monkeypatch.setattr(columns, "leaf_steps", lambda steps: shortest)
    monkeypatch.setattr(splitting, "BLOCK_STEPS", 2 * shortest)
    for a in (3, 4, 5, 17, 40, 61):
        for d in (2, 3, 4, 18, 39, 60):
            assert cell.win_probability(a, d, rules) == closed_form.win_probability(a, d, rules)


@pytest.mark.tools
@settings(tries(40), suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(covered_rules(), st.integers(1, 90), st.integers(1, 90), st.integers(0, 2))
def test_cells_of_any_covered_rules(rules: Rules, a: int, d: int, way: int) -> None:
    """In Python, in the numbers of flint, and split."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        if way:
            monkeypatch.setattr(cell, "INT_UNITS", 0)
        if way == 2:
            split_early(monkeypatch)
        value = cell.win_probability(a, d, rules)
    assert value == closed_form.win_probability(a, d, rules)
    assert type(value.numerator) is type(value.denominator) is int


def test_a_single_defender_who_always_holds() -> None:
    """Of two dice the highest may be 9 at most; a single one is raised beyond reach."""
    holds = Hand(2, to_highest=1, to_lowest=9)
    rules = Rules(Hand(3, to_highest=5), holds, Die((0, 4)), 1, "attacker")
    assert cell.applies(rules)
    assert loss_counts(3, 2, rules)[1]
    for a, d in ((3, 1), (3, 2), (3, 36), (1, 5), (2, 2), (40, 30), (400, 1)):
        assert cell.win_probability(a, d, rules) == 0


SIDES = [(1000, 800), (801, 1000), (3, 900), (900, 2), (5, 1500), (1, 800), (2, 801), (900, 1)]


@pytest.mark.parametrize("battle", SIDES)
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


@pytest.mark.tools
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


recurrences = st.sampled_from(
    [
        Recurrence((4, 3, 2, 5), (7, 9), ((1, 2), (3, -1)), (5, 6), 4, 40),
        Recurrence((4, 3, 2, 5), (2, 3), ((1, 2), (3, 1)), (5, 6), 7, None),
    ]
)


def sums_of_single_steps(recurrence: Recurrence, lo: int, hi: int) -> list[Fraction]:
    """The sums over D, from u(lo) = (3, 2)."""
    leaf = recurrence.leaf(lo, hi)
    return [Fraction(3 * row[0] + 2 * row[1], leaf[4]) for row in (leaf[5:7], leaf[7:])]


@given(recurrences, st.integers(1, 4), st.integers(1, 37))
def test_two_sums_equal_single_steps(recurrence: Recurrence, leaf_steps: int, steps: int) -> None:
    lo, hi = 4, 4 + steps
    if hi <= 40:
        recurrence = recurrence._replace(last=None)
    *sums, D = two_sums(recurrence, lo, hi, [3, 2], leaf_steps)
    assert [Fraction(int(s), int(D)) for s in sums] == sums_of_single_steps(recurrence, lo, hi)


@given(
    st.integers(0, 50),
    st.integers(0, 400),
    st.integers(1, 30),
    st.tuples(st.integers(1, 30), st.integers(1, 30)),
    st.integers(2, 30),
    st.integers(2, 99),
)
def test_binomial_sums(
    D: int, N: int, q: int, x: tuple[int, int], shortest: int, stripped: int
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(splitting, "BLOCK_STEPS", shortest)
        monkeypatch.setattr(splitting, "STRIPPED_STEPS", stripped)
        *sums, E = binomial_sums(D, N, q, x)
    for s, x_k in zip(sums, x, strict=True):
        expected = sum(x_k ** (N - j) * comb(D + j, j) * q**j for j in range(N + 1))
        assert s == E * x_k * expected


@given(st.lists(st.lists(st.integers(-99, 99), min_size=1, max_size=4), min_size=1, max_size=5))
def test_progression(polynomials: list[list[int]]) -> None:
    def values(k: int) -> tuple[int, ...]:
        return tuple(sum(c * k**e for e, c in enumerate(cs)) for cs in polynomials)

    for common in (0, len(polynomials)):
        rows, divisor = splitting.progression(values, 3, 60, common)
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
    assert [split(n, (2, 3)) for n in (1, 360)] == [Base((0, 0), 1), Base((3, 2), 5)]
    assert [prime_factors(n) for n in (1, 2, 97, 3667)] == [set(), {2}, {97}, {19, 193}]
    assert common_divisor([Fraction(6, 5), Fraction(-4, 15), Fraction(0)]) == Fraction(2, 15)


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
    ):
        assert not cell.applies(rules)


BATTLES = [(40, 40), (41, 40), (3, 81), (80, 2), (200, 200), (1, 90), (2, 90), (90, 1)]


@pytest.mark.tools
@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("rules", [*COVERED, *SKEWED])
def test_bounds_of_the_exponents_in_a_denominator(rules: Rules, battle: tuple[int, int]) -> None:
    """They are above them, and soon not by much."""
    formulas = cell._formulas(rules)
    assert formulas is not None
    denominator = closed_form.win_probability(*battle, rules).denominator
    for p, bound in zip(formulas.scale.primes, formulas.scale.most(*battle), strict=True):
        found = exponent(p, denominator)
        denominator //= p**found
        assert found <= bound
        if min(battle) >= 40:
            assert bound < 1.3 * found + 60
    assert denominator == 1


@pytest.mark.parametrize("bits", [0, 1000])
def test_a_quotient_that_is_not_whole_is_refused(bits: int) -> None:
    """Also where no bits are cut off, and the divisor is long."""
    assert cell._quotient(5 * 3**1200, 3**400) == 5 * 3**800
    with pytest.raises(ArithmeticError, match="no whole number"):
        cell._quotient(5 * 3**1200 + 1, 3**400)
    over = fmpz(7) << bits
    for whole in (3**300, fmpz(3) ** 300):
        assert cell._quotient(whole * over, over) == 3**300
        for wrong in (over // 7, over // 2, over * 6 // 7):
            with pytest.raises(ArithmeticError, match="no whole number"):
                cell._quotient(whole * over + wrong, over)


def test_small_cells_need_no_library() -> None:
    code = (
        "import sys; from riskexact import SINGLE_LOSS, win_probability as win\n"
        "win(320, 320), win(320, 320, SINGLE_LOSS), win(638, 2), win(2, 638), win(1, 639)\n"
        "print('flint' in sys.modules); win(321, 320); print('flint' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert done.stdout.split() == ["False", "True"]
