"""The hypotheses of the theorems: that there is something which fulfils them.

A theorem whose hypotheses contradict each other is true, and says nothing.  Those on whole numbers
must not be contradictory, which Coq's `lia` decides, and something has to be of the type of each
argument.  A theorem with any other hypothesis, such as one on chances, needs an instance: the
theorem applied to arguments, among them proofs of all its hypotheses.  So the proof of an instance
is the theorem, and its arguments, and nothing else.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from proofs import kernel

JUDGE = r"""
Ltac on_numbers P := lazymatch P with
  | (_ <= _)%nat => idtac
  | (_ < _)%nat => idtac
  | ?A /\ ?B => on_numbers A; on_numbers B
  end.
Ltac without_numbers := repeat match goal with
  H : ?P |- _ => lazymatch type of P with Prop => on_numbers P; clear H end end.
Ltac contradictory := exfalso; (lia || match goal with H : _ |- _ => solve [destruct H] end).
Ltac judged := tryif contradictory then idtac "contradictory" else
  (without_numbers; tryif (match goal with
    H : ?P |- _ => lazymatch type of P with Prop => idtac end end)
  then idtac "others" else idtac "numbers").
"""
"""Tactics that print what the hypotheses of a goal are."""


def differences(names: Sequence[str], instances: Sequence[str], directory: Path) -> list[str]:
    """Return the theorems whose hypotheses nothing fulfils, as far as one can see.

    `names` are 'File.theorem', and some of them are `instances`.
    """
    kinds = judged(names, directory)
    wrong = [
        f"{name} has contradictory hypotheses"
        for name, kind in kinds.items()
        if kind == "contradictory"
    ]
    bare = dict.fromkeys((name for name in instances if kinds[name] == "numbers"), "Print Term")
    proofs = kernel.printed(bare, directory) if bare else {}
    applied_to_something = set(map(applied, proofs.values()))
    wrong += [
        f"{name} has hypotheses, but no instance"
        for name, kind in kinds.items()
        if kind == "others" and name not in applied_to_something
    ]
    return sorted(wrong)


def applied(printed: str) -> str:
    """Return the theorem that a proof applies to arguments, as Coq prints the proof.

    >>> applied("A.b = fun (n : nat) (x := fun m => m) => let k := n in A.c k x : A.d n")
    'A.c'
    """
    term = kernel.normal(printed).partition(" = ")[2]
    while match := re.match(r"fun |let ", term):
        term = after(term[match.end() :], {"fun ": "=>", "let ": "in"}[match[0]])
    return term.partition(" ")[0].lstrip("@")


def after(text: str, end: str) -> str:
    """Return what comes after the word that ends a `fun` or `let` whose first word is past.

    >>> after("x := match y as z in N return P with _ => let y := 1 in y end in x", "in")
    'x'
    """
    within: list[str] = []
    for match in re.finditer(r"[(\[{]|[)\]}]|\b(let|in|match|end)\b|=>", text):
        word = match[0]
        if word == end and not within:
            return text[match.end() :].strip()
        if word in ("(", "[", "{", "let", "match"):
            within.append(word)
        elif word != "=>" and (word != "in" or within[-1] == "let"):
            within.pop()
    return ""


def judged(names: Sequence[str], directory: Path) -> dict[str, str]:
    """Return for each theorem "contradictory", "others" or, of hypotheses on numbers, "numbers"."""
    lines = ["From Coq Require Import Lia.", f"From Risk Require {kernel.files(names)}.", JUDGE]
    for name in names:
        lines.append(
            f"Goal True. let T := type of (@{name}) in assert T; "
            f'[intros; idtac "== {name}"; judged|]. Abort.'
        )
    said = re.findall(r"^== (.*)\n(\w+)$", kernel.output(lines, directory), re.MULTILINE)
    assert [name for name, _ in said] == [*names], said
    return dict(said)
