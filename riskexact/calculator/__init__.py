"""The calculator: self-contained pages that answer exactly, offline, and what installs them.

All arithmetic is done in the browser, in whole numbers of any size, from the counts of each round.
Python writes those of the given rule sets into the page, which so need no time at its start; the
page counts those of rules of one's own.  Balanced Blitz, whose chances are no fractions, is
computed in floating point.

The folders hold JavaScript, by what it is for: `core/` is a package of its own, the arithmetic;
`battle/` (the calculator itself), `maps/` and `explore/` are a page each, with its texts in every
language; `shared/` is what several pages use.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from riskexact.base.frozen import NamedTuple
from riskexact.calculator.data import battle_data, explore_data, map_data, rule_data
from riskexact.calculator.document import document, modules, package_text, script
from riskexact.rules import Rules
from riskexact.rules.files import package_bytes

__all__ = ["LANGUAGES", "PAGE_OF", "SERVED", "files", "language", "page", "rule_data"]

LANGUAGES = ("en", "de", "it")
"""The languages of the pages, a file each in the folder of a page."""


class Page(NamedTuple):
    """A page, whose folder has its HTML, its main module, and its texts in each language.

    - `file`: what it is called where it is served;
    - `data`: what it is told, from the rule sets that can be chosen;
    - `worker`: the module that answers in a thread of its own; "" for none;
    - `style`: CSS that it has besides what all pages share;
    - `says_too`: texts of the calculator that it says too: keys, or how they begin.
    """

    file: str
    data: Callable[[Sequence[Rules]], dict[str, object]]
    worker: str = ""
    style: str = ""
    says_too: tuple[str, ...] = ()


PAGE_OF = {
    "battle": Page("index.html", battle_data, "battle/questions.js"),
    "maps": Page(
        "map.html",
        map_data,
        "maps/thread.js",
        "maps/page.css",
        (
            "language", "page.noscript", "page.skip", "page.language", "controls.rules",
            "controls.fewer", "controls.more", "controls.never", "controls.range",
            "controls.not-whole", "answer.exact", "answer.share", "answer.working",
            "answer.progress", "answer.cancel", "answer.copied", "answer.failed", "chance.", "win.",
            "take.", "exact.", "rules.",
        ),
    ),
    "explore": Page(
        "explore.html",
        explore_data,
        style="explore/page.css",
        says_too=("language", "page.noscript", "page.language", "chance.", "units."),
    ),
}  # fmt: skip
"""The pages, by their folders: the calculator, the map page, and a walk through a lattice."""

POLICY = ("img-src 'self' data:", "manifest-src 'self'", "worker-src 'self' blob:")

PARTS = ("icon-192.png", "icon-512.png", "icon.svg", "log.html", "manifest.webmanifest")
"""Files that are served as they are; log.html was a page, and leads to the calculator."""

SERVED = (*(each.file for each in PAGE_OF.values()), *PARTS, "service-worker.js")
"""What is served: pages, and what installs them and keeps them for use without a connection."""


def page(name: str, rule_sets: Sequence[Rules] = (), **links: str) -> str:
    """Return a page as one self-contained HTML page.

    - `name`: a key of `PAGE_OF`;
    - `rule_sets`: those that can be chosen, one or more, each with another label; the first is
      chosen at the start; "explore" has its own;
    - `links`: where a link leads, by its name: `home` and `maps` of the calculator, `calculator` of
      the others; a page without any stands alone.

    Raises `RiskError` for rule sets that are none, or there twice.

    >>> from riskexact.rules import SINGLE_LOSS, STANDARD
    >>> '"name":"single-loss"' in page("battle", [STANDARD, SINGLE_LOSS])
    True
    """
    made = PAGE_OF[name]
    texts = {code: language(code, name) for code in LANGUAGES}
    worker = modules(made.worker) if made.worker else []
    interface = [path for path in modules(f"{name}/main.js") if path not in worker]
    first = texts[LANGUAGES[0]]
    return document(
        f"{first['page.heading']} {first['page.exactly']}",
        _body(name, texts, links),
        description=first["page.description"],
        styles=[package_text(path) for path in ("shared/page.css", made.style) if path],
        scripts={
            **({"arithmetic": script("arithmetic", worker)} if worker else {}),
            "interface": script("page", interface),
        },
        data={**made.data(rule_sets), "languages": texts},
        policy=POLICY,
    )


def language(code: str, name: str = "battle") -> dict[str, Any]:
    """Return the texts of a page in a language: for each key a text, or its forms by number.

    >>> language("de")["units.defenders"]["other"], language("de", "maps")["edit.enemy"]
    ('{n} Verteidiger', 'Gegner')
    """
    texts: dict[str, Any] = json.loads(package_text(f"{name}/{code}.json"))
    if too := PAGE_OF[name].says_too:
        texts = {key: text for key, text in language(code).items() if key.startswith(too)} | texts
    return texts


def files(rule_sets: Sequence[Rules], home: str = "") -> dict[str, bytes]:
    """Return the files of the calculator where it is served, by path: those of `SERVED`.

    - `rule_sets`: as for `page`;
    - `home`: where a link to other pages leads; "" for none.

    >>> from riskexact.rules import STANDARD
    >>> sorted(files([STANDARD]))[:3]
    ['explore.html', 'icon-192.png', 'icon-512.png']
    """
    back = {"calculator": PAGE_OF["battle"].file}
    links = {"battle": {"home": home, "maps": PAGE_OF["maps"].file}, "maps": back, "explore": back}
    made = {
        PAGE_OF[name].file: page(name, rule_sets, **each).encode() for name, each in links.items()
    }
    made |= {name: package_bytes(name, "calculator") for name in PARTS}
    version = hashlib.sha256(b"".join(made.values())).hexdigest()[:16]
    worker = package_text("service-worker.js")
    assert "VERSION" in worker
    made["service-worker.js"] = worker.replace("VERSION", version, 1).encode()
    return made


def _body(name: str, texts: Mapping[str, Mapping[str, Any]], links: Mapping[str, str]) -> str:
    without = "".join(
        f'<p class="message" lang="{code}">{escape(spoken["page.noscript"])}</p>'
        for code, spoken in texts.items()
    )
    parts = {
        "NOSCRIPT": without,
        "MAIN": package_text(f"{name}/page.html"),
        "EXACT": package_text("shared/exact.html"),
    }
    for id_ in ("home", "calculator", "maps"):
        address = escape(links.get(id_, ""))
        link = f'<p><a id="{id_}" href="{address}" data-text="page.{id_}"></a></p>'
        parts[f"LINK-{id_}"] = link if address else ""
    body = package_text("shared/page.html")
    for mark, text in parts.items():
        body = body.replace(mark, text, 1)
    return body
