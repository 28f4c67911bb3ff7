"""What the pages say: the words of each language, and the values that the templates are told.

Texts are in a file for each language, beside this one.  Whatever the app says too is in
`rules.languages`: tabs, territories and boards.  What Python itself says in English, such as what a
file is, only the other languages have.

Paths of files are relative to the root of the publication, with "/" between the parts.
"""

import json
import re
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import quote

from riskexact.base.certain import Certain
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.resources import package_text
from riskexact.base.text import DIGITS, Wording, bounded_percent_text, translate
from riskexact.odds.states import State
from riskexact.publication.data import (
    CHANCES,
    CONVENTIONS,
    GAME_ARMIES,
    MAX_BLITZ_UNITS,
    SOLVED_GAMES,
    group_of,
)
from riskexact.publication.plan import INDEX, TABLES, Edition
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import GROUPS, entries, given_name, known_as, title
from riskexact.rules.dice import DiceNumbers, Losses
from riskexact.rules.languages import LANGUAGES, common_texts
from riskexact.rules.sentence import sentence
from riskexact.turn.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS

FOLDER = "publication.pages"

TOP = LANGUAGES[0]
"""The language whose pages are at the top; the others are in folders of their own."""

BANDS = (10, 30, 50, 70, 90)
"""Chances, in percent, at which the table of odds changes its tone: the heat map's contours."""

MAX_UNITS_SHOWN, MAX_DEFENDERS_SHOWN = 20, 40
"""Units on a side of the table of odds, as wide as a screen, and defenders in that of forces."""

EXAMPLE_UNITS, GOAL = 10, Fraction(9, 10)
"""Units on each side of the battle that stands for a rule set, and the chance for which a page says
at its top how many attackers are needed."""

FORMAT_NAMES = {"csv": "CSV", "json": "JSON", "parquet": "Parquet"}
"""What the formats of downloads are called, by the ending of the file."""


class Locale(NamedTuple):
    """A language of the pages, by its code.

    >>> Locale("it").said("fact.dice"), Locale("de").localized("37.2"), Locale("de").place("Siam")
    ('Dadi', '37,2', 'Siam')
    """

    code: str = TOP

    @property
    def texts(self) -> Mapping[str, Wording]:
        return _texts(self.code)

    def said(self, key: str, **values: object) -> str:
        """Return a text as `text.translate` does."""
        return translate(self.texts, key, **values)

    def or_else(self, key: str, english: str, **values: object) -> str:
        """Return a text that English has elsewhere."""
        return self.said(key, **values) if key in self.texts else english

    def page(self, path: str) -> str:
        """Return the path of a page in this language.

        That of all tables is the first of its folder, where at the top the app is.
        """
        if self.code == TOP:
            return path
        return f"{self.code}/{INDEX if path == TABLES else path}"

    def localized(self, plain: str) -> str:
        """Return a decimal as the language writes it."""
        return plain.replace(".", self.said("number.point"))

    def listed(self, *parts: str) -> str:
        """Return words as a list within a sentence."""
        *first, last = parts
        return self.said("sentence.and", first=", ".join(first), last=last) if first else last

    def place(self, name: str) -> str:
        """Return a territory or a continent of the classic map by its name in the language."""
        return self.said(f"place.{name.lower().replace(' ', '-')}")

    def group(self, english: str) -> str:
        """Return a group of the catalogue; "" is that of other rules."""
        return self.or_else(f"groups.{english}", english) or self.said("group.other")

    def title(self, rules: Rules) -> str:
        return title(rules, self.code)

    def sentence(self, rules: Rules) -> str:
        return sentence(rules) if self.code == TOP else sentence(rules, self.texts)

    def conventions(self) -> list[str]:
        return [
            self.or_else(f"convention.{key}", text, digits=DIGITS)
            for key, text in CONVENTIONS.items()
        ]

    def about(self, path: str, english: str) -> str:
        if self.code == TOP:
            return english
        name = path if path.startswith("api") else path.partition("/")[2] or path
        name = re.sub(r"/.*|\.[a-z]+$", "", name)
        if name.startswith("blitz-"):
            version = name.removeprefix("blitz-")
            return self.said("data.blitz", version=version, most=MAX_BLITZ_UNITS)
        if name in SOLVED:
            return self.said(
                "data.continent",
                continent=self.place(SOLVED[name].name),
                entries=self.listed(*map(self.place, SOLVED[name].entries)),
                defenders=SOLVED_DEFENDERS,
                armies=SOLVED_ARMIES,
            )
        if name in SOLVED_GAMES:
            board = self.said(f"on.{name.lower()}")
            return self.said("data.game", board=board, armies=SOLVED_GAMES[name].armies // 2)
        return self.or_else(f"data.{name.lower()}", english, armies=GAME_ARMIES)

    def picture(self, path: str, english: str) -> str:
        """Return the title of a picture; the words in it are English."""
        stem = path.rpartition("/")[2].removesuffix(".svg")
        name, *battle = re.findall(r"[a-z-]*[a-z]|[0-9]+", stem) or [stem]
        sides = dict(zip("ad", battle, strict=False))
        return self.or_else(f"picture.{name}", english, **sides)


@lru_cache(len(LANGUAGES))
def _texts(code: str) -> Mapping[str, Wording]:
    """Return the texts of a language: those that all pages share, and those of these."""
    own = json.loads(package_text(f"{code}.json", FOLDER))
    return FrozenMapping({**common_texts(code), **own})


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
    said = locale.sentence(rules)
    half = -(-most // 2)
    attackers, defenders = (
        sum(losses[side] * n for losses, n in all_dice.items()) for side in (0, 1)
    )
    these, usual = _facts(locale, rules), _facts(locale, STANDARD)
    return {
        "rules": rules,
        "sentence": f"{said[0].upper()}{said[1:]}.",
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
