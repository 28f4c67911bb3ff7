"""JavaScript modules as plain scripts: a page that is opened from a file may load no modules.

They are joined, each after those that it imports, inside one function that keeps their names from
the page's.  Each imports by name, on one line, and exports what it declares; `tsc` checks it.
"""

import re
from collections.abc import Iterable
from posixpath import normpath

from riskexact.base.pages import COMMENT, flush
from riskexact.base.resources import package_text

IMPORT = re.compile(r'^import \{ (.*) \} from "(.*)";\n', re.MULTILINE)
ASIDE = re.compile(r"/\*\* [^*]*\*/ | // [^\"'`\n]*$", re.MULTILINE)
"""A comment in a line of code: the type of a value, or a remark at the end."""

EXPORT = re.compile(r"^export (?=(?:async function|function\*?|class|const) (\w+))", re.MULTILINE)


def app_text(path: str) -> str:
    """Return a text file of the app."""
    return package_text(path, "app")


def modules(*entries: str) -> list[str]:
    """Return some modules and all that they need, each after those it imports.

    >>> modules("battle/sentence.js", "core/rules.js")
    ['core/fractions.js', 'core/parts.js', 'battle/sentence.js', 'core/rules.js']
    """
    found: list[str] = []
    for path in entries:
        imports = [normpath(f"{path}/../{each}") for _, each in IMPORT.findall(app_text(path))]
        found += [each for each in (*modules(*imports), path) if each not in found]
    return found


def script(name: str, paths: Iterable[str], at_once: str = "()") -> str:
    r"""Return modules as one script that defines `name`, an object of all their exports.

    With "" for `at_once` it is a function that begins with them, and returns the object.

    Comments, which are a third of the modules, are left out, and so is the indentation.

    What they import from modules not among them comes from the script called `arithmetic`; from the
    folder `shared/`, from the argument `shared` of the function.

    >>> print(*script("page", ["shared/elements.js"]).splitlines()[:2], sep="\n")
    const page = (() => {
    "use strict";
    """
    text = "\n".join(COMMENT.sub("", app_text(path)).strip() for path in paths)
    text = flush(ASIDE.sub("", text))
    exported = EXPORT.findall(text)
    borrowed: dict[str, set[str]] = {"arithmetic": set(), "shared": set()}
    for names, path in IMPORT.findall(text):
        lender = "shared" if "/shared/" in path else "arithmetic"
        borrowed[lender] |= {*names.split(", ")}.difference(exported)
    given = "shared" if borrowed["shared"] else ""
    lines = [
        f"const {name} = (({given}) => {{",
        '"use strict";',
        *(
            f"const {{ {', '.join(sorted(names))} }} = {lender};"
            for lender, names in borrowed.items()
            if names
        ),
        EXPORT.sub("", IMPORT.sub("", text)),
        f"return Object.freeze({{ {', '.join(sorted(exported))} }});",
        f"}}){at_once};",
    ]
    return "\n".join(lines)
