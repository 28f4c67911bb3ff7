"""The hypotheses of the theorems: that there is something which fulfils them.

A theorem whose hypotheses contradict each other is true, and says nothing.  Those on whole numbers
must not be contradictory, which Coq's `lia` decides, and something has to be of the type of each
argument.  A theorem with any other hypothesis, such as one on chances, needs an instance: the
theorem applied to arguments, among them proofs of all its hypotheses.  So the proof of an instance
is the theorem, and its arguments, and nothing else.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from proofs import kernel

JUDGE = r"""
Ltac on_numbers P := lazymatch P with
  | (_ <= _)%nat => idtac
  | (_ < _)%nat => idtac
  | ?A /\ ?B => on_numbers A; on_numbers B
  end.
Ltac some depth := intros; first
  [exact 2%nat | exact 1%Qc | exact nat | exact True | lazymatch depth with S ?less =>
    unshelve econstructor; some less end].
Ltac given checked H := lazymatch type of H with
  | forall x : nat, _ => specialize (H 3%nat) + specialize (H 2%nat) + specialize (H 8%nat) +
      specialize (H 1%nat) + specialize (H 0%nat); given checked H
  | forall x : ?A, _ => lazymatch type of A with
    | Prop => let h := fresh in assert (h : A);
        [lazymatch checked with true => cbn; lia | false => give_up end | specialize (H h)]
    | _ => let x := constr:(ltac:(some 3) : A) in specialize (H x)
    end; given checked H
  | _ => idtac
  end.
Ltac others := intros; repeat match goal with
  H : ?P |- _ => lazymatch type of P with Prop => on_numbers P; clear H end end;
  match goal with H : ?P |- _ => lazymatch type of P with Prop => idtac end end.
Ltac unnamed T := match T with
  | forall x : _, _ => T
  | _ => let U := eval red in T in unnamed U
  | _ => T
  end.
Ltac judge T :=
  let T := unnamed T in
  let fulfilled checked := assert_succeeds (assert T as H; [give_up | given checked H]) in
  tryif assert_succeeds (assert T; [others | ])
  then tryif fulfilled false then idtac "others" else idtac "unfulfilled"
  else tryif fulfilled true then idtac "numbers" else idtac "unfulfilled".
"""
"""Tactics that print what the hypotheses of a statement are, and find something for all of them.

Of the arguments, numbers are tried, and of other types there is `some` value; other hypotheses than
those on numbers are left to an instance.
"""


def differences(names: Mapping[str, str], instances: Sequence[str], directory: Path) -> list[str]:
    """Return the theorems whose hypotheses nothing fulfils, as far as one can see.

    `names` are 'File.theorem', each with what it is compared with, and some of them are
    `instances`, whose own words these have to be: no shorter ones that Coq takes for the same.
    """
    kinds = judged({n: names[n] if n in instances else "" for n in names}, directory)
    wrong = [
        f"{name} has arguments or hypotheses that nothing was found for"
        for name, kind in kinds.items()
        if kind == "unfulfilled"
    ]
    wrong += [
        f"{name} is compared with other words than its own"
        for name, kind in kinds.items()
        if kind == "reworded"
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


def judged(names: Mapping[str, str], directory: Path) -> dict[str, str]:
    """Return for each theorem what its hypotheses are, of theorems with their own words, or "".

    That is "unfulfilled", "others" or, of hypotheses on numbers alone, "numbers"; and "reworded" if
    the words are not those of the theorem.
    """
    lines = ["From Coq Require Import Lia.", *kernel.WORDS]
    lines += [f"From Risk Require {kernel.files(names)}.", JUDGE]
    for n, (name, words) in enumerate(names.items()):
        judge = "judge T"
        if words:
            lines.append(f"Definition own_{n} : Prop := {words}.")
            words = f"let U := eval cbv delta [own_{n}] in own_{n} in constr_eq T U"
            judge = f'tryif ({words}) then judge T else idtac "reworded"'
        lines.append(f'Goal True. idtac "== {name}". let T := type of (@{name}) in {judge}. Abort.')
    said = re.findall(r"^== (.*)\n(\w+)$", kernel.output(lines, directory), re.MULTILINE)
    assert [name for name, _ in said] == [*names], said
    return dict(said)
