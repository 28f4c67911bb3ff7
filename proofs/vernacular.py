"""Coq's input, sentence by sentence: only what is listed here may stand in the files.

A theorem means what its statement says only if the words in it mean what a reader takes them for.
So a file may define, state and prove, and little else: whatever is not known here is refused, be it
an assumption, a change of what is printed, a name or a notation in a new sense, or a later command
of Coq.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

NOTATIONS = {
    "Binomial": ["Notation Q := (odds 1 p)."],
    "Bounds": [
        "Notation Q := (most_odds g).",
        "Notation B := (fun a d => C * power_of_state x y a d).",
    ],
    "Cell": [
        "Notation Q := (odds 2 p).",
        "Notation r := (p 3 1 0)%nat.",
        "Notation s := (p 1 2 1)%nat.",
        "Notation w0 := (p 3 2 0)%nat.",
        "Notation w1 := (p 3 2 1)%nat.",
        "Notation w2 := (p 3 2 2)%nat.",
        "Notation v1 := (p 2 2 1)%nat.",
        "Notation v2 := (p 2 2 2)%nat.",
        "Notation Q := (odds 1 p).",
        "Notation p22 := (p 2 2 1)%nat.",
    ],
    "Circle": [
        "Notation power := (ring_power F one mul).",
        "Notation total := (ring_sum F zero add).",
    ],
    "Columns": [
        "Notation two := (number 2).",
        "Notation T := (T 2 c).",
        "Notation A := (c 0%nat).",
        "Notation B := (c 1%nat).",
        "Notation C := (c 2%nat).",
    ],
    "Diagonal": [
        "Notation power := (ring_power F one mul).",
        "Notation total := (ring_sum F zero add).",
        "Notation at_point := (rational_polynomial F zero one add mul real).",
    ],
    "FirstExit": ["Notation T := (T K c)."],
    "Geometric": ["Notation Q := (odds pairs p)."],
    "LeftOut": ["Notation power := (ring_power F one mul)."],
    "Modulus": [
        "Notation power := (ring_power F one mul).",
        "Notation total := (ring_sum F zero add).",
        "Notation power := (ring_power complex (1, 0) complex_mul).",
        "Notation at_point := (rational_polynomial complex (0, 0) (1, 0) "
        "complex_add complex_mul complex_real).",
    ],
    "Monotone": ["Notation Q := (most_odds g)."],
    "Sums": [
        "Notation \"'Σ' i < n , f\" := (sum n (fun i => f)) "
        "(at level 41, i name, n at level 69, f at level 41, right associativity) : Qc_scope."
    ],
    "Tables": [
        "Notation ratios := (map (map read) table).",
        "Notation Q := (odds pairs (dice_chance pairs)).",
    ],
    "Trinomial": ["Notation Q := (odds 2 p)."],
    "Weights": ["Notation T := (T K c).", "Notation two := (number 2)."],
    "WholeCell": [
        "Notation low n := (T 2 c n (lost l)).",
        "Notation low_below n := (shift 1 (T 2 c n) (lost l)).",
        "Notation p := (dice_chance 2).",
        "Notation N := (rounds a d).",
        "Notation e := ((a + d) mod 2)%nat.",
        "Notation low n := (T 2 (p 3 2) n (d - 2)).",
        "Notation low_below n := (shift 1 (T 2 (p 3 2) n) (d - 2)).",
        "Notation high n := (T 2 (turned (p 3 2)) n (a - 3)).",
        "Notation high_below n := (shift 1 (T 2 (turned (p 3 2)) n) (a - 3)).",
    ],
}
"""The notations of each file.  All but Σ and `two` end with the section they stand in."""

LIBRARIES = {
    *("Arith", "Bool", "Factorial", "Lia", "List", "NArith", "Permutation", "QArith", "Qcanon"),
    *("Ring", "Sorted", "ZArith", "Znumtheory", "Zpow_facts"),
}
"""The files of Coq's standard library that may be used; none of them has an axiom."""

MODULES = {"Bool", "N", "N2Z", "Nat", "Nat2Z", "Number", "Z", "Z2Nat", "Z2Pos"}
"""The modules within these files that a name may begin with."""

LETTERS = "Σ"
"""The letters of other alphabets."""

OTHERS = {
    "Import ListNotations.",
    "Local Open Scope Qc_scope.",
    "Add Ring nodes : is_ring.",
    "Arguments Cell (numerator denominator)%dec_uint_scope (twos threes)%Z_scope.",
    "Arguments fraction (n m)%dec_uint_scope.",
    *(f"Open Scope {scope}_scope." for scope in ("nat", "Z", "Q", "Qc")),
}
"""Other commands, word for word."""

TOKEN = re.compile(r'(?P<end>\.(?=\s|\Z))|"(?:[^"]|"")*"|\(\*|\*\)|[^".(*]+|.', re.DOTALL)

NAMED = re.compile(r"(?:Definition|Fixpoint|Record|Lemma|Theorem|Ltac) ([\w']+)")

RECORD = re.compile(r"Record [\w']+ := (\w+) \{((?: [\w']+ : [^:;]+(?:;|(?= \}\.)))+) \}\.")

TACTIC = re.compile(r"(?:[-+*{}\s]+|[\w,\s!\[\]-]+:(?!=))*+[a-z(\[]")
"""How a tactic begins, after bullets, braces and the goals it is for: else it is a command."""


def sentences(text: str) -> list[str]:
    r"""Return the sentences of a file as Coq reads them, without comments, blanks as one.

    Comments nest, and in a string nothing is a comment.

    >>> sentences('Lemma a : 1 = 1. (* Axiom. (* *) b. *)\nProof. easy. Qed.')
    ['Lemma a : 1 = 1.', 'Proof.', 'easy.', 'Qed.']
    >>> sentences('Definition s := "(*". Axiom c : False. Definition t := "*)".')[1]
    'Axiom c : False.'
    """
    found, depth = [""], 0
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "(*":
            depth += 1
        elif token == "*)" and depth:
            depth -= 1
            found[-1] += " "
        elif not depth:
            found[-1] += token
            if match["end"]:
                found.append("")
    return [" ".join(each.split()) for each in found if each.strip()]


def faults(texts: Mapping[str, str]) -> list[str]:
    """Return what the files may not say, as 'file: sentence', and the names that they use twice.

    >>> faults({"A": "Axiom a : 0 = 1. (* not Admitted *)"})
    ['A: Axiom a : 0 = 1.']
    >>> faults({"A": "Definition a := 1.", "B": "Definition a := 2."})
    ['a is defined in A and B']
    """
    found = [f"{name}: {each}" for name, text in texts.items() for each in _refused(name, text)]
    found += [f"{name} is a name of Coq's" for name in texts if name in LIBRARIES | MODULES]
    homes: dict[str, list[str]] = {}
    for name, text in texts.items():
        for defined in names(text):
            homes.setdefault(defined, []).append(name)
    return found + [
        f"{name} is defined in {' and '.join(sorted(files))}"
        for name, files in homes.items()
        if len(files) > 1
    ]


def names(text: str) -> Iterator[str]:
    """Yield the names that a file defines, with the parts of its records.

    >>> list(names("Record pair := Pair { first : nat; second : nat }. Lemma a : 1 = 1."))
    ['pair', 'Pair', 'first', 'second', 'a']
    """
    for sentence in sentences(text):
        if match := NAMED.match(sentence):
            yield match[1]
        if match := RECORD.fullmatch(sentence):
            yield match[1]
            yield from re.findall(r"([\w']+) :", match[2])


def _refused(name: str, text: str) -> Iterator[str]:
    """Yield the sentences of a file that are not allowed."""
    notations = Counter(NOTATIONS.get(name, ()))
    sections: list[str] = []
    proving = False
    for sentence in sentences(text):
        word = sentence.split()[0].rstrip(".")
        if not set(sentence) <= {*map(chr, range(128)), *LETTERS}:
            yield sentence
        if proving:
            proving = sentence not in ("Qed.", "Defined.", "Admitted.", "Abort.")
            if sentence == "Qed.":
                continue
            if not TACTIC.match(sentence) or re.search(r"\b(admit|give_up)\b", sentence):
                yield sentence
        elif sentence == "Proof.":
            proving = True
        elif word == "Section":
            sections.append(sentence.split()[1])
        elif word == "End" and sections and sentence == f"End {sections[-1]}":
            sections.pop()
        elif word == "Notation":
            if not notations[sentence]:
                yield sentence
        elif not _is_allowed(sentence, word, within=bool(sections)):
            yield sentence


def _is_allowed(sentence: str, word: str, within: bool) -> bool:
    """Whether this sentence may stand outside a proof, `within` a section or not."""
    if word == "Record":
        return RECORD.fullmatch(sentence) is not None
    if word in ("Definition", "Fixpoint", "Lemma", "Theorem"):
        # neither a notation, nor a proof in the place of a term, nor a second name after `with`
        matches, ends = (len(re.findall(rf"\b{each}\b", sentence)) for each in ("match", "with"))
        return matches == ends and not re.search(r'"|ltac:', sentence)
    if word in ("Variable", "Variables", "Hypothesis", "Hypotheses"):
        return within
    if match := re.fullmatch(r"From Coq Require Import ([\w ]+)\.", sentence):
        return set(match[1].split()) <= LIBRARIES
    return sentence in OTHERS or bool(
        re.fullmatch(r"From Risk Require (Import|Export) [\w ]+\.", sentence)
    )
