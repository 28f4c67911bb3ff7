"""The plan of a publication: which rule sets, up to which size, and the files of which extras.

The bytes of the files of extras depend on the versions of libraries.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from math import comb, prod
from types import ModuleType

from riskexact.base.arguments import items_of, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any, Frozen
from riskexact.base.version import VERSION
from riskexact.features import parts
from riskexact.rules import MAX_NAME_LENGTH, Rules
from riskexact.rules.catalogue import BUILT_IN, RULES, known_as, rule_set
from riskexact.rules.languages import LANGUAGES

MAX_TABLE_UNITS = 1000
"""Units on each side of the largest edition, where memory allows it."""

MAX_EDITIONS = 200

MAX_EDITION_THROWS = 1_000_000
"""Throws of one side, and pairs of what both can count, that `values.ByClosedForm` looks at."""

USUAL, USUAL_OF_OTHERS = 40, 20
"""Sizes where none is asked for: of the rule sets that everybody has, and of the others."""

LIBRARIES = {"data": ("numpy", "pyarrow"), "plot": ("matplotlib", "numpy", "pillow")}
"""The libraries of each extra that adds files, on whose versions the bytes of these depend."""

EXTRAS = tuple(LIBRARIES)

LEFT_OUT = {
    "data": "Parquet files are left out, which need numpy and pyarrow",
    "plot": "pictures are left out, which need matplotlib",
}
"""The note about a missing extra."""

INDEX = "index.html"
"""The page of every directory; that of the publication is the app."""

TABLES = "tables.html"
"""The page that lists all tables."""

CONTINENTS, GAMES, API = "continents", "games", "api"
"""The directories of what is about no edition."""

NOTE = "note.pdf"

ADDRESS = r"(https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)*/?)?"
"""What is taken for an address of a site, or "" for none."""


def guests() -> list[ModuleType]:
    """Return the modules by which features put files into a publication.

    Each has the paths `SERVED`, `files(rule_sets, published, address)` that makes them, and the
    words `WHAT` and `METHOD` of the job.
    """
    return list(parts("published"))


class Edition(Frozen):
    """One rule set, published for 1 to `most` units on each side.

    `rules` is a rule set, or its name.  Raises `RiskError` for other sizes, and for rules with so
    many throws that they cannot be counted by a second method.

    >>> from riskexact.rules import STANDARD
    >>> Edition(STANDARD, 40).name
    'standard'
    >>> Edition(Rules(faces=7), 10).name
    '3-v-2-dice-7-faces-2-pairs-ties-to-the-defender'
    """

    rules: Rules
    most: int

    def __init__(self, rules: Rules | str, most: int) -> None:
        rules = rule_set(rules)
        _check_throws(rules)
        self._set(
            rules=rules.replace(name=_name(rules)), most=whole(most, "max", 1, MAX_TABLE_UNITS)
        )

    @property
    def name(self) -> str:
        """The name of the edition's directory: lower case letters, digits and hyphens."""
        return str(self.rules.name)

    @property
    def side(self) -> range:
        return range(1, self.most + 1)


class Plan(Frozen):
    """The editions of a publication, each name once, and the extras whose files it has.

    - `continents`, `games`: whether the solved continents, and the solved whole games, are part of
      it; of a site both are;
    - `site`: None, or where it is served, as in "https://example.org/risk/"; "" for addresses that
      are relative, and no sitemap, for which they must be whole;
    - `documents`: the paths of pages and files that are taken in as they are.
    """

    editions: tuple[Edition, ...]
    extras: tuple[str, ...]
    continents: bool
    games: bool
    site: str | None
    documents: tuple[str, ...]

    def __init__(
        self,
        editions: Iterable[Edition],
        extras: tuple[str, ...] = EXTRAS,
        continents: bool = False,
        games: bool = False,
        site: str | None = None,
        documents: Iterable[str] = (),
    ) -> None:
        listed: Any = items_of(editions, MAX_EDITIONS)
        wrong = [editions] if listed is None else [x for x in listed if not isinstance(x, Edition)]
        if wrong:
            said = short_repr(wrong[0])
            raise RiskError(f"editions must be a list of Edition values, not {said}")
        names = [edition.name for edition in listed]
        if not 1 <= len(names) <= MAX_EDITIONS:
            allowed = f"1 to {MAX_EDITIONS} of a publication"
            raise RiskError(f"editions must be {allowed}, not {len(names)}")
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise RiskError(f"rules must be different for each edition, not {twice[0]} twice")
        self._set(
            editions=tuple(listed),
            extras=extras,
            continents=continents or site is not None,
            games=games or site is not None,
            site=None if site is None else _address(site),
            documents=tuple(sorted(documents)),
        )

    def __iter__(self) -> Iterator[Edition]:
        return iter(self.editions)

    @classmethod
    def usual(cls, rule_sets: Iterable[Rules] | None = None, most: int | None = None) -> "Plan":
        """Return the plan for these rule sets (the catalogue's) to this size (the usual ones)."""
        chosen = RULES.values() if rule_sets is None else rule_sets
        return cls(tuple(Edition(rules, most or usual_size(rules)) for rules in chosen))

    @property
    def address(self) -> str:
        return self.site or ""

    @property
    def command(self) -> str | None:
        """The command that makes the publication again; None where no command does."""
        words = ["riskexact publish DIRECTORY"]
        if [edition.name for edition in self] != list(RULES):
            words += [
                f"--rules {e.name if in_catalogue(e.rules) else e.name + '.toml'}" for e in self
            ]
        if any(edition.most != usual_size(edition.rules) for edition in self):
            if len({edition.most for edition in self}) > 1:
                return None
            words.append(f"--max {self.editions[0].most}")
        if self.site is None:
            words += [f"--{each}" for each in ("continents", "games") if getattr(self, each)]
        else:
            words += ["--site", *([f"--address {self.site}"] if self.site else [])]
        words += [f"--note {NOTE}"] * (NOTE in self.documents)
        return " ".join(words)


def _address(given: object) -> str:
    """Return the address of a site, which ends with a slash; `RiskError` for anything else."""
    if not isinstance(given, str) or not re.fullmatch(ADDRESS, given):
        raise RiskError(
            f"address must be of a site, such as https://example.org/, not {short_repr(given)}"
        )
    return given + "/" * (given != "" and not given.endswith("/"))


def usual_size(rules: Rules) -> int:
    return USUAL if rules in BUILT_IN.values() else USUAL_OF_OTHERS


def in_catalogue(rules: Rules) -> str | None:
    """Return the name of the rule set in the catalogue, its own if several are equal."""
    return known_as(rules if rules.name in RULES else rules.replace(name=None))


def _check_throws(rules: Rules) -> None:
    """Raise `RiskError` for rules whose throws cannot be looked at one by one."""
    throws, counted = 0, 1
    for hand in rules.thrown(*rules.max_dice):
        faces = [len(die.faces) for die in hand]
        throws += prod(faces)
        counted *= comb(len(hand) + max(faces) - 1, len(hand))
    if throws + counted > MAX_EDITION_THROWS:
        raise RiskError(
            "rules must have fewer dice, or fewer faces, to be published: to look at every throw "
            f"would take {throws + counted} steps, and at most {MAX_EDITION_THROWS} are taken"
        )


def _name(rules: Rules) -> str:
    """Return the name of an edition; names of the catalogue are reserved."""
    known = in_catalogue(rules)
    if known is not None:
        return known
    own = _slug(rules.name or "")
    guests_folders = (path.partition("/")[0] for guest in guests() for path in guest.SERVED)
    taken = (*RULES, *guests_folders, CONTINENTS, GAMES, API, *LANGUAGES)
    return own if own and own not in taken else _slug(rules.description)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:MAX_NAME_LENGTH].strip("-")


def installed_extras() -> tuple[str, ...]:
    """Return the extras whose libraries are installed."""
    modules = {"pillow": "PIL"}
    return tuple(
        extra
        for extra, names in LIBRARIES.items()
        if all(find_spec(modules.get(name, name)) for name in names)
    )


def installed_libraries(extras: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of the libraries that shape the files of these extras."""
    return {name: _version(name) for name in sorted({n for e in extras for n in LIBRARIES[e]})}


def _version(library: str) -> str:
    with suppress(PackageNotFoundError):
        return version(library)
    return "unknown"


def installed_versions(extras: tuple[str, ...] = EXTRAS) -> dict[str, str]:
    """Return the versions that a worker elsewhere must share."""
    return {"riskexact": VERSION, **installed_libraries(extras)}
