"""Bars beside what a reader has drawn on the same axes."""

import pytest
from matplotlib.figure import Figure

from riskexact.battle.battle import Battle
from riskexact.rules.distribution import Distribution


@pytest.mark.parametrize("question", [Battle(5, 4), Battle(5, 4).attackers_left])
def test_shapes_that_are_no_bars_have_no_legend(question: Battle | Distribution[int]) -> None:
    axes = Figure().subplots()
    axes.axvspan(0, 1)
    axes.errorbar([1], [2], yerr=[1])
    assert question.plot(axes).get_legend() is None
    assert axes.get_title("left")
    question.plot(axes, label="again")
    assert axes.get_legend() is not None


@pytest.mark.parametrize("columns", [12, 40])
def test_a_battle_is_drawn_on_axes_of_any_width(columns: int) -> None:
    battle = Battle(5, 4)
    said = battle.plot(Figure().subplots(1, columns)[0]).get_title("left")
    assert "".join(said.split()).startswith("".join(battle.title().split()))
