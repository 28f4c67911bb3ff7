"""A turn step by step: what may be done, what follows, and what it is worth.

Inside, territories are numbers; `named` and `numbered` have the same steps by names, as people and
programs have them.

The value of a stage is a linear form of the values of positions after the turn.  Steps of equal
forms are tied.  A stage whose steps have several forms is undecided, and stands for itself.

*Theorem* (riskexact/game/proofs.md, Exact values of a finite class).  In a set of positions up to
N, and of undecided stages, that holds all those in the forms of all steps that the bounds leave,
numbers that are the highest of their forms everywhere are the values of the game without a limit.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple, cached_property
from riskexact.base.text import join_words
from riskexact.engine.linear import fixed_point
from riskexact.game.sweeps import Sweeps, Tables
from riskexact.game.terms import BoardArmies, Terms, permuted
from riskexact.odds.states import armies_text
from riskexact.turn.front import bits
from riskexact.turn.review import played_text

MAX_CLASS = 200
"""Positions and stages of the largest class that is solved."""

GameStep = tuple[Any, ...]
"""("place", armies), ("attack", i, j, dice), ("move", armies), ("fortify", i, j, armies), ("end",).
"""

NamedStep = tuple[Any, ...]
"""("place", {"A": 3}), ("attack", "A", "B", 2), ("move", 3), ("fortify", "A", "B", 2), ("end",)."""


class Stage(NamedTuple):
    """A point in a turn, as the mover sees it.

    - `doing`: "place", "attack" (or fortify, or end), or "move" armies in;
    - `fallen`: before a move, the attack (i, j, dice); the armies are those before its last round.
    """

    pattern: int
    armies: BoardArmies
    doing: str = "place"
    fallen: tuple[int, ...] = ()


Form = Mapping[Stage | None, Fraction]
"""A value as a linear form of the values of stages; None is 1."""


class StepEnd(NamedTuple):
    """A way in which a step may end: its weight over the denominator of the rounds, and what comes.

    `lost` is what a round cost both sides.  Before placing it is the other's turn.
    """

    weight: int
    stage: Stage
    lost: tuple[int, int] | None = None


class Stages:
    """The steps of every stage, certified bounds of what they are worth, and linear forms."""

    def __init__(self, sweeps: Sweeps) -> None:
        self._sweeps, self.terms = sweeps, sweeps.terms
        self.over = sweeps.one * self.terms.denominator
        self._left: dict[Stage, list[Form]] = {}
        self._exact: dict[Stage, Fraction | None] = {}

    @cached_property
    def _fought(self) -> tuple[Tables, Tables]:
        """The bounds of all positions in mid-turn."""
        low, up = self._sweeps.lower, self._sweeps.upper
        return self._sweeps.fought(up, False), self._sweeps.fought(low, True)

    def steps(self, stage: Stage) -> Iterator[GameStep]:
        """Yield everything that may be done."""
        terms, (p, armies, doing, fallen) = self.terms, stage
        if doing == "place":
            yield from (("place", placed) for placed in self._placements(p))
        elif doing == "move":
            i, _, x = fallen
            least = {"any": 1, "dice": x, "all": armies[i] - 1}[terms.move]
            yield from (("move", m) for m in range(least, armies[i]))
        else:
            for i in bits(p):
                for j in bits(terms.around[i] & ~p):
                    yield from (("attack", i, j, x) for x in terms.attack_dice(armies[i]))
            for i, j in terms.ways_to_move(p):
                yield from (("fortify", i, j, m) for m in range(1, armies[i]))
            yield ("end",)

    def _placements(self, pattern: int) -> Iterator[BoardArmies]:
        own, income = list(bits(pattern)), self.terms.incomes(pattern)
        most = income + len(own)
        for cut in combinations(range(1, most), len(own) - 1):
            placed = [0] * len(self.terms.names)
            for start, stop, i in zip((0, *cut), (*cut, most), own, strict=True):
                placed[i] = stop - start - 1
            yield tuple(placed)

    def ends(self, stage: Stage, step: GameStep) -> list[StepEnd]:
        """Return how a step may end: in one way, or in those of a round."""
        terms, (p, armies, _, fallen) = self.terms, stage
        certain = terms.denominator
        match step:
            case "place", placed:
                after = tuple(a + b for a, b in zip(armies, placed, strict=True))
                return [StepEnd(certain, Stage(p, after, "attack"))]
            case "move", m:
                i, j, _ = fallen
                after = changed(armies, {i: -m, j: m - armies[j]})
                return [StepEnd(certain, Stage(p | 1 << j, after, "attack"))]
            case "attack", i, j, x:
                ends = []
                for lost, weight in terms.round(x, armies[j]):
                    after = changed(armies, {i: -lost[0], j: -lost[1]})
                    stands, falls = Stage(p, after, "attack"), Stage(p, armies, "move", (i, j, x))
                    ends.append(StepEnd(weight, stands if after[j] else falls, lost))
                return ends
            case "fortify", i, j, m:
                armies = changed(armies, {i: -m, j: m})
        return [StepEnd(certain, Stage(terms.everything ^ p, armies))]

    def is_won(self, stage: Stage) -> bool:
        """Return whether the mover has everything, or will have it, however many move in."""
        fallen = 1 << stage.fallen[1] if stage.fallen else 0
        return stage.pattern | fallen == self.terms.everything

    def bounds(self, stage: Stage) -> tuple[int, int]:
        """Return the bounds of a stage's value for the mover, over `over`."""
        sweeps, terms = self._sweeps, self.terms
        if self.is_won(stage):
            return self.over, self.over
        if stage.doing == "move":
            each = [self.bounds_after(stage, step) for step in self.steps(stage)]
            return max(low for low, _ in each), max(up for _, up in each)
        if sum(stage.armies) > terms.armies:
            return 0, self.over
        tables = self._fought if stage.doing == "attack" else (sweeps.lower, sweeps.upper)
        rank = sweeps.positions.rank[stage.armies]
        low, up = (int(sweeps.positions.of(table, stage.pattern)[rank]) for table in tables)
        return low * terms.denominator, up * terms.denominator

    def bounds_after(self, stage: Stage, step: GameStep) -> tuple[int, int]:
        """Return the bounds of the value if a step is taken, over `over`."""
        lower = upper = 0
        for weight, after, _ in self.ends(stage, step):
            low, up = self.bounds(after)
            if after.doing == "place":
                low, up = self.over - up, self.over - low
            lower, upper = lower + weight * low, upper + weight * up
        over = self.terms.denominator
        return lower // over, -(-upper // over)

    def kept(self, stage: Stage) -> list[GameStep]:
        """Return the steps that the bounds leave, the best lower bound first: no other is best."""
        each = {step: self.bounds_after(stage, step) for step in self.steps(stage)}
        top = max(low for low, _ in each.values())
        left = [step for step, (_, up) in each.items() if up >= top]
        return sorted(left, key=lambda step: -each[step][0])

    def forms(self, stage: Stage) -> list[Form]:
        """Return the different forms of the steps that the bounds leave at a canonical stage."""
        if stage not in self._left:
            each = [self.form_after(stage, step) for step in self.kept(stage)]
            self._left[stage] = [form for n, form in enumerate(each) if form not in each[:n]]
        return self._left[stage]

    def form(self, stage: Stage) -> Form:
        """Return the form of a stage in mid-turn: stages of one form have the same value."""
        if self.is_won(stage):
            return {None: Fraction(1)}
        key = self.canonical(stage)
        forms = self.forms(key) if sum(stage.armies) <= self.terms.armies else []
        return forms[0] if len(forms) == 1 else {key: Fraction(1)}

    def form_after(self, stage: Stage, step: GameStep) -> Form:
        """Return the form of a step."""
        found: dict[Stage | None, Fraction] = {}
        for weight, after, _ in self.ends(stage, step):
            part = Fraction(weight, self.terms.denominator)
            passed = after.doing == "place"
            parts = {None: 1, self.canonical(after): -1} if passed else self.form(after)
            for key, value in parts.items():
                found[key] = found.get(key, Fraction(0)) + part * value
        return {key: value for key, value in found.items() if value}

    def exact(self, start: Stage) -> Fraction | None:
        """Return the exact value of a canonical position, or None."""
        if start not in self._exact:
            self._exact |= dict.fromkeys([start]) | (self.exact_class(start) or {})
        return self._exact[start]

    def exact_class(self, start: Stage) -> dict[Stage, Fraction] | None:
        """Return the exact values of a class that holds a canonical position, or None.

        The class is the position's own: nothing that was proved for another is used.
        """
        rows, left = dict[Stage, list[Form]](), {start}
        while left:
            stage = max(left, key=lambda each: sum(each.armies))
            placed = self.terms.incomes(stage.pattern) if stage.doing == "place" else 0
            if sum(stage.armies) + placed > self.terms.armies or len(rows) == MAX_CLASS:
                return None
            rows[stage] = self.forms(stage)
            left |= {key for form in rows[stage] for key in form if key is not None}
            left -= rows.keys()
        try:
            values = fixed_point({stage: forms[0] for stage, forms in rows.items()})
        except ZeroDivisionError:
            return None
        highest = all(
            values[stage] >= sum(c * (values[key] if key else 1) for key, c in form.items())
            for stage, forms in rows.items()
            for form in forms
        )
        return values if highest else None

    def canonical(self, stage: Stage) -> Stage:
        """Return the least of the stages to which the symmetries of the board lead."""
        return min(moved(stage, image) for image in self.terms.symmetries)


def moved(stage: Stage, image: tuple[int, ...]) -> Stage:
    """Return a stage where each territory has gone to its image."""
    armies = [0] * len(image)
    for a, i in zip(stage.armies, image, strict=True):
        armies[i] = a
    fallen = tuple(image[i] for i in stage.fallen[:2]) + stage.fallen[2:]
    return Stage(permuted(stage.pattern, image), tuple(armies), stage.doing, fallen)


def changed(armies: BoardArmies, changes: Mapping[int, int]) -> BoardArmies:
    """Return armies with changes by territory."""
    return tuple(a + changes.get(i, 0) for i, a in enumerate(armies))


def named(terms: Terms, step: GameStep) -> NamedStep:
    """Return a step by the names of territories."""
    names = terms.names
    match step:
        case "place", placed:
            return "place", {t: n for t, n in zip(names, placed, strict=True) if n}
        case kind, i, j, n:
            return kind, names[i], names[j], n
    return step


def numbered(terms: Terms, given: object) -> GameStep:
    """Return a step by the numbers of territories; `RiskError` for what is none."""

    def number(name: Any) -> int:
        return terms.names.index(terms.board.territory(name))

    match [*given] if isinstance(given, tuple | list) else []:
        case ["place", Mapping() as given_armies]:
            armies = {number(t): whole(n, f"armies on {t}") for t, n in given_armies.items()}
            return "place", tuple(armies.get(i, 0) for i in range(len(terms.names)))
        case ["attack" | "fortify" as kind, source, target, n]:
            return kind, number(source), number(target), whole(n, "dice or armies", 1)
        case ["move", n]:
            return "move", whole(n, "armies", 1)
        case ["end"]:
            return ("end",)
    raise RiskError(
        'step must be such as ("place", {"A": 3}), ("attack", "A", "B", 2), ("move", 2), '
        f'("fortify", "A", "B", 1) or ("end",), not {short_repr(given)}'
    )


def step_text(step: NamedStep) -> str:
    """Return a step in words.

    >>> step_text(("place", {"A": 2, "B": 1})), step_text(("attack", "A", "B", 1))
    ('place 2 armies on A and 1 army on B', 'attack B from A with 1 die')
    """
    match step:
        case "place", placed:
            armies = [f"{armies_text(n)} on {t}" for t, n in placed.items()]
            return f"place {join_words(armies or ['no armies'])}"
        case "fortify", source, target, n:
            return f"move {armies_text(n)} from {source} to {target} and end the turn"
    return played_text(step)
