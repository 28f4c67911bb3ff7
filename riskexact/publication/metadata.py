"""The publication as a dataset that others cite and find: title, licence, sources, and metadata.

Where it is hosted is for its owner to say, in `project.toml`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.resources import package_text
from riskexact.base.version import VERSION
from riskexact.publication.data import CONVENTIONS

TITLE = "Exact odds of battles in the board game Risk"

CREATOR = "The riskexact authors"

KEYWORDS = ("probability", "Risk (board game)", "dice", "exact arithmetic", "odds")

LICENCE = "MIT"
"""The licence, by its SPDX identifier."""

ABSTRACT = (
    "Chances to win, survivors and needed attackers of battles in the board game Risk, as exact "
    "fractions with certain digits, for many rule sets. Every value is computed by one method and "
    "can be checked by another."
)

PROJECT: Mapping[str, str] = FrozenMapping(
    tomllib.loads(package_text("project.toml", "publication"))
)
"""Addresses of the project, "" where there is none yet."""


class Source(NamedTuple):
    """A document: its title, author (if named), date and address (if known)."""

    title: str
    author: str = ""
    date: str = ""
    address: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.author, self.title, self.date)))


SOURCES: Mapping[str, Source] = FrozenMapping(
    {
        name: Source(**fields)
        for name, fields in tomllib.loads(package_text("sources.toml", "publication")).items()
    }
)
"""The sources by name: the four of the closed forms, and the literature."""

MEDIA_TYPES = {
    "cff": "application/yaml",
    "csv": "text/csv",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "pdf": "application/pdf",
    "parquet": "application/vnd.apache.parquet",
    "png": "image/png",
    "rxg": "application/octet-stream",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
    "xml": "application/xml",
}
"""The media type of each file, by its ending."""


def ending_of(path: str) -> str:
    """Return what tells the format of a file; one without an ending is plain text."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2] if "." in name else "txt"


def licence_text() -> str:
    """Return the licence, of the data as of riskexact."""
    return package_text("LICENSE", "publication")


def citation_text() -> str:
    """Return a file of the Citation File Format, https://citation-file-format.github.io."""
    lines = [
        "cff-version: 1.2.0",
        "message: If you use these data, please cite them as below.",
        f'title: "{TITLE}"',
        "type: dataset",
        f"version: {VERSION}",
        f"license: {LICENCE}",
        "authors:",
        f"  - name: {CREATOR}",
        "abstract: >-",
        f"  {ABSTRACT}",
        "keywords:",
        *(f"  - {word}" for word in KEYWORDS),
        *citation_addresses(),
    ]
    return "\n".join(lines) + "\n"


def citation_addresses(project: Mapping[str, str] = PROJECT) -> list[str]:
    """Return the lines of a file to cite by that have addresses of the project.

    >>> citation_addresses({"site": "https://example.org/", "repository": "", "doi": "10.1/2"})
    ['doi: 10.1/2', 'url: https://example.org/']
    """
    keys = {"doi": "doi", "repository": "repository-code", "site": "url"}
    return [f"{key}: {project[name]}" for name, key in keys.items() if project[name]]


def schema_org(files: Iterable[str]) -> dict[str, Any]:
    """Return the metadata that search engines for datasets read, https://schema.org/Dataset.

    - `files`: the paths of the files to download.
    """
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": TITLE,
        "description": ABSTRACT,
        "version": VERSION,
        "license": f"https://spdx.org/licenses/{LICENCE}",
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": CREATOR},
        "keywords": list(KEYWORDS),
        "measurementTechnique": " ".join([CONVENTIONS["battle"], CONVENTIONS["fraction"]]),
        "variableMeasured": [
            "chance that the attacker wins",
            "chance of each outcome of a battle",
            "fewest attackers that win with a given chance",
        ],
        **({"url": PROJECT["site"]} if PROJECT["site"] else {}),
        **({"identifier": f"https://doi.org/{PROJECT['doi']}"} if PROJECT["doi"] else {}),
        **({"sameAs": PROJECT["repository"]} if PROJECT["repository"] else {}),
        "distribution": [
            {
                "@type": "DataDownload",
                "contentUrl": path,
                "encodingFormat": MEDIA_TYPES.get(ending_of(path), "application/octet-stream"),
            }
            for path in files
        ],
    }
