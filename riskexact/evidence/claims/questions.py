"""The questions that claims ask: a name and arguments, and one exact answer.

The data of the claims names a question here; nothing in the data is evaluated.  The first argument
of every question is a rule set.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from inspect import Parameter, Signature, signature
from itertools import product
from math import ceil, comb, factorial
from types import MappingProxyType
from typing import Any, NamedTuple

from riskexact.base.arguments import chance as probability
from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.odds import recursion
from riskexact.odds.paths import path_counts
from riskexact.odds.price import dearest_unit, price
from riskexact.odds.states import State
from riskexact.questions.balanced_blitz.switch import BlitzSwitch
from riskexact.questions.battle import Battle, win_probability
from riskexact.questions.campaign import Campaign
from riskexact.questions.needed import attackers_needed, garrison_needed
from riskexact.questions.needed.unbent import unbent
from riskexact.questions.price import Price
from riskexact.questions.tables import win_table
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.dice import Losses, break_even_ratio, loss_counts, resolve, round_counts

MAX_FORMULA_UNITS = 30
"""The most units on a side for which formulas are compared cell by cell."""


class ComparedCells(NamedTuple):
    """The number of cells in which a formula is right, of those checked."""

    right: int
    all: int


ExactAnswer = Fraction | int | ComparedCells
ClaimQuestion = Callable[..., ExactAnswer]

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

    def ask(rules: Rules, **arguments: Any) -> Any:
        if _flag(arguments.pop("armies", False)):
            arguments["attackers"] = whole(arguments["attackers"], "armies", 1) - 1
        further = {name: arguments.pop(name) for name in more}
        answer: Any = reduce(getattr, path, thing(rules=rules, **arguments))
        return answer(**further) if further else answer

    called = [each for each in signature(thing).parameters.values() if each.name != "rules"]
    further = [Parameter(name, Parameter.KEYWORD_ONLY) for name in more]
    armies = Parameter("armies", Parameter.KEYWORD_ONLY, default=False)
    keywords = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in called]
    rules = Parameter("rules", Parameter.POSITIONAL_OR_KEYWORD)
    vars(ask)["__signature__"] = Signature([rules, *keywords, *further, armies])
    return ask


# --- one round ----------------------------------------------------------------------------------


def count(rules: Rules, dice: object, losses: object) -> int:
    """Return the number of throws of (attack, defence) dice with the losses (attackers, defenders).

    >>> count(Rules(), [3, 2], [0, 2])
    2890
    """
    counts = round_counts(*_two(dice, "dice", 1), rules)
    lost = _two(losses, "losses")
    if lost not in counts:
        raise RiskError(f"losses must be one of {', '.join(map(str, counts))}, not {lost}")
    return counts[lost]


def round_chance(rules: Rules, dice: object, losses: object) -> Fraction:
    """Return the chance of these losses in one round.

    >>> round_chance(Rules(), [3, 2], [0, 2])
    Fraction(1445, 3888)
    """
    return Fraction(count(rules, dice, losses), rules.throws(*_two(dice, "dice", 1)))


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


def round_ends(rules: Rules, dice: object = None) -> int:
    """Return the number of different losses in a round of these dice, or in all, each counted.

    >>> round_ends(Rules(), [2, 2]), round_ends(Rules())
    (3, 14)
    """
    every = list(rules.dice_numbers()) if dice is None else [_two(dice, "dice", 1)]
    return sum(len(round_counts(*each, rules)) for each in every)


def different_losses(rules: Rules) -> int:
    """Return the number of different losses in a round of any dice.

    >>> different_losses(Rules())
    5
    """
    return len({losses for dice in rules.dice_numbers() for losses in round_counts(*dice, rules)})


def left(
    rules: Rules,
    attackers: object,
    defenders: object,
    throws: object,
    side: str,
    armies: object = False,
) -> int:
    """Return the units left on a side, "attackers" or "defenders", after the given throws.

    With `armies`, the attacker's numbers count the unit that stays behind.  Each throw must have
    the dice that the units still there would throw.

    >>> left(Rules(), 4, 3, [([2, 4, 5], [4, 4])], "attackers")
    3
    """
    if side not in ("attackers", "defenders"):
        raise RiskError(f"side must be attackers or defenders, not {shown(side)}")
    if not isinstance(throws, (list, tuple)):
        raise RiskError(f"throws must be a list of throws, not {shown(throws)}")
    a, d = _forces(attackers, defenders, armies)
    for throw in throws:
        if not (a > 0 and d > 0):
            raise RiskError(f"throws must end with the battle, before {shown(throw)}")
        lost_a, lost_d = _cost(throw, rules, rules.dice(a, d))
        a, d = a - lost_a, d - lost_d
    return a + bool(armies) if side == "attackers" else d


# --- one battle ---------------------------------------------------------------------------------


def attackers_excess(rules: Rules, defenders: object, chance: object) -> Fraction:
    """Return the share by which attackers who win with `chance` must outnumber the defenders.

    >>> attackers_excess(Rules(), 10, "1/2")
    Fraction(0, 1)
    """
    d = whole(defenders, "defenders", 1)
    return Fraction(attackers_needed(d, probability(chance), rules), d) - 1


def defenders_excess(rules: Rules, attackers: object, chance: object) -> Fraction:
    """Return the share by which defenders who hold with `chance` must outnumber the attackers.

    >>> defenders_excess(Rules(), 20, "1/2")
    Fraction(3, 20)
    """
    a = whole(attackers, "attackers", 1)
    return Fraction(garrison_needed(a, probability(chance), rules), a) - 1


def break_even_excess(rules: Rules) -> Fraction:
    """Return the share by which defenders must outnumber attackers for even odds of large armies.

    It follows from `dice.break_even_ratio`.

    >>> break_even_excess(Rules()) + 1
    Fraction(2797, 2387)
    """
    ratio = break_even_ratio(rules)
    if not ratio:
        raise RiskError("attackers must lose units in some throw for an excess, not in none")
    return 1 / ratio - 1


def table(
    rules: Rules, attackers: object, defenders: object, digits: object, rows: object
) -> ComparedCells:
    """Compare a printed table of the odds, each chance rounded to this many digits, cell by cell.

    `attackers` and `defenders` are (first, last), both included; `rows` has the chances for each
    number of attackers in a text, as printed.

    >>> table(Rules(), [1, 2], [1, 2], 3, ["0.417 0.106", "0.754 0.364"])
    ComparedCells(right=3, all=4)
    """
    (first_a, last_a), (first_d, last_d) = (
        _two(attackers, "attackers"),
        _two(defenders, "defenders"),
    )
    exact = win_table(range(first_a, last_a + 1), range(first_d, last_d + 1), rules)
    half_unit = Fraction(1, 2 * 10 ** whole(digits, "digits", 1, 20))
    texts = rows if isinstance(rows, (list, tuple)) else [rows]
    printed = [probability(text) for row in texts for text in str(row).split()]
    if len(printed) != len(list(exact)):
        raise RiskError(f"rows must have {len(list(exact))} chances, not {len(printed)}")
    cells = zip(exact, printed, strict=True)
    right = [abs(exact[cell] - chance) <= half_unit for cell, chance in cells]
    return ComparedCells(sum(right), len(right))


def bent_to(rules: Rules, chance: object) -> Fraction:
    """Return the chance by hand for which a blitz has this chance, where that is a fraction.

    >>> bent_to(Rules(), "1/2")
    Fraction(1, 2)
    """
    low, high, _ = unbent(probability(chance), BLITZ_3_3, 1)
    if low != high:
        raise RiskError(f"chance must be bent from a fraction, as 1/2 is, not {shown(chance)}")
    return low


# --- the plain recursion ------------------------------------------------------------------------


def calls(rules: Rules, attackers: object, defenders: object, field: object) -> int:
    """Return the number of calls of a field by the recursion without a cache.

    >>> calls(Rules(pairs=1), 3, 3, [1, 1]) == comb(4, 2)
    True
    """
    a, d = whole(attackers, "attackers", 1, 100), whole(defenders, "defenders", 1, 100)
    x, y = _two(field, "field", 1)
    if x > a or y > d:
        raise RiskError(f"field must be within the battle, {a} against {d}, not {(x, y)}")
    return path_counts((a, d), rules).get((x, y), 0)


# --- formulas -----------------------------------------------------------------------------------

Says = Callable[[Rules, int, int], tuple[Fraction | int, Fraction | int]]
"""The value of a source's formula at (a, d), and the exact value."""


class SourceFormula(NamedTuple):
    """A formula, and the smallest numbers of units for which it is meant."""

    says: Says
    attackers: int
    defenders: int


def formula(
    rules: Rules, name: object, attackers: object, defenders: object, armies: object = False
) -> ComparedCells:
    """Compare one of the `FORMULAS` with the exact values, in every cell of a rectangle.

    `attackers` and `defenders` are (first, last), both included.

    >>> formula(Rules(pairs=1), "listing", [3, 5], [2, 4])
    ComparedCells(right=0, all=9)
    """
    if not isinstance(name, str) or name not in FORMULAS:
        raise RiskError(f"name must be one of {', '.join(FORMULAS)}, not {shown(name)}")
    stays = int(_flag(armies))
    says, least_a, least_d = FORMULAS[name]
    first_a, last_a = _two(attackers, "attackers", least_a + stays, MAX_FORMULA_UNITS)
    first_d, last_d = _two(defenders, "defenders", least_d, MAX_FORMULA_UNITS)
    cells = product(range(first_a - stays, last_a - stays + 1), range(first_d, last_d + 1))
    equal = [claimed == exact for claimed, exact in (says(rules, *cell) for cell in cells)]
    if not equal:
        raise RiskError("attackers and defenders must be [first, last] with first at most last")
    return ComparedCells(sum(equal), len(equal))


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
    return _p_battles(a + 1)[d], _odds(rules)[a, d]


@lru_cache(maxsize=MAX_FORMULA_UNITS + 2)
def _p_battles(armies: int) -> tuple[Fraction, ...]:
    """Return pBattle[armies, d] for d from 0 to MAX_FORMULA_UNITS."""
    row = [Fraction(1)]
    for d in range(1, MAX_FORMULA_UNITS + 1):
        if armies == 1:
            row.append(Fraction(0))
            continue
        counts = loss_counts(min(armies - 1, 3), min(d, 2))
        stake = len(counts) - 1
        rows = [_p_battles(armies - lost) for lost in range(stake, 0, -1)] + [tuple(row)]
        terms = (count * rows[lost][d - lost] for lost, count in enumerate(counts))
        row.append(sum(terms, Fraction(0)) / sum(counts))
    return tuple(row)


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
    return BlitzSwitch(MAX_FORMULA_UNITS, MAX_FORMULA_UNITS, rules).decisions


def _wins(rules: Rules, attack_dice: int, defence_dice: int) -> Fraction:
    return round_chance(rules, (attack_dice, defence_dice), (0, 1))


@lru_cache(maxsize=2)
def _odds(rules: Rules) -> Mapping[State, Fraction]:
    return MappingProxyType(dict(recursion.cells(MAX_FORMULA_UNITS, MAX_FORMULA_UNITS, rules)))


FORMULAS: Mapping[str, SourceFormula] = MappingProxyType(
    {
        "paths": SourceFormula(_paths, 0, 0),
        "paths-step": SourceFormula(_paths_step, 0, 1),
        "fields": SourceFormula(_fields, 1, 1),
        "corner": SourceFormula(_corner, 3, 2),
        "one-defender": SourceFormula(_one_defender, 1, 1),
        "one-attacker": SourceFormula(_one_attacker, 1, 1),
        "two-attackers": SourceFormula(_two_attackers, 2, 1),
        "displayed": SourceFormula(_displayed, 3, 2),
        "listing": SourceFormula(_listing, 3, 2),
        "p-battle": SourceFormula(_p_battle, 1, 0),
        "rounds-at-once": SourceFormula(_rounds_at_once, 3, 2),
        "86-percent": SourceFormula(_eighty_six_percent, 1, 1),
        "garrison": SourceFormula(_garrison, 1, 1),
        "75-25": SourceFormula(_blitz_rule, 1, 1),
    }
)

QUESTIONS: Mapping[str, ClaimQuestion] = MappingProxyType(
    {
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
        "campaign": public(Campaign, "win_probability"),
        "price": public(Price, "mean"),
        "dearest unit": public(dearest_unit, "number"),
        "break-even ratio": public(break_even_ratio),
        "attackers needed in Balanced Blitz": public(partial(attackers_needed, blitz=BLITZ_3_3)),
        "table": table,
        "attackers excess": attackers_excess,
        "defenders excess": defenders_excess,
        "break-even excess": break_even_excess,
        "bent to": bent_to,
        "calls": calls,
        "formula": formula,
    }
)


# --- arguments ----------------------------------------------------------------------------------


def _two(value: object, name: str, least: int = 0, most: int | None = None) -> Losses:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise RiskError(f"{name} must be two numbers, not {shown(value)}")
    return whole(value[0], name, least, most), whole(value[1], name, least, most)


def _cost(throw: object, rules: Rules, dice: tuple[int, int]) -> Losses:
    """Return the losses of a throw of these numbers of dice."""
    hands = list(throw) if isinstance(throw, (list, tuple)) else []
    if tuple(len(hand) for hand in hands if isinstance(hand, (list, tuple))) != dice:
        x, y = dice
        raise RiskError(f"throws must be of {x} against {y} dice here, not {shown(throw)}")
    return resolve(hands[0], hands[1], rules)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise RiskError(f"armies must be true or false, not {shown(value)}")
    return value


def _forces(attackers: object, defenders: object, armies: object) -> State:
    stays = int(_flag(armies))
    name = "armies" if stays else "attackers"
    return whole(attackers, name, stays) - stays, whole(defenders, "defenders")
