"""`riskexact odds`, `outcomes`, `rounds` and `luck`: one battle."""

from argparse import Namespace
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate

from riskexact.base.arguments import chance, number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    Brief,
    CertainDigits,
    Chance,
    Column,
    Exact,
    Fractions,
    Headline,
    Item,
    Mean,
    Report,
    TableItem,
    Text,
)
from riskexact.base.text import chance_text, counted, fraction_text, percent_text
from riskexact.cli.options import (
    Commands,
    add_blitz,
    add_command,
    add_forces,
    asked_digits,
    echo_sides,
    free_attackers,
    given_stops,
    read_sides,
)
from riskexact.odds.states import MAX_UNITS
from riskexact.odds.weights import least_attackers
from riskexact.questions.battle import Battle, win_and_lose_decimals
from riskexact.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from riskexact.rules.distribution import Distribution

MAX_UNITS_FOR_MEANS = 10_000
"""Units of both sides together up to which expected values are printed too: some seconds."""

NEEDED = Fraction(3, 4), Fraction(9, 10)
"""The chances for which `odds` says how many attackers it takes."""

STATES_AT_ONCE = 5000
"""States that are swept for that in some milliseconds, less than the engine takes to import."""

HEADLINE_DIGITS = 20
"""Certain digits from which a percentage is rounded."""

MAX_UNITS_OF_RECURSION = 400
"""Units for which the recursion gives fractions where certain digits are enough: ten seconds."""


def add_odds(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands, "odds", run_odds, "the exact odds of a battle", "riskexact odds 17 6"
    )
    parser.epilog = f"{parser.epilog}\n\n17v6 and 17 vs 6 say the same; 12 3,3,2 is a campaign."
    parser.too_many = "; did you mean `riskexact campaign`, with several territories?"
    add_forces(parser)
    add_blitz(parser)


def add_outcomes(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "outcomes",
        run_outcomes,
        "the exact distribution of who is left after a battle",
        "riskexact outcomes 5 3 --digits 6",
    )
    add_forces(parser)
    add_blitz(parser)


def add_rounds(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "rounds",
        run_rounds,
        "the exact distribution of how many rounds a battle takes, and of its time",
        "riskexact rounds 12 9 --seconds 20",
    )
    add_forces(parser)
    parser.add_argument(
        "--seconds", metavar="S", help="seconds that a round takes at the table; prints minutes too"
    )


def add_luck(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "luck",
        run_luck,
        "the exact chance of an outcome at least this bad, and at least this good",
        "riskexact luck 12 9 --left 0 7",
    )
    add_forces(parser, "ATTACKERS, R and X count")
    add_blitz(parser)
    parser.add_argument(
        "--left",
        nargs=2,
        required=True,
        metavar=("X", "Y"),
        help="attackers and defenders that were left",
    )


def read_battle(
    options: Namespace, a: int, d: int, rules: Rules
) -> tuple[Battle, str, dict[str, object]]:
    """Return the battle with its stop rules, its title, and its echo in JSON."""
    title, echo = echo_sides(a, d, rules, options.armies)
    stops: dict[str, Any] = {}
    for name in given_stops(options):
        typed = getattr(options, name)
        if name == "stop_below":
            stops[name] = chance(typed, "stop-below")
            echo[name] = fraction_text(stops[name])
            title += f", stop below a chance of {echo[name]}"
            continue
        echo[name] = stops[name] = n = number(typed, name.replace("_", "-"))
        if name == "retreat_at":
            stops[name], left = free_attackers(n, options.armies)
            title += f", retreat at {left}"
        elif name == "stop_at_defenders":
            title += f", stop at {counted(n, 'defender')}"
        else:
            title += f", stop after {counted(n, 'round')}"
    return Battle(a, d, rules, method=options.method, **stops), title, echo


def _in_blitz(options: Namespace) -> Report:
    """Return the answer of the command in Balanced Blitz, whose module is loaded only then."""
    from riskexact.cli import balanced_blitz

    answer: Report = getattr(balanced_blitz, f"run_{options.command}")(options)
    return answer


def run_odds(options: Namespace) -> Report:
    """Return the chances to win and to lose, and the expected losses and rounds.

    A new field of the answer is an item added here or in `_means`; beyond `MAX_UNITS_FOR_MEANS`
    there are the chances alone, and where no fraction fits their certain digits.  Without a closed
    form those are all that is printed from `MAX_UNITS_OF_RECURSION` on, if digits are asked for.
    """
    if options.blitz:
        return _in_blitz(options)
    stops, digits = given_stops(options), asked_digits(options)
    a, d, rules = read_sides(options)
    limited = bool(stops) or options.method != "auto"
    needed = partial(_needed, d, rules, options.armies)
    if _only_digits(a, d, rules, limited, options.digits is not None):
        title, echo = echo_sides(a, d, rules, options.armies)
        texts = partial(win_and_lose_decimals, a, d, rules=rules)
        items: list[Item] = [CertainDigits(("win", "lose"), texts)]
        if not options.json:
            items.insert(0, Headline(texts(HEADLINE_DIGITS)[0], more=needed))
        return Report(title, echo, *items, digits=digits)
    battle, title, echo = read_battle(options, a, d, rules)
    if a + d > MAX_UNITS_FOR_MEANS:
        win, lose, stop = battle.win_probability, battle.lose_probability, battle.stop_probability
    else:
        win, lose, stop = battle.expectations[:3]

    def more() -> Iterator[str]:
        if d and not stops:
            yield from needed()
        if a + d <= MAX_UNITS_FOR_MEANS:
            left = battle.expectations
            ours, theirs = map(_tenths, (left.attackers_left, left.defenders_left))
            yield f"{ours} attackers and {theirs} defenders are left on average"

    chances = [Exact("win", win), Exact("lose", lose), Exact("stopped", stop)]
    return Report(
        title,
        echo,
        Headline(win, stop, more=more),
        *(chances if stops else chances[:2]),
        *(_means(battle) if a + d <= MAX_UNITS_FOR_MEANS else ()),
        digits=digits,
    )


def _tenths(units: Fraction) -> str:
    """Return a number of units to a tenth; only 0 reads "0.0".

    >>> _tenths(Fraction(49, 10)), _tenths(Fraction(1, 1000))
    ('4.9', '<0.1')
    """
    text = percent_text(units / 100)
    return "<0.1" if units and text == "0.0" else text


def _needed(d: int, rules: Rules, armies: bool) -> Iterator[str]:
    """Yield the line that says how many attackers it takes, if that is known at once."""
    found = least_attackers(d, NEEDED, rules, STATES_AT_ONCE)
    if len(found) < len(NEEDED):
        from contextlib import suppress

        from riskexact.odds.monotone import is_monotone
        from riskexact.questions.needed import attackers_needed

        with suppress(RiskError):  # no number of attackers has the chance
            found = [attackers_needed(d, each, rules) for each in NEEDED if is_monotone(rules)]
    if found:
        first = counted(found[0] + armies, *(("army", "armies") if armies else ("attacker",)))
        numbers = [first, *(str(n + armies) for n in found[1:])]
        pairs = zip(NEEDED, numbers, strict=False)
        yield ", ".join(f"{percent_text(chance, 0)} % takes {n}" for chance, n in pairs)


def _means(battle: Battle) -> Iterator[Item]:
    """Yield the expected numbers of units left and lost, and of rounds."""
    expected, costs = battle.expectations, battle.costs
    yield BLANK
    yield Mean("attackers_left", expected.attackers_left)
    yield Mean("defenders_left", expected.defenders_left)
    yield Mean("attackers_lost", costs.attackers)
    yield Mean("defenders_lost", costs.defenders)
    yield Mean("rounds", expected.rounds)
    if expected.win:
        yield Mean(
            "attackers_lost_in_a_win",
            battle.costs_of_a_win.attackers,
            "expected attackers lost, given a win",
        )
    if costs.defenders:
        yield Brief("exchange_ratio", battle.exchange_ratio, unit=" attackers for each defender")


def _only_digits(a: int, d: int, rules: Rules, limited: bool, asked: bool) -> bool:
    """Return whether certain digits are the answer; raise `RiskError` if only they could be.

    There are none of a battle that is `limited` by stop rules or to a method.
    """
    if limited and a + d > MAX_UNITS:
        raise RiskError(
            f"attackers and defenders must be at most {MAX_UNITS} together with stop rules or "
            f"a method, not {shown(a + d)}: certain digits are of battles fought out"
        )
    if limited or a + d <= MAX_UNITS_OF_RECURSION:
        return False
    if a + d > MAX_UNITS or (asked and not rules.has_closed_form):
        return True
    try:
        Battle(a, d, rules)
    except RiskError:  # the fraction would not fit
        return True
    return False


def run_outcomes(options: Namespace) -> Report:
    """Return the probability of each outcome of the battle."""
    if options.blitz:
        return _in_blitz(options)
    battle, title, echo = read_battle(options, *read_sides(options))
    digits = asked_digits(options)
    columns = [
        Column("attackers left", "attackers"),
        Column("defenders left", "defenders"),
        Chance("probability"),
        Fractions("fraction"),
    ]
    rows = [(*left, p, p) for left, p in battle.outcomes.items()]
    return Report(title, echo, TableItem("outcomes", columns, rows), digits=digits)


def run_rounds(options: Namespace) -> Report:
    """Return the probability of each number of rounds, and the expected number."""
    battle, title, echo = read_battle(options, *read_sides(options))
    digits = asked_digits(options)
    seconds = None if options.seconds is None else number(options.seconds, "seconds", 1)
    # what would not fit is refused before the mean is computed
    rounds = battle.rounds if battle.rounds_have_a_largest_number else None
    mean = battle.mean_rounds
    items: list[Item] = [Brief("mean", mean, "expected rounds")]
    if seconds is not None:
        minutes = mean * Fraction(seconds, 60)
        items.append(Brief("mean_minutes", minutes, "expected minutes"))
    items.append(BLANK)
    if rounds is None:
        items.append(Text("the number of rounds is unbounded: a round may cause no loss"))
    else:
        items.append(_rounds_table(rounds, seconds))
    # in JSON the rounds stand before the mean
    return Report(title, echo | {"rounds": None}, *items, digits=digits)


def _rounds_table(rounds: "Distribution[int]", seconds: int | None) -> TableItem:
    """Return the chance of each number of rounds, of at most that number, and its minutes."""
    columns = [
        Column("rounds", "rounds"),
        Column(None if seconds is None else "minutes"),
        Chance("probability"),
        Column("at most"),
        Fractions("fraction"),
    ]
    numbers = sorted(rounds)
    at_most = accumulate(rounds[n] for n in numbers)
    rows = [
        # hundredths, of a minute here
        (n, percent_text(Fraction(n * (seconds or 0), 6000), 2), rounds[n], reached, rounds[n])
        for n, reached in zip(numbers, at_most, strict=True)
    ]
    return TableItem("rounds", columns, rows)


def run_luck(options: Namespace) -> Report:
    """Return how likely an outcome at least as bad, and at least as good, was."""
    if options.blitz:
        return _in_blitz(options)
    battle, title, echo = read_battle(options, *read_sides(options))
    digits = asked_digits(options)
    typed, d = (number(text, "left") for text in options.left)
    a, left = free_attackers(typed, options.armies)
    title += f": {left} and {counted(d, 'defender')} left"
    echo["left"] = {"attackers": typed, "defenders": d}
    luck = battle.luck(a, d)
    bad, good = map(chance_text, luck)
    words = f"{bad} of such battles end at least this badly for you, {good} at least this well"
    chances = (Exact(name, value) for name, value in luck._asdict().items())
    return Report(title, echo, Text(words, ""), *chances, digits=digits)
