"""Known answers of the four sources, each with where it is from."""

import json
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import pytest

import riskexact as rx
from riskexact.cli import main
from riskexact.odds.closed_form.boundary import chances, one_defender, two_attackers
from tests.reference import p_battle

# J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20: pBattle[18, 6]
P_BATTLE_18_6 = Fraction(
    9804653220306498422549071803237023496256898193745,
    9885757284390281416111900904364482836234411966464,
)

P_BATTLE_18_6_DIGITS = (
    "0.99179586735233251220745553203976252914572712375424"
    "60366609745260803536003378927287553399877033534269"
)  # the fraction divided out to 100 digits


def test_p_battle_18_6(capsys: pytest.CaptureFixture[str]) -> None:
    assert p_battle(18, 6) == P_BATTLE_18_6
    assert main(["odds", "18", "6", "--armies", "--digits", "100", "--json"]) == 0
    win = json.loads(capsys.readouterr().out)["win"]
    assert Fraction(win["fraction"]) == P_BATTLE_18_6
    assert win["decimal"] == P_BATTLE_18_6_DIGITS


def test_the_key_fractions_of_the_wolfram_blog() -> None:
    """The comment of 2017-11-21: pWin2, pLose2 and pWin1Lose1 with enough armies."""
    lost, shared, won = rx.loss_counts(3, 2)
    total = lost + shared + won
    assert [Fraction(n, total) for n in (won, lost, shared)] == [
        Fraction(1445, 3888), Fraction(2275, 7776), Fraction(2611, 7776),
    ]  # fmt: skip


def test_the_wolfram_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Armies 2..16 against 1..4 defenders, exact and to 20 digits, by the post's own program."""
    command = ["table", "--attackers", "2..16", "--defenders", "1..4", "--armies", "--format"]
    assert main([*command, "json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["attackers"] == list(range(2, 17))
    assert [[Fraction(cell) for cell in row] for row in table["cells"]] == [
        [p_battle(armies, defenders) for defenders in range(1, 5)] for armies in range(2, 17)
    ]
    assert main([*command, "csv", "--as", "decimal", "--digits", "20"]) == 0
    _, *rows = capsys.readouterr().out.splitlines()
    with localcontext() as context:
        context.prec = 20
        for armies, row in zip(range(2, 17), rows, strict=True):
            for defenders, cell in enumerate(row.split(",")[1:], 1):
                exact = p_battle(armies, defenders)
                assert Decimal(cell) == Decimal(exact.numerator) / Decimal(exact.denominator)


@pytest.mark.parametrize(("a", "d", "percent"), [(5, 5, "38.1"), (10, 8, "57.5"), (10, 10, "36.9")])
def test_single_loss_battles(a: int, d: int, percent: str) -> None:
    """Percentages of "Should I attack in Risk? (The Board Game)"."""
    assert rx.percent_text(rx.win_probability(a, d, rx.SINGLE_LOSS)) == percent


def test_a_thousand_against_a_thousand() -> None:
    """The same source says 0.05 %; exactly it begins 0.536142536 %."""
    assert rx.win_decimal(1000, 1000, 9, rx.SINGLE_LOSS) == "0.00536142536"


def test_its_displayed_formula_is_right_and_its_listing_is_not() -> None:
    """The listing `Q_linear` starts its sum at 0 instead of 1, and has no second sum."""
    p = chances(3, 2, rx.SINGLE_LOSS)[1]
    for a in range(3, 12):
        for d in range(2, 12):
            first = [
                comb(a + d - 4 - x, d - 2)
                * (1 - p) ** (a - 2 - x)
                * one_defender(x + 2, rx.SINGLE_LOSS)
                for x in range(a - 1)
            ]
            second = [
                comb(a + d - 4 - y, d - 1 - y)
                * p ** (d - 1 - y)
                * two_attackers(y + 1, rx.SINGLE_LOSS)
                for y in range(1, d)
            ]
            displayed = p ** (d - 1) * sum(first[1:]) + (1 - p) ** (a - 2) * sum(second)
            listing = p ** (d - 1) * sum(first[:-1])
            exact = rx.win_probability(a, d, rx.SINGLE_LOSS, "recursion")
            assert displayed == exact != listing


def test_claims_of_the_notebook() -> None:
    """Of "Risk Calculator": 300 v 300 wins 95 %; 4 v 2 loses over 20 %; 33 v 38 is even."""
    assert rx.percent_text(rx.win_probability(300, 300), 0) == "95"
    assert Fraction(20, 100) < 1 - rx.win_probability(4, 2) < Fraction(22, 100)
    assert rx.percent_text(rx.win_probability(33, 38), 0) == "49"


def test_three_pairs() -> None:
    """3 v 3 dice with three pairs compared: the defender loses 0, 1, 2, 3."""
    counts = rx.loss_counts(3, 3, rx.Rules(attack_dice=3, defence_dice=3))
    assert counts == (17871, 12348, 10017, 6420)
    assert sum(counts) == 46656
