"""The page of logs: whether the dice of a list of battles are fair, tested in the browser.

- `arithmetic/log-*.js`: the tests of `evidence.logs`, in floats;
- `logs/`: what is seen and pressed, and its texts.
"""

from collections.abc import Sequence
from typing import Any

from riskexact.calculator.app import LANGUAGES, app, page_texts, rules_data
from riskexact.calculator.document import package_text
from riskexact.calculator.scripts import LOG, script
from riskexact.rules import Rules

LOG_PAGE = "log.html"
"""The file of the page."""

SAID_TOO = ("language", "page.noscript", "page.skip", "page.language", "rules.")
"""Texts of the calculator that the page says too, or how their keys begin."""


def log_page(rule_sets: Sequence[Rules], calculator: str = "") -> str:
    """Return the page as one self-contained HTML page.

    - `rule_sets`: those that a log may name, as for `calculator.page`;
    - `calculator`: where a link to the calculator leads; "" for a page that stands alone.

    >>> from riskexact.rules import STANDARD
    >>> "least_defenders_lost" in log_page([STANDARD])
    True
    """
    return app(
        package_text("logs/page.html"),
        {code: log_language(code) for code in LANGUAGES},
        {"calculator": calculator},
        styles=[package_text("page.css"), package_text("logs/page.css")],
        scripts={"interface": script("page", LOG)},
        data={"rules": rules_data(rule_sets)},
    )


def log_language(code: str) -> dict[str, Any]:
    """Return the texts of the page in a language: its own, and those that the calculator has too.

    >>> log_language("de")["tests.wins"]
    'Siege'
    """
    return page_texts(code, "logs", SAID_TOO)
