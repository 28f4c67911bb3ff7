"""The questions about one battle, and the choice of the road that answers them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, Protocol

from riskexact.arguments import shown, whole
from riskexact.catalogue import label
from riskexact.digits import DIGITS, decimal_text
from riskexact.distribution import Distribution
from riskexact.errors import RiskError
from riskexact.rules import STANDARD, Rules, checked
from riskexact.sizes import MOST_CELL_UNITS, check_size, check_units
from riskexact.states import State, Terminal, is_over, lost, stopped, won

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


FEWEST_FOR_ENGINE = 150
"""Units from which on `engine.cell` is worth the import of its library, some 60 ms; measured."""


def by_engine(attackers: int, defenders: int, rules: Rules) -> bool:
    """Return whether `engine.cell` computes the win probability under method "auto".

    >>> by_engine(100, 100, STANDARD), by_engine(17, 6, STANDARD), by_engine(100, 100, Rules(4, 2))
    (True, False, False)
    """
    if attackers + defenders < FEWEST_FOR_ENGINE or attackers < 3 or defenders < 2:
        return False
    if (rules.attack.most, rules.defence.most) != (3, 2):
        return False
    from riskexact.engine import cell

    return cell.applies(rules)


class _Outcomes(Protocol):
    """The part of a road that gives the ends of a battle."""

    def outcomes(
        self, attackers: int, defenders: int, rules: Rules, retreat_at: int, /
    ) -> dict[State, Fraction]:
        """Return the probability of each end of the battle."""


def road(method: str, rules: Rules) -> Road:
    """Return the module that computes, `recursion` or `closed_form`, which is imported only then.

    `"auto"` takes the closed form wherever there is one, which is for all rules whose rounds
    cost a fixed number of units and that do not change after the first.  Raises `RiskError` for
    another name, and for `"closed-form"` where there is none.

    >>> road("auto", STANDARD).__name__, road("recursion", STANDARD).__name__
    ('riskexact.closed_form', 'riskexact.recursion')
    """
    if method not in METHODS:
        raise RiskError(f"method must be one of {', '.join(METHODS)}, not {shown(method)}")
    if method == "recursion" or (method == "auto" and not rules.has_closed_form):
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
      "auto", which takes the second wherever the rules have one, and computes it by binary
      splitting where that is faster (`engine.cell`: 3 v 2 dice, and 150 units or more).

    All methods give the same Fraction.  Raises `RiskError`.

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

    Equivalent to `decimal_text(win_probability(attackers, defenders, rules, method), digits)`,
    whose arguments and errors it has; but with method "auto" also at sizes where no fraction would
    fit: any size for 3 v 2 dice, and to some 10^5 for other rules whose rounds cost a fixed number
    of units.  The digits then come from balls with proved bounds (`engine.decimals`).

    >>> win_decimal(10, 10, digits=20)
    '0.56759287213513042603'
    >>> win_decimal(10**18, 10**18, digits=5)
    '1 - 4.6003e-2057091910374875'
    """
    checked(attackers, defenders, rules)
    if method == "auto" and rules.has_closed_form and attackers + defenders >= FEWEST_FOR_ENGINE:
        return win_and_lose_decimals(attackers, defenders, digits, rules)[0]
    return decimal_text(win_probability(attackers, defenders, rules, method), digits)


def win_and_lose_decimals(
    attackers: int, defenders: int, digits: int = DIGITS, rules: Rules = STANDARD
) -> tuple[str, str]:
    """Return the chances of both sides to so many significant digits, all certain.

    For rules whose rounds cost a fixed number of units; as `win_decimal` with method "auto".

    >>> win_and_lose_decimals(10, 10, digits=5)
    ('0.56759', '0.43241')
    """
    from riskexact.engine.decimals import win_texts

    return win_texts(attackers, defenders, digits, rules)


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
        road(self.method, self.rules)
        if self._by_engine:
            check_units(attackers, defenders, MOST_CELL_UNITS)
        else:
            self._check_size(fractions=1)

    @property
    def win_probability(self) -> Fraction:
        """The exact chance that the attacker wins.

        >>> Battle(1, 2).win_probability
        Fraction(275, 2592)
        """
        if self._by_engine:
            from riskexact.engine import cell

            return cell.win_probability(self.attackers, self.defenders, self.rules)
        return self.expected_value(won)

    @property
    def lose_probability(self) -> Fraction:
        """The exact chance that the attacker loses every unit that was free to fight.

        >>> Battle(1, 2).lose_probability
        Fraction(2317, 2592)
        """
        if self._by_engine:
            return 1 - self.win_probability
        return self.expected_value(lost)

    @property
    def stop_probability(self) -> Fraction:
        """The exact chance that the attacker breaks off: 0 with `retreat_at=0`.

        >>> Battle(3, 1, retreat_at=2).stop_probability
        Fraction(49, 144)
        """
        return self.expected_value(stopped) if self.retreat_at else Fraction(0)

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
        self._check_size(fractions=1)
        return self._road.expected_values(*self._start, terminals, self.retreat_at)

    @cached_property
    def outcomes(self) -> Distribution[State]:
        """The exact distribution over (attackers_left, defenders_left), from best to worst.

        Raises `RiskError` where so many fractions would not fit in memory.

        >>> Battle(2, 1).outcomes
        Distribution({(2, 0): 125/216, (1, 0): 455/2592, (0, 1): 637/2592})
        """
        units = self.attackers + self.defenders
        self._check_size(fractions=units)
        road: _Outcomes = self._road
        if self.method == "auto" and self.rules.has_closed_form and units >= FEWEST_FOR_ENGINE:
            from riskexact.engine import outcomes as road
        return Distribution(
            road.outcomes(*self._start, self.retreat_at), ("attackers_left", "defenders_left")
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
                f"({label(self.rules)}), where a round may change nothing; take mean_rounds"
            )
        # each state on the border is kept apart by the number of rounds until then
        units = self.attackers + self.defenders
        states = self.rules.most_lost * (self.rules.attack.full + self.rules.defence.full)
        self._check_size(fractions=units * (1 + 2 * states))
        return Distribution(self._road.rounds(*self._start, self.retreat_at))

    @property
    def mean_rounds(self) -> Fraction:
        """The exact mean number of rounds, for any rules and in O(a + d) by closed form.

        >>> Battle(2, 1).mean_rounds
        Fraction(307, 216)
        """
        self._check_size(fractions=1)
        return self._road.mean_rounds(*self._start, self.retreat_at)

    def _check_size(self, fractions: int) -> None:
        """Refuse a battle whose answer, and what it takes to get there, would not fit."""
        held = self._road.held(*self._start)
        check_size(self.attackers, self.defenders, self.rules, fractions + held)

    @property
    def _by_engine(self) -> bool:
        fought_out = self.method == "auto" and self.retreat_at == 0
        return fought_out and by_engine(self.attackers, self.defenders, self.rules)

    @property
    def _road(self) -> Road:
        return road(self.method, self.rules)

    @property
    def _start(self) -> tuple[int, int, Rules]:
        return self.attackers, self.defenders, self.rules
