"""`riskexact map`: the territories of a map, their borders, and what editions call them."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from textwrap import TextWrapper

from riskexact.base.report import Report, Text
from riskexact.base.text import wrapped
from riskexact.cli.output import emit, width
from riskexact.cli.parser import Command, Option
from riskexact.odds.states import armies_text
from riskexact.turn.files import OF_JSON, written
from riskexact.turn.geography import BOARDS, MAPS, Map, map_and_doubts

COMMAND = Command(
    "a map: its territories by continent, their borders, and what editions call them",
    "map classic",
    "[MAP]",
    more="\n         riskexact map domination -o mine.toml\n\n"
    "Files are maps of Domination and Conquest (.map) and of KsirK (world.desktop), a\n"
    "folder of CSV as pytrisk's, JSON (a mapping of lists, nodes and links, or what\n"
    "--json prints) and TOML. riskexact/turn/maps.md of the repository says what may\n"
    "stand in each. -o mine.toml and -o mine.json write such a file.",
    common="--json --output",
    group="Campaigns and maps",
    own={
        "MAP": Option("MAP", f"{MAPS} (default: classic)", default="classic", names=lambda: BOARDS),
    },
)


def run(options: Namespace) -> Report | int:
    """Return the map; its JSON has the continents and borders as `Map` takes them."""
    world, doubtful = map_and_doubts(options.map)
    parts = {"map": options.map, "name": world.name, **_parts(world)}
    parts |= {"doubtful": doubtful} if doubtful else {}
    if options.format == "toml":
        own = {key: value for key, value in parts.items() if key not in OF_JSON}
        emit(written(own), options.output)
        return 0
    others = wrapped(f"riskexact map MAP shows others: {MAPS} of your own", width())
    return Report(repr(world).strip("<>"), parts, Text(others, *_lines(world, doubtful)))


def _parts(world: Map) -> dict[str, object]:
    """Return what makes the map, each border at both of its ends."""
    both = {t: [u for u in world.targets(t) if u in world.sources(t)] for t in world.territories}
    parts = {
        "continents": {name: each._asdict() for name, each in world.continents.items()},
        "borders": both,
        "other_names": {edition: dict(names) for edition, names in world.other_names.items()},
    }
    one_way = {t: [u for u in world.targets(t) if u not in both[t]] for t in both}
    more = {
        "one_way": {t: targets for t, targets in one_way.items() if targets},
        "layout": {t: list(at) for t, at in world.layout.items()},
    }
    return parts | {key: value for key, value in more.items() if value}


def _lines(world: Map, doubtful: Sequence[str]) -> Iterator[str]:
    wrap = TextWrapper(width(), "  ", "    ", break_on_hyphens=False).wrap
    beside = {t: f"{t}: {', '.join(world.neighbours(t))}" for t in world.territories}
    sections = [
        (f"{name}, {armies_text(bonus)} a turn:", [beside.pop(t) for t in territories])
        for name, (territories, bonus) in world.continents.items()
    ]
    more = [
        ("In no continent:", [*beside.values()]),
        ("One way only:", [f"{t} to {u}" for t, u in world.one_way]),
        ("Doubtful:", [*doubtful]),
    ]
    sections += [(title, lines) for title, lines in more if lines]
    for edition, names in world.other_names.items():
        others = ", ".join(f"{other} is {name}" for other, name in names.items())
        sections.append((f"Other names, {edition}:", [others]))
    for title, lines in sections:
        yield from ("", title, *(row for line in lines for row in wrap(line)))
