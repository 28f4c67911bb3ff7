"""`python -m proofs`: check and print every theorem; exit 1 if one fails.

First the derivations, whose identities sympy decides, then the theorems that Coq checks.
`python -m proofs pin` writes what Coq prints of them to `pinned.txt` instead: see `proofs.pins`.
"""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from proofs import generating, hypotheses, kernel, listing, pins, single_loss, standard, vernacular
from proofs.theorem import ProofError

MODULES = (single_loss, standard, generating)
"""The modules of theorems that sympy checks."""


def main(arguments: Sequence[str] = ()) -> int:
    """Check and print both, or pin what Coq prints."""
    if list(arguments) not in ([], ["pin"]):
        print("usage: python -m proofs [pin]", file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as directory:
            if arguments:
                return pin(Path(directory))
            failed = derivations() + formal(Path(directory))
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
    texts, readme = kernel.sources(), listing.README.read_text(encoding="utf-8")
    built(texts, directory)
    names = sorted(theorems(texts), key=readme.find)
    said = kernel.answers(names, directory)
    for name, answer in said.items():
        print(f"{name}\n  {answer.statement}\n  {answer.assumptions}\n")
    wrong = listing.differences(readme, texts, said)
    wrong += pins.differences(pins.understood(names, directory), pins.pinned())
    wrong += hypotheses.differences(listing.listed(readme), directory)
    for each in wrong:
        print(f"FAILED: {each}\n")
    print(f"Coq: {len(said)} theorems proved, {len(wrong)} things wrong")
    return len(wrong)


def pin(directory: Path) -> int:
    """Write what Coq prints of every theorem and definition to `pinned.txt`."""
    texts = kernel.sources()
    built(texts, directory)
    pins.write(pins.understood(theorems(texts), directory))
    return 0


def built(texts: Mapping[str, str], directory: Path) -> None:
    """Compile the files there, unless they say what they may not: see `proofs.vernacular`."""
    kernel.coqc()
    refused = vernacular.faults(texts)
    if refused:
        raise ProofError(f"refused before Coq reads it: {'; '.join(refused)}")
    kernel.compile_all(texts, directory)


def theorems(texts: Mapping[str, str]) -> list[str]:
    """Return the theorems of the files, as 'File.name'."""
    return [f"{name}.{theorem}" for name in texts for theorem in kernel.theorems(texts[name])]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
