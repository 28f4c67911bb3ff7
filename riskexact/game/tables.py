"""A table is a file: certified bounds of all positions of a game, which `table_check` proves.

The first line is JSON, with the game in words and in numbers.  Then each position has two whole
numbers of 32 bits, the lowest byte first: its lower bound and its upper bound, over `scale`.  A
position is a pattern and armies (see `terms`).  Listed are those that are the least of their images
under the symmetries of the board: by pattern, by the sum of armies, in lexicographic order.
"""

import json
from array import array
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from sys import byteorder
from typing import Any

from riskexact.base.arguments import short_repr
from riskexact.base.errors import CheckFailedError, RiskError
from riskexact.battle.question import rules_of_json
from riskexact.game.stages import Stage, moved
from riskexact.game.sweeps import Sweeps
from riskexact.game.table_check import WRONG, checked
from riskexact.game.terms import BoardArmies, Terms
from riskexact.rules.catalogue import rules_json
from riskexact.turn.geography import checked_map

TABLE_FORMAT = "riskexact game 1"

MAX_TABLE_BYTES = 1 << 26

TABLE_SCALE_BITS = 30
"""The sweeps are at the scale of the file: a table that is rounded afterwards proves nothing."""


def table_of(terms: Terms) -> bytes:
    """Return the table of a game."""
    return written_table(settled_table(terms))


@lru_cache(maxsize=1)
def settled_table(terms: Terms) -> Sweeps:
    """Return the bounds that a table holds."""
    sweeps = Sweeps(terms, TABLE_SCALE_BITS)
    sweeps.settle()
    return sweeps


def rows_of_table(sweeps: Sweeps, most: int) -> list[tuple[BoardArmies, Fraction, Fraction]]:
    """Return both bounds of all positions to a sum of armies; the enemy's armies are below 0."""
    positions, found = sweeps.positions, list[tuple[BoardArmies, Fraction, Fraction]]()
    for p in range(1, sweeps.terms.everything):
        lower, upper = (positions.of(each, p) for each in (sweeps.lower, sweeps.upper))
        for armies, *bounds in zip(positions.all, lower, upper, strict=False):
            if sum(armies) <= most:
                signed = tuple(a if p >> i & 1 else -a for i, a in enumerate(armies))
                low, up = (Fraction(int(bound), sweeps.one) for bound in bounds)
                found.append((signed, low, up))
    return sorted(found)


def written_table(sweeps: Sweeps) -> bytes:
    """Return the table of bounds that have settled."""
    terms, numbers = sweeps.terms, array("I")
    for p in sorted(sweeps.positions.order):
        bounds = zip(sweeps.positions.all, sweeps.lower[p], sweeps.upper[p], strict=False)
        for armies, low, up in bounds:
            here = Stage(p, armies)
            if all(here <= moved(here, image) for image in terms.symmetries):
                numbers.extend((int(low), int(up)))
    if byteorder == "big":
        numbers.byteswap()
    before, _, after = json.dumps(_header(terms) | {"sha256": "*"}).rpartition("*")
    content = [before.encode(), after.encode() + b"\n" + numbers.tobytes()]
    return sha256(b"".join(content)).hexdigest().encode().join(content)


def _header(terms: Terms) -> dict[str, Any]:
    """Return the header: the question of the game, and then what follows from it, in numbers."""
    attack, defence, around = terms.rules.attack, terms.rules.defence, terms.around
    n, units = len(terms.names), range(1, terms.armies)
    borders = [[i, j] for i in range(n) for j in range(i, n) if around[i] >> j & 1]
    return {
        "format": TABLE_FORMAT,
        "board": terms.board.json(),
        "rules": rules_json(terms.rules),
        "bonuses": [[list(group), bonus] for group, bonus in sorted(terms.bonuses.items())],
        "reinforcements": terms.reinforcements,
        "dice": terms.dice,
        "move": terms.move,
        "fortify": terms.fortify,
        "armies": terms.armies,
        "scale": 1 << TABLE_SCALE_BITS,
        "territories": list(terms.names),
        "borders": borders,
        "incomes": [terms.incomes(p) for p in range(1, terms.everything)],
        "attack_dice": [attack.dice_of(a) for a in units[: attack.units_for_max_dice]],
        "defence_dice": [defence.dice_of(d) for d in units[: defence.units_for_max_dice]],
        "rounds": [
            [*dice, [[*lost, weight] for lost, weight in ends]]
            for dice, ends in terms.rounds.items()
        ],
    }


def proved_game(content: bytes) -> Terms:
    """Return the game of which a table proves the bounds; `RiskError` for anything else."""
    header = checked(content)
    del header["sha256"]
    try:
        rules = rules_of_json(header["rules"])
        bonuses = {tuple(group): n for group, n in header["bonuses"]}
        options = (header[key] for key in ("dice", "move", "fortify", "armies"))
        board = checked_map(header["board"])
        terms = Terms(board, header["reinforcements"], rules, bonuses, *options)
    except WRONG as error:
        raise RiskError(
            f"the header of a table must be of a game: {short_repr(str(error))}"
        ) from None
    right = _header(terms)
    for key in {**header, **right}:
        value, due = (
            json.dumps(each[key], sort_keys=True) if key in each else "nothing"
            for each in (header, right)
        )
        if value != due:
            said = f"{short_repr(key)} {due[:60]}, not {value[:60]}"
            raise CheckFailedError(f"the header of a table must have, by its game, {said}")
    return terms
