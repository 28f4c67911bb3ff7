"""The catalogue against what its sources print."""

import inspect
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import riskexact
from riskexact import formulas
from riskexact.base.errors import RiskError
from riskexact.base.resources import package_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import (
    RULES,
    each_value,
    entries,
    entry_named,
    games,
    in_words,
    known_as,
    label,
    rule_set,
    rules_json,
    rules_named,
    title,
)
from riskexact.rules.dice import loss_counts, round_counts
from riskexact.rules.hand import Hand
from riskexact.rules.languages import LANGUAGES
from tests.reference import every_throw

# Throws that cost the defender 0, 1, … units, by the dice thrown (extra dice not counted).
COUNTS: dict[str, dict[tuple[int, int], tuple[int, ...]]] = {
    # "RISK battles: Simulating the distribution of outcomes", 2019-06-05; ZeTornio/Risiko has 45
    # for one die against two, but its own 161 of 216 leave 55
    "standard": {(3, 2): (2275, 2611, 2890), (1, 2): (161, 55)},
    # "Should I attack in Risk? (The Board Game)": 47 % and 39 %
    "single-loss": {(3, 2): (4109, 3667), (2, 2): (791, 505)},
    # J. van Wijgerden, "Let slip the dice of war", 2021
    "risiko": {
        (3, 3): (17871, 12348, 10017, 6420), (2, 3): (4816, 1981, 979), (1, 3): (1071, 225),
    },
    # boardgames.stackexchange.com, question 5840
    "bonus-die": {(3, 2): (22218, 13671, 10767), (3, 1): (4109, 3667)},
    # standard rules with both sides exchanged: those of risiko, and of 2 v 2
    "ties-to-attacker": {(3, 2): (979, 1981, 4816), (2, 2): (295, 420, 581)},
    "two-dice-attack": {(2, 2): (581, 420, 295), (2, 1): (91, 125)},
    # those of risiko
    "wall": {(3, 3): (17871, 12348, 10017, 6420), (2, 3): (4816, 1981, 979)},
    "zombies-attack-a-wall": {(2, 3): (4816, 1981, 979), (1, 3): (1071, 225)},
    # those of risiko with both sides exchanged
    "zombies-behind-a-wall": {(3, 3): (6420, 10017, 12348, 17871), (3, 1): (225, 1071)},
    # "Risk Legacy: Odds with Various Modifiers"
    "legacy-bunker": {(3, 2): (2740, 3176, 1860)},
    "legacy-ammo-shortage": {(3, 2): (1595, 2061, 4120)},
    "legacy-fortification": {(3, 2): (3870, 2436, 1470)},
    "legacy-bear": {(3, 2): (1545, 2951, 3280)},
    "legacy-bear-against-bunker": {(3, 2): (1782, 3972, 2022)},
    "legacy-lowest-raised": {(3, 2): (3220, 2256, 2300)},
    "legacy-ammo-shortage-lowest-raised": {(3, 2): (2398, 2020, 3358)},
    # the same dice as legacy-bunker, whose bound at 6 makes no difference to a defender
    "lotr-stronghold": {(3, 2): (2740, 3176, 1860)},
    "lotr-leader-defends": {(3, 2): (2740, 3176, 1860)},
    # both highest dice raised by one, without a bound
    "lotr-leader-against-stronghold": {(3, 2): (2275, 2611, 2890)},
}  # fmt: skip

Value = Callable[[Rules], Any]

# Values of battles: what to compute, and what the source has for it, as it prints it.
VALUES: list[tuple[str, Value, str]] = [
    # smgstudio/risk-dice, 2021, README: 30 attackers lose exactly 12 against 15 on a capital
    ("capital", lambda r: Battle(30, 15, r).outcomes[18, 0], "0.0222128001707278"),
    # the same: 300 attackers against 800 zombies; a float, right to six digits
    ("ties-to-attacker", lambda r: win_probability(300, 800, r), "0.889733"),
    # sipolac/risk, 2019: 19 troops, one of which stays, against 11 with eight-sided dice; a float
    # that is right to twelve digits
    ("2210-space-station", lambda r: win_probability(18, 11, r), "0.507087974730"),
]

# Entries whose sources print no figure: counted by hand, throw by throw, here.
NO_FIGURE = {
    "capital-behind-a-wall", "four-dice", "bonus-attack-die", "two-defenders-need-three",
    "lotr-leader", "2210-commander", "2210-commander-defends", "2210-commander-against-station",
    "2210-two-commanders", "godstorm-magic", "godstorm-magic-defends",
}  # fmt: skip


FIGURES = set(COUNTS) | {name for name, _, _ in VALUES} | NO_FIGURE

ROOT = Path(__file__).parents[2]


def test_every_step_is_done() -> None:
    """Those of CONTRIBUTING.md for a rule set, in their order."""

    def names(text: str, pattern: str) -> list[str]:
        return re.findall(pattern, text, re.MULTILINE)

    rules, changes, publication = (
        (ROOT / file).read_text(encoding="utf-8")
        for file in ("riskexact/rules/README.md", "CHANGELOG.md", "riskexact/publication/README.md")
    )
    app = package_text("core/catalogue.js", "app")
    assert all(entry.source for entry in entries().values())
    assert all([*entry.others] == [*LANGUAGES[1:]] for entry in entries().values())
    assert set(RULES) == FIGURES, "figures of each, or none that are there, are to be compared"
    for text, pattern in (
        (rules, r"^  ([a-z0-9-]+): "),
        (changes, r"`([a-z0-9-]+)`"),
        (app, r'^  "([a-z0-9-]+)": '),
    ):
        assert not set(RULES) - {*names(text, pattern)}, text[:40]
    assert names(publication, r"^(\d+) rule sets, ") == [str(len(RULES))]


FOUGHT = {"attackers": 5, "defenders": 3, "attackers_left": 2, "defenders_left": 0}

NAMED: dict[str, Callable[[Any], object]] = {
    "Battle": lambda rules: riskexact.Battle(3, 2, rules),
    "Campaign": lambda rules: riskexact.Campaign(5, (3, 2), rules),
    "Game": lambda rules: riskexact.Game("line-2", 2, rules, armies=9),
    "Position": lambda rules: riskexact.Position("classic", {"Siam": 3}, {"India": 2}, rules),
    "Price": lambda rules: riskexact.Price((3, 2), rules),
    "Strategy": lambda rules: riskexact.Strategy(3, 2, rules=rules),
    "attackers_needed": lambda rules: riskexact.attackers_needed(5, "90%", rules),
    "best_garrisons": lambda rules: riskexact.best_garrisons(5, 4, 2, rules),
    "best_order": lambda rules: riskexact.best_order(5, (1, 2), rules),
    "break_even_ratio": lambda rules: riskexact.break_even_ratio(rules),
    "campaign_attackers_needed": lambda rules: riskexact.campaign_attackers_needed(
        (2, 2), "90%", rules
    ),
    "dearest_unit": lambda rules: riskexact.dearest_unit(rules),
    "certificate": lambda rules: riskexact.certificate(5, 4, rules),
    "defenders_takeable": lambda rules: riskexact.defenders_takeable(9, "1/2", rules),
    "dice_log": lambda rules: riskexact.dice_log([FOUGHT], rules=rules).tests,
    "garrison_needed": lambda rules: riskexact.garrison_needed(9, "1/2", rules),
    "hold": lambda rules: riskexact.hold(3, {"Siam": (3,)}, rules=rules).lower,
    "loss_counts": lambda rules: riskexact.loss_counts(3, 3, rules),
    "place": lambda rules: riskexact.place(2, "India", {"Siam": 3}, rules=rules).lower,
    "resolve": lambda rules: riskexact.resolve([6, 5, 4], [5, 5, 4], rules),
    "round_counts": lambda rules: riskexact.round_counts(3, 3, rules),
    "Table": lambda rules: riskexact.Table([3], [2, 1], rules),
    "round_distribution": lambda rules: riskexact.round_distribution(3, 3, rules),
    "win_decimal": lambda rules: riskexact.win_decimal(9, 8, 5, rules),
    "win_probability": lambda rules: riskexact.win_probability(9, 8, rules),
    "win_table": lambda rules: riskexact.win_table([3], [2, 1], rules),
    "formulas.column": lambda rules: formulas.column(1, rules),
    "formulas.general_formula": lambda rules: formulas.general_formula(rules),
    "formulas.generating_function": lambda rules: formulas.generating_function(rules),
    "formulas.limit_laws": lambda rules: formulas.limit_laws(rules).title,
    "formulas.normal_approximation": lambda rules: formulas.normal_approximation(rules),
    "formulas.price_formula": lambda rules: formulas.price_formula(rules),
    "formulas.row": lambda rules: formulas.row(1, rules),
}
"""Every public function and class with an argument `rules`."""


@pytest.mark.tools
@pytest.mark.parametrize("name", NAMED)
def test_a_name_is_as_good_as_its_rule_set(name: str) -> None:
    ask = NAMED[name]
    assert ask("Single Loss" if "general" in name else "RisiKo!") == ask(
        RULES["single-loss" if "general" in name else "risiko"]
    )
    with pytest.raises(RiskError, match=r"^rules must be .* 'riskio'; did you mean 'risiko'\?$"):
        ask("riskio")


def test_every_argument_for_rules_takes_a_name() -> None:
    public = {name: getattr(riskexact, name) for name in riskexact.__all__}
    public |= {f"formulas.{name}": getattr(formulas, name) for name in formulas.__all__}
    takes = {
        name
        for name, thing in public.items()
        if callable(thing) and not (isinstance(thing, type) and issubclass(thing, Exception))
        if "rules" in inspect.signature(thing).parameters
    }
    assert takes - {"formulas.Formula", "check_table", "duel"} == set(NAMED)


def test_a_duel_takes_a_name() -> None:
    """Its rules must favour the attacker, which those of the other tests do not."""
    named = riskexact.duel(2, 2, rules="Four dice")
    assert named.lower == riskexact.duel(2, 2, rules=RULES["four-dice"]).lower
    with pytest.raises(RiskError, match=r"^rules must be .* 'four-dcie'; did you mean 'four-dice'"):
        riskexact.duel(2, 2, rules="four-dcie")


def test_campaigns_take_a_name_for_each_territory() -> None:
    rules: Any = ("RISIKO", RULES["capital"], "single-loss")
    assert riskexact.Campaign(9, (3, 2, 1), rules) == riskexact.Campaign(
        9, (3, 2, 1), [RULES[name] for name in ("risiko", "capital", "single-loss")]
    )
    with pytest.raises(RiskError, match="not 'chess'$"):
        riskexact.Campaign(9, (3, 2), ("risiko", "chess"))


def test_no_name_reads_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text("faces = 8", encoding="utf-8")
    assert rules_named("house.toml").faces == 8
    with pytest.raises(RiskError, match="not 'house.toml'$"):
        rule_set("house.toml")


def test_an_unknown_name_is_a_key_error_that_suggests_one() -> None:
    with pytest.raises(KeyError, match="'Standard'; did you mean 'standard'"):
        RULES["Standard"]
    with pytest.raises(KeyError, match="no rule set is called 'chess'"):
        RULES["chess"]
    with pytest.raises(KeyError, match="'war' is a game, not in .*; its rules are 'risiko' there"):
        RULES["war"]
    with pytest.raises(KeyError, match="'ksirk' is a game, .*; rules='ksirk' asks for it"):
        RULES["ksirk"]
    with pytest.raises(KeyError):
        RULES[3]  # type: ignore[index]
    assert RULES.get("Standard") is None
    assert "Standard" not in RULES
    assert pickle.loads(pickle.dumps(RULES)) == RULES


def test_the_names() -> None:
    assert list(RULES) == list(entries())
    assert RULES["standard"] is riskexact.STANDARD
    assert RULES["single-loss"] is riskexact.SINGLE_LOSS
    assert riskexact.RULES is RULES


def test_every_entry_has_its_own_name() -> None:
    for name, entry in entries().items():
        assert entry.rules == RULES[name]
        assert entry.rules.name == RULES[name].name == name
        assert rules_json(entry.rules) == label(entry.rules) == name
        assert rules_named(name) == RULES[name]


@pytest.mark.parametrize("name", COUNTS)
def test_counts_in_the_sources(name: str) -> None:
    found = {dice: loss_counts(*dice, RULES[name]) for dice in COUNTS[name]}
    assert found == COUNTS[name]


@pytest.mark.parametrize(("name", "compute", "printed"), VALUES, ids=lambda x: str(x)[:20])
def test_values_in_the_sources(name: str, compute: Value, printed: str) -> None:
    digits = len(printed) - 2
    assert abs(compute(RULES[name]) - Fraction(printed)) < Fraction(1, 10**digits)


@pytest.mark.parametrize("name", list(RULES))
def test_every_round_throw_by_throw(name: str) -> None:
    rules = RULES[name]
    for x, y in rules.dice_numbers():
        counts = loss_counts(x, y, rules)
        chances = every_throw(x, y, rules)
        cost = len(counts) - 1
        assert {(cost - i, i): Fraction(n, sum(counts)) for i, n in enumerate(counts) if n} == (
            chances
        )


def test_needed_against_a_capital() -> None:
    """J. van Wijgerden, "Let slip the dice of war", 2021: troops for an even chance against 1..10.

    They count the unit that stays behind.
    """
    for name, printed in (
        ("capital", [3, 4, 6, 7, 9, 11, 12, 14, 16, 18]),
        ("standard", [3, 4, 5, 6, 6, 7, 8, 9, 10, 11]),
    ):
        for d, armies in enumerate(printed, start=1):
            assert win_probability(armies - 1, d, RULES[name]) >= Fraction(1, 2)
            assert win_probability(armies - 2, d, RULES[name]) < Fraction(1, 2)


def test_two_defenders_need_three() -> None:
    """With two units the defender throws one die, as one unit does."""
    rules = RULES["two-defenders-need-three"]
    assert [rules.dice(3, d) for d in (1, 2, 3)] == [(3, 1), (3, 1), (3, 2)]
    one = Rules(3, 1)
    assert win_probability(5, 2, rules) == win_probability(5, 2, one)
    assert win_probability(5, 3, rules) != win_probability(5, 3, one)


def test_the_same_dice_are_said_to_be_the_same() -> None:
    """Of two rule sets whose rounds are the same, the later one names the earlier."""
    first: dict[object, str] = {}
    for name, entry in entries().items():
        rules = entry.rules
        rounds = tuple((dice, *round_counts(*dice, rules).items()) for dice in rules.dice_numbers())
        like = first.setdefault((rounds, rules.attack.needs, rules.defence.needs), name)
        if like != name:
            assert re.search(rf"(?<![\w-]){like}(?![\w-])", entry.source + entry.note), (name, like)


def test_ones_thrown_again() -> None:
    """The dice of the goddess of magic, each side of the second throw beside each of the first."""
    again = [x if x > 1 else y for x in range(1, 7) for y in range(1, 7)]
    wins = sum(x > y for x in again for y in range(1, 7))
    assert loss_counts(1, 1, RULES["godstorm-magic"]) == (216 - wins, wins)
    holds = sum(x >= y for x in again for y in range(1, 7))
    assert loss_counts(1, 1, RULES["godstorm-magic-defends"]) == (holds, 216 - holds)


def test_one_game_may_have_two_names() -> None:
    assert RULES["capital"] == RULES["risiko"] == Rules(3, 3)
    assert known_as(Rules(3, 3)) == "risiko"
    assert known_as(RULES["capital"]) == "capital"


def test_unknown_name() -> None:
    for find in (rules_named, entry_named):
        with pytest.raises(RiskError, match=r"lists, or a file that .*\.toml, not 'chess'$"):
            find("chess")


def test_labels() -> None:
    assert label(Rules()) == "standard"
    assert label(Rules(name="house")) == "standard"
    assert label(STANDARD.replace(ties="attacker")) == "ties-to-attacker"
    borrowed = STANDARD.replace(ties="attacker", faces=7)
    assert label(borrowed) == (
        "3 v 2 dice, 7 faces, 2 pairs, ties to the attacker, called 'standard'"
    )
    assert isinstance(rules_json(borrowed), dict)
    assert label(Rules(faces=8, pairs=1, ties="nobody")) == (
        "3 v 2 dice, 8 faces, 1 pair, ties to nobody"
    )


def test_in_words() -> None:
    """A title says "rules" once, and only after a name."""
    assert in_words(Rules()) == "standard rules"
    assert in_words(Rules(6, 6)) == "6 v 6 dice, 6 faces, 6 pairs, ties to the defender"


@pytest.mark.parametrize(
    "name",
    ["octa", "Standard", "standard rules", "Standard rules", "standard rules: a chance of 99.9 %"],
)
def test_a_name_of_ones_own_is_quoted_behind_what_is_played(name: str) -> None:
    octa = Rules(faces=8, name=name)
    shown = f"3 v 2 dice, 8 faces, 2 pairs, ties to the defender, called '{name}'"
    assert (label(octa), in_words(octa), known_as(octa)) == (shown, shown, None)
    assert label(Rules(3, 3, name=name)) == "risiko"
    assert rule_set(label(Rules(3, 3, name=name))) == Rules(3, 3)
    assert in_words(Rules(faces=8, name=f"a', {name}")).endswith(f", called 'a, {name}'")
    assert rules_json(octa) == octa.parts | {"name": name}


def test_rules_in_json() -> None:
    assert rules_json(STANDARD) == rules_json(Rules()) == "standard"
    assert rules_json(Rules(4, 2, 8, 1, "attacker")) == {
        "attack_dice": 4, "defence_dice": 2, "faces": 8, "pairs": 1, "ties": "attacker",
    }  # fmt: skip


def test_games_by_name() -> None:
    """Other names of a value: what was typed is echoed, and the value is what it was."""
    same = {"teg": "risiko", "war": "risiko", "xfrisk": "standard", "domination": "standard"}
    assert {*games()} == {*same, "ksirk"}
    for game, known in same.items():
        named = rule_set(game)
        assert named == rules_named(game) == RULES[known]
        assert rules_json(named) == label(named) == known_as(named) == game
        assert Battle(3, 2, rules=game).title().endswith(f", {game} rules")
        assert known in entry_named(game).note
        assert known_as(RULES[known]) == known
        assert known_as(RULES[known].replace(name=None)) == known
    assert known_as(Rules(3, Hand(2, at_most_attack=True))) == "ksirk"
    assert title(rule_set("KsirK")) == "KsirK: no more dice than the attacker"


def test_every_value_once() -> None:
    values = each_value()
    assert len(set(values)) == len(values) == len({*RULES.values()}) + 1
    assert [rules.name for rules in values[:3]] == ["standard", "single-loss", "risiko"]


@pytest.mark.parametrize("name", ["warzone", "WarLight", "dice wars", "Star Wars", "Halo"])
def test_games_that_no_rule_set_says(name: str) -> None:
    for find in (rule_set, rules_named, entry_named):
        with pytest.raises(
            RiskError, match=f"^rules must be a rule set, not '{name}': in "
        ) as said:
            find(name)
        for known in re.findall(r"\b(?:lotr|2210)-[a-z-]+", str(said.value)):
            assert known in RULES
