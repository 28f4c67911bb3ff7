"""Slow twins of what the package computes, written for clarity and independent of it.

Of the package they use the values `Rules`, `Hand`, `Die` and `Stops`, and of those the fields
alone.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from riskexact.battle.needed import exchanged
from riskexact.odds.states import FOUGHT_OUT, Stops
from riskexact.rules import Rules
from riskexact.rules.hand import Die, Faces, Hand

Round = dict[tuple[int, int], Fraction]
"""Chances of (attackers lost, defenders lost)."""


def binomial_p_value(k: int, n: int, p: Fraction) -> Fraction:
    """The two-sided p-value of k successes in n trials, by its definition."""
    success, failure = p.numerator, p.denominator - p.numerator
    ways = [comb(n, j) * success**j * failure ** (n - j) for j in range(n + 1)]
    return min(Fraction(1), Fraction(2 * min(sum(ways[: k + 1]), sum(ways[k:])), sum(ways)))


def sides(die: int | Die) -> list[int]:
    """What is on the equally likely sides of a die: a face for each unit of its weight."""
    if isinstance(die, int):
        return list(range(1, die + 1))
    return [
        face for face, weight in zip(die.faces, die.weights, strict=True) for _ in range(weight)
    ]


@cache
def what_counts(hand: Hand, number: int, faces: int | Die) -> list[tuple[int, ...]]:
    """What the dice count that are kept, for every throw of these: as one would at a table."""
    units = [faces] * hand.dice if isinstance(hand.dice, int) else list(hand.dice)
    extra = [faces] * hand.extra if isinstance(hand.extra, int) else list(hand.extra)
    dice = [sides(die) for die in units[:number] + extra]

    def turned(value: int, ends: tuple[int, int]) -> int:
        most, least = ends
        if hand.clamped and value < least:
            return least
        return most if hand.clamped and value > most else value

    found = []
    for shows in product(*dice):
        table = [
            (turned(show + hand.to_all, ends), ends)
            for show, ends in zip(shows, [(max(die), min(die)) for die in dice], strict=True)
        ]
        while len(table) > number:
            table.remove(min(table))
        highest, lowest = max(table), min(table)
        if len(table) == 1:
            added = [(highest, hand.to_highest + hand.to_lowest)]
        else:
            added = [(highest, hand.to_highest), (lowest, hand.to_lowest)]
        for die, _ in added:
            table.remove(die)
        values = [value for value, _ in table]
        values += [turned(value + by, ends) for (value, ends), by in added]
        found.append(tuple(sorted(values, reverse=True)))
    return found


def costs(xs: tuple[int, ...], ys: tuple[int, ...], rules: Rules) -> tuple[int, int]:
    """What one throw costs the attacker and the defender."""
    a_lost = d_lost = 0
    for m, (x, y) in enumerate(zip(xs, ys, strict=False), start=1):
        if isinstance(rules.pairs, int):
            compared = m <= rules.pairs
        else:
            compared = rules.pairs is None or m in rules.pairs
        if compared and (x > y or (x == y and rules.ties == "attacker")):
            d_lost += 1
        elif compared and (x < y or rules.ties == "defender"):
            a_lost += 1
    return a_lost, d_lost


@cache
def every_throw(attack_dice: int, defence_dice: int, rules: Rules) -> Round:
    """The chances of one round, by looking at every throw; equal ones are counted together."""
    attack, defence = (
        Counter(what_counts(hand_of(hand), number, rules.faces)).items()
        for hand, number in ((rules.attack_dice, attack_dice), (rules.defence_dice, defence_dice))
    )
    seen: Counter[tuple[int, int]] = Counter()
    for xs, m in attack:
        for ys, n in defence:
            seen[costs(xs, ys, rules)] += m * n
    return {losses: Fraction(count, seen.total()) for losses, count in seen.items()}


def always_ties(rules: Rules) -> bool:
    """Whether some numbers of dice tie, in every throw, in every pair that costs a unit."""
    for x in range(1, number_of_dice(rules.attack_dice, 99) + 1):
        for y in range(1, number_of_dice(rules.defence_dice, 99) + 1):
            if y > x and hand_of(rules.defence_dice).at_most_attack:
                continue
            asking = rules.replace(ties="defender")
            other = rules.replace(ties="attacker")
            ends, mirrored_ends = list(every_throw(x, y, asking)), list(every_throw(x, y, other))
            if len(ends) == 1 and ends[0][1] == 0 and mirrored_ends == [ends[0][::-1]]:
                return True
    return False


def mirrored(rules: Rules) -> Rules:
    """The same game with the sides exchanged."""
    if hand_of(rules.defence_dice).at_most_attack:
        return exchanged(rules)  # nobody plays that
    ties: Any = {"defender": "attacker", "attacker": "defender"}.get(rules.ties, "nobody")
    return Rules(rules.defence_dice, rules.attack_dice, rules.faces, rules.pairs, ties)


def number_of_dice(hand: Hand | int | tuple[Faces, ...], units: int) -> int:
    """How many dice this many units throw."""
    hand = hand_of(hand)
    dice = hand.dice if isinstance(hand.dice, int) else len(hand.dice)
    needs = hand.needs or range(1, dice + 1)
    return sum(units >= need for need in needs)


def numbers_of_dice(a: int, d: int, rules: Rules) -> tuple[int, int]:
    """How many dice this many units of each side throw."""
    x, y = number_of_dice(rules.attack_dice, a), number_of_dice(rules.defence_dice, d)
    return x, min(x, y) if hand_of(rules.defence_dice).at_most_attack else y


def every_round(a: int, d: int, rules: Rules) -> Round:
    """The chances of one round of this many units, given that it changes something."""
    dice = numbers_of_dice(a, d, rules)
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
    if stops.stop_after is None:
        round_ = every_round(a, d, rules)
    else:
        dice = numbers_of_dice(a, d, rules)
        round_ = every_throw(*dice, rules)
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
    return stops.stop_below > 0 and chance_to_win(a, d, rules) < stops.stop_below


@cache
def chance_to_win(a: int, d: int, rules: Rules) -> Fraction:
    """The chance to win a battle that is fought out."""
    if d == 0 or a == 0:
        return Fraction(d == 0)
    round_ = every_round(a, d, rules)
    return sum(
        (p * chance_to_win(a - i, d - j, rules) for (i, j), p in round_.items()), Fraction(0)
    )


Worth = Callable[[int, int], Fraction]


def every_answer(x: int, most_y: int, rules: Rules, after: Worth) -> Fraction:
    """The mean value of a round of x attack dice, each throw answered by the best number of dice.

    `after` is the value of what a round leads to by what it costs, (0, 0) included.
    """
    numbers = range(1, most_y + 1)
    total = Fraction(0)
    for xs, ways in Counter(what_counts(hand_of(rules.attack_dice), x, rules.faces)).items():
        answers = []
        for y in numbers:
            met = what_counts(hand_of(rules.defence_dice), y, rules.faces)
            ends = Counter(costs(xs, ys, rules) for ys in met)
            answers.append(
                sum((n * after(*losses) for losses, n in ends.items()), Fraction(0)) / len(met)
            )
        total += ways * min(answers)
    return total / len(what_counts(hand_of(rules.attack_dice), x, rules.faces))


def hand_of(dice: Hand | int | tuple[Faces, ...]) -> Hand:
    """The dice of one side as a hand."""
    return dice if isinstance(dice, Hand) else Hand(dice)


def every_campaign(
    a: int, chain: list[tuple[int, Rules, int]], retreat_at: int = 0
) -> dict[tuple[int, int, int, int], Fraction]:
    """Probability of each (attackers left, territories taken, defenders left, armies in front).

    By walking every path, throw after throw.  The chain has (garrison, rules, left behind) of each
    territory.  The armies are all units on the territory that the attackers stand on.
    """
    ends: Counter[tuple[int, int, int, int]] = Counter()

    def fight(n: int, a: int, d: int, there: int, chance: Fraction) -> None:
        _, rules, stay = chain[n]
        if d == 0 and n + 1 == len(chain):
            ends[a, n + 1, 0, a] += chance  # type: ignore[assignment]
        elif d == 0 and a - stay > retreat_at:
            fight(n + 1, a - stay, chain[n + 1][0], stay, chance)
        elif d == 0:
            ends[max(a - stay, 0), n + 1, chain[n + 1][0], a] += chance  # type: ignore[assignment]
        elif a <= retreat_at:
            ends[a, n, d, a + there] += chance  # type: ignore[assignment]
        else:
            for (i, j), p in every_round(a, d, rules).items():
                fight(n, a - i, d - j, there, chance * p)

    fight(0, a, chain[0][0], 1, Fraction(1))
    return dict(ends)  # type: ignore[arg-type]


def chains_of_the_post(armies: int, defenders: tuple[int, ...]) -> dict[int, Fraction]:
    """Probability of each net result of the program of "RISK battles", told in exact terms.

    It counts armies, the one that stays behind included.  While three dice are thrown against two
    it throws as many rounds at once as are sure to be legal; a conquest costs the army that stays
    behind, and the net is what is left of the armies less the sum of the defenders.
    """

    @cache
    def one_battle(a: int, d: int, batch: int) -> dict[tuple[int, int], Fraction]:
        if batch == 0 and a > 3 and d > 1:
            batch = min((a - 2) // 2, d // 2)
        if batch == 0 and (a <= 1 or d == 0):
            return {(a, d): Fraction(1)}
        dice = (3, 2) if batch else (min(a - 1, 3), min(d, 2))
        ends: dict[tuple[int, int], Fraction] = {}
        for (i, j), p in every_throw(*dice, Rules()).items():
            for end, q in one_battle(a - i, d - j, max(batch - 1, 0)).items():
                ends[end] = ends.get(end, Fraction(0)) + p * q
        return ends

    reached = {(armies, defenders): Fraction(1)}
    for n in range(len(defenders)):
        after: dict[tuple[int, tuple[int, ...]], Fraction] = {}
        for (a, standing), p in reached.items():
            ends = one_battle(a, standing[n], 0) if a > 1 else {(a, standing[n]): Fraction(1)}
            for (left, d), q in ends.items():
                if a > 1 and d == 0:
                    left -= 1
                key = left, (*standing[:n], d, *standing[n + 1 :])
                after[key] = after.get(key, Fraction(0)) + p * q
        reached = after
    nets: dict[int, Fraction] = {}
    for (a, standing), p in reached.items():
        net = a - sum(standing)
        nets[net] = nets.get(net, Fraction(0)) + p
    return nets


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
