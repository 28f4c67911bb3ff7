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
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from itertools import chain
from typing import Any

from riskexact.app.scripts import app_text, modules, script
from riskexact.base.arguments import by_name
from riskexact.base.errors import RiskError
from riskexact.base.pages import document, flush
from riskexact.base.resources import package_bytes
from riskexact.features import present
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules, checked_rules
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion
from riskexact.rules.catalogue import GROUPS, entries, given_name, known_as, title
from riskexact.rules.dice import round_counts
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

PLAYED_BOARDS, TABLE_ENDING = ("line-2", "complete-3"), ".rxg"
"""The boards whose tables the page has within itself, and the end of the name of any table."""

COIN = {"attack": [1], "defence": [1], "rounds": [[[[0, 1, "1"], [1, 0, "1"]]]]}
"""A point for either of two players, by a fair coin: for a page what a round of dice is."""


def page(rule_sets: Sequence[Rules], published: Mapping[str, str] = {}) -> str:
    """Return the calculator as one self-contained HTML page.

    - `rule_sets`: those that can be chosen, one or more, each with another label; the first is
      chosen at the start;
    - `published`: pages beside it, which the tab of tables leads to: by the name of a rule set,
      "continents", "games", or "" for all, in other languages in the folder of each; and tables of
      whole games, by their paths.

    Raises `RiskError` for rule sets that are none, or there twice.

    >>> '"name":"single-loss"' in page([STANDARD, SINGLE_LOSS])
    True
    """
    tabs = [name for name in TABS if name not in NEEDS or present(NEEDS[name])]
    texts = {name: {code: _own_texts(code, name) for code in LANGUAGES} for name in tabs}
    first = texts["battle"][LANGUAGES[0]]
    looks = {f"{name}-look": f"{name}/page.css" for name in tabs if name != "battle"}
    spoken = {  # each in all languages, so that a key is there once
        name: {key: [own.get(key) for own in each.values()] for key in chain(*each.values())}
        for name, each in texts.items()
    }
    told = page_data(rule_sets, published, tabs)
    return document(
        f"{first['page.heading']} {first['page.exactly']}",
        _body([each["page.noscript"] for each in texts["battle"].values()], tabs),
        description=first["page.description"],
        styles={id_: app_text(path) for id_, path in {"page": "shared/page.css", **looks}.items()},
        scripts=_scripts(tabs),
        data={**told, "languages": {"codes": LANGUAGES, "texts": spoken}},
        policy=POLICY,
    )


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


# ---- what the page is told, in JSON


def page_data(
    rule_sets: Sequence[Rules], published: Mapping[str, str], tabs: Sequence[str]
) -> dict[str, object]:
    """Return what the page with these tabs is told; the walk has its own rules.

    The tables of whole games are those of two boards, and those published.

    >>> told = page_data([STANDARD], {"line-3": "games/line-3.rxg"}, ["battle", "play"])
    >>> list(told), list(told["tables"])
    (['rules', 'blitz', 'games', 'published', 'tables'], ['line-2', 'complete-3', 'line-3'])
    """
    files = {name: path for name, path in published.items() if path.endswith(TABLE_ENDING)}
    boards = PLAYED_BOARDS if "play" in tabs else ()
    # as tests/app/test_play.py packs them: the bytes of a publication are those of no zlib
    within = {name: b64encode(package_bytes(f"play/{name}.z", "app")).decode() for name in boards}
    return {
        "rules": rules_data(rule_sets),
        "blitz": [blitz_data(version) for version in BLITZ_VERSIONS],
        **({"world": world()} if "maps" in tabs else {}),
        "games": {"coin": COIN, "single": rule_data(SINGLE_LOSS), "standard": rule_data(STANDARD)},
        "published": {name: path for name, path in published.items() if name not in files},
        "tables": within | files,
    }


def rule_data(rules: Rules) -> dict[str, object]:
    """Return a rule set for the page, in the types of JSON; counts are texts.

    `attack` and `defence` have the units that each die needs, and `rounds` has for x attack dice
    and y defence dice at [x - 1][y - 1] each (attackers lost, defenders lost, number of throws).

    >>> rule_data(SINGLE_LOSS)["rounds"][2][1]
    [[0, 1, '3667'], [1, 0, '4109']]
    """
    checked_rules(rules)
    entry = entries().get(known_as(rules) or "")
    return {
        "name": given_name(rules),
        "title": title(rules),
        "group": entry.group if entry else GROUPS[-1],
        "parts": rules.parts,
        **{
            side: list(hand.needs or range(1, hand.max_dice + 1))
            for side, hand in (("attack", rules.attack), ("defence", rules.defence))
        },
        "rounds": [
            [
                [
                    [i, j, str(count)]
                    for (i, j), count in round_counts(*rules.allowed(x, y), rules).items()
                ]
                for y in range(1, rules.defence.max_dice + 1)
            ]
            for x in range(1, rules.attack.max_dice + 1)
        ],
    }


def rules_data(rule_sets: Sequence[Rules]) -> list[dict[str, object]]:
    """Return the rule sets of a page; raise `RiskError` for none, and for one that is there twice.

    >>> [each["title"] for each in rules_data([STANDARD])]
    ['Standard']
    """
    data = [rule_data(rules) for rules in rule_sets]
    if not data:
        raise RiskError("rule_sets must have one rule set or more, not none")
    by_name(((each["name"], each) for each in data), "rule_sets must have each rule set")
    return data


def blitz_data(version: BlitzVersion) -> dict[str, str | float]:
    """Return the constants of Balanced Blitz for the page, in the types of JSON.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> blitz_data(BLITZ_3_3)
    {'name': '3.3', 'negligible': 0.05, 'cut': 0.1, 'sharper': 1.3, 'peaked': 1.8}
    """
    constants = ("negligible", "cut", "sharper", "peaked")
    return {"name": version.name} | {each: float(getattr(version, each)) for each in constants}


def world() -> dict[str, object]:
    """Return the classic map for the page: its drawing, borders and continents.

    Territories are told by their numbers.  In the data, which the tests' walkthrough draws,
    `arcs` are the borders and coasts, each its first point and the steps to the next, and each
    territory has rings of arcs, ~n for arc n backwards; `lanes` lead over the sea, and a territory
    behind the edge stands `around` units away again.

    >>> world()["borders"][0]
    [0, 1]
    """
    from riskexact.turn.geography import map_named

    classic, drawn = map_named("classic"), json.loads(app_text("world.json"))
    number = {t: n for n, t in enumerate(classic.territories)}
    places = zip(classic.territories, drawn.pop("places"), strict=True)
    return {
        **drawn,
        "territories": [{"name": t, **place} for t, place in places],
        "borders": [[number[t], number[u]] for t, u in classic.borders],
        "optional": [number["East Africa"], number["Middle East"]],
        "continents": [
            {"name": name, "territories": [number[t] for t in each.territories]}
            for name, each in classic.continents.items()
        ],
    }
