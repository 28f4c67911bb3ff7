"""Bounds of best play on more of the board than single states reach: by configurations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from operator import le

from riskexact.turn.configuration_values import MAX_CELLS, ConfigurationValues
from riskexact.turn.configurations import NarrowWays, Place, RegionWays, WayOn, Ways
from riskexact.turn.evaluation import Bounding, Playable, TooManyStatesError
from riskexact.turn.front import Attack, Front, FrontState, bits
from riskexact.turn.united import funnels, without_funnels

CELLS_OF_A_STATE = 50
"""Values in rows that take no longer than a state by itself, and count as one."""

Stacks = tuple[tuple[int, ...], ...]
"""The nodes of each stack."""


class StateValues:
    """The values of a state: bounds of what it is worth, and of each attack.

    - `stacks`: the nodes of each stack.
    """

    def __init__(
        self, values: ConfigurationValues, state: FrontState, stacks: Sequence[Sequence[int]]
    ) -> None:
        self._values, self._state = values, state
        self._front, self._ways = front, ways = values.front, values.ways
        self._stacks, n = stacks, front.enemies
        live = [[t for t in nodes if state[n + t]] for nodes in stacks]
        self._free = {k: sum(state[n + t] for t in nodes) for k, nodes in enumerate(live)}
        grounds = [(k, ways.ground(nodes)) for k, nodes in enumerate(live) if nodes]
        self.places = ways.sectors(front.left(state), grounds)
        """The sectors, None if no stack reaches one of them."""

    def begin(self) -> None:
        """Let the values of the configurations be found by the next evaluation."""
        for place in self.places or ():
            self._values.begin(place, self._state[: self._front.enemies])

    @property
    def is_known(self) -> bool:
        """Whether the values have been found."""
        defenders, free = self._state[: self._front.enemies], self._free
        return self._values.complete and all(
            self._values.found(place, defenders, free) is not None for place in self.places or ()
        )

    @property
    def worth(self) -> Fraction:
        """The bound of the state."""
        whole = 0 if self.places is None else self._worth(self.places, self._state, self._free)
        return Fraction(whole, self._values.over)

    def attacks(self) -> Iterator[tuple[Attack, Fraction]]:
        """Yield every attack that is considered, with its bound if it comes first."""
        front = self._front
        for attack in filter(self.considers, front.attacks(self._state)):
            value = Fraction(0)
            for lost, weight in front.rounds_of(self._state, attack):
                whole = max((whole for whole, _ in self.ends(attack, *lost)), default=0)
                value += Fraction(weight * whole, front.base ** sum(lost) * self._values.over)
            yield attack, value

    def considers(self, attack: Attack) -> bool:
        """Return whether an attack is considered, or leads nowhere."""
        own = self._stack_on(attack.source), attack.target
        near = [place for place in self.places or () if place[0] >> attack.target & 1]
        chosen = self._ways.chosen(near[0], self._state) if near else ()
        return not near or any((k, u) == own for (k, _), u, _ in chosen)

    def _stack_on(self, node: int) -> int:
        return next(k for k, nodes in enumerate(self._stacks) if node in nodes)

    def ends(self, attack: Attack, i: int, j: int) -> Iterator[tuple[int, int]]:
        """Yield the values after a round, each with the armies that move in if the target fell."""
        if self.places is None:
            return
        front, (source, target, _) = self._front, attack
        after = front.fought(self._state, attack, i, j)
        stack = self._stack_on(source)
        free = self._free | {stack: self._free[stack] - i}
        near = [place for place in self.places if place[0] >> target & 1]
        if after[target] or not near:
            # beyond a target that leads nowhere, those who must move in are lost to the rest
            bound = 0 if after[target] else front.numbers_moving_in(after, attack)[0]
            whole = self._worth(self.places, after, free | {stack: free[stack] - bound})
            yield whole, max(bound, 1)
            return
        elsewhere = self._worth((place for place in self.places if place not in near), after, free)
        for (k, _), u, ways in self._ways.attacks(near[0]) if free[stack] else ():
            for way in ways if (k, u) == (stack, target) else ():
                for whole, armies in self._moved(way, after, free, stack, target):
                    yield self._values.rounded(whole * elsewhere, self._values.over), armies

    def _moved(
        self, way: WayOn, after: FrontState, free: Mapping[int, int], stack: int, target: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the values of a way to go on after a conquest, and the armies that move in."""
        most, on = free[stack], (stack, self._ways.ground([target]))
        may = min(most, self._front.most_moving)
        stays = way.moves is not None and on not in way.places[way.moves][1]
        for moved in range(1, may + 1) if way.stays != way.moves else [most]:
            whole = self._values.over
            for s, place in enumerate(way.places):
                armies = moved - 1 if s == way.moves else most - moved
                each = self._worth([place], after, {**free, stack: armies})
                whole = self._values.rounded(whole * each, self._values.over)
            yield whole, 1 if stays else min(moved, may)

    def _worth(self, places: Iterable[Place], state: FrontState, free: Mapping[int, int]) -> int:
        """Return the product of the values of sectors."""
        values, whole = self._values, self._values.over
        for place in places:
            worth = values.found(place, state[: self._front.enemies], free)
            if worth is None:
                raise ArithmeticError("a configuration that was explored has no value")
            whole = values.rounded(whole * worth, values.over)
        return whole


class ByStacks(Bounding):
    """Bounds of the values of states; those of a turn that begins elsewhere are found anew.

    - `ways`: how they attack; `most_stacks`: the most that are told apart;
    - `exact`: values are not rounded.
    """

    values: dict[tuple[Stacks, tuple[int, ...]], ConfigurationValues]

    def __init__(self, ways: Ways, most_stacks: int, exact: bool = False) -> None:
        super().__init__(ways.front)
        self.ways, self.bounds_above = ways, ways.pooled
        self._start, self._most_stacks, self._exact = ways.front.start, most_stacks, exact
        self._spent = 0
        self._expected: list[FrontState] = []

    @property
    def states(self) -> int:
        cost = sum(values.cost for values in self.values.values())
        return (self._spent + cost) // CELLS_OF_A_STATE

    def expect(self, states: Sequence[FrontState]) -> None:
        self._expected = [] if self._exact else list(states)

    def value(self, state: FrontState) -> Fraction:
        key = stacks, free = self._stacks(state)
        if prod(n + 2 for n in free) > MAX_CELLS:
            raise TooManyStatesError("position must have fewer armies, or fewer stacks")
        if key not in self.values:
            for other in list(self.values)[1:]:  # those of one turn are enough
                self._spent += self.values.pop(other).cost
            self.values[key] = ConfigurationValues(self.ways, free, self._exact)
        values, spent = self.values[key], self.states
        most = values.cost + (self.most - spent) * CELLS_OF_A_STATE
        try:
            for each in (state, *self._expected):
                if self._stacks(each) == key:
                    StateValues(values, each, stacks).begin()
            values.evaluate(most, self._report)
        except KeyboardInterrupt:  # in the middle of a configuration
            self._spent += self.values.pop(key).cost
            raise
        finally:
            self._expected = []
        return StateValues(values, state, stacks).worth

    def _stacks(self, state: FrontState) -> tuple[Stacks, tuple[int, ...]]:
        """Return the stacks, the largest first, and their free armies.

        They are those of the start if the turn begins with no more armies there.
        """
        front, n = self.front, self.front.enemies
        of = self._start if all(map(le, state, self._start)) else state
        nodes = sorted(bits(front.live(of)), key=lambda t: -of[n + t])
        alone = min(self._most_stacks, len(nodes)) - 1
        stacks = *((t,) for t in nodes[:alone]), tuple(nodes[alone:])
        return stacks, tuple([sum(of[n + t] for t in each) for each in stacks])


class PooledStacks(ByStacks):
    """Upper bounds: each stack fights from all that it has taken, unless its ways part.

    The smallest are united, if there are too many: a pool can do all that its parts can.
    """

    def __init__(self, front: Front, most_stacks: int, exact: bool = False) -> None:
        super().__init__(Ways(front, pooled=True), most_stacks, exact)

    def limits(self, state: FrontState) -> dict[Attack, Fraction]:
        """Return an upper bound for each attack that comes first; none before all are known."""
        stacks, free = self._stacks(state)
        values = self.values.get((stacks, free))
        if values is None or not values.complete:
            return {}
        return dict(StateValues(values, state, stacks).attacks())


class UndividedStacks(ByStacks, Playable):
    """Lower bounds, and the policy that has them: no stack is divided unless its ways part."""

    def __init__(self, front: Front, exact: bool = False, ways: Ways | None = None) -> None:
        super().__init__(ways or Ways(front, pooled=False), front.nodes, exact)

    def attacks(self, state: FrontState) -> Iterator[tuple[Attack, Fraction]]:
        return self._held(state).attacks()

    def _moves_in(self, state: FrontState, attack: Attack) -> int:
        held = self._held(state)  # all move in where nothing helps, or that is not considered
        found = held.ends(attack, 0, state[attack.target]) if held.considers(attack) else ()
        ends = [(whole, -m) for whole, m in found]
        free = state[self.front.enemies + attack.source]
        return -max(ends)[1] if ends else min(free, self.front.most_moving)

    def _held(self, state: FrontState) -> StateValues:
        """Return a state among values that have it, found anew if there are none."""
        alone = [(t,) for t in range(self.front.nodes)]
        for values in self.values.values():
            known = StateValues(values, state, alone)
            if known.is_known:
                return known
        self.value(state)
        return StateValues(list(self.values.values())[-1], state, alone)


class NarrowStacks(UndividedStacks):
    """Lower bounds, and the policy that has them, with few attacks."""

    def __init__(self, front: Front, targets: int) -> None:
        super().__init__(front, ways=NarrowWays(front, targets))


class OneRegion(ByStacks):
    """Upper bounds: every stack attacks everything, and funnels are taken away."""

    def __init__(self, front: Front, most_stacks: int) -> None:
        super().__init__(RegionWays(front), most_stacks)
        self._start = self._reduced(front.start)

    def value(self, state: FrontState) -> Fraction:
        return super().value(self._reduced(state))

    def expect(self, states: Sequence[FrontState]) -> None:
        super().expect([self._reduced(state) for state in states])

    def _reduced(self, state: FrontState) -> FrontState:
        start = self.front.start
        of = start if all(map(le, state, start)) else state
        return without_funnels(self.front, state, funnels(self.front, of))
