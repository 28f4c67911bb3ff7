"""Programs and libraries without which some tests are skipped."""

import os
import re
import shutil
import subprocess
from collections.abc import Generator, Iterator

import pytest

from riskexact.base.errors import is_installed

PACKAGES = {
    "chromium": "chromium",
    "coqc": "coq",
    "firefox-esr": "firefox-esr",
    "node": "nodejs",
    "npm": "npm",
    "pdflatex": "texlive-latex-base",
    "tsc": "node-typescript",
    "WebKitWebDriver": "webkit2gtk-driver xvfb",
}
"""The packages of Debian and Ubuntu that have them."""


LIBRARIES = """
argcomplete axe_playwright_python build csvw distributed dplib duckdb dyce frictionless icepool
ipykernel jinja2 lea matplotlib nbclient numpy odf openpyxl pandas pdoc playwright polars pyarrow
sqlite_utils stormpy
"""
"""Those of the extras, by which modules they are imported."""

ABSENT = {each for each in LIBRARIES.split() if not is_installed(each)}
"""The libraries without which tests are skipped."""

MARKS = {
    "coqc": "coq",
    **dict.fromkeys(("chromium", "node", "npm", "tsc"), "browser"),
    **dict.fromkeys(("firefox-esr", "WebKitWebDriver"), "tools"),
}
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


def missing(error: BaseException | None) -> str:
    """Return why a file, a test or an example fails whose library is missing, "" otherwise.

    Python says so, or `riskexact.base.errors.require`: this error, or one that it comes from.
    """
    while error and "RISKEXACT_SKIPS_NOTHING" not in os.environ:
        what = r"No module named '(\w+)|(\w+), which is not installed|No package metadata.* (\w+)"
        said = re.search(what, str(error))
        for library in ABSENT.intersection(said.groups() if said else ()):
            return f"{library} is not installed"
        _, inside, _ = getattr(error, "exc_info", (None, None, None))  # of an example
        error = inside or error.__cause__ or error.__context__
    return ""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a file that imports a library which is missing."""
    report = yield
    excinfo = vars(report)["call"].excinfo
    if excinfo and (reason := missing(excinfo.value)):
        report.outcome = "skipped"
        report.longrepr = str(collector.path), 0, reason
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Skip a test, or an example, that meets a library which is missing."""
    try:
        return (yield)
    except Exception as error:
        if reason := missing(error):
            pytest.skip(reason)
        raise
