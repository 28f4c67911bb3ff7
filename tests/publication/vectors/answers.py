"""The answers to the questions of the test vectors by another way than that of the package."""

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count

from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle, win_decimal, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.odds.states import State, lost, stopped, won
from riskexact.publication.vectors.question import (
    MAX_STATES_TRIED,
    MAX_UNITS_IN_A_FRACTION,
    Asked,
    rules_of,
)
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_counts, round_distribution, round_with_loss
from riskexact.turn.geography import Map
from riskexact.turn.position import Position
from tests.battle.test_balanced_blitz import by_steps
from tests.battle.test_balanced_blitz_switch import adjusted
from tests.publication.vectors import Number
from tests.turn.test_boards import brute_force

GUARD_DIGITS = 40
"""Digits where there is no fraction, to round them once more."""

BLITZ_DIGITS, ROUNDED = 100, 75
"""Digits of the arithmetic of Balanced Blitz, and those that are right after all roundings."""

ENDS = FrozenMapping({"win": won, "lose": lost, "stopped": stopped})
"""The ends of a battle with stop rules, as payoffs."""


@lru_cache(maxsize=1 << 16)
def by_recursion(rules: Rules, a: int, d: int) -> Fraction:
    """Return the chance to win, by the recursion."""
    return win_probability(a, d, rules, "recursion")


@lru_cache(maxsize=1 << 10)
def ends(rules: Rules, attackers: int, defenders: int) -> Mapping[State, Fraction]:
    """Return the chances of the outcomes, by the recursion."""
    return Battle(attackers, defenders, rules, method="recursion").outcomes


def battle(asked: Asked) -> Battle:
    """Return the battle of a question, fought out with dice."""
    return Battle(asked["attackers"], asked["defenders"], rules_of(asked["rules"]))


def units(sides: Mapping[str, int]) -> State:
    """Return numbers of units on both sides."""
    return sides["attackers"], sides["defenders"]


def of_a_round(asked: Asked) -> Fraction:
    """Count the throws by their values."""
    rules = rules_of(asked["rules"])
    found = round_distribution(asked["attack_dice"], asked["defence_dice"], rules)
    return found.pmf(units(asked["lost"]))


def of_a_win(asked: Asked) -> Fraction | Decimal:
    """Take the closed form of a large battle, the usual way for a small one.

    Battles without a fraction follow from the battles that a round leads to.
    """
    a, d, rules = *units(asked), rules_of(asked["rules"])
    if a + d > MAX_UNITS_IN_A_FRACTION:
        changes, total = round_with_loss(*rules.dice(a, d), rules)
        value = exact_sum(
            Fraction(ways, total) * Fraction(win_decimal(a - i, d - j, 2 * GUARD_DIGITS, rules))
            for (i, j), ways in changes
        )
        return Decimal(decimal_text(value, GUARD_DIGITS))
    if a * d > MAX_STATES_TRIED:
        return Battle(a, d, rules, method="closed-form").expectations.win
    return win_probability(a, d, rules)


def of_an_outcome(asked: Asked) -> Fraction:
    """Take the usual way."""
    return battle(asked).outcomes.pmf(units(asked["left"]))


def of_a_campaign(asked: Asked) -> Fraction:
    """Sweep over the territories."""
    rules = tuple(map(rules_of, asked["rules"]))
    campaign = Campaign(asked["attackers"], asked["defenders"], rules, asked["leave_behind"])
    return campaign.conquered.pmf(asked["taken"])


def of_a_stop(asked: Asked) -> Fraction:
    """Follow all rounds, one by one, and look before each whether it is thrown."""
    rules, below = rules_of(asked["rules"]), Fraction(asked["stop_below"])

    @cache
    def value(a: int, d: int, thrown: int) -> Fraction:
        if (
            d == 0
            or a <= asked["retreat_at"]
            or d <= asked["stop_at_defenders"]
            or thrown == asked["stop_after"]
            or by_recursion(rules, a, d) < below
        ):
            return Fraction(ENDS[asked["end"]](a, d))
        dice = rules.dice(a, d)
        counts: Mapping[State, int] = round_counts(*dice, rules)
        if asked["stop_after"] is None:
            counts = dict(round_with_loss(*dice, rules)[0])
        after = thrown + (asked["stop_after"] is not None)
        terms = (ways * value(a - i, d - j, after) for (i, j), ways in counts.items())
        return exact_sum(terms) / sum(counts.values())

    return value(asked["attackers"], asked["defenders"], 0)


def of_a_need(asked: Asked) -> int:
    """Try one number after the other."""
    goal, against, rules = Fraction(asked["chance"]), asked["against"], rules_of(asked["rules"])
    numbers = count(int(against == 0))
    if asked["find"] == "attackers":
        return next(n for n in numbers if by_recursion(rules, n, against) >= goal)
    if asked["find"] == "garrison":
        return next(n for n in numbers if 1 - by_recursion(rules, against, n) >= goal)
    return next(n for n in count(1) if by_recursion(rules, against, n) < goal) - 1


def of_luck(asked: Asked) -> Fraction:
    """Add up the outcomes on one side of this one: wins above losses, then by what is left."""

    def good(end: State) -> tuple[bool, int]:
        return end[1] == 0, end[0] - end[1]

    this, is_good = good(units(asked["left"])), asked["at_least_this"] == "good"
    return exact_sum(
        p
        for end, p in ends(rules_of(asked["rules"]), *units(asked)).items()
        if good(end) == this or (good(end) > this) == is_good
    )


def of_blitz(asked: Asked) -> Decimal:
    """Transform the distribution step by step.

    Of a battle beyond `MAX_STATES_TRIED` there is the chance to win only, as a function of that in
    the exact battle.
    """
    name, *powers = asked["version"].values()
    version, (a, d), left = BlitzVersion(name, *map(Fraction, powers)), units(asked), asked["left"]
    with localcontext(prec=BLITZ_DIGITS):
        if left is None and a * d > MAX_STATES_TRIED:
            return round(adjusted(Fraction(of_a_win(asked)), version), ROUNDED)
        chances = by_steps(ends(rules_of(asked["rules"]), a, d), version, Decimal)
        found: Decimal = chances.get(units(left), Decimal(0)) if left else Decimal(0)
        if left is None:
            found = sum((p for (_, d), p in chances.items() if d == 0), Decimal(0))
        return round(found, ROUNDED)


def of_a_map(asked: Asked) -> Fraction:
    """Try every attack, every number of dice and every number of armies that move in."""
    board, rules = Map([tuple(pair) for pair in asked["borders"]]), rules_of(asked["rules"])
    position = Position(board, asked["mine"], asked["enemy"], rules)
    names = [*position.enemy, *position.mine]
    wanted = [names.index(t) for t in asked["take"]]

    def stop(armies: tuple[int, ...]) -> Fraction:
        return Fraction(all(armies[t] > 0 for t in wanted))

    return brute_force(position, frozenset(names), asked["move"], asked["dice"], stop)


OTHER_WAYS: Mapping[str, Callable[[Asked], Number]] = FrozenMapping(
    {
        "rounds": of_a_round,
        "wins": of_a_win,
        "outcomes": of_an_outcome,
        "campaigns": of_a_campaign,
        "stops": of_a_stop,
        "needs": of_a_need,
        "luck": of_luck,
        "balanced-blitz": of_blitz,
        "maps": of_a_map,
    }
)


def another_way(asked: Asked) -> Number:
    """Return the answer to a question, slowly."""
    return OTHER_WAYS[asked["kind"]](asked)
