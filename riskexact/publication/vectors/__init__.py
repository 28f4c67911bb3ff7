"""The directory of test vectors: questions with exact answers, for programs in any language.

One JSON file for each kind of question, a JSON Schema, a page that says how to use them, an example
in JavaScript, and a list of checksums.  They lie beside this file, as `tests.publication.vectors`
makes them.
"""

import os
from pathlib import Path

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.frozen import NamedTuple
from riskexact.base.resources import package_bytes
from riskexact.publication.directory import (
    MAX_DESCRIPTION_BYTES,
    VECTORS_INDEX,
    Fault,
    directory_name,
    fault_of,
    read_inside,
    replacing,
    unexpected_files,
    write_files,
)
from riskexact.publication.jobs import SUMS
from riskexact.publication.vectors.question import (
    ANSWERS,
    DATA_FOLDER,
    computed,
    forms_of,
    questions,
)
from riskexact.publication.verification import notes_on_version

README = "readme.md"

NAMES = (
    "example.mjs",
    README,
    "schema.json",
    VECTORS_INDEX,
    *(f"{each}.json" for each in ANSWERS),
    SUMS,
)
"""All files."""

OTHER_NAMES = {README: "readme.txt"}
"""What is called otherwise in the package, where no page is data."""


class VectorsVerdict(NamedTuple):
    """The result: the version that wrote the directory, what is wrong, and what else is said."""

    version: str
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


def vector_files() -> dict[str, bytes]:
    return {name: package_bytes(OTHER_NAMES.get(name, name), DATA_FOLDER) for name in NAMES}


def write_vectors(directory: str | os.PathLike[str]) -> dict[str, bytes]:
    """Write the test vectors into a directory, whole or not at all; return the files by name.

    `directory` is a new name, an empty directory, or one that was written by this function or by
    `publish`, which is replaced.  Raises `RiskError` for one that holds anything else, and
    `OSError` where the disk refuses.
    """
    files = vector_files()
    with replacing(directory) as new:
        write_files(new, files)
    return files


def verify_vectors(directory: str | os.PathLike[str]) -> VectorsVerdict:
    """Compare all files with those of this package, and compute every answer again.

    Nothing in the directory is trusted.  Raises `RiskError` for what is no directory of vectors,
    and `OSError` where it cannot be read.
    """
    root = Path(directory_name(directory))
    version = _version(root)
    faults = [
        Fault(short_repr(name), "not part of the vectors") for name in unexpected_files(root, NAMES)
    ]
    faults += filter(None, (fault_of(root, *file) for file in vector_files().items()))
    faults += [
        Fault(f"{each.kind}.json", f"the answer to {each.id} is another one")
        for each in questions()
        if forms_of(computed(each.asked), each.kind) != each.answer
    ]
    return VectorsVerdict(version, tuple(faults), tuple(notes_on_version(version)))


def is_vectors(directory: str | os.PathLike[str]) -> bool:
    """Return whether a directory has the file that describes test vectors."""
    return (Path(directory_name(directory)) / VECTORS_INDEX).is_file()


def _version(root: Path) -> str:
    try:
        index = strict_json(read_inside(root, VECTORS_INDEX, MAX_DESCRIPTION_BYTES))
        version = index["riskexact"]
    except (ValueError, KeyError, TypeError, RecursionError):
        version = None
    if not isinstance(version, str) or not version.isprintable() or len(version) > 40:
        raise RiskError(f"{VECTORS_INDEX} must be JSON with the version under riskexact")
    return version
