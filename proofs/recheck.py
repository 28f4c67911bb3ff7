"""`python -m proofs.recheck`: the proofs, checked again by `coqchk`, a program of its own.

It reads the compiled files, and those of Coq's library that they rest on, with a kernel and nothing
else: no tactics and no notations.  The virtual machine of the kernel calculates: without it the
catalogue and two on each would take many minutes.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from proofs import kernel
from proofs.__main__ import built
from proofs.theorem import ProofError
from riskexact.base.errors import RiskError

GRANTED = {
    "Axioms": "<none>",
    "Constants/Inductives relying on type-in-type": "<none>",
    "Constants/Inductives relying on unsafe (co)fixpoints": "<none>",
    "Inductives whose positivity is assumed": "<none>",
}
"""What the summary of `coqchk -o` has to say."""


def main() -> int:
    """Compile, check again, and print the summary; return 1 if something is granted unproved."""
    try:
        texts = kernel.sources()
        with built(texts) as directory:
            said = summary(texts, directory)
    except (ProofError, RiskError) as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(f"{heading}: {items}" for heading, items in said.items()))
    wrong = {heading for heading, none in GRANTED.items() if said.get(heading) != none}
    print(f"coqchk: {len(texts)} files, {len(wrong)} things wrong")
    return 1 if wrong else 0


def summary(files: Iterable[str], directory: Path) -> dict[str, str]:
    """Return the summary of `coqchk -o` about these compiled files, by its headings.

    Raises `ProofError` if it refuses one.
    """
    command = ["coqchk", "-silent", "-o", "-bytecode-compiler", "yes", "-Q", ".", "Risk"]
    command += [f"Risk.{name}" for name in files]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    if done.returncode:
        raise ProofError(f"coqchk refuses: {kernel.normal(done.stdout + done.stderr)[:2000]}")
    return headings(done.stdout + done.stderr)


def headings(text: str) -> dict[str, str]:
    r"""Return a summary by its headings.

    >>> headings("* Theory: Set is predicative\n\n* Axioms:\n    A.b\n    A.c\n")
    {'Theory': 'Set is predicative', 'Axioms': 'A.b A.c'}
    """
    found = re.findall(r"^\* ([^:]*):(.*?)(?=^\*|\Z)", text, re.DOTALL | re.MULTILINE)
    return {heading: kernel.normal(items) for heading, items in found}


if __name__ == "__main__":
    sys.exit(main())
