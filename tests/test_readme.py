"""Everything that the README shows is run, and compared with what it prints."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from riskexact.hand import Hand
from riskexact.rule_files import read_rules
from riskexact.rules import Rules
from tests.commands import Capture, run
from tests.readme import README, commands, refreshed

ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")


def test_what_it_prints() -> None:
    """`python -m tests.readme` would change nothing but the seconds of a run."""
    seconds = re.compile(r"\(\d+\.\d s\)")
    assert seconds.sub("", refreshed(TEXT)) == seconds.sub("", TEXT)
    assert TEXT.count("$ riskexact ") > 5
    assert TEXT.count(">>> ") > 10


def test_a_wrong_figure_is_found() -> None:
    for right, wrong in (("1445/3888", "1445/3889"), ("(2275, 2611, 2890)", "(2275, 2611, 2891)")):
        assert right in TEXT
        assert right in refreshed(TEXT.replace(right, wrong))


def test_the_rules_file() -> None:
    (text,) = commands(TEXT, "toml")
    assert read_rules(text, "house.toml").rules == Rules(
        defence_dice=Hand(2, to_highest=1), first_round=Rules(defence_dice=Hand(2, to_all=1))
    )


def test_there_are_two_commands_and_continuous_integration_runs_them() -> None:
    run, test = commands(TEXT, "sh")
    for command in (run, test):
        assert command.startswith("python3 -m venv .venv &&\n")
    assert "riskexact verify" in run
    assert "pytest" in test
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'readme_command "Run it"' in script
    assert 'readme_command "Test it"' in script


def test_commands_that_print_nothing_here(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures are written; a publication is made and verified, a small one."""
    monkeypatch.chdir(tmp_path)
    plots, atlas, shards = (shlex.split(block, comments=True) for block in commands(TEXT, "bash"))
    for words in _commands(plots):
        assert run(capsys, *words) == (0, "", "")
        assert (tmp_path / words[-1]).stat().st_size > 10_000
    publish, verify = _commands(atlas)
    for words in ([*publish, "--rules", "standard", "--max", "2"], verify):
        status, _, err = run(capsys, *words)
        assert (status, err) == (0, "")
    printed = ""
    for words in _commands(shards):
        status, printed, err = run(capsys, *words)
        assert (status, err) == (0, "")
    assert "checks all of it" in printed


def _commands(words: list[str]) -> list[list[str]]:
    """Return the commands of a block, without the name of the program."""
    starts = [i for i, word in enumerate(words) if word == "riskexact"]
    return [words[i + 1 : j] for i, j in pairwise([*starts, len(words)])]


def test_links_lead_somewhere() -> None:
    for folder in (ROOT, ROOT / "tests", ROOT / "proofs"):
        text = (folder / "README.md").read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)]+)\)", text):
            assert (folder / target).exists(), target
    for name in re.findall(r"^\| `([\w/.]+)`", (ROOT / "tests" / "README.md").read_text(), re.M):
        assert (Path(__file__).parent / name).exists(), name
