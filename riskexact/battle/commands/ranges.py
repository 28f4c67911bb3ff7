"""Ranges in questions: a row for each number, and the chance of what a range allows."""

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod

from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Data, Report, TableItem, Text, Value
from riskexact.base.text import DIGITS, chance_text, pluralize
from riskexact.battle.battle import Battle
from riskexact.cli.parser import range_text

MAX_QUESTIONS = 1000
"""Numbers, or pairs of them, that are asked about at once."""

Ends = tuple[int, int | None]
"""The least and the greatest number that is meant, None for no greatest."""


def check_number(*ranges: Sequence[int], most: int = MAX_QUESTIONS) -> int:
    """Return how many combinations these have; raise `RiskError` beyond `most`."""
    number = prod(each[-1] - each[0] + 1 for each in ranges)
    if number > most:
        raise RiskError(f"ranges must be at most {most} questions, not {number}")
    return number


def each_number(
    options: Namespace, names: Sequence[str], answer: Callable[[Namespace, int], Report], key: str
) -> Report:
    """Return a table of the answers for each number, and in JSON all of them under the key.

    Each is `answer` of the options and of how many questions there are; the largest is asked first,
    which refuses a range that takes too long at once.
    """
    asked = {name: getattr(options, name) for name in names}
    given = [each if isinstance(each, range) else [each] for each in asked.values()]
    questions, numbers, reports = check_number(*given), [*product(*given)], list[Report]()
    for each in reversed(numbers):
        vars(options).update(zip(names, each, strict=True))
        reports.insert(0, answer(options, questions))
    values = (item for report in reports for item in report.items if isinstance(item, Value))
    wins = (item.value for item in values if item.name == "win")
    unit, units = ("army", "armies") if options.armies else ("attacker", "attackers")
    force = f"{range_text(asked['attackers'])} {unit if asked['attackers'] == 1 else units}"
    words = reports[0].title.partition(" against ")[2]
    if isinstance(asked.get("defenders"), range):
        words = f"{range_text(asked['defenders'])} defenders,{words.partition(',')[2]}"
    heads = [units, "defenders"][: len(names)]
    win = Column("win", form="chance" if options.digits else "percent")
    return Report(
        f"{force} against {words}",
        {name: range_text(each) for name, each in asked.items() if isinstance(each, range)},
        Data(key, lambda: [each.data(options.digits or DIGITS) for each in reports]),
        TableItem("", [*heads, win], [(*each, p) for each, p in zip(numbers, wins, strict=True)]),
    )


def within(number: int, wanted: Ends | None) -> bool:
    """Return whether a number is in a span, as every one is in None."""
    low, high = wanted or (0, None)
    return low <= number and (high is None or number <= high)


def span_text(wanted: Ends, one: str, what: str) -> str:
    """Return what a span allows.

    >>> span_text((0, 1), "attacker", "lost"), span_text((5, None), "army", "left")
    ('at most 1 attacker lost', 'at least 5 armies left')
    >>> span_text((2, 2), "attacker", "lost"), span_text((2, 4), "attacker", "lost")
    ('2 attackers lost', '2 to 4 attackers lost')
    """
    low, high = wanted
    forms = (one, "armies") if one == "army" else (one,)
    if high is None:
        return f"at least {pluralize(low, *forms)} {what}"
    before = "at most " if low == 0 < high else f"{low} to " if low < high else ""
    return f"{before}{pluralize(high, *forms)} {what}"


def chance_report(
    words: str, asked: dict[str, object], spans: Mapping[str, Ends | None], chance: Real
) -> Report:
    """Return the chance that numbers are in their spans: of "attacker lost" and so on."""
    told = ", ".join(span_text(each, *what.split()) for what, each in spans.items() if each)
    text = Text(f"{chance_text(chance)} of such battles end like this", "")
    return Report(f"{words}: {told}", asked, text, Value("probability", chance, exact=True))


def battle_report(
    battle: Battle,
    asked: dict[str, object],
    options: Namespace,
    defenders: Ends | None = None,
) -> Report:
    """Return the chance of `--lost` and `--left` attackers, and of so many defenders left."""
    lost, left = getattr(options, "lost", None), options.left
    stays = int(options.armies)
    chance = battle.outcomes.probability(
        lambda end: (
            within(battle.attackers - end[0], lost)
            and within(end[0] + stays, left)
            and within(end[1], defenders)
        )
    )
    unit = "army" if stays else "attacker"
    spans = {"attacker lost": lost, f"{unit} left": left, "defender left": defenders}
    return chance_report(battle.words(options.armies), asked, spans, chance)
