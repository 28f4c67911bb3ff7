"""`python -m tests.slots`: the addresses of the project, from one file to wherever they belong.

The owner fills in `riskexact/publication/project.toml`.  This writes what follows from it into
`pyproject.toml`, `package.json`, `CITATION.cff`, `.zenodo.json` and the READMEs, and lists what is
still empty; the pages, their metadata and the dataset read the file itself.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from riskexact.base.version import VERSION
from riskexact.publication.metadata import DATASET, PROJECT, citation_addresses

ROOT = Path(__file__).parents[1]

URLS = {"site": "Homepage", "repository": "Source", "pypi": "Package"}

CORE = "riskexact/app/core"

CLONE = f"""\
In an empty directory, with a clone beside it that is called `riskexact`:

```
npm install --install-links ../riskexact/{CORE}
```
"""

INSTALL = {
    "README.md": ("pypi", "`pipx install .` in a clone", "`pipx install riskexact`"),
    f"{CORE}/README.md": ("npm", CLONE, "```\nnpm install riskexact\n```\n"),
}
"""What READMEs say before the upload, which works from a clone, and after it."""


def filled(project: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the files that have addresses, with what they then hold."""
    urls = [f'{words} = "{project[name]}"\n' for name, words in URLS.items() if project[name]]
    section = "".join(["[project.urls]\n", *urls, "\n"]) if urls else ""
    text = without(r"\[project\.urls\]\n(?:.+\n)*\n", "pyproject.toml")
    yield "pyproject.toml", text.replace("[project.optional", f"{section}[project.optional", 1)
    keys = {"homepage": "site", "repository": "repository"}
    lines = [f'  "{key}": "{project[name]}",\n' for key, name in keys.items() if project[name]]
    text = without(r'^  "(?:homepage|repository)": .*\n', f"{CORE}/package.json")
    yield f"{CORE}/package.json", text.replace('  "type":', "".join([*lines, '  "type":']), 1)
    text = without(r"^(?:doi|url|repository-code): .*\n", "CITATION.cff")
    yield "CITATION.cff", "\n".join([text.rstrip("\n"), *citation_addresses(project), ""])
    yield ".zenodo.json", json.dumps(zenodo(project), indent=2, ensure_ascii=False) + "\n"
    for name, (slot, before, after) in INSTALL.items():
        old, new = (before, after) if project[slot] else (after, before)
        yield name, without("(?!)", name).replace(old, new)


def without(pattern: str, name: str) -> str:
    """Return a file without these lines."""
    return re.sub(pattern, "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)


def zenodo(project: Mapping[str, str]) -> dict[str, object]:
    """Return the metadata of a deposit, https://developers.zenodo.org."""
    related = [
        {"identifier": project[name], "relation": relation}
        for name, relation in (("site", "isDocumentedBy"), ("repository", "isSupplementTo"))
        if project[name]
    ]
    return {
        "title": DATASET["title"],
        "upload_type": "dataset",
        "description": DATASET["abstract"],
        "version": VERSION,
        "creators": [{"name": DATASET["creator"]}],
        "license": DATASET["licence"],
        "keywords": DATASET["keywords"],
        **({"related_identifiers": related} if related else {}),
    }


if __name__ == "__main__":
    for name, text in filled(PROJECT):
        (ROOT / name).write_text(text, encoding="utf-8")
    for slot in (name for name, address in PROJECT.items() if not address):
        print(f"{slot} is empty in riskexact/publication/project.toml")
