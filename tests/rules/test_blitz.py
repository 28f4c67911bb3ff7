"""The constants of Balanced Blitz."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion


def test_the_published_constants() -> None:
    """smgstudio/risk-dice, "as of version 3.3": 0.05, 0.1, 1.3 and 1.8."""
    assert BLITZ_3_3.name == "3.3"
    given = BLITZ_3_3.negligible, BLITZ_3_3.cut, BLITZ_3_3.sharper, BLITZ_3_3.peaked
    assert given == tuple(map(Fraction, ("0.05", "0.1", "1.3", "1.8")))


def test_constants_of_ones_own() -> None:
    version = BlitzVersion("4.0-beta", Decimal("0.02"), "5%", 2, Fraction(3, 2))
    assert version.negligible == Fraction(1, 50)
    assert version == BlitzVersion("4.0-beta", "1/50", Fraction(1, 20), Fraction(2), Fraction(3, 2))
    assert type(version.sharper) is Fraction


@pytest.mark.parametrize(
    ("constants", "message"),
    [
        ({"name": ""}, "name must be 1 to 20 letters, digits, dots and dashes, not ''"),
        ({"name": "3.3\n"}, "name must be"),
        ({"name": 3}, "name must be .*, not 3"),
        ({"negligible": 0.05}, "negligible must be 0 to 1, exact or text"),
        ({"negligible": "1/2"}, "negligible must be less than 1/2, not '1/2'"),
        ({"cut": Fraction(1, 2)}, "cut must be less than 1/2, not"),
        ({"cut": -1}, "cut must be 0 to 1"),
        ({"sharper": 1.3}, r"sharper must be exact, .*; write Fraction\(13, 10\)"),
        ({"sharper": 0}, "sharper must be above 0, with a numerator and a denominator of at most"),
        ({"peaked": 101}, "peaked must be above 0, .* at most 100, not 101"),
        ({"peaked": Fraction(1, 101)}, "peaked must be above 0"),
    ],
)
def test_bad_constants(constants: dict[str, Any], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        BlitzVersion(**({"name": "ours"} | constants))
