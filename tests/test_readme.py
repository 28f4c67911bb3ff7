"""Everything that the README shows is run, and compared with what it prints."""

import json
import re
import shlex
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from riskexact.rules import Rules
from riskexact.rules.files import read_rules
from riskexact.rules.hand import Hand
from tests.commands import Capture, run
from tests.readme import README, commands, refreshed
from tests.test_architecture import FLOORS

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
    plots, atlas = (shlex.split(block, comments=True) for block in commands(TEXT, "bash"))
    for words in _commands(plots):
        assert run(capsys, *words) == (0, "", "")
        assert (tmp_path / words[-1]).stat().st_size > 10_000
    publish, verify = _commands(atlas)
    for words in ([*publish, "--rules", "standard", "--max", "3"], verify):
        status, _, err = run(capsys, *words)
        assert (status, err) == (0, "")
    (query,) = commands(TEXT, "sql")
    with closing(sqlite3.connect(tmp_path / "odds" / "riskexact.sqlite")) as connection:
        rows = connection.execute(query).fetchall()
    assert [f"-- {'|'.join(row)}" for row in rows] == query.splitlines()[1:]


def _commands(words: list[str]) -> list[list[str]]:
    """Return the commands of a block, without the name of the program."""
    starts = [i for i, word in enumerate(words) if word == "riskexact"]
    return [words[i + 1 : j] for i, j in pairwise([*starts, len(words)])]


def test_links_lead_somewhere() -> None:
    for folder in (ROOT, ROOT / "tests", ROOT / "proofs"):
        text = (folder / "README.md").read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        sections = {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}
        for target in re.findall(r"\]\(([^)]+)\)", text):
            if target.startswith("#"):
                assert target[1:] in sections, target
            else:
                assert (folder / target).exists(), target
    for name in re.findall(r"^\| `([\w/.]+)`", (ROOT / "tests" / "README.md").read_text(), re.M):
        assert (Path(__file__).parent / name).exists(), name


def test_the_table_of_modules() -> None:
    """Each folder is in it, in the order of the architecture."""
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ", _section("How it works"), re.MULTILINE)
    folders = [name for name in FLOORS.replace("|", " ").split() if "__" not in name]
    assert re.findall(r"\w+", " ".join(rows)) == folders


ASKED = {
    "round": ["3 2"],
    "resolve": ["5,4,2 4,4"],
    "odds": ["3 2", "3 2 --retreat-at 1 --stop-below 40%"],
    "outcomes": ["3 2 --stop-after 2 --stop-at-defenders 1"],
    "rounds": ["3 2 --seconds 20"],
    "luck": ["3 2 --left 0 2"],
    "need": [
        "3 --chance 1/2 --chance 2/3", "2 3 --chance 1/2 --reserve 1",
        "--takeable-by 3 --chance 1/2", "--garrison-against 3 --chance 1/2",
    ],
    "campaign": ["5 2 1 --reserve 1 --best-order"],
    "spread": ["5 3 2"],
    "table": ["--attackers 1..2 --defenders 1..2"],
    "verify": ["--max 2", "odds"],
    "rules": ["", "standard", "house.toml"],
    "formula": ["--defenders 1", "--attackers 1", "--limits"],
    "strategy": ["3 2 --territory 4", "--most-dice 2"],
    "simulate": ["3 2 --stop-after 2", "3 2 1"],
    "claims": ["--rules single-loss", "notebook.attack.22v20"],
    "balanced-blitz": ["3 2"],
    "publish": [
        "odds --max 2 --rules standard",
        "odds --plan --max 2 --rules standard",
    ],
}  # fmt: skip
"""For each command what brings all keys of its JSON."""


def test_keys_of_json(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has the keys that each command gives, and no others."""
    monkeypatch.chdir(tmp_path)
    (house,) = commands(TEXT, "toml")
    Path("house.toml").write_text(house, encoding="utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+) \|$", _section("JSON"), re.MULTILINE))
    assert {f"`{command}`" for command in ASKED} == {row for row in rows if row.startswith("`")}
    said = {
        row: set(re.findall(r"`(\w+)`", re.sub(r"as in `\w+`", "", text)))
        for row, text in rows.items()
    }
    echoed = {
        words: said[row]
        for words, row in (
            ("two sides", "two sides are echoed as"), ("chain", "a chain is echoed as"),
        )
    }  # fmt: skip
    # the publication is there when it is verified
    for command in sorted(ASKED):
        given: set[str] = set()
        for typed in ASKED[command]:
            status, out, _ = run(capsys, command, *shlex.split(typed), "--json")
            assert status == 0, (command, typed)
            given |= set(json.loads(out))
            answers = json.loads(out).get("answers", [])
            given |= {key for answer in answers for key in answer}
        text = rows[f"`{command}`"]
        may = {key for words, keys in echoed.items() if words in text for key in keys}
        own = said[f"`{command}`"]
        assert given <= own | may, command
        assert own <= given, command


def _section(heading: str) -> str:
    return TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
