"""Steps of a turn by the names of territories, as people and programs have them, and in words."""

from collections.abc import Mapping
from typing import Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.text import counted, listed
from riskexact.game.stages import GameStep
from riskexact.game.terms import Terms
from riskexact.turn.played import played_text

NamedStep = tuple[Any, ...]
"""("place", {"A": 3}), ("attack", "A", "B", 2), ("move", 3), ("fortify", "A", "B", 2), ("end",)."""


def named(terms: Terms, step: GameStep) -> NamedStep:
    """Return a step by the names of territories.

    >>> named(Terms("line-3"), ("place", (3, 0, 0))), named(Terms("line-3"), ("attack", 0, 1, 2))
    (('place', {'A': 3}), ('attack', 'A', 'B', 2))
    """
    names = terms.names
    match step:
        case "place", placed:
            return "place", {t: n for t, n in zip(names, placed, strict=True) if n}
        case kind, i, j, n:
            return kind, names[i], names[j], n
    return step


def numbered(terms: Terms, given: object) -> GameStep:
    """Return a step by the numbers of territories; `RiskError` for what is none."""

    def number(name: Any) -> int:
        return terms.names.index(terms.board.territory(name))

    match [*given] if isinstance(given, tuple | list) else []:
        case ["place", Mapping() as given_armies]:
            armies = {number(t): whole(n, f"armies on {t}") for t, n in given_armies.items()}
            return "place", tuple(armies.get(i, 0) for i in range(len(terms.names)))
        case ["attack" | "fortify" as kind, source, target, n]:
            return kind, number(source), number(target), whole(n, "dice or armies", 1)
        case ["move", n]:
            return "move", whole(n, "armies", 1)
        case ["end"]:
            return ("end",)
    raise RiskError(
        'step must be such as ("place", {"A": 3}), ("attack", "A", "B", 2), ("move", 2), '
        f'("fortify", "A", "B", 1) or ("end",), not {shown(given)}'
    )


def step_text(step: NamedStep) -> str:
    """Return a step in words.

    >>> step_text(("place", {"A": 2, "B": 1})), step_text(("attack", "A", "B", 1))
    ('place 2 armies on A and 1 army on B', 'attack B from A with 1 die')
    """
    match step:
        case "place", placed:
            return f"place {listed(f'{_armies(n)} on {t}' for t, n in placed.items())}"
        case "fortify", source, target, n:
            return f"move {_armies(n)} from {source} to {target} and end the turn"
    return played_text(step)


def _armies(n: int) -> str:
    return counted(n, "army", "armies")
