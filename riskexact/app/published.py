"""What the app puts into a publication: the page, what installs it, and its old addresses."""

import hashlib
from collections.abc import Mapping, Sequence

from riskexact.app import language, page
from riskexact.app.scripts import app_text
from riskexact.base.pages import PREVIEW, SHARED, addressed, document
from riskexact.base.resources import package_bytes
from riskexact.rules import Rules
from riskexact.rules.languages import LANGUAGES

WHAT, METHOD = "The app", "put together from the counts of each round"

OLD = "calculator"
"""The folder in which the app was served."""

MOVED = {"index.html": "", "map.html": "#turn", "explore.html": "#why", "log.html": ""}
"""Pages of that folder, each with the address of the tab that it leads to."""

PARTS = {
    "icon-192.png": "app",
    "icon-512.png": "app",
    "icon.svg": SHARED,
    "manifest.webmanifest": "app",
    PREVIEW: SHARED,
}
"""Files that are served as they are, each with its folder."""

WORKER = "service-worker.js"

SERVED = ("index.html", *PARTS, WORKER, *(f"{OLD}/{name}" for name in (*MOVED, WORKER)))
"""What is served: the page, what installs it and keeps it for use without a connection, and what
leads to it from its old addresses."""


def files(
    rule_sets: Sequence[Rules], published: Mapping[str, str] = {}, address: str = ""
) -> dict[str, bytes]:
    """Return the files of the app where it is served, by path: those of `SERVED`.

    - `rule_sets`, `published`: as for `page`;
    - `address`: of the folder in which they are served, "" if that is not known.

    >>> from riskexact.rules import STANDARD
    >>> sorted(files([STANDARD]))[:3]
    ['calculator/explore.html', 'calculator/index.html', 'calculator/log.html']
    """
    made = {"index.html": addressed(page(rule_sets, published), address, "").encode()}
    made |= {name: package_bytes(name, folder) for name, folder in PARTS.items()}
    version = hashlib.sha256(b"".join(made.values())).hexdigest()[:16]
    worker = app_text(WORKER)
    assert "VERSION" in worker
    made[WORKER] = worker.replace("VERSION", version, 1).encode()
    made |= {f"{OLD}/{name}": _moved(address).encode() for name, address in MOVED.items()}
    made[f"{OLD}/{WORKER}"] = package_bytes("service-worker-retired.js", "app")
    return made


def _moved(address: str) -> str:
    """Return a page that leads to a tab, at what it was asked for or at its beginning."""
    title = language(LANGUAGES[0])["page.heading"]
    go = f'location.replace("../index.html" + (location.hash || "{address}"));'
    link = f'<p><a href="../index.html{address}">{title}</a></p>'
    return document(title, link, scripts={"go": go})
