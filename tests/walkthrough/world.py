"""`python -m tests.walkthrough.world countries-50m.json`: draw the map of the page.

The file is Natural Earth's countries at 1 : 50 million, which is in the public domain, as the npm
package world-atlas has it; shapely is needed besides.  Countries become territories, large ones cut
along lines; these are projected, with lenses over the crowded places, simplified with the borders
that they share, and written as arcs in whole numbers, from which the page draws smooth lines.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

from riskexact.turn.geography import map_named

FILE = Path(__file__).parents[2] / "riskexact" / "app" / "world.json"
CLASSIC = map_named("classic")

WIDTH, MARGIN = 2000, 30
DETAIL = 6.2
"""Units of the drawing below which nothing is told apart."""

SMALLEST = 5.5
"""Square degrees of the least island."""

COUNTRIES = {
    "Greenland": "Greenland",
    "Central America": "Mexico, Guatemala, Belize, Honduras, El Salvador, Nicaragua, Costa Rica,"
    " Panama, Cuba, Jamaica, Haiti, Dominican Rep., Puerto Rico",
    "Venezuela": "Venezuela, Colombia, Guyana, Suriname",
    "Peru": "Peru, Ecuador, Bolivia",
    "Brazil": "Brazil",
    "Argentina": "Argentina, Chile, Uruguay, Paraguay, Falkland Is.",
    "Iceland": "Iceland",
    "Scandinavia": "Norway, Sweden, Finland, Åland",
    "Ukraine": "Ukraine, Belarus, Lithuania, Latvia, Estonia, Moldova, Georgia, Armenia,"
    " Azerbaijan",
    "Great Britain": "United Kingdom, Ireland, Isle of Man",
    "Northern Europe": "Germany, Poland, Netherlands, Belgium, Luxembourg, Denmark, Czechia,"
    " Slovakia, Austria, Switzerland, Liechtenstein",
    "Western Europe": "France, Spain, Portugal, Andorra, Monaco",
    "Southern Europe": "Italy, San Marino, Vatican, Slovenia, Croatia, Bosnia and Herz., Serbia,"
    " Montenegro, Kosovo, Albania, Macedonia, Greece, Bulgaria, Romania, Hungary",
    "North Africa": "Morocco, W. Sahara, Algeria, Tunisia, Mauritania, Mali, Niger, Chad, Senegal,"
    " Gambia, Guinea, Guinea-Bissau, Sierra Leone, Liberia, Côte d'Ivoire, Ghana, Togo, Benin,"
    " Burkina Faso, Nigeria",
    "Egypt": "Egypt, Libya",
    "East Africa": "Sudan, S. Sudan, Ethiopia, Eritrea, Djibouti, Somalia, Somaliland, Kenya,"
    " Uganda, Tanzania, Rwanda, Burundi",
    "Congo": "Dem. Rep. Congo, Congo, Gabon, Eq. Guinea, Cameroon, Central African Rep.",
    "South Africa": "South Africa, Lesotho, eSwatini, Namibia, Botswana, Zimbabwe, Mozambique,"
    " Malawi, Zambia, Angola",
    "Madagascar": "Madagascar",
    "Japan": "Japan",
    "Afghanistan": "Afghanistan, Kazakhstan, Uzbekistan, Turkmenistan, Kyrgyzstan, Tajikistan",
    "China": "China, Taiwan, Hong Kong, Macao",
    "Mongolia": "Mongolia, North Korea, South Korea",
    "Middle East": "Turkey, Syria, Lebanon, Israel, Palestine, Jordan, Iraq, Iran, Saudi Arabia,"
    " Yemen, Oman, United Arab Emirates, Qatar, Kuwait, Cyprus, N. Cyprus",
    "India": "India, Pakistan, Nepal, Bhutan, Bangladesh, Sri Lanka, Siachen Glacier",
    "Siam": "Myanmar, Thailand, Laos, Cambodia, Vietnam",
    "Indonesia": "Indonesia, Malaysia, Brunei, Philippines, Timor-Leste",
    "New Guinea": "Papua New Guinea",
    "Eastern Australia": "Australia, New Zealand",
    "Quebec": "Canada",
    "Eastern United States": "United States of America",
    "Kamchatka": "Russia",
}

FORK = (134.0, 60.5)
"""Where three territories of Siberia meet."""

CUTS: dict[str, list[list[tuple[float, float]]]] = {
    "Russia": [
        [(69, 84), (68.5, 68.8), (66, 67.5), (60, 65), (59, 61), (59.5, 57), (60.5, 54), (61, 49)],
        [(74, 84), (73, 71), (78, 66), (76.5, 61), (79.5, 56), (85, 52), (85.8, 48)],
        [(104, 84), (104, 75), (107, 71), (108, 66), (105, 62), (99, 57), (97.5, 53), (98.5, 49)],
        [(105, 62), (112, 61), (120, 59.5), (128, 60), FORK],
        [FORK, (141, 63), (147, 66), (152, 69), (154, 74), (154, 82)],
        [FORK, (130, 57), (122, 55.5), (119.5, 52.5), (119, 48)],
    ],
    "Kazakhstan": [[(68.5, 57), (69.5, 52), (74, 49.5), (78, 47.5), (80, 45), (84, 44)]],
    "China": [[(103, 44), (105, 41), (111, 40.2), (116, 41.2), (119.5, 40), (121, 38.5)]],
    "Mongolia": [[(94, 54), (94.5, 48), (96.5, 44), (97, 40)]],
    "United States of America": [[(-97, 51), (-97, 45.5), (-101.5, 42), (-102.5, 35), (-105, 27)]],
    "Canada": [
        [(-150, 60), (-101, 60), (-92, 59.9)],
        [(-101, 60), (-102.5, 55), (-102, 47)],
        [(-79.6, 55), (-79.5, 46.5), (-77, 45.6), (-74, 44)],
    ],
    "Australia": [[(137, -8), (138, -17), (134.5, -22), (133.5, -27), (133, -40)]],
}

SEEDS: dict[str, dict[str, list[tuple[float, float]]]] = {
    "Russia": {
        "Ukraine": [(40, 55), (34, 45), (21, 55), (55, 62), (55, 73), (60, 75)],
        "Ural": [(66, 58), (70, 66), (78, 54), (68, 71)],
        "Siberia": [(90, 60), (90, 72), (98, 79), (92, 51)],
        "Yakutsk": [(120, 66), (143, 74), (140, 70)],
        "Irkutsk": [(110, 55), (118, 57)],
        "Kamchatka": [(160, 62), (135, 52), (143, 50), (178, 67), (187, 66), (180, 71), (150, 62)],
    },
    "Kazakhstan": {"Afghanistan": [(60, 48), (72, 45)], "Ural": [(78, 51)]},
    "China": {"China": [(100, 32), (110, 20), (111, 39)], "Mongolia": [(124, 46), (110, 42)]},
    "Mongolia": {"Mongolia": [(105, 47)], "China": [(91, 48)]},
    "United States of America": {
        "Alaska": [(-150, 65), (-134, 57), (-154, 57), (-165, 60), (-132, 55)],
        "Western United States": [(-112, 40), (-122.5, 48)],
        "Eastern United States": [(-85, 38), (-97, 30)],
        "": [(-157, 20), (-172, 52), (173, 53), (-170, 57), (-171, 63)],
    },
    "Canada": {
        "Northwest Territory": [
            (-115, 65), (-110, 71), (-72, 69), (-85, 64.5), (-85, 75), (-70, 64), (-95, 69),
        ],
        "Alberta": [(-115, 55), (-126, 50), (-132, 53)],
        "Ontario": [(-88, 51), (-82, 45)],
        "Quebec": [(-70, 53), (-74, 60), (-57, 49), (-64, 45), (-62, 50)],
    },
    "France": {
        "Western Europe": [(2, 47)], "Southern Europe": [(9, 42)], "Venezuela": [(-53, 4)],
        "": [(55, -21), (-61, 15), (45, -13)],
    },
    "Norway": {"Scandinavia": [(10, 62), (24, 69)], "": [(18, 78), (25, 79), (-8, 71)]},
    "Turkey": {"Middle East": [(33, 39)], "Southern Europe": [(27, 41.3)]},
    "Spain": {"Western Europe": [(-4, 40), (2, 39.5)], "": [(-15, 28.3)]},
    "Malaysia": {"Siam": [(102, 4)], "Indonesia": [(115, 4)]},
    "Indonesia": {
        "Indonesia": [(102, 0), (112, -1), (110, -7), (120, -2), (122, -9)],
        "New Guinea": [(137, -4), (132, -1.5)], "": [(128, 1), (128.5, -3.3), (131.5, -7.5)],
    },
    "Australia": {"Western Australia": [(122, -25)], "Eastern Australia": [(145, -25)]},
}  # fmt: skip
"""Points of the countries that are not all of one territory; what is nearest to "" is left out."""

LENSES = [
    ((13, 49), 18, 0.74), ((-97, 53), 17, 0.16), ((-86, 14), 10, 0.5), ((117, -1), 15, 0.3),
    ((50, 38), 14, 0.12), ((101, 16), 9, 0.2),
]  # fmt: skip
"""Points that are enlarged, how far that reaches, and by how much, in degrees."""

NEARER = 8
"""Degrees by which the Americas come nearer."""

GROWN = {
    "Iceland": (1.9, (1.5, -1)), "Great Britain": (1.15, (-2, 0.8)), "Japan": (1.5, (4, 0)),
    "Madagascar": (1.35, (3.2, 0)), "New Guinea": (1.25, (1, 1.6)), "Greenland": (0.8, (-5, -1)),
}  # fmt: skip
"""Islands with how much they grow, and move, in degrees."""

MOVED = {
    "Western Australia": (-14, -6), "Eastern Australia": (10, 6), "Northern Europe": (-16, 2),
    "Ukraine": (0, -14), "China": (10, 8), "Middle East": (0, 0), "Siam": (0, -10),
    "Central America": (2, 2), "Ontario": (6, 4), "Southern Europe": (8, -4),
    "Peru": (-4, -6), "Scandinavia": (-14, 4),
}  # fmt: skip
"""How far the place of a territory is from the middle of its largest circle."""

FATTER = {
    "Iceland": 0.25, "Great Britain": 0.15, "Japan": 0.55, "New Guinea": 0.35, "Indonesia": 0.4,
    "Madagascar": 0.2,
}  # fmt: skip
"""Degrees by which thin islands grow on every side."""

STRAITS: dict[tuple[str, str], list[tuple[float, float]]] = {
    ("Greenland", "Ontario"): [(-66, 61.4), (-76, 63.4), (-85, 60)],
}
"""Sea lanes that are not straight, with points that they go by."""


def countries(file: Path) -> dict[str, shapely.MultiPolygon]:
    """Return every country, in degrees; the far east of Siberia lies beyond 180."""
    topology = json.loads(file.read_text(encoding="utf-8"))
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in map(np.array, topology["arcs"])]

    def ring(numbers: Sequence[int]) -> np.ndarray:
        parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
        points = np.vstack([parts[0], *(part[1:] for part in parts[1:])])
        points[:, 0] = np.unwrap(points[:, 0], period=360)
        return points

    found = {}
    for each in topology["objects"]["countries"]["geometries"]:
        shapes = each["arcs"] if each["type"] == "MultiPolygon" else [each["arcs"]]
        polygons = [Polygon(ring(rings[0]), [ring(hole) for hole in rings[1:]]) for rings in shapes]
        if each["properties"]["name"] == "Russia":
            east = [shapely.transform(p, lambda at: at + (360, 0)) for p in polygons]
            polygons = [e if p.centroid.x < 0 else p for p, e in zip(polygons, east, strict=True)]
        found[each["properties"]["name"]] = shapely.union_all(shapely.make_valid(polygons))
    return found


def territories(file: Path) -> dict[str, shapely.MultiPolygon]:
    """Return every territory in degrees, those that touch with the same points."""
    land = countries(file)
    owner = {c: t for t, names in COUNTRIES.items() for c in names.split(", ")}
    cuts = [
        shapely.intersection(shapely.segmentize(LineString(line), 1.5), land[c].buffer(0.4))
        for c, lines in CUTS.items()
        for line in lines
    ]
    lines = [land[c].boundary for c in owner] + cuts
    faces = shapely.get_parts(shapely.polygonize([shapely.union_all(lines, grid_size=1e-5)]))
    held: dict[str, list[Polygon]] = defaultdict(list)
    tree = shapely.STRtree([land[c] for c in owner])
    for face in faces:
        inside = face.representative_point()
        for n in tree.query(inside, predicate="intersects")[:1]:
            country = [*owner][n]
            seeds = SEEDS.get(country, {owner[country]: [(0, 0)]})
            held[min(seeds, key=lambda t: face.distance(shapely.MultiPoint(seeds[t])))] += [face]
    return {t: shapely.union_all(held[t]) for t in CLASSIC.territories}


def projected(at: np.ndarray, west: bool) -> np.ndarray:
    """Return where points in degrees stand in the drawing, before it is scaled: y grows north."""

    def flat(at: np.ndarray) -> np.ndarray:
        p = np.abs(at[..., 1]) / 90
        across = (at[..., 0] - 11) * 0.88 * (1 - 0.3 * p**2.2)
        return np.stack([across, at[..., 1] * 1.24 * (1 - 0.14 * p**3)], axis=-1)

    found = flat(at + (NEARER if west else 0, 0))
    for centre, reach, strength in LENSES:
        away = found - flat(np.array(centre, float))
        found = found + away * (strength * np.exp(-(away**2).sum(-1) / (2 * reach**2)))[..., None]
    return found


def is_western(territory: str) -> bool:
    return any(territory in CLASSIC.continents[c].territories for c in CLASSIC.continents
               if c.endswith("America"))  # fmt: skip


def drawn(file: Path) -> tuple[dict[str, shapely.MultiPolygon], Any]:
    """Return every territory in units of the drawing, simplified, and what scales points."""
    shapes = {}
    for t, shape in territories(file).items():
        west = is_western(t)
        each = shapely.transform(shape, lambda at, west=west: projected(at, west))
        factor, (right, up) = GROWN.get(t, (1, (0, 0)))
        each = shapely.affinity.scale(each, factor, factor, origin="centroid")
        each = shapely.affinity.translate(each, right, up).buffer(FATTER.get(t, 0))
        parts = shapely.get_parts(each)
        kept = [Polygon(part.exterior) for part in parts if part.area >= SMALLEST]
        shapes[t] = shapely.MultiPolygon(kept)
    left, _, right, top = shapely.total_bounds([*shapes.values()])
    scale = (WIDTH - 2 * MARGIN) / (right - left)

    def scaled(at: np.ndarray) -> np.ndarray:
        placed: np.ndarray = (at - (left, top)) * (scale, -scale) + (MARGIN, MARGIN)
        return placed

    large = [shapely.transform(shape, scaled) for shape in shapes.values()]
    simple = shapely.coverage_simplify(large, DETAIL)
    return dict(zip(shapes, simple, strict=True)), scaled


Pair = tuple[int, int]


def rings_of(shape: shapely.MultiPolygon) -> list[list[Pair]]:
    """Return the rings of a territory in whole numbers, the largest first, the last point away."""
    parts = sorted(shapely.get_parts(shape), key=lambda part: -part.area)
    rings = []
    for part in parts:
        points = [(round(x), round(y)) for x, y in part.exterior.coords]
        ring = [at for n, at in enumerate(points[:-1]) if at != points[n - 1] or not n]
        rings += [ring] if len(ring) > 2 else []
    return rings


def arcs_of(rings: Sequence[list[Pair]]) -> tuple[list[list[Pair]], list[list[int]]]:
    """Return arcs, each once, and each ring as numbers of arcs, ~n for arc n backwards."""
    near: dict[Pair, set[Pair]] = defaultdict(set)
    for ring in rings:
        for one, other in pairwise([*ring, ring[0]]):
            near[one].add(other)
            near[other].add(one)
    arcs: dict[tuple[Pair, ...], int] = {}
    numbered = []
    for ring in rings:
        ends = [n for n, at in enumerate(ring) if len(near[at]) > 2]
        turned = ring[ends[0] :] + ring[: ends[0]] if ends else ring
        closed = [*turned, turned[0]]
        cuts = [n for n, at in enumerate(closed) if len(near[at]) > 2] or [0, len(ring)]
        numbers = []
        for start, end in pairwise(cuts):
            arc = tuple(closed[start : end + 1])
            back = arcs.get(arc[::-1])
            numbers.append(arcs.setdefault(arc, len(arcs)) if back is None else ~back)
        numbered.append(numbers)
    return [list(arc) for arc in arcs], numbered


def lanes(
    shapes: dict[str, shapely.MultiPolygon],
    at: dict[str, Pair],
    borders: Iterable[tuple[str, str]],
    scaled: Any,
) -> list[list[Any]]:
    """Return the sea lanes between territories, each from coast to coast, as points."""
    coasts = {
        t: np.vstack([part.exterior.coords for part in shapely.get_parts(s)])
        for t, s in zip(shapes, shapely.segmentize([*shapes.values()], 8), strict=True)
    }
    number = {t: n for n, t in enumerate(CLASSIC.territories)}
    found = []
    for t, u in borders:
        by = STRAITS.get((t, u), STRAITS.get((u, t), []))
        others = shapely.union_all([s for name, s in shapes.items() if name not in (t, u)])
        points = scaled(projected(np.array(by), True)) if by else np.empty((0, 2))
        points = points if (t, u) in STRAITS else points[::-1]
        if len(points):
            ends = [_nearest(coasts[t], points[0], at[t]), _nearest(coasts[u], points[-1], at[u])]
        else:
            ends = _crossing(coasts[t], coasts[u], at[t], at[u], others)
        line = [ends[0], *points, ends[1]]
        found.append([number[t], number[u], [round(v) for point in line for v in point]])
    return found


def _nearest(coast: np.ndarray, to: np.ndarray, home: Pair) -> np.ndarray:
    away = np.hypot(*(coast - to).T) + 0.2 * np.hypot(*(coast - home).T)
    return np.array(coast[away.argmin()])


def _crossing(one: np.ndarray, other: np.ndarray, from_: Pair, to: Pair, others: Any) -> list[Any]:
    """Return where a lane leaves one coast and lands on the other: short, and over no land."""
    cost = np.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1))
    cost += 0.5 * (np.hypot(*(one - from_).T)[:, None] + np.hypot(*(other - to).T)[None])
    for n in np.argsort(cost, axis=None)[:20_000:7]:
        ends = [one[n // len(other)], other[n % len(other)]]
        if not LineString(ends).intersects(others):
            return ends
    raise AssertionError((from_, to))


def world(file: Path) -> dict[str, Any]:
    """Return what the page draws."""
    shapes, scaled = drawn(file)
    rings = {t: rings_of(shape) for t, shape in shapes.items()}
    arcs, numbered = arcs_of([ring for each in rings.values() for ring in each])
    waiting = iter(numbered)
    own = {t: [next(waiting) for _ in each] for t, each in rings.items()}
    holders: dict[int, set[str]] = defaultdict(set)
    for t, each in own.items():
        for n in (n for ring in each for n in ring):
            holders[max(n, ~n)].add(t)
    at = {}
    for t, shape in shapes.items():
        part = max(shapely.get_parts(shape), key=lambda part: part.area)
        x, y = shapely.maximum_inscribed_circle(part, tolerance=1).coords[0]
        right, down = MOVED.get(t, (0, 0))
        at[t] = round(x + right), round(y + down)
        assert part.contains(Point(at[t])), t
    touching = {frozenset(each) for each in holders.values() if len(each) == 2}
    borders = {frozenset(border): border for border in CLASSIC.borders}
    assert touching <= set(borders), [sorted(each) for each in touching - set(borders)]
    behind = frozenset(("Alaska", "Kamchatka"))
    apart = [pair for each, pair in borders.items() if each not in touching and each != behind]
    flat = np.array([[0, 66.0], [360 - NEARER, 66.0]])
    around = np.diff(scaled(projected(flat + (0, 0), False)), axis=0)[0][0]
    _, _, _, bottom = shapely.total_bounds([*shapes.values()])
    print(f"{len(touching)} borders on land, {len(apart)} at sea:", apart)
    return {
        "size": [WIDTH, round(bottom) + MARGIN],
        "around": round(around),
        "places": [{"at": at[t], "rings": own[t]} for t in CLASSIC.territories],
        "arcs": [_steps(arc) for arc in arcs],
        "lanes": lanes(shapes, at, apart, scaled),
    }


def _steps(arc: Sequence[Pair]) -> list[int]:
    """Return the first point of an arc, and the way from each to the next."""
    ways = ((x - a, y - b) for (a, b), (x, y) in pairwise(arc))
    return [*arc[0], *(v for way in ways for v in way)]


if __name__ == "__main__":
    found = world(Path(sys.argv[1]))
    FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
    print(FILE.stat().st_size, "bytes,", sum(map(len, found["arcs"])) // 2, "points", found["size"])
