"""`Game`: the value of every position of a whole game, and the best step of every turn."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, cached_property
from riskexact.base.interval import Interval
from riskexact.game.stages import GameStep, NamedStep, Stage, Stages, named, numbered, step_text
from riskexact.game.sweeps import Sweeps
from riskexact.game.terms import Terms
from riskexact.turn.position import Position
from riskexact.turn.review import NO_CHANCE


class TurnDecision(Frozen):
    """A point in a turn, and what is best there for the mover.

    - `position`: who stands where, as the mover sees it; before a move in, what stood there before
      the last round; `doing`: "place", "attack" (or fortify, or end), "move", or "won".

    >>> Game("line-3", armies=20).best(Position("line-3", {"B": 1}, {"A": 1, "C": 1}))
    <TurnDecision B 1 v A 1, C 1, standard: place 3 armies on B, unique>
    """

    game: "Game"
    stage: Stage
    doing: str
    position: Position

    def __init__(self, game: "Game", stage: Stage) -> None:
        doing = "won" if game.stages.is_won(stage) else stage.doing
        position = game.position(stage.pattern, stage.armies)
        self._set(game=game, stage=stage, doing=doing, position=position)

    def __repr__(self) -> str:
        """Return the position, a best step and whether it is the only one."""
        what = f": {step_text(self.best[0])}, {self.kind}" if self._kept else ": won"
        return f"<{type(self).__name__} {self.position.brief}{what}>"

    @cached_property
    def _kept(self) -> list[GameStep]:
        return [] if self.doing == "won" else self.game.stages.kept(self.stage)

    @cached_property
    def best(self) -> tuple[NamedStep, ...]:
        """The steps that may be the best as far as the bounds tell, the best lower bound first."""
        return tuple(named(self.game, step) for step in self._kept)

    @cached_property
    def kind(self) -> str:
        """Whether the best step is "unique", or several are "tied" or "undecided".

        Tied are steps that are proved to be worth the same: mirror images, or the same chances of
        the same positions.
        """
        if len(self._kept) == 1:
            return "unique"
        forms = (self.game.stages.form_after(self.stage, step) for step in self._kept)
        first = next(forms, None)
        return "tied" if all(form == first for form in forms) else "undecided"

    @cached_property
    def steps(self) -> tuple[tuple[NamedStep, Interval], ...]:
        """Everything that may be done, each with its value, the best lower bound first."""
        stages = self.game.stages
        each = [] if self.doing == "won" else stages.steps(self.stage)
        found = ((named(self.game, step), self._worth(step)) for step in each)
        return tuple(sorted(found, key=lambda pair: tuple(pair[1]), reverse=True))

    @property
    def value(self) -> Interval:
        """The value with best play."""
        return self.game.chance(*self.game.stages.bounds(self.stage))

    def next(
        self, step: NamedStep | None = None, lost: tuple[int, int] | None = None
    ) -> "TurnDecision":
        """Return the decision after a step, of who decides next; a best step if None is given.

        - `lost`: what the throw of an attack cost both sides; None for other steps.

        >>> first = Game("line-3", armies=20).best(Position("line-3", {"B": 1}, {"A": 1, "C": 1}))
        >>> first.next(), first.next().next(lost=(0, 1)).next().next(("end",)).position.brief
        (<TurnDecision B 4 v A 1, C 1, standard: attack A from B with 2 dice, tied>, \
'C 1 v A 2, B 2, standard')
        """
        step = (self.best or (None,))[0] if step is None else step
        taken = self._allowed(step)
        ends = self.game.stages.ends(self.stage, taken)
        pairs = [end.lost and [*end.lost] for end in ends]  # as records have them
        pair = [*lost] if isinstance(lost, tuple | list) else lost
        if pair not in pairs:
            allowed = " or ".join(map(short_repr, pairs))
            raise RiskError(f"lost must be {allowed} after this step, not {short_repr(pair)}")
        return TurnDecision(self.game, ends[pairs.index(pair)].stage)

    def regret(self, step: NamedStep) -> Interval:
        """Return what a step costs, compared with the best one: 0 for one that is proved best.

        >>> first = Game("line-3", armies=20).best(Position("line-3", {"B": 1}, {"A": 1, "C": 1}))
        >>> first.next().regret(("attack", "B", "A", 3))
        <Interval 2.2 %>
        """
        played = self._allowed(step)
        if played in self._kept and self.kind != "undecided":
            return NO_CHANCE
        lower, upper = self.value - self.worth(step)
        return Interval(max(Fraction(0), lower), upper)

    def worth(self, step: NamedStep) -> Interval:
        """Return the value after a step."""
        return self._worth(self._allowed(step))

    def _worth(self, step: GameStep) -> Interval:
        return self.game.chance(*self.game.stages.bounds_after(self.stage, step))

    def _allowed(self, given: object) -> GameStep:
        """Return a step that may be taken; `RiskError` for any other."""
        step = numbered(self.game, given)
        said = step_text(named(self.game, step))
        if self.doing == "won":
            raise RiskError(f"step must be one of a game that is not over, not {said}")
        if step not in self.game.stages.steps(self.stage):
            best = step_text(self.best[0])
            raise RiskError(f"step must be one that is allowed, such as {best}, not {said}")
        return step


class Game(Terms):
    """The whole game of two players on a small board: what every position is worth, certified.

    The players take turns: the mover places `reinforcements` new armies on his territories, attacks
    as often as he likes with as many dice as he chooses, moves in at least as many armies as he
    threw dice, stops when he likes, and may then move armies once over one border of his own.  Who
    has all territories wins.  There are no cards.

    - `board`: "line-3" and the like (`geography.map_named`), or a `Map` of 2 to 5 territories
      whose borders lead both ways;
    - `rules`: a rule set, or its name, under which every round is thrown;
    - `bonuses`: more armies for who has all of a group, such as {("A", "B"): 1}; the continents of
      a `Map` that are smaller than it count as well;
    - `dice`: "free", or the "most" that the rules allow; `move`: "dice" as above, "any" (1 or more)
      or "all"; `fortify`: "border" as above, "connected" (along a way of one's own) or "none";
    - `armies`: the total of both sides to which positions are solved; the nearer to it, the wider
      the bounds.

    Raises `RiskError` for anything else.  The proofs are in riskexact/game/proofs.md.  numpy makes
    it fast; without it, boards of three take some ten seconds.

    >>> game = Game("line-3")
    >>> value = game.value(Position("line-3", mine={"A": 1}, enemy={"B": 1, "C": 1}))
    >>> value, value.upper - value.lower < Fraction(1, 10**8)
    (<Interval 69.9 %>, True)
    """

    @cached_property
    def stages(self) -> Stages:
        """The stages of all turns, solved."""
        sweeps = Sweeps(self)
        sweeps.settle()
        return Stages(sweeps)

    def chance(self, lower: int, upper: int) -> Interval:
        """Return bounds over that of `stages` as a value."""
        over = self.stages.over
        return Interval(Fraction(lower, over), Fraction(upper, over))

    def value(self, position: Position) -> Interval:
        """Return the value of a position, at the start of a turn, before the mover places.

        The bounds are equal where a finite class of positions proves the fraction.  Raises
        `RiskError` for a position of another board, and for more than `armies` in all.

        >>> position = Position("complete-3", {"A": 1}, {"B": 1, "C": 1})
        >>> Game("complete-3", reinforcements=4).value(position).lower
        Fraction(66756821917861858369536, 79882823427302436410483)
        """
        asked = Stage(*self.numbers(position))  # refused before anything is solved
        start = self.stages.canonical(asked)
        exact = self.stages.exact(start)
        if exact is None:
            return self.chance(*self.stages.bounds(start))
        return Interval(exact, exact)

    def best(self, position: Position, doing: str = "place") -> TurnDecision:
        """Return what is best in a position before the mover places, or then (`doing="attack"`)."""
        if doing not in ("place", "attack"):
            raise RiskError(f"doing must be place or attack, not {short_repr(doing)}")
        return TurnDecision(self, Stage(*self.numbers(position), doing))

    def regret(self, position: Position, step: NamedStep) -> Interval:
        """Return what a step costs there, before or after placing, as `TurnDecision.regret` does.

        >>> game = Game("line-3", armies=20)
        >>> position = Position("line-3", {"A": 1, "B": 1}, {"C": 1})
        >>> game.regret(position, ("place", {"B": 3})), game.regret(position, ("place", {"A": 3}))
        (<Interval 0 %>, <Interval 20.4 %>)
        """
        placing = isinstance(step, tuple | list) and step[:1] in (("place",), ["place"])
        return self.best(position, "place" if placing else "attack").regret(step)

    def play(self, seed: int = 0) -> Callable[[TurnDecision], NamedStep]:
        """Return a policy: a function that returns a best step, at random by seed where tied.

        Where the bounds leave several steps undecided, it is the one of the highest lower bound.

        >>> game = Game("line-3", armies=20)
        >>> game.play(7)(game.best(Position("line-3", {"A": 1}, {"B": 1, "C": 1})))
        ('place', {'A': 3})
        """
        random = Random(whole(seed, "seed"))

        def step(decision: TurnDecision) -> NamedStep:
            tied = decision.kind == "tied"
            return random.choice(decision.best) if tied else decision.best[0]

        return step
