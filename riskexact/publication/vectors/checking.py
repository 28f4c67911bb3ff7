"""A program that answers questions: it is run, and its answers are put beside the exact ones.

It reads a question a line, in JSON, and prints a number a line.  Which are wrong, by how much, and
why?
"""

import os
import re
import shlex
import signal
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import floor, log10, sqrt
from statistics import fmean
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import pluralize
from riskexact.publication.vectors.mistakes import MISTAKES, expected_with
from riskexact.publication.vectors.question import Asked, VectorQuestion

MAX_LINE_LENGTH = 10_000
"""The bytes of a line that are read: a number takes no more."""

LEAST_ERROR, LEAST_RELATIVE_ERROR = Fraction(1, 10**12), Fraction(1, 10**9)
"""An error up to the first, plus the second times the answer, is one of double precision."""

SKIPPED = ("", "skip")
"""What a program prints for a question that it does not know."""

NO_NUMBERS = ("nan", "inf", "infinity", "null", "none", "undefined")
"""What programs print, with a sign or without, where their arithmetic fails."""

PRINTED = re.compile(
    r"(?P<number>[+-]?(?:[0-9]{1,4300}/[0-9]{1,4300}"
    r"|(?=\.?[0-9])[0-9]{0,4300}(?:\.(?P<places>[0-9]{0,4300}))?(?:e(?P<exponent>[+-]?[0-9]{1,4}))?))"
    r"(?P<percent> ?%)?",
    re.IGNORECASE,
)
"""A fraction, a decimal or a percentage."""

COARSEST_ROUNDING = Fraction(1, 20)
"""A number that is printed no finer than this is no answer, rounded."""

COARSEST_MATCH = Fraction(1, 1000)
"""A number that is printed no finer than this fits too many mistakes to tell one."""

UNCERTAIN = Fraction(1, 50)
"""Chances between this and 1 less this show how far a simulation spreads."""

FEWEST_ERRORS, FEWEST_BATTLES, FARTHEST = 20, 100, 4.5
"""A simulation is inferred from this many errors, of this many battles, and this many deviations.

Of 2000 normal errors, one is beyond 4.5 standard deviations in one of 70 cases.
"""


def answers_of_program(command: str, questions: Sequence[str], seconds: int) -> list[str]:
    """Return the lines that a program prints within some seconds, one for each question.

    - `command`: the program and its arguments, as a shell would split them; no shell is started.

    Raises `RiskError` for a program that cannot be run, fails, takes longer, or prints another
    number of lines.
    """
    words = _words(command)
    with TemporaryFile() as asked, TemporaryFile() as complaints:
        asked.write("".join(f"{question}\n" for question in questions).encode())
        asked.seek(0)
        try:
            # a session of its own, to be ended with all that it starts
            process = Popen(
                words, stdin=asked, stdout=PIPE, stderr=complaints, start_new_session=True
            )
        except OSError as error:
            raise RiskError(
                f"COMMAND must be a program that can be run, not {short_repr(words[0])}: "
                f"{error.strerror}"
            ) from None
        with process:
            timer = Timer(seconds, _end, [process])
            timer.start()
            try:
                lines = _lines(process, len(questions))
                status = process.wait()
                late = timer.finished.is_set()
            finally:
                timer.cancel()
                _end(process)
        if late:
            raise RiskError(f"the program must end within {pluralize(seconds, 'second')}")
        if status:
            complaints.seek(max(0, complaints.tell() - MAX_LINE_LENGTH))
            said = _complaint(complaints.read().decode(errors="replace"))
            raise RiskError(
                f"the program must end with status 0, not {status}{said and ': '}{said}; asked "
                + short_repr(questions[min(len(lines), len(questions) - 1)])
            )
    if len(lines) != len(questions):
        raise RiskError(
            f"the program must print {pluralize(len(questions), 'line')}, one for each question, "
            f"not {len(lines)}"
        )
    return lines


def _complaint(text: str) -> str:
    """Return the error that a program printed: the last line that names one, or else the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception|panicked)\b.*", line)]
    return short_repr((errors or lines)[-1]) if lines else ""


def _words(command: str) -> list[str]:
    with suppress(ValueError):
        words = shlex.split(command)
        if words and "\0" not in command:
            return words
    raise RiskError(f"COMMAND must be a program and its arguments, not {short_repr(command)}")


def _lines(process: "Popen[bytes]", most: int) -> list[str]:
    """Return the lines that are printed; refuse a program that goes on and on."""
    assert process.stdout
    lines: list[str] = []
    while line := process.stdout.readline(MAX_LINE_LENGTH + 1):
        if len(line) > MAX_LINE_LENGTH or len(lines) == most:
            _end(process)
            raise RiskError(
                f"the program must print {pluralize(most, 'line')} of at most {MAX_LINE_LENGTH} "
                f"bytes, not more"
            )
        lines.append(line.decode(errors="replace").strip())
    return lines


def _end(process: "Popen[bytes]") -> None:
    """End the program, and what it started, if it is not over yet."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class ProgramAnswer(NamedTuple):
    """A number that a program printed, None for what is no number, and how finely.

    - `places`: decimal places, of the share for a percentage; `digits`: significant digits; both 0
      for a fraction.
    """

    text: str
    value: Fraction | None = None
    places: int = 0
    digits: int = 0

    @classmethod
    def of(cls, line: str) -> "ProgramAnswer":
        """Return the number of a line; raise `RiskError` for any other line.

        >>> ProgramAnswer.of("65.6 %")
        ProgramAnswer(text='65.6 %', value=Fraction(82, 125), places=3, digits=3)
        >>> ProgramAnswer.of("NaN").value
        >>> ProgramAnswer.of("about a half")
        Traceback (most recent call last):
            ...
        riskexact.RiskError: a line must be a number, "skip" or nothing, not 'about a half'
        """
        if line.lower().lstrip("+-") in NO_NUMBERS:
            return cls(line)
        match = PRINTED.fullmatch(line)
        if match is None or re.search("/0+$", match["number"]):
            raise RiskError(f'a line must be a number, "skip" or nothing, not {short_repr(line)}')
        percent = 2 if match["percent"] else 0
        value = Fraction(match["number"]) / 10**percent
        if "/" in line:
            return cls(line, value)
        places = len(match["places"] or "") - int(match["exponent"] or 0) + percent
        digits = re.sub("[^0-9]", "", line.lower().partition("e")[0]).lstrip("0")
        return cls(line, value, max(0, places), len(digits))


class Precision(NamedTuple):
    """How finely a program prints: the most decimal places, and the most significant digits."""

    places: int
    digits: int

    def unit(self, value: Fraction) -> tuple[Fraction, str]:
        """Return what one in the last place of a value is worth, and the place in words.

        >>> Precision(places=4, digits=4).unit(Fraction("0.0123"))
        (Fraction(1, 10000), '4 decimals')
        >>> Precision(places=9, digits=6).unit(Fraction("0.0123"))
        (Fraction(1, 10000000), '6 significant digits')
        """
        by_places = Fraction(1, 10**self.places)
        if value:
            exponent = floor(log10(abs(value.numerator)) - log10(value.denominator))
            by_digits = Fraction(10) ** (exponent + 1 - self.digits)
            if by_digits > by_places:
                return by_digits, pluralize(self.digits, "significant digit")
        return by_places, pluralize(self.places, "decimal")


class WrongAnswer(NamedTuple):
    """A wrong answer, and what would explain it."""

    question: VectorQuestion
    printed: ProgramAnswer
    reasons: tuple[str, ...] = ()

    @property
    def off(self) -> Fraction | None:
        """How far the answer is from the exact one, None for what is no number."""
        return None if self.printed.value is None else self.printed.value - self.question.exact

    @property
    def units(self) -> int:
        """The units that are in the question, or its dice."""
        return sum(each for each in self.question.asked.values() if isinstance(each, int))

    @property
    def chance(self) -> Fraction | None:
        """The number that was printed for a chance, None for other numbers."""
        return None if self.question.kind == "needs" else self.printed.value


class CheckedProgram(NamedTuple):
    """The result of a check: how many answers of each kind are right, or skipped, and the wrong."""

    right: Counter[str]
    skipped: Counter[str]
    wrong: tuple[WrongAnswer, ...]

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """What would explain wrong answers, and how many, the most first."""
        return Counter(reason for each in self.wrong for reason in each.reasons).most_common()


def checked_program(questions: Sequence[VectorQuestion], lines: Sequence[str]) -> CheckedProgram:
    """Return what is right and what is wrong in the lines that a program printed.

    Raises `RiskError` for a line that is neither a number nor "skip" nor empty.
    """
    right: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    wrong = []
    precision = Precision(0, 0)
    for number, (question, line) in enumerate(zip(questions, lines, strict=True), start=1):
        if line.lower() in SKIPPED:
            skipped[question.kind] += 1
            continue
        try:
            printed = ProgramAnswer.of(line)
        except RiskError as error:
            raise RiskError(f"line {number} of the program: {error}") from None
        precision = Precision(*map(max, zip(precision, printed[2:], strict=True)))
        if printed.value is not None and agree(printed.value, question.exact):
            right[question.kind] += 1
        else:
            wrong.append(WrongAnswer(question, printed))
    return CheckedProgram(right, skipped, tuple(_explained(wrong, precision)))


def _explained(wrong: Sequence[WrongAnswer], precision: Precision) -> list[WrongAnswer]:
    """Return the wrong answers with their reasons."""
    reasons = [_reasons(each, precision) for each in wrong]
    is_puzzling = 2 * sum(map(bool, reasons)) < len(wrong)
    chances = [
        (each.chance, each.question.exact, each.question.asked)
        for each in wrong
        if each.chance is not None
    ]
    simulated = simulation(chances) if is_puzzling else []
    return [
        each._replace(reasons=(*(simulated if each.chance is not None else ()), *own))
        for each, own in zip(wrong, reasons, strict=True)
    ]


def _reasons(wrong: WrongAnswer, precision: Precision) -> list[str]:
    value, exact = wrong.printed.value, wrong.question.exact
    if value is None:
        return ["it is no number"]
    (unit, place), off = precision.unit(value), exact - value
    if unit <= COARSEST_ROUNDING and -unit / 2 <= off < unit:
        rounded, cut = f"it is rounded to {place}", f"it is cut off after {place}"
        return [rounded] * (off <= unit / 2) + [cut] * (off > 0)
    fits = unit / 2 if unit <= COARSEST_MATCH else Fraction(0)
    return [
        mistake
        for mistake in MISTAKES
        if any(
            agree(value, other) or abs(value - other) <= fits
            for other in expected_with(mistake, wrong.question.asked)
        )
    ]


def simulation(
    chances: Sequence[tuple[Fraction, Fraction, Asked]], most: int | None = None
) -> list[str]:
    """Return how many battles were simulated, if the errors of some chances look like that.

    - `chances`: what was printed, what is exact, and the question.

    With or without one of the mistakes: the errors are those from what it would answer, to no more
    than the first `most` questions.
    """
    battles = _battles([(chance, exact) for chance, exact, _ in chances])
    if battles is not None:
        return [f"simulation of about {battles:,} battles"]
    for mistake in MISTAKES:
        pairs = [
            (chance, other)
            for chance, _, asked in chances[:most]
            for other in expected_with(mistake, asked)[:1]
        ]
        battles = _battles(pairs)
        if battles is not None:
            return [f"simulation of about {battles:,} battles, and {mistake}"]
    return []


def _battles(pairs: Sequence[tuple[Fraction, Fraction]]) -> int | None:
    """Return the number of battles whose shares of wins differ as much from the chances.

    The errors e of n battles have the variance p (1 - p) / n.  None for errors that are on one
    side, too far out, or not spread as normal ones, half of which are within 0.674 standard
    deviations.
    """
    if not all(0 <= share <= 1 for share, _ in pairs):
        return None
    relative = [
        float(share - p) / sqrt(p * (1 - p)) for share, p in pairs if UNCERTAIN < p < 1 - UNCERTAIN
    ]
    if len(relative) < FEWEST_ERRORS or not any(relative):
        return None
    n = 1 / fmean(e * e for e in relative)
    normal = [e * sqrt(n) for e in relative]
    inner = fmean(abs(z) < 0.674 for z in normal)
    if (
        n < FEWEST_BATTLES
        or max(map(abs, normal)) > FARTHEST
        or abs(sum(normal)) > FARTHEST * sqrt(len(normal))
        or abs(inner - 0.5) > FARTHEST / 2 / sqrt(len(normal))
    ):
        return None
    return int(float(f"{n:.2g}"))


def agree(value: Fraction, exact: Fraction, rounding: Fraction | int = 0) -> bool:
    """Return whether a number is exact, but for rounding and for errors of double precision."""
    return abs(value - exact) <= rounding + LEAST_ERROR + LEAST_RELATIVE_ERROR * abs(exact)
