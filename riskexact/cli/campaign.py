"""`riskexact campaign` and `riskexact spread`: a chain of territories."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from riskexact.arguments import shown
from riskexact.campaign import MOST_TERRITORIES, Campaign
from riskexact.catalogue import label, rules_json, rules_named
from riskexact.cli.options import (
    Commands,
    Parser,
    add_armies,
    add_command,
    add_digits,
    attackers,
    chosen_digits,
    chosen_rules,
    counted,
    number,
)
from riskexact.cli.output import columns, emit, emit_json, exact_json, fraction_shown
from riskexact.cli.sides import armies_text
from riskexact.digits import DIGITS, decimal_text, fraction_text
from riskexact.errors import RiskError
from riskexact.rules import Rules

STAYS_BY_DEFAULT = "1"


def add_campaign(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "campaign",
        run_campaign,
        help="a chain of territories, attacked one after the other",
        example="riskexact campaign 11 3 3 3",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    parser.add_argument(
        "defenders",
        metavar="D",
        nargs="+",
        help="defenders on each territory in turn, 0 for an empty one; D:RULES has rules of its "
        "own, such as 5:capital",
    )
    _add_common(parser)
    parser.add_argument(
        "--best-order",
        action="store_true",
        help="attack in the order that takes all territories with the highest chance",
    )
    parser.add_argument(
        "--borders",
        metavar="I-J[,…]",
        help="for --best-order: the territories that border on each other, such as 0-1,0-2,1-2; "
        "number 1 is the first D, and 0 where the attack comes from (default: all of them)",
    )


def add_spread(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "spread",
        run_spread,
        help="how to spread defenders over a chain of territories so that it holds",
        example="riskexact spread 11 9 3",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    parser.add_argument("units", metavar="UNITS", help="defenders to spread, 1 or more on each")
    parser.add_argument("territories", metavar="TERRITORIES", help="territories of the chain")
    _add_common(parser)


def _add_common(parser: Parser) -> None:
    parser.add_argument(
        "--leave-behind",
        metavar="N[,N…]",
        default=STAYS_BY_DEFAULT,
        help="units that stay on a taken territory before the next battle: one number, or one "
        f"for each territory (default: {STAYS_BY_DEFAULT})",
    )
    parser.add_argument(
        "--reserve",
        metavar="R",
        help="break off as soon as R or fewer attackers are free (default: never)",
    )
    add_armies(parser, "ATTACKERS and R count")
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})")
    parser.add_argument(
        "--full", action="store_true", help="print long fractions whole on a terminal, too"
    )


class Plan(NamedTuple):
    """What was typed of a campaign, but for the defenders; with `armies`, one more was typed."""

    attackers: int
    leave_behind: int | tuple[int, ...]
    reserve: int
    typed_reserve: int | None
    armies: bool

    @property
    def header(self) -> dict[str, object]:
        """What JSON has of it: the numbers as typed."""
        stays = self.leave_behind
        header: dict[str, object] = {
            "attackers": self.attackers + self.armies,
            "armies": self.armies,
            "leave_behind": stays,
        }
        return header if self.typed_reserve is None else header | {"reserve": self.typed_reserve}

    def title(self, against: str, rules: str, leave_behind: int | Sequence[int]) -> str:
        """Return the line above what is printed, and one for who stays behind."""
        typed = f"{armies_text(self.attackers + 1)}: " if self.armies else ""
        if isinstance(leave_behind, int):
            stays = f"{counted(leave_behind, 'unit')} left behind on each territory but the last"
        else:
            stays = f"{listed(leave_behind[:-1])} units left behind, none on the last territory"
        if self.typed_reserve is not None:
            left = counted(self.reserve, "attacker")
            if self.armies:
                left = f"{armies_text(self.typed_reserve)} ({left})"
            stays += f", broken off at {left}"
        return f"{typed}{counted(self.attackers, 'attacker')} against {against}, {rules}\n{stays}"


def _read_plan(options: Namespace) -> Plan:
    typed = None if options.reserve is None else number(options.reserve, "reserve")
    stays = tuple(number(part, "leave-behind") for part in options.leave_behind.split(","))
    return Plan(
        attackers(options.attackers, options.armies),
        stays if len(stays) > 1 else stays[0],
        max(0, (typed or 0) - options.armies),
        typed,
        options.armies,
    )


def run_campaign(options: Namespace) -> int:
    """Print the chance to take all, where it ends, and what is left."""
    plan, digits = _read_plan(options), chosen_digits(options)
    garrisons, rules = _read_territories(options)
    campaign = Campaign(plan.attackers, garrisons, rules, plan.leave_behind, plan.reserve)
    order: tuple[int, ...] = ()
    if options.best_order:
        order = _best_order(campaign, options.borders)
        campaign = in_order(campaign, order)
    elif options.borders is not None:
        raise RiskError("borders must come with --best-order, which looks for a way along them")
    if options.json:
        header = plan.header | {"defenders": garrisons, "rules": _rules_json(rules)}
        if order:
            header["order"] = [i + 1 for i in order]
        emit_json(header | _answers_json(campaign, digits), options.output)
        return 0
    title = plan.title(
        f"{listed(campaign.garrisons)} defenders", _rules_text(campaign), campaign.leave_behind
    )
    best = [f"best order: {listed([i + 1 for i in order])}, numbered as typed"] if order else []
    lines = [title, *best, "", *_win_lines(campaign.win_probability, digits, options), ""]
    emit("\n".join([*lines, *_answer_lines(campaign, digits), ""]), options.output)
    return 0


def _read_territories(options: Namespace) -> tuple[tuple[int, ...], tuple[Rules, ...]]:
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


def _best_order(campaign: Campaign, borders: str | None) -> tuple[int, ...]:
    """Return the best order of the territories, by numbers from 0."""
    from riskexact.orders import best_order

    neighbours = None if borders is None else neighbours_of(borders, len(campaign.garrisons))
    return best_order(
        campaign.attackers,
        campaign.garrisons,
        campaign.rules,
        campaign.leave_behind,
        campaign.reserve,
        neighbours,
    ).territories


def in_order(campaign: Campaign, order: Sequence[int]) -> Campaign:
    """Return the campaign with its territories in another order, and all that goes with them.

    >>> in_order(Campaign(9, (2, 5, 3), leave_behind=(1, 1, 2)), (2, 0, 1)).garrisons
    (3, 2, 5)
    """
    rules, stays = campaign.rules, campaign.leave_behind
    return replace(
        campaign,
        garrisons=[campaign.garrisons[i] for i in order],
        rules=rules if isinstance(rules, Rules) else [rules[i] for i in order],
        leave_behind=stays if isinstance(stays, int) else [stays[i] for i in order],
    )


def neighbours_of(borders: str, n: int) -> dict[int | str, set[int]]:
    """Return who can be attacked from where, from pairs I-J in which 0 is the source.

    >>> neighbours_of("0-1,1-2", 2)
    {'source': {0}, 0: {1}, 1: {0}}
    """
    neighbours: dict[int | str, set[int]] = {"source": set()} | {i: set() for i in range(n)}
    for pair in borders.split(","):
        ends = pair.split("-")
        if len(ends) != 2:
            raise RiskError(f"borders must be pairs such as 0-1,1-2, not {shown(borders)}")
        i, j = (number(end, "borders: a territory", 0, n) for end in ends)
        for here, there in ((i, j), (j, i)):
            if there:
                neighbours["source" if here == 0 else here - 1].add(there - 1)
    return neighbours


def _answers_json(campaign: Campaign, digits: int) -> dict[str, object]:
    return {
        "win": exact_json(campaign.win_probability, digits),
        "conquered": {
            "mean": exact_json(campaign.conquered.mean, digits),
            "chances": [
                {"territories": n, **exact_json(chance, digits)}
                for n, chance in campaign.conquered.items()
            ],
        },
        "attackers_left": {"mean": exact_json(campaign.attackers_left.mean, digits)},
        "net": {
            "mean": {
                "fraction": fraction_text(campaign.net.mean),
                "decimal": signed_text(campaign.net.mean, digits),
            },
            "above_0": exact_json(_above_0(campaign), digits),
            "chances": [
                {"net": net, **exact_json(chance, digits)} for net, chance in campaign.net.items()
            ],
        },
        "outcomes": [
            {"attackers": a, "territory": n, "defenders": d, **exact_json(chance, digits)}
            for (a, n, d), chance in campaign.outcomes.items()
        ],
    }


def _answer_lines(campaign: Campaign, digits: int) -> list[str]:
    rows = [("territories taken", "stopped by", "probability")]
    for n, chance in campaign.conquered.items():
        stopped_by = str(campaign.garrisons[n]) if n < len(campaign.garrisons) else "nobody"
        rows.append((str(n), stopped_by, decimal_text(chance, digits)))
    return [
        *columns(rows),
        "",
        f"territories taken in the mean: {decimal_text(campaign.conquered.mean, digits)}",
        f"attackers left in the mean: {decimal_text(campaign.attackers_left.mean, digits)}",
        f"armies on the front less defenders standing in the mean: "
        f"{signed_text(campaign.net.mean, digits)}",
        f"  above 0: {decimal_text(_above_0(campaign), digits)}",
    ]


def run_spread(options: Namespace) -> int:
    """Print the best spread and the chance of the attacker against it."""
    from riskexact.spreads import best_garrisons

    plan, digits, rules = _read_plan(options), chosen_digits(options), chosen_rules(options)
    units = number(options.units, "units")
    n = number(options.territories, "territories", 1, MOST_TERRITORIES)
    garrisons, win = best_garrisons(
        plan.attackers, units, n, rules, plan.leave_behind, plan.reserve
    )
    if options.json:
        header = plan.header | {"units": units, "territories": n, "rules": rules_json(rules)}
        answers = {"defenders": garrisons, "win": exact_json(win, digits)}
        emit_json(header | answers, options.output)
        return 0
    places = "1 territory" if n == 1 else f"{n} territories"
    against = f"{counted(units, 'defender')} on {places}"
    lines = [
        plan.title(against, f"{label(rules)} rules", plan.leave_behind),
        "",
        f"best spread: {listed(garrisons)}",
        *_win_lines(win, digits, options),
        "",
    ]
    emit("\n".join(lines), options.output)
    return 0


def _win_lines(win: Fraction, digits: int, options: Namespace) -> list[str]:
    return [f"win: {decimal_text(win, digits)}", f"  = {fraction_shown(win, options)}"]


def _above_0(campaign: Campaign) -> Fraction:
    return campaign.net.probability(lambda net: net > 0)


def signed_text(value: Fraction, digits: int) -> str:
    """Return the decimal of a value that may be below 0.

    >>> signed_text(Fraction(-1, 8), 2)
    '-0.12'
    """
    return f"{'-' if value < 0 else ''}{decimal_text(abs(value), digits)}"


def listed(numbers: Sequence[int]) -> str:
    """Return numbers in words.

    >>> listed([3]), listed([3, 2]), listed([3, 2, 5])
    ('3', '3 and 2', '3, 2 and 5')
    """
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def _rules_text(campaign: Campaign) -> str:
    rules = campaign.rules
    if isinstance(rules, Rules):
        return f"{label(rules)} rules"
    return f"rules: {', '.join(map(label, rules))}"


def _rules_json(rules: Sequence[Rules]) -> object:
    return rules_json(rules[0]) if len(set(rules)) == 1 else [rules_json(each) for each in rules]
