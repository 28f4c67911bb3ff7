"""The survivors of campaigns and battles, and chains: bars as high as the chances."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from riskexact.base.drawing.bars import plot_distribution, survivors_of
from riskexact.base.drawing.labels import percent, short_percent
from riskexact.base.drawing.picture import DARK, LIGHT
from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign, outcomes_by_battles
from riskexact.battle.campaign.sweep import Territory
from riskexact.battle.pictures import campaign_odds, net_results, outcome_bars
from riskexact.battle.tables import win_table
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.drawn import axes_of, crowded, texts
from tests.strategies import plain_rules, territories, tries

Sums = dict[int, Fraction]


def bars(axes: Axes, series: int) -> dict[float, float]:
    """The height of the bar at each place, as drawn: of lost, stopped and won battles."""
    container: Any = axes.containers[series]
    return {round(bar.get_center()[0], 6): bar.get_height() for bar in container}


def net_by_battles(attackers: int, chain: list[Territory], retreat_at: int) -> tuple[Sums, Sums]:
    """The net results, where all is taken and where it is not, from one battle after another."""
    sums: tuple[Sums, Sums] = {}, {}
    for (a, taken, d), chance in outcomes_by_battles(attackers, chain, retreat_at).items():
        standing = d + sum(territory.garrison for territory in chain[taken + 1 :])
        side = sums[taken < len(chain)]
        side[a - standing] = side.get(a - standing, Fraction(0)) + chance
    return sums


campaigns = st.tuples(
    st.integers(1, 9),
    st.lists(territories, min_size=1, max_size=3),
    st.sampled_from([0, 0, 1, 3]),
)


@tries(3)
@given(campaigns)
def test_bars_are_as_high_as_the_chances(drawn: tuple[int, list[tuple[Any, ...]], int]) -> None:
    attackers, chain, retreat_at = drawn
    garrisons, rules, stays = zip(*chain, strict=True)
    campaign = Campaign(attackers, garrisons, rules, stays, retreat_at)
    won, stopped, lost = campaign.survivors
    others = {n: stopped.get(n, 0) + lost.get(n, 0) for n in {*stopped, *lost}}
    assert (won, others) == net_by_battles(attackers, [Territory(*e) for e in chain], retreat_at)
    assert all(net > 0 for net in won)
    assert retreat_at or (not stopped and all(net <= 0 for net in lost))

    picture = net_results(attackers, garrisons, rules, stays, retreat_at)
    for series, chances in enumerate((lost, stopped, won)):
        assert bars(axes_of(picture), series) == {net: float(100 * p) for net, p in chances.items()}
    win = campaign.win_probability
    assert sum(won.values()) == win
    assert f" in {percent(win)} of all " in picture.title
    assert f"The attacker wins: {percent(win)}" in texts(picture) or not won

    picture = campaign_odds(attackers, garrisons, rules, stays, retreat_at)
    conquered = [campaign.conquered.get(n, Fraction(0)) for n in range(len(chain) + 1)]
    at_least = [float(100 * sum(conquered[n:], Fraction(0))) for n in range(1, len(chain) + 1)]
    assert list(bars(axes_of(picture), 0).values()) == at_least
    for n in range(1, len(chain)):
        assert f"exactly {short_percent(conquered[n])}" in texts(picture)


@pytest.mark.parametrize("stop_until", [0, 2, 3])
def test_survivors_in_balanced_blitz(stop_until: int) -> None:
    """Of a battle, of a campaign of that battle, and of one that goes on, with stops or none."""
    mode: dict[str, Any] = {"blitz": True, "stop_until": stop_until}
    outcomes = Battle(8, 6, **mode).outcomes
    for picture in (outcome_bars(8, 6, **mode), net_results(8, (6,), **mode)):
        drawn = [bars(axes_of(picture), series) for series in range(3)]
        for (a, d), chance in outcomes.items():
            height = drawn[0 if d and not a else 1 if d else 2].pop(a - d)
            assert height == pytest.approx(100 * float(chance))
        assert not any(map(any, map(dict.values, drawn)))
        assert picture.title.startswith("8 attackers against 6 defenders, standard rules, Balanced")
        assert f"won in {percent(Battle(8, 6, **mode).win_probability)} of all" in picture.title
    campaign = Campaign(12, (3, 3, 2), **mode)
    title = net_results(12, (3, 3, 2), **mode).title
    assert f"won in {percent(campaign.win_probability)} of all campaigns" in title
    assert "12 attackers against 3, 3 and 2 defenders, standard rules, Balanced Blitz" in title
    for certain in (outcome_bars(25, 1, **mode), net_results(25, (1, 1), **mode)):
        assert "won in 100 % of all" in certain.title
        assert "wins with 100 %, and does not with 0 %" in certain.alternative


def test_odds_along_a_chain() -> None:
    """The second example of "RISK battles", which counts armies; chains of one and of many."""
    picture = campaign_odds(11, (3, 3, 3), armies=True)
    assert picture.title == (
        "11 attackers (12 armies on the territory) against 3, 3 and 3 defenders, standard "
        "rules: 2.5 of 3 territories on average, all of them in 61.7 % of campaigns"
    )
    written = " ".join(text.get_text() for text in picture.figure.texts)
    assert "1 unit left behind on each territory but the last. The chance of each" in written
    assert texts(picture) == [
        *("98.8", "88.4", "61.7"),
        *("held by 3", "exactly 10.4", "held by 3", "exactly 26.7", "held by 3"),
    ]
    assert not crowded(picture)
    assert picture.alternative.endswith(
        "Chances to take at least this many, 1: 98.8 %, 2: 88.4 % and 3: 61.7 %. Chances to take "
        "exactly this many, 0: 1.2 %, 1: 10.4 %, 2: 26.7 % and 3: 61.7 %."
    )
    one, many = campaign_odds(3, 2), campaign_odds(60, [1] * 40)
    assert one.title.endswith("against 2 defenders, standard rules: won in 65.6 % of all battles")
    assert "exactly 6610505/10077696" in one.alternative
    assert "at least this many, 1 to 2" in many.alternative
    assert len(texts(many)) == 40


EITHER = (net_results, campaign_odds)
COUNT = "must be a whole number, from 1 to 1000, not"


@pytest.mark.parametrize(
    ("draw", "arguments", "message"),
    [
        *((each, (3, "3"), "garrisons must have a number for each territory") for each in EITHER),
        *((each, (1001, 3), "attackers must be at most 1000 to be drawn, not") for each in EITHER),
        *((each, (3, (500, 501)), "defenders must be at most 1000 to be dr") for each in EITHER),
        *((each, (3, 3, "chess"), "rules must be") for each in EITHER),
        (campaign_odds, (60, [1] * 41), "territories must be at most 40 to be drawn, not 41"),
        *((outcome_bars, (value, 3), f"attackers {COUNT} {value}") for value in (0, 1001)),
        *((outcome_bars, (3, value), f"defenders {COUNT} {value}") for value in (0, 1001)),
    ],
)
def test_what_cannot_be_drawn(draw: Any, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        draw(*arguments)


def test_bars_bear_their_percentages_turned_where_they_are_many() -> None:
    for picture, angle in ((net_results(5, 5), 0), (net_results(12, 15), 90)):
        numbers = [t for t in axes_of(picture).texts if t.get_text().replace(".", "").isdigit()]
        assert len(numbers) >= 10
        assert {text.get_rotation() for text in numbers} == {angle}


# ---- single battles


@tries(3)
@given(
    st.integers(1, 9),
    st.integers(1, 9),
    plain_rules(("defender", "attacker", "nobody")) | st.sampled_from([*RULES.values()]),
)
def test_bars_of_a_battle_are_as_high_as_the_chances(
    attackers: int, defenders: int, rules: Rules
) -> None:
    picture = outcome_bars(attackers, defenders, rules)
    outcomes = Battle(attackers, defenders, rules, method="recursion").outcomes
    held = {-d: p for (a, d), p in outcomes.items() if d}
    won = {a: p for (a, d), p in outcomes.items() if not d}
    axes = axes_of(picture)
    for series, chances in ((0, held), (1, {}), (2, won)):
        assert bars(axes, series) == {n: float(100 * p) for n, p in chances.items()}
    heights = {n: (held | won).get(n, 0) for n in range(min(held | won), max(held | won) + 1)}
    assert texts(picture)[: len(heights)] == [
        short_percent(p) if p else "" for p in heights.values()
    ]
    for n, p in (held | won).items():
        assert f"{abs(n)}: {percent(p)}" in picture.alternative or " to " in picture.alternative
    win = sum(won.values())
    assert f" in {percent(win)} of all battles" in picture.title
    for said in (f"The defender holds: {percent(1 - win)}", f"The attacker wins: {percent(win)}"):
        assert said in texts(picture) or win in (0, 1)
    assert not crowded(picture)


@pytest.mark.parametrize(("dark", "own"), [(False, LIGHT), (True, DARK)])
def test_blue_wins_at_the_right_and_orange_loses(dark: bool, own: Any) -> None:
    picture = outcome_bars(3, 3, dark=dark)
    axes = axes_of(picture)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["3", "2", "1", "1", "2", "3"]
    assert {"defenders left", "attackers left"} <= set(texts(picture))
    assert not axes.yaxis.get_visible()
    drawn: Any = axes.containers
    patches = [drawn[series].patches[0] for series in (0, 2)]
    assert [to_hex(bar.get_facecolor()) for bar in patches] == [own.defender, own.attacker]
    assert [bool(bar.get_hatch()) for bar in patches] == [True, False]
    assert to_hex(picture.figure.get_facecolor()) == own.paper
    assert f'fill="{own.ink}"' in picture.svg_element()


def test_rare_ends_of_large_armies_are_left_out_and_that_is_said() -> None:
    picture = outcome_bars(100, 100)
    axes = axes_of(picture)
    outcomes = Battle(100, 100).outcomes
    held, won = ({abs(n) for n in bars(axes, series)} for series in (0, 2))
    for shown, beyond in ((held, (0, 1)), (won, (1, 0))):
        most = int(max(shown))
        assert shown == set(range(1, most + 1))
        rest = [p for (a, d), p in outcomes.items() if a * beyond[0] + d * beyond[1] > most]
        assert 0 < sum(rest) <= Fraction(1, 1000)
        assert sum(rest) + outcomes[most * beyond[0], most * beyond[1]] > Fraction(1, 1000)
    written = " ".join(text.get_text() for text in picture.figure.texts)
    assert "rare ends, at most 0.1\u00a0% a side, are not shown" in written
    highest = max(outcomes.values())
    numbers = [text for text in texts(picture) if text.replace(".", "").isdigit()]
    assert numbers == [short_percent(highest)]
    assert "the most likely number is 16, 2.8 %" in picture.alternative


# ---- on axes


@pytest.mark.parametrize(("ground", "own"), [("white", LIGHT), ("black", DARK)])
def test_battles_and_campaigns_on_given_axes(ground: str, own: Any) -> None:
    for asked, picture in (
        (Battle(12, 15), outcome_bars(12, 15)),
        (Campaign(11, (3, 3, 3)), net_results(11, (3, 3, 3))),
    ):
        axes = Figure().subplots()
        axes.set_facecolor(ground)
        assert asked.plot(axes) is axes
        assert bars(axes, 2) == bars(axes_of(picture), 2)
        drawn: Any = axes.containers[2]
        assert to_hex(drawn.patches[0].get_facecolor()) == own.attacker


def test_a_battle_that_is_broken_off() -> None:
    """Between won and lost, in grey; the numbers are then net results."""
    battle = Battle(6, 6, retreat_at=2)
    axes = battle.plot(Figure().subplots())
    ends = survivors_of(battle.outcomes)
    assert bars(axes, 1) == {n: float(100 * p) for n, p in ends.stopped.items()} != {}
    stopped = percent(sum(p for (a, d), p in battle.outcomes.items() if a and d))
    assert f"Broken off: {stopped}" in [text.get_text() for text in axes.texts]
    assert axes.get_xlabel() == "attackers left less defenders left"
    # stood on each other, they end where the chance of the number does
    tops = {
        round(b.get_center()[0]): b.get_y() + b.get_height() for c in axes.containers for b in c
    }
    assert tops == pytest.approx({n: float(100 * p) for n, p in ends.all.items() if p})


def test_distributions() -> None:
    left = Battle(5, 4).attackers_left
    axes = plot_distribution(left, ("attackers_left",), Figure().subplots())
    narrow = Figure(figsize=(8, 3)).subplots(1, 2)[0]
    ticks = Battle(12, 9).attackers_left.plot(narrow).get_xticks()
    assert all(tick == int(tick) for tick in ticks)
    assert bars(axes, 0) == {n: float(100 * p) for n, p in left.items()}
    assert axes.get_xlabel() == "attackers left"
    pairs = Battle(2, 1).outcomes
    fields = "attackers_left", "defenders_left"
    axes = plot_distribution(pairs, fields, Figure().subplots())
    assert bars(axes, 2) == {1: float(100 * pairs[1, 0]), 2: float(100 * pairs[2, 0])}
    axes = plot_distribution(pairs, (), Figure().subplots())
    assert [*bars(axes, 0).values()] == [float(100 * p) for p in pairs.values()]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["2, 0", "1, 0", "0, 1"]
    halves = {Fraction(1, 2): Fraction(1, 4), Fraction(1): Fraction(3, 4)}
    axes = plot_distribution(halves, (), Figure().subplots())
    assert bars(axes, 0) == {0.5: 25, 1: 75}
    drawn: Any = axes.containers[0]
    assert drawn.patches[0].get_width() < 0.5


def test_two_pictures_of_a_figure_have_one_scale() -> None:
    """A bar of 63 % is three times as tall as one of 21 %, whichever is drawn first."""
    for rules in (("standard", "capital"), ("capital", "standard")):
        left, right = Figure().subplots(1, 2)
        for axes, each in zip((left, right), rules, strict=True):
            Battle(12, 9, each).attackers_left.plot(axes)
        assert left.get_ylim() == right.get_ylim() == (0, pytest.approx(1.18 * 62.955, rel=1e-3))
        for axes in (left, right):
            assert axes.yaxis.get_visible()
            assert (axes.get_ylabel(), axes.get_xlabel()) == ("chance, in percent", "outcome")
            assert axes.get_title("left").startswith("mode 0, mean ")
    battle, other = Figure().subplots(1, 2, sharey=True)
    other.plot([1], [500])
    assert Battle(12, 9).plot(battle).get_ylim()[1] < 100  # axes of something else do not count


def test_on_other_bars_there_are_no_words_twice() -> None:
    for first, second in (
        (Battle(2, 1), Battle(5, 4)),
        (Battle(2, 1).attackers_left, Battle(5, 4).attackers_left),
    ):
        axes = first.plot(Figure().subplots(), alpha=0.5, label="one")
        below = len([text for text in axes.texts if text.get_fontweight() == "normal"])
        second.plot(axes, alpha=0.5, label="other")
        assert (axes.get_title("left"), len(axes.texts) <= below) == ("", True)
        legend: Any = axes.get_legend()
        assert [text.get_text() for text in legend.get_texts()] == ["one", "other"]
        other: Any = axes.patches[-1]
        assert not other.get_fill()
        assert axes.get_xlim()[1] > 5
        drawn: Any = axes.patches
        tallest = max(bar.get_y() + bar.get_height() for bar in drawn)
        assert list(axes.get_ylim()) == [0, pytest.approx(1.18 * tallest)]


def test_battles_side_by_side_and_on_one_axis_are_told_apart() -> None:
    battles = [Battle(12, 9), Battle(12, 9, "risiko"), Battle(12, 9, "capital")]
    figure = Figure(figsize=(9, 3.2))
    axes = figure.subplots()
    for battle in battles:
        battle.plot(axes)
    legend: Any = axes.get_legend()
    said = [text.get_text().partition(", ")[2] for text in legend.get_texts()]
    assert [each.partition(":")[0] for each in said] == [
        "standard rules", "risiko rules", "capital rules",
    ]  # fmt: skip
    drawn: Any = axes.containers
    assert len({to_hex(bars[0].get_edgecolor()) for bars in drawn if bars}) == 3
    # narrow ones leave out what has no room, and nothing is cut
    narrow = Figure(figsize=(9, 3.2))
    for axes, battle in zip(narrow.subplots(1, 2), battles, strict=False):
        battle.plot(axes)
    narrow.draw_without_rendering()
    for axes in narrow.axes:
        words = [text for text in axes.texts if text.get_text()]
        boxes = [text.get_window_extent() for text in words]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        assert all(narrow.bbox.y0 <= box.y0 and box.y1 <= narrow.bbox.y1 for box in boxes)
        assert len(axes.get_xticks()) < 10


def test_what_matplotlib_takes_is_passed_on() -> None:
    given = {"color": "red", "edgecolor": "blue", "linewidth": 3, "width": 0.5, "title": "mine"}
    for drawn in (Battle(2, 1), Battle(2, 1).attackers_left, Campaign(3, (1, 1))):
        axes = drawn.plot(Figure().subplots(), **given, label="x")
        bar: Any = axes.patches[-1]
        assert to_hex(bar.get_facecolor()) == "#ff0000"
        assert to_hex(bar.get_edgecolor()) == "#0000ff"
        assert (bar.get_linewidth(), bar.get_width()) == (3, 0.5)
        assert axes.get_title("left") == "mine"
    image: Any = win_table([1], [1]).plot(Figure().subplots(), cmap="gray", title="mine").images[0]
    assert image.get_cmap().name == "gray"
    assert image.axes.get_title("left") == "mine"


def test_without_axes_pyplot_makes_them_of_the_size() -> None:
    from matplotlib import pyplot

    for drawn in (Battle(2, 1), Battle(2, 1).attackers_left, win_table([1], [1])):
        figure: Any = drawn.plot(figsize=(3, 2)).figure
        assert figure is pyplot.gcf()
        assert list(figure.get_size_inches()) == [3, 2]
        pyplot.close(figure)
        with pytest.raises(RiskError, match=r"figsize must be left out with ax, .*, not \(3, 2\)"):
            drawn.plot(Figure().subplots(), figsize=(3, 2))
        with pytest.raises(AttributeError, match="colour"):
            drawn.plot(Figure().subplots(), colour="red")
