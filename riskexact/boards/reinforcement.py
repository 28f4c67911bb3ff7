"""Where new armies raise the chance to take a set of territories most."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.boards.bounds import STATES_OF_ALL_NUMBERS, Bounded, bounds_text
from riskexact.boards.evaluation import OnStates
from riskexact.boards.named_front import NamedFront
from riskexact.boards.position import Position, stacks

MAX_PLACEMENTS = 10_000


class Placement(NamedTuple):
    """Units by territories, and the bounds of the chance: the exact one if they are equal."""

    armies: Mapping[str, int]
    lower: Fraction
    upper: Fraction

    @property
    def proved(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    def __repr__(self) -> str:
        """Return the units, and the chance or its bounds.

        >>> Placement({"Siam": 3, "China": 1}, Fraction(3, 4), Fraction(4, 5))
        <Placement Siam 3, China 1: 75.0 % to 80.0 %>
        """
        return f"<Placement {stacks(self.armies)}: {bounds_text(self.lower, self.upper)}>"

    def _repr_html_(self) -> str:
        from riskexact.base.grid import chances

        proved, lower = self.proved, self.lower
        bounds = {"chance": lower} if proved else {"at least": lower, "at most": self.upper}
        parts = [(name, p, "") for name, p in bounds.items()]
        return chances("Placement", parts, [(t, str(n)) for t, n in self.armies.items()]).html()


def reinforce(
    position: Position,
    armies: int,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    *,
    move: str = "any",
    dice: str = "free",
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    on_states: OnStates = lambda states: None,
) -> tuple[Placement, ...]:
    """Return all ways to place new armies on territories of mine, the best first.

    - `armies`: new armies, 1 or more; they go where they border what may be taken;
    - all else is as for `conquer`, whose bounds each placement has.

    Among equals, more armies on territories that come first on the map come first.  Equals
    `conquer` for each placement in turn.  Raises `RiskError` as it does, and for more than
    `MAX_PLACEMENTS` placements.

    >>> position = Position("classic", {"Siam": 2, "China": 3}, {"India": 3})
    >>> best = reinforce(position, 4)[0]
    >>> dict(best.armies), round(float(best.lower), 4)
    ({'China': 4, 'Siam': 0}, 0.882)
    """
    new = whole(armies, "armies", 1)
    named = NamedFront(position, take, through, move, dice)
    names = named.names[named.front.enemies :]
    ways = placements(new, len(names), 0)
    most = {t: n + new * (t in names) for t, n in position.mine.items()}
    largest = NamedFront(position.replace(mine=most), take, through, move, dice)
    bounded = Bounded(largest.front, all_numbers, on_states)
    found = []
    for added in ways:
        state = (
            *named.front.start[: -len(names)],
            *(free + n for free, n in zip(named.front.start[-len(names) :], added, strict=True)),
        )
        lower, upper, _ = bounded.bounds(state)
        found.append(Placement(dict(zip(names, added, strict=True)), lower, upper))
    return tuple(sorted(found, key=lambda each: (-each.lower, -each.upper)))


def placements(units: int, territories: int, least: int) -> Iterator[tuple[int, ...]]:
    """Return all ways to place units on territories, `least` or more on each, most first.

    Raises `RiskError` for no territory, and at once for more than `MAX_PLACEMENTS` ways.

    >>> list(placements(3, 2, 1))
    [(2, 1), (1, 2)]
    """
    if not territories:
        raise RiskError("units must have a territory to stand on, not none")
    free = units - least * territories
    if free < 0:
        return iter(())
    if comb(free + territories - 1, territories - 1) > MAX_PLACEMENTS:
        raise RiskError(
            f"units must have at most {MAX_PLACEMENTS} ways to stand, which {shown(units)} on "
            f"{territories} territories exceed"
        )
    return _placements(free, territories, least)


def _placements(free: int, territories: int, least: int) -> Iterator[tuple[int, ...]]:
    if territories == 1:
        yield (free + least,)
        return
    for here in range(free, -1, -1):
        for others in _placements(free - here, territories - 1, least):
            yield (here + least, *others)
