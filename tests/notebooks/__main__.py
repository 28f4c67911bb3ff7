"""`python -m tests.notebooks [NAME…]`: run the notebooks, and write what their cells say."""

import sys

import nbformat

from tests.notebooks.running import FOLDER, NAMES, executed

for name in sys.argv[1:] or NAMES:
    nbformat.write(executed(name), FOLDER / f"{name}.ipynb")  # type: ignore[no-untyped-call]
