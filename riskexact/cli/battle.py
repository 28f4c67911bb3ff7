"""`riskexact odds` and `riskexact outcomes`: one battle."""

from argparse import Namespace
from fractions import Fraction

from riskexact.arguments import shown as shown_value
from riskexact.battle import Battle, win_and_lose_decimals
from riskexact.cli.options import (
    Commands,
    add_command,
    add_forces,
    counted,
    number,
)
from riskexact.cli.output import columns, emit, emit_json, exact_json, fraction_shown
from riskexact.cli.sides import Sides, armies_text, read_sides
from riskexact.digits import DIGITS, MOST_DIGITS, decimal_text
from riskexact.distribution import Distribution
from riskexact.errors import RiskError
from riskexact.sizes import MOST_UNITS
from riskexact.states import lost, stopped, won

MOST_UNITS_FOR_MEANS = 10_000
"""Units of both sides together up to which the means are printed too: some seconds of work."""


def add_odds(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "odds",
        run_odds,
        help="the exact odds of a battle",
        example="riskexact odds 17 6",
    )
    add_forces(parser)


def add_outcomes(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "outcomes",
        run_outcomes,
        help="the exact distribution of who is left after a battle",
        example="riskexact outcomes 5 3 --digits 6",
    )
    add_forces(parser)


def run_odds(options: Namespace) -> int:
    """Print the chances to win and to lose, and what is left in the mean."""
    sides = read_sides(options)
    units = sides.attackers + sides.defenders
    if units > MOST_UNITS and options.retreat_at is None and options.method == "auto":
        return _run_odds_in_digits(sides, options)
    battle, digits = _battle(sides, options), _digits(options)
    names = ["win", "lose"] if options.retreat_at is None else ["win", "lose", "stopped"]
    if units <= MOST_UNITS_FOR_MEANS:
        *chances_of, a_left, d_left = battle.expected_values(
            won, lost, stopped, lambda a, d: a, lambda a, d: d
        )
        means = {"attackers_left": a_left, "defenders_left": d_left, "rounds": battle.mean_rounds}
    else:
        chances_of = [battle.win_probability, battle.lose_probability, battle.stop_probability]
        means = {}
    # a Distribution checks that nothing is missing
    chances = Distribution(dict(zip(("win", "lose", "stopped"), chances_of, strict=True)))
    shown = {name: chances.get(name, Fraction(0)) for name in names}
    if options.json:
        emit_json(
            _header(sides, options)
            | {name: exact_json(chance, digits) for name, chance in shown.items()}
            | {name: {"mean": exact_json(mean, digits)} for name, mean in means.items()},
            options.output,
        )
        return 0
    lines = [_title(sides, battle, options), ""]
    for name, chance in shown.items():
        fraction = fraction_shown(chance, options)
        lines.append(f"{name}: {decimal_text(chance, digits)}\n  = {fraction}")
    if means:
        lines.append("")
    for name, mean in means.items():
        lines.append(f"{name.replace('_', ' ')} in the mean: {decimal_text(mean, digits)}")
    emit("\n".join([*lines, ""]), options.output)
    return 0


def _run_odds_in_digits(sides: Sides, options: Namespace) -> int:
    """Print certain digits of the chances, of a size whose fractions would not fit."""
    a, d, rules, _ = sides
    if options.digits is None:
        raise RiskError(
            f"attackers and defenders must be at most {MOST_UNITS} together for an exact fraction, "
            f"not {shown_value(a + d)}; with --digits N, certain digits are printed"
        )
    win, lose = win_and_lose_decimals(a, d, _digits(options), rules)
    if options.json:
        chances = {
            "win": {"fraction": None, "decimal": win},
            "lose": {"fraction": None, "decimal": lose},
        }
        emit_json(sides.header | chances, options.output)
    else:
        emit(f"{sides.title}\n\nwin: {win}\nlose: {lose}\n", options.output)
    return 0


def run_outcomes(options: Namespace) -> int:
    """Print the probability of each end of the battle."""
    sides = read_sides(options)
    battle, digits = _battle(sides, options), _digits(options)
    if options.json:
        emit_json(
            _header(sides, options)
            | {
                "outcomes": [
                    {"attackers": a, "defenders": d, **exact_json(probability, digits)}
                    for (a, d), probability in battle.outcomes.items()
                ]
            },
            options.output,
        )
        return 0
    rows = [("attackers left", "defenders left", "probability", "fraction")]
    rows += [
        (str(a), str(d), decimal_text(probability, digits), fraction_shown(probability, options))
        for (a, d), probability in battle.outcomes.items()
    ]
    emit("\n".join([_title(sides, battle, options), "", *columns(rows), ""]), options.output)
    return 0


def _battle(sides: Sides, options: Namespace) -> Battle:
    retreat_at = max(0, _retreat(options) - sides.armies)
    return Battle(*sides[:3], retreat_at=retreat_at, method=options.method)


def _retreat(options: Namespace) -> int:
    typed = options.retreat_at
    return 0 if typed is None else number(typed, "retreat-at")


def _digits(options: Namespace) -> int:
    typed = options.digits
    return DIGITS if typed is None else number(typed, "digits", 1, MOST_DIGITS)


def _header(sides: Sides, options: Namespace) -> dict[str, object]:
    stop = {} if options.retreat_at is None else {"retreat_at": _retreat(options)}
    return sides.header | stop


def _title(sides: Sides, battle: Battle, options: Namespace) -> str:
    if options.retreat_at is None:
        return sides.title
    left = counted(battle.retreat_at, "attacker")
    if sides.armies:
        left = f"{armies_text(_retreat(options))} ({left})"
    return f"{sides.title}, retreat at {left}"
