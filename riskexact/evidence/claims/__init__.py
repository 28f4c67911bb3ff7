"""The numbers that the four sources and the literature claim, checked against exact values.

The claims are in `claims.toml` and `literature.toml`: each with its place in the source, the number
as printed there, the *kind* of statement, and a question with arguments (`claims.questions`).  The
exact value, the difference and the verdict are computed when they are asked for.

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

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, NamedTuple

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.base.text import decimal_text
from riskexact.evidence.claims.questions import QUESTIONS, ComparedCells
from riskexact.rules import Rules
from riskexact.rules.catalogue import rules_named

if TYPE_CHECKING:
    CLAIMS: Mapping[str, "Claim"]
    """The claims of the four sources and of the literature, by name."""

POINT = Fraction(1, 100)
MAX_OFF_ABOUT = Fraction(5, 2) * POINT
"""The largest distance of a value from a percentage of the kind "about"."""


@dataclass(frozen=True)
class Source:
    """A document: its author (if named), title, date, address, and the rules that it is about."""

    title: str
    rules: Rules
    author: str = ""
    date: str = ""
    address: str = ""

    def __str__(self) -> str:
        """Return the source as cited."""
        return ", ".join(filter(None, (self.author, self.title, self.date)))


class PrintedNumber(NamedTuple):
    """A number as printed: its value, and half a unit of its last place."""

    value: Fraction
    half_unit: Fraction
    percent: bool


_NUMBER = re.compile(
    r"(?P<fraction>[0-9]{1,600}/(?=0*[1-9])[0-9]{1,600})|10\^(?P<power>[0-9]{1,3})"
    r"|(?P<decimal>[0-9]{1,600}(\.(?P<places>[0-9]{1,600}))?)(?P<percent> %)?"
)


def printed(text: str) -> PrintedNumber:
    """Return a number of a source: whole, a fraction, a decimal, a percentage or a power of ten.

    >>> printed("36.9 %")
    PrintedNumber(value=Fraction(369, 1000), half_unit=Fraction(1, 2000), percent=True)
    >>> printed("10^13").value == 10**13
    True
    """
    match = _NUMBER.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise RiskError(
            "number must be whole, p/q, a decimal or 10^n, or percent as in '5 %', "
            f"not {shown(text)}"
        )
    if match["fraction"]:
        return PrintedNumber(Fraction(match["fraction"]), Fraction(0), percent=False)
    if match["power"]:
        return PrintedNumber(Fraction(10 ** int(match["power"])), Fraction(0), percent=False)
    unit = POINT if match["percent"] else Fraction(1)
    half = Fraction(1, 2 * 10 ** len(match["places"] or ""))
    return PrintedNumber(Fraction(match["decimal"]) * unit, half * unit, bool(match["percent"]))


@dataclass(frozen=True)
class Verdict:
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


@dataclass(frozen=True)
class Claim(Frozen):
    """One statement of a source, as in `claims.toml`.

    - `name`: source.entry or source.entry.case;
    - `place`, `says`: where the source says it, and what, in our words;
    - `number`: as printed; for a formula, its name;
    - `kind`: the kind of statement (see the module);
    - `question`, `arguments`: what decides it (see `claims.questions`);
    - `reading`: the interpretation, if there could be another;
    - `own_rules`: the rules, if they are other than those of the source.

    Raises a `RiskError` that names the claim if the fields do not fit together.

    >>> from riskexact.evidence.claims import CLAIMS
    >>> claim = CLAIMS["attack.battle.1000v1000"]
    >>> claim.number, claim.verdict.right, claim.verdict.words
    ('0.05 %', False, 'wrong by 0.486 points')
    >>> from dataclasses import replace
    >>> replace(claim, number="0.54 %").verdict.words
    'rounded right'
    """

    name: str
    source: Source
    place: str
    says: str
    number: str
    kind: str
    question: str
    arguments: tuple[tuple[str, Any], ...] = ()
    reading: str = ""
    own_rules: Rules | None = None

    def __post_init__(self) -> None:
        """Check all but the values of the arguments, which the question checks."""
        try:
            self._check_question()
            self._check_number()
        except RiskError as error:
            raise RiskError(f"claim {self.name}: {error}") from None

    @property
    def rules(self) -> Rules:
        """The rules that the claim is about."""
        return self.own_rules or self.source.rules

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict, computed when first used.

        >>> from riskexact.evidence.claims import CLAIMS
        >>> CLAIMS["attack.throw.3v2"].verdict.exact
        Fraction(3667, 7776)
        """
        try:
            answer = QUESTIONS[self.question](self.rules, **dict(self.arguments))
        except RiskError as error:
            raise RiskError(f"claim {self.name}: {error}") from None
        if isinstance(answer, ComparedCells):
            return _everywhere(answer)
        exact, number = Fraction(answer), printed(self.number)
        return Verdict(exact, exact - number.value, *_judged(self.kind, exact, number))

    def _check_question(self) -> None:
        if self.question not in QUESTIONS:
            raise RiskError(
                f"question must be one of {', '.join(QUESTIONS)}, not {shown(self.question)}"
            )
        _, *parameters = signature(QUESTIONS[self.question]).parameters.values()
        allowed = [parameter.name for parameter in parameters]
        given = dict(self.arguments)
        for key in given:
            if key not in allowed:
                raise RiskError(
                    f"key must be an argument of {self.question!r} "
                    f"({', '.join(allowed) or 'there are none'}), not {shown(key)}"
                )
        for parameter in parameters:
            if parameter.default is Parameter.empty and parameter.name not in given:
                raise RiskError(f"{self.question!r} must have {parameter.name}")

    def _check_number(self) -> None:
        if self.kind not in (*CLAIM_KINDS, "everywhere"):
            raise RiskError(
                f"kind must be one of {', '.join(CLAIM_KINDS)}, everywhere, not {shown(self.kind)}"
            )
        if (self.kind == "everywhere") != (self.question in ("formula", "table")):
            raise RiskError("kind everywhere and question formula or table must go together")
        if self.kind == "everywhere":
            return
        printed(self.number)
        pattern, name = CLAIM_KINDS[self.kind]
        if not pattern.fullmatch(self.number):
            raise RiskError(f"number must be {name} for kind {self.kind}, not {shown(self.number)}")


class NumberForm(NamedTuple):
    """The form of the numbers of a kind, and its name in messages."""

    pattern: re.Pattern[str]
    name: str


ANY_NUMBER = NumberForm(re.compile(r".*"), "a number")

CLAIM_KINDS: Mapping[str, NumberForm] = FrozenMapping(
    {
        "equals": NumberForm(re.compile(r"[0-9]+(/[0-9]+)?"), "whole or p/q"),
        "rounded": NumberForm(re.compile(r"[0-9]+\.[0-9]+|[0-9.]+ %"), "a decimal or percent"),
        "float": NumberForm(re.compile(r"[0-9]+\.[0-9]+"), "a decimal"),
        "about": NumberForm(re.compile(r"[0-9.]+ %"), "a percentage"),
        "order": NumberForm(re.compile(r"10\^[0-9]+"), "a power of ten"),
        "more": ANY_NUMBER,
        "less": ANY_NUMBER,
        "implies": NumberForm(re.compile(r"[1-9][0-9]*(/[0-9]+)?"), "whole or p/q, above 0"),
    }
)


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


def _everywhere(answer: ComparedCells) -> Verdict:
    share = Fraction(*answer)
    wrong = answer.all - answer.right
    words = f"wrong in {wrong} of {answer.all} cells" if wrong else "exact"
    return Verdict(share, share - 1, not wrong, words, answer.all)


def _digits(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value, 3)


# --- the data file ------------------------------------------------------------------------------

SOURCE_KEYS = ("author", "title", "date", "address", "rules", "claims")
DATA_FILES = ("claims.toml", "literature.toml")
"""The four sources, and the literature."""

CLAIM_KEYS = ("place", "says", "number", "kind", "question")
"""The keys of every claim, besides the arguments of its question and an optional `reading`."""


def read_claims(text: str) -> dict[str, Claim]:
    """Return the claims of a TOML text by name; a `RiskError` names the one that cannot be read.

    A source is a table with author, title, date, address, rules, and its claims.  A claim with
    `cases` stands for one claim each, whose own keys take precedence.  Keys that are not fields of
    `Claim` are arguments of its question; a claim may have `rules` other than those of its source.
    """
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise RiskError(f"claims must be TOML: {' '.join(str(error).split())}"[:300]) from None
    found: dict[str, Claim] = {}
    for name, table in data.items():
        source = _source(name, table)
        for entry, shared in _tables(table.get("claims", {}), f"{name}.claims"):
            cases = _tables(shared.pop("cases", {}), f"{name}.{entry}.cases")
            each = {f"{name}.{entry}.{case}": shared | own for case, own in cases}
            for case, keys in (each or {f"{name}.{entry}": shared}).items():
                found[case] = _claim(case, keys, source)
    return found


def _source(name: str, table: Any) -> Source:
    given = dict(table) if isinstance(table, dict) else {}
    for key, value in given.items():
        if key not in SOURCE_KEYS or not (key == "claims" or isinstance(value, str)):
            allowed = ", ".join(SOURCE_KEYS)
            raise RiskError(f"source {name} must have text under {allowed}, not {shown(key)}")
    for key in ("title", "rules"):
        if key not in given:
            raise RiskError(f"source {name} must have the key {key}")
    given.pop("claims", None)
    return Source(**given | {"rules": rules_named(given["rules"])})


def _tables(table: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, inner in table.items() if isinstance(table, dict) else [("", None)]:
        if not isinstance(inner, dict):
            raise RiskError(f"{where} must hold tables, not {shown(inner)}")
        yield name, inner


def _claim(name: str, table: dict[str, Any], source: Source) -> Claim:
    for key in CLAIM_KEYS:
        if key not in table:
            raise RiskError(f"claim {name}: the key {key} must be there")
    texts, arguments = {}, {}
    own_rules = rules_named(table.pop("rules")) if "rules" in table else None
    for key, value in table.items():
        if key not in (*CLAIM_KEYS, "reading"):
            arguments[key] = _frozen(value, f"claim {name}: {key}")
        elif not isinstance(value, str) or not value.strip():
            raise RiskError(f"claim {name}: {key} must be text, not {shown(value)}")
        else:
            texts[key] = " ".join(value.split())
    frozen = tuple(arguments.items())
    return Claim(name=name, source=source, arguments=frozen, own_rules=own_rules, **texts)


def _frozen(value: Any, what: str) -> Any:
    if isinstance(value, dict):
        raise RiskError(f"{what} must be no table, not {shown(value)}")
    return tuple(_frozen(part, what) for part in value) if isinstance(value, list) else value


@lru_cache(maxsize=1)
def all_claims() -> Mapping[str, Claim]:
    """Return `CLAIMS`, read when first used; no verdict is computed yet.

    >>> all_claims()["post.counts.3v2-2"].number
    '2890'
    """
    from pkgutil import get_data

    found: dict[str, Claim] = {}
    for name in DATA_FILES:
        data = get_data("riskexact.evidence.claims", name)
        assert data is not None
        found |= read_claims(data.decode())
    return FrozenMapping(found)


def __getattr__(name: str) -> object:
    """Read `CLAIMS` when it is first used."""
    if name != "CLAIMS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # threads that ask at once must all get the same one
    return globals().setdefault("CLAIMS", all_claims())
