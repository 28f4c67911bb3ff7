"""Natural input, and what is said where it cannot be meant."""

import re
from pathlib import Path

import pytest

from riskexact.cli import COMMANDS, FIRST, HELP_GROUPS, WENT
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
    "odds 9 9 --stop-below 40%": ["odds 9 9 --stop-below 40"],
    "simulate 5 3 2 --battles 10": ["simulate 5 3,2 --battles 10"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"), [(typed, meant) for meant, each in SAME.items() for typed in each]
)
def test_what_is_meant(capsys: Capture, typed: str, meant: str) -> None:
    assert run(capsys, *typed.split()) == run(capsys, *meant.split())
    assert answer(capsys, *typed.split()) == answer(capsys, *meant.split())


def test_the_name_of_a_file_is_left_alone(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("17v6", "3,3,2", "1 2"):
        assert run(capsys, "odds", "3", "2", "-o", name) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1 2", "17v6", "3,3,2"]


NEAREST = {
    "odd 17 6": "riskexact: COMMAND must be one that `riskexact help` lists, not 'odd'; "
    "did you mean odds?",
    "Odds 17 6": "not 'Odds'; did you mean odds?",
    "chain 3 2": "not 'chain'; did you mean campaign?",
    "blitz 3 2": "not 'blitz'; did you mean odds --blitz?",
    "help tabel": "not 'tabel'; did you mean table?",
    "xyzzy": "not 'xyzzy'\n",
    "odds 12 9 --digit 4": "riskexact odds: unrecognized arguments: --digit 4; did you mean "
    "--digits? (try riskexact odds --help)",
    "odds 12 9 --retreat=3": "did you mean --retreat-at? (try riskexact odds --help)",
    "plot heatmap -o x.svg": "not 'heatmap'; did you mean heat-map? (try riskexact plot --help)",
    "plot outcomes 3 2 --ouput x": "riskexact plot outcomes: unrecognized arguments: --ouput x; "
    "did you mean --output? (try riskexact plot outcomes --help)",
    "plot outcomes 3 2 -o x.svg --rule x": "did you mean --rules? (try riskexact plot outcomes --",
    "odds 3 2 --rules blitz": "not 'blitz'; Balanced Blitz is asked with --blitz",
    "odds 3 2 --rules riskio": "not 'riskio'; did you mean risiko?",
    "need 9 --chance 100": "not '100'; did you mean 100%?",
    "8/6": "the question must be `riskexact 8 6`, not '8/6'",
    "8:6 --json": "the question must be `riskexact 8 6`, not '8:6 --json'",
    "8 - 6": "the question must be `riskexact 8 6`, not '8 - 6'",
    "odds 8 -6": "defenders must be a whole number, 0 or more, not -6",
    "need 9 --mine 3": "must be on a map, as `riskexact conquer --mine Siam=9 India=3`",
    "conquer --armies --mine Siam=9 India=3": "without --armies, as numbers on a map are armies",
    "world": "not 'world'\n",
    "odds 8-6": "the question must be `riskexact 8 6`, not 'odds 8-6'",
    "probability 8 6": "not 'probability'; did you mean odds?",
    "odds 3 2 --Capital": "--Capital; did you mean --rules capital? (try",
    "table 3 3 --markdown": "--markdown; did you mean --format markdown? (try",
    "odds 3 2 --closed-form": "--closed-form; did you mean --method closed-form? (try",
    "need 9 --chance 900": "\"90%\", not '900'\n",
    "completion tcsh": "shell must be one of bash, zsh, fish, not 'tcsh'",
}


@pytest.mark.parametrize("command", NEAREST)
def test_what_cannot_be_meant_is_answered_with_the_nearest(capsys: Capture, command: str) -> None:
    status, out, err = run(capsys, *command.split())
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert NEAREST[command] in err


def test_a_command_that_went_says_what_to_do_instead(capsys: Capture) -> None:
    """And what it says is a command that answers."""
    for name, instead in WENT.items():
        status, out, err = run(capsys, name, "--json")
        assert (status, out) == (2, "")
        assert err == f"riskexact: the command {name} has gone: {instead}\n"
        command = re.match(r"`riskexact (.+)` answers", instead)
        assert name == "claims" if command is None else run(capsys, *command[1].split())[0] == 0


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
def test_help_follows_the_width(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for command in ("help --all", "help odds", "help campaign"):
        text = run(capsys, *command.split())[1]
        # an option is never broken in the usage
        lines = text.partition("example:")[0].partition("\n\n")[2].splitlines()
        assert max(map(len, lines)) in range(min(width, 100) - 20, width + 1), command


def test_the_name_of_a_directory_is_left_alone(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ("17v6 --plan", "--plan --max 2 17v6"):
        status, out, _ = run(capsys, "publish", *words.split())
        assert (status, "files" in out) == (0, True)
    assert "'17v6'" in run(capsys, "verify", "17v6")[2]


def test_rules_follow_the_width(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (50, 110):
        monkeypatch.setenv("COLUMNS", str(width))
        for command in ("rules", "rules lotr-leader"):
            text = run(capsys, *command.split())[1].partition("dice:")[0]
            assert max(map(len, text.splitlines())) in range(width - 20, width + 1)
