"""The best policy for two territories, and the finite check that it is best for all numbers.

Letters: W(x, y) is the mover's chance in mid-turn, x armies of his against y, if both follow a
policy; r the reinforcements.  W(x, 0) = 1, and to stop is worth 1 - W(y + r, x).  The attacker
throws all dice from A + 1 armies on, the defender from B on: a round then costs c armies.

**Theorem** (proof in the README beside).  If the rules are as `applies` asks, and the differences
of `_differences` are not negative, no play is better than the policy at any position, however
endless play counts: the mover can force W, and the other can prevent more.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import count, groupby, product
from math import lcm

from riskexact.base.fractions import weighted_mean
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import pluralize
from riskexact.engine.linear import fixed_point, never_negative
from riskexact.odds import closed_form
from riskexact.odds.states import State, Stops
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss

MAX_EDGE = 8
"""A, of which the square is the number of unknowns, at least."""

MAX_IMPROVEMENTS = 20  # a few are usual

Difference = Callable[[int, int], Fraction]


class PolicyRun(NamedTuple):
    """The dice, 0 to stop, of some armies against `first` to `last` of the enemy, None for any."""

    armies: int
    dice: int
    first: int
    last: int | None

    @property
    def against(self) -> str:
        """The numbers of the enemy, in words."""
        if self.last is None:
            return f"{self.first} or more"
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


class DuelPolicy(NamedTuple):
    """When to attack on two territories, and with how many dice.

    - `rows`: for 1, 2, … armies the dice against 1, 2, … armies, 0 to stop; the last number holds
      for any more, and so does the last row.

    >>> policy = DuelPolicy(((0,), (1, 0), (2, 2, 2, 0), (3,)))
    >>> policy.dice(3, 3), policy.dice(3, 4), policy.dice(9, 99)
    (2, 0, 3)
    """

    rows: tuple[tuple[int, ...], ...]

    def dice(self, armies: int, enemy: int) -> int:
        """Return how many dice a number of armies throws against another, 0 to stop."""
        row = self.rows[min(armies, len(self.rows)) - 1]
        return row[min(enemy, len(row)) - 1]

    def runs(self) -> Iterator[PolicyRun]:
        """Yield the runs of each row; the last row holds for any more armies."""
        for armies, row in enumerate(self.rows, 1):
            first = 1
            for dice, same in groupby(row):
                after = first + len(list(same))
                yield PolicyRun(armies, dice, first, after - 1 if after <= len(row) else None)
                first = after


class DuelValues:
    """W(x, y) if both players follow a policy: `values(x, y)`.

    A turn ends with at most A armies, so that the A² values W(x, y) with x, y <= A, the `core`,
    depend on one another; each of the others is the average of values that are known before it.
    """

    def __init__(self, rules: Rules, reinforcements: int, policy: DuelPolicy) -> None:
        self.rules, self.reinforcements, self.policy = rules, reinforcements, policy
        self.edge = rules.attack.units_for_max_dice
        self._near = range(1, self.edge + 1)
        self._stops = Stops(retreat_at=self.edge - 1)
        cells = [(x, y) for x in self._near for y in self._near]
        self.core = fixed_point({cell: self._form(*cell) for cell in cells})
        self._known = dict(self.core)

    def _form(self, x: int, y: int) -> dict[State | None, Fraction]:
        """Return W(x, y) of the core in terms of the core; None stands for 1."""
        dice, form = self.policy.dice(x, y), dict[State | None, Fraction]()
        if dice:
            ways, total = round_with_loss(dice, self.rules.defence.dice_of(y), self.rules)
            after = {(x - i, y - j): Fraction(n, total) for (i, j), n in ways}
        else:
            form[None] = Fraction(1)
            free = y + self.reinforcements - 1
            left = closed_form.outcomes(free, x, self.rules, self._stops)
            after = {(a + 1, d): -chance for (a, d), chance in left.items()}
        for cell, chance in after.items():
            key = cell if cell[1] else None
            form[key] = form.get(key, Fraction(0)) + chance
        return form

    def __call__(self, x: int, y: int) -> Fraction:
        """Return W(x, y)."""
        if y == 0:
            return Fraction(1)
        if (x, y) not in self._known:
            dice = self.policy.dice(x, y)
            self._known[x, y] = self.after(x, y, dice) if dice else self.stop(x, y)
        return self._known[x, y]

    def stop(self, x: int, y: int) -> Fraction:
        """Return the chance at x against y if the turn ends now."""
        return 1 - self(y + self.reinforcements, x)

    def after(
        self, x: int, y: int, dice: int, turn: Mapping[State, Fraction] | None = None
    ) -> Fraction:
        """Return the chance at x against y if that many dice are thrown; `turn`: other values W."""
        ways, total = round_with_loss(dice, self.rules.defence.dice_of(y), self.rules)
        cells = [(n, (x - i, y - j)) for (i, j), n in ways]
        return weighted_mean([(n, turn[s] if turn else self(*s)) for n, s in cells], total)

    def far(self, x: int, y: int) -> Fraction:
        """Return W(x, y) by the closed form of a battle; equals `values(x, y)`, in less time."""
        for n, near in product(range(1, y + 1), self._near):
            self(near, n)  # from the one before, so that no recursion is deep
        worth = [lambda a, d: self(a + 1, d)]
        return closed_form.expected_values(x - 1, y, self.rules, worth, self._stops)[0]

    def improved(self) -> DuelPolicy:
        """Return the policy of turns that are best if all later turns are worth W."""
        attack, least = self.rules.attack, self.edge + self.rules.defence.units_for_max_dice
        rows: list[list[int]] = [[] for _ in self._near]
        turn, last = {(x, 0): Fraction(1) for x in self._near}, 0
        for y in range(1, 8 * (self.reinforcements + least)):
            for x, row in enumerate(rows, 1):
                worth = {0: self.stop(x, y)}
                for dice in range(1, attack.dice_of(x - 1) + 1):
                    worth[dice] = self.after(x, y, dice, turn)
                row.append(max(worth, key=worth.__getitem__))
                turn[x, y] = worth[row[-1]]
                last = y if row[-1] else last
            if y > last + least:  # nobody has attacked for long: nobody ever will
                break
        for row in rows:
            while row[-2:-1] == row[-1:]:
                row.pop()
        return DuelPolicy((*map(tuple, rows), (attack.max_dice,)))


class Claim(NamedTuple):
    """G >= 0 from `first` on, where the factors decide at `settled`; x or y is 0 if it grows."""

    says: str
    x: int
    y: int
    first: int
    settled: int
    factors: tuple[Fraction, ...]


class Certificate(NamedTuple):
    """The finite check; `core`: W of the least x and y; `period`: the step of the factors."""

    rules: Rules
    reinforcements: int
    policy: DuelPolicy
    core: Mapping[State, Fraction]
    period: int
    claims: tuple[Claim, ...]


@lru_cache(maxsize=16)
def certified(rules: Rules, reinforcements: int) -> Certificate | None:
    """Return the best policy with its check; None where the theorem or the check fails."""
    if not applies(rules):
        return None
    policy = DuelPolicy((*[(0,)] * rules.attack.units_for_max_dice, (rules.attack.max_dice,)))
    for _ in range(MAX_IMPROVEMENTS):
        W = DuelValues(rules, reinforcements, policy)
        if (policy := W.improved()) == W.policy:
            break
    else:
        return None
    period = lcm(*(len(rules.scoring_pairs(*dice)) for dice in rules.dice_numbers()))
    claims = []
    for says, G, rows, columns, ahead in _differences(W):
        for x, y in [(x, 0) for x in rows] + [(0, y) for y in columns]:
            factors = _factors(W, max(x, y), y + ahead if y else x + 1, period)
            claim = Claim(says, x, y, 1 if x else rows.stop, 0, factors)
            settled = _settled(W, G, claim, period)
            if not settled:
                return None
            claims.append(claim._replace(settled=settled))
    return Certificate(rules, reinforcements, policy, W.core, period, tuple(claims))


def _settled(W: DuelValues, G: Difference, claim: Claim, period: int) -> int:
    """Return the place at which a claim is decided, 0 where it fails or stays open."""
    regular = max(W.edge, W.rules.defence.units_for_max_dice, *map(len, W.policy.rows))
    near, many = regular + W.rules.max_losses + 1, len(claim.factors) + 1
    for place in (near, 2 * near):
        values = {
            n: G(claim.x or n, claim.y or n) for n in range(claim.first, place + many * period)
        }
        if all(values[n] >= 0 for n in range(claim.first, place)) and all(
            never_negative([values[n + k * period] for k in range(many)], claim.factors)
            for n in range(place, place + period)
        ):
            return place
    return 0


def _differences(W: DuelValues) -> Iterator[tuple[str, Difference, range, range, int]]:
    """Yield each G of the proof, the rows and columns it is compared on, and r where it is in G."""
    r, A, rules = W.reinforcements, W.edge, W.rules
    B, c = rules.defence.units_for_max_dice, rules.max_losses
    rows = range(1, A + 1)
    yield "W(x + 1, y) >= W(x, y)", lambda x, y: W(x + 1, y) - W(x, y), rows, range(1, B), 0
    yield "W(x, y - 1) >= W(x, y)", lambda x, y: W(x, y - 1) - W(x, y), rows, range(1, B + 1), 0
    low, thin = range(1, max(A + 1, B)), range(1, max(B, A + 1 - r))
    yield "W(x, y) >= 1 - W(y + r, x)", lambda x, y: W(x, y) - W.stop(x, y), low, thin, r
    for dice in range(1, rules.attack.max_dice):
        least = next(x for x in count(2) if rules.attack.dice_of(x - 1) >= dice)
        fewer = lambda x, y, dice=dice: W(x, y) - W.after(x, y, dice)  # noqa: E731
        says = f"W(x, y) >= chance with {pluralize(dice, 'die', 'dice')}"
        yield says, fewer, range(least, A + 1 + c), range(1, B + c), 0


def _factors(W: DuelValues, columns: int, rows: int, period: int) -> tuple[Fraction, ...]:
    """Return the λ of all lines to these: that in a step one side, and it alone, loses armies."""
    rules, (most, all_dice) = W.rules, W.rules.max_dice
    lines = [(most, rules.defence.dice_of(y), 0) for y in range(1, max(columns, W.edge) + 1)]
    tails = [row[-1] for row in W.policy.rows]
    lines += [(tails[min(x, W.edge)], all_dice, 1) for x in range(rows)]
    factors = []
    for dice, against, wins in lines:
        if dice:  # else the row stops, and is a column
            cost = len(rules.scoring_pairs(dice, against))
            ways, total = round_with_loss(dice, against, rules)
            alone = dict(ways)[(0, cost) if wins else (cost, 0)]
            factors.append(Fraction(alone, total) ** (period // cost))
    return tuple(sorted(factors))


def applies(rules: Rules) -> bool:
    """Return whether the theorem is about these rules.

    Every round costs a fixed number of armies, and may cost either side alone; with all dice, more
    losses of the defender's are as likely as the same of the attacker's, or more likely.
    """
    if rules.losses_per_round is None or rules.attack.units_for_max_dice > MAX_EDGE:
        return False
    for dice in rules.dice_numbers():
        cost, (ways, _) = len(rules.scoring_pairs(*dice)), round_with_loss(*dice, rules)
        if not {(cost, 0), (0, cost)} <= dict(ways).keys():
            return False
    full = dict(ways)  # of all dice, which come last
    few = range(cost // 2 + 1)
    return all(full.get((i, cost - i), 0) >= full.get((cost - i, i), 0) for i in few)
