"""What is played: the dice, how many pairs of them are compared, and who wins a tie."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from riskexact.arguments import forces, shown, whole
from riskexact.errors import RiskError

State = tuple[int, int]
"""Units left in a battle: (attackers, defenders)."""

Terminal = Callable[[int, int], Fraction | int]
"""The value of a state in which a battle is over, as a function of its two numbers."""

Ties = Literal["defender", "attacker", "nobody"]

MOST_DICE = 20
MOST_FACES = 100


@dataclass(frozen=True)
class Rules:
    """The rules of one round, as a value: immutable, validated, hashable.

    - `attack_dice`, `defence_dice`: the most dice each side throws, 1 to 20; a side with fewer
      units throws one die for each.
    - `faces`: faces of every die, 1 to 100.
    - `pairs`: how many pairs are compared, highest against highest, then next against next;
      `None` compares all.  Stored is `min(attack_dice, defence_dice, pairs)`, so that one game
      has one value.
    - `ties`: who wins a tied pair: "defender", "attacker", or "nobody" (nobody loses a unit).
    - `name`: what the rule set is called; left out of equality and hash.

    Raises `RiskError` for values out of range, and for rules under which no throw changes
    anything (one face, ties to nobody).

    >>> Rules() == STANDARD, Rules(pairs=7) == STANDARD, Rules(pairs=1) == SINGLE_LOSS
    (True, True, True)
    >>> Rules(attack_dice=0)
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: attack_dice must be a whole number, from 1 to 20, not 0
    """

    attack_dice: int = 3
    defence_dice: int = 2
    faces: int = 6
    pairs: int | None = None
    ties: Ties = "defender"
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Check every field, and store the number of pairs that are really compared."""
        attack = whole(self.attack_dice, "attack_dice", 1, MOST_DICE)
        defence = whole(self.defence_dice, "defence_dice", 1, MOST_DICE)
        faces = whole(self.faces, "faces", 1, MOST_FACES)
        if self.pairs is not None:
            whole(self.pairs, "pairs", 1)
        pairs = self.pairs_compared(attack, defence)
        if self.ties not in ("defender", "attacker", "nobody"):
            raise RiskError(
                f'ties must be "defender", "attacker" or "nobody", not {shown(self.ties)}'
            )
        if not (self.name is None or isinstance(self.name, str)):
            raise RiskError(f"name must be text, not {shown(self.name)}")
        if faces == 1 and self.ties == "nobody":
            raise RiskError(
                'faces must be 2 or more when ties are "nobody", not 1: no throw changes anything'
            )
        for key, value in {
            "attack_dice": attack,
            "defence_dice": defence,
            "faces": faces,
            "pairs": pairs,
        }.items():
            object.__setattr__(self, key, value)

    def dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """Return the numbers of dice that both sides throw with so many units left.

        >>> STANDARD.dice(2, 9)
        (2, 2)
        """
        return min(attackers, self.attack_dice), min(defenders, self.defence_dice)

    @property
    def fixed_cost(self) -> int | None:
        """K, the units that every round of full dice costs; None where that number varies.

        >>> STANDARD.fixed_cost, Rules(ties="nobody").fixed_cost
        (2, None)
        """
        return None if self.ties == "nobody" else self.most_lost

    @property
    def most_lost(self) -> int:
        """The most units that both sides together can lose in one round."""
        return self.pairs_compared(self.attack_dice, self.defence_dice)

    def pairs_compared(self, attack_dice: int, defence_dice: int) -> int:
        """Return how many pairs are compared when so many dice are thrown.

        >>> STANDARD.pairs_compared(3, 1)
        1
        """
        everything = min(attack_dice, defence_dice)
        return everything if self.pairs is None else min(everything, self.pairs)

    @property
    def known_as(self) -> str | None:
        """The name of the rule set, or of an equal one in `RULES`; None where there is neither.

        >>> Rules().known_as, Rules(faces=8).known_as
        ('standard', None)
        """
        # a copy with other dice may still bear the name of the original
        if self.name is not None and RULES.get(self.name, self) == self:
            return self.name
        return next((name for name, rules in RULES.items() if rules == self), None)

    @property
    def label(self) -> str:
        """The rule set in words: what it is known as, or what it consists of.

        >>> Rules().label
        'standard'
        >>> Rules(faces=8).label
        '3 v 2 dice, 8 faces, 2 pairs, ties to the defender'
        """
        winner = "nobody" if self.ties == "nobody" else f"the {self.ties}"
        pairs = f"{self.pairs} pair{'' if self.pairs == 1 else 's'}"
        return self.known_as or (
            f"{self.attack_dice} v {self.defence_dice} dice, {self.faces} faces, {pairs}, "
            f"ties to {winner}"
        )

    def to_json(self) -> str | dict[str, int | str | None]:
        """Return what the rule set is known as, or what it consists of.

        >>> Rules().to_json(), Rules(faces=8).to_json()["faces"]
        ('standard', 8)
        """
        return self.known_as or {
            "attack_dice": self.attack_dice,
            "defence_dice": self.defence_dice,
            "faces": self.faces,
            "pairs": self.pairs,
            "ties": self.ties,
        }


STANDARD = Rules(name="standard")
"""Three attack dice, two defence dice, all pairs compared, ties to the defender."""

SINGLE_LOSS = Rules(pairs=1, name="single-loss")
"""As `STANDARD`, but only the highest pair is compared, so that every round costs one unit.

Source: the "Verzögerungstaktik" of "Should I attack in Risk? (The Board Game)".
"""

RULES: Mapping[str, Rules] = MappingProxyType(
    {rules.name: rules for rules in (STANDARD, SINGLE_LOSS) if rules.name is not None}
)
"""The named rule sets."""


def checked(attackers: object, defenders: object, rules: object, retreat_at: object = 0) -> State:
    """Return the start of a battle, after checking it and everything that it is fought under.

    >>> checked(3, 2, STANDARD)
    (3, 2)
    >>> checked(3, 2, "standard")
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: rules must be a Rules value, not 'standard'
    """
    checked_rules(rules)
    whole(retreat_at, "retreat_at")
    return forces(attackers, defenders)


def checked_rules(rules: object) -> Rules:
    """Return `rules` if it is a rule set; else raise `RiskError`.

    >>> checked_rules(STANDARD) is STANDARD
    True
    """
    if not isinstance(rules, Rules):
        raise RiskError(f"rules must be a Rules value, not {shown(rules)}")
    return rules


def is_over(attackers: int, defenders: int, retreat_at: int) -> bool:
    """Return whether a battle has ended: conquered, or broken off with too few attackers.

    >>> is_over(5, 0, 0), is_over(2, 3, 2), is_over(3, 3, 2)
    (True, True, False)
    """
    return defenders == 0 or attackers <= retreat_at


def won(attackers: int, defenders: int) -> int:
    """Return 1 for a conquest and 0 for anything else: the terminal values of the odds to win.

    >>> won(3, 0), won(0, 2)
    (1, 0)
    """
    return int(defenders == 0)


def lost(attackers: int, defenders: int) -> int:
    """Return 1 where nobody is left of the attackers, and 0 elsewhere; a terminal value like `won`.

    >>> lost(0, 3), lost(2, 0)
    (1, 0)
    """
    return int(attackers == 0)


def stopped(attackers: int, defenders: int) -> int:
    """Return 1 where both sides have units left, and 0 elsewhere; a terminal value like `won`.

    >>> stopped(2, 3), stopped(0, 3)
    (1, 0)
    """
    return int(attackers > 0 and defenders > 0)


def best_first(state: State) -> tuple[int, int]:
    """Return the key that sorts states from the best for the attacker to the worst.

    >>> sorted([(0, 2), (1, 0), (0, 1), (3, 0)], key=best_first)
    [(3, 0), (1, 0), (0, 1), (0, 2)]
    """
    a, d = state
    return d, -a


def rules_named(name: str) -> Rules:
    """Return the rule set called `name`; raise `RiskError` with all names where there is none.

    >>> rules_named("single-loss") is SINGLE_LOSS
    True
    >>> rules_named("chess")
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: rules must be one of standard, single-loss, not 'chess'
    """
    try:
        return RULES[name]
    except KeyError:
        raise RiskError(f"rules must be one of {', '.join(RULES)}, not {shown(name)}") from None
