"""`riskexact price`: units lost to take garrisons with plenty of attackers."""

from argparse import Namespace
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    BRIEF_DIGITS,
    BriefColumn,
    Chance,
    Column,
    Data,
    Exact,
    Group,
    Item,
    Percent,
    Report,
    TableItem,
    Text,
    Value,
)
from riskexact.base.text import counted, counted_each, decimal_text
from riskexact.cli.campaign import (
    add_territories,
    each_in_words,
    each_rules_json,
    read_territories,
)
from riskexact.cli.need import USUAL_CHANCES, chance_words
from riskexact.cli.options import Commands, add_command, add_digits, add_full, asked_digits
from riskexact.odds.price import dearest_unit
from riskexact.odds.states import MAX_OUTCOMES_UNITS
from riskexact.questions.price import Price
from riskexact.rules.catalogue import entries, label, rules_json, rules_named
from riskexact.rules.dice import break_even_ratio

MAX_ROWS = 20
"""Garrisons whose prices are listed; by then the price of one more unit has settled."""


def add_price(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "price",
        run_price,
        help="the units lost to take garrisons with plenty of attackers",
        example="riskexact price 3,3,2",
        rules="standard; with --dearest every rule set",
    )
    add_territories(parser, nargs="*")
    parser.add_argument(
        "--chance",
        metavar="C",
        action="append",
        help='the number that is enough with at least this chance: "9/10", "0.9" or "90%%"; may be '
        "given several times (default: 50%%, 75%%, 90%% and 95%%)",
    )
    parser.add_argument(
        "--dearest",
        action="store_true",
        help="instead: the unit of a garrison that costs the most of all",
    )
    add_digits(parser)
    add_full(parser)


def run_price(options: Namespace) -> Report:
    """Return what garrisons cost: on average, and with some chances."""
    digits = asked_digits(options)
    if options.dearest == bool(options.defenders):
        raise RiskError("price must have either defenders or --dearest")
    if options.dearest:
        if options.chance:
            raise RiskError("--chance must come with defenders only")
        return _dearest(options.rules, digits)
    options.rules = options.rules or "standard"
    garrisons, rules = read_territories(options)
    chances = [checked_chance(typed) for typed in options.chance or []]
    price = Price(garrisons, rules)
    if not chances and price.defenders <= MAX_OUTCOMES_UNITS:
        chances = list(USUAL_CHANCES)
    title = f"{counted_each(garrisons, 'defender')}, {each_in_words(price.rules)}"
    echo = {"defenders": garrisons, "rules": each_rules_json(rules)}
    return Report(
        f"{title}, plenty of attackers", echo, *_answers(price, chances, digits), digits=digits
    )


def _answers(price: Price, chances: Sequence[Fraction], digits: int | None) -> Iterator[Item]:
    """Yield the expected losses, the numbers that are enough, and the price of each unit."""
    lost = price.up_to(max(chances)) if chances else ()
    yield Text(f"{decimal_text(price.mean, digits or BRIEF_DIGITS)}  attackers fall on average")
    if price.left_behind:
        yield Text(f"{counted(price.left_behind, 'more unit')} left behind on the way")
    yield Data("left_behind", price.left_behind)
    yield BLANK
    yield Group(
        "attackers_lost",
        Exact("mean", price.mean, "expected attackers lost"),
        Value("variance", price.variance),
        TableItem("chances", [Column(None, "attackers"), Chance(None)], enumerate(lost)),
    )
    yield from _enough(chances, list(accumulate(lost)))
    if len(price.garrisons) > 1:
        yield from (BLANK, _each_territory(price))
    elif price.defenders:
        yield from (BLANK, _each_unit(price))


def _enough(chances: Sequence[Fraction], reached: Sequence[Fraction]) -> Iterator[Item]:
    """Yield the least number that is enough with each chance, and with which chance it is."""
    if chances:
        yield BLANK
    heads = [
        Column("chance"),
        Column(None, "chance"),
        Column("attackers lost at most", "attackers"),
        Percent("exactly", "probability"),
    ]
    enough = [bisect_left(reached, chance) for chance in chances]
    rows = [(chance_words(p), p, n, reached[n]) for p, n in zip(chances, enough, strict=True)]
    yield TableItem("enough", heads if rows else [Column(None)], rows)


def _each_unit(price: Price) -> TableItem:
    """Return the price of every garrison up to this one, and what its last unit adds."""
    (most,) = price.garrisons
    rows = []
    for d in [*range(1, min(most, MAX_ROWS) + 1), *[most] * (most > MAX_ROWS)]:
        mean, before = Price(d, price.rules).mean, Price(d - 1, price.rules).mean
        rows.append((d, mean, mean - before))
    heads = [
        Column("defenders", "defenders"),
        BriefColumn("attackers lost", "mean"),
        BriefColumn("for the last of them", "marginal"),
    ]
    return TableItem("prices", heads, rows)


def _each_territory(price: Price) -> TableItem:
    """Return the price of each territory."""
    heads = [
        Column("territory"),
        Column("defenders", "defenders"),
        Column("rules"),
        Column(None, "rules"),
        BriefColumn("attackers lost", "mean"),
    ]
    rows = [
        (n, garrison, label(rules), rules_json(rules), Price(garrison, rules).mean)
        for n, (garrison, rules, _) in enumerate(price.territories, 1)
    ]
    return TableItem("territories", heads, rows)


def _dearest(named: str | None, digits: int | None) -> Report:
    """Return the unit that costs the most, under every rule set or the one that is named."""
    rows = []
    for rules in [rules_named(named)] if named else [each.rules for each in entries().values()]:
        unit, limit = dearest_unit(rules), break_even_ratio(rules)
        rows.append((label(rules), rules_json(rules), unit.number, unit.price, limit))
    heads = [
        Column("rules"),
        Column(None, "rules"),
        Column("dearest unit", "unit"),
        BriefColumn("its price", "price"),
        BriefColumn("price of one of many", "limit"),
    ]
    return Report(
        "which unit of a garrison costs the most attackers, plenty of attackers",
        {},
        TableItem("dearest", heads, rows),
        digits=digits,
    )
