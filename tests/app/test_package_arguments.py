"""What the JavaScript package refuses: options that there are not, and values of a wrong type."""

import json
from itertools import product

from riskexact.turn.geography import map_named
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
        "take", "through", "move", "dice", "effort",
    ],
}  # fmt: skip
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


def test_options_that_there_are_not(js: Asked) -> None:
    for call, names in CALLS.items():
        assert not str(js(with_options(call, "undefined"))).startswith("RiskError")
        assert not str(js(with_options(call, "{}"))).startswith("RiskError")
        for name in ("rule", "digit", "x", "__proto__x", "constructor", "toString", "0"):
            said = refused(js(with_options(call, f"{{ {json.dumps(name)}: 1 }}")))
            assert said.startswith(f'options must be among {", ".join(names)}, not "{name}"')
        # as JavaScript takes an object apart
        refused(js(with_options(call, "Object.create({ rule: 1 })")))


def test_options_that_are_no_object(js: Asked) -> None:
    for call, options in product(CALLS, [*WRONG[:2], *WRONG[4:6], *WRONG[7:11], "true", "[]"]):
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


POSITION = "{ mine: { Siam: 3 }, enemy: { India: 2 } }"
MANY = {"mine": {"Siam": 5}, "enemy": dict.fromkeys(map_named("classic").territories[:35], 1)}

REFUSED = {
    "rx.winProbability(0, 0)": "attackers or defenders must be at least 1, not both 0",
    "rx.winProbability(-1, 2)": "attackers must be a whole number, at least 0, not -1",
    "rx.winProbability(2.5, 2)": "attackers must be a whole number, at least 0, not 2.5",
    'rx.winProbability("3", 2)': 'attackers must be a whole number, at least 0, not "3"',
    "rx.attackersNeeded(3, 0.9)": "chance must be from 0 to 1, as a Fraction or a text",
    'rx.attackersNeeded(3, "110%")': "chance must be from 0 to 1",
    'rx.attackersNeeded(3, "1/0")': "chance must be from 0 to 1",
    'rx.attackersNeeded(3, "1")': "chance must be one that 2000 attackers have against 3",
    'rx.attackersNeeded([], "1/2")': "garrisons must be a list of numbers of defenders",
    "rx.lossCounts(4, 2)": "attackDice must be a whole number, from 1 to 3, not 4",
    'rx.lossCounts(1, 1, { rules: { ties: "nobody" } })': "rules must cost a fixed number",
    "new Battle(3, 2).luck(9, 9)": "left must be an outcome of the battle, not 9 and 9",
    "new rx.Fraction(1n, 0n)": "denominator must be a BigInt, at least 1n, not 0",
    "new rx.Fraction(1n, 3n).toDecimal(0)": "digits must be a whole number, at least 1, not 0",
    # stops of the other mode
    "new Battle(1000, 1001, { blitz: true })":
        "attackers and defenders must be at most 2000 together in Balanced Blitz, not 2001",
    "new Battle(8, 6, { blitz: true, retreatAt: 2 })":
        "retreatAt must be 0 in Balanced Blitz, which has stopUntil, not 2",
    "new Campaign(8, [6], { blitz: true, retreatAt: 2 })":
        "retreatAt must be 0 in Balanced Blitz, which has stopUntil, not 2",
    "new Battle(8, 6, { blitz: true, stopAtDefenders: 2 })":
        "stopAtDefenders must be 0 in Balanced Blitz, which has stopUntil, not 2",
    "new Battle(8, 6, { stopUntil: 2 })": "stopUntil must be 0 without blitz: true, not 2",
    "new Campaign(8, [6], { stopUntil: 2 })": "stopUntil must be 0 without blitz: true, not 2",
    # rules, by name and by their parts
    **{f"winProbability(3, 2, {{ rules: {rules} }})": message for rules, message in {
        '"x"': 'rules must be the name of a rule set in RULES, not "x"',
        '""': 'rules must be the name of a rule set in RULES, not ""',
        '"🎲"': 'rules must be the name of a rule set in RULES, not "🎲"',
        '"toString"': "rules must be the name of a rule set",
        '["capital"]': 'rules must be the name of a rule set in RULES, not ["capital"]',
        "{ ...rx.RULES.capital }": "rules must be among attack_dice",
        "{ attackDice: 2 }": "rules must be among attack_dice, ",
        "{ attack_dice: { dices: 2 } }": "attack_dice must be among dice, ",
        "{ attack_dice: null }": "attack_dice must be an object such as",
        "{ attack_dice: '3' }": "rules: attack_dice.dice must be a whole number, from 1 to 20",
        "{ attack_dice: { dice: 2, needs: 5 } }": "rules: attack_dice.needs must be 2 numbers",
        "{ attack_dice: { dice: 2, needs: '12' } }": "rules: attack_dice.needs must be 2 numbers",
        "{ attack_dice: { dice: 2, clamped: 'no' } }": "clamped must be true or false",
        "{ defence_dice: { dice: 2, to_all: '1' } }":
            "rules: defence_dice.to_all must be a whole",
        "{ faces: 0 }": "rules: faces must be a whole number",
        "{ faces: 'x' }": "rules: faces must be a whole number",
        "{ pairs: '2' }": "rules: pairs must be a whole number",
        "{ pairs: {} }": "rules: pairs must be a whole number",
        "{ ties: null }": 'rules: ties must be "defender"',
    }.items()},
    # positions on a map
    **{f"conquer({position})": message for position, message in {
        '{ map: "risk", mine: {}, enemy: {} }': 'map must be a name in MAPS, not "risk"',
        "{ mine: { Thailand: 3 }, enemy: {} }": 'territory of mine must be on the map, not "T',
        "{ mine: [], enemy: {} }": "mine must be an object such as { Siam: … }, not []",
        "{ mine: { Siam: 3 } }": "enemy must be an object such as { Siam: … }, not null",
        "{}": "mine must be an object such as",
        '"Siam=5"': "position must be an object such as { mine: … }",
        "{ mine: { Siam: 0 }, enemy: {} }": "armies on Siam must be a whole number, from 1 to",
        "{ mine: { Siam: 501 }, enemy: {} }": "armies on Siam must be a whole number, from 1 to",
        '{ mine: { Siam: "3" }, enemy: {} }': "armies on Siam must be a whole number, from 1 to",
        "{ mine: { Siam: 3, siam: 4 }, enemy: {} }": "mine must have each territory once",
        '{ mine: { Siam: 3, China: 2 }, enemy: { China: 1, India: 2 } }, { take: "India" }':
            "China must be either mine or the enemy's: how many are on it?",
        "{ mine: { Siam: 3 }, enemy: { siam: 2 } }": "Siam must be either mine or the",
        f'{POSITION}, {{ take: "Africa" }}': "North Africa must be",
        f"{POSITION}, {{ take: 3 }}": "take must be on the map",
        f'{POSITION}, {{ move: "some" }}': "move must be any, dice, all, or a whole number",
        f"{POSITION}, {{ move: 0 }}": "move must be a whole number, at least 1",
        f'{POSITION}, {{ dice: "3" }}': "dice must be one of",
        f"{POSITION}, {{ seconds: 3 }}": "options must be among",
        json.dumps(MANY): "position must have at most 30 territories in play",
    }.items()},
}  # fmt: skip
"""What each call is refused with, or how that begins."""


def test_what_cannot_be_used_is_refused_in_one_line(js: Asked) -> None:
    for call, message in REFUSED.items():
        assert refused(js(call)).startswith(message), call


def test_what_is_given_is_not_changed(js: Asked) -> None:
    """A frozen list is taken; and what was counted by a list does not change with it."""
    for dice, won in (1, "425/768"), (3, "125441825/161243136"):
        hand = "{ dice: 2, at_most_attack: true, needs }"
        ask = f"{{ rules: {{ attack_dice: {dice}, defence_dice: {hand} }} }}"
        ask = f"String(winProbability(3, 2, {ask}))"
        assert js(f"((needs) => [{ask}, {ask}])(Object.freeze([1, 3]))") == [won, won]
        change = f"((needs) => {ask} + (needs[1] = 9))([1, 3])"
        assert js(f"[{change}, ((needs) => {ask})([1, 3])]") == [f"{won}9", won]


def test_nothing_is_refused_that_says_what_is_usual(js: Asked) -> None:
    usual = (
        "{ rules: undefined, retreatAt: 0, stopAtDefenders: undefined, blitz: false, stopUntil: 0 }"
    )
    for said, plain in {
        f"new Battle(8, 6, {usual})": "new Battle(8, 6)",
        'winProbability(8, 6, { rules: "RisiKo!" })': 'winProbability(8, 6, { rules: "risiko" })',
        "winProbability(8, 6, { rules: rx.RULES.capital })":
            'winProbability(8, 6, { rules: "capital" })',
    }.items():  # fmt: skip
        assert js(f"String({said})") == js(f"String({plain})")
