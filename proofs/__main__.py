"""`python -m proofs`: check and print every theorem; exit 1 if one fails.

First the derivations, whose identities sympy decides, then the theorems that Coq checks, and
compares with their specification (`proofs.specification`).  Compiled files are kept
(`riskexact.certificates.coq`); `python -m proofs --fresh` compiles all of them anew.
"""

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from proofs import generating, hypotheses, kernel, specification, vernacular
from proofs.theorem import ProofError
from riskexact.base.errors import RiskError
from riskexact.certificates import coq


def main(arguments: Sequence[str] = ()) -> int:
    """Check and print both."""
    if list(arguments) not in ([], ["--fresh"]):
        print("usage: python -m proofs [--fresh]", file=sys.stderr)
        return 2
    texts = kernel.sources()
    try:
        failed = derivations()
        with built(texts, "--fresh" in arguments) as directory:
            failed += formal(texts, directory)
    except (ProofError, RiskError) as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if failed else 0


def derivations() -> int:
    """Check and print the derivations; return the number that fail."""
    failed = 0
    for theorem in generating.THEOREMS:
        try:
            verdict = f"holds: {'; '.join(theorem.check())}"
        except ProofError as error:
            failed, verdict = failed + 1, f"FAILED: {error}"
        print(f"{theorem.name}\n  {theorem.statement}")
        print(f"  given: {theorem.hypotheses}")
        print(f"  by hand: {theorem.by_hand}\n  used by: {theorem.used_by}\n  {verdict}\n")
    print(f"sympy: {len(generating.THEOREMS) - failed} derivations hold, {failed} failed\n")
    return failed


def formal(texts: Mapping[str, str], directory: Path) -> int:
    """Check and print the theorems of the files compiled there; return the number of faults."""
    listing = specification.THEOREMS.read_text(encoding="utf-8")
    names = specification.compared(texts)
    answers = kernel.answers(list(names), directory)
    for name, answer in answers.items():
        print(f"{name}\n  {answer.statement}\n  {answer.assumptions}\n")
    wrong = specification.differences(listing, texts, answers)
    wrong += hypotheses.differences(names, specification.instances(texts), directory)
    for each in wrong:
        print(f"FAILED: {each}\n")
    count = sum(len(kernel.theorems(text)) for text in texts.values())
    print(f"Coq: {count} theorems, as specified; {len(wrong)} things wrong")
    return len(wrong)


@contextmanager
def built(texts: Mapping[str, str], fresh: bool = False) -> Iterator[Path]:
    """Have the files compiled, unless they say what they may not: see `proofs.vernacular`.

    Raises `ProofError` if they do, or Coq is not installed, and `RiskError` if it refuses a file.
    """
    if shutil.which("coqc") is None:
        raise ProofError("coqc is not installed: on Debian or Ubuntu, apt-get install coq")
    refused = vernacular.faults(texts)
    if refused:
        raise ProofError(f"refused before Coq reads it: {'; '.join(refused)}")
    with coq.compiled(texts, fresh=fresh) as directory:
        yield directory


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
