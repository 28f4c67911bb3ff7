"""What the pages are made from: plain values, so that either road may have computed them.

All paths are those of files in the publication, relative to its root, with "/" between the parts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.catalogue import label
from riskexact.rules.dice import Losses

Rounds: TypeAlias = Mapping[tuple[int, int], Mapping[Losses, int]]
"""For (attack dice, defence dice), how many throws cost each side how many units."""

Needed: TypeAlias = Mapping[tuple[int, Fraction], int]
"""For (defenders, chance), the fewest attackers that have it; not there where none was found."""


@dataclass(frozen=True)
class Download:
    """A file to take home: where it is, what it is, its length in bytes and its SHA-256.

    Neighbours in a list that are one thing in several formats have the same `about`.  The length
    and the sum are None for files made after the page, such as that of all sums.
    """

    path: str
    about: str
    bytes: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class Shown:
    """A picture: the paths of its files, and its title and alternative text."""

    svg: str
    png: str
    title: str
    alternative: str


@dataclass(frozen=True)
class Site:
    """What all pages have in common.

    - `conventions`: how the numbers are to be read, a sentence or two each;
    - `calculator`: the path of the page, None where there is none.
    """

    conventions: Sequence[str] = ()
    calculator: str | None = None

    @property
    def index(self) -> str:
        """The path of the first page."""
        return "index.html"


@dataclass(frozen=True)
class Listed:
    """A rule set as the index shows it: its page, and one battle to compare the rule sets by.

    - `battle`: (attackers, defenders), and `win` the attacker's chance in it.
    """

    page: str
    rules: Rules
    battle: State
    win: Fraction

    @property
    def name(self) -> str:
        """What the rules are called, or what they consist of."""
        return label(self.rules)


@dataclass(frozen=True)
class Chapter:
    """A rule set as its page shows it.

    - `page`: the path of the page;
    - `source`, `note`: where the rules are documented, and what is uncertain about them;
    - `rounds`: the ends of a round, for every two numbers of dice;
    - `win`: the attacker's chance in every battle of a rectangle, up to `MOST_SHOWN` on a side;
    - `needed`: the fewest attackers, for the same defenders and a few chances;
    - `most`: the units on each side up to which the downloads go.
    """

    page: str
    rules: Rules
    source: str
    note: str
    rounds: Rounds
    win: Mapping[State, Fraction]
    needed: Needed
    most: int
    pictures: Sequence[Shown] = ()
    downloads: Sequence[Download] = ()

    @property
    def name(self) -> str:
        """What the rules are called, or what they consist of."""
        return label(self.rules)


MOST_SHOWN = 40
"""Units on a side of the tables that stand in a page; larger ones are for programs to read."""
