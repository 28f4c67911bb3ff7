"""Logs of battles and of rounds as text, read row by row.

A log is CSV with a header, or JSON: a list of objects with the same keys.

- battles: `attackers`, `defenders`, `attackers_left`, `defenders_left`, and `mode`, "dice" or
  "blitz";
- rounds: `attack_dice`, `defence_dice`, `attackers_lost`, `defenders_lost`, and `count`, how many
  such rounds the row stands for;
- both: `rules`, a name; `least_lost` and `least_defenders_lost`, as in `FightKind`.

Other columns are neither kept nor shown.  An empty cell is unknown; `LO..HI` says no more than that
the number is one of these.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from riskexact.base.arguments import number, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.frozen import NamedTuple
from riskexact.logs.kinds import FightKind, Mode, all_losses
from riskexact.odds.states import MAX_OUTCOMES_UNITS, check_units
from riskexact.rules import Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.dice import Losses

BATTLE_COLUMNS = ("attackers", "defenders", "attackers_left", "defenders_left")
ROUND_COLUMNS = ("attack_dice", "defence_dice", "attackers_lost", "defenders_lost")
"""The columns that a log must have: these or those."""

LEAST_COLUMNS = ("least_lost", "least_defenders_lost")

MODES: tuple[Mode, ...] = ("dice", "blitz")

MAX_LOG_BYTES = 1 << 24
MAX_LOG_ROWS = 100_000
MAX_COUNT = 1_000_000_000

UNKNOWN = ("", "?")

LogRow = Mapping[str, Any]
"""A row by its columns: numbers, texts, or None."""


class LogEntry(NamedTuple):
    """What a row says: the kind, and the losses that it may have cost, most often one.

    - `losses`: from best to worst for the attacker;
    - `times`: how many such rounds the row stands for.
    """

    kind: FightKind
    losses: tuple[Losses, ...]
    times: int = 1


def counts_of(entries: Iterable[LogEntry]) -> Counter[FightKind]:
    """Return how often each kind of battle or round occurs."""
    found: Counter[FightKind] = Counter()
    for kind, _, times in entries:
        found[kind] += times
    return found


def numbered_rows(text: str, where: str) -> Iterator[tuple[str, LogRow]]:
    r"""Yield each row of a log, with its place for messages; `where` is what the text is called.

    Raises `RiskError` for a text that is neither CSV with a header nor a JSON list.

    >>> list(numbered_rows("Attackers;Name\n3;x\n", "log.csv"))
    [('log.csv, line 2', {'attackers': '3', 'name': 'x'})]
    >>> list(numbered_rows('[{"attackers": 3}]', "log.json"))
    [('log.json, row 1', {'attackers': 3})]
    """
    if text.lstrip()[:1] in ("[", "{"):
        try:
            rows = strict_json(text)
        except (ValueError, RecursionError):
            raise RiskError(f"{where} must be valid JSON, as it begins like JSON") from None
        yield from given_rows(rows, where)
        return
    head = text.lstrip().partition("\n")[0]
    reader = csv.reader(StringIO(text), delimiter=max(",;\t", key=head.count))
    names: list[str] | None = None
    try:
        for cells in reader:
            if names is None and any(cells):
                names = [name.strip().lower() for name in cells]
            elif names is not None and any(cells):
                yield f"{where}, line {reader.line_num}", dict(zip(names, cells, strict=False))
    except csv.Error:
        raise RiskError(f"{where}, line {reader.line_num}: must be a row of CSV") from None


def given_rows(rows: object, where: str = "log") -> Iterator[tuple[str, LogRow]]:
    """Yield each of the rows that are given as mappings, with its place for messages.

    >>> list(given_rows([{"attackers": 3}]))
    [('log, row 1', {'attackers': 3})]
    """
    if not isinstance(rows, Iterable) or isinstance(rows, str | bytes | Mapping):
        raise RiskError(f"{where} must be a list of rows, not {type(rows).__name__}")
    for n, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise RiskError(f"{where}, row {n}: must have named values, not {type(row).__name__}")
        yield f"{where}, row {n}", row


def read(
    rows: Iterable[tuple[str, LogRow]], armies: bool, rules: Rules
) -> tuple[list[LogEntry], dict[str, int]]:
    """Return what the rows say, and how many are left out, by what is unknown.

    - `armies`: whether the attackers, and those left, count the unit that stays behind;
    - `rules`: those of a log without a column for them.

    Raises `RiskError`, which names the row, the value, and what is allowed.

    >>> row = {"attackers": 2, "defenders": 1, "attackers_left": "1..2", "defenders_left": 0}
    >>> (entry,), _ = read([("row 1", row), ("row 2", {**row, "mode": ""})], False, Rules())
    >>> entry.losses, _
    (((0, 1), (1, 1)), {'mode': 1})
    """
    if not isinstance(armies, bool):
        raise RiskError(f"armies must be True or False, not {short_repr(armies)}")
    entries: list[LogEntry] = []
    left_out: dict[str, int] = {}
    columns: tuple[str, ...] = ()
    for n, (where, cells) in enumerate(rows, 1):
        if n > MAX_LOG_ROWS:
            raise RiskError(f"a log must have at most {MAX_LOG_ROWS} rows, not more")
        columns = columns or _columns(cells, where)
        try:
            entry = _Row(cells, armies, rules).entry(columns)
        except RiskError as error:
            raise RiskError(f"{where}: {error}") from None
        if isinstance(entry, LogEntry):
            entries.append(entry)
        else:
            left_out[entry] = left_out.get(entry, 0) + 1
    if not entries:
        what = "that can be tested, not none: in all the size, rules or mode is unknown"
        raise RiskError(f"a log must have rows {what}" if left_out else "a log must have rows")
    return entries, left_out


def _columns(cells: LogRow, where: str) -> tuple[str, ...]:
    """Return the columns of battles, or of rounds."""
    for columns in (BATTLE_COLUMNS, ROUND_COLUMNS):
        missing = [name for name in columns if name not in cells]
        if not missing:
            return columns
        if len(missing) < len(columns):
            raise RiskError(f"{where}: a log must have the columns {', '.join(columns)}")
    either = ", or ".join(map(", ".join, (BATTLE_COLUMNS, ROUND_COLUMNS)))
    raise RiskError(f"{where}: a log must have the columns {either}")


class _Row:
    """The cells of a row."""

    def __init__(self, cells: LogRow, armies: bool, rules: Rules) -> None:
        self._cells, self._armies, self._rules = cells, armies, rules

    def entry(self, columns: tuple[str, ...]) -> LogEntry | str:
        """Return what the row says, or what is not known that has to be."""
        name, is_round = self._cell("rules", self._rules), columns == ROUND_COLUMNS
        if name is None:
            return "rules"
        rules, mode = rule_set(name), "round" if is_round else self._mode()
        if mode is None:
            return "mode"
        most = rules.max_dice if is_round else (None, None)
        sizes = [self._range(name, 1, n) for name, n in zip(columns[:2], most, strict=True)]
        if not all(size and size[0] == size[-1] for size in sizes):
            return "size"
        a, d = (size[0] for size in sizes if size)
        if not is_round:
            check_units(a, d, MAX_OUTCOMES_UNITS, "a log")
        x, y = (
            self._range(name, 0, n) or range(n + 1)
            for name, n in zip(columns[2:], (a, d), strict=True)
        )
        lost = (x, y) if is_round else _lost(a, d, x, y, mode)
        least = (self._whole(name, 0, 0, MAX_OUTCOMES_UNITS) for name in LEAST_COLUMNS)
        kind = FightKind(a, d, rules, mode, *least)
        times = self._whole("count", 1, 1, MAX_COUNT) if is_round else 1
        return LogEntry(kind, self._seen(kind, lost, columns[2:]), times)

    def _seen(
        self, kind: FightKind, lost: tuple[range, range], names: Sequence[str]
    ) -> tuple[Losses, ...]:
        """Return the losses of the kind that are in both ranges, and that the log has."""
        able = [
            losses
            for losses in all_losses(kind._replace(least_lost=0, least_defenders_lost=0))
            if losses[0] in lost[0] and losses[1] in lost[1]
        ]
        if not able:
            cells = " and ".join(short_repr(self._cells.get(name)) for name in names)
            raise RiskError(f"{' and '.join(names)} must be an end of {kind.title}, not {cells}")
        seen = tuple(filter(kind.seen, able))
        if not seen:
            raise RiskError(
                f"least_lost and least_defenders_lost must be at most what was lost, not "
                f"{kind.least_lost} and {kind.least_defenders_lost}"
            )
        return seen

    def _mode(self) -> Mode | None:
        typed = self._cell("mode", "dice")
        mode = typed.lower() if isinstance(typed, str) else typed
        if mode is not None and mode not in MODES:
            raise RiskError(
                f"mode must be {' or '.join(MODES)}, not {short_repr(self._cells['mode'])}"
            )
        found: Mode | None = mode
        return found

    def _cell(self, name: str, default: object = None) -> Any:
        """Return a cell, None where it is unknown; `default` without such a column."""
        value = self._cells.get(name, default)
        text = value.strip() if isinstance(value, str) else value
        return None if isinstance(text, str) and text in UNKNOWN else text

    def _range(self, name: str, least: int, most: int | None = None) -> range | None:
        """Return the numbers that a cell allows, attackers without the unit that stays behind."""
        typed = self._cell(name)
        if typed is None:
            return None
        stays = int(self._armies and name in ("attackers", "attackers_left"))
        first = least + stays if least else least
        last = None if most is None else most + stays
        ends = re.fullmatch(r"(.+?)\.\.(.+)", typed) if isinstance(typed, str) else None
        numbers = [
            _number(each, name, first, last) for each in (ends.groups() if ends else (typed,))
        ]
        if numbers[0] > numbers[-1]:
            raise RiskError(
                f"{name} must be N or LO..HI with LO at most HI, not {short_repr(typed)}"
            )
        return range(max(0, numbers[0] - stays), max(0, numbers[-1] - stays) + 1)

    def _whole(self, name: str, default: int, least: int, most: int) -> int:
        typed = self._cell(name)
        return default if typed is None else _number(typed, name, least, most)


def _lost(a: int, d: int, x: range, y: range, mode: Mode) -> tuple[range, range]:
    """Return what a battle may have cost that left these numbers of units."""
    if not (x[0] and y[0]):
        return range(a - x[-1], a - x[0] + 1), range(d - y[-1], d - y[0] + 1)
    if mode == "blitz":
        raise RiskError(f"in mode blitz one side must have 0 left, not {x[0]} and {y[0]}")
    # broken off: fought on, it could have cost either side more
    return range(a - x[-1], a + 1), range(d - y[-1], d + 1)


def _number(typed: object, name: str, least: int, most: int | None) -> int:
    if isinstance(typed, str):
        return number(typed.strip(), name, least, most)
    return whole(typed, name, least, most)
