"""`python -m tests.calculator.package`: write the rule sets of the JavaScript package."""

import json
from pathlib import Path

from riskexact.rules.catalogue import RULES, entries

PACKAGE = Path(__file__).parents[2] / "riskexact" / "calculator" / "core"
CATALOGUE = PACKAGE / "catalogue.js"

HEAD = """\
// The named rule sets.  `python -m tests.calculator.package` writes this file.

/** @typedef {{title: string, group: string, parts: import("./parts.js").Parts}} NamedRules */

/** @type {Readonly<Record<string, NamedRules>>} */
export const RULES = Object.freeze("""


def catalogue_text() -> str:
    """Return the module of the named rule sets."""
    known = entries()
    named = {
        name: {"title": known[name].title, "group": known[name].group, "parts": rules.parts}
        for name, rules in RULES.items()
    }
    lines = (f"  {json.dumps(name)}: {json.dumps(each)}," for name, each in named.items())
    return HEAD + "{\n" + "\n".join(lines) + "\n});\n"


if __name__ == "__main__":
    CATALOGUE.write_text(catalogue_text(), encoding="utf-8")
