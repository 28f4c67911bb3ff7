"""The cells of a notebook without Jupyter: one after another, as in WebAssembly.

It needs the standard library alone.
"""

import ast
from collections.abc import Iterable
from contextlib import redirect_stdout
from io import StringIO


def outputs(sources: Iterable[str]) -> list[str]:
    """Run cells in one namespace, and return what each prints, and then answers."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    told = []
    for source in sources:
        body = ast.parse(source).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        with redirect_stdout(StringIO()) as out:
            exec(compile(ast.Module(body, []), "cell", "exec"), namespace)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
                if value is not None:
                    print(repr(value))
        told.append(out.getvalue())
    return told
