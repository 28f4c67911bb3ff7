"""The page's JavaScript modules as plain scripts: a page opened from a file may load no modules.

Modules are joined, each after those that it imports, inside one function that keeps their names
from the page's.  Each imports by name, on one line, and exports what it declares; `tsc` checks it.
"""

import re
from collections.abc import Iterable
from posixpath import normpath

from riskexact.calculator.document import package_text

IMPORT = re.compile(r'^import \{ (.*) \} from "(.*)";\n', re.MULTILINE)
INDENT = re.compile(r"^( +)\1", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function\*?|class|const) (\w+))", re.MULTILINE)


def modules(*entries: str) -> list[str]:
    """Return some modules and all that they need, each after those it imports.

    >>> modules("battle/sentence.js", "core/rules.js")
    ['core/parts.js', 'battle/sentence.js', 'core/fractions.js', 'core/rules.js']
    """
    found: list[str] = []
    for path in entries:
        imports = [normpath(f"{path}/../{each}") for _, each in IMPORT.findall(package_text(path))]
        found += [each for each in (*modules(*imports), path) if each not in found]
    return found


def script(name: str, paths: Iterable[str]) -> str:
    r"""Return modules as one script that defines `name`, an object of all their exports.

    Comments, which are a third of the modules, are left out, and so is half of each indentation.

    What they import from modules not among them comes from the script called `arithmetic`.

    >>> print(*script("page", ["shared/elements.js"]).splitlines()[:3], sep="\n")
    const page = (() => {
    "use strict";
    // shared/elements.js
    """
    text = "\n".join(f"// {path}\n{COMMENT.sub('', package_text(path)).strip()}" for path in paths)
    text = INDENT.sub(r"\1", text)
    exported = EXPORT.findall(text)
    imported = {each for names, _ in IMPORT.findall(text) for each in names.split(", ")}
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
