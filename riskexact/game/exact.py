"""Ties, and exact values: what follows from the steps that the bounds leave.

The value of a stage is a linear form of the values of positions after the turn.  Steps of equal
forms are tied.  A stage whose steps have several forms is undecided, and stands for itself.

*Theorem.*  Let C be a set of positions up to N, and of undecided stages, that holds all those in
the forms of all steps that the bounds leave at them: the others have an upper bound below the lower
bound of another step.  Let X be numbers for C such that X is the highest of its forms, everywhere
in C.  Then X are the values of the game without a limit, whatever endless play counts.

*Proof.*  The chance v that the mover can force a win and the chance w that the other cannot prevent
it lie between the bounds, in mid-turn too.  So neither is reached by a step that is excluded: v is
the highest of its forms if 1 - w counts after the turn, and w if 1 - v does.  As (v, w), so (X, X)
is a fixed point of that operator on pairs.  Totals in C are bounded and incomes 1 or more, so play
by steps that are left ends with certainty, whatever they are (see `sweeps`): a power of the
operator contracts, and has one fixed point.  QED
"""

from collections.abc import Mapping
from fractions import Fraction

from riskexact.engine.linear import fixed_point
from riskexact.game.stages import GameStep, Stage, Stages
from riskexact.game.sweeps import Sweeps

MAX_CLASS = 200
"""Positions and stages of the largest class that is solved."""

Form = Mapping[Stage | None, Fraction]
"""A value as a linear form of the values of stages; None is 1."""


class Forms(Stages):
    """Stages with the forms of what they are worth."""

    def __init__(self, sweeps: Sweeps) -> None:
        super().__init__(sweeps)
        self._left: dict[Stage, list[Form]] = {}
        self._exact: dict[Stage, Fraction | None] = {}

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
        for weight, after, passed, _ in self.ends(stage, step):
            part = Fraction(weight, self.terms.denominator)
            parts = self.form(after) if not passed else {None: 1, self.canonical(after): -1}
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
