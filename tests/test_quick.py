"""`pytest -m quick` looks at the files that it is meant to, and at no others."""

from pathlib import Path

import pytest

import riskexact
from tests.conftest import QUICK, ROOT, SLOWEST, QuickAlone


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("tests", True),
        ("tests/odds/test_recursion.py", True),
        ("riskexact/rules/dice.py", True),
        ("tests/questions", True),
        ("tests/questions/test_battle.py", True),
        ("tests/evidence/test_simulation.py", False),
        ("tests/calculator", False),
        ("riskexact/formulas", False),
        ("proofs", False),
    ],
)
def test_what_is_looked_at(path: str, wanted: bool) -> None:
    assert (QuickAlone().pytest_ignore_collect(ROOT / path) is not True) == wanted


def test_what_is_named_is_there() -> None:
    """Here, or where the package is installed."""
    homes = ROOT, Path(riskexact.__file__).parents[1]
    for path in QUICK + SLOWEST:
        assert any((home / path.relative_to(ROOT)).exists() for home in homes), path
