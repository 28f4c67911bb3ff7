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
from riskexact.app import blitz_data
from riskexact.base.version import VERSION
from riskexact.rules.blitz import BLITZ_3_3
from tests.app.package import (
    CATALOGUE,
    PACKAGE,
    Asked,
    catalogue_text,
    options,
)
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
    for folder, end in ((".", ".js"), ("types", ".d.ts")):
        files = [*(installed / "node_modules" / "riskexact" / folder).glob(f"*{end}")]
        texts = "".join(path.read_text() for path in files)
        imported = re.findall(r'(?:from |import\()"\./([\w-]+)\.js"', texts)
        packed = {path.name.removesuffix(end) for path in files}
        assert packed == {*imported, "index"}, "what is needed, and nothing else"


def test_the_catalogue_is_that_of_python() -> None:
    assert CATALOGUE.read_text(encoding="utf-8") == catalogue_text()


def test_the_types_allow_right_uses_and_refuse_wrong_ones(installed: Path) -> None:
    compile_ = ["tsc", "--noEmit", "--strict", "--target", "ES2022"]
    compile_ += ["--module", "node16", "--moduleResolution", "node16", "uses.mts"]
    program = Path(__file__).with_name("uses.mts").read_text(encoding="utf-8")
    (installed / "uses.mts").write_text(program, encoding="utf-8")
    done = subprocess.run(compile_, cwd=installed, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout  # where an error is expected, too, as none is one
    assert program.count("// @ts-expect-error:") > 10


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
    assert checked == 14


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


ERROR = 1e-11
"""What numbers of Balanced Blitz are off at most."""


def same(found: Mapping[Any, Any], expected: Mapping[Any, Any]) -> None:
    """Fractions are equal, and floating point is near; what has no chance may be left out."""
    for key in found.keys() | expected.keys():
        value, wanted = found.get(key, 0), expected.get(key, 0)
        if isinstance(value, str):
            assert Fraction(value) == wanted, key
        else:
            assert abs(value - float(wanted)) < ERROR, key


def chances(battle: rx.Battle) -> dict[str, Any]:
    names = ("win", "lose", "stop")
    return {name: getattr(battle, f"{name}_probability") for name in names}


ASKED = """(asked => ({
  ends: asked.outcomes, left: asked.attackersLeft, conquered: asked.conquered,
  theirs: asked.defendersLeft, costs: asked.costs,
  chances: { win: asked.winProbability, lose: asked.loseProbability, stop: asked.stopProbability },
  luck: LUCK }))"""


SAMPLES: list[tuple[Any, int, int, int]] = [
    ("standard", 9, 7, 0),
    ("risiko", 12, 10, 1),
    ("godstorm-magic", 4, 11, 4),
    ("capital", 1, 1, 0),
]


@pytest.mark.parametrize("blitz", [False, True])
def test_a_battle_is_that_of_python(js: Asked, blitz: bool) -> None:
    odd = rx.Rules(2, 3, faces=5, ties="nobody"), rx.Rules(3, 3, pairs=(1, 3))
    battles = [*SAMPLES, *((rules, 7, 6, 1) for rules in odd if not blitz)]
    for rules, a, d, out in battles:
        how = {"blitz": True, "stop_until": out} if blitz else {"retreat_at": out}
        battle = rx.Battle(a, d, rules, **how)  # type: ignore[arg-type]
        left = [*battle.outcomes][-1]
        more = {"blitz": True, "stopUntil": out} if blitz else {"retreatAt": out}
        asked = ASKED.replace("LUCK", f"asked.luck{left}")
        told = js(f"{asked}(new Battle({a}, {d}, {options(rx.RULES.get(rules, rules), **more)}))")
        ends = {(o["attackersLeft"], o["defendersLeft"]): o["probability"] for o in told["ends"]}
        assert list(ends) == [*battle.outcomes]
        same(ends, battle.outcomes)
        same(told["chances"], chances(battle))
        same(dict(enumerate(told["left"])), battle.attackers_left)
        same(dict(enumerate(told["theirs"])), battle.defenders_left)
        for side, cost in told["costs"].items():
            expected = getattr(battle.costs, side)
            assert float(Fraction(cost)) == pytest.approx(float(expected), abs=15 * ERROR)
        same(told["luck"], dict(zip(told["luck"], battle.luck(*left)[:2], strict=True)))


@pytest.mark.parametrize("blitz", [False, True])
def test_a_campaign_is_that_of_python(js: Asked, blitz: bool) -> None:
    for rules, a, chain, stay, out in (
        ("standard", 11, (3, 3, 3), 1, 0), ("capital", 14, (2, 1, 4), 2, 1),
        ("lotr-leader", 9, (5,), 1, 2), ("risiko", 3, (2, 2, 1), 0, 0),
    ):  # fmt: skip
        how = {"blitz": True, "stop_until": out} if blitz else {"retreat_at": out}
        campaign = rx.Campaign(a, chain, rules, stay, **how)  # type: ignore[arg-type]
        stops = {"blitz": True, "stopUntil": out} if blitz else {"retreatAt": out}
        more = options(rx.RULES[rules], leaveBehind=stay, **stops)
        asked = ASKED.replace("LUCK", "0")
        told = js(f"{asked}(new Campaign({a}, {list(chain)}, {more}))")
        place = ("attackersLeft", "territory", "defendersLeft")
        ends = {tuple(o[each] for each in place): o["probability"] for o in told["ends"]}
        same(ends, campaign.outcomes)
        same(dict(enumerate(told["left"])), campaign.attackers_left)
        same(dict(enumerate(told["conquered"])), campaign.conquered)
        same({"win": told["chances"]["win"]}, {"win": campaign.win_probability})
        assert abs(sum(float(Fraction(each)) for each in told["chances"].values()) - 1) < 1e-9


def test_needed_attackers_are_those_of_python(js: Asked) -> None:
    for d, goal in product((1, 2, 9, 30), ("1/2", "90%", "0.75", "99.9%", "5/12", "0")):
        assert js(f'rx.attackersNeeded({d}, "{goal}")') == rx.attackers_needed(d, goal)
        asked = f'attackersNeeded({d}, "{goal}", {{ blitz: true, rules: "capital" }})'
        assert js(asked) == rx.attackers_needed(d, goal, "capital", blitz=True)
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


def test_the_constants_of_balanced_blitz_are_those_of_python() -> None:
    text = (PACKAGE / "blitz.js").read_text(encoding="utf-8")
    (said,) = re.findall(r"const BLITZ = \{ (.*) \};", text)
    assert json.loads("{" + re.sub(r"(\w+):", r'"\1":', said) + "}") == blitz_data(BLITZ_3_3)


def test_balanced_blitz_has_its_size(js: Asked) -> None:
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
        for digits in (1, 2, 4, 9, 30):
            made = f"new rx.Fraction({value.numerator}n, {value.denominator}n)"
            expected = rx.decimal_text(value, digits)
            assert js(f"{made}.toDecimal({digits})") == expected, (value, digits)


def test_games_by_name(js: Asked) -> None:
    assert js('winProbability(1, 2, { rules: "ksirk" }).toString()') == "25/144"
    assert js('winProbability(5, 3, { rules: "teg" }).toString()') == str(
        rx.win_probability(5, 3, "risiko")
    )
    assert "defenceDice must be a whole number, from 1 to 1" in js(
        'lossCounts(1, 2, { rules: "ksirk" })'
    )


@pytest.mark.skipif(not shutil.which("jsc"), reason="jsc: libjavascriptcoregtk-4.0-bin of Debian")
def test_the_engine_of_webkit_where_a_bigint_ends_early(tmp_path: Path) -> None:
    """The same numbers there, and a refusal of what needs more than its 2^20 bits."""
    file = tmp_path / "asked.mjs"
    file.write_text(f"""import {{ Fraction, winDecimal, winProbability }} from "{PACKAGE}/index.js";
      print(winDecimal(12, 9999), winProbability(60, 50));
      try {{ new Fraction(1n, 3n).toDecimal(400_000); }} catch (error) {{ print(error); }}""")
    done = subprocess.run(["jsc", "-m", str(file)], capture_output=True, text=True, check=True)
    numbers, refused = done.stdout.splitlines()
    assert numbers == f"{rx.win_decimal(12, 9999)} {rx.win_probability(60, 50)}"
    assert refused.startswith("RiskError: the question must be smaller, or asked of winDecimal, as")
