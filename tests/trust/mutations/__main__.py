"""`python -m tests.trust.mutations [MODULE…]`: break the core on purpose, to test the tests.

Cosmic Ray (the extra `trust`) makes every mutant of a module that the operators below allow, one
at a time, in a copy of the project, and runs the tests that are for that module.  A mutant that no
test notices is a hole in the tests, unless it computes the same: those are in `explained.toml`,
each with the reason.  The exit status is 1 if there is a survivor without one.

`--kept DIRECTORY` keeps what was found there, so that a run can be broken off, and the next one
goes on, unless the module has changed.  `--sample N` takes one mutant in N, spread evenly; `--list`
says how many there are of each module.
"""

import argparse
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
EXPLAINED = Path(__file__).with_name("explained.toml")

TESTS: dict[str, tuple[str, ...]] = {
    "rules/dice": ("rules/dice", "odds/weights"),
    "rules/order_statistics": ("rules/order_statistics", "rules/dice"),
    "rules/hand": ("rules/hand", "rules/die", "rules/dice", "rules/rules"),
    "rules/__init__": ("rules/rules", "rules/dice", "rules/files"),
    "odds/recursion": ("odds/recursion", "odds/paths", "odds/stops", "battle/battle"),
    "odds/states": ("odds/stops", "trust/threads", "battle/battle"),
    "odds/weights": ("odds/weights", "engine/table"),
    "rules/distribution": ("rules/distribution",),
    "odds/closed_form/__init__": ("odds/closed_form",),
    "odds/closed_form/written_out": ("odds/closed_form",),
    "battle/methods": ("battle/battle", "battle/tables"),
    "battle/battle": ("battle/battle", "base/frozen"),
    "odds/monotone": ("odds/monotone",),
    "odds/verification": ("odds/verification",),
    "battle/needed/__init__": ("battle/needed", "battle/needed_unbent"),
    "battle/needed/growing": (
        "battle/needed_growing",
        "battle/needed",
        "battle/campaign_choices",
    ),
    "battle/tables/__init__": ("battle/tables",),
    "battle/campaign/__init__": (
        "battle/campaign",
        "battle/campaign_sweep",
        "base/frozen",
    ),
    "battle/campaign/sweep": ("battle/campaign_sweep", "battle/campaign"),
    "battle/campaign/choices": ("battle/campaign_choices",),
    "engine/cell": ("engine/cell",),
    "engine/columns": ("engine/cell", "engine/table"),
    "engine/splitting": ("engine/cell",),
    "engine/table": ("engine/table", "engine/walk", "battle/tables"),
    "engine/walk": ("engine/walk", "battle/battle"),
    "engine/balls": ("trust/threads", "engine/decimals"),
    "engine/decimals": ("engine/decimals",),
    "engine/boundary": ("engine/boundary", "engine/decimals"),
    "engine/circle": ("engine/circle", "engine/decimals"),
    "engine/saddle": ("engine/saddle", "engine/decimals"),
    "engine/blitz": ("battle/balanced_blitz",),
    "engine/sums": ("logs/simulation_p_values",),
    "battle/tables/floats": ("battle/tables_floats",),
}
"""The modules of the core, and the tests that are for each; its doctests run too."""


def path_of(name: str) -> str:
    """Return the path of the tests called `name` in `TESTS`."""
    folder, _, module = name.partition("/")
    return f"tests/{folder}/test_{module}.py"


OPERATORS = (
    "Replace(True|False)With.*",
    "Replace(And|Or|Break|Continue)With.*",
    "ReplaceUnaryOperator_(USub_UAdd|Delete_Not|Invert_USub)",
    "ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Div_Mul|FloorDiv_Mul|Mod_Sub|Pow_Mul)",
    "ReplaceBinaryOperator_(RShift_LShift|LShift_RShift|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr)",
    "ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is)",
    "ReplaceComparisonOperator_(Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt)",
    "AddNot",
    "ExceptionReplacer",
    "NumberReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
)
"""One change of each kind at each place, and both sides of every comparison's edge."""

CONFIGURATION = """
[cosmic-ray]
module-path = "riskexact/{module}.py"
timeout = {seconds}
excluded-modules = []
test-command = "{command}"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = ["core/(?!({allowed})$).*"]
"""

MAX_TIMES, MORE_SECONDS = 5, 25
"""The seconds of the tests of a mutant, by those without any: what takes longer never ends."""

MAX_BYTES = 8 << 30
"""Of memory, for the tests of a mutant."""

PYTEST = "-m pytest -x -q --hypothesis-profile=mutation -p no:cacheprovider"


class Mutant(NamedTuple):
    """One change, and whether the tests noticed."""

    module: str
    operator: str
    was: str
    became: str
    noticed: bool


def mutants(module: str, sample: int, run: bool, kept: Path) -> Iterator[Mutant]:
    """Make the mutants of a module in a copy of the project, and test each that is not known."""
    copy = kept / module
    session = copy / "session.sqlite"
    mutated = f"riskexact/{module}.py"
    if session.exists() and (copy / "mutated.py").read_text() != (ROOT / mutated).read_text():
        session.unlink()
    for name in ("riskexact", "tests", "proofs"):
        shutil.rmtree(copy / name, ignore_errors=True)
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy)
    shutil.copy(ROOT / mutated, copy / "mutated.py")
    files = " ".join([mutated, *(path_of(name) for name in TESTS[module])])
    command = f"prlimit --as={MAX_BYTES} {sys.executable} {PYTEST} {files}"
    configuration = CONFIGURATION.format(
        module=module,
        seconds=_seconds_of(command, copy) if run else 0,
        command=command,
        allowed="|".join(OPERATORS),
    )
    (copy / "session.toml").write_text(configuration.replace("\\", "\\\\"))

    def ray(tool: str, *words: str) -> str:
        program = Path(sys.executable).with_name(tool)
        return subprocess.run(
            [program, *words], cwd=copy, check=True, capture_output=True, text=True
        ).stdout

    if not session.exists():
        ray("cosmic-ray", "init", "session.toml", "session.sqlite")
        ray("cr-filter-operators", "session.sqlite", "session.toml")
        _keep_one_in(sample, session)
    if run:
        ray("cosmic-ray", "exec", "session.toml", "session.sqlite")
    for line in ray("cosmic-ray", "dump", "session.sqlite").splitlines():
        item, result = json.loads(line)
        if result is None or result["worker_outcome"] != "skipped":
            yield _mutant(module, item["mutations"][0]["operator_name"], result or {})


def _seconds_of(command: str, copy: Path) -> float:
    """Return how long the tests of a mutant may take; leave if they fail without any."""
    began = monotonic()
    if subprocess.run(command.split(), cwd=copy, stdout=subprocess.DEVNULL).returncode:
        sys.exit(f"the tests fail without any mutant: {command}")
    return MAX_TIMES * (monotonic() - began) + MORE_SECONDS


def _keep_one_in(sample: int, session: Path) -> None:
    """Mark all but one in `sample` of the mutants as skipped."""
    with sqlite3.connect(session) as database:
        jobs = database.execute(
            "SELECT job_id FROM mutation_specs WHERE job_id NOT IN (SELECT job_id FROM"
            " work_results) ORDER BY start_pos_row, start_pos_col, operator_name, occurrence"
        ).fetchall()
        for number, (job,) in enumerate(jobs):
            if number % sample:
                database.execute(
                    "INSERT INTO work_results (job_id, worker_outcome) VALUES (?, 'SKIPPED')",
                    (job,),
                )


def _mutant(module: str, operator: str, result: dict[str, str]) -> Mutant:
    diff = (result.get("diff") or "").splitlines()
    was, became = (
        " ".join(
            line[1:].strip()
            for line in diff
            if line.startswith(sign) and not line.startswith(("---", "+++"))
        )
        for sign in "-+"
    )
    noticed = result.get("test_outcome") == "killed"
    return Mutant(module, operator.removeprefix("core/"), was, became, noticed)


@cache
def groups() -> list[dict[str, str]]:
    """Return the groups of mutants that nothing can notice, with the reasons."""
    read: list[dict[str, str]] = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["group"]
    return read


def explained(mutant: Mutant) -> bool:
    """Return whether it is known why nothing can notice the mutant."""
    return any(
        all(
            re.fullmatch(group[part], getattr(mutant, part)) for part in ("module", "was", "became")
        )
        for group in groups()
    )


def main() -> int:
    """Test the mutants of the modules that are named, or of all."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(TESTS))
    arguments.add_argument("--kept", type=Path, metavar="DIRECTORY")
    arguments.add_argument("--sample", type=int, default=1, metavar="N")
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        return _report(options, options.kept or Path(directory))


def _report(options: argparse.Namespace, kept: Path) -> int:
    """Say what became of the mutants of each module, and return the exit status."""
    total: Counter[str] = Counter()
    for module in options.modules or TESTS:
        made = list(mutants(module, options.sample, not options.list, kept.resolve()))
        if options.list:
            print(f"{module}: {len(made)} mutants", flush=True)
            continue
        survivors = [mutant for mutant in made if not mutant.noticed]
        open_ones = [mutant for mutant in survivors if not explained(mutant)]
        total += Counter(
            mutants=len(made),
            killed=len(made) - len(survivors),
            explained=len(survivors) - len(open_ones),
            open=len(open_ones),
        )
        print(
            f"{module}: {len(made)} mutants, {len(made) - len(survivors)} killed, "
            f"{len(survivors) - len(open_ones)} explained, {len(open_ones)} open",
            flush=True,
        )
        for mutant in open_ones:
            print(f"  {mutant.operator}\n    - {mutant.was}\n    + {mutant.became}", flush=True)
    if not options.list:
        words = ("mutants", "killed", "explained", "open")
        print("all:", ", ".join(f"{total[word]} {word}" for word in words))
    return 1 if total["open"] else 0


if __name__ == "__main__":
    sys.exit(main())
