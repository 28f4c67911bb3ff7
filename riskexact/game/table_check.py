"""The check of a table: one sweep over all positions, by another program than the solver.

It shares the format with `tables`, and no more; the theorem is in `sweeps`.  False tables would
pass with an income of 0, or a round in which one side always loses: these are refused.
"""

from hashlib import sha256
from itertools import combinations, pairwise, permutations
from math import comb
from typing import Any

from riskexact.base.arguments import short_repr
from riskexact.base.errors import CheckFailedError, RiskError, require
from riskexact.base.export import strict_json
from riskexact.base.text import join_words

WRONG = ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError


def checked(content: bytes) -> dict[str, Any]:
    """Return the header of a table that proves its bounds; `RiskError` for any other file."""
    require("numpy", "data", "the check of a table needs")
    head, _, numbers = content.partition(b"\n")
    try:
        header = dict[str, Any](strict_json(head))
        digest = header["sha256"].encode()
        due = sha256(content.replace(digest, b"", 1)).hexdigest()
        _is(due.encode() == digest, "sha256", header["sha256"], due)
        _Table(header, numbers).check()
    except WRONG as e:
        raise e if isinstance(e, RiskError) else RiskError("not a table of a whole game") from None
    return header


def _is(true: bool, what: str, value: object, due: str = "another") -> None:
    if not true:
        said = f"its {what} must be {due}, not {short_repr(value)}"
        raise CheckFailedError(f"not a true table of a whole game: {said}")


class _Table:
    """Arrays have a number for each rank of armies; the last one, of no armies, counts nowhere."""

    def __init__(self, header: dict[str, Any], numbers: bytes) -> None:
        import numpy as np

        self.np, self.header, self.one = np, header, header["scale"]
        n, most = len(header["territories"]), header["armies"]
        self.n, self.all, self.incomes = n, (1 << n) - 1, [0, *header["incomes"]]
        self._check_header(header, n, most)
        cuts = combinations(range(1, most + 1), n)
        stands = sorted((cut[-1], [b - a for a, b in pairwise((0, *cut))]) for cut in cuts)
        self.armies, self.last = np.array([each for _, each in stands] + [[0] * n]), len(stands)
        starts = np.searchsorted(self.armies[:-1].sum(1), range(n, most + 2))
        self.levels = [slice(*ends) for ends in pairwise(starts)]
        self.unit = (most + 2) ** np.arange(n)[::-1]  # keys are in the order of armies
        self.keys = self.armies @ self.unit
        self.rank = np.full((most + 2) ** n, self.last)
        self.rank[self.keys] = np.arange(self.last + 1)
        self.having = [[np.flatnonzero(a == k) for k in range(2, most)] for a in self.armies.T]
        self.assaults = {(i, j): [*self._assaults(i, j)] for i in range(n) for j in self.near[i]}
        self._read(np.frombuffer(numbers, "<u4").reshape(-1, 2).astype(np.int64))

    def _check_header(self, header: dict[str, Any], n: int, most: int) -> None:
        _is(header["format"] == "riskexact game 1", "format", header["format"])
        _is(2 <= n <= min(5, most), "number of territories", n)
        _is(self.all * comb(most, n) <= 1 << 22, "number of armies", most)
        _is(self.one in [1 << bit for bit in range(1, 32)], "scale", self.one)
        incomes = header["incomes"]
        _is(len(incomes) == self.all - 1 and min(incomes) >= 1, "incomes", incomes)
        for dice in (header["attack_dice"], header["defence_dice"]):
            _is(all(1 <= x <= units for units, x in enumerate(dice, 1)), "dice of a side", dice)
        self.near = [{sum(e) - i for e in header["borders"] if i in e} - {i} for i in range(n)]
        self.rounds = {(x, d): {(i, j): w for i, j, w in ends} for x, d, ends in header["rounds"]}
        for dice, ends in self.rounds.items():
            (mine, theirs), weights = zip(*ends, strict=True), ends.values()
            _is(min(mine) == min(theirs) == 0 < min(map(sum, ends)), "losses", [*ends])
            _is(max(map(sum, ends)) <= min(dice) and sum(weights) < 1 << 32, "rounds", ends)
            _is(all(type(w) is int and w > 0 for w in weights), "weights", [*weights])

    def _assaults(self, i: int, j: int) -> Any:
        np, keys, unit, header = self.np, self.keys, self.unit, self.header
        free, enemy = self.armies[:, i] - 1, self.armies[:, j]
        attack, defence = np.array([0, *header["attack_dice"]]), header["defence_dice"]
        most, against = attack[np.minimum(free, len(attack) - 1)], np.minimum(enemy, len(defence))
        for x in range(1, max(attack) + 1):
            rounds = [{}, *(self.rounds[x, d] for d in defence)]
            thrown = {"free": most >= x, "most": most == x}[header["dice"]]
            ends, falls, total = [], 0 * keys, 0 * keys
            for lost in sorted({lost for each in rounds for lost in each}):
                weights = np.array([each.get(lost, 0) for each in rounds])[against] * thrown
                taken = enemy == lost[1]
                ends.append((weights * ~taken, self.rank[keys - lost @ unit[[i, j]]]))
                falls, total = falls + weights * taken, total + weights
            moved = {"any": 1, "dice": x, "all": free}[header["move"]]
            then = self.rank[keys - moved * unit[i] + (moved - enemy) * unit[j]]
            yield ends, falls, then, np.maximum(total, 1)

    def _read(self, numbers: Any) -> None:
        np, near, incomes, listed = self.np, self.near, self.incomes, 0
        places, same = dict[int, Any](), list[tuple[Any, list[int]]]()
        for image in permutations(range(self.n)):
            to = [sum(1 << image[i] for i in range(self.n) if p >> i & 1) for p in range(self.all)]
            borders = all({image[k] for k in near[i]} == near[image[i]] for i in range(self.n))
            if borders and [incomes[p] for p in to] == incomes:
                same.append((self.armies @ self.unit[[*image]], to))
        for p in range(1, self.all):
            first = min(to[p] for _, to in same)
            least = np.min([keys for keys, to in same if to[p] == first], 0)
            if first == p:
                here = np.flatnonzero(least == self.keys)[:-1]
                places[p] = np.full(self.last + 1, -1)
                places[p][here] = np.arange(listed, listed := listed + len(here))
            places[p] = places[first][self.rank[least]]
        _is(len(numbers) == listed and numbers.max() <= self.one, "numbers", len(numbers))
        self.bounds = [{p: numbers[at, k] for p, at in places.items()} for k in (0, 1)]

    def check(self) -> None:
        for up in (False, True):
            own, other = self.bounds[:: -1 if up else 1]
            fought = dict[int, Any]()
            for p in sorted(own, key=lambda p: -p.bit_count()):
                fought[p] = new = self._fought(p, self.one - other[self.all ^ p], fought, up)
                more = [self.rank[self.keys + n] for i, n in enumerate(self.unit) if p >> i & 1]
                for _ in range(min(self.incomes[p], self.header["armies"])):
                    new = self.np.append(new[:-1], self.one * up)
                    new = self.np.max([new[at] for at in more], 0)
                self._check_bounds(p, own[p], new, up)

    def _check_bounds(self, p: int, own: Any, new: Any, up: bool) -> None:
        """Refuse bounds beyond what a turn makes of the others; name the worst."""
        gain = (own - new if up else new - own)[:-1]
        at, which, due = gain.argmin(), *(("upper", "at least") if up else ("lower", "at most"))
        sides: tuple[list[str], list[str]] = [], []
        for i, name in enumerate(self.header["territories"]):
            sides[~p >> i & 1].append(f"{short_repr(name)[1:-1]} {self.armies[at, i]}")
        what = f"{which} bound over {self.one} of {' against '.join(map(join_words, sides))}"
        _is(gain[at] >= 0, what, int(own[at]), f"{due} {new[at]}")

    def _fought(self, p: int, stop: Any, fought: dict[int, Any], up: bool) -> Any:
        best, own = stop, {i for i in range(self.n) if p >> i & 1}
        for i in own:
            reached = {i}
            for _ in range({"none": 0, "border": 1, "connected": self.n}[self.header["fortify"]]):
                reached |= {j for k in reached for j in self.near[k] & own}
            for j in reached - {i}:
                best = self.np.maximum(best, self._spread(stop, i, j))
        best, attacks = best.copy(), []
        for (i, j), each in self.assaults.items():
            if i in own and j not in own:
                after = fought.get(p | 1 << j, self.np.full(self.last + 1, self.one))
                after = after if self.header["move"] == "all" else self._spread(after, i, j)
                attacks += [(ends, falls * after[then], n) for ends, falls, then, n in each]
        for at in self.levels:
            for ends, falls, n in attacks:
                found = falls[at] + sum(best[then[at]] * weights[at] for weights, then in ends)
                best[at] = self.np.maximum(best[at], -(-found // n[at]) if up else found // n[at])
        return best

    def _spread(self, values: Any, i: int, j: int) -> Any:
        best, step = values.copy(), self.unit[j] - self.unit[i]
        for at in self.having[i]:
            best[at] = self.np.maximum(best[at], best[self.rank[self.keys[at] + step]])
        return best
