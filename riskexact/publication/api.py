"""The static interface: small JSON files under paths that stay the same, for programs that fetch.

- `api/v2/index.json`: the rule sets, how far they go, and what is where;
- `api/v2/RULES/index.json`: a rule set, the counts of its rounds, and the attackers needed;
- `api/v2/RULES/ATTACKERS.json`: the chances of these attackers to win, by the defenders.

What a path leads to only ever gains keys; anything else would be `v3`.
"""

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from riskexact.base.report import JSON_VERSION, chance_data
from riskexact.base.text import fraction_text
from riskexact.base.version import VERSION
from riskexact.publication.data import CHANCES, CONVENTIONS
from riskexact.publication.plan import API, Edition, Plan
from riskexact.publication.values import Values
from riskexact.rules.catalogue import title
from riskexact.rules.sentence import sentence

ROOT = f"{API}/v2"
"""The directory of the interface."""

API_INDEX = f"{ROOT}/index.json"

ABOUT = "The static interface: a small JSON file for each number of attackers"


def api_paths(edition: Edition) -> tuple[str, ...]:
    """Return the paths of an edition's files: its index, then one for each number of attackers."""
    return tuple(f"{ROOT}/{edition.name}/{each}.json" for each in ("index", *edition.side))


def api_files(edition: Edition, values: Values) -> dict[str, bytes]:
    """Return the files of an edition by their paths."""
    index, *rest = api_paths(edition)
    files = {index: _bytes(_about(edition, values))}
    won = values.win(edition.rules, edition.side, edition.side)
    for path, (a, chances) in zip(rest, groupby(won, lambda each: each[0][0]), strict=True):
        battles = [{"defenders": d, "win": chance_data(chance)} for (_, d), chance in chances]
        files[path] = _bytes({"rules": edition.name, "attackers": a, "battles": battles})
    return files


def api_index(plan: Plan) -> bytes:
    listed = [
        _sizes(edition)
        | {"index": f"{edition.name}/index.json", "path": f"{edition.name}/{{attackers}}.json"}
        for edition in plan
    ]
    return _bytes({"riskexact": VERSION, "conventions": dict(CONVENTIONS), "rules": listed})


def _sizes(edition: Edition) -> dict[str, Any]:
    name, ends = edition.name, [1, edition.most]
    return {"name": name, "title": title(edition.rules), "attackers": ends, "defenders": ends}


def _about(edition: Edition, values: Values) -> dict[str, Any]:
    """Return the index of an edition: its rules, their rounds, and the attackers needed."""
    rules = edition.rules
    return _sizes(edition) | {
        "sentence": sentence(rules),
        "rules": rules.parts,
        "rounds": [
            {
                "attack_dice": x,
                "defence_dice": y,
                "total": rules.throws(x, y),
                "losses": [
                    {"attackers": i, "defenders": j, "count": n} for (i, j), n in counts.items()
                ],
            }
            for (x, y), counts in values.rounds(rules).items()
        ],
        "needed": [
            {"defenders": d, "chance": chance, "attackers": a}
            for d, chance, a, _ in values.needed(rules, edition.most, CHANCES)
        ],
    }


def _bytes(content: Mapping[str, Any]) -> bytes:
    """Return compact JSON, with each entry of a list of objects on a line of its own."""
    parts = []
    for key, value in {"version": JSON_VERSION, **content}.items():
        text = _line(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n" + ",\n".join(map(_line, value)) + "\n]"
        parts.append(f"{_line(key)}: {text}")
    return ("{" + ",\n".join(parts) + "}\n").encode()


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=fraction_text)
