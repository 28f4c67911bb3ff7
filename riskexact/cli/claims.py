"""`riskexact claims`: the numbers that the sources claim, beside the exact values."""

from argparse import Namespace
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from json import dumps
from textwrap import fill

from riskexact.base.arguments import number, shown
from riskexact.base.errors import RiskError
from riskexact.base.grid import columns
from riskexact.base.report import Data, FractionLine, Item, Report, Text, Value
from riskexact.base.text import DIGITS, MAX_DIGITS, counted, decimal_text, fraction_text
from riskexact.cli.options import Commands, add_command, add_digits, add_full
from riskexact.evidence.claims import POINT, Claim, Verdict, all_claims, printed
from riskexact.rules.catalogue import in_words, label, rules_json, rules_named

LONGEST = 24
"""Characters of a printed number, and of a fraction, that the list shows whole."""


CLAIMED = {"about": "about ", "order": "about ", "more": "over ", "less": "under "}
"""What stands before the number, by kind."""


def add_claims(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "claims",
        run_claims,
        help="the numbers that the sources claim, beside the exact values",
        example="riskexact claims attack.battle.1000v1000 --digits 6",
        rules="the claims about every rule set; with NAME, those about it",
    )
    parser.add_argument("name", nargs="?", metavar="CLAIM", help="one claim of the list, in full")
    add_digits(parser, "significant digits of decimals (default: 3 more than the claim has)")
    add_full(parser)


def run_claims(options: Namespace) -> Report:
    """Return the claims, or one of them; a wrong claim does not change the exit status."""
    digits = None
    if options.digits is not None:
        digits = number(options.digits, "digits", 1, MAX_DIGITS)
    if options.name is not None:
        claim = _named(options)
        return _report(claim, digits, *_text(claim, digits))
    claims = _chosen(options)
    data = Data("claims", lambda: [_report(claim, digits).data() for claim in claims])
    return Report("", {}, data, Text(*_list(claims, digits)))


def _named(options: Namespace) -> Claim:
    if options.rules is not None:
        raise RiskError("rules must not be given with CLAIM, which says them itself")
    claims = all_claims()
    if options.name not in claims:
        raise RiskError(
            f"claim must be one that `riskexact claims` lists, not {shown(options.name)}"
        )
    return claims[options.name]


def _chosen(options: Namespace) -> list[Claim]:
    claims = list(all_claims().values())
    if options.rules is None:
        return claims
    rules = rules_named(options.rules)
    chosen = [claim for claim in claims if claim.rules == rules]
    if not chosen:
        names = ", ".join(dict.fromkeys(label(claim.rules) for claim in claims))
        raise RiskError(f"rules must be what the sources speak of, {names}, not {label(rules)}")
    return chosen


def _list(claims: list[Claim], digits: int | None) -> list[str]:
    """Return the lines of the list: the claims of each source, and how many are right."""
    heading = ("claim", "what it says", "number", "exactly", "verdict")
    head, *rows = columns([heading, *(_row(claim, digits) for claim in claims)], str.ljust)
    lines: list[str] = []
    pairs = zip(claims, rows, strict=True)
    for source, group in groupby(pairs, key=lambda pair: pair[0].source):
        lines += [str(source), head, *(row for _, row in group), ""]
    right = [claim.verdict.right for claim in claims]
    lines.append(
        f"{counted(len(claims), 'entry', 'entries')}: {right.count(True)} right, "
        f"{right.count(False)} wrong, {right.count(None)} undecided"
    )
    return lines


def _row(claim: Claim, digits: int | None) -> tuple[str, ...]:
    verdict = claim.verdict
    exactly = _exactly(claim, verdict, digits)
    fraction = fraction_text(verdict.exact)
    if verdict.cells is None and verdict.exact.denominator > 1 and len(fraction) <= LONGEST:
        exactly = f"{exactly} = {fraction}"
    return claim.name, claim.says, _number(claim), exactly, verdict.words


def _number(claim: Claim) -> str:
    """Return the number as it is claimed, and only the ends of a long one."""
    if len(claim.number) > LONGEST:
        return "/".join(f"{part[:6]}...{part[-4:]}" for part in claim.number.split("/"))
    return CLAIMED.get(claim.kind, "") + claim.number


def _exactly(claim: Claim, verdict: Verdict, digits: int | None) -> str:
    """Return the exact value as the claim states it: in cells, in percent or plainly."""
    if verdict.cells is not None:
        return f"in {verdict.exact * verdict.cells} of {counted(verdict.cells, 'cell')}"
    return _decimal(claim, verdict.exact, digits)


def _decimal(claim: Claim, value: Fraction, digits: int | None) -> str:
    """Return a value with its sign, in percent where the claim is."""
    stated = len(claim.number.partition(".")[2].partition(" ")[0])
    percent = claim.kind != "everywhere" and printed(claim.number).percent
    size = abs(value / POINT if percent else value)
    whole = size.denominator == 1
    text = str(size) if whole else decimal_text(size, digits or max(stated + 3, 5))
    return ("-" if value < 0 else "") + text + (" %" if percent else "")


def _text(claim: Claim, digits: int | None) -> Iterator[Item]:
    """Yield all that is known of a claim, in text."""
    verdict = claim.verdict
    asked = [f"{key} {_argument(value)}" for key, value in claim.arguments]
    remarks = {
        "source": str(claim.source),
        "place": claim.place,
        "number": claim.number,
        "kind": claim.kind,
        "question": "; ".join([claim.question, *asked, in_words(claim.rules)]),
        "reading": claim.reading,
    }
    lines = [
        fill(f"{what}: {remark}", width=80, break_long_words=False)
        for what, remark in remarks.items()
        if remark
    ]
    yield Text(f"{claim.name}: {claim.says}", "", *lines, "")
    values = [("exactly", _exactly(claim, verdict, digits), verdict.exact)]
    if verdict.cells is None:
        difference = _decimal(claim, verdict.difference, digits)
        values.append(("exact minus claimed", difference, verdict.difference))
    for what, text, value in values:
        yield Text(f"{what}: {text}")
        if verdict.cells is None and value.denominator > 1:
            yield FractionLine(value)
    yield Text(f"verdict: {verdict.words}")


def _argument(value: object) -> str:
    """Return an argument as the data has it.

    >>> _argument(((2, 4), True))
    '[[2, 4], true]'
    """
    return dumps(value).replace('"', "")


def _report(claim: Claim, digits: int | None, *text: Item) -> Report:
    source, verdict = claim.source, claim.verdict
    told = ("place", "says", "number", "kind", "question")
    return Report(
        "",
        {
            "claim": claim.name,
            "source": {"author": source.author, "title": source.title, "date": source.date},
            **{name: getattr(claim, name) for name in told},
            "arguments": dict(claim.arguments),
            "rules": rules_json(claim.rules),
            "reading": claim.reading,
        },
        Value("exact", verdict.exact, ""),
        Value("difference", verdict.difference, ""),
        Data("cells", verdict.cells),
        Data("right", verdict.right),
        Data("verdict", verdict.words),
        *text,
        digits=digits or DIGITS,
    )
