"""Joins small JavaScript modules into one script, for pages that are opened from a file.

A page from a file may load no modules.  So the modules are put one after another, each after those
that it imports, within one function that keeps their names apart from the page's.  That takes
modules of a plain kind, and everything else is refused:

    import { name, name } from "./module.js";       on one line, by the names exported
    export function / async function / class / const NAME …

and a name declared on the outermost level of one module is declared in no other.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from riskexact.base.errors import RiskError

IMPORT = re.compile(r'import \{ ?(\w+(?:, \w+)*) ?\} from "(\.\.?/[\w./-]+\.js)";')
EXPORT = re.compile(r"export (?=(?:async function|function\*?|class|const) (\w+)\b)")
DECLARED = re.compile(r"(?:async function|function\*?|class|const|let|var) (\w+)\b")

COMMENT = re.compile(r"\s*(//|/\*|\*)")
"""The start of a line of a comment, in which types may be imported."""


class Module(NamedTuple):
    """A module: what it imports, as (name, path); what it exports; and its text without either."""

    imports: tuple[tuple[str, str], ...]
    exports: tuple[str, ...]
    declared: tuple[str, ...]
    text: str


def parsed(path: str, source: str) -> Module:
    """Return a module, read line by line; `RiskError` for what cannot be joined.

    >>> parsed("a/b.js", 'import { x } from "./c.js";').imports
    (('x', 'a/c.js'),)
    >>> parsed("b.js", "export const y = 1;").exports
    ('y',)
    """
    imports, exports, declared, text = [], [], [], []
    for number, line in enumerate(source.splitlines(), 1):
        found = IMPORT.fullmatch(line)
        if found:
            home = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
            imports += [(name, home) for name in found[1].split(", ")]
            continue
        exported = EXPORT.match(line)
        rest = line[exported.end() :] if exported else line
        if re.search(r"^\s*export\b|\bimport\b", rest) and not COMMENT.match(line):
            raise RiskError(
                f"{path}, line {number}: a module must import {{ names }} on one line, and export "
                f"functions, classes and constants where they are declared, not {line!r}"
            )
        named = DECLARED.match(rest)
        if exported:
            exports.append(exported[1])
        if named:
            declared.append(named[1])
        elif re.match(r"(const|let|var)\b", rest):
            raise RiskError(
                f"{path}, line {number}: a declaration on the outermost level must have one name, "
                f"not {line!r}"
            )
        text.append(rest)
    return Module(tuple(imports), tuple(exports), tuple(declared), "\n".join(text) + "\n")


def joined(sources: Mapping[str, str], name: str, given: Mapping[str, str] | None = None) -> str:
    """Return modules as one script, which makes an object of all their exports.

    - `sources`: the text of each module, by path;
    - `name`: what the script calls the object, for scripts after it;
    - `given`: for each path of a module joined before, what its script is called.

    >>> print(joined({"a.js": "export const a = 1;", "b.js": 'import { a } from "./a.js";'}, "ab"))
    const ab = (() => {
    "use strict";
    // a.js
    const a = 1;
    // b.js
    return Object.freeze({ a });
    })();
    """
    given = given or {}
    modules = {path: parsed(path, source) for path, source in sources.items()}
    owners: dict[str, str] = {}
    borrowed: dict[str, str] = {}
    parts: list[str] = []
    for path in _in_order(modules, given):
        module = modules[path]
        for imported, home in module.imports:
            if home in given:
                if borrowed.setdefault(imported, home) != home:
                    raise RiskError(f"{path}: {imported} must be of one module, not of two")
            elif imported not in modules[home].exports:
                raise RiskError(f"{path}: {home} must export {imported}, and does not")
        for declared in module.declared:
            if owners.setdefault(declared, path) != path:
                raise RiskError(
                    f"{path}: a name must be declared in one module, not {declared} in "
                    f"{owners[declared]} too"
                )
        text = module.text.strip()
        parts.append(f"// {path}\n{text}" if text else f"// {path}")
    twice = set(owners) & set(borrowed)
    if twice:
        raise RiskError(f"a name must be declared or imported, not {', '.join(sorted(twice))} both")
    loans: dict[str, list[str]] = {}
    for imported, home in borrowed.items():
        loans.setdefault(given[home], []).append(imported)
    exports = sorted(export for module in modules.values() for export in module.exports)
    lines = [
        f"const {name} = (() => {{",
        '"use strict";',
        *(f"const {{ {', '.join(sorted(names))} }} = {home};" for home, names in loans.items()),
        *parts,
        f"return Object.freeze({{ {', '.join(exports)} }});",
        "})();",
    ]
    script = "\n".join(lines)
    # an HTML parser ends a script there, whatever JavaScript makes of it
    if re.search(r"</script|<!--", script, re.IGNORECASE):
        raise RiskError("modules must not have the end of a script, or a comment of HTML, in them")
    return script


def _in_order(modules: Mapping[str, Module], given: Mapping[str, str]) -> Iterator[str]:
    """Yield the paths, each after those that it imports."""
    done: set[str] = set()

    def visit(path: str, above: tuple[str, ...]) -> Iterator[str]:
        if path in above:
            raise RiskError(f"modules must not import each other in a ring: {' '.join(above)}")
        if path in done:
            return
        for home in dict.fromkeys(home for _, home in modules[path].imports):
            if home in modules:
                yield from visit(home, (*above, path))
            elif home not in given:
                raise RiskError(f"{path}: {home} must be one of the modules, and is not")
        done.add(path)
        yield path

    for path in sorted(modules):
        yield from visit(path, ())
