"""The whole game on two territories, solved for all numbers of armies."""

from riskexact.base.arguments import whole
from riskexact.base.interval import Interval
from riskexact.battle.question import Displayed, Parts
from riskexact.game.answers import Game
from riskexact.game.bellman import DuelValues, certified
from riskexact.odds.states import armies_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, label, rule_set
from riskexact.turn.position import Position

MAX_DUEL_ARMIES, MAX_REINFORCEMENTS = 1000, 80
"""Of a side, a second, and of a turn, some seconds for the check."""


class Duel(Displayed):
    """The chance of the player whose turn begins, and best play.

    - `lower`: what he can force; `upper`: what the other cannot prevent; `proved`: they are equal;
    - `policy`: best for both at all positions; `certificate`: the finite check of that (`bellman`).

    Where the check fails, as for rules that favour the defender, `policy` and `certificate` are
    None, and the bounds are those of a capped `Game`: both sides may stand off for ever.
    """

    def __init__(self, mine: int, enemy: int, reinforcements: int, rules: Rules) -> None:
        self.mine, self.enemy, self.reinforcements, self.rules = mine, enemy, reinforcements, rules
        self.certificate = certified(rules, reinforcements)
        self.policy = self.certificate.policy if self.certificate else None
        if self.policy:
            values = DuelValues(rules, reinforcements, self.policy)
            self.lower = self.upper = values.far(mine + reinforcements, enemy)
        else:
            position = Position("line-2", {"A": mine}, {"B": enemy})
            self.lower, self.upper = Game("line-2", reinforcements, rules).value(position)
        self.proved = self.lower == self.upper

    def _key(self) -> tuple[object, ...]:
        return self.mine, self.enemy, self.reinforcements, self.rules

    def words(self) -> str:
        """Return the question in words, as titles have it.

        >>> duel(5, 2).words()
        '5 armies against 2 on two territories, 3 new ones a turn, standard rules'
        """
        sides = f"{armies_text(self.mine)} against {self.enemy} on two territories"
        return f"{sides}, {self.reinforcements} new ones a turn, {in_words(self.rules)}"

    @property
    def brief(self) -> str:
        """The question in few words."""
        return f"{self.mine} v {self.enemy}, {self.reinforcements} a turn, {label(self.rules)}"

    def _answer(self) -> str:
        return Interval(self.lower, self.upper).text()

    def _parts(self) -> Parts:
        if self.proved:
            return [("wins", self.lower, "good"), ("loses", 1 - self.lower, "bad")], []
        return [("at least", self.lower, "good"), ("at most", self.upper, "good")], []


def duel(mine: int, enemy: int, reinforcements: int = 3, rules: Rules | str = STANDARD) -> Duel:
    """Return the chance to win the whole game on two territories, and the best policy.

    - `mine`, `enemy`: the armies of the player whose turn begins, before he places new ones, and
      those of the other, 1 to `MAX_DUEL_ARMIES`;
    - `reinforcements`: the new armies of each turn, 1 to `MAX_REINFORCEMENTS`.

    The players take turns: the mover adds his new armies, and attacks as often as he likes, with as
    many dice as he likes.  Equals `DuelValues`, a recursion.  Under the standard rules, from 3
    reinforcements on, Coq proves what 1 against 1 is worth, and that no play is better than best
    play: two_countries in proofs/README.md.  Raises `RiskError`, also for more armies than `Game`
    has, where the check of the policy fails.

    >>> found = duel(1, 1)
    >>> found, found.lower, found.policy.dice(3, 3), found.policy.dice(3, 4)
    (<Duel 1 v 1, 3 a turn, standard: 92.3 %>, Fraction(373248, 404461), 2, 0)
    """
    return Duel(
        whole(mine, "mine", 1, MAX_DUEL_ARMIES),
        whole(enemy, "enemy", 1, MAX_DUEL_ARMIES),
        whole(reinforcements, "reinforcements", 1, MAX_REINFORCEMENTS),
        rule_set(rules),
    )
