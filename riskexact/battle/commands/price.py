"""`riskexact need --price` and `--dearest`: units lost with plenty of attackers."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    BRIEF_DIGITS,
    Column,
    Data,
    Group,
    Item,
    Report,
    TableItem,
    Text,
    Value,
)
from riskexact.base.text import decimal_text, pluralize
from riskexact.battle.commands.campaign import asked_territories, each_rules_json
from riskexact.battle.commands.ranges import chance_report
from riskexact.battle.price import Price
from riskexact.cli.output import USUAL_CHANCES, chance_words
from riskexact.cli.parser import LINES, refuse
from riskexact.odds.price import dearest_unit
from riskexact.odds.states import MAX_OUTCOMES_UNITS
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import entries, label, rules_json
from riskexact.rules.dice import break_even_ratio, number_length

MAX_ROWS = 20
"""Garrisons whose prices are listed; by then the price of one more unit has settled."""

MAX_LOST = 4 * 10**10
"""Units lost, times those and defenders, times defenders, swept in half a minute; measured."""

OTHERS = "takeable_by", "garrison_against", "leave_behind", *LINES, "armies", "blitz"
"""What `need` is asked of a force that may lose."""


def price_report(chances: list[Fraction], options: Namespace) -> Report:
    """Return what garrisons cost: on average, and with some chances."""
    refuse(options, OTHERS, "without --price or --dearest")
    if options.dearest:
        refuse(options, ("price", "lost"), "without --dearest")
        if chances or options.defenders:
            raise RiskError("--dearest cannot be asked together with defenders or chances")
        return _dearest(options.rules)
    if not options.defenders:
        raise RiskError("--price needs defenders, as in `riskexact need 3,3,2 --price`")
    options.rules = options.rules or STANDARD
    if any(isinstance(each, range) for each in options.defenders):
        raise RiskError("defenders must be numbers with --price, which lists all up to them")
    garrisons, rules = asked_territories(options)
    price = Price(garrisons, rules)
    most = MAX_OUTCOMES_UNITS // number_length(*rules)
    if chances or options.lost:
        price.check_size(most, "the chances of a price")
    asked: dict[str, object] = {"defenders": garrisons, "rules": each_rules_json(rules)}
    if options.lost:
        if chances:
            raise RiskError("--lost cannot be asked together with a chance")
        low, high = options.lost
        _check_lost(high or low, price, 2 if low and high else 1)
        chance = (1 if high is None else price.cdf(high)) - (price.cdf(low - 1) if low else 0)
        spans = {"attacker lost": options.lost}
        return chance_report(price.words(), asked | {"lost": options.lost}, spans, chance)
    if not chances and price.defenders <= most:
        chances = list(USUAL_CHANCES)
    return Report(price.words(), asked, *_answers(price, chances, options.digits))


def _check_lost(lost: int, price: Price, sweeps: int) -> None:
    """Raise `RiskError` if computing the chances of that many losses takes minutes."""
    d, length = price.defenders, number_length(*(each.rules for each in price.territories))
    most = isqrt(MAX_LOST // (sweeps * max(1, d) * length**2) + d * d // 4) - d // 2
    if lost > most:
        raise RiskError(
            f"lost must be at most {most} for {pluralize(d, 'defender')}, not {short_repr(lost)}"
        )


def _answers(price: Price, chances: Sequence[Fraction], digits: int | None) -> Iterator[Item]:
    yield Text(f"{decimal_text(price.mean, digits or BRIEF_DIGITS)}  attackers fall on average")
    if price.left_behind:
        yield Text(f"{pluralize(price.left_behind, 'more unit')} left behind on the way")
    yield Data("left_behind", price.left_behind)
    yield BLANK
    yield Group(
        "attackers_lost",
        Value("mean", price.mean, "expected attackers lost", exact=True),
        Value("variance", price.variance),
        TableItem(
            "chances",
            [Column(None, "attackers"), Column(None, form="chance")],
            lambda: enumerate(price.up_to(max(chances)) if chances else ()),
        ),
    )
    if chances:
        yield BLANK
    yield _enough(price, chances)
    if len(price.garrisons) > 1:
        yield from (BLANK, _each_territory(price))
    elif price.defenders:
        yield from (BLANK, _each_unit(price))


def _enough(price: Price, chances: Sequence[Fraction]) -> TableItem:
    """Return the least number that is enough with each chance, and with which chance it is."""
    heads = [
        Column("chance", "chance", show=chance_words),
        Column("attackers lost at most", "attackers"),
        Column("exactly", "probability", "percent"),
    ]
    rows = [(p, *reached) for p, reached in zip(chances, price.reached(*chances), strict=True)]
    return TableItem("enough", heads if rows else [Column(None)], rows)


def _each_unit(price: Price) -> TableItem:
    """Return the price of every garrison up to this one, and what its last unit adds."""
    (most,) = price.garrisons
    rows = []
    for d in sorted({*range(1, min(most, MAX_ROWS) + 1), most}):
        mean, before = Price(d, price.rules).mean, Price(d - 1, price.rules).mean
        rows.append((d, mean, mean - before))
    heads = [
        Column("defenders", "defenders"),
        Column("attackers lost", "mean", "brief"),
        Column("for the last of them", "marginal", "brief"),
    ]
    return TableItem("prices", heads, rows)


def _each_territory(price: Price) -> TableItem:
    heads = [
        Column("territory"),
        Column("defenders", "defenders"),
        Column("rules"),
        Column(None, "rules"),
        Column("attackers lost", "mean", "brief"),
    ]
    rows = [
        (n, garrison, label(rules), rules_json(rules), Price(garrison, rules).mean)
        for n, (garrison, rules, _) in enumerate(price.territories, 1)
    ]
    return TableItem("territories", heads, rows)


def _dearest(named: Rules | None) -> Report:
    """Return the unit that costs the most, under every rule set or the one that is named."""
    rows = []
    for rules in [named] if named else [each.rules for each in entries().values()]:
        unit, limit = dearest_unit(rules), break_even_ratio(rules)
        rows.append((label(rules), rules_json(rules), unit.number, unit.price, limit))
    heads = [
        Column("rules"),
        Column(None, "rules"),
        Column("dearest unit", "unit"),
        Column("attackers it costs", "price", "brief"),
        Column("one of very many costs", "limit", "brief"),
    ]
    return Report(
        "which of the units that defend a territory costs the most attackers, on average",
        {},
        TableItem("dearest", heads, rows),
    )
