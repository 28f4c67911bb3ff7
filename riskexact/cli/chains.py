"""A chain of territories: as it is typed, and as it is echoed."""

from argparse import Namespace
from collections.abc import Sequence
from typing import NamedTuple

from riskexact.base.errors import RiskError
from riskexact.base.text import armies_text, counted, counted_each
from riskexact.cli.options import Parser, attackers, chosen_rules, number
from riskexact.questions.campaign import MOST_TERRITORIES, Campaign
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, label, rules_json, rules_named

STAYS_BY_DEFAULT = "1"

TERMS = ("leave_behind", "reserve")
"""The options that only a chain has."""


def add_chain(parser: Parser) -> None:
    """Add who stays behind in a chain, and the reserve."""
    parser.add_argument(
        "--leave-behind",
        metavar="N[,N...]",
        help="units that stay on a taken territory before the next battle: one number, or one "
        f"for each territory (default: {STAYS_BY_DEFAULT})",
    )
    parser.add_argument(
        "--reserve",
        metavar="R",
        help="break off as soon as R or fewer attackers are free (default: never)",
    )


def add_territories(parser: Parser, nargs: str = "+") -> None:
    """Add the defenders of a chain of territories."""
    parser.add_argument(
        "defenders",
        metavar="D",
        nargs=nargs,
        help="defenders on each territory in turn, 0 for an empty one; D:RULES has rules of its "
        "own, such as 5:capital",
    )


class Terms(NamedTuple):
    """Who stays behind in a chain, and the reserve; with `armies`, one more was typed of it."""

    leave_behind: int | tuple[int, ...]
    reserve: int
    typed_reserve: int | None
    armies: bool

    @property
    def header(self) -> dict[str, object]:
        """What JSON has of them: the numbers as typed."""
        header: dict[str, object] = {"armies": self.armies, "leave_behind": self.leave_behind}
        return header if self.typed_reserve is None else header | {"reserve": self.typed_reserve}

    def title(self, leave_behind: int | Sequence[int]) -> str:
        """Return the line that says who stays behind."""
        if isinstance(leave_behind, int):
            stays = f"{counted(leave_behind, 'unit')} left behind on each territory but the last"
        else:
            units = counted_each(leave_behind[:-1], "unit")
            stays = f"{units} left behind, none on the last territory"
        if self.typed_reserve is None:
            return stays
        left = counted(self.reserve, "attacker")
        if self.armies:
            left = f"{armies_text(self.typed_reserve)} ({left})"
        return f"{stays}, broken off at {left}"


class Plan(NamedTuple):
    """What was typed of a campaign, but for the defenders."""

    attackers: int
    terms: Terms

    @property
    def header(self) -> dict[str, object]:
        """What JSON has of it: the numbers as typed."""
        return {"attackers": self.attackers + self.terms.armies} | self.terms.header

    def title(self, against: str, rules: str, leave_behind: int | Sequence[int]) -> str:
        """Return the lines above what is printed."""
        typed = f"{armies_text(self.attackers + 1)}: " if self.terms.armies else ""
        sides = f"{typed}{counted(self.attackers, 'attacker')} against {against}, {rules}"
        return f"{sides}\n{self.terms.title(leave_behind)}"

    def campaign(self, garrisons: Sequence[int], rules: Sequence[Rules]) -> Campaign:
        """Return the campaign against these garrisons."""
        terms = self.terms
        return Campaign(self.attackers, garrisons, rules, terms.leave_behind, terms.reserve)

    def campaign_title(self, campaign: Campaign) -> str:
        """Return the lines above what is printed of the campaign."""
        against = counted_each(campaign.garrisons, "defender")
        return self.title(against, rules_text(campaign.rules), campaign.leave_behind)

    def campaign_header(
        self, garrisons: Sequence[int], rules: Sequence[Rules]
    ) -> dict[str, object]:
        """Return what JSON has of the campaign: the numbers as typed."""
        return self.header | {"defenders": garrisons, "rules": chain_rules_json(rules)}


def read_terms(options: Namespace) -> Terms:
    """Return who stays behind and what is kept, as typed."""
    typed = None if options.reserve is None else number(options.reserve, "reserve")
    words = (STAYS_BY_DEFAULT if options.leave_behind is None else options.leave_behind).split(",")
    stays = tuple(number(word, "leave-behind") for word in words)
    return Terms(
        stays if len(stays) > 1 else stays[0],
        max(0, (typed or 0) - options.armies),
        typed,
        options.armies,
    )


def read_plan(options: Namespace) -> Plan:
    """Return what was typed of a campaign whose attackers are."""
    return Plan(attackers(options.attackers, options.armies), read_terms(options))


def read_territories(options: Namespace) -> tuple[tuple[int, ...], tuple[Rules, ...]]:
    """Return the garrisons and rules that were typed as D or D:RULES."""
    if len(options.defenders) > MOST_TERRITORIES:
        raise RiskError(
            f"territories must be at most {MOST_TERRITORIES}, not {len(options.defenders)}"
        )
    usual = chosen_rules(options)
    garrisons, rules = [], []
    for typed in options.defenders:
        defenders, colon, name = typed.partition(":")
        garrisons.append(number(defenders, "defenders"))
        rules.append(rules_named(name) if colon else usual)
    return tuple(garrisons), tuple(rules)


def rules_text(rules: Rules | Sequence[Rules]) -> str:
    """Return what a title says of the rules of a chain."""
    if isinstance(rules, Rules):
        return in_words(rules)
    return f"rules: {', '.join(map(label, rules))}"


def chain_rules_json(rules: Sequence[Rules]) -> object:
    """Return the JSON form of the rules of a chain: one for all, or a list."""
    each = [rules_json(one) for one in rules]
    return each if any(one != each[0] for one in each) else each[0]
