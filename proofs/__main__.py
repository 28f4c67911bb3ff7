"""`python -m proofs`: check every theorem, print what it says, exit 1 if one fails."""

import sys

from proofs import generating, single_loss, standard
from proofs.theorem import ProofError

MODULES = (single_loss, standard, generating)
"""The modules of theorems that sympy checks."""


def main() -> int:
    """Check and print."""
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
    print(f"{len(theorems) - failed} proved, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
