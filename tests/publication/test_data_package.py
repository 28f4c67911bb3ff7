"""The data package: valid for other tools, made again byte for byte, and read without trust."""

import json
import subprocess
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from riskexact.base.errors import RiskError
from riskexact.publication import package as module
from riskexact.publication import publish
from riskexact.publication.data import DATA_SETS
from riskexact.publication.directory import MAX_DESCRIPTION_BYTES, files_in_package
from riskexact.publication.jobs import CSVW, PACKAGE, SUMS, jobs_of
from riskexact.publication.metadata import SOURCES, csv_on_the_web
from riskexact.publication.package import DataPackage, Sum, read_package
from riskexact.publication.plan import Edition, Plan
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.files import rules_of_parts
from tests.publications import SMALL, only
from tests.strategies import any_rules


def package(plan: Plan) -> DataPackage:
    """A data package of files that have their own paths in them."""
    paths = [path for job in jobs_of(plan) for path in job.paths]
    return DataPackage("1.0", plan, {"numpy": "3.40"}, {p: Sum.of(p.encode()) for p in paths})


EXAMPLE = package(Plan((Edition(STANDARD, 2),))).text()


@pytest.mark.tools
@pytest.mark.searches
def test_other_tools_read_it(made: Path) -> None:
    """Sizes, checksums, and every value of every table in the type of its column."""
    from frictionless import Package

    descriptor = json.loads((made / PACKAGE).read_text())
    profile = distribution("dplib-py").locate_file("dplib/profiles/2.0/datapackage.json")
    validator = Draft7Validator(json.loads(Path(str(profile)).read_text("utf-8")))
    assert not list(validator.iter_errors(descriptor))
    for key, wrong in WRONG.items():
        broken = json.loads(json.dumps(descriptor))
        (broken if key in broken else broken["resources"][0])[key] = wrong
        assert not validator.is_valid(broken), key
    Package.from_descriptor(descriptor)
    assert not list(Package.metadata_validate(descriptor))
    for resource in Package(str(made / PACKAGE)).resources:
        if resource.path and Path(resource.path).suffix in (".csv", ".json", ".parquet"):
            report = resource.validate()
            assert report.valid, report.flatten()


WRONG: dict[str, object] = {
    "title": 3,
    "keywords": "odds",
    "contributors": {},
    "licenses": [],
    "resources": [],
    "name": 3,
    "path": "/etc/passwd",
    "bytes": "1",
    "schema": [],
}
"""Keys of a package, or of its first file, with values that its profile refuses."""

BROKEN = """
win.csv 5/12 5/0; win.csv 5/12 -5/12; win.csv 5/12, ,; win.csv 5/12 05; win.csv 5/12 a/b
win.csv 0.4166666667 1.5; win.csv 0.5833333333 -0.1; win.csv ,0.5833333333 ,x
win.csv 0.4166666666666667 1.5; win.csv 0.4166666666666667 -0.1; win.csv ,0.4166666666666667 ,
win.csv 1,1, x,1,; win.csv 1,1, -1,1,; win.csv 1,2, 1,1,; win.csv 1,2, 1,2.5,; win.csv 1,2, 2,
needed.csv 1/2 2/3; needed.csv 3/4 1/2; rounds.csv 1,1, 1,-1,
win.json "5/12" "5/0"; win.json 0.4166666666666667 2.0; win.json "5/12" null
needed.json "1/2" "1/3"
"""


@pytest.mark.tools
@pytest.mark.searches
@pytest.mark.parametrize("broken", BROKEN.strip().replace("\n", ";").split(";"))
def test_other_tools_refuse_what_is_broken(made: Path, tmp_path: Path, broken: str) -> None:
    from frictionless import Resource

    name, right, wrong = broken.split()
    path = f"standard/{name}"
    text = (made / path).read_text("utf-8")
    assert right in text
    (tmp_path / "standard").mkdir()
    (tmp_path / path).write_text(wrong.join(text.rsplit(right, 1)), encoding="utf-8")
    (about,) = (
        each
        for each in json.loads((made / PACKAGE).read_text())["resources"]
        if each["path"] == path
    )
    for key in ("hash", "bytes"):
        about.pop(key, None)
    assert not Resource.from_descriptor(about, basepath=str(tmp_path)).validate().valid
    assert not name.endswith(".csv") or not in_csvw(made, tmp_path, path)
    (tmp_path / path).write_text(text, encoding="utf-8")
    assert Resource.from_descriptor(about, basepath=str(tmp_path)).validate().valid
    assert not name.endswith(".csv") or in_csvw(made, tmp_path, path)


def in_csvw(made: Path, folder: Path, path: str) -> bool:
    """Return whether a file is as CSV on the Web describes it."""
    from csvw import TableGroup

    about = csv_on_the_web({path: DATA_SETS[Path(path).stem].schema})
    (folder / CSVW).write_text(json.dumps(about), "utf-8")
    try:
        (table,) = TableGroup.from_file(folder / CSVW).tables
        return bool(list(table.iterdicts(strict=True)) and table.check_primary_key())
    except ValueError:
        return False


def test_tables_have_columns_with_units(made: Path) -> None:
    top = json.loads((made / PACKAGE).read_text())
    tables = [each for each in top["resources"] if each.get("type") == "table"]
    assert len(tables) == 3 * (3 * 4 + 1)
    for each in tables:
        data_set = DATA_SETS[Path(each["path"]).stem]
        fields = each["schema"]["fields"]
        assert [field["name"] for field in fields] == [column.name for column in data_set.columns]
        for field in fields:
            name = field["name"]
            is_chance = name in ("chance", "fraction", "decimal", "complement", "double")
            throws = "throws" if name in ("count", "total") else "units"
            assert field["unit"] == ("dice" if "dice" in name else "1" if is_chance else throws)
        assert each["schema"]["primaryKey"] == list(data_set.key)


def test_it_is_read_as_it_was_written() -> None:
    """Its sources have their addresses."""
    plan = Plan.usual(most=3)
    text = package(plan).text()
    again = read_package(text.encode())
    assert again == package(plan)
    assert [edition.rules.name for edition in again.plan] == list(RULES)
    assert again.text() == text
    paths = {each["title"]: each.get("path") for each in json.loads(text)["sources"]}
    assert paths['The notebook "Risk Calculator"'] is None
    addresses = [source.address for source in SOURCES.values() if source.address]
    assert [path for path in paths.values() if path] == addresses


@given(any_rules)
def test_rules_are_made_again_from_what_it_says(rules: Rules) -> None:
    edition = Edition(rules, 1)
    parts = json.loads(json.dumps(edition.rules.parts))
    again = Edition(rules_of_parts(parts, edition.name), 1)
    assert again == edition
    assert again.name == edition.name


def test_nothing_in_it_tells_when_or_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "rounds")
    publish(tmp_path / "one", SMALL)
    publish(tmp_path / "another", SMALL)
    for name in (PACKAGE, SUMS):
        content = (tmp_path / "one" / name).read_bytes()
        assert content == (tmp_path / "another" / name).read_bytes()
        assert str(tmp_path).encode() not in content
    about = json.loads((tmp_path / "one" / PACKAGE).read_text())["riskexact"]
    assert about["extras"] == []
    assert set(about["left_out"]) == {"data", "plot"}


def test_the_checksums_are_those_that_a_shell_computes(made: Path) -> None:
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS], cwd=made, capture_output=True
    )
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert module.__doc__ is not None
    said = module.__doc__.split("again:\n\n")[1].strip()
    done = subprocess.run(said, shell=True, cwd=made, capture_output=True, text=True, check=True)
    top = json.loads((made / PACKAGE).read_text())
    assert top["riskexact"]["content"]["sha256"] == done.stdout.split()[0]
    for each in top["resources"]:
        content = (made / each["path"]).read_bytes()
        assert each.get("bytes", each.get("bytes_of_file")) == len(content)
        assert each["hash"] == f"sha256:{sha256(content).hexdigest()}"
    assert set(files_in_package(made)) == {each["path"] for each in top["resources"]} | {
        PACKAGE,
        SUMS,
    }


def _with(*path: str | int, value: object) -> Callable[[Any], object]:
    def change(top: Any) -> None:
        for key in path[:-1]:
            top = top[key]
        top[path[-1]] = value

    return change


ABOUT = "riskexact"
FIRST = (ABOUT, "editions", 0)

FORM = "datapackage.json must be a publication's: "

HOSTILE: list[tuple[Callable[[Any], object] | bytes, str]] = [
    (lambda top: top.pop(ABOUT), FORM + "KeyError('riskexact')"),
    (_with(ABOUT, value=[]), FORM),
    (_with(ABOUT, "version", value=2), "words and plain relative paths, not 2"),
    (_with(ABOUT, "version", value="1\n2"), "words and plain relative paths"),
    (_with(ABOUT, "version", value="9" * 41), "words and plain relative paths"),
    (_with(ABOUT, "libraries", value=["numpy"]), FORM),
    (_with(ABOUT, "libraries", "numpy", value=1), "words and plain relative paths, not 1"),
    (_with(ABOUT, "libraries", "../x", value="1"), "words and plain relative paths"),
    (_with(ABOUT, "editions", value=3), FORM),
    (_with(ABOUT, "editions", value=[]), "editions must be 1 to 200"),
    (_with(ABOUT, "editions", value=[1]), FORM),
    (_with(*FIRST, "name", value="../up"), "words and plain relative paths, not '../up'"),
    (_with(*FIRST, "name", value="/etc"), "words and plain relative paths"),
    (_with(*FIRST, "name", value="a/b"), "name must be standard for these rules"),
    (_with(*FIRST, "name", value="single-loss"), "name must be standard for these rules"),
    (_with(*FIRST, "max", value=10**9), "max must be a whole number, from 1 to 1000"),
    (_with(*FIRST, "max", value="2"), "max must be a whole number"),
    (_with(*FIRST, "max", value=True), "max must be a whole number"),
    (_with(*FIRST, "rules", value="standard"), FORM),
    (_with(*FIRST, "rules", "faces", value=10**17), "faces must be"),
    (_with(*FIRST, "rules", "attack_dice", value=[6] * 99), "attack_dice"),
    (_with(*FIRST, "rules", "evil", value=1), "key must be one of"),
    (_with(ABOUT, "extras", value=3), FORM),
    (_with("resources", value=3), FORM),
    (_with("resources", 0, value=[]), FORM),
    (_with("resources", 0, "hash", value="0" * 64), "words and plain relative paths"),
    (_with("resources", 0, "bytes", value=-1), "bytes must be a whole number"),
    (_with("resources", 0, "bytes", value="1"), "bytes must be a whole number"),
    *(
        (_with("resources", 0, "path", value=path), "plain relative paths, not ")
        for path in (
            "", ".", "..", "/etc/passwd", "../up", "a/../../up", "a//b", "a/", "a\0b", "a\\b",
            "C:\\x", "a\nb", "~", ".hidden", "a/.b", "CON", "é", "\ud800", "a/" * 9 + "b",
            "x" * 300,
        )
    ),
]  # fmt: skip


NO_PACKAGE: list[tuple[Callable[[Any], object] | bytes, str]] = [
    (b"", "must be JSON"),
    (b"\xff\xfe", "must be JSON"),
    (b"null", FORM),
    (b'{"a": 1, "a": 2}', "must be JSON in UTF-8: \"a key must be there once, not 'a' again\""),
    (b"[" * 100_000, "must be JSON"),
    (b'{"a":' * 100_000, "must be JSON"),
    (b'{"a": ' + b"9" * 10_000 + b"}", "must be JSON"),
    (b" " * (MAX_DESCRIPTION_BYTES + 1), f"at most {MAX_DESCRIPTION_BYTES} bytes"),
    (b'{"a": "\x00"}', "must be JSON"),
]


@pytest.mark.parametrize(("given", "message"), HOSTILE + NO_PACKAGE)
def test_hostile_data_packages(given: Callable[[Any], object] | bytes, message: str) -> None:
    if not isinstance(given, bytes):
        top = json.loads(EXAMPLE)
        given(top)
        given = json.dumps(top).encode()
    with pytest.raises(RiskError) as caught:
        read_package(given)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.floats(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside),
    max_leaves=5,
)


@given(st.data())
def test_whatever_a_value_becomes_is_read_or_refused(data: st.DataObject) -> None:
    """Any value anywhere: `RiskError`, or a data package of the form it should have."""
    top = json.loads(EXAMPLE)
    here: Any = top
    keys: list[Any] = []
    while isinstance(here, dict | list) and here and data.draw(st.booleans()):
        keys.append(data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else [0])))
        here = here[keys[-1]]
    if keys:
        _with(*keys, value=data.draw(JSON))(top)
    try:
        assert isinstance(read_package(json.dumps(top).encode()), DataPackage)
    except RiskError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017
