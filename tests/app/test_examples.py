"""The examples in comments of JavaScript, `@example`: each gives what stands after its `//`."""

import json
import re
import subprocess
from pathlib import Path

import pytest

import riskexact
from tests.programs import needs

SOURCES = Path(riskexact.__file__).parent / "app"

MODULES = sorted(SOURCES.glob("*/*.js"))

EXAMPLE = re.compile(r"^ *\* @example\n((?: *\* (?!@).*\n)+)", re.MULTILINE)
LINE = re.compile(r"^ *\* (.*?)(?: // (.*))?$", re.MULTILINE)

RUN = """
import { isDeepStrictEqual, inspect } from "node:util";
const module = await import(MODULE);
const names = Object.keys(module);
const failed = [];
for (const [setup, given, stated] of EXAMPLES) {
  const work = `${setup}\\nreturn [(${given}), (${stated})]`;
  let found;
  try {
    found = new Function(...names, work)(...Object.values(module));
  } catch (error) {
    found = [error, "no error"];
  }
  if (!isDeepStrictEqual(...found)) failed.push(`${given} // ${inspect(found[0])}`);
}
console.log(JSON.stringify(failed));
"""


def examples(text: str) -> list[tuple[str, str, str]]:
    """Return the examples of a module: what comes before, an expression, and what it gives."""
    found = []
    for block in EXAMPLE.findall(text):
        setup: list[str] = []
        for code, stated in LINE.findall(block):
            if stated:
                found.append(("\n".join(setup), code, stated))
            else:
                setup.append(code)
    return found


def failures(module: Path, found: list[tuple[str, str, str]]) -> list[str]:
    """Return the examples that give something else, with what they give."""
    program = RUN.replace("MODULE", json.dumps(module.as_uri())).replace(
        "EXAMPLES", json.dumps(found)
    )
    command = ["node", "--input-type=module", "--eval", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wrong: list[str] = json.loads(done.stdout)
    return wrong


WITH_EXAMPLES = [path for path in MODULES if "@example" in path.read_text("utf-8")]


@needs("node")
@pytest.mark.parametrize("module", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_every_example_gives_what_it_states(module: Path) -> None:
    text = module.read_text("utf-8")
    found = examples(text)
    assert len(found) >= text.count("@example")
    assert failures(module, found) == []


def test_no_example_stands_in_a_comment_without_the_word() -> None:
    for module in MODULES:
        text = EXAMPLE.sub("", module.read_text("utf-8"))
        assert not re.findall(r"^ *(?:\*|//) .*[)\]\w] // \S.*$", text, re.MULTILINE), module
    assert len(WITH_EXAMPLES) >= 2


@needs("node")
def test_a_wrong_example_fails() -> None:
    text = (SOURCES / "core" / "index.js").read_text("utf-8")
    assert '"0.6170"' in text
    found = examples(text.replace('"0.6170"', '"0.7047"'))
    assert failures(SOURCES / "core" / "index.js", found) == [
        "new Campaign(11, [3, 3, 3]).winProbability.toDecimal(4) // '0.6170'"
    ]
