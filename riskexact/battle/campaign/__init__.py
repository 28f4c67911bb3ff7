"""Campaigns: successive battles for one territory after another.

All survivors of a won battle move in.  Before the next battle some of them stay behind, and the
others attack.  Nobody is deducted after the last battle.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeVar

from riskexact.base.arguments import attackers_of, items_of, short_repr, whole
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import cached_property
from riskexact.base.text import counted_each, decimal_text, join_words, pluralize, shorten
from riskexact.battle.battle import Battle
from riskexact.battle.campaign.sweep import (
    Fights,
    Outcome,
    Sweep,
    Territory,
    WeightedOutcome,
    best_first,
    check_campaign,
    mixed,
)
from riskexact.battle.methods import is_quick
from riskexact.battle.question import Fought, Parts, each_in_words
from riskexact.odds.states import MAX_OUTCOMES_UNITS, State, attackers_text, check_units, force_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion, checked_mode
from riskexact.rules.catalogue import label, rule_set
from riskexact.rules.distribution import Distribution

if TYPE_CHECKING:
    from riskexact.base.drawing.bars import Survivors

T = TypeVar("T", bound=Hashable)
FIELDS = ("attackers_left", "territory", "defenders_left")

GARRISONS_SHOWN, GARRISONS_IN_WORDS = 12, 40
"""Garrisons that are listed at prompts, and in titles."""

MAX_TERRITORIES = 1000
"""More than any map has."""


class Campaign(Fought):
    """A campaign, fought until all territories are taken or the attack comes to a stop.

    - `attackers`: units free to fight in the first battle, not counting the one that stays on the
      source territory; 0 or more, and not 0 against a first garrison of 0.  Or `armies`, with it;
    - `garrisons`: the defenders on each territory, in the order of the attack, 0 or more each.  An
      empty territory is taken without a fight by any attacker who is free to go on;
    - `rules`: one rule set for all battles, or one for each territory;
    - `leave_behind`: units that stay on a taken territory before the next battle, 0 or more: one
      number for all, or one for each territory; that of the last has no effect;
    - `retreat_at`: the campaign stops as soon as this many attackers or fewer are free (0: it is
      fought out).  A conquest comes first; winners with no more than that free to go on stop
      there; and a round that costs two units may leave fewer;
    - `blitz`: as for `Battle`: all battles are drawn by Balanced Blitz, of at most 2000 units on
      both sides together; `stop_until` attackers are kept out of each of them.

    An outcome is (attackers left, territories taken, defenders left on the next territory).  If
    all territories fall, it is (survivors, number of territories, 0).  Winners with nobody free to
    go on stop where they are, with 0 attackers left, however many stay behind.

    A sequence of equal values, one for each territory, is stored as that value.  Raises `RiskError`
    for values out of range, and for campaigns too large to fit in memory.

    >>> campaign = Campaign(11, (3, 3, 3))
    >>> round(float(campaign.win_probability), 6)
    0.616977
    >>> campaign == Campaign(11, [3, 3, 3], leave_behind=(1, 1, 1))
    True
    >>> Campaign(11, (3, 3, 3), blitz=True).win_probability
    Certain(0.8776242219…)
    """

    attackers: int
    garrisons: tuple[int, ...]
    rules: Rules | tuple[Rules, ...]
    leave_behind: int | tuple[int, ...]
    retreat_at: int
    stop_until: int
    territories: tuple[Territory, ...]
    """Each territory with its garrison, its rules and the units left behind."""

    def __init__(
        self,
        attackers: int | None = None,
        garrisons: Sequence[int] = (),
        rules: Rules | str | Sequence[Rules | str] = STANDARD,
        leave_behind: int | Sequence[int] = 1,
        retreat_at: int = 0,
        blitz: BlitzVersion | bool | None = None,
        stop_until: int = 0,
        *,
        armies: int | None = None,
    ) -> None:
        retreat = whole(retreat_at, "retreat_at")
        version, staying = checked_mode(blitz, stop_until, retreat)
        territories = checked_territories(garrisons, rules, leave_behind)
        a = whole(attackers_of(attackers, armies), "attackers")
        if a == territories[0].garrison == 0:
            raise RiskError("attackers and the first garrison must not both be 0")
        self._set(
            attackers=a,
            garrisons=tuple(each.garrison for each in territories),
            rules=one_or_each([each.rules for each in territories]),
            leave_behind=one_or_each([each.leave_behind for each in territories]),
            retreat_at=retreat,
            blitz=version,
            stop_until=staying,
            territories=territories,
        )
        if self.blitz:
            check_units(a, sum(self.garrisons), MAX_OUTCOMES_UNITS, "a campaign in Balanced Blitz")
        check_campaign(a, territories)

    def words(self, armies: bool = False, both: bool = False) -> str:
        """Return the question in words, as titles have it, in two lines.

        - `both`: as for `Battle.words`.

        >>> print(Campaign(11, (3, 2), retreat_at=1).words())
        11 attackers against 3 and 2 defenders, standard rules
        a campaign, with 1 unit left behind on each territory but the last, retreat at 1 attacker
        """
        n = len(self.garrisons)
        defenders = counted_each(self.garrisons, "defender")
        if n > GARRISONS_IN_WORDS:
            defenders = f"{n} territories with {pluralize(sum(self.garrisons), 'defender')}"
        first = f"{force_text(self.attackers, armies or both)} against {defenders}, "
        stays, stops = self.leave_behind, (self.retreat_at, armies, self.stop_until)
        terms = terms_words(n, stays, *stops, before="\na campaign, with ")
        return f"{first}{each_in_words(self.rules, self.blitz)}{terms}"

    @property
    def brief(self) -> str:
        """The question in few words; at a prompt, the chance to take all follows.

        >>> Campaign(11, (3, 3), ("standard", "capital"), leave_behind=(2, 1), retreat_at=2)
        <Campaign 11 v 3, 3, standard and capital, leave behind (2, 1), retreat at 2: 60.0 %>
        """
        garrisons, rules = brief_words(self.territories)
        parts = [f"{self.attackers} v {garrisons}", rules]
        if self.blitz:
            parts.append(self.blitz.words)
        if self.leave_behind != 1:
            parts.append(f"leave behind {short_repr(self.leave_behind)}")
        if self.retreat_at:
            parts.append(f"retreat at {short_repr(self.retreat_at)}")
        if self.stop_until:
            parts.append(f"stop until {short_repr(self.stop_until)}")
        return ", ".join(parts)

    def _parts(self) -> Parts:
        most = len(self.territories)
        rows = [
            (f"{n} of {most} territories taken", p, "good" if n == most else "bad")
            for n, p in sorted(self.conquered.items(), reverse=True)
        ]
        return rows, [("attackers left, on average", decimal_text(self.attackers_left.mean, 4))]

    @property
    def _is_quick(self) -> bool:
        units = self.attackers + sum(self.garrisons)
        return all(
            is_quick(units, rules, "closed-form" if rules.has_closed_form else "recursion")
            for rules in {each.rules for each in self.territories}
        )

    @property
    def win_probability(self) -> Real:
        """The exact chance that all territories are taken.

        >>> Campaign(2, (1, 0)).win_probability  # both must survive: one stays, one walks on
        Fraction(125, 216)
        """
        return self.conquered.pmf(len(self.territories))

    @property
    def lose_probability(self) -> Real:
        """The exact chance that no attacker is left to go on, and not all territories are taken.

        >>> Campaign(2, (1, 1)).lose_probability == 1 - Campaign(2, (1, 1)).win_probability
        True
        """
        most = len(self.territories)
        return self.outcomes.probability(lambda left: left[0] == 0 and left[1] < most)

    @cached_property
    def outcomes(self) -> Distribution[Outcome]:
        """The exact distribution over (attackers_left, territory, defenders_left), best first.

        Equals `outcomes_by_battles`, which is its definition.

        >>> Campaign(2, (1, 1)).outcomes[1, 2, 0]  # nobody fell: one stayed behind
        Fraction(625, 2592)
        """
        if self.blitz:
            fights = Fights(self.attackers, self.territories, self.stop_until, self.blitz)
            return Distribution(fights.outcomes(), FIELDS)
        return self._by(lambda outcome: outcome[:3], best_first)

    @cached_property
    def conquered(self) -> Distribution[int]:
        """The exact distribution of the number of territories taken.

        >>> Campaign(2, (1, 1)).conquered
        Distribution of 3 outcomes, mode 1, mean 0.9954
        outcome  percent     exact
              0   24.6 %  637/2592  █████████▋
              1   51.3 %  665/1296  ████████████████████
              2   24.1 %  625/2592  █████████▍
        """
        return self._by(lambda outcome: outcome[1])

    @cached_property
    def attackers_left(self) -> Distribution[int]:
        """The exact distribution of the attackers left, not counting those who stayed behind.

        >>> Campaign(11, (3, 3, 3)).attackers_left.quantile("50%")
        3
        """
        return self._by(lambda outcome: outcome[0])

    @cached_property
    def net(self) -> Distribution[int]:
        """The exact distribution of the margin: armies on the front minus all remaining defenders.

        The front is the territory on which the attackers stand.  Its armies are those who are free
        and those who stay: one on the source; `leave_behind` on a taken territory, or all survivors
        if they are fewer; all survivors on the last.  This is the quantity plotted in "RISK
        battles: Simulating the distribution of outcomes", 2019-06-05; in its third example, 12
        armies against eight territories of 1, the exact chance of a positive margin is

        >>> net = Campaign(11, (1,) * 8).net
        >>> round(float(net.probability(lambda armies: armies > 0)), 5)
        0.37036
        """
        self._refuse_blitz("net")
        behind = [sum(self.garrisons[n + 1 :]) for n in range(len(self.garrisons) + 1)]

        def net(outcome: WeightedOutcome) -> int:
            armies = outcome.attackers_left + outcome.occupiers
            return armies - outcome.defenders_left - behind[outcome.territory]

        return self._by(net)

    @cached_property
    def mean_rounds(self) -> Fraction:
        """The exact expected number of rounds in all battles together.

        Equals the sum of `Battle.mean_rounds` over the battles, weighted by the chance of each.

        >>> Campaign(3, (1, 1)).mean_rounds
        Fraction(81437, 31104)
        """
        self._refuse_blitz("rounds")
        return self._sweep.expected_rounds()

    @property
    def survivors(self) -> "Survivors":
        """The survivors of either side, defenders on all territories not taken, to be drawn.

        >>> [*Campaign(2, (1, 1)).survivors.all]
        [-2, -1, 0, 1]
        """
        from riskexact.base.drawing.bars import survivors

        n = len(self.garrisons)
        if n == 1 and not self.retreat_at:  # the same, and faster
            ((d, rules, *_),) = self.territories
            battle = Battle(self.attackers, d, rules, blitz=self.blitz, stop_until=self.stop_until)
            return battle.survivors
        behind = [*accumulate(reversed(self.garrisons), initial=0)][::-1]
        return survivors(
            (a, d + behind[taken + 1] if taken < n else 0, taken == n, chance)
            for (a, taken, d), chance in self.outcomes.items()
        )

    def _by(
        self, group: Callable[[Any], T], order: Callable[[Any], Any] | None = None
    ) -> Distribution[T]:
        if self.blitz:
            found = self.outcomes.map(group)
            return Distribution({key: found[key] for key in sorted(found)})  # type: ignore[type-var]
        groups: dict[T, list[WeightedOutcome]] = {}
        for each in self._weighted:
            groups.setdefault(group(each), []).append(each)
        keys = sorted(groups, key=order)  # type: ignore[arg-type, type-var]
        fields = FIELDS if order else ()
        chances = {
            key: self._sweep.probability((each.gone, each.mass) for each in groups[key])
            for key in keys
        }
        return Distribution(chances, fields)

    @cached_property
    def _sweep(self) -> Sweep:
        return Sweep(self.attackers, self.territories, self.retreat_at)

    @cached_property
    def _weighted(self) -> list[WeightedOutcome]:
        return list(self._sweep.outcomes())


def outcomes_by_battles(
    attackers: int, territories: Sequence[Territory], retreat_at: int = 0
) -> dict[Outcome, Fraction]:
    """Return the chance of each outcome of a campaign, one battle after another.

    The definition of `Campaign.outcomes`, and its slow equivalent: each battle is a `Battle` that
    is broken off at `retreat_at`, and the outcomes are mixed over the attackers who come to it.
    """

    def fight(a: int, territory: Territory) -> Mapping[State, Fraction]:
        return Battle(a, territory.garrison, territory.rules, retreat_at).outcomes

    return mixed(attackers, territories, retreat_at, fight, exact_sum)


def checked_territories(
    garrisons: object, rules: object, leave_behind: object
) -> tuple[Territory, ...]:
    """Return the territories of a campaign, after checking the arguments."""
    numbers = items_of(garrisons, MAX_TERRITORIES)
    if not numbers:
        raise RiskError(
            "garrisons must have a number for each territory, one or more, not "
            f"{short_repr(garrisons)}" + _instead_of(garrisons)
        )
    if len(numbers) > MAX_TERRITORIES:
        raise RiskError(f"garrisons must be at most {MAX_TERRITORIES} territories, not more")
    each_rules = _for_each(rules, len(numbers), "rules")
    stays = _for_each(leave_behind, len(numbers), "leave_behind")
    return tuple(
        Territory(whole(garrison, "garrisons: each"), rule_set(own), whole(stay, "leave_behind"))
        for garrison, own, stay in zip(numbers, each_rules, stays, strict=True)
    )


def brief_words(territories: Sequence[Territory]) -> tuple[str, str]:
    """Return the garrisons, and the rules, of a campaign in few words."""
    garrisons = shorten([short_repr(each.garrison) for each in territories], GARRISONS_SHOWN)
    return garrisons, join_words(dict.fromkeys(label(each.rules) for each in territories))


def terms_words(
    n: int,
    leave_behind: int | Sequence[int],
    retreat_at: int,
    armies: bool = False,
    stop_until: int = 0,
    before: str = "\n",
) -> str:
    """Return in words how many stay behind, and at how many attackers a campaign is broken off.

    They go on a line about n territories, after `before`; of one territory, where nothing stays
    behind, in that line.
    """
    terms = []
    if n > 1:
        if isinstance(leave_behind, int):
            stays = f"{pluralize(leave_behind, 'unit')} left behind on each territory but the last"
        else:
            units = counted_each(leave_behind[:-1], "unit")
            stays = f"{units} left behind, none on the last territory"
        terms.append(stays)
    if retreat_at:
        terms.append(f"retreat at {attackers_text(retreat_at, armies)}")
    if stop_until:
        terms.append(f"stop until {attackers_text(stop_until, armies)}")
    between = before if n > 1 else ", " if terms else ""
    return between + ", ".join(terms)


def _for_each(values: object, n: int, name: str) -> list[object]:
    """Return a value for each of n territories, given one for all or a sequence of n."""
    members = items_of(values, MAX_TERRITORIES)
    if members is None:
        return [values] * n
    if len(members) != n:
        raise RiskError(
            f"{name} must be one for all {pluralize(n, 'territory', 'territories')}, or {n}, "
            f"not {len(members)}"
        )
    return members


def _instead_of(garrisons: object) -> str:
    """Return what to write instead of one number, or of numbers as text."""
    numbers = re.fullmatch(r"[0-9]{1,9}([ ,]+[0-9]{1,9})*", short_repr(garrisons).strip("'"))
    if numbers is None:
        return ""
    return f": write {short_repr(tuple(map(int, re.findall('[0-9]+', numbers[0]))))}"


def one_or_each(values: Sequence[T]) -> T | tuple[T, ...]:
    """Return the value if all are equal, else the tuple of values."""
    return values[0] if len(set(values)) == 1 else tuple(values)
