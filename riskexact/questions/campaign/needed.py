"""The smallest force that takes all territories of a campaign with a given chance."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import ExactChance, shown, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text, fraction_text
from riskexact.questions.campaign import checked_territories
from riskexact.questions.campaign.sweep import Sweep, Territory, check_campaign, max_bits
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss

MOST_STEPS = 1 << 30
"""Steps of the last sweep that is tried, counted by `steps`: some seconds."""


def campaign_attackers_needed(
    garrisons: Sequence[int],
    chance: ExactChance,
    rules: Rules | Sequence[Rules] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
) -> int:
    """Return the smallest number of attackers who take all territories with at least that chance.

    The arguments are those of `Campaign`; `chance` is exact, from 0 to 1.  Equivalent to trying
    0, 1, 2, … attackers in turn; monotonicity is not assumed.  A sweep backward has the chances of
    all numbers up to some limit, which is doubled until one of them is enough.

    Raises `RiskError` as `Campaign` does, and for a chance that no number of attackers reaches: at
    once where the dice show it (no force is certain to win if every throw may cost it units and the
    defender none), and otherwise after a bounded search, which says how far it went.

    >>> campaign_attackers_needed((3, 3, 3), "90%")
    16
    >>> campaign_attackers_needed((3, 3), 1)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be below 1, not 1: however many attack, garrison 1 of \
3 may hold without a loss
    """
    return least_force(garrisons, chance, rules, leave_behind, reserve).attackers


class Force(NamedTuple):
    """The smallest force, its chance to win, and that of one less (None if that is no campaign)."""

    attackers: int
    win_probability: Fraction
    of_one_less: Fraction | None


def least_force(
    garrisons: Sequence[int],
    chance: ExactChance,
    rules: Rules | Sequence[Rules] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
) -> Force:
    """Return `campaign_attackers_needed`, with the chances that the search computed.

    Each equals the `win_probability` of a `Campaign`.

    >>> force = least_force((3, 3, 3), "90%")
    >>> force.attackers, force.of_one_less < Fraction(9, 10) <= force.win_probability
    (16, True)
    """
    wanted = checked_chance(chance)
    territories = checked_territories(garrisons, rules, leave_behind)
    reserve = whole(reserve, "reserve")
    _refuse_hopeless(wanted, territories)
    fewest = int(territories[0].garrison == 0)  # nobody against nobody is no campaign
    most = 8 + sum(each.garrison + each.leave_behind for each in territories) + reserve
    check_campaign(most, territories)
    while True:
        before = None
        for a, (mass, over) in enumerate(Sweep(most, territories, reserve).win_probabilities()):
            if a >= fewest:
                if mass * wanted.denominator >= wanted.numerator * over:
                    return Force(a, Fraction(mass, over), before and Fraction(*before))
                before = mass, over
        if not _worth_searching(2 * most, territories):
            reached = decimal_text(Fraction(mass, over))
            raise RiskError(
                f"chance must be one that some number of attackers reaches, and none up to {most} "
                f"reaches {fraction_text(wanted)}: with {most} it is {reached}"
            )
        most *= 2


def _worth_searching(attackers: int, territories: Sequence[Territory]) -> bool:
    try:
        check_campaign(attackers, territories)
    except RiskError:
        return False
    return steps(attackers, territories) <= MOST_STEPS


def steps(attackers: int, territories: Sequence[Territory]) -> int:
    """Return about how many steps a sweep takes: one for 64 bits of a product, and 60 around it.

    There is a product for each way in which a round can end in each state.

    >>> steps(300, [Territory(10, STANDARD, 1)] * 30)
    30069900
    """
    products = sum(
        (attackers + 1) * each.garrison * (each.rules.max_losses + 1) for each in territories
    )
    return products * (60 + max_bits(attackers, territories) // 128)


def _refuse_hopeless(wanted: Fraction, territories: Sequence[Territory]) -> None:
    """Raise `RiskError` where the first throws at a full garrison show that no force will do."""
    for n, (garrison, rules, _) in enumerate(territories, start=1):
        if not garrison:
            continue
        # what the defender can lose in a round, for each number of attack dice
        lost = [
            {j for (_, j), _ in round_with_loss(x, rules.defence.dice_of(garrison), rules)[0]}
            for x in range(1, rules.attack.max_dice + 1)
        ]
        which = f"however many attack, garrison {n} of {shown(garrison)}"
        if wanted and all(each == {0} for each in lost):
            raise RiskError(
                f"chance must be 0, not {fraction_text(wanted)}: {which} never loses a unit"
            )
        if wanted == 1 and all(0 in each for each in lost):
            raise RiskError(f"chance must be below 1, not 1: {which} may hold without a loss")
