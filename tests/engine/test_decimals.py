"""Certain digits against the exact fraction, and at large sizes against methods of their own."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from unittest.mock import patch

import pytest
from flint import arb, arb_mat, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.engine import decimals
from riskexact.engine.balls import (
    UndecidedError,
    ball,
    ball_text,
    bits_of,
    bounds_of,
    decided,
    rounded_ball,
)
from riskexact.engine.decimals import by_balls, enclosed_chance, enclosure, win_texts
from riskexact.odds import closed_form, recursion
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_with_loss
from riskexact.rules.hand import Hand
from tests.strategies import any_rules, tries

DIFFERENT = list({rules.replace(name=None): name for name, rules in RULES.items()}.values())
"""Names of the catalogue, each rule set once."""

named_rules = st.sampled_from(sorted(RULES)).map(RULES.__getitem__)
sizes = st.integers(0, 40)
digit_numbers = st.integers(1, 60)

ODD_RULES = [
    Rules(Hand(3, to_all=5), 2),  # a round always costs the defender
    Rules(3, Hand(2, to_all=5)),
    Rules(3, Hand(2, to_highest=9)),  # and never both of his units
    Rules(3, Hand(2, to_all=9)),  # nothing is left to chance, and nobody wins
    Rules(Hand(3, to_all=9), 2),
    Rules(Hand(4, to_highest=9), 3),
    Rules((6, 6, 1), 2),
    Rules((1, 6), 2),  # a win loses as many units as the defender has
    Rules((6, 1), 2),  # or fewer: a single die is not the worst
    Rules(faces=1, ties="attacker"),
    Rules(Hand(2, needs=(1, 4)), Hand(3, needs=(1, 2, 6))),
    Rules(Hand(3, needs=(1, 4, 7)), 2),  # triple roots
    Rules(3, 2, pairs=(1, 2), faces=2),
    Rules(5, 4, pairs=(1, 3)),
    Rules(1, 1, 2),
    Rules(2, 2, 2),
    Rules(ties="nobody"),
    Rules(3, 3, 3, ties="nobody"),
    Rules(2, Hand(2, to_highest=1), ties="nobody"),
]

ALONG_THE_BOUNDARY = [
    Rules((12, 8, 6), (10, 4)), Rules((100, 1, 1), 2), Rules((8, 2, 2), 2), Rules(3, (8, 2)),
    Rules((8, 2, 2), 2, pairs=1), Rules((12, 2, 2), (10, 2), ties="nobody"),
]  # fmt: skip
"""Few dice fare better than many, so that skewed battles run along the boundary."""


@cache
def exact_win(a: int, d: int, rules: Rules) -> Fraction:
    method = closed_form.win_probability if rules.has_closed_form else recursion.win_probability
    return method(a, d, rules)


def exact_texts(a: int, d: int, digits: int, rules: Rules) -> tuple[str, str]:
    win = exact_win(a, d, rules)
    return decimal_text(win, digits), decimal_text(1 - win, digits)


# --- the texts of the exact fraction


@tries(40)
@given(named_rules | any_rules, sizes, sizes, digit_numbers)
def test_texts_equal_those_of_the_fraction(rules: Rules, a: int, d: int, digits: int) -> None:
    if a + d:
        assert win_texts(a, d, digits, rules) == exact_texts(a, d, digits, rules)


@tries(67)
@given(named_rules | any_rules, sizes, sizes, digit_numbers)
def test_balls_decide_all_but_ties(rules: Rules, a: int, d: int, digits: int) -> None:
    """Small battles too, which `win_texts` leaves to the fraction."""
    if a + d:
        try:
            texts = by_balls(a, d, digits, rules)
        except RiskError:
            assert lies_between_two_texts(exact_win(a, d, rules), digits)
        else:
            assert texts == exact_texts(a, d, digits, rules)


def lies_between_two_texts(win: Fraction, digits: int) -> bool:
    """Whether the chance to win or to lose is an odd number of halves of the last digit."""
    return any(
        (2 * p * 10**places).denominator == 1 and (2 * p * 10**places).numerator % 2
        for p in (win, 1 - win)
        for places in range(digits, digits + 80)
    )


USUAL = [RULES[name] for name in DIFFERENT]
NAMED = [STANDARD, SINGLE_LOSS, RULES["risiko"]]
LARGER = [(100, 100), (300, 280), (300, 4), (7, 300), (2, 301), (200, 1)]
SMALLER = [(10, 9), (41, 40), (63, 4), (6, 50), (70, 7), (20, 60), (60, 20)]


@pytest.mark.tools
@pytest.mark.parametrize(
    ("rules", "battles", "numbers"),
    [
        *((rules, LARGER[n % 2 :: 2], (1, 50)) for n, rules in enumerate(USUAL)),
        *((rules, SMALLER, (1, 25)) for rules in [*ODD_RULES, *ALONG_THE_BOUNDARY]),
        *((rules, [(600, 550), (150, 500)], (300, 1000)) for rules in NAMED),
    ],
)
def test_larger_and_skewed_battles_and_many_digits(
    rules: Rules, battles: list[tuple[int, int]], numbers: tuple[int, ...]
) -> None:
    for a, d in battles:
        for digits in numbers:
            method = by_balls if digits > 50 else win_texts
            assert method(a, d, digits, rules) == exact_texts(a, d, digits, rules)


# --- large sizes, by methods of their own


def by_powers_of_a_matrix(a: int, d: int, rules: Rules, digits: int) -> tuple[str, str]:
    """The texts for few units on one side: a linear recurrence along the other, by matrix power.

    For few defenders the vector is the chance to lose from (x, y), …, (x-K+1, y), 1 <= y <= d; for
    few attackers it is the chance to win, with the sides exchanged.
    """
    wins = a < d
    few, many = min(a, d), max(a, d)
    K = rules.max_losses
    low = rules.defence.units_for_max_dice if wins else rules.attack.units_for_max_dice

    def value(along: int, across: int) -> arb:
        start = (across, along) if wins else (along, across)
        win = exact_win(*start, rules)
        return ball(win if wins else 1 - win)

    size = K * few
    rows: list[list[arb]] = []
    for across in range(1, few + 1):
        row = [arb(0)] * size
        start = (across, low + K) if wins else (low + K, across)
        for losses, p in chances_of_a_round(*start, rules):
            back, aside = losses[::-1] if wins else losses
            if across - aside == 0:
                continue  # the side with few units is gone: a chance of 0
            if back == 0:
                row = [x + p * y for x, y in zip(row, rows[across - aside - 1], strict=True)]
            else:
                row[(back - 1) * few + across - aside - 1] += p
        rows.append(row)
    shift = [[arb(i == j) for j in range(size)] for i in range(size - few)]
    step = arb_mat(rows + shift)
    begin = low + K
    vector = arb_mat([[value(begin - t, across)] for t in range(K) for across in range(1, few + 1)])
    less = (step ** (many - begin) * vector)[few - 1, 0]
    texts = ball_text(less, 1 - less, digits), ball_text(1 - less, less, digits)
    return texts if wins else texts[::-1]


def chances_of_a_round(a: int, d: int, rules: Rules) -> list[tuple[tuple[int, int], arb]]:
    counts, total = round_with_loss(*rules.dice(a, d), rules)
    return [(losses, ball(Fraction(n, total))) for losses, n in counts]


SKEWED = [(10**18, 2), (10**18, 5), (10**15 + 1, 8), (3, 10**18), (7, 10**18), (4, 10**9)]
DECIDED = [(10**18, 6), (10**12, 20), (6, 10**18), (20, 10**12)]
"""Along the boundary."""


@pytest.mark.tools
@pytest.mark.parametrize(
    ("rules", "battles"),
    [
        *((rules, SKEWED[n % 2 :: 2]) for n, rules in enumerate(USUAL)),
        *((rules, DECIDED) for rules in ALONG_THE_BOUNDARY),
    ],
)
def test_very_skewed_battles(rules: Rules, battles: list[tuple[int, int]]) -> None:
    for a, d in battles:
        with ctx.workprec(500):
            expected = by_powers_of_a_matrix(a, d, rules, 30)
        assert win_texts(a, d, 30, rules) == expected
    if rules.has_closed_form and battles is DECIDED:
        for a, d in [(30, 500), (500, 30), (300, 300), (2000, 400), (700, 2000)]:
            assert win_texts(a, d, 30, rules) == exact_texts(a, d, 30, rules)


EVEN = 853_414_372_542
"""Against 10^12 the chances are about equal under standard rules."""


LARGE = [
    (10**6, 10**6), (EVEN, 10**12), (10**30, 10**30), (10**40, 9), (8, 10**40), (10**9, 10**18),
    (10**6, 10**3), (10**3, 10**6), (3 * 10**5, 10**6),
]  # fmt: skip


@pytest.mark.tools
@pytest.mark.parametrize(
    ("number", "rules"),
    [*enumerate([*USUAL, *ODD_RULES, *ALONG_THE_BOUNDARY])],
)
def test_the_definition_holds_at_any_size(number: int, rules: Rules) -> None:
    """One round further, Q(a, d) = Σ p_ij Q(a - i, d - j): where no fraction would fit.

    Each size but the first is that of every third rule set.
    """
    units = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice
    many_lines = max(units) > 5 or rules.ties == "nobody"
    others = [] if many_lines else LARGE[1 + number % 3 :: 3]
    for a, d in LARGE[:1] + others:
        with ctx.workprec(120):
            chance, is_win = enclosed_chance(a, d, rules)
            mean = arb(0)
            for (i, j), p in chances_of_a_round(a, d, rules):
                value, wins = enclosed_chance(a - i, d - j, rules)
                mean += p * (value if wins == is_win else 1 - value)
            assert mean.overlaps(chance)
            if chance != 0:
                assert chance.rel_accuracy_bits() > 115
                assert mean.rel_accuracy_bits() > 90


def test_enormous_armies() -> None:
    """Exponents of any length: the decay per unit is that of smaller armies, to 14 digits."""
    win, lose = win_texts(10**200, 10**200, 20, STANDARD)
    assert win == f"1 - {lose}"
    assert lose.partition("e-")[2].startswith("20570919103748")
    assert len(lose.partition("e-")[2]) == 198
    for a in (1, 2, 3):
        assert win_texts(a, 10**300, 3, STANDARD)[1].startswith("1 - ")


# --- edges and errors


def test_edges() -> None:
    assert win_texts(0, 10**18, 5, STANDARD) == ("0", "1")
    assert win_texts(10**18, 0, 5, STANDARD) == ("1", "0")
    assert win_texts(5, 1, 10**4, STANDARD) == exact_texts(5, 1, 10**4, STANDARD)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: win_texts(0, 0, 5, STANDARD), "must not both be 0"),
        (lambda: win_texts(-1, 2, 5, STANDARD), "attackers must be a whole number"),
        (lambda: win_texts(1, 2, 0, STANDARD), "digits must be a whole number, from 1 to"),
        (lambda: win_texts(10**9, 10**9, 0, STANDARD), "digits must be a whole number, from 1 to"),
        (
            lambda: win_texts(10**9, 10**9, 5, Rules(Hand(2, needs=(1, 99)))),
            "units for full dice must be at most 100 of both sides together .*, not 99 and 2",
        ),
        (lambda: by_balls(1, 2, 2, Rules(1, 1, 2)), "cannot decide the rounding to 2 digits"),
    ],
)
def test_errors(call: Callable[[], object], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        call()


def test_a_value_between_two_texts_is_left_to_the_fraction() -> None:
    """Q(1, 21) = 4^-21 under these rules, which has 30 digits."""
    coin = Rules(1, 1, 2)
    assert win_texts(1, 41, 57, coin) == exact_texts(1, 41, 57, coin)


# --- balls


@given(st.fractions(0, 2) | st.integers(-40, 40).map(lambda e: Fraction(10) ** e),
       st.integers(1, 30), st.integers(8, 200))  # fmt: skip
def test_a_ball_has_the_text_of_the_fraction_or_none(
    value: Fraction, digits: int, bits: int
) -> None:
    with ctx.workprec(bits):
        try:
            text = ball_text(ball(value), ball(1 - value), digits)
        except UndecidedError:
            return
    assert text == decimal_text(value, digits)


@given(st.integers(1, 10**6), st.integers(-30, 30), st.integers(0, 3), st.integers(1, 8))
def test_no_number_of_a_ball_rounds_to_another_text(
    mantissa: int, exponent: int, width: int, digits: int
) -> None:
    middle = Fraction(mantissa) * Fraction(2) ** exponent
    radius = Fraction(width, 2**12) * middle
    try:
        rounded = rounded_ball(arb(as_fmpq(middle), arb(as_fmpq(radius))), digits)
    except UndecidedError:
        return
    for end in (middle - radius, middle + radius):
        whole = Fraction(int(rounded.mantissa)) * Fraction(10) ** (rounded.exponent - digits + 1)
        assert abs(end - whole) <= Fraction(10) ** (rounded.exponent - digits + 1) / 2


def as_fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def test_halves_go_to_the_even_digit_and_powers_of_ten_are_one_text() -> None:
    assert rounded_ball(arb(1) / 8, 2) == ("12", -1)
    assert rounded_ball(arb(3) / 8, 2) == ("38", -1)
    assert rounded_ball(arb("9.9996"), 4) == ("1000", 1)
    assert rounded_ball(arb("9.9994"), 4) == ("9999", 0)
    with ctx.workprec(60):
        near = arb(1, 2**-50)
        assert rounded_ball(near, 10) == ("1000000000", 0)
        assert rounded_ball(near / 1000, 10) == ("1000000000", -3)
        for wide, digits in [
            (near, 20), (arb("0.9997", "0.0004"), 3), (arb("1.0001", "0.0008"), 3),
        ]:  # fmt: skip
            with pytest.raises(UndecidedError):
                rounded_ball(wide, digits)


def test_precision_is_doubled_until_a_ball_decides() -> None:
    tried = []

    def attempt() -> None:
        tried.append(ctx.prec)
        raise UndecidedError

    with pytest.raises(RiskError, match="cannot decide the rounding to 10 digits"):
        decided(attempt, 10, guard=6, attempts=3)
    assert tried == [40, 80, 160]


@pytest.mark.parametrize("digits", [1, 10, 1000, 10**4])
def test_bits_of_digits(digits: int) -> None:
    assert 2 ** bits_of(digits) >= 10**digits


# --- the chance in a ball


@given(named_rules | any_rules, sizes, sizes, st.integers(1, 200), st.integers(2, 900))
def test_bounds_enclose_the_fraction(rules: Rules, a: int, d: int, bits: int, more: int) -> None:
    if a + d:
        low, high = enclosure(a, d, rules, bits, bits + more)
        win = exact_win(a, d, rules)
        assert low <= win <= high
        assert 0 <= low <= high <= 1
        assert high - low <= min(win, 1 - win) / 2**bits + Fraction(2, 2 ** (bits + more))


@pytest.mark.parametrize("guess", [True, False])
def test_the_chance_that_is_smaller_is_taken(guess: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Narrow in proportion, however small it is, and whatever the guess."""
    monkeypatch.setattr(decimals, "_attacker_is_likely", lambda a, d, rules: guess)
    for a, d in [(300, 100), (100, 300), (10**6, 10**6)]:
        for rules in (STANDARD, Rules(3, 3), Rules(ties="nobody")):
            with ctx.workprec(100):
                value, wins = enclosed_chance(a, d, rules)
            assert wins == (rules.max_dice == (3, 3) if a == d else a < d)
            assert value < 0.5
            assert value.rel_accuracy_bits() > 95


def test_digits_that_would_take_hours_are_refused() -> None:
    for rules in (STANDARD, SINGLE_LOSS):
        with pytest.raises(RiskError, match="digits must be at most 30000 .* not 30001: .* hours$"):
            win_texts(10**6, 10**6, 30_001, rules)
        for a, d in [(3, 10**6), (10**6, 2)]:
            with pytest.raises(RiskError, match="digits must be at most 30000"):
                win_texts(a, d, 30_001, rules)
    with patch.object(decimals, "by_balls", return_value=("0.5", "0.5")):
        assert win_texts(10**6, 10**6, 30_000, STANDARD) == ("0.5", "0.5")
    # powers, and fractions, are soon there
    assert len(win_texts(10**6, 1, 30_001, STANDARD)[1].partition("e")[0]) == 30_002
    assert len(win_texts(2, 10**6, 30_001, STANDARD)[0].partition("e")[0]) == 30_002
    assert len(win_texts(30, 30, 30_001, STANDARD)[0]) == 30_003


def test_bounds_are_no_wider_than_promised() -> None:
    """The width of this ball is 1.8 times the promised one."""
    value = arb("0.25 +/- 0.00087890625")
    with pytest.raises(UndecidedError):
        bounds_of(value, 1 - value, 8, 60)
