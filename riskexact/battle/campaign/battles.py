"""A campaign as its battles end, one after another: by hand, or in Balanced Blitz."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from riskexact.base.certain import Certain, Real
from riskexact.base.frozen import cached_property
from riskexact.battle.blitz import Fight, InBalls
from riskexact.battle.campaign.sweep import Territory
from riskexact.odds.states import State
from riskexact.rules.blitz import BlitzVersion

if TYPE_CHECKING:
    from riskexact.engine.balls import Balls

P = TypeVar("P")
"""A chance, exact or a ball."""

Outcome = tuple[int, int, int]
"""(attackers left, territories taken, defenders left on the next)."""


def best_first(outcome: Outcome) -> Outcome:
    """Return the key that sorts outcomes from the best for the attacker to the worst.

    >>> sorted([(0, 0, 2), (0, 1, 3), (2, 0, 1), (4, 2, 0), (5, 2, 0)], key=best_first)
    [(5, 2, 0), (4, 2, 0), (0, 1, 3), (2, 0, 1), (0, 0, 2)]
    """
    a, territory, d = outcome
    return -territory, d, -a


def mixed(
    attackers: int,
    territories: Sequence[Territory],
    retreat_at: int,
    fight: Callable[[int, Territory], Mapping[State, P]],
    add: Callable[[Iterable[P]], P],
) -> "dict[Outcome, P]":
    """Return the chance of each outcome of a campaign whose battles end as `fight` says.

    - `fight`: the chance of each outcome of a battle, from the attackers and the territory;
    - `add`: the sum of chances.
    """
    found: dict[Outcome, list[P]] = {}
    arrived: Mapping[int, Any] = {attackers: 1}
    for n, territory in enumerate(territories):
        going_on: dict[int, list[P]] = {}
        for x, arrival in arrived.items():
            for (a, d), p in fight(x, territory).items():
                free = max(0, a - territory.leave_behind)
                if d:
                    found.setdefault((a, n, d), []).append(arrival * p)
                elif n + 1 == len(territories):
                    found.setdefault((a, n + 1, 0), []).append(arrival * p)
                elif free > retreat_at:
                    going_on.setdefault(free, []).append(arrival * p)
                else:
                    outcome = free, n + 1, territories[n + 1].garrison
                    found.setdefault(outcome, []).append(arrival * p)
        arrived = {x: add(chances) for x, chances in going_on.items()}
    return {outcome: add(chances) for outcome, chances in found.items()}


class Fights(InBalls):
    """The battles of a campaign in Balanced Blitz: the question that its `Certain` chances carry.

    `stop_until` attackers are kept out of each battle.  Its parts are the outcomes.
    """

    attackers: int
    territories: tuple[Territory, ...]
    stop_until: int
    version: BlitzVersion | None

    def outcomes(self) -> dict[Outcome, Real]:
        """Return the chance of each possible outcome, from the best to the worst."""
        ends = self._mixed(lambda fight: dict.fromkeys(fight.outcomes, 1), sum)
        return {
            end: Fraction(1) if len(ends) == 1 else Certain(self, end)
            for end in sorted(ends, key=best_first)
        }

    @cached_property
    def balls(self) -> "Balls[Outcome]":
        from riskexact.engine.balls import Balls, total

        return Balls(lambda: self._mixed(lambda fight: fight.balls.all(), total))

    def _mixed(
        self, chances: Callable[[Fight], Mapping[State, Any]], add: Callable[[Iterable[Any]], Any]
    ) -> dict[Outcome, Any]:
        """Return `mixed` of the chances of each battle, which is made once."""

        def fight(a: int, at: Territory) -> Mapping[State, Any]:
            out = min(self.stop_until, a) if at.garrison else 0
            battle = a - out, at.garrison, at.rules
            fought = self._known.setdefault(battle, Fight(*battle, self.version))
            return {(x + out, d): p for (x, d), p in chances(fought).items()}

        return mixed(self.attackers, self.territories, self.stop_until, fight, add)

    def share(self, other: "Fights") -> None:
        """Use the battles of another campaign, too."""
        self._set(_known=other._known)

    @cached_property
    def _known(self) -> dict[object, Fight]:
        return {}
