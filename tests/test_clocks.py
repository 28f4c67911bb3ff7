"""No test compares a time, which a busy machine would fail: work is counted instead.

What comes from a clock is followed through variables, attributes, and functions that return it, of
Python, and of JavaScript within Python.  Bars on speed are benchmarks.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent

Trees = Iterable[tuple[str, ast.Module]]

JAVASCRIPT_CLOCK = re.compile(r"(?:performance|Date)\s*\.\s*now")

CLOCKS = {"time", "timeit"}
"""The modules of Python that have clocks."""

ADDS = {"append", "add", "extend", "insert", "update"}
"""Methods by which a value gets into a variable."""


class Scope(NamedTuple):
    """A function, or the statements outside of functions."""

    name: str
    nodes: Sequence[ast.AST]
    words: Set[str | None]


class Times:
    """What holds times: variables of each outermost function, attributes, and functions."""

    def __init__(self, trees: Trees) -> None:
        self.variables: dict[str, set[str]] = defaultdict(set)
        self.attributes: set[str] = set()
        self.functions: set[str] = set()
        self.scopes = [scope for tree in trees for scope in _scopes(*tree)]
        self.fields = {
            node.name: [
                each.target.id
                for each in node.body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
            ]
            for scope in self.scopes
            for node in scope.nodes
            if isinstance(node, ast.ClassDef)
        }
        known = -1
        while known < (known := self._known()):
            for name, node in self._nodes():
                self._learn(name, node)

    def _known(self) -> int:
        return sum(map(len, [self.attributes, self.functions, *self.variables.values()]))

    def _nodes(self) -> Iterator[tuple[str, ast.AST]]:
        """The nodes of what has anything to do with times."""
        for name, nodes, words in self.scopes:
            known = self._variables(name) | self.attributes | self.functions | CLOCKS
            if not known.isdisjoint(words):
                yield from ((name, node) for node in nodes)

    def _variables(self, scope: str) -> set[str]:
        return self.variables[scope] | self.variables[scope.partition(":")[0]]

    def _learn(self, scope: str, node: ast.AST) -> None:
        """Note where this statement or expression puts a time."""
        match node:
            case ast.ImportFrom(module="time" | "timeit") | ast.Import():
                of_time = isinstance(node, ast.ImportFrom)
                for alias in node.names:
                    if (of_time or alias.name in CLOCKS) and alias.name != "sleep":
                        self._put(scope, ast.Name(alias.asname or alias.name))
            case ast.Assign():
                for target in node.targets:
                    self._assign(scope, target, node.value)
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.AugAssign(target=target, value=value)
                | ast.NamedExpr(target=target, value=value)
                | ast.For(target=target, iter=value)
                | ast.comprehension(target=target, iter=value)
                | ast.withitem(optional_vars=ast.expr() as target, context_expr=value)
            ):
                self._assign(scope, target, value)
            case ast.FunctionDef():
                given = (ast.Return, ast.Yield, ast.YieldFrom)
                if any(self.holds(scope, e) for e in ast.walk(node) if isinstance(e, given)):
                    self.functions.add(node.name)
            case ast.Call(func=ast.Attribute(attr=name, value=target)) if name in ADDS:
                if any(self.holds(scope, each) for each in node.args):
                    self._put(scope, target)
            case ast.Call(func=ast.Name(id=name)) if name in self.fields:
                named = [(str(each.arg), each.value) for each in node.keywords]
                for field, value in [*zip(self.fields[name], node.args, strict=False), *named]:
                    if self.holds(scope, value):
                        self.attributes.add(field)

    def _assign(self, scope: str, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for one, other in zip(targets, values, strict=True):
                    self._assign(scope, one, other)
            case _ if self.holds(scope, value):
                self._put(scope, target)

    def _put(self, scope: str, target: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                self.variables[scope].add(name)
            case ast.Attribute(attr=name):
                self.attributes.add(name)
            case ast.Subscript(value=inner) | ast.Starred(value=inner):
                self._put(scope, inner)
            case ast.Tuple(elts=inner) | ast.List(elts=inner):
                for each in inner:
                    self._put(scope, each)

    def holds(self, scope: str, node: ast.AST) -> bool:
        """Whether a time is in the value of an expression."""
        match node:
            case ast.Constant():
                return _is_javascript_of_time(node)
            case ast.Name(id=name):
                return name in self._variables(scope)
            case ast.Attribute(attr=name) if name in self.attributes:
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in self.fields:
                    return False  # its attributes are looked at
                if name in self.functions:
                    return True
        return any(self.holds(scope, each) for each in ast.iter_child_nodes(node))

    def decided(self) -> Iterator[str]:
        """Where a time decides whether a test fails."""
        for scope, node in self._nodes():
            if (
                isinstance(node, ast.Assert)
                or (isinstance(node, ast.If | ast.While) and any(map(_fails, ast.walk(node))))
            ) and self.holds(scope, node.test):
                yield f"{scope.partition(':')[0]}:{node.lineno}: {ast.unparse(node.test)}"


def _fails(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise | ast.Assert) or (
        isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.fail"
    )


def _scopes(name: str, tree: ast.Module | ast.ClassDef) -> Iterator[Scope]:
    """The outermost functions of a file, and its other statements, under the name of the file."""
    others: list[ast.AST] = [tree]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _scopes(name, node)
        elif isinstance(node, ast.FunctionDef):
            yield _scope(f"{name}:{node.lineno}", ast.walk(node))
        else:
            others += ast.walk(node)
    yield _scope(name, others)


def _scope(name: str, nodes: Iterable[ast.AST]) -> Scope:
    nodes = [*nodes]
    words = {
        getattr(node, kind, None) for node in nodes for kind in ("id", "attr", "name", "module")
    }
    if any(_is_javascript_of_time(node) for node in nodes):
        words |= CLOCKS
    return Scope(name, nodes, words)


def _is_javascript_of_time(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and JAVASCRIPT_CLOCK.search(node.value) is not None
    )


def files(*endings: str) -> Iterator[Path]:
    """Files of the tests, but for the benchmarks."""
    for path in sorted(TESTS.rglob("*")):
        if path.suffix in endings and path.parent != TESTS / "benchmarks":
            yield path


def timed(trees: Trees) -> Sequence[str]:
    return list(dict.fromkeys(Times(trees).decided()))


def test_no_test_compares_a_time() -> None:
    read = [(str(path.relative_to(TESTS)), path.read_text("utf-8")) for path in files(".py")]
    assert timed((name, ast.parse(text)) for name, text in read) == []
    for path in files(".js", ".mjs", ".mts"):
        assert not JAVASCRIPT_CLOCK.search(path.read_text("utf-8")), path


def test_no_wait_has_a_limit_of_its_own() -> None:
    """`patience.SECONDS` is for all, and pages are waited for until something is so."""
    for path in files(".py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and path.name.startswith("test_"):
                assert not ast.unparse(node.func).endswith(".wait_for_timeout"), path
            if isinstance(node, ast.keyword) and node.arg == "timeout":
                assert not isinstance(node.value, ast.Constant), path


@pytest.mark.parametrize(
    "code",
    [
        "import time\nassert time.monotonic() < 3",
        "import time as t\ndef f():\n  a = t.time()\n  b = t.time() - a\n  assert 0 < round(b) < 3",
        "from time import perf_counter as now\ndef f():\n  return now()\ndef g():\n  assert f()",
        "from timeit import timeit\nassert timeit('odds()') < 1",
        "import time\ndef f():\n  a, b = 1, []\n  b += [time.thread_time()]\n  assert b",
        "import time\nclass A:\n  a: int\n  b: float\nc = A(1, time.time())\nassert c.b < 3",
        "import time\nclass A:\n  b: float\nc = A(b=time.time())\nassert c.b < 3",
        "import time\nclass A:\n  def f(self):\n    self.b = time.time()\nassert A().b < 3",
        "import time\na = []\na.append(time.time())\nassert max(a) < 3",
        "import time\ndef f():\n  yield time.time()\nfor a in f():\n  assert a < 3",
        "import time\ndef f():\n  yield time.time()\nwith f() as a:\n  assert a < 3",
        "import time\nimport pytest\nif time.time() > 3:\n  pytest.fail('slow')",
        "import time\nwhile a():\n  if time.time() > 3:\n    raise AssertionError",
        "took = page.evaluate('performance.now()')\nassert took < 3",
        "def f(js):\n  a, b = js(f'[{c}].map(() => performance.now())')\n  assert a < b",
    ],
)
def test_a_time_is_seen(code: str) -> None:
    assert len(timed([("test", ast.parse(code))])) == 1


@pytest.mark.parametrize(
    "code",
    [
        "import time\ntime.sleep(1)\nassert a()",
        "import time\nclass A:\n  a: int\n  b: float\nc = A(1, time.time())\nassert c.a < 3",
        "import time\ndef f():\n  a = time.time()\ndef g():\n  a = 2\n  assert a < 3",
        "import time\na, b = 1, time.time()\nprint(b)\nassert a < 3",
        "import time\nif time.time() > 3:\n  print('slow')",
    ],
)
def test_what_is_no_time(code: str) -> None:
    assert timed([("test", ast.parse(code))]) == []
