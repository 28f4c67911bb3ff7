"""Rule sets: the dice of both sides, which pairs of them score, and who wins a tie.

This folder has rule sets and single rounds, and knows nothing of battles.  The glossary of the
whole package:

- *attackers*: units free to fight; the one that must stay behind is not among them.  *Armies*
  count it too.  *Defenders*: the units they fight; on a territory, its *garrison*.
- *die*: its faces with their weights, how often each comes up.  A face of weight w is as good as
  w equally likely sides.
- *throw*: what all dice of a round show.  *Round*: one throw, and the resulting losses.
- *hand*: the dice of one side with their modifiers (a dice pool).  A die *counts* what it shows
  plus what is added to it.
- *pair*: the m-th highest die of each side.  *Scoring pair*: one that costs the loser a unit.
- *losses*: units lost in a round, (attackers lost, defenders lost).  *Round with a loss*: a round
  that costs somebody a unit; others are thrown again.
- *battle*: rounds until one side is gone (*fought out*) or a *stop rule* ends it.
- *state*: (attackers, defenders).  *Visit*: a state that a battle passes through, or ends in.
- *outcome*: a state in which a battle or a campaign is over.  *Conquest*: no defender is left.
- *payoff*: the value of an outcome, 1 for a win and 0 otherwise unless another one is given.
- *expected*: the exact mean (in messages and texts also "on average").  *Exchange ratio*:
  expected losses of the attackers for each defender lost.
- *price* of a garrison: expected losses of an attacker who takes it with plenty of attackers, and
  always throws the most dice.  *Marginal price* of its n-th unit: what that unit adds.
- *campaign*: battles for several *territories*, one after another.  *Left behind*: the units that
  stay on a territory taken.  *Reserve*: the units with which a campaign stops.
- *method*: how an answer is computed: recursion, closed form, integer sweep or engine.
- *recursion*: the definition of the odds, state by state, in Fractions.
- *closed form*: the odds as one sum.  *Interior*: the states in which both sides throw all dice;
  *boundary*: the others.  *First exit*: where a battle leaves the interior.
- *weight*: a probability as a whole number over a power of a *base*.  *Sweep*: all states in
  order, backward from the outcomes or forward from the start.
- *certain digits*: digits of a value that a bound shows right.  *Ball*: an interval that holds it.
- *break-even ratio*: attackers for each defender at which large armies are equally strong.
- *policy*: what to do in each state.  *Pareto front*: the choices that none of the others beats
  throughout.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from riskexact.base.arguments import forces, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, cached_property
from riskexact.base.text import pluralize
from riskexact.rules.hand import (
    Dice,
    Die,
    Faces,
    Hand,
    checked_dice,
    checked_faces,
    dice_text,
    spelled_out,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    Ties = Literal["defender", "attacker", "nobody"]

MAX_NAME_LENGTH = 60

TIES = ("defender", "attacker", "nobody")


class Rules(Frozen):
    """The rules of one round, as a value: immutable, validated, hashable.

    - `attack_dice`, `defence_dice`: the most dice each side throws, 1 to 20; a side with fewer
      units throws one die for each.  A tuple gives each die, in the order in which they are
      thrown; a `Hand` has extra dice, modifiers and more.
    - `faces`: the faces of dice given as a number: 1 to 100, or a `Die`.
    - `pairs`: how many pairs are compared, highest against highest, then next against next; `None`
      compares all.  A tuple gives the numbers of the scoring pairs, which must include 1.
    - `ties`: who wins a tied pair: "defender", "attacker", or "nobody" (nobody loses a unit).
    - `name`: the name of the rule set; ignored by equality and hash.

    The same game is the same value, however it is written: `pairs` becomes `min(attack_dice,
    defence_dice, pairs)` (which `replace` keeps), `faces` the faces of the attacker's last die, and
    dice that all have those faces become a number.

    Raises `RiskError` for values out of range, and for rules under which a battle might never end
    because some dice always tie and a tie costs nobody a unit.

    >>> Rules() == STANDARD, Rules(pairs=7) == STANDARD, Rules(pairs=1) == SINGLE_LOSS
    (True, True, True)
    >>> Rules((6, 6, 6), Hand((6, 6)), faces=8) == STANDARD
    True
    >>> Rules(attack_dice=0)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attack_dice must be a whole number, from 1 to 20, not 0
    """

    attack_dice: Dice | Hand
    defence_dice: Dice | Hand
    faces: Faces
    pairs: int | tuple[int, ...]
    ties: "Ties"
    name: str | None

    def __init__(
        self,
        attack_dice: Dice | Hand = 3,
        defence_dice: Dice | Hand = 2,
        faces: Faces | Sequence[int] | str = 6,
        pairs: int | tuple[int, ...] | None = None,
        ties: "Ties" = "defender",
        name: str | None = None,
    ) -> None:
        attack, defence = _hand(attack_dice, "attack_dice"), _hand(defence_dice, "defence_dice")
        if attack.at_most_attack:
            raise RiskError("attack_dice must be without at_most_attack, which is the defender's")
        if defence.at_most_attack:
            defence = defence.limited(attack.max_dice)
        usual = checked_faces(faces, "faces")
        last = spelled_out(attack.dice, usual)[-1]
        attack, defence = attack.with_faces(usual, last), defence.with_faces(usual, last)
        pairs = _pairs(pairs, min(attack.max_dice, defence.max_dice))
        if not isinstance(ties, str) or ties not in TIES:
            raise RiskError(
                f'ties must be "defender", "attacker" or "nobody", not {short_repr(ties)}'
            )
        is_text = isinstance(name, str) and 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable()
        if not (name is None or is_text):
            raise RiskError(
                f"name must be one printable line of at most {MAX_NAME_LENGTH} characters, "
                f"not {short_repr(name)}"
            )
        self._set(
            attack_dice=attack.dice if attack.is_plain else attack,
            defence_dice=defence.dice if defence.is_plain else defence,
            faces=last,
            pairs=pairs,
            ties=ties,
            name=name,
        )
        for x, y in self.dice_numbers() if ties == "nobody" else ():
            if self._always_tie(x, y):
                raise RiskError(
                    f'ties must be "defender" or "attacker", not "nobody", where {x} v {y} '
                    f"dice always tie: no throw would change anything"
                )

    def _key(self) -> tuple[object, ...]:
        return self._values()[:-1]  # without the name

    def _non_default_fields(self) -> "dict[str, Any]":
        """Leave out the number of pairs where all are compared.

        >>> STANDARD, Rules(faces=8, pairs=7)
        (Rules(name='standard'), Rules(faces=8))
        """
        fields = super()._non_default_fields()
        if self.pairs == min(self.max_dice):
            del fields["pairs"]
        return fields

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, stored because caches look rules up."""
        return hash(self._key())

    @cached_property
    def attack(self) -> Hand:
        """The attacker's hand.

        >>> STANDARD.attack.max_dice
        3
        """
        return _hand(self.attack_dice, "attack_dice")

    @cached_property
    def defence(self) -> Hand:
        """The defender's hand.

        >>> Rules(defence_dice=Hand(2, extra=1)).defence.extra
        1
        """
        return _hand(self.defence_dice, "defence_dice")

    @cached_property
    def max_dice(self) -> tuple[int, int]:
        """The most dice that each side throws, extra dice not included.

        >>> STANDARD.max_dice
        (3, 2)
        """
        return self.attack.max_dice, self.defence.max_dice

    @cached_property
    def units_for_max_dice(self) -> tuple[int, int]:
        """The smallest numbers of units with which each side throws all its dice.

        >>> STANDARD.units_for_max_dice, Rules(2, Hand(2, needs=(1, 3))).units_for_max_dice
        ((3, 2), (2, 3))
        """
        return self.attack.units_for_max_dice, self.defence.units_for_max_dice

    def dice_numbers(self) -> Iterator[tuple[int, int]]:
        """Yield every pair of numbers of dice, (attack dice, defence dice), that may be thrown.

        >>> list(STANDARD.dice_numbers())
        [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
        """
        attack, defence = self.max_dice
        numbers = product(range(1, attack + 1), range(1, defence + 1))
        return (dice for dice in numbers if dice == self.allowed(*dice))

    def allowed(self, attack_dice: int, defence_dice: int) -> tuple[int, int]:
        """Return how many of their dice both sides throw: all, unless a hand is `at_most_attack`.

        >>> STANDARD.allowed(1, 2), Rules(3, Hand(2, at_most_attack=True)).allowed(1, 2)
        ((1, 2), (1, 1))
        """
        if self.defence.at_most_attack:
            return attack_dice, min(attack_dice, defence_dice)
        if self.attack.at_most_attack:  # of a defender, as he sees the rules: `needed.exchanged`
            return min(attack_dice, defence_dice), defence_dice
        return attack_dice, defence_dice

    def dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """Return the number of dice that each side throws, extra dice not included.

        >>> STANDARD.dice(2, 9)
        (2, 2)
        """
        return self.allowed(self.attack.dice_of(attackers), self.defence.dice_of(defenders))

    def thrown(
        self, attack_dice: int, defence_dice: int
    ) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
        """Return all dice that are thrown, extra dice included.

        >>> STANDARD.thrown(2, 1)
        ((Die(faces=6), Die(faces=6)), (Die(faces=6),))
        """
        return (
            self.attack.thrown(attack_dice, self.faces),
            self.defence.thrown(defence_dice, self.faces),
        )

    def throws(self, attack_dice: int, defence_dice: int) -> int:
        """Return the number of equally likely throws of these dice.

        A face of weight w counts w times.

        >>> STANDARD.throws(3, 2)
        7776
        """
        return prod([die.total for hand in self.thrown(attack_dice, defence_dice) for die in hand])

    def scoring_pairs(self, attack_dice: int, defence_dice: int) -> tuple[int, ...]:
        """Return the numbers, from 1, of the pairs that cost a unit when these dice are thrown.

        >>> STANDARD.scoring_pairs(3, 2), STANDARD.scoring_pairs(3, 1)
        ((1, 2), (1,))
        """
        most = min(attack_dice, defence_dice)
        if isinstance(self.pairs, int):
            return tuple(range(1, min(self.pairs, most) + 1))
        return tuple(m for m in self.pairs if m <= most)

    @cached_property
    def max_losses(self) -> int:
        """The most units that both sides together can lose in one round."""
        return len(self.scoring_pairs(*self.max_dice))

    @cached_property
    def losses_per_round(self) -> int | None:
        """K, the units that every round with the most dice costs; None if it varies.

        >>> STANDARD.losses_per_round, Rules(ties="nobody").losses_per_round
        (2, None)
        """
        return None if self.ties == "nobody" else self.max_losses

    @cached_property
    def has_closed_form(self) -> bool:
        """Whether there is a closed form: every round with the most dice costs K units.

        >>> STANDARD.has_closed_form, Rules(ties="nobody").has_closed_form
        (True, False)
        """
        return self.losses_per_round is not None

    @property
    def description(self) -> str:
        """The rules in words.

        >>> Rules(faces=8).description
        '3 v 2 dice, 8 faces, 2 pairs, ties to the defender'
        >>> Rules((8, 6, 6), Hand(2, to_highest=1)).description
        '8+6+6 v 2 dice, 6 faces, 2 pairs, ties to the defender; defence: +1 to the highest die'
        """
        attack, defence = dice_text(self.attack.dice), dice_text(self.defence.dice)
        if isinstance(self.pairs, int):
            pairs = pluralize(self.pairs, "pair")
        else:
            pairs = f"pairs {', '.join(map(str, self.pairs))}"
        winner = "nobody" if self.ties == "nobody" else f"the {self.ties}"
        faces = "1 face" if self.faces == 1 else f"{self.faces} faces"
        parts = [f"{attack} v {defence} dice, {faces}, {pairs}, ties to {winner}"]
        for side, hand in (("attack", self.attack), ("defence", self.defence)):
            if hand.remarks:
                parts.append(f"{side}: {', '.join(hand.remarks)}")
        return "; ".join(parts)

    @property
    def parts(self) -> dict[str, object]:
        """The arguments of the rules by name, in the types of JSON.

        >>> Rules(faces=8).parts["faces"]
        8
        """
        return {name: _plain(getattr(self, name)) for name in RULES_PARTS}

    def _always_tie(self, x: int, y: int) -> bool:
        from riskexact.rules.order_statistics import OrderStatistics, compare, count_losses

        pairs = self.scoring_pairs(x, y)
        sides = list(zip((self.attack, self.defence), self.thrown(x, y), (x, y), strict=True))
        # most dice do not tie at their least or their most, and need not be counted
        ours, theirs = (
            [
                hand.counted([die.faces[end] for die in thrown], thrown, kept)
                for end in (0, -1)  # the least and the greatest
            ]
            for hand, thrown, kept in sides
        )
        if any(any(compare(xs, ys, pairs, self.ties)) for xs, ys in product(ours, theirs)):
            return False
        attack, defence = (OrderStatistics(hand, self.faces, [n]) for hand, _, n in sides)
        return set(count_losses(attack, defence, pairs, self.ties)[x, y]) == {(0, 0)}


RULES_PARTS = Rules.__match_args__[:-1]
"""The arguments that define a round: all except the name."""


def _hand(dice: Dice | Hand, name: str) -> Hand:
    return dice if isinstance(dice, Hand) else Hand(checked_dice(dice, name, 1))


def _pairs(pairs: object, most: int) -> int | tuple[int, ...]:
    """Return the number of scoring pairs, or a tuple of their numbers if some are left out."""
    if pairs is None:
        return most
    if not isinstance(pairs, tuple | list):
        return min(whole(pairs, "pairs", 1), most)
    numbers = {whole(m, "pairs: each", 1) for m in pairs}
    if 1 not in numbers:
        raise RiskError(
            f"pairs must include the first, or one die a side would change nothing, "
            f"not {short_repr(pairs)}"
        )
    compared = tuple(sorted(m for m in numbers if m <= most))
    return len(compared) if compared[-1] == len(compared) else compared


def _plain(value: object) -> object:
    if isinstance(value, Hand):
        return {part: _plain(each) for part, each in value._non_default_fields().items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Die) else value


STANDARD = Rules(name="standard")
"""Three attack dice, two defence dice, all pairs compared, ties to the defender."""

SINGLE_LOSS = Rules(pairs=1, name="single-loss")
"""As `STANDARD`, but only the highest pair is compared, so that every round costs one unit.

Source: the "Verzögerungstaktik" of "Should I attack in Risk? (The Board Game)".
"""


def checked(attackers: object, defenders: object, rules: object) -> tuple[int, int]:
    """Return the start of a battle, after checking it and the rules."""
    checked_rules(rules)
    return forces(attackers, defenders)


def checked_rules(rules: object) -> Rules:
    """Return `rules` if it is a rule set; else raise `RiskError`."""
    if not isinstance(rules, Rules):
        raise RiskError(
            'rules must be a Rules value, such as riskexact.RULES["standard"], not '
            f"{short_repr(rules)}"
        )
    return rules
