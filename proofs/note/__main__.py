"""`python -m proofs.note [FILE]`: make the checks of the note, then the note, as a PDF."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from proofs import kernel
from proofs.note.pictures import pictures
from proofs.note.values import values
from proofs.specification import compared
from proofs.theorem import ProofError
from riskexact.base.errors import RiskError

TEXT = Path(__file__).parent / "note.tex"

VALUE, THEOREM = re.compile(r"\\val\{([^}]*)\}"), re.compile(r"\\coq\{([^}]*)\}")

CLAIM = re.compile(r"\\claimed\{([^}]*)\}\{((?:[^{}]|\{[^}]*\})*)\}")
"""A theorem that Coq may have, and what of the text it proves."""

FAULT = re.compile(r"^(?:!|LaTeX Warning: (?:Ref|Cit)|Overfull).*", re.MULTILINE)
"""What LaTeX says of a text with mistakes, or of a line that is too long."""

TIMES = 3
"""LaTeX settles references to pages and tables in so many runs."""


def main(arguments: Sequence[str] = ()) -> int:
    """Make the note; exit status 1 if a check fails, or LaTeX is missing."""
    if len(arguments) > 1 or any(each.startswith("-") for each in arguments):
        print("usage: python -m proofs.note [FILE]", file=sys.stderr)
        return 2
    path = Path(arguments[0] if arguments else "note.pdf")
    try:
        proved = compared(kernel.sources()).keys()
        text = claimed(completed(TEXT.read_text(encoding="utf-8"), values()), proved)
        unproved = cited(text) - proved
        if unproved:
            raise ProofError(f"the note cites what is not specified: {', '.join(sorted(unproved))}")
        path.write_bytes(typeset(text))
    except (ProofError, RiskError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{path}: every check of the note holds")
    return 0


def completed(text: str, numbers: Mapping[str, str]) -> str:
    r"""Return the text with each number in the place of its name; refuse another name.

    >>> completed(r"a die has \val{faces} faces", {"faces": "6"})
    'a die has 6 faces'
    """
    missing = sorted(set(VALUE.findall(text)) - numbers.keys())
    if missing:
        raise ProofError(f"the note has no numbers {', '.join(missing)}")
    return VALUE.sub(lambda match: numbers[match[1]], text)


def claimed(text: str, proved: Collection[str]) -> str:
    r"""Return the text with each claim said to be in Coq, or proved by hand.

    >>> claimed(r"\claimed{A.b\_c}{all $r$}", {"A.b_c"})
    '\\checkedby{\\coq{A.b\\_c} for all $r$; the rest is proved here, by hand}'
    >>> claimed(r"\claimed{A.b\_c}{all $r$}", ())
    '\\byhand'
    """

    def said(match: re.Match[str]) -> str:
        if match[1].replace(r"\_", "_") not in proved:
            return r"\byhand"
        return rf"\checkedby{{\coq{{{match[1]}}} for {match[2]}; the rest is proved here, by hand}}"

    return CLAIM.sub(said, text)


def cited(text: str) -> set[str]:
    r"""Return the theorems that the text names.

    >>> cited(r"as \coq{A.b\_c} says")
    {'A.b_c'}
    """
    return {name.replace(r"\_", "_") for name in THEOREM.findall(text)}


def typeset(text: str) -> bytes:
    """Return the PDF, with the same bytes wherever the same LaTeX makes it."""
    if shutil.which("pdflatex") is None:
        raise ProofError("pdflatex is not installed: apt-get install texlive-latex-base")
    with TemporaryDirectory() as directory:
        there = Path(directory)
        (there / "note.tex").write_text(text, encoding="utf-8")
        for name, picture in pictures().items():
            (there / f"{name}.pdf").write_bytes(picture.pdf())
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "note.tex"]
        environment = os.environ | {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
        for _ in range(TIMES):
            run = subprocess.run(
                command, cwd=there, env=environment, capture_output=True, check=False
            )
        said = run.stdout.decode(errors="replace")
        faults = FAULT.findall(said)
        if run.returncode or faults:
            raise ProofError(f"LaTeX: {'; '.join(faults) or said[-200:]}")
        return (there / "note.pdf").read_bytes()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
