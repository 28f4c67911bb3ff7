"""Sixty things that people type: each is understood, or refused with what to type instead.

They come from other calculators, other command lines and the words of the game.
"""

from shlex import split

import pytest

from tests.commands import Capture, run

UNDERSTOOD = {
    # a battle
    "8 6": "73.0 %",
    "8v6": "73.0 %",
    "8 vs 6": "73.0 %",
    "8 versus 6": "73.0 %",
    "8 against 6": "73.0 %",
    "9 6 --armies": "8 attackers (9 armies on the territory) against 6 defenders",
    "8 6 --exact": "123867469190995658959373555/169784770345523218867027968",
    "8 6 --blitz": "85.5 %",
    "8 6 --rules RisiKo!": "risiko rules",
    "8 6 --retreat-at 3": "52.4 %",
    # several territories
    "12 3,3,2": "12 attackers",
    "12 3 3 2": "12 attackers",
    "12 3,3,2 --retreat-at 3": "3 attackers",
    "12 3,3,2 --blitz": "Balanced Blitz",
    # forces
    "need 9": "90 %",
    "need 9 80%": "80 %",
    "need 9 0.8": "80 %",
    "need 9 --chance 80": "80 %",
    "need 3,2,4,2 --blitz": "Balanced Blitz",
    # tables and files
    "table 6 6": "attackers",
    "table 6 6 --format csv": "attackers,1,2",
    "table 6 6 --format md": "| attackers |",
    "outcomes 8 6 --format csv": "fraction",
    "need 9 --format markdown": "| chance |",
    # maps
    "map": "Siam",
    "maps": "Siam",
    "map classic": "Indonesia",
    "conquer --mine Thailand=14 Indonesia=3": "Siam",
    'conquer --mine "Southeast Asia=14" Indonesia=3': "Siam",
    # lessons
    "verify 17 6": "recursion",
    "verify 3 2 --steps": "2 attackers",
    "strategy 8 6": "attack while",
}

REFUSED = {
    # other spellings of a battle
    "8-6": "riskexact 8 6",
    "8:6": "riskexact 8 6",
    "8,6": "riskexact 8 6",
    "--attackers 8 --defenders 6": "riskexact 8 6",
    "attack 8 6": "did you mean odds?",
    "win 8 6": "did you mean odds?",
    "probability 8 6": "did you mean odds?",
    "calculate 8 6": "did you mean odds?",
    # other words for commands
    "list": "did you mean rules?",
    "roll 3 2": "did you mean round?",
    "draw outcomes 8 6": "did you mean plot?",
    "stop 8 6": "did you mean strategy?",
    "defend 6": "did you mean need --garrison-against?",
    "territories": "did you mean map?",
    "dice 3 2": "riskexact round 3 2",
    "formula 3 2": "riskexact verify 3 2 --steps",
    "luck 8 6 0 3": "--left 0 3",
    # other words for options
    "8 6 --risiko": "--rules risiko",
    "8 6 --capital": "--rules capital",
    "8 6 --rules zombies": "zombie",
    "8 6 --balanced-blitz": "did you mean --blitz?",
    "8 6 --stop-at 3": "did you mean --retreat-at?",
    "12 3,3,2 --reserve 3": "--retreat-at",
    "8 6 --blitz --retreat-at 3": "--stop-until",
    "8 6 --full": "--exact",
    "12 3,3,2 --leave 2": "did you mean --leave-behind?",
    "table 6 6 --csv": "--format csv",
    # questions that have no answer
    "conquer --blitz --mine Siam=14 Indonesia=3": "whole battles",
}


def test_there_are_sixty() -> None:
    assert len(UNDERSTOOD) + len(REFUSED) == 60


@pytest.mark.parametrize("typed", UNDERSTOOD)
def test_understood(capsys: Capture, typed: str) -> None:
    status, out, err = run(capsys, *split(typed))
    assert (status, err) == (0, "")
    assert UNDERSTOOD[typed] in " ".join(out.split())


@pytest.mark.parametrize("typed", REFUSED)
def test_refused(capsys: Capture, typed: str) -> None:
    status, out, err = run(capsys, *split(typed))
    assert (status, out) == (2, "")
    assert REFUSED[typed] in err
    assert err.count("\n") == 1
