"""Questions that would take minutes are refused at once: the message says what may be asked."""

import pytest

import riskexact as rx
from riskexact.cli import main
from riskexact.odds import recursion

REFUSED = {
    "strategy 400 400": "attackers and defenders must be at most 309 each, or have as few states",
    "strategy 200 200 --order after-the-throw": "must be at most 102 each",
    "verify 2000 2000": "at most 367 each, or have as few states, for every method",
    f"place {10**18} --line 1000 --free {10**18}": "territories must be at most 100 for more than",
    "place 300 --line 5 --free 300 --rules risiko": "units must be at most 39 where all spreads",
    "place 60 --line 8 --free 60 --rules risiko": "units must be at most 56 where all spreads",
    "place 500 --front A=500,B=500,C=500": "units must be at most 328 against 1497 attackers",
    "place 5 --front A=1000000": "units must be at most 0 against 999999 attackers",
    "game --duel 1 1 -r 100": "reinforcements must be a whole number, from 1 to 80",
    "game ring-4 --mine A=1 --enemy B=1,C=1,D=1 --bonus A,B=100000": (
        "new armies of a turn, with all bonuses, must be at most 5"
    ),
}


@pytest.mark.parametrize("typed", REFUSED)
def test_what_takes_minutes_is_refused_in_one_line(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recursion, "win_probability", lambda *_: pytest.fail("computed"))
    assert main(typed.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert REFUSED[typed] in err


def test_what_a_message_allows_is_allowed() -> None:
    assert rx.Strategy(309, 309).attackers == 309
    with pytest.raises(rx.RiskError, match="at most 309 each"):
        rx.Strategy(312, 312)
    rx.Strategy(1000, 30)
    game = rx.Game("line-2", bonuses={("A",): 1000}, armies=4)
    assert game.incomes(1) == 1003
    with pytest.raises(rx.RiskError, match="new armies of a turn, with all bonuses, must be at"):
        rx.Game("line-2", bonuses={("A",): 1000, ("B",): 2000}, armies=4)
