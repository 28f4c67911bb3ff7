"""The publication as a dataset that others cite and find: title, licence, sources, and metadata.

Where it is hosted is for its owner to say, in `project.toml`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.resources import package_text
from riskexact.base.version import VERSION
from riskexact.publication.data import CONVENTIONS, read_texts

DATASET: Mapping[str, Any] = read_texts("dataset.toml")
"""Title, creator, licence, abstract and keywords; and the media type of a file, by its ending."""

PROJECT: Mapping[str, str] = read_texts("project.toml")
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
    {name: Source(**fields) for name, fields in read_texts("sources.toml").items()}
)
"""The sources by name: the four of the closed forms, and the literature."""


OPEN_WITH: Mapping[str, str] = read_texts("open_with.toml")
"""The lines by which readers open a table, by their names."""


def ending_of(path: str) -> str:
    """Return what tells the format of a file; one without an ending is plain text."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2] if "." in name else "txt"


def licence_text() -> str:
    return package_text("LICENSE", "publication")


def citation_text() -> str:
    """Return a file of the Citation File Format, https://citation-file-format.github.io."""
    text = package_text("citation.txt", "publication").format(version=VERSION, **DATASET)
    keywords = [f"  - {word}" for word in DATASET["keywords"]]
    return "\n".join([text.rstrip("\n"), *keywords, *citation_addresses(), ""])


def citation_addresses(project: Mapping[str, str] = PROJECT) -> list[str]:
    """Return the lines of a file to cite by that have addresses of the project."""
    keys = {"doi": "doi", "repository": "repository-code", "site": "url"}
    return [f"{key}: {project[name]}" for name, key in keys.items() if project[name]]


def csv_on_the_web(schemas: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return what https://www.w3.org/TR/tabular-metadata says of CSV files, from their schemas."""
    return {
        "@context": "http://www.w3.org/ns/csvw",
        "dc:title": DATASET["title"],
        "dc:license": f"https://spdx.org/licenses/{DATASET['licence']}",
        "tables": [
            {
                "url": path,
                "tableSchema": {
                    "columns": list(map(_csvw_column, schema["fields"])),
                    "primaryKey": schema["primaryKey"],
                },
            }
            for path, schema in schemas.items()
        ],
    }


def _csvw_column(field: Mapping[str, Any]) -> dict[str, Any]:
    limits = field.get("constraints", {})
    datatype = {"base": "double" if field["type"] == "number" else field["type"]}
    datatype |= {name: limits[name] for name in ("minimum", "maximum") if name in limits}
    if "pattern" in limits or "enum" in limits:
        datatype["format"] = limits.get("pattern") or f"({'|'.join(limits['enum'])})"
    return {
        "name": field["name"],
        "dc:description": field["description"],
        "required": limits.get("required", False),
        "datatype": datatype,
    }


def schema_org(files: Iterable[str]) -> dict[str, Any]:
    """Return the metadata that search engines for datasets read, https://schema.org/Dataset.

    - `files`: the paths of the files to download.
    """
    types = DATASET["media_types"]
    addresses = {
        "url": PROJECT["site"],
        "identifier": PROJECT["doi"] and f"https://doi.org/{PROJECT['doi']}",
        "sameAs": PROJECT["repository"],
    }
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": DATASET["title"],
        "description": DATASET["abstract"],
        "version": VERSION,
        "license": f"https://spdx.org/licenses/{DATASET['licence']}",
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": DATASET["creator"]},
        "keywords": DATASET["keywords"],
        "measurementTechnique": " ".join([CONVENTIONS["battle"], CONVENTIONS["fraction"]]),
        "variableMeasured": DATASET["variables"],
        **{key: address for key, address in addresses.items() if address},
        "distribution": [
            {
                "@type": "DataDownload",
                "contentUrl": path,
                "encodingFormat": types.get(ending_of(path), "application/octet-stream"),
            }
            for path in files
        ],
    }
