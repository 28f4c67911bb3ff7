"""`riskexact round`: the losses in one throw of the dice."""

from argparse import Namespace
from fractions import Fraction

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Report, Several, TableItem, Text, Value
from riskexact.base.text import decimal_text, fraction_text, pluralize
from riskexact.cli.parser import Command, Option, each_number, echo
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words
from riskexact.rules.dice import loss_counts, resolve, round_counts

COMMAND = Command(
    "counts and exact probabilities of one round of dice, or what a throw costs",
    "round 3 2",
    "[ATTACK_DICE] [DEFENCE_DICE] --format",
    more="\n         riskexact round 6,5,1 5,5",
    own={
        "ATTACK_DICE": Option(
            "ATTACK_DICE", "dice to attack, or what they show: 6,5,1", each_number
        ),
        "DEFENCE_DICE": Option("DEFENCE_DICE", "the same of the defender", each_number),
    },
)


def run(options: Namespace) -> Report:
    """Return one round, every round, or the losses of one throw."""
    rules, attack, defence = options.rules, options.attack_dice, options.defence_dice
    if attack is None:
        dice = every_dice(rules)
    elif defence is None:
        raise RiskError("round needs attack dice and defence dice, or neither, not only one number")
    elif len(attack) > 1 or len(defence) > 1:
        attackers, defenders = resolve(attack, defence, rules)
        thrown = echo(options, "rules") | {"attack": attack, "defence": defence}
        lost = {"attackers_lost": attackers, "defenders_lost": defenders}
        line = f"attacker loses {attackers}, defender loses {defenders}"
        return Report("", thrown | lost, Text(line))
    else:
        whole(attack[0], "attack_dice", 1, rules.attack.max_dice)
        whole(defence[0], "defence_dice", 1, rules.defence.max_dice)
        dice = [(*attack, *defence)]
    what = f"dice ({in_words(rules)})"
    rounds = Several("rounds", [round_report(a, d, rules, what) for a, d in dice])
    return Report("", echo(options, "rules"), rounds)


def every_dice(rules: Rules) -> list[tuple[int, int]]:
    """Return every pair of numbers of dice, the most first."""
    return sorted(rules.dice_numbers(), reverse=True)


def round_report(attack: int, defence: int, rules: Rules, what: str = "dice") -> Report:
    """Return the losses of one round, by what the defender loses, and those expected."""
    counts = round_counts(attack, defence, rules)
    total = sum(counts.values())
    fixed = rules.losses_per_round is not None
    ordered = sorted(counts.items(), key=lambda each: (each[0][1], -each[0][0]))
    rows = [(*lost, count, Fraction(count, total)) for lost, count in ordered]
    columns = [
        Column("attacker loses", "attackers"),
        Column("defender loses", "defenders"),
        Column("throws", "count"),
        Column("probability", "", "chance", lambda p: f"{fraction_text(p)} = {decimal_text(p)}"),
    ]
    dice = {"attack_dice": attack, "defence_dice": defence}
    by_defence = loss_counts(attack, defence, rules) if fixed else None
    caption = f"{attack} v {defence} {what}: {pluralize(total, 'throw')}"
    table = TableItem("losses", columns, rows, caption, dice)
    means = [
        Value(name, Fraction(sum(lost[side] * n for lost, n in counts.items()), total), mean=True)
        for side, name in enumerate(("attackers_lost", "defenders_lost"))
    ]
    return Report("", {**dice, "counts": by_defence, "total": total}, table, *means)
