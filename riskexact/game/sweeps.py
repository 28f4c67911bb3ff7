"""Certified bounds of every position of a game, in whole numbers: sweeps over all positions.

The game has no limit.  Two numbers of a position are certain, whatever endless play counts: the
chance that the mover *can force* a win, and the chance that the other *cannot prevent* it; where
they are equal, they are the value.  `lower` is never more than the first, `upper` never less than
the second.

T plays one turn as well as the mover can, if 1 - f counts after it, for numbers f of the positions
for who moves next; beyond N armies it returns 0 in `lower` and 1 in `upper`.  Averages are rounded
down in `lower`, up in `upper`.

*Theorem* (riskexact/game/proofs.md, Bounds of a whole game).  lower <= T(1 - upper) and
upper >= T(1 - lower), at every position, prove the bounds.  From lower = 0 and upper = 1 they hold,
and a sweep keeps them: every sweep is a certificate.

A symmetry of the board keeps values: one pattern of each kind is held.  Armies are ranked by their
sum, then in lexicographic order.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, groupby

from riskexact.game.terms import BoardArmies, Terms, permuted
from riskexact.turn.front import bits
from riskexact.turn.rows import NumberRow, finder, higher, highest, row

MAX_SCALE_BITS = 44

SETTLED_BITS = 36
"""Sweeps end when no bound changes by more than 2^-36."""

Tables = dict[int, NumberRow]
"""For one pattern of each kind the values of all armies; the last one stands for no position."""


class AttackRows:
    """The attack of i on j with some dice, from all armies with which it may be chosen.

    - `falls`: the weights with which j falls; `then`: the ranks after the fewest have moved in;
    - `levels`: by the sum of armies, where they are among those of all sums, their ranks, and the
      weights and the ranks after each other end of a round.
    """

    def __init__(self, positions: "Positions", i: int, j: int, dice: int) -> None:
        terms, unit, codes = positions.terms, positions.unit, positions.codes
        allowed = [dice in terms.attack_dice(a) for a in range(1, terms.armies + 1)]
        rounds = [dict(terms.round(dice, d)) for d in range(1, terms.armies + 1)]
        # by the defenders, less one
        weights = {
            lost: row(n.get(lost, 0) * (lost[1] < d) for d, n in enumerate(rounds, 1))
            for lost in sorted({lost for n in rounds for lost in n})
        }
        ranks = [k for k, armies in enumerate(positions.all) if allowed[armies[i] - 1]]
        self.levels: dict[int, tuple[slice, NumberRow, list[tuple[NumberRow, NumberRow]]]] = {}
        start = 0
        for s, level in groupby(ranks, positions.sums.__getitem__):
            rows, ends = row(level), []
            for (i_lost, j_lost), by_defenders in weights.items():
                after = positions.find(codes[rows] - (i_lost * unit[i] + j_lost * unit[j]))
                ends.append((by_defenders[positions.armies[j][rows] - 1], after))
            self.levels[s] = slice(start, start + len(rows)), rows, ends
            start += len(rows)
        at = row(ranks)
        mine, theirs = (positions.armies[t][at] for t in (i, j))
        moved = {"any": mine * 0 + 1, "dice": mine * 0 + dice, "all": mine - 1}[terms.move]
        self.falls = row(n.get((0, d), 0) for d, n in enumerate(rounds, 1))[theirs - 1]
        self.then = positions.find(codes[at] - moved * unit[i] + (moved - theirs) * unit[j])


class Positions:
    """All armies of a board up to N, ranked, and where a turn leads from them."""

    def __init__(self, terms: Terms) -> None:
        n, most = len(terms.names), terms.armies
        self.terms = terms
        self.all: list[BoardArmies] = [
            tuple(b - a for a, b in zip((0, *cut), (*cut, s), strict=True))
            for s in range(n, most + 1)
            for cut in combinations(range(1, s), n - 1)
        ]
        self.last, self.sums = len(self.all), [*map(sum, self.all)]
        self.unit = [(2 * most) ** i for i in range(n)]  # no change of armies carries
        self.armies = [row(armies[t] for armies in self.all) for t in range(n)]
        self.codes = self._coded(self.unit)
        self.rank = {armies: k for k, armies in enumerate(self.all)}
        self.find = finder([*map(int, self.codes)])
        self.more = [self._places(self.codes + unit) for unit in self.unit]
        borders = [(i, j) for i in range(n) for j in bits(terms.around[i])]
        own = (pair for p in range(1, terms.everything) for pair in terms.ways_to_move(p))
        steps = range(most.bit_length())
        self._slides = {
            (i, j): [
                self._places(self.codes + ((self.unit[j] - self.unit[i]) << step)) for step in steps
            ]
            for i, j in {*borders, *own}
        }
        dice = range(1, terms.rules.attack.max_dice + 1)
        self.assaults = {(i, j): [AttackRows(self, i, j, x) for x in dice] for i, j in borders}
        won = terms.everything
        self.kinds: dict[int, tuple[int, NumberRow | None]] = {won: (won, None)}
        for p in range(1, won):
            kind, image = min((permuted(p, image), image) for image in terms.symmetries)
            codes = self._coded([self.unit[t] for t in image])
            self.kinds[p] = kind, None if kind == p else self._places(codes)
        held = {kind for kind, _ in self.kinds.values()} - {won}
        self.order = sorted(held, key=lambda p: (-p.bit_count(), p))

    def _places(self, codes: NumberRow) -> NumberRow:
        """Return the ranks of codes, the last one where that is no position, or of none."""
        return row([*self.find(codes), self.last])

    def _coded(self, units: Sequence[int]) -> NumberRow:
        codes = row([0] * self.last)
        for armies, unit in zip(self.armies, units, strict=True):
            codes = codes + armies * unit
        return codes

    def of(self, tables: Tables, pattern: int) -> NumberRow:
        """Return the values of any pattern, from those of its kind."""
        kind, images = self.kinds[pattern]
        return tables[kind] if images is None else tables[kind][images]

    def slid(self, values: NumberRow, i: int, j: int) -> NumberRow:
        """Return the highest values after moving any number of armies, or none, from i to j."""
        for places in self._slides[i, j]:
            values = higher(values, values[places])
        return values


class Sweeps:
    """The bounds of all positions, `lower` and `upper`, over `one`; sweeps make them closer."""

    def __init__(self, terms: Terms, scale_bits: int = MAX_SCALE_BITS) -> None:
        self.terms, self.positions = terms, Positions(terms)
        self.one = 1 << min(scale_bits, 62 - terms.denominator.bit_length())
        size, order = self.positions.last + 1, self.positions.order
        self.lower: Tables = {p: row([0] * size) for p in order}
        self.upper: Tables = {p: row([self.one] * size) for p in order}

    def settle(self) -> None:
        """Sweep until the bounds hardly change."""
        while self.sweep() > self.one >> SETTLED_BITS:
            pass

    def sweep(self) -> int:
        """Make both bounds closer by one turn each; return the greatest change."""
        low, up = self.lower, self.upper
        self.lower = self.placed(self.fought(up, False), False)
        self.upper = self.placed(self.fought(self.lower, True), True)
        rise = max(highest(self.lower[p] - low[p]) for p in self.positions.order)
        return max(rise, *(highest(up[p] - self.upper[p]) for p in self.positions.order))

    def fought(self, other: Tables, up: bool) -> Tables:
        """Return the values in mid-turn, before an attack, of those of the other, who moves next.

        They are of who has everything, too.  `up`: whether averages are rounded up.
        """
        positions, over = self.positions, self.terms.denominator
        found = {self.terms.everything: row([self.one] * (positions.last + 1))}
        for p in positions.order:
            best = self._fortified(p, other)
            attacks = [
                attack
                for i, j in positions.assaults
                if p >> i & 1 and not p >> j & 1
                for attack in self._attacks(i, j, p | 1 << j, found, up)
            ]
            for level in range(len(positions.unit), self.terms.armies + 1):
                for assault, fallen in attacks:
                    if level in assault.levels:
                        part, rows, ends = assault.levels[level]
                        total = fallen[part]
                        for weights, after in ends:
                            total = total + best[after] * weights
                        best[rows] = higher(best[rows], total // over)
            found[p] = best
        return found

    def _fortified(self, pattern: int, other: Tables) -> NumberRow:
        """Return the values of the end of a turn, with the best fortification."""
        positions = self.positions
        values = positions.of(other, self.terms.everything ^ pattern)
        best = ends = values * -1 + self.one
        ends[-1] = -1
        for i, j in self.terms.ways_to_move(pattern):
            best = higher(best, positions.slid(ends, i, j))
        return best

    def _attacks(
        self, i: int, j: int, taken: int, found: Tables, up: bool
    ) -> Iterator[tuple[AttackRows, NumberRow]]:
        """Yield the attacks of i on j, with the part of the sum where j falls, and what rounds."""
        values, rounding = self.positions.of(found, taken), self.terms.denominator - 1 if up else 0
        if self.terms.move != "all":
            values = self.positions.slid(values, i, j)  # with any more moving in
        for assault in self.positions.assaults[i, j]:
            yield assault, assault.falls * values[assault.then] + rounding

    def placed(self, fought: Tables, up: bool) -> Tables:
        """Return the values at the start of a turn, of those in mid-turn."""
        positions, found = self.positions, Tables()
        for p in positions.order:
            values = fought[p]
            for _ in range(self.terms.incomes(p)):
                values[-1] = self.one if up else 0
                values = reduce(higher, (values[positions.more[i]] for i in bits(p)))
            found[p] = values
        return found
