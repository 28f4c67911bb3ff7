"""Commands run in this process, as tests of the command line want them."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from riskexact import cli
from riskexact.base.report import chance_data
from riskexact.base.text import DIGITS, fraction_text
from riskexact.cli import COMMANDS, main

Capture = pytest.CaptureFixture[str]

WIDE = re.compile(r"riskexact: the table is about \d+ pt wide, and a page of LaTeX 345.*\n")
"""What is said beside LaTeX of a wide table."""

SCHEMA = json.loads((Path(cli.__file__).parent / "answers.schema.json").read_text("utf-8"))


def in_schema(command: str, data: object) -> None:
    """Raise an error unless the JSON of a command is as its schema says."""
    Draft202012Validator(SCHEMA | {"$ref": f"#/$defs/{command}"}).validate(data)


def status_of(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status."""
    try:
        return main(arguments)
    except SystemExit as error:
        return int(error.code or 0)


def run(capture: Capture, *arguments: str) -> tuple[int, str, str]:
    """Run a command; return exit status, standard output, standard error."""
    status = status_of(arguments)
    out, err = capture.readouterr()
    return status, out, err


def answer(capture: Capture, *arguments: str) -> Any:
    """Return what a command prints as JSON, but its version, after checking what is always so."""
    status, out, err = run(capture, *arguments, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    in_schema(cli.normalized([*arguments], COMMANDS)[0], data)
    assert next(iter(data)) == "version"
    assert data.pop("version") == 2
    return data


def in_json(value: object, digits: int = DIGITS) -> Any:
    """Return a chance as JSON has it."""
    return json.loads(json.dumps(chance_data(value, digits), default=fraction_text))
