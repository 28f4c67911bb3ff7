"""`riskexact campaign` and `riskexact spread`: territories attacked one after the other."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import attackers, number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    Brief,
    Chance,
    Column,
    Data,
    Exact,
    Group,
    Headline,
    Item,
    Mean,
    Report,
    TableItem,
    Text,
    Value,
)
from riskexact.base.text import counted, counted_each, decimal_text, listed
from riskexact.cli.balanced_blitz import IN_JSON, IN_WORDS, blitz_digits
from riskexact.cli.options import (
    Commands,
    EachTerritory,
    Parser,
    add_armies,
    add_blitz,
    add_command,
    add_digits,
    add_full,
    asked_digits,
    force_text,
    free_attackers,
)
from riskexact.questions.campaign import MAX_TERRITORIES, Campaign
from riskexact.questions.campaign.battles import Outcome
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, label, rules_json, rules_named

STAYS_BY_DEFAULT = "1"

TERMS = ("leave_behind", "reserve")
"""The options that only a campaign has."""


def add_campaign(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "campaign",
        run_campaign,
        "a campaign: territories attacked one after another",
        "riskexact campaign 11 3 3 3",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    add_territories(parser)
    add_terms(parser)
    _add_common(parser)
    parser.add_argument(
        "--best-order",
        action="store_true",
        help="attack in the order that takes all territories with the highest chance",
    )
    parser.add_argument(
        "--borders",
        metavar="I-J[,...]",
        help="for --best-order: pairs of adjacent territories, such as 0-1,0-2,1-2; 1 is the first "
        "D, and 0 is the source of the attack (default: all are adjacent)",
    )
    add_blitz(parser)


def add_spread(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "spread",
        run_spread,
        "how to spread defenders over the territories of a campaign so that they hold",
        "riskexact spread 11 9 3",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    parser.add_argument("units", metavar="UNITS", help="defenders to spread, at least 1 on each")
    parser.add_argument("territories", metavar="TERRITORIES", help="number of territories")
    add_terms(parser)
    _add_common(parser)


def _add_common(parser: Parser) -> None:
    add_armies(parser, "ATTACKERS and R count")
    add_digits(parser)
    add_full(parser)


def add_terms(parser: Parser) -> None:
    """Add the units that stay behind in a campaign, and the reserve."""
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
    """Add the defenders of each territory of a campaign."""
    parser.add_argument(
        "defenders",
        metavar="D",
        nargs=nargs,
        action=EachTerritory,
        default=[],
        help="defenders on each territory in turn, 3 3 2 or 3,3,2; 0 for an empty one; D:RULES "
        "sets the rules of one territory, such as 5:capital",
    )


class Terms(NamedTuple):
    """The units that stay behind, the reserve, its words in the title, and the echo of both."""

    leave_behind: int | tuple[int, ...]
    reserve: int
    broken_off: str
    echo: dict[str, object]

    def title(self, leave_behind: int | Sequence[int]) -> str:
        """Return the line of the title that says how many stay behind."""
        if isinstance(leave_behind, int):
            stays = f"{counted(leave_behind, 'unit')} left behind on each territory but the last"
        else:
            units = counted_each(leave_behind[:-1], "unit")
            stays = f"{units} left behind, none on the last territory"
        return stays + self.broken_off


def read_terms(options: Namespace) -> Terms:
    """Return the units that stay behind, and the reserve."""
    reserve, broken_off = 0, ""
    echo: dict[str, object] = {}
    if options.reserve is not None:
        echo["reserve"] = typed = number(options.reserve, "reserve")
        reserve, left = free_attackers(typed, options.armies)
        broken_off = f", broken off at {left}"
    words = (STAYS_BY_DEFAULT if options.leave_behind is None else options.leave_behind).split(",")
    each = tuple(number(word, "leave-behind") for word in words)
    stays = each if len(each) > 1 else each[0]
    return Terms(
        stays, reserve, broken_off, {"armies": options.armies, "leave_behind": stays} | echo
    )


def read_campaign(options: Namespace) -> tuple[Campaign, Terms, dict[str, object]]:
    """Return the campaign, its terms, and its echo in JSON."""
    free, terms = attackers(options.attackers, options.armies), read_terms(options)
    garrisons, rules = read_territories(options)
    campaign = Campaign(free, garrisons, rules, terms.leave_behind, terms.reserve)
    echo = {"attackers": free + options.armies} | terms.echo
    return campaign, terms, echo | {"defenders": garrisons, "rules": each_rules_json(rules)}


def campaign_title(campaign: Campaign, terms: Terms, armies: bool, how: str = "") -> str:
    """Return the two lines above what is printed of a campaign; `how` ends the first."""
    against = f"{counted_each(campaign.garrisons, 'defender')}, {each_in_words(campaign.rules)}"
    against += how
    several = "a campaign, with " if len(campaign.garrisons) > 1 else ""
    stays = terms.title(campaign.leave_behind)
    return f"{force_text(campaign.attackers, armies)} against {against}\n{several}{stays}"


def read_territories(options: Namespace) -> tuple[tuple[int, ...], tuple[Rules, ...]]:
    """Return the garrisons and rules, each given as D or D:RULES."""
    if len(options.defenders) > MAX_TERRITORIES:
        raise RiskError(
            f"territories must be at most {MAX_TERRITORIES}, not {len(options.defenders)}"
        )
    usual = rules_named(options.rules)
    garrisons, rules = [], []
    for typed in options.defenders:
        defenders, colon, name = typed.partition(":")
        garrisons.append(number(defenders, "defenders"))
        rules.append(rules_named(name) if colon else usual)
    return tuple(garrisons), tuple(rules)


def each_in_words(rules: Rules | Sequence[Rules]) -> str:
    """Return what a title says of the rules of a campaign."""
    if isinstance(rules, Rules):
        return in_words(rules)
    return f"rules: {', '.join(map(label, rules))}"


def each_rules_json(rules: Sequence[Rules]) -> object:
    """Return the JSON form of the rules of a campaign: one for all, or a list."""
    each = [rules_json(one) for one in rules]
    return each if any(one != each[0] for one in each) else each[0]


def run_campaign(options: Namespace) -> Report:
    """Return the chance to take all territories, where the campaign ends, and what is left."""
    campaign, terms, echo = read_campaign(options)
    if options.blitz:
        return _in_blitz(campaign, terms, echo, options)
    digits = asked_digits(options)
    title = campaign_title(campaign, terms, options.armies)
    if options.best_order:
        order = _best_order(campaign, options.borders)
        campaign = in_order(campaign, order)
        numbers = [i + 1 for i in order]
        echo["order"] = numbers
        title = campaign_title(campaign, terms, options.armies)
        title += f"\nbest order: {listed(numbers)}, numbered in the order given"
    elif options.borders is not None:
        raise RiskError("borders must come with --best-order, not alone")
    return Report(title, echo, *_answers(campaign), digits=digits)


def _in_blitz(
    campaign: Campaign, terms: Terms, echo: dict[str, object], options: Namespace
) -> Report:
    """Return the chance to take all territories in Balanced Blitz, and where the campaign ends."""
    if options.best_order or options.borders is not None:
        raise RiskError("--best-order and --borders must come without --blitz only")
    bent, digits = campaign.replace(blitz=True), blitz_digits(options)
    conquered = {n: decimal_text(p, digits) for n, p in bent.conquered.items()}
    return Report(
        campaign_title(campaign, terms, options.armies, IN_WORDS),
        echo | IN_JSON,
        _headline(campaign, bent.win_probability),
        Value("win", decimal_text(bent.win_probability, digits)),
        BLANK,
        Group("conquered", _territories_taken(campaign, conquered)),
        _outcomes(
            lambda: {end: decimal_text(p, digits) for end, p in bent.outcomes.items()},
        ),
    )


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
    garrisons, rules, stays = zip(*(campaign.territories[i] for i in order), strict=True)
    return campaign.replace(garrisons=garrisons, rules=rules, leave_behind=stays)


def neighbours_of(borders: str, n: int) -> dict[int | str, set[int]]:
    """Return the neighbours of each territory, from pairs I-J in which 0 is the source.

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


def _answers(campaign: Campaign) -> Iterator[Item]:
    """Yield the chance to take all territories, where the campaign ends, and what is left."""
    conquered, net = campaign.conquered, campaign.net
    yield _headline(campaign, campaign.win_probability)
    yield Exact("win", campaign.win_probability)
    yield BLANK
    taken = _territories_taken(campaign, conquered)
    yield Group("conquered", Value("mean", conquered.mean, ""), taken)
    yield BLANK
    yield Brief("", conquered.mean, "expected territories taken")
    yield Mean("attackers_left", campaign.attackers_left.mean)
    yield Group(
        "net",
        Brief("mean", net.mean, "expected margin (front armies minus remaining defenders)"),
        Value("above_0", net.probability(lambda net: net > 0), "  above 0"),
        TableItem("chances", [Column(None, "net"), Chance(None)], net.items()),
    )
    yield _outcomes(lambda: campaign.outcomes)


def _headline(campaign: Campaign, win: Fraction | str) -> Headline:
    return Headline(win, does="take all of them" if len(campaign.garrisons) > 1 else "win")


def _territories_taken(
    campaign: Campaign, conquered: Mapping[int, Fraction] | Mapping[int, str]
) -> TableItem:
    """Return the chance of each number of territories taken."""
    rows = []
    for n, chance in conquered.items():
        held = n < len(campaign.garrisons)
        stopped_by = f"a garrison of {campaign.garrisons[n]}" if held else "nobody"
        rows.append((n, stopped_by, chance))
    columns = [
        Column("territories taken", "territories"),
        Column("stopped by"),
        Chance("probability"),
    ]
    return TableItem("chances", columns, rows)


def _outcomes(
    outcomes: Callable[[], Mapping[Outcome, Fraction] | Mapping[Outcome, str]],
) -> TableItem:
    """Return the outcomes in JSON, computed when it is asked for."""
    keys = [Column(None, key) for key in ("attackers", "territory", "defenders")]
    return TableItem(
        "outcomes",
        [*keys, Chance(None)],
        lambda: ((*left, chance) for left, chance in outcomes().items()),
    )


def run_spread(options: Namespace) -> Report:
    """Return the best spread and the chance of the attacker against it."""
    from riskexact.questions.campaign.spreads import best_garrisons

    free, terms = attackers(options.attackers, options.armies), read_terms(options)
    digits, rules = asked_digits(options), rules_named(options.rules)
    units = number(options.units, "units")
    n = number(options.territories, "territories", 1, MAX_TERRITORIES)
    garrisons, win = best_garrisons(free, units, n, rules, terms.leave_behind, terms.reserve)
    return Report(
        f"{force_text(free, options.armies)} against {counted(units, 'defender')} on "
        f"{counted(n, 'territory', 'territories')}, {in_words(rules)}\n"
        f"{terms.title(terms.leave_behind)}",
        {"attackers": free + options.armies}
        | terms.echo
        | {"units": units, "territories": n, "rules": rules_json(rules)},
        Text(f"best spread: {listed(garrisons)}"),
        Data("defenders", garrisons),
        Exact("win", win),
        digits=digits,
    )
