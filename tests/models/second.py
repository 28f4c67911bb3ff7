"""A turn as an explicit model, by a program that shares nothing with the package.

It enumerates throws, walks from position to position, and writes DRN itself.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, int, int]]
"""The armies of mine on each territory, the enemy's, and the attack that has made one fall."""

Ways = frozenset[tuple[int, int]]


def losses(attack: int, defence: int) -> Counter[tuple[int, int]]:
    """Return the throws of standard dice by the losses of both sides."""
    counts: Counter[tuple[int, int]] = Counter()
    for dice in product(range(1, 7), repeat=attack + defence):
        pairs = zip(
            sorted(dice[:attack], reverse=True), sorted(dice[attack:], reverse=True), strict=False
        )
        won = [x > y for x, y in pairs]
        counts[won.count(False), won.count(True)] += 1
    return counts


ROUNDS = {(x, y): losses(x, y) for x in (1, 2, 3) for y in (1, 2)}


def choices(
    state: State, ways: Ways, move: str | int, most: bool
) -> Iterator[dict[State, Fraction]]:
    """Yield what may be done, as the chances of the states that follow."""
    mine, enemy, (source, target, thrown) = state
    if thrown:
        free = mine[source] - 1
        fewest = {"any": 1, "dice": min(thrown, free), "all": free}.get(str(move), 1)
        for n in range(fewest, min(free, move) + 1 if isinstance(move, int) else free + 1):
            yield {(_put(mine, {source: -n, target: n}), enemy, (0, 0, 0)): Fraction(1)}
        return
    yield {state: Fraction(1)}
    for t, u in ways:
        if mine[t] < 2 or not enemy[u]:
            continue
        dice = min(mine[t] - 1, 3)
        for x in range(dice if most else 1, dice + 1):
            counts = ROUNDS[x, min(enemy[u], 2)]
            after: dict[State, Fraction] = {}
            for (lost, fallen), n in counts.items():
                then = _put(enemy, {u: -fallen})
                pending = (0, 0, 0) if then[u] else (t, u, x)
                after[_put(mine, {t: -lost}), then, pending] = Fraction(n, counts.total())
            yield after


def _put(units: tuple[int, ...], changes: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(n + changes.get(t, 0) for t, n in enumerate(units))


def drn(
    mine: tuple[int, ...],
    enemy: tuple[int, ...],
    ways: Ways,
    goal: int,
    move: str | int,
    most: bool,
) -> str:
    """Return the decision process of a turn to take the territory `goal`."""
    numbers: dict[State, int] = {(mine, enemy, (0, 0, 0)): 0}
    blocks: list[str] = []
    actions = 0
    for state in (waiting := list(numbers)):
        label = (" init" if not blocks else "") + (" win" if state[0][goal] else "")
        lines = [f"state {len(blocks)}{label}"]
        for place, after in enumerate(choices(state, ways, move, most)):
            lines.append(f"\taction {place}")
            for then, p in after.items():
                if then not in numbers:
                    numbers[then] = len(numbers)
                    waiting.append(then)
                lines.append(f"\t\t{numbers[then]} : {p}")
            actions += 1
        blocks.append("\n".join(lines))
    head = ["@type: MDP", "@value_type: rational", "@parameters", "", "@reward_models", ""]
    head += ["@nr_states", str(len(blocks)), "@nr_choices", str(actions), "@model"]
    return "\n".join([*head, *blocks, ""])
