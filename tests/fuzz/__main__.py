"""`python -m tests.fuzz`: random values for every parser and every public entry point.

The strategies are those of `tests/test_fuzz.py`, with other values in every run, `--examples` of
them for each target.  A failure is shrunk and shown, and the exit status is 1.
"""

import argparse
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import targets

Property = Callable[[Any], None]


def properties() -> dict[str, tuple[Property, st.SearchStrategy[Any]]]:
    """Return what must hold for every value of which strategy."""
    found: dict[str, tuple[Property, st.SearchStrategy[Any]]] = {
        "command": (targets.a_command, targets.command_lines.filter(targets.harmless)),
    }
    for name, holds in targets.TEXTS.items():
        found[name] = holds, targets.chance_texts if name == "chance" else targets.texts
    for name, (call, strategies) in targets.VALUES.items():
        found[f"{name}()"] = _refuses(call), st.tuples(*strategies)
    return found


def _refuses(call: Callable[..., object]) -> Property:
    def holds(values: tuple[Any, ...]) -> None:
        targets.refused_in_one_line(call, *values)

    return holds


def _counted(holds: Property, name: str, tried: Counter[str]) -> Property:
    def counted(value: Any) -> None:
        tried[name] += 1
        holds(value)

    return counted


def main() -> int:
    """Try so many values for each target that is named, or for all."""
    known = properties()
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(known))
    arguments.add_argument("--examples", type=int, default=5000, metavar="N")
    options = arguments.parse_args()
    tried: Counter[str] = Counter()
    failed, began = 0, monotonic()
    for name in options.targets or known:
        holds, strategy = known[name]

        every = settings(
            max_examples=options.examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )(given(value=strategy)(_counted(holds, name, tried)))
        with tempfile.TemporaryDirectory() as directory, chdir(directory):
            try:
                every()
            except Exception as error:
                failed += 1
                traceback.print_exception(error, limit=-3)
        print(f"{name}: {tried[name]} inputs, {monotonic() - began:.0f} s", flush=True)
    print(f"{tried.total()} inputs for {len(tried)} targets, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
