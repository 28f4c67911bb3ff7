"""What the pages are told: rule sets, versions of Balanced Blitz, and the classic map, in JSON."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence

from riskexact.app.scripts import app_text
from riskexact.base.arguments import by_name
from riskexact.base.errors import RiskError
from riskexact.base.resources import package_bytes
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules, checked_rules
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion
from riskexact.rules.catalogue import GROUPS, entries, given_name, known_as, title
from riskexact.rules.dice import round_counts

PLAYED_BOARDS, TABLE_ENDING = ("line-2", "complete-3"), ".rxg"
"""The boards whose tables the page has within itself, and the end of the name of any table."""

COIN = {"attack": [1], "defence": [1], "rounds": [[[[0, 1, "1"], [1, 0, "1"]]]]}
"""A point for either of two players, by a fair coin: for a page what a round of dice is."""


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

    >>> from riskexact.rules import SINGLE_LOSS
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

    >>> from riskexact.rules import STANDARD
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
