"""The notebooks, run in a new kernel as a reader runs them, and what their cells print.

Cells are tagged with what they need beside riskexact and sympy: `picture` (matplotlib), `numpy`
(the extras `data` and `pandas`), `flint` (python-flint).  `python -m tests.notebooks.running NAME`
runs one and prints what each cell said, as JSON.
"""

import json
import sys
from collections.abc import Set
from pathlib import Path
from typing import Any

from tests import patience

FOLDER = Path(__file__).parent

NAMES = ("player", "teacher", "data-scientist", "mathematician", "two-countries")

KEPT = ("text/plain", "image/png")
"""The forms of an answer that are kept."""


def read(name: str) -> Any:
    """Return a notebook as it was committed."""
    import nbformat

    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]


def executed(name: str) -> Any:
    """Return a notebook with the outputs of its cells, without what differs from run to run."""
    from nbclient import NotebookClient

    notebook = read(name)
    NotebookClient(notebook, startup_timeout=patience.SECONDS, kernel_name="python3").execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {form: output.data[form] for form in KEPT if form in output.data}
    return notebook


def joined(outputs: list[Any]) -> list[Any]:
    """Return the outputs of a cell, with all that it printed in one, which comes in any pieces."""
    printed = [each for each in outputs if each.output_type == "stream"]
    if printed:
        printed[0].text = "".join(each.text for each in printed)
    return [each for each in outputs if each not in printed[1:]]


def said(cell: Any) -> str:
    """Return what a cell prints, and then answers, as text."""
    outputs = cell.outputs
    printed = "".join(each.text for each in outputs if each.output_type == "stream")
    answers = [each for each in outputs if each.output_type == "execute_result"]
    return printed + "".join(each.data["text/plain"] + "\n" for each in answers)


def cells(notebook: Any, without: Set[str] = frozenset()) -> list[tuple[str, str]]:
    """Return the code of each cell and what it said, but for those that need what is missing."""
    return [
        (cell.source, said(cell))
        for cell in notebook.cells
        if cell.cell_type == "code" and not without & set(cell.metadata.get("tags", []))
    ]


if __name__ == "__main__":
    print(json.dumps(cells(executed(sys.argv[1]))))
