"""What is packaged: the versions that are tested are those that are claimed."""

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNTESTED = {"cosmic-ray", "mypy", "ruff"}
"""Tools, of which one version is as good as another, or the version is fixed."""


def test_every_python_that_is_claimed_is_tried() -> None:
    """By the classifiers and the READMEs; `.ci/packages` tries them, the oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    script = (ROOT / ".ci" / "packages").read_text(encoding="utf-8")
    assert re.findall('^PYTHONS="(.*)"', script, re.MULTILINE) == [" ".join(named)]
    assert project["requires-python"] == f">={named[0]}"
    several = ", ".join(named[:-1])
    for file, claim in (
        ("README.md", f"With Python {several} or {named[-1]}, "),
        ("CONTRIBUTING.md", f"It runs on Python {several} and {named[-1]}, "),
        ("tests/README.md", f"of Python {several} and {named[-1]}: "),
    ):
        assert claim in (ROOT / file).read_text(encoding="utf-8"), file


def test_the_oldest_allowed_versions_are_the_oldest_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = [each.split(";")[0] for each in wanted if not each.startswith("riskexact[")]
    parts = [re.split("(>=|==)", re.sub(r"\[.*\]", "", each)) for each in names]
    allowed = {name: version for name, _, version in parts if name not in UNTESTED}
    lines = (ROOT / "tests" / "oldest.txt").read_text(encoding="utf-8").splitlines()
    tested = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert tested == allowed
    assert {operator for _, operator, _ in parts} == {">=", "=="}
