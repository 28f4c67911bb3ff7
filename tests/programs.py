"""Programs without which some tests are skipped."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

PACKAGES = {
    "chromium": "chromium",
    "coqc": "coq",
    "node": "nodejs",
    "npm": "npm",
    "pdflatex": "texlive-latex-base",
    "tsc": "node-typescript",
}
"""The packages of Debian and Ubuntu that have them."""


MARKS = {"coqc": "coq", **dict.fromkeys(("chromium", "node", "npm", "tsc"), "browser")}
"""The marks of the tests that need a program: of theorems, and of pages and their JavaScript."""


def needs(program: str) -> pytest.MarkDecorator:
    """Mark a test that needs a program, see `marks`."""
    return pytest.mark.needs(program)


def marks(item: pytest.Item) -> Iterator[str | pytest.MarkDecorator]:
    """Yield the marks of what a test needs.

    It is skipped where a program is missing, unless RISKEXACT_SKIPS_NOTHING is set.
    """
    for mark in item.iter_markers("needs"):
        (program,) = mark.args
        if program in MARKS:
            yield MARKS[program]
        if shutil.which(program) is None and "RISKEXACT_SKIPS_NOTHING" not in os.environ:
            yield pytest.mark.skip(
                f"{program} is not installed (on Debian or Ubuntu: apt-get install "
                f"{PACKAGES[program]})"
            )


def needs_npm(package: str) -> pytest.MarkDecorator:
    """Skip a test where `node` finds no such package, unless RISKEXACT_SKIPS_NOTHING is set."""
    found = (
        shutil.which("node")
        and not subprocess.run(
            ["node", "-e", f"require.resolve({package!r})"], capture_output=True
        ).returncode
    )
    return pytest.mark.skipif(
        not found and "RISKEXACT_SKIPS_NOTHING" not in os.environ,
        reason=f"node finds no {package} (npm install {package}, and its folder in NODE_PATH)",
    )
