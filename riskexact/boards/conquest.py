"""The highest chance to take a set of territories in one turn, and what to attack first."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import cached_property
from riskexact.base.text import chance_text, counted
from riskexact.boards.bounds import STATES_OF_ALL_NUMBERS, Bounded, Bounds, OnStates, bounds_text
from riskexact.boards.game import Game
from riskexact.boards.paths import best_path
from riskexact.boards.position import Position
from riskexact.questions.question import Displayed, Parts


class Move(NamedTuple):
    """An attack that may come first, by the names of the territories.

    - `dice`: the number of dice thrown;
    - `win_probability`: the chance if it comes first, and best play as it was found follows;
    - `move_in`: the armies that best move in if the target falls in this round, None if it cannot.
    """

    source: str
    target: str
    dice: int
    win_probability: Fraction
    move_in: int | None


def attack_text(source: str, target: str, dice: int) -> str:
    """Return an attack in few words.

    >>> attack_text("Siam", "Indonesia", 3)
    'Indonesia from Siam, 3 dice'
    """
    return f"{target} from {source}, {counted(dice, 'die', 'dice')}"


class Conquest(Displayed):
    """Best play from a position: the chance, the first moves, and the policy that has it.

    - `lower`: the chance of the policy, exactly; `upper`: no policy has more;
    - `proved`: whether they are equal, so that the chance is the best there is;
    - `states`: the states that were evaluated.
    """

    def __init__(self, game: Game, bounds: Bounds, states: int) -> None:
        self._game, self.position, self.states = game, game.position, states
        self.lower, self.upper, self._play = bounds
        self.proved = self.lower == self.upper

    @property
    def brief(self) -> str:
        """The question in few words; at a prompt, the chance or its bounds follow.

        >>> conquer(Position("classic", {"Siam": 5}, {"Indonesia": 3}))
        <Conquest Siam 5 v Indonesia 3, standard: 64.2 %>
        """
        return self._game.brief

    def _answer(self) -> str:
        return bounds_text(self.lower, self.upper)

    def _parts(self) -> Parts:
        if not self.proved:  # the first moves may take long
            return [("at least", self.lower, "won"), ("at most", self.upper, "won")], []
        path = [("best path", chance_text(self.best_path))] if self.best_path is not None else []
        first = [("attack first", attack_text(*each)) for each in self.best]
        chances = [("the attacker takes all", self.lower, "won"), ("fails", 1 - self.lower, "lost")]
        return chances, first + path

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All first moves, the best first, and equals in the order of the map.

        >>> position = Position("classic", {"Siam": 3}, {"Indonesia": 1})
        >>> [(m.dice, m.win_probability) for m in conquer(position, "Indonesia").moves]
        [(2, Fraction(1955, 2592)), (1, Fraction(95, 144))]
        """
        return self.moves_from(self.position)

    @cached_property
    def best(self) -> tuple[tuple[str, str, int], ...]:
        """The first moves (source, target, dice) that are as good as any; none if none can help."""
        return _best(self.moves)

    @cached_property
    def best_path(self) -> Fraction | None:
        """The chance of the best path; None if no path takes all that is to be taken.

        A path is one stack in a fixed order, each battle fought to the end; all survivors move in.
        """
        return best_path(self._game.front)

    def next(self, position: Position) -> tuple[tuple[str, str, int], ...]:
        """Return the best moves from a position that this one may lead to, as `best` does.

        Raises `RiskError` for a position of another map, or with other territories.
        """
        return _best(self.moves_from(position))

    def win_probability(self, position: Position) -> Fraction:
        """Return the chance of the policy from a position that this one may lead to."""
        front, state = self._game.front, self._game.state(position)
        return Fraction(self._play.value(state), front.base ** front.units(state))

    def move_in(self, position: Position, source: str, target: str, dice: int) -> int | None:
        """Return how many armies best move in if the target falls in the next round.

        None if it cannot fall so soon.  Raises `RiskError` for an attack that is not allowed.
        """
        game, state = self._game, self._game.state(position)
        attack = game.attack(source, target, dice)
        if attack not in game.front.attacks(state):
            raise RiskError(f"dice must be a number that may be thrown there, not {shown(dice)}")
        return self._play.moves_in(state, attack)

    def moves_from(self, position: Position) -> tuple[Move, ...]:
        """Return all moves from a position that this one may lead to, as `moves` does."""
        game, state = self._game, self._game.state(position)
        over = game.front.base ** game.front.units(state)
        if not game.front.left(state) & game.front.needed:
            return ()
        found = sorted(self._play.attacks(state), key=lambda each: -each[1])
        return tuple(
            Move(
                game.names[attack.source],
                game.names[attack.target],
                attack.dice,
                Fraction(value, over),
                self._play.moves_in(state, attack),
            )
            for attack, value in found
        )


def conquer(
    position: Position,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    *,
    move: str = "any",
    dice: str = "free",
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    on_states: OnStates = lambda states: None,
) -> Conquest:
    """Return best play to take a set of territories in one turn.

    - `take`: names of territories or continents; None for all of the enemy's in the position;
    - `through`: territories of the enemy's that may be taken too;
    - `move`: the armies that move in when a territory falls: "any" (1 or more), "dice" (as many as
      dice were thrown, or more), or "all" that may; one always stays;
    - `dice`: "free" to choose, or the "most" that the rules allow;
    - `all_numbers`: where the two bounds differ, every number of armies moving in is tried, up to
      this many states;
    - `on_states(states)` is called now and then with the number of states evaluated.

    Equals the recursion over all positions, every number of dice and of armies moving in.  Raises
    `RiskError` for names that are not in the position, where no way leads to them, and for more
    than `MAX_STATES` states.

    >>> position = Position("classic", {"Siam": 14}, {
    ...     "Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2})
    >>> answer = conquer(position, take="Australia")
    >>> answer.best, answer.proved, round(float(answer.lower), 5), round(float(answer.best_path), 5)
    ((('Siam', 'Indonesia', 3),), True, 0.57548, 0.55621)
    """
    game = Game(position, take, through, move, dice)
    bounded = Bounded(game.front, all_numbers, on_states)
    bounds = bounded.bounds(game.front.start)
    return Conquest(game, bounds, bounded.states)


def _best(moves: tuple[Move, ...]) -> tuple[tuple[str, str, int], ...]:
    """Return the moves that are as good as any."""
    if not moves or not moves[0].win_probability:
        return ()
    return tuple(m[:3] for m in moves if m.win_probability == moves[0].win_probability)
