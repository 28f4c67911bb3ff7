"""The directory of test vectors: its form, its bytes, its runners, and its verification."""

import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from riskexact.base.version import VERSION
from riskexact.publication import vectors
from riskexact.publication.vectors import vector_files, verify_vectors, write_vectors
from riskexact.publication.vectors.question import ANSWERS, questions
from tests.commands import Capture, run
from tests.commands import answer as answered
from tests.programs import needs
from tests.publication.vectors import made_files
from tests.publication.vectors.answers import another_way
from tests.publications import tree

MAX_BYTES = 2_000_000


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("vectors") / "vectors"
    write_vectors(directory)
    return directory


@pytest.fixture
def copied(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "vectors"))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A directory of vectors, of which few are computed again."""
    chosen = questions()[::25]
    monkeypatch.setattr(vectors, "questions", lambda: chosen)
    directory = tmp_path / "my vectors"
    write_vectors(directory)
    return directory


def cases_of(directory: Path, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((directory / f"{kind}.json").read_bytes())["cases"]
    return found


def test_the_files_are_those_that_are_made(written: Path) -> None:
    """By other ways to answer; `python -m tests.publication.vectors` would change nothing."""
    files = tree(written)
    assert made_files(another_way) == vector_files() == files
    assert verify_vectors(written) == (VERSION, (), ())
    assert sum(map(len, files.values())) < MAX_BYTES
    assert all(content.endswith(b"\n") for content in files.values())
    for line in files["SHA256SUMS"].decode().splitlines():
        digest, name = line.split("  ")
        assert sha256(files[name]).hexdigest() == digest


def test_an_answer_that_is_wrong_in_the_package_is_found(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the files of the package say, the answers are computed."""
    wrong = questions()[-1]
    monkeypatch.setattr(vectors, "questions", lambda: [wrong._replace(answer={"double": 0.5})])
    (fault,) = verify_vectors(few).faults
    assert str(fault) == f"maps.json: the answer to {wrong.id} is another one"


def test_what_is_in_it(written: Path) -> None:
    """Fractions are short enough for Python, and any other program: 4300 digits are the most."""
    index = json.loads((written / "vectors.json").read_bytes())
    assert (index["version"], index["riskexact"]) == (2, VERSION)
    assert [each["kind"] for each in index["files"]] == list(ANSWERS)
    for each in index["files"]:
        assert len(cases_of(written, each["kind"])) == each["cases"]
    assert sum(each["cases"] for each in index["files"]) == len(questions())
    texts = [case["fraction"] or "" for kind in ANSWERS for case in cases_of(written, kind)]
    assert max(len(part) for text in texts for part in text.split("/")) <= 4300
    assert sum(text == "" for text in texts) > 100


# ---- the schema


@pytest.fixture(scope="module")
def schema(written: Path) -> jsonschema.Draft202012Validator:
    text = json.loads((written / "schema.json").read_bytes())
    assert text["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(text)
    return jsonschema.Draft202012Validator(text)


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_schema_explains_every_field_and_allows_no_other(
    written: Path, schema: jsonschema.Draft202012Validator, kind: str
) -> None:
    data = json.loads((written / f"{kind}.json").read_bytes())
    cases, about = data["cases"], schema.schema["$defs"]
    schema.validate({**data, "cases": cases[::29]})
    # that of the kind, which tries no other
    question = schema.evolve(schema={"$ref": f"#/$defs/{kind}", "$defs": about})
    for case in cases:
        question.validate(case["question"])
        assert case["id"].startswith(f"{kind}/")
        assert re.fullmatch(about["case"]["properties"]["id"]["pattern"], case["id"])
    asked = cases[0]["question"]
    for name in asked:
        fewer = {key: value for key, value in asked.items() if key != name}
        assert not question.is_valid(fewer)
        assert not question.is_valid({**asked, name: -1})
    assert not question.is_valid({**asked, "more": 1})
    assert about[kind]["description"]
    plain = {"kind", "attackers", "defenders", "left", "lost", "end", "find", "at_least_this"}
    for key, value in about[kind]["properties"].items():
        target = about.get(value.get("$ref", "").rpartition("/")[2], {})
        assert key in plain | {"defence_dice"} or "description" in value or "description" in target
    wrong = {"fraction": "0.5", "decimal": "0.5", "double": "0.5", "id": "Wins/1", "question": {}}
    for key, value in wrong.items():
        assert not schema.is_valid({**data, "cases": [{**cases[0], key: value}]})


# ---- programs in other languages


PYTHON = """
from fractions import Fraction
from riskexact import win_probability

def win_chance(a, d):
    return float(win_probability(a, d)) {}
"""

JAVASCRIPT = """
import {{ readFileSync }} from "node:fs";

const {{ cases }} = JSON.parse(readFileSync("vectors/wins.json"));
export const winChance = (a, d) => cases.find(({{ question: q }}) =>
  q.rules.name === "standard" && q.attackers === a && q.defenders === d).double {};
"""

RUNNERS = {
    "python": ("my_program.py", PYTHON, "run.py", sys.executable, 'float("nan")'),
    "javascript": ("my-program.mjs", JAVASCRIPT, "run.mjs", "node", "NaN"),
}


@pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=needs("node"))])
def test_the_runners_of_the_page(copied: Path, language: str) -> None:
    """A program that is right passes; one that is wrong by little, or answers nothing, does not."""
    name, program, runner, command, nan = RUNNERS[language]
    page = (copied / "readme.md").read_text("utf-8")
    (code,) = re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 10
    (copied.parent / runner).write_text(code, "utf-8")
    for flaw in ("", "+ 1e-8", f"* {nan}"):
        (copied.parent / name).write_text(program.format(flaw), "utf-8")
        done = subprocess.run(
            [command, runner], cwd=copied.parent, text=True, capture_output=True, check=False
        )
        assert done.returncode == bool(flaw), done.stderr
        assert ("wins/standard/" in done.stderr) == bool(flaw)


@needs("node")
def test_a_program_in_another_language_checks_itself_in_thirty_lines(copied: Path) -> None:
    """With a JSON parser alone; and it finds a digit that was changed."""
    code = (copied / "example.mjs").read_text("utf-8")
    assert len(code.splitlines()) <= 30
    assert re.findall(r'from "(.*?)"', code) == ["node:fs"]

    def example() -> "subprocess.CompletedProcess[str]":
        command = ["node", str(copied / "example.mjs")]
        return subprocess.run(command, text=True, capture_output=True, check=False)

    done = example()
    assert (done.returncode, done.stderr) == (0, "")
    lines = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert set(lines) == {case["id"] for case in cases_of(copied, "wins")}
    assert set(lines.values()) == {"right", "skipped"}
    for each in ("standard/3v2", "single-loss/12v12", "risiko/5v5", "ties-to-attacker/4v4"):
        assert lines[f"wins/{each}"] == "right"
    assert sum(value == "right" for value in lines.values()) > 500

    file = copied / "wins.json"
    file.write_text(file.read_text("utf-8").replace("0.6559539998031296}", "0.6559539988031296}"))
    done = example()
    assert done.returncode == 1
    wrong = [line for line in done.stdout.splitlines() if "instead of" in line]
    assert wrong[0].startswith("wins/standard/3v2 0.65595399980312")
    assert all("/3v2 " in line for line in wrong)


# ---- writing and verifying


def test_the_command_writes_and_verifies(capsys: Capture, tmp_path: Path, few: Path) -> None:
    first = tree(tmp_path)
    (few / "readme.md").write_text("an older page")
    data = answered(capsys, "vectors", "-o", str(few))  # the old directory is replaced
    assert tree(tmp_path) == first
    assert data["bytes"] == sum(map(len, tree(few).values()))
    assert data["files"] == len(tree(few)) == len(vectors.NAMES)
    status, out, err = run(capsys, "vectors", "-o", str(tmp_path / "more"))
    assert (status, err) == (0, "")
    assert out.endswith(f"\nriskexact verify {tmp_path}/more computes all of them again\n")
    assert tree(tmp_path / "more") == tree(few)
    message = "riskexact: --workers needs a publication\n"
    assert run(capsys, "verify", str(few), "--workers", "2") == (2, "", message)
    checked = answered(capsys, "verify", str(few))
    assert (checked["riskexact_version"], checked["faults"], checked["notes"]) == (VERSION, [], [])


def test_faults_are_named(capsys: Capture, few: Path) -> None:
    """A digit that was changed, with the checksums to match; files too many, and too few."""
    file = few / "rounds.json"
    text = file.read_text("utf-8")
    old = sha256(text.encode()).hexdigest()
    text = text.replace('"5/12"', '"5/13"', 1)
    file.write_text(text, "utf-8")
    sums = few / "SHA256SUMS"
    sums.write_text(sums.read_text().replace(old, sha256(text.encode()).hexdigest()))
    (few / "more.json").touch()
    (few / "luck.json").unlink()
    (few / "maps.json").unlink()
    (few / "maps.json").symlink_to("/etc/passwd")
    status, out, err = run(capsys, "verify", str(few), "--json")
    assert (status, err) == (1, "")
    faults = {each["file"]: each for each in json.loads(out)["faults"]}
    assert set(faults) == {"'more.json'", "rounds.json", "luck.json", "maps.json", "SHA256SUMS"} | {
        "'maps.json'"
    }
    assert faults["rounds.json"]["line"] == 2
    assert '"5/13", ' in faults["rounds.json"]["problem"]
    assert faults["luck.json"]["problem"] == "missing"
    assert faults["maps.json"]["problem"] == "must be a plain file"


def test_vectors_of_another_version(capsys: Capture, few: Path) -> None:
    index = few / "vectors.json"
    index.write_text(index.read_text("utf-8").replace(VERSION, "0.1.9"), "utf-8")
    status, out, _ = run(capsys, "verify", str(few))
    assert status == 1
    assert out.startswith(f"made by riskexact 0.1.9, checked by {VERSION}: a difference between")


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"riskexact": 1}', b'{"riskexact": "\\n"}', b"\xff", b"[" * 10**5]
)
def test_what_describes_no_vectors(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "vectors.json").write_bytes(content)
    message = "riskexact: vectors.json must be JSON with the version under riskexact\n"
    assert run(capsys, "verify", str(tmp_path)) == (2, "", message)


# ---- the check of a program


def test_the_check_of_a_command(capsys: Capture, tmp_path: Path) -> None:
    """What is printed of a program whose battles are won if nobody defends, and lost otherwise."""
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    a, d = question['attackers'], question['defenders']\n"
        "    skips = (a, d) == (0, 7) or a + d > 12\n"
        "    print('' if skips else 7 / 12 if (a, d) == (1, 1) else float(d == 0))\n"
    )
    command = f"{sys.executable} {program}"
    only = ("--only", "wins", "--rules", "standard")
    status, out, err = run(capsys, "vectors", "--check", command, *only, "--json")
    assert (status, err) == (1, "")
    data = json.loads(out)
    assert data["command"] == command
    wrong = {each["id"]: each for each in data["wrong"]}
    assert data["kinds"] == [{"kind": "wins", "right": 3, "wrong": len(wrong), "skipped": 101}]
    first = wrong["wins/standard/1v1"]
    assert first["question"]["rules"]["name"] == "standard"
    assert (first["printed"], first["fraction"]) == (repr(7 / 12), "5/12")
    assert first["off"] == "0.1666666667"
    assert first["reasons"] == ["ties go to the attacker", "the chance is that of the other side"]
    status, out, _ = run(capsys, "vectors", "--check", command, *only)
    assert status == 1
    assert out.startswith("right  wrong  skipped  answers\n")
    assert f"… {len(wrong) - 20} more, which --json lists\n" in out
    assert re.search(r" 0.0 +0.00000187486155347 +-0.00000187  wins/standard/1v10\n", out)
    assert re.search(r" 0.0 +4.77395302966e-7 +-4.77e-7  wins/standard/1v11\n", out)
