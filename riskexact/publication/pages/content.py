"""The values for the templates, by whichever method they were computed.

Paths of files are relative to the root of the publication, with "/" between the parts.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any
from urllib.parse import quote

from riskexact.base.certain import Certain
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.text import bounded_percent_text
from riskexact.odds.states import State
from riskexact.publication.data import CHANCES, group_of
from riskexact.publication.pages.locales import Locale
from riskexact.publication.plan import Edition
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import GROUPS, entries, given_name, known_as
from riskexact.rules.dice import DiceNumbers, Losses

BANDS = (10, 30, 50, 70, 90)
"""Chances, in percent, at which the table of odds changes its tone: the heat map's contours."""

MAX_UNITS_SHOWN, MAX_DEFENDERS_SHOWN = 20, 40
"""Units on a side of the table of odds, as wide as a screen, and defenders in that of forces."""

EXAMPLE_UNITS, GOAL = 10, Fraction(9, 10)
"""Units on each side of the battle that stands for a rule set, and the chance for which a page says
at its top how many attackers are needed."""

FORMAT_NAMES = {"csv": "CSV", "json": "JSON", "parquet": "Parquet"}
"""What the formats of downloads are called, by the ending of the file."""


def band(chance: Fraction | Certain) -> int:
    """Return the number of `BANDS` that a chance reaches."""
    return bisect(BANDS, 100 * chance)


def shade(chance: Fraction | Certain) -> tuple[int, str]:
    """Return the number of `BANDS` that a chance reaches, and its percentage."""
    is_open = bool(0 < chance < 1)
    return band(chance), bounded_percent_text(chance) if is_open else str(100 * chance)


class Download(NamedTuple):
    """A file to download: its path, what it is (in all its formats and parts), and its length.

    The length is None for files made after the page, such as the list of all checksums.
    """

    path: str
    about: str
    bytes: int | None = None

    @property
    def kind(self) -> str:
        """What a link to the file says: its format, or else its name."""
        name = self.path.rpartition("/")[2]
        return FORMAT_NAMES.get(name.rpartition(".")[2], name)

    @property
    def attackers(self) -> list[int]:
        """The fewest and the most attackers in the file if it is a part, else nothing."""
        part = re.search(r"([0-9]+)-([0-9]+)\.[a-z]+$", self.path)
        return list(map(int, part.groups())) if part else []


Loss = tuple[int, int, int, Fraction]
"""Losses of attacker and defender in a round, with the number of throws and the chance."""


def example(edition: Edition) -> State:
    """Return the battle that stands for all: 10 against 10, or the largest of the edition."""
    units = min(EXAMPLE_UNITS, edition.most)
    return units, units


def by_group(editions: Iterable[Edition]) -> dict[str, list[Edition]]:
    """Return the rule sets of each group that has any, in the order of the catalogue's groups."""
    order = sorted(editions, key=lambda each: [*GROUPS, ""].index(group_of(each)))
    return {group: list(found) for group, found in groupby(order, group_of)}


class Chapter(NamedTuple):
    """A rule set as its page shows it.

    - `rounds`: for every two numbers of dice, how many throws cost each side how many units;
    - `win`: the attacker's chance in every battle of the numbers in `side`;
    - `needed`: the fewest attackers by (defenders, chance), for `CHANCES`; an entry is missing
      where none were found;
    - `blitz`: what `shade` returns of the chances under each version of Balanced Blitz.
    """

    edition: Edition
    rounds: Mapping[DiceNumbers, Mapping[Losses, int]]
    win: Mapping[State, Fraction]
    needed: Mapping[tuple[int, Fraction], int]
    pictures: Sequence[Mapping[str, Any]] = ()
    downloads: Sequence[Download] = ()
    blitz: Mapping[str, Mapping[State, tuple[int, str]]] = FrozenMapping({})


def told_of(chapter: Chapter, locale: Locale) -> dict[str, Any]:
    """Return what the page of a rule set is told besides its chapter."""
    edition, rounds = chapter[:2]
    rules, most, all_dice = edition.rules, most_defenders(edition), rounds[max(rounds)]
    sentence = locale.sentence(rules)
    half = -(-most // 2)
    attackers, defenders = (
        sum(losses[side] * n for losses, n in all_dice.items()) for side in (0, 1)
    )
    these, usual = _facts(locale, rules), _facts(locale, STANDARD)
    return {
        "rules": rules,
        "sentence": f"{sentence[0].upper()}{sentence[1:]}.",
        "chosen": rules_address(rules),
        "option": "" if rules == STANDARD else f" --rules {known_as(rules) or 'FILE.toml'}",
        # what is not as in the standard rules
        "facts": [
            (key, what, usual.get(key, ""))
            for key, what in these.items()
            if what not in ("", usual.get(key))
        ],
        "side": side(edition),
        "halves": (range(1, half + 1), range(half + 1, most + 1)),
        "has_gaps": len(chapter.needed) < most * len(CHANCES),
        "example": example(edition),
        "force": chapter.needed.get((example(edition)[1], GOAL)),
        # attackers lost for each defender lost with all dice
        "break_even": Fraction(attackers, defenders) if defenders else None,
        "rounds": [(dice, _losses(rounds[dice])) for dice in sorted(rounds, reverse=True)],
        "changes": _losses({losses: n for losses, n in all_dice.items() if any(losses)}),
        **_catalogued(edition, locale),
    }


def _catalogued(edition: Edition, locale: Locale) -> dict[str, Any]:
    """Return what the catalogue has of a rule set: who has the same odds, source and note."""
    entry = entries().get(edition.name)
    same = [
        locale.title(each.rules)
        for other, each in entries().items()
        if each.rules == edition.rules and other != edition.name
    ]
    said = {what: entry.said(what, locale.code) for what in ("source", "note") if entry}
    return {
        "title": locale.title(edition.rules),
        "group": locale.group(group_of(edition)),
        "same_dice": locale.listed(*same) if same else "",
        "remarks": {what: text for what, text in said.items() if text},
    }


def side(edition: Edition) -> range:
    """Return the numbers of units on each side in the table of odds of an edition's page."""
    return edition.side[:MAX_UNITS_SHOWN]


def most_defenders(edition: Edition) -> int:
    """Return the most defenders in the table of needed attackers."""
    return min(edition.most, MAX_DEFENDERS_SHOWN)


def tones(win: Mapping[State, Fraction]) -> list[list[tuple[int, int]]]:
    """Return a row for each number of attackers: the bands of its chances and their lengths."""
    return [
        [(tone, len(list(run))) for tone, run in groupby(band(win[battle]) for battle in row)]
        for _, row in groupby(sorted(win), key=lambda battle: battle[0])
    ]


def _losses(counts: Mapping[Losses, int]) -> list[Loss]:
    """Return the losses of a round, from the best for the defender on."""
    total = sum(counts.values())
    return [
        (i, j, counts[i, j], Fraction(counts[i, j], total))
        for i, j in sorted(counts, key=lambda losses: (losses[1], -losses[0]))
    ]


def battle_address(rules: Rules, attackers: int, defenders: int, blitz: str = "") -> str:
    """Return how the address of the app, after its "#", names a battle.

    - `blitz`: the version of Balanced Blitz; "" for dice that are thrown.
    """
    mode = f"&blitz={blitz}" if blitz else ""
    return f"a={attackers}&d={defenders}{rules_address(rules)}{mode}"


def rules_address(rules: Rules) -> str:
    """Return how an address of the app chooses rules."""
    # encodeURIComponent leaves these, and the app compares what it makes of a name
    return "&rules=" + quote(given_name(rules), safe="!~*'()")


def _facts(locale: Locale, rules: Rules) -> dict[str, str]:
    """Return the parts of the `sentence` about the rules, each with its key."""
    dice, *special, compared, ties = locale.sentence(rules).split("; ")
    return {"dice": dice, "special": "; ".join(special), "compared": compared, "ties": ties}
