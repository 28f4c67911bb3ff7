"""Coq: its input files, their compilation, and its answers about their theorems.

All output goes to the directory that is named; the sources in `proofs/coq` are copied there.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from proofs import catalogue, published
from proofs.theorem import ProofError
from proofs.vernacular import sentences

SOURCES = Path(__file__).parent / "coq"

CLOSED = "Closed under the global context"
"""Coq's answer for a theorem that needs no axiom."""


class Answer(NamedTuple):
    """A theorem as Coq prints it, and its axioms."""

    statement: str
    assumptions: str


def coqc() -> str:
    """Return the compiler; `ProofError` where it is not installed."""
    found = shutil.which("coqc")
    if found is None:
        raise ProofError("coqc is not installed: on Debian or Ubuntu, apt-get install coq")
    return found


def sources() -> dict[str, str]:
    """Return the text of each file, by its name: those of `proofs/coq`, and those generated.

    >>> sorted(set(sources()) - {path.stem for path in SOURCES.glob("*.v")})
    ['Catalogue', 'SingleLossTable', 'StandardTable']
    """
    written = {path.stem: path.read_text(encoding="utf-8") for path in SOURCES.glob("*.v")}
    return written | published.files() | {catalogue.FILE: catalogue.file(catalogue.rule_sets())}


def theorems(text: str) -> list[str]:
    r"""Return the names of the theorems of a file, without its lemmas.

    >>> theorems("Lemma a : 1 = 1. Proof. easy. Qed.\nTheorem b : 1 = 1. Proof. easy. Qed.")
    ['b']
    """
    found = (re.match(r"Theorem ([\w']+)", sentence) for sentence in sentences(text))
    return [match[1] for match in found if match]


def required(text: str) -> list[str]:
    r"""Return the files of this directory that a file requires.

    >>> required("From Coq Require Import Lia.\nFrom Risk Require Import\n  Sums Dice.")
    ['Sums', 'Dice']
    """
    found = (re.match(r"From Risk Require \w+ (.+)\.", sentence) for sentence in sentences(text))
    return " ".join(match[1] for match in found if match).split()


def compile_all(texts: Mapping[str, str], directory: Path) -> None:
    """Write the files there and compile them, each after those of them that it requires.

    Raises `ProofError` with Coq's message about the first that fails.
    """
    for name, text in texts.items():
        (directory / f"{name}.v").write_text(text, encoding="utf-8")
    order = TopologicalSorter(
        {name: set(required(text)) & texts.keys() for name, text in texts.items()}
    )
    order.prepare()
    running: dict[Future[str], str] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while order.is_active():
            running |= {pool.submit(compiled, name, directory): name for name in order.get_ready()}
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                done.result()
                order.done(running.pop(done))


def compiled(name: str, directory: Path) -> str:
    """Compile one file there, and return Coq's output; `ProofError` if it refuses."""
    command = [coqc(), "-q", "-Q", ".", "Risk", f"{name}.v"]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    if done.returncode:
        raise ProofError(f"Coq refuses {name}.v: {' '.join(done.stderr.split())[:2000]}")
    return done.stdout


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
        f"From Risk Require Import Sums Means {files(names)}.",
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
    (directory / "Questions.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return compiled("Questions", directory)


def normal(text: str) -> str:
    r"""Return a text of Coq with each run of white space as one blank.

    >>> normal("forall n,\n     n = n ")
    'forall n, n = n'
    """
    return " ".join(text.split())
