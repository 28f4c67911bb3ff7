"""`riskexact vectors`: test vectors for programs in any language, and a check of a program."""

import json
from argparse import Namespace
from collections import Counter
from functools import partial

from riskexact.base.arguments import number, one_of, short_repr
from riskexact.base.errors import RiskError, UnwritableError
from riskexact.base.report import BLANK, Data, Report, TableItem, Text
from riskexact.base.text import join_words, pluralize, signed_text
from riskexact.cli.output import describe, pasted, printable
from riskexact.cli.parser import Command, Option, names, refuse
from riskexact.publication.vectors import write_vectors
from riskexact.publication.vectors.checking import (
    CheckedProgram,
    WrongAnswer,
    answers_of_program,
    checked_program,
)
from riskexact.publication.vectors.question import ANSWERS, VectorQuestion, digits_of, questions
from riskexact.rules.catalogue import known_as, rules_named

USUAL_SECONDS = 600
"""The time that a program has."""

MAX_WRONG_SHOWN = 20
"""The wrong answers that are printed as text."""

COMMAND = Command(
    "test vectors for programs in any language: questions with exact answers",
    "vectors -o vectors",
    "--check --only --timeout",
    common="--rules:names --json --output",
    rules="all of them",
    group="Publishing",
    own={
        "--check": Option(
            "COMMAND",
            "run a program that reads a question a line, in JSON as in the vectors, and prints a "
            "number a line, or skip; say which are wrong, by how much, and what would explain it",
        ),
        "--only": Option("KIND", "ask questions of this kind only, such as wins", names),
        "--timeout": Option(
            "SECONDS",
            "end a program that takes longer (default: 600)",
            partial(number, least=1, most=1_000_000),
        ),
        "--output": Option(
            "NAME", "the directory of the vectors; with --check, the file of the report"
        ),
    },
)


def run(options: Namespace) -> Report:
    """Write the vectors, or check a program, which may be wrong."""
    if options.check is not None:
        asked = _asked(options)
        describe(f"asking {pluralize(len(asked), 'question')}")
        typed = [json.dumps(each.asked) for each in asked]
        lines = answers_of_program(options.check, typed, options.timeout or USUAL_SECONDS)
        describe("comparing the answers")
        return _report(options.check, checked_program(asked, lines))
    refuse(options, ("only", "rules", "timeout"), "with --check")
    if options.output is None:
        raise RiskError("-o DIRECTORY or --check COMMAND must be given")
    directory, options.output = options.output, None
    try:
        files = write_vectors(directory)
    except OSError as error:
        reason = error.strerror or error
        raise UnwritableError(f"{short_repr(directory)} cannot be written: {reason}") from None
    size, cases = sum(map(len, files.values())), len(questions())
    return Report(
        "",
        {"directory": directory, "files": len(files), "cases": cases, "bytes": size},
        Text(
            f"{printable(directory)}: {cases} test vectors in {pluralize(len(files), 'file')}, "
            f"{size / 1e6:.1f} MB",
            f"riskexact verify {pasted(directory)} computes all of them again",
        ),
    )


def _asked(options: Namespace) -> list[VectorQuestion]:
    """Return the questions of the kinds, and under the rules, that are chosen."""
    kinds = [one_of(kind, "KIND", [*ANSWERS]) for kind in options.only or ANSWERS]
    names = [] if options.rules in (None, ["all"]) else options.rules
    chosen = {rules_named(name) for name in names}
    found = [each for each in questions() if each.kind in kinds]
    asked = [each for each in found if not chosen or chosen.issuperset(each.rules)]
    if not asked:
        known = dict.fromkeys(name for each in found for name in map(known_as, each.rules) if name)
        of_kinds = f" of {join_words(kinds)}" if options.only else ""
        raise RiskError(
            f"rules of test vectors{of_kinds} must be some of {', '.join(known)}, "
            f"not {', '.join(names)}"
        )
    return asked


def _report(command: str, checked: CheckedProgram) -> Report:
    wrong = Counter(each.question.kind for each in checked.wrong)
    answers = {"right": checked.right, "wrong": wrong, "skipped": checked.skipped}
    rows = [(*(each[kind] for each in answers.values()), kind) for kind in ANSWERS]
    rows = [row for row in rows if any(row[:3])]
    total = (*(each.total() for each in answers.values()), "all")
    items = [
        Data("kinds", [dict(zip((*answers, "kind"), row, strict=True)) for row in rows]),
        TableItem("", [*answers, "answers"], [*rows, total]),
        Data("reasons", [{"reason": why, "answers": n} for why, n in checked.reasons]),
        Data("wrong", [_wrong(each) for each in checked.wrong]),
    ]
    if checked.reasons:
        explained = [(n, why) for why, n in checked.reasons]
        items += [BLANK, TableItem("", ["wrong", "what would explain it"], explained)]
    if checked.wrong:
        rows = [
            (
                printable(each.printed.text)[:24],
                digits_of(each.question.exact, 12),
                each.off and signed_text(each.off, 3),
                each.question.id,
            )
            for each in checked.wrong[:MAX_WRONG_SHOWN]
        ]
        items += [BLANK, TableItem("", ["printed", "exactly", "off by", "wrong answer"], rows)]
    puzzling = [each for each in checked.wrong if not each.reasons]
    if puzzling:
        smallest = min(puzzling, key=lambda each: each.units)
        items.append(Text("", f"the smallest that nothing explains: {smallest.question.id}"))
    if len(checked.wrong) > MAX_WRONG_SHOWN:
        items.append(Text(f"… {len(checked.wrong) - MAX_WRONG_SHOWN} more, which --json lists"))
    nothing = not (checked.right or checked.wrong)
    items += [Text("", "nothing was answered: the program skipped every question")] * nothing
    report = Report("", {"command": command}, *items)
    report.failed = nothing or bool(checked.wrong)
    return report


def _wrong(wrong: WrongAnswer) -> dict[str, object]:
    return {
        "id": wrong.question.id,
        "question": wrong.question.asked,
        "printed": wrong.printed.text,
        **wrong.question.answer,
        "off": None if wrong.off is None else signed_text(wrong.off, 10),
        "reasons": list(wrong.reasons),
    }
