"""What the pages of the calculator share: rule sets as data, texts, and what a page may do."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.calculator.document import document, package_text
from riskexact.rules import Rules, checked_rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.catalogue import GROUPS, entries, known_as, label, title
from riskexact.rules.dice import round_counts

LANGUAGES = ("en", "de", "it")
"""The languages of the page, a file each in `languages/`."""

POLICY = (
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
)


def app(
    body: str,
    texts: Mapping[str, Mapping[str, Any]],
    links: Mapping[str, str],
    *,
    styles: Sequence[str],
    scripts: Mapping[str, str],
    data: Mapping[str, object],
) -> str:
    """Return a page in several languages, as one self-contained document.

    - `body`: HTML, with NOSCRIPT where what needs no script is said, and LINK-name for each link;
    - `texts`: of each language; the first one titles the page;
    - `links`: where each link leads, by name; "" for none;
    - `styles`, `scripts` and `data` as `document` takes them.
    """
    first = next(iter(texts.values()))
    without = "".join(
        f'<p class="message" lang="{code}">{escape(spoken["page.noscript"])}</p>'
        for code, spoken in texts.items()
    )
    body = body.replace("NOSCRIPT", without, 1)
    for name, address in links.items():
        link = f'<p><a id="{name}" href="{escape(address)}" data-text="page.{name}"></a></p>'
        body = body.replace(f"LINK-{name}", link if address else "", 1)
    return document(
        f"{first['page.heading']} {first['page.exactly']}",
        body,
        description=first["page.description"],
        styles=styles,
        scripts=scripts,
        data={**data, "languages": texts},
        policy=POLICY,
    )


def language(code: str) -> dict[str, Any]:
    """Return the texts of the page in a language: for each key a text, or its forms by number.

    >>> language("de")["units.defenders"]["other"]
    '{n} Verteidiger'
    """
    texts: dict[str, Any] = json.loads(package_text(f"languages/{code}.json"))
    return texts


def page_texts(code: str, folder: str, shared: tuple[str, ...]) -> dict[str, Any]:
    """Return the texts of another page: those of its folder, and those of the calculator it shares.

    - `shared`: keys of those texts, or how their keys begin.

    >>> page_texts("de", "maps", ("win.",))["edit.enemy"]
    'Gegner'
    """
    of_calculator = {key: text for key, text in language(code).items() if key.startswith(shared)}
    own: dict[str, Any] = json.loads(package_text(f"{folder}/{code}.json"))
    return of_calculator | own


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


def rules_data(rule_sets: Sequence[Rules]) -> list[dict[str, object]]:
    """Return the rule sets of a page; raise `RiskError` for none, and for one that is there twice.

    >>> from riskexact.rules import STANDARD
    >>> [each["title"] for each in rules_data([STANDARD])]
    ['Standard']
    """
    data = [rule_data(rules) for rules in rule_sets]
    if not data:
        raise RiskError("rule_sets must have one rule set or more, not none")
    names = [each["name"] for each in data]
    for name in names:
        if names.count(name) > 1:
            raise RiskError(f"rule_sets must have each rule set once, not {shown(name)} again")
    return data


def blitz_data(version: BlitzVersion) -> dict[str, str | float]:
    """Return the constants of Balanced Blitz for the page, in the types of JSON.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> blitz_data(BLITZ_3_3)
    {'name': '3.3', 'negligible': 0.05, 'cut': 0.1, 'sharper': 1.3, 'peaked': 1.8}
    """
    return {
        "name": version.name,
        "negligible": float(version.negligible),
        "cut": float(version.cut),
        "sharper": float(version.sharper),
        "peaked": float(version.peaked),
    }


def without_counts(data: Mapping[str, object]) -> dict[str, object]:
    """Return a rule set for a page that counts rounds itself, if it is in the catalogue.

    Others may take too long there.

    >>> from riskexact.rules import STANDARD
    >>> list(without_counts(rule_data(STANDARD)))
    ['name', 'title', 'group', 'parts']
    """
    counted = ("attack", "defence", "rounds") if data["name"] in entries() else ()
    return {key: value for key, value in data.items() if key not in counted}


def _needs(dice_of: Callable[[int], int], most: int) -> Iterator[int]:
    """Yield how many units each die needs."""
    units = 0
    for number in range(1, most + 1):
        while dice_of(units) < number:
            units += 1
        yield units
