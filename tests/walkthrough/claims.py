"""The numbers that the four sources and the literature claim, checked against exact values.

The claims are in `claims.toml` and `literature.toml`: each with its place in the source, the number
as printed there, the *kind* of statement, and a question with arguments (`questions`).  The exact
value, the difference and the verdict are computed when they are asked for; `claims.txt` is their
table.

The kinds, for the exact value x and the printed number c:

    equals      c is exact: a whole number or a fraction
    rounded     c is a decimal or a percentage, right if x is within half a unit of its last place
                (either neighbour of a tie is right)
    float       c was computed in floating point, right within ten units of its last place
    about       c is an approximate percentage, right within 2.5 points: figures of this kind are
                multiples of five in the sources
    order       c is a power of ten, right if x is nearer to it than to any other: by less than √10
    more, less  x > c, x < c
    everywhere  a formula or a table, right if it is right in every cell checked
    implies     x is c times a chance that arithmetic cannot decide; the verdict names that chance

That the most dice are always best, which the Wolfram blog says without a number, is a theorem:
`saddle_point` of `proofs/README.md`.
"""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from riskexact.base.text import decimal_text, fraction_text, pluralize
from riskexact.publication.metadata import SOURCES, Source
from riskexact.rules import Rules
from riskexact.rules.catalogue import rules_named
from tests.walkthrough.questions import QUESTIONS, ComparedCells

FOLDER = Path(__file__).parent
DATA_FILES = ("claims.toml", "literature.toml")
"""The four sources, and the literature."""

TABLE = FOLDER / "claims.txt"

POINT = Fraction(1, 100)
MAX_OFF_ABOUT = Fraction(5, 2) * POINT
"""The largest distance of a value from a percentage of the kind "about"."""


class PrintedNumber(NamedTuple):
    """A number as printed: its value, and half a unit of its last place."""

    value: Fraction
    half_unit: Fraction
    percent: bool


def printed(text: str) -> PrintedNumber:
    """Return a number of a source: whole, a fraction, a decimal, a percentage or a power of ten.

    >>> printed("36.9 %")
    PrintedNumber(value=Fraction(369, 1000), half_unit=Fraction(1, 2000), percent=True)
    >>> printed("10^13").value == 10**13
    True
    """
    if text.startswith("10^"):
        return PrintedNumber(Fraction(10 ** int(text[3:])), Fraction(0), percent=False)
    if "/" in text:
        return PrintedNumber(Fraction(text), Fraction(0), percent=False)
    number, percent, _ = text.partition(" %")
    unit = POINT if percent else Fraction(1)
    half = Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    return PrintedNumber(Fraction(number) * unit, half * unit, bool(percent))


class Verdict(NamedTuple):
    """The result of a claim.

    - `exact`: the exact value; for a formula, the share of the cells in which it is right;
    - `difference`: the exact value minus the claimed one, exactly;
    - `right`: True or False if the claim is right or wrong, None if undecidable;
    - `words`: the verdict in words;
    - `cells`: the number of cells in which a formula was checked, else None.
    """

    exact: Fraction
    difference: Fraction
    right: bool | None
    words: str
    cells: int | None = None


class Claim(NamedTuple):
    """One statement of a source, as in the data.

    - `name`: source.entry or source.entry.case;
    - `rules`: those that the statement is about;
    - `place`, `says`: where the source says it, and what, in our words;
    - `number`: as printed; for a formula, its name;
    - `kind`: the kind of statement (see the module);
    - `question`, `arguments`: what decides it (see `questions`);
    - `reading`: the interpretation, if there could be another.
    """

    name: str
    source: Source
    rules: Rules
    place: str
    says: str
    number: str
    kind: str
    question: str
    arguments: tuple[tuple[str, Any], ...] = ()
    reading: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict, computed when first used."""
        return _verdict(self)


@lru_cache(maxsize=1024)
def _verdict(claim: Claim) -> Verdict:
    answer = QUESTIONS[claim.question](claim.rules, **dict(claim.arguments))
    if isinstance(answer, ComparedCells):
        share = Fraction(*answer)
        wrong = answer.all - answer.right
        words = f"wrong in {wrong} of {answer.all} cells" if wrong else "exact"
        return Verdict(share, share - 1, not wrong, words, answer.all)
    exact, number = Fraction(answer), printed(claim.number)
    return Verdict(exact, exact - number.value, *_judged(claim.kind, exact, number))


def _judged(kind: str, exact: Fraction, number: PrintedNumber) -> tuple[bool | None, str]:
    """Return whether the number is right, and the verdict in words."""
    claimed = number.value
    if kind == "implies":
        return None, f"undecided, implies {_digits(exact / claimed)}"
    if kind in ("more", "less"):
        right = exact > claimed if kind == "more" else exact < claimed
        return right, str(right).lower()
    if kind == "order":
        times = f"{_digits(exact / claimed)} times that"
        right = Fraction(1, 10) <= (exact / claimed) ** 2 < 10
        return right, f"right power of ten, {times}" if right else f"wrong, {times}"
    off = abs(exact - claimed)
    by = f"{_digits(off / POINT)} points" if number.percent else _digits(off)
    if not off:
        return True, "exact"
    if kind == "rounded" and off <= number.half_unit:
        return True, "rounded right"
    if kind == "float" and off <= 20 * number.half_unit:
        return True, f"right but for the last digit, off by {by}"
    if kind == "about" and off <= MAX_OFF_ABOUT:
        return True, f"about right, off by {by}"
    return False, f"wrong by {by}"


def _digits(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value, 3)


# --- the data -----------------------------------------------------------------------------------


def read_claims(text: str) -> dict[str, Claim]:
    """Return the claims of a TOML text by name.

    A table holds the claims of a source, its own or one of `riskexact.publication.metadata`, and
    the rules that it is about.  A claim with `cases` stands for one claim each, whose own keys take
    precedence.  Keys that are not fields of `Claim` are arguments of its question; a claim may have
    its own `rules`.
    """
    found: dict[str, Claim] = {}
    for source, table in tomllib.loads(text).items():
        cited = Source(**table["source"]) if "source" in table else SOURCES[source]
        for entry, shared in table["claims"].items():
            cases = shared.pop("cases", {})
            each = {f"{source}.{entry}.{case}": shared | own for case, own in cases.items()}
            for name, keys in (each or {f"{source}.{entry}": shared}).items():
                found[name] = _claim(name, {"rules": table["rules"]} | keys, cited)
    return found


TEXTS = ("place", "says", "number", "kind", "question", "reading")


def _claim(name: str, keys: dict[str, Any], source: Source) -> Claim:
    rules = rules_named(keys.pop("rules"))
    texts = {key: " ".join(keys.pop(key).split()) for key in TEXTS if key in keys}
    arguments = tuple((key, _frozen(value)) for key, value in keys.items())
    return Claim(name, source, rules, arguments=arguments, **texts)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


CLAIMS = {
    name: claim
    for file in DATA_FILES
    for name, claim in read_claims((FOLDER / file).read_text(encoding="utf-8")).items()
}
"""The claims of the four sources and of the literature, by name."""


# --- the table ----------------------------------------------------------------------------------

MAX_SHOWN = 24
"""Characters of a printed number, and of a fraction, that the table shows whole."""

CLAIMED = {"about": "about ", "order": "about ", "more": "over ", "less": "under "}
"""What stands before the number, by kind."""


def table() -> str:
    """Return the claims of each source beside the exact values, and how many are right."""
    heading = ("claim", "what it says", "number", "exactly", "verdict")
    texts = [heading, *map(_row, CLAIMS.values())]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    head, *rows = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in texts)
    lines: list[str] = []
    pairs = zip(CLAIMS.values(), rows, strict=True)
    for source, group in groupby(pairs, key=lambda pair: pair[0].source):
        lines += [str(source), head, *(row for _, row in group), ""]
    right = [claim.verdict.right for claim in CLAIMS.values()]
    lines.append(
        f"{pluralize(len(right), 'entry', 'entries')}: {right.count(True)} right, "
        f"{right.count(False)} wrong, {right.count(None)} undecided"
    )
    return "\n".join([*lines, ""])


def _row(claim: Claim) -> tuple[str, ...]:
    number = CLAIMED.get(claim.kind, "") + claim.number
    if len(claim.number) > MAX_SHOWN:  # only the ends
        number = "/".join(f"{part[:6]}...{part[-4:]}" for part in claim.number.split("/"))
    exactly = " = ".join(_exactly(claim))
    return claim.name, claim.says, number, exactly, claim.verdict.words


def _exactly(claim: Claim) -> Iterator[str]:
    """Yield the exact value as the claim states it, in cells, in percent or plainly; a fraction."""
    exact, cells = claim.verdict.exact, claim.verdict.cells
    if cells is not None:
        yield f"in {exact * cells} of {pluralize(cells, 'cell')}"
        return
    stated = len(claim.number.partition(".")[2].partition(" ")[0])
    percent = printed(claim.number).percent
    size = exact / POINT if percent else exact
    text = str(size) if size.denominator == 1 else decimal_text(size, max(stated + 3, 5))
    yield text + (" %" if percent else "")
    if exact.denominator > 1 and len(fraction_text(exact)) <= MAX_SHOWN:
        yield fraction_text(exact)
