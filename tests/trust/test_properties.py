"""The search for new examples runs, finds a fault that few examples miss, and keeps it."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import EXAMPLES, ROOT

RARE = """
from hypothesis import given, settings
from hypothesis import strategies as st

@given(st.integers(0, 300))
def test_rare(n):
    assert n != 277 or settings().max_examples == {usual}

def test_other():
    raise AssertionError("is no property")
"""


def test_more_examples_are_tried_and_what_fails_is_kept(tmp_path: Path) -> None:
    (tmp_path / "test_rare.py").write_text(RARE.format(usual=EXAMPLES))
    (tmp_path / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  properties\n")
    command = [sys.executable, "-m", "tests.trust.properties", "."]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stdout
    assert "n=277" in done.stdout
    assert "1 failed" in done.stdout
    assert any((tmp_path / ".hypothesis" / "examples").iterdir())
