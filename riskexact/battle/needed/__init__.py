"""The smallest force with a given chance, exact, for every rule set and of any size.

Where more units never hurt (`odds.monotone`; proved for every rule set of the catalogue, as
`more_units_never_hurt` of proofs/README.md says), a force is found by bisection, and each
comparison is certain.  Elsewhere another unit may mean one die more, and that may be a
disadvantage: up to 1,000 units are tried one after the other (`growing`).

In Balanced Blitz the chance is compared with the exact one that is adjusted to the goal (`unbent`):
where that is irrational, with two fractions that it lies between, which agree in the end.

Two chances are compared by certain digits, and by the fraction where they tie: digits decide unless
the chance is the goal itself (riskexact/battle/proofs.md, Chances that are the goal).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import count, islice
from math import isqrt

from riskexact.base.arguments import ExactChance, short_repr, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError, is_installed
from riskexact.base.fractions import whole_root
from riskexact.base.frozen import cached_property
from riskexact.battle.battle import win_probability
from riskexact.battle.methods import LIBRARY, chosen
from riskexact.battle.needed.growing import (
    MAX_TRIED,
    brief,
    not_tried,
    out_of_reach,
    settled,
    tried,
)
from riskexact.odds.bounds import win_bound
from riskexact.odds.monotone import is_monotone
from riskexact.odds.states import MAX_UNITS
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rule_set
from riskexact.rules.dice import base_of, round_with_loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.rules.blitz import BlitzVersion

BITS_OF_BOUNDS = 64
"""The bits of the first bounds of a chance that is adjusted to the goal."""

FIRST_BITS, MAX_COMPARED_BITS = 16, 1 << 14
"""The bits of the first and of the last bounds of a chance that may be the goal."""

UNITS_OF_FRACTIONS = {"engine": 1000, "closed-form": 200, "recursion": 40}
"""Units of both sides together up to which a fraction takes less time than its first digits.

By the method of the fraction; where four times the bits are asked for, twice the units.
"""

CERTAIN_BITS = 1024
"""Bits that leave no doubt that a chance is the goal, if it may be."""


def attackers_needed(
    defenders: int,
    chance: ExactChance,
    rules: Rules | str = STANDARD,
    blitz: "BlitzVersion | bool | None" = None,
) -> int:
    """Return the smallest number of attackers, free to fight, that win with at least that chance.

    - `defenders`: units, 0 or more;
    - `chance`: a `Fraction`, an `int`, a `Decimal`, or text such as "9/10" or "90%", 0 to 1;
    - `blitz`: True or a `BlitzVersion` for the chance in Balanced Blitz.

    The first of 0, 1, 2, … with `win_probability(n, defenders, rules) >= chance`: 0 for the chance
    0, except that it takes an attacker to walk in where nobody defends.

    Raises `RiskError` for anything else, where no number of attackers has the chance, where it
    cannot be told from the chance of a force, and, for rules under which more units
    may hurt, where none of the first 1,000 has it.

    >>> attackers_needed(10, "90%"), attackers_needed(10**9, "90%")
    (16, 853473027)
    >>> attackers_needed(50, "80%", blitz=True), attackers_needed(50, "80%")
    (49, 53)
    >>> attackers_needed(10, 1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be one that some number of attackers reaches ...
    """
    return Contest(rules, "attackers", defenders, blitz).least(chance)


def garrison_needed(
    attackers: int,
    chance: ExactChance,
    rules: Rules | str = STANDARD,
    blitz: "BlitzVersion | bool | None" = None,
) -> int:
    """Return the smallest number of defenders that hold with at least that chance.

    To hold is that the attacker does not win.  `attackers` are free to fight; all else is as for
    `attackers_needed`, with the sides exchanged: the first of 0, 1, 2, … with
    `1 - win_probability(attackers, n, rules) >= chance`.

    >>> garrison_needed(10, "90%")
    19
    """
    return Contest(rules, "defenders", attackers, blitz).least(chance)


def defenders_takeable(
    attackers: int,
    chance: ExactChance,
    rules: Rules | str = STANDARD,
    blitz: "BlitzVersion | bool | None" = None,
) -> int:
    """Return the largest number of defenders that `attackers` take with at least that chance.

    The last of 0, 1, 2, … with `win_probability(attackers, n, rules) >= chance`, which is 0 if not
    even one can be taken.  `attackers` are free to fight, 0 or more.

    Raises `RiskError` as `attackers_needed` does, and where there is no largest number, as for the
    chance 0.

    >>> defenders_takeable(10, "90%"), defenders_takeable(10**12, "90%")
    (5, 1171761367582)
    """
    return Contest(rules, "defenders", attackers, blitz).greatest(chance)


class Contest:
    """The battles of one side, which grows, against a number of units of the other.

    P(n) is the chance of n units of the side that grows, the attacker's to win or the defender's to
    hold.
    """

    def __init__(
        self,
        rules: Rules | str,
        side: str,
        opposed: int,
        blitz: "BlitzVersion | bool | None" = None,
    ) -> None:
        self._side, self._attacks = side, side == "attackers"
        self._opposed = whole(opposed, "defenders" if self._attacks else "attackers")
        self._rules = rule_set(rules)
        self._seen = self._rules if self._attacks else exchanged(self._rules)
        self._blitz: BlitzVersion | None = None
        if blitz:
            from riskexact.rules.blitz import checked_version

            self._blitz = checked_version(blitz)

    def least(self, chance: ExactChance) -> int:
        """Return the least n with P(n) >= chance; else raise `RiskError`."""
        goal = checked_chance(chance)
        if not (goal and self._opposed):
            return int(not self._opposed)
        found = self._decided(goal, self._least)
        if found is None:
            raise out_of_reach(
                goal, None if self._blitz else self._limit, self._side, self._opponent
            )
        return found

    def greatest(self, chance: ExactChance) -> int:
        """Return the greatest n with 1 - P(n) >= chance; else raise `RiskError`."""
        goal = checked_chance(chance)
        if goal == 0:
            raise RiskError(
                "chance must be more than 0 for a largest number of defenders, not 0: any number "
                "is taken with that"
            )
        if not self._opposed:
            return 0
        found = self._decided(goal, self._greatest)
        if found is None:
            tends = f": with ever more of them it tends to {brief(1 - self._limit)}"
            raise RiskError(
                f"chance must be one for which some number of {self._side} is the largest against "
                f"{self._opponent}, not {brief(goal)}{'' if self._blitz else tends}"
            )
        return found

    def _decided(
        self, goal: Fraction, search: "Callable[[Fraction, bool], int | None]"
    ) -> int | None:
        """Return what the search finds for a goal, in Balanced Blitz for that adjusted to it."""
        if self._blitz is None:
            return search(goal, False)
        for attempt in count():
            low, high, strict = unbent(goal, self._blitz, BITS_OF_BOUNDS << attempt)
            found = search(low, strict)
            if low == high or found == search(high, strict):
                break
        return found

    def _least(self, goal: Fraction, strict: bool) -> int | None:
        """Return the least n with P(n) >= goal, or > goal."""
        if not is_monotone(self._rules):
            for n, win in self._tried():
                if win > goal or (win == goal and not strict):
                    return n
            raise not_tried(goal, self._side)
        # where it tends to 1, some number may be certain
        if goal < self._limit or (
            goal == self._limit and self._above(settled(self._territories), Fraction(1)) == 0
        ):
            return first(partial(self._above, goal=goal), self._even, strict)
        return None

    def _greatest(self, goal: Fraction, strict: bool) -> int | None:
        """Return the greatest n with 1 - P(n) >= goal, or > goal."""
        below = 1 - goal
        if is_monotone(self._rules):
            if below >= self._limit:
                return None
            return first(partial(self._above, goal=below), self._even, not strict) - 1
        try:
            last, bound = 0, win_bound(self._rules)
        except RiskError:  # the chance need not tend to 0
            raise not_tried(goal, self._side) from None
        for n, holds in self._tried():
            if holds < below or (holds == below and not strict):
                last = n
            if bound.at(self._opposed, n) < goal:  # and so it is for all that follow
                return last
        raise not_tried(goal, self._side)

    def _tried(self) -> Iterator[tuple[int, Fraction]]:
        for n, value, over in islice(tried(self._territories), 1, MAX_TRIED + 1):
            yield n, Fraction(value, over)

    def _above(self, n: int, goal: Fraction) -> Fraction:
        """Return about P(n) - goal, with its sign."""
        if self._attacks:
            return difference(n, self._opposed, goal, self._rules)
        return -difference(self._opposed, n, 1 - goal, self._rules)

    @property
    def _territories(self) -> list[tuple[int, Rules, int]]:
        return [(self._opposed, self._seen, 0)]

    @cached_property
    def _limit(self) -> Fraction:
        """What P(n) tends to where more units never hurt.

        It is 0 if a round of all dice costs some number of the other side's dice none, and else 1.
        """
        _, dice = self._seen.dice(1, self._opposed)
        full = self._seen.attack.max_dice
        rounds = [round_with_loss(full, y, self._seen)[0] for y in range(1, dice + 1)]
        return Fraction(all(any(lost[1] for lost, _ in changes) for changes in rounds))

    @property
    def _even(self) -> int:
        """About how many are as strong as the other side, where the limit is 1."""
        dice = self._seen.attack.max_dice, self._seen.defence.dice_of(self._opposed)
        changes, _ = round_with_loss(*dice, self._seen)
        ours, theirs = (sum(lost[k] * count for lost, count in changes) for k in (0, 1))
        return self._opposed * ours // theirs

    @property
    def _opponent(self) -> str:
        other = ("defender" if self._attacks else "attacker") + "s" * (self._opposed != 1)
        blitz = f" in Balanced Blitz of version {self._blitz.name}" if self._blitz else ""
        return f"{short_repr(self._opposed)} {other} under {in_words(self._rules)}{blitz}"


def first(above: Callable[[int], Fraction], guess: int, strict: bool) -> int:
    """Return the least n >= 1 with above(n) >= 0, or > 0; `above` never falls, and gets there.

    From the guess on in steps that double, until there is one on each side; then where the chord
    between them is 0; each third step is a bisection.
    """
    low = high = 0
    under = over = Fraction(0)
    n, step = max(guess, 1), isqrt(guess) + 1
    for turn in count():
        value = above(n)
        if value > 0 or (value == 0 and not strict):
            high, over = n, value
        else:
            low, under = n, value
        if high == low + 1:
            break
        if not (low and high):
            n, step = max(high - step, 1) if high else low + step, 2 * step
        elif turn % 3:
            n = min(max(low + int((high - low) * under / (under - over)), low + 1), high - 1)
        else:
            n = (low + high) // 2
    return high


def difference(attackers: int, defenders: int, goal: Fraction, rules: Rules) -> Fraction:
    """Return about `win_probability(attackers, defenders, rules)` less the goal; its sign is exact.

    The rules are such that more units never hurt (`odds.monotone`).  Raises `RiskError` where
    neither digits nor a fraction can tell, as above.
    """
    if attackers == defenders and exchanged(rules) == rules:
        return Fraction(1, 2) - goal
    if goal == 1:
        attackers = min(attackers, settled([(defenders, rules, 0)]))
    elif goal == 0:
        defenders = min(defenders, settled([(attackers, exchanged(rules), 0)]))
    units, method = attackers + defenders, chosen("win", attackers, defenders, rules)
    fits = method != "recursion" and units <= MAX_UNITS
    for attempt in count():
        bits = FIRST_BITS << 2 * attempt
        if (
            units <= UNITS_OF_FRACTIONS[method] << attempt
            or (fits and bits > CERTAIN_BITS and _may_be(goal, rules))
            or (fits and not is_installed(LIBRARY))
        ):
            return win_probability(attackers, defenders, rules) - goal
        from riskexact.engine.decimals import enclosure

        finest = bits + 2 + goal.denominator.bit_length()
        low, high = enclosure(attackers, defenders, rules, bits, finest)
        if low == high or not low <= goal <= high:
            return (low if low > goal else high) - goal
        if bits >= MAX_COMPARED_BITS and _may_be(goal, rules):
            break
    raise RiskError(
        f"chance {brief(goal)} cannot be compared: the chance of {short_repr(attackers)} attackers "
        f"against {short_repr(defenders)} agrees with it to {MAX_COMPARED_BITS} bits, and "
        f"its fraction is too large"
    )


def _may_be(goal: Fraction, rules: Rules) -> bool:
    """Return whether the denominator of a chance may be that of the goal."""
    return pow(base_of(rules), goal.denominator.bit_length(), goal.denominator) == 0


@lru_cache(maxsize=1024)
def exchanged(rules: Rules) -> Rules:
    """Return the rules as the other side sees them."""
    ties = {"defender": "attacker", "attacker": "defender"}.get(rules.ties, "nobody")
    sides = {"attack_dice": rules.defence_dice, "defence_dice": rules.attack_dice}
    if not rules.defence.at_most_attack:
        return rules.replace(**sides, ties=ties, name=None)
    seen = object.__new__(Rules)  # which nobody plays, so that its check would refuse them
    seen._set(**rules._named() | sides | {"ties": ties, "name": None})
    return seen


def unbent(goal: Fraction, version: "BlitzVersion", bits: int) -> tuple[Fraction, Fraction, bool]:
    """Return fractions between which the least W with B(W) >= goal is, and if B(W) > goal is meant.

    They are equal, or about 2^-bits apart; the goal is more than 0.  B(W) is the adjusted chance
    (`engine.blitz`), which never falls.  With n, c and p as there: the bound is r / (1 + r), where
    r^p = g / (1 - g) and g = c + (1 - 2c) goal, but not less than n, nor more than 1 - n
    (riskexact/battle/proofs.md, The goal in Balanced Blitz).
    """
    least, power = version.negligible, version.sharper
    g = version.cut + (1 - 2 * version.cut) * goal
    if g == 1:
        return 1 - least, 1 - least, False
    to_the_u = (g / (1 - g)) ** power.denominator
    if least and to_the_u <= (least / (1 - least)) ** power.numerator:
        return least, least, True
    if least and to_the_u >= ((1 - least) / least) ** power.numerator:
        return 1 - least, 1 - least, False
    low, high = (r / (1 + r) for r in _root(to_the_u, power.numerator, bits))
    return low, high, False


def _root(value: Fraction, degree: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return bounds of a root, equal if it is a fraction, else at most 2^-bits apart."""
    above, below = (whole_root(n, degree) for n in value.as_integer_ratio())
    if Fraction(above, below) ** degree == value:
        return Fraction(above, below), Fraction(above, below)
    scaled = whole_root((value.numerator << degree * bits) // value.denominator, degree)
    return Fraction(scaled, 1 << bits), Fraction(scaled + 1, 1 << bits)
