"""No test compares a time, which a busy machine would fail: work is counted instead.

No test has a time at all: it reads no clock, of Python or of JavaScript, and none of the times that
the programs of `trust` have measured for people to read.  Bars on speed are benchmarks.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

JAVASCRIPT_CLOCK = re.compile(r"(?:performance|Date)\s*\.\s*now")

CLOCKS = {"time", "timeit"}
"""The modules of Python that have clocks; `time.sleep` is none."""

MEASURING = {
    TESTS / "trust" / name
    for name in (
        *("interrupts.py", "endurance.py", "waits.py"),
        *("mutations/__main__.py", "fuzz/__main__.py"),
    )
}
"""The programs that tell people how long something took."""

MEASURED = {"took", "slowest"}
"""Their attributes that hold times."""


def files(*endings: str) -> Iterator[Path]:
    """Files of the tests, but for the benchmarks."""
    for path in sorted(TESTS.rglob("*")):
        if path.suffix in endings and path.parent != TESTS / "benchmarks":
            yield path


@cache
def nodes(code: str) -> list[ast.AST]:
    """What a text in Python consists of: each file is read once."""
    return [*ast.walk(ast.parse(code))]


def times(code: str) -> Iterator[str]:
    """Where a time is had in Python."""
    for node in nodes(code):
        match node:
            case ast.ImportFrom(module="time" | "timeit", names=names):
                yield from (each.name for each in names if each.name != "sleep")
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in CLOCKS and each.asname)
            case ast.Attribute(value=ast.Name(id="time" | "timeit"), attr=name) if name != "sleep":
                yield name
            case ast.Attribute(attr=name) if name in MEASURED:
                yield name
            case ast.Constant(value=str() as text) if JAVASCRIPT_CLOCK.search(text):
                yield text


def test_no_test_has_a_time() -> None:
    for path in files(".py"):
        if path not in MEASURING and path != Path(__file__):
            assert [*times(path.read_text("utf-8"))] == [], path
    for path in files(".js", ".mjs", ".mts"):
        assert not JAVASCRIPT_CLOCK.search(path.read_text("utf-8")), path


def test_no_wait_has_a_limit_of_its_own() -> None:
    """`patience.SECONDS` is for all, and pages are waited for until something is so."""
    for path in files(".py"):
        for node in nodes(path.read_text("utf-8")):
            if isinstance(node, ast.Call) and path.name.startswith("test_"):
                assert not ast.unparse(node.func).endswith(".wait_for_timeout"), path
            if isinstance(node, ast.keyword) and node.arg == "timeout":
                assert not isinstance(node.value, ast.Constant), path


@pytest.mark.parametrize(
    "code",
    [
        "import time\nassert time.monotonic() < 3",
        "import time as t\nassert t.time() < 3",
        "from time import perf_counter as now\nassert now() < 3",
        "from timeit import timeit\nassert timeit('odds()') < 1",
        "assert waited(['odds']).took < 3",
        "assert page.evaluate('performance.now()') < 3",
        "js(f'[{c}].map(() => Date . now())')",
    ],
)
def test_a_time_is_seen(code: str) -> None:
    assert [*times(code)]


def test_what_is_no_time() -> None:
    code = "import time\nfrom time import sleep\ntime.sleep(1)\nsleep(1)\nfound._replace(took=0)"
    assert [*times(code)] == []
