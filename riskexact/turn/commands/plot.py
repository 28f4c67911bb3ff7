"""Pictures of a turn on a map."""

from argparse import Namespace

from riskexact.base.errors import RiskError
from riskexact.cli.commands.plot import Kind
from riskexact.cli.parser import Option, numbers, pairs
from riskexact.turn.commands.conquer import POSITION, POSITION_OPTIONS, asked_position

STACK, CONTINENT = "Siam=14", "Australia"
GARRISONS = "Indonesia=3", "New-Guinea=2", "Western-Australia=4", "Eastern-Australia=2"
"""The turn that is drawn where no territory is given."""


def _conquest(options: Namespace) -> tuple[object, ...]:
    if not options.mine and not options.enemy:
        options.mine = pairs(STACK, "mine")
        options.enemy = pairs(",".join(GARRISONS), "enemy")
        options.take = options.take or [CONTINENT]
    names = options.take or None, options.through or []
    return asked_position(options), *names, options.move, options.dice


def _gain(options: Namespace) -> tuple[object, ...]:
    asked = _conquest(options)
    if options.vary is None:
        return asked
    (territory, armies), *more = options.vary
    if more:
        raise RiskError("vary must be one territory, not several")
    return *asked, territory, numbers(armies, "armies", 1)


KINDS = {
    "conquest": Kind(
        "conquest",
        _conquest,
        POSITION,
        "the best turn on a map: what to attack first, and what is likely to follow",
        f"--mine {STACK} --take {CONTINENT} {' '.join(GARRISONS)}",
        own=POSITION_OPTIONS,
    ),
    "conquest-gain": Kind(
        "conquest_gain",
        _gain,
        f"{POSITION} --vary",
        "the gain of best play on a map over the best path, by the armies of one territory",
        f"--mine {STACK} {' '.join(GARRISONS)} --vary Siam=2..14",
        own={
            **POSITION_OPTIONS,
            "--vary": Option(
                "NAME=LO..HI", "a territory of mine, and its armies along the curve", pairs
            ),
        },
    ),
}
