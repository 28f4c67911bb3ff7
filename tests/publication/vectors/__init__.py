"""The program that makes the test vectors which lie in the package: questions and exact answers."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from riskexact.base.resources import package_text
from riskexact.base.version import VERSION
from riskexact.publication.directory import VECTORS_INDEX
from riskexact.publication.jobs import SUMS
from riskexact.publication.vectors import README
from riskexact.publication.vectors.question import DATA_FOLDER
from tests.publication.vectors.balanced_blitz import AskedBlitz
from tests.publication.vectors.battles import (
    AskedLuck,
    AskedNeed,
    AskedOutcome,
    AskedRound,
    AskedStop,
    AskedWin,
)
from tests.publication.vectors.campaigns import AskedCampaign, AskedMap
from tests.publication.vectors.question import AskedQuestion, VectorNumber, forms

FORMAT = 2
"""The version of the format: a new key is no new version, a changed meaning is."""

KINDS: Mapping[str, type[AskedQuestion]] = {
    each.kind: each
    for each in (
        *(AskedRound, AskedWin, AskedOutcome, AskedCampaign, AskedStop),
        *(AskedNeed, AskedLuck, AskedBlitz, AskedMap),
    )
}
"""The kinds of questions by name: small battles in full, edges, borders, a few large ones."""


@lru_cache(maxsize=1)
def asked_questions() -> tuple[AskedQuestion, ...]:
    """Return all questions, in the order of their kinds."""
    return tuple(
        each.replace(id=f"{name}/{each.id}")
        for name, kind in KINDS.items()
        for each in kind.asked()
    )


def made_files(answered: Callable[[AskedQuestion], VectorNumber]) -> dict[str, bytes]:
    """Return the files by name, with the answers that a function gives."""
    texts = {name: package_text(name, DATA_FOLDER) for name in ("example.mjs", "schema.json")}
    listed, rows = [], []
    for kind, asked in groupby(asked_questions(), attrgetter("kind")):
        cases = [
            {"id": one.id, "question": one.json(), **forms(answered(one), kind)} for one in asked
        ]
        name, about = f"{kind}.json", KINDS[kind].about
        head = {"version": FORMAT, "riskexact": VERSION, "kind": kind, "about": about}
        texts[name] = _with_list(head, "cases", cases)
        listed.append({"kind": kind, "file": name, "cases": len(cases)})
        rows.append(f"| [{name}]({name}) | {len(cases)}: {about} |")
    head = {"version": FORMAT, "riskexact": VERSION, "license": "MIT", "schema": "schema.json"}
    texts[VECTORS_INDEX] = _with_list(head, "files", listed)
    texts[README] = Path(__file__).with_name("readme.txt").read_text("utf-8")
    for word, meant in (("VERSION", VERSION), ("FORMAT", str(FORMAT)), ("FILES", "\n".join(rows))):
        texts[README] = texts[README].replace(word, meant)
    files = {name: text.encode() for name, text in sorted(texts.items())}
    sums = (f"{sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    return files | {SUMS: "".join(sums).encode()}


def _with_list(head: Mapping[str, object], name: str, entries: Iterable[object]) -> str:
    """Return a JSON object that ends with a list, each of its entries in a line of its own."""
    begin = json.dumps(head)[:-1]
    return f'{begin}, "{name}": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]}\n"
