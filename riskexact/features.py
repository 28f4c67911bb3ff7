"""The registry: what the floors and each feature offer, an entry each.

A feature is a folder with its library, its commands and its pictures.  It imports the floors, and
the features above it here that it needs.  Its folder and its entry may go: what is left works, and
says what is missing (`tests/test_features.py` takes each away).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import NotRequired, TypedDict

    class Feature(TypedDict):
        """What a feature offers, names with spaces between.

        - `needs`: the features that it imports; all import the floors;
        - `uses`: the features of which it shows something where they are;
        - `commands`: modules of its folder `commands`;
        - `parts`: modules that others look for, see `parts`;
        - `names`: the public names of its modules, which are "" for the folder itself.
        """

        needs: str
        uses: NotRequired[str]
        commands: str
        parts: str
        names: dict[str, str]


FLOORS: "dict[str, dict[str, str]]" = {
    "base": {
        "certain": "Certain",
        "errors": "RiskError",
        "text": "decimal_text fraction_text percent_text",
    },
    "rules": {
        "": "SINGLE_LOSS STANDARD Rules",
        "blitz": "BLITZ_3_3 BlitzVersion",
        "catalogue": "RULES",
        "dice": "break_even_ratio loss_counts resolve round_counts round_distribution",
        "distribution": "Distribution",
        "hand": "Die Hand",
    },
    "odds": {"price": "dearest_unit"},
    "engine": {},
    "cli": {},
}
"""The floors, which are shared, with their public names by module."""

FEATURES: "dict[str, Feature]" = {
    "battle": {
        "needs": "",
        "commands": "odds need luck outcomes campaign table",
        "parts": "pictures commands.plot commands.verify",
        "names": {
            "battle": "Battle win_decimal win_probability",
            "campaign": "Campaign",
            "campaign.choices": "best_order campaign_attackers_needed",
            "campaign.garrisons": "best_garrisons",
            "needed": "attackers_needed defenders_takeable garrison_needed",
            "price": "Price",
            "tables": "Table win_table",
        },
    },
    "strategy": {
        "needs": "battle",
        "commands": "strategy",
        "parts": "",
        "names": {"": "Strategy"},
    },
    "formulas": {
        "needs": "",
        "commands": "formula",
        "parts": "",
        "names": {},
    },
    "turn": {
        "needs": "battle",
        "commands": "conquer place map review",
        "parts": "pictures commands.plot",
        "names": {
            "conquest": "conquer",
            "geography": "Map",
            "placement": "hold place reinforce",
            "position": "Position",
            "review": "review",
            "turns": "best_turn",
        },
    },
    "game": {
        "needs": "battle turn",
        "commands": "game",
        "parts": "pictures review commands.plot",
        "names": {"answers": "Game", "duel": "duel"},
    },
    "certificates": {
        "needs": "battle turn",
        "commands": "certify",
        "parts": "",
        "names": {"certificates": "certificate"},
    },
    "models": {
        "needs": "battle turn",
        "commands": "",
        "parts": "commands.formats commands.verify",
        "names": {"": "prism"},
    },
    "publication": {
        "needs": "battle turn game",
        "commands": "publish vectors",
        "parts": "commands.verify",
        "names": {
            "": "publish",
            "tables_of_others": "check_table",
            "verification": "verify_publication",
        },
    },
    "logs": {
        "needs": "battle",
        "commands": "simulate dice",
        "parts": "pictures commands.plot",
        "names": {"": "dice_log", "simulation": "simulate"},
    },
    "app": {
        "needs": "",
        "uses": "turn game",
        "commands": "calculator",
        "parts": "published",
        "names": {},
    },
}
"""The features, each after those that it needs."""


def present(folder: str) -> bool:
    """Return whether a floor or a feature is there, and all that it needs."""
    try:
        __import__(f"riskexact.{folder}")
    except ModuleNotFoundError as error:
        if error.name != f"riskexact.{folder}":
            raise
        return False
    return folder in FLOORS or all(map(present, FEATURES[folder]["needs"].split()))


def parts(name: str) -> "Iterator[ModuleType]":
    """Yield the modules called `name` of the features that are there and offer it.

    >>> [each.__name__ for each in parts("pictures")][:2]
    ['riskexact.battle.pictures', 'riskexact.turn.pictures']
    """
    from importlib import import_module

    for feature, offered in FEATURES.items():
        if name in offered["parts"].split() and present(feature):
            yield import_module(f"riskexact.{feature}.{name}")
