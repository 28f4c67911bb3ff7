"""`riskexact simulate`: battles and campaigns with random dice, beside the exact odds."""

from argparse import Namespace
from collections.abc import Callable
from fractions import Fraction

from riskexact.base.arguments import number, whole
from riskexact.base.report import (
    BLANK,
    BRIEF_DIGITS,
    Column,
    Data,
    Group,
    Report,
    TableItem,
    Text,
    Value,
    chance_data,
)
from riskexact.base.text import DIGITS, columns, counted
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.odds import asked_battle
from riskexact.cli.options import significant
from riskexact.cli.parser import STOPS, Command, Option, refuse
from riskexact.logs.simulation import MAX_P_VALUE_DIGITS, Simulation, simulate
from riskexact.odds.states import FOUGHT_OUT, defenders_left, lost, stopped, won
from riskexact.rules.distribution import Distribution

COMMAND = Command(
    "battles and campaigns with dice thrown at random, beside the exact odds",
    "simulate 12 9 --battles 10000 --seed 1",
    "ATTACKERS D... --armies --retreat-at --stop-at-defenders --stop-after --stop-below "
    "--leave-behind --battles --seed --throws --digits --format",
    group="Mathematics",
    own={
        "--throws": "print the throws of the first battle",
        "--battles": Option("N", "how many to simulate (default: 10000)", number, 10_000),
        "--seed": Option("N", "the same seed throws the same dice (default: 0)", number, 0),
        "--digits": Option("N", "significant digits (default: 4, in JSON 10)", significant),
    },
)

WORDS = {
    "territories_taken": "mean territories taken",
    "attackers_left": "mean attackers left",
    "defenders_left": "mean defenders left",
    "rounds": "mean rounds",
}

MEANING = "With fair dice, the chance of a p-value of x or less is at most x, for every x."


def run(options: Namespace) -> Report:
    """Return the simulation beside the exact values; a small p-value is not an error."""
    fought, asked = _asked(options)
    noun = type(fought).__name__.lower()
    digits = options.digits and whole(options.digits, "digits", 1, MAX_P_VALUE_DIGITS)
    simulation = simulate(fought, options.battles, options.seed)
    compared = _compared(simulation)
    shown = digits or (DIGITS if options.json else BRIEF_DIGITS)
    p_value = simulation.win_p_value_decimal(shown)
    lines = [f"p-value of the wins: {p_value}", MEANING]
    if options.throws:
        lines += ["", f"the first {noun}:", *_throws_text(simulation)]
    columns = [Column(""), Column("observed", form="brief"), Column("exact", form="brief")]
    size = f"{counted(simulation.battles, noun)}, seed {simulation.seed}"
    return Report(
        f"{fought.words(options.armies)}: {size}",
        asked | {"battles": simulation.battles, "seed": simulation.seed},
        *(
            Group(name, Value("observed", observed, ""), Value("exact", exact, ""))
            for name, (observed, exact) in compared.items()
        ),
        TableItem("", columns, [(WORDS.get(name, name), *each) for name, each in compared.items()]),
        BLANK,
        Data("p_values", {"wins": chance_data(p_value)}),
        Text(*lines),
        _outcomes(simulation),
        Data(f"first_{noun}", [throw._asdict() for throw in simulation.throws]),
    )


def _asked(options: Namespace) -> tuple[Battle | Campaign, dict[str, object]]:
    (d, rules), *more = options.defenders
    if more or rules:
        refuse(options, STOPS[1:], "with one territory")
        return asked_campaign(options)
    refuse(options, ("leave_behind",), "with several territories")
    options.defenders = d
    return asked_battle(options)


def _compared(simulation: Simulation) -> dict[str, tuple[Fraction, Fraction]]:
    fought = simulation.fought
    values: dict[str, Callable[..., int]]
    if isinstance(fought, Battle):
        values = {"win": won, "lose": lost}
        if fought.stops != FOUGHT_OUT:
            values["stopped"] = stopped
        values["defenders_left"] = defenders_left
    else:
        values = {
            "win": lambda a, taken, d: taken == len(fought.garrisons),
            "territories_taken": lambda a, taken, d: taken,
        }
    values["attackers_left"] = lambda a, *others: a

    def mean(outcomes: Distribution[tuple[int, ...]], value: Callable[..., int]) -> Fraction:
        return outcomes.map(lambda outcome: int(value(*outcome))).mean

    return {
        name: (mean(simulation.frequencies, value), mean(simulation.outcomes, value))
        for name, value in values.items()
    } | {"rounds": (simulation.mean_rounds, fought.mean_rounds)}


def _outcomes(simulation: Simulation) -> TableItem:
    """Return each possible outcome, its count, and its exact chance, for JSON alone."""
    names = ["attackers", "defenders", "count"]
    if isinstance(simulation.fought, Campaign):
        names.insert(1, "territory")
    rows = [
        (*outcome, simulation.counts.get(outcome, 0), chance)
        for outcome, chance in simulation.outcomes.items()
    ]
    columns = [Column(None, name) for name in names]
    return TableItem("outcomes", [*columns, Column(None, form="chance")], rows)


def _throws_text(simulation: Simulation) -> list[str]:
    if not simulation.throws:
        return ["no dice: it is over before the first throw"]
    rows = [("attackers", "defenders", "dice")]
    for throw in simulation.throws:
        attack, defence = (
            " ".join(map(str, sorted(dice, reverse=True))) for dice in (throw.attack, throw.defence)
        )
        cost = f"attacker loses {throw.attackers_lost}, defender {throw.defenders_lost}"
        rows.append(
            (str(throw.attackers), str(throw.defenders), f"{attack} against {defence}: {cost}")
        )
    return columns(rows)
