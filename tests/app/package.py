"""`python -m tests.app.package`: write the rule sets and maps of the JavaScript package."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES, entries, games

PACKAGE = Path(__file__).parents[2] / "riskexact" / "app" / "core"
CATALOGUE = PACKAGE / "catalogue.js"

HEAD = """\
// The named rule sets and maps.  `python -m tests.app.package` writes this file.

/** @typedef {{title: string, group: string, parts: import("./parts.js").Parts}} NamedRules */

/** @type {Readonly<Record<string, NamedRules>>} */
export const RULES = Object.freeze("""

GAMES_HEAD = """\

/** @type {Readonly<Record<string, NamedRules>>} By names of games, under which none is listed. */
export const GAMES = Object.freeze("""

MAPS_HEAD = """\

/** @typedef {Record<string, {territories: string[], bonus: number}>} Continents */
/** @typedef {{borders: string[][], continents: Continents}} NamedMap */

/** @type {Readonly<Record<string, NamedMap>>} */
export const MAPS = Object.freeze("""

ASKED = """
import * as rx from "riskexact";
import { attackersNeeded, Battle, Campaign, conquer, lossCounts } from "riskexact";
import { winDecimal, winProbability } from "riskexact";
import { inspect } from "node:util";
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


def catalogue_text() -> str:
    """Return the module of the named rule sets and maps."""
    known = entries()
    named = {
        name: {"title": known[name].title, "group": known[name].group, "parts": rules.parts}
        for name, rules in RULES.items()
    }
    lines = (f"  {json.dumps(name)}: {json.dumps(each)}," for name, each in named.items())
    games_named = {
        name: {"title": game.title, "group": game.group, "parts": game.rules.parts}
        for name, game in games().items()
    }
    from riskexact.turn.geography import map_named

    told = map_named("classic").replace(name="copy").json()
    assert isinstance(told, dict)
    del told["name"]
    maps = "{ classic: " + json.dumps(told) + " });\n"
    other = (f"  {json.dumps(name)}: {json.dumps(each)}," for name, each in games_named.items())
    rules = HEAD + "{\n" + "\n".join(lines) + "\n});\n"
    return rules + GAMES_HEAD + "{\n" + "\n".join(other) + "\n});\n" + MAPS_HEAD + maps


def install_package(folder: Path) -> None:
    """Pack the package as it is published, and install it in an empty folder from its file."""
    source = folder / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("types"))
    pack = ["npm", "pack", "--silent", "--pack-destination", str(folder)]
    subprocess.run(pack, cwd=source, check=True, capture_output=True)
    shutil.rmtree(source)
    (file,) = folder.glob("*.tgz")
    install = ["npm", "install", "--silent", "--offline", "--no-audit", f"./{file.name}"]
    subprocess.run(install, cwd=folder, check=True, capture_output=True)
    (folder / "asked.mjs").write_text(ASKED)


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


def options(rules: Rules, **more: object) -> str:
    """Return options of the package, with a rule set by its parts, as JavaScript."""
    return json.dumps({"rules": rules.parts, **more})


if __name__ == "__main__":
    CATALOGUE.write_text(catalogue_text(), encoding="utf-8")
