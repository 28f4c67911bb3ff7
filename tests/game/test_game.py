"""The whole game on small boards, against a program of another kind.

The oracle is the definition: turns of play up to N, by plain recursion over Fractions and names,
turn after turn.  It has the dice from `round_distribution`, and shares nothing else.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from riskexact import Game, Map, Position, RiskError, Rules
from riskexact.base.interval import Interval
from riskexact.game import terms
from riskexact.game.stages import Form, GameStep, Stage, Stages
from riskexact.game.sweeps import Sweeps
from riskexact.rules.dice import round_distribution
from riskexact.turn import rows
from tests.game.environment import Environment

BORDERS = {
    "line-2": {(0, 1)},
    "line-3": {(0, 1), (1, 2)},
    "complete-3": {(0, 1), (1, 2), (0, 2)},
}

LINE = Game("line-3")
"""It is solved once, by the test that asks first."""

State = tuple[int, ...]  # the mover's armies above 0, the other's below


class Oracle:
    """Values of positions after at most some turns, with totals up to N."""

    def __init__(self, board: str, game: Game) -> None:
        self.game, self.n = game, len(game.names)
        self.borders = {pair for i, j in BORDERS[board] for pair in ((i, j), (j, i))}
        self.start = cache(self._start)
        self.fight = cache(self._fight)
        self.over = cache(self._over)

    def _start(self, state: State, turns: int, passed: int) -> Fraction:
        """Return the chance before placing; `passed` counts for a total beyond N, or no turn."""
        if not turns:
            return Fraction(passed)
        own = [i for i, a in enumerate(state) if a > 0]
        new = self.game.reinforcements
        new += sum(
            bonus
            for group, bonus in self.game.bonuses.items()
            if all(state[self.game.names.index(t)] > 0 for t in group)
        )
        if sum(map(abs, state)) + new > self.game.armies:
            return Fraction(passed)
        best = Fraction(0)
        for cut in combinations(range(new + len(own) - 1), len(own) - 1):
            ends = (-1, *cut, new + len(own) - 1)
            after = list(state)
            for k, i in enumerate(own):
                after[i] += ends[k + 1] - ends[k] - 1
            best = max(best, self.fight(tuple(after), turns, passed))
        return best

    def _fight(self, state: State, turns: int, passed: int) -> Fraction:
        """Return the chance in mid-turn."""
        if min(state) > 0:
            return Fraction(1)
        best = max(self.over(after, turns, passed) for after in self.ended(state))
        rules = self.game.rules
        for i, j in self.borders:
            if state[i] > 1 and state[j] < 0:
                most = rules.attack.dice_of(state[i] - 1)
                for x in range(most if self.game.dice == "most" else 1, most + 1):
                    ways = round_distribution(x, rules.defence.dice_of(-state[j]), rules)
                    total = again = Fraction(0)
                    for (lost, fallen), p in ways.items():
                        if not lost + fallen:
                            again = p
                        else:
                            total += p * max(
                                self.fight(after, turns, passed)
                                for after in self.fought(state, i, j, x, lost, fallen)
                            )
                    best = max(best, total / (1 - again))
        return best

    def fought(
        self, state: State, i: int, j: int, x: int, lost: int, fallen: int
    ) -> Iterator[State]:
        """Yield the states after a round, with every number of armies that may move in."""
        after = list(state)
        after[i] -= lost
        after[j] += fallen
        if after[j]:
            yield tuple(after)
            return
        free = after[i] - 1
        fewest = {"any": 1, "dice": x, "all": free}[self.game.move]
        for m in range(min(fewest, free), free + 1):
            yield tuple(a - m if t == i else m if t == j else a for t, a in enumerate(after))

    def ended(self, state: State) -> Iterator[State]:
        """Yield the states after every fortification, and none."""
        yield state
        if self.game.fortify == "none":
            return
        ways = {pair for pair in self.borders if min(state[t] for t in pair) > 0}
        if self.game.fortify == "connected":
            for k in range(self.n):
                ways |= {(i, j) for i, t in ways for u, j in ways if t == u == k and i != j}
        for i, j in ways:
            for m in range(1, state[i]):
                yield tuple(
                    a - m if t == i else a + m if t == j else a for t, a in enumerate(state)
                )

    def _over(self, state: State, turns: int, passed: int) -> Fraction:
        """Return the chance at the end of the turn."""
        return 1 - self.start(tuple(-a for a in state), turns - 1, 1 - passed)


CASES = [
    ("line-2", {"reinforcements": 2, "armies": 9}),
    ("line-3", {"reinforcements": 1, "armies": 6}),
    ("complete-3", {"reinforcements": 1, "armies": 6}),
    ("line-3", {"reinforcements": 2, "armies": 7, "rules": "risiko", "fortify": "none"}),
    ("line-3", {"reinforcements": 1, "armies": 6, "bonuses": {("A", "B"): 1}, "move": "any"}),
    ("complete-3", {"reinforcements": 2, "armies": 7, "move": "all", "dice": "most"}),
    ("line-3", {"reinforcements": 1, "armies": 6, "fortify": "connected", "rules": "single-loss"}),
]


def random_case(seed: int) -> tuple[str, dict[str, object]]:
    """Return a board with other options."""
    draw = Random(seed)
    board = draw.choice(["line-2", "line-3", "complete-3"])
    options: dict[str, object] = {
        "reinforcements": draw.randint(1, 2),
        "armies": 8 if board == "line-2" else 6,
        "rules": draw.choice(["standard", "risiko", "single-loss", "four-dice", "two-dice-attack"]),
        "dice": draw.choice(["free", "most"]),
        "move": draw.choice(["any", "dice", "all"]),
        "fortify": draw.choice(["border", "connected", "none"]),
    }
    return board, options


@pytest.mark.parametrize(
    ("board", "options"), [*CASES, *map(random_case, range(12))], ids=lambda each: str(each)[:60]
)
def test_bounds_are_those_of_turns_of_capped_play(board: str, options: dict[str, object]) -> None:
    """After 2k half-sweeps `lower` is the chance within k turns, rounded down."""
    game = Game(board, **options)  # type: ignore[arg-type]
    oracle, sweeps = Oracle(board, game), Sweeps(game)
    sweeps.sweep()
    sweeps.sweep()
    draw = Random(0)
    places = sweeps.positions.all
    for armies in draw.sample(places, min(6, len(places))):
        for p in range(1, game.everything):
            state = tuple(a if p >> i & 1 else -a for i, a in enumerate(armies))
            rank = sweeps.positions.rank[armies]
            low = Fraction(int(sweeps.positions.of(sweeps.lower, p)[rank]), sweeps.one)
            up = Fraction(int(sweeps.positions.of(sweeps.upper, p)[rank]), sweeps.one)
            # lower: 0 counts after turn 3 of the mover's first; upper: 1 after turn 4
            exact_low, exact_up = oracle.start(state, 3, 0), oracle.start(state, 4, 1)
            assert 0 <= exact_low - low < Fraction(1, 10**9)
            assert 0 <= up - exact_up < Fraction(1, 10**9)


def test_line_of_three() -> None:
    game = LINE
    for mine, enemy, value in (
        ("A", "BC", "0.698746"),
        ("B", "AC", "0.591975"),
        ("AB", "C", "0.941567"),
        ("AC", "B", "0.950496"),
    ):
        found = game.value(Position("line-3", dict.fromkeys(mine, 1), dict.fromkeys(enemy, 1)))
        assert f"{float(found.lower):.6f}" == f"{float(found.upper):.6f}" == value
        assert 0 <= found.upper - found.lower < Fraction(4, 10**8)


@pytest.mark.tools
@pytest.mark.parametrize(
    ("r", "armies", "value"),
    [
        (1, 1, "11051314914847/20828464971339"),
        (2, 1, "80417759515181587857441521664/141882411758284474904782239163"),
        (4, 1, "66756821917861858369536/79882823427302436410483"),
        (
            3,
            1,
            "1469326663818164294594560523929523747328/2101506967928432115903387811684130475539",
        ),
        (
            3,
            2,
            "9737634141732950779099320118049000541127/18913562711355889043130490305157174279851",
        ),
    ],
)
def test_the_triangle_is_exact(r: int, armies: int, value: str) -> None:
    position = Position("complete-3", {"A": armies}, {"B": armies, "C": armies})
    found = Game("complete-3", r).value(position)
    assert found.proved
    assert found.lower == found.upper == Fraction(value)


@pytest.mark.tools
def test_fewer_dice_are_better_and_regret_says_by_how_much() -> None:
    game = LINE
    first = game.best(Position("line-3", {"B": 1}, {"A": 1, "C": 1}))
    assert first.best == (("place", {"B": 3}),)
    attack = first.next()
    assert {step[:4] for step in attack.best} == {("attack", "B", "A", 2), ("attack", "B", "C", 2)}
    assert attack.kind == "tied"
    lost = attack.regret(("attack", "B", "A", 3))
    assert f"{float(lost.lower):.5f}" == f"{float(lost.upper):.5f}" == "0.02175"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"move": "any", "fortify": "connected"},
        {"rules": "risiko"},
        {"rules": Rules(5, 3)},  # whose 6^8 throws leave fewer bits for a value
    ],
)
def test_lists_do_as_arrays(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps = []
    for has_numpy in (True, False):
        monkeypatch.setattr(rows, "is_installed", lambda name, has=has_numpy: has)
        sweeps.append(Sweeps(Game("line-3", armies=9, **options)))
        sweeps[-1].settle()
    fast, slow = sweeps
    for p in fast.positions.order:
        assert fast.lower[p].tolist() == list(slow.lower[p])
        assert fast.upper[p].tolist() == list(slow.upper[p])
    assert isinstance(slow.lower[1], rows.NumberList)


@pytest.mark.tools
def test_the_most_dice_are_another_game() -> None:
    position = Position("line-3", {"B": 1}, {"A": 1, "C": 1})
    found = Game("line-3", dice="most").value(position)
    assert f"{float(found.lower):.6f}" == f"{float(found.upper):.6f}" == "0.569606"


@pytest.mark.tools
@pytest.mark.parametrize("board", ["line-3", "complete-3"])
def test_nothing_is_proved_by_positions_beyond_the_table(board: str) -> None:
    """Small tables leave more steps, whose positions leave them: only bounds, which hold."""
    position = Position(board, {"A": 1}, {"B": 1, "C": 1})
    value, proved = Game(board).value(position), []
    for armies in (9, 12, 16):
        found = Game(board, armies=armies).value(position)
        assert found.lower <= value.upper
        assert value.lower <= found.upper
        assert not found.proved or found.lower == value.lower
        proved.append(found.proved)
    assert proved == [False, False, board == "complete-3"]


def test_at_the_edge_of_a_table_nothing_is_known_and_nothing_taken_apart() -> None:
    game, position = Game("line-3", armies=6), Position("line-3", {"A": 4}, {"B": 1, "C": 1})
    assert game.value(position).proved is False
    assert game.best(position).worth(("place", {"A": 3})) == Interval(Fraction(0), Fraction(1))
    beyond = Stage(1, (7, 1, 1), "attack")
    placed = game.stages.form_after(Stage(1, (4, 1, 1)), ("place", (3, 0, 0)))
    assert placed == {game.stages.canonical(beyond): 1}
    assert not game.stages._left
    with pytest.raises(RiskError, match="position must have at most 6 armies in all, not 7"):
        game.value(position.replace(mine={"A": 5}))


def test_what_may_be_best_has_no_regret_below_0() -> None:
    game = Game("line-3", armies=9)
    first = game.best(Position("line-3", {"A": 3}, {"B": 2, "C": 4})).next()
    assert first.kind == "undecided"
    assert {first.regret(step).lower for step in first.best} == {0}
    assert game.play()(first) == first.best[0]
    mirrored = game.best(Position("line-3", {"A": 1, "C": 1}, {"B": 1}))
    assert (mirrored.kind, len(mirrored.best)) == ("undecided", 4)  # two pairs


class Level(Stages):
    """Stages whose steps all have the same bounds, which are equal."""

    def bounds_after(self, stage: Stage, step: GameStep) -> tuple[int, int]:
        return 1, 1


def test_steps_of_equal_bounds_are_all_kept() -> None:
    stages, stage = Level(Sweeps(Game("line-3", armies=6))), Stage(1, (4, 1, 1), "attack")
    assert stages.kept(stage) == list(stages.steps(stage))


def test_a_denominator_may_have_as_many_bits_as_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MAX_ROUND_BITS", Game("line-2").denominator.bit_length())
    assert Game("line-2")
    monkeypatch.setattr(terms, "MAX_ROUND_BITS", terms.MAX_ROUND_BITS - 1)
    with pytest.raises(RiskError, match="rules must have chances over a denominator of at most"):
        Game("line-2")


class Worse(Stages):
    """Stages at which the first step that is left loses."""

    def forms(self, stage: Stage) -> list[Form]:
        return [{None: Fraction(0)}, *super().forms(stage)]


def test_values_of_a_step_that_is_not_the_best_are_not_exact() -> None:
    sweeps, start = Sweeps(Game("complete-3")), Stage(1, (1, 1, 1))
    sweeps.settle()
    for stages, is_exact in ((Stages(sweeps), True), (Worse(sweeps), False)):
        assert (stages.exact_class(stages.canonical(start)) is not None) == is_exact


@pytest.mark.tools
def test_two_policies_of_the_game_win_as_often_as_said() -> None:
    """The policy against itself, 300 games, within four standard errors."""
    game, start = LINE, Position("line-3", {"A": 2, "B": 1}, {"C": 3})
    policy, games, won = game.play(3), 300, 0
    environment = Environment(game, start, seed=1)
    for _ in range(games):
        over, seen = False, environment.reset()
        while not over:
            assert environment.actions()
            seen, reward, over, info = environment.step(policy(seen))
            assert reward == over
            assert info["regret"].upper < Fraction(1, 10**8)
        won += info["player"] == 0
    chance = float(game.value(start).lower)
    assert abs(won / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Game("line-6"), "^board must have 2 to 5 territories, not 6"),
        (lambda: Game("line-3", 0), "^reinforcements must be "),
        (lambda: Game("line-3", move=3), "^move must be one of any, dice, all, not 3$"),  # type: ignore[arg-type]
        (
            lambda: Game(Map([("A", "B")], one_way=[("B", "C")])),
            "^board must have no border that leads one way, not B to C$",
        ),
        (lambda: Game("line-3", dice="all"), "^dice must be one of free, most, not 'all'$"),
        (lambda: Game("line-3", armies=2), "^armies must be "),
        (lambda: Game("line-3", bonuses={("A", "B", "C"): 1}), "^a bonus must be of a part"),
        (lambda: Game("line-3", bonuses={("A",): -1}), "^bonus of A must be "),
        (
            lambda: LINE.value(Position("line-3", {"A": 20}, {"B": 9, "C": 2})),
            "^position must have at most 30 armies in all, not 31: it is outside the table",
        ),
        (
            lambda: LINE.value(Position("line-3", {"A": 2}, {"B": 9})),
            "^C must be mine or the enemy's",
        ),
        (
            lambda: LINE.value(Position("complete-3", {"A": 2}, {"B": 9, "C": 1})),
            "^position must be on the board line-3",
        ),
        (
            lambda: LINE.regret(
                Position("line-3", {"A": 2}, {"B": 1, "C": 1}), ("attack", "A", "C", 1)
            ),
            "^step must be one that is allowed",
        ),
    ],
)
def test_refusals(ask: object, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        ask()  # type: ignore[operator]


def test_a_position_is_refused_before_the_game_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "stages", property(lambda game: pytest.fail("solved")))
    game, outside = LINE, Position("line-3", {"A": 20}, {"B": 9, "C": 2})
    for ask in (game.value, game.best):
        with pytest.raises(RiskError, match="^position must have at most 30 armies"):
            ask(outside)
