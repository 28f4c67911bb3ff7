"""Maps: territories, their borders, and the continents that they form.

The classic map is in `classic.toml`, what editions call its territories in `names.toml`, and where
these stand in a drawing in `layout.toml`; a map of one's own is a file like the first, and so are
the boards of other programs.
"""

import os
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import dist
from string import ascii_uppercase

from riskexact.base.arguments import called, did_you_mean, nearest, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, FrozenMapping, NamedTuple, cached_property
from riskexact.base.resources import package_bytes
from riskexact.base.text import join_words, pluralize
from riskexact.rules.files import MisplacedError
from riskexact.turn.files import of_table, read_file, read_text
from riskexact.turn.parts import (
    Border,
    Continent,
    check_directed,
    check_twice,
    continents_of,
    editions,
    key_of,
    names_of,
    pairs_of,
    places_of,
)

BOARDS = "classic", "teg", "ksirk", "xfrisk", "domination"
"""Whole boards, by name: the classic one, and those of programs."""

MAPS = f"{', '.join(BOARDS)}, a small board such as line-3, or a file or folder"
"""What may stand for a map, in words."""

ALONE = {"australia": "Australia", "southamerica": "South America"}
"""Continents of the classic map that are small boards too, by the key of their name."""

NO_LAYOUT: Mapping[str, tuple[float, float]] = FrozenMapping({})


class Map(Frozen):
    """Territories, borders and continents, as a value: immutable, validated, hashable.

    - `borders`: which territories border each other: pairs, or a mapping of territories to
      territories that they border; each border once, or each twice; or a board's name
      (`map_named`);
    - `continents`: for each name its `Continent`, or the like, or a mapping with both by name;
    - `name`: the name of the map, ignored by equality and hash;
    - `one_way`: borders that can be crossed one way only: pairs (from, to), or a mapping of
      territories to those that can be attacked from them;
    - `other_names`: what editions call territories and continents: by edition, or for one alone,
      other names with those of the map; None for the usual ones, of a map with all classic names;
    - `layout`: where all territories stand in a drawing, x to the east and y to the south, or
      nothing; like the name and other names ignored by equality and hash.

    Names are matched without regard to case, spaces and hyphens.  Raises `RiskError` for a name
    that is taken, an unknown territory of a continent, territories that no borders connect,
    whichever way these lead, and a one-way border between territories that have another border.

    >>> island = Map({"North": ["South"], "South": ["East"]}, {"Island": (["North", "South"], 2)})
    >>> island.territories, island.neighbours("south")
    (('North', 'South', 'East'), ('North', 'East'))
    >>> island.named("island")
    ('North', 'South')
    >>> pole = Map({"Alert": ["Nord"]}, one_way={"North Pole": ["Alert", "Nord"]})
    >>> pole.targets("North Pole"), pole.targets("Nord"), pole.sources("Nord")
    (('Alert', 'Nord'), ('Alert',), ('Alert', 'North Pole'))
    """

    borders: tuple[Border, ...]
    continents: Mapping[str, Continent]
    name: str
    one_way: tuple[Border, ...]
    layout: Mapping[str, tuple[float, float]]
    _own_names: Mapping[str, Mapping[str, str]]

    def __init__(
        self,
        borders: Mapping[str, Iterable[str]] | Iterable[Border] | str,
        continents: Mapping[str, object] | None = None,
        name: str = "a map",
        one_way: Mapping[str, Iterable[str]] | Iterable[Border] = (),
        other_names: Mapping[str, object] | None = None,
        layout: Mapping[str, Sequence[float]] = NO_LAYOUT,
    ) -> None:
        """Check every name and every border."""
        if isinstance(borders, str):
            board = _board(borders)
            borders, name = board.borders, board.name if name == "a map" else name
            continents = board.continents if continents is None else continents
        if not isinstance(name, str):
            raise MisplacedError(("name",), f"name must be text, not {short_repr(name)}")
        held = continents_of(continents)
        directed = dict.fromkeys(pairs_of(one_way, "one_way"))
        listed = dict.fromkeys(pairs_of(borders, "borders"))
        check_twice(listed.keys())
        pairs = {frozenset(pair): pair for pair in listed}
        if not pairs and not directed:
            raise MisplacedError(("borders",), "borders must be one or more, not none")
        check_directed(directed.keys(), pairs.keys())
        both_ways = tuple(pairs.values())
        self._set(borders=both_ways, continents=held, name=name, one_way=tuple(directed))
        self._check_names()
        self._check_connected(borders if isinstance(borders, Mapping) else ())
        usual = other_names is None or other_names == editions()
        own = {} if usual else other_names
        self._set(
            _own_names=names_of(own, {*self.territories, *held}),
            layout=places_of(layout, self.territories),
        )

    @classmethod
    def read(cls, path: "str | os.PathLike[str]") -> "Map":
        """Return the map of a file of another program or of one's own, whatever its name.

        Reads maps of Domination, Conquest (both `.map`) and KsirK, folders of
        CSV as pytrisk's, JSON and TOML; `turn/maps.md` says what may stand in each.  Raises
        `RiskError` that names the line.
        """
        return read_file(os.fspath(path), cls)[0]

    def _key(self) -> tuple[object, ...]:
        borders = frozenset(map(frozenset, self.borders))
        return borders, tuple(self.continents.items()), frozenset(self.one_way)

    def __repr__(self) -> str:
        sizes = (
            pluralize(len(self.territories), "territory", "territories"),
            pluralize(len(self.borders), "border"),
            *([pluralize(len(self.one_way), "one-way border")] if self.one_way else []),
            pluralize(len(self.continents), "continent"),
        )
        name = self.title.removeprefix("a map ")
        return f"<{type(self).__name__} {name}: {', '.join(sizes)}>"

    def _repr_html_(self) -> str:
        from riskexact.base.grid import Grid

        rows = [[c, str(len(own)), str(bonus)] for c, (own, bonus) in self.continents.items()]
        head = ["", "territories", "bonus"] if rows else []
        return Grid(repr(self).strip("<>"), head, rows).html()

    def json(self) -> str | dict[str, object]:
        """Return the map for JSON: the name of one that has a name, or else what makes the map."""
        if self.is_ours:
            return self.name
        continents = {
            name: {"territories": list(each.territories), "bonus": each.bonus}
            for name, each in self.continents.items()
        }
        told: dict[str, object] = {
            "name": self.name,
            "borders": list(map(list, self.borders)),
            "continents": continents,
            "one_way": list(map(list, self.one_way)),
            "other_names": {edition: dict(names) for edition, names in self._own_names.items()},
            "layout": {t: list(at) for t, at in self.layout.items()},
        }
        usual = "name", "borders", "continents"
        return {key: value for key, value in told.items() if value or key in usual}

    @cached_property
    def is_ours(self) -> bool:
        """Whether this is the map that comes with this name, all names of territories too."""
        known = _known(key_of(self.name))
        own = self._own_names or self.layout
        return not own and self == known and self.territories == known.territories

    @property
    def title(self) -> str:
        """The name of a map of ours; any other map is one of its own, whatever it is called."""
        if self.is_ours:
            return self.name
        return "a map of its own" + called(self.name) * (self.name != "a map")

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """All territories: those of the continents, then others as the borders name them.

        >>> map_named("classic").territories[:2]
        ('Alaska', 'Northwest Territory')
        """
        of_continents = (t for each in self.continents.values() for t in each.territories)
        bordering = (t for pair in (*self.borders, *self.one_way) for t in pair)
        return tuple(dict.fromkeys([*of_continents, *bordering]))

    @cached_property
    def other_names(self) -> Mapping[str, Mapping[str, str]]:
        """By edition each other name with that of the map; those of maps with all classic names.

        >>> map_named("classic").other_names["English editions"]["Southeast Asia"]
        'Siam'
        """
        usual, own = editions(), {*self.continents, *self.territories}
        if self._own_names or not all(own.issuperset(names.values()) for names in usual.values()):
            return self._own_names
        return usual

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        """The territories that each name stands for, two names where a continent shares one."""
        groups: dict[str, tuple[str, ...]] = {t: (t,) for t in self.territories}
        keys = {key_of(t): t for t in self.territories}
        for c, each in self.continents.items():
            t = keys.get(key_of(c))
            if t is None or each.territories == (t,):
                groups[c] = each.territories
            else:
                del groups[t]
                groups |= {f"{t} (territory)": (t,), f"{c} (continent)": each.territories}
        return groups

    @cached_property
    def _names(self) -> dict[str, str]:
        """Each territory and continent, by the key of each of its names."""
        others = [pair for names in self.other_names.values() for pair in names.items()]
        own = ((name, name) for name in (*self.continents, *self.territories, *self._groups))
        return {key_of(text): name for text, name in [*others, *own]}

    def neighbours(self, territory: str) -> tuple[str, ...]:
        """Return the territories that border a territory, in the order of the map.

        A border that leads one way makes neighbours, too; whoever attacks asks for `targets` or
        `sources`, which are these two ways, and equal on a map without such borders.
        """
        t = self.territory(territory)
        return self._in_order({*self._targets[t], *self._sources[t]})

    def targets(self, territory: str) -> tuple[str, ...]:
        """Return the territories that can be attacked from a territory, in the map's order."""
        return self._targets[self.territory(territory)]

    def sources(self, territory: str) -> tuple[str, ...]:
        """Return the territories from which a territory can be attacked, in the map's order."""
        return self._sources[self.territory(territory)]

    @cached_property
    def directed(self) -> tuple[Border, ...]:
        """Return each way that an attack can take, as (from, to).

        >>> Map([("A", "B")], one_way=[("B", "C")]).directed
        (('A', 'B'), ('B', 'A'), ('B', 'C'))
        """
        both = (way for t, u in self.borders for way in ((t, u), (u, t)))
        return *both, *self.one_way

    @cached_property
    def _targets(self) -> dict[str, tuple[str, ...]]:
        return self._ends(self.directed)

    @cached_property
    def _sources(self) -> dict[str, tuple[str, ...]]:
        return self._ends((u, t) for t, u in self.directed)

    def _ends(self, ways: Iterable[Border]) -> dict[str, tuple[str, ...]]:
        """Return by territory where the ways from it end."""
        ends: dict[str, list[str]] = {t: [] for t in self.territories}
        for t, u in ways:
            ends[t].append(u)
        return {t: self._in_order(each) for t, each in ends.items()}

    def _in_order(self, territories: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(territories, key=self._place.__getitem__))

    @cached_property
    def _place(self) -> dict[str, int]:
        return {t: n for n, t in enumerate(self.territories)}

    def territory(self, name: str) -> str:
        """Return the territory of that name as the map writes it; `RiskError` for others.

        >>> map_named("classic").territory("new-guinea")
        'New Guinea'
        >>> map_named("classic").territory("Thailand")
        'Siam'
        >>> map_named("classic").territory("New Guinae")
        Traceback (most recent call last):
            ...
        riskexact.RiskError: territory must be one of the map classic, not 'New Guinae'; did you \
mean New Guinea?
        """
        return self._meant("territory", name, self._place)

    def named(self, names: str | Iterable[str]) -> tuple[str, ...]:
        """Return territories in the order of the map; a continent stands for its own.

        >>> map_named("classic").named(["Siam", "Australia"])[:2]
        ('Siam', 'Indonesia')
        """
        given = [names] if isinstance(names, str) else names
        if not isinstance(given, Iterable):
            raise RiskError(f'territories must be names, such as ["Siam"], not {short_repr(given)}')
        meant: set[str] = set()
        for found in map(self.called, given):
            meant |= {*self._groups[found]}
        return tuple(t for t in self.territories if t in meant)

    def called(self, name: str) -> str:
        """Return the name of a territory or a continent as the map writes it; else `RiskError`.

        Where a continent has the name of a territory, and others besides, the name must say which.

        >>> world = Map([("Egypt", "Sudan")], {"Egypt": (["Egypt", "Sudan"], 1)})
        >>> world.named("Egypt (continent)"), world.territory("Egypt")
        (('Egypt', 'Sudan'), 'Egypt')
        >>> world.called("Egypt")
        Traceback (most recent call last):
            ...
        riskexact.RiskError: territory or continent must be one of the two, 'Egypt (territory)' or \
'Egypt (continent)', not 'Egypt'
        """
        return self._meant("territory or continent", name, self._groups)

    def called_alone(self, territory: str) -> str:
        """Return what `called` returns for a territory, also where a continent shares its name.

        >>> world = Map([("Egypt", "Sudan")], {"Egypt": (["Egypt", "Sudan"], 1)})
        >>> world.called_alone("Egypt"), world.called_alone("Sudan")
        ('Egypt (territory)', 'Sudan')
        """
        t = self.territory(territory)
        return t if t in self._groups else f"{t} (territory)"

    def without_border(self, one: str, other: str) -> "Map":
        """Return the map without a border, whichever way it leads; the map must have it.

        >>> len(map_named("classic").without_border("East Africa", "Middle East").borders)
        82
        """
        pair = {self.territory(one), self.territory(other)}
        kept, directed = (
            [border for border in borders if set(border) != pair]
            for borders in (self.borders, self.one_way)
        )
        if len(kept) + len(directed) == len(self.borders) + len(self.one_way):
            raise RiskError(
                f"border must be one of the map {self.name}, and {short_repr(one)} does not border "
                f"{short_repr(other)}"
            )
        return self.replace(borders=kept, one_way=directed)

    def _meant(self, what: str, name: object, names: Collection[str]) -> str:
        """Return the one of the names that is spelled like this; raise `RiskError` for others."""
        key = key_of(name) if isinstance(name, str) else ""
        keys = {key: each for key, each in self._names.items() if each in names}
        if key in keys:
            return keys[key]
        if both := [each for each in names if each.startswith(f"{self._names.get(key)} (")]:
            two = " or ".join(map(repr, both))
            raise RiskError(f"{what} must be one of the two, {two}, not {name!r}")
        if key in self._names and self._names[key] in self.continents:
            own = join_words(self.continents[self._names[key]].territories)
            raise RiskError(f"{what} must be one territory, not {name!r}, a continent: {own}")
        meant = next((k for k in _called_elsewhere(key) if k in keys), "") or nearest(key, keys)
        hint = f"; did you mean {keys[meant]}?" if meant else ""
        raise RiskError(f"{what} must be one of the map {self.name}, not {short_repr(name)}{hint}")

    def _check_names(self) -> None:
        for names in (self.territories, self.continents):
            known: dict[str, str] = {}
            for name in names:
                other = known.setdefault(key_of(name), name)
                if other != name:
                    raise MisplacedError(
                        ("continents" if names is self.continents else "borders", name),
                        f"names must differ in letters, not {short_repr(other)} and "
                        f"{short_repr(name)}: give one of them another name, such as "
                        f"{short_repr(name + ' 2')}",
                    )

    def _check_connected(self, listed: Iterable[str]) -> None:
        for t in listed:
            if t not in self._place:
                raise MisplacedError(("borders", t), f"{t} must border another territory, not none")
        reached: set[str] = set()
        waiting = {self.territories[0]}
        while waiting:
            reached |= waiting
            waiting = {u for t in waiting for u in (*self._targets[t], *self._sources[t])}
            waiting -= reached
        apart = [t for t in self.territories if t not in reached]
        if apart:
            raise MisplacedError(
                ("borders", apart[0]),
                f"borders must connect all territories, and no way leads from "
                f"{short_repr(self.territories[0])} to {short_repr(apart[0])}",
            )


def map_named(name: str) -> Map:
    """Return the map called `name`, or that of a file, as `Map.read` does.

    Names are "classic" and those of the other `BOARDS`; "australia" and "south-america", which are
    these continents alone; and small boards of 2 to 26 territories A, B, C, …: "line-3", "ring-4",
    "star-4" (A is the centre) and "complete-4".  Raises a `RiskError` for others, and one that
    names the line for a file that is no map.

    >>> classic = map_named("classic")
    >>> len(classic.territories), len(classic.borders), classic.continents["Asia"].bonus
    (42, 83, 7)
    >>> map_named("star-4").borders
    (('A', 'B'), ('A', 'C'), ('A', 'D'))
    """
    return map_and_doubts(name)[0]


def map_and_doubts(name: str) -> tuple[Map, tuple[str, ...]]:
    """Return the same map, and in sentences what is doubtful about its file."""
    is_file = os.sep in name or "." in name
    if is_file or (_known(key_of(name)) is None and os.path.exists(name)):  # noqa: PTH110
        return read_file(name, Map)
    return _board(name), ()


def _board(name: str) -> Map:
    """Return the board of that name; `RiskError` for others, which has all of them."""
    world = _known(key_of(name))
    if world is None:
        hint = did_you_mean(key_of(name), BOARDS)
        raise RiskError(
            f"map must be {MAPS} as `riskexact map --help` says, not {short_repr(name)}{hint}"
        )
    return world


@lru_cache(maxsize=16)
def _known(key: str) -> Map | None:
    """Return the map that has this key as its name, None if there is none."""
    if key in ("classic", "teg", "ksirk"):
        return read_text(package_bytes(f"{key}.toml", "turn").decode(), key, Map)[0]
    if key == "domination":
        without = map_named("classic").without_border("East Africa", "Middle East")
        return without.replace(name=key)
    if key == "xfrisk":
        classic, other = map_named("classic"), {"Irkutsk": "Yakutsk", "Yakutsk": "Irkutsk"}
        exchanged = [(other.get(t, t), other.get(u, u)) for t, u in classic.borders]
        return classic.replace(borders=exchanged, name=key)
    if key in ALONE:
        name, classic = ALONE[key], map_named("classic")
        inside = {*classic.named(name)}
        borders = [pair for pair in classic.borders if inside.issuperset(pair)]
        return Map(borders, name=name.lower().replace(" ", "-"))
    shape = re.fullmatch("(line|ring|star|complete)([1-9][0-9]?)", key)
    size = int(shape[2]) if shape else 0
    if shape is None or not 2 + (shape[1] == "ring") <= size <= len(ascii_uppercase):
        return None
    names = ascii_uppercase[:size]
    borders = {
        "line": [*pairwise(names)],
        "ring": [*pairwise(names + names[0])],
        "star": [(names[0], other) for other in names[1:]],
        "complete": [*combinations(names, 2)],
    }[shape[1]]
    return Map(borders, name=f"{shape[1]}-{size}")


def checked_map(value: object) -> Map:
    """Return a map, the one that is named, or of the tables of a file; else `RiskError`."""
    if isinstance(value, str):
        return map_named(value)
    if isinstance(value, Mapping):
        return Map(**{"name": "a map", **of_table(value)[0]})
    if not isinstance(value, Map):
        raise RiskError(f'map must be a Map, or a name such as "classic", not {short_repr(value)}')
    return value


def _called_elsewhere(key: str) -> Iterator[str]:
    """Yield what editions call the classic territory or continent with this key."""
    pairs = [(key_of(o), key_of(n)) for names in editions().values() for o, n in names.items()]
    name = dict(pairs).get(key, key)
    yield from (name, *(other for other, each in pairs if each == name))


class MapLayout(NamedTuple):
    """Where territories stand in a drawing: x grows to the east, y to the south.

    - `again`: where some stand behind the edge too, beside those that they border there.
    """

    at: Mapping[str, tuple[float, float]]
    again: Mapping[str, tuple[float, float]]


@lru_cache(maxsize=1)
def classic_layout() -> MapLayout:
    """Return where the territories of the classic map stand."""
    table = tomllib.loads(package_bytes("layout.toml", "turn").decode())
    at, again = ({t: (x, y) for t, (x, y) in table[key].items()} for key in ("at", "again"))
    return MapLayout(at, again)


def layout_of(world: Map) -> MapLayout | None:
    """Return where the territories of a map stand, most neighbours 100 apart; None if nowhere."""
    at, usual = world.layout, classic_layout()
    if not at:
        return usual if usual.at.keys() >= {*world.territories} else None
    apart = sorted(dist(at[t], at[u]) for t, u in (*world.borders, *world.one_way))
    scale = 100 / (apart[len(apart) // 2] or 1)
    return MapLayout({t: (x * scale, y * scale) for t, (x, y) in at.items()}, {})
