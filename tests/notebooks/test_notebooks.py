"""Each notebook, run from an empty kernel, says what was committed.

`trust/test_without_flint.py` has it say the same in WebAssembly.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.notebooks.running import FOLDER, NAMES, cells, read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_says_what_was_committed(name: str) -> None:
    command = [sys.executable, "-m", "tests.notebooks.running", name]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert [tuple(cell) for cell in json.loads(done.stdout)] == cells(read(name))


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_committed_and_nothing_else_is_left_from_a_run(name: str) -> None:
    notebook = read(name)
    for cell in notebook.cells:
        assert cell.cell_type in ("markdown", "code")
        shown = [o for o in cell.get("outputs", []) if "image/png" in o.get("data", {})]
        assert bool(shown) == ("picture" in cell.metadata.get("tags", []))
        assert not [o for o in cell.get("outputs", []) if o.output_type == "error"]
    assert notebook.cells[0].source.startswith("# ")
    assert (FOLDER / f"{name}.ipynb").stat().st_size < 100_000


def test_sets_of_cards_are_as_a_solver_of_the_riddle_counts_them() -> None:
    """S. Gauria, https://github.com/sgauria/Fiddler, Fiddler_2025_09_26.ipynb."""
    said = "".join(text for _, text in cells(read("player")))
    assert re.findall(r"of (?:the 42|all 44): (.*)|set: (.*) or (.*)", said) == [
        ("137/410", "", ""), ("200/473", "", ""), ("", "72921/19393", "3.76"),
    ]  # fmt: skip
