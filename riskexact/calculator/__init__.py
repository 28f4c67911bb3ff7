"""The calculator: one self-contained page that answers exactly, offline, and what installs it.

All arithmetic is done in the browser, in whole numbers of any size, from the counts of each round.
Python writes those of the given rule sets into the page, which so need no time at its start; the
page counts those of rules of one's own.  Balanced Blitz, whose chances are no fractions, is
computed in floating point.

- `arithmetic/`: the integer kernel of `odds.weights` in JavaScript, backward and forward, and the
  questions that are asked of it; the throws of any rule set, its sentence and its address;
- `interface/`: what is seen and pressed;
- `languages/`: every text of the page, in one file for each language;
- `map_page`: the map page, another one beside it, with its own files in `maps/`;
- `explore_page`: the walk from the problem of points to a battle, with its own in `explore/`;
- `document`, `scripts` and `app`: the page as one file, with a policy that allows its own scripts
  alone.
"""

import hashlib
from collections.abc import Sequence

from riskexact.calculator.app import (
    LANGUAGES,
    app,
    blitz_data,
    language,
    rule_data,
    rules_data,
    without_counts,
)
from riskexact.calculator.document import package_bytes, package_text
from riskexact.calculator.explore_page import EXPLORATION, explore_page
from riskexact.calculator.map_page import MAP, map_page
from riskexact.calculator.scripts import ARITHMETIC, INTERFACE, script
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_VERSIONS

__all__ = [
    "EXPLORATION",
    "LANGUAGES",
    "MAP",
    "PARTS",
    "explore_page",
    "files",
    "language",
    "map_page",
    "page",
    "rule_data",
]

PARTS = ("icon-192.png", "icon-512.png", "icon.svg", "log.html", "manifest.webmanifest")
"""Files that are served as they are; log.html was a page, and leads to the calculator."""


def page(rule_sets: Sequence[Rules], home: str = "", maps: str = "") -> str:
    """Return the calculator as one self-contained HTML page.

    - `rule_sets`: those that can be chosen, one or more, each with another label; the first is
      chosen at the start;
    - `home`, `maps`: where a link to the other pages leads, and one to the map page; "" for a page
      that stands alone.

    Raises `RiskError` for anything else.

    >>> from riskexact.rules import SINGLE_LOSS, STANDARD
    >>> text = page([STANDARD, SINGLE_LOSS])
    >>> '"name":"single-loss"' in text
    True
    """
    return app(
        package_text("page.html"),
        {code: language(code) for code in LANGUAGES},
        {"home": home, "maps": maps},
        styles=[package_text("page.css")],
        scripts={
            "arithmetic": script("arithmetic", ARITHMETIC),
            "interface": script("page", INTERFACE),
        },
        data={
            "rules": [without_counts(rules) for rules in rules_data(rule_sets)],
            "blitz": [blitz_data(version) for version in BLITZ_VERSIONS],
        },
    )


def files(rule_sets: Sequence[Rules], home: str = "") -> dict[str, bytes]:
    """Return the files of the calculator where it is served: its pages, and what installs them.

    By path: the page, the map page, the exploration, the manifest of the app, its icons, what leads
    on from an address of an earlier version, and the service worker that keeps all of them for use
    without a connection.  Arguments and errors as for `page`.

    >>> from riskexact.rules import STANDARD
    >>> sorted(files([STANDARD]))[:3]
    ['explore.html', 'icon-192.png', 'icon-512.png']
    """
    made = {
        "index.html": page(rule_sets, home, MAP).encode(),
        MAP: map_page(rule_sets, "index.html").encode(),
        EXPLORATION: explore_page("index.html").encode(),
    }
    made |= {name: package_bytes(name) for name in PARTS}
    version = hashlib.sha256(b"".join(made.values())).hexdigest()[:16]
    worker = package_text("service-worker.js")
    assert "VERSION" in worker
    made["service-worker.js"] = worker.replace("VERSION", version, 1).encode()
    return made
