"""The page that walks from the problem of points to a battle, one idea a step.

- `arithmetic/lattice.js`: a battle as a lattice of states: paths, chances, first exits;
- `explore/`: the steps, what is seen and touched, and its texts.
"""

from typing import Any

from riskexact.calculator.app import LANGUAGES, app, page_texts, rule_data
from riskexact.calculator.document import package_text
from riskexact.calculator.scripts import EXPLORE, script
from riskexact.rules import SINGLE_LOSS, STANDARD

EXPLORATION = "explore.html"
"""The file of the page, where it is served beside the calculator."""

SHARED_TEXTS = ("language", "page.noscript", "page.language", "chance.", "units.")
"""Texts of the calculator that the page says too, or how their keys begin."""

COIN = {"attack": [1], "defence": [1], "rounds": [[[[0, 1, "1"], [1, 0, "1"]]]]}
"""A point for either of two players, by a fair coin: for the page what a round of dice is."""


def explore_page(calculator: str = "") -> str:
    """Return the page as one self-contained HTML page.

    - `calculator`: where a link to the calculator leads; "" for a page that stands alone.

    >>> "Pascal" in explore_page()
    True
    """
    return app(
        package_text("explore/page.html"),
        {code: explore_language(code) for code in LANGUAGES},
        {"calculator": calculator},
        styles=[package_text("page.css"), package_text("explore/page.css")],
        scripts={"explore": script("explore", EXPLORE)},
        data={
            "games": {
                "coin": COIN,
                "single": rule_data(SINGLE_LOSS),
                "standard": rule_data(STANDARD),
            }
        },
    )


def explore_language(code: str) -> dict[str, Any]:
    """Return the texts of the page in a language: its own, and those that the calculator has too.

    >>> explore_language("de")["walk.next"]
    'Weiter'
    """
    return page_texts(code, "explore", SHARED_TEXTS)
