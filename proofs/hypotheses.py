"""The hypotheses of the theorems: that there is something which fulfils them.

A theorem whose hypotheses contradict each other is true, and says nothing.  Those on whole numbers
must not be contradictory, which Coq's `lia` decides.  For a theorem with any other hypothesis, such
as one on chances, README.md names an instance, "Real dice: `File.name`": a theorem without such
hypotheses, in whose proof the first is used.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from proofs import kernel
from proofs.listing import Listed

JUDGE = r"""
Ltac on_numbers P := lazymatch P with
  | (_ <= _)%nat => idtac
  | (_ < _)%nat => idtac
  | ?A /\ ?B => on_numbers A; on_numbers B
  end.
Ltac without_numbers := repeat match goal with
  H : ?P |- _ => lazymatch type of P with Prop => on_numbers P; clear H end end.
Ltac judged := tryif (exfalso; lia) then idtac "contradictory" else
  (without_numbers; tryif (match goal with
    H : ?P |- _ => lazymatch type of P with Prop => idtac end end)
  then idtac "others" else idtac "numbers").
"""
"""Tactics that print what the hypotheses of a goal are."""

INSTANCE = re.compile(r"Real dice: `(\w+\.\w+)`")


def differences(entries: Mapping[str, Listed], directory: Path) -> list[str]:
    """Return the theorems whose hypotheses nothing fulfils, as far as one can see."""
    kinds = judged(list(entries), directory)
    wrong = [
        f"{name} has contradictory hypotheses"
        for name, kind in kinds.items()
        if kind == "contradictory"
    ]
    instances: dict[str, str] = {}
    for name, kind in kinds.items():
        named = INSTANCE.search(entries[name].words)
        if kind != "others":
            continue
        if named is None:
            wrong.append(f"{name} has hypotheses, but no instance")
        elif kinds.get(named[1]) != "numbers":
            wrong.append(f"{named[1]}, the instance of {name}, has hypotheses itself, or is none")
        else:
            instances[name] = named[1]
    commands = dict.fromkeys(instances.values(), "Print Term")
    proofs = kernel.printed(commands, directory) if commands else {}
    wrong += [
        f"{instance} does not use {name}, of which it is the instance"
        for name, instance in instances.items()
        if not re.search(rf"(?<![\w.']){re.escape(name)}(?![\w'])", proofs[instance])
    ]
    return sorted(wrong)


def judged(names: list[str], directory: Path) -> dict[str, str]:
    """Return for each theorem "contradictory", "others" or, of hypotheses on numbers, "numbers"."""
    lines = ["From Coq Require Import Lia.", f"From Risk Require {kernel.files(names)}.", JUDGE]
    for name in names:
        lines.append(
            f"Goal True. let T := type of (@{name}) in assert T; "
            f'[intros; idtac "== {name}"; judged|]. Abort.'
        )
    said = re.findall(r"^== (.*)\n(\w+)$", kernel.output(lines, directory), re.MULTILINE)
    assert [name for name, _ in said] == names, said
    return dict(said)
