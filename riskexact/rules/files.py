"""Rule files: rule sets in TOML, checked key by key.

The keys are the arguments of `Rules` and, for the dice of a side, of `Hand`; `title` and `group`
say what it is called and where it is listed, `source` and `note` where it is documented and what
is uncertain.

>>> read_rules('defence_dice = { dice = 2, to_highest = 1 }', "house.toml").rules.defence.to_highest
1
"""

import errno
import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.rules import RULES_PARTS, Rules
from riskexact.rules.hand import HAND_PARTS, Hand
from riskexact.rules.languages import LANGUAGES

MAX_RULE_FILE_LINES = 100
MAX_RULE_FILE_BYTES = 1 << 12

REMARKS = ("title", "group", "source", "note")
HANDS = ("attack_dice", "defence_dice")

T = TypeVar("T")

Path = tuple[str, ...]
"""The keys that lead to a value, from the outside in."""


class Entry(NamedTuple):
    """A rule set, what it is called, where it is listed and documented, and what is uncertain.

    `others` has the same remarks in other languages, by code.
    """

    rules: Rules
    title: str
    group: str
    source: str
    note: str
    others: Mapping[str, Mapping[str, str]] = FrozenMapping({})

    def said(self, what: str, code: str) -> str:
        """Return the `title`, `source` or `note` in a language, in English if it has no other."""
        text: str = self.others.get(code, {}).get(what) or getattr(self, what)
        return text


def read_rules(text: str, where: str) -> Entry:
    r"""Return the rule set that a TOML text describes; messages call the text `where`.

    Raises a `RiskError` that names the key and the line.

    >>> read_rules('ties = "defender"\n[attack_dice]\ndice = 0', "house.toml")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: house.toml, line 3: attack_dice.dice must be a whole number, ...
    """
    if len(text) > MAX_RULE_FILE_BYTES or text.count("\n") >= MAX_RULE_FILE_LINES:
        raise RiskError(
            f"{where} must have at most {MAX_RULE_FILE_LINES} lines and "
            f"{MAX_RULE_FILE_BYTES} characters"
        )
    return read_toml(text, where, entry)


def read_toml(text: str, where: str, read: Callable[[dict[str, Any]], T]) -> T:
    """Return what `read` makes of a TOML text; errors name the line of a `MisplacedError`."""
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise RiskError(f"{where} must be TOML, not nested so deeply") from None
    except ValueError as error:  # tomllib gives the line at the end of its message
        message, _, place = " ".join(str(error).split()).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else len(text.rstrip("\n").split("\n"))
        said = f"{where}, line {number}: not TOML: {message or place}"
        raise RiskError(said[:300]) from None
    try:
        return read(table)
    except MisplacedError as error:
        raise RiskError(f"{where}, line {line_of(text, error.path)}: {error}") from None


def read_catalogue(text: str) -> dict[str, Entry]:
    """Return the rule sets of a TOML text with a table for each, by name."""
    return {name: known_entry(name, table) for name, table in tomllib.loads(text).items()}


def known_entry(name: str, table: Mapping[str, Any]) -> Entry:
    """Return an entry of the catalogue, from its table and those of other languages in it."""
    others = {code: FrozenMapping(_remarks(table[code])) for code in LANGUAGES if code in table}
    own = {key: value for key, value in table.items() if key not in others}
    return entry({**own, "name": name})._replace(others=FrozenMapping(others))


def entry(table: Mapping[str, Any]) -> Entry:
    """Return the rule set of a TOML table.

    >>> entry({"pairs": 1, "name": "single-loss"}).rules.losses_per_round
    1
    """
    check_keys(table, (*RULES_PARTS, "name", *REMARKS))
    for key in ("name", *REMARKS):
        if not isinstance(table.get(key, ""), str):
            raise MisplacedError((key,), f"{key} must be text, not {short_repr(table[key])}")
    remarks = _remarks(table)
    for key, text in remarks.items():
        if not text.isprintable():
            raise MisplacedError((key,), f"{key} must be printable text, not {short_repr(text)}")
    given = {key: _argument(key, value) for key, value in table.items() if key in RULES_PARTS}
    try:
        return Entry(Rules(**given, name=table.get("name")), **remarks)
    except RiskError as error:
        raise MisplacedError((_named_first(error),), str(error)) from None


def _remarks(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: " ".join(table.get(key, "").split()) for key in REMARKS}


def rules_of_parts(parts: Mapping[str, Any], name: str | None = None) -> Rules:
    """Return the rule set with these `Rules.parts`; raise `RiskError` if there is none.

    >>> rules_of_parts(Rules(faces=8).parts, "octahedra") == Rules(faces=8)
    True
    >>> rules_of_parts({"pairs": "six"})
    Traceback (most recent call last):
        ...
    riskexact.RiskError: pairs must be a whole number, 1 or more, not 'six'
    """
    try:
        return entry({**parts, "name": name} if name else parts).rules
    except MisplacedError as error:
        raise RiskError(str(error)) from None


def line_of(text: str, path: Path) -> int:
    r"""Return the number of the line on which the value at `path` begins, from 1.

    It is the line after the longest beginning of the text that is valid without the value.
    """
    lines = [line + "\n" for line in text.split("\n")]
    before = 0
    for number in range(1, len(lines) + 1):
        try:
            value: Any = tomllib.loads("".join(lines[:number]))
        except (ValueError, RecursionError):
            continue
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None:
            break
        before = number
    return min(before + 1, len(lines))


class MisplacedError(RiskError):
    """A key or a value of a file that is not allowed."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


def check_keys(table: Mapping[str, Any], allowed: Sequence[str], path: Path = ()) -> None:
    """Raise a `MisplacedError` for a key that is not allowed in the table at `path`."""
    for key in table:
        if key not in allowed:
            inside = f" in {'.'.join(path)}" if path else ""
            raise MisplacedError(
                (*path, key),
                f"key{inside} must be one of {', '.join(allowed)}, not {short_repr(key)}",
            )


def _argument(key: str, value: Any) -> Any:
    """Return an argument of `Rules`: a `Hand` if the dice of a side are a table."""
    if key not in HANDS or not isinstance(value, dict):
        return value
    check_keys(value, HAND_PARTS, (key,))
    if "dice" not in value:
        raise MisplacedError((key,), f"{key} must have the key dice")
    try:
        return Hand(**value)
    except RiskError as error:
        raise MisplacedError((key, _named_first(error)), f"{key}.{error}") from None


def _named_first(error: RiskError) -> str:
    """Return the argument that an error of `Rules` or `Hand` is about: its first word."""
    return re.split(r"\W", str(error), maxsplit=1)[0]


def text_of_file(name: str, what: str, most_bytes: int) -> str:
    """Return the text of a file; `what` it is, for the messages.

    Raises a `RiskError` for a file that cannot be read, is too long, or is no text in UTF-8.
    """
    return text_of_bytes(
        bytes_of_file(name, what, most_bytes), f"{what} {short_repr(name)}", most_bytes
    )


def bytes_of_file(name: str, what: str, most_bytes: int) -> bytes:
    """Return what is in a file, or its first `most_bytes + 1` bytes; `RiskError` if unreadable."""
    try:
        if stat.S_ISFIFO(os.stat(name).st_mode):  # noqa: PTH116
            raise OSError(errno.ESPIPE, "it is a pipe")
        with open(name, "rb") as file:  # noqa: PTH123
            return file.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RiskError(f"{what} {short_repr(name)} cannot be read: {reason}") from None


def text_of_bytes(data: bytes, where: str, most_bytes: int) -> str:
    """Return the text; raise a `RiskError` if it is too long, or not in UTF-8."""
    if len(data) > most_bytes:
        raise RiskError(f"{where} must have at most {most_bytes} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RiskError(f"{where} must be text in UTF-8") from None
