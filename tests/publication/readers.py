"""`python -m tests.publication.readers`: open the data with what people read it with.

Every value that a program reads is compared with the one that is published.  The result is the
table "What they read" in the README of the dataset; of programs that are not installed its rows
stay as they are.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from operator import eq
from pathlib import Path
from typing import Any

from riskexact.battle.tables import win_table
from riskexact.battle.tables.written import bfile, numerators
from riskexact.publication.data import (
    ALL_SETS,
    DATA_FORMATS,
    DATA_SETS,
    GAME_SETS,
    GAMES_EDITION,
    TYPES,
)
from riskexact.publication.jobs import CSVW
from riskexact.publication.metadata import csv_on_the_web
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByRecursion
from riskexact.rules import STANDARD

README = Path(__file__).parents[2] / "riskexact" / "publication" / "README.md"

Columns = Mapping[str, Sequence[Any]]

NAMES = (*DATA_SETS, "duel")

KINDS = ("words", "whole numbers", "double", "decimal, complement")

HEAD = ("read by", "file", *(f"{kind}" for kind in KINDS))

SEQUENCE = 40
"""Terms of the b-file: the numerators of 40 antidiagonals."""


def write(folder: Path) -> None:
    """Write the data of standard rules up to 40 against 40, the duel, and a b-file.

    Of the outcomes those of 36 to 40 attackers, among which are the smallest chances.
    """
    edition = Edition(STANDARD, 40)
    for name in NAMES:
        of = GAMES_EDITION if name in GAME_SETS else edition
        side = of.side[-5:] if name == "outcomes" else of.side
        table = ALL_SETS[name].table(of, side, ByRecursion())
        for ending, written in DATA_FORMATS.items():
            (folder / f"{name}.{ending}").write_bytes(written(table))
    described = csv_on_the_web({f"{name}.csv": ALL_SETS[name].schema for name in NAMES})
    (folder / CSVW).write_text(json.dumps(described), "utf-8")
    terms = numerators(win_table(range(1, SEQUENCE + 1), range(1, SEQUENCE + 1)))
    (folder / "b.txt").write_text(bfile(terms), "utf-8")


@lru_cache(len(NAMES))
def published(folder: Path, name: str) -> dict[str, list[str]]:
    """Return the columns of a table as text."""
    rows = list(csv.DictReader((folder / f"{name}.csv").read_text("utf-8").splitlines()))
    return {column: [row[column] for row in rows] for column in rows[0]}


def by_columns(rows: Sequence[Mapping[str, Any]]) -> Columns:
    return {name: [row[name] for row in rows] for name in rows[0]}


# ---- readers: each returns the columns of a file


def duckdb(folder: Path, name: str, ending: str) -> Columns:
    import duckdb

    source = {
        "csv": "read_csv('{}')",
        "json": "(SELECT unnest(data, recursive := true) FROM read_json('{}'))",
        "parquet": "'{}'",
    }[ending].format(folder / f"{name}.{ending}")
    read: Any = duckdb.sql(f"FROM {source}")
    return dict(zip(read.columns, zip(*read.fetchall(), strict=True), strict=True))


def polars(folder: Path, name: str, ending: str) -> Columns:
    import polars as pl

    path = folder / f"{name}.{ending}"
    if ending == "json":
        frame = pl.read_json(path).select("data").explode("data").unnest("data")
    else:
        frame = pl.read_csv(path) if ending == "csv" else pl.read_parquet(path)
    found: Columns = frame.to_dict(as_series=False)
    return found


def pandas(folder: Path, name: str, ending: str, **options: Any) -> Columns:
    import pandas as pd

    path = folder / f"{name}.{ending}"
    if ending == "json":
        frame = pd.read_json(path, orient="table", **options).reset_index()
    else:
        frame = pd.read_csv(path, **options) if ending == "csv" else pd.read_parquet(path)
    return {
        str(column): [None if pd.isna(x) else x for x in frame[column].tolist()] for column in frame
    }


def pandas_precise(folder: Path, name: str, ending: str) -> Columns:
    return pandas(folder, name, ending, precise_float=True)


def pyarrow(folder: Path, name: str, ending: str) -> Columns:
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet

    path = folder / f"{name}.{ending}"
    read = arrow_csv.read_csv(path) if ending == "csv" else parquet.read_table(path)
    found: Columns = read.to_pydict()
    return found


def frictionless(folder: Path, name: str, ending: str) -> Columns:
    from frictionless import Resource

    about = {"name": "read", "path": f"{name}.{ending}", "schema": ALL_SETS[name].schema}
    resource: Any = Resource.from_descriptor(about, basepath=str(folder))
    return by_columns([row.to_dict() for row in resource.read_rows()])


def csvw(folder: Path, name: str, ending: str) -> Columns:
    from csvw import TableGroup

    (table,) = (
        t for t in TableGroup.from_file(folder / CSVW).tables if str(t.url) == f"{name}.csv"
    )
    return by_columns(list(table.iterdicts(strict=True)))


def sqlite_utils(folder: Path, name: str, ending: str) -> Columns:
    from sqlite_utils import Database

    with tempfile.TemporaryDirectory() as place:
        file = f"{place}/odds.db"
        program = [sys.executable, "-m", "sqlite_utils"]
        run([*program, "insert", file, "odds", str(folder / f"{name}.csv"), "--csv"])
        return by_columns(list(Database(file)["odds"].rows))


R = """
odds <- read.csv(commandArgs(TRUE)[1])
if (is.character(odds$fraction)) odds$fraction <- as.character(gmp::as.bigq(odds$fraction))
digits <- function(column) if (is.double(column)) sprintf("%.17g", column) else column
odds[] <- lapply(odds, digits)
write.csv(odds, row.names = FALSE)
"""


def r(folder: Path, name: str, ending: str) -> Columns:
    text = run(["Rscript", "-e", R, str(folder / f"{name}.csv")])
    return by_columns(list(csv.DictReader(text.splitlines())))


NODE = """
const { readFileSync } = require("node:fs");
const [path, ending] = process.argv.slice(1);
(async () => {
  let rows;
  if (ending === "json") rows = JSON.parse(readFileSync(path)).data;
  else {
    const { parquetReadObjects } = await import(require.resolve("hyparquet"));
    const file = new Uint8Array(readFileSync(path)).buffer;
    rows = await parquetReadObjects({ file });
  }
  process.stdout.write(JSON.stringify(rows, (_, v) => (typeof v === "bigint" ? Number(v) : v)));
})();
"""


def node(folder: Path, name: str, ending: str) -> Columns:
    return by_columns(
        json.loads(run(["node", "-e", NODE, str(folder / f"{name}.{ending}"), ending]))
    )


def calc(folder: Path, name: str, ending: str) -> Columns:
    """Return what LibreOffice keeps: it is saved as .fods, whose cells say what is in them."""
    from xml.etree.ElementTree import parse

    office = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
    table = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
    with tempfile.TemporaryDirectory() as place:
        home = f"-env:UserInstallation=file://{place}/home"
        convert = ["soffice", home, "--headless", "--convert-to", "fods", "--outdir", place]
        run([*convert, str(folder / f"{name}.csv")])
        rows = []
        for row in parse(f"{place}/{name}.fods").iter(f"{table}table-row"):
            cells: list[str] = []
            for cell in row:
                value = cell.get(f"{office}value") or "".join(cell.itertext()).strip()
                cells += [value] * min(int(cell.get(f"{table}number-columns-repeated", 1)), 9)
            rows.append(cells)
    head = list(filter(None, rows[0]))
    return by_columns([dict(zip(head, each, strict=False)) for each in rows[1:] if each[0]])


def run(words: Sequence[str], typed: str = "") -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, input=typed)
    if done.returncode:
        raise RuntimeError(f"{words[0]}: {done.stderr[-300:]}")
    return done.stdout


# ---- what they read


def wrong(columns: Columns, right: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int, int]]:
    """Yield the kind of each column, its values that differ from the published ones, and all.

    A number in floating point is right if it is the nearest to what is written; others are right
    if they are exactly that, and so is text that is it.
    """
    assert list(columns) == list(right)
    for name, texts in right.items():
        type_, *_ = TYPES.get(name, ("integer",))
        kind = {"string": KINDS[0], "integer": KINDS[1]}.get(type_, KINDS[3])
        kind = KINDS[2] if name == "double" else kind
        assert len(columns[name]) == len(texts)
        pairs = zip(columns[name], texts, strict=True)
        yield kind, sum(not is_right(value, text, type_) for value, text in pairs), len(texts)


def is_right(value: Any, text: str, type_: str) -> bool:
    if type_ == "string":
        return ("" if value in (None, "NA") else value) == text
    if type_ == "number" and not isinstance(value, Decimal):
        return float(value) == float(text)
    return not isinstance(value, bool) and Fraction(str(value)) == Fraction(text)


Reader = Callable[[Path, str, str], Columns]

READERS: Mapping[str, tuple[str, Reader, str]] = {
    "duckdb": ("duckdb", duckdb, "csv json parquet"),
    "polars": ("polars", polars, "csv json parquet"),
    "pandas": ("pandas", pandas, "csv json parquet"),
    "pandas, precise_float=True": ("pandas", pandas_precise, "json"),
    "pyarrow": ("pyarrow", pyarrow, "csv parquet"),
    "frictionless": ("frictionless", frictionless, "csv"),
    "csvw": ("csvw", csvw, "csv"),
    "sqlite-utils": ("sqlite-utils", sqlite_utils, "csv"),
    "R, read.csv and gmp": ("Rscript", r, "csv"),
    "node, JSON.parse": ("node", node, "json"),
    "node, hyparquet": ("hyparquet", node, "parquet"),
    "LibreOffice": ("soffice", calc, "csv"),
}
"""By name: the library or the program, the function, and the files."""

VERSIONS = {
    "Rscript": ["Rscript", "-e", "cat(paste(getRversion()))"],
    "node": ["node", "--version"],
    "soffice": ["soffice", "--version"],
    "hyparquet": [
        "node",
        "-p",
        "require(require.resolve('hyparquet').replace(/src.*/, 'package.json')).version",
    ],
    "gp": ["gp", "--version-short"],
}


def installed(library: str) -> str:
    """Return the version of a library or a program, "" if it is not here."""
    with suppress(PackageNotFoundError):
        return version(library)
    if shutil.which(VERSIONS.get(library, [library])[0]) is None:
        return ""
    with suppress(RuntimeError):
        found = re.search(r"[0-9]+(\.[0-9]+)+", run(VERSIONS[library]))
        return found[0] if found else ""
    return ""


def row_of(folder: Path, name: str, ending: str) -> tuple[str, ...]:
    """Return what of a format a reader has right, in words."""
    _, read, _ = READERS[name]
    sums: dict[str, list[int]] = {kind: [0, 0] for kind in KINDS}
    for table in NAMES:
        for kind, differ, all_ in wrong(read(folder, table, ending), published(folder, table)):
            sums[kind][0] += differ
            sums[kind][1] += all_
    return tuple(f"{n:,} of {all_:,} differ" if n else "right" for n, all_ in sums.values())


def b_file(folder: Path) -> dict[str, str]:
    """Return what PARI's `readvec` has right, of a b-file and of one without the indices."""
    lines = [line.split() for line in (folder / "b.txt").read_text("utf-8").splitlines()]
    terms = [term for _, term in lines]
    (folder / "terms.txt").write_text("\n".join(terms), "utf-8")
    rows = {}
    for file, right in ("b", list(chain(*lines))), ("terms", terms):
        program = f'v=readvec("{folder / file}.txt");for(i=1,#v,print(v[i]))'
        found = run(["gp", "-q", "-D", "breakloop=0"], program).split()
        differ = max(len(right) - sum(map(eq, found, right)), 0)
        rows[file] = f"{differ:,} of {len(right):,} differ" if differ else "right"
    return rows


def table(folder: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the rows of all readers that are installed: name and file, version and kinds."""
    rows: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, (library, _, endings) in READERS.items():
        if number := installed(library):
            for ending in endings.split():
                rows[name, ending] = (number, *row_of(folder, name, ending))
    if number := installed("gp"):
        for file, said in b_file(folder).items():
            name = "PARI, readvec" + ", second column" * (file == "terms")
            rows[name, "b-file"] = (number, "", said, "", "")
    return rows


def written() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the rows of the README."""
    line = re.compile(r"^\| (.+) (\S+) \| (csv|json|parquet|b-file) \|(.*)\|$", re.MULTILINE)
    lines = line.findall(README.read_text("utf-8"))
    return {
        (name, ending): (number, *(cell.strip() for cell in cells.split("|")))
        for name, number, ending, cells in lines
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        write(Path(place))
        rows = written() | table(Path(place))
    lines = [
        f"| {name} {number} | {ending} | {' | '.join(cells)} |"
        for (name, ending), (number, *cells) in rows.items()
    ]
    text = README.read_text("utf-8")
    head = "| " + " | ".join(HEAD) + " |\n" + "|" + "---|" * len(HEAD) + "\n"
    before, rest = text.split(head)
    after = rest.partition("\n\n")[2]
    README.write_text("\n".join([before + head.rstrip(), *lines, "", after]), "utf-8")


if __name__ == "__main__":
    main()
