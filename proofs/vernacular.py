"""Coq's input, sentence by sentence: only what is listed here may stand in the files.

The specification defines, and has one notation; where it is compared, nothing else is imported.
So their words mean what a reader takes them for, whatever the other files say.  These may define,
state and prove, and little else: an assumption, a setting or a later command of Coq is refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

CATALOGUE = "SpecCatalogue"
SPECIFICATION = ("Spec", "SpecEngine", "SpecTurn", CATALOGUE)
COMPARISON = "Specified"

PLAIN = r"(?!.*(:>|\"|ltac:)).*\."
"""A sentence without a coercion, without a notation, and without a tactic in place of a term."""

LIBRARY = (
    r"From Coq Require Import( (Arith|Bool|Factorial|List|NArith|Permutation|Ring|Sorted|ZArith"
    r"|QArith|Qcanon))+\."
)
SCOPES = r"Import ListNotations\.|Local Open Scope (nat|Z|Qc|list)_scope\."
"""The files of Coq's library in whose words something is stated, and how these are read."""

SPECIFIED = re.compile(
    rf"(Definition|Fixpoint|Record) {PLAIN}|{LIBRARY}|{SCOPES}"
    r"|From Risk Require Import Spec\.|Bind Scope dec_uint_scope with Number\.uint\."
    r"|Arguments (zero|one|add|mul|sub|opp|real|at_most) \{_\}\."
    r"|Notation \"'Σ' i < n , f\" := \(sum n \(fun i => f\)\) "
    r"\(at level 41, i name, n at level 69, f at level 41, right associativity\) : Qc_scope\."
)
"""What may stand in a specification, besides sections and their variables."""

COMPARED = re.compile(
    rf"{LIBRARY}|{SCOPES}"
    r"|From Risk Require (Import Spec SpecEngine SpecTurn SpecCatalogue|(?!Import|Export)[\w ]+)\."
    r"|Check \w+\.\w+\.|Check \(\w+\.\w+ : (?!.*(:>|\"|ltac:))((fun( _)+ =>|(?!\b_\b).))*\)\."
)
"""What may stand where it is compared: whole statements, and nothing of a file with proofs."""

OTHERS = re.compile(
    rf"(Definition|Fixpoint|Record|Lemma|Theorem|Notation|Arguments) {PLAIN}"
    r"|From (Coq|Risk) Require (Import|Export) [\w ]+\.|Import ListNotations\."
    r"|(Local )?Open Scope \w+\.|Add Ring nodes : is_ring\."
)
"""What may stand in other files, outside of proofs."""

VARIABLES = re.compile(rf"(Variable|Hypothes[ie])s? {PLAIN}")
"""What may stand in a section, and nowhere else: outside of one it is an axiom."""

TOKEN = re.compile(r'(?P<end>\.(?=\s|\Z))|"(?:[^"]|"")*"|\(\*|\*\)|[^".(*]+|.', re.DOTALL)

TACTIC = re.compile(r"(?:[-+*{}\s]+|[\w,\s!\[\]-]+:(?!=))*+[a-z(\[]")
"""How a tactic begins, after bullets, braces and the goals it is for: else it is a command."""


@lru_cache(128)
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
    """Return what the files may not say, as 'file: sentence'.

    >>> faults({"A": "Axiom a : 0 = 1. (* not Admitted *)"})
    ['A: Axiom a : 0 = 1.']
    >>> faults({"Spec": "Definition a := 1. Lemma b : a = 1."})
    ['Spec: Lemma b : a = 1.']
    """
    found = []
    for name, text in texts.items():
        said = sentences(text)
        refused = [each for each in said if not each.replace("Σ", "").isascii()]
        if name == COMPARISON:
            refused += [each for each in said if not COMPARED.fullmatch(each)]
        elif name in SPECIFICATION:
            refused += _refused(said, SPECIFIED)
        else:
            refused += _refused(said, OTHERS)
        found += [f"{name}: {each}" for each in refused]
    return found + _twice(texts)


def _twice(texts: Mapping[str, str]) -> list[str]:
    """Return the later definitions of names that the specification defines twice.

    >>> _twice({"Spec": "Definition a := 1.", "SpecTurn": "Fixpoint a := 2. Definition b := 1."})
    ['SpecTurn: Fixpoint a := 2.']
    """
    seen, found = set[str](), []
    for name in SPECIFICATION:
        for each in sentences(texts.get(name, "")):
            if match := re.match(r"(?:Definition|Fixpoint|Record) (\w+)", each):
                found += [f"{name}: {each}"] if match[1] in seen else []
                seen.add(match[1])
    return found


def _refused(said: Iterable[str], allowed: re.Pattern[str]) -> Iterator[str]:
    """Yield the sentences of a file that are not allowed: proofs are in files of others only."""
    sections: list[str] = []
    proving = False
    for sentence in said:
        word = sentence.split()[0]
        if proving:
            proving = sentence not in ("Qed.", "Defined.", "Admitted.", "Abort.")
            if sentence == "Qed.":
                continue
            if not TACTIC.match(sentence) or re.search(r"\b(admit|give_up)\b", sentence):
                yield sentence
        elif sentence == "Proof." and allowed is OTHERS:
            proving = True
        elif word == "Section":
            sections.append(sentence.split()[1])
        elif sections and sentence == f"End {sections[-1]}":
            sections.pop()
        elif not (sections and VARIABLES.fullmatch(sentence)) and not allowed.fullmatch(sentence):
            yield sentence
