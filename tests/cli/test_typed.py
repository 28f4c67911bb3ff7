"""Natural input, and what is said where it cannot be meant."""

import re
from pathlib import Path

import pytest

from riskexact.cli import COMMANDS, FIRST, HELP_GROUPS
from tests.commands import Capture, answer, run

SAME: dict[str, list[str]] = {
    "odds 17 6": [
        "17 6", "17v6", "odds 17 vs 6", "17 vs. 6", "17 against 6", "odds 17vs6", "17 versus 6",
    ],
    "odds 17 6 --digits 4": ["17 6 --digits 4", "odds --digits 4 17v6", "--digits 4 17 6"],
    "odds 18 6 --armies": ["18v6 --armies", "--armies 18 6"],
    "outcomes 4 3": ["outcomes 4v3", "outcomes 4 vs 3"],
    "campaign 12 3 3 2": [
        "12 3,3,2", "12 vs 3,3,2", "campaign 12 vs 3 3 2", "campaign 12 3,3 2", "odds 12v3,3,2",
        "12 3 3 2", "odds 12 3 3 2", "12v3 3 2",
    ],
    "campaign 12 3 5:capital 2": ["odds 12 3,5:capital,2", "campaign 12 3,5:capital,2"],
    "need 3 2 --chance 90%": ["need 3,2 --chance 90%", "need 3 2 --chance 90"],
    "need 2 --chance 1%": ["need 2 --chance 0.01", "need 2 --chance 1/100"],
    "need 2 75% --retreat-at 3": ["need 2 --retreat-at 3 75%", "need --retreat-at=3 2 75%"],
    "need 3 90% --price": ["need 3 --price 90%"],
    "campaign 11 3 3 3 --armies": ["campaign 11 3 --armies 3 3"],
    "conquer Indonesia=3 New-Guinea=2 --mine Siam=14 --take Indonesia": [
        "conquer --mine Siam=14 Indonesia=3 --take Indonesia New-Guinea=2",
    ],
    "odds 9 9 --stop-below 40%": ["odds 9 9 --stop-below 40"],
    "simulate 5 3 2 --battles 10": ["simulate 5 3,2 --battles 10"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"), [(typed, meant) for meant, each in SAME.items() for typed in each]
)
def test_what_is_meant(capsys: Capture, typed: str, meant: str) -> None:
    assert run(capsys, *typed.split()) == run(capsys, *meant.split())
    assert answer(capsys, *typed.split()) == answer(capsys, *meant.split())


def test_the_name_of_a_file_or_a_directory_is_left_alone(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("17v6", "3,3,2", "1 2"):
        assert run(capsys, "odds", "3", "2", "-o", name) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1 2", "17v6", "3,3,2"]
    for words in ("18v6 --plan", "--plan --max 2 18v6"):
        status, out, _ = run(capsys, "publish", *words.split())
        assert (status, "files" in out) == (0, True)
    assert "'18v6'" in run(capsys, "verify", "18v6")[2]


def test_help(capsys: Capture) -> None:
    help_of_odds = run(capsys, "odds", "--help")
    assert run(capsys, "help", "odds") == help_of_odds
    assert help_of_odds[0] == 0
    assert run(capsys, "help", "plot", "heat-map") == run(capsys, "plot", "heat-map", "--help")
    every = run(capsys, "--help")
    assert run(capsys, "help") == run(capsys) == every
    assert every[0] == 0
    version = (0, "riskexact 0.3.0\n", "")
    assert [run(capsys, word) for word in ("version", "--version", "-V")] == [version] * 3


def commands_of(text: str) -> list[str]:
    """Return the commands that the help lists."""
    return re.findall(r"^  ([a-z-]+)  ", text.partition("\noptions:")[0], re.MULTILINE)


def test_the_first_screen_and_all_commands(capsys: Capture) -> None:
    out = run(capsys)[1]
    assert "`riskexact 8 6`" in out
    assert commands_of(out) == list(FIRST)
    examples = re.findall(r"riskexact (.+)", out.partition("example: ")[2])
    assert len(examples) == 4  # the last says how to ask for more
    for example in examples[:3]:
        assert run(capsys, *example.split())[0] == 0
    status, every, err = run(capsys, "help", "--all")
    assert (status, err) == (0, "")
    groups = re.split(r"\n\n", every.partition("\noptions:")[0])[2:]
    assert [each.partition(":")[0] for each in groups] == list(HELP_GROUPS)
    assert {*commands_of(every)} == {*COMMANDS}
    assert len(set(COMMANDS)) == len(COMMANDS) <= 24


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_help_and_rules_follow_the_width(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for command in ("help --all", "help odds", "help campaign"):
        text = run(capsys, *command.split())[1]
        # an option is never broken in the usage
        lines = text.partition("example:")[0].partition("\n\n")[2].splitlines()
        assert max(map(len, lines)) in range(min(width, 100) - 20, width + 1), command
    for command in ("rules", "rules lotr-leader"):
        text = run(capsys, *command.split())[1].partition("dice:")[0]
        assert max(map(len, text.splitlines())) in range(width - 20, width + 1)
