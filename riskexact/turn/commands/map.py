"""`riskexact map`: the territories of a map, their borders, and what editions call them."""

from argparse import Namespace
from collections.abc import Iterator
from textwrap import TextWrapper

from riskexact.base.report import Report, Text
from riskexact.cli.output import width
from riskexact.cli.parser import Command, Option
from riskexact.odds.states import armies_text
from riskexact.turn.geography import Map, map_named

COMMAND = Command(
    "a map: its territories by continent, their borders, and what editions call them",
    "map classic",
    "[MAP]",
    common="--json --output",
    group="Campaigns and maps",
    own={
        "MAP": Option("MAP", "classic, or FILE.toml (default: classic)", default="classic"),
    },
)


def run(options: Namespace) -> Report:
    """Return the map; its JSON has the continents and borders as `Map` takes them."""
    world = map_named(options.map)
    parts = {
        "map": options.map,
        "continents": {name: each._asdict() for name, each in world.continents.items()},
        "borders": {t: world.neighbours(t) for t in world.territories},
        "other_names": {edition: dict(names) for edition, names in world.other_names.items()},
    }
    others = "Other maps are files of your own: riskexact map FILE.toml"
    return Report(repr(world).strip("<>"), parts, Text(others, *_lines(world)))


def _lines(world: Map) -> Iterator[str]:
    wrap = TextWrapper(width(), "  ", "    ", break_on_hyphens=False).wrap
    apart = dict.fromkeys(world.territories)
    for name, (territories, bonus) in world.continents.items():
        yield from ("", f"{name}, {armies_text(bonus)} a turn:")
        for t in territories:
            del apart[t]
            yield from wrap(f"{t}: {', '.join(world.neighbours(t))}")
    yield from ("", "In no continent:") if apart else ()
    for t in apart:
        yield from wrap(f"{t}: {', '.join(world.neighbours(t))}")
    for edition, names in world.other_names.items():
        yield from ("", f"Other names, {edition}:")
        yield from wrap(", ".join(f"{other} is {name}" for other, name in names.items()))
