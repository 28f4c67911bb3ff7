"""`-m quick`, "not tools" and "not searches" look at the files that they are meant to."""

from pathlib import Path

import pytest

import riskexact
from tests.conftest import QUICK, ROOT, SLOWEST, TOOLS, pytest_ignore_collect


@pytest.mark.parametrize(
    ("path", "quick", "usual", "more"),
    [
        ("tests", True, True, True),
        ("tests/odds/test_recursion.py", True, True, True),
        ("riskexact/rules/dice.py", True, True, True),
        ("tests/battle", True, True, True),
        ("tests/battle/test_battle.py", True, True, True),
        ("tests/logs/test_simulation.py", False, False, True),
        ("tests/walkthrough", False, False, True),
        ("tests/trust/fuzz/targets.py", False, False, False),
        ("tests/notebooks", False, False, False),
        ("riskexact/engine", False, True, True),
        ("proofs", False, True, True),
    ],
)
def test_what_is_looked_at(
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    quick: bool,
    usual: bool,
    more: bool,
) -> None:
    expected = {"quick": quick, "not tools and not coq": usual, "not searches": more, "": True}
    for expression, wanted in expected.items():
        monkeypatch.setattr(pytestconfig.option, "markexpr", expression)
        assert (pytest_ignore_collect(ROOT / path, pytestconfig) is not True) == wanted


def test_what_the_usual_run_leaves_out_is_in_tests_and_publications(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytestconfig.option, "markexpr", "tools or coq or browser")
    named = ("riskexact/rules/dice.py", "riskexact/publication/plan.py", "tests/odds/test_paths.py")
    found = [pytest_ignore_collect(ROOT / path, pytestconfig) for path in named]
    assert found == [True, None, None]


def test_what_is_named_is_there() -> None:
    """Here, or where the package is installed."""
    homes = ROOT, Path(riskexact.__file__).parents[1]
    for path in QUICK + SLOWEST + TOOLS:
        assert any((home / path.relative_to(ROOT)).exists() for home in homes), path
