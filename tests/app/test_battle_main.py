"""The tab of a battle in `node`, against Python: what it shows is a function of its address."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from riskexact.app import language
from riskexact.base.text import decimal_text, fraction_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.battle.needed import attackers_needed, garrison_needed
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.catalogue import RULES, entries
from riskexact.rules.sentence import sentence
from tests.app.visits import exact_text, percent_text
from tests.node import Node
from tests.patience import comes_true
from tests.programs import needs

pytestmark = needs("node")

GOALS = ("50%", "75%", "90%", "95%")


@pytest.fixture(scope="module")
def battle(tabs: Callable[..., Node]) -> Node:
    return tabs("battle")


def chips(shown: dict[str, Any]) -> list[str]:
    """What else decides the number, by the buttons that take it back."""
    return [each[8:] for each in shown["labels"] if each.startswith("Remove: ")]


def uses(shown: dict[str, Any], units: str) -> list[int]:
    """The numbers of units that are needed for each goal."""
    said = re.findall(rf"\d\d %: (\d+) {units}; use", "\n".join(shown["labels"]))
    return [int(each) for each in said]


IN_WORDS = {
    "#a=0&d=3": ("Nobody can attack.", "You never win."),
    "#a=3&d=0": ("Nobody defends.", "You always win."),
    "#a=3&d=0,0": ("Nobody defends.", "You always take all of them."),
    "#a=3&d=1,1,1,1": ("", "You never take all of them."),
    "#a=2&d=4": ("A long shot.", "You win about 1 time in 10."),
    "#a=3&d=6": ("A long shot.", "You win about 3 times in 20."),
    "#a=4&d=6": ("Risky.", "You win about 1 time in 4."),
    "#a=6&d=7": ("Risky.", "You win about 2 times in 5."),
    "#a=8&d=9": ("A coin toss.", "You win about 9 times in 20."),
    "#a=8&d=8": ("A coin toss.", "You win about 11 times in 20."),
    "#a=9&d=9": ("Better than even.", "You win about 11 times in 20."),
    "#a=9&d=3,4": ("Better than even.", "You take all of them about 2 times in 3."),
    "#a=8&d=5": ("Good odds.", "You win about 4 times in 5."),
    "#a=8&d=4": ("Good odds.", "You win about 9 times in 10."),
    "#a=10&d=5": ("Near certain.", "You win about 9 times in 10."),
    "#a=12&d=5": ("Near certain.", "You win about 96 times in 100."),
    "#a=20&d=5&retreat=4": ("Near certain.", "You almost always win."),
    "#a=20&d=3,1": ("Near certain.", "You almost always take all of them."),
    "#a=20&d=15&blitz=3.3": ("", "You always win."),
}
"""The verdict and the words beside the chance."""


def test_a_chance_in_words(battle: Node) -> None:
    for hash_, said in IN_WORDS.items():
        shown = battle("goes", hash_)
        assert (shown["verdict"], shown["words"]) == said, hash_


def test_what_is_left_and_what_is_lost(battle: Node) -> None:
    shown = battle("goes", "#a=12&d=9&stays=1")
    ends = Battle(11, 9).outcomes.given(lambda end: end[1] == 0)
    left = 1 + sum(chance * a for (a, _), chance in ends.items())
    assert shown["left-words"] == f"A win leaves {decimal_text(left, 3)} of 12 on average."
    # where no win is possible, none leaves anybody
    assert battle("goes", "#a=0&d=3")["left-words"] == ""
    shown = battle("goes", "#a=12&d=9&retreat=3&stop=1&rounds=8&below=20")
    stopped = Battle(12, 9, STANDARD, 3, "auto", 1, 8, "20%")
    yours, theirs = [f"{round(cost * 100) / 100:.2f}" for cost in stopped.costs]
    assert shown["losses"] == f"On average you lose {yours}, they {theirs}."
    results = {"won": stopped.win_probability, "broken off": stopped.stop_probability}
    results["lost"] = stopped.lose_probability
    said = [f"{result} {percent_text(chance)}" for result, chance in results.items() if chance]
    assert shown["split-words"] == " · ".join(said)


def test_what_cannot_be_answered(battle: Node) -> None:
    for hash_, refused in {
        "#a=0&d=0": "Nobody on either side can fight: type a larger number.",
        "#a=9999&d=9999&below=20": "Too large for this page (about 30 minutes). The command "
        "“riskexact odds” answers at any size.",
        "#a=9999&d=9999,9999,9999,9999": "This browser starts no worker, which a battle of this "
        "size needs.",
    }.items():
        shown = battle("goes", hash_)
        assert shown["refused"] == refused
        assert "result" not in shown
        assert {"show-exact", "share", "card"} <= {*shown["disabled"]}
    shown = battle("goes", "#a=50&d=55")
    assert shown["chance"] == percent_text(win_probability(50, 55))
    assert "show-exact" not in shown["disabled"]


def test_a_large_battle_in_certain_digits_and_its_fraction_when_it_is_asked_for(
    battle: Node,
) -> None:
    shown = battle("goes", "#a=600&d=500&left=300,0")
    exact = Battle(600, 500)
    assert shown["chance"] == percent_text(exact.win_probability)
    yours, theirs = (decimal_text(cost, 5) for cost in exact.costs)
    said = f"On average you lose {yours}, they {theirs}."
    assert comes_true(lambda: battle("shown")["losses"] == said)  # the chance comes first
    assert percent_text(exact.luck(300, 0).at_least_this_good) in battle("shown")["luck"]
    shown = battle("does", "click", "show-exact")
    assert shown["exact-decimal"] == decimal_text(exact.win_probability, 17)
    assert "exact-fraction" not in shown
    shown = battle("does", "click", "exact-find")
    assert shown["exact-fraction"] == exact_text(exact.win_probability)
    assert shown["exact-decimal"] == decimal_text(exact.win_probability, 30)
    assert "exact-find" not in shown
    battle("goes", "#a=300&d=9999,9999,9999,9999,9999")  # whose fraction takes too long
    assert battle("does", "click", "show-exact")["exact-decimal"] == "<0.1 %"
    said = "Too large for this page (about "
    assert said in str(battle("does", "click", "exact-find"))


HOSTILE = [
    "#a=1", "#a=5&d=", "#a=5&d=3&a=6", "#a=-5&d=3", "#a=5.5&d=3", "#a=1e3&d=3", "#a=99999&d=3",
    "#a=5&d=3&unknown=1", "#a=5&d=3&__proto__=1", "#a=5&d=3&constructor=1",
    "#a=5&d=" + ",".join(["3"] * 13), "#a=5&d=3&rules=chess", "#a=5&d=3&rules=__proto__",
    "#a=5&d=3&rules=<img src=x onerror=alert(1)>", "#a=5&d=3&left=1", "#a=5&d=3&blitz=",
    "#a=5&d=3&blitz=9.9", "#a=5&d=3&blitz=__proto__", "#a=5&d=3&below=101", "#a=5&d=3&stays=yes",
    "#<script>alert(1)</script>", "#javascript:alert(1)", "#%00%ff", "#a=5&d=3&rounds=0",
    "#a=5&d=3&rounds=" + "9" * 700, "#a=5&d=%", "#a=5&d=\ud800", "#\u202ea=5&d=3",
]  # fmt: skip


def test_an_address_that_says_no_battle(battle: Node) -> None:
    first, other = (percent_text(win_probability(*sides)) for sides in ((7, 5), (9, 4)))
    for hash_ in HOSTILE:
        shown = battle("goes", hash_)
        said = "This link could not be read; showing 8 armies against 5 defenders."
        assert (shown["message"], shown["chance"]) == (said, first), hash_
        shown = battle("goes", "#a=9&d=4")
        assert "message" not in shown
        assert shown["chance"] == other


def test_what_else_decides_the_number_is_said_and_taken_back(battle: Node) -> None:
    hash_ = "#a=12&d=9&retreat=4&stop=2&rounds=8&below=20&rules=lotr-leader&stays=1"
    rules = RULES["lotr-leader"]
    shown = battle("goes", hash_)
    chance = Battle(11, 9, rules, 3, "auto", 2, 8, "20%").win_probability
    conditions = [
        "retreat at 4 armies", "stop at 2 defenders", "at most 8 rounds", "stop below 20 %",
    ]  # fmt: skip
    assert chips(shown) == conditions
    title = "The Lord of the Rings: leader attacks"
    question = ", ".join(["12 armies against 9 defenders", title, *conditions])
    assert shown["page-title"] == f"{percent_text(chance)} – {question}"
    assert shown["settings"].split("\xa0· ") == [title, "True Random", "armies"]
    shown = battle("does", "click", "Remove: at most 8 rounds")
    assert shown["address"] == hash_.replace("&rounds=8", "")
    chance = Battle(11, 9, rules, 3, "auto", 2, None, "20%").win_probability
    assert shown["chance"] == percent_text(chance)
    for name in ("stop below 20 %", "stop at 2 defenders", "retreat at 4 armies"):
        shown = battle("does", "click", f"Remove: {name}")
    assert shown["chance"] == percent_text(win_probability(11, 9, rules))
    assert "chips" not in shown
    assert chips(battle("goes", "#a=12&d=3,2&behind=2&stop=1")) == ["2 stay on each territory"]


@pytest.mark.parametrize(
    ("hash_", "chance", "question"),
    [
        ("#a=15&d=12", win_probability(15, 12), "15 attackers against 12 defenders"),
        ("#a=14&d=1&stays=1", win_probability(13, 1), "14 armies against 1 defender"),
        ("#a=12&d=3,3,2", Campaign(12, (3, 3, 2)).win_probability,
         "12 attackers against 3, 3, 2 defenders"),
        ("#a=12&d=1,1,1,1,2", Campaign(12, (1, 1, 1, 1, 2)).win_probability,
         "12 against 1, 1, 1, 1, 2"),
    ],
)  # fmt: skip
def test_the_exact_fraction(battle: Node, hash_: str, chance: Fraction, question: str) -> None:
    shown = battle("goes", hash_)
    assert (shown["question"], shown["chance"]) == (question, percent_text(chance))
    shown = battle("does", "click", "show-exact")
    assert shown["exact-title"] == f"Chance to win, {question}"
    assert shown["exact-fraction"] == exact_text(chance)
    assert shown["exact-decimal"] == decimal_text(chance, 30)
    digits = len(fraction_text(chance).replace("/", ""))
    assert shown["exact-size"] == f"As a fraction: {digits} digits, in lowest terms"


def test_what_were_the_odds_of_that(battle: Node) -> None:
    for hash_, outcomes in (
        ("#a=12&d=9", Battle(12, 9).outcomes),
        ("#a=12&d=9&blitz=3.3", Battle(12, 9, blitz=True).outcomes),
    ):
        ends = {end: Fraction(getattr(p, "low", p)) for end, p in outcomes.items()}
        bad = sum((p for (a, d), p in ends.items() if d or a <= 3), Fraction())
        good = sum((p for (a, d), p in ends.items() if not d and a >= 3), Fraction())
        said = battle("goes", f"{hash_}&left=3,0")["luck"]
        assert said.startswith(f"{percent_text(bad)} at least this bad for you, about ")
        assert f"{percent_text(good)} at least this good for you, about " in said
        armies = battle("goes", hash_.replace("a=12", "a=13") + "&left=4,0&stays=1")
        assert (armies["luck"], armies["luck-sides"]) == (
            said,
            "Your armies left−+Defenders left−+",
        )
        assert armies["luck-words"].startswith("Type what was left: all armies of yours")
    # the game cuts off the best that dice can do
    for hash_, left in (("#a=12&d=9&left=4,4", (4, 4)), ("#a=12&d=9&left=12,0&blitz=3.3", (12, 0))):
        said = "This battle does not end with {} attackers and {} defenders left."
        assert battle("goes", hash_)["luck"] == said.format(*left)


def test_how_many_are_needed_and_how_many_hold(battle: Node) -> None:
    for more, blitz in (("", None), ("&blitz=3.3", BLITZ_3_3)):
        shown = battle("goes", f"#a=15&d=12{more}")
        assert uses(shown, "attackers") == [attackers_needed(12, g, blitz=blitz) for g in GOALS]
        assert uses(shown, "defenders") == [garrison_needed(15, g, blitz=blitz) for g in GOALS]
        assert "against 15 attackers to hold" in shown["holding-words"]
        # the army that stays does not fight
        shown = battle("goes", f"#a=15&d=12&stays=1{more}")
        assert uses(shown, "armies") == [attackers_needed(12, g, blitz=blitz) + 1 for g in GOALS]
        assert uses(shown, "defenders") == [garrison_needed(14, g, blitz=blitz) for g in GOALS]
        assert "against 15 armies to hold" in shown["holding-words"]
    fewest = garrison_needed(14, "95%", blitz=BLITZ_3_3)
    shown = battle("does", "click", f"95 %: {fewest} defenders; use")
    assert f"&d={fewest}&" in shown["address"]
    shown = battle("goes", "#a=15&d=4,4&rules=risiko")
    assert uses(shown, "attackers") == [
        campaign_attackers_needed([4, 4], goal, rules=RULES["risiko"]) for goal in GOALS
    ]
    assert "holds" not in shown


def test_how_far_a_campaign_comes(battle: Node) -> None:
    campaign = Campaign(15, (3, 4, 5), leave_behind=2)
    shown = battle("goes", "#a=15&d=3,4,5&behind=2")
    titles = ["none taken", "1 taken", "2 taken", "all 3 taken"]
    rows = zip(titles, campaign.conquered.values(), strict=True)
    said = "".join(f"{title}{percent_text(chance)}" for title, chance in rows)
    assert shown["conquered"] == said


# -- rules -------------------------------------------------------------------------------------


def about(rules: Rules, name: str = "") -> str:
    """What the page says of rules, by their name if they have one."""
    said = sentence(rules).replace("'", "’")
    named = entries().items()
    same = [entry.title for other, entry in named if entry.rules == rules and other != name]
    return f"{said}. The same dice as {', '.join(same)}" if same else said


SAID = ("two-defenders-need-three", "legacy-bear-against-bunker", "godstorm-magic")
"""Rule sets that say something in most fields."""


@pytest.mark.parametrize("name", ["standard", "risiko", "legacy-bunker", *SAID])
def test_rules_of_the_catalogue_and_the_same_as_ones_own(battle: Node, name: str) -> None:
    rules = entries()[name].rules
    battle("goes", "#a=9&d=7")
    shown = battle("does", "change", "rule-set", {"value": name})
    assert shown["about-rules"] == about(rules, name)
    assert shown["settings"].startswith(entries()[name].title)
    chance = percent_text(win_probability(9, 7, rules))
    assert shown["chance"] == chance
    shown = battle("does", "change", "rule-set", {"value": "own rules"})
    assert (shown["about-rules"], shown["chance"]) == (about(rules), chance)
    own = shown["address"].partition("rules=")[2]
    assert shown["settings"].startswith(f"Custom rules ({own.replace(',', ', ')})" if own else "")
    shared = battle("goes", shown["address"])
    assert (shared["about-rules"], shared["chance"]) == (about(rules), chance)


def test_rules_of_a_territory(battle: Node) -> None:
    shown = battle("goes", "#a=12&d=3,5:bonus-die,2:3v1&rules=risiko")
    each = [RULES["risiko"], RULES["bonus-die"], Rules(3, 1)]
    assert shown["chance"] == percent_text(Campaign(12, (3, 5, 2), each).win_probability)
    own = "territory 3: Custom rules (3v1)"
    assert chips(shown) == ["territory 2: Bonus defence die", own]
    shown = battle("does", "click", f"Remove: {own}")
    assert shown["address"] == "#a=12&d=3,5:bonus-die,2&rules=risiko"
    shown = battle("goes", "#a=9&d=5:capital")
    chance = percent_text(win_probability(9, 5, RULES["capital"]))
    assert shown["chance"] == chance
    assert chips(shown) == ["territory 1: Capital"]
    assert shown["map-readout"].startswith(f"{chance} 9 attackers against 5")


def test_the_switches_of_the_digital_game(battle: Node) -> None:
    for capital, zombies, rules in (
        (True, False, "capital"),
        (True, True, "zombies-behind-a-wall"),
        (False, True, "ties-to-attacker"),
        (False, False, "standard"),
    ):
        battle("goes", "#a=9&d=7")
        battle("does", "change", "capital", {"checked": capital})
        shown = battle("does", "change", "zombies", {"checked": zombies})
        assert shown["chance"] == percent_text(win_probability(9, 7, RULES[rules]))
        assert shown["settings"].startswith(entries()[rules].title)


def test_a_blitz_has_digits_and_stops_at_attackers_alone(battle: Node) -> None:
    stops = "#a=13&d=10&retreat=3&stop=2&rounds=4&below=30"
    shown = battle("goes", f"{stops}&blitz=3.3")
    win = Battle(10, 10, blitz=True).win_probability
    assert shown["chance"] == percent_text(win)
    assert chips(shown) == ["retreat at 3 attackers"]
    assert "Stop Until" in shown["stops-words"]
    assert "broken off 39.1 %" in shown["split-words"]
    assert shown["show-exact"] == "More digits"
    for place in ("chart-readout", "map-readout"):
        assert shown[place]
    assert not [each for each in shown["labels"] if "exact fraction" in each]
    shown = battle("does", "click", "show-exact")
    assert shown["exact-title"].endswith(", Balanced Blitz 3.3, retreat at 3 attackers")
    assert re.fullmatch(r"0\.\d{10}", shown["exact-decimal"])
    assert abs(float(shown["exact-decimal"]) - float(win)) < 1e-10
    assert "There is no exact fraction" in shown["exact-about"]
    assert not {"exact-fraction", "exact-size", "exact-copy"} & shown.keys()
    assert chips(battle("goes", stops))[1:] == [
        "stop at 2 defenders", "at most 4 rounds", "stop below 30 %",
    ]  # fmt: skip
    shown = battle("does", "click", "show-exact")
    assert {"exact-fraction", "exact-size", "exact-copy"} <= shown.keys()
    # on every territory of a campaign
    shown = battle("goes", "#a=12&d=3,2:capital,4&behind=2&blitz=3.3")
    rules = [STANDARD, RULES["capital"], STANDARD]
    chance = Campaign(12, (3, 2, 4), rules, 2, blitz=True).win_probability
    assert shown["chance"] == percent_text(chance)
    assert chips(shown) == ["territory 2: Capital", "2 stay on each territory"]


# -- the chart of survivors, and the map of battles --------------------------------------------


def test_bars_that_are_rare_at_either_side_are_not_drawn(battle: Node) -> None:
    battle("goes", "#a=30&d=28")
    bars = sorted((a - d, chance) for (a, d), chance in Battle(30, 28).outcomes.items())
    first, last = (
        next(
            x
            for n, (x, _) in enumerate(way)
            if sum(p for _, p in way[: n + 1]) > Fraction(5, 10**4)
        )
        for way in (bars, bars[::-1])
    )
    assert bars[0][0] < first < 0 < last < bars[-1][0]
    shown = battle("does", "keydown", "chart", {"key": "Home"})
    assert f"lost with {-first} defender" in shown["chart-readout"]
    shown = battle("does", "keydown", "chart", {"key": "End"})
    assert f"won with {last} attackers left" in shown["chart-readout"]


def test_the_bars_say_what_they_stand_for(battle: Node) -> None:
    battle("does", "change", "both-sides", {"checked": False})
    outcomes = Battle(3, 5).outcomes

    def says(key: str, chance: Fraction, words: str) -> None:
        said = battle("does", "keydown", "chart", {"key": key})["chart-readout"]
        assert f"{percent_text(chance)} {words}" in said

    shown = battle("goes", "#a=3&d=5")
    assert shown["chart"].endswith("defenders leftattackers left")
    assert shown["chart-legend"] == "lostwon"
    says("End", outcomes[3, 0], "won with 3 attackers left")
    says("Home", outcomes[0, 5], "lost with 5 defenders left")
    says("ArrowRight", outcomes[0, 4], "lost with 4 defenders left")
    shown = battle("goes", "#a=4&d=5&stays=1")
    assert shown["chart"].endswith("defenders leftarmies left")
    says("End", outcomes[3, 0], "won with 4 armies left")
    says("Home", outcomes[0, 5], "lost with 5 defenders left")
    # of a campaign also those who stay on the territories behind
    battle("goes", "#a=16&d=3,4,5&behind=2&stays=1")
    says(
        "End", Campaign(15, (3, 4, 5), leave_behind=2).outcomes[11, 3, 0], "won with 16 armies left"
    )
    battle("does", "change", "both-sides", {"checked": True})
    shown = battle("does", "change", "bars")
    assert shown["chart"].endswith("survivors")
    assert shown["chart-legend"] == "armies left, if anydefenders left, if any"
    says(
        "End", Campaign(15, (3, 4, 5), leave_behind=2).outcomes[11, 3, 0], "exactly 16 armies left"
    )
    battle("goes", "#a=3&d=5")
    says("Home", outcomes[1, 0], "exactly 1 attacker left")
    says("Home", outcomes[0, 1], "exactly 1 defender left")
    battle("does", "change", "both-sides", {"checked": False})
    shown = battle("goes", "#a=12&d=9&retreat=3")
    assert shown["chart"].endswith("defenders aheadattackers ahead")
    assert shown["chart-legend"] == "broken offwon"


def test_the_map_of_battles_is_walked_on(battle: Node) -> None:
    def walks(*keys: str) -> str:
        for key in keys:
            shown = battle("does", "keydown", "map", {"key": key})
        said: str = shown["map-readout"]
        return said

    battle("goes", "#a=12&d=9&stays=1")
    chance = percent_text(win_probability(12, 9))
    assert walks("ArrowDown").startswith(f"{chance} 13 armies against 9 defenders")
    shown = battle("does", "keydown", "map", {"key": "Enter"})
    assert (shown["question"], shown["chance"]) == ("13 armies against 9 defenders", chance)
    battle("goes", "#a=10&d=10")
    down = walks("ArrowDown", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowLeft", "ArrowLeft")
    assert down.startswith(f"{percent_text(win_probability(9, 9))} 9 attackers against 9 ")
    battle("goes", "#a=9&d=3:capital,5:wall")  # the map is of the first territory
    walks("ArrowDown")
    assert chips(battle("does", "keydown", "map", {"key": "Enter"})) == ["territory 1: Capital"]
    battle("goes", "#a=9999&d=0")
    assert "1,280 attackers against 1 defender" in walks("ArrowDown")


# -- languages ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "question", "words"),
    [
        ("de", "1.000 Angreifer gegen 4 Verteidiger", "Du gewinnst in etwa 96 von 100 Fällen."),
        ("it", "1000 attaccanti contro 4 difensori", "Vinci circa 96 volte su 100."),
    ],
)
def test_another_language(tabs: Callable[..., Node], code: str, question: str, words: str) -> None:
    spoken = tabs("battle", f"{code}-AT")
    assert spoken("goes", "#a=1000&d=4")["question"] == question
    shown = spoken("goes", "#a=12&d=5")
    assert (shown["lang"], shown["words"]) == (code, words)
    chance = percent_text(win_probability(12, 5)).replace(".", ",")
    assert re.match(f"{chance} – 12 .*(gegen|contro) 5 ", shown["page-title"])
    # nothing is in English but what is the same
    english, texts = (
        {text for text in language(each).values() if isinstance(text, str)} for each in ("en", code)
    )
    hash_ = "#a=8&d=5,3:capital&retreat=2&left=3,0&blitz=3.3"
    for each in (hash_, "#a=8&d=5&left=3,0"):
        spoken("goes", each)
        assert {*spoken("words")} & (english - texts) == {"English"}
