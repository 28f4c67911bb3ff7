"""The chances of 0, 1, 2, … attackers, one after another, and what they tend to.

Nothing is taken for monotone, and a battle is a campaign of one territory.  The kernel's backward
pass (`odds.weights`) goes through the battles for all territories in step: a won battle is worth
the chance of those who go on, and these are fewer.

Letters: `P(n, m)` is the chance to take the territory in front, of m defenders, and all after it;
K the most units that a round costs; w_j the chance that a round of all attack dice costs the
defenders j units.

**The limit** of P(n, m), for n → ∞, is L(m) times the limits of the territories after it: L(0) = 1;
L(m) = 0 where w_0 = 1, and Σ_{j≥1} w_j L(m - j) / (1 - w_0) elsewhere.

**The limit itself.**  Where it is 1, and any number of attackers is certain to win, one below
`settled` is.  Both are proved in riskexact/battle/proofs.md, Growing forces.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm, prod
from sys import maxsize

from riskexact.base.arguments import short_repr
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import counted_each, decimal_text
from riskexact.odds.monotone import is_monotone
from riskexact.odds.states import MAX_BITS
from riskexact.odds.weights import backward
from riskexact.rules import Rules
from riskexact.rules.dice import base_of, round_with_loss

MAX_TRIED = 1000
"""The most units that are tried one by one, where more of them may hurt."""

Territories = Sequence[tuple[int, Rules, int]]
"""(garrison, rules, units left behind) of each."""


class Force(NamedTuple):
    """The smallest force, its chance, and the chance of one less (None if that is no campaign)."""

    attackers: int
    win_probability: Real
    of_one_less: Real | None


def limit(territories: Territories) -> Fraction:
    """Return the limit of the chance to take all territories.

    Raises `RiskError` if the numbers would not fit in memory.
    """
    check_memory(territories, 0)
    return prod((_limit(garrison, rules) for garrison, rules, _ in territories), start=Fraction(1))


def _limit(garrison: int, rules: Rules) -> Fraction:
    limits = [Fraction(1)]
    for m in range(1, garrison + 1):
        dice = rules.attack.max_dice, rules.defence.dice_of(m)
        changes, _ = round_with_loss(*dice, rules)
        costs = [(j, times) for (_, j), times in changes if j]
        terms = (times * limits[m - j] for j, times in costs)
        total = sum(times for _, times in costs)
        limits.append(sum(terms, Fraction(0)) / total if total else Fraction(0))
    return limits[-1]


def common_base(territories: Territories) -> int:
    """Return a common base for the rounds of all battles."""
    return lcm(*{base_of(rules) for garrison, rules, _ in territories if garrison})


def check_memory(territories: Territories, attackers: int) -> int:
    """Return the base of all rounds; raise `RiskError` if the numbers would not fit in memory."""
    base = common_base(territories)
    defenders = sum(garrison for garrison, _, _ in territories)
    rows = sum(garrison * (rules.max_losses + 1) for garrison, rules, _ in territories)
    rows += len(territories) - 1  # the chances of those who go on
    held = rows * (attackers + defenders) * base.bit_length()
    if held > MAX_BITS:
        force = f"up to {short_repr(attackers)} units" if attackers else "any force"
        raise RiskError(
            f"attackers and defenders must be fewer: the chances of {force} against "
            f"{short_repr(defenders)} must fit in {MAX_BITS >> 33} GiB"
        )
    return base


def settled(territories: Territories, retreat_at: int = 0) -> int:
    """Return a number below which one is certain to win, if any is."""
    beyond, shift = 1, 1
    for n, (garrison, rules, stays) in enumerate(reversed(territories)):
        if n:
            beyond = stays + max(beyond, retreat_at + 1)
        if garrison:
            dice = range(1, rules.defence.dice_of(garrison) + 1)
            rounds = (round_with_loss(rules.attack.max_dice, y, rules)[0] for y in dice)
            # the fewest units that a round of all attack dice costs the attacker alone, or 0
            alone = [min((i for (i, j), _ in each if not j), default=0) for each in rounds]
            shift = lcm(shift, *filter(None, alone))
            full = max(rules.attack.units_for_max_dice, retreat_at + 1)
            certain = max(beyond, full) + rules.max_losses * garrison
            beyond = full if alone[-1] else certain
    return beyond + shift


def tried(territories: Territories, retreat_at: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield n and P(n) as a quotient, one number after the other.

    Raises `RiskError` once the numbers would not fit in memory.
    """
    base = check_memory(territories, 0)
    over = base ** sum(garrison for garrison, _, _ in territories)
    next_check = 0
    chances = values(territories[-1], base, retreat_at)
    for territory in territories[-2::-1]:
        chances = values(territory, base, retreat_at, chances)
    for n, value in enumerate(chances):
        if n >= next_check:
            next_check = n + n // 4 + 1
            check_memory(territories, n)
        yield n, value, over
        over *= base


def values(
    territory: tuple[int, Rules, int],
    base: int,
    retreat_at: int = 0,
    after: Iterator[int] | None = None,
) -> Iterator[int]:
    """Yield the chances of 0, 1, 2, … attackers, over base^(attackers and all garrisons ahead).

    - `after`: those of 0, 1, 2, … who are free to go on; None for the last territory.
    """
    garrison, rules, stays = territory
    go_on = None if after is None else islice(after, retreat_at + 1, None)

    def worth(n: int, m: int) -> int:
        if m or not n:
            return 0
        if go_on is None:
            return int(base**n)
        return next(go_on) * int(base**stays) if n > retreat_at + stays else 0

    for _, row in backward(maxsize, garrison, rules, base, worth, retreat_at):
        yield row[-1]


def least_force(territories: Territories, goal: Fraction, retreat_at: int = 0) -> Force:
    """Return the first force with P(n) >= goal.

    Raises `RiskError` if there is none, and where more units may hurt (`odds.monotone`) and none of
    the first 1,000 forces has that chance.
    """
    most, enough = limit(territories), settled(territories, retreat_at)
    check_memory(territories, retreat_at + sum(stays for *_, stays in territories[:-1]))
    never_hurts = all(is_monotone(rules) for garrison, rules, _ in territories if garrison)
    before = None
    for n, value, over in tried(territories, retreat_at) if goal <= most or not never_hurts else ():
        if n or territories[0][0]:  # nobody against nobody is no campaign
            chance = value, over
            if value * goal.denominator >= goal.numerator * over:
                return Force(n, Fraction(*chance), before and Fraction(*before))
            before = chance
        if goal == most == 1 and n >= enough:
            break
        if n >= MAX_TRIED and not never_hurts:
            raise not_tried(goal, "attackers")
    defenders = counted_each([garrison for garrison, _, _ in territories], "defender")
    raise out_of_reach(goal, most, "attackers", defenders)


def not_tried(goal: Fraction, side: str) -> RiskError:
    """Return the error for a goal that the numbers which are tried one by one do not decide."""
    return RiskError(
        f"rules must be such that more units never hurt where up to {MAX_TRIED} {side} do not "
        f"decide the chance {brief(goal)}: under these they may, and more are not tried"
    )


def out_of_reach(goal: Fraction, most: Fraction | None, side: str, opponents: str) -> RiskError:
    """Return the error for a goal that no number reaches; the limit, if given, is said."""
    tends = "" if most is None else f"; with ever more of them the chance tends to {brief(most)}"
    return RiskError(
        f"chance must be one that some number of {side} reaches against {opponents}, not "
        f"{brief(goal)}: none reaches it{tends}"
    )


def brief(chance: Fraction) -> str:
    """Return a chance as an error message shows it."""
    return str(chance) if chance.denominator < 10**12 else decimal_text(chance, 2)
