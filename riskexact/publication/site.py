"""What makes a site of a publication: files that hosts and search engines ask for, and documents.

Documents are made in a clone alone: notebooks as pages, the lesson, the API reference; and a note
is taken in as it is.  A publication has them as they came: their checksums alone are verified.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import riskexact
from riskexact.base.errors import RiskError
from riskexact.base.pages import addressed, bare, document
from riskexact.publication.pages import DOCUMENTS, LOCALES, page_text
from riskexact.publication.plan import INDEX, NOTE, TABLES, Plan, guests

CLONE = Path(__file__).parents[2]

NOTEBOOKS, LESSON, REFERENCE = "notebooks", "lesson.html", "reference"

FRONT = "riskexact"
"""The page with which the reference begins."""

ROBOTS, SITEMAP, NOT_FOUND = "robots.txt", "sitemap.xml", "404.html"

NO_CLONE = (
    "notebooks, the lesson and the API reference are left out: they are made in a clone, with "
    "riskexact[dev]"
)

MAX_NOTE_BYTES = 1 << 26


def note(content: bytes) -> dict[str, bytes]:
    """Return a note by its path; `RiskError` if it is no PDF, or is too long."""
    if not content.startswith(b"%PDF-") or len(content) > MAX_NOTE_BYTES:
        raise RiskError(f"note must be a PDF file of at most {MAX_NOTE_BYTES} bytes")
    return {NOTE: content}


def documents(address: str = "") -> dict[str, bytes]:
    """Return the documents of a site by path, all that can be made here.

    - `address`: of the site, "" if that is not known.
    """
    found = {}
    folder = CLONE / "tests" / NOTEBOOKS
    if folder.is_dir() and find_spec("pdoc"):
        for file in sorted(folder.glob("*.ipynb")):
            path = f"{NOTEBOOKS}/{file.stem}.html"
            found[path] = addressed(notebook_page(path, file), address, path).encode()
        lesson = (folder / LESSON).read_bytes()
        found[f"{NOTEBOOKS}/{LESSON}"] = lesson.replace(b".ipynb", b".html")
        found |= _reference()
    return found


def notebook_page(path: str, file: Path) -> str:
    """Return the page of a notebook: its text, its code, and what its cells say."""
    from markdown2 import markdown

    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    parts = [
        ("text", markdown("".join(cell["source"]).replace(".ipynb)", ".html)")))
        if cell["cell_type"] == "markdown"
        else ("code", ["".join(cell["source"]), *map(_said, cell["outputs"])])
        for cell in cells
    ]
    title = LOCALES[0].said(f"document.{file.stem}") if path in DOCUMENTS else file.stem
    return page_text("notebook", path, title=title, parts=parts)


def _said(output: Mapping[str, Any]) -> tuple[str, str]:
    """Return the kind of an output, "png" or "text", and the output."""
    data = output.get("data", {})
    if "image/png" in data:
        return "png", "".join(data["image/png"]).strip()
    return "text", "".join(data.get("text/plain", output.get("text", "")))


def _reference() -> dict[str, bytes]:
    """Return the API reference: a page for the public names of each folder, and a search in all."""
    from pdoc import doc, render

    public: defaultdict[str, dict[str, object]] = defaultdict(dict)
    for name in riskexact.__all__:
        value = getattr(riskexact, name)
        home = ".".join(getattr(value, "__module__", FRONT).split(".")[:2])
        public[home][name] = value
    pages = {home: doc.Module(_named(home, public)) for home in sorted({FRONT, *public})}
    made = {f"{home.replace('.', '/')}.html": render.html_module(page, pages)
            for home, page in pages.items()}  # fmt: skip
    made |= {"index.html": render.html_index(pages), "search.js": render.search_index(pages)}
    return {f"{REFERENCE}/{path}": text.encode() for path, text in made.items()}


def _named(home: str, public: Mapping[str, Mapping[str, object]]) -> ModuleType:
    """Return a module of the public names of a folder, all of which are imported from riskexact."""
    about = import_module(home).__doc__ or ""
    others = ", ".join(f"`{each}`" for each in sorted(public) if each != home)
    made = ModuleType(home, f"{about}\n\nNames are imported from `riskexact`. See also: {others}.")
    vars(made).update(public[home], __all__=[*public[home]])
    return made


def site_files(plan: Plan, pages: list[str]) -> dict[str, bytes]:
    """Return what a host asks for; `pages` are the paths of all pages."""
    address = plan.address
    lost = ""
    for locale in LOCALES:
        app, said = f"{INDEX}#&amp;language={locale.code}", locale.said
        to = {app: said("site.app"), locale.page(TABLES): said("site.tables")}
        links = [f'<a href="{address}{path}">{words}</a>' for path, words in to.items()]
        lost += f'<p lang="{locale.code}">{said("site.lost")}: {" · ".join(links)}</p>'
    body = f'<main class="card"><h1>404</h1>{lost}</main>'
    style = {"page": "main { max-width: 40rem; margin: 2rem auto; }"}
    robots = ["User-agent: *", "Allow: /"] + [f"Sitemap: {address}{SITEMAP}"] * bool(address)
    files = {
        ROBOTS: "\n".join([*robots, ""]),
        NOT_FOUND: document(LOCALES[0].said("site.lost"), body, styles=style),
    }
    if address:
        served = {path for guest in guests() for path in guest.SERVED} - {INDEX}
        listed = [bare(path) for path in pages if path not in served]
        entries = "".join(f"<url><loc>{address}{path}</loc></url>\n" for path in sorted(listed))
        schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
        head = '<?xml version="1.0" encoding="UTF-8"?>\n'
        files[SITEMAP] = f'{head}<urlset xmlns="{schema}">\n{entries}</urlset>\n'
    return {path: text.encode() for path, text in files.items()}
