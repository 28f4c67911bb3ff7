"""The static interface: small JSON files under paths that stay the same, for programs that fetch.

- `api/v3/index.json`: the rule sets, how far they go, and what is where;
- `api/v3/RULES/index.json`: a rule set, the counts of its rounds, and the attackers needed;
- `api/v3/RULES/ATTACKERS.json`: the chances of these attackers to win, by the defenders.

What a path leads to only ever gains keys; anything else would be `v4`.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from riskexact.base.report import DATA_VERSION
from riskexact.base.version import VERSION
from riskexact.publication.data import CHANCES, CONVENTIONS, chance_row, json_line
from riskexact.publication.plan import API, Edition, Plan
from riskexact.publication.values import Values
from riskexact.rules.catalogue import title
from riskexact.rules.sentence import sentence

ROOT = f"{API}/v3"
"""The directory of the interface."""

API_INDEX = f"{ROOT}/index.json"

ABOUT = "The static interface: a small JSON file for each number of attackers"


def api_paths(edition: Edition) -> tuple[str, ...]:
    """Return the paths of an edition's files: its index, then one for each number of attackers."""
    return tuple(f"{ROOT}/{edition.name}/{each}.json" for each in ("index", *edition.side))


def api_files(edition: Edition, values: Values, *_: object) -> dict[str, bytes]:
    """Return the files of an edition by their paths."""
    index, *rest = api_paths(edition)
    files = {index: _bytes(_about(edition, values))}
    won = values.win(edition.rules, edition.side, edition.side)
    for path, (a, chances) in zip(rest, groupby(won, lambda each: each[0][0]), strict=True):
        battles = [{"defenders": d, "win": chance_row(chance)} for (_, d), chance in chances]
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
    for key, value in {"version": DATA_VERSION, **content}.items():
        text = json_line(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n" + ",\n".join(map(json_line, value)) + "\n]"
        parts.append(f"{json_line(key)}: {text}")
    return ("{" + ",\n".join(parts) + "}\n").encode()
