"""The calculator: one self-contained page that answers exactly, offline, and what installs it.

All arithmetic is done in the browser, in whole numbers of any size, from the counts of each round.
Python writes those of the given rule sets into the page, which so need no time at its start; the
page counts those of rules of one's own.

- `arithmetic/`: the integer kernel of `odds.weights` in JavaScript, backward and forward, and the
  questions that are asked of it; the throws of any rule set, its sentence and its address;
- `interface/`: what is seen and pressed;
- `languages/`: every text of the page, in one file for each language;
- `document` and `scripts`: the page as one file, with a policy that allows its own scripts alone.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.calculator.document import document, package_bytes, package_text
from riskexact.calculator.scripts import ARITHMETIC, INTERFACE, script
from riskexact.rules import Rules, checked_rules
from riskexact.rules.catalogue import GROUPS, entries, known_as, label, title
from riskexact.rules.dice import round_counts

LANGUAGES = ("en", "de", "it")
"""The languages of the page, a file each in `languages/`."""

POLICY = (
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
)

PARTS = ("icon-192.png", "icon-512.png", "manifest.webmanifest")


def page(rule_sets: Sequence[Rules], home: str = "") -> str:
    """Return the calculator as one self-contained HTML page.

    - `rule_sets`: those that can be chosen, one or more, each with another label; the first is
      chosen at the start;
    - `home`: where a link to the other pages leads; "" for a page that stands alone.

    Raises `RiskError` for anything else.

    >>> from riskexact.rules import SINGLE_LOSS, STANDARD
    >>> text = page([STANDARD, SINGLE_LOSS])
    >>> '[[0,2,"2890"],[1,1,"2611"],[2,0,"2275"]]' in text
    True
    """
    link = f'<p><a id="home" href="{escape(home)}" data-text="page.home"></a></p>' if home else ""
    texts = {code: language(code) for code in LANGUAGES}
    first = texts[LANGUAGES[0]]
    without = "".join(
        f'<p class="message" lang="{code}">{escape(spoken["page.noscript"])}</p>'
        for code, spoken in texts.items()
    )
    body = package_text("page.html").replace("HOME", link, 1).replace("NOSCRIPT", without, 1)
    return document(
        f"{first['page.heading']} {first['page.exactly']}",
        body,
        description=first["page.description"],
        styles=[package_text("page.css")],
        scripts={
            "arithmetic": script("arithmetic", ARITHMETIC),
            "interface": script("page", INTERFACE),
        },
        data={"rules": _data(rule_sets), "languages": texts},
        policy=POLICY,
    )


def files(rule_sets: Sequence[Rules], home: str = "") -> dict[str, bytes]:
    """Return the files of the calculator where it is served: the page, and what installs it.

    By path: the page, the manifest of the app, its icons, and the service worker that keeps all
    of them for use without a connection.  Arguments and errors as for `page`.

    >>> from riskexact.rules import STANDARD
    >>> sorted(files([STANDARD]))[:3]
    ['icon-192.png', 'icon-512.png', 'icon.svg']
    """
    made = {"index.html": page(rule_sets, home).encode()}
    made["icon.svg"] = package_text("icon.svg").encode()
    made |= {name: package_bytes(name) for name in PARTS}
    version = hashlib.sha256(b"".join(made.values())).hexdigest()[:16]
    worker = package_text("service-worker.js")
    assert "VERSION" in worker
    made["service-worker.js"] = worker.replace("VERSION", version, 1).encode()
    return made


def language(code: str) -> dict[str, Any]:
    """Return the texts of the page in a language: for each key a text, or its forms by number.

    >>> language("de")["units.defenders"]["other"]
    '{n} Verteidiger'
    """
    texts: dict[str, Any] = json.loads(package_text(f"languages/{code}.json"))
    return texts


def rule_data(rules: Rules) -> dict[str, object]:
    """Return a rule set for the page, in the types of JSON; counts are texts.

    `attack` and `defence` have the units that each die needs, and `rounds` has for x attack dice
    and y defence dice at [x - 1][y - 1] each (attackers lost, defenders lost, number of throws).

    >>> from riskexact.rules import SINGLE_LOSS
    >>> rule_data(SINGLE_LOSS)["rounds"][2][1]
    [[0, 1, '3667'], [1, 0, '4109']]
    """
    checked_rules(rules)
    entry = entries().get(known_as(rules) or "")
    return {
        "name": label(rules),
        "title": title(rules),
        "group": entry.group if entry else GROUPS[-1],
        "parts": rules.parts,
        "attack": list(_needs(rules.attack.dice_of, rules.attack.max_dice)),
        "defence": list(_needs(rules.defence.dice_of, rules.defence.max_dice)),
        "rounds": [
            [
                [[i, j, str(count)] for (i, j), count in round_counts(x, y, rules).items()]
                for y in range(1, rules.defence.max_dice + 1)
            ]
            for x in range(1, rules.attack.max_dice + 1)
        ],
    }


def _data(rule_sets: Sequence[Rules]) -> list[dict[str, object]]:
    data = [rule_data(rules) for rules in rule_sets]
    if not data:
        raise RiskError("rule_sets must have one rule set or more, not none")
    names = [each["name"] for each in data]
    for name in names:
        if names.count(name) > 1:
            raise RiskError(f"rule_sets must have each rule set once, not {shown(name)} again")
    return data


def _needs(dice_of: Callable[[int], int], most: int) -> Iterator[int]:
    """Yield how many units each die needs."""
    units = 0
    for number in range(1, most + 1):
        while dice_of(units) < number:
            units += 1
        yield units
