"""The picture of a log over time."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from riskexact.battle.battle import Battle
from riskexact.logs import DiceLog, dice_log
from riskexact.logs.pictures.log_wins import log_wins
from riskexact.logs.power import over_time
from tests.reference import binomial_p_value
from tests.trust.logs import fair_log


def curves(axes: Axes) -> list[Any]:
    """The points of each line that is not straight."""
    return [line.get_xydata() for line in axes.lines if len(np.asarray(line.get_xydata())) > 2]


def test_the_line_is_what_was_observed() -> None:
    """Its moments are those of shorter logs."""
    log = dice_log(fair_log(230, seed=8, largest=4))
    moments = over_time(log.entries)
    assert len(moments) <= 100
    assert moments[-1].number == 230
    for moment in moments[::15]:
        wins = DiceLog(log.entries[: moment.number], {}).tests[0]
        assert moment.least == moment.most == wins.least
        assert wins.expected is not None
        assert abs(moment.expected - wins.expected) < Fraction(1, 1000)
    picture = log_wins(log)
    (axes,) = picture.figure.axes
    (line,) = curves(axes)
    assert line[:, 0].tolist() == [0, *(m.number for m in moments)]
    assert line[1:, 1].tolist() == pytest.approx([float(m.least - m.expected) for m in moments])
    assert picture.title.startswith(f"{moments[-1].least} wins in 230 battles; ")
    assert "with the range that is usual for fair dice as a band" in picture.alternative


def test_the_usual_range_is_that_of_the_p_value() -> None:
    row = {"attackers": 4, "defenders": 3, "attackers_left": 2, "defenders_left": 0}
    p, little = Battle(4, 3).win_probability, Fraction(1, 20)
    for moment in over_time(dice_log([row] * 30).entries):
        n = moment.number
        usual = [wins for wins in range(n + 1) if binomial_p_value(wins, n, p) > little]
        assert (moment.usual_least, moment.usual_most) == (usual[0], usual[-1])


def test_what_is_known_in_part_is_a_band_and_rounds_are_a_balance() -> None:
    row: dict[str, Any] = {"attackers": 4, "defenders": 3}
    picture = log_wins(dice_log([row | {"attackers_left": "", "defenders_left": ""}] * 5))
    assert len(curves(picture.figure.axes[0])) == 2
    assert picture.title.startswith("0 to 5 wins in 5 battles; ")
    row = {"attack_dice": 3, "defence_dice": 2, "attackers_lost": 0, "defenders_lost": 2}
    title = log_wins(dice_log([row] * 9)).title
    assert title.startswith("A balance of losses of 18 in 9 rounds; ")
