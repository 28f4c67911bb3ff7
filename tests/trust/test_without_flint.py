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
from riskexact.base.report import Report
from riskexact.battle.commands import need
from tests.commands import Capture, run
from tests.notebooks.running import NAMES, cells, read
from tests.programs import needs, needs_npm
from tests.trust.without_flint import RANDOM_QUESTIONS, answers

ROOT = Path(__file__).parents[2]
DRIVER = ROOT / "tests" / "pyodide.js"
WITHOUT_FLINT = 'import sys; sys.modules["flint"] = None\n'
ASK = "import json\nfrom tests.trust.without_flint import answers\nprint(json.dumps(answers()))"

IN_WEBASSEMBLY = """
import json
from tests.notebooks.cells import outputs
from tests.trust.without_flint import answers
print(json.dumps([answers(), *(outputs(sources) for sources in json.loads(%r))]))
"""

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
        assert f"need {library}, which is not " in told[name].replace("needs", "need")


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


IN_BROWSER = 'sys.modules["numpy"] = None; sys.platform = "emscripten"\n'


@pytest.mark.parametrize(
    ("before", "asked", "said"),
    [
        ("", "odds 1000000 1000000", "need python-flint, which is not installed: pip install py"),
        (
            IN_BROWSER,
            "odds 1000000 1000000",
            "which is not to be had in a browser, where up to 100",
        ),
        (IN_BROWSER, "simulate 3 2", "not installed: await micropip.install('numpy'), if Pyodide "),
    ],
)
def test_a_command_without_a_library_is_refused_in_one_line(
    before: str, asked: str, said: str
) -> None:
    run = f"from riskexact.cli import main; sys.exit(main({asked.split()!r}))"
    command = [sys.executable, "-c", WITHOUT_FLINT + before + run]
    done = subprocess.run(command, text=True, capture_output=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("asked", ["1001", "2..1001", "1000", "3,4", "9000000", "--takeable-by 9"])
def test_a_search_that_takes_long_without_flint_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, asked: str
) -> None:
    monkeypatch.setattr(need, "is_installed", lambda library: False)
    monkeypatch.setattr(need, "_for_each", lambda *given: Report("", {}))
    _, _, err = run(capsys, "need", *asked.split(), "50%")
    assert err == "riskexact: without python-flint this takes about 1 s\n" * ("1001" in asked)


@needs("node")
@needs_npm("pyodide")
def test_the_answers_in_a_browser_are_the_same(expected: dict[str, str]) -> None:
    """Those of the notebooks, too."""
    notebooks = {name: cells(read(name), {"picture", "numpy", "flint"}) for name in NAMES}
    sources = json.dumps([[source for source, _ in each] for each in notebooks.values()])
    packages = [str(Path(str(each.__file__)).parent) for each in (riskexact, tests, sympy, mpmath)]
    command = ["node", str(DRIVER), IN_WEBASSEMBLY % sources, *packages]
    told, *texts = json.loads(output(command))
    check(told, expected, BY_FLINT_ALONE | BY_NUMPY_ALONE)
    for (name, known), said in zip(notebooks.items(), texts, strict=True):
        assert said == [text for _, text in known], name
        assert len(known) >= 8
