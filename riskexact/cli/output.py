"""Printing and writing: everything at once, whole or not at all."""

import os
import sys
from collections.abc import Mapping
from fractions import Fraction

from riskexact.arguments import shown
from riskexact.digits import decimal_text, fraction_text


class UnwritableError(Exception):
    """A file, or standard output, that could not be written."""


def emit(text: str, output: str | None) -> None:
    """Print the text, or write it to the file called `output`."""
    if output is not None:
        write_whole(output, text)
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # what could not be written is given up, or the interpreter would try again at its exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise UnwritableError(f"standard output cannot be written: {error.strerror}") from None


def emit_json(value: Mapping[str, object], output: str | None) -> None:
    """Print or write one JSON object."""
    import json

    emit(json.dumps(value) + "\n", output)


def exact_json(value: Fraction, digits: int) -> dict[str, str]:
    """Return the JSON form of an exact number."""
    return {"fraction": fraction_text(value), "decimal": decimal_text(value, digits)}


def write_whole(name: str, text: str) -> None:
    """Write a file whole or not at all: beside it first, and moved into place once it is complete.

    A link is followed; a device or a pipe is written to directly.
    """
    from pathlib import Path

    target = Path(name)
    try:
        target = target.resolve()
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            return
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UnwritableError(f"{shown(name)} cannot be written: {reason}") from None
