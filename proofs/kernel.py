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
    """Return Coq's answers about theorems 'File.name' that are compiled in the directory.

    Axioms of any file there, used or not, are among them.
    """
    compiled = sorted({path.stem for path in directory.glob("*.vo")} - {"Questions"})
    modules = [f"Risk.{file}" for file in compiled]
    listed = [f"From Risk Require {' '.join(compiled)}.", "Set Short Module Printing."]
    questions = [
        *_each(dict.fromkeys(names, "Check")),
        *listed,
        *_each(dict.fromkeys(modules, "Print Module")),
    ]
    said = _parts(asked(questions, names, directory))
    assumed = dict.fromkeys(names, CLOSED)
    constants = [
        f"{file}.{each}"
        for file in modules
        for each in re.findall(r"(?:Parameter|Definition) (\S+)", said[file])
    ]
    if unproved := _assumed([*listed, _all(constants)], names, directory):
        printing = _each(dict.fromkeys(names, "Print Assumptions"))
        assumed = _parts(asked(printing, names, directory)) | unproved
    statements = {name: said[name].partition(":")[2] for name in names}
    return {
        name: Answer(normal(statements.get(name, "")), normal(text))
        for name, text in assumed.items()
    }


def _all(constants: Sequence[str]) -> str:
    bound = " in ".join(f"let _ := @{each}" for each in constants)
    return f"Definition all := {bound} in I. Print Assumptions all."


def _assumed(lines: Sequence[str], names: Sequence[str], directory: Path) -> dict[str, str]:
    """Return the axioms that Coq prints for these lines, by their names."""
    said = asked(lines, names, directory).strip()
    axioms = re.split(r"^(?=\S+ :|\S+$)", said.removeprefix("Axioms:\n"), flags=re.MULTILINE)
    return {} if said == CLOSED else {each.split()[0]: f"Axioms: {each}" for each in axioms if each}


def _each(commands: Mapping[str, str]) -> list[str]:
    """Return the command about each name, with the name before what is said of it."""
    return [
        f'Goal True. idtac "== {name}". Abort. {command} {name}.'
        for name, command in commands.items()
    ]


def _parts(said: str) -> dict[str, str]:
    r"""Return what is said after each line "== name".

    >>> _parts("== A.b\nA.b\n     : 1 = 1\n== A\n")
    {'A.b': 'A.b\n     : 1 = 1\n', 'A': ''}
    """
    parts = re.split(r"^== (.*)\n", said, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


SCOPES = "Open Scope nat_scope. Open Scope Qc_scope."

WORDS = [
    "From Coq Require Import List ZArith QArith Qcanon.",
    f"From Risk Require Import {' '.join(SPECIFICATION)}.",
    "Import ListNotations.",
    SCOPES,
]
"""How Coq reads a statement as it stands in the comparison."""


def asked(commands: Iterable[str], names: Iterable[str], directory: Path) -> str:
    """Return Coq's output for commands, with the files of names 'File.name' imported."""
    start = [
        *WORDS,
        f"From Risk Require Import {files(names)}.",
        SCOPES,  # a file may have opened another
        "Set Printing Width 100. Set Printing Depth 1000.",
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
        *_each(commands),
    ]
    answers = _parts(output(lines, directory))
    return {name: text.partition("\n\nArguments ")[0].strip() for name, text in answers.items()}


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
