"""`python -m tests.readme`: rerun the commands in READMEs and transcripts and update their output.

Name some files to update only those: `python -m tests.readme riskexact/cli/README.md`.  Output
that differs only in how long something took stays as it is.  The tests compare instead of writing.

A transcript, `tests/FEATURE/commands/NAME.txt`, is one console block that begins in an empty
directory: `$ riskexact ...`, `$ cat > FILE <<'END'` up to a line `END`, `$ cat FILE`, each with
comments before it, and what it prints.  The exit status is 0 after an answer, and 2 after a
refusal, which is one line on standard error and leaves no file; a line says what is otherwise.
JSON is held to the schema of the command.
"""

import code
import contextlib
import doctest
import io
import json
import re
import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from riskexact.cli import COMMANDS, normalized
from tests.commands import in_schema, status_of

ROOT = Path(__file__).parent.parent

READMES = sorted(
    [
        *ROOT.glob("*.md"),
        *(p for d in ("riskexact", "tests", "proofs") for p in (ROOT / d).rglob("*.md")),
    ]
)
"""Everything written for people to read, apart from the code."""

TRANSCRIPTS = sorted(ROOT.glob("tests/*/commands/*.txt"))

SECONDS = re.compile(r"\(\d+\.\d+ s\)")
"""How long a command took."""


STEP = re.compile(r"((?:^(?:#.*)?\n)*)^\$ (.+)\n(?:(?<=<<'END'\n)((?:.*\n)*?)END\n)?", re.MULTILINE)
"""Comments and blank lines, a command, and what it writes to a file."""


def refreshed(text: str) -> str:
    """Return the text with the output of every console and python block updated.

    The python blocks are one session.  No time passes for a search, so that none ends before its
    answer is found, on a busy machine.
    """
    session = code.InteractiveInterpreter()
    writes = "\n$ cat > " in text  # files, which are not left here
    place = tempfile.TemporaryDirectory() if writes else contextlib.nullcontext(".")
    still = patch("riskexact.turn.evaluation.monotonic", return_value=0)
    with still, place as directory, contextlib.chdir(directory):
        return _replace(
            "python", lambda block: _python(block, session), _replace("console", _console, text)
        )


def transcript(text: str) -> str:
    """Return a transcript with its output updated."""
    with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
        return _but_for_seconds(text, _console(text, remarking=True))


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def _replace(language: str, run: Callable[[str], str], text: str) -> str:
    fence = re.compile(rf"(^```{language}\n)(.*?)(^```)", re.MULTILINE | re.DOTALL)

    def updated(match: re.Match[str]) -> str:
        return match[1] + _but_for_seconds(match[2], run(match[2])) + match[3]

    return fence.sub(updated, text)


def _but_for_seconds(old: str, new: str) -> str:
    return old if SECONDS.sub("", old) == SECONDS.sub("", new) else new


def _console(block: str, remarking: bool = False) -> str:
    """Run the commands, and return them with what they print now, and remarks on it."""
    text = ""
    for comment, command, content in STEP.findall(block):
        text += f"{comment}$ {command}\n"
        match shlex.split(command):
            case ["riskexact", *words]:
                printed, remarks = _answer(words)
                text += printed + (remarks if remarking else "")
            case ["cat", ">", file, "<<END"]:
                Path(file).write_text(content, encoding="utf-8")
                text += f"{content}END\n"
            case ["cat", file]:
                text += Path(file).read_text(encoding="utf-8")
    return text


def _answer(words: list[str]) -> tuple[str, str]:
    """Run `riskexact`; return what it prints, and what is not as the module says."""
    out, err, files = io.StringIO(), io.StringIO(), {*Path().iterdir()}
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = status_of(words)
    printed, complained = out.getvalue(), err.getvalue()
    if "--json" in words and printed:
        in_schema(normalized(words, COMMANDS)[0], json.loads(printed))
    refused, remarks = complained != "" == printed, ""
    if status != 2 * refused:
        remarks += f"[exit status {status}]\n"
    if refused and (left := {*Path().iterdir()} - files):
        remarks += f"[left {', '.join(map(str, left))}]\n"
    text = (printed + complained).rstrip()
    return text and f"{text}\n", remarks


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
    for file in map(Path, sys.argv[1:] or READMES + TRANSCRIPTS):
        update = transcript if file.suffix == ".txt" else refreshed
        file.write_text(update(file.read_text(encoding="utf-8")), encoding="utf-8")
