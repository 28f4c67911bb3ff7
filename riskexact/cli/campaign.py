"""`riskexact campaign` and `riskexact spread`: a chain of territories."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.grid import columns
from riskexact.base.report import signed_text
from riskexact.base.text import DIGITS, counted, decimal_text, listed
from riskexact.cli.chains import (
    add_chain,
    add_territories,
    read_plan,
    read_territories,
)
from riskexact.cli.options import (
    Commands,
    Parser,
    add_armies,
    add_command,
    add_digits,
    add_full,
    chosen_digits,
    chosen_rules,
    number,
)
from riskexact.cli.output import emit, emit_json, exact_json, exact_lines
from riskexact.questions.campaign import MOST_TERRITORIES, Campaign, checked_territories
from riskexact.questions.campaign.chain import check_ends
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, rules_json


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
    add_territories(parser)
    add_chain(parser)
    _add_common(parser)
    parser.add_argument(
        "--best-order",
        action="store_true",
        help="attack in the order that takes all territories with the highest chance",
    )
    parser.add_argument(
        "--borders",
        metavar="I-J[,...]",
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
    add_chain(parser)
    _add_common(parser)


def _add_common(parser: Parser) -> None:
    add_armies(parser, "ATTACKERS and R count")
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})")
    add_full(parser)


def run_campaign(options: Namespace) -> int:
    """Print the chance to take all, where it ends, and what is left."""
    plan, digits = read_plan(options), chosen_digits(options)
    garrisons, rules = read_territories(options)
    campaign = plan.campaign(garrisons, rules)
    # before any work
    check_ends(campaign.attackers, checked_territories(garrisons, rules, plan.terms.leave_behind))
    order: tuple[int, ...] = ()
    if options.best_order:
        order = _best_order(campaign, options.borders)
        campaign = in_order(campaign, order)
    elif options.borders is not None:
        raise RiskError("borders must come with --best-order, which looks for a way along them")
    if options.json:
        header = plan.campaign_header(garrisons, rules)
        if order:
            header["order"] = [i + 1 for i in order]
        emit_json(header | _answers_json(campaign, digits), options.output)
        return 0
    best = [f"best order: {listed([i + 1 for i in order])}, numbered as typed"] if order else []
    title = plan.campaign_title(campaign)
    lines = [title, *best, "", *exact_lines("win", campaign.win_probability, digits, options), ""]
    emit("\n".join([*lines, *_answer_lines(campaign, digits), ""]), options.output)
    return 0


def _best_order(campaign: Campaign, borders: str | None) -> tuple[int, ...]:
    """Return the best order of the territories, by numbers from 0."""
    from riskexact.questions.campaign.orders import best_order

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
        if i == j:
            raise RiskError(f"borders must be between two territories, not {shown(pair)}")
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
            "mean": exact_json(campaign.net.mean, digits),
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
        held = n < len(campaign.garrisons)
        stopped_by = f"a garrison of {campaign.garrisons[n]}" if held else "nobody"
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
    from riskexact.questions.campaign.spreads import best_garrisons

    plan, digits, rules = read_plan(options), chosen_digits(options), chosen_rules(options)
    units = number(options.units, "units")
    n = number(options.territories, "territories", 1, MOST_TERRITORIES)
    garrisons, win = best_garrisons(
        plan.attackers, units, n, rules, plan.terms.leave_behind, plan.terms.reserve
    )
    if options.json:
        header = plan.header | {"units": units, "territories": n, "rules": rules_json(rules)}
        answers = {"defenders": garrisons, "win": exact_json(win, digits)}
        emit_json(header | answers, options.output)
        return 0
    places = counted(n, "territory", "territories")
    against = f"{counted(units, 'defender')} on {places}"
    lines = [
        plan.title(against, in_words(rules), plan.terms.leave_behind),
        "",
        f"best spread: {listed(garrisons)}",
        *exact_lines("win", win, digits, options),
        "",
    ]
    emit("\n".join(lines), options.output)
    return 0


def _above_0(campaign: Campaign) -> Fraction:
    return campaign.net.probability(lambda net: net > 0)
