"""The gain of best play on a map over the best path, as a curve by the armies of one territory."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import ceil

from riskexact.base.arguments import items_of, short_repr, whole
from riskexact.base.drawing.labels import chances_text, short_percent, whole_ticks
from riskexact.base.drawing.picture import ATTACKER, MUTED, Axes, Picture, chart
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.turn.conquest import conquer
from riskexact.turn.front import MoveRule
from riskexact.turn.pictures.conquest import asked_goals, goals_text, rules_text, terms_text
from riskexact.turn.position import Position

MAX_POINTS = 100
"""The most numbers of armies on a curve."""


class Gains(NamedTuple):
    """Chances by armies: of the play found, of no play exceeded, and of the best path, or 0."""

    lower: dict[int, Fraction]
    upper: dict[int, Fraction]
    paths: dict[int, Fraction]

    @property
    def proved(self) -> bool:
        """Whether the play is the best everywhere."""
        return self.lower == self.upper

    @property
    def play(self) -> str:
        """What the play is called."""
        return "best play" if self.proved else "the play found"

    @property
    def path(self) -> str:
        """What the best path is called beside it."""
        return "the best path" if self.proved else "a fixed path"

    @property
    def most(self) -> tuple[int, Fraction]:
        """The fewest armies with the largest gain, and the gain."""
        gains = {n: chance - self.paths[n] for n, chance in self.lower.items()}
        n = max(gains, key=lambda n: (gains[n], -n))
        return n, gains[n]


def conquest_gain(
    position: Position,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    move: MoveRule = "any",
    dice: str = "free",
    territory: str | None = None,
    armies: Sequence[int] | None = None,
    dark: bool = False,
) -> Picture:
    """Return the chance of best play and that of the best path, by the armies of one territory.

    - `position`, `take`, `through`, `move`, `dice`: as for `conquer`;
    - `territory`: of mine, by default that with the most armies;
    - `armies`: 2 to 100 numbers in ascending order, by default from 2 to twice those of the
      position;
    - `dark`: draw on a dark ground.

    Where a chance is not proved to be the best there is, the picture has both bounds.  Raises
    `RiskError` as `conquer` does, and if matplotlib is missing.

    >>> one = Position("classic", {"Siam": 3}, {"Indonesia": 1})
    >>> conquest_gain(one, armies=range(2, 4)).title
    'Best play has no more than the best path'
    """
    goals = asked_goals(position, take)
    varied = position.map.territory(
        max(position.mine, key=lambda t: position.mine[t]) if territory is None else territory
    )
    if varied not in position.mine:
        raise RiskError(f"territory must be mine, not {short_repr(varied)}")
    given = range(2, 2 * position.mine[varied] + 1) if armies is None else armies
    numbers = [whole(n, "armies", 1) for n in items_of(given, MAX_POINTS) or ()]
    if not 2 <= len(numbers) <= MAX_POINTS or numbers != sorted({*numbers}):
        what = f"2 to {MAX_POINTS} numbers in ascending order"
        raise RiskError(f"armies must be {what}, not {short_repr(given)}")
    best = partial(conquer, take=goals, through=through, move=move, dice=dice)
    answers = {n: best(position.replace(mine={**position.mine, varied: n})) for n in numbers}
    gains = Gains(
        {n: each.lower for n, each in answers.items()},
        {n: each.upper for n, each in answers.items()},
        {n: each.best_path or Fraction(0) for n, each in answers.items()},
    )
    most, what = gains.most[1], goals_text(position, goals)
    more = f"gains up to {short_percent(most)} percentage points over"
    title = f"{gains.play.capitalize()} {more if most else 'has no more than'} {gains.path}"
    title += rules_text(position)
    subtitle = (
        f"The chance to take {what} in one turn, in percent, by the armies in {varied}. "
        f"{terms_text(move, dice)} A path: one stack in a fixed order that fights each battle out."
    )
    words = _words(gains, what, varied)
    return chart(title, subtitle, words, lambda axes: _draw(axes, gains, varied), dark)


def _draw(axes: Axes, gains: Gains, territory: str) -> None:
    """Draw both curves, what lies between, and their names where they are farthest apart."""
    numbers = [*gains.lower]
    lower, upper, paths = (
        [float(100 * chance) for chance in each.values()]
        for each in (gains.lower, gains.upper, gains.paths)
    )
    axes.fill_between(numbers, paths, lower, color=ATTACKER, alpha=0.3, linewidth=0)
    axes.plot(numbers, lower, color=ATTACKER, linewidth=1.4, marker="o", markersize=2)
    axes.plot(numbers, paths, color=MUTED, linewidth=1.4, marker="o", markersize=2)
    if not gains.proved:
        axes.plot(numbers, upper, color=ATTACKER, linewidth=1, linestyle=":")
    n, most = gains.most
    n = n if most else numbers[len(numbers) // 2]
    top = min(100, 1.2 * max(upper)) or 100
    for chance, name, colour, left in (
        (gains.lower[n], gains.play, ATTACKER, True),
        (gains.paths[n], gains.path, MUTED, False),
    ):
        above = left or 100 * chance < top / 10
        axes.annotate(
            f"{name} {short_percent(chance)}",
            (n, float(100 * chance)),
            xytext=(-9 if left else 9, 5 if above else -5),
            textcoords="offset points",
            ha="right" if left else "left",
            va="bottom" if above else "top",
            color=colour,
            fontweight="bold",
        )
    axes.set_xticks(whole_ticks(numbers[0], numbers[-1]))
    axes.set_ylim(-0.02 * top, 1.02 * top)
    # room for a name to the left of the first number, and to the right of the last
    room = 0.3 * (numbers[-1] - numbers[0])
    axes.set_xlim(min(numbers[0] - 0.5, n - room), max(numbers[-1] + 0.5, n + room))
    axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= top])
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"armies in {territory}, one of which stays behind")


def _words(gains: Gains, what: str, territory: str) -> str:
    """Return the alternative text, with every chance."""
    n, most = gains.most
    bounds = ""
    if not gains.proved:
        upper = {n: Fraction(ceil(1000 * each), 1000) for n, each in gains.upper.items()}
        bounds = f" No play has more than, {chances_text(upper)}."
    return (
        f"Two curves of the chance to take {what} in one turn, by the armies in {territory}. "
        f"{gains.play.capitalize()}, {chances_text(gains.lower)}.{bounds} "
        f"{gains.path.capitalize()}, {chances_text(gains.paths)}. The gain between them is largest "
        f"with {n} armies: {short_percent(most)} percentage points."
    )
