"""Imports point one way, along the road that a question takes."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import tracemalloc
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

import riskexact
from riskexact import recursion
from riskexact.battle import Battle

ROOT = Path(riskexact.__file__).parent

# Each module may import those above it, and no other.  The two roads stand side by side:
# neither the recursion nor the closed form may import the other.
ROAD = """
errors
extras
words
frozen
cached
arguments
states
stops
hand
rules
rule_files
catalogue
placing
dice
sums
factors
weights
recursion | closed_form.board closed_form.interior closed_form.first_exit closed_form.border \
closed_form.powers closed_form.geometric closed_form.binomial closed_form.trinomial closed_form
digits
markup
distribution
sizes
engine engine.primes engine.splitting engine.columns engine.cell engine.table engine.outcomes
engine.precision engine.balls engine.blitz engine.poles engine.saddle engine.strips engine.blocks
engine.window engine.decimals engine.tails
roads
battle
needed.growing needed.lines needed.beyond needed.repetition needed.contest needed
campaign.chain campaign campaign.needed campaign.fronts campaign.orders campaign.spreads
engine.double_double engine.floats
simulation.p_values simulation.throwing simulation
balanced_blitz
claims.questions claims
strategy.matrix_game strategy.dice_choice strategy
tables
formats
verification
pictures.picture pictures.odds pictures.ends pictures.marches pictures.board pictures.graph \
pictures.flow pictures.paths pictures.grid pictures.pascal pictures
site.document site.calculator.joining site.calculator site
site.markup site.pages.material site.pages.frame site.pages.parts site.pages.making \
site.pages.rules site.pages.index site.pages
formulas.equations formulas.lines formulas.symbols formulas.whole formulas.generating \
formulas.limits formulas
publication.plan publication.overlaps publication.values publication.data_sets \
publication.costs publication.data_files publication.parquet publication.sqlite_file \
publication.printed publication.printed_text publication.pages publication.drawn \
publication.jobs publication.manifest publication.directory publication.making \
publication.workers publication.shards publication.cluster publication.differences \
publication.parquet_pages publication.binary_differences \
publication publication.checking
__init__
cli.progress cli.output cli.options cli.sides cli.chains cli.dice cli.catalogue cli.battle \
cli.needed cli.campaign cli.balanced_blitz cli.tables cli.publication cli.verification cli.claims \
cli.simulation cli.strategy cli.formulas cli.pictures cli.plots cli.boards cli __main__
"""

ENGINE = (
    "primes", "splitting", "columns", "cell", "table", "outcomes",
    "precision", "balls", "blitz", "poles", "saddle", "strips", "blocks", "window", "decimals",
    "tails",
)  # fmt: skip
"""The modules that compute with flint."""

FORMULAS = ("equations", "lines", "symbols", "whole", "generating", "limits")
"""The modules that compute with sympy."""

PICTURES = ("picture", "odds", "ends", "board", "graph", "flow", "grid", "pascal")
"""The modules that draw with matplotlib, or name its types."""

HEAVY = {"flint", "sympy", "numpy", "pyarrow", "matplotlib", "distributed", "hypothesis"}


def modules() -> dict[str, Path]:
    """Every module of the package, by its name without the package's."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = path
    return found


def imports(path: Path) -> set[str]:
    """What a file imports from anywhere, whole names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return names


def inside(path: Path) -> set[str]:
    """The modules of this package that a file imports, by their short names."""
    return {name.removeprefix("riskexact.") for name in imports(path)} & set(modules())


def allowed() -> dict[str, set[str]]:
    """What each module may import, read off the road."""
    above: set[str] = set()
    result: dict[str, set[str]] = {}
    for line in ROAD.strip().splitlines():
        lanes = [lane.split() for lane in line.split("|")]
        for lane in lanes:
            for position, name in enumerate(lane):
                result[name] = above | set(lane[:position])
        above = above.union(*lanes)
    return result


def test_imports_point_one_way() -> None:
    rules = allowed()
    assert set(rules) == set(modules()), "a module is missing from the road, or gone from the code"
    for name, path in modules().items():
        back = inside(path) - rules[name] - {name}
        assert not back, f"{name} must not import {sorted(back)}"


def test_the_two_roads_share_rules_dice_and_nothing_else() -> None:
    closed = set().union(*(inside(p) for n, p in modules().items() if n.startswith("closed_form")))
    shared = closed & inside(modules()["recursion"])
    assert shared == {"arguments", "dice", "errors", "rules", "states", "stops"}


def test_no_rule_set_is_special_to_recursion_and_first_exit() -> None:
    """Apart from default arguments and doctests, the engines mention no rule set by name."""
    closed = {f"closed_form.{part}" for part in ("board", "first_exit", "border", "interior")}
    for name in {"hand", "placing", "dice", "recursion", "closed_form"} | closed:
        tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
        defaults = {
            id(default)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            for default in node.args.defaults
        }
        named = [
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name)
            and node.id in {"STANDARD", "SINGLE_LOSS", "RULES"}
            and id(node) not in defaults
        ]
        assert named == [], name


def test_large_libraries_are_imported_where_they_are_needed_and_nowhere_else() -> None:
    users = {
        name: {imported.partition(".")[0] for imported in imports(path)} & HEAVY
        for name, path in modules().items()
    }
    assert {name: used for name, used in users.items() if used} == {
        "distribution": {"numpy"},
        "tables": {"numpy"},
        **{f"pictures.{part}": {"matplotlib"} for part in PICTURES},
        "publication.parquet": {"pyarrow"},
        "publication.binary_differences": {"pyarrow"},
        "publication.cluster": {"distributed"},
        "simulation.throwing": {"numpy"},
        "simulation": {"numpy"},
        "engine.double_double": {"numpy"},  # a type
        "engine.floats": {"numpy"},
        **{f"engine.{name}": {"flint"} for name in ENGINE},
        **{f"formulas.{part}": {"sympy"} for part in FORMULAS},
    }
    code = f"import sys, riskexact; print(sorted(set(sys.modules) & {HEAVY!r}))"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert done.stdout == "[]\n"


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
        for node in ast.walk(ast.parse(modules()["__init__"].read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("riskexact.")
        for alias in node.names
    }
    assert {name for _, name in seen} == set(riskexact.__all__)
    assert set(riskexact.__all__) < set(dir(riskexact))
    for module, name in seen:
        home = importlib.import_module(f"riskexact.{module}")
        assert getattr(riskexact, name) is getattr(home, name)
    with pytest.raises(AttributeError, match="has no attribute 'odds'"):
        riskexact.odds  # noqa: B018


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


def test_a_process_that_asks_for_many_sizes_does_not_grow() -> None:
    def ask(sizes: range) -> None:
        for n in sizes:
            recursion.win_probability(n, 40 - n % 30)
            assert Battle(n, 30).win_probability

    ask(range(10, 40))
    tracemalloc.start()
    try:
        ask(range(10, 40))
        before, _ = tracemalloc.get_traced_memory()
        ask(range(40, 70))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000
