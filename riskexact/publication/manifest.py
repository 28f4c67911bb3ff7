r"""The manifest of a publication: what it holds, how each file was made, and the sums of all.

`manifest.json` can be rebuilt, byte for byte, from the plan and the files: it has no date, no host
and no path outside.  Reading one trusts nothing: whoever changed a file may have changed this one
too, so what it says is checked for form here and for truth by the verification.

The digest of the content depends on no library.  It is the SHA-256 of the lines of `SHA256SUMS`
that belong to CSV, JSON, Markdown and LaTeX files, which any shell computes again:

    grep -E '\.(csv|json|md|tex)$' SHA256SUMS | grep -v manifest.json | sha256sum
"""

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import islice
from typing import Any, NoReturn

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.publication.jobs import Job, every_job
from riskexact.publication.plan import EXTRAS, MOST_EDITIONS, Edition, Plan
from riskexact.rules.files import rules_of_parts

MANIFEST, SUMS = "manifest.json", "SHA256SUMS"

FORMAT = 1
"""The number of the layout described here."""

MOST_BYTES = 1 << 26
"""Of a manifest that is read."""

MOST_FILES = 250_000
"""Of a publication; a manifest of more would be too large to be read."""

MOST_VALUES = 6 * MOST_FILES
"""Commas and brackets of a manifest that is read: they bound the memory that its values take."""

LIBRARIES = {"data": ("numpy", "pyarrow"), "plot": ("matplotlib", "numpy", "pillow")}
"""What each extra needs, and what shapes the bytes of its files."""

LEFT_OUT = {
    "data": "Parquet files are left out, which need numpy and pyarrow",
    "plot": "pictures are left out, which need matplotlib",
}
"""What is said where an extra is missing."""

CONTENT = (".csv", ".json", ".md", ".tex")
"""The files that the digest of the content covers."""

CONTENT_IS = (
    "SHA-256 of the lines of SHA256SUMS that end in .csv, .json, .md or .tex, without manifest.json"
)

PATH = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}(/[a-z0-9][a-z0-9._-]{0,99}){0,4}")

_VERSIONS = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+!_-]{0,39}")


@dataclass(frozen=True)
class Sum:
    """The size and the SHA-256 of a file."""

    size: int
    sha256: str

    @classmethod
    def of(cls, content: bytes) -> "Sum":
        """Return the sum of these bytes.

        >>> Sum.of(b"").sha256[:8]
        'e3b0c442'
        """
        return cls(len(content), sha256(content).hexdigest())


@dataclass(frozen=True)
class Manifest:
    """What a manifest says: who made what, with which versions, and the sum of each file."""

    version: str
    plan: Plan
    libraries: Mapping[str, str]
    files: Mapping[str, Sum]

    @property
    def size(self) -> int:
        """The size of all files that are listed, in bytes."""
        return sum(file.size for file in self.files.values())

    @property
    def content(self) -> str:
        """The digest of the content."""
        return sha256(_sum_lines(self.files, CONTENT).encode()).hexdigest()

    def text(self) -> str:
        """Return `manifest.json`: one line for each file, by path."""
        methods = {path: job.method for path, job, _ in files_of(self.plan)}
        head = head_of(self.plan, self.version, self.libraries)
        head["content"] = {"sha256": self.content, "is": CONTENT_IS}
        lines = [
            f"    {json.dumps(path)}: "
            + json.dumps({"bytes": file.size, "sha256": file.sha256, "method": methods[path]})
            for path, file in sorted(self.files.items())
        ]
        start = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
        return start + ',\n  "files": {\n' + ",\n".join(lines) + "\n  }\n}\n"

    def sums_text(self) -> str:
        """Return `SHA256SUMS`, which `sha256sum --check` reads, the manifest's own line last."""
        own = sha256(self.text().encode()).hexdigest()
        return f"{_sum_lines(self.files)}{own}  {MANIFEST}\n"


def head_of(plan: Plan, made_by: str, libraries: Mapping[str, str]) -> dict[str, Any]:
    """Return what the manifest says of a publication before it is made.

    >>> from riskexact.rules import STANDARD
    >>> head_of(Plan.usual([STANDARD], 4), "1.0", {})["editions"][0]["max"]
    4
    """
    missing = [extra for extra in EXTRAS if extra not in plan.extras]
    return {
        "format": FORMAT,
        "riskexact": made_by,
        "command": plan.command,
        "editions": [
            {"name": edition.name, "max": edition.most, "rules": edition.rules.parts}
            for edition in plan
        ],
        "libraries": dict(sorted(libraries.items())),
        "extras": list(plan.extras),
        "left_out": {extra: LEFT_OUT[extra] for extra in missing},
    }


def files_of(plan: Plan) -> list[tuple[str, Job, str | None]]:
    """Return (path, job that makes it, extra needed) of every file of a plan.

    Raises `RiskError` for more than fit in a manifest.

    >>> from riskexact.rules import STANDARD
    >>> files_of(Plan.usual([STANDARD], 4))[0][0]
    'standard/win.csv'
    """
    jobs = list(islice(every_job(plan), MOST_FILES + 1))
    if len(jobs) > MOST_FILES:
        raise RiskError(
            f"max must be smaller for these rule sets: a publication may have {MOST_FILES} files, "
            f"not {len(jobs)} or more"
        )
    return [
        (path, job, extra)
        for job in jobs
        for path, extra in job.files.items()
        if extra is None or extra in plan.extras
    ]


def shaped_by(path: str, extra: str | None) -> tuple[str, ...]:
    """Return the libraries on which the bytes of a file depend, which needs this extra.

    >>> shaped_by("data.sqlite", None), shaped_by("win.parquet", "data"), shaped_by("a.svg", None)
    (('sqlite',), ('numpy', 'pyarrow'), ())
    """
    if path.endswith(".sqlite"):
        return ("sqlite",)
    return LIBRARIES[extra] if extra else ()


def installed_extras() -> tuple[str, ...]:
    """Return the extras whose libraries are installed."""
    return tuple(
        extra for extra in EXTRAS if all(_module(name) is not None for name in LIBRARIES[extra])
    )


def installed_libraries(extras: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of the libraries that shape the files of these extras.

    >>> sorted(installed_libraries(()))
    ['sqlite']
    """
    found = {"sqlite": sqlite3.sqlite_version}
    for name in {name for extra in extras for name in LIBRARIES[extra]}:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def read_manifest(content: bytes) -> Manifest:
    """Return what a manifest says, if its form is right; `RiskError` in one line if not.

    >>> read_manifest(b"[]")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: manifest.json must be an object, not []
    """
    top = _table(_loaded(content), "")
    number = top.get("format")
    if number != FORMAT or isinstance(number, bool):
        _refuse("format", f"be {FORMAT}, not {shown(number)}")
    plan = Plan(_editions(top.get("editions")), _extras(top.get("extras")))
    libraries = _table(top.get("libraries"), "libraries")
    files = _table(top.get("files"), "files")
    return Manifest(
        _version(top.get("riskexact"), "riskexact"),
        plan,
        {_library(name): _version(value, "libraries") for name, value in libraries.items()},
        {_path(path): _sum(file) for path, file in files.items()},
    )


def read_listing(content: bytes) -> tuple[str, ...]:
    """Return the paths that a manifest of any version lists; `RiskError` where it is none.

    >>> read_listing(b'{"riskexact": "9.9", "files": {"standard/win.csv": {}}}')
    ('standard/win.csv',)
    """
    top = _table(_loaded(content), "")
    _version(top.get("riskexact"), "riskexact")
    return tuple(map(_path, _table(top.get("files"), "files")))


def _loaded(content: bytes) -> Any:
    """Read JSON that anyone may have written."""
    if len(content) > MOST_BYTES:
        _refuse("", f"have at most {MOST_BYTES} bytes")
    if sum(map(content.count, (b",", b"[", b"{"))) > MOST_VALUES:
        _refuse("", f"have at most {MOST_VALUES} commas and brackets")
    try:
        return json.loads(
            content.decode(),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except RiskError:
        raise
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        _refuse("", f"be JSON in UTF-8: {shown(reason)}")


def _refuse(where: str, must: str) -> NoReturn:
    raise RiskError(f"{MANIFEST}{where and f', {where},'} must {must}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        _refuse("", f"have each key once, not {shown(max(names, key=names.count))} twice")
    return made


def _integer(digits: str) -> int:
    if len(digits) > 18:
        _refuse("", f"have no numbers of {len(digits)} digits")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    _refuse("", f"have whole numbers only, not {shown(text[:40])}")


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _refuse(where, f"be an object, not {shown(value)}")
    return value


def _editions(value: Any) -> tuple[Edition, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_EDITIONS:
        _refuse("editions", f"be a list of 1 to {MOST_EDITIONS}, not {shown(value)}")
    return tuple(_edition(_table(each, "editions")) for each in value)


def _edition(value: Mapping[str, Any]) -> Edition:
    name = value.get("name")
    if not isinstance(name, str) or not PATH.fullmatch(name) or "/" in name:
        _refuse("editions", f"have names of directories, not {shown(name)}")
    try:
        rules = rules_of_parts(_table(value.get("rules"), "rules"), name)
        edition = Edition(rules, whole(value.get("max"), "max"))
    except RiskError as error:
        raise RiskError(f"{MANIFEST}, edition {name}: {error}") from None
    if edition.name != name:
        _refuse("editions", f"call these rules {edition.name}, not {name}")
    return edition


def _extras(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or value != [extra for extra in EXTRAS if extra in value]:
        _refuse("extras", f"be a list of {', '.join(EXTRAS)}, in this order, not {shown(value)}")
    return tuple(value)


def _library(name: str) -> str:
    if not re.fullmatch(r"[a-z]{1,20}", name):
        _refuse("libraries", f"have names of libraries, not {shown(name)}")
    return name


def _version(value: Any, where: str) -> str:
    if not isinstance(value, str) or not _VERSIONS.fullmatch(value):
        _refuse(where, f"be a version, not {shown(value)}")
    return value


def _path(path: str) -> str:
    if not PATH.fullmatch(path):
        _refuse("files", f"be plain relative paths, not {shown(path)}")
    return path


def _sum(value: Any) -> Sum:
    table = _table(value, "files")
    size, digest = table.get("bytes"), table.get("sha256")
    if not isinstance(digest, str) or not re.fullmatch("[0-9a-f]{64}", digest):
        _refuse("files", f"have SHA-256 sums in 64 hexadecimal digits, not {shown(digest)}")
    return Sum(whole(size, "bytes"), digest)


def _sum_lines(files: Mapping[str, Sum], endings: tuple[str, ...] = ("",)) -> str:
    return "".join(
        f"{file.sha256}  {path}\n" for path, file in sorted(files.items()) if path.endswith(endings)
    )


def _module(library: str) -> object:
    return find_spec({"pillow": "PIL"}.get(library, library))
