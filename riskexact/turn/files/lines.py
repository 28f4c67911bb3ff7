"""Map files that are read line by line: of Domination, Conquest and KsirK, and folders of CSV.

Lines that begin with a semicolon or # are comments, and spaces count once.  Any `RiskError` is
about the line that is being read.
"""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from riskexact.base.arguments import nearest, number, short_repr
from riskexact.base.errors import RiskError
from riskexact.turn.parts import FAR, Border, by_way, places_apart

MapParts = tuple[dict[str, Any], tuple[str, ...]]
"""The arguments of `Map`, and what is doubtful."""

CSV_FILES = "continents.csv", "countries.csv", "connections.csv"


class MapReading:
    """The territories and continents that were read so far, and which line is being read."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.place, self.file = "line 1", ""
        self.held: dict[str, tuple[list[str], int]] = {}
        self.at: dict[str, Any] = {}
        self.ways: list[Border] = []
        self.directed = False

    def lines(self, text: str, file: str = "") -> Iterator[str]:
        """Yield the lines that say something."""
        for n, line in enumerate(re.split(r"\r\n?|\n", text), 1):
            if (said := " ".join(line.split())) and said[0] not in ";#":
                self.place = f"{file}line {n}"
                yield said

    def sections(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield lines with the section that they are in, its heading with nothing."""
        section = ""
        for said in self.lines(text):
            heading = re.fullmatch(r"\[\s?(.*?)\s?\]", said)
            section = heading[1] if heading else section
            yield section, "" if heading else said

    def continent(self, name: str, bonus: str) -> list[str]:
        """Keep a continent, and return the list of its territories, which are still to come."""
        own: list[str] = []
        self.held[_new(name, self.held)] = own, number(bonus, "bonus")
        return own

    def territory(self, name: str, at: "list[str]") -> str:
        """Keep a territory, and where it stands."""
        self.at[_new(name, self.at)] = _point(*at) if at else None
        return name

    def way(self, t: str, u: str) -> None:
        """Keep that one territory borders another."""
        if t == u:
            raise RiskError(f"{t} must border other territories, not itself")
        self.ways.append((t, u))

    def found(self, around: Iterable[tuple[str, str, list[str]]] = ()) -> MapParts:
        """Return what was read, with the places and names of what territories border."""
        for place, t, names in around:
            self.place = place
            for u in names:
                self.way(t, _known(u, self.at))
        if not self.ways:
            raise RiskError("borders must be one or more, not none, and the file ends")
        layout, doubtful = places_apart(self.at)
        borders = by_way(self.ways) if self.directed else {"borders": self.ways}
        empty = [name for name, (own, _) in self.held.items() if not own]
        doubtful += (f"no territory is in {', '.join(empty)}, left out",) if empty else ()
        held = {name: each for name, each in self.held.items() if each[0]}
        return borders | {"continents": held, "layout": layout}, doubtful


def _new(name: str, others: Collection[str]) -> str:
    if name in others:
        raise RiskError(f"a name or number must be there once, not {short_repr(name)} again")
    return name


def _known(name: str, names: Collection[str]) -> str:
    if name not in names:
        meant = nearest(name, names)
        hint = f"; did you mean {meant}?" if meant else ""
        raise RiskError(f"a name or number must be one of the file, not {short_repr(name)}{hint}")
    return name


def _numbered(n: str, names: list[Any], what: str) -> Any:
    if not re.fullmatch("[1-9][0-9]{0,5}", n) or int(n) > len(names):
        raise RiskError(f"a {what} must be the number of one of {len(names)}, not {short_repr(n)}")
    return names[int(n) - 1]


def _point(x: str, y: str = "", *_: str) -> tuple[float, float]:
    """Return coordinates, as whole numbers where they are."""
    for each in (x, y):
        if not re.fullmatch(r"[+-]?\d{1,7}(\.\d{0,20})?", each):
            raise RiskError(f"coordinates must be numbers to {FAR}, not {short_repr(each)}")
    p, q = (int(v) if v.is_integer() else v for v in map(float, (x, y)))
    return p, q


def _refused(forms: dict[str, str], section: str, said: str) -> RiskError:
    """Return an error about a line that has not the form of its section, or no such section."""
    form = forms.get(section.casefold(), f"in one of the sections {', '.join(forms)}")
    return RiskError(f"a line must be {form}, not {short_repr(said or f'[{section}]')}")


def domination(text: str, read: MapReading) -> MapParts:
    """Read a map of Domination, whose borders may lead one way."""
    forms = {
        "continents": "NAME BONUS COLOUR",
        "countries": "NUMBER NAME CONTINENT X Y",
        "borders": "NUMBER NUMBER ...",
    }
    own: list[list[str]] = []
    read.directed = True
    for section, said in read.sections(text):
        match section.casefold(), said.split():
            case ("files" | "", _) | ("continents" | "countries" | "borders", []):
                pass
            case "continents", [name, bonus] | [name, bonus, _]:
                own.append(read.continent(name.replace("_", " "), bonus))
            case "countries", [n, name, continent, *at] if len(at) in (0, 2):
                if n != str(due := len(read.at) + 1):
                    raise RiskError(f"countries must be numbered in order, {due} here, not {n}")
                t = read.territory(name.replace("_", " "), at)
                _numbered(continent, own, "continent").append(t)
            case "borders", numbers:
                t, *others = (_numbered(n, [*read.at], "country") for n in numbers)
                for u in others:
                    read.way(t, u)
            case _:
                raise _refused(forms, section, said)
    return read.found()


def conquest(text: str, read: MapReading) -> MapParts:
    """Read a map of Conquest."""
    forms = {"continents": "NAME=BONUS", "territories": "NAME,X,Y,CONTINENT,NEIGHBOUR,..."}
    around = []
    for section, said in read.sections(text):
        match section.casefold(), _listed(said):
            case ("map" | "", _) | ("continents" | "territories", []):
                pass
            case "continents", _ if "=" in said:
                name, _, bonus = said.rpartition("=")
                read.continent(name.strip(), bonus.strip())
            case "territories", [name, x, y, continent, *names]:
                read.territory(name, [x, y])
                read.held[_known(continent, read.held)][0].append(name)
                around.append((read.place, name, names))
            case _:
                raise _refused(forms, section, said)
    return read.found(around)


def ksirk(text: str, read: MapReading) -> MapParts:
    """Read a map of KsirK, in which a nationality may have the name of a country."""
    groups: list[tuple[str, dict[str, tuple[str, str]]]] = [("", {})]
    for section, said in read.sections(text):
        if not said:
            groups.append((section, {}))
        key, _, value = map(str.strip, said.partition("="))
        groups[-1][1][_new(key, groups[-1][1])] = read.place, value
    around = []
    for name, group in groups:
        if "neighbours" in group:
            read.place, listed = group["neighbours"]
            read.territory(name, _listed(group.get("central-point", ("", ""))[1]))
            around.append((read.place, name, _listed(listed)))
    for name, group in groups:
        if "continent-countries" in group:
            read.place, listed = group["continent-countries"]
            own = read.continent(name, group.get("bonus", ("", ""))[1])
            own += [_known(t, read.at) for t in _listed(listed)]
    return read.found(around)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.rstrip(", ").split(",")] if text else []


def folder(texts: Mapping[str, str], read: MapReading) -> MapParts:
    """Read a folder of CSV, with the text of each of its `CSV_FILES`.

    One has the number, name and bonus of each continent, one the number and name of each country,
    the number of its continent, and x and y, and one pairs of numbers of countries that border each
    other.  A name may stand in `_('...')`, as texts to be translated do.
    """
    own, names = dict[str, list[str]](), dict[str, str]()
    read.file = f"{CSV_FILES[1]}, "
    for file in CSV_FILES:
        for said in read.lines(texts[file], f"{file}, "):
            parts = [part.strip() for part in next(csv.reader([said]))]
            bare = [re.sub(r"^_\(\s?(['\"])(.*)\1\s?\)$", r"\2", part) for part in parts]
            match CSV_FILES.index(file), bare:
                case 0, [n, name, bonus, *_]:
                    own[_new(n, own)] = read.continent(name, bonus)
                case 1, [n, name, continent, *at] if len(at) != 1:
                    names[_new(n, names)] = read.territory(name, at)
                    own[_known(continent, own)].append(name)
                case 2, [n, m, *_]:
                    read.way(names[_known(n, names)], names[_known(m, names)])
                case _:
                    raise RiskError(f"a line must have more numbers, not {short_repr(said)}")
    return read.found()
