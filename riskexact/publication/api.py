"""The static interface: small JSON files under paths that stay the same, for programs that fetch.

- `api/v2/index.json`: the rule sets, how far they go, and what is where;
- `api/v2/RULES/index.json`: a rule set, the counts of its rounds, and the attackers needed;
- `api/v2/RULES/ATTACKERS.json`: the chances of these attackers to win, by the defenders.

What a path leads to only ever gains keys; anything else would be `v3`.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from riskexact.base.report import JSON_VERSION, chance_data
from riskexact.base.text import fraction_text
from riskexact.base.version import VERSION
from riskexact.publication.data import CONVENTIONS
from riskexact.publication.data_sets import CHANCES
from riskexact.publication.plan import API, Edition, Plan
from riskexact.publication.values import Values
from riskexact.rules.catalogue import title
from riskexact.rules.sentence import sentence

ROOT = f"{API}/v2"
"""The directory of the interface."""

API_INDEX = f"{ROOT}/index.json"

ABOUT = "The static interface: a small JSON file for each number of attackers"


def api_paths(edition: Edition) -> tuple[str, ...]:
    """Return the paths of an edition's files: its index, then one for each number of attackers.

    >>> from riskexact.rules import STANDARD
    >>> api_paths(Edition(STANDARD, 2))
    ('api/v2/standard/index.json', 'api/v2/standard/1.json', 'api/v2/standard/2.json')
    """
    return tuple(f"{ROOT}/{edition.name}/{each}.json" for each in ("index", *_sizes(edition)))


def api_files(edition: Edition, values: Values) -> dict[str, bytes]:
    """Return the files of an edition by their paths."""
    sizes = _sizes(edition)
    index, *rest = api_paths(edition)
    files = {index: api_rules(edition, values)}
    won = values.win(edition.rules, sizes, sizes)
    for path, (a, battles) in zip(rest, groupby(won, lambda each: each[0][0]), strict=True):
        files[path] = api_battles(edition, a, {d: chance for (_, d), chance in battles})
    return files


def api_index(plan: Plan) -> bytes:
    """Return the index of all rule sets."""
    listed = [
        {
            "name": edition.name,
            "title": title(edition.rules),
            "attackers": [1, edition.most],
            "defenders": [1, edition.most],
            "index": f"{edition.name}/index.json",
            "path": f"{edition.name}/{{attackers}}.json",
        }
        for edition in plan
    ]
    return _bytes({"riskexact": VERSION, "conventions": dict(CONVENTIONS), "rules": listed})


def api_rules(edition: Edition, values: Values) -> bytes:
    """Return the index of an edition: its rules, their rounds, and the attackers needed.

    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> about = json.loads(api_rules(Edition(STANDARD, 2), ByRecursion()))
    >>> about["needed"][0]
    {'defenders': 1, 'chance': '1/2', 'attackers': 2}
    """
    rules = edition.rules
    counts: dict[tuple[int, int], list[dict[str, int]]] = {}
    for x, y, (attackers, defenders), throws in values.rounds(rules):
        loss = {"attackers": attackers, "defenders": defenders, "count": throws}
        counts.setdefault((x, y), []).append(loss)
    return _bytes(
        {
            "name": edition.name,
            "title": title(rules),
            "sentence": sentence(rules),
            "rules": rules.parts,
            "attackers": [1, edition.most],
            "defenders": [1, edition.most],
            "rounds": [
                {
                    "attack_dice": x,
                    "defence_dice": y,
                    "total": rules.throws(x, y),
                    "losses": losses,
                }
                for (x, y), losses in counts.items()
            ],
            "needed": [
                {"defenders": d, "chance": fraction_text(chance), "attackers": a}
                for d, chance, a, _ in values.needed(rules, edition.most, CHANCES)
            ],
        }
    )


def api_battles(edition: Edition, attackers: int, chances: Mapping[int, Fraction]) -> bytes:
    """Return the chances of these attackers to win, by the number of defenders.

    >>> from riskexact.rules import STANDARD
    >>> found = json.loads(api_battles(Edition(STANDARD, 2), 1, {1: Fraction(5, 12)}))
    >>> found["battles"][0]["win"]
    {'fraction': '5/12', 'decimal': '0.4166666667', 'double': 0.4166666666666667}
    """
    battles = [{"defenders": d, "win": chance_data(chance)} for d, chance in chances.items()]
    return _bytes({"rules": edition.name, "attackers": attackers, "battles": battles})


def _sizes(edition: Edition) -> range:
    return range(1, edition.most + 1)


def _bytes(content: Mapping[str, Any]) -> bytes:
    """Return compact JSON, with each entry of a list of objects on a line of its own."""
    parts = []
    for key, value in {"version": JSON_VERSION, **content}.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines = ",\n".join(_line(each) for each in value)
            parts.append(f"{_line(key)}: [\n{lines}\n]")
        else:
            parts.append(f"{_line(key)}: {_line(value)}")
    return ("{" + ",\n".join(parts) + "}\n").encode()


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=fraction_text)
