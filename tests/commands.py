"""Commands run in this process, as tests of the command line want them."""

import json
from typing import Any

import pytest

from riskexact.cli import main

Capture = pytest.CaptureFixture[str]


def run(capture: Capture, *arguments: str) -> tuple[int, str, str]:
    """Run a command; return exit status, standard output, standard error."""
    try:
        status = main(arguments)
    except SystemExit as error:
        status = int(error.code or 0)
    out, err = capture.readouterr()
    return status, out, err


def answer(capture: Capture, *arguments: str) -> Any:
    """Return what a command prints as JSON, after checking that nothing went wrong."""
    status, out, err = run(capture, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)
