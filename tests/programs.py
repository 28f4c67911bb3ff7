"""Programs without which some tests are skipped."""

import os
import shutil
import subprocess

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


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test where the program is missing, unless RISKEXACT_SKIPS_NOTHING is set."""
    return pytest.mark.skipif(
        shutil.which(program) is None and "RISKEXACT_SKIPS_NOTHING" not in os.environ,
        reason=f"{program} is not installed (on Debian or Ubuntu: apt-get install "
        f"{PACKAGES[program]})",
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
