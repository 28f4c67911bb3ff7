"""`riskexact simulate`: battles and campaigns with random dice, beside the exact odds."""

from argparse import Namespace
from fractions import Fraction

from riskexact.base.arguments import number
from riskexact.base.report import Column, Data, Group, Report, TableItem, Text, Value, chance_data
from riskexact.base.text import DIGITS, pluralize
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.odds import asked_battle
from riskexact.cli.options import significant
from riskexact.cli.parser import STOPS, Command, Option, refuse
from riskexact.logs.simulation import simulate

COMMAND = Command(
    "battles and campaigns with dice thrown at random, beside the exact odds",
    "simulate 12 9 --battles 10000 --seed 1",
    "ATTACKERS D... --armies --retreat-at --stop-at-defenders --stop-after --stop-below "
    "--leave-behind --battles --seed --digits --format",
    group="Mathematics",
    own={
        "--battles": Option("N", "how many to simulate (default: 10000)", number, 10_000),
        "--seed": Option("N", "the same seed throws the same dice (default: 0)", number, 0),
        "--digits": Option("N", "significant digits (default: 4, in JSON 10)", significant),
    },
)

MEANING = "With fair dice, the chance of a p-value of x or less is at most x, for every x."

DIGITS_OF_DOUBLE = 25
"""Digits of which the nearest double is that of the number."""


def run(options: Namespace) -> Report:
    """Return the simulation beside the exact values; a small p-value is not an error."""
    fought, asked = _asked(options)
    found = simulate(fought, options.battles, options.seed)
    p_value = found.win_p_value_decimal(options.digits or (DIGITS if options.json else 4))

    def nearest() -> dict[str, object]:
        return chance_data(found.win_p_value_decimal(DIGITS_OF_DOUBLE)) or {}

    is_battle = isinstance(fought, Battle)
    parts = ["attackers", "defenders"] if is_battle else ["attackers", "territory", "defenders"]
    compared = [("win", "win", Fraction(found.wins, found.battles), fought.win_probability)]
    second = "defenders_left" if is_battle else "territories_taken"
    for part, name in ((1, second), (0, "attackers_left")):
        total = sum(count * end[part] for end, count in found.counts.items())
        exact = sum(chance * end[part] for end, chance in fought.outcomes.items())
        observed, mean = Fraction(total, found.battles), f"mean {name.replace('_', ' ')}"
        compared.append((name, mean, observed, Fraction(exact)))
    kind = type(fought).__name__.lower()
    head = [Column(""), Column("observed", form="brief"), Column("exact", form="brief")]
    columns = [*(Column(None, key) for key in (*parts, "count")), Column(None, form="chance")]
    ends = [(*end, found.counts.get(end, 0), p) for end, p in fought.outcomes.items()]
    return Report(
        f"{fought.words(options.armies)}: {pluralize(found.battles, kind)}, seed {found.seed}",
        asked | {"battles": found.battles, "seed": found.seed},
        *(
            Group(name, Value("observed", observed, ""), Value("exact", exact, ""))
            for name, _, observed, exact in compared
        ),
        TableItem("", head, [values for _, *values in compared]),
        Text("", f"p-value of the wins: {p_value}", MEANING),
        Data("p_values", lambda: {"wins": nearest() | {"decimal": p_value}}),
        TableItem("outcomes", columns, ends),
    )


def _asked(options: Namespace) -> tuple[Battle | Campaign, dict[str, object]]:
    (d, rules), *more = options.defenders
    if more or rules:
        refuse(options, STOPS[1:], "with one territory")
        return asked_campaign(options)
    refuse(options, ("leave_behind",), "with several territories")
    options.defenders = d
    return asked_battle(options)
