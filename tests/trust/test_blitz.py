"""The campaign of Balanced Blitz runs, and sees what is wrong."""

from fractions import Fraction
from unittest.mock import PropertyMock, patch

import pytest

from riskexact.battle.battle import Battle
from tests.trust import blitz


def test_a_little_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert blitz.campaign(every=9, random=2, large=[1000], seed=5) == 0
    assert capsys.readouterr().out == "84 battles compared, 0 wrong\n"


@pytest.mark.parametrize("text", ["0", "1", "0.60937736960000000000"])
def test_a_wrong_digit_is_seen(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(Battle, "win_probability", PropertyMock(return_value=Fraction(text))):
        assert not blitz.equals_the_algorithm(10, 10)
        assert blitz.campaign(every=1, random=0, large=[1000], seed=5) == 1
    assert "wrong: formula" in capsys.readouterr().out
