"""The options and arguments of all commands, one table."""

from functools import partial

from riskexact.base.arguments import number
from riskexact.base.report import FORMAT_WORDS
from riskexact.base.text import DIGITS, MAX_DIGITS
from riskexact.cli.parser import (
    MODEL_FORMATS,
    Option,
    each_number,
    percent,
    rules,
    rules_or_all,
    territories,
)
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import names as rule_sets

positive = partial(number, least=1)
significant = partial(number, least=1, most=MAX_DIGITS)

RULE_SETS = "a rule set that `riskexact rules` lists, or FILE.toml (default: {rules})"

BY_SUFFIX = "(default: by the suffix of FILE, else text)"

OPTIONS: dict[str, Option | str] = {
    # without a value
    "--armies": "the attacker's numbers count the unit that stays behind too",
    "--blitz": "in Balanced Blitz, the blitz mode of RISK: Global Domination as of version 3.3",
    "--booktabs": "of LaTeX: with the lines of the package booktabs",
    "--exact": "fractions whole on a terminal too; of odds and campaign the expected values too",
    "--json": "print one JSON object",
    "--parts": "of CSV and spreadsheets: numerators and denominators in columns of their own",
    # two sides
    "ATTACKERS": Option("ATTACKERS", "attackers free to fight", number),
    "DEFENDERS": Option("DEFENDERS", "defenders", number),
    "--retreat-at": Option("R", "stop when R or fewer attackers are left", number),
    "--stop-at-defenders": Option("G", "stop when G or fewer defenders are left", number),
    "--stop-after": Option("N", "stop when N rounds have been thrown", number),
    "--stop-below": Option("CHANCE", "stop when the chance to win is below CHANCE", percent),
    "--stop-until": Option("R", "with --blitz: R attackers stay out of the fight", number),
    # campaigns
    "D": Option(
        "D",
        "defenders on each territory in turn, 3 3 2 or 3,3,2; 0 for an empty one; D:RULES sets the "
        "rules of one territory, such as 5:capital",
        territories,
        dest="defenders",
    ),
    "--leave-behind": Option(
        "N[,N...]",
        "units that stay on a taken territory before the next battle: one number, or one for each "
        "territory (default: 1)",
        each_number,
    ),
    "--format": Option("F", BY_SUFFIX, choices=tuple(FORMAT_WORDS)),
    "--format:model": Option("F", BY_SUFFIX, choices=(*FORMAT_WORDS, *MODEL_FORMATS)),
    "--workers": Option(
        "N",
        "number of processes that share the work (default: one for each core)",
        partial(number, least=1, most=1000),
    ),
    # all commands
    "--digits": Option("N", f"significant digits (default: {DIGITS})", significant),
    "--rules": Option("NAME", RULE_SETS, rules, STANDARD, names=rule_sets),
    "--rules:or": Option("NAME", RULE_SETS, rules, names=rule_sets),
    "--rules:or-all": Option("NAME", RULE_SETS, rules_or_all, names=rule_sets),
    "--rules:names": Option("NAME", RULE_SETS, names=rule_sets, several=True),
    "--output": Option("FILE", "write to FILE, whole or not at all, in the format of its suffix"),
}
"""Every option and argument, or the help of one without a value.

What stands behind a colon tells those of one name apart.
"""
