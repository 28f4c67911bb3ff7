"""`riskexact vectors`: test vectors for programs in any language, and a check of a program."""

import json
from argparse import Namespace
from collections import Counter

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Column, Data, Report, TableItem, Text
from riskexact.base.text import counted, signed_text
from riskexact.cli.output import UnwritableError, describe, pasted, printable, show
from riskexact.cli.parser import Command, refuse
from riskexact.cli.reading import one_of
from riskexact.evidence.vectors import VECTOR_KINDS, questions
from riskexact.evidence.vectors.checking import CheckedProgram, WrongAnswer, checked_program
from riskexact.evidence.vectors.program import answers_of_program
from riskexact.evidence.vectors.question import VectorQuestion
from riskexact.publication.vectors import write_vectors
from riskexact.rules.catalogue import rules_named

USUAL_SECONDS = 600
"""The time that a program has."""

MAX_WRONG_SHOWN = 20
"""The wrong answers that are printed as text."""


COMMAND = Command(
    "test vectors for programs in any language: questions with exact answers",
    "vectors -o vectors",
    "--check:program --only --timeout",
    common="--rules:names --json --output:directory",
    rules="all of them",
)


def run(options: Namespace) -> int:
    """Write the vectors, or check a program; return 1 if it is wrong."""
    if options.check is not None:
        return _check(options)
    refuse(options, ("only", "rules", "timeout"), "with --check")
    if options.output is None:
        raise RiskError("-o DIRECTORY or --check COMMAND must be given")
    return _write(options)


def _write(options: Namespace) -> int:
    directory, options.output = options.output, None
    try:
        files = write_vectors(directory)
    except OSError as error:
        reason = error.strerror or error
        raise UnwritableError(f"{shown(directory)} cannot be written: {reason}") from None
    size = sum(map(len, files.values()))
    echo = {
        "directory": directory,
        "files": len(files),
        "cases": len(questions()),
        "bytes": size,
    }
    text = Text(
        f"{printable(directory)}: {len(questions())} test vectors in "
        f"{counted(len(files), 'file')}, {size / 1e6:.1f} MB",
        f"riskexact verify {pasted(directory)} computes all of them again",
    )
    return show(Report("", echo, text), options)


def _check(options: Namespace) -> int:
    asked = _asked(options)
    describe(f"asking {counted(len(asked), 'question')}")
    typed = [json.dumps(each.json()) for each in asked]
    lines = answers_of_program(options.check, typed, options.timeout or USUAL_SECONDS)
    describe("comparing the answers")
    checked = checked_program(asked, lines)
    show(_report(options.check, checked), options)
    return 1 if checked.wrong else 0


def _asked(options: Namespace) -> list[VectorQuestion]:
    """Return the questions of the kinds, and under the rules, that are chosen."""
    kinds = [one_of(kind, "KIND", tuple(VECTOR_KINDS)) for kind in options.only or VECTOR_KINDS]
    names = options.rules if options.rules != ["all"] else None
    chosen = None if names is None else {rules_named(name) for name in names}
    asked = [
        each
        for each in questions()
        if each.kind in kinds and (chosen is None or chosen.issuperset(each.every_rules))
    ]
    if not asked:
        raise RiskError("there must be questions of the kinds and rules chosen, not none")
    return asked


def _report(command: str, checked: CheckedProgram) -> Report:
    wrong = Counter(each.question.kind for each in checked.wrong)
    each_kind = {
        kind: (checked.right[kind], wrong[kind], checked.skipped[kind]) for kind in VECTOR_KINDS
    }
    rows = [(*counts, kind) for kind, counts in each_kind.items() if any(counts)]
    total = checked.right.total(), wrong.total(), checked.skipped.total(), "all"
    keys = ("right", "wrong", "skipped", "kind")
    items = [
        Data("kinds", [dict(zip(keys, row, strict=True)) for row in rows]),
        TableItem("", [*map(Column, keys[:3]), Column("answers")], [*rows, total]),
        Data("reasons", [{"reason": why, "answers": n} for why, n in checked.reasons]),
        Data("wrong", [_wrong_json(each) for each in checked.wrong]),
    ]
    if checked.reasons:
        head = [Column("wrong"), Column("what would explain it")]
        items += [BLANK, TableItem("", head, [(n, why) for why, n in checked.reasons])]
    if checked.wrong:
        head = [Column("printed"), Column("exactly"), Column("off by"), Column("wrong answer")]
        items += [BLANK, TableItem("", head, map(_wrong_row, checked.wrong[:MAX_WRONG_SHOWN]))]
    if len(checked.wrong) > MAX_WRONG_SHOWN:
        items.append(Text(f"… {len(checked.wrong) - MAX_WRONG_SHOWN} more, which --json lists"))
    return Report("", {"command": command}, *items)


def _wrong_row(wrong: WrongAnswer) -> tuple[str, str, str, str]:
    off = "" if wrong.off is None else signed_text(wrong.off, 3)
    return printable(wrong.printed.text)[:24], wrong.exact.text(12), off, wrong.question.id


def _wrong_json(wrong: WrongAnswer) -> dict[str, object]:
    return {
        "id": wrong.question.id,
        "question": wrong.question.json(),
        "printed": wrong.printed.text,
        **wrong.exact.json(),
        "off": None if wrong.off is None else signed_text(wrong.off, 10),
        "reasons": list(wrong.reasons),
    }
