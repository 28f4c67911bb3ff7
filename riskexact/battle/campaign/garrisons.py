"""How a line of territories is held best: how many units on each.

Let one unit stay on each taken territory.  Theorem: under the rules of `TWO_EACH` a best spread is
among (1, …, 1, 2, …, 2, all others), with any number of ones; and it is the one without any where
attackers and units are twice as many as territories, or more.  Under single losses a best spread is
one on each and all others behind, always.

Coq checks it (proofs/README.md, How a line is held) for single losses; for `TWO_EACH`, that a best
spread is among those; and two on each for standard rules.  The rest is proved on paper
(riskexact/turn/README.md, A line of territories).
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, cast

from riskexact.base.arguments import short_repr, whole
from riskexact.base.certain import BITS_OF_CERTAIN, Certain, Enclosure, Real
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import Frozen
from riskexact.base.text import decimal_text
from riskexact.battle.battle import win_probability
from riskexact.battle.campaign import MAX_TERRITORIES, Campaign, checked_territories
from riskexact.battle.campaign.choices import Choice, Search
from riskexact.battle.campaign.sweep import Territory
from riskexact.odds.states import MAX_OUTCOMES_UNITS
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_with_loss

TWO_EACH = (
    "standard",
    "legacy-ammo-shortage",
    "legacy-fortification",
    "legacy-bear",
    "legacy-bear-against-bunker",
    "lotr-leader",
    "lotr-leader-against-stronghold",
    "2210-commander",
    "2210-space-station",
    "2210-commander-against-station",
    "2210-two-commanders",
    "godstorm-magic-defends",
)

MAX_CANDIDATES, MAX_UNITS_OF_CANDIDATES = 60, 20_000
"""Territories, and units of both sides, up to which candidates are compared."""

MAX_COMPARED_CELLS = 8_000_000
"""States of the battles in all spreads that are compared: about a quarter of a minute."""

MAX_LONG_LINE = 100
"""Territories of a line of more units than a fraction is computed for."""


BITS_OF_SMALL = 1 << 17
"""Bits before the first of a chance that is not 0, at which a line has digits in seconds."""

TEXT_ATTEMPTS = 4
"""Attempts at the digits of a chance, each with twice as many attackers; seconds."""


class Spread(NamedTuple):
    """The garrisons of a campaign, and the chance that the attacker takes all of them.

    The chance is a `Certain` where no fraction fits, and computed when it is asked for.
    """

    garrisons: tuple[int, ...]
    win_probability: Real


def best_garrisons(
    attackers: int,
    units: int,
    territories: int,
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
) -> Spread:
    """Return the spread of the units over the territories with the highest chance to hold.

    The defender holds unless the attacker takes all territories.  Every territory gets 1 unit or
    more; the other arguments are those of `Campaign`.  Where the theorem holds (see
    `is_shown`) the numbers are of any size; elsewhere all spreads are compared.  Among several
    best spreads that are compared, the first in lexicographic order is returned.

    Equivalent to a `Campaign` for each spread in turn; `choices` shows how the work is shared.
    Raises `RiskError` as `Campaign` does, for fewer units than territories, and if there are too
    many spreads to compare.

    >>> spread = best_garrisons(9, 7, 3)
    >>> spread.garrisons, round(float(spread.win_probability), 6)
    ((2, 2, 3), 0.580287)
    >>> best_garrisons(85_350, 10**5, 5)
    Spread(garrisons=(2, 2, 2, 2, 99992), win_probability=Certain(0.5039158827…))
    """
    a = whole(attackers, "attackers")
    n = whole(territories, "territories", 1, MAX_TERRITORIES)
    total = whole(units, "units", n)
    retreat = whole(retreat_at, "retreat_at")
    each = checked_territories([1] * n, rules, leave_behind)
    if retreat or not is_shown(each):
        return searched(a, total, each, retreat)
    rules_of_all = each[0].rules
    stands = candidates(a, total, n, rules_of_all)
    if len(stands) > 1 and n > MAX_CANDIDATES:
        return searched(a, total, each)
    spreads = [Spread(stand, chance_against(a, stand, rules_of_all)) for stand in stands]
    return min(spreads, key=attrgetter("win_probability"))


def is_shown(territories: Sequence[Territory]) -> bool:
    """Return whether the theorem says how these territories are held best."""
    (rules, stays), *others = {(each.rules, each.leave_behind) for each in territories}
    held = SINGLE_LOSS, *(RULES[name] for name in TWO_EACH)
    return not others and stays == 1 and rules in held


def is_proved(attackers: int, units: int, territories: Sequence[Territory]) -> bool:
    """Return whether Coq has proved the theorem for that number of units on these territories.

    Of single losses, one_on_each in LineSingle.v; where candidates are compared,
    ones_twos_rest_in_catalogue in LineCatalogue.v; elsewhere, of standard rules alone, two_on_each
    in LineBest.v.

    >>> [is_proved(9, units, checked_territories([1] * 3, STANDARD, 1)) for units in (5, 6)]
    [True, True]
    >>> line = checked_territories([1] * 3, "legacy-bear", 1)
    >>> [is_proved(9, units, line) for units in (5, 6)], is_proved(5, 7, line)
    ([True, False], True)
    """
    rules, compared = territories[0].rules, min(attackers, units) < 2 * len(territories)
    return is_shown(territories) and (compared or rules in (SINGLE_LOSS, STANDARD))


def candidates(attackers: int, units: int, territories: int, rules: Rules) -> list[tuple[int, ...]]:
    """Return the spreads of which one is best by the theorem, those with the most ones first."""
    n = territories
    least, most = max(0, 2 * n - 1 - units), n - 1
    if rules == SINGLE_LOSS or attackers < n:  # fewer attackers than territories cannot take all
        least = most
    elif min(attackers, units) >= 2 * n:
        most = 0
    return [
        (1,) * ones + (2,) * (n - 1 - ones) + (units - 2 * (n - 1) + ones,)
        for ones in range(most, least - 1, -1)
    ]


def chance_against(attackers: int, garrisons: tuple[int, ...], rules: Rules) -> Real:
    """Return the chance that all of a line is taken, of any size if all but the last are small."""
    n, units = len(garrisons), sum(garrisons)
    if attackers < n:
        return Fraction(0)
    if attackers + units <= MAX_OUTCOMES_UNITS:
        return Campaign(attackers, garrisons, rules).win_probability
    line = Line(attackers, garrisons, rules)
    if n > MAX_LONG_LINE:
        raise RiskError(
            f"territories must be at most {MAX_LONG_LINE} for more than {MAX_OUTCOMES_UNITS} "
            f"attackers and units in all, not {n}"
        )
    if min(attackers, units) >= 2 * n or rules == SINGLE_LOSS:
        return Certain(line)
    if attackers + units > MAX_UNITS_OF_CANDIDATES:
        raise RiskError(
            f"attackers and units must be {2 * n} or more each, twice the territories, for more "
            f"than {MAX_UNITS_OF_CANDIDATES} in all, not {short_repr(attackers)} and "
            f"{short_repr(units)}"
        )
    return line.exact


class Line(Frozen):
    """The chance to take a line whose last garrison is large, one unit left on each territory.

    Equivalent to `Campaign(attackers, garrisons, rules).win_probability`.  The first battles cost
    few units: those who come to the last one are known from a campaign of fewer attackers, which is
    the same as long as all dice are thrown.
    """

    attackers: int
    garrisons: tuple[int, ...]
    rules: Rules

    @property
    def exact(self) -> Fraction:
        """The chance itself, for few attackers."""
        last = self.garrisons[-1]
        arriving = self._arriving(self.attackers)
        return exact_sum(chance * win_probability(n, last, self.rules) for n, chance in arriving)

    def enclosed(self, part: Hashable, bits: int) -> Enclosure:
        """Return bounds of the chance, at most 2^-bits apart."""
        return next(
            (low, high)
            for low, high in self._narrowing(min(bits, BITS_OF_CERTAIN))
            if high - low <= Fraction(1, 2**bits)
        )

    def text(self, part: Hashable, digits: int) -> str:
        """Return `decimal_text` of the chance; `RiskError` where few attackers do not tell it."""
        for bounds in islice(self._narrowing(BITS_OF_CERTAIN + 4 * digits), TEXT_ATTEMPTS):
            low, high = (decimal_text(bound, digits) for bound in bounds)
            if low == high or {"0", "1"} & {low, high}:
                break
        if low == high:
            return low
        raise RiskError(
            f"win_probability must be 2^-{BITS_OF_SMALL} or more away from 0, 1 and what "
            f"is rounded otherwise, not nearer, to have {digits} digits"
        )

    def _narrowing(self, bits: int) -> Iterator[Enclosure]:
        """Yield ever narrower bounds, by twice as many attackers whose losses are counted.

        Those who come to the last battle with fewer win at most as often as the fewest that are
        counted (`odds.monotone`); how often they lose is `_lost_by_few`.
        """
        bits += len(self.garrisons) + self.rules.attack.units_for_max_dice
        while True:
            arriving = dict(self._arriving(few := min(bits, self.attackers)))
            ends = [
                [chance * end for end in self._sides(free, bits)]
                for free, chance in arriving.items()
            ]
            least_win, most_win, least_loss, most_loss = map(exact_sum, zip(*ends, strict=True))
            rest = 1 - exact_sum(arriving.values())
            if few == self.attackers:  # the others have lost
                least_loss += rest
                most_loss += rest
            else:
                fewest = min(arriving)
                most_win += rest * self._sides(fewest, bits)[1]
                most_loss += self._lost_by_few(fewest, rest, bits, most_loss / 2**bits)
            yield max(least_win, 1 - most_loss), min(most_win, 1 - least_loss)
            bits *= 2

    def _sides(self, free: int, bits: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Return bounds of the chances to win and to lose the last battle."""
        if free <= 0:
            return Fraction(0), Fraction(0), Fraction(1), Fraction(1)
        from riskexact.engine.decimals import enclosure

        low, high = enclosure(free, self.garrisons[-1], self.rules, bits, bits + BITS_OF_SMALL)
        return low, high, 1 - high, 1 - low

    def _lost_by_few(self, here: int, chance: Fraction, bits: int, enough: Fraction) -> Fraction:
        """Return a bound of the chance to come with fewer than `here` attackers, and to lose.

        The fewer come, the more often they lose, but the more seldom they are: m attackers or more
        are lost before with at most the chance E(s^lost) / s^m (Markov), as long as all dice are
        thrown.  `chance` bounds that of fewer than `here`; one below `enough` is taken as it is.
        """
        eighths, mean = next((n, mean) for n in range(6, -1, -1) if (mean := self._mean_power(n)))
        lost, total = self.attackers - len(self.garrisons) + 1 - here, Fraction(0)
        while chance > enough and here > (least := self.rules.attack.units_for_max_dice):
            below = max(least, here - lost // 4 - 1)
            total += chance * self._sides(below, bits)[3]
            lost, here = lost + here - below, below
            chance = min(chance, mean / 2 ** ((lost + 1) * eighths // 8))
        return total + chance

    def _mean_power(self, n: int) -> Fraction:
        """Return E(s^lost) before the last battle, s a little more than 2^(n/8); 0 for infinity."""
        s = Fraction(next(k for k in range(256, 513) if k**8 >= 2 ** (64 + n)), 256)
        mean = Fraction(1)
        for garrison in self.garrisons[:-1]:
            means = [Fraction(1)]
            for d in range(1, garrison + 1):
                dice = self.rules.attack.max_dice, self.rules.defence.dice_of(d)
                changes, throws = round_with_loss(*dice, self.rules)
                stays = exact_sum(c * s**i for (i, j), c in changes if not j)
                if stays >= throws:
                    return Fraction(0)
                falls = exact_sum(c * s**i * means[d - j] for (i, j), c in changes if j)
                means.append(falls / (throws - stays))
            mean *= means[-1]
        return mean

    def _arriving(self, few: int) -> Iterator[tuple[int, Fraction]]:
        """Yield the numbers of attackers who come to the last garrison, and their chances.

        Those of a campaign of `few` attackers are theirs, as far as all dice are thrown in it.
        """
        *first, _ = self.garrisons
        if not first:
            yield self.attackers, Fraction(1)
            return
        fewest = 0 if few == self.attackers else self.rules.attack.units_for_max_dice
        for (left, taken, _), chance in Campaign(few, first, self.rules).outcomes.items():
            if taken == len(first) and left >= fewest:
                yield left - 1 + self.attackers - few, chance


def searched(
    attackers: int, units: int, territories: Sequence[Territory], retreat_at: int = 0
) -> Spread:
    """Return the best of all spreads, which a Pareto search compares."""
    n = len(territories)
    cubed = 6 * MAX_COMPARED_CELLS // max(1, (n - 1) * attackers)
    if n > 1 and (units - n) ** 3 > cubed:
        raise RiskError(
            f"units must be at most {n + int(cubed ** (1 / 3))} where all spreads over {n} "
            f"territories are compared, against {short_repr(attackers)} attackers, not "
            f"{short_repr(units)}"
        )
    # the largest garrison first: no campaign is larger
    largest = [territories[0]._replace(garrison=units - n + 1), *territories[1:]]

    def choices(state: Hashable) -> list[Choice]:
        place, left = cast(tuple[int, int], state)
        if place == n - 1:
            return [(left, largest[place]._replace(garrison=left), None)]
        return [
            (g, largest[place]._replace(garrison=g), (place + 1, left - g))
            for g in range(1, left - (n - 1 - place) + 1)
        ]

    best = Search(attackers, (0, units), choices, largest, retreat_at, lowest=True).best()
    assert best is not None
    return Spread(*best)
