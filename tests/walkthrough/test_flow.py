"""The flow chart: exact chances for every rule set, and words that fit its dice."""

from fractions import Fraction

import pytest
from hypothesis import given
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from riskexact.base.drawing.labels import percent
from riskexact.base.drawing.picture import ATTACKER, DEFENDER, look
from riskexact.base.errors import RiskError
from riskexact.base.text import fraction_text
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts_by_enumeration
from riskexact.rules.hand import Hand
from tests.drawn import axes_of, crowded, texts
from tests.strategies import ANY, detailed_rules
from tests.walkthrough.flow import compared, flow_chart, results, thrown


@given(detailed_rules(ANY))
def test_chances_are_those_of_all_throws(rules: Rules) -> None:
    found = results(rules)
    assert found.keys() == set(rules.dice_numbers())
    for dice, chances in found.items():
        counts = round_counts_by_enumeration(*dice, rules)
        assert chances == {
            losses: Fraction(count, rules.throws(*dice)) for losses, count in counts.items()
        }
        assert sum(chances.values()) == 1


@pytest.mark.parametrize("rules", ["standard", "risiko", "bonus-die"])
def test_every_text_can_be_read(rules: str) -> None:
    picture = flow_chart(RULES[rules])
    assert not crowded(picture)
    shown = texts(picture)
    for (x, y), chances in results(RULES[rules]).items():
        assert f"{x} v {y} dice" in shown
        assert all({fraction_text(p), percent(p)} <= {*shown} for p in chances.values())


def test_a_bar_is_as_long_as_its_chance_and_in_the_colour_of_the_side() -> None:
    with look():
        sides = {to_hex(ATTACKER): 0, to_hex(DEFENDER): 1}
    drawn = [p for p in axes_of(flow_chart()).patches if isinstance(p, Rectangle)]
    bars = {
        row: sorted((p for p in drawn if p.get_y() == row), key=Rectangle.get_x)
        for row in sorted({p.get_y() for p in drawn}, reverse=True)
    }
    for chances, parts in zip(results().values(), bars.values(), strict=False):
        best_first = sorted(chances, key=lambda losses: losses[0] - losses[1])
        whole = sum(part.get_width() for part in parts)
        assert [part.get_width() / whole for part in parts] == pytest.approx(
            [float(chances[losses]) for losses in best_first]
        )
        for losses, part in zip(best_first, parts, strict=True):
            costs_one = 0 in losses
            assert sides.get(to_hex(part.get_facecolor())) == (
                losses.index(0) if costs_one else None
            )


def test_narrow_parts_of_a_bar_have_what_fits() -> None:
    assert not crowded(flow_chart(RULES["capital-behind-a-wall"]))
    shown = texts(flow_chart(RULES["capital-behind-a-wall"]))
    assert {"0 v −3", "7.3 %", "attacker loses 3", "54.4 %"} <= set(shown)
    assert "6835/93312" not in shown


def test_what_dice_do_is_said() -> None:
    rules = RULES["bonus-die"]
    remarks = [*rules.attack.remarks, *rules.defence.remarks]
    assert remarks
    assert all(remark in flow_chart(rules).alternative for remark in remarks)


def test_words_of_the_dice() -> None:
    assert thrown(STANDARD.attack, 6) == [
        "1 unit throws 1 die",
        "2 units throw 2 dice",
        "3 or more throw 3 dice",
    ]
    assert thrown(RULES["two-defenders-need-three"].defence, 6) == [
        "1 to 2 units throw 1 die",
        "3 or more throw 2 dice",
    ]
    assert thrown(Hand(1), 6) == ["1 or more throw 1 die"]
    assert thrown(Hand((8, 6)), 6) == [
        "1 unit throws 1 die with 8 faces",
        "2 or more throw 2 dice with 8, 6 faces",
    ]
    assert thrown(Hand(1, extra=1), 6) == ["1 or more throw 2 dice"]


def test_words_of_the_comparison() -> None:
    both = "then the second, where both have one."
    assert both in compared()
    assert compared().endswith("a tie the attacker.")
    assert compared(Rules(ties="attacker")).endswith("a tie the defender.")
    assert compared(Rules(ties="nobody")).endswith("a tie nobody.")
    assert "second" not in compared(SINGLE_LOSS)
    assert "highest die of each side, then the third" in compared(Rules(3, 3, pairs=(1, 3)))


def test_a_round_that_costs_nobody_a_unit() -> None:
    picture = flow_chart(Rules(ties="nobody"))
    assert {"0 v 0", "4.9 %", "16.7 %"} <= set(texts(picture))
    assert not crowded(picture)


def test_rules_that_cannot_be_drawn() -> None:
    with pytest.raises(RiskError, match="at most 12 pairs of dice numbers, not 16"):
        flow_chart(Rules(4, 4))
    with pytest.raises(RiskError, match="not 400"):
        flow_chart(Rules(20, 20, faces=100))  # refused before it is counted
