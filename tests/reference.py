"""Second roads, written for clarity: slow, and independent of the package.

Of the package they use the values `Rules`, `Hand` and `Stops`, and of those the fields alone.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from riskexact.hand import Hand
from riskexact.rules import Rules
from riskexact.stops import FOUGHT_OUT, Stops

Round = dict[tuple[int, int], Fraction]
"""Chances of (attackers lost, defenders lost)."""


def what_counts(hand: Hand, number: int, faces: int) -> list[tuple[int, ...]]:
    """What the dice count that are kept, for every throw of so many: as one would do at a table."""
    units = [faces] * hand.dice if isinstance(hand.dice, int) else list(hand.dice)
    extra = [faces] * hand.extra if isinstance(hand.extra, int) else list(hand.extra)
    dice = units[: max(number, hand.fewest)] + extra

    def turned(value: int, most: int) -> int:
        if hand.clamped and value < 1:
            return 1
        return most if hand.clamped and value > most else value

    found = []
    for shows in product(*[range(1, most + 1) for most in dice]):
        table = [
            (turned(show + hand.to_all, most), most) for show, most in zip(shows, dice, strict=True)
        ]
        while len(table) > number:
            table.remove(min(table))
        value, most = max(table)
        table[table.index((value, most))] = (turned(value + hand.to_highest, most), most)
        found.append(tuple(sorted((value for value, _ in table), reverse=True)))
    return found


@cache
def every_throw(attack_dice: int, defence_dice: int, rules: Rules) -> Round:
    """The chances of one round, by looking at every throw."""
    attack, defence = (
        what_counts(hand if isinstance(hand, Hand) else Hand(hand), number, rules.faces)
        for hand, number in ((rules.attack_dice, attack_dice), (rules.defence_dice, defence_dice))
    )
    seen: Counter[tuple[int, int]] = Counter()
    for xs in attack:
        for ys in defence:
            a_lost = d_lost = 0
            for m, (x, y) in enumerate(zip(xs, ys, strict=False), start=1):
                if isinstance(rules.pairs, int):
                    costs = m <= rules.pairs
                else:
                    costs = rules.pairs is None or m in rules.pairs
                if costs and (x > y or (x == y and rules.ties == "attacker")):
                    d_lost += 1
                elif costs and (x < y or rules.ties == "defender"):
                    a_lost += 1
            seen[a_lost, d_lost] += 1
    return {losses: Fraction(count, seen.total()) for losses, count in seen.items()}


def always_ties(rules: Rules) -> bool:
    """Whether some numbers of dice tie, in every throw, in every pair that costs a unit."""
    for x in range(1, number_of_dice(rules.attack_dice, 99) + 1):
        for y in range(1, number_of_dice(rules.defence_dice, 99) + 1):
            asking = replace(rules, ties="defender", first_round=None)
            other = replace(rules, ties="attacker", first_round=None)
            ends, mirrored_ends = list(every_throw(x, y, asking)), list(every_throw(x, y, other))
            if len(ends) == 1 and ends[0][1] == 0 and mirrored_ends == [ends[0][::-1]]:
                return True
    return False


def mirrored(rules: Rules) -> Rules:
    """The same game with the sides exchanged."""
    ties: Any = {"defender": "attacker", "attacker": "defender"}.get(rules.ties, "nobody")
    first = rules.first_round and mirrored(rules.first_round)
    return Rules(rules.defence_dice, rules.attack_dice, rules.faces, rules.pairs, ties, first)


def number_of_dice(hand: Hand | int | tuple[int, ...], units: int) -> int:
    """How many dice so many units throw."""
    if not isinstance(hand, Hand):
        hand = Hand(hand)
    dice = hand.dice if isinstance(hand.dice, int) else len(hand.dice)
    needs = hand.needs or range(1, dice + 1)
    return sum(units >= need for need in needs)


def every_round(a: int, d: int, rules: Rules) -> Round:
    """The chances of one round of so many units, given that it changes something."""
    dice = number_of_dice(rules.attack_dice, a), number_of_dice(rules.defence_dice, d)
    chances = dict(every_throw(*dice, rules))
    idle = chances.pop((0, 0), Fraction(0))
    return {losses: chance / (1 - idle) for losses, chance in chances.items()}


def every_path(
    a: int, d: int, rules: Rules, stops: Stops = FOUGHT_OUT, thrown: int = 0
) -> dict[tuple[int, int, int], Fraction]:
    """Probability of each (attackers left, defenders left, rounds), by walking every path.

    Where the rounds are counted those that change nothing are too; else they are thrown again.
    """
    if is_over(a, d, rules, stops, thrown):
        return {(a, d, thrown): Fraction(1)}
    now = rules.first_round if rules.first_round and thrown == 0 else rules
    if now is rules and stops.stop_after is None:
        round_ = every_round(a, d, rules)
    else:
        dice = number_of_dice(now.attack_dice, a), number_of_dice(now.defence_dice, d)
        round_ = every_throw(*dice, now)
    ends: dict[tuple[int, int, int], Fraction] = {}
    for (i, j), p in round_.items():
        for end, q in every_path(a - i, d - j, rules, stops, thrown + 1).items():
            ends[end] = ends.get(end, Fraction(0)) + p * q
    return ends


def is_over(a: int, d: int, rules: Rules, stops: Stops, thrown: int) -> bool:
    """Whether the attacker stops here, or has to."""
    if d == 0 or a <= stops.retreat_at or d <= stops.stop_at_defenders:
        return True
    if stops.stop_after is not None and thrown >= stops.stop_after:
        return True
    from_now_on = rules if thrown == 0 else replace(rules, first_round=None)
    return stops.stop_below > 0 and chance_to_win(a, d, from_now_on) < stops.stop_below


@cache
def chance_to_win(a: int, d: int, rules: Rules) -> Fraction:
    """The chance to win a battle that is fought out, along every path."""
    return sum((p for (_, y, _), p in every_path(a, d, rules).items() if y == 0), Fraction(0))


@cache
def p_battle(armies: int, defenders: int) -> Fraction:
    """The program of J. McLoone, "How to Win at Risk: Exact Probabilities", told in Python.

    It counts armies, one of which stays behind; its five round chances are those of the post.
    """
    if armies == 1:
        return Fraction(0)
    if defenders == 0:
        return Fraction(1)
    round_ = every_throw(min(armies - 1, 3), min(defenders, 2), Rules())
    return sum(
        (p * p_battle(armies - i, defenders - j) for (i, j), p in round_.items()), Fraction(0)
    )
