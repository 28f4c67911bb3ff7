"""The questions about one battle, and the choice of the road that answers them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, Protocol

from riskexact.arguments import shown, whole
from riskexact.digits import DIGITS, decimal_text
from riskexact.distribution import Distribution
from riskexact.errors import RiskError
from riskexact.rules import STANDARD, Rules, State, Terminal, checked, is_over, lost, stopped, won
from riskexact.sizes import check_size

Method = Literal["auto", "recursion", "closed-form"]

METHODS = ("auto", "recursion", "closed-form")


class Road(Protocol):
    """What a module that computes the odds answers; the two are compared number for number."""

    def expected_values(
        self,
        attackers: int,
        defenders: int,
        rules: Rules,
        terminals: Sequence[Terminal],
        retreat_at: int,
        /,
    ) -> list[Fraction]:
        """Return the mean of each terminal over the ends of the battle."""

    def outcomes(
        self, attackers: int, defenders: int, rules: Rules, retreat_at: int, /
    ) -> dict[State, Fraction]:
        """Return the probability of each end of the battle."""

    def rounds(
        self, attackers: int, defenders: int, rules: Rules, retreat_at: int, /
    ) -> dict[int, Fraction]:
        """Return the probability of each number of rounds."""

    def mean_rounds(
        self, attackers: int, defenders: int, rules: Rules, retreat_at: int, /
    ) -> Fraction:
        """Return the mean number of rounds."""

    def held(self, attackers: int, defenders: int, rules: Rules, /) -> int:
        """Return how many exact numbers are held at once on the way."""


def road(method: str, rules: Rules) -> Road:
    """Return the module that computes, `recursion` or `closed_form`, which is imported only then.

    `"auto"` takes the closed form wherever there is one, which is for all rules whose rounds
    cost a fixed number of units.  Raises `RiskError` for another name, and for `"closed-form"`
    where there is none.

    >>> road("auto", STANDARD).__name__, road("recursion", STANDARD).__name__
    ('riskexact.closed_form', 'riskexact.recursion')
    """
    if method not in METHODS:
        raise RiskError(f"method must be one of {', '.join(METHODS)}, not {shown(method)}")
    if method == "recursion" or (method == "auto" and rules.fixed_cost is None):
        from riskexact import recursion

        return recursion
    from riskexact import closed_form

    closed_form.require(rules)
    return closed_form


def win_probability(
    attackers: int, defenders: int, rules: Rules = STANDARD, method: Method = "auto"
) -> Fraction:
    """Return the exact chance that the attacker wins a battle.

    - `attackers`: units free to fight, 0 or more; the one that must stay behind is not counted;
    - `defenders`: units, 0 or more, and not 0 on both sides;
    - `method`: "recursion" (the definition), "closed-form" (one sum of O(a + d) terms), or
      "auto", which takes the second wherever the rules have one.

    Both methods give the same Fraction.  Raises `RiskError`.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    >>> win_probability(3, 2, method="recursion")
    Fraction(6610505, 10077696)
    """
    return Battle(attackers, defenders, rules, method=method).win_probability


def win_decimal(
    attackers: int,
    defenders: int,
    digits: int = DIGITS,
    rules: Rules = STANDARD,
    method: Method = "auto",
) -> str:
    """Return the chance that the attacker wins to so many significant digits, all certain.

    Equivalent to `decimal_text(win_probability(attackers, defenders, rules, method), digits)`.
    Arguments and errors are those of the two.

    >>> win_decimal(10, 10, digits=20)
    '0.56759287213513042603'
    """
    return decimal_text(win_probability(attackers, defenders, rules, method), digits)


@dataclass(frozen=True)
class Battle:
    """One battle, fought until one side is gone or the attacker breaks off.

    - `attackers`, `defenders`: as for `win_probability`;
    - `retreat_at`: the attacker breaks off as soon as so many attackers or fewer are left (0:
      never).  A conquest comes first: with no defender left the battle is won whatever is left.
      From the start on or below that number nothing happens: one certain outcome.
    - `method`: as for `win_probability`.

    Raises `RiskError`.

    >>> battle = Battle(12, 15)
    >>> round(float(battle.win_probability), 6)
    0.387234
    >>> battle.win_probability + battle.lose_probability + battle.stop_probability
    Fraction(1, 1)
    """

    attackers: int
    defenders: int
    rules: Rules = STANDARD
    retreat_at: int = 0
    method: Method = "auto"

    def __post_init__(self) -> None:
        """Check every field, and refuse what would not fit before any work starts."""
        attackers, defenders = checked(self.attackers, self.defenders, self.rules)
        object.__setattr__(self, "attackers", attackers)
        object.__setattr__(self, "defenders", defenders)
        object.__setattr__(self, "retreat_at", whole(self.retreat_at, "retreat_at"))
        self._check_size(fractions=1)

    @property
    def win_probability(self) -> Fraction:
        """The exact chance that the attacker wins.

        >>> Battle(1, 2).win_probability
        Fraction(275, 2592)
        """
        return self.expected_value(won)

    @property
    def lose_probability(self) -> Fraction:
        """The exact chance that the attacker loses every unit that was free to fight.

        >>> Battle(1, 2).lose_probability
        Fraction(2317, 2592)
        """
        return self.expected_value(lost)

    @property
    def stop_probability(self) -> Fraction:
        """The exact chance that the attacker breaks off: 0 with `retreat_at=0`.

        >>> Battle(3, 1, retreat_at=2).stop_probability
        Fraction(49, 144)
        """
        return self.expected_value(stopped)

    def expected_value(self, terminal: Terminal) -> Fraction:
        """Return the exact mean of `terminal(attackers_left, defenders_left)`.

        The values of `terminal` must be Fractions or integers, else `RiskError`.  Equals the sum
        of probability × value over `outcomes`, without working those out.

        >>> Battle(5, 5).expected_value(lambda a, d: a - d)
        Fraction(297464852230443601, 1579460446107205632)
        """
        return self.expected_values(terminal)[0]

    def expected_values(self, *terminals: Terminal) -> list[Fraction]:
        """Return the exact means of several values of the end, in one go.

        >>> Battle(1, 1).expected_values(lambda a, d: a, lambda a, d: d)
        [Fraction(5, 12), Fraction(7, 12)]
        """
        return self._road.expected_values(*self._start, terminals, self.retreat_at)

    @cached_property
    def outcomes(self) -> Distribution[State]:
        """The exact distribution over (attackers_left, defenders_left), from best to worst.

        Raises `RiskError` where so many fractions would not fit in memory.

        >>> Battle(2, 1).outcomes
        Distribution({(2, 0): 125/216, (1, 0): 455/2592, (0, 1): 637/2592})
        """
        self._check_size(fractions=self.attackers + self.defenders)
        return Distribution(
            self._road.outcomes(*self._start, self.retreat_at),
            ("attackers_left", "defenders_left"),
        )

    @property
    def attackers_left(self) -> Distribution[int]:
        """The exact distribution of the attackers that are left.

        >>> Battle(2, 1).attackers_left.mean
        Fraction(3455, 2592)
        """
        return self.outcomes.map(lambda state: state[0])

    @property
    def defenders_left(self) -> Distribution[int]:
        """The exact distribution of the defenders that are left.

        >>> Battle(2, 1).defenders_left.mean
        Fraction(637, 2592)
        """
        return self.outcomes.map(lambda state: state[1])

    @cached_property
    def rounds(self) -> Distribution[int]:
        """The exact distribution of the number of rounds.

        Raises `RiskError` where a round may change nothing: the number is then unbounded, and
        `mean_rounds` has its exact mean.

        >>> Battle(2, 1).rounds
        Distribution({1: 125/216, 2: 91/216})
        """
        starts_over = is_over(self.attackers, self.defenders, self.retreat_at)
        if self.rules.fixed_cost is None and not starts_over:
            raise RiskError(
                f"the number of rounds has no largest value under these rules "
                f"({self.rules.label}), where a round may change nothing; take mean_rounds"
            )
        # each state on the border is kept apart by the number of rounds until then
        units = self.attackers + self.defenders
        states = self.rules.most_lost * (self.rules.attack_dice + self.rules.defence_dice)
        self._check_size(fractions=units * (1 + 2 * states))
        return Distribution(self._road.rounds(*self._start, self.retreat_at))

    @property
    def mean_rounds(self) -> Fraction:
        """The exact mean number of rounds, for any rules and in O(a + d) by closed form.

        >>> Battle(2, 1).mean_rounds
        Fraction(307, 216)
        """
        return self._road.mean_rounds(*self._start, self.retreat_at)

    def _check_size(self, fractions: int) -> None:
        """Refuse a battle whose answer, and what it takes to get there, would not fit."""
        held = self._road.held(*self._start)
        check_size(self.attackers, self.defenders, self.rules, fractions + held)

    @property
    def _road(self) -> Road:
        return road(self.method, self.rules)

    @property
    def _start(self) -> tuple[int, int, Rules]:
        return self.attackers, self.defenders, self.rules
