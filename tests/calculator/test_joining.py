"""Modules joined into one script: what is refused, and that nothing else changes."""

import shutil
import subprocess

import pytest

from riskexact.base.errors import RiskError
from riskexact.calculator.joining import joined, parsed


def test_what_cannot_be_joined_is_refused() -> None:
    for line in (
        'import x from "./x.js";',
        'import * as x from "./x.js";',
        'import { x as y } from "./x.js";',
        'import { x } from "x";',
        'import { x } from "https://example.org/x.js";',
        'import "./x.js";',
        "import {",
        'const x = await import("./x.js");',
        "const here = import.meta.url;",
        "export default 1;",
        "export { x };",
        'export * from "./x.js";',
        "export let x = 1;",
        "  export const x = 1;",
    ):
        with pytest.raises(RiskError, match=r"a\.js, line 2: a module must import"):
            parsed("a.js", f"// first\n{line}\n")
    with pytest.raises(RiskError, match="must have one name"):
        parsed("a.js", "const { x, y } = z;")
    for comment in ("// import x", " * import('x')", '/** @type {import("./x.js").X} */'):
        assert parsed("a.js", comment).text == comment + "\n"


def test_modules_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(RiskError, match=r"b\.js must export x, and does not"):
        joined({"a.js": 'import { x } from "./b.js";', "b.js": "const x = 1;"}, "page")
    with pytest.raises(RiskError, match=r"b\.js must be one of the modules"):
        joined({"a.js": 'import { x } from "./b.js";'}, "page")
    with pytest.raises(RiskError, match="declared in one module, not x in"):
        joined({"a.js": "const x = 1;", "b.js": "function x() {}"}, "page")
    with pytest.raises(RiskError, match="ring"):
        joined(
            {
                "a.js": 'import { b } from "./b.js";\nexport const a = 1;',
                "b.js": 'import { a } from "./a.js";\nexport const b = 1;',
            },
            "page",
        )
    with pytest.raises(RiskError, match="declared or imported, not x both"):
        joined({"a.js": 'import { x } from "./b.js";\nconst x = 1;'}, "page", {"b.js": "given"})
    with pytest.raises(RiskError, match="of one module, not of two"):
        joined(
            {"a.js": 'import { x } from "./b.js";\nimport { x } from "./c.js";'},
            "page",
            {"b.js": "one", "c.js": "two"},
        )
    with pytest.raises(RiskError, match="end of a script"):
        joined({"a.js": 'const x = "</SCRIPT >";'}, "page")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_joined_script_runs_in_order() -> None:
    shared = joined({"lib/one.js": "export const one = 1;\nconst name = 5;"}, "shared")
    script = joined(
        {
            # by name the last comes first
            "page/a.js": 'import { c } from "./c.js";\nexport function a() { return c + 1; }',
            "page/b.js": 'import { a } from "./a.js";\nconsole.log(a());',
            "page/c.js": 'import { one } from "../lib/one.js";\nexport const c = one + 10;',
        },
        "page",
        {"lib/one.js": "shared"},
    )
    code = f"{shared}\n{script}\nconsole.log(Object.keys(page), Object.keys(shared));"
    done = subprocess.run(["node", "-e", code], text=True, capture_output=True, check=True)
    assert done.stdout == "12\n[ 'a', 'c' ] [ 'one' ]\n"
