"""What the JavaScript package refuses: options that there are not, and values of a wrong type."""

import json
import re
from itertools import product

import pytest

from tests.app.package import Asked
from tests.programs import needs

pytestmark = [needs("npm"), needs("tsc")]

CALLS = {
    "rx.winProbability(8, 6, {})": ["rules"],
    "rx.winDecimal(8, 6, {})": ["rules", "digits"],
    "new rx.Battle(8, 6, {})": ["rules", "retreatAt", "stopAtDefenders", "blitz", "stopUntil"],
    "new rx.Campaign(8, [3, 3], {})": ["rules", "leaveBehind", "retreatAt", "blitz", "stopUntil"],
    'rx.attackersNeeded(6, "1/2", {})': ["rules", "leaveBehind", "blitz"],
    "rx.roundCounts(3, 2, {})": ["rules"],
    "rx.lossCounts(3, 2, {})": ["rules"],
    "rx.conquer({ mine: { Siam: 4 }, enemy: { India: 2 } }, {})": [
        "take",
        "through",
        "move",
        "dice",
        "effort",
    ],
}
"""Every call that has options, with `{}` in the place of the options."""

WRONG = [
    "null", "NaN", "-1", "1.5", "3n", '"x"', "{}", "[1]", "() => 1", "Symbol()", "new Map()",
    "Object.create(null)", "new Date()", "globalThis", "new rx.Fraction(1n)", "Infinity", '"2"',
]  # fmt: skip
"""Values that no option takes, but for some that one or the other does."""

TAKEN = {
    ("take", "[]"), ("through", "[]"), ("rules", "{}"), ("rules", "Object.create(null)"),
}  # fmt: skip


def refused(said: object) -> str:
    assert isinstance(said, str), said
    assert said.startswith("RiskError: "), said
    assert "\n" not in said
    assert len(said) < 250
    return said.removeprefix("RiskError: ")


def with_options(call: str, options: str) -> str:
    return options.join(call.rsplit("{}", 1))


@pytest.mark.parametrize("call", CALLS)
def test_options_that_there_are_not(call: str, js: Asked) -> None:
    assert not str(js(with_options(call, "undefined"))).startswith("RiskError")
    assert not str(js(with_options(call, "{}"))).startswith("RiskError")
    for name in ("rule", "digit", "x", "__proto__x", "constructor", "toString", "0"):
        said = refused(js(with_options(call, f"{{ {json.dumps(name)}: 1 }}")))
        allowed = ", ".join(CALLS[call])
        assert said.startswith(f'options must be among {allowed}, not "{name}"')
    # as JavaScript takes an object apart
    refused(js(with_options(call, "Object.create({ rule: 1 })")))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "options",
    ["null", '"capital"', "7", "true", "[]", '["capital"]', "() => 1", "new Map()", "Symbol()",
     "5n", "globalThis", "new Date()"],
)  # fmt: skip
def test_options_that_are_no_object(call: str, options: str, js: Asked) -> None:
    said = refused(js(with_options(call, options)))
    assert said.startswith(f"options must be an object such as {{ {CALLS[call][0]}: … }}, not ")


def test_values_of_a_wrong_type(js: Asked) -> None:
    for call, names in CALLS.items():
        for name, value in product(names, WRONG):
            if (name, value) not in TAKEN:
                refused(js(with_options(call, f"{{ {name}: {value} }}")))


def test_arguments_of_a_wrong_type(js: Asked) -> None:
    calls = ("rx.winProbability({}, 2)", "rx.winProbability(2, {})", "rx.winDecimal({}, 2)",
             "new rx.Battle({}, 2)", "new rx.Battle(2, {})", "new rx.Campaign({}, [2])",
             "new rx.Campaign(2, {})", "new rx.Campaign(2, [{}])", 'rx.attackersNeeded({}, "1/2")',
             "rx.attackersNeeded(3, {})", "rx.roundCounts({}, 1)", "rx.lossCounts(1, {})",
             "new rx.Battle(3, 2).luck({}, 0)", "new rx.Fraction({})", "new rx.Fraction(1n, {})",
             "rx.conquer({})", "new rx.Fraction(1n, 3n).toDecimal({})")  # fmt: skip
    for call, value in product(calls, WRONG):
        fits = {("rx.attackersNeeded(3, {})", "new rx.Fraction(1n)"), ("new rx.Fraction({})", "3n"),
                ("new rx.Fraction(1n, {})", "3n"), ("new rx.Campaign(2, {})", "[1]"),
                ('rx.attackersNeeded({}, "1/2")', "[1]")}  # fmt: skip
        if (call, value) not in fits:
            refused(js(call.replace("{}", f"({value})")))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ("{ attackDice: 2 }", "rules must be among attack_dice, .*"),
        (
            "{ attack_dice: { dices: 2 } }",
            "attack_dice must be among dice, .*",
        ),
        ("{ attack_dice: null }", "attack_dice must be an object such as"),
        ("{ attack_dice: '3' }", "rules: attack_dice.dice must be a whole number, from 1 to 20"),
        ("{ attack_dice: { dice: 2, needs: 5 } }", "rules: attack_dice.needs must be 2 numbers"),
        ("{ attack_dice: { dice: 2, needs: '12' } }", "rules: attack_dice.needs must be 2 numbers"),
        ("{ attack_dice: { dice: 2, clamped: 'no' } }", "clamped must be true or false"),
        (
            "{ defence_dice: { dice: 2, to_all: '1' } }",
            "rules: defence_dice.to_all must be a whole",
        ),
        ("{ faces: 'x' }", "rules: faces must be a whole number"),
        ("{ pairs: '2' }", "rules: pairs must be a whole number"),
        ("{ pairs: {} }", "rules: pairs must be a whole number"),
        ("{ ties: null }", 'rules: ties must be "defender"'),
    ],
)
def test_parts_that_there_are_not(parts: str, message: str, js: Asked) -> None:
    assert re.match(message, refused(js(f"rx.winProbability(3, 2, {{ rules: {parts} }})")))


def test_a_name_that_there_is_not_is_refused(js: Asked) -> None:
    for typed in ('"x"', '"chess"', '""', '"🎲"'):
        said = refused(js(f"rx.winProbability(3, 2, {{ rules: {typed} }})"))
        assert said == f"rules must be the name of a rule set in RULES, not {typed}"


def test_stops_of_the_other_mode_are_refused(js: Asked) -> None:
    for battle in ("new rx.Battle(8, 6,", "new rx.Campaign(8, [6],"):
        said = refused(js(f"{battle} {{ blitz: true, retreatAt: 2 }})"))
        assert said == "retreatAt must be 0 in Balanced Blitz, which has stopUntil, not 2"
        said = refused(js(f"{battle} {{ stopUntil: 2 }})"))
        assert said == "stopUntil must be 0 without blitz: true, not 2"
    said = refused(js("new rx.Battle(8, 6, { blitz: true, stopAtDefenders: 2 })"))
    assert said == "stopAtDefenders must be 0 in Balanced Blitz, which has stopUntil, not 2"


def test_a_rule_set_of_the_list_is_one(js: Asked) -> None:
    listed = js("winProbability(8, 6, { rules: rx.RULES.capital })")
    assert listed == js('winProbability(8, 6, { rules: "capital" })')
    said = refused(js("winProbability(8, 6, { rules: { ...rx.RULES.capital } })"))
    assert said.startswith("rules must be among attack_dice")
    said = refused(js('winProbability(8, 6, { rules: ["capital"] })'))
    assert said == 'rules must be the name of a rule set in RULES, not ["capital"]'


def test_nothing_is_refused_that_says_what_is_usual(js: Asked) -> None:
    usual = (
        "{ rules: undefined, retreatAt: 0, stopAtDefenders: undefined, blitz: false, stopUntil: 0 }"
    )
    assert js(f"String(new rx.Battle(8, 6, {usual}))") == js("String(new rx.Battle(8, 6))")
    named = 'rx.winProbability(8, 6, { rules: "RisiKo!" })'
    assert js(named) == js('rx.winProbability(8, 6, { rules: "risiko" })')
