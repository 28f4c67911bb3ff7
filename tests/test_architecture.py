"""Imports point one way, along the way that a question takes."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import traceback
import tracemalloc
from functools import _lru_cache_wrapper, cache
from pathlib import Path

import pytest

import riskexact
from riskexact.battle.battle import Battle
from riskexact.features import FEATURES, FLOORS
from riskexact.odds import recursion

ROOT = Path(riskexact.__file__).parent

PACKAGE = f"features {' '.join([*FLOORS, *FEATURES])} pictures __init__ __main__"
"""Each folder may import those before it, and no other."""

FILES = """
base: __init__ errors version interrupts arguments resources frozen files text fractions interval \
    certain export grid report sheets drawing pages
base.drawing: __init__ picture labels bars heat canvas
base.pages: __init__
rules: blitz hand order_statistics languages __init__ files sentence catalogue distribution dice
rules.languages: __init__
odds: __init__ states weights price monotone bounds recursion|closed_form verification
odds.closed_form: written_out __init__
engine: library __init__ splitting columns cell table walk balls blitz \
    boundary circle saddle decimals sums linear
cli: output parser options commands __init__
cli.commands: __init__ round rules verify plot completion
battle: __init__ methods question blitz battle needed campaign price tables pictures commands
battle.needed: growing __init__
battle.campaign: sweep __init__ choices garrisons
battle.tables: floats written __init__
battle.pictures: heatmap campaigns graph path_lattice __init__
battle.commands: __init__ ranges odds outcomes luck campaign price need table plot verify
strategy: dice_choice __init__ commands
strategy.commands: __init__ strategy
formulas: equations rows_and_columns general generating asymptotics price __init__ commands
formulas.commands: __init__ formula
turn: __init__ rows parts files geography position front evaluation best_play united selective \
    configurations configuration_values stacks search named_front conquest turns placement review \
    solved pictures commands
turn.files: lines __init__
turn.pictures: conquest gain __init__
turn.commands: __init__ conquer place map review plot
game: terms sweeps stages answers review bellman duel table_check tables __init__ \
    pictures commands
game.pictures: duel_policy __init__
game.commands: __init__ game plot
certificates: __init__ certificates turn received coq commands
certificates.commands: __init__ certify
models: model processes __init__ commands
models.commands: __init__ formats verify
app: scripts __init__ published commands
app.commands: __init__ calculator
publication: plan values data metadata pages site jobs executors directory package \
    __init__ verification vectors \
    tables_of_others commands
publication.pages: content __init__
publication.vectors: question mistakes checking __init__
publication.commands: __init__ publish vectors verify
logs: kinds throws snapshots rows scores power throw_tests throwing \
    simulation __init__ pictures commands
logs.pictures: log_wins __init__
logs.commands: __init__ simulate dice plot
"""
"""The same for the files of each folder."""

FORMULAS = (
    "equations", "rows_and_columns", "general", "generating", "asymptotics", "price",
)  # fmt: skip
"""The modules that compute with sympy."""

DRAWING = "picture", "canvas"
"""The modules that draw with matplotlib."""

FIRST_ANSWER = """
__main__ features cli cli.options cli.output cli.parser \
battle.commands battle.commands.odds
base base.version base.errors base.arguments base.frozen base.text base.certain \
base.export base.report base.fractions
rules rules.hand rules.order_statistics rules.catalogue rules.dice
battle battle.methods battle.question battle.battle
odds odds.states odds.weights odds.closed_form
"""
"""The modules that `odds 17 6` loads, each a part of a millisecond."""

HEAVY = {
    "flint", "sympy", "numpy", "pyarrow", "matplotlib", "distributed", "hypothesis", "jinja2",
}  # fmt: skip


@cache
def modules() -> dict[str, Path]:
    """Every module of the package, by its name without the package's."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All that the tree consists of."""
    return [*ast.walk(tree(path))]


@cache
def imports(path: Path) -> set[str]:
    """The modules that a file imports, from anywhere."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = whole.removeprefix("riskexact.") in modules()
                names.add(whole if is_module else str(node.module))
    return names


def inside(path: Path) -> set[str]:
    """The modules of this package that a file imports, by their short names."""
    return {name.removeprefix("riskexact.") for name in imports(path)} & set(modules())


def order(names: str) -> dict[str, set[str]]:
    """What each name may import, read off the order in which they are listed."""
    result: dict[str, set[str]] = {}
    for group in names.split():
        result |= {name: set(result) for name in group.split("|")}
    return result


def orders() -> dict[str, dict[str, set[str]]]:
    """The order within the package, and within each of its folders."""
    lines = FILES.replace("\\\n", "").strip().splitlines()
    folders = dict(line.split(": ", 1) for line in lines)
    return {"": order(PACKAGE)} | {folder: order(names) for folder, names in folders.items()}


def test_imports_point_one_way() -> None:
    listed = orders()
    seen: dict[str, set[str]] = {folder: set() for folder in listed}
    for name, path in modules().items():
        parts = name.split(".")
        if path.name == "__init__.py" and parts[-1] != "__init__":
            parts.append("__init__")
        for depth, part in enumerate(parts):
            seen[".".join(parts[:depth])].add(part)
        for imported in inside(path) - {name}:
            others = [*imported.split("."), "__init__"]
            depth = next(i for i, part in enumerate(parts) if part != others[i])
            allowed = listed[".".join(parts[:depth])][parts[depth]]
            assert others[depth] in allowed, f"{name} must not import {imported}"
    for folder, names in listed.items():
        assert set(names) == seen[folder], f"the files of {folder or 'the package'} are others"


def test_the_two_methods_share_rules_dice_and_nothing_else() -> None:
    closed = set().union(
        *(inside(p) for n, p in modules().items() if n.startswith("odds.closed_form"))
    )
    shared = closed & inside(modules()["odds.recursion"])
    base = {"base.arguments", "base.errors", "base.frozen"}
    assert shared == base | {"odds.states", "rules", "rules.dice"}


def test_no_rule_set_is_special_to_recursion_and_first_exit() -> None:
    """Apart from default arguments and doctests, the engines mention no rule set by name."""
    general = {"rules.hand", "rules.order_statistics", "rules.dice", "odds.recursion"}
    for name in general | {"odds.closed_form"}:
        file = tree(modules()[name])
        defaults = {
            id(default)
            for node in ast.walk(file)
            if isinstance(node, ast.FunctionDef)
            for default in node.args.defaults
        }
        named = [
            node.id
            for node in ast.walk(file)
            if isinstance(node, ast.Name)
            and node.id in {"STANDARD", "SINGLE_LOSS", "RULES"}
            and id(node) not in defaults
        ]
        assert named == [], name


@pytest.mark.tools
def test_large_libraries_are_imported_where_they_are_needed_and_nowhere_else() -> None:
    users = {
        name: {imported.partition(".")[0] for imported in imports(path)} & HEAVY
        for name, path in modules().items()
    }
    assert {name: used for name, used in users.items() if used} == {
        "rules.distribution": {"numpy", "matplotlib"},  # the second as a type, as in the next ones
        "base.certain": {"sympy"},
        "battle.question": {"matplotlib"},
        "battle.tables": {"numpy", "matplotlib"},
        **{f"base.drawing.{part}": {"matplotlib"} for part in DRAWING},
        "base.drawing.heat": {"matplotlib", "numpy"},
        "turn.rows": {"numpy"},
        "game.table_check": {"numpy"},
        "publication.data": {"pyarrow"},
        "publication.pages": {"jinja2"},
        "publication.executors": {"distributed"},
        "logs.throwing": {"numpy"},
        "logs.simulation": {"numpy"},
        "battle.tables.floats": {"numpy"},
        "engine.library": {"flint"},
        **{f"formulas.{part}": {"sympy"} for part in FORMULAS},
    }
    code = f"import sys, riskexact; print(sorted(set(sys.modules) & {HEAVY!r}))"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert done.stdout == "[]\n"


def loaded(code: str) -> set[str]:
    """The modules that a new process has when it has run the code; `-S`: not those of the site."""
    program = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-S", "-c", program]
    env = {"PYTHONPATH": str(ROOT.parent)}
    done = subprocess.run(command, text=True, capture_output=True, check=True, env=env)
    return set(done.stderr.split())


def loaded_names(code: str) -> set[str]:
    """The `names` that a new process has found."""
    command = [sys.executable, "-c", f"{code}\nprint(*names)"]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    return set(done.stdout.split())


def test_the_first_answer_loads_no_more_than_it_needs() -> None:
    """Of Python, `odds 17 6` has what a parser and `Fraction` load: no typing, no dataclasses."""
    libraries = loaded("import argparse, fractions; argparse.ArgumentParser()")
    odds = loaded("from riskexact.__main__ import main; main(['odds', '17', '6'])")
    own = {name.removeprefix("riskexact.") for name in odds if name.startswith("riskexact.")}
    assert own == set(FIRST_ANSWER.split())
    assert odds - libraries - {f"riskexact.{name}" for name in own} <= {
        "riskexact",
        *sys.builtin_module_names,
    }


def test_no_class_has_two_homes() -> None:
    """A public class or type has its name to itself in the whole package."""
    homes: dict[str, set[str]] = {}
    for module, path in modules().items():
        for node in nodes(path):
            names = [node.name] if isinstance(node, ast.ClassDef) else []
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            for name in names:
                if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name):
                    homes.setdefault(name, set()).add(module)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_no_constant_has_two_values() -> None:
    """A constant that is bound in several modules is the same in all of them."""
    bound: dict[str, list[ast.AST]] = {}
    for path in modules().values():
        for node in tree(path).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = {
                    each.id for to in targets for each in ast.walk(to) if isinstance(each, ast.Name)
                }
                for name in names:
                    if re.fullmatch(r"[A-Z][A-Z_]+", name) and name not in ("COMMAND", "KINDS"):
                        bound.setdefault(name, []).append(node)
    for name, found in bound.items():
        assert len(found) == 1 or len({*map(ast.unparse, found)}) == 1, name


def test_names_in_docstrings_lead_somewhere() -> None:
    """`home.name` in backquotes is a name of a module, or of a class, that is called so."""
    found = 0
    package = {
        full: importlib.import_module(f"riskexact.{full}")
        for full in modules()
        if full != "__main__"
    }
    for path in modules().values():
        for home, name in re.findall(r"`(?:riskexact\.)?(\w+)\.(\w+)[`(]", path.read_text("utf-8")):
            if home in ("fractions", "operator", "board", "sys", "dataclasses") or name in (
                "toml",
                "py",
            ):
                continue
            found += 1
            homes: list[object] = [
                module for full, module in package.items() if full.rpartition(".")[2] == home
            ]
            homes += [vars(module)[home] for module in package.values() if home in vars(module)]
            assert any(hasattr(each, name) for each in homes), f"{path}: {home}.{name}"
    assert found > 10


def test_public_names() -> None:
    """The lazy names are those that type checkers see, and each leads home."""
    seen = {
        (str(node.module).removeprefix("riskexact."), alias.name)
        for node in ast.walk(ast.parse((ROOT / "__init__.pyi").read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("riskexact.")
        for alias in node.names
    }
    assert len(seen) <= 51
    assert {name for _, name in seen} == set(riskexact.__all__)
    assert set(riskexact.__all__) < set(dir(riskexact))
    for module, name in seen:
        home = importlib.import_module(f"riskexact.{module}")
        assert getattr(riskexact, name) is getattr(home, name)
    with pytest.raises(AttributeError, match="has no attribute 'chances'"):
        riskexact.chances  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("campaign", "did you mean Campaign?"),
        ("WinProbability", "did you mean win_probability?"),
        ("chances", "dir(riskexact) has the public names"),
    ],
)
def test_other_names_suggest_public_ones(name: str, hint: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(riskexact, name)
    assert str(caught.value) == f"module 'riskexact' has no attribute {name!r}; {hint}"
    shown = "".join(traceback.format_exception(caught.value))
    assert "Did you mean" not in shown


def test_completion_offers_public_names_alone() -> None:
    names = loaded_names("import riskexact; riskexact.Battle(3, 2); names = dir(riskexact)")
    assert names == {*riskexact.__all__, "__version__", "formulas", "pictures"}
    module = "riskexact.pictures"
    assert loaded_names("import riskexact; names = [riskexact.pictures.__name__]") == {module}


def test_every_cache_is_bounded() -> None:
    caches = 0
    for found in pkgutil.walk_packages(riskexact.__path__, "riskexact."):
        if found.name == "riskexact.__main__":
            continue
        for thing in vars(importlib.import_module(found.name)).values():
            if isinstance(thing, _lru_cache_wrapper):
                caches += 1
                assert thing.cache_info().maxsize is not None
    assert caches > 5


@pytest.mark.tools
def test_a_process_that_asks_for_many_sizes_does_not_grow() -> None:
    def ask(sizes: range) -> None:
        for n in sizes:
            recursion.win_probability(n, 40 - n % 30)
            assert Battle(n, 30).win_probability

    ask(range(10, 25))
    tracemalloc.start()
    try:
        ask(range(10, 25))
        before, _ = tracemalloc.get_traced_memory()
        ask(range(25, 40))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000
