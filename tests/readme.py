"""`python -m tests.readme`: rerun the commands in the READMEs and update their output.

Name some READMEs to update only those: `python -m tests.readme riskexact/cli/README.md`.  Output
that differs only in how long something took stays as it is.  The tests compare instead of writing.
"""

import code
import contextlib
import doctest
import io
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from riskexact.cli import main

ROOT = Path(__file__).parent.parent

READMES = sorted(
    [
        *ROOT.glob("*.md"),
        *(p for d in ("riskexact", "tests", "proofs") for p in (ROOT / d).rglob("*.md")),
    ]
)
"""Everything written for people to read, apart from the code."""

SECONDS = re.compile(r"\(\d+\.\d+ s\)")
"""How long a command took."""


def refreshed(text: str) -> str:
    """Return the text with the output of every console and python block updated.

    The python blocks are one session.
    """
    session = code.InteractiveInterpreter()
    return _replace(
        "python", lambda block: _python(block, session), _replace("console", _console, text)
    )


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def _replace(language: str, run: Callable[[str], str], text: str) -> str:
    fence = re.compile(rf"(^```{language}\n)(.*?)(^```)", re.MULTILINE | re.DOTALL)

    def updated(match: re.Match[str]) -> str:
        old, new = match[2], run(match[2])
        only_seconds = SECONDS.sub("", old) == SECONDS.sub("", new)
        return match[1] + (old if only_seconds else new) + match[3]

    return fence.sub(updated, text)


def _console(block: str) -> str:
    """Run the lines that begin with `$ riskexact`."""
    lines = []
    for line in block.splitlines():
        if line.startswith("$ riskexact "):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                main(shlex.split(line)[2:])
            lines += [line, *printed.getvalue().splitlines()]
    return "\n".join([*lines, ""])


def _python(block: str, session: code.InteractiveInterpreter) -> str:
    """Run the lines that begin with `>>>` as an interactive session does."""
    text = ""
    for example in doctest.DocTestParser().get_examples(block):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            session.runsource(f"{example.source}\n")
        output = printed.getvalue()
        if output.startswith("Traceback"):
            output = f"Traceback (most recent call last):\n    ...\n{output.splitlines()[-1]}\n"
        text += f">>> {example.source.rstrip().replace(chr(10), chr(10) + '... ')}\n{output}"
    return text


if __name__ == "__main__":
    for readme in map(Path, sys.argv[1:] or READMES):
        readme.write_text(refreshed(readme.read_text(encoding="utf-8")), encoding="utf-8")
