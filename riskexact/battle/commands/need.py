"""`riskexact need`: the smallest force that reaches a chance, and the chance with one less."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from riskexact.base.arguments import short_repr
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError, is_installed
from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.report import Column, Data, Report, Several, TableItem, Value, chance_data
from riskexact.base.text import DIGITS, counted_each, pluralize
from riskexact.battle.battle import SOON, has_fraction, win_probability
from riskexact.battle.commands.odds import WALK_STEPS, most_walked
from riskexact.battle.commands.ranges import MAX_QUESTIONS, check_number
from riskexact.battle.methods import LIBRARY, chosen
from riskexact.battle.needed import (
    UNITS_OF_FRACTIONS,
    attackers_needed,
    defenders_takeable,
    garrison_needed,
)
from riskexact.battle.question import each_in_words
from riskexact.cli.output import USUAL_CHANCES, chance_words, complain
from riskexact.cli.parser import (
    LINES,
    Command,
    Option,
    asked_mode,
    echo,
    free,
    one_or_range,
    percent,
    range_text,
    refuse,
    span,
    territories_or_chance,
)
from riskexact.odds.states import MAX_UNITS, attackers_text, most_of_each
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import in_words
from riskexact.rules.dice import number_length

Found = tuple[Fraction, int | None]
"""A chance, and the number for it, if any has it."""

COMMAND = Command(
    "the smallest force that wins with a given chance, or what a conquest costs",
    "need 10 90%",
    "[D...] --takeable-by --garrison-against --price --dearest --chance --leave-behind "
    "--retreat-at --armies --blitz --stop-until --lost --digits --exact --parts --booktabs",
    more="\n         riskexact need 3,3,2 --price",
    common="--rules:or --format --json --output",
    rules="standard; with --dearest every rule set",
    own={
        "--dearest": "instead: the unit of a garrison that costs the most attackers",
        "--price": "instead: the units lost with plenty of attackers",
        "D": Option(
            "D",
            "defenders, of one territory, LO..HI, or of each: 3,3,2 or 3,5:capital; and chances "
            "such as 90%%",
            territories_or_chance,
            dest="defenders",
        ),
        "--chance": Option(
            "C",
            'at least this chance: "9/10", "0.9", "90%%" or 90; with its sign also without '
            "the name of the option (default: 50%%, 75%%, 90%% and 95%%)",
            percent,
            several=True,
        ),
        "--takeable-by": Option(
            "ATTACKERS",
            "instead: the most defenders that ATTACKERS beat with this chance",
            one_or_range,
        ),
        "--garrison-against": Option(
            "ATTACKERS", "instead: the fewest defenders that hold with this chance", one_or_range
        ),
        "--lost": Option(
            "RANGE", "with --price: the chance that this many attackers fall: N, LO..HI, ..HI", span
        ),
    },
)

TERMS = "leave_behind", *LINES
"""What is asked of a campaign alone."""


class Query(NamedTuple):
    """What is asked: a number of units for each chance.

    - `title`, `echo`: the question in words and in JSON;
    - `find`: the number for a chance, of attackers or of defenders as `side` says;
    - `odds`: the chance with a number of units, `soon` where no fraction is needed;
    - `armies`: 1 if the number of attackers counts the one that stays, else 0;
    - `event`: what has that chance, "win with" a number, say;
    - `beyond`: what is added to the number for the first one that fails.
    """

    title: str
    echo: dict[str, object]
    find: Callable[[Fraction], int]
    odds: Callable[..., Real | None]
    armies: int
    side: str = "attackers"
    event: str = "win with"
    beyond: int = -1

    @property
    def key(self) -> str:
        """The JSON key of the chance, win or hold."""
        return self.event.partition(" ")[0]

    def units_text(self, n: int) -> str:
        """Return a number of units in words."""
        if self.side == "attackers":
            return attackers_text(n, bool(self.armies))
        return pluralize(n, "defender")

    def report(self, chance: Fraction, n: int) -> Report:
        """Return the chance with a number, and with the first one that fails."""
        values = [
            Value("", self.odds(units), f"{self.event} {self.units_text(units)}", exact=True)
            for units in (n, n + self.beyond)
            if units >= 0
        ]
        title = f"{self.title}, chance {chance_words(chance)}: {self.units_text(n)}"
        return Report(title, {}, *values)

    def table(self, found: Sequence[Found]) -> TableItem:
        """Return a row for each chance, for text alone."""
        units = "armies" if self.armies else self.side
        chance, win = Column("chance", show=chance_words), Column(self.key, form="percent")

        def row(asked: Fraction, n: int | None) -> tuple[object, ...]:
            if n is None:
                return asked, "none", None
            return asked, n + self.armies, self.odds(n, soon=True)

        return TableItem("", [chance, Column(units), win], lambda: [row(*each) for each in found])

    def data(self, chance: Fraction, n: int | None, digits: int) -> dict[str, object]:
        """Return the JSON entry of a chance; None is no number, and no battle."""

        def entry(units: int) -> dict[str, object]:
            return {self.side: units + self.armies, self.key: chance_data(self.odds(units), digits)}

        fails = "more" if self.beyond > 0 else "fewer"
        if n is None:
            return {"chance": chance, self.side: None, self.key: None, fails: None}
        beyond = n + self.beyond
        return {"chance": chance} | entry(n) | {fails: entry(beyond) if beyond >= 0 else None}


def run(options: Namespace) -> Report:
    """Return the number for each chance, and the chances with it and just beyond it.

    Without a chance, the numbers for some chances.
    """
    chances = [each for each in options.defenders if isinstance(each, Fraction)]
    options.defenders = [each for each in options.defenders if not isinstance(each, Fraction)]
    chances += options.chance or []
    if options.price or options.dearest:
        from riskexact.battle.commands.price import price_report

        return price_report(chances, options)
    refuse(options, ("lost",), "with --price")
    options.rules = options.rules or STANDARD
    questions = _questions(options, len(chances) or len(USUAL_CHANCES))
    if ranged := _ranged(options):
        return _for_each(options, *ranged, chances, questions)
    query, digits = _query(options, questions), options.digits or DIGITS
    found = _found(query, chances)
    data = Data("needs", lambda: [query.data(*each, digits) for each in found])
    if not chances:
        return Report(query.title, query.echo, data, query.table(found))
    reports = [query.report(chance, n) for chance, n in found if n is not None]
    several = Several("", reports)
    several.items = [query.table(found)]  # in files
    return Report("", query.echo, data, several)


def _questions(options: Namespace, chances: int) -> int:
    """Return how many there are; raise `RiskError` for those that take minutes.

    Say before it begins that a search takes long, where there are fractions alone.
    """
    typed = [n for given in _typed(options).values() for n in given]
    ranges = [n for n in typed if isinstance(n, range)]
    questions = chances
    if ranges:
        # in JSON each has two chances
        most = MAX_QUESTIONS // number_length(options.rules) // (2 if options.json else 1)
        questions = check_number(*ranges, range(chances), most=most)
    units = max((n[-1] if isinstance(n, range) else n for n in typed), default=0)
    if UNITS_AT_ONCE < units <= MAX_UNITS // 2 and not (options.blitz or is_installed(LIBRARY)):
        complain(f"riskexact: without python-flint this takes about {units**2 // 10**6} s")
    return questions


UNITS_AT_ONCE = 1000
"""Units of one side up to which a search takes a second, in a browser too; measured."""


def _typed(options: Namespace) -> dict[str, list[Any]]:
    """Return the numbers that are asked about, some of them ranges, by option."""
    defenders = [n[0] if isinstance(n, tuple) else n for n in options.defenders]
    others = {name: [getattr(options, name)] for name in ("takeable_by", "garrison_against")}
    given = {"defenders": defenders} | others
    return {name: typed for name, typed in given.items() if typed not in ([], [None])}


def _ranged(options: Namespace) -> tuple[str, range] | None:
    """Return the option that has a range of numbers, and the range."""
    for name, typed in _typed(options).items():
        if any(isinstance(n, range) for n in typed):
            if len(typed) > 1:
                raise RiskError("defenders must be one range of numbers, not several territories")
            return name, typed[0]
    return None


def _for_each(
    options: Namespace, name: str, given: range, chances: Sequence[Fraction], questions: int
) -> Report:
    """Return the numbers for each chance and each number of a range."""
    answers: list[tuple[int, Query, Sequence[Found]]] = []
    for n in given:
        setattr(options, name, [(n, None)] if name == "defenders" else n)
        query = _query(options, questions)
        answers.append((n, query, _found(query, chances)))
    side = next(iter(query.echo))  # "defenders", or the attackers whose target is asked for
    digits = options.digits or DIGITS

    def entries() -> list[dict[str, object]]:
        return [
            {side: n} | query.data(*each, digits) for n, query, found in answers for each in found
        ]

    def rows() -> list[tuple[object, ...]]:
        return [(n, *row) for n, query, found in answers for row in query.table(found).rows()]

    head = "armies" if side == "attackers" and options.armies else side
    words = query.title.partition(",")[2]
    return Report(
        f"{range_text(given)} {head},{words}",
        query.echo | {side: range_text(given)},
        Data("needs", entries),
        TableItem("", [head, *query.table([]).columns], rows),
    )


def _found(query: Query, chances: Sequence[Fraction]) -> list[Found]:
    """Return the number for each chance; of the usual ones, None where no number has it."""
    if chances:
        return [(chance, query.find(chance)) for chance in chances]
    found: list[Found] = []
    for chance in USUAL_CHANCES:
        try:
            found.append((chance, query.find(chance)))
        except RiskError as error:
            refused = error
            found.append((chance, None))
    if all(n is None for _, n in found):
        raise refused
    return found


def _query(options: Namespace, questions: int) -> Query:
    """Return the question; `questions` are asked in all."""
    if len(_typed(options)) != 1:
        raise RiskError(
            "need must have one of defenders, --takeable-by ATTACKERS and "
            "--garrison-against ATTACKERS"
        )
    terms = any(getattr(options, name) is not None for name in TERMS)
    if len(options.defenders) > 1 or any(rules or terms for _, rules in options.defenders):
        return _campaign(options, questions)
    refuse(options, TERMS, "with the defenders of a campaign")
    rules, words = options.rules, in_words(options.rules)
    if options.blitz:
        from riskexact.rules.blitz import BLITZ_3_3

        asked_mode(options)
        words += f", {BLITZ_3_3.words}"
    asked = echo(options, "armies", "rules", "blitz")
    if options.defenders:
        ((d, _),) = options.defenders
        return Query(
            f"{pluralize(d, 'defender')}, {words}",
            {"defenders": d} | asked,
            lambda chance: attackers_needed(d, chance, rules, options.blitz),
            cache(lambda n, soon=False: _odds(n, d, options, questions, soon)[0]),
            int(options.armies),
        )
    takes = options.takeable_by is not None
    a = free(options, "takeable_by" if takes else "garrison_against")
    find = defenders_takeable if takes else garrison_needed
    return Query(
        f"{attackers_text(a, options.armies)}, {words}",
        {"attackers": a + options.armies} | asked,
        lambda chance: find(a, chance, rules, options.blitz),
        cache(lambda n, soon=False: _odds(a, n, options, questions, soon)[1 - takes]),
        0,
        "defenders",
        "win against" if takes else "hold with",
        1 if takes else -1,
    )


def _campaign(options: Namespace, questions: int) -> Query:
    """Return the question for a campaign, whose search knows the chances that are printed."""
    from riskexact.battle.campaign import Campaign, terms_words
    from riskexact.battle.campaign.choices import least_of
    from riskexact.battle.commands.campaign import (
        MAX_SWEPT,
        asked_terms,
        asked_territories,
        each_rules_json,
    )

    (garrisons, rules), (stays, terms) = asked_territories(options), asked_terms(options)
    swept = MAX_SWEPT // number_length(*rules) ** 2 // (300 if options.blitz else 10) // questions
    most = most_of_each(swept)
    if (defenders := sum(garrisons)) > most:
        raise RiskError(
            f"defenders must be at most {most} together for a search (campaign_attackers_needed in "
            f"Python has no such limit), not {short_repr(defenders)}"
        )
    named = Campaign(1, garrisons, rules, stays, **asked_mode(options))
    known: dict[int, Real | None] = {}

    def find(chance: Fraction) -> int:
        force = least_of(named.territories, chance, named.retreat_at, named.blitz, named.stop_until)
        known[force.attackers] = force.win_probability
        known[force.attackers - 1] = force.of_one_less
        return force.attackers

    stopping = named.retreat_at, options.armies, named.stop_until
    return Query(
        f"{counted_each(garrisons, 'defender')}, {each_in_words(named.rules, named.blitz)}"
        + terms_words(len(garrisons), named.leave_behind, *stopping),
        {"defenders": garrisons}
        | terms
        | {"rules": each_rules_json(rules)}
        | echo(options, "blitz"),
        find,
        lambda n, soon=False: known.get(n),
        int(options.armies),
    )


def _odds(
    a: int, d: int, options: Namespace, questions: int, soon: bool
) -> tuple[Real | None, Real | None]:
    """Return the chances to win and to hold, None where there is no battle.

    They are certain digits where these come sooner, if `soon`, or where two fractions for each
    question take more than half a minute.
    """
    if min(a, d) < 0 or a == d == 0:
        return None, None
    rules, method = options.rules, chosen("win", a, d, options.rules)
    most = UNITS_OF_FRACTIONS[method]
    if not soon:
        steps = WALK_STEPS * (10 if method == "engine" else 1) // (3 * questions)
        most = max(most, most_walked(steps))
    digits = a + d > most and is_installed(LIBRARY)
    if options.blitz or digits or not has_fraction(a, d, rules, max(SOON, 2 * questions)):
        from riskexact.battle.blitz import Fight
        from riskexact.rules.blitz import BLITZ_3_3

        return Fight(a, d, rules, BLITZ_3_3 if options.blitz else None).sides
    win = win_probability(a, d, rules)
    return win, 1 - win
