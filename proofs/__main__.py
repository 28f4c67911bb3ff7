"""`python -m proofs`: check every theorem, print what it says, exit 1 if one fails."""

import sys

from proofs import single_loss
from proofs.theorem import ProofError


def main() -> int:
    """Check and print."""
    failed = 0
    for theorem in single_loss.THEOREMS:
        try:
            verdict = f"holds: {'; '.join(theorem.check())}"
        except ProofError as error:
            failed, verdict = failed + 1, f"FAILED: {error}"
        print(f"{theorem.name}\n  {theorem.statement}")
        print(f"  given: {theorem.hypotheses}")
        print(f"  by hand: {theorem.by_hand}\n  used by: {theorem.used_by}\n  {verdict}\n")
    print(f"{len(single_loss.THEOREMS) - failed} proved, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
