"""The map page: best play on the classic map, move by move, beside the calculator.

- `arithmetic/map-*.js`: best play between two bounds, as in `boards`;
- `maps/`: what is seen and pressed, and its texts; `boards.layout` places the territories.
"""

from collections.abc import Sequence
from typing import Any

from riskexact.boards.geography import map_named
from riskexact.boards.layout import classic_layout
from riskexact.calculator.app import LANGUAGES, app, page_texts, rules_data
from riskexact.calculator.document import package_text
from riskexact.calculator.scripts import MAP_ARITHMETIC, MAP_INTERFACE, script
from riskexact.rules import Rules

MAP = "map.html"
"""The file of the page, where it is served beside the calculator."""

SHARED = (
    "language", "page.noscript", "page.skip", "page.language", "controls.rules", "controls.fewer",
    "controls.more", "controls.never", "controls.range", "controls.not-whole", "answer.exact",
    "answer.share", "answer.working", "answer.progress", "answer.cancel", "answer.copied",
    "answer.failed", "chance.", "win.", "take.", "exact.", "rules.",
)  # fmt: skip
"""Texts of the calculator that the page says too, or how their keys begin."""


def map_page(rule_sets: Sequence[Rules], calculator: str = "") -> str:
    """Return the map page as one self-contained HTML page.

    - `rule_sets`: those that can be chosen, as for `calculator.page`;
    - `calculator`: where a link to the calculator leads; "" for a page that stands alone.

    >>> from riskexact.rules import STANDARD
    >>> '"name":"Siam"' in map_page([STANDARD])
    True
    """
    return app(
        package_text("maps/page.html"),
        {code: map_language(code) for code in LANGUAGES},
        {"calculator": calculator},
        styles=[package_text("page.css"), package_text("maps/page.css")],
        scripts={
            "arithmetic": script("arithmetic", MAP_ARITHMETIC),
            "interface": script("page", MAP_INTERFACE),
        },
        data={"rules": rules_data(rule_sets), "world": world()},
    )


def map_language(code: str) -> dict[str, Any]:
    """Return the texts of the page in a language: its own, and those that the calculator has too.

    >>> map_language("de")["edit.enemy"]
    'Gegner'
    """
    return page_texts(code, "maps", SHARED)


def world() -> dict[str, object]:
    """Return the classic map for the page: territories with their places, borders, continents.

    Territories are told by their numbers; `again` has those that stand behind an edge too.

    >>> world()["borders"][0]
    [0, 1]
    """
    classic = map_named("classic")
    layout = classic_layout()
    number = {t: n for n, t in enumerate(classic.territories)}
    return {
        "size": [layout.width, layout.height],
        "territories": [{"name": t, "at": layout.at[t]} for t in classic.territories],
        "again": [{"territory": number[t], "at": at} for t, at in layout.again.items()],
        "borders": [[number[t], number[u]] for t, u in classic.borders],
        "optional": [number["East Africa"], number["Middle East"]],
        "continents": [
            {"name": name, "territories": [number[t] for t in each.territories]}
            for name, each in classic.continents.items()
        ],
    }
