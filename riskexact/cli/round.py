"""`riskexact round` and `riskexact resolve`: the losses in one throw of the dice."""

from argparse import Namespace
from fractions import Fraction

from riskexact.base.arguments import number
from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Report, Several, TableItem, Text
from riskexact.base.text import counted, decimal_text, fraction_text
from riskexact.cli.options import Commands, add_command
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, rules_json, rules_named
from riskexact.rules.dice import loss_counts, resolve, round_counts


def add_round(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "round",
        run_round,
        help="counts and exact probabilities of one round of dice",
        example="riskexact round 3 2",
    )
    parser.add_argument(
        "attack_dice",
        nargs="?",
        metavar="ATTACK_DICE",
        help="number of dice the attacker throws, without extra dice",
    )
    parser.add_argument(
        "defence_dice",
        nargs="?",
        metavar="DEFENCE_DICE",
        help="number of dice the defender throws (default of both: every pair)",
    )


def add_resolve(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "resolve",
        run_resolve,
        help="the losses of each side in one throw of dice",
        example="riskexact resolve 5,4,2 4,4",
    )
    parser.add_argument("attack", metavar="ATTACK", help="what the attack dice show, such as 5,4,2")
    parser.add_argument("defence", metavar="DEFENCE", help="what the defence dice show")


def run_resolve(options: Namespace) -> Report:
    """Return the losses of the throw."""
    rules = rules_named(options.rules)
    dice = {
        name: [number(text, name) for text in getattr(options, name).split(",")]
        for name in ("attack", "defence")
    }
    attackers, defenders = resolve(**dice, rules=rules)
    lost = {"attackers_lost": attackers, "defenders_lost": defenders}
    line = Text(f"attacker loses {attackers}, defender loses {defenders}")
    return Report("", {"rules": rules_json(rules), **dice, **lost}, line)


def run_round(options: Namespace) -> Report:
    """Return one round, or every round."""
    rules = rules_named(options.rules)
    if options.attack_dice is None:
        dice = every_dice(rules)
    elif options.defence_dice is None:
        raise RiskError("round needs attack dice and defence dice, or neither, not only one number")
    else:
        attack = number(options.attack_dice, "attack_dice", 1, rules.attack.max_dice)
        defence = number(options.defence_dice, "defence_dice", 1, rules.defence.max_dice)
        dice = [(attack, defence)]
    what = f"dice ({in_words(rules)})"
    rounds = Several("rounds", [round_report(a, d, rules, what) for a, d in dice])
    return Report("", {"rules": rules_json(rules)}, rounds)


def every_dice(rules: Rules) -> list[tuple[int, int]]:
    """Return every pair of numbers of dice, the most first."""
    return sorted(rules.dice_numbers(), reverse=True)


def round_report(attack: int, defence: int, rules: Rules, what: str = "dice") -> Report:
    """Return the losses of one round, by what the defender loses."""
    counts = round_counts(attack, defence, rules)
    total = sum(counts.values())
    fixed = rules.losses_per_round is not None
    rows = []
    for lost in sorted(counts, key=lambda lost: (lost[1], -lost[0])):
        chance = Fraction(counts[lost], total)
        text = f"{fraction_text(chance)} = {decimal_text(chance)}"
        rows.append((*lost, counts[lost], text, chance))
    columns = [
        Column("attacker loses", "attackers"),
        Column("defender loses", "defenders"),
        Column("throws", "count"),
        Column("probability"),
        Column(None, "fraction"),
    ]
    echo = {
        "attack_dice": attack,
        "defence_dice": defence,
        "counts": loss_counts(attack, defence, rules) if fixed else None,
        "total": total,
    }
    title = Text(f"{attack} v {defence} {what}: {counted(total, 'throw')}")
    return Report("", echo, title, TableItem("losses", columns, rows))
