"""Balanced Blitz: a battle under the dice code of RISK: Global Domination, version 3.3.

The game's blitz mode draws the outcome of a battle from a distribution that is bent on purpose.  It
starts from the exact distribution, with W the chance that the attacker wins and L = 1 - W:

1. a W or an L of at most 0.05 becomes 0, and the other side takes all;
2. W becomes W^1.3 / (W^1.3 + L^1.3), and L the rest; the outcomes won by a side keep their
   proportions;
3. of the outcomes in order, from the best for the attacker to the best for the defender, a mass of
   0.10 is cut off at each end, and the remainder is scaled up to 1;
4. each chance is raised to the power 1.8, and scaled so that each side keeps its total.

These constants are those of `BLITZ_3_3`; a `BlitzVersion` has others.  The powers make the results
algebraic numbers, not fractions: they are given as certain digits.

The chance to win is a function of W alone (`engine.blitz` has the proof): 0 or 1 by step 1, else

    (S - 0.1) / 0.8, at least 0 and at most 1, where S = W^1.3 / (W^1.3 + L^1.3).

It never falls when W grows, and is 1/2 at 1/2: the better side has the better chance, and the ratio
of attackers to defenders at which large armies are equally strong is that of the exact battle.  No
outcome is needed for it, so that there are digits at any size.

*Stop Until*: the game can be told to stop when R attackers are left.  Its code keeps R attackers
out of the fight: the outcome is drawn for the others, the last of whom throw fewer dice, and R are
left where they lose.  (By hand, `Battle.retreat_at`, all dice are thrown until R are left.)

Source: smgstudio/risk-dice, "as of version 3.3", 2021-09-30, whose notice of 2025-04-17 announces
big changes with version 3.20: the live game may differ.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from riskexact.base.arguments import forces, shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.base.text import DIGITS
from riskexact.odds.states import MAX_OUTCOMES_UNITS, State, check_units
from riskexact.questions.battle import Battle
from riskexact.questions.tables import checked_line, win_table
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion, checked_version
from riskexact.rules.catalogue import rule_set

if TYPE_CHECKING:
    from riskexact.engine.blitz import BentOutcomes

MAX_BLITZ_DIGITS = 10_000


class LuckDecimals(NamedTuple):
    """The chances of an outcome at least as bad, and at least as good, in certain digits."""

    at_least_this_bad: str
    at_least_this_good: str


class BalancedBlitz(Frozen):
    """One battle in Balanced Blitz, its chances as certain digits.

    - `attackers`, `defenders`: units free to fight and defenders, 0 or more and not 0 on both
      sides: any number for the chances of both sides, and at most 2000 together for outcomes;
    - `rules`: the rule set, or its name; in the game a capital has three defence dice, for example;
    - `digits`: significant digits of every number, 1 to 10,000;
    - `version`: the constants;
    - `retreat_at`: attackers who stay out of the fight, the game's Stop Until.

    Raises `RiskError`.

    >>> battle = BalancedBlitz(3, 2, digits=4)
    >>> battle.win_decimal, battle.lose_decimal
    ('0.7478', '0.2522')
    >>> BalancedBlitz(854_000, 10**6, digits=15).win_decimal
    '0.749260336847350'
    """

    attackers: int
    defenders: int
    rules: Rules
    digits: int
    version: BlitzVersion
    retreat_at: int

    def __init__(
        self,
        attackers: int,
        defenders: int,
        rules: Rules | str = STANDARD,
        digits: int = DIGITS,
        version: BlitzVersion = BLITZ_3_3,
        retreat_at: int = 0,
    ) -> None:
        """Check every field."""
        a, d = forces(attackers, defenders)
        self._set(
            attackers=a,
            defenders=d,
            rules=rule_set(rules),
            digits=whole(digits, "digits", 1, MAX_BLITZ_DIGITS),
            version=checked_version(version),
            retreat_at=whole(retreat_at, "retreat_at"),
        )

    @property
    def win_decimal(self) -> str:
        """The chance that the attacker wins, in `digits` certain digits.

        >>> BalancedBlitz(10, 10, digits=10).win_decimal
        '0.6093773696'
        """
        return self._both[0]

    @property
    def lose_decimal(self) -> str:
        """The chance that no attacker is left, in `digits` certain digits.

        >>> BalancedBlitz(20, 15).lose_decimal  # 14 % in the exact battle
        '0'
        """
        return "0" if self._staying else self._both[1]

    @property
    def stop_decimal(self) -> str:
        """The chance that both sides have units left: 0 unless attackers stay out of the fight.

        >>> BalancedBlitz(13, 10, digits=4, retreat_at=3).stop_decimal
        '0.3906'
        """
        return self._both[1] if self._staying else "0"

    @cached_property
    def outcome_decimals(self) -> Mapping[State, str]:
        """The chance of each possible outcome, in `digits` certain digits, from best to worst.

        >>> dict(BalancedBlitz(1, 2, digits=4).outcome_decimals)
        {(0, 1): '0.03892', (0, 2): '0.9611'}
        """
        states = self._bent.states
        texts = self._sums([frozenset({i}) for i in range(len(states))])
        return FrozenMapping(dict(zip(states, texts, strict=True)))

    def luck(self, attackers_left: int, defenders_left: int) -> LuckDecimals:
        """Return the chances of an outcome at least this bad, and at least this good.

        As `Battle.luck`; raises `RiskError` for what cannot be an outcome in Balanced Blitz, such
        as one that is cut off.

        >>> BalancedBlitz(12, 9, digits=4).luck(3, 0)
        LuckDecimals(at_least_this_bad='0.2091', at_least_this_good='0.8892')
        """
        left, states = forces(attackers_left, defenders_left), self._bent.states
        if left not in states:
            raise RiskError(
                f"left must be an end of {self.attackers} against {self.defenders} in Balanced "
                f"Blitz, not attackers {shown(left[0])} and defenders {shown(left[1])}"
            )
        i = states.index(left)
        bad, good = frozenset(range(i, len(states))), frozenset(range(i + 1))
        return LuckDecimals(*self._sums([bad, good]))

    @property
    def _staying(self) -> int:
        return min(self.retreat_at, self.attackers) if self.defenders else 0

    @cached_property
    def _both(self) -> tuple[str, str]:
        from riskexact.engine.decimals import win_texts

        fighting = self.attackers - self._staying
        return win_texts(fighting, self.defenders, self.digits, self.rules, self.version)

    @cached_property
    def _bent(self) -> "BentOutcomes":
        check_units(
            self.attackers, self.defenders, MAX_OUTCOMES_UNITS, "outcomes in Balanced Blitz"
        )
        return bent_outcomes(
            self.attackers, self.defenders, self.rules, self.version, self._staying
        )

    def _sums(self, parts: list[frozenset[int]]) -> list[str]:
        from riskexact.engine.blitz import certain_parts

        return certain_parts(self._bent.balls, parts, self.digits)


def bent_outcomes(
    attackers: int, defenders: int, rules: Rules, version: BlitzVersion, staying: int = 0
) -> "BentOutcomes":
    """Return the outcomes that Balanced Blitz leaves, with their chances as balls.

    - `staying`: attackers of these who stay out of the fight, at most all of them, and 0 if there
      is no defender.

    >>> bent_outcomes(1, 2, STANDARD, BLITZ_3_3).states
    [(0, 1), (0, 2)]
    """
    from riskexact.engine.blitz import BentOutcomes

    return BentOutcomes(Battle(attackers - staying, defenders, rules).outcomes, version, staying)


def blitz_table(
    attackers: Iterable[int],
    defenders: Iterable[int],
    rules: Rules | str = STANDARD,
    digits: int = DIGITS,
    version: BlitzVersion = BLITZ_3_3,
) -> Mapping[State, str]:
    """Return `BalancedBlitz.win_decimal` of each number of attackers and each of defenders.

    - `attackers`, `defenders`: the rows and the columns, as for `win_table`;
    - all else: as for `BalancedBlitz`.

    The keys are (attackers, defenders), row by row.  Raises `RiskError`.

    >>> dict(blitz_table([3, 10], [2, 10], digits=3))
    {(3, 2): '0.748', (3, 10): '0', (10, 2): '1', (10, 10): '0.609'}
    """
    from riskexact.engine.blitz import bent_texts

    rows, columns = checked_line(attackers, "attackers"), checked_line(defenders, "defenders")
    forces(min(rows), min(columns))
    digits = whole(digits, "digits", 1, MAX_BLITZ_DIGITS)
    checked_version(version)
    if max(rows) + max(columns) <= MAX_OUTCOMES_UNITS:
        exact = win_table(rows, columns, rules).items()
        return FrozenMapping({cell: bent_texts(win, digits, version)[0] for cell, win in exact})
    return FrozenMapping(
        {
            (a, d): BalancedBlitz(a, d, rules, digits, version).win_decimal
            for a in rows
            for d in columns
        }
    )


def bounds(text: str) -> tuple[Fraction, Fraction]:
    """Return between which numbers a value lies, given its certain digits.

    >>> bounds("0.25"), bounds("1 - 2e-9")[1] < 1
    ((Fraction(49, 200), Fraction(51, 200)), True)
    """
    if text in ("0", "1"):
        return Fraction(text), Fraction(text)
    if text.startswith("1 - "):
        low, high = bounds(text[4:])
        return 1 - high, 1 - low
    mantissa, _, exponent = text.partition("e")
    places = len(mantissa.partition(".")[2])
    half = Fraction(10) ** (int(exponent or 0) - places) / 2
    value = Fraction(Decimal(text))  # which may have more than the 4300 digits of an int
    return value - half, value + half
