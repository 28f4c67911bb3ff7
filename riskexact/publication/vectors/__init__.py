"""The directory of test vectors: questions with exact answers, for programs in any language.

One JSON file for each kind of question, a JSON Schema, a page that says how to use them, an example
in JavaScript, and a list of checksums.  The bytes are the same whenever and wherever they are made.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.resources import package_text
from riskexact.base.version import VERSION
from riskexact.publication.differences import Fault, fault_of
from riskexact.publication.directory import (
    MAX_DESCRIPTION_BYTES,
    VECTORS_INDEX,
    directory_name,
    read_inside,
    unexpected_files,
)
from riskexact.publication.jobs import SUMS
from riskexact.publication.package import Sum
from riskexact.publication.vectors.kinds import VECTOR_KINDS, questions
from riskexact.publication.vectors.question import VectorAnswer, VectorNumber, VectorQuestion
from riskexact.publication.verification import notes_on_version
from riskexact.publication.writing import replacing, target_path, write_files

FORMAT = 2
"""The version of the format: a new key is no new version, a changed meaning is."""

PAGES = {"readme.md": "readme.txt", "example.mjs": "example.mjs", "schema.json": "schema.json"}
"""The files that are the same for all vectors, and their sources here."""

NAMES = (*PAGES, *(f"{kind}.json" for kind in VECTOR_KINDS), VECTORS_INDEX, SUMS)
"""All files."""


class VectorsVerdict(NamedTuple):
    """The result of a verification: the version that wrote the directory, and what is wrong.

    - `cases`: the number of answers that were computed again;
    - `notes`: what else is to be said.
    """

    version: str
    files: int
    cases: int
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


def write_vectors(directory: str | os.PathLike[str]) -> dict[str, bytes]:
    """Write the test vectors into a directory, whole or not at all; return the files by name.

    `directory` is a new name, an empty directory, or one that was written by this function or by
    `publish`, which is replaced.  Raises `RiskError` for one that holds anything else, and
    `OSError` where the disk refuses.
    """
    target = target_path(directory)
    with replacing(target) as new:
        files = vector_files(lambda question: question.answer())
        write_files(new, files)
    return files


def verify_vectors(directory: str | os.PathLike[str]) -> VectorsVerdict:
    """Compute every answer by the definition of its question, and compare all files.

    Nothing in the directory is trusted.  Raises `RiskError` for what is no directory of vectors,
    and `OSError` where it cannot be read.
    """
    root = Path(directory_name(directory))
    version = _version(root)
    files = vector_files(lambda question: question.by_definition())
    faults = [
        Fault(shown(name), "not part of the vectors") for name in unexpected_files(root, NAMES)
    ]
    faults += filter(None, (fault_of(root, name, content) for name, content in files.items()))
    notes = tuple(notes_on_version(version))
    return VectorsVerdict(version, len(files), len(questions()), tuple(faults), notes)


def is_vectors(directory: str | os.PathLike[str]) -> bool:
    """Return whether a directory has the file that describes test vectors.

    >>> is_vectors("nowhere")
    False
    """
    return (Path(directory_name(directory)) / VECTORS_INDEX).is_file()


def vector_files(answered: Callable[[VectorQuestion], VectorNumber]) -> dict[str, bytes]:
    """Return the files by name, with the answers that a function gives."""
    texts = {name: package_text(source, "publication.vectors") for name, source in PAGES.items()}
    listed, rows = [], []
    for kind, asked in groupby(questions(), attrgetter("kind")):
        cases = [
            {"id": each.id, "question": each.json(), **VectorAnswer(answered(each)).json()}
            for each in asked
        ]
        name, about = f"{kind}.json", VECTOR_KINDS[kind].about
        head = {"version": FORMAT, "riskexact": VERSION, "kind": kind, "about": about}
        texts[name] = _with_list(head, "cases", cases)
        listed.append({"kind": kind, "file": name, "cases": len(cases)})
        rows.append(f"| [{name}]({name}) | {len(cases)}: {about} |")
    head = {"version": FORMAT, "riskexact": VERSION, "license": "MIT", "schema": "schema.json"}
    texts[VECTORS_INDEX] = _with_list(head, "files", listed)
    for word, meant in (("VERSION", VERSION), ("FORMAT", str(FORMAT)), ("FILES", "\n".join(rows))):
        texts["readme.md"] = texts["readme.md"].replace(word, meant)
    files = {name: text.encode() for name, text in sorted(texts.items())}
    sums = (f"{Sum.of(content).sha256}  {name}\n" for name, content in files.items())
    return files | {SUMS: "".join(sums).encode()}


def _with_list(head: Mapping[str, object], name: str, entries: Iterable[object]) -> str:
    """Return a JSON object that ends with a list, each of its entries in a line of its own."""
    begin = json.dumps(head)[:-1]
    return f'{begin}, "{name}": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]}\n"


def _version(root: Path) -> str:
    """Return the version that a directory says wrote it."""
    try:
        index = json.loads(read_inside(root, VECTORS_INDEX, MAX_DESCRIPTION_BYTES))
        version = index["riskexact"]
    except (ValueError, KeyError, TypeError, RecursionError):
        version = None
    if not isinstance(version, str) or not version.isprintable() or len(version) > 40:
        raise RiskError(f"{VECTORS_INDEX} must be JSON with the version under riskexact")
    return version
