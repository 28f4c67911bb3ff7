"""Everything that the READMEs show is run, and compared with what it prints."""

import json
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import riskexact
from riskexact.rules import Rules
from riskexact.rules.files import read_rules
from riskexact.rules.hand import Hand
from tests.commands import Capture, run
from tests.readme import READMES, ROOT, blocks, refreshed
from tests.test_architecture import FLOORS

TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in READMES}
TEXT = TEXTS["README.md"]
COMMANDS = TEXTS["riskexact/cli/README.md"]
PUBLICATION = TEXTS["riskexact/publication/README.md"]


@pytest.mark.parametrize("readme", [name for name, text in TEXTS.items() if "\n```console" in text])
def test_what_it_prints(readme: str) -> None:
    """`python -m tests.readme` would change nothing."""
    assert refreshed(TEXTS[readme]) == TEXTS[readme], f"python -m tests.readme {readme}"


def test_other_seconds_are_no_change() -> None:
    right = "```python\n>>> print('equal (0.3 s)')\nequal (0.2 s)\n```\n"
    assert refreshed(right) == right
    assert refreshed(right.replace("\nequal", "\nwrong")) == right.replace("0.2", "0.3")


def test_a_wrong_figure_is_found() -> None:
    for text, right, wrong in (
        (COMMANDS, "1445/3888", "1445/3889"),
        (TEXT, "Fraction(6610505, 10077696)", "Fraction(6610505, 10077697)"),
    ):
        assert right in text
        assert right in refreshed(text.replace(right, wrong))


def test_the_readme_is_short() -> None:
    assert len(TEXT.splitlines()) <= 200
    assert TEXT.count("$ riskexact ") == 5


def test_the_citation() -> None:
    """The keys of the Citation File Format, at this version."""
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    keys = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z-]+: ", line))
    assert keys["cff-version"] == "1.2.0"
    assert keys["version"] == riskexact.__version__
    assert {"message", "title"} < set(keys)
    assert "authors:" in lines


def test_the_version_is_in_the_changes() -> None:
    versions = re.findall(r"^## (\d.*)$", TEXTS["CHANGELOG.md"], re.MULTILINE)
    assert versions == [riskexact.__version__, "0.2.0", "0.1.0"]


def test_pages_of_the_reference(tmp_path: Path) -> None:
    """pdoc, as CONTRIBUTING.md names it, finds every public name and every method of a battle."""
    command = [sys.executable, "-m", "pdoc", "-o", str(tmp_path), "riskexact"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    shown = set(re.findall(r'id="([\w.]+)"', (tmp_path / "riskexact.html").read_text("utf-8")))
    assert set(riskexact.__all__) < shown
    assert {"Battle.win_probability", "Battle.luck"} < shown


def test_rules_files() -> None:
    (short,) = blocks(TEXT, "toml")
    assert read_rules(short, "house.toml").rules == Rules(
        defence_dice=Hand(2, to_highest=1), ties="attacker"
    )
    (full,) = blocks(TEXTS["riskexact/rules/README.md"], "toml")
    assert read_rules(full, "house.toml").rules == Rules(defence_dice=Hand(2, to_highest=1))


def test_there_are_two_commands_and_continuous_integration_runs_them() -> None:
    run, test = blocks(TEXT, "sh")
    for command in (run, test):
        assert command.startswith("python3 -m venv .venv &&\n")
    assert "riskexact verify" in run
    assert "pytest" in test
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'readme_command "Run it"' in script
    assert 'readme_command "Test it"' in script


def test_pictures(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("battles.csv").write_bytes((ROOT / "tests" / "cli" / "battles.csv").read_bytes())
    (plots,) = blocks(COMMANDS, "bash")
    for words in _commands(plots):
        assert run(capsys, *words) == (0, "", "")
        assert (tmp_path / words[-1]).stat().st_size > 4_000


def test_a_publication(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made and verified, a small one."""
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(PUBLICATION, "bash")
    publish, verify = _commands(block)
    for words in ([*publish, "--rules", "standard", "--max", "3"], verify):
        status, _, err = run(capsys, *words)
        takes = r"(riskexact: 1 rule set, .*\n)?"
        assert (status, bool(re.fullmatch(takes, err))) == (0, True)


def _commands(block: str) -> list[list[str]]:
    """Return the commands of a block, without the name of the program."""
    words = shlex.split(block, comments=True)
    starts = [i for i, word in enumerate(words) if word == "riskexact"]
    return [words[i + 1 : j] for i, j in pairwise([*starts, len(words)])]


def test_links_lead_somewhere() -> None:
    sections = {name: _anchors(text) for name, text in TEXTS.items()}
    for name, text in TEXTS.items():
        links = re.findall(r"(?<!\\)\]\(([^)]+)\)", text) + re.findall(r' src="([^"]+)"', text)
        for link in links:
            if link.startswith("https://"):
                continue
            file, _, anchor = link.partition("#")
            path = (ROOT / name).parent / file if file else ROOT / name
            assert path.exists(), (name, link)
            if anchor:
                assert anchor in sections[path.resolve().relative_to(ROOT).as_posix()], (name, link)
    for file in re.findall(r"^\| `([\w/.]+)`", TEXTS["tests/README.md"], re.MULTILINE):
        assert (ROOT / "tests" / file).exists(), file


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}


def test_every_readme_is_found_from_the_first() -> None:
    linked, new = set(), {"README.md"}
    while new:
        linked |= new
        links = {
            ((ROOT / name).parent / link).resolve().relative_to(ROOT).as_posix()
            for name in new
            for link in re.findall(r"\]\(([^)#:]+\.md)", TEXTS[name])
        }
        new = links - linked
    assert linked == set(TEXTS)


def test_the_table_of_rooms() -> None:
    """Each folder is in it, in the order of the architecture."""
    rows = re.findall(r"^\| `(\w+)` \| ", TEXTS["CONTRIBUTING.md"], re.MULTILINE)
    assert rows == [name for name in FLOORS.replace("|", " ").split() if "__" not in name]


ASKED = {
    "round": ["3 2", "6,5,1 5,5"],
    "odds": ["3 2", "3 2 --retreat-at 1 --stop-below 40%", "3 2 --blitz --stop-until 1"],
    "outcomes": ["3 2 --stop-after 2 --stop-at-defenders 1", "3 2 --rounds --seconds 20"],
    "luck": ["3 2 --left 0 2"],
    "need": [
        "3 --chance 1/2 --chance 2/3", "2 3 --chance 1/2 --reserve 1",
        "--takeable-by 3 --chance 1/2", "--garrison-against 3 --chance 1/2", "3",
        "2 1/2 --price", "2 1:capital --price", "--dearest --rules standard",
    ],
    "campaign": ["5 2 1 --reserve 1 --best-order", "5 2 1 --blitz"],
    "conquer": [
        "--mine Siam=4 Indonesia=1", "--mine Siam=3 --reinforce 1 Indonesia=1",
        "--mine Siam=4 --worth card=2 Indonesia=1",
    ],
    "place": [
        "4 --on India --against Siam=5", "4 --front a=3 --front b=2+2", "3 --line 2 --free 5",
    ],
    "table": ["--attackers 1..2 --defenders 1..2", "2 2 --blitz"],
    "vectors": ["-o vectors", "--check 'sed s/.*/skip/' --only maps"],
    "verify": ["--max 2", "odds"],
    "certify": ["3 2", "3 2 1 --reserve 1", "3 2 --need 1/2"],
    "rules": ["", "standard", "house.toml"],
    "formula": ["--defenders 1", "--attackers 1", "--limits"],
    "strategy": ["3 2 --territory 4", "--most-dice 2", "3 2 --blitz"],
    "dice": [shlex.quote(str(ROOT / "tests" / "cli" / "battles.csv"))],
    "simulate": ["3 2 --stop-after 2", "3 2 1"],
    "calculator": ["-o calculator.html"],
    "publish": [
        "odds --max 2 --rules standard",
        "odds --plan --max 2 --rules standard",
    ],
}  # fmt: skip
"""For each command what brings all keys of its JSON."""


def test_keys_of_json(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has the keys that each command gives, and no others."""
    monkeypatch.chdir(tmp_path)
    (house,) = blocks(TEXTS["riskexact/rules/README.md"], "toml")
    Path("house.toml").write_text(house, encoding="utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+) \|$", _section(COMMANDS, "JSON"), re.MULTILINE))
    assert {f"`{command}`" for command in ASKED} == {row for row in rows if row.startswith("`")}
    said = {
        row: set(re.findall(r"`(\w+)`", re.sub(r"as in `\w+`", "", text)))
        for row, text in rows.items()
    }
    echoed = {
        words: said[row]
        for words, row in (
            ("two sides", "two sides are echoed as"), ("a campaign", "a campaign is echoed as"),
        )
    }  # fmt: skip
    # the publication is there when it is verified
    for command in sorted(ASKED):
        given: set[str] = set()
        for typed in ASKED[command]:
            status, out, _ = run(capsys, command, *shlex.split(typed), "--json")
            assert status == 0, (command, typed)
            given |= set(json.loads(out)) - {"version"}
        text = rows[f"`{command}`"]
        may = {key for words, keys in echoed.items() if words in text for key in keys}
        own = said[f"`{command}`"]
        assert given <= own | may, command
        assert own <= given, command


def _section(text: str, heading: str) -> str:
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
