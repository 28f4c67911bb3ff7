"""The pictures of the walk and of the best turn on a map, by the names of their files."""

import io
import json
import re
from collections.abc import Callable, Mapping
from importlib.metadata import version

from PIL import Image

from riskexact.pictures import (
    Picture,
    conquest_gain,
    heat_map,
    lattice,
    net_results,
    outcome_bars,
    outcome_graph,
)
from riskexact.rules import SINGLE_LOSS
from riskexact.turn.pictures.conquest import conquest
from riskexact.turn.position import Position
from tests.walkthrough.calls import call_triangle
from tests.walkthrough.flow import flow_chart

PICTURES: Mapping[str, Callable[[], Picture]] = {
    "flow-chart.png": flow_chart,
    "outcome-graph.png": lambda: outcome_graph(5, 4, armies=True),
    "calls.png": lambda: call_triangle(5, 5, SINGLE_LOSS),
    "lattice.png": lambda: lattice(rules=SINGLE_LOSS),
    "outcomes-5-5.png": lambda: outcome_bars(5, 5, SINGLE_LOSS),
    "outcomes-10-8.png": lambda: outcome_bars(10, 8, SINGLE_LOSS),
    "odds.png": heat_map,
    "outcomes-12-15.png": lambda: outcome_bars(12, 15),
    "outcomes-33-38.png": lambda: outcome_bars(33, 38),
    "net-10-10.png": lambda: net_results(9, 10, armies=True),
    "net-3-3-3.png": lambda: net_results(11, (3, 3, 3), armies=True),
    "net-eight-ones.png": lambda: net_results(11, (1,) * 8, armies=True),
}

SOUTH_AMERICA = dict.fromkeys(("Venezuela", "Peru", "Brazil", "Argentina"), 3)

MAP_PICTURES: Mapping[str, Callable[[], Picture]] = {
    "conquest.png": lambda: conquest(
        Position(
            "classic",
            {"Siam": 14},
            {"Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2},
        ),
        "Australia",
    ),
    "conquest-gain.png": lambda: conquest_gain(
        Position("classic", {"Central America": 8, "North Africa": 8}, SOUTH_AMERICA),
        "South America",
        armies=range(2, 15),
    ),
}
"""Those in the README of maps, which stand in this folder too."""

COLOURS = 32
"""In a file: enough for all but the smoothest of shades, at a quarter of the bytes."""


def drawn_by() -> str:
    """Return the libraries of which the bytes of the files depend."""
    return json.dumps({name: version(name) for name in ("matplotlib", "pillow")}) + "\n"


def small_png(picture: Picture) -> bytes:
    """Return the picture in few colours."""
    return quantized(Image.open(io.BytesIO(picture.png())).convert("RGB"))


def quantized(image: Image.Image, colours: int = COLOURS) -> bytes:
    """Return an image in few colours, as a PNG file."""
    written = io.BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def with_alternatives(text: str, pictures: Mapping[str, Picture]) -> str:
    """Return the text with what each picture says to those who cannot see it."""

    def described(match: re.Match[str]) -> str:
        name = match[1].rpartition("/")[2]
        words = re.sub(r"([\[\]\\])", r"\\\1", pictures[name].alternative)
        return f"![{' '.join(words.split())}]({match[1]})"

    return re.sub(r"!\[(?:[^\]\\]|\\.)*\]\(([^)]+\.png)\)", described, text)
