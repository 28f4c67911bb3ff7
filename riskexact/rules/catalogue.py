"""The catalogue: named rule sets with their sources, and names of rule sets.

The rule sets are in `catalogue.toml`, a few lines each, which is read when first needed; `STANDARD`
and `SINGLE_LOSS` do not need it.  `games.toml` has the names of games that people play: other names
of these, a rule set that is no other, or why there is none.
"""

import os
import re
from collections.abc import Mapping
from functools import lru_cache

from riskexact.base.arguments import called, nearest, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from riskexact.rules.files import Entry

    RULES: Mapping[str, Rules]
    """The named rule sets."""

BUILT_IN = {"standard": STANDARD, "single-loss": SINGLE_LOSS}

GROUPS = (
    "Classic editions",
    "Digital game",
    "Revised edition of 2008",
    "Risk Legacy",
    "The Lord of the Rings",
    "Risk 2210 A.D.",
    "Risk Godstorm",
    "House rules",
)
"""The groups of the catalogue, in the order in which they are listed."""


@lru_cache(maxsize=1)
def entries() -> "Mapping[str, Entry]":
    """Return the catalogue: for each name the rules, title, group, source and note.

    >>> entries()["risiko"].rules.dice(9, 9)
    (3, 3)
    """
    from riskexact.base.resources import package_text
    from riskexact.rules.files import read_catalogue

    return FrozenMapping(read_catalogue(package_text("catalogue.toml", "rules")))


@lru_cache(maxsize=1)
def games() -> "Mapping[str, Entry]":
    """Return the rule sets of games by the names of the games, under which they are not listed.

    >>> games()["teg"].rules == entries()["risiko"].rules, games()["teg"].rules.name
    (True, 'teg')
    """
    from riskexact.rules.files import known_entry

    found = {}
    for name, table in _games().items():
        if "why" not in table:
            known = entries().get(table.pop("same", ""))
            entry = known_entry(name, table)
            if known:
                entry = entry._replace(rules=known.rules.replace(name=name), group=known.group)
            found[name] = entry
    return FrozenMapping(found)


def _games() -> "dict[str, dict[str, Any]]":
    import tomllib

    from riskexact.base.resources import package_text

    return tomllib.loads(package_text("games.toml", "rules"))


def names() -> list[str]:
    """Return all names of rule sets, those of games behind those of the catalogue."""
    return [*entries(), *games()]


def each_value() -> list[Rules]:
    """Return the rule sets of the catalogue and of games, each value once, by its first name."""
    named = (*entries().values(), *games().values())
    return [*dict.fromkeys(entry.rules for entry in named)]


def __getattr__(name: str) -> object:
    """Read `RULES` when it is first used."""
    if name != "RULES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    rules = {name: entry.rules for name, entry in entries().items()} | BUILT_IN
    # threads that ask at once must all get the same one
    return globals().setdefault("RULES", Named(rules))


class Named(FrozenMapping[str, Rules]):
    """The named rule sets; the `KeyError` of any other name suggests the nearest.

    Of a game it names the rule set of the catalogue, or where the name of the game is taken.

    >>> Named({"risiko": STANDARD})["Risiko"]
    Traceback (most recent call last):
        ...
    KeyError: "no rule set is called 'Risiko'; did you mean 'risiko'?"
    >>> Named({"risiko": STANDARD})["teg"]
    Traceback (most recent call last):
        ...
    KeyError: "'teg' is a game, not in the catalogue; its rules are 'risiko' there"
    """

    __slots__ = ()

    def __getitem__(self, name: str) -> Rules:
        try:
            return super().__getitem__(name)
        except KeyError:
            if name not in games():
                meant = _did_you_mean(name, "'")
                raise KeyError(f"no rule set is called {short_repr(name)}{meant}") from None
            known = known_as(games()[name].rules.replace(name=None))
            meant = (
                f"rules={name!r} asks for it" if known == name else f"its rules are {known!r} there"
            )
            raise KeyError(f"{name!r} is a game, not in the catalogue; {meant}") from None


def rule_set(rules: object) -> Rules:
    """Return a rule set that is given as a value, or by its name in the catalogue.

    Capital letters, spaces and signs make no difference.  No file is read.  Raises `RiskError`,
    which suggests the nearest name.

    >>> rule_set(STANDARD) is STANDARD, rule_set("RisiKo!").defence_dice
    (True, 3)
    >>> rule_set("riskio")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: rules must be a Rules value or a name in riskexact.RULES, not 'riskio'; \
did you mean 'risiko'?
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        if rules in BUILT_IN:
            return BUILT_IN[rules]
        found = _found(rules)
        if found:
            return found.rules
    raise RiskError(
        f"rules must be a Rules value or a name in riskexact.RULES, not {short_repr(rules)}"
        + _did_you_mean(rules, "'")
    )


def _found(name: str) -> "Entry | None":
    """Return the rule set of a name; raise `RiskError` for a game that no rule set says."""
    plain = _plain(name)
    found = entries().get(plain) or games().get(plain)
    if not found and plain in (said := _games()):
        raise RiskError(
            f"rules must be a rule set, not {short_repr(name)}: "
            + " ".join(said[plain]["why"].split())
        )
    return found


def _plain(name: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", name.lower()))


def _did_you_mean(name: object, quote: str = "") -> str:
    """Return the end of a message: names that have these words in their titles, or the nearest."""
    plain = _plain(name) if isinstance(name, str) else ""
    words = {each: f"{each}-{_plain(entry.title)}".split("-") for each, entry in entries().items()}
    titled = [each for each, known in words.items() if {*plain.split("-")} <= {*known}]
    meant = f"{quote} or {quote}".join(titled) or nearest(plain, [*words, *games()])
    return meant and f"; did you mean {quote}{meant}{quote}?"


def entry_named(name: str) -> "Entry":
    """Return the entry of the catalogue called `name`, or of a file `name.toml`.

    Capital letters, spaces and signs make no difference.  Raises `RiskError` for an unknown name,
    which suggests the nearest one, and for an unusable file.

    >>> entry_named("RisiKo!").rules == rules_named("capital")
    True
    """
    if name.lower().endswith(".toml"):
        from riskexact.rules.files import MAX_RULE_FILE_BYTES, read_rules, text_of_file

        text = text_of_file(name, "rules", MAX_RULE_FILE_BYTES)
        return read_rules(text, short_repr(os.path.basename(name)).strip("'\""))  # noqa: PTH119
    if found := _found(name):
        return found
    blitz = "; Balanced Blitz is asked with --blitz" * ("blitz" in name.lower())
    raise RiskError(
        "rules must be a name that `riskexact rules` lists, or a file that ends in .toml, "
        f"not {short_repr(name)}{blitz or _did_you_mean(name)}"
    )


def rules_named(name: str) -> Rules:
    """Return the rule set called `name`, or of a file `name.toml`; errors as for `entry_named`.

    >>> rules_named("riskio")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: rules must be a name that `riskexact rules` lists, or a file that ends in \
.toml, not 'riskio'; did you mean risiko?
    """
    return BUILT_IN[name] if name in BUILT_IN else entry_named(name).rules


def known_as(rules: Rules) -> str | None:
    """Return the name of the rule set in the catalogue, or None if it is not in it by its value.

    >>> known_as(Rules()), known_as(Rules(3, 3)), known_as(Rules(faces=7))
    ('standard', 'risiko', None)
    """
    for name, built_in in BUILT_IN.items():
        if rules == built_in and rules.name in (name, None):
            return name
    named = {name: entry.rules for name, entry in (*entries().items(), *games().items())}
    if rules.name is not None and named.get(rules.name) == rules:
        return rules.name
    return next((name for name, known in named.items() if known == rules), None)


def label(rules: Rules) -> str:
    """Return the name of the rule set in the catalogue, or else its description and its own name.

    >>> label(Rules())
    'standard'
    >>> label(Rules(faces=7, name="house"))
    "3 v 2 dice, 7 faces, 2 pairs, ties to the defender, called 'house'"
    """
    return known_as(rules) or rules.description + (called(rules.name) if rules.name else "")


def given_name(rules: Rules) -> str:
    """Return the name by which the app and its addresses choose a rule set.

    It is that of the catalogue, or else its own, or else its description.
    """
    return known_as(rules) or rules.name or rules.description


def in_words(rules: Rules) -> str:
    """Return the rule set as in titles.

    >>> in_words(Rules())
    'standard rules'
    >>> in_words(Rules(faces=7))
    '3 v 2 dice, 7 faces, 2 pairs, ties to the defender'
    """
    name = known_as(rules)
    return f"{name} rules" if name else label(rules)


def title(rules: Rules, language: str = "en") -> str:
    """Return what players call the rule set, or else its own name or its description.

    >>> title(Rules(3, 3)), title(Rules(faces=7))
    ('RisiKo!: three defence dice', '3 v 2 dice, 7 faces, 2 pairs, ties to the defender')
    """
    name = known_as(rules)
    found = _found(name) if name else None
    return found.said("title", language) if found else rules.name or rules.description


def under(rules: Rules) -> str:
    """Return the rules for a title; nothing for the standard ones.

    >>> from riskexact import RULES
    >>> under(RULES["standard"]), under(RULES["single-loss"])
    ('', ' (Single loss: only the highest dice count)')
    """
    return "" if rules == Rules() else f" ({title(rules)})"


def grouped() -> "dict[str, dict[str, Entry]]":
    """Return the entries of each of the `GROUPS`, by name."""
    named = entries().items()
    return {group: {n: each for n, each in named if each.group == group} for group in GROUPS}


def rules_json(rules: Rules) -> str | dict[str, object]:
    """Return the rule set for JSON: its name in the catalogue, or else its parts and its own name.

    `battle.question.rules_of_json` reads it.

    >>> rules_json(Rules()), rules_json(Rules(faces=7, name="house"))["faces"]
    ('standard', 7)
    """
    return known_as(rules) or rules.parts | ({"name": rules.name} if rules.name else {})
