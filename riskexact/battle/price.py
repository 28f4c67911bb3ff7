"""The price of garrisons: the units that an attacker with plenty of them loses to take them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from riskexact.base.arguments import ExactChance, chance, index, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple, cached_property
from riskexact.base.text import counted_each, decimal_text
from riskexact.battle.campaign import brief_words, checked_territories, one_or_each
from riskexact.battle.campaign.sweep import Territory
from riskexact.battle.needed.growing import common_base
from riskexact.battle.question import Parts, Question, each_in_words
from riskexact.odds.price import masses, price
from riskexact.odds.states import MAX_OUTCOMES_UNITS, MAX_UNITS
from riskexact.rules import STANDARD, Rules


class Numerators(NamedTuple):
    """What makes the chances that n units are lost, and at most n, by the power of a base."""

    mass: int
    total: int
    scale: int

    def reaches(self, wanted: Fraction) -> bool:
        """Return whether at most n units are lost with that chance or a higher one."""
        return self.total * wanted.denominator >= wanted.numerator * self.scale


class Price(Question):
    """The units lost to take garrisons, one after another, with plenty of attackers.

    - `garrisons`: the defenders of one territory, or of each, 0 or more;
    - `rules`: one rule set for all battles, or one for each territory.

    Plenty means that every round is thrown with the most attack dice: the limit of infinitely many
    attackers.  Units left behind on the way are not lost, and `left_behind` counts them apart.  Any
    number of units may be lost, so the chances have no end: `pmf`, `cdf`, `sf` and `quantile` are
    those of a `Distribution`.

    Equivalent to `Campaign(n + 3, garrisons, rules, leave_behind=0)` for n units lost, where three
    are the most attack dice: the chance of that many is that of winning with three left.

    Raises `RiskError`, also for rules under which no number of attackers is enough.

    >>> price = Price(3)
    >>> price
    <Price 3, standard: 2.307>
    >>> price.mean, price.quantile("90%")
    (Fraction(6631598379, 2874795095), 5)
    >>> Price((3, 3, 2)).mean == 2 * Price(3).mean + Price(2).mean
    True
    """

    garrisons: tuple[int, ...]
    rules: Rules | tuple[Rules, ...]
    territories: tuple[Territory, ...]
    """Each territory with its garrison and its rules."""

    def __init__(
        self, garrisons: int | Sequence[int], rules: Rules | str | Sequence[Rules | str] = STANDARD
    ) -> None:
        each = (garrisons,) if index(garrisons) is not None else garrisons
        territories = checked_territories(each, rules, 0)
        self._set(
            garrisons=tuple(each.garrison for each in territories),
            rules=one_or_each([each.rules for each in territories]),
            territories=territories,
        )
        self.check_size(MAX_UNITS, "an exact price")

    @property
    def brief(self) -> str:
        """The question in few words; at a prompt, the expected number of units lost follows.

        >>> Price((3, 3, 2)), Price((2, 1), ("standard", "capital"))
        (<Price 3, 3, 2, standard: 6.160>, <Price 2, 1, standard and capital: 2.062>)
        """
        return ", ".join(brief_words(self.territories))

    def _answer(self) -> str:
        return decimal_text(self.mean, 4)

    def _parts(self) -> Parts:
        enough = ((f"enough with {p}", str(self.quantile(p))) for p in ("50%", "90%"))
        return [], [("attackers lost, on average", self._answer()), *enough]

    @property
    def _is_quick(self) -> bool:
        return self.defenders <= MAX_OUTCOMES_UNITS

    def words(self, armies: bool = False) -> str:
        """Return the question in words, as titles have it.

        >>> Price((3, 3, 2)).words()
        '3, 3 and 2 defenders, standard rules, plenty of attackers'
        """
        defenders = counted_each(self.garrisons, "defender")
        return f"{defenders}, {each_in_words(self.rules)}, plenty of attackers"

    @property
    def defenders(self) -> int:
        """The number of defenders on all territories together."""
        return sum(self.garrisons)

    @property
    def left_behind(self) -> int:
        """The units that stay on the way, one on each territory but the last: not lost, but gone.

        >>> Price((3, 3, 2)).left_behind
        2
        """
        return len(self.garrisons) - 1

    @property
    def mean(self) -> Fraction:
        """The exact expected number of units lost, in closed form (`odds.price`).

        >>> Price(1).mean
        Fraction(49, 95)
        """
        return self._moments[0]

    @property
    def variance(self) -> Fraction:
        """The exact variance of the number of units lost, in closed form.

        >>> Price(1).variance
        Fraction(7056, 9025)
        """
        return self._moments[1]

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        # battles with plenty of attackers are independent, so that both add up
        mean = variance = Fraction(0)
        for (garrison, rules, _), times in Counter(self.territories).items():
            each = price(garrison, rules)
            mean += times * each.mean
            variance += times * each.variance
        return mean, variance

    def pmf(self, n: int) -> Fraction:
        """Return the exact chance that n units are lost.

        >>> Price(1).pmf(2) == (1 - Fraction(441, 1296)) * Fraction(441, 1296) ** 2
        True
        """
        mass, _, scale = self._numerators(n)
        return Fraction(mass, scale)

    def cdf(self, n: int) -> Fraction:
        """Return the exact chance that n units or fewer are lost: that n are enough.

        >>> Price(1).cdf(0)
        Fraction(95, 144)
        """
        _, total, scale = self._numerators(n)
        return Fraction(total, scale)

    def sf(self, n: int) -> Fraction:
        """Return the exact chance that more than n units are lost.

        >>> Price(1).sf(0)
        Fraction(49, 144)
        """
        return 1 - self.cdf(n)

    def quantile(self, p: ExactChance) -> int:
        """Return the least n for which n units or fewer are lost with at least the chance p.

        - `p`: 0 or more, and less than 1, as any number of units may be lost; not a float.

        >>> [Price(3).quantile(p) for p in ("50%", "75%", "90%")]
        [2, 3, 5]
        """
        ((n, _),) = self.reached(p)
        return n

    def reached(self, *chances: ExactChance) -> list[tuple[int, Fraction]]:
        """Return the quantile of each chance, and the `cdf` there, all in one sweep.

        >>> Price(1).reached("50%", "75%")
        [(0, Fraction(95, 144)), (1, Fraction(18335, 20736))]
        """
        wanted = [_checked(p) for p in chances]
        left, found = sorted({*wanted}, reverse=True), dict[Fraction, tuple[int, Fraction]]()
        for n, each in enumerate(self._each() if left else ()):
            while left and each.reaches(left[-1]):
                found[left.pop()] = n, Fraction(each.total, each.scale)
            if not left:
                break
        return [found[p] for p in wanted]

    def up_to(self, p: ExactChance) -> tuple[Fraction, ...]:
        """Return the exact chances that 0, 1, … units are lost, as far as the quantile of p.

        >>> [str(chance) for chance in Price(1).up_to("90%")]
        ['95/144', '4655/20736', '228095/2985984']
        """
        wanted, chances = _checked(p), list[Fraction]()
        for each in self._each():
            chances.append(Fraction(each.mass, each.scale))
            if each.reaches(wanted):
                break
        return tuple(chances)

    def _numerators(self, n: int) -> Numerators:
        return next(islice(self._each(), whole(n, "n", 0, MAX_UNITS), None))

    def _each(self) -> Iterator[Numerators]:
        """Yield the numerators of the chances of 0, 1, 2, … units lost, without end."""
        self.check_size(MAX_OUTCOMES_UNITS, "the chances of a price")
        _ = self._moments  # rules under which the chances would never come near 1 are refused there
        base = common_base(self.territories)
        rounds = [(garrison, rules) for garrison, rules, _ in self.territories]
        scale, total = base**self.defenders, 0
        for mass in masses(rounds, base):
            total += mass
            yield Numerators(mass, total, scale)
            total *= base
            scale *= base

    def check_size(self, most: int, what: str) -> None:
        """Raise `RiskError` for more defenders than this."""
        if self.defenders > most:
            raise RiskError(
                f"defenders must be at most {most} together for {what}, not "
                f"{short_repr(self.defenders)}"
            )


def _checked(p: ExactChance) -> Fraction:
    wanted = chance(p)
    if wanted == 1:
        raise RiskError("chance must be less than 1, not 1: any number of units may be lost")
    return wanted
