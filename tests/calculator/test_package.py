"""The JavaScript package: packed, installed in an empty folder, and asked what Python is asked."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import riskexact as rx
from riskexact.base.version import VERSION
from tests.calculator.package import CATALOGUE, PACKAGE, catalogue_text
from tests.programs import needs

ROOT = Path(__file__).parents[2]

pytestmark = [needs("npm"), needs("tsc")]

MAX_BYTES = 40 * 1024
"""Of the packed file."""

ASKED = """
import * as rx from "riskexact";
import { attackersNeeded, Battle, Campaign, lossCounts, winProbability, winTable } from "riskexact";
import { createInterface } from "node:readline";
const plain = (_, value) => (typeof value === "bigint" ? `${value}n` : value);
const said = (answer) => JSON.stringify(answer, plain);
for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(said({ value: await eval(line) }) );
  } catch (error) {
    console.log(said({ error: error.name, message: error.message }));
  }
}
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, in which the package was installed from its file."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("empty")
    shutil.copytree(PACKAGE, source / "package", ignore=shutil.ignore_patterns("types"))
    pack = ["npm", "pack", "--silent", "--pack-destination", str(folder)]
    subprocess.run(pack, cwd=source / "package", check=True, capture_output=True)
    (file,) = folder.glob("*.tgz")
    install = ["npm", "install", "--silent", "--offline", "--no-audit", f"./{file.name}"]
    subprocess.run(install, cwd=folder, check=True, capture_output=True)
    (folder / "asked.mjs").write_text(ASKED)
    return folder


class Asked:
    """The package in `node`, that answers expressions."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, expression: str) -> Any:
        """Return what an expression gives, or the error as a text."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(expression.replace("\n", " ") + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer.get("value", f"{answer.get('error')}: {answer.get('message')}")


@pytest.fixture(scope="module")
def js(installed: Path) -> Iterator[Asked]:
    command = ["node", "asked.mjs"]
    with subprocess.Popen(
        command, cwd=installed, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        yield Asked(process)


def options(rules: rx.Rules, **more: object) -> str:
    return json.dumps({"rules": rules.parts, **more})


def test_it_is_small_and_has_no_dependencies(installed: Path) -> None:
    (file,) = installed.glob("*.tgz")
    assert file.name == f"riskexact-{VERSION}.tgz"
    assert file.stat().st_size < MAX_BYTES
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


def test_the_types_serve_a_strict_program(installed: Path) -> None:
    (installed / "program.mts").write_text(
        'import { Battle, Fraction, attackersNeeded, winProbability } from "riskexact";\n'
        'const win: Fraction = winProbability(3, 2, { rules: "risiko" });\n'
        "const left: number = new Battle(3, 2).outcomes[0].attackersLeft;\n"
        'export const needed: number = attackersNeeded([3, 3], "9/10") + left;\n'
        "export const digits: string = win.toDecimal(5);\n"
        "// @ts-expect-error: a number is no rule set\n"
        "winProbability(3, 2, { rules: 7 });\n"
    )
    compile_ = ["tsc", "--noEmit", "--strict", "--target", "ES2022"]
    compile_ += ["--module", "node16", "--moduleResolution", "node16", "program.mts"]
    done = subprocess.run(compile_, cwd=installed, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout


def test_the_readme_states_what_it_gives(js: Asked) -> None:
    (block,) = re.findall(r"```js\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
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
    assert checked == 10


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
        a, stay, retreat_at = chosen.randint(1, 14), chosen.randint(0, 2), chosen.randint(0, 2)
        campaign = rx.Campaign(a, chain, rules, leave_behind=stay, retreat_at=retreat_at)
        more = options(rules, leaveBehind=stay, retreat_at=retreat_at)
        made = f"new rx.Campaign({a}, {list(chain)}, {more})"
        assert Fraction(js(f"{made}.winProbability")) == campaign.win_probability
        outcomes = js(f"{made}.outcomes")
        assert {
            (o["attackersLeft"], o["territory"], o["defendersLeft"]): Fraction(o["probability"])
            for o in outcomes
        } == dict(campaign.outcomes)
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


def test_a_table_has_the_cells_of_python(js: Asked) -> None:
    table = rx.win_table(range(1, 9), range(1, 7), rx.SINGLE_LOSS)
    for a in range(1, 9):
        for d in range(1, 7):
            cell = js(f'rx.winTable(8, 6, {{ rules: "single-loss" }}).at({a}, {d})')
            assert Fraction(cell) == table[a, d]
            number = js(f'rx.winTable(8, 6, {{ rules: "single-loss" }}).number({a}, {d})')
            assert number == float(table[a, d])


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
        ("rx.winTable(3, 2).at(4, 1)", "at must be a battle of the table, not 4 v 1"),
        ("new rx.Fraction(1n, 0n)", "denominator must be at least 1, not 0"),
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
