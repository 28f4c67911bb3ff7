"""Exact odds of battles in the board game Risk.

>>> import riskexact as rx
>>> rx.win_probability(3, 2)
Fraction(6610505, 10077696)
>>> rx.win_decimal(17, 6, digits=30)
'0.991795867352332512207455532040'

Attackers are the units free to fight: the one that must stay behind is not counted.  All answers
are `fractions.Fraction`, in lowest terms; no float is ever on the way to one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riskexact.balanced_blitz import BalancedBlitz
    from riskexact.battle import Battle, Costs, Luck, win_decimal, win_probability
    from riskexact.campaign import Campaign
    from riskexact.campaign.needed import campaign_attackers_needed
    from riskexact.campaign.orders import best_order
    from riskexact.campaign.spreads import best_garrisons
    from riskexact.catalogue import RULES
    from riskexact.claims import CLAIMS, Claim, Verdict
    from riskexact.dice import break_even_ratio, loss_counts, resolve, round_counts
    from riskexact.digits import decimal_text, fraction_text, percent_text
    from riskexact.distribution import Distribution
    from riskexact.errors import RiskError
    from riskexact.hand import Hand
    from riskexact.needed import attackers_needed, defenders_takeable, garrison_needed
    from riskexact.publication import publish, publish_shard
    from riskexact.publication.checking import verify_publication
    from riskexact.publication.plan import Edition
    from riskexact.publication.shards import Shard
    from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
    from riskexact.simulation import Simulation, simulate
    from riskexact.strategy import Strategy
    from riskexact.tables import Table, win_table

__version__ = "0.1.0"

__all__ = [
    "CLAIMS",
    "RULES",
    "SINGLE_LOSS",
    "STANDARD",
    "BalancedBlitz",
    "Battle",
    "Campaign",
    "Claim",
    "Costs",
    "Distribution",
    "Edition",
    "Hand",
    "Luck",
    "RiskError",
    "Rules",
    "Shard",
    "Simulation",
    "Strategy",
    "Table",
    "Verdict",
    "attackers_needed",
    "best_garrisons",
    "best_order",
    "break_even_ratio",
    "campaign_attackers_needed",
    "decimal_text",
    "defenders_takeable",
    "fraction_text",
    "garrison_needed",
    "loss_counts",
    "percent_text",
    "publish",
    "publish_shard",
    "resolve",
    "round_counts",
    "simulate",
    "verify_publication",
    "win_decimal",
    "win_probability",
    "win_table",
]

_HOMES = {
    "catalogue": ("RULES",),
    "balanced_blitz": ("BalancedBlitz",),
    "battle": ("Battle", "Costs", "Luck", "win_decimal", "win_probability"),
    "campaign": ("Campaign",),
    "campaign.needed": ("campaign_attackers_needed",),
    "claims": ("CLAIMS", "Claim", "Verdict"),
    "dice": ("break_even_ratio", "loss_counts", "resolve", "round_counts"),
    "digits": ("decimal_text", "fraction_text", "percent_text"),
    "distribution": ("Distribution",),
    "errors": ("RiskError",),
    "hand": ("Hand",),
    "needed": ("attackers_needed", "defenders_takeable", "garrison_needed"),
    "campaign.orders": ("best_order",),
    "publication": ("publish", "publish_shard"),
    "publication.checking": ("verify_publication",),
    "publication.plan": ("Edition",),
    "publication.shards": ("Shard",),
    "rules": ("SINGLE_LOSS", "STANDARD", "Rules"),
    "simulation": ("Simulation", "simulate"),
    "campaign.spreads": ("best_garrisons",),
    "strategy": ("Strategy",),
    "tables": ("Table", "win_table"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the first answer waits for no other."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"riskexact.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
