"""The test vectors made again: the questions in the package, with answers of this version."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any

from riskexact.base.certain import Certain
from riskexact.base.resources import package_text
from riskexact.base.version import VERSION
from riskexact.publication.directory import VECTORS_INDEX
from riskexact.publication.jobs import SUMS
from riskexact.publication.vectors import OTHER_NAMES, README
from riskexact.publication.vectors.question import ANSWERS, DATA_FOLDER, Asked, forms_of

Number = Fraction | int | Certain | Decimal
"""A number: exact, or between bounds, or far more digits of it than the vectors have."""


def forms(number: Number, kind: str) -> dict[str, Any]:
    """The forms of an answer; one in digits has no fraction."""
    if isinstance(number, Decimal):
        return forms_of(Fraction(number)) | {"fraction": None}
    return forms_of(number, kind)


def made_files(answered: Callable[[Asked], Number]) -> dict[str, bytes]:
    """Return the files by name, with the answers that a function gives."""
    names = ("example.mjs", "schema.json", README)
    texts = {name: package_text(OTHER_NAMES.get(name, name), DATA_FOLDER) for name in names}
    page = re.sub("riskexact [0-9.]+[0-9],", f"riskexact {VERSION},", texts[README])
    listed = []
    for kind in ANSWERS:
        name = f"{kind}.json"
        head = json.loads(package_text(name, DATA_FOLDER)) | {"riskexact": VERSION}
        cases = [
            {"id": each["id"], "question": each["question"]}
            | forms(answered(each["question"]), kind)
            for each in head.pop("cases")
        ]
        texts[name] = _with_list(head, "cases", cases)
        listed.append({"kind": kind, "file": name, "cases": len(cases)})
        row = f"| [{name}]({name}) | {len(cases)}: {head['about']} |"
        page = re.sub(rf"^\| \[{re.escape(name)}\].*$", row, page, flags=re.MULTILINE)
    index = json.loads(package_text(VECTORS_INDEX, DATA_FOLDER)) | {"riskexact": VERSION}
    del index["files"]
    texts |= {README: page, VECTORS_INDEX: _with_list(index, "files", listed)}
    files = {name: text.encode() for name, text in sorted(texts.items())}
    sums = (f"{sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    return files | {SUMS: "".join(sums).encode()}


def _with_list(head: Mapping[str, object], name: str, entries: Iterable[object]) -> str:
    """Return a JSON object that ends with a list, each of its entries in a line of its own."""
    begin = json.dumps(head)[:-1]
    return f'{begin}, "{name}": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]}\n"
