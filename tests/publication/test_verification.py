"""A publication is found right if it is, and each thing that is wrong in it is found."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from riskexact import publication
from riskexact.base.errors import RiskError
from riskexact.odds.states import State
from riskexact.publication import jobs, publish, verification
from riskexact.publication.jobs import KINDS, Job
from riskexact.publication.manifest import (
    MANIFEST,
    MOST_BYTES,
    SUMS,
    Sum,
    read_manifest,
)
from riskexact.publication.plan import Edition, Tile
from riskexact.publication.values import ByClosedForm, ByRecursion, Values
from riskexact.publication.verification import MOST_UNMADE, verify_publication
from riskexact.rules import STANDARD, Rules
from tests.publications import SMALL, changed, tree

TEXTS = ("win", "outcomes", "needed", "rounds", "printed", "sqlite")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A publication of all kinds of data; no test may leave it changed."""
    directory = tmp_path_factory.mktemp("publication") / "odds"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "KINDS", {kind: KINDS[kind] for kind in TEXTS})
        patch.setattr(publication, "installed_extras", lambda: ("data",))
        publish(directory, [*SMALL, Edition(Rules(ties="nobody", name="draws"), 2)])
    before = tree(directory)
    yield directory
    assert tree(directory) == before


@pytest.fixture(autouse=True)
def _data_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "KINDS", {kind: KINDS[kind] for kind in TEXTS})


def faults(directory: Path) -> list[str]:
    return [str(fault) for fault in verify_publication(directory).faults]


def sums_made_again(directory: Path) -> None:
    """What someone does who changes a file and does not want to be found out."""
    manifest = read_manifest((directory / MANIFEST).read_bytes())
    sums = {path: Sum.of((directory / path).read_bytes()) for path in manifest.files}
    manifest = replace(manifest, files=sums)
    (directory / MANIFEST).write_text(manifest.text())
    (directory / SUMS).write_text(manifest.sums_text())


def test_a_publication_is_right(made: Path) -> None:
    verdict = verify_publication(made)
    assert (verdict.faults, verdict.notes) == ((), ())
    assert verdict.remade == len(verdict.manifest.files) > 60
    assert {Path(path).suffix for path in verdict.manifest.files} == {
        ".csv", ".json", ".md", ".tex", ".parquet", ".sqlite",
    }  # fmt: skip


def test_the_estimate_is_said_before_anything_is_made(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of verifying, and of publishing."""
    said: list[tuple[str, float]] = []

    def interrupted(doing: str, share: float) -> None:
        said.append((doing, share))
        raise KeyboardInterrupt

    monkeypatch.setattr(Job, "make", lambda *arguments: pytest.fail("made"))
    for work in (
        lambda: verify_publication(made, progress=interrupted),
        lambda: publish(tmp_path / "odds", [Edition(STANDARD, 200)], progress=interrupted),
    ):
        with pytest.raises(KeyboardInterrupt):
            work()
    (verifying, begun), (publishing, _) = said
    assert begun == 0
    assert re.fullmatch(r"0 of \d+ jobs, about \d+ s of one core ahead", verifying)
    assert re.fullmatch(r"0 of \d+ jobs, about \d+ min of one core ahead", publishing)


@pytest.mark.parametrize(
    ("path", "old", "new", "place"),
    [
        ("standard/win.csv", "5/12", "5/13", ", line 2, column fraction: 5/13, should be 5/12"),
        ("standard/win.csv", "0.4166666667", "0.4166666666", ", line 2, column decimal: "),
        ("standard/win.csv", "2,2,", "2,3,", ", line 5, column defenders: 3, should be 2"),
        ("single-loss/win.json", "5/12", "5/13", ", column fraction: 5/13, should be 5/12"),
        ("draws/outcomes.csv", "1,1,1,0,", "1,1,0,1,", ", line 2, column attackers_left: 0, "),
        ("standard/needed.csv", "1,1/2,2", "1,1/2,3", ", line 2, column attackers: 3, should be 2"),
        ("standard/rounds.csv", "2890", "2891", ", column count: 2891, should be 2890"),
        ("standard/rounds.json", "7776", "7777", ", column total: 7777, should be 7776"),
        ("standard/printed/ten-by-ten.md", "41.7", "41.8", ", line 9, column 2: 41.8, should be"),
        ("standard/printed/ten-by-ten.tex", "41.7", "41.8", ", column 2: 41.8, should be 41.7"),
    ],
)
@pytest.mark.parametrize("covered_up", [False, True])
def test_a_changed_digit_is_found(
    made: Path, tmp_path: Path, path: str, old: str, new: str, place: str, covered_up: bool
) -> None:
    """Whether or not all sums were made again to match."""
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    with changed(copy / path, old.encode(), new.encode()):
        if covered_up:
            sums_made_again(copy)
        found = faults(copy)
    assert len(found) == (3 if covered_up else 1)
    assert {fault.partition(",")[0] for fault in found} == (
        {MANIFEST, SUMS, path} if covered_up else {path}
    )
    assert any(fault.startswith(f"{path}, line ") and place in fault for fault in found), found


def test_every_single_byte_of_a_file_counts(made: Path, tmp_path: Path) -> None:
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    file = copy / "standard" / "win.csv"
    content = file.read_bytes()
    for place in range(0, len(content), 41):
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert [fault.path for fault in verify_publication(copy).faults] == ["standard/win.csv"]


def test_a_changed_value_in_binary_files_is_found(made: Path, tmp_path: Path) -> None:
    import sqlite3

    from riskexact.publication.data_sets import DATA_SETS
    from riskexact.publication.parquet import parquet_bytes

    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    connection = sqlite3.connect(copy / "riskexact.sqlite")
    connection.execute(
        "UPDATE win SET fraction = '1956/2592' WHERE rules = 'single-loss' AND attackers = 2 "
        "AND defenders = 1"
    )
    connection.commit()
    connection.close()
    edition = SMALL[0]
    win = DATA_SETS["win"]
    rows = list(win.rows(edition, edition.tiles()[0], ByRecursion()))
    rows[2] = (*rows[2][:2], "1956/2592", *rows[2][3:])
    (copy / "standard" / "win.parquet").write_bytes(parquet_bytes(win, edition, rows))
    sums_made_again(copy)
    found = faults(copy)
    other = "other bytes than those that were made again"
    assert {f"standard/win.parquet: {other}", f"riskexact.sqlite: {other}"} < set(found)


def test_what_is_made_from_a_faulty_file_is_checked_all_the_same(
    made: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    (copy / "standard" / "win.csv").write_bytes(b"")
    (fault,) = faults(copy)
    assert fault.startswith("standard/win.csv")


def test_an_incomplete_publication_takes_no_time(made: Path, tmp_path: Path) -> None:
    """A manifest of a few bytes could ask for days of work."""
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    (copy / "standard" / "win.csv").unlink()
    verdict = verify_publication(copy)
    assert [str(fault) for fault in verdict.faults] == ["standard/win.csv: missing"]
    assert verdict.remade == 0
    assert verdict.notes == ("nothing was made again, because files are missing",)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda at: (at / "notes.txt").write_text(""), ["notes.txt: not part of the publication"]),
        (lambda at: (at / "photos").mkdir(), ["photos: not part of the publication"]),
        (lambda at: (at / "x\ny").mkdir(), ["'x\\ny': not part of the publication"]),
        (lambda at: (at / SUMS).unlink(), [f"{SUMS}: missing"]),
        (lambda at: (at / SUMS).write_text("x"), [f"{SUMS}, line 1: x, should be "]),
        (lambda at: _replaced(at, os.mkfifo), ["standard/win.csv: must be a plain file"]),
        (lambda at: os.truncate(at / "standard" / "win.csv", 1 << 40),
         ["standard/win.csv, line 6, column attackers: "]),
        (lambda at: _replaced(at, Path.mkdir), ["standard/win.csv: must be a plain file"]),
        (lambda at: _linked(at), ["standard: "]),
        (lambda at: os.truncate(at / "standard" / "win.csv", 1 << 40),
         ["standard/win.csv, line 6, column attackers: �"]),
        (lambda at: os.truncate(at / "riskexact.sqlite", 1 << 40), ["riskexact.sqlite: "]),
    ],
)  # fmt: skip
def test_what_else_can_be_wrong(
    made: Path, tmp_path: Path, change: Callable[[Path], object], expected: list[str]
) -> None:
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    change(copy)
    found = faults(copy)
    for start in expected:
        assert any(fault.startswith(start) for fault in found), found


def _replaced(at: Path, by: Callable[[Path], object]) -> None:
    file = at / "standard" / "win.csv"
    file.unlink()
    by(file)


def _linked(at: Path) -> None:
    (at / "standard").rename(at.parent / "elsewhere")
    (at / "standard").symlink_to(at.parent / "elsewhere")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda top: top.update(command="rm -rf DIRECTORY"), "column command: rm -rf DIRECTORY"),
        (lambda top: top["content"].update(sha256="0" * 64), "column sha256: "),
        (lambda top: top.update(more=1), f"{MANIFEST}, line "),
        (lambda top: top["files"].pop("standard/win.csv"), f"{MANIFEST}, line "),
        (lambda top: top["files"].pop("standard/win.parquet"), f"{MANIFEST}, line "),
        (lambda top: top["files"]["standard/win.csv"].update(method="magic"), "column method: mag"),
        (lambda top: top["files"]["standard/win.csv"].update(bytes=1), "column bytes: 1, should"),
        (lambda top: top["files"].update({"evil": {"bytes": 1, "sha256": "0" * 64}}),
         "evil: listed in the manifest, but not part of the publication"),
        (lambda top: top["editions"][0].update(max=3), "standard/"),
        (lambda top: top["extras"].clear(), "win.parquet: not part of the publication"),
    ],
)  # fmt: skip
def test_what_the_manifest_says_is_checked(
    made: Path, tmp_path: Path, change: Callable[[dict[str, object]], object], place: str
) -> None:
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    top = json.loads((copy / MANIFEST).read_text())
    change(top)
    (copy / MANIFEST).write_text(layout(top))
    found = faults(copy)
    assert any(place in fault for fault in found), found


def layout(top: dict[str, object]) -> str:
    """A manifest as it is written, a line for each file, whatever is in it."""
    files = top.pop("files")
    assert isinstance(files, dict)
    start = json.dumps(top, indent=2).removesuffix("\n}")
    lines = [f"    {json.dumps(path)}: {json.dumps(file)}" for path, file in files.items()]
    return start + ',\n  "files": {\n' + ",\n".join(lines) + "\n  }\n}\n"


def test_the_layout_is_that_of_the_manifest(made: Path) -> None:
    text = (made / MANIFEST).read_text()
    assert layout(json.loads(text)) == text


def test_other_versions_of_libraries(made: Path, tmp_path: Path) -> None:
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    top = json.loads((copy / MANIFEST).read_text())
    top["libraries"]["pyarrow"] = "1.0"
    top["riskexact"] = "0.0.1"
    (copy / MANIFEST).write_text(layout(top))
    manifest = read_manifest((copy / MANIFEST).read_bytes())
    (copy / SUMS).write_text(manifest.sums_text())
    verdict = verify_publication(copy)
    assert verdict.faults == ()
    assert len(verdict.notes) == 2
    assert "made by riskexact 0.0.1" in verdict.notes[0]
    assert "12 files: the sum alone was checked, because of other versions" in verdict.notes[1]
    with (copy / "standard" / "win.parquet").open("ab") as file:
        file.write(b"x")
    assert faults(copy) == ["standard/win.parquet: not the bytes of which the manifest has the sum"]


def test_files_that_cannot_be_made_again_and_claim_to_be_huge(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "installed_extras", lambda: ())
    copy = tmp_path / "odds"
    shutil.copytree(made, copy)
    assert faults(copy) == []
    assert "without riskexact[data]" in verify_publication(copy).notes[0]
    top = json.loads((copy / MANIFEST).read_text())
    top["files"]["standard/win.parquet"]["bytes"] = MOST_UNMADE + 1
    (copy / MANIFEST).write_text(layout(top))
    assert f"standard/win.parquet: too large to be read, {MOST_UNMADE + 1} bytes" in faults(copy)


def test_workers_find_the_same(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # workers have all kinds
    copy = tmp_path / "odds"
    monkeypatch.setattr(publication, "installed_extras", lambda: ())
    publish(copy, SMALL[:1], workers=2)
    publish(tmp_path / "other", SMALL[:1])
    assert tree(copy) == tree(tmp_path / "other")
    with changed(copy / "standard" / "win.csv", b"5/12", b"5/13"):
        verdicts = [verify_publication(copy, workers=workers) for workers in (1, 2)]
        assert verdicts[0] == verdicts[1]
        assert len(verdicts[0].faults) == 1


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda at: None, "no such directory"),
        (lambda at: at.mkdir(), "no manifest.json"),
        (lambda at: at.write_text(""), "not the file"),
        (lambda at: (at.mkdir(), (at / MANIFEST).write_text("")), "must be JSON"),
        (lambda at: (at.mkdir(), (at / MANIFEST).mkdir()), "must be a plain file"),
        (lambda at: _pipe(at / MANIFEST), "must be a plain file"),
        (lambda at: (at.mkdir(), (at / MANIFEST).symlink_to("/dev/zero")), "must be a plain file"),
        (lambda at: (at.mkdir(), (at / MANIFEST).write_bytes(b" " * (MOST_BYTES + 2))),
         f"at most {MOST_BYTES} bytes"),
    ],
)  # fmt: skip
def test_what_is_no_publication(
    tmp_path: Path, prepare: Callable[[Path], object], message: str
) -> None:
    prepare(tmp_path / "odds")
    with pytest.raises(RiskError, match=message) as caught:
        verify_publication(tmp_path / "odds")
    assert len(str(caught.value).splitlines()) == 1


def _pipe(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)


def test_absurd_sizes_are_refused_before_any_work(made: Path, tmp_path: Path) -> None:
    copy = tmp_path / "odds"
    copy.mkdir()
    top = json.loads((made / MANIFEST).read_text())
    top["editions"][0]["max"] = 10**9
    (copy / MANIFEST).write_text(layout(top))
    with pytest.raises(RiskError, match="max must be a whole number, from 1 to 1000"):
        verify_publication(copy)


def test_a_changed_digit_of_a_picture_that_is_text_is_found_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "KINDS", {"calculator": KINDS["calculator"]})
    publish(tmp_path / "odds", SMALL)
    icon = tmp_path / "odds" / "calculator" / "icon.svg"
    icon.write_text(icon.read_text().replace("512", "612", 1))
    (fault,) = faults(tmp_path / "odds")
    assert fault.startswith("calculator/icon.svg, line ")
    assert "612" in fault


@pytest.mark.parametrize(("road", "trusted"), [(ByClosedForm, False), (ByRecursion, True)])
def test_values_are_found_by_the_road_that_did_not_make_them(
    made: Path, monkeypatch: pytest.MonkeyPatch, road: type[Values], trusted: bool
) -> None:
    """A closed form that errs is noticed; a recursion that errs is not asked about its own."""

    def wrong(self: Values, rules: Rules, tile: Tile) -> Iterator[tuple[State, Fraction]]:
        for state in product(tile.attackers, tile.defenders):
            yield state, Fraction(1, 3)

    monkeypatch.setattr(road, "win", wrong)
    assert ("standard/win.csv" not in {each.split(",")[0] for each in faults(made)}) is trusted
