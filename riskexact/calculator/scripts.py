"""The page's JavaScript modules as plain scripts: a page opened from a file may load no modules.

The modules are joined in the order given here, inside one function that keeps their names from the
page's.  Each module imports by name, on one line, and exports what it declares; `tsc` checks that.
"""

import re
from collections.abc import Sequence

from riskexact.calculator.document import package_text

ARITHMETIC = (
    "arithmetic/fractions.js",
    "arithmetic/parts.js",
    "arithmetic/dice.js",
    "arithmetic/sentence.js",
    "arithmetic/address.js",
    "arithmetic/rules.js",
    "arithmetic/backward.js",
    "arithmetic/forward.js",
    "arithmetic/text.js",
    "arithmetic/blitz.js",
    "arithmetic/questions.js",
    "arithmetic/worker.js",
)
MAP_ARITHMETIC = (
    "arithmetic/fractions.js",
    "arithmetic/rules.js",
    "arithmetic/backward.js",
    "arithmetic/text.js",
    "arithmetic/map-front.js",
    "arithmetic/map-play.js",
    "arithmetic/map-pools.js",
    "arithmetic/map-path.js",
    "arithmetic/map-plan.js",
    "arithmetic/map-worker.js",
)
INTERFACE = (
    "interface/elements.js",
    "interface/device.js",
    "interface/language.js",
    "interface/words.js",
    "interface/exact.js",
    "interface/rulebook.js",
    "interface/numbers.js",
    "interface/state.js",
    "interface/conditions.js",
    "interface/chart.js",
    "interface/stepper.js",
    "interface/own.js",
    "interface/controls.js",
    "interface/asker.js",
    "interface/shades.js",
    "interface/heat.js",
    "interface/results.js",
    "interface/served.js",
    "interface/main.js",
)
EXPLORE = (
    "arithmetic/fractions.js",
    "arithmetic/rules.js",
    "arithmetic/text.js",
    "arithmetic/lattice.js",
    "interface/elements.js",
    "interface/device.js",
    "interface/language.js",
    "interface/words.js",
    "explore/steps.js",
    "explore/grid.js",
    "explore/main.js",
)
MAP_INTERFACE = (
    "interface/elements.js",
    "interface/device.js",
    "interface/language.js",
    "interface/words.js",
    "interface/exact.js",
    "interface/numbers.js",
    "interface/stepper.js",
    "interface/served.js",
    "maps/position.js",
    "maps/board.js",
    "maps/editor.js",
    "maps/answer.js",
    "maps/planner.js",
    "maps/main.js",
)
"""The modules of each script, each after those it imports."""

IMPORT = re.compile(r'^import \{ (.*) \} from ".*";\n', re.MULTILINE)
INDENT = re.compile(r"^( +)\1", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)


def script(name: str, modules: Sequence[str]) -> str:
    r"""Return modules as one script that defines `name`, an object of all their exports.

    Comments, which are a third of the modules, are left out, and so is half of each indentation.

    What they import from modules not among them comes from the script called `arithmetic`.

    >>> print(*script("page", ["interface/elements.js"]).splitlines()[:3], sep="\n")
    const page = (() => {
    "use strict";
    // interface/elements.js
    """
    text = "\n".join(
        f"// {path}\n{COMMENT.sub('', package_text(path)).strip()}" for path in modules
    )
    text = INDENT.sub(r"\1", text)
    exported = EXPORT.findall(text)
    imported = {each for names in IMPORT.findall(text) for each in names.split(", ")}
    borrowed = ", ".join(sorted(imported.difference(exported)))
    lines = [
        f"const {name} = (() => {{",
        '"use strict";',
        *([f"const {{ {borrowed} }} = arithmetic;"] if borrowed else []),
        EXPORT.sub("", IMPORT.sub("", text)),
        f"return Object.freeze({{ {', '.join(sorted(exported))} }});",
        "})();",
    ]
    return "\n".join(lines)
