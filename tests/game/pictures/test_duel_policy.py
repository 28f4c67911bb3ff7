"""The picture of the best policy for two territories."""

import pytest
from matplotlib.patches import Rectangle

from riskexact.base.errors import RiskError
from riskexact.game.duel import duel
from riskexact.game.pictures.duel_policy import duel_policy


@pytest.mark.parametrize(("r", "rules"), [(1, "standard"), (3, "standard"), (2, "four-dice")])
def test_every_bar_is_what_the_policy_does(r: int, rules: str) -> None:
    axes = duel_policy(r, rules).figure.axes[0]
    policy, seen = duel(1, 1, r, rules).policy, set()
    assert policy is not None
    labels = {text.get_position(): text.get_text() for text in axes.texts}
    for bar in axes.patches:
        assert isinstance(bar, Rectangle)
        armies = round(bar.get_y() + bar.get_height() / 2)
        first, width = round(bar.get_x() + 0.5), round(bar.get_width())
        found = {policy.dice(armies, enemy) for enemy in range(first, first + width)}
        (dice,) = found
        seen |= {(armies, enemy) for enemy in range(first, first + width)}
        label = labels.get((first + width / 2 - 0.5, armies))
        assert label in (None, f"{dice} dice" if dice > 1 else "1 die" if dice else "stop")
    columns = max(map(len, policy.rows)) + 3
    assert len(seen) == len(policy.rows) * columns


def test_the_words_tell_every_row() -> None:
    picture = duel_policy(12)
    assert picture.title == (
        "Always attack with 4 armies or more; with 3 against 31 at most, with 2 against 8 at most"
    )
    assert "2 armies: 1 die against 1 to 8, stop against 9 or more" in picture.alternative
    assert duel_policy(3, "ties-to-attacker").title == "Always attack with 2 armies or more"
    assert duel_policy(3, dark=True).dark


def test_no_picture_without_a_policy() -> None:
    with pytest.raises(RiskError, match="^rules must have a policy that is proved best"):
        duel_policy(3, "risiko")
