r"""The description of a publication: a Frictionless Data Package, https://datapackage.org.

What is needed to make all of a publication again stands under "riskexact": the rule sets and their
sizes, the version, the libraries.  There is no date, no host and no path outside, so that it is
made again byte for byte from the plan and the files.  Reading one trusts nothing: its form is
checked here, and its truth by the verification.

The digest of the content depends on no library.  It is the SHA-256 of the lines of `SHA256SUMS`
that belong to CSV and JSON files, which any shell computes again:

    grep -E '\.(csv|json)$' SHA256SUMS | grep -v datapackage.json | sha256sum
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.frozen import NamedTuple
from riskexact.publication.data import ALL_SETS, CONVENTIONS
from riskexact.publication.directory import MAX_DESCRIPTION_BYTES, PATH
from riskexact.publication.jobs import PACKAGE, Job, jobs_of
from riskexact.publication.metadata import DATASET, PROJECT, SOURCES, ending_of
from riskexact.publication.plan import EXTRAS, LEFT_OUT, MAX_EDITIONS, Edition, Plan
from riskexact.rules.catalogue import entries
from riskexact.rules.files import rules_of_parts

CONTENT = (".csv", ".json")
"""The files that the digest of the content covers."""

CONTENT_IS = f"SHA-256 of the lines of SHA256SUMS that end in .csv, .json, without {PACKAGE}"

SIZE_OF_TABLE = "bytes_of_file"
"""The size of a table that is no CSV: frictionless counts no `bytes` of these, and misses them."""

WORD, DIGEST = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+!_-]{0,39}"), re.compile("sha256:[0-9a-f]{64}")


class Sum(NamedTuple):
    """The size and the SHA-256 of a file."""

    size: int
    sha256: str

    @classmethod
    def of(cls, content: bytes) -> "Sum":
        return cls(len(content), sha256(content).hexdigest())


class DataPackage(NamedTuple):
    """The description of a publication: its makers, libraries and files with their checksums."""

    version: str
    plan: Plan
    libraries: Mapping[str, str]
    files: Mapping[str, Sum]

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files.values())

    @property
    def content(self) -> str:
        return sha256(_sum_lines(self.files, CONTENT).encode()).hexdigest()

    def text(self) -> str:
        jobs = {path: job for job in jobs_of(self.plan) for path in job.files}
        homepage = self.plan.site or PROJECT["site"]
        top = {
            "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
            "name": "riskexact-odds",
            "title": DATASET["title"],
            "description": " ".join(CONVENTIONS.values()),
            "version": self.version,
            "id": PROJECT["doi"] or f"urn:sha256:{self.content}",
            "keywords": DATASET["keywords"],
            "contributors": [{"title": DATASET["creator"], "roles": ["creator"]}],
            **({"homepage": homepage} if homepage else {}),
            "licenses": [{"name": DATASET["licence"], "title": "MIT License", "path": "LICENSE"}],
            "sources": _sources(self.plan),
            "riskexact": {
                **self._made_from(),
                "content": {"sha256": self.content, "is": CONTENT_IS},
            },
            "resources": [
                _resource(path, file, jobs[path]) for path, file in sorted(self.files.items())
            ],
        }
        return json.dumps(top, indent=1, ensure_ascii=False) + "\n"

    def _made_from(self) -> dict[str, Any]:
        """Return what the bytes of a publication depend on."""
        plan = self.plan
        return {
            "version": self.version,
            "command": plan.command,
            "editions": [
                {"name": edition.name, "max": edition.most, "rules": edition.rules.parts}
                for edition in plan
            ],
            "libraries": dict(sorted(self.libraries.items())),
            "extras": list(plan.extras),
            **{name: True for name in ("continents", "games") if getattr(plan, name)},
            **({} if plan.site is None else {"site": plan.site}),
            **({"documents": list(plan.documents)} if plan.documents else {}),
            "left_out": {extra: LEFT_OUT[extra] for extra in EXTRAS if extra not in plan.extras},
        }

    def sums_text(self) -> str:
        """Return `SHA256SUMS`, which `sha256sum --check` reads, the package's own line last."""
        own = sha256(self.text().encode()).hexdigest()
        return f"{_sum_lines(self.files)}{own}  {PACKAGE}\n"


def read_package(content: bytes) -> DataPackage:
    """Return the contents of a data package; `RiskError` in one line if its form is wrong."""
    if len(content) > MAX_DESCRIPTION_BYTES:
        raise RiskError(f"{PACKAGE} must have at most {MAX_DESCRIPTION_BYTES} bytes")
    try:
        top = strict_json(content)
    except (ValueError, RecursionError) as error:
        raise RiskError(f"{PACKAGE} must be JSON in UTF-8: {short_repr(str(error))}") from None
    try:
        about = top["riskexact"]
        # whatever else is wrong differs from what is made again
        plan = Plan(
            [_edition(each) for each in list(about["editions"])[: MAX_EDITIONS + 1]],
            tuple(extra for extra in EXTRAS if extra in about["extras"]),
            bool(about.get("continents")),
            bool(about.get("games")),
            about.get("site"),
            [_word(path, PATH) for path in about.get("documents", ())],
        )
        files = {}
        for each in list(top["resources"]):
            digest = _word(each["hash"], DIGEST).removeprefix("sha256:")
            size = each["bytes"] if "bytes" in each else each[SIZE_OF_TABLE]
            files[_word(each["path"], PATH)] = Sum(whole(size, "bytes"), digest)
        libraries = {_word(name): _word(each) for name, each in about["libraries"].items()}
        return DataPackage(_word(about["version"]), plan, libraries, files)
    except RiskError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise RiskError(f"{PACKAGE} must be a publication's: {error!r}") from None


def _word(value: object, pattern: re.Pattern[str] = WORD) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise RiskError(
            f"{PACKAGE} must have words and plain relative paths, not {short_repr(value)}"
        )
    return value


def _edition(value: dict[str, Any]) -> Edition:
    name = _word(value["name"], PATH)
    edition = Edition(rules_of_parts(value["rules"], name), value["max"])
    if edition.name != name:
        raise RiskError(f"{PACKAGE}, edition {name}: name must be {edition.name} for these rules")
    return edition


def _sources(plan: Plan) -> list[dict[str, str]]:
    known = entries()
    sources = [(str(source), source.address) for source in SOURCES.values()]
    sources += [(f"{e.name}: {known[e.name].source}", "") for e in plan if e.name in known]
    return [{"title": title} | ({"path": path} if path else {}) for title, path in sources]


def _resource(path: str, file: Sum, job: Job) -> dict[str, Any]:
    ending = ending_of(path)
    is_read_elsewhere = bool(job.data_set) and ending in ("json", "parquet")
    resource: dict[str, Any] = {
        "name": path.replace("/", "."),
        "path": path,
        "title": job.about,
        "format": ending,
        "mediatype": DATASET["media_types"][ending],
        SIZE_OF_TABLE if is_read_elsewhere else "bytes": file.size,
        "hash": f"sha256:{file.sha256}",
        "method": job.method,
    }
    if job.data_set and ending != "rxg":
        data_set = ALL_SETS[job.data_set]
        schema = data_set.schema
        for field, column in zip(schema["fields"], data_set.columns, strict=True):
            if column.unit:
                field["unit"] = column.unit
        resource |= {"type": "table", "schema": schema}
        if ending == "json":
            resource["dialect"] = {"property": "data", "json": {"property": "data"}}
    return resource


def _sum_lines(files: Mapping[str, Sum], endings: tuple[str, ...] = ("",)) -> str:
    return "".join(
        f"{file.sha256}  {path}\n" for path, file in sorted(files.items()) if path.endswith(endings)
    )
