"""The chances of a battle that no fraction has: under Balanced Blitz, and of any size.

`engine.blitz` has the algorithm.  A chance under it is an algebraic number, and a `Certain` unless
it is known to be a fraction, such as 0, 1 and 1/2.
"""

from collections.abc import Mapping
from fractions import Fraction

from riskexact.base.arguments import whole
from riskexact.base.certain import Certain, Enclosure, Real
from riskexact.base.frozen import Any, Frozen, cached_property
from riskexact.battle.methods import answers_of, chosen
from riskexact.odds.states import FOUGHT_OUT, MAX_OUTCOMES_UNITS, State, check_size, check_units
from riskexact.rules import Rules
from riskexact.rules.blitz import MAX_BLITZ_DIGITS, BlitzVersion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.engine.balls import Balls
    from riskexact.engine.blitz import AdjustedOutcomes, Switches

MAX_SWITCH_UNITS = 1000
"""Units on both sides of a battle by hand first: half a minute."""

WIN_OR_LOSE = ("win", "lose")


class InBalls(Frozen):
    """A question whose chances are enclosed in balls, all of them at once."""

    @property
    def balls(self) -> "Balls[Any]":
        """The chances of its parts."""
        raise NotImplementedError

    def enclosed(self, part: Any, bits: int) -> Enclosure:
        """Return bounds at most 2^-bits of the chance, and of the rest, apart, as far as possible.

        See `balls.MAX_BITS_OF_SMALL`.
        """
        return self.balls.bounds(part, bits)

    def text(self, part: Any, digits: int) -> str:
        """Return `decimal_text` of a chance."""
        return self.balls.text(part, digits)


class Fight(InBalls):
    """A battle fought out, of any size: the question that its `Certain` chances carry.

    - `attackers`, `defenders`: units that fight, 0 or more, and not 0 on both sides;
    - `version`: of Balanced Blitz, None for the exact battle, which has no outcomes here.

    Its parts are "win", "lose" and the outcomes.
    """

    attackers: int
    defenders: int
    rules: Rules
    version: BlitzVersion | None

    def __init__(
        self, attackers: int, defenders: int, rules: Rules, version: BlitzVersion | None = None
    ) -> None:
        self._set(attackers=attackers, defenders=defenders, rules=rules, version=version)

    def know(self, win: Fraction) -> None:
        """Keep the exact chance to win, which is then not computed."""
        self._set(_exact_win=win)

    _exact_win: Fraction | None = None

    @cached_property
    def sides(self) -> tuple[Real, Real]:
        """The chances to win and to lose."""
        from riskexact.engine.blitz import adjusted_fraction
        from riskexact.engine.decimals import known_chance

        version, win = self.version, self._exact_win
        if version and win is None:
            win = known_chance(*self._battle, version)
        elif version and win is not None:
            win = adjusted_fraction(win, version)
        return (Certain(self, "win"), Certain(self, "lose")) if win is None else (win, 1 - win)

    @cached_property
    def outcomes(self) -> Mapping[State, Real]:
        """The chance of each outcome that Balanced Blitz leaves, from the best to the worst."""
        states = self._adjusted.states
        return {each: Fraction(1) if len(states) == 1 else Certain(self, each) for each in states}

    def enclosed(self, part: Any, bits: int) -> Enclosure:
        """Return bounds of a chance; those to win and to lose at any size."""
        if part not in WIN_OR_LOSE:
            return super().enclosed(part, bits)
        from riskexact.engine.balls import MAX_BITS_OF_SMALL
        from riskexact.engine.blitz import adjusted_bounds
        from riskexact.engine.decimals import enclosure

        finest = bits + MAX_BITS_OF_SMALL
        if self.version and self._exact_win is not None:
            low, high = adjusted_bounds(self._exact_win, bits, finest, self.version)
        else:
            low, high = enclosure(*self._battle, bits, finest, self.version)
        return (low, high) if part == "win" else (1 - high, 1 - low)

    def text(self, part: Any, digits: int) -> str:
        """Return `decimal_text` of a chance."""
        if self.version:
            whole(digits, "digits", 1, MAX_BLITZ_DIGITS)
        if part not in WIN_OR_LOSE:
            return super().text(part, digits)
        from riskexact.engine.blitz import adjusted_texts
        from riskexact.engine.decimals import win_texts

        if self.version and self._exact_win is not None:
            texts = adjusted_texts(self._exact_win, digits, self.version)
        else:
            texts = win_texts(self.attackers, self.defenders, digits, self.rules, self.version)
        return texts[WIN_OR_LOSE.index(part)]

    @cached_property
    def balls(self) -> "Balls[State]":
        from riskexact.engine.balls import Balls

        return Balls(lambda: dict(zip(self._adjusted.states, self._adjusted.balls(), strict=True)))

    @cached_property
    def _adjusted(self) -> "AdjustedOutcomes":
        a, d, rules = self._battle
        check_units(a, d, MAX_OUTCOMES_UNITS, "outcomes in Balanced Blitz")
        from riskexact.engine.blitz import AdjustedOutcomes

        assert self.version is not None
        answers = answers_of(chosen("outcomes", a, d, rules))
        check_size(a, d, rules, a + d + answers.held(a, d, rules))
        return AdjustedOutcomes(answers.outcomes(a, d, rules, FOUGHT_OUT), self.version)

    @property
    def _battle(self) -> tuple[int, int, Rules]:
        return self.attackers, self.defenders, self.rules


class Switching(InBalls):
    """Battles by hand first, and in Balanced Blitz later: the question of their `Certain` chances.

    A part is a way to begin, "blitz" or "hand", with the attackers and the defenders.
    """

    attackers: int
    defenders: int
    rules: Rules
    version: BlitzVersion

    def chance(self, way: str, state: State) -> Real:
        """Return the chance to win with a way to begin, and the best switch after it."""
        part = (way, *state)
        return self.balls.fractions.get(part, Certain(self, part))

    @cached_property
    def balls(self) -> "Switches":
        """The best switch in each battle up to this one."""
        from riskexact.engine.blitz import Switches

        return Switches(self.attackers, self.defenders, self.rules, self.version)
