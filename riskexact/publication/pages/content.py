"""The values for the templates, by whichever method they were computed.

All paths are those of files in the publication, relative to its root, with "/" between the parts.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import quote

from riskexact.base.text import counted
from riskexact.odds.states import State
from riskexact.publication.data import CHANCES
from riskexact.publication.plan import Edition
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import entries, known_as, label
from riskexact.rules.dice import DiceNumbers, Losses
from riskexact.rules.files import Entry
from riskexact.rules.hand import Hand

BANDS = (10, 30, 50, 70, 90)
"""Chances, in percent, at which the table of odds changes its tone: the heat map's contours."""

MOST_UNITS_SHOWN = 40
"""Units on a side of the tables that stand in a page; larger ones are for programs to read."""

EXAMPLE_UNITS = 10
"""Units on each side of the battle by which the index compares the rule sets."""

GOAL = Fraction(9, 10)
"""The chance for which a page says at its top how many attackers are needed."""


def band(chance: Fraction) -> int:
    """Return the number of `BANDS` that a chance reaches.

    >>> band(Fraction(1, 2))
    3
    """
    return bisect(BANDS, 100 * chance)


@dataclass(frozen=True)
class Download:
    """A file to download: its path, what it is, its length in bytes and its SHA-256.

    Neighbours in a list that are one thing in several formats have the same `about`.  The length
    and the checksum are None for files made after the page, such as that of all checksums.
    """

    path: str
    about: str
    bytes: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class Shown:
    """A picture: the paths of its files, its title and its alternative text."""

    svg: str
    png: str
    title: str
    alternative: str


class Loss(NamedTuple):
    """The losses of a round, with the number of throws and the chance."""

    attackers: int
    defenders: int
    throws: int
    chance: Fraction


@dataclass(frozen=True)
class Listed:
    """A rule set as the index shows it: with the chance to win its example."""

    edition: Edition
    win: Fraction

    @property
    def example(self) -> State:
        """The battle by which the index compares the rule sets."""
        return example(self.edition)


@dataclass(frozen=True)
class Chapter:
    """A rule set as its page shows it.

    - `rounds`: for every two numbers of dice, how many throws cost each side how many units;
    - `win`: the attacker's chance in every battle of the numbers in `side`;
    - `needed`: the fewest attackers by (defenders, chance), for the defenders in `side` and
      `CHANCES`; an entry is missing where none were found.
    """

    edition: Edition
    rounds: Mapping[DiceNumbers, Mapping[Losses, int]]
    win: Mapping[State, Fraction]
    needed: Mapping[tuple[int, Fraction], int]
    pictures: Sequence[Shown] = ()
    downloads: Sequence[Download] = ()

    @property
    def side(self) -> range:
        """The numbers of units on each side in the tables of the page."""
        return side(self.edition)

    @property
    def entry(self) -> Entry | None:
        """What the catalogue has of the rule set."""
        return entries().get(self.edition.name)

    @property
    def facts(self) -> Iterator[tuple[str, str, str]]:
        """The parts of the rules: a word, what these rules say, and what the standard says."""
        usual = facts(STANDARD)
        return ((word, what, usual[word]) for word, what in facts(self.edition.rules).items())

    @property
    def example(self) -> State:
        """The battle that stands for all."""
        return example(self.edition)

    @property
    def force_for_example(self) -> int | None:
        """The attackers needed against the defenders of the example, for `GOAL`."""
        return self.needed.get((self.example[1], GOAL))

    @property
    def break_even(self) -> Fraction | None:
        """Attackers lost for each defender lost with all dice; None where no defender is lost."""
        lost = [
            sum(losses[side] * n for losses, n in self.rounds[max(self.rounds)].items())
            for side in (0, 1)
        ]
        return Fraction(*lost) if lost[1] else None

    @property
    def losses(self) -> Iterator[tuple[DiceNumbers, list[Loss]]]:
        """The losses of a round by numbers of dice, the most dice first."""
        return ((dice, _losses(self.rounds[dice])) for dice in sorted(self.rounds, reverse=True))

    @property
    def losses_of_full_dice(self) -> list[Loss]:
        """The losses of a round of all dice with a loss."""
        counts = self.rounds[max(self.rounds)]
        return _losses({losses: n for losses, n in counts.items() if any(losses)})

    @property
    def nothing_is_certain(self) -> bool:
        """Whether either side may win each of the battles."""
        return all(0 < chance < 1 for chance in self.win.values())

    @property
    def needed_has_gaps(self) -> bool:
        """Whether there is a chance for which no number of attackers was found."""
        return len(self.needed) < len(self.side) * len(CHANCES)

    @property
    def rules_option(self) -> str:
        """How a command chooses these rules."""
        rules = self.edition.rules
        return "" if rules == STANDARD else f" --rules {known_as(rules) or 'FILE.toml'}"


def side(edition: Edition) -> range:
    """Return the numbers of units on each side in the tables of an edition's page.

    >>> side(Edition(STANDARD, 60))
    range(1, 41)
    """
    return range(1, min(edition.most, MOST_UNITS_SHOWN) + 1)


def example(edition: Edition) -> State:
    """Return the battle that stands for all: 10 against 10, or the largest of an edition."""
    units = min(EXAMPLE_UNITS, edition.most)
    return units, units


def _losses(counts: Mapping[Losses, int]) -> list[Loss]:
    """Return the losses of a round, from the best for the defender on."""
    total = sum(counts.values())
    return [
        Loss(i, j, counts[i, j], Fraction(counts[i, j], total))
        for i, j in sorted(counts, key=lambda losses: (losses[1], -losses[0]))
    ]


def battle_address(rules: Rules, attackers: int, defenders: int) -> str:
    """Return how the calculator's address, after its "#", names a battle.

    >>> battle_address(Rules(3, 3), 12, 9)
    'a=12&d=9&rules=risiko'
    """
    # encodeURIComponent leaves these, and the calculator compares what it makes of a name
    name = quote(label(rules), safe="!~*'()")
    return f"a={attackers}&d={defenders}&rules={name}"


def facts(rules: Rules) -> dict[str, str]:
    """Return the description of the rules in words.

    >>> facts(Rules(defence_dice=Hand(2, extra=1)))["Defence"]
    'up to 2 dice of 6 faces, 1 extra die with the lowest dropped'
    """
    pairs = rules.pairs
    if isinstance(pairs, int):
        compared = "only the highest dice" if pairs == 1 else f"the {pairs} highest dice a side"
    else:
        compared = f"the dice ranked {', '.join(map(str, pairs or ()))} from the top"
    return {
        "Attack": _hand(rules.attack, rules.faces),
        "Defence": _hand(rules.defence, rules.faces),
        "Compared": compared,
        "Ties": "cost nobody a unit" if rules.ties == "nobody" else f"go to the {rules.ties}",
    }


def _hand(hand: Hand, faces: int) -> str:
    dice = hand.dice
    if isinstance(dice, int):
        words = f"{counted(dice, 'die', 'dice')} of {counted(faces, 'face')}"
    else:
        words = f"{len(dice)} dice of {', '.join(map(str, dice))} faces"
    return ", ".join([f"up to {words}", *hand.remarks])
