"""`python -m tests.trust.mutations.forks SOCKET FILE…`: run tests often, each time in a fork.

What the tests import from others is imported once, before; the project itself is imported in each
fork, as it stands in the working directory by then.  The first run tells how long each test takes,
and the others begin with the quickest, since the first that fails is enough.
"""

import os
import pickle
import resource
import signal
import socket
import sys
from importlib import import_module
from typing import NoReturn

import pytest

MODULES = ("flint", "hypothesis.stateful", "numpy", "sympy")
"""What takes long to import."""

OPTIONS = (
    "-x", "-q", "--hypothesis-profile=mutation", "-p", "no:cacheprovider",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip

MAX_TIMES = 5
"""How many times its seconds in the first run a test gets: what takes longer never ends."""

LEAST_SECONDS = 5
MAX_SECONDS = 600
MAX_BYTES = 8 << 30


class QuickestFirst:
    """A plugin that sorts tests by the seconds that they took, and limits them.

    Without any seconds it writes them down.  The limits are times of the processor, since machines
    are shared, and the signal ends the process.
    """

    def __init__(self, seconds: dict[str, float]) -> None:
        """Keep the seconds of each test, none before the first run."""
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests."""
        items.sort(key=lambda item: self.seconds.get(item.nodeid, 0))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Start the clock of a test that is known."""
        if nodeid in self.seconds:
            most = LEAST_SECONDS + MAX_TIMES * self.seconds[nodeid]
            signal.setitimer(signal.ITIMER_PROF, most)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of setting up, calling and tearing down."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration


def main() -> NoReturn:
    """Run the tests once, then whenever somebody knocks."""
    address, *files = sys.argv[1:]
    for module in MODULES:
        import_module(module)
    seconds = _first_run(files)
    sys.dont_write_bytecode = True  # a file that changes twice in a second looks the same
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        while True:
            visitor, _ = door.accept()
            if not (child := os.fork()):
                signal.setitimer(signal.ITIMER_PROF, MAX_TIMES * LEAST_SECONDS)  # to collect
                signal.alarm(MAX_SECONDS)  # for what waits for ever
                resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
                with open(os.devnull, "w") as nothing:  # noqa: PTH123
                    os.dup2(nothing.fileno(), 1)
                    os.dup2(nothing.fileno(), 2)
                passed = pytest.main([*OPTIONS, *files], [QuickestFirst(seconds)]) == 0
                visitor.send(b"passed" if passed else b"failed")
                os._exit(0)
            visitor.close()
            os.waitpid(child, 0)


def _first_run(files: list[str]) -> dict[str, float]:
    """Return the seconds of each test; leave with exit status 1 if one fails."""
    ours, theirs = os.pipe()
    if not os.fork():
        plugin = QuickestFirst({})
        status = pytest.main([*OPTIONS, *files], [plugin])
        with os.fdopen(theirs, "wb") as pipe:
            pickle.dump(plugin.seconds, pipe)
        os._exit(int(status))
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        seconds: dict[str, float] = pickle.load(pipe)
    if os.waitstatus_to_exitcode(os.wait()[1]):
        sys.exit(1)
    return seconds


if __name__ == "__main__":
    main()
