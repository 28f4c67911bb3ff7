"""`python -m proofs`: check and print every theorem; exit 1 if one fails.

First the derivations, whose identities sympy decides, then the theorems that Coq checks.
"""

import sys
import tempfile
from pathlib import Path

from proofs import generating, kernel, listing, single_loss, standard
from proofs.theorem import ProofError

MODULES = (single_loss, standard, generating)
"""The modules of theorems that sympy checks."""


def main() -> int:
    """Check and print both."""
    failed = derivations()
    try:
        with tempfile.TemporaryDirectory() as directory:
            failed += formal(Path(directory))
    except ProofError as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if failed else 0


def derivations() -> int:
    """Check and print the derivations; return the number that fail."""
    failed = 0
    theorems = [theorem for module in MODULES for theorem in module.THEOREMS]
    for theorem in theorems:
        try:
            verdict = f"holds: {'; '.join(theorem.check())}"
        except ProofError as error:
            failed, verdict = failed + 1, f"FAILED: {error}"
        print(f"{theorem.name}\n  {theorem.statement}")
        print(f"  given: {theorem.hypotheses}")
        print(f"  by hand: {theorem.by_hand}\n  used by: {theorem.used_by}\n  {verdict}\n")
    print(f"sympy: {len(theorems) - failed} derivations hold, {failed} failed\n")
    return failed


def formal(directory: Path) -> int:
    """Compile the theorems of `proofs/coq` there, and print them; return the number of faults.

    Raises `ProofError` if Coq refuses a file, or is not installed.
    """
    kernel.coqc()
    texts = kernel.sources()
    granted = kernel.unproved(texts)
    if granted:
        raise ProofError(f"assumed, not proved: {'; '.join(granted)}")
    kernel.compile_all(texts, directory)
    readme = listing.README.read_text(encoding="utf-8")
    names = [f"{name}.{theorem}" for name in texts for theorem in kernel.theorems(texts[name])]
    said = kernel.answers(sorted(names, key=readme.find), directory)
    for name, answer in said.items():
        print(f"{name}\n  {answer.statement}\n  {answer.assumptions}\n")
    wrong = listing.differences(readme, texts, said)
    for each in wrong:
        print(f"FAILED: {each}\n")
    print(f"Coq: {len(said)} theorems proved, {len(wrong)} things wrong")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
