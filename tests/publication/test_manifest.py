"""The manifest: rebuilt byte for byte, and read without trust."""

import json
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication import jobs, publish
from riskexact.publication.manifest import (
    MANIFEST,
    MOST_BYTES,
    MOST_FILES,
    MOST_VALUES,
    SUMS,
    Manifest,
    Sum,
    files_of,
    read_listing,
    read_manifest,
)
from riskexact.publication.plan import Edition, Plan
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.files import rules_of_parts
from tests.publications import SMALL, only
from tests.strategies import any_rules


def manifest(plan: Plan) -> Manifest:
    """A manifest of files that have their own paths in them."""
    return Manifest(
        "1.0", plan, {"sqlite": "3.40"}, {p: Sum.of(p.encode()) for p, _, _ in files_of(plan)}
    )


EXAMPLE = manifest(Plan((Edition(STANDARD, 2),)))


def test_a_manifest_is_read_as_it_was_written() -> None:
    plan = Plan.usual(most=3)
    text = manifest(plan).text()
    again = read_manifest(text.encode())
    assert again == manifest(plan)
    assert [e.rules.name for e in again.plan] == list(RULES)
    assert again.text() == text
    assert read_listing(text.encode()) == tuple(sorted(again.files))


@given(any_rules)
def test_rules_are_rebuilt_from_what_the_manifest_says(rules: Rules) -> None:
    edition = Edition(rules, 1)
    parts = json.loads(json.dumps(edition.rules.parts))
    again = Edition(rules_of_parts(parts, edition.name), 1)
    assert again == edition
    assert again.name == edition.name


def test_nothing_in_it_tells_when_or_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "rounds")
    publish(tmp_path / "one", SMALL)
    publish(tmp_path / "another", SMALL)
    for name in (MANIFEST, SUMS):
        content = (tmp_path / "one" / name).read_bytes()
        assert content == (tmp_path / "another" / name).read_bytes()
        assert str(tmp_path).encode() not in content


def test_the_sums_are_those_that_a_shell_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "outcomes", "needed", "rounds", "sqlite")
    content = publish(tmp_path / "odds", SMALL).content
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS], cwd=tmp_path / "odds", capture_output=True
    )
    assert (checked.returncode, checked.stderr) == (0, b"")
    said = read_manifest.__globals__["__doc__"].split("again:\n\n")[1].strip()
    done = subprocess.run(
        said, shell=True, cwd=tmp_path / "odds", capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[0] == content
    top = json.loads((tmp_path / "odds" / MANIFEST).read_text())
    assert top["content"]["sha256"] == content
    for path, file in top["files"].items():
        there = (tmp_path / "odds" / path).read_bytes()
        assert file["bytes"] == len(there)
        assert file["sha256"] == sha256(there).hexdigest()


def test_what_was_left_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "rounds")
    publish(tmp_path / "odds", SMALL)
    top = json.loads((tmp_path / "odds" / MANIFEST).read_text())
    assert top["extras"] == []
    assert set(top["left_out"]) == {"data", "plot"}
    assert not [path for path in top["files"] if path.endswith((".parquet", ".svg", ".png"))]


def _without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda top: top.pop(key)


def _with(*path: str | int, value: object) -> Callable[[dict[str, Any]], object]:
    def change(top: Any) -> None:
        for key in path[:-1]:
            top = top[key]
        top[path[-1]] = value

    return change


HOSTILE: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_without("format"), "format, must be 1, not None"),
    (_with("format", value=True), "format, must be 1, not True"),
    (_with("format", value=2), "format, must be 1"),
    (_without("riskexact"), "riskexact, must be a version"),
    (_with("riskexact", value="1\n2"), "riskexact, must be a version"),
    (_with("riskexact", value="9" * 41), "riskexact, must be a version"),
    (_without("editions"), "editions, must be a list"),
    (_with("editions", value=[]), "editions, must be a list"),
    (_with("editions", value={}), "editions, must be a list"),
    (_with("editions", value=[1]), "editions, must be an object, not 1"),
    (_with("editions", value=[{}] * 201), "editions, must be a list of 1 to 200"),
    (_with("editions", 0, "name", value="../up"), "names of directories"),
    (_with("editions", 0, "name", value="/etc"), "names of directories"),
    (_with("editions", 0, "name", value="single-loss"), "must call these rules standard"),
    (_with("editions", 0, "max", value=10**9), "max must be a whole number, from 1 to 1000"),
    (_with("editions", 0, "max", value=0), "max must be a whole number, from 1 to 1000"),
    (_with("editions", 0, "max", value="2"), "max must be a whole number"),
    (_with("editions", 0, "max", value=True), "max must be a whole number"),
    (_with("editions", 0, "rules", value="standard"), "rules, must be an object"),
    (_with("editions", 0, "rules", "faces", value=0), "edition standard: faces must be"),
    (_with("editions", 0, "rules", "faces", value=10**17), "edition standard: faces must be"),
    (_with("editions", 0, "rules", "attack_dice", value=[6] * 99), "edition standard: attack_dice"),
    (_with("editions", 0, "rules", "attack_dice", value={"dice": {}}), "edition standard: attack"),
    (_with("editions", 0, "rules", "evil", value=1), "edition standard: key must be one of"),
    (_with("editions", 0, "rules", "first_round", value={}), "edition standard: key must be"),
    (_with("extras", value=["plot", "data"]), "extras, must be a list of data, plot"),
    (_with("extras", value=["data", "data"]), "extras, must be"),
    (_with("extras", value="data"), "extras, must be"),
    (_without("libraries"), "libraries, must be an object"),
    (_with("libraries", "numpy", value=1), "libraries, must be a version"),
    (_with("libraries", "../x", value="1"), "names of libraries"),
    (_without("files"), "files, must be an object"),
    (_with("files", "x", value=[]), "files, must be an object"),
    (_with("files", "x", value={"bytes": 1, "sha256": "no"}), "64 hexadecimal digits"),
    (_with("files", "x", value={"bytes": -1, "sha256": "0" * 64}), "bytes must be a whole number"),
    (_with("files", "x", value={"bytes": "1", "sha256": "0" * 64}), "bytes must be a whole number"),
    *(
        (_with("files", path, value={"bytes": 1, "sha256": "0" * 64}), "plain relative paths")
        for path in (
            "", ".", "..", "/etc/passwd", "../up", "a/../../up", "a//b", "a/", "a\0b", "a\\b",
            "C:\\x", "a\nb", "~", ".hidden", "a/.b", "CON", "é", "\ud800", "a/" * 9 + "b",
            "x" * 300,
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), HOSTILE)
def test_hostile_manifests(change: Callable[[dict[str, Any]], object], message: str) -> None:
    top = json.loads(EXAMPLE.text())
    change(top)
    with pytest.raises(RiskError, match="manifest.json|must be") as caught:
        read_manifest(json.dumps(top).encode())
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "must be JSON"),
        (b"\xff\xfe", "must be JSON in UTF-8"),
        (b"null", "must be an object, not None"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "numbers of 10000 digits"),
        (b'{"a": 1e999999999}', "whole numbers only"),
        (b'{"a": NaN}', "whole numbers only"),
        (b'{"a": -Infinity}', "whole numbers only"),
        (b'{"files": 1, "files": 2}', "'files' twice"),
        (b" " * (MOST_BYTES + 1), f"at most {MOST_BYTES} bytes"),
        (b'{"a": "\x00"}', "must be JSON"),
    ],
)
def test_what_is_no_manifest_at_all(content: bytes, message: str) -> None:
    with pytest.raises(RiskError, match=message) as caught:
        read_manifest(content)
    assert len(str(caught.value).splitlines()) == 1


@given(st.data())
def test_whatever_a_value_becomes_is_read_or_refused(data: st.DataObject) -> None:
    """Any value anywhere: `RiskError`, or a manifest of the form it should have."""
    top = json.loads(EXAMPLE.text())
    here: Any = top
    keys = []
    while isinstance(here, dict | list) and here and data.draw(st.booleans()):
        keys.append(data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else [0])))
        here = here[keys[-1]]
    if keys:
        _with(*keys, value=data.draw(JSON))(top)
    try:
        assert isinstance(read_manifest(json.dumps(top).encode()), Manifest)
    except RiskError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.floats(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside),
    max_leaves=5,
)


def test_what_values_would_take_is_known_before_they_are_read() -> None:
    few, many = (manifest(Plan((Edition(STANDARD, most),))).text() for most in (60, 120))
    lines = many.count("\n") - few.count("\n")
    each = sum(many.count(c) - few.count(c) for c in ",[{") / lines
    assert each * MOST_FILES < MOST_VALUES
    for values in ("[]", "{}", "0", '""'):
        with pytest.raises(RiskError, match=f"at most {MOST_VALUES} commas and brackets"):
            read_manifest(f"[{values}{f',{values}' * MOST_VALUES}]".encode())


def test_the_jobs_of_a_plan_that_is_too_large_are_not_even_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A manifest of a few bytes could ask for ten million."""
    seen: list[jobs.Job] = []

    def every_job(plan: Plan) -> Iterator[jobs.Job]:
        for job in jobs.every_job(plan):
            seen.append(job)
            yield job

    monkeypatch.setattr("riskexact.publication.manifest.MOST_FILES", 1000)
    monkeypatch.setattr("riskexact.publication.manifest.every_job", every_job)
    with pytest.raises(RiskError, match="may have 1000 files, not 1001 or more"):
        files_of(Plan((Edition(STANDARD, 1000), Edition(Rules(faces=8), 1000)), ()))
    assert len(seen) == 1001
