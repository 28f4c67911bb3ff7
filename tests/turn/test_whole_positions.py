"""The best turn on random maps, most borders of which lead one way, against whole positions."""

import pytest

import riskexact as rx
from tests.turn.whole_positions import Board, compare, with_a_way


@pytest.mark.parametrize(
    "tens", [*range(6), *(pytest.param(n, marks=pytest.mark.tools) for n in range(6, 16))]
)
def test_random_maps(tens: int) -> None:
    """Every rule of moving in, and both of dice; 3,000 maps are compared by hand."""
    for n in range(10 * tens, 10 * tens + 10):
        compare(with_a_way(n))


PARTED = "AB AD BA BC BD BE CD CE DA DB DC"


@pytest.mark.parametrize(
    "board",
    [
        # what lies behind is reached from two sides
        Board(((0, 1), (0, 2), (1, 3), (2, 3)), (12, -1, -1, -1), (3,), (1, 2, 3), 2, "free"),
        Board(((0, 1), (0, 2), (1, 3), (2, 3)), (9, -1, -1, -2), (1, 2, 3), (1, 2, 3), 3, "most"),
        # two of three move in
        Board(
            tuple(("ABCDE".index(way[0]), "ABCDE".index(way[1])) for way in PARTED.split()),
            *((7, -1, -2, -1, -2), (4, 2, 1, 3), (1, 2, 3, 4), 3, "free"),
        ),
    ],
)
def test_boards_that_are_seldom_drawn(board: Board) -> None:
    compare(board)


POLE = rx.Map({"Alert": ["Nord"]}, one_way={"North Pole": ["Alert"]})


def test_a_border_that_leads_one_way_is_attacked_across_that_way_only() -> None:
    position = rx.Position(POLE, {"Alert": 9}, {"North Pole": 1})
    with pytest.raises(rx.RiskError, match="North Pole must be within reach: no way leads there"):
        rx.conquer(position)
    with pytest.raises(rx.RiskError, match="cannot attack North Pole: the border leads the other"):
        position.fought("Alert", "North Pole", 0, 1, 1)
    with pytest.raises(rx.RiskError, match="Nord: they do not share a border"):
        rx.Position(POLE, {"North Pole": 9}, {"Nord": 1}).fought("North Pole", "Nord", 0, 1, 1)
    answer = rx.conquer(rx.Position(POLE, {"North Pole": 10}, {"Alert": 2, "Nord": 3}))
    line = rx.Map([("North Pole", "Alert"), ("Alert", "Nord")])
    assert answer.lower == rx.conquer(answer.position.replace(map=line)).lower
    assert answer.best[0][:2] == ("North Pole", "Alert")
    assert answer.best_path == rx.Campaign(9, (2, 3)).win_probability


def test_armies_are_placed_where_they_can_attack() -> None:
    position = rx.Position(POLE, {"North Pole": 2, "Nord": 2}, {"Alert": 3})
    assert {each.armies["Nord"] for each in rx.reinforce(position, 3)} == {0, 1, 2, 3}
    behind = rx.Position(POLE, {"Alert": 2}, {"Nord": 3, "North Pole": 1})
    assert [each.armies for each in rx.reinforce(behind, 3, "Nord")] == [{"Alert": 3}]
    guard = rx.Position(POLE, {"North Pole": 2, "Alert": 2}, {"Nord": 3})
    assert [each.armies for each in rx.reinforce(guard, 3)] == [{"Alert": 3}]
    over = rx.Map([("A", "B")], one_way=[("B", "C")])
    on = rx.reinforce(rx.Position(over, {"A": 2, "C": 5}, {"B": 2}), 3)
    assert [each.armies for each in on] == [{"A": 3}]
    # nobody comes to the pole, so one holds it for certain
    assert rx.place(4, on="Alert", against={"North Pole": 9}, map=POLE).lower > 0
    with pytest.raises(rx.RiskError, match="North Pole must be within reach"):
        rx.place(1, on="North Pole", against={"Alert": 9}, map=POLE)


def test_a_turn_is_played_along_the_ways() -> None:
    first = {"map": POLE, "mine": {"North Pole": 6}, "enemy": {"Alert": 1, "Nord": 1}}
    there = {"attack": ["North Pole", "Alert"], "dice": 3, "lost": [0, 1]}
    turn = rx.review([first, there, {"move_in": 5}])
    assert turn.luck + turn.mistakes == turn.end - turn.start
    back = {"attack": ["Alert", "North Pole"], "dice": 3, "lost": [0, 1]}
    behind = {"Nord": 1, "North Pole": 1}
    with pytest.raises(rx.RiskError, match="line 2: .* must be one that may attack"):
        rx.review([{"map": POLE, "mine": {"Alert": 9}, "enemy": behind, "take": "Nord"}, back])
