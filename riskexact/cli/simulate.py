"""`riskexact simulate`: battles and campaigns with random dice, beside the exact odds."""

from argparse import Namespace
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import number
from riskexact.base.grid import columns
from riskexact.base.report import (
    BLANK,
    BRIEF_DIGITS,
    BriefColumn,
    Chance,
    Column,
    Data,
    Group,
    Report,
    TableItem,
    Text,
    Value,
)
from riskexact.base.text import DIGITS, counted
from riskexact.cli.campaign import TERMS, add_terms, add_territories, campaign_title, read_campaign
from riskexact.cli.odds import read_battle
from riskexact.cli.options import (
    STOPS,
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_stops,
    read_sides,
    refuse,
)
from riskexact.evidence.simulation import (
    DEFAULT_BATTLES,
    MAX_BATTLES,
    MAX_SEED,
    Simulation,
    simulate,
)
from riskexact.evidence.simulation.p_values import MAX_P_VALUE_DIGITS
from riskexact.odds.states import FOUGHT_OUT, defenders_left, lost, stopped, won
from riskexact.questions.battle import Battle
from riskexact.questions.campaign import Campaign
from riskexact.rules.distribution import Distribution

WORDS = {
    "territories_taken": "mean territories taken",
    "attackers_left": "mean attackers left",
    "defenders_left": "mean defenders left",
    "rounds": "mean rounds",
}

MEANING = "With fair dice, the chance of a p-value of x or less is at most x, for every x."


def add_simulate(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "simulate",
        run_simulate,
        "battles and campaigns with dice thrown at random, beside the exact odds",
        "riskexact simulate 12 9 --battles 10000 --seed 1",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free to fight")
    add_territories(parser)
    add_armies(parser, "ATTACKERS and R count")
    add_stops(parser)
    parser.set_defaults(method="auto")
    add_terms(parser)
    parser.add_argument(
        "--battles",
        metavar="N",
        default=str(DEFAULT_BATTLES),
        help=f"how many to simulate (default: {DEFAULT_BATTLES})",
    )
    parser.add_argument(
        "--seed", metavar="N", default="0", help="the same seed throws the same dice (default: 0)"
    )
    parser.add_argument("--dice", action="store_true", help="show the dice of the first battle")
    add_digits(parser, "significant digits (default: 4, and 10 in JSON)")


def run_simulate(options: Namespace) -> Report:
    """Return the simulation beside the exact values; a small p-value is not an error."""
    chain = len(options.defenders) > 1 or ":" in options.defenders[0]
    asked = _campaign(options) if chain else _battle(options)
    digits = None
    if options.digits is not None:
        digits = number(options.digits, "digits", 1, MAX_P_VALUE_DIGITS)
    simulation = simulate(
        asked.fought,
        number(options.battles, "battles", 1, MAX_BATTLES),
        number(options.seed, "seed", 0, MAX_SEED),
    )
    compared = _compared(simulation)
    shown = digits or (DIGITS if options.json else BRIEF_DIGITS)
    p_value = simulation.win_p_value_decimal(shown)
    lines = [f"p-value of the wins: {p_value}", MEANING]
    if options.dice:
        lines += ["", f"the first {asked.noun}:", *_throws_text(simulation)]
    columns = [Column(""), BriefColumn("observed"), BriefColumn("exact")]
    return Report(
        f"{asked.title}: {counted(simulation.battles, asked.noun)}, seed {simulation.seed}",
        asked.echo | {"battles": simulation.battles, "seed": simulation.seed},
        *(
            Group(name, Value("observed", observed, ""), Value("exact", exact, ""))
            for name, (observed, exact) in compared.items()
        ),
        TableItem("", columns, [(WORDS.get(name, name), *each) for name, each in compared.items()]),
        BLANK,
        Data("p_values", {"wins": p_value}),
        Text(*lines),
        _outcomes(simulation),
        Data(f"first_{asked.noun}", [throw._asdict() for throw in simulation.throws]),
        digits=digits,
    )


class _Asked(NamedTuple):
    """A battle or campaign, its echo in JSON, its title, and its noun."""

    fought: Battle | Campaign
    echo: dict[str, object]
    title: str
    noun: str


def _battle(options: Namespace) -> _Asked:
    refuse(options, TERMS, "with several territories")
    (options.defenders,) = options.defenders
    battle, title, echo = read_battle(options, *read_sides(options))
    return _Asked(battle, echo, title, "battle")


def _campaign(options: Namespace) -> _Asked:
    refuse(options, STOPS, "with one territory")
    campaign, terms, echo = read_campaign(options)
    title = campaign_title(campaign, terms, options.armies)
    return _Asked(campaign, echo, title, "campaign")


def _compared(simulation: Simulation) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the observed and the exact value of each quantity, by name."""
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
    names: tuple[str, ...] = ("attackers", "defenders")
    if isinstance(simulation.fought, Campaign):
        names = ("attackers", "territory", "defenders")
    columns = [*(Column(None, name) for name in (*names, "count")), Chance(None)]
    return TableItem(
        "outcomes",
        columns,
        lambda: (
            (*outcome, simulation.counts.get(outcome, 0), chance)
            for outcome, chance in simulation.outcomes.items()
        ),
    )


def _throws_text(simulation: Simulation) -> list[str]:
    """Return a line for each round of the first battle."""
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
