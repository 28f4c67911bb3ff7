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
from riskexact.rules.dice import round_counts, round_distribution, round_with_loss
from tests.publication.vectors import Number

GUARD_DIGITS = 40
"""Digits where there is no fraction, to round them once more."""

BLITZ_DIGITS, ROUNDED = 100, 75
"""Digits of the arithmetic of Balanced Blitz, and those that are right after all roundings."""

ENDS = FrozenMapping({"win": won, "lose": lost, "stopped": stopped})
"""The ends of a battle with stop rules, as payoffs."""

Armies = tuple[int, ...]
"""The units on each territory, those of the enemy below 0."""


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
    """Transform the distribution step by step, as `engine.blitz` numbers them.

    Of a battle beyond `MAX_STATES_TRIED` there is the chance to win only, as a function of that in
    the exact battle.
    """
    version = {name: Fraction(text) for name, text in asked["version"].items() if name != "name"}
    a, d, left = *units(asked), asked["left"]
    if left is None and a * d > MAX_STATES_TRIED:
        return _transformed(Fraction(of_a_win(asked)), version)
    every = dict(ends(rules_of(asked["rules"]), a, d))
    for wins in (True, False):
        side = {end: p for end, p in every.items() if (end[1] == 0) == wins}
        if exact_sum(side.values()) <= version["negligible"]:
            every = {end: p for end, p in every.items() if end not in side}
    with localcontext(prec=BLITZ_DIGITS):
        chances = {end: _decimal(p) for end, p in every.items()}
        odds = {
            wins: _total(chances, wins) ** _decimal(version["sharper"]) for wins in (True, False)
        }
        shares = {wins: power / sum(odds.values()) for wins, power in odds.items()}
        chances = _scaled(chances, shares)
        for order in (chances, reversed(chances)):
            cut = _decimal(version["cut"])
            for end in list(order):
                taken = min(cut, chances[end])
                chances[end] -= taken
                cut -= taken
        kept = sum(chances.values())
        shares = {wins: _total(chances, wins) / kept for wins in (True, False)}
        peaked = _decimal(version["peaked"])
        chances = _scaled({end: p**peaked for end, p in chances.items()}, shares)
        if left is None:
            return round(_total(chances, True), ROUNDED)
        return round(chances.get(units(left), Decimal(0)), ROUNDED)


def _transformed(win: Fraction, version: Mapping[str, Fraction]) -> Decimal:
    """Return the chance to win in Balanced Blitz where the exact one is `win`."""
    if min(win, 1 - win) <= version["negligible"]:
        return Decimal(round(win))
    with localcontext(prec=BLITZ_DIGITS):
        powers = [_decimal(chance) ** _decimal(version["sharper"]) for chance in (win, 1 - win)]
        cut = _decimal(version["cut"])
        share = (powers[0] / sum(powers) - cut) / (1 - 2 * cut)
        return round(min(max(share, Decimal(0)), Decimal(1)), ROUNDED)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def _total(chances: Mapping[State, Decimal], wins: bool) -> Decimal:
    """Return the sum of the chances of one side."""
    return sum((p for end, p in chances.items() if (end[1] == 0) == wins), Decimal(0))


def _scaled(
    chances: Mapping[State, Decimal], shares: Mapping[bool, Decimal]
) -> dict[State, Decimal]:
    """Return the chances so that those of each side add up to its share."""
    totals = {wins: _total(chances, wins) for wins in (True, False)}
    return {
        end: p * shares[end[1] == 0] / totals[end[1] == 0] if p else p for end, p in chances.items()
    }


def of_a_map(asked: Asked) -> Fraction:
    """Try every attack, every number of dice and every number of armies that move in."""
    names, rules = [*asked["enemy"], *asked["mine"]], rules_of(asked["rules"])
    ways = [
        (names.index(t), names.index(u)) for pair in asked["borders"] for t, u in (pair, pair[::-1])
    ]
    wanted = [names.index(t) for t in asked["take"]]

    @cache
    def best(armies: Armies) -> Fraction:
        if all(armies[t] > 0 for t in wanted):
            return Fraction(1)
        highest = Fraction(0)
        for t, u in ways:
            if armies[t] > 1 and armies[u] < 0:
                most = rules.attack.dice_of(armies[t] - 1)
                for x in range(1 if asked["dice"] == "free" else most, most + 1):
                    highest = max(highest, attack(armies, t, u, x))
        return highest

    def attack(armies: Armies, t: int, u: int, x: int) -> Fraction:
        changes, total = round_with_loss(x, rules.defence.dice_of(-armies[u]), rules)
        return exact_sum(
            Fraction(ways, total) * after(armies, t, u, x, armies[t] - i, armies[u] + j)
            for (i, j), ways in changes
        )

    def after(armies: Armies, t: int, u: int, x: int, here: int, there: int) -> Fraction:
        if there:
            return best(_with(armies, {t: here, u: there}))
        fewest = {"any": 1, "dice": min(x, here - 1), "all": here - 1}[asked["move"]]
        return max(best(_with(armies, {t: here - m, u: m})) for m in range(fewest, here))

    return best((*(-d for d in asked["enemy"].values()), *asked["mine"].values()))


def _with(armies: Armies, changed: Mapping[int, int]) -> Armies:
    return tuple(changed.get(t, here) for t, here in enumerate(armies))


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
