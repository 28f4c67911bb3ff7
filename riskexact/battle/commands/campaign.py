"""`riskexact campaign`: territories attacked one after the other."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from riskexact.base.arguments import number, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Column, Group, InJson, Item, Report, TableItem, Value
from riskexact.base.text import join_words, pluralize
from riskexact.battle.campaign import MAX_TERRITORIES, Campaign
from riskexact.battle.campaign.choices import best_order, campaign_attackers_needed
from riskexact.battle.commands.odds import (
    MAX_RETREAT_AT_ONCE,
    MAX_UNITS_AT_ONCE,
    NEEDED,
    left_text,
    needs_line,
    tenths,
)
from riskexact.battle.commands.ranges import each_number
from riskexact.cli.output import Headline, InOneLine
from riskexact.cli.parser import (
    LINES,
    Command,
    Option,
    asked_mode,
    echo,
    free,
    one_or_range,
    refuse,
)
from riskexact.odds.states import check_states
from riskexact.rules import Rules
from riskexact.rules.catalogue import rules_json
from riskexact.rules.dice import number_length

COMMAND = Command(
    "a campaign: territories attacked one after another",
    "campaign 11 3 3 3",
    "ATTACKERS D... --leave-behind --retreat-at --armies --blitz --stop-until --digits --exact "
    "--best-order --borders --parts --booktabs --format:model",
    group="Campaigns and maps",
    own={
        "ATTACKERS": Option("ATTACKERS", "attackers free to fight: N or LO..HI", one_or_range),
        "--best-order": "attack in the order that takes all territories with the highest chance",
        "--borders": Option(
            "I-J[,...]",
            "for --best-order: pairs of adjacent territories, such as 0-1,0-2,1-2; 1 is the "
            "first D, and 0 is the source of the attack (default: all are adjacent)",
        ),
    },
)


MAX_SWEPT = 3 * 10**10
"""Units of all states, added up, that are swept in about half a minute for the chances alone."""


def asked_campaign(options: Namespace) -> tuple[Campaign, dict[str, object]]:
    """Return the campaign that is asked about, and its echo in JSON, with the numbers as typed."""
    (garrisons, rules), (stays, terms) = asked_territories(options), asked_terms(options)
    asked = {"defenders": garrisons, "rules": each_rules_json(rules)} | echo(options, "blitz")
    campaign = Campaign(free(options), garrisons, rules, stays, **asked_mode(options))
    return campaign, echo(options, "attackers") | terms | asked


def asked_territories(options: Namespace) -> tuple[tuple[int, ...], tuple[Rules, ...]]:
    """Return the garrisons and their rules."""
    if len(options.defenders) > MAX_TERRITORIES:
        raise RiskError(
            f"territories must be at most {MAX_TERRITORIES}, not {len(options.defenders)}"
        )
    garrisons, rules = zip(*options.defenders, strict=True)
    return garrisons, tuple(each or options.rules for each in rules)


def asked_terms(options: Namespace) -> tuple[int | tuple[int, ...], dict[str, object]]:
    """Return the units that stay behind, and the terms of a campaign in JSON."""
    typed = options.leave_behind or [1]
    stays = tuple(typed) if len(typed) > 1 else typed[0]
    terms = {"armies": options.armies, "leave_behind": stays}
    return stays, terms | echo(options, *LINES)


def each_rules_json(rules: Sequence[Rules]) -> object:
    """Return the JSON form of the rules of a campaign: one for all, or a list."""
    each = [rules_json(one) for one in rules]
    return each if any(one != each[0] for one in each) else each[0]


def run(options: Namespace) -> Report:
    """Return the campaign, or one for each number of attackers in a range."""
    if isinstance(options.attackers, range):
        return each_number(options, ("attackers",), _one, "campaigns")
    return _one(options)


def _one(options: Namespace, questions: int = 1) -> Report:
    """Return the chance to take all territories, where the campaign ends, and what is left."""
    campaign, asked = asked_campaign(options)
    slow = options.json or options.exact or options.blitz
    most = MAX_SWEPT // _longest(campaign) ** 2 // (4 if slow else 1) // questions
    each = f"each of {questions} campaigns" if questions > 1 else "a campaign"
    what = f"{each} (Campaign in Python has no such limit)"
    check_states(campaign.attackers, sum(campaign.garrisons), most, what)
    if options.blitz:
        refuse(options, ("best_order", "borders"), "without --blitz")
    order_words = ""
    if options.best_order:
        order = _best_order(campaign, options.borders)
        garrisons, rules, stays = zip(*(campaign.territories[i] for i in order), strict=True)
        campaign = campaign.replace(garrisons=garrisons, rules=rules, leave_behind=stays)
        asked["order"] = numbers = [i + 1 for i in order]
        order_words = f"\nbest order: {join_words(numbers)}, numbered in the order given"
    elif options.borders is not None:
        raise RiskError("--borders needs --best-order")
    title = campaign.words(options.armies, both=True) + order_words
    return Report(title, asked, *_answers(campaign, options))


def _longest(campaign: Campaign) -> int:
    return number_length(*(each.rules for each in campaign.territories))


def _best_order(campaign: Campaign, borders: str | None) -> tuple[int, ...]:
    garrisons, terms = campaign.garrisons, (campaign.leave_behind, campaign.retreat_at)
    neighbours = None if borders is None else neighbours_of(borders, len(garrisons))
    return best_order(campaign.attackers, garrisons, campaign.rules, *terms, neighbours).territories


def neighbours_of(borders: str, n: int) -> dict[int | str, set[int]]:
    """Return the neighbours of each territory, from pairs I-J in which 0 is the source."""
    neighbours: dict[int | str, set[int]] = {"source": set()} | {i: set() for i in range(n)}
    for pair in borders.split(","):
        ends = pair.split("-")
        if len(ends) != 2:
            raise RiskError(f"borders must be pairs such as 0-1,1-2, not {short_repr(borders)}")
        i, j = (number(end, "borders: a territory", 0, n) for end in ends)
        if i == j:
            raise RiskError(f"borders must be between two territories, not {short_repr(pair)}")
        for here, there in ((i, j), (j, i)):
            if there:
                neighbours["source" if here == 0 else here - 1].add(there - 1)
    return neighbours


def _answers(campaign: Campaign, options: Namespace) -> Iterator[Item]:
    win, conquered = campaign.win_probability, campaign.conquered

    def more_lines() -> Iterator[str]:
        most = MAX_UNITS_AT_ONCE // _longest(campaign) // (5 if campaign.blitz else 1)
        if max(campaign.attackers, sum(campaign.garrisons)) <= most:
            if campaign.retreat_at <= MAX_RETREAT_AT_ONCE:
                yield from needs_line(lambda: _needed(campaign), options.armies)
            yield from _left(campaign, options.armies)

    does = "take all of them" if len(campaign.garrisons) > 1 else "win"
    yield Headline(win, does=does, more=more_lines)
    in_full = [BLANK, Value("win", win, exact=True)]
    yield from in_full if options.exact else [InOneLine("win", win)]
    yield BLANK
    mean = [] if campaign.blitz else [Value("mean", conquered.mean, "")]
    yield Group("conquered", *mean, _territories_taken(campaign))
    if not campaign.blitz:
        yield from _means(campaign) if options.exact else [InJson(lambda: _means(campaign))]
    yield InJson(lambda: [campaign.outcomes.table(short=True)])


def _needed(campaign: Campaign) -> Sequence[int]:
    terms = campaign.rules, campaign.leave_behind, campaign.retreat_at, campaign.blitz
    return [
        campaign_attackers_needed(campaign.garrisons, p, *terms, campaign.stop_until)
        for p in NEEDED
    ]


def _left(campaign: Campaign, armies: bool) -> Iterator[str]:
    stays = [each.leave_behind for each in campaign.territories][:-1]
    garrisons, ends = campaign.garrisons, campaign.outcomes
    lost = ends.map(lambda end: sum(garrisons[: end[1] + 1]) - end[2]).mean
    behind = campaign.conquered.map(lambda taken: sum(stays[:taken])).mean
    left = campaign.attackers_left.mean
    known = max(stays, default=0) <= 1  # else winners may be fewer than are to stay
    losses = (campaign.attackers - left - behind, lost) if known else ()
    armies &= known
    here = left + behind + 1 if armies else left
    line = left_text((here, sum(garrisons) - lost), losses, armies)
    yield f"{line}; {tenths(behind)} stay" if any(stays) and known and not armies else line


def _means(campaign: Campaign) -> Iterator[Item]:
    net = campaign.net
    yield BLANK
    yield Value("", campaign.conquered.mean, "expected territories taken", brief=True)
    yield Value("attackers_left", campaign.attackers_left.mean, mean=True)
    margin = "expected margin (armies at the front minus all defenders left)"
    yield Group(
        "net",
        Value("mean", net.mean, margin, brief=True),
        Value("above_0", net.probability(lambda net: net > 0), "chance of a margin above 0"),
        TableItem("chances", [Column(None, "net"), Column(None, form="chance")], net.items()),
    )


def _territories_taken(campaign: Campaign) -> TableItem:
    rows = []
    for n, chance in campaign.conquered.items():
        held = n < len(campaign.garrisons)
        stopped_by = pluralize(campaign.garrisons[n], "defender") if held else "nobody"
        rows.append((n, stopped_by, chance))
    columns = [
        Column("territories taken", "territories"),
        Column("stopped by"),
        Column("probability", form="chance"),
    ]
    return TableItem("chances", columns, rows)
