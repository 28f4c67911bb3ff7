"""Interrupts wait for what must not be broken off."""

import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Interrupter(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "flint.flint_base":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupter())
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    {asked}
except KeyboardInterrupt:
    print("interrupted", hasattr(sys.modules.get("flint"), "fmpz"))
"""


@pytest.mark.parametrize(
    "asked", ["import riskexact.engine.library", "from riskexact.formulas import column"]
)
def test_python_flint_is_imported_whole_before_an_interrupt_is_raised(asked: str) -> None:
    program = INTERRUPTED.format(asked=asked)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("interrupted True\n", "")
