"""`riskexact odds`: one battle."""

from argparse import Namespace
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Item, Report, Value
from riskexact.base.text import counted, percent_text
from riskexact.cli.output import Headline
from riskexact.cli.parser import STOPS, Command, asked_mode, echo, echo_sides, free
from riskexact.odds.states import MAX_UNITS, force_text
from riskexact.odds.weights import least_attackers
from riskexact.questions.battle import Battle
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BATTLE = (
    "ATTACKERS DEFENDERS --armies --retreat-at --stop-at-defenders --stop-after --stop-below "
    "--method --blitz --stop-until --digits --full"
)
"""The options of a battle."""

COMMAND = Command(
    "the exact odds of a battle",
    "odds 17 6",
    BATTLE,
    more="\n\n17v6 and 17 vs 6 say the same; 12 3,3,2 is a campaign.",
)

MAX_UNITS_FOR_MEANS = 10_000
"""Units of both sides together up to which expected values are printed too: some seconds."""

NEEDED = Fraction(3, 4), Fraction(9, 10)
"""The chances for which `odds` says how many attackers it takes."""

STATES_AT_ONCE = 5000
"""States that are swept for that in some milliseconds, less than the engine takes to import."""

MAX_UNITS_OF_RECURSION = 400
"""Units for which the recursion gives fractions where certain digits are enough: ten seconds."""


def asked_battle(options: Namespace) -> tuple[Battle, dict[str, object]]:
    """Return the battle that is asked about, and its echo in JSON, with the numbers as typed."""
    stops = given_stops(options)
    terms: dict[str, Any] = {"method": getattr(options, "method", None) or "auto"}
    terms |= stops | asked_mode(options)
    battle = Battle(free(options), options.defenders, options.rules, **terms)
    return battle, echo_sides(options) | stops


def given_stops(options: Namespace) -> dict[str, object]:
    """Return the stop rules that are given."""
    return echo(options, *STOPS, "stop_until")


def run(options: Namespace) -> Report:
    """Return the chances to win and to lose, and the expected losses and rounds.

    A new field of the answer is an item added here or in `_means`; beyond `MAX_UNITS_FOR_MEANS`
    there are the chances alone, and where no fraction fits their certain digits.  Without a closed
    form those are all that is printed from `MAX_UNITS_OF_RECURSION` on, if digits are asked for.
    """
    a, d, rules = free(options), options.defenders, options.rules
    stops, by_hand = given_stops(options), not options.blitz
    limited = bool(stops) or options.method not in (None, "auto")
    needed = partial(_needed, d, rules, options.armies)
    if by_hand and _only_digits(a, d, rules, limited, options.digits is not None):
        from riskexact.questions.blitz import Fight

        win, lose = Fight(a, d, rules).sides
        title = f"{force_text(a, options.armies)} against {counted(d, 'defender')}, "
        return Report(
            title + in_words(rules),
            echo_sides(options),
            Headline(win, more=needed),
            Value("win", win),
            Value("lose", lose),
        )
    battle, asked = asked_battle(options)
    has_means = by_hand and a + d <= MAX_UNITS_FOR_MEANS
    if has_means:
        win, lose, stop = battle.expectations[:3]
    else:
        win, lose, stop = battle.win_probability, battle.lose_probability, battle.stop_probability

    def more() -> Iterator[str]:
        if by_hand and d and not stops:
            yield from needed()
        if has_means:
            left = battle.expectations
            ours, theirs = map(_tenths, (left.attackers_left, left.defenders_left))
            yield f"{ours} attackers and {theirs} defenders are left on average"

    chances = {"win": win, "lose": lose} | ({"stopped": stop} if stops else {})
    return Report(
        battle.words(options.armies),
        asked,
        Headline(win, stop, more=more, lose=lose),
        *(Value(name, chance, exact=True) for name, chance in chances.items()),
        *(_means(battle) if has_means else ()),
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
    means = {
        "attackers_left": expected.attackers_left,
        "defenders_left": expected.defenders_left,
        "attackers_lost": costs.attackers,
        "defenders_lost": costs.defenders,
        "rounds": expected.rounds,
    }
    yield BLANK
    for name, value in means.items():
        yield Value(name, value, mean=True)
    if expected.win:
        label = "expected attackers lost, given a win"
        yield Value("attackers_lost_in_a_win", battle.costs_of_a_win.attackers, label, mean=True)
    if costs.defenders:
        unit = " attackers for each defender"
        yield Value("exchange_ratio", battle.exchange_ratio, unit=unit, brief=True)


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
