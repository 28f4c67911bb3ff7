"""`riskexact dice`: whether the dice of a log are fair."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from fractions import Fraction

from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BRIEF_DIGITS,
    Column,
    Data,
    Item,
    Report,
    TableItem,
    Text,
    chance_data,
)
from riskexact.base.text import (
    DIGITS,
    HALF,
    chance_text,
    decimal_text,
    percent_text,
    pluralize,
)
from riskexact.cli.parser import Command, Option
from riskexact.logs import BIASES, DiceLog, LogTest, dice_log, log_of_text
from riskexact.logs.power import ENOUGH, LEVEL
from riskexact.logs.rows import MAX_LOG_BYTES
from riskexact.logs.scores import rounded
from riskexact.logs.throw_tests import FACE_BIASES, dice_needed, face_power
from riskexact.logs.throws import SIDES, die_of
from riskexact.rules import STANDARD
from riskexact.rules.files import text_of_bytes
from riskexact.rules.hand import Die

SCORES = {
    "wins": "wins: battles that the attacker won",
    "losses": "losses: defenders lost less attackers lost",
    "surprise": "surprise: log2 (1 / chance) of each row, in quarters of a bit",
    "attack dice": "attack dice, defence dice: how often the oddest of their faces shows",
    "repetition": "repetition: throws in the longest run that is in the log twice, in order",
    "neighbours": "neighbours: the losses of a throw times those of the next, added up",
}

MAX_SKIPPED = 5
"""Rows that are skipped of which text says what is wrong."""

BiasPowers = Sequence[tuple[Fraction, Fraction, int | None]]
"""Biases, each with the chance that it shows, and how many show it."""

CAVEATS = (
    "A log that was chosen because it looked unlucky proves nothing: decide first what to record,",
    "then record all of it. The sizes of battles, and numbers of dice, are taken as given.",
)

LOG = Option(
    "LOG",
    "CSV or JSON with attackers, defenders, attackers_left, defenders_left, rules, mode (dice "
    "or blitz), or attack_dice, defence_dice, attackers_lost, defenders_lost, rules, or the dice: "
    "attack, defence, rules, or a throw a line: 6 4 2 - 5 3; - for standard input",
)

COMMAND = Command(
    "are the dice of a log fair? Exact tests of many battles or rounds together",
    "dice battles.csv",
    "LOG --armies --skip-bad",
    common="--rules:or --format --json --output",
    rules="standard, if the log does not say",
    group="Mathematics",
    own={"LOG": LOG, "--skip-bad": "leave out rows that cannot be, and say how many and why"},
)


def asked_log(options: Namespace) -> DiceLog:
    """Return the log that is named, or that comes on standard input."""
    asked = options.armies, options.rules or STANDARD, getattr(options, "skip_bad", False)
    if options.log != "-":
        return dice_log(options.log, *asked)
    try:
        data = sys.stdin.buffer.read(MAX_LOG_BYTES + 1)
    except (AttributeError, OSError):  # it is closed, or None
        raise RiskError("standard input must be open, to be read") from None
    text = text_of_bytes(data, "standard input", MAX_LOG_BYTES)
    return log_of_text(text, "standard input", *asked)


def run(options: Namespace) -> Report:
    """Return the tests of the log; a small p-value is not an error."""
    log = asked_log(options)
    what = "rounds" if log.rounds else "battles"
    power = [(bias, log.power(bias), log.needed(bias)) for bias in BIASES]
    counts = {name: getattr(log, name) for name in ("battles", "rounds", "in_part", "impossible")}
    size = pluralize(log.rounds, "round") if log.rounds else pluralize(log.battles, "battle")
    report = Report(
        f"{size}: are the dice fair?",
        counts | {"left_out": dict(log.left_out), "skipped": log.skipped},
        Data("tests", [_data(test) for test in log.tests]),
        TableItem(
            "",
            ["test", "observed", "expected", "p-value", "corrected"],
            [_row(test) for test in log.tests],
        ),
        Text("", *(SCORES[test.name] for test in log.tests if test.name in SCORES)),
        *_faces(log),
        Text("", *_verdict(log), "", *_meaning(log), ""),
        Data("level", LEVEL),
        _power_table("power", 0, HALF, power, what),
        *_face_power(log),
        Text("", *CAVEATS),
    )
    report.fractions = False  # they are as long as the log
    return report


def _faces(log: DiceLog) -> Iterator[Item]:
    """Yield how often each face shows, and where throws stand twice; in text if dice are known."""
    yield Data("faces", [_face_data(each) for each in log.faces])
    yield Data("repetition", log.repetition._asdict() if log.throws else None)
    if log.throws:
        rows = [(each.name.split()[0], each.face, *_row(each)[1:4]) for each in log.faces]
        yield Text("")
        yield TableItem("", ["dice", "face", "observed", "expected", "p-value"], rows)


def _face_data(test: LogTest) -> dict[str, object]:
    told = _data(test)
    parts = {key: told[key] for key in ("face", "expected", "p_value_at_least", "p_value")}
    on_die = {"observed": test.least, "on_die": bool(test.expected)}
    return {"side": test.name.split()[0]} | parts | on_die


def _face_power(log: DiceLog) -> Iterator[Item]:
    """Yield what bias of a face would show in the dice of each side."""
    if not log.throws:
        yield Data("face_power", [])
        return
    dice = min(sum(len(getattr(throw, side)) for throw in log.throws) for side in SIDES)
    die = die_of(log.throws[0].rules, SIDES[0])
    fair = Fraction(die.weights[-1], die.total)
    rows = [
        (fair * bias, face_power(dice, fair, bias), dice_needed(fair, bias))
        for bias in (FACE_BIASES if fair <= HALF else ())
    ]
    yield Text("", f"The same of a face, by its own p-value, in {dice:,} dice of a side:", "")
    yield _power_table("face_power", 3, fair, rows, "dice")
    if die == Die(6):
        yield Text("The first is a face of `rand() % 6`, where `rand()` has 15 bits.")


def _power_table(name: str, digits: int, fair: Fraction, power: BiasPowers, what: str) -> TableItem:
    """Return the power for each bias, and how many of what show it."""
    columns = [
        Column(f"instead of {percent_text(fair, digits)} %"),
        Column("chance that such a log shows it", show=chance_text),
        Column(f"{what} that show it with {percent_text(ENOUGH, 0)} %"),
        Column(None, "bias"),
        Column(None, "chance", "chance"),
        Column(None, "needed"),
    ]
    rows = [
        (
            " or ".join(f"{percent_text(fair + x, digits)} %" for x in (bias, -bias)),
            chance,
            "more than a million" if needed is None else f"{needed:,}",
            bias,
            chance,
            needed,
        )
        for bias, chance, needed in power
    ]
    return TableItem(name, columns, rows)


def p_text(p_value: Fraction, digits: int) -> str:
    """Return a p-value in this many digits; unlike a chance it is 1 where it rounds to 1.

    >>> p_text(Fraction(2, 3), 4), p_text(1 - Fraction(1, 10**14), 4)
    ('0.6667', '1')
    """
    return decimal_text(rounded(p_value, round, digits), digits)


def _p_data(p_value: Fraction) -> dict[str, object]:
    return {"fraction": None, "decimal": p_text(p_value, DIGITS), "double": float(p_value)}


def _data(test: LogTest) -> dict[str, object]:
    return {
        "name": test.name,
        **dict(zip(("attackers_lost", "defenders_lost"), test.losses or (), strict=False)),
        **({} if test.face is None else {"face": test.face}),
        "statistic": test.least if test.least == test.most else None,
        "statistic_at_least": test.least,
        "statistic_at_most": test.most,
        "expected": chance_data(test.expected),
        "p_value": _p_data(test.p_value),
        "p_value_at_least": _p_data(test.p_value_at_least),
        "corrected": _p_data(test.corrected),
    }


def _row(test: LogTest) -> list[str]:
    which = "" if test.losses is None else ", lost {} v {}".format(*test.losses)
    which += "" if test.face is None else f", {test.face}"
    p_values = [p_text(p, BRIEF_DIGITS) for p in (test.p_value_at_least, test.p_value)]
    bound, mean = test.expected is None, test.expected or Fraction(0)
    return [
        test.name + which,
        " to ".join(map(str, sorted({test.least, test.most}))),
        "" if bound else "-" * (mean < 0) + percent_text(abs(mean) / 100),
        f"at most {p_values[1]}" if bound else " to ".join(dict.fromkeys(p_values)),
        p_text(test.corrected, BRIEF_DIGITS),
    ]


def _verdict(log: DiceLog) -> Iterator[str]:
    least = min(test.corrected for test in log.tests)
    for each in log.faces:
        if not each.expected:
            times = pluralize(each.least, "time")
            yield f"The {each.name} show {each.face} ({times}), a face that they do not have."
    if any(test.name == "repetition" and test.corrected <= LEVEL for test in log.tests):
        length, first, second = log.repetition
        run = pluralize(length, "throw")
        yield f"From number {second} on {run} are those from number {first} on once more:"
        yield "a generator that begins anew repeats itself like that."
    if log.impossible:
        yield f"{pluralize(log.impossible, 'battle')} ended as Balanced Blitz 3.3 never ends one:"
        yield "so it did not decide all of these."
    elif least <= LEVEL:
        yield f"Of all logs with fair dice, at most {chance_text(least)} look as odd as this one,"
        yield "in the test that is the oddest for it. This speaks against fair dice."
    else:
        yield "Nothing here speaks against fair dice. That does not prove them fair: a small bias"
        yield "would not show in a log of this size."


def _meaning(log: DiceLog) -> Iterator[str]:
    """Yield what is known in part, skipped, or left out, and what a bias is."""
    if log.skipped:
        yield f"Skipped, as they cannot be: {pluralize(len(log.skipped), 'row')}."
        yield from log.skipped[:MAX_SKIPPED]
        yield from ["…"] if len(log.skipped) > MAX_SKIPPED else []
        yield ""
    if log.in_part:
        what = "rounds" if log.rounds else "battles"
        yield f"{log.in_part} of the {what} are known in part. They may have ended in any way that"
        yield "fits what is known: the p-value is somewhere in its range, and the upper end counts."
        yield ""
    if log.left_out:
        reasons = ", ".join(f"{name} of {n}" for name, n in log.left_out.items())
        yield f"Left out, because something is unknown: {reasons}. If that depends on how the row"
        yield "ended, the tests are not valid, unless least_lost says which rows are in the log."
        yield ""
    what = "a unit that falls is the defender's" if log.rounds else "the attacker wins"
    test = "losses" if log.rounds else "wins"
    level = percent_text(LEVEL, 0)
    yield f"What could show, by a p-value of the {test} of {level} % or less: biased dice. Where"
    yield f"the chance that {what} should be 50 %, it is this one instead,"
    yield "and all odds change by the same factor."
