"""The same answers by the definition of each question, slowly: the check of the vectors.

Throws are enumerated, battles follow the recursion, positions of a map are tried one by one, and
the powers of Balanced Blitz are taken by the decimal arithmetic of Python.  Battles beyond
`MAX_STATES_TRIED` states take the closed form instead of the recursion, where the answers took the
engine; and those without a fraction follow from the battles that one round leads to.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count

from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.base.text import decimal_text
from riskexact.evidence.vectors.answers import (
    ENDS,
    GUARD_DIGITS,
    MAX_UNITS_IN_A_FRACTION,
    UnitNumbers,
    VectorAnswer,
    VectorQuestion,
)
from riskexact.odds.states import State
from riskexact.questions.battle import Battle, win_decimal, win_probability
from riskexact.questions.campaign import outcomes_by_battles
from riskexact.questions.campaign.sweep import Territory
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_counts, round_counts_by_enumeration, round_with_loss

MAX_STATES_TRIED = 4000
"""The most states of a battle that the recursion goes through."""

BLITZ_DIGITS = 100
"""Digits of the arithmetic of Balanced Blitz, more than the rounding of all outcomes takes."""

Armies = tuple[int, ...]
"""The units on each territory, those of the enemy below 0."""


def answer_by_definition(question: VectorQuestion) -> VectorAnswer:
    """Return the exact answer; equals `answers.answer`, sooner or later.

    >>> fields = {"rules": Rules(), "attackers": 3, "defenders": 2}
    >>> answer_by_definition(VectorQuestion("", "wins", fields)).fraction
    Fraction(6610505, 10077696)
    """
    return VectorAnswer.of(DEFINITIONS[question.kind](**question.fields))


def rounds(rules: Rules, attack_dice: int, defence_dice: int, lost: UnitNumbers) -> Fraction:
    """Count the throws."""
    counts = round_counts_by_enumeration(attack_dice, defence_dice, rules)
    return Fraction(counts.get(_sides(lost), 0), rules.throws(attack_dice, defence_dice))


def wins(rules: Rules, attackers: int, defenders: int) -> Fraction | str:
    """Follow the recursion; for large battles see the module."""
    if attackers + defenders > MAX_UNITS_IN_A_FRACTION:
        return _by_one_round(rules, attackers, defenders)
    if attackers * defenders > MAX_STATES_TRIED:
        return Battle(attackers, defenders, rules, method="closed-form").expectations.win
    return _win(rules, attackers, defenders)


def outcomes(rules: Rules, attackers: int, defenders: int, left: UnitNumbers) -> Fraction:
    """Follow all rounds forward."""
    return _ends(rules, attackers, defenders).get(_sides(left), Fraction(0))


def campaigns(
    rules: Sequence[Rules],
    attackers: int,
    defenders: Sequence[int],
    leave_behind: Sequence[int],
    taken: int,
) -> Fraction:
    """Fight one battle after the other."""
    territories = tuple(map(Territory, defenders, rules, leave_behind))
    ends = _campaign(attackers, territories)
    return exact_sum(p for (_, fallen, _), p in ends.items() if fallen == taken)


def stops(
    rules: Rules,
    attackers: int,
    defenders: int,
    retreat_at: int,
    stop_at_defenders: int,
    stop_after: int | None,
    stop_below: str,
    end: str,
) -> Fraction:
    """Follow all rounds, one by one, and look before each whether it is thrown."""
    below = Fraction(stop_below)

    @cache
    def value(a: int, d: int, thrown: int) -> Fraction:
        if (
            d == 0
            or a <= retreat_at
            or d <= stop_at_defenders
            or thrown == stop_after
            or _win(rules, a, d) < below
        ):
            return Fraction(ENDS[end](a, d))
        counts: Mapping[State, int] = round_counts(*rules.dice(a, d), rules)
        if stop_after is None:
            counts = dict(round_with_loss(*rules.dice(a, d), rules)[0])
        total, after = sum(counts.values()), thrown + (stop_after is not None)
        return exact_sum(
            Fraction(ways, total) * value(a - i, d - j, after) for (i, j), ways in counts.items()
        )

    return value(attackers, defenders, 0)


def needs(rules: Rules, find: str, against: int, chance: str) -> int:
    """Try one number after the other."""
    goal = Fraction(chance)
    if find == "attackers":
        return next(n for n in count(against == 0) if _win(rules, n, against) >= goal)
    if find == "garrison":
        return next(n for n in count(against == 0) if 1 - _win(rules, against, n) >= goal)
    return next(n for n in count(1) if _win(rules, against, n) < goal) - 1


def luck(
    rules: Rules, attackers: int, defenders: int, left: UnitNumbers, at_least_this: str
) -> Fraction:
    """Add up the outcomes on one side of this one: wins above losses, then by what is left."""

    def good(end: State) -> tuple[bool, int]:
        return end[1] == 0, end[0] - end[1]

    this, sign = good(_sides(left)), {"bad": -1, "good": 1}[at_least_this]
    return exact_sum(
        p
        for end, p in _ends(rules, attackers, defenders).items()
        if good(end) == this or (good(end) > this) == (sign > 0)
    )


def balanced_blitz(
    rules: Rules, attackers: int, defenders: int, version: BlitzVersion, left: UnitNumbers | None
) -> str:
    """Bend the distribution step by step, as `questions.balanced_blitz` numbers them.

    Of a battle beyond `MAX_STATES_TRIED` there is the chance to win only, as a function of that in
    the exact battle.
    """
    if left is None and attackers * defenders > MAX_STATES_TRIED:
        return _bent(Fraction(wins(rules, attackers, defenders)), version)
    ends = dict(_ends(rules, attackers, defenders))
    for won in (True, False):
        side = {end: p for end, p in ends.items() if (end[1] == 0) == won}
        if exact_sum(side.values()) <= version.negligible:
            ends = {end: p for end, p in ends.items() if end not in side}
    with localcontext(prec=BLITZ_DIGITS):
        chances = {end: _decimal(p) for end, p in ends.items()}
        odds = {won: _total(chances, won) ** _decimal(version.sharper) for won in (True, False)}
        shares = {won: power / sum(odds.values()) for won, power in odds.items()}
        chances = _scaled(chances, shares)
        for order in (chances, reversed(chances)):
            cut = _decimal(version.cut)
            for end in list(order):
                taken = min(cut, chances[end])
                chances[end] -= taken
                cut -= taken
        kept = sum(chances.values())
        shares = {won: _total(chances, won) / kept for won in (True, False)}
        chances = _scaled(
            {end: p ** _decimal(version.peaked) for end, p in chances.items()}, shares
        )
        chance = _total(chances, True) if left is None else chances.get(_sides(left), Decimal(0))
        return _digits(chance)


def maps(
    rules: Rules,
    borders: Sequence[tuple[str, str]],
    mine: UnitNumbers,
    enemy: UnitNumbers,
    take: Sequence[str],
    move: str,
    dice: str,
) -> Fraction:
    """Try every attack, every number of dice and every number of armies that move in."""
    names = [*enemy, *mine]
    ways = [(names.index(t), names.index(u)) for pair in borders for t, u in (pair, pair[::-1])]
    wanted = [names.index(t) for t in take]

    @cache
    def best(armies: Armies) -> Fraction:
        if all(armies[t] > 0 for t in wanted):
            return Fraction(1)
        return max(
            (
                attack(armies, t, u, x)
                for t, u in ways
                if armies[t] > 1 and armies[u] < 0
                for x in numbers_of_dice(armies[t] - 1)
            ),
            default=Fraction(0),
        )

    def numbers_of_dice(units: int) -> range:
        most = rules.attack.dice_of(units)
        return range(1 if dice == "free" else most, most + 1)

    def attack(armies: Armies, t: int, u: int, x: int) -> Fraction:
        changes, total = round_with_loss(x, rules.defence.dice_of(-armies[u]), rules)
        return exact_sum(
            Fraction(ways, total) * after(armies, t, u, x, armies[t] - i, armies[u] + j)
            for (i, j), ways in changes
        )

    def after(armies: Armies, t: int, u: int, x: int, here: int, there: int) -> Fraction:
        if there:
            return best(_with(armies, {t: here, u: there}))
        fewest = {"any": 1, "dice": min(x, here - 1), "all": here - 1}[move]
        return max(best(_with(armies, {t: here - m, u: m})) for m in range(fewest, here))

    return best((*(-d for d in enemy.values()), *mine.values()))


DEFINITIONS: Mapping[str, Callable[..., Fraction | int | str]] = FrozenMapping(
    {
        "rounds": rounds,
        "wins": wins,
        "outcomes": outcomes,
        "campaigns": campaigns,
        "stops": stops,
        "needs": needs,
        "luck": luck,
        "balanced-blitz": balanced_blitz,
        "maps": maps,
    }
)


@lru_cache(maxsize=1 << 16)
def _win(rules: Rules, a: int, d: int) -> Fraction:
    return win_probability(a, d, rules, "recursion")


def _by_one_round(rules: Rules, a: int, d: int) -> str:
    """Return digits of a chance to win from those of the battles that one round leads to."""
    changes, total = round_with_loss(*rules.dice(a, d), rules)
    value = exact_sum(
        Fraction(ways, total) * Fraction(win_decimal(a - i, d - j, 2 * GUARD_DIGITS, rules))
        for (i, j), ways in changes
    )
    return decimal_text(value, GUARD_DIGITS)


@lru_cache(maxsize=1 << 10)
def _ends(rules: Rules, attackers: int, defenders: int) -> Mapping[State, Fraction]:
    return Battle(attackers, defenders, rules, method="recursion").outcomes


@lru_cache(maxsize=1 << 10)
def _campaign(
    attackers: int, territories: tuple[Territory, ...]
) -> Mapping[tuple[int, int, int], Fraction]:
    return FrozenMapping(outcomes_by_battles(attackers, territories))


def _bent(win: Fraction, version: BlitzVersion) -> str:
    """Return digits of the chance to win in Balanced Blitz where the exact one is `win`."""
    if min(win, 1 - win) <= version.negligible:
        return str(round(win))
    with localcontext(prec=BLITZ_DIGITS):
        powers = [_decimal(chance) ** _decimal(version.sharper) for chance in (win, 1 - win)]
        cut = _decimal(version.cut)
        share = (powers[0] / sum(powers) - cut) / (1 - 2 * cut)
        return _digits(min(max(share, Decimal(0)), Decimal(1)))


def _digits(chance: Decimal) -> str:
    """Return the digits of a chance that was rounded on the way, far below these."""
    return decimal_text(Fraction(round(chance, BLITZ_DIGITS * 3 // 4)), GUARD_DIGITS)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def _total(chances: Mapping[State, Decimal], won: bool) -> Decimal:
    """Return the sum of the chances of one side."""
    return sum((p for end, p in chances.items() if (end[1] == 0) == won), Decimal(0))


def _scaled(
    chances: Mapping[State, Decimal], shares: Mapping[bool, Decimal]
) -> dict[State, Decimal]:
    """Return the chances so that those of each side add up to its share."""
    totals = {won: _total(chances, won) for won in (True, False)}
    return {
        end: p * shares[end[1] == 0] / totals[end[1] == 0] if p else p for end, p in chances.items()
    }


def _with(armies: Armies, changed: Mapping[int, int]) -> Armies:
    return tuple(changed.get(t, units) for t, units in enumerate(armies))


def _sides(units: UnitNumbers) -> State:
    return units["attackers"], units["defenders"]
