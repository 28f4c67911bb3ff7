r"""The description of a publication: a Frictionless Data Package, https://datapackage.org.

The file datapackage.json lists every file with its size, its SHA-256 and how it was made, and the
columns of each table.  What is needed to make all of it again stands under "riskexact": the rule
sets and their sizes, the version, the libraries.  It has no date, no host and no path outside, and
is made again byte for byte from the plan and the files.  Reading one trusts nothing: whoever
changed a file may have changed this one too, so its form is checked here, and its truth by the
verification.

The digest of the content depends on no library.  It is the SHA-256 of the lines of `SHA256SUMS`
that belong to CSV and JSON files, which any shell computes again:

    grep -E '\.(csv|json)$' SHA256SUMS | grep -v datapackage.json | sha256sum
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.publication.data import CONVENTIONS
from riskexact.publication.dataset import LICENCE, LICENCE_TITLE, TITLE, ending_of, media_type
from riskexact.publication.directory import MAX_DESCRIPTION_BYTES, PATH
from riskexact.publication.jobs import PACKAGE, DataJob, Job, jobs_of
from riskexact.publication.plan import EXTRAS, LEFT_OUT, MAX_EDITIONS, Edition, Plan
from riskexact.publication.sources import SOURCES
from riskexact.rules.catalogue import entries
from riskexact.rules.files import rules_of_parts

CONTENT = (".csv", ".json")
"""The files that the digest of the content covers."""

CONTENT_IS = (
    f"SHA-256 of the lines of SHA256SUMS that end in {', '.join(CONTENT)}, without {PACKAGE}"
)

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+!_-]{0,39}")

T = TypeVar("T")


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
class DataPackage:
    """The description of a publication: its makers, libraries and files with their checksums."""

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
        """Return the data package as JSON."""
        jobs = {path: job for job in jobs_of(self.plan) for path in job.files}
        top = {
            "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
            "name": "riskexact-odds",
            "title": TITLE,
            "description": " ".join(CONVENTIONS.values()),
            "version": self.version,
            "licenses": [{"name": LICENCE, "title": LICENCE_TITLE, "path": "LICENSE"}],
            "sources": _sources(self.plan),
            "riskexact": {
                **identity(self.plan, self.version, self.libraries),
                "content": {"sha256": self.content, "is": CONTENT_IS},
            },
            "resources": [
                _resource(path, file, jobs[path]) for path, file in sorted(self.files.items())
            ],
        }
        return json.dumps(top, indent=1, ensure_ascii=False) + "\n"

    def sums_text(self) -> str:
        """Return `SHA256SUMS`, which `sha256sum --check` reads, the package's own line last."""
        own = sha256(self.text().encode()).hexdigest()
        return f"{_sum_lines(self.files)}{own}  {PACKAGE}\n"


def identity(plan: Plan, made_by: str, libraries: Mapping[str, str]) -> dict[str, Any]:
    """Return what the bytes of a publication depend on.

    >>> from riskexact.rules import STANDARD
    >>> identity(Plan.usual([STANDARD], 4), "1.0", {})["editions"][0]["max"]
    4
    """
    return {
        "version": made_by,
        "command": plan.command,
        "editions": [
            {"name": edition.name, "max": edition.most, "rules": edition.rules.parts}
            for edition in plan
        ],
        "libraries": dict(sorted(libraries.items())),
        "extras": list(plan.extras),
        **({"continents": True} if plan.continents else {}),
        "left_out": {extra: LEFT_OUT[extra] for extra in EXTRAS if extra not in plan.extras},
    }


def read_package(content: bytes) -> DataPackage:
    """Return the contents of a data package; `RiskError` in one line if its form is wrong.

    >>> read_package(b"[]")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: datapackage.json, riskexact, must be an object, not None
    """
    if len(content) > MAX_DESCRIPTION_BYTES:
        raise RiskError(f"{PACKAGE} must have at most {MAX_DESCRIPTION_BYTES} bytes")
    try:
        top = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RiskError(f"{PACKAGE} must be JSON in UTF-8: {shown(str(error))}") from None
    about = _part(top, "riskexact", dict)
    editions = _part(about, "editions", list)[: MAX_EDITIONS + 1]
    extras = _part(about, "extras", list)
    if extras != [extra for extra in EXTRAS if extra in extras]:
        raise _refusal("extras", f"a list of {', '.join(EXTRAS)}, in this order", extras)
    version, libraries = _part(about, "version", str), _part(about, "libraries", dict)
    for word in [version, *libraries, *libraries.values()]:
        if not isinstance(word, str) or not _WORD.fullmatch(word):
            raise _refusal("version", "letters and digits", word)
    continents = about.get("continents", False)
    if not isinstance(continents, bool):
        raise _refusal("continents", "true or false", continents)
    plan = Plan(tuple(map(_edition, editions)), tuple(extras), continents)
    return DataPackage(version, plan, libraries, dict(map(_file, _part(top, "resources", list))))


def _sources(plan: Plan) -> list[dict[str, str]]:
    known = entries()
    sources = [(str(source), source.address) for source in SOURCES.values()]
    sources += [(f"{e.name}: {known[e.name].source}", "") for e in plan if e.name in known]
    return [{"title": title} | ({"path": path} if path else {}) for title, path in sources]


def _resource(path: str, file: Sum, job: Job) -> dict[str, Any]:
    ending = ending_of(path)
    resource: dict[str, Any] = {
        "name": path.replace("/", "."),
        "path": path,
        "title": job.about,
        "format": ending,
        "mediatype": media_type(path),
        "bytes": file.size,
        "hash": f"sha256:{file.sha256}",
        "method": job.method,
    }
    if isinstance(job, DataJob):
        schema = job.data_set.schema
        for field, column in zip(schema["fields"], job.data_set.columns, strict=True):
            if column.unit:
                field["unit"] = column.unit
        resource |= {"type": "table", "schema": schema}
        if ending == "json":
            resource["dialect"] = {"json": {"property": "data"}}
    return resource


def _refusal(key: str, must_be: str, value: object) -> RiskError:
    return RiskError(
        f"{PACKAGE}, {shown(key).strip(chr(39))}, must be {must_be}, not {shown(value)}"
    )


def _part(table: Any, key: str, kind: type[T]) -> T:
    """Return the object, list or text that stands under a key."""
    value = table.get(key) if isinstance(table, dict) else None
    if not isinstance(value, kind):
        words = {"dict": "an object", "list": "a list", "str": "text"}
        raise _refusal(key, words[kind.__name__], value)
    return value


def _edition(value: Any) -> Edition:
    name = _part(value, "name", str)
    if not PATH.fullmatch(name) or "/" in name:
        raise _refusal("name", "that of a directory", name)
    try:
        rules = rules_of_parts(_part(value, "rules", dict), name)
        edition = Edition(rules, value.get("max"))
    except RiskError as error:
        raise RiskError(f"{PACKAGE}, edition {name}: {error}") from None
    if edition.name != name:
        raise _refusal("name", f"{edition.name} for these rules", name)
    return edition


def _file(value: Any) -> tuple[str, Sum]:
    path, digest = _part(value, "path", str), _part(value, "hash", str)
    if not PATH.fullmatch(path):
        raise _refusal("path", "a plain relative path", path)
    if not re.fullmatch("sha256:[0-9a-f]{64}", digest):
        raise _refusal("hash", "sha256: and 64 hexadecimal digits", digest)
    return path, Sum(whole(value.get("bytes"), "bytes"), digest.removeprefix("sha256:"))


def _sum_lines(files: Mapping[str, Sum], endings: tuple[str, ...] = ("",)) -> str:
    return "".join(
        f"{file.sha256}  {path}\n" for path, file in sorted(files.items()) if path.endswith(endings)
    )
