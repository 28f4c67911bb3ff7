"""`python -m proofs.dependencies`: which theorem needs which, as the picture in `theorems.md`.

A theorem needs another one if its proof names it, or a lemma or definition whose proof or text
does, and so on.  What follows from the other arrows has none of its own.
"""

import re
from collections.abc import Mapping

from proofs import kernel
from proofs.specification import compared, instances
from proofs.vernacular import COMPARISON, SPECIFICATION, sentences
from riskexact.certificates.coq import required

FIRST = (
    "saddle_point",
    "standard_odds_are_monotone",
    "more_units_never_hurt",
    "most_dice_are_best",
    "hands_first_exit",
    "price_of_a_garrison",
    "two_countries",
    "two_on_each",
    "win_certified",
)
"""The theorems with which the README begins, but for the tables, which are generated."""


def named(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Return for each theorem, lemma and definition of the proofs those that its text names.

    A name is of the same file, or of one that it requires, also through others.

    >>> found = named({"A": "Lemma a : 1 = 1. Proof. easy. Qed. Definition b := a."})
    >>> {name: sorted(others) for name, others in found.items()}
    {'A.a': ['A.a'], 'A.b': ['A.a', 'A.b']}
    """
    found = dict[str, set[str]]()
    for file, text in texts.items():
        words = set[str]()  # of what stands before the first of a file
        for sentence in () if file in (*SPECIFICATION, COMPARISON) else sentences(text):
            if start := re.match(r"(?:Theorem|Lemma|Definition|Fixpoint) (\w+)", sentence):
                words = found.setdefault(f"{file}.{start[1]}", set())
            words |= set(re.findall(r"\w+", sentence))
    seen = {file: _seen(file, texts) for file in texts}
    return {
        name: {
            other
            for file in seen[name.partition(".")[0]]
            for other in (f"{file}.{word}" for word in words)
            if other in found
        }
        for name, words in found.items()
    }


def _seen(file: str, texts: Mapping[str, str]) -> set[str]:
    """Return the files whose names a file may use."""
    found, waiting = set[str](), {file}
    while waiting:
        found |= waiting
        waiting = {each for name in waiting for each in required(texts[name])} - found
    return found


def needs(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Return for each theorem the theorems that it needs, and no other one that it needs does."""
    others, above = named(texts), dict[str, set[str]]()
    instance = {name for name in instances(texts) if name.partition(".")[2] not in FIRST}
    theorems = {*compared(texts)} - instance
    for theorem in theorems:
        behind, ahead = set[str](), {theorem}
        while ahead:
            behind |= ahead
            ahead = set[str]().union(*(others[each] for each in ahead)) - behind
        above[theorem] = (behind - {theorem}) & theorems
    return {
        theorem.partition(".")[2]: {
            each.partition(".")[2]
            for each in below - set[str]().union(*(above[each] for each in below))
        }
        for theorem, below in above.items()
    }


def picture(texts: Mapping[str, str]) -> str:
    """Return the picture of `theorems.md`, in the words of Mermaid."""
    lines = ["```mermaid", "graph LR", *(f"  {name}:::first" for name in FIRST)]
    for theorem, below in sorted(needs(texts).items()):
        lines += [f"  {theorem} --> {each}" for each in sorted(below)]
    return "\n".join([*lines, "  classDef first font-weight:bold,stroke-width:3px", "```"])


if __name__ == "__main__":
    print(picture(kernel.sources()))
