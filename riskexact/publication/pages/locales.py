"""What the pages say, in each language: a file of texts for each, beside this one.

Whatever the app says too is in `rules.languages`: tabs, territories and boards.  What Python itself
says in English, such as what a file is, only the other languages have.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.resources import package_text
from riskexact.base.text import DIGITS, Wording, translate
from riskexact.publication.data import CONVENTIONS, GAME_ARMIES, MAX_BLITZ_UNITS, SOLVED_GAMES
from riskexact.publication.plan import INDEX, TABLES
from riskexact.rules import Rules
from riskexact.rules.catalogue import title
from riskexact.rules.languages import LANGUAGES, common_texts
from riskexact.rules.sentence import sentence
from riskexact.turn.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS

FOLDER = "publication.pages"

TOP = LANGUAGES[0]
"""The language whose pages are at the top; the others are in folders of their own."""


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
        """Return a text as `base.text.said` does."""
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
