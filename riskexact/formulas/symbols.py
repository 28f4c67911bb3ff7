"""Letters for the chances of a round, for 3 v 2 dice.

If one pair is compared, p_αδ is the attacker's chance in a round of α v δ dice; for single-loss
rules p and q stand for p_32 and 1 - p_32.  If 3 v 2 dice compare two pairs, v_j and w_j are the
chances that the defender loses j units in a round of 2 v 2 and of 3 v 2 dice.
"""

from collections.abc import Mapping
from fractions import Fraction

from sympy import Expr, Symbol

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.odds.closed_form.boundary import chances, covered
from riskexact.rules import Rules
from riskexact.rules.dice import Losses

p, q = Symbol("p"), Symbol("q")
p11, p12, p21, p22, p31 = (Symbol(f"p_{dice}") for dice in (11, 12, 21, 22, 31))
v, w = (tuple(Symbol(f"{letter}_{lost}") for lost in range(3)) for letter in "vw")

LossChances = Mapping[Losses, Expr]
"""The chances of the losses of a round, as numbers or letters."""


class Letters(NamedTuple):
    """The chances of each round in letters, by numbers of dice, and the values of the letters."""

    rounds: Mapping[tuple[int, int], LossChances]
    numbers: Mapping[Symbol, Fraction]


def letters(rules: Rules) -> Letters:
    """Return the letters; raise `RiskError` for other rules than 3 v 2 dice.

    >>> from riskexact.rules import STANDARD
    >>> letters(STANDARD).rounds[3, 2]
    {(2, 0): w_0, (1, 1): w_1, (0, 2): w_2}
    >>> letters(STANDARD).numbers[p11]
    Fraction(5, 12)
    """
    if not (covered(rules, 1) or covered(rules, 2)):
        raise RiskError(
            "rules of formulas in letters must have 3 v 2 dice, one for each unit, and rounds that "
            f"cost a fixed number of units, not {rules.description}"
        )
    rounds: dict[tuple[int, int], LossChances] = {
        (x, y): _one_pair(letter)
        for (x, y), letter in {(1, 1): p11, (1, 2): p12, (2, 1): p21, (3, 1): p31}.items()
    }
    if rules.losses_per_round == 1:
        rounds |= {(2, 2): _one_pair(p22), (3, 2): {(0, 1): p, (1, 0): q}}
    else:
        for dice, names in (((2, 2), v), ((3, 2), w)):
            rounds[dice] = {(2 - lost, lost): names[lost] for lost in range(3)}
    numbers = {
        letter: chances(*dice, rules)[lost]
        for dice, round_ in rounds.items()
        for (_, lost), letter in round_.items()
        if isinstance(letter, Symbol)
    }
    return Letters(rounds, numbers)


def _one_pair(win: Symbol) -> LossChances:
    return {(1, 0): 1 - win, (0, 1): win}
