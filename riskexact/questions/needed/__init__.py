"""The smallest force with a given chance, exact and for every rule set.

A battle's odds need not grow with the force: another unit may mean one die more, and that may be a
disadvantage.  So nothing is bisected; `contest` tries one force after the other, and proves where
it may stop.

`chance` is a probability as everywhere, never a float: "at least" means >=, so that a force that
has just the chance will do.
"""

from riskexact.base.arguments import ExactChance, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.questions.needed.contest import Contest
from riskexact.rules import STANDARD, Rules, checked_rules


def attackers_needed(defenders: int, chance: ExactChance, rules: Rules = STANDARD) -> int:
    """Return the smallest number of attackers, free to fight, that win with at least that chance.

    - `defenders`: units, 0 to `contest.MAX_OPPOSED`;
    - `chance`: a `Fraction`, an `int`, a `Decimal`, or text such as "9/10" or "90%", 0 to 1.

    The first of 0, 1, 2, … with `win_probability(n, defenders, rules) >= chance`: 0 for the chance
    0, except that it takes an attacker to walk in where nobody defends.

    Raises `RiskError` for anything else, where no number of attackers has the chance, and where
    it would take too long to find one (more than a minute or so).

    >>> attackers_needed(10, "90%")
    16
    >>> attackers_needed(10, 1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be one that some number of attackers reaches ...
    """
    d, goal = whole(defenders, "defenders"), checked_chance(chance)
    contest = Contest(checked_rules(rules), "attackers", d)
    if d == 0:
        return 1
    return contest.least(goal) if goal else 0


def garrison_needed(attackers: int, chance: ExactChance, rules: Rules = STANDARD) -> int:
    """Return the smallest number of defenders that hold with at least that chance.

    To hold is that the attacker does not win.  `attackers` are free to fight; all else is as for
    `attackers_needed`, with the sides exchanged: the first of 0, 1, 2, … with
    `1 - win_probability(attackers, n, rules) >= chance`.

    >>> garrison_needed(10, "90%")
    19
    """
    a, goal = whole(attackers, "attackers"), checked_chance(chance)
    contest = Contest(checked_rules(rules), "defenders", a)
    if a == 0:
        return 1
    return contest.least(goal) if goal else 0


def defenders_takeable(attackers: int, chance: ExactChance, rules: Rules = STANDARD) -> int:
    """Return the largest number of defenders that `attackers` take with at least that chance.

    The last of 0, 1, 2, … with `win_probability(attackers, n, rules) >= chance`, which is 0 if not
    even one can be taken.  `attackers` are free to fight, 0 to `contest.MAX_OPPOSED`.

    Raises `RiskError` for anything else, where there is no largest number, as for the chance 0, and
    where it would take too long to find it (more than a minute or so).

    >>> defenders_takeable(10, "90%")
    5
    """
    a, goal = whole(attackers, "attackers"), checked_chance(chance)
    contest = Contest(checked_rules(rules), "defenders", a)
    if goal == 0:
        raise RiskError(
            "chance must be more than 0 for a largest number of defenders, not 0: any number "
            "is taken with that"
        )
    return contest.greatest(1 - goal) if a else 0
