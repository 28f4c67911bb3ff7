"""The questions that claims ask: a name and arguments, and one exact answer.

The data of the claims names a question here; nothing in the data is evaluated.  The first argument
of every question is a rule set.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import product
from math import ceil, comb, factorial, prod
from typing import Any, NamedTuple

from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.needed import attackers_needed, garrison_needed, unbent
from riskexact.battle.price import Price
from riskexact.battle.tables import win_table
from riskexact.odds import recursion
from riskexact.odds.price import dearest_unit, price
from riskexact.odds.recursion import path_counts
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.dice import Losses, break_even_ratio, resolve, round_counts
from riskexact.strategy import Strategy
from tests.reference import p_battle, sides

MAX_FORMULA_UNITS = 30
"""The most units on a side for which formulas are compared cell by cell."""

HALF = Fraction(1, 2)


class ComparedCells(NamedTuple):
    """The number of cells in which a formula is right, of those checked."""

    right: int
    all: int


ExactAnswer = Fraction | int | ComparedCells
ClaimQuestion = Callable[..., ExactAnswer]
Interval = tuple[int, int]
"""The first number and the last, both included."""

# --- the public interface -----------------------------------------------------------------------


def public(thing: Callable[..., object], *path: str, more: Sequence[str] = ()) -> ClaimQuestion:
    """Return the question that calls a public function or class and reads a part of its answer.

    Its arguments are those of the call, and `more` for a part that is called too.  With `armies`,
    `attackers` counts the unit that stays behind.

    >>> win = public(win_probability)
    >>> win(Rules(), attackers=4, defenders=2, armies=True) == win_probability(3, 2)
    True
    >>> left = public(Battle, "attackers_left", "pmf", more=["x"])
    >>> left(Rules(), attackers=3, defenders=2, x=3)
    Fraction(1445, 3888)
    """

    def ask(rules: Rules, armies: bool = False, **arguments: Any) -> Any:
        if armies:
            arguments["attackers"] -= 1
        further = {name: arguments.pop(name) for name in more}
        answer: Any = reduce(getattr, path, thing(rules=rules, **arguments))
        return answer(**further) if further else answer

    return ask


# --- one round ----------------------------------------------------------------------------------


def count(rules: Rules, dice: Losses, losses: Losses) -> int:
    """Return the number of throws of (attack, defence) dice with the losses (attackers, defenders).

    >>> count(Rules(), (3, 2), (0, 2))
    2890
    """
    return round_counts(*dice, rules)[losses]


def round_chance(rules: Rules, dice: Losses, losses: Losses) -> Fraction:
    """Return the chance of these losses in one round.

    >>> round_chance(Rules(), (3, 2), (0, 2))
    Fraction(1445, 3888)
    """
    return Fraction(count(rules, dice, losses), rules.throws(*dice))


def dice_pairs(rules: Rules) -> int:
    """Return the number of pairs of numbers of dice.

    >>> dice_pairs(Rules())
    6
    """
    return len(list(rules.dice_numbers()))


def most_dice(rules: Rules) -> int:
    """Return the largest number of dice that both sides throw together.

    >>> most_dice(Rules())
    5
    """
    return max(map(sum, rules.dice_numbers()))


def round_ends(rules: Rules, dice: Losses | None = None) -> int:
    """Return the number of different losses in a round of these dice, or in all, each counted.

    >>> round_ends(Rules(), (2, 2)), round_ends(Rules())
    (3, 14)
    """
    every = rules.dice_numbers() if dice is None else [dice]
    return sum(len(round_counts(*each, rules)) for each in every)


def different_losses(rules: Rules) -> int:
    """Return the number of different losses in a round of any dice.

    >>> different_losses(Rules())
    5
    """
    return len({losses for dice in rules.dice_numbers() for losses in round_counts(*dice, rules)})


def left(
    rules: Rules,
    attackers: int,
    defenders: int,
    throws: Sequence[Sequence[Sequence[int]]],
    side: str,
    armies: bool = False,
) -> int:
    """Return the units left on a side, "attackers" or "defenders", after the given throws.

    With `armies`, the attacker's numbers count the unit that stays behind.  Each throw must have
    the dice that the units still there would throw.

    >>> left(Rules(), 4, 3, [([2, 4, 5], [4, 4])], "attackers")
    3
    """
    a, d = attackers - armies, defenders
    for attack, defence in throws:
        assert (len(attack), len(defence)) == rules.dice(a, d)
        lost_a, lost_d = resolve(attack, defence, rules)
        a, d = a - lost_a, d - lost_d
    return {"attackers": a + armies, "defenders": d}[side]


def comparisons(
    rules: Rules, dice: Losses, won: Sequence[bool], multiplied: bool = False
) -> Fraction:
    """Return the chance that the attacker wins these comparisons of a throw, and no others.

    Each is a tie to the defender.  With `multiplied`, it is the product of the chances of each, as
    if these were independent.

    >>> comparisons(Rules(), (3, 2), (True, True)), comparisons(Rules(), (3, 2), (True, True), True)
    (Fraction(1445, 3888), Fraction(4330727, 15116544))
    """
    seen = Counter(
        tuple(x > y for x, y in zip(*(sorted(each, reverse=True) for each in throw), strict=False))
        for throw in product(*(product(sides(rules.faces), repeat=n) for n in dice))
    )
    if not multiplied:
        return Fraction(seen[tuple(won)], seen.total())
    each = (sum(n for ends, n in seen.items() if ends[i] == won[i]) for i in range(len(won)))
    return prod((Fraction(n, seen.total()) for n in each), start=Fraction(1))


# --- one battle ---------------------------------------------------------------------------------


def attackers_lost_by_winners(rules: Rules, attackers: int, defenders: int) -> Fraction:
    """Return the attackers lost on average in the battles that the attacker wins.

    >>> attackers_lost_by_winners(Rules(), 1, 1)
    Fraction(0, 1)
    """
    left = Battle(attackers, defenders, rules).attackers_left
    return attackers - left.given(lambda n: n > 0).mean


def attackers_excess(rules: Rules, defenders: int, chance: str | Fraction) -> Fraction:
    """Return the share by which attackers who win with `chance` must outnumber the defenders.

    >>> attackers_excess(Rules(), 10, "1/2")
    Fraction(0, 1)
    """
    return Fraction(attackers_needed(defenders, chance, rules), defenders) - 1


def defenders_excess(rules: Rules, attackers: int, chance: str | Fraction) -> Fraction:
    """Return the share by which defenders who hold with `chance` must outnumber the attackers.

    >>> defenders_excess(Rules(), 20, "1/2")
    Fraction(3, 20)
    """
    return Fraction(garrison_needed(attackers, chance, rules), attackers) - 1


def break_even_excess(rules: Rules) -> Fraction:
    """Return the share by which defenders must outnumber attackers for even odds of large armies.

    It follows from `dice.break_even_ratio`.

    >>> break_even_excess(Rules()) + 1
    Fraction(2797, 2387)
    """
    return 1 / break_even_ratio(rules) - 1


def table(
    rules: Rules, attackers: Interval, defenders: Interval, digits: int, rows: Sequence[str]
) -> ComparedCells:
    """Compare a printed table of the odds, each chance rounded to this many digits, cell by cell.

    `rows` has the chances for each number of attackers in a text, as printed.

    >>> table(Rules(), (1, 2), (1, 2), 3, ["0.417 0.106", "0.754 0.364"])
    ComparedCells(right=3, all=4)
    """
    exact = win_table(_range(attackers), _range(defenders), rules)
    half_unit = Fraction(1, 2 * 10**digits)
    printed = [Fraction(text) for row in rows for text in row.split()]
    cells = zip(exact, printed, strict=True)
    right = [abs(exact[cell] - chance) <= half_unit for cell, chance in cells]
    return ComparedCells(sum(right), len(right))


def biased_to(rules: Rules, chance: str) -> Fraction:
    """Return the chance by hand for which a blitz has this chance, where that is a fraction.

    >>> biased_to(Rules(), "1/2")
    Fraction(1, 2)
    """
    low, high, _ = unbent(Fraction(chance), BLITZ_3_3, 1)
    assert low == high
    return low


# --- the plain recursion ------------------------------------------------------------------------


def calls(rules: Rules, attackers: int, defenders: int, field: State) -> int:
    """Return the number of calls of a field by the recursion without a cache.

    >>> calls(Rules(pairs=1), 3, 3, (1, 1)) == comb(4, 2)
    True
    """
    return path_counts((attackers, defenders), rules).get(field, 0)


# --- formulas -----------------------------------------------------------------------------------

Says = Callable[[Rules, int, int], tuple[Fraction | int, Fraction | int]]
"""The value of a source's formula at (a, d), and the exact value."""


def formula(
    rules: Rules, name: str, attackers: Interval, defenders: Interval, armies: bool = False
) -> ComparedCells:
    """Compare one of the `FORMULAS` with the exact values, in every cell of a rectangle.

    >>> formula(Rules(pairs=1), "listing", (3, 5), (2, 4))
    ComparedCells(right=0, all=9)
    """
    cells = product(_range(attackers), _range(defenders))
    equal = [
        says == exact for says, exact in (FORMULAS[name](rules, a - armies, d) for a, d in cells)
    ]
    return ComparedCells(sum(equal), len(equal))


def _range(ends: Interval) -> range:
    first, last = ends
    return range(first, last + 1)


def _paths(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """M(a, d) = (a + d)! / (a! d!) ways to lose a attackers and d defenders, one at a time."""
    most = MAX_FORMULA_UNITS + 2  # one count of calls for every cell
    return _multinomial(a, d), path_counts((most, most), rules).get((most - a, most - d), 0)


def _paths_step(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """M(a, d) + M(a + 1, d - 1) = M(a + 1, d), the induction step."""
    return _multinomial(a, d) + _multinomial(a + 1, d - 1), _multinomial(a + 1, d)


def _multinomial(a: int, d: int) -> int:
    return factorial(a + d) // (factorial(a) * factorial(d))


def _fields(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Fields to be filled: a d, because those with a side at 0 are known."""
    return a * d, sum(x > 0 and y > 0 for x, y in path_counts((a, d), rules))


def _corner(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """C(N, k), N = (a - 3) + (d - 2), k = d - 2: the first term of the sums over both borders."""
    return comb(a - 3 + d - 2, d - 2), path_counts((a, d), rules).get((3, 2), 0)


def _one_defender(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """Q(a, 1): two values, then geometric from Q(3, 1) on."""
    p11, p21, p31 = (_wins(rules, dice, 1) for dice in (1, 2, 3))
    first = {1: p11, 2: p21 + (1 - p21) * p11}
    says = first[a] if a < 3 else 1 - (1 - _odds(rules)[3, 1]) * (1 - p31) ** (a - 3)
    return says, _odds(rules)[a, d]


def _one_attacker(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """Q(1, d): geometric from Q(1, 2) on."""
    p11, p12 = (_wins(rules, 1, dice) for dice in (1, 2))
    says = p11 if d == 1 else _odds(rules)[1, 2] * p12 ** (d - 2)
    return says, _odds(rules)[a, d]


def _two_attackers(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """Q(2, d) from Q(2, 2) and the geometric sum over Q(1, d)."""
    p12, p22 = (_wins(rules, dice, 2) for dice in (1, 2))
    Q = _odds(rules)
    geometric = p12 * (p12 ** (d - 2) - p22 ** (d - 2)) / (p12 - p22)
    return Q[2, 2] * p22 ** (d - 2) + (1 - p22) * Q[1, 2] * geometric, Q[a, d]


def _displayed(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """Q(a, d) as the sum over one border, from 1 on, plus the sum over the other."""
    p, Q = _wins(rules, 3, 2), _odds(rules)
    left = (comb(a + d - 4 - y, d - 1 - y) * p ** (d - 1 - y) * Q[2, y + 1] for y in range(1, d))
    says = _bottom(rules, a, d, range(1, a - 1)) + (1 - p) ** (a - 2) * sum(left, Fraction(0))
    return says, Q[a, d]


def _listing(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """Q(a, d) as in the listing `Q_linear`: the sum over one border only, and from 0 on."""
    return _bottom(rules, a, d, range(a - 2)), _odds(rules)[a, d]


def _bottom(rules: Rules, a: int, d: int, indices: range) -> Fraction:
    p, Q = _wins(rules, 3, 2), _odds(rules)
    return p ** (d - 1) * sum(
        (comb(a + d - 4 - x, d - 2) * (1 - p) ** (a - 2 - x) * Q[x + 2, 1] for x in indices),
        Fraction(0),
    )


def _p_battle(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """Q(a, d) by the recursion of pBattle, which counts armies."""
    return p_battle(a + 1, d), _odds(rules)[a, d]


def _rounds_at_once(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Full dice in min((armies - 2) / 2, d / 2) rounds at once, rounded down."""
    return min((a + 1 - 2) // 2, d // 2), _sure_rounds(rules, a, d)


@lru_cache(maxsize=MAX_FORMULA_UNITS * MAX_FORMULA_UNITS)
def _sure_rounds(rules: Rules, a: int, d: int) -> int:
    """Return the number of rounds that are certain to have full dice."""
    full = rules.max_dice
    if not (a > 0 and d > 0) or rules.dice(a, d) != full:
        return 0
    return 1 + min(_sure_rounds(rules, a - i, d - j) for i, j in round_counts(*full, rules))


def _eighty_six_percent(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Attackers for more than even odds: 7161/8391 (d - 1) + 3 armies, rounded up."""
    return ceil(Fraction(7161, 8391) * (d - 1) + 3) - 1, attackers_needed(d, "1/2", rules)


def _garrison(rules: Rules, a: int, d: int) -> tuple[Fraction, Fraction]:
    """E(d) = 0.8534144 d - 0.2213413 (1 - (-0.525359)^d), as exact as these constants can be."""
    slope, gap, base = Fraction("0.8534144"), Fraction("0.2213413"), Fraction("-0.525359")
    says, exact = slope * d - gap * (1 - base**d), price(d, rules).mean
    units = Fraction(1, 2 * 10**7), Fraction(1, 2 * 10**6)
    allowed = units[0] * (d + 1 + abs(base**d)) + gap * units[1] * d * (abs(base) + units[1]) ** (
        d - 1
    )
    return exact if abs(says - exact) <= allowed else says, exact


def _blitz_rule(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether to blitz at once: above 3/4, not below 1/4, and as one likes in between."""
    best, chance = int(_decisions(rules)[a, d]), _odds(rules)[a, d]
    if Fraction(1, 4) <= chance <= Fraction(3, 4):
        return best, best
    return int(chance > Fraction(3, 4)), best


@lru_cache(maxsize=2)
def _decisions(rules: Rules) -> Mapping[State, bool]:
    strategy = Strategy(MAX_FORMULA_UNITS, MAX_FORMULA_UNITS, rules=rules, blitz=True)
    return {state: not decision.attack for state, decision in strategy.decisions.items()}


def _even(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether d against d favours the attacker: it does."""
    return 1, int(win_probability(d, d, rules) > HALF)


def _even_rises(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether a unit more on both sides favours the attacker more: it does."""
    return 1, int(win_probability(d + 1, d + 1, rules) > win_probability(d, d, rules))


def _fewer_armies(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether fewer armies than the defender's have an even chance: from 19 on."""
    return int(d >= 19), int(attackers_needed(d, HALF, rules) + 1 < d)


def _line(d: int) -> Fraction:
    return Fraction("1.2204") + Fraction("0.8525") * d


def _least_line(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether the fewest attackers with an even chance are less than a unit off the line."""
    return 1, int(abs(attackers_needed(d, HALF, rules) - _line(d)) < 1)


def _attack_line(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether it favours the attacker to attack, where the line says so, and as one likes below."""
    favours = int(win_probability(a, d, rules) > HALF)
    return (1 if a >= _line(d) else favours), favours


def _two_each(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether 2 and 2 hold better than 1 and 3, and these than 3 and 1: they do."""
    wins = [Campaign(a, each, rules).win_probability for each in ((2, 2), (1, 3), (3, 1))]
    return 1, int(wins[0] < wins[1] < wins[2])


def _layers(rules: Rules, a: int, d: int) -> tuple[int, int]:
    """Whether 14-2-2-2 hold better than 17-1-1-1, from either side: they do."""
    pairs = ((14, 2, 2, 2), (17, 1, 1, 1)), ((2, 2, 2, 14), (1, 1, 1, 17))
    wins = [[Campaign(a, each, rules).win_probability for each in pair] for pair in pairs]
    return 1, int(all(ours < theirs for ours, theirs in wins))


def _wins(rules: Rules, attack_dice: int, defence_dice: int) -> Fraction:
    return round_chance(rules, (attack_dice, defence_dice), (0, 1))


@lru_cache(maxsize=2)
def _odds(rules: Rules) -> Mapping[State, Fraction]:
    return dict(recursion.cells(MAX_FORMULA_UNITS, MAX_FORMULA_UNITS, rules))


FORMULAS: Mapping[str, Says] = {
    "paths": _paths,
    "paths-step": _paths_step,
    "fields": _fields,
    "corner": _corner,
    "one-defender": _one_defender,
    "one-attacker": _one_attacker,
    "two-attackers": _two_attackers,
    "displayed": _displayed,
    "listing": _listing,
    "p-battle": _p_battle,
    "rounds-at-once": _rounds_at_once,
    "86-percent": _eighty_six_percent,
    "garrison": _garrison,
    "75-25": _blitz_rule,
    "even-favours": _even,
    "even-rises": _even_rises,
    "fewer-armies": _fewer_armies,
    "least-line": _least_line,
    "attack-line": _attack_line,
    "two-each": _two_each,
    "layers": _layers,
}

QUESTIONS: Mapping[str, ClaimQuestion] = {
    "count": count,
    "round": round_chance,
    "dice pairs": dice_pairs,
    "most dice": most_dice,
    "round ends": round_ends,
    "different losses": different_losses,
    "left": left,
    "win": public(win_probability),
    "lose": public(Battle, "lose_probability"),
    "attackers lost": public(Battle, "costs", "attackers"),
    "defenders lost": public(Battle, "costs", "defenders"),
    "attackers left": public(Battle, "attackers_left", "pmf", more=["x"]),
    "attackers lost by winners": attackers_lost_by_winners,
    "defenders left": public(Battle, "defenders_left", "pmf", more=["x"]),
    "attackers needed": public(attackers_needed),
    "comparisons": comparisons,
    "campaign": public(Campaign, "win_probability"),
    "price": public(Price, "mean"),
    "dearest unit": public(dearest_unit, "number"),
    "break-even ratio": public(break_even_ratio),
    "attackers needed in Balanced Blitz": public(partial(attackers_needed, blitz=BLITZ_3_3)),
    "table": table,
    "attackers excess": attackers_excess,
    "defenders excess": defenders_excess,
    "break-even excess": break_even_excess,
    "biased to": biased_to,
    "calls": calls,
    "formula": formula,
}
