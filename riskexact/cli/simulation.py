"""`riskexact simulate`: battles with dice that are thrown at random, beside the exact odds."""

from argparse import Namespace
from fractions import Fraction

from riskexact.cli.options import (
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_stops,
    counted,
    number,
)
from riskexact.cli.output import columns, emit, emit_json, exact_json
from riskexact.cli.sides import read_fight
from riskexact.digits import DIGITS, decimal_text
from riskexact.distribution import Distribution
from riskexact.p_values import MOST_CERTIFIED_DIGITS
from riskexact.simulation import BATTLES, MOST_BATTLES, MOST_SEED, Simulation, simulate
from riskexact.states import State, Terminal, lost, stopped, won
from riskexact.stops import FOUGHT_OUT

WORDS = {
    "attackers_left": "attackers left in the mean",
    "defenders_left": "defenders left in the mean",
    "rounds": "rounds in the mean",
}

MEANING = "Fair dice make a p-value of x or less with a chance of at most x, for every x."


def add_simulate(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "simulate",
        run_simulate,
        help="battles with dice thrown at random, beside the exact odds",
        example="riskexact simulate 12 9 --battles 10000 --seed 1",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free to fight")
    parser.add_argument("defenders", metavar="DEFENDERS", help="defenders")
    add_armies(parser, "ATTACKERS and R count")
    add_stops(parser)
    parser.add_argument(
        "--battles", metavar="N", default=str(BATTLES), help=f"how many (default: {BATTLES})"
    )
    parser.add_argument(
        "--seed", metavar="N", default="0", help="the same one throws the same dice (default: 0)"
    )
    parser.add_argument("--dice", action="store_true", help="show the dice of the first battle")
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})", str(DIGITS))


def run_simulate(options: Namespace) -> int:
    """Print what was thrown beside what is exactly true; a small p-value is no error."""
    fight = read_fight(options)
    digits = number(options.digits, "digits", 1, MOST_CERTIFIED_DIGITS)
    simulation = simulate(
        fight.battle("auto"),
        number(options.battles, "battles", 1, MOST_BATTLES),
        number(options.seed, "seed", 0, MOST_SEED),
    )
    compared = _compared(simulation)
    p_values = {
        "wins": simulation.win_p_value_decimal(digits),
        "outcomes": simulation.p_value_decimal(digits),
    }
    if options.json:
        emit_json(
            fight.header
            | {"battles": simulation.battles, "seed": simulation.seed}
            | {
                name: {"observed": exact_json(seen, digits), "exact": exact_json(exact, digits)}
                for name, (seen, exact) in compared.items()
            }
            | {"p_values": p_values}
            | {"outcomes": _outcomes_json(simulation, digits)}
            | {"first_battle": [throw._asdict() for throw in simulation.throws]},
            options.output,
        )
        return 0
    rows = [("", "observed", "exact")]
    for name, values in compared.items():
        seen, exact = (decimal_text(value, digits) for value in values)
        rows.append((WORDS.get(name, name), seen, exact))
    title = f"{fight.title}: {counted(simulation.battles, 'battle')}, seed {simulation.seed}"
    lines = [title, "", *columns(rows), ""]
    lines += [f"p-value of the {name}: {text}" for name, text in p_values.items()]
    lines += [MEANING]
    if options.dice:
        lines += ["", "the first battle:", *_throws_text(simulation)]
    emit("\n".join([*lines, ""]), options.output)
    return 0


def _compared(simulation: Simulation) -> dict[str, tuple[Fraction, Fraction]]:
    """Return what was observed and what is exact, by name."""
    battle = simulation.fought
    rounds = simulation.mean_rounds, battle.mean_rounds
    values = {
        "win": won,
        "lose": lost,
        "stopped": stopped,
        "attackers_left": lambda a, d: a,
        "defenders_left": lambda a, d: d,
    }
    if battle.stops == FOUGHT_OUT:
        del values["stopped"]

    def mean(outcomes: Distribution[State], value: Terminal) -> Fraction:
        return outcomes.map(lambda left: value(*left)).mean

    return {
        name: (mean(simulation.frequencies, value), mean(battle.outcomes, value))
        for name, value in values.items()
    } | {"rounds": rounds}


def _outcomes_json(simulation: Simulation, digits: int) -> list[dict[str, object]]:
    """Return each end that is possible, how often it was seen, and its exact chance."""
    return [
        {
            "attackers": a,
            "defenders": d,
            "count": simulation.counts.get((a, d), 0),
            **exact_json(probability, digits),
        }
        for (a, d), probability in simulation.fought.outcomes.items()
    ]


def _throws_text(simulation: Simulation) -> list[str]:
    """Return a line for each round of the first battle."""
    if not simulation.throws:
        return ["no dice, it is over before the first throw"]
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
