"""Exact odds of battles in the board game Risk.

>>> import riskexact as rx
>>> rx.win_probability(3, 2)
Fraction(6610505, 10077696)
>>> rx.win_decimal(17, 6, digits=30)
'0.991795867352332512207455532040'

Attackers are the units free to fight: the one that must stay behind is not counted.  All answers
are `fractions.Fraction`, in lowest terms, or `Certain`, known by bounds with digits on demand;
no float is ever on the way to one.
"""

from riskexact.base.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact import formulas as formulas
    from riskexact import pictures as pictures
    from riskexact.base.certain import Certain
    from riskexact.base.errors import RiskError
    from riskexact.base.text import decimal_text, fraction_text, percent_text
    from riskexact.boards.conquest import Conquest, conquer
    from riskexact.boards.geography import Map
    from riskexact.boards.placement import Placement, hold, place, reinforce
    from riskexact.boards.position import Position
    from riskexact.boards.turns import BestTurn, best_turn
    from riskexact.evidence.certificates import certificate
    from riskexact.evidence.logs import DiceLog, LogTest, dice_log
    from riskexact.evidence.simulation import Simulation, simulate
    from riskexact.odds.price import dearest_unit
    from riskexact.publication import publish
    from riskexact.publication.plan import Edition
    from riskexact.publication.verification import verify_publication
    from riskexact.questions.battle import Battle, Costs, Luck, win_decimal, win_probability
    from riskexact.questions.campaign import Campaign
    from riskexact.questions.campaign.needed import campaign_attackers_needed
    from riskexact.questions.campaign.orders import best_order
    from riskexact.questions.campaign.spreads import best_garrisons
    from riskexact.questions.needed import attackers_needed, defenders_takeable, garrison_needed
    from riskexact.questions.price import Price
    from riskexact.questions.strategy import Strategy
    from riskexact.questions.tables import Table, win_table
    from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
    from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
    from riskexact.rules.catalogue import RULES
    from riskexact.rules.dice import (
        break_even_ratio,
        loss_counts,
        resolve,
        round_counts,
        round_distribution,
    )
    from riskexact.rules.distribution import Distribution
    from riskexact.rules.hand import Die, Hand

__version__ = VERSION

__all__ = [
    "BLITZ_3_3",
    "RULES",
    "SINGLE_LOSS",
    "STANDARD",
    "Battle",
    "BestTurn",
    "BlitzVersion",
    "Campaign",
    "Certain",
    "Conquest",
    "Costs",
    "DiceLog",
    "Die",
    "Distribution",
    "Edition",
    "Hand",
    "LogTest",
    "Luck",
    "Map",
    "Placement",
    "Position",
    "Price",
    "RiskError",
    "Rules",
    "Simulation",
    "Strategy",
    "Table",
    "attackers_needed",
    "best_garrisons",
    "best_order",
    "best_turn",
    "break_even_ratio",
    "campaign_attackers_needed",
    "certificate",
    "conquer",
    "dearest_unit",
    "decimal_text",
    "defenders_takeable",
    "dice_log",
    "fraction_text",
    "garrison_needed",
    "hold",
    "loss_counts",
    "percent_text",
    "place",
    "publish",
    "reinforce",
    "resolve",
    "round_counts",
    "round_distribution",
    "simulate",
    "verify_publication",
    "win_decimal",
    "win_probability",
    "win_table",
]

_HOMES = {
    "rules.distribution": ("Distribution",),
    "base.certain": ("Certain",),
    "base.errors": ("RiskError",),
    "base.text": (
        "decimal_text",
        "fraction_text",
        "percent_text",
    ),
    "odds.price": ("dearest_unit",),
    "publication": ("publish",),
    "publication.plan": ("Edition",),
    "publication.verification": ("verify_publication",),
    "questions.battle": (
        "Battle",
        "Costs",
        "Luck",
        "win_decimal",
        "win_probability",
    ),
    "questions.campaign": ("Campaign",),
    "questions.campaign.needed": ("campaign_attackers_needed",),
    "questions.campaign.orders": ("best_order",),
    "questions.campaign.spreads": ("best_garrisons",),
    "evidence.certificates": ("certificate",),
    "evidence.logs": (
        "DiceLog",
        "LogTest",
        "dice_log",
    ),
    "boards.conquest": ("Conquest", "conquer"),
    "boards.geography": ("Map",),
    "boards.position": ("Position",),
    "boards.placement": ("Placement", "hold", "place", "reinforce"),
    "boards.turns": ("BestTurn", "best_turn"),
    "questions.needed": (
        "attackers_needed",
        "defenders_takeable",
        "garrison_needed",
    ),
    "questions.price": ("Price",),
    "evidence.simulation": (
        "Simulation",
        "simulate",
    ),
    "questions.strategy": ("Strategy",),
    "questions.tables": (
        "Table",
        "win_table",
    ),
    "rules": (
        "SINGLE_LOSS",
        "STANDARD",
        "Rules",
    ),
    "rules.blitz": ("BLITZ_3_3", "BlitzVersion"),
    "rules.catalogue": ("RULES",),
    "rules.dice": (
        "break_even_ratio",
        "loss_counts",
        "resolve",
        "round_counts",
        "round_distribution",
    ),
    "rules.hand": ("Die", "Hand"),
}


_PACKAGES = ("formulas", "pictures")
"""The parts of the package that are public themselves."""

_INSTEAD = {
    "BalancedBlitz": "Battle(…, blitz=True)",
    "BlitzCampaign": "Campaign(…, blitz=True)",
    "BlitzSwitch": "Strategy(…, blitz=True)",
    "LuckDecimals": "Luck",
    "blitz_table": "win_table(…, blitz=True)",
}
"""What to write for a name that went."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the first answer waits for no other."""
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f"riskexact.{name}")
    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"riskexact.{module}"), name)
            globals()[name] = value
            return value
    from riskexact.base.arguments import nearest

    spelled = {known.lower().replace("_", ""): known for known in __dir__()}
    meant = nearest(name.lower().replace("_", ""), spelled)
    hint = f"did you mean {spelled[meant]}?" if meant else "dir(riskexact) has the public names"
    if name in _INSTEAD:
        hint = f"write {_INSTEAD[name]}"
    # without the module, or Python would suggest a name once more
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; {hint}", name=name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])
