"""`python -m tests.benchmarks.calls odds 17 6`: the functions that one answer calls, by file.

A command runs as `python -m riskexact` does.  Each call of a function of the package counts, also
of those that are called while a module is imported; a generator counts each time it goes on.
Bodies of modules and classes do not count.
"""

import contextlib
import io
import os
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

FUNCTION = 0x1 | 0x2
"""The flags of the code of a function, not of a module or a class: it has locals of its own."""


def calls_of(*words: str) -> Counter[str]:
    """Count the calls of a command in a new process, which has imported nothing yet."""
    command = [sys.executable, __file__, *words]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(command, text=True, capture_output=True, check=True, env=env)
    counted = (line.split() for line in done.stdout.splitlines()[1:])
    return Counter({file: int(n) for n, file in counted})


def counted_here(words: list[str]) -> Counter[str]:
    """Count the calls of a command in this process, which must not have imported the package."""
    assert "riskexact" not in sys.modules
    found: Counter[str] = Counter()

    def profile(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_flags & FUNCTION == FUNCTION:
            found[frame.f_code.co_filename] += 1

    sys.argv[1:] = words
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        sys.setprofile(profile)
        try:
            runpy.run_module("riskexact", run_name="__main__", alter_sys=True)
        finally:
            sys.setprofile(None)
    root = Path(str(sys.modules["riskexact"].__file__)).parent.as_posix() + "/"
    return Counter(
        {file.removeprefix(root): n for file, n in found.items() if file.startswith(root)}
    )


if __name__ == "__main__":
    by_file = counted_here(sys.argv[1:])
    print(f"{by_file.total()} calls in {len(by_file)} files")
    for file, n in by_file.most_common():
        print(f"{n:8} {file}")
