"""`-m quick` and `-m "not tools"` look at the files that they are meant to, and at no others."""

from pathlib import Path

import pytest

import riskexact
from tests.conftest import QUICK, ROOT, SLOWEST, TOOLS, pytest_ignore_collect


@pytest.mark.parametrize(
    ("path", "quick", "other"),
    [
        ("tests", True, True),
        ("tests/odds/test_recursion.py", True, True),
        ("riskexact/rules/dice.py", True, True),
        ("tests/battle", True, True),
        ("tests/battle/test_battle.py", True, True),
        ("tests/logs/test_simulation.py", False, True),
        ("tests/walkthrough", False, True),
        ("tests/trust/fuzz/targets.py", False, False),
        ("tests/notebooks", False, False),
        ("riskexact/engine", False, True),
        ("proofs", False, True),
    ],
)
def test_what_is_looked_at(
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    quick: bool,
    other: bool,
) -> None:
    for expression, wanted in (("quick", quick), ("not tools and not coq", other), ("", True)):
        monkeypatch.setattr(pytestconfig.option, "markexpr", expression)
        assert (pytest_ignore_collect(ROOT / path, pytestconfig) is not True) == wanted


def test_what_is_named_is_there() -> None:
    """Here, or where the package is installed."""
    homes = ROOT, Path(riskexact.__file__).parents[1]
    for path in QUICK + SLOWEST + TOOLS:
        assert any((home / path.relative_to(ROOT)).exists() for home in homes), path
