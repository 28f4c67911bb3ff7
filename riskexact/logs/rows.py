"""Logs of battles and of rounds as text, read row by row.

A log is CSV with a header, or JSON: a list of objects with the same keys; of throws also lines as
they are pasted (`logs.throws`), of battles a list of snapshots (`logs.snapshots`).

- battles: `attackers`, `defenders`, `attackers_left`, `defenders_left`, and `mode`, "dice" or
  "blitz";
- rounds: `attack_dice`, `defence_dice`, `attackers_lost`, `defenders_lost`, and `count`, how many
  such rounds the row stands for;
- throws: `attack`, `defence`, what the dice show, and `rules`;
- all: `rules`, a name; battles and rounds: `least_lost` and `least_defenders_lost`, as in
  `FightKind`.

Other columns are neither kept nor shown.  An empty cell is unknown; `LO..HI` says no more than that
the number is one of these.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from typing import Any

from riskexact.base.arguments import number, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.frozen import NamedTuple
from riskexact.logs.kinds import FightKind, Mode, chances
from riskexact.logs.snapshots import battles
from riskexact.logs.throws import SIDES, Throw, die_of, pasted, shown
from riskexact.odds.states import MAX_OUTCOMES_UNITS, check_units
from riskexact.rules import Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.dice import Losses

BATTLE_COLUMNS = ("attackers", "defenders", "attackers_left", "defenders_left")
ROUND_COLUMNS = ("attack_dice", "defence_dice", "attackers_lost", "defenders_lost")
"""The columns that a log must have: these, those, or the `SIDES` of throws."""

WANTED = "a log must have the columns " + ", or ".join(
    map(", ".join, (BATTLE_COLUMNS, ROUND_COLUMNS, SIDES))
)

LEAST_COLUMNS = ("least_lost", "least_defenders_lost")

COLUMNS = *BATTLE_COLUMNS, *ROUND_COLUMNS, *SIDES, *LEAST_COLUMNS, "mode", "rules", "count"
"""All columns that are read."""

MODES: tuple[Mode, ...] = ("dice", "blitz")

MAX_LOG_BYTES = 1 << 24
MAX_LOG_ROWS = 100_000
MAX_COUNT = 1_000_000_000

UNKNOWN = ("", "?")

LogRow = Mapping[str, Any]
"""A row by its columns: numbers, texts, or None."""

Told = LogRow | str | RiskError
"""A row, or why it is left out, or what is wrong with it."""


class LeftOut(Exception):  # noqa: N818
    """Why a row is left out: what is unknown of it."""


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


def numbered_rows(text: str, where: str, armies: bool = False) -> Iterator[tuple[str, Told]]:
    r"""Yield each row of a log, with its place for messages; `where` is what the text is called.

    Raises `RiskError` for a text that is neither CSV with a header, nor JSON, nor throws.

    >>> list(numbered_rows("Attackers;Name\n3;x\n", "log.csv"))
    [('log.csv, line 2', {'attackers': '3', 'name': 'x'})]
    >>> list(numbered_rows('[{"attackers": 3}]', "log.json"))
    [('log.json, row 1', {'attackers': 3})]
    """
    if throws := list(pasted(text)):
        yield from ((f"{where}, line {n}", row) for n, row in throws)
    elif text.lstrip()[:1] in ("[", "{"):
        try:
            rows = strict_json(text)
        except RiskError as error:
            raise RiskError(f"{where}: {error}") from None
        except (ValueError, RecursionError):
            raise RiskError(
                f"{where} must be valid JSON, as it begins like JSON; {WANTED}"
            ) from None
        yield from given_rows(rows, where, armies)
    else:
        yield from _csv_rows(text, where)


def _csv_rows(text: str, where: str) -> Iterator[tuple[str, Told]]:
    head = text.lstrip().partition("\n")[0]
    reader = csv.reader(StringIO(text), delimiter=max(",;\t", key=head.count))
    lines = filter(any, reader)
    try:
        names = [name.strip().lower() for name in next(lines, [])]
        for name in COLUMNS:
            if names.count(name) > 1:
                what = "a log must have each column once"
                raise RiskError(f"{where}: {what}, not {short_repr(name)} again")
        for cells in lines:
            row: Told = dict(zip(names, cells, strict=False))
            if len(cells) < len(names) or any(cells[len(names) :]):
                which = "with commas needs quotation marks"
                which = "that is unknown is empty" if len(cells) < len(names) else which
                row = RiskError(f"must have {len(names)} cells, not {len(cells)}: a cell {which}")
            yield f"{where}, line {reader.line_num}", row
    except csv.Error:
        raise RiskError(f"{where}, line {reader.line_num}: must be a row of CSV") from None


def given_rows(rows: object, where: str, armies: bool) -> Iterator[tuple[str, Told]]:
    """Yield each of the rows that are given as mappings, with its place for messages.

    Of snapshots, each pair of neighbours; `armies` is whether rows count the unit that stays.
    """
    if not isinstance(rows, Iterable) or isinstance(rows, str | bytes | Mapping):
        kind = type(rows).__name__
        raise RiskError(f"{where} must be a list of rows, not {kind}; {WANTED}")
    rows = list(islice(rows, MAX_LOG_ROWS + 1))
    if rows and isinstance(rows[0], Mapping) and "territories" in rows[0]:
        yield from battles(rows, where, armies)
        return
    for n, row in enumerate(rows, 1):
        what = f"must have named values, not {type(row).__name__}"
        yield f"{where}, row {n}", row if isinstance(row, Mapping) else RiskError(what)


def read(
    rows: Iterable[tuple[str, Told]], armies: bool, rules: Rules, skip_bad: bool
) -> tuple[list[LogEntry], Counter[str], list[Throw], list[str]]:
    """Return what a `DiceLog` has of these rows; the other arguments are those of `dice_log`.

    Raises `RiskError`, which names the row, the value, and what is allowed.
    """
    for name, flag in ("armies", armies), ("skip_bad", skip_bad):
        if not isinstance(flag, bool):
            raise RiskError(f"{name} must be True or False, not {short_repr(flag)}")
    entries, throws, skipped = list[LogEntry](), list[Throw](), list[str]()
    left_out, columns = Counter[str](), tuple[str, ...]()
    for n, (where, cells) in enumerate(rows, 1):
        if n > MAX_LOG_ROWS:
            raise RiskError(f"a log must have at most {MAX_LOG_ROWS} rows, not more")
        if isinstance(cells, Mapping):
            columns = columns or _columns(cells, where)
        try:
            if not isinstance(cells, Mapping):
                raise LeftOut(cells) if isinstance(cells, str) else cells
            entry = _Row(cells, armies, rules).entry(columns)
            if isinstance(entry, Throw):
                throws.append(entry)
                entry = LogEntry(FightKind(*entry.dice, entry.rules, "round"), (entry.losses,))
            entries.append(entry)
        except LeftOut as unknown:
            left_out[str(unknown)] += 1
        except RiskError as error:
            if not skip_bad:
                raise RiskError(f"{where}: {error}") from None
            skipped.append(f"{where}: {error}")
    if not entries:
        what = " that can be tested, not none: in all the size, rules or mode is unknown"
        none = f"a log must have rows{what if left_out else f'; {WANTED}'}"
        raise RiskError(skipped[0] if skipped else none)
    return entries, left_out, throws, skipped


def _columns(cells: LogRow, where: str) -> tuple[str, ...]:
    """Return the columns of battles, of rounds, or of throws."""
    several = BATTLE_COLUMNS, ROUND_COLUMNS, SIDES
    for columns in several:
        if all(name in cells for name in columns):
            return columns
    for columns in several:
        if any(name in cells for name in columns):
            raise RiskError(f"{where}: a log must have the columns {', '.join(columns)}")
    raise RiskError(f"{where}: {WANTED}")


class _Row(NamedTuple):
    """The cells of a row, and what is known of all rows."""

    cells: LogRow
    armies: bool
    rules: Rules

    def entry(self, columns: tuple[str, ...]) -> LogEntry | Throw:
        """Return what the row says; raise `LeftOut` for what is not known that has to be."""
        rules, is_round = rule_set(self._known("rules", self.rules)), columns == ROUND_COLUMNS
        if columns == SIDES:
            return self._throw(rules)
        mode: Mode = "round" if is_round else self._mode()
        most = rules.max_dice if is_round else (None, None)
        sizes = [self._range(name, 1, n) for name, n in zip(columns[:2], most, strict=True)]
        if not all(size and size[0] == size[-1] for size in sizes):
            raise LeftOut("size")
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

    def _throw(self, rules: Rules) -> Throw:
        for name in (*LEAST_COLUMNS, "count"):  # a throw is one, whatever it cost
            self._whole(name, 0, int(name == "count"), int(name == "count"))
        dice = []
        for side in SIDES:
            typed = self._cell(side)
            die_of(rules, side)
            if isinstance(typed, list | tuple):
                typed = ",".join(map(str, typed))
            dice.append(None if typed is None else shown(str(typed), side, rules))
        attack, defence = dice
        if attack is None or defence is None:
            raise LeftOut("dice")
        throw = Throw(rules, attack, defence)
        if throw.dice != rules.allowed(*throw.dice):
            raise RiskError(f"defence must be no more dice than the attacker's, not {len(defence)}")
        return throw

    def _seen(
        self, kind: FightKind, lost: tuple[range, range], names: Sequence[str]
    ) -> tuple[Losses, ...]:
        """Return the losses of the kind that are in both ranges, and that the log has."""
        every = chances(kind._replace(least_lost=0, least_defenders_lost=0))
        able = [losses for losses in every if losses[0] in lost[0] and losses[1] in lost[1]]
        if not able:
            cells = " and ".join(short_repr(self.cells.get(name)) for name in names)
            raise RiskError(f"{' and '.join(names)} must be an end of {kind.title}, not {cells}")
        seen = tuple(filter(kind.seen, able))
        if not seen:
            raise RiskError(
                f"least_lost and least_defenders_lost must be at most what was lost, not "
                f"{kind.least_lost} and {kind.least_defenders_lost}"
            )
        return seen

    def _mode(self) -> Mode:
        typed = self._known("mode", "dice")
        for mode in MODES:
            if isinstance(typed, str) and typed.lower() == mode:
                return mode
        raise RiskError(f"mode must be {' or '.join(MODES)}, not {short_repr(self.cells['mode'])}")

    def _known(self, name: str, default: object) -> Any:
        """Return a cell that has to be known; `default` without such a column."""
        found = self._cell(name) if name in self.cells else default
        if found is None:
            raise LeftOut(name)
        return found

    def _cell(self, name: str) -> Any:
        """Return a cell, None where it is unknown."""
        value = self.cells.get(name)
        text = value.strip() if isinstance(value, str) else value
        return None if isinstance(text, str) and text in UNKNOWN else text

    def _range(self, name: str, least: int, most: int | None = None) -> range | None:
        """Return the numbers that a cell allows, attackers without the unit that stays behind."""
        typed = self._cell(name)
        if typed is None:
            return None
        stays = int(self.armies and name in ("attackers", "attackers_left"))
        first = least + stays
        last = None if most is None else most + stays
        ends = re.fullmatch(r"(.+?)\.\.(.+)", typed) if isinstance(typed, str) else None
        numbers = [
            _number(each, name, first, last) for each in (ends.groups() if ends else (typed,))
        ]
        if numbers[0] > numbers[-1]:
            raise RiskError(
                f"{name} must be N or LO..HI with LO at most HI, not {short_repr(typed)}"
            )
        return range(numbers[0] - stays, numbers[-1] - stays + 1)

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
