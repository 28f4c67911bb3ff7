r"""Printed tables as Markdown and as LaTeX, piece by piece.

The LaTeX documents are complete and compile with any distribution.  In lists of exact chances,
denominators are shown as powers of small primes where they factor, and long numerators in groups
of ten digits, between which a line may break.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from riskexact.base.fractions import UnfactoredError, exponent, prime_factors
from riskexact.base.grid import Grid, latex_text
from riskexact.base.text import integer_text
from riskexact.publication.plan import Edition
from riskexact.publication.printed import Listing, Printed, Sheet
from riskexact.publication.values import Values
from riskexact.rules.catalogue import label


def markdown(printed: Printed, edition: Edition, values: Values) -> Iterator[str]:
    r"""Yield a printed table as Markdown.

    >>> from riskexact.publication.printed import printed_tables
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> edition = Edition(STANDARD, 2)
    >>> pieces = markdown(printed_tables(edition)["ten-by-ten"], edition, ByRecursion())
    >>> print("".join(pieces).partition("\n\n| ")[2], end="")
    attackers | 1 | 2 |
    | ---: | ---: | ---: |
    | 1 | 41.7 | 10.6 |
    | 2 | 75.4 | 36.3 |
    """
    yield f"# {printed.title}\n\n"
    for note in _notes(printed, edition):
        yield f"{_plain_markdown(note)}\n\n"
    before = ""
    for part in printed.parts(values):
        yield before + (f"## {part.heading}\n\n" if part.heading else "")
        before = "\n"
        yield (part.table if isinstance(part, Sheet) else _listed(part)).markdown()


def latex(printed: Printed, edition: Edition, values: Values) -> Iterator[str]:
    r"""Yield a printed table as a LaTeX document.

    >>> from riskexact.publication.printed import printed_tables
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> edition = Edition(STANDARD, 1)
    >>> pieces = latex(printed_tables(edition)["wolfram-exact"], edition, ByRecursion())
    >>> [piece.splitlines()[2] for piece in pieces if "frac" in piece]
    ['\\textrm{Attack with 2} & \\frac{5}{12} \\\\[6pt]']
    """
    yield PREAMBLE
    front = f"{{\\Large\\bfseries {_plain_latex(printed.title)}\\par}}\\smallskip\n"
    front += "".join(f"{_plain_latex(note)}\\par\\smallskip\n" for note in _notes(printed, edition))
    for part in printed.parts(values):
        if isinstance(part, Sheet):
            yield f"\\onecolumn\n{front}"
            yield from _latex_sheet(part)
        else:
            yield f"\\twocolumn[{{{front}\\medskip}}]\n" if front else "\\twocolumn\n"
            yield from _latex_listing(part)
        front = ""
    yield "\\end{document}\n"


PREAMBLE = r"""\documentclass[a4paper,landscape,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[margin=1cm,includefoot,footskip=6mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\columnsep}{8mm}
\newcommand{\group}[1]{\par\smallskip\textbf{#1}\nopagebreak}
\newcommand{\chance}[3]{\par\hangindent=2em #1: #2 / $#3$}
\emergencystretch=3em
\begin{document}
"""


def _latex_sheet(sheet: Sheet) -> Iterator[str]:
    if sheet.heading:
        yield f"\\textbf{{{_plain_latex(sheet.heading)}}}\\par\\smallskip\n"
    space = "2.2pt" if sheet.size == "tiny" else "5pt"
    yield f"{{\\{sheet.size}\\setlength{{\\arraycolsep}}{{{space}}}%\n"
    yield f"{sheet.table.latex()}}}\n"


def _latex_listing(listing: Listing) -> Iterator[str]:
    if listing.heading:
        yield f"\\textbf{{{_plain_latex(listing.heading)}}}\\par\n"
    yield "{\\scriptsize\n"
    groups, items = listing.of
    for group, chances in listing.groups:
        yield f"\\group{{{groups} {group}, {items}:}}\n"
        for what, chance in chances:
            powers = [f"{p}^{{{k}}}" if k > 1 else f"{p}" for p, k in _powers(chance.denominator)]
            over = " \\cdot ".join(powers) or integer_text(chance.denominator)
            yield f"\\chance{{{what}}}{{{_in_groups(integer_text(chance.numerator))}}}{{{over}}}\n"
    yield "\\par}\n"


def _notes(printed: Printed, edition: Edition) -> Iterator[str]:
    name, description = label(edition.rules), edition.rules.description
    yield f"Rules: {description}" if name == description else f"Rules: {name} ({description})"
    yield from printed.notes


def _listed(listing: Listing) -> Grid:
    """Return a listing as a table, denominators as products of primes where small ones do."""
    rows = []
    for group, chances in listing.groups:
        for what, chance in chances:
            powers = [f"{p}^{k}" if k > 1 else f"{p}" for p, k in _powers(chance.denominator)]
            over = " · ".join(powers) or integer_text(chance.denominator)
            rows.append([group, what, integer_text(chance.numerator), over])
    return Grid("", [*listing.of, "numerator", "denominator"], rows)


def _powers(denominator: int) -> list[tuple[int, int]]:
    """Return (prime, exponent) of a product of small primes; nothing for 1 and other numbers.

    >>> _powers(2**7 * 3**80), _powers(1), _powers((2**61 - 1) * (2**89 - 1))
    ([(2, 7), (3, 80)], [], [])
    """
    try:
        return [(p, exponent(p, denominator)) for p in sorted(prime_factors(denominator))]
    except UnfactoredError:
        return []


def _in_groups(digits: str) -> str:
    """Return digits in groups of ten, counted from the right.

    >>> _in_groups("1234567890123")
    '123 4567890123'
    """
    first = len(digits) % 10
    groups = [digits[:first], *(digits[i : i + 10] for i in range(first, len(digits), 10))]
    return " ".join(group for group in groups if group)


def _plain_latex(text: str) -> str:
    r"""Return text as LaTeX in ASCII, letters without their accents.

    >>> print(_plain_latex("50 % of 3_4 for Ü"))
    50 \% of 3\_4 for U
    """
    text = unicodedata.normalize("NFKD", text.replace("…", "..."))
    return latex_text(text.encode("ascii", "ignore").decode())


def _plain_markdown(text: str) -> str:
    r"""Return text with the characters that mean something to Markdown escaped.

    >>> print(_plain_markdown("my *own* <rules>"))
    my \*own\* \<rules\>
    """
    return re.sub(r"[\\`*_{}\[\]<>#|~]", lambda found: "\\" + found[0], text)


PRINTED_FORMATS: Mapping[str, Callable[[Printed, Edition, Values], Iterator[str]]] = (
    MappingProxyType({"md": markdown, "tex": latex})
)
"""The formats of printed tables, by file extension."""
