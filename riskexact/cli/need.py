"""`riskexact need`: the smallest force that reaches a chance, and the chance with one less."""

import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import attackers, number
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    Column,
    Data,
    Exact,
    Group,
    Item,
    Percent,
    Report,
    Several,
    TableItem,
)
from riskexact.base.text import counted, counted_each, decimal_text, fraction_text, percent_text
from riskexact.cli.balanced_blitz import IN_JSON, IN_WORDS, blitz_digits
from riskexact.cli.campaign import (
    TERMS,
    add_terms,
    add_territories,
    each_in_words,
    each_rules_json,
    read_terms,
    read_territories,
)
from riskexact.cli.odds import MAX_UNITS_OF_RECURSION
from riskexact.cli.options import (
    Commands,
    add_armies,
    add_blitz,
    add_command,
    add_digits,
    add_full,
    asked_digits,
    chosen_digits,
    free_attackers,
    refuse,
)
from riskexact.odds.states import MAX_UNITS
from riskexact.questions.battle import Battle, win_and_lose_decimals, win_probability
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.needed import least_force
from riskexact.questions.needed import attackers_needed, defenders_takeable, garrison_needed
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.catalogue import in_words, rules_json, rules_named

USUAL_CHANCES = Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20)
"""The chances for which numbers are printed where none is asked for."""

PART = re.compile("[0-9]+/[0-9]+|[0-9]*[.][0-9]+")
"""A chance, which cannot be a number of defenders."""

Odds = Fraction | str | None
"""A chance: its digits where a fraction is too long, and None where there is no battle."""


class Wanted(NamedTuple):
    """What is asked: a number of units for each chance.

    - `title`, `echo`: the question in words and in JSON;
    - `find`: the number for a chance, of attackers or of defenders as `side` says;
    - `odds`: the chance with a number of units;
    - `event`: what has that chance, "win with" a number, say;
    - `beyond`: what is added to the number for the first one that fails.
    """

    title: str
    echo: dict[str, object]
    find: Callable[[Fraction], int]
    odds: Callable[[int], Odds]
    side: str = "attackers"
    event: str = "win with"
    beyond: int = -1


def add_need(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "need",
        run_need,
        help="the smallest force that wins with a given chance",
        example="riskexact need 10 90%",
    )
    add_territories(parser, nargs="*")
    parser.add_argument(
        "--takeable-by",
        metavar="ATTACKERS",
        help="instead: the most defenders that ATTACKERS beat with this chance",
    )
    parser.add_argument(
        "--garrison-against",
        metavar="ATTACKERS",
        help="instead: the fewest defenders that hold against ATTACKERS with this chance",
    )
    parser.add_argument(
        "--chance",
        metavar="C",
        action="append",
        help='at least this chance: "9/10", "0.9" or "90%%"; may be given several times, and '
        "without the name of the option (default: 50%%, 75%%, 90%% and 95%%)",
    )
    add_terms(parser)
    add_armies(parser, "ATTACKERS, given and printed, and R count")
    add_blitz(parser)
    add_digits(parser)
    add_full(parser)


def run_need(options: Namespace) -> Report:
    """Return the number for each chance, and the chances with it and just beyond it.

    Without a chance, the numbers for some chances.
    """
    typed, options.defenders = _chances_apart(options)
    chances = [checked_chance(text) for text in typed]
    digits = asked_digits(options)
    asked = _question(options)
    if not chances:
        return Report(asked.title, asked.echo, _needs(asked, options.armies), digits=digits)
    answers = []
    for chance in chances:
        n = asked.find(chance)
        title = f"{asked.title}, chance {chance_words(chance)}: "
        title += _force(n, asked.side, options.armies)
        items = _answer(asked, n, options.armies)
        answers.append(Report(title, {}, Data("chance", chance), *items, digits=digits))
    if len(answers) > 1:
        return Report("", asked.echo, Several("answers", answers))
    return Report(answers[0].title, asked.echo, *answers[0].items, digits=digits)


def chance_words(chance: Fraction) -> str:
    """Return a chance in percent if a digit after the point is enough, else as a fraction.

    >>> chance_words(Fraction(9, 10)), chance_words(Fraction(1, 8)), chance_words(Fraction(2, 3))
    ('90 %', '12.5 %', '2/3')
    """
    percent = percent_text(chance).removesuffix(".0")
    return f"{percent} %" if Fraction(percent) == 100 * chance else fraction_text(chance)


def _chances_apart(options: Namespace) -> tuple[list[str], list[str]]:
    """Return the chances, with `--chance` or without, and the defenders."""
    bare = [each for each in options.defenders if each[-1:] == "%" or PART.fullmatch(each)]
    return bare + (options.chance or []), [n for n in options.defenders if n not in bare]


def _needs(asked: Wanted, armies: bool) -> TableItem:
    """Return a row for each of the usual chances; null where no number has it."""
    rows: list[tuple[object, ...]] = []
    for chance in USUAL_CHANCES:
        try:
            n = asked.find(chance)
        except RiskError as error:
            refused = error
            rows.append((f"{percent_text(chance, 0)} %", chance, "none", None, None))
        else:
            shown = n + (armies and asked.side == "attackers")
            percent = f"{percent_text(chance, 0)} %"
            rows.append((percent, chance, str(shown), shown, asked.odds(n)))
    if all(row[3] is None for row in rows):
        raise refused
    event = asked.event.partition(" ")[0]
    units = "armies" if armies and asked.side == "attackers" else asked.side
    return TableItem(
        "needs",
        [
            Column("chance"),
            Column(None, "chance"),
            Column(units),
            Column(None, asked.side),
            Percent(event, event),
        ],
        rows,
    )


def _question(options: Namespace) -> Wanted:
    """Return the question, one of three."""
    typed = [options.defenders or None, options.takeable_by, options.garrison_against]
    if sum(each is not None for each in typed) != 1:
        raise RiskError(
            "need must have one of defenders, --takeable-by ATTACKERS and "
            "--garrison-against ATTACKERS"
        )
    terms = any(getattr(options, name) is not None for name in TERMS)
    if len(options.defenders) > 1 or any(":" in each or terms for each in options.defenders):
        if options.blitz:
            raise RiskError("--blitz must come with one battle, not with a campaign")
        return _campaign(options)
    refuse(options, TERMS, "with the defenders of a campaign")
    if options.defenders:
        d, rules = number(options.defenders[0], "defenders"), rules_named(options.rules)
        how = _how(options)
        return Wanted(
            f"{counted(d, 'defender')}, {in_words(rules)}{how.words}",
            {"defenders": d, "armies": options.armies, "rules": rules_json(rules)} | how.echo,
            lambda chance: attackers_needed(d, chance, rules, how.version),
            lambda n: how.odds(n, d, rules)[0],
        )
    return _defenders(options)


def _campaign(options: Namespace) -> Wanted:
    """Return the question for a campaign, whose search knows the chances that are printed."""
    (garrisons, rules), terms = read_territories(options), read_terms(options)
    known: dict[int, Odds] = {}

    def find(chance: Fraction) -> int:
        force = least_force(garrisons, chance, rules, terms.leave_behind, terms.reserve)
        known[force.attackers] = force.win_probability
        known[force.attackers - 1] = force.of_one_less
        return force.attackers

    named = Campaign(1, garrisons, rules, terms.leave_behind)
    return Wanted(
        f"{counted_each(garrisons, 'defender')}, {each_in_words(named.rules)}\n"
        f"{terms.title(named.leave_behind)}",
        {"defenders": garrisons} | terms.echo | {"rules": each_rules_json(rules)},
        find,
        known.get,
    )


def _defenders(options: Namespace) -> Wanted:
    """Return the question for the defenders that can be taken, or that hold."""
    takes = options.takeable_by is not None
    a = attackers(options.takeable_by if takes else options.garrison_against, options.armies)
    rules, how = rules_named(options.rules), _how(options)
    title = f"{_force(a, 'attackers', options.armies)}, {in_words(rules)}{how.words}"
    echo = {"attackers": a + options.armies, "armies": options.armies, "rules": rules_json(rules)}
    if takes:
        find, event, beyond = defenders_takeable, "win against", 1
    else:
        find, event, beyond = garrison_needed, "hold with", -1
    return Wanted(
        title,
        echo | how.echo,
        lambda chance: find(a, chance, rules, how.version),
        lambda n: how.odds(a, n, rules)[0 if takes else 1],
        "defenders",
        event,
        beyond,
    )


class _How(NamedTuple):
    """How battles are fought: by hand, or in Balanced Blitz; words and JSON of that."""

    digits: int
    version: BlitzVersion | None
    words: str
    echo: dict[str, object]

    def odds(self, a: int, d: int, rules: Rules) -> tuple[Odds, Odds]:
        """Return the chances to win and to hold, None where there is no battle."""
        if min(a, d) < 0 or a == d == 0:
            return None, None
        if self.version:
            battle = Battle(a, d, rules, blitz=self.version)
            chances = battle.win_probability, battle.lose_probability
            win, lose = (decimal_text(chance, self.digits) for chance in chances)
            return win, lose
        return _odds(a, d, rules, self.digits)


def _how(options: Namespace) -> _How:
    """Return how battles are fought."""
    if options.blitz:
        return _How(blitz_digits(options), BLITZ_3_3, IN_WORDS, IN_JSON)
    return _How(chosen_digits(options), None, "", {})


def _odds(a: int, d: int, rules: Rules, digits: int) -> tuple[Odds, Odds]:
    """Return the chances to win and to hold."""
    if a + d > (MAX_UNITS if rules.has_closed_form else MAX_UNITS_OF_RECURSION):
        return win_and_lose_decimals(a, d, digits, rules)
    win = win_probability(a, d, rules)
    return win, 1 - win


def _answer(asked: Wanted, n: int, armies: bool) -> Iterator[Item]:
    """Yield a number and the first one that fails, each with its chance; null: no battle."""

    def row(units: int) -> Iterator[Item]:
        counts_stay = armies and asked.side == "attackers"
        yield Data(asked.side, units + counts_stay)
        event = asked.event.partition(" ")[0]
        text = f"{asked.event} {_force(units, asked.side, armies)}"
        yield Exact(event, asked.odds(units), text)

    yield from row(n)
    beyond = n + asked.beyond
    fails = "more" if asked.beyond > 0 else "fewer"
    yield Group(fails, *row(beyond)) if beyond >= 0 else Data(fails, None)


def _force(n: int, side: str, armies: bool) -> str:
    if side == "attackers":
        return free_attackers(n + armies, armies)[1]
    return counted(n, "defender")
