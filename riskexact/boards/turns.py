"""Go on or stop: the turn of the highest expected value."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.boards.bounds import MAX_POSITIONS
from riskexact.boards.evaluation import OnStates
from riskexact.boards.named_front import BestMoves, NamedFront, attack_text
from riskexact.boards.position import Position
from riskexact.boards.rewards import Prize, Rewards
from riskexact.questions.question import Parts

Worth = Fraction | int | Decimal | str

EACH, CARD, LOSS = "territory", "card", "loss"
"""The names of what each territory taken is worth, the first conquest, and an army lost."""


class BestTurn(BestMoves):
    """The highest expected value of a turn, exactly, and its policy; no best move means to stop.

    >>> best_turn(Position("classic", {"Siam": 5}, {"Indonesia": 3}), {"Indonesia": 4})
    <BestTurn Siam 5 v Indonesia 3, standard: worth 2.566>
    """

    def __init__(self, named: NamedFront, rewards: Rewards) -> None:
        super().__init__(named, rewards)
        self.value = max([Fraction(0), *(move.value for move in self.moves)])

    def _answer(self) -> str:
        return f"worth {decimal_text(self.value, 4)}"

    def _parts(self) -> Parts:
        first = [("attack first", attack_text(*each)) for each in self.best]
        first = first or [("first", "stop: no attack is worth it")]
        return [], [("worth", decimal_text(self.value, 4)), *first]


def best_turn(
    position: Position,
    worth: Mapping[str, Worth],
    *,
    move: str = "any",
    dice: str = "free",
    on_states: OnStates = lambda states: None,
) -> BestTurn:
    """Return the turn of the highest expected value, and whether to go on or to stop.

    - `worth`: exact values, 0 or more: of territories and of whole continents by their names, of
      "territory" (each one taken), of a "card" for the first conquest, and of a "loss", what an
      army lost costs;
    - `position`, `move` and `dice` are as for `conquer`; every territory of the enemy's in the
      position may be taken.

    The value is the highest mean of what is taken, less what is lost, over all policies; with no
    move that is worth more than nothing `best` is empty.  Equals the recursion over all
    positions.  Raises `RiskError` as `conquer` does, for values that are not exact, and for a
    continent of which a territory is neither mine nor the enemy's.

    >>> position = Position("classic", {"Western Australia": 4, "Indonesia": 1, "New Guinea": 1}, {
    ...     "Eastern Australia": 2})
    >>> turn = best_turn(position, {"Australia": 6, "territory": 1, "card": 2, "loss": 1})
    >>> turn.best, round(float(turn.value), 2)
    ((('Western Australia', 'Eastern Australia', 3),), 4.5)
    """
    named = NamedFront(position, None, (), move, dice)
    front, world = named.front, position.map
    if not isinstance(worth, Mapping):
        raise RiskError(
            f'worth must map names to values, such as {{"Asia": 7}}, not {shown(worth)}'
        )
    values = {name: _value(name, value) for name, value in worth.items()}
    nodes = {t: n for n, t in enumerate(named.names[: front.enemies])}
    single = [values.pop(EACH, Fraction(0))] * len(nodes)
    card, loss = (values.pop(name, Fraction(0)) for name in (CARD, LOSS))
    prizes = []
    for name, value in values.items():
        territories = world.named(name)
        for t in territories:
            if t not in position.mine and t not in nodes:
                raise RiskError(f"{t} must be mine or the enemy's, if {name} has a worth")
        left = sum(1 << nodes[t] for t in territories if t in nodes)
        if left:
            prizes.append(Prize(left, value))
    rewards = Rewards(front, single, prizes, card, loss, MAX_POSITIONS, on_states)
    return BestTurn(named, rewards)


def _value(name: str, value: object) -> Fraction:
    if isinstance(value, Fraction | int | Decimal | str) and not isinstance(value, bool):
        try:
            exact = Fraction(value)
        except (ValueError, ZeroDivisionError, OverflowError):
            exact = Fraction(-1)
        if exact >= 0:
            return exact
    raise RiskError(f"worth of {name} must be an exact number, 0 or more, not {shown(value)}")
