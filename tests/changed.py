"""`python -m tests.changed [COMMIT]`: the tests that a change needs, as commands to run.

The change is what differs from a commit (`origin/main`, unless another is named), new files
included.  Of a folder that changed all tests run, those with Coq, Chromium and the extra `tools`
too; of what imports it or shows it, those without.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from riskexact.features import FEATURES

ROOT = Path(__file__).parent.parent

PYTEST = "python -m pytest -n logical --dist loadfile"
LEFT_OUT = "not searches and not coq and not browser"
"""What takes long, or more than a clone and the extra `dev`."""

EVERYTHING = ("tests", "riskexact", "proofs")
ALWAYS = ("tests/test_architecture.py", "tests/test_readme.py")


def changed(commit: str) -> list[str]:
    """Return the files that differ from where HEAD left a commit, in the order of their names."""
    (base,) = _git("merge-base", commit, "HEAD")
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", base), *new})


def _git(*words: str) -> list[str]:
    command = ["git", *words]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def commands(files: Iterable[str]) -> Iterator[str]:
    """Yield the commands that a change of these files needs.

    >>> for command in commands(["riskexact/strategy/README.md", "riskexact/logs/rows.py"]):
    ...     print(command.removeprefix(PYTEST))
     tests/test_readme.py riskexact/logs tests/logs
     -m "not searches and not coq and not browser" tests/test_architecture.py
    """
    paths = [PurePosixPath(file) for file in files]
    whole = dict.fromkeys(each for path in paths for each in own(path))
    rest = dict.fromkeys(each for path in paths for each in others(path))
    if whole:
        yield " ".join([PYTEST, *whole])
    left = EVERYTHING if "tests" in rest else [each for each in rest if each not in whole]
    if left:
        yield " ".join([PYTEST, f'-m "{LEFT_OUT}"', *left])


def own(path: PurePosixPath) -> Iterator[str]:
    """Yield the folders and files of which all tests run where this file has changed."""
    match path.parts:
        case _ if path.suffix == ".md":
            yield "tests/test_readme.py"
        case ["riskexact", folder, _, *_]:
            yield from (f"riskexact/{folder}", f"tests/{folder}")
            if folder in ("rules", "odds"):  # the theorems are about these
                yield "tests/proofs"
        case ["proofs", *_]:
            yield from ("proofs", "tests/proofs", "tests/certificates")
        case ["tests", *folder, name] if name.startswith("test_") or not folder:
            yield from [str(path)] if name.startswith("test_") else []
        case ["tests", folder, *_]:
            yield f"tests/{folder}"


def others(path: PurePosixPath) -> Iterator[str]:
    """Yield the folders and files of which the tests of the README run."""
    match path.parts:
        case _ if path.suffix == ".md":
            return
        case ["riskexact", folder, _, *_] if folder in FEATURES:
            yield from ALWAYS
            for each in users(folder):
                yield from (f"riskexact/{each}", f"tests/{each}")
        case ["tests", *folder, name] if folder or name.startswith("test_"):
            return
        case ["proofs", *_]:
            return
        case _:
            yield from EVERYTHING


def users(feature: str) -> list[str]:
    """Return the features that import this one, or show it, or import one that does."""
    found = {feature}
    for each, offered in FEATURES.items():
        if found.intersection(f"{offered['needs']} {offered.get('uses', '')}".split()):
            found.add(each)
    return sorted(found - {feature})


if __name__ == "__main__":
    print(*commands(changed(*sys.argv[1:] or ["origin/main"])), sep="\n")
