"""`python -m proofs`: check and print every theorem; exit 1 if one fails.

First the derivations, whose identities sympy decides, then the theorems that Coq checks, and
compares with their specification (`proofs.specification`).  Compiled files are kept
(`riskexact.certificates.coq`); `python -m proofs --fresh` compiles all of them anew.  With
`--prover PATH` another Coq or Rocq does all this, and reads a certificate of each kind.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from proofs import generating, hypotheses, kernel, specification, vernacular
from proofs.theorem import ProofError
from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.needed import attackers_needed
from riskexact.certificates import coq
from riskexact.certificates.certificates import claim, of_battle, of_campaign, text
from riskexact.certificates.turn import of_turn
from riskexact.turn.position import Position


def main(arguments: Sequence[str] = ()) -> int:
    """Check and print both."""
    parser = ArgumentParser("python -m proofs", description="check and print every theorem")
    parser.add_argument("--fresh", action="store_true", help="compile all files anew")
    parser.add_argument("--prover", metavar="PATH", type=Path, help="the folder of coqc or rocq")
    options = parser.parse_args(list(arguments))
    texts = kernel.sources()
    if options.prover is not None:
        os.environ["PATH"] = f"{options.prover}{os.pathsep}{os.environ['PATH']}"
    try:
        failed = derivations()
        with built(texts, options.fresh) as directory:
            failed += formal(texts, directory)
        if options.prover is not None:
            failed += certificates()
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


def certificates() -> int:
    """Have Coq read a certificate of each kind; print what it says, return how many it refuses."""
    n = attackers_needed(98, "1/2")
    position = Position("classic", {"Siam": 4}, {"Indonesia": 2, "India": 1})
    asked = (
        (of_battle(Battle(17, 6)), None),
        (of_battle(Battle(9, 5, "capital", retreat_at=2, stop_at_defenders=1)), None),
        (of_battle(Battle(15, 9)), "90%"),
        (of_battle(Battle(98, 98)), None),
        (of_battle(Battle(n, 98)), "1/2"),
        (of_campaign(Campaign(11, (3, 2), ("standard", "capital"))), None),
        (of_campaign(Campaign(8, (1, 2))), "90%"),
        (of_turn(position), None),
    )
    refused = 0
    for statement, need in asked:
        wrong = coq.refusal(text(statement, need), statement.method.files)
        refused += wrong is not None
        print(
            f"{claim(statement, need)}\n  {'accepted' if wrong is None else f'FAILED: {wrong}'}\n"
        )
    print(
        f"version {coq.version()}: {len(asked) - refused} certificates accepted, {refused} refused"
    )
    return refused


@contextmanager
def built(texts: Mapping[str, str], fresh: bool = False) -> Iterator[Path]:
    """Have the files compiled, unless they say what they may not: see `proofs.vernacular`.

    Raises `ProofError` if they do, and `RiskError` if Coq is not installed, or refuses a file.
    """
    coq.compiler()
    refused = vernacular.faults(texts)
    if refused:
        raise ProofError(f"refused before Coq reads it: {'; '.join(refused)}")
    with coq.compiled(texts, fresh=fresh) as directory:
        yield directory


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
