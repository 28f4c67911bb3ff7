"""`riskexact odds`: one battle."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import isqrt

from riskexact.base.arguments import short_repr
from riskexact.base.certain import Certain, Real
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any
from riskexact.base.report import BLANK, InJson, Item, Report, Value
from riskexact.base.text import percent_text, pluralize
from riskexact.battle.battle import SOON, Battle, has_fraction
from riskexact.battle.methods import METHODS, UNITS_FOR_SUMS
from riskexact.cli.output import Headline, InOneLine
from riskexact.cli.parser import (
    LINES,
    STOPS,
    Command,
    Option,
    asked_mode,
    echo,
    echo_sides,
    free,
    one_or_range,
)
from riskexact.odds.states import (
    MAX_OUTCOMES_UNITS,
    MAX_UNITS,
    check_states,
    check_units,
    sides_text,
)
from riskexact.odds.weights import least_attackers
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words
from riskexact.rules.dice import number_length

BATTLE = (
    "ATTACKERS DEFENDERS --armies --retreat-at --stop-at-defenders --stop-after --stop-below "
    "--method --blitz --stop-until --digits --exact"
)
"""The options of a battle."""

METHOD_OPTION = {"--method": Option("M", "(default: auto)", choices=METHODS)}

COMMAND = Command(
    "the exact odds of a battle",
    "odds 17 6",
    f"{BATTLE} --format:model",
    more="\n\n17v6 and 17 vs 6 say the same; 12 3,3,2 is a campaign.",
    own=METHOD_OPTION
    | {
        "ATTACKERS": Option("ATTACKERS", "attackers free to fight: N or LO..HI", one_or_range),
        "DEFENDERS": Option("DEFENDERS", "defenders: N or LO..HI", one_or_range),
    },
)

MAX_UNITS_FOR_MEANS = 10_000
"""Units of both sides together up to which expected values are printed too: some seconds."""

WALK_STEPS, FIRST_STEPS = 2 * 10**10, 12_000
"""Steps of walks in half a minute, and what one takes by the unit, beside its units; measured."""

NEEDED = Fraction(3, 4), Fraction(9, 10)
"""The chances for which `odds` says how many attackers it takes."""

MAX_UNITS_AT_ONCE = 300
"""Units of a campaign, or a battle with a stop rule, for which that takes no time."""

MAX_RETREAT_AT_ONCE = 3000
"""Units that stay out of the fight for which it takes no time: their numbers are gone through."""

STATES_AT_ONCE = 5000
"""States that are swept for that in some milliseconds, less than the engine takes to import."""


def asked_battle(options: Namespace) -> tuple[Battle, dict[str, object]]:
    """Return the battle that is asked about, and its echo in JSON, with the numbers as typed."""
    stops = echo(options, *STOPS, "stop_until")
    method = getattr(options, "method", None) or "auto"
    terms: dict[str, Any] = {"method": method} | stops | asked_mode(options)
    battle = Battle(free(options), options.defenders, options.rules, **terms)
    return battle, echo_sides(options) | stops


def answerable_battle(options: Namespace, questions: int = 1) -> tuple[Battle, dict[str, object]]:
    """Return `asked_battle`; raise `RiskError` if the recursion takes minutes for them all."""
    battle, asked = asked_battle(options)
    if not battle.blitz and battle._chosen() == "recursion":
        from riskexact.odds.recursion import states_in_time

        most = battle.rules.max_losses * (battle.stop_after or battle.attackers + battle.defenders)
        sides = min(battle.attackers, most), min(battle.defenders, most)
        what = "the recursion (Battle in Python has no such limit)"
        check_states(*sides, states_in_time(battle.rules) // questions, what)
    return battle, asked


def most_walked(steps: int) -> int:
    """Return the most units of a battle whose closed form is walked in these steps."""
    return isqrt(steps + FIRST_STEPS**2 // 4) - FIRST_STEPS // 2


def run(options: Namespace) -> Report:
    """Return the odds of the battle, or of one for each number of a range."""
    if isinstance(options.attackers, range) or isinstance(options.defenders, range):
        from riskexact.battle.commands.ranges import each_number

        return each_number(options, ("attackers", "defenders"), _one, "odds")
    return _one(options)


def _one(options: Namespace, questions: int = 1) -> Report:
    """Return the chances to win and to lose, and the expected losses and rounds.

    Text has five lines unless all is asked for by `--exact`; a new field of the answer is an item
    added here or in `_means`.  Beyond `MAX_UNITS_FOR_MEANS` there are the chances alone, and
    without `has_fraction` their certain digits.
    """
    a, d, rules = free(options), options.defenders, options.rules
    stops, with_dice = echo(options, *STOPS, "stop_until"), not options.blitz
    limited = bool(stops) or options.method not in (None, "auto")
    if with_dice and limited and a + d > MAX_UNITS:
        raise RiskError(
            f"attackers and defenders must be at most {MAX_UNITS} together with stop rules or "
            f"a method, not {short_repr(a + d)}: digits alone are of battles fought out"
        )
    share = 1 if options.digits is None else SOON
    if with_dice and not limited and not has_fraction(a, d, rules, share):
        from riskexact.battle.blitz import Fight

        title = f"{sides_text(a, d, armies=True)}, {in_words(rules)}"
        win, lose = Fight(a, d, rules).sides
        more = partial(needs_line, partial(_needed, d, rules), options.armies)
        return Report(title, echo_sides(options), *_items([win, lose], more, options.exact))
    battle, asked = answerable_battle(options, questions)
    has_means = a + d <= (MAX_UNITS_FOR_MEANS if with_dice else MAX_OUTCOMES_UNITS)
    chances: list[Real]
    alone = a + d >= UNITS_FOR_SUMS and battle._chosen("win") == "engine"
    in_one_walk = with_dice and bool(stops or (has_means and not alone))
    alone = alone and not (in_one_walk or options.json or options.exact)
    walked = most_walked(WALK_STEPS // max(1, questions // (10 if alone else 1)))
    check_units(a, d, walked, f"each of {questions} questions")
    if in_one_walk:
        chances = list(battle.expectations[:3])
    elif with_dice:
        chances = [win := battle.win_probability, 1 - win]
    else:
        chances = [battle.win_probability, battle.lose_probability, battle.stop_probability]

    def more_lines() -> Iterator[str]:
        yield from needs_line(lambda: _needed_in(battle, stops), options.armies)
        if has_means:
            lost = battle.costs
            left = a + options.armies - lost.attackers, d - lost.defenders
            yield left_text(left, lost, options.armies)

    means = partial(_means, battle) if with_dice and has_means else tuple
    items = _items(chances[: 3 if stops else 2], more_lines, options.exact, means)
    return Report(battle.words(options.armies, both=True), asked, *items)


def _items(
    chances: Sequence[Real],
    more: Callable[[], Iterable[str]],
    exact: bool,
    means: Callable[[], Iterable[Item]] = tuple,
) -> Iterator[Item]:
    win, lose, *stopped = chances
    yield Headline(win, stopped[0] if stopped else Fraction(0), more=more, lose=lose)
    named = zip(("lose", "stopped"), chances[1:], strict=False)
    others = [Value(*each, exact=True) for each in named]
    if exact:
        yield from (BLANK, Value("win", win, exact=True), *others, *means())
    else:
        yield from (InOneLine("win", win), InJson(lambda: [*others, *means()]))


def left_text(left: Iterable[Real], lost: Iterable[Real], armies: bool = False) -> str:
    """Return the attackers, or armies, and defenders left on average, and those lost if known."""
    (a, d), losses = map(tenths, left), " and ".join(map(tenths, lost))
    text = f"left on average: {a} {'armies' if armies else 'attackers'} and {d} defenders"
    return f"{text}; lost: {losses}" if losses else text


def tenths(units: Real) -> str:
    """Return a number of units to a tenth, "<0.1" where it is known to be above 0."""
    text = percent_text(units * Fraction(1, 100))
    above = units.low if isinstance(units, Certain) else units
    return "<0.1" if text == "0.0" and above > 0 else text


def needs_line(find: Callable[[], Sequence[int]], armies: bool) -> Iterator[str]:
    """Yield the line that says how many attackers it takes for `NEEDED`, if `find` knows."""
    try:
        numbers = [n + armies for n in find()]
    except RiskError:  # no number of attackers has the chance
        return
    if numbers:
        first = pluralize(numbers[0], *(("army", "armies") if armies else ("attacker",)))
        pairs = zip(NEEDED, [first, *numbers[1:]], strict=False)
        yield ", ".join(f"{percent_text(chance, 0)} % takes {n}" for chance, n in pairs)


def _needed_in(battle: Battle, stops: Mapping[str, object]) -> Sequence[int]:
    """Return the attackers needed under the same stop rules, if that is known at once."""
    d, rules, rest = battle.defenders, battle.rules, stops.keys() - {*LINES}
    if (
        rest
        or not d
        or battle.retreat_at > MAX_RETREAT_AT_ONCE
        or (stops and not battle.blitz and d * number_length(rules) > MAX_UNITS_AT_ONCE)
    ):
        return ()
    if battle.blitz:
        from riskexact.battle.needed import attackers_needed as needed

        return [needed(d, p, rules, battle.blitz) + battle.stop_until for p in NEEDED]
    if not stops:
        return _needed(d, rules)
    from riskexact.battle.campaign.choices import campaign_attackers_needed

    return [campaign_attackers_needed((d,), p, rules, 1, battle.retreat_at) for p in NEEDED]


def _needed(d: int, rules: Rules) -> Sequence[int]:
    """Return the attackers needed without stop rules, if that is known at once."""
    found = least_attackers(d, NEEDED, rules, STATES_AT_ONCE)
    if len(found) < len(NEEDED):
        from riskexact.odds.monotone import is_monotone

        if is_monotone(rules):
            from riskexact.battle.needed import attackers_needed

            return [attackers_needed(d, each, rules) for each in NEEDED]
    return found


def _means(battle: Battle) -> Iterator[Item]:
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
        label = "exchange ratio (attackers lost for each defender lost)"
        yield Value("exchange_ratio", battle.exchange_ratio, label, brief=True)
