"""`riskexact odds` and `riskexact outcomes`: one battle."""

from argparse import Namespace
from fractions import Fraction

from riskexact.battle import Battle
from riskexact.cli.options import Commands, add_command, add_forces, attackers, counted, number
from riskexact.cli.output import emit, emit_json, exact_json
from riskexact.digits import MOST_DIGITS, decimal_text, fraction_text
from riskexact.distribution import Distribution
from riskexact.rules import lost, rules_named, stopped, won


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
    battle, digits = _battle(options), _digits(options)
    *chances_of, a_left, d_left = battle.expected_values(
        won, lost, stopped, lambda a, d: a, lambda a, d: d
    )
    # a Distribution checks that nothing is missing
    chances = Distribution(dict(zip(("win", "lose", "stopped"), chances_of, strict=True)))
    names = ("win", "lose") if options.retreat_at is None else ("win", "lose", "stopped")
    shown = {name: chances.get(name, Fraction(0)) for name in names}
    means = {"attackers_left": a_left, "defenders_left": d_left, "rounds": battle.mean_rounds}
    if options.json:
        emit_json(
            _header(battle, options)
            | {name: exact_json(chance, digits) for name, chance in shown.items()}
            | {name: {"mean": exact_json(mean, digits)} for name, mean in means.items()},
            options.output,
        )
        return 0
    lines = [_title(battle, options), ""]
    for name, chance in shown.items():
        lines.append(_number(name, chance, digits))
    lines.append("")
    for name, mean in means.items():
        lines.append(f"{name.replace('_', ' ')} in the mean: {decimal_text(mean, digits)}")
    emit("\n".join([*lines, ""]), options.output)
    return 0


def run_outcomes(options: Namespace) -> int:
    """Print the probability of each end of the battle."""
    battle, digits = _battle(options), _digits(options)
    if options.json:
        emit_json(
            _header(battle, options)
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
        (str(a), str(d), decimal_text(probability, digits), fraction_text(probability))
        for (a, d), probability in battle.outcomes.items()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    lines = ["  ".join([*map(str.rjust, row[:-1], widths), row[-1]]) for row in rows]
    emit("\n".join([_title(battle, options), "", *lines, ""]), options.output)
    return 0


def _battle(options: Namespace) -> Battle:
    return Battle(
        attackers(options.attackers, options.armies),
        number(options.defenders, "defenders"),
        rules_named(options.rules),
        retreat_at=max(0, _retreat(options) - options.armies),
        method=options.method,
    )


def _retreat(options: Namespace) -> int:
    typed = options.retreat_at
    return 0 if typed is None else number(typed, "retreat-at")


def _digits(options: Namespace) -> int:
    return number(options.digits, "digits", 1, MOST_DIGITS)


def _header(battle: Battle, options: Namespace) -> dict[str, object]:
    header: dict[str, object] = {
        "attackers": battle.attackers + options.armies,
        "defenders": battle.defenders,
        "armies": options.armies,
        "rules": battle.rules.to_json(),
    }
    return header if options.retreat_at is None else header | {"retreat_at": _retreat(options)}


def _title(battle: Battle, options: Namespace) -> str:
    typed = f"{_armies(battle.attackers + 1)}: " if options.armies else ""
    stop = ""
    if options.retreat_at is not None:
        left = counted(battle.retreat_at, "attacker")
        stop = f", retreat at {left}"
        if options.armies:
            stop = f", retreat at {_armies(_retreat(options))} ({left})"
    return (
        f"{typed}{counted(battle.attackers, 'attacker')} against "
        f"{counted(battle.defenders, 'defender')}, {battle.rules.label} rules{stop}"
    )


def _armies(n: int) -> str:
    return f"{n} army" if n == 1 else f"{n} armies"


def _number(name: str, value: Fraction, digits: int) -> str:
    return f"{name}: {decimal_text(value, digits)}\n  = {fraction_text(value)}"
