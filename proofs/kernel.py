"""Coq: its input files, and its answers about their theorems.

`riskexact.certificates.coq` compiles the files into the directory that is named, and keeps them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from proofs import published
from proofs.vernacular import SPECIFICATION, sentences
from riskexact.certificates import coq

SOURCES = Path(__file__).parent / "coq"

CLOSED = "Closed under the global context"
"""Coq's answer for a theorem that needs no axiom."""


class Answer(NamedTuple):
    """A theorem as Coq prints it, and its axioms."""

    statement: str
    assumptions: str


def sources() -> dict[str, str]:
    """Return the text of each file, by its name: those of `proofs/coq`, and those generated.

    >>> sorted(set(sources()) - written())
    ['SingleLossTable', 'StandardTable']
    """
    texts = {name: (SOURCES / f"{name}.v").read_text(encoding="utf-8") for name in written()}
    return {**texts, **published.files()}


def written() -> set[str]:
    """Return the names of the files of `proofs/coq`."""
    return {path.stem for path in SOURCES.glob("*.v")}


def theorems(text: str) -> list[str]:
    r"""Return the names of the theorems of a file, without its lemmas.

    >>> theorems("Lemma a : 1 = 1. Proof. easy. Qed.\nTheorem b : 1 = 1. Proof. easy. Qed.")
    ['b']
    """
    found = (re.match(r"Theorem ([\w']+)", sentence) for sentence in sentences(text))
    return [match[1] for match in found if match]


def answers(names: Sequence[str], directory: Path) -> dict[str, Answer]:
    """Return Coq's answers about theorems 'File.name' that are compiled in the directory."""
    together = f"Definition all := ({', '.join(f'@{name}' for name in names)})."
    closed = asked([together, "Print Assumptions all."], names, directory).strip() == CLOSED
    questions = []
    for name in names:
        questions += [f'Goal True. idtac "== {name}". Abort.', f"Check {name}."]
        questions += [] if closed else [f"Print Assumptions {name}."]
    said = re.split(r"^== (.*)\n", asked(questions, names, directory), flags=re.MULTILINE)[1:]
    found = {}
    for name, text in zip(said[::2], said[1::2], strict=True):
        match = re.fullmatch(r"\w+\s+:\s(.*?)(Closed under.*|Axioms:.*|)", text, re.DOTALL)
        assert match, text
        found[name] = Answer(normal(match[1]), CLOSED if closed else normal(match[2]))
    return found


def asked(commands: Iterable[str], names: Iterable[str], directory: Path) -> str:
    """Return Coq's output for commands, with the files of names 'File.name' imported."""
    start = [
        "From Coq Require Import List ZArith QArith Qcanon.",
        f"From Risk Require Import {' '.join(SPECIFICATION)} {files(names)}.",
        "Import ListNotations.",
        "Set Printing Width 100. Set Printing Depth 1000.",
        "Open Scope nat_scope. Open Scope Qc_scope.",
    ]
    return output([*start, *commands], directory)


def printed(commands: Mapping[str, str], directory: Path) -> dict[str, str]:
    """Return Coq's answers to a command about each name, as it understands it.

    Nothing but numbers has a notation, and each name comes with its file.
    """
    lines = [
        f"From Risk Require {files(commands)}.",
        "From Coq Require Import BinNums.",
        "Set Printing Width 100. Set Printing Depth 10000.",
    ]
    for name, command in commands.items():
        lines += [f'Goal True. idtac "== {name}". Abort.', f"{command} {name}."]
    parts = re.split(r"^== (.*)\n", output(lines, directory), flags=re.MULTILINE)[1:]
    answers = zip(parts[::2], parts[1::2], strict=True)
    return {name: text.partition("\n\nArguments ")[0].strip() for name, text in answers}


def files(names: Iterable[str]) -> str:
    """Return the files of names 'File.name', as a command lists them.

    >>> files(["A.b", "A.c", "B.d"])
    'A B'
    """
    return " ".join(dict.fromkeys(name.partition(".")[0] for name in names))


def output(lines: Iterable[str], directory: Path) -> str:
    """Return Coq's output for a file of these lines, beside the compiled ones."""
    return coq.read("Questions", "\n".join(lines) + "\n", directory)


def normal(text: str) -> str:
    r"""Return a text of Coq with each run of white space as one blank.

    >>> normal("forall n,\n     n = n ")
    'forall n, n = n'
    """
    return " ".join(text.split())
