"""What is packaged: the oldest versions that are tested are those that are allowed."""

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNTESTED = {"cosmic-ray", "mypy", "ruff"}
"""Tools, of which one version is as good as another, or the version is fixed."""


def test_the_oldest_allowed_versions_are_the_oldest_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = [each.split(";")[0] for each in wanted if not each.startswith("riskexact[")]
    parts = [re.split("(>=|==)", each) for each in names]
    allowed = {name: version for name, _, version in parts if name not in UNTESTED}
    lines = (ROOT / "tests" / "oldest.txt").read_text(encoding="utf-8").splitlines()
    tested = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert tested == allowed
    assert {operator for _, operator, _ in parts} == {">=", "=="}
