"""The calculator: one self-contained page that answers exactly, offline, and what installs it.

All arithmetic is done in the browser, in whole numbers of any size, from the counts of each round.
Python writes those of the given rule sets into the page, which so need no time at its start; the
page counts those of rules of one's own.  Balanced Blitz, whose chances are no fractions, is
computed in floating point.

The page is an app with tabs.  The folders hold JavaScript, by what it is for: `core/` is a package
of its own, the arithmetic; `battle/` (a battle or a campaign), `maps/` (a turn), `play/`
(a whole game), `tables/` and `explore/` (why) are a tab each, with its texts in every language;
`shared/` is what several use.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from itertools import chain
from typing import Any

from riskexact.app.data import page_data, rule_data
from riskexact.app.scripts import app_text, modules, script
from riskexact.base.pages import document, flush
from riskexact.features import present
from riskexact.rules import Rules
from riskexact.rules.catalogue import entries
from riskexact.rules.languages import LANGUAGES, common_texts

__all__ = ["TABS", "language", "page", "rule_data"]

TABS = {
    "battle": "battle/questions.js",
    "maps": "maps/thread.js",
    "play": "play/game.js",
    "tables": "",
    "explore": "",
}
"""The tabs, by their folders, each with the module that answers in a thread of its own, if any."""

NEEDS = {"maps": "turn", "play": "game"}
"""The features without which a tab is left out."""

POLICY = (
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
)


def page(rule_sets: Sequence[Rules], published: Mapping[str, str] = {}) -> str:
    """Return the calculator as one self-contained HTML page.

    - `rule_sets`: those that can be chosen, one or more, each with another label; the first is
      chosen at the start;
    - `published`: pages beside it, which the tab of tables leads to: by the name of a rule set,
      "continents", "games", or "" for all, in other languages in the folder of each; and tables of
      whole games, by their paths.

    Raises `RiskError` for rule sets that are none, or there twice.

    >>> from riskexact.rules import SINGLE_LOSS, STANDARD
    >>> '"name":"single-loss"' in page([STANDARD, SINGLE_LOSS])
    True
    """
    tabs = _tabs()
    texts = {name: {code: _own_texts(code, name) for code in LANGUAGES} for name in tabs}
    first = texts["battle"][LANGUAGES[0]]
    looks = {f"{name}-look": f"{name}/page.css" for name in tabs if name != "battle"}
    return document(
        f"{first['page.heading']} {first['page.exactly']}",
        _body([each["page.noscript"] for each in texts["battle"].values()], tabs),
        description=first["page.description"],
        styles={id_: app_text(path) for id_, path in {"page": "shared/page.css", **looks}.items()},
        scripts=_scripts(tabs),
        data={**page_data(rule_sets, published, tabs), "languages": _spoken(texts)},
        policy=POLICY,
    )


def _tabs() -> list[str]:
    """Return the tabs whose features are there."""
    return [name for name in TABS if name not in NEEDS or present(NEEDS[name])]


def _scripts(tabs: Sequence[str]) -> dict[str, str]:
    """Return the scripts of the page: what its threads have, what tabs share, and each tab."""
    worker = modules(*(TABS[name] for name in tabs if TABS[name]))
    paths = {name: [p for p in modules(f"{name}/main.js") if p not in worker] for name in tabs}
    of_tabs = dict.fromkeys(chain(*paths.values()))
    shared = [path for path in of_tabs if path.startswith("shared/")]
    own = {name: [p for p in each if p not in shared] for name, each in paths.items()}
    return {
        "arithmetic": script("arithmetic", worker),
        "shared-script": script("shared", shared, ""),
        **{f"{name}-script": script(name, each, "") for name, each in own.items()},
        "app-script": script("app", modules("shared/tabs.js")),
        "start": f"app.openTabs({{ {', '.join(tabs)} }}, shared);",
    }


def _own_texts(code: str, name: str) -> dict[str, Any]:
    """Return what a tab says; that of a battle, what all pages say, too."""
    texts: dict[str, Any] = json.loads(app_text(f"{name}/{code}.json"))
    if name != "battle":
        return texts
    # the page has the titles in English with the rule sets
    named = entries() if code != LANGUAGES[0] else {}
    titles = {f"rules.{each}": entry.said("title", code) for each, entry in named.items()}
    return {**common_texts(code), **titles, **texts}


def _spoken(texts: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Return the texts by tab and key, each in all languages, so that a key is there once."""
    by_key = {
        name: {key: [own.get(key) for own in each.values()] for key in chain(*each.values())}
        for name, each in texts.items()
    }
    return {"codes": LANGUAGES, "texts": by_key}


def language(code: str, name: str = "battle") -> dict[str, Any]:
    """Return the texts of a tab in a language: for each key a text, or its forms by number.

    What a tab does not say itself, it says as that of a battle does.

    >>> language("de")["units.defenders"]["other"], language("de", "maps")["edit.enemy"]
    ('{n} Verteidiger', 'Gegner')
    """
    return _own_texts(code, "battle") | _own_texts(code, name)


def _body(without: Sequence[str], tabs: Sequence[str]) -> str:
    noscript = "".join(
        f'<p class="message" lang="{code}">{escape(each)}</p>'
        for code, each in zip(LANGUAGES, without, strict=True)
    )
    parts = [f'<noscript>{noscript}</noscript>\n<div id="app"></div>']
    for name in ("shared", *tabs):  # what is around a tab comes first
        parts.append(
            f'<template id="{name}-tab">\n{flush(app_text(f"{name}/page.html"))}</template>'
        )
    return "\n".join(parts)
