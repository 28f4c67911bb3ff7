"""Tables as text, Markdown, CSV, HTML and LaTeX, for files and notebooks."""

import re
from collections.abc import Callable, Iterable, Sequence

from riskexact.base.frozen import NamedTuple

MORE = "…"
"""In a cell: something is left out here."""

NUMBER = re.compile(
    r"(?P<about>≈ )?(?P<number>-?[0-9]+(/[0-9]+)?|(1 [-+] )?[0-9]+\.?[0-9]*(e-?[0-9]+)?%?)"
)
"""An exact number, or a decimal, as the tables print it."""

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
SPECIAL |= {sign: rf"\{sign}" for sign in "&%$#_{}"}
"""Special characters of LaTeX, escaped."""


class Grid(NamedTuple):
    """A table whose cells are text.

    - `head`: the headings; `rows`: the rows, each as long as `head`;
    - `labels`: the number of columns, from the left, that label a row.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    labels: int = 1

    def text(self) -> str:
        """Return the caption and aligned columns.

        >>> print(Grid("Odds", ["attackers", "1"], [["1", "5/12"]]).text(), end="")
        Odds
        <BLANKLINE>
        attackers     1
                1  5/12
        """
        lines = columns([self.head, *self.rows], last=str.rjust)
        return "\n".join([self.caption, "", *lines, ""])

    def markdown(self) -> str:
        """Return the caption and a Markdown table.

        >>> print(Grid("Odds", ["attackers", "1"], [["1", "5/12"]]).markdown(), end="")
        Odds
        <BLANKLINE>
        | attackers | 1 |
        | ---: | ---: |
        | 1 | 5/12 |
        """
        lines = [self.head, ["---:"] * len(self.head), *self.rows]
        body = ["| " + " | ".join(line) + " |" for line in lines]
        return "\n".join([*([self.caption, ""] if self.caption else []), *body, ""])

    def csv(self) -> str:
        r"""Return the headings and rows as CSV, without the caption.

        >>> Grid("Odds", ["attackers", "1"], [["1", "5/12"]]).csv()
        'attackers,1\n1,5/12\n'
        """
        import csv
        import io

        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows([self.head, *self.rows])
        return written.getvalue()

    def html(self) -> str:
        """Return an HTML table, ending in a newline.

        >>> print(Grid("Odds", ["attackers", "1"], [["1", "5/12"]]).html(), end="")
        <table>
        <caption>Odds</caption>
        <thead><tr><th scope="col">attackers</th><th scope="col">1</th></tr></thead>
        <tbody>
        <tr><th scope="row">1</th><td>5/12</td></tr>
        </tbody>
        </table>
        """
        from html import escape

        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in self.head)
        caption = [f"<caption>{escape(self.caption)}</caption>"] if self.caption else []
        return "\n".join(
            [
                "<table>",
                *caption,
                f"<thead><tr>{head}</tr></thead>",
                "<tbody>",
                *map(self._html_row, self.rows),
                "</tbody>",
                "</table>",
                "",
            ]
        )

    def latex(self) -> str:
        r"""Return the caption, and an array between dollar signs, which notebooks can typeset.

        >>> print(Grid("Odds", ["attackers", "1"], [["1", "5/12"]]).latex(), end="")
        Odds
        <BLANKLINE>
        $\displaystyle\begin{array}{r|r}
        \textrm{attackers} & 1 \\ \hline
        1 & \frac{5}{12} \\[6pt]
        \end{array}$
        """
        lines = [
            rf"$\displaystyle\begin{{array}}{{{'r' * self.labels}|"
            rf"{'r' * (len(self.head) - self.labels)}}}",
            rf"{_latex_row(self.head)} \\ \hline",
            *(_latex_line(row) for row in self.rows),
            r"\end{array}$",
            "",
        ]
        return "\n".join([latex_text(self.caption), "", *lines] if self.caption else lines)

    def _html_row(self, row: Sequence[str]) -> str:
        from html import escape

        labels = "".join(f'<th scope="row">{escape(text)}</th>' for text in row[: self.labels])
        cells = "".join(f"<td>{escape(text)}</td>" for text in row[self.labels :])
        return f"<tr>{labels}{cells}</tr>"


def columns(
    rows: Sequence[Sequence[str]],
    align: Callable[[str, int], str] = str.rjust,
    last: Callable[[str, int], str] = str.ljust,
) -> list[str]:
    """Return the rows as lines, columns aligned: the last one on the left, the others on the right.

    >>> columns([("a", "chance"), ("10", "1/2")])
    [' a  chance', '10  1/2']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligns = [align] * (len(widths) - 1) + [last]
    return [
        "  ".join(
            put(cell, width) for put, cell, width in zip(aligns, row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def latex_number(text: str) -> str:
    r"""Return a number in LaTeX, for math mode.

    >>> latex_number("1 - 3.1e-22"), latex_number("5/12"), latex_number("41.7%")
    ('1 - 3.1 \\cdot 10^{-22}', '\\frac{5}{12}', '41.7\\%')
    """
    top, slash, bottom = text.partition("/")
    if slash:
        return rf"\frac{{{top}}}{{{bottom}}}"
    mantissa, e, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if e else text.replace("%", r"\%")


def latex_text(text: str) -> str:
    r"""Return text with the special characters of LaTeX escaped.

    >>> latex_text("50 % of x_1")
    '50 \\% of x\\_1'
    """
    return "".join(SPECIAL.get(sign, sign) for sign in text)


def _latex_line(row: Sequence[str]) -> str:
    text = _latex_row(row)
    # fractions in neighbouring rows would touch
    return rf"{text} \\[6pt]" if r"\frac" in text else rf"{text} \\"


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(map(_latex_cell, cells))


def _latex_cell(text: str) -> str:
    if text in ("", MORE):
        return r"\dots" if text else ""
    number = NUMBER.fullmatch(text)
    if number is None:
        return rf"\textrm{{{latex_text(text)}}}"
    about = r"\approx " if number["about"] else ""
    return about + latex_number(number["number"])
