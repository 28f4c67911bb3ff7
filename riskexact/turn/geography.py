"""Maps: territories, their borders, and the continents that they form.

The classic map is in `classic.toml`, what editions call its territories in `names.toml`, and where
these stand in a drawing in `layout.toml`; a map of one's own is a file like the first, and so are
the boards of other programs.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from riskexact.base.arguments import called, nearest, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, FrozenMapping, NamedTuple, cached_property
from riskexact.base.resources import package_bytes
from riskexact.base.text import pluralize
from riskexact.rules.files import MisplacedError, check_keys, read_toml, text_of_file

MAX_MAP_BYTES = 1 << 16
MAX_NAME_LENGTH = 60

BOARDS = "classic", "teg", "ksirk", "xfrisk", "domination"
"""Whole boards, by name: the classic one, and those of programs."""

ALONE = {"australia": "Australia", "southamerica": "South America"}
"""Continents of the classic map that are small boards too, by the key of their name."""

Border = tuple[str, str]


class Continent(NamedTuple):
    """The territories of a continent, and the armies that it gives to who holds all of them."""

    territories: tuple[str, ...]
    bonus: int


class Map(Frozen):
    """Territories, borders and continents, as a value: immutable, validated, hashable.

    - `borders`: which territories border each other: pairs, or a mapping of territories to
      territories that they border; each border once or twice; or a board's name (`map_named`);
    - `continents`: for each name its `Continent`, or the like, or a mapping with both by name;
    - `name`: the name of the map, ignored by equality and hash;
    - `one_way`: borders that can be crossed one way only: pairs (from, to), or a mapping of
      territories to those that can be attacked from them.

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

    def __init__(
        self,
        borders: Mapping[str, Iterable[str]] | Iterable[Border] | str,
        continents: Mapping[str, object] | None = None,
        name: str = "a map",
        one_way: Mapping[str, Iterable[str]] | Iterable[Border] = (),
    ) -> None:
        """Check every name and every border."""
        if isinstance(borders, str):
            board = _board(borders)
            borders, name = board.borders, board.name if name == "a map" else name
            continents = board.continents if continents is None else continents
        if not isinstance(continents, Mapping | None):
            raise MisplacedError(
                ("continents",),
                "continents must map names to territories and a bonus, not "
                f"{short_repr(continents)}",
            )
        if not isinstance(name, str):
            raise MisplacedError(("name",), f"name must be text, not {short_repr(name)}")
        held = {c: _continent(c, each) for c, each in (continents or {}).items()}
        directed = dict.fromkeys(_pairs(one_way, "one_way"))
        pairs = {frozenset(pair): pair for pair in _pairs(borders, "borders")}
        if not pairs and not directed:
            raise MisplacedError(("borders",), "borders must be one or more, not none")
        _check_directed(directed.keys(), pairs.keys())
        listed = Counter(t for each in held.values() for t in each.territories)
        for t, times in listed.items():
            if times > 1:
                raise MisplacedError(("continents",), f"{t} must be in one continent, not in two")
        both_ways = tuple(pairs.values())
        self._set(
            borders=both_ways, continents=FrozenMapping(held), name=name, one_way=tuple(directed)
        )
        self._check_names()
        self._check_connected()

    def _key(self) -> tuple[object, ...]:
        borders = frozenset(map(frozenset, self.borders))
        return borders, tuple(self.continents.items()), frozenset(self.one_way)

    def __repr__(self) -> str:
        """Return the name and the size.

        >>> map_named("classic")
        <Map classic: 42 territories, 83 borders, 6 continents>
        """
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
        if self._is_ours:
            return self.name
        continents = {
            name: {"territories": list(each.territories), "bonus": each.bonus}
            for name, each in self.continents.items()
        }
        told: dict[str, object] = {
            "name": self.name,
            "borders": list(map(list, self.borders)),
            "continents": continents,
        }
        return told | ({"one_way": list(map(list, self.one_way))} if self.one_way else {})

    @cached_property
    def _is_ours(self) -> bool:
        known = _known(_key(self.name))
        return self == known and self.territories == known.territories

    @property
    def title(self) -> str:
        """The name of a map of ours; any other map is one of its own, whatever it is called.

        >>> map_named("ring-4").title, Map({"A": ["B"]}, name="line-3").title
        ('ring-4', "a map of its own, called 'line-3'")
        """
        if self._is_ours:
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
        """By edition each other name with that of the map, of maps with all of the classic ones.

        >>> map_named("classic").other_names["English editions"]["Southeast Asia"]
        'Siam'
        """
        editions, own = _editions(), {*self.continents, *self.territories}
        known = all(own.issuperset(names.values()) for names in editions.values())
        return editions if known else FrozenMapping({})

    @cached_property
    def _names(self) -> dict[str, str]:
        """Each territory and continent, by the `_key` of each of its names."""
        others = [pair for names in self.other_names.values() for pair in names.items()]
        own = ((name, name) for name in (*self.continents, *self.territories))
        return {_key(text): name for text, name in [*others, *own]}

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
        return self._meant("territory", name, self.territories)

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
            meant |= {*self.continents[found].territories} if found in self.continents else {found}
        return tuple(t for t in self.territories if t in meant)

    def called(self, name: str) -> str:
        """Return the name of a territory or a continent as the map writes it; else `RiskError`."""
        names = *self.territories, *self.continents
        return self._meant("territory or continent", name, names)

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
        key = _key(name) if isinstance(name, str) else ""
        keys = {key: each for key, each in self._names.items() if each in names}
        if key in keys:
            return keys[key]
        meant = nearest(key, keys)
        hint = f"; did you mean {keys[meant]}?" if meant else ""
        raise RiskError(f"{what} must be one of the map {self.name}, not {short_repr(name)}{hint}")

    def _check_names(self) -> None:
        known: dict[str, str] = {}
        for name in (*self.continents, *self.territories):
            other = known.setdefault(_key(name), name)
            if other != name or (name in self.continents and name in self.territories):
                raise MisplacedError(
                    ("borders",),
                    f"names must differ in letters, not {short_repr(other)} and {short_repr(name)}",
                )

    def _check_connected(self) -> None:
        reached: set[str] = set()
        waiting = {self.territories[0]}
        while waiting:
            reached |= waiting
            waiting = {u for t in waiting for u in (*self._targets[t], *self._sources[t])}
            waiting -= reached
        apart = [t for t in self.territories if t not in reached]
        if apart:
            raise MisplacedError(
                ("borders",),
                f"borders must connect all territories, and no way leads from "
                f"{short_repr(self.territories[0])} to {short_repr(apart[0])}",
            )


def map_named(name: str) -> Map:
    """Return the map called `name`, or that of a file `name.toml`.

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
    if name.lower().endswith(".toml"):
        text = text_of_file(name, "map", MAX_MAP_BYTES)
        return read_map(text, short_repr(Path(name).name).strip("'\""))
    return _board(name)


def _board(name: str) -> Map:
    """Return the board of that name; `RiskError` for others, which has all of them."""
    world = _known(_key(name))
    if world is None:
        meant = nearest(_key(name), BOARDS)
        hint = f"; did you mean {meant}?" if meant else ""
        raise RiskError(
            f"map must be {', '.join(BOARDS)}, a small board such as line-3, or a file that ends "
            f"in .toml, not {short_repr(name)}{hint}"
        )
    return world


@lru_cache(maxsize=16)
def _known(key: str) -> Map | None:
    """Return the map that has this key as its name, None if there is none."""
    if key in ("classic", "teg", "ksirk"):
        return read_map(package_bytes(f"{key}.toml", "turn").decode(), key)
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


@lru_cache(maxsize=1)
def _editions() -> Mapping[str, Mapping[str, str]]:
    editions = tomllib.loads(package_bytes("names.toml", "turn").decode())
    return FrozenMapping({edition: FrozenMapping(names) for edition, names in editions.items()})


def checked_map(value: object) -> Map:
    """Return a map, the one that is named, or of the tables of a file; else `RiskError`."""
    if isinstance(value, str):
        return map_named(value)
    if isinstance(value, Mapping):
        return _of_table(value, "a map")
    if not isinstance(value, Map):
        raise RiskError(f'map must be a Map, or a name such as "classic", not {short_repr(value)}')
    return value


def read_map(text: str, name: str) -> Map:
    """Return the map that a TOML text describes; messages call the text by the name of the map.

    >>> read_map('borders = {North = ["South"], East = ["West"]}', "island.toml")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: island.toml, line 1: borders must connect all territories, and no way \
leads from 'North' to 'East'
    """
    return read_toml(text, name, lambda table: _of_table(table, name))


def _of_table(table: Mapping[str, Any], name: str) -> Map:
    check_keys(table, ("borders", "continents", "name", "one_way"))
    borders, one_way = table.get("borders", ()), table.get("one_way", ())
    return Map(borders, table.get("continents"), table.get("name", name), one_way)


def _pairs(borders: object, key: str) -> Iterator[Border]:
    """Yield the borders as pairs of checked names; `key` says where they stand."""
    if isinstance(borders, str) or not isinstance(borders, Iterable):
        raise MisplacedError(
            (key,), f'{key} must be pairs, such as [("Peru", "Brazil")], not {short_repr(borders)}'
        )
    found = list(borders)
    if isinstance(borders, Mapping):
        found = [
            (t, other)
            for t, others in borders.items()
            for other in _names_in(others, (key, str(t)), f"{key} of {t}")
        ]
    for pair in found:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise MisplacedError(
                (key,), f"a border must be a pair of names, not {short_repr(pair)}"
            )
        path = key, str(pair[0])
        one, other = _names_in(tuple(pair), path, "a border")
        if one == other:
            raise MisplacedError(path, f"{one} must border other territories, not itself")
        yield one, other


def _check_directed(one_way: Collection[Border], both_ways: Collection[frozenset[str]]) -> None:
    """Raise an error for a one-way border between territories that have another border."""
    for t, u in one_way:
        if frozenset((t, u)) in both_ways or (u, t) in one_way:
            raise MisplacedError(
                ("one_way", t),
                f"one_way must be borders that lead one way only, and one between {t} and {u} "
                "leads both ways: write it in borders alone",
            )


def _continent(name: str, given: object) -> Continent:
    path = "continents", name
    _names_in([name], path, "continents", "a continent")
    if isinstance(given, Mapping) and set(given) == {"territories", "bonus"}:
        given = given["territories"], given["bonus"]
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise MisplacedError(
            path, f"{name} must have territories and a bonus, not {short_repr(given)}"
        )
    territories = _names_in(given[0], path, f"territories of {name}")
    try:
        return Continent(tuple(territories), whole(given[1], f"bonus of {name}"))
    except RiskError as error:
        raise MisplacedError(path, str(error)) from None


def _names_in(
    given: object, path: tuple[str, ...], what: str, kind: str = "a territory"
) -> Collection[str]:
    """Return a collection of names, after checking each."""
    if isinstance(given, str) or not isinstance(given, Collection):
        raise MisplacedError(path, f"{what} must be a list of names, not {short_repr(given)}")
    for name in given:
        text = name if isinstance(name, str) else ""
        if not (_key(text) and len(text) <= MAX_NAME_LENGTH and text.isprintable()):
            raise MisplacedError(path, f"{kind} must have a name, not {short_repr(name)}")
    return given


def _key(name: str) -> str:
    """Return what two spellings of a name have in common."""
    return re.sub(r"[\W_]", "", name).casefold()


class MapLayout(NamedTuple):
    """Where territories stand in a drawing of some size: x grows to the east, y to the south.

    - `again`: where some stand behind the edge too, beside those that they border there.
    """

    width: int
    height: int
    at: Mapping[str, tuple[int, int]]
    again: Mapping[str, tuple[int, int]]


@lru_cache(maxsize=1)
def classic_layout() -> MapLayout:
    """Return where the territories of the classic map stand.

    >>> layout = classic_layout()
    >>> layout.at["Alaska"], layout.again["Kamchatka"]
    ((55, 70), (-65, 70))
    """
    table = tomllib.loads(package_bytes("layout.toml", "turn").decode())
    at, again = ({t: (x, y) for t, (x, y) in table[key].items()} for key in ("at", "again"))
    return MapLayout(table["width"], table["height"], at, again)
