"""Running a program that answers questions: one a line, in JSON, and one number a line back."""

import os
import re
import shlex
import signal
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.text import pluralize

MAX_LINE_LENGTH = 10_000
"""The bytes of a line that are read: a number takes no more."""


def answers_of_program(command: str, questions: Sequence[str], seconds: int) -> list[str]:
    """Return the lines that a program prints within some seconds, one for each question.

    - `command`: the program and its arguments, as a shell would split them; no shell is started.

    Raises `RiskError` for a program that cannot be run, fails, takes longer, or prints another
    number of lines.

    >>> answers_of_program("cat", ["1", "2"], seconds=60)
    ['1', '2']
    """
    words = _words(command)
    with TemporaryFile() as asked, TemporaryFile() as complaints:
        asked.write("".join(f"{question}\n" for question in questions).encode())
        asked.seek(0)
        try:
            # a session of its own, to be ended with all that it starts
            process = Popen(
                words, stdin=asked, stdout=PIPE, stderr=complaints, start_new_session=True
            )
        except OSError as error:
            raise RiskError(
                f"COMMAND must be a program that can be run, not {short_repr(words[0])}: "
                f"{error.strerror}"
            ) from None
        with process:
            timer = Timer(seconds, _end, [process])
            timer.start()
            try:
                lines = _lines(process, len(questions))
                status = process.wait()
                late = timer.finished.is_set()
            finally:
                timer.cancel()
                _end(process)
        if late:
            raise RiskError(f"the program must end within {pluralize(seconds, 'second')}")
        if status:
            complaints.seek(max(0, complaints.tell() - MAX_LINE_LENGTH))
            said = _complaint(complaints.read().decode(errors="replace"))
            raise RiskError(
                f"the program must end with status 0, not {status}{said and ': '}{said}; asked "
                + short_repr(questions[min(len(lines), len(questions) - 1)])
            )
    if len(lines) != len(questions):
        raise RiskError(
            f"the program must print {pluralize(len(questions), 'line')}, one for each question, "
            f"not {len(lines)}"
        )
    return lines


def _complaint(text: str) -> str:
    r"""Return the error that a program printed: the last line that names one, or else the last.

    >>> _complaint("TypeError: no rules\n    at ask (a.mjs:3)\n\nNode.js v18.20.4")
    "'TypeError: no rules'"
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception|panicked)\b.*", line)]
    return short_repr((errors or lines)[-1]) if lines else ""


def _words(command: str) -> list[str]:
    with suppress(ValueError):
        words = shlex.split(command)
        if words and "\0" not in command:
            return words
    raise RiskError(f"COMMAND must be a program and its arguments, not {short_repr(command)}")


def _lines(process: "Popen[bytes]", most: int) -> list[str]:
    """Return the lines that are printed; refuse a program that goes on and on."""
    assert process.stdout
    lines: list[str] = []
    while line := process.stdout.readline(MAX_LINE_LENGTH + 1):
        if len(line) > MAX_LINE_LENGTH or len(lines) == most:
            _end(process)
            raise RiskError(
                f"the program must print {pluralize(most, 'line')} of at most {MAX_LINE_LENGTH} "
                f"bytes, not more"
            )
        lines.append(line.decode(errors="replace").strip())
    return lines


def _end(process: "Popen[bytes]") -> None:
    """End the program, and what it started, if it is not over yet."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
