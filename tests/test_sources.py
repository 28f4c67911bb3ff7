"""What the Wolfram blog's own program gives; what the other sources claim is in `walkthrough`."""

import json
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from riskexact.cli import main
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
