"""The campaign of certain digits runs, and sees what is wrong."""

from unittest.mock import patch

import pytest

from tests.trust import digits


def test_some_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert digits.campaign(battles=6, seed=7) == 0
    assert "wrong" not in capsys.readouterr().out


def test_a_wrong_digit_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(digits, "win_texts", return_value=("0.1", "0.9")):
        assert digits.campaign(battles=6, seed=7) == 1
    assert "wrong: fraction" in capsys.readouterr().out
