"""`python -m tests.trust.fuzz`: random values for every parser and every public entry point.

There are other values in every run, `--examples` of them for each target.  A failure is shrunk and
shown, and the exit status is 1.
"""

import argparse
import faulthandler
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import chdir
from functools import partial
from resource import RUSAGE_SELF, getrusage
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import patience
from tests.trust.fuzz import addresses, directories, files, targets
from tests.trust.fuzz.addresses import Reader

MAX_MEMORY = 1024
"""Of this process, in MiB."""

Property = Callable[[Any], object]


Properties = dict[str, tuple[Property, st.SearchStrategy[Any]]]


def properties() -> Properties:
    """Return what must hold for every value of which strategy."""
    found: Properties = {
        "command": (targets.a_command, targets.command_lines.filter(targets.harmless)),
    }
    for name, holds in targets.TEXTS.items():
        found[name] = holds, targets.chance_texts if name == "chance" else targets.texts
    for name, (call, strategies) in targets.VALUES.items():
        found[f"{name}()"] = _refuses(call), st.tuples(*strategies)
    found["directory"] = directories.a_publication, directories.changes
    for name, read in files.BYTES.items():
        found[f"{name} of a publication"] = read, files.contents
    return found


def properties_of(reader: Reader) -> Properties:
    """Return what must hold for what the calculator reads."""
    return {
        "address": (reader.read, addresses.addresses),
        "link": (partial(addresses.a_link, reader), addresses.links),
    }


def _refuses(call: Callable[..., object]) -> Property:
    def holds(values: tuple[Any, ...]) -> None:
        targets.refused_in_one_line(call, *values)

    return holds


def try_many(holds: Property, strategy: st.SearchStrategy[Any], chosen: settings) -> None:
    """Try as many values as the settings say."""

    @settings(chosen, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def every(value: Any) -> None:
        holds(value)

    every()


class _Timed:
    """A property that counts what it was asked, and knows how long it took at the most."""

    def __init__(self, holds: Property) -> None:
        self.holds = holds
        self.tried = 0
        self.slowest = 0.0

    def __call__(self, value: Any) -> None:
        """Ask once."""
        began = monotonic()
        self.tried += 1
        faulthandler.dump_traceback_later(patience.SECONDS, exit=True)  # it hangs
        self.holds(value)
        faulthandler.cancel_dump_traceback_later()
        self.slowest = max(self.slowest, monotonic() - began)


def main() -> int:
    """Try this many values for each target that is named, or for all."""
    with addresses.reading() as reader:
        return _run(properties() | properties_of(reader))


def _run(known: Properties) -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(known))
    arguments.add_argument("--examples", type=int, default=5000, metavar="N")
    options = arguments.parse_args()
    chosen = settings(max_examples=options.examples, deadline=None, database=None)
    failed, tried = 0, 0
    names = options.targets or known
    for name in names:
        holds, strategy = known[name]
        timed = _Timed(holds)
        with tempfile.TemporaryDirectory() as directory, chdir(directory):
            try:
                try_many(timed, strategy, chosen)
            except Exception as error:
                failed += 1
                traceback.print_exception(error, limit=-3)
        tried += timed.tried
        print(f"{name}: {timed.tried} inputs, {timed.slowest:.1f} s at the longest", flush=True)
    memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    print(f"{tried} inputs for {len(names)} targets, {failed} failed; {memory:.0f} MiB at the most")
    return 1 if failed or memory > MAX_MEMORY else 0


if __name__ == "__main__":
    sys.exit(main())
