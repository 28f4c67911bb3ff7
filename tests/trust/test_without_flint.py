"""Without python-flint the answers are the same, or one line says what is refused.

In a browser there is Python in WebAssembly, without python-flint and numpy: the tests have it from
the npm package `pyodide`, in `node`.  Its Python is also a second version of Python.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import mpmath
import pytest
import sympy

import riskexact
import tests
from tests.programs import needs, needs_npm
from tests.trust.without_flint import RANDOM_QUESTIONS, answers

ROOT = Path(__file__).parents[2]
DRIVER = ROOT / "tests" / "pyodide.js"
WITHOUT_FLINT = 'import sys; sys.modules["flint"] = None\n'
ASK = "import json\nfrom tests.trust.without_flint import answers\nprint(json.dumps(answers()))"

BY_FLINT_ALONE = {
    "digits by balls",
    "digits of one loss",
    "digits of a skewed battle",
    "Balanced Blitz",
    "luck in Balanced Blitz",
    "campaign in Balanced Blitz",
    "switch to Balanced Blitz",
    "log",
}
"""Questions that are refused without python-flint: certain digits where no fraction would fit."""

BY_NUMPY_ALONE = {"array", "simulate"}


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    return answers()


def check(told: dict[str, str], expected: dict[str, str], refused: set[str]) -> None:
    assert len(told) > RANDOM_QUESTIONS
    assert told.keys() == expected.keys()
    assert {name for name in told if told[name] != expected[name]} == refused
    for name in refused:
        library = "python-flint" if name in BY_FLINT_ALONE else "numpy"
        assert told[name].startswith("RiskError(")
        assert f"need {library}, which is not installed" in told[name].replace("needs", "need")


def output(command: Sequence[str]) -> str:
    done = subprocess.run(command, text=True, capture_output=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_answers_without_flint_are_the_same(expected: dict[str, str]) -> None:
    told = json.loads(output([sys.executable, "-c", WITHOUT_FLINT + ASK]))
    check(told, expected, BY_FLINT_ALONE)


@pytest.mark.parametrize(
    "command",
    [
        "odds 400 300 --digits 20",
        "outcomes 400 400",
        "need 200",
        "table --attackers 1..100 --defenders 60..100",
    ],
)
def test_commands_without_flint_print_the_same(command: str) -> None:
    run = f"from riskexact.cli import main; sys.exit(main({command.split()!r}))"
    slow = output([sys.executable, "-c", WITHOUT_FLINT + run])
    assert slow == output([sys.executable, "-c", "import sys\n" + run])


def test_a_command_without_flint_is_refused_in_one_line() -> None:
    run = 'from riskexact.cli import main; sys.exit(main(["odds", "1000000", "1000000"]))'
    command = [sys.executable, "-c", WITHOUT_FLINT + run]
    done = subprocess.run(command, text=True, capture_output=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("riskexact: numbers of this size")
    assert done.stderr.count("\n") == 1


@needs("node")
@needs_npm("pyodide")
def test_the_answers_in_a_browser_are_the_same(expected: dict[str, str]) -> None:
    packages = [str(Path(str(each.__file__)).parent) for each in (riskexact, tests, sympy, mpmath)]
    told = json.loads(output(["node", str(DRIVER), ASK, *packages]))
    check(told, expected, BY_FLINT_ALONE | BY_NUMPY_ALONE)
