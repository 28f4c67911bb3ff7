"""Everything that the READMEs show is run, and compared with what it prints."""

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from math import comb
from pathlib import Path

import pytest
from jsonschema import ValidationError

import riskexact
from riskexact.base.drawing.picture import Picture
from riskexact.features import FEATURES, FLOORS
from riskexact.rules import Rules
from riskexact.rules.dice import round_distribution
from riskexact.rules.files import read_rules
from riskexact.rules.hand import Hand
from riskexact.turn.geography import map_named
from tests.commands import Capture, run
from tests.publications import only
from tests.readme import READMES, ROOT, blocks, refreshed, transcript

TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in READMES}
TEXT = TEXTS["README.md"]
BATTLES, TABLES = (TEXTS[f"riskexact/battle/commands/{page}.md"] for page in ("README", "tables"))
PUBLICATION = TEXTS["riskexact/publication/README.md"]


@pytest.mark.parametrize(
    "readme",
    [name for name, text in TEXTS.items() if re.search("^```(console|python)$", text, re.M)],
)
def test_what_it_prints(readme: str) -> None:
    """`python -m tests.readme` would change nothing."""
    assert refreshed(TEXTS[readme]) == TEXTS[readme], f"python -m tests.readme {readme}"


def test_other_seconds_are_no_change() -> None:
    right = "```python\n>>> print('equal (0.3 s)')\nequal (0.2 s)\n```\n"
    assert refreshed(right) == right
    assert refreshed(right.replace("\nequal", "\nwrong")) == right.replace("0.2", "0.3")


def test_a_wrong_figure_is_found() -> None:
    for text, right, wrong in (
        (BATTLES, "1445/3888", "1445/3889"),
        (TEXT, "Fraction(6610505, 10077696)", "Fraction(6610505, 10077697)"),
    ):
        assert right in text
        assert right in refreshed(text.replace(right, wrong))


def test_a_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments and files stay; it says what is unusual of a status, and what a refusal leaves."""
    files = "# why\n$ cat > 'a file' <<'END'\na\n\nb\nEND\n$ cat 'a file'\na\n\nb\n\n# why\n"
    asked = f"{files}$ riskexact round 6,6 6\n"
    assert transcript(f"{asked}wrong\n") == f"{asked}attacker loses 1, defender loses 0\n"
    for status, refused, told in (
        (0, False, ""),
        (1, False, "[exit status 1]\n"),
        (2, False, "[exit status 2]\n"),
        (2, True, "[left it]\n"),
        (1, True, "[exit status 1]\n[left it]\n"),
    ):

        def program(words: list[str], status: int = status, refused: bool = refused) -> int:
            print("said", file=sys.stderr if refused else sys.stdout)
            Path("it").touch()
            return status

        monkeypatch.setattr("tests.readme.status_of", program)
        assert transcript("$ riskexact odds\n") == f"$ riskexact odds\nsaid\n{told}"
    monkeypatch.setattr("tests.readme.status_of", lambda words: print("{}") or 0)
    with pytest.raises(ValidationError):
        transcript("$ riskexact odds 3 2 --json\n")


def test_the_readme_is_short() -> None:
    assert len(TEXT.splitlines()) <= 235
    assert TEXT.count("$ riskexact ") == 6


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
    """They are made, but not drawn to the end: that is what takes time."""
    for ending in ("svg", "png", "pdf"):
        monkeypatch.setattr(Picture, ending, lambda picture, ending=ending: ending.encode())
    monkeypatch.chdir(tmp_path)
    Path("battles.csv").write_bytes((ROOT / "tests" / "logs" / "battles.csv").read_bytes())
    (plots,) = blocks(TABLES, "bash")
    for words in _commands(plots):
        assert run(capsys, *words) == (0, "", "")
        assert (tmp_path / words[-1]).read_text() == words[-1].partition(".")[2]


def test_figures_in_the_prose_of_maps_and_logs() -> None:
    maps = " ".join(TEXTS["riskexact/turn/README.md"].split())
    classic = map_named("classic")
    borders = sum(len(classic.neighbours(each)) for each in classic.territories) // 2
    assert f"{len(classic.territories)} territories, {borders} borders, six continents" in maps
    assert len(classic.continents) == 6
    assert f"for all {comb(12 - 1, 4 - 1)} ways to place 12 defenders on Australia" in maps
    one_throw, of_three_dice = (
        max(sum(lost) for lost in round_distribution(3, dice, rules))
        for dice, rules in ((2, "standard"), (3, "capital"))
    )
    least = f"`least_lost` {one_throw + 1} and `least_defenders_lost` 1 ({of_three_dice + 1} where"
    assert least in " ".join(TEXTS["riskexact/logs/files.md"].split())


def test_a_publication(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made and verified, a small one; tests.publication makes whole ones."""
    only(monkeypatch, "win", "rounds")
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
    assert rows == [*FLOORS, *FEATURES]
