"""The JavaScript package: packed, installed in an empty folder, and asked what Python is asked."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import riskexact as rx
from riskexact.app.data import blitz_data
from riskexact.base.version import VERSION
from riskexact.rules.blitz import BLITZ_3_3
from tests.app.package import (
    CATALOGUE,
    PACKAGE,
    Asked,
    catalogue_text,
    options,
)
from tests.app.test_blitz import by_campaign
from tests.programs import needs

ROOT = Path(__file__).parents[2]

README = PACKAGE / "README.md"

pytestmark = [needs("npm"), needs("tsc")]

MAX_BYTES = 80 * 1024
"""Of the packed file."""


def test_it_is_small_and_has_no_dependencies(installed: Path) -> None:
    (file,) = installed.glob("*.tgz")
    assert file.name == f"riskexact-{VERSION}.tgz"
    assert file.stat().st_size < MAX_BYTES
    (stated,) = re.findall(r"package\s+has (\d+) kB, packed", README.read_text(encoding="utf-8"))
    assert abs(file.stat().st_size / 1000 - int(stated)) < 2
    about = json.loads((installed / "node_modules" / "riskexact" / "package.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (about["name"], about["license"]) == (project["name"], project["license"])
    assert not {"dependencies", "peerDependencies", "optionalDependencies"} & about.keys()
    assert len(list((installed / "node_modules").glob("[!.]*"))) == 1
    packed = {path.name for path in (installed / "node_modules" / "riskexact").glob("*.js")}
    imported = set(
        re.findall(
            r'from "\./([\w-]+\.js)"', "".join((PACKAGE / name).read_text() for name in packed)
        )
    )
    assert packed == imported | {"index.js"}, "what is needed, and nothing else"


def test_the_catalogue_is_that_of_python() -> None:
    assert CATALOGUE.read_text(encoding="utf-8") == catalogue_text()


def test_the_types_allow_right_uses_and_refuse_wrong_ones(installed: Path) -> None:
    compile_ = ["tsc", "--noEmit", "--strict", "--target", "ES2022"]
    compile_ += ["--module", "node16", "--moduleResolution", "node16", "uses.mts"]
    program = Path(__file__).with_name("uses.mts").read_text(encoding="utf-8")
    (installed / "uses.mts").write_text(program, encoding="utf-8")
    done = subprocess.run(compile_, cwd=installed, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout
    wrong = program.count("// @ts-expect-error:")
    (installed / "uses.mts").write_text(program.replace("@ts-expect-error", ""), encoding="utf-8")
    done = subprocess.run(compile_, cwd=installed, text=True, capture_output=True)
    assert done.stdout.count("error TS") == wrong > 10


def test_it_is_installed_from_a_clone_as_its_readme_says(tmp_path: Path) -> None:
    (line,) = re.findall(r"^npm install --.*$", README.read_text(encoding="utf-8"), re.MULTILINE)
    clone = tmp_path / "riskexact" / "riskexact" / "app" / "core"
    shutil.copytree(PACKAGE, clone, ignore=shutil.ignore_patterns("types"))
    (tmp_path / "empty").mkdir()
    command = [*line.split(), "--offline", "--silent"]
    subprocess.run(command, cwd=tmp_path / "empty", check=True, capture_output=True)
    program = 'import { winProbability } from "riskexact"; console.log(winProbability(3, 2));'
    run = ["node", "--input-type=module", "--eval", program]
    done = subprocess.run(run, cwd=tmp_path / "empty", check=True, capture_output=True, text=True)
    assert done.stdout == "6610505/10077696\n"


def test_the_readme_states_what_it_gives(js: Asked) -> None:
    (block,) = re.findall(r"```js\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    checked = 0
    for line in block.splitlines():
        found = re.fullmatch(r"(\S.*); // (.*)", line)
        if not found or line.startswith("import"):
            continue
        expression, stated = found.groups()
        given = js(expression)
        if stated.startswith("{"):
            assert {"attackersLeft": 12, "defendersLeft": 0}.items() <= given.items()
        else:
            text = re.sub(r'"(\d+n)"', r"\1", json.dumps(given))
            assert stated.startswith(text), line
        checked += 1
    assert checked == 13


@pytest.mark.parametrize("name", ["standard", "risiko", "godstorm-magic"])
def test_a_named_rule_set_has_the_same_odds(name: str, js: Asked) -> None:
    rules = rx.RULES[name]
    for a, d in ((0, 4), (4, 0), (1, 1), (2, 5), (7, 6), (12, 9)):
        assert js(f'String(rx.winProbability({a}, {d}, {{ rules: "{name}" }}))') == str(
            rx.win_probability(a, d, rules)
        )
    for x, y in rules.dice_numbers():
        counts = js(f'rx.roundCounts({x}, {y}, {{ rules: "{name}" }})')
        found = {(c["attackersLost"], c["defendersLost"]): int(c["count"][:-1]) for c in counts}
        assert found == rx.round_counts(x, y, rules)


def test_random_battles_are_those_of_python(js: Asked) -> None:
    chosen = Random(0)
    odd = rx.Rules(2, 3, faces=5, ties="nobody"), rx.Rules(3, 3, pairs=(1, 3))
    rule_sets = [*rx.RULES.values(), *odd]
    for _ in range(60):
        rules = chosen.choice(rule_sets)
        a, d, stop = chosen.randint(1, 12), chosen.randint(1, 12), chosen.randint(0, 3)
        battle = rx.Battle(a, d, rules, retreat_at=stop)
        made = f"new rx.Battle({a}, {d}, {options(rules, retreatAt=stop)})"
        outcomes = js(f"{made}.outcomes")
        assert [
            ((o["attackersLeft"], o["defendersLeft"]), Fraction(o["probability"])) for o in outcomes
        ] == list(battle.outcomes.items())
        chances = js(f"[{made}.winProbability, {made}.loseProbability, {made}.stopProbability]")
        assert [Fraction(each) for each in chances] == [
            battle.win_probability,
            battle.lose_probability,
            battle.stop_probability,
        ]
        left = js(f"{made}.attackersLeft")
        assert {n: Fraction(p) for n, p in enumerate(left) if p != "0"} == battle.attackers_left
        left = js(f"{made}.defendersLeft")
        assert {n: Fraction(p) for n, p in enumerate(left) if p != "0"} == battle.defenders_left
        costs = js(f"{made}.costs")
        assert (Fraction(costs["attackers"]), Fraction(costs["defenders"])) == battle.costs
        left = chosen.choice(list(battle.outcomes))
        luck = js(f"{made}.luck{left}")
        assert tuple(map(Fraction, luck.values())) == battle.luck(*left)[:2]


def test_random_campaigns_are_those_of_python(js: Asked) -> None:
    chosen = Random(1)
    for _ in range(40):
        rules = chosen.choice(list(rx.RULES.values()))
        chain = tuple(chosen.randint(1, 5) for _ in range(chosen.randint(1, 4)))
        a, stay, stop = chosen.randint(1, 14), chosen.randint(0, 2), chosen.randint(0, 2)
        campaign = rx.Campaign(a, chain, rules, stay, stop)
        more = options(rules, leaveBehind=stay, retreatAt=stop)
        made = f"new rx.Campaign({a}, {list(chain)}, {more})"
        assert Fraction(js(f"{made}.winProbability")) == campaign.win_probability
        outcomes = js(f"{made}.outcomes")
        assert {
            (o["attackersLeft"], o["territory"], o["defendersLeft"]): Fraction(o["probability"])
            for o in outcomes
        } == dict(campaign.outcomes)
        left = js(f"{made}.attackersLeft")
        assert {n: Fraction(p) for n, p in enumerate(left) if p != "0"} == campaign.attackers_left
        chances = js(f"[{made}.winProbability, {made}.loseProbability, {made}.stopProbability]")
        assert sum(map(Fraction, chances)) == 1
        conquered = js(f"{made}.conquered")
        assert {n: Fraction(p) for n, p in enumerate(conquered) if p != "0"} == dict(
            campaign.conquered
        )


def test_needed_attackers_are_those_of_python(js: Asked) -> None:
    for d in (1, 2, 9, 30):
        for chance in ("1/2", "90%", "0.75", "99.9%", "5/12", "0"):
            assert js(f'rx.attackersNeeded({d}, "{chance}")') == rx.attackers_needed(d, chance)
    assert js('rx.attackersNeeded([3, 4, 2], "80%", { leaveBehind: 2 })') == (
        rx.campaign_attackers_needed((3, 4, 2), "80%", leave_behind=2)
    )


def test_numbers_are_the_nearest_doubles(js: Asked) -> None:
    chosen = Random(2)
    fractions = [Fraction(0), Fraction(1, 3), Fraction(10**400, 10**400 + 1)]
    fractions += [Fraction(n, 2**54) for n in (2**53 + 1, 2**53 + 3, 2**54 - 1)]
    # near the least of all doubles
    fractions += [Fraction(n, 2**1074) for n in (1, 3)]
    fractions += [Fraction(n, 2**1075) for n in (1, 3, 2**53 - 1)]
    fractions += [Fraction(n, 2**1076) for n in (1, 5)]
    for _ in range(300):
        numerator = chosen.getrandbits(chosen.randint(1, 200)) + 1
        scale = chosen.randint(1, 1300)
        fractions.append(Fraction(numerator, numerator + chosen.getrandbits(scale)))
    for each in fractions:
        given = js(f"Number(new rx.Fraction({each.numerator}n, {each.denominator}n))")
        assert given == float(each), each


ERROR = 1e-11
"""What numbers of Balanced Blitz are off at most."""


def near(expected: Mapping[Any, Any]) -> object:
    return pytest.approx({key: float(p) for key, p in expected.items()}, rel=0, abs=ERROR)


def test_the_constants_of_balanced_blitz_are_those_of_python() -> None:
    text = (PACKAGE / "blitz.js").read_text(encoding="utf-8")
    (said,) = re.findall(r"const BLITZ = \{ (.*) \};", text)
    assert json.loads("{" + re.sub(r"(\w+):", r'"\1":', said) + "}") == blitz_data(BLITZ_3_3)


def test_battles_in_balanced_blitz_are_those_of_python(js: Asked) -> None:
    assert js("new Battle(8, 6, { blitz: true }).winProbability.toFixed(4)") == "0.8552"
    chosen = Random(3)
    for _ in range(40):
        rules = chosen.choice(list(rx.RULES.values()))
        a, d, out = chosen.randint(1, 15), chosen.randint(1, 15), chosen.choice([0, 0, 1, 4])
        battle = rx.Battle(a, d, rules, blitz=True, stop_until=out)
        made = f"new Battle({a}, {d}, {options(rules, blitz=True, stopUntil=out)})"
        outcomes = js(f"{made}.outcomes")
        found = {(o["attackersLeft"], o["defendersLeft"]): o["probability"] for o in outcomes}
        assert found == near(battle.outcomes)
        assert list(found) == [*battle.outcomes]
        chances = js(f"[{made}.winProbability, {made}.loseProbability, {made}.stopProbability]")
        expected = battle.win_probability, battle.lose_probability, battle.stop_probability
        assert dict(enumerate(chances)) == near(dict(enumerate(expected)))
        left = js(f"{made}.attackersLeft")
        assert {n: p for n, p in enumerate(left) if p} == near(battle.attackers_left)
        costs = js(f"{made}.costs")
        assert costs["attackers"] == pytest.approx(float(battle.costs.attackers), abs=a * ERROR)
        assert costs["defenders"] == pytest.approx(float(battle.costs.defenders), abs=d * ERROR)
        some = chosen.choice(list(battle.outcomes))
        luck = js(f"{made}.luck{some}")
        assert luck["atLeastThisBad"] == pytest.approx(float(battle.luck(*some)[0]), abs=ERROR)


def test_campaigns_in_balanced_blitz_are_those_of_python(js: Asked) -> None:
    for a, chain, stay, out in ((11, [3, 3, 3], 1, 0), (14, [2, 1, 4], 2, 1), (9, [5], 1, 3)):
        ends = by_campaign(a, chain, [rx.STANDARD] * len(chain), stay, out)
        made = (
            f"new Campaign({a}, {chain}, {{ blitz: true, leaveBehind: {stay}, stopUntil: {out} }})"
        )
        found = {
            (o["attackersLeft"], o["territory"], o["defendersLeft"]): o["probability"]
            for o in js(f"{made}.outcomes")
        }
        assert found == near(ends)
        win = sum(p for (_, taken, _), p in ends.items() if taken == len(chain))
        assert js(f"{made}.winProbability") == pytest.approx(win, abs=ERROR)
        assert sum(js(f"{made}.conquered")) == pytest.approx(1, abs=ERROR)


def test_needed_attackers_in_balanced_blitz_are_those_of_python(js: Asked) -> None:
    for d, goal in product((1, 2, 9, 40), ("1/2", "80%", "0.999", "5/12")):
        asked = f'attackersNeeded({d}, "{goal}", {{ blitz: true, rules: "capital" }})'
        assert js(asked) == rx.attackers_needed(d, goal, "capital", blitz=True)


def test_balanced_blitz_has_its_size(js: Asked) -> None:
    assert js("new Battle(1000, 1001, { blitz: true })") == (
        "RiskError: attackers and defenders must be at most 2000 together in Balanced Blitz, "
        "not 2001"
    )
    large = js("Number(new Battle(1100, 900, { blitz: true }).winProbability)")
    assert large == pytest.approx(
        float(rx.Battle(1100, 900, blitz=True).win_probability), abs=ERROR
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("new Battle(8, 6)", "<Battle 8 v 6: 73.0 %>"),
        ("new Battle(12, 9, { retreatAt: 3 })", "<Battle 12 v 9, retreatAt 3: 64.6 %>"),
        ('new Battle(8, 6, { rules: "capital" })', "<Battle 8 v 6, rules capital: 41.0 %>"),
        ("new Battle(8, 6, { rules: { faces: 8 } })", "<Battle 8 v 6, rules: 78.5 %>"),
        ("new Battle(8, 6, { blitz: true })", "<Battle 8 v 6, blitz: 85.5 %>"),
        ("new Campaign(11, [3, 3, 3])", "<Campaign 11 v 3, 3, 3: 61.7 %>"),
        ("new Campaign(9, [3], { leaveBehind: 2 })", "<Campaign 9 v 3, leaveBehind 2: 96.7 %>"),
        ("new Battle(1000, 1000)", "<Battle 1000 v 1000>"),
        ("winProbability(3, 2)", "6610505/10077696"),
        ("[winProbability(3, 2)]", "[ 6610505/10077696 ]"),
    ],
)
def test_a_console_shows_the_answer(value: str, said: str, js: Asked) -> None:
    assert js(f"inspect({value})") == said


def test_numbers_above_1_have_digits_too(js: Asked) -> None:
    chosen = Random(4)
    values = [Fraction(34, 10), Fraction(5), Fraction(99999, 10000), Fraction(1001, 1000)]
    values += [Fraction(chosen.getrandbits(40), chosen.randint(1, 999)) for _ in range(50)]
    for value in values:
        for digits in (2, 4, 9, 30):
            made = f"new rx.Fraction({value.numerator}n, {value.denominator}n)"
            expected = rx.decimal_text(value, digits)
            if "1 + " not in expected:
                assert js(f"{made}.toDecimal({digits})") == expected, (value, digits)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("rx.winProbability(0, 0)", "attackers or defenders must be at least 1, not both 0"),
        ("rx.winProbability(-1, 2)", "attackers must be a whole number, at least 0, not -1"),
        ("rx.winProbability(2.5, 2)", "attackers must be a whole number, at least 0, not 2.5"),
        ('rx.winProbability("3", 2)', 'attackers must be a whole number, at least 0, not "3"'),
        ('rx.winProbability(3, 2, { rules: "toString" })', "rules must be the name of a rule set"),
        ("rx.winProbability(3, 2, { rules: { faces: 0 } })", "rules: faces must be a whole number"),
        ('rx.winProbability(3, 2, { rules: { ties: "x" } })', 'rules: ties must be "defender"'),
        ("rx.attackersNeeded(3, 0.9)", "chance must be from 0 to 1, as a Fraction or a text"),
        ('rx.attackersNeeded(3, "110%")', "chance must be from 0 to 1"),
        ('rx.attackersNeeded(3, "1/0")', "chance must be from 0 to 1"),
        ('rx.attackersNeeded(3, "1")', "chance must be one that 2000 attackers have against 3"),
        ('rx.attackersNeeded([], "1/2")', "garrisons must be a list of numbers of defenders"),
        ("rx.lossCounts(4, 2)", "attackDice must be a whole number, from 1 to 3, not 4"),
        ('rx.lossCounts(1, 1, { rules: { ties: "nobody" } })', "rules must cost a fixed number"),
        ("new rx.Battle(3, 2).luck(9, 9)", "left must be an outcome of the battle, not 9 and 9"),
        ("new rx.Fraction(1n, 0n)", "denominator must be a BigInt, at least 1n, not 0"),
        (
            "new rx.Fraction(1n, 3n).toDecimal(0)",
            "digits must be a whole number, at least 1, not 0",
        ),
    ],
)
def test_unusable_input_is_refused_in_one_line(expression: str, message: str, js: Asked) -> None:
    said = js(expression)
    assert said.startswith(f"RiskError: {message}")
    assert "\n" not in said
