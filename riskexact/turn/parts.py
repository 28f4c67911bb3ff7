"""The parts of a map, each checked: borders, continents, other names, and where territories stand.

What editions call the territories of the classic map is in `names.toml`.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.resources import package_bytes
from riskexact.base.text import shorten
from riskexact.rules.files import MisplacedError

MAX_NAME_LENGTH = 60

BORDERS_SHOWN = 6

FAR = 10**6
"""The largest coordinate."""

Border = tuple[str, str]


class Continent(NamedTuple):
    """The territories of a continent, and the armies that it gives to who holds all of them."""

    territories: tuple[str, ...]
    bonus: int


@lru_cache(maxsize=1)
def editions() -> Mapping[str, Mapping[str, str]]:
    """Return by edition what the classic map's territories are called there."""
    found = tomllib.loads(package_bytes("names.toml", "turn").decode())
    return FrozenMapping({edition: FrozenMapping(names) for edition, names in found.items()})


def pairs_of(borders: object, key: str) -> Iterator[Border]:
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


def check_twice(borders: Collection[Border]) -> None:
    """Raise an error where most borders stand at both ends, and others, perhaps wrong, not."""
    once = [(t, u) for t, u in borders if (u, t) not in borders]
    twice = (len(borders) - len(once)) // 2
    if 0 < len(once) < twice:
        shown = shorten([f"{t} to {u}" for t, u in once], BORDERS_SHOWN)
        raise MisplacedError(
            ("borders", once[0][0]),
            f"a border must stand at both ends, as {twice} do, not at one, as {shown}; those that "
            "lead one way stand in one_way",
        )


def check_directed(one_way: Collection[Border], both_ways: Collection[frozenset[str]]) -> None:
    """Raise an error for a one-way border between territories that have another border."""
    for t, u in one_way:
        if frozenset((t, u)) in both_ways or (u, t) in one_way:
            raise MisplacedError(
                ("one_way", t),
                f"one_way must be borders that lead one way only, and one between {t} and {u} "
                "leads both ways: write it in borders alone",
            )


def continents_of(given: Mapping[str, object] | None) -> Mapping[str, Continent]:
    """Return continents, after checking their names, territories and bonuses."""
    if not isinstance(given, Mapping | None):
        raise MisplacedError(
            ("continents",),
            f"continents must map names to territories and a bonus, not {short_repr(given)}",
        )
    held = {c: _continent(c, each) for c, each in (given or {}).items()}
    listed: set[str] = set()
    for c, each in held.items():
        for t in each.territories:
            if t in listed:
                raise MisplacedError(
                    ("continents", c), f"{t} must be in one continent, once, not again in {c}"
                )
            listed.add(t)
    return FrozenMapping(held)


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
    if not territories:
        raise MisplacedError(path, f"{name} must have one territory or more, not none")
    try:
        return Continent(tuple(territories), whole(given[1], f"bonus of {name}"))
    except RiskError as error:
        raise MisplacedError(path, str(error)) from None


def _names_in(
    given: object, path: tuple[str, ...], what: str, kind: str = "a territory"
) -> Collection[str]:
    """Return a collection of names, after checking each."""
    if isinstance(given, str | Mapping) or not isinstance(given, Collection):
        raise MisplacedError(path, f"{what} must be a list of names, not {short_repr(given)}")
    for name in given:
        text = name if isinstance(name, str) else ""
        if not (key_of(text) and len(text) <= MAX_NAME_LENGTH and text.isprintable()):
            raise MisplacedError(path, f"{kind} must have a name, not {short_repr(name)}")
    return given


def key_of(name: str) -> str:
    """Return what two spellings of a name have in common."""
    return re.sub(r"[\W_]", "", name).casefold()


def names_of(given: object, names: Collection[str]) -> Mapping[str, Mapping[str, str]]:
    """Return by edition other names of territories and continents, each with that of the map.

    A mapping without editions is of one, "this map".
    """
    named: Mapping[str, Any] = given if isinstance(given, Mapping) else {"": given}
    if any(isinstance(each, str) for each in named.values()):
        named = {"this map": named}
    own = {key_of(name): name for name in names}
    for edition, others in named.items():
        path = "other_names", str(edition)
        if not isinstance(others, Mapping):
            raise MisplacedError(
                path, f"other_names must map names to names, not {short_repr(others)}"
            )
        _names_in([edition, *others], path, "other_names", "another name")
        for other, name in others.items():
            if name not in own.values() or own.get(key_of(other), name) != name:
                raise MisplacedError(
                    (*path, other),
                    f"{short_repr(other)} must be another name of one that the map has, not of "
                    f"{short_repr(name)}",
                )
    return FrozenMapping({edition: FrozenMapping(others) for edition, others in named.items()})


def places_of(given: object, territories: Collection[str]) -> Mapping[str, tuple[float, float]]:
    """Return where all territories stand, or nothing where that is not given."""
    places = given if isinstance(given, Mapping) else {}
    if places is not given or (places and places.keys() != {*territories}):
        away = [t for t in territories if places and t not in places]
        said = f"without {away[0]}" if away else short_repr(given)
        raise MisplacedError(
            ("layout",), f"layout must have x and y of each territory and no other, not {said}"
        )
    for t, at in places.items():
        known = isinstance(at, Sequence) and len(at) == 2
        if not known or not all(type(v) in (int, float) and abs(v) <= FAR for v in at):
            raise MisplacedError(
                ("layout", t), f"layout of {t} must be x and y, to {FAR}, not {short_repr(at)}"
            )
    return FrozenMapping({t: (x, y) for t, (x, y) in places.items()})


def places_apart(
    at: Mapping[str, Any],
) -> tuple[dict[str, tuple[float, float]], tuple[str, ...]]:
    """Return where territories stand, if each has a place of its own, and what is doubtful."""
    places = {t: each for t, each in at.items() if each}
    if len({*map(str, places.values())}) == len(at):
        return places, ()
    doubt = "not all territories have coordinates of their own: none are used"
    return {}, (doubt,) if places else ()


def by_way(ways: Iterable[Border]) -> dict[str, Any]:
    """Return `borders` and `one_way` where each way that an attack can take is listed.

    >>> by_way([("A", "B"), ("B", "A"), ("C", "B")])
    {'borders': [('A', 'B')], 'one_way': [('C', 'B')]}
    """
    listed = {pair: n for n, pair in enumerate(dict.fromkeys(ways))}
    borders = [pair for pair, n in listed.items() if n < listed.get(pair[::-1], -1)]
    return {"borders": borders, "one_way": [pair for pair in listed if pair[::-1] not in listed]}
