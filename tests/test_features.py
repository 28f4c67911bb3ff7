"""Every feature is a folder that can go: what is left works, and says what is missing."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from riskexact.features import FEATURES, FLOORS
from tests.conftest import QUICK
from tests.test_architecture import inside, modules

ROOT = Path(__file__).parent.parent

LIBRARIES = "argcomplete distributed jinja2 matplotlib numpy pandas playwright pyarrow"
"""Libraries without which the quick tests are collected, and pass."""

BARE = """
import sys
from importlib.machinery import PathFinder

import pytest

found = PathFinder.find_spec

def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in GONE else found(name, path, target)

GONE = sys.argv[1].split()
PathFinder.find_spec = find_spec
sys.exit(pytest.main(["-q", "-m", "quick", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
"""The quick tests of a Python that has none of the libraries."""

WITHOUT = """
import sys

GONE = sys.argv[1].split()

class Refusing:
    def find_spec(self, name, path=None, target=None):
        package, feature, *_ = *name.split("."), "", ""
        if package == "riskexact" and feature in GONE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refusing())
"""
"""A program that begins without some features, as if their folders were not there."""

LEFT = """
from importlib import import_module
from pkgutil import walk_packages

import pytest
import riskexact
from riskexact.cli import main
from riskexact.features import FEATURES, present

assert [each for each in FEATURES if not present(each)] == GONE
assert main(["help", "--all"]) == 0
for feature in GONE:
    for command in FEATURES[feature]["commands"].split():
        assert main([command]) == 2
    for names in FEATURES[feature]["names"].values():
        for name in names.split():
            assert not hasattr(riskexact, name)
for each in walk_packages(riskexact.__path__, "riskexact."):
    if each.name.split(".")[1] not in (*GONE, "__main__"):
        import_module(each.name)
if present("app"):
    from riskexact.app import page
    from riskexact.rules import STANDARD
    assert "</html>" in page([STANDARD])
once = ["-m", "quick", "--hypothesis-profile=once"]
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *once, *sys.argv[2:]]))
"""


def needing(feature: str) -> list[str]:
    """A feature, and those that cannot be without it."""
    gone = {feature}
    for each, offered in FEATURES.items():
        if gone.intersection(offered["needs"].split()):
            gone.add(each)
    return [each for each in FEATURES if each in gone]


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_can_go(feature: str) -> None:
    """A feature and those that need it go; the others are imported, their quick tests pass."""
    gone = needing(feature)
    left = [each for each in FEATURES if each not in gone]
    quick = [path.relative_to(ROOT) for path in QUICK]
    homes = [str(path) for path in quick if path.parts[1] in left]
    command = [sys.executable, "-c", WITHOUT + LEFT, " ".join(gone), *homes]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    commands = [name for each in gone for name in FEATURES[each]["commands"].split()]
    assert done.stderr.splitlines() == [
        f"riskexact: the command {name} needs the feature {each}, which is not here"
        for each in gone
        for name in FEATURES[each]["commands"].split()
    ]
    listed = re.findall(r"^  (\w+) ", done.stdout, re.MULTILINE)
    assert not {*commands} & {*listed}


@pytest.mark.parametrize("skips_nothing", [False, True])
def test_what_needs_a_library_is_skipped(
    skips_nothing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the reason: files, tests and the examples of docstrings; or fails where nothing may."""
    monkeypatch.delenv("RISKEXACT_SKIPS_NOTHING", raising=False)
    if skips_nothing:
        monkeypatch.setenv("RISKEXACT_SKIPS_NOTHING", "1")
    homes = ["tests/base/drawing", "tests/rules/test_hand.py", "tests/rules/test_distribution.py"]
    homes += ["tests/battle/test_battle.py", "tests/app/test_scripts.py", "riskexact/rules"]
    command = [sys.executable, "-c", BARE, LIBRARIES, *homes]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == (2 if skips_nothing else 0), done.stdout[-3000:]
    assert " passed" in done.stdout or skips_nothing
    for library, told in (
        ("matplotlib", "tests/base/drawing/test_picture.py:0"),
        ("numpy", r"tests/programs.py:\d+"),
        ("pandas", r"tests/programs.py:\d+"),
    ):
        skipped = re.search(rf"SKIPPED \[\d+\] {told}: {library} is not installed", done.stdout)
        assert (skipped is None) == skips_nothing, done.stdout[-3000:]


def test_what_belongs_to_a_feature_lies_in_its_folder() -> None:
    """Only the registry, and features that need it, know a feature; none needs what it does not."""
    known: dict[str, set[str]] = {each: set() for each in FEATURES}
    for name, path in modules().items():
        own = name.partition(".")[0]
        if own in ("features", "pictures", "__init__", "__main__"):
            continue
        text = ast.unparse(ast.parse(path.read_text("utf-8")))
        used = {each.partition(".")[0] for each in inside(path)} & {*FEATURES}
        used |= {*re.findall(r"riskexact\.(\w+)", text)} & {*FEATURES}
        for each in used - {own}:
            known[each].add(own)
    for feature, users in known.items():
        needed = {each for each in FEATURES if feature in FEATURES[each]["needs"].split()}
        used = {each for each in FEATURES if feature in FEATURES[each].get("uses", "").split()}
        assert needed <= users <= needed | used


@pytest.mark.parametrize("feature", FEATURES)
def test_what_a_feature_offers_is_there(feature: str) -> None:
    offered = FEATURES[feature]
    folder = ROOT / "riskexact" / feature
    commands = {path.stem for path in (folder / "commands").glob("[!_]*.py")}
    parts = offered["parts"].split()
    assert commands >= {*offered["commands"].split()}
    for part in parts:
        path = folder / part.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__init__.py").exists()
    assert ("pictures" in parts) == (folder / "pictures").exists()
    assert (folder / "README.md").exists()
    assert any((ROOT / "tests" / feature).rglob("test_*.py"))


def test_floors_and_features_are_all_there_is() -> None:
    folders = {
        path.name for path in (ROOT / "riskexact").iterdir() if (path / "__init__.py").exists()
    }
    assert folders == {*FLOORS, *FEATURES}
