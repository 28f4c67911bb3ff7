"""A campaign in Balanced Blitz: each battle is drawn from the outcomes that are left of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import whole
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.base.text import DIGITS
from riskexact.odds.states import MAX_OUTCOMES_UNITS, State, check_units
from riskexact.questions.balanced_blitz import MAX_BLITZ_DIGITS, bent_outcomes
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.battles import Outcome, best_first, mixed
from riskexact.questions.campaign.sweep import Territory
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion, checked_version

if TYPE_CHECKING:
    from riskexact.engine.blitz import BentOutcomes
    from riskexact.engine.library import arb


class BlitzCampaign(Frozen):
    """A campaign whose battles are all fought in Balanced Blitz, its chances as certain digits.

    - `attackers`, `garrisons`, `rules`, `leave_behind`, `reserve`: as for `Campaign`; at most 2000
      attackers and defenders together.  The reserve is kept out of each battle, as `retreat_at` of
      `BalancedBlitz`;
    - `digits`, `version`: as for `BalancedBlitz`.

    Raises `RiskError`.

    >>> BlitzCampaign(11, (3, 3, 3), digits=4).win_decimal
    '0.8776'
    """

    __match_args__ = (
        "attackers",
        "garrisons",
        "rules",
        "leave_behind",
        "reserve",
        "digits",
        "version",
    )

    attackers: int
    garrisons: tuple[int, ...]
    rules: Rules | tuple[Rules, ...]
    leave_behind: int | tuple[int, ...]
    reserve: int
    digits: int
    version: BlitzVersion

    def __init__(
        self,
        attackers: int,
        garrisons: Sequence[int],
        rules: Rules | str | Sequence[Rules | str] = STANDARD,
        leave_behind: int | Sequence[int] = 1,
        reserve: int = 0,
        digits: int = DIGITS,
        version: BlitzVersion = BLITZ_3_3,
    ) -> None:
        """Check every field."""
        by_hand = Campaign(attackers, garrisons, rules, leave_behind, reserve)
        defenders = sum(by_hand.garrisons)
        what = "a campaign in Balanced Blitz"
        check_units(by_hand.attackers, defenders, MAX_OUTCOMES_UNITS, what)
        names = self.__match_args__[:5]
        self._set(
            **{name: getattr(by_hand, name) for name in names},
            digits=whole(digits, "digits", 1, MAX_BLITZ_DIGITS),
            version=checked_version(version),
        )

    @property
    def win_decimal(self) -> str:
        """The chance that all territories are taken, in `digits` certain digits.

        >>> BlitzCampaign(2, (1, 1), digits=4).win_decimal
        '0.2800'
        """
        return self.conquered_decimals.get(len(self.garrisons), "0")

    @cached_property
    def outcome_decimals(self) -> Mapping[Outcome, str]:
        """The chance of each possible outcome, as of `Campaign.outcomes`, from best to worst.

        >>> dict(BlitzCampaign(1, (1, 1), digits=4).outcome_decimals)
        {(0, 1, 1): '0.3654', (0, 0, 1): '0.6346'}
        """
        return self._by(lambda outcome: outcome)

    @cached_property
    def conquered_decimals(self) -> Mapping[int, str]:
        """The chance of each possible number of territories taken.

        >>> dict(BlitzCampaign(11, (3, 3, 3), digits=4).conquered_decimals)
        {1: '0.001911', 2: '0.1205', 3: '0.8776'}
        """
        taken = self._by(lambda outcome: outcome[1])
        return FrozenMapping(dict(sorted(taken.items())))

    def _by(self, group: "Callable[[Outcome], Any]") -> "FrozenMapping[Any, str]":
        """Return the digits of each group of outcomes."""
        from riskexact.engine.blitz import certain_parts

        groups: dict[Any, set[int]] = {}
        for i, outcome in enumerate(self._outcomes):
            groups.setdefault(group(outcome), set()).add(i)
        parts = [frozenset(part) for part in groups.values()]
        texts = certain_parts(self._balls, parts, self.digits)
        return FrozenMapping(dict(zip(groups, texts, strict=True)))

    @cached_property
    def _outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes that Balanced Blitz leaves, from the best to the worst."""

        def fight(a: int, at: Territory) -> dict[State, int]:
            return dict.fromkeys(self._bent(a, at).states, 1)

        ends = mixed(*self._question, fight, lambda ones: sum(ones))
        return tuple(sorted(ends, key=best_first))

    def _balls(self) -> "list[arb]":
        """Return their chances, to about the working precision."""
        from riskexact.engine.balls import total

        known: dict[tuple[int, int, Rules], Mapping[State, arb]] = {}

        def fight(a: int, at: Territory) -> "Mapping[State, arb]":
            battle = a, at.garrison, at.rules
            if battle not in known:
                bent = self._bent(a, at)
                known[battle] = dict(zip(bent.states, bent.balls(), strict=True))
            return known[battle]

        chances = mixed(*self._question, fight, total)
        return [chances[outcome] for outcome in self._outcomes]

    @property
    def _question(self) -> tuple[int, tuple[Territory, ...], int]:
        return self.attackers, self._territories, self.reserve

    @cached_property
    def _territories(self) -> tuple[Territory, ...]:
        return Campaign(*(getattr(self, name) for name in self.__match_args__[:5])).territories

    @cached_property
    def _known(self) -> "dict[tuple[int, int, Rules], BentOutcomes]":
        return {}

    def _bent(self, a: int, at: Territory) -> "BentOutcomes":
        """Return the outcomes of a battle, each found once."""
        battle = a, at.garrison, at.rules
        if battle not in self._known:
            staying = min(self.reserve, a) if at.garrison else 0
            self._known[battle] = bent_outcomes(*battle, self.version, staying)
        return self._known[battle]
