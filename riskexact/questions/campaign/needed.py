"""The smallest force that takes all territories of a campaign with a given chance."""

from collections.abc import Sequence

from riskexact.base.arguments import ExactChance, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.text import counted_each
from riskexact.questions.campaign import checked_territories
from riskexact.questions.needed import growing
from riskexact.questions.needed.growing import Force, limit, out_of_reach
from riskexact.rules import STANDARD, Rules


def campaign_attackers_needed(
    garrisons: Sequence[int],
    chance: ExactChance,
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
) -> int:
    """Return the smallest number of attackers who take all territories with at least that chance.

    The arguments are those of `Campaign`; `chance` is exact, from 0 to 1.  Equivalent to trying
    0, 1, 2, … attackers in turn, which one backward pass does (`needed.growing`); monotonicity is
    not assumed.

    Raises `RiskError` as `Campaign` does, for a chance that no number of attackers reaches, and for
    numbers that would not fit in memory.

    >>> campaign_attackers_needed((3, 3, 3), "90%")
    16
    >>> campaign_attackers_needed((3, 3), 1)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be one that some number of attackers reaches against \
3 and 3 defenders, not 1: none reaches it; with ever more of them the chance tends to 1
    """
    return least_force(garrisons, chance, rules, leave_behind, reserve).attackers


def least_force(
    garrisons: Sequence[int],
    chance: ExactChance,
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
) -> Force:
    """Return `campaign_attackers_needed`, with the chances that the search computed.

    Each equals the `win_probability` of a `Campaign`.

    >>> force = least_force((3, 3, 3), "90%")
    >>> force.attackers, force.of_one_less < force.win_probability
    (16, True)
    """
    goal = checked_chance(chance)
    territories = checked_territories(garrisons, rules, leave_behind)
    force = growing.least_force(territories, goal, whole(reserve, "reserve"))
    if force is None:
        defenders = counted_each([each.garrison for each in territories], "defender")
        raise out_of_reach(goal, limit(territories), "attackers", defenders)
    return force
