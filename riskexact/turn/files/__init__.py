"""Map files of several programs, read by what is in them; `turn/maps.md` describes them.

JSON is a mapping of territories to lists of those that they border, or nodes and links as networkx
writes them, or what `riskexact map --json` prints, which has the keys of a TOML file.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.rules import files
from riskexact.rules.files import MisplacedError, check_keys
from riskexact.turn.files.lines import (
    CSV_FILES,
    MapParts,
    MapReading,
    conquest,
    domination,
    folder,
    ksirk,
)
from riskexact.turn.parts import by_way, places_apart

MAX_MAP_BYTES = 1 << 18

DESCRIBED = "see `riskexact map --help`"

T = TypeVar("T")


def read_file(name: str, make: Callable[..., T]) -> tuple[T, tuple[str, ...]]:
    """Return what `make` makes of what a file or a folder has, and what is doubtful about it."""
    where = short_repr(Path(name).name or name).strip("'\"")
    if not Path(name).is_dir():
        return read_text(_text_of_file(name), where, make)
    texts = {file: _text_of_file(str(Path(name, file))) for file in CSV_FILES}
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
    """Return the line where each key is named after the one before, at its beginning if it can."""
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


def _text_of_file(name: str) -> str:
    """Return the text of a file; one of other programs may be in a code page of Windows."""
    data = files.bytes_of_file(name, "map", MAX_MAP_BYTES)
    try:
        return files.text_of_bytes(data, f"map {short_repr(name)}", MAX_MAP_BYTES)
    except RiskError:
        if len(data) > MAX_MAP_BYTES or Path(name).suffix.lower() != ".map":
            raise
        return data.decode("cp1252", "replace")


# ---- tables: TOML and JSON


KEYS = "borders", "continents", "name", "one_way", "other_names", "layout"

OF_JSON = "version", "map", "doubtful"
"""Keys of `riskexact map --json` that are not of the map."""


def of_table(table: Mapping[str, Any]) -> MapParts:
    """Return what a table with the keys of a file has."""
    check_keys(table, KEYS)
    return {"borders": (), **table}, ()


def of_json(text: str, read: MapReading) -> MapParts:
    """Return what a JSON text has."""
    try:
        table = json.loads(text, object_pairs_hook=_each_once)
    except RecursionError:
        raise MisplacedError((), "not JSON: it is nested too deeply") from None
    except json.JSONDecodeError as error:
        read.place = f"line {error.lineno}"
        raise RiskError(f"not JSON: {error.msg}") from None
    if not isinstance(table, dict):
        raise MisplacedError((), f"JSON must be an object, not {short_repr(table)}")
    if "nodes" in table:
        return _graph(table)
    if not {"borders", "one_way"} & table.keys():
        return of_table({"borders": table})
    return of_table({key: value for key, value in table.items() if key not in OF_JSON})


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise MisplacedError((key,), f"a key must be there once, not {short_repr(key)} again")
    return dict(pairs)


def _graph(table: Mapping[str, Any]) -> MapParts:
    """Return what nodes and links have; in a directed graph a link leads one way."""
    names, at, ways = dict[object, str](), dict[str, Any](), []
    for node in _objects(table, "nodes"):
        key = node.get("id")
        name = key if isinstance(key, str) else node.get("name", node.get("label"))
        if not isinstance(key, str | int) or not isinstance(name, str) or name in at:
            raise MisplacedError(
                ("nodes",), f"a node must have an id and a name of its own, not {short_repr(node)}"
            )
        names[key] = name
        at[name] = node.get("pos", (node["x"], node["y"]) if {"x", "y"} <= node.keys() else None)
    for link in _objects(table, "links" if "links" in table else "edges"):
        ends = [link.get("source"), link.get("target")]
        if not all(isinstance(end, str | int) and end in names for end in ends):
            said = short_repr(link)
            raise MisplacedError(("links",), f"a link must have ids of nodes, not {said}")
        ways.append((names[ends[0]], names[ends[1]]))
    for name in at.keys() - {t for way in ways for t in way}:
        raise MisplacedError(("nodes", name), f"{name} must have a link, not none")
    layout, doubtful = places_apart(at)
    borders = by_way(ways) if table.get("directed") is True else {"borders": ways}
    return borders | {"layout": layout}, doubtful


def _objects(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = table.get(key)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise MisplacedError((key,), f"{key} must be a list of objects, not {short_repr(found)}")
    return found


def written(table: Mapping[str, Any], heading: str = "") -> str:
    """Return a table as TOML: its values, then the tables in it, each below its heading.

    >>> print(written({"borders": {"A": ["B"]}, "layout": {"A": [1, 2]}}), end="")
    [borders]
    A = ["B"]
    <BLANKLINE>
    [layout]
    A = [1, 2]
    """
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lines = [f"[{heading}]\n"] if heading and len(inner) < len(table) else []
    lines += [f"{_key(key)} = {_text(value)}\n" for key, value in table.items() if key not in inner]
    texts = ["".join(lines)] if lines else []
    for key, value in inner.items():
        texts += [written(value, f"{heading}.{_key(key)}".lstrip("."))] if value else []
    return "\n".join(texts)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(value: object) -> str:
    """Return a text, a number or a list of them, which JSON and TOML write alike."""
    return json.dumps(value, ensure_ascii=False, default=list)
