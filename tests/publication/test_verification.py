"""A publication is found right if it is, and each thing that is wrong in it is found."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.odds.states import State
from riskexact.publication import jobs, publish, verification
from riskexact.publication.directory import MAX_DESCRIPTION_BYTES
from riskexact.publication.jobs import PACKAGE, SUMS
from riskexact.publication.package import DataPackage, Sum, read_package
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByClosedForm, ByRecursion, Values
from riskexact.publication.verification import MAX_BYTES_UNMADE, verify_publication
from riskexact.rules import STANDARD, Rules
from tests.publications import KINDS, changed


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    shutil.copytree(made, tmp_path / "odds")
    return tmp_path / "odds"


@pytest.fixture(autouse=True)
def _data_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "KINDS_OF_JOBS", [KINDS["data"]])


def faults(directory: Path) -> list[str]:
    return [str(fault) for fault in verify_publication(directory).faults]


def written(directory: Path, package: DataPackage) -> None:
    (directory / PACKAGE).write_text(package.text())
    (directory / SUMS).write_text(package.sums_text())


def sums_made_again(directory: Path) -> None:
    """What someone does who changes a file and does not want to be found out."""
    package = read_package((directory / PACKAGE).read_bytes())
    sums = {path: Sum.of((directory / path).read_bytes()) for path in package.files}
    written(directory, package._replace(files=sums))


def test_a_publication_is_right(made: Path) -> None:
    said: list[tuple[str, float]] = []
    verdict = verify_publication(made, progress=lambda *each: said.append(each))
    assert (verdict.faults, verdict.notes) == ((), ())
    assert verdict.remade == len(verdict.package.files) == 39
    assert said == [(f"{n} of 13 jobs", n / 13) for n in range(14)]
    assert {Path(path).suffix for path in verdict.package.files} == {".csv", ".json", ".parquet"}


@pytest.mark.parametrize(
    ("path", "old", "new", "place"),
    [
        ("standard/win.csv", "0.4166666667", "0.4166666666", ", line 2, column decimal: "),
        ("standard/win.csv", "2,2,", "2,3,", ", line 5, column defenders: 3, should be 2"),
        ("single-loss/win.json", "5/12", "5/13", '"fraction": "5/13", "decimal": 0.41'),
        ("draws/outcomes.csv", "1,1,1,0,", "1,1,0,1,", ", line 2, column attackers_left: 0, "),
        ("standard/needed.csv", "1,1/2,2", "1,1/2,3", ", line 2, column attackers: 3, should be 2"),
        ("standard/rounds.csv", "2890", "2891", ", column count: 2891, should be 2890"),
        ("standard/rounds.json", "7776", "7777", '"total": 7777}, should be '),
    ],
)
def test_a_changed_digit_is_found(copy: Path, path: str, old: str, new: str, place: str) -> None:
    with changed(copy / path, old.encode(), new.encode()):
        (found,) = faults(copy)
    assert found.startswith(f"{path}, line ")
    assert place in found


def test_a_changed_digit_is_found_if_all_sums_were_made_again_to_match(copy: Path) -> None:
    with changed(copy / "standard/win.csv", b"5/12", b"5/13"):
        sums_made_again(copy)
        found = faults(copy)
    assert {fault.partition(",")[0] for fault in found} == {PACKAGE, SUMS, "standard/win.csv"}
    place = "standard/win.csv, line 2, column fraction: 5/13, should be 5/12"
    assert any(fault.startswith(place) for fault in found)


def test_an_incomplete_publication_takes_no_time(copy: Path) -> None:
    """A data package of a few bytes could ask for days of work."""
    (copy / "standard" / "win.csv").unlink()
    verdict = verify_publication(copy)
    assert [str(fault) for fault in verdict.faults] == ["standard/win.csv: missing"]
    assert verdict.remade == 0
    assert verdict.notes == ("nothing was recomputed, because files are missing",)


def replaced(by: Callable[[Path], object]) -> Callable[[Path], object]:
    """Put something else in the place of a file."""

    def change(at: Path) -> None:
        file = at / "standard" / "win.csv"
        file.unlink()
        by(file)

    return change


def linked(at: Path) -> None:
    (at / "standard").rename(at.parent / "elsewhere")
    (at / "standard").symlink_to(at.parent / "elsewhere")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda at: (at / "notes.txt").write_text(""), "notes.txt: not part of the publication"),
        (lambda at: (at / "photos").mkdir(), "photos: not part of the publication"),
        (lambda at: (at / "x\ny").mkdir(), "'x\\ny': not part of the publication"),
        (lambda at: (at / SUMS).unlink(), f"{SUMS}: missing"),
        (lambda at: (at / SUMS).write_text("x"), f"{SUMS}, line 1: x, should be "),
        (replaced(os.mkfifo), "standard/win.csv: must be a plain file"),
        (replaced(Path.mkdir), "standard/win.csv: must be a plain file"),
        # what is made from a faulty file is checked all the same
        (replaced(Path.touch), "standard/win.csv, line 1: nothing, should be"),
        (linked, "standard: "),
        (lambda at: os.truncate(at / "standard/win.csv", 1 << 40), "standard/win.csv, line 6: �"),
        (lambda at: os.truncate(at / "standard/win.parquet", 1 << 40), "standard/win.parquet: "),
    ],
)
def test_what_else_can_be_wrong(
    copy: Path, change: Callable[[Path], object], expected: str
) -> None:
    change(copy)
    assert any(fault.startswith(expected) for fault in faults(copy))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda top: top["riskexact"].update(command="rm -rf DIRECTORY"),
         '"command": "rm -rf DIRECTORY", should'),
        (lambda top: top["riskexact"]["content"].update(sha256="0" * 64), '"sha256": "0000'),
        (lambda top: top.update(more=1), f"{PACKAGE}, line "),
        (lambda top: top.update(licenses=[]), f"{PACKAGE}, line "),
        (lambda top: top["resources"].pop(1), f"{PACKAGE}, line "),
        (lambda top: top["resources"][0].update(method="magic"), '"method": "magic", should'),
        (lambda top: top["resources"][0].update(bytes=1), '"bytes": 1, should'),
        (lambda top: top["resources"].append({"path": "evil", "bytes": 1,
                                              "hash": "sha256:" + "0" * 64}),
         "evil: listed in the data package, but not part of the publication"),
        (lambda top: top["riskexact"]["editions"][0].update(max=3), "standard/"),
        (lambda top: top["riskexact"]["extras"].clear(),
         "win.parquet: not part of the publication"),
    ],
)  # fmt: skip
def test_what_the_data_package_says_is_checked(
    copy: Path, change: Callable[[dict[str, Any]], object], place: str
) -> None:
    top = json.loads((copy / PACKAGE).read_text())
    change(top)
    (copy / PACKAGE).write_text(json.dumps(top, indent=1, ensure_ascii=False) + "\n")
    found = faults(copy)
    assert any(place in fault for fault in found), found


def test_other_versions_of_libraries(copy: Path) -> None:
    package = read_package((copy / PACKAGE).read_bytes())
    libraries = {**package.libraries, "pyarrow": "1.0"}
    written(copy, package._replace(version="0.0.1", libraries=libraries))
    verdict = verify_publication(copy)
    assert verdict.faults == ()
    assert "made by riskexact 0.0.1" in verdict.notes[0]
    (note,) = verdict.notes[1:]
    assert "13 files: the checksum alone was compared, because of other versions" in note
    with (copy / "standard" / "win.parquet").open("ab") as file:
        file.write(b"x")
    assert faults(copy) == ["standard/win.parquet: differs from its checksum in the data package"]


@pytest.mark.parametrize("listed", [True, False])
def test_a_faulty_file_that_cannot_be_made_again_and_is_on_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: bool
) -> None:
    monkeypatch.setattr(jobs, "KINDS_OF_JOBS", [KINDS["data"], KINDS["page"]])
    path = "standard/win.parquet"
    package = publish(tmp_path, [Edition(STANDARD, 1)])
    package = package._replace(libraries={**package.libraries, "pyarrow": "1.0"})
    written(tmp_path, package)
    assert faults(tmp_path) == []
    (tmp_path / path).unlink()
    (tmp_path / path).mkdir()
    if not listed:
        files = {each: right for each, right in package.files.items() if each != path}
        written(tmp_path, package._replace(files=files))
    expected = f"{path}: must be a plain file" if listed else f"{PACKAGE}: {path} is not listed"
    assert expected in faults(tmp_path)


def test_files_that_cannot_be_made_again_and_claim_to_be_huge(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "installed_extras", lambda: ())
    assert faults(copy) == []
    assert "without riskexact[data]" in verify_publication(copy).notes[0]
    package = read_package((copy / PACKAGE).read_bytes())
    huge = package.files["standard/win.parquet"]._replace(size=MAX_BYTES_UNMADE + 1)
    written(copy, package._replace(files={**package.files, "standard/win.parquet": huge}))
    assert f"standard/win.parquet: too large to be read, {MAX_BYTES_UNMADE + 1} bytes" in faults(
        copy
    )
    sizes = (each.size for path, each in package.files.items() if path.endswith(".parquet"))
    monkeypatch.setattr(verification, "MAX_BYTES_UNMADE", max(sizes))
    written(copy, package)
    assert faults(copy) == []


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda at: at.rmdir(), "no such directory"),
        (lambda at: None, "no datapackage.json"),
        (lambda at: (at.rmdir(), at.touch()), "not the file"),
        (lambda at: (at / PACKAGE).touch(), "must be JSON"),
        (lambda at: (at / PACKAGE).mkdir(), "must be a plain file"),
        (lambda at: os.mkfifo(at / PACKAGE), "must be a plain file"),
        (lambda at: (at / PACKAGE).symlink_to("/dev/zero"), "must be a plain file"),
        (lambda at: (at / PACKAGE).write_bytes(b" " * (MAX_DESCRIPTION_BYTES + 2)),
         f"at most {MAX_DESCRIPTION_BYTES} bytes"),
        (lambda at: (at / "manifest.json").write_text("{}"), "riskexact 0.1.0"),
    ],
)  # fmt: skip
def test_what_is_no_publication(
    tmp_path: Path, prepare: Callable[[Path], object], message: str
) -> None:
    (tmp_path / "odds").mkdir()
    prepare(tmp_path / "odds")
    with pytest.raises(RiskError, match=message) as caught:
        verify_publication(tmp_path / "odds")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(("method", "trusted"), [(ByClosedForm, False), (ByRecursion, True)])
def test_values_are_found_by_the_method_that_did_not_make_them(
    made: Path, monkeypatch: pytest.MonkeyPatch, method: type[Values], trusted: bool
) -> None:
    """A closed form that errs is noticed; a recursion that errs is not asked about its own."""

    def wrong(
        self: Values, rules: Rules, attackers: range, defenders: range
    ) -> Iterator[tuple[State, Fraction]]:
        for state in product(attackers, defenders):
            yield state, Fraction(1, 3)

    monkeypatch.setattr(method, "win", wrong)
    assert ("standard/win.csv" not in {each.split(",")[0] for each in faults(made)}) is trusted
