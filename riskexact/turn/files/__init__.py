"""Map files of several programs, read by what is in them; `turn/maps.md` describes them."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.rules import files
from riskexact.turn.files.lines import (
    CSV_FILES,
    MapParts,
    MapReading,
    conquest,
    domination,
    folder,
    ksirk,
)
from riskexact.turn.files.tables import of_json, of_table

MAX_MAP_BYTES = 1 << 18

DESCRIBED = "see `riskexact map --help`"

T = TypeVar("T")


def read_file(name: str, make: Callable[..., T]) -> tuple[T, tuple[str, ...]]:
    """Return what `make` makes of what a file or a folder has, and what is doubtful about it."""
    where = short_repr(Path(name).name or name).strip("'\"")
    if not Path(name).is_dir():
        return read_text(_text(name), where, make)
    texts = {file: _text(str(Path(name, file))) for file in CSV_FILES}
    return _made(where, texts[CSV_FILES[1]], lambda _, read: folder(texts, read), make)


def read_text(text: str, where: str, make: Callable[..., T]) -> tuple[T, tuple[str, ...]]:
    """Return the same of a text, in the format that it is in; messages call it `where`."""
    headings = {each.strip().casefold() for each in re.findall(r"(?m)^\s*\[([^\[\]]*)\]", text)}
    if text.lstrip()[:1] == "{" or where.lower().endswith(".json"):
        return _made(where, text, of_json, make)
    if {"countries", "files"} & headings:
        return _made(where, text, domination, make)
    if {"territories", "map"} & headings:
        return _made(where, text, conquest, make)
    if re.search(r"(?m)^\s*(neighbours|continent-countries)\s*=", text):
        return _made(where, text, ksirk, make)
    if where.lower().endswith(".toml") or _is_toml(text):
        table = files.read_toml(text, where, dict)
        return _made(where, text, lambda *_: of_table(table), make)
    if {"continents", "borders"} & headings:
        return _made(where, text, domination, make)
    raise RiskError(
        f"{where}, line 1: a map must be one of Domination, Conquest or KsirK, JSON, TOML, or a "
        f"folder of CSV, not {short_repr(text[:40])}; {DESCRIBED}"
    )


def _made(
    where: str, text: str, find: Callable[[str, MapReading], MapParts], make: Callable[..., T]
) -> tuple[T, tuple[str, ...]]:
    read = MapReading()
    try:
        parts, doubtful = find(text, read)
        return make(**{"name": where, **parts}), doubtful
    except RiskError as error:
        place = read.place
        if isinstance(error, files.MisplacedError):
            place = f"{read.file}line {_line_of(text, error.path[-1:] if read.at else error.path)}"
        raise RiskError(f"{where}, {place}: {error}; {DESCRIBED}") from None


def _line_of(text: str, path: files.Path) -> int:
    r"""Return the line where each key is named after the one before, at its beginning if it can be.

    >>> _line_of("[borders]\nSiam = [China]\nChina = 3", ("borders", "China"))
    3
    """
    at = 0
    for key in path:
        name = r"[\s_]+".join(map(re.escape, key.split()))
        beginning = r"^\s*(?:[\[{][\w.'\" -]*|['\"]|\d+[\s,]+(?:_\(['\"])?)?"
        for pattern in (rf"{beginning}{name}(?!\w)", rf"(?<!\w){name}(?!\w)"):
            if found := re.compile(pattern, re.MULTILINE).search(text, at):
                at = found.end()
                break
    return 1 + text.count("\n", 0, at)


def _is_toml(text: str) -> bool:
    try:
        return bool(tomllib.loads(text))
    except (ValueError, RecursionError):
        return False


def _text(name: str) -> str:
    """Return the text of a file; one of other programs may be in a code page of Windows."""
    data = files.bytes_of_file(name, "map", MAX_MAP_BYTES)
    try:
        return files.text_of_bytes(data, f"map {short_repr(name)}", MAX_MAP_BYTES)
    except RiskError:
        if len(data) > MAX_MAP_BYTES or Path(name).suffix.lower() != ".map":
            raise
        return data.decode("cp1252", "replace")
