"""Tables as text, Markdown, CSV, HTML and LaTeX, for files, prompts and notebooks."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from riskexact.base.frozen import NamedTuple
from riskexact.base.text import chance_text, columns

MORE = "…"
"""In a cell: something is left out here."""

NUMBER = re.compile(
    r"(?P<about>≈ |[<>])?(?P<number>-?[0-9]+(/[0-9]+)?|(1 - )?[0-9]+\.?[0-9]*(e-?[0-9]+)?)"
)
"""An exact number, or a decimal, as the tables print it."""

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
SPECIAL |= {sign: rf"\{sign}" for sign in "&%$#_{}"}
SPECIAL |= {sign: f"${sign}$" for sign in "<>|"} | {"−": "$-$", "≈": r"$\approx$"}
"""Special characters of LaTeX, escaped, and signs that fonts for text have not."""

PAGE_POINTS = 345
"""The width of a page of LaTeX, in the class article."""

EIGHTHS = " ▏▎▍▌▋▊▉█"
"""The ends of a bar in text, in eighths of a sign."""

BAR_WIDTH = 20
"""Signs of the longest bar in text."""

STYLE = """<style>
.riskexact-bar { text-align: left !important }
.riskexact-bar span { display: inline-block; height: .7em; background: #808080 }
.riskexact-bar .good { background: #0072b2 }
.riskexact-bar .bad { background: #e69f00 }
:is([data-jp-theme-light="false"], .vscode-dark, [theme="dark"]) .riskexact-bar .good \
{ background: #56b4e9 }
</style>
"""
"""The colours of bars in notebooks, light and dark: blue for what is good, orange for bad."""


class Drawn(str):
    """The text of a cell that is another one in HTML, and is left out of LaTeX."""

    __slots__ = ("html",)

    html: str

    def __new__(cls, text: str, html: str) -> "Drawn":
        made = super().__new__(cls, text)
        made.html = html
        return made


def bar(length: float, kind: str = "") -> Drawn:
    """Return a cell with a bar: `length` is 0 to 1; the `kind` is "good", "bad" or "".

    >>> bar(0.13)
    '██▋'
    """
    whole, eighths = divmod(max(round(length * 8 * BAR_WIDTH), int(length > 0)), 8)
    # a reader of screens has the number beside it
    span = f'<span class="{kind}" style="width:{10 * length:.2f}em" aria-hidden="true"></span>'
    return Drawn(
        EIGHTHS[-1] * whole + EIGHTHS[eighths].strip(), f'<td class="riskexact-bar">{span}</td>'
    )


def folded(text: str) -> Drawn:
    """Return a cell with text too long to read at a glance: below a summary in HTML alone.

    >>> folded("1/1000").html
    '<td><details style="max-width:20em;overflow-wrap:anywhere"><summary>p/q</summary>1/1000\
</details></td>'
    """
    style = "max-width:20em;overflow-wrap:anywhere"
    details = f'<details style="{style}"><summary>p/q</summary>{text}</details>' if text else ""
    return Drawn("", f"<td>{details}</td>")


def chances(
    caption: str, parts: "Iterable[tuple[str, Fraction, str]]", more: Iterable[tuple[str, str]] = ()
) -> "Grid":
    """Return a table of chances, each with its name and its kind, and of other values below.

    >>> print(chances("8 v 7", [("win", Fraction(1, 4), "good")], [("rounds", "5.3")]).shown())
    8 v 7
       win  25.0 %  █████
    rounds     5.3
    """
    rows = [[name, chance_text(p), bar(float(p), kind)] for name, p, kind in parts]
    rows += [[name, text, ""] for name, text in more]
    return Grid(caption, [""] * 3 if rows else [], rows)


class Grid(NamedTuple):
    """A table whose cells are text.

    - `head`: the headings; `rows`: the rows, each as long as `head`;
    - `labels`: the number of columns, from the left, that label a row.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    labels: int = 1

    def shown(self) -> str:
        """Return what a prompt shows: the caption, and aligned columns unless they are empty.

        >>> print(Grid("Odds", ["", "chance", ""], [["win", "41.7 %", bar(5 / 12)]]).shown())
        Odds
             chance
        win  41.7 %  ████████▍
        """
        kept = [i for i in range(len(self.head)) if any(row[i] for row in self.rows)]
        rows = [[row[i] for i in kept] for row in [self.head, *self.rows]]
        lines = columns(rows, last=str.ljust if self._drawn else str.rjust) if kept else []
        return "\n".join([self.caption, *(line for line in lines if line)])

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
        body = ["| " + " | ".join(map(_markdown_text, line)) + " |" for line in lines]
        return "\n".join([*([_markdown_text(self.caption), ""] if self.caption else []), *body, ""])

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

        if not self.head:
            return f"<p>{escape(self.caption)}</p>\n"
        head = "".join(
            f'<th scope="col">{escape(text)}</th>' if text else "<td></td>" for text in self.head
        )
        lines = [STYLE, "<table>"] if self._drawn else ["<table>"]
        if self.caption:
            lines.append(f"<caption>{escape(self.caption)}</caption>")
        if any(self.head):
            lines.append(f"<thead><tr>{head}</tr></thead>")
        lines.append("<tbody>")
        for row in self.rows:
            labels = (f'<th scope="row">{escape(text)}</th>' for text in row[: self.labels])
            cells = (
                cell.html if isinstance(cell, Drawn) else f"<td>{escape(cell)}</td>"
                for cell in row[self.labels :]
            )
            lines.append(f"<tr>{''.join([*labels, *cells])}</tr>")
        return "\n".join([*lines, "</tbody>", "</table>", ""])

    def latex(self, booktabs: bool = False) -> str:
        r"""Return the caption, and an array between dollar signs, which notebooks can typeset.

        >>> print(Grid("Odds", ["attackers", "1"], [["1", "5/12"]]).latex(), end="")
        Odds
        <BLANKLINE>
        $\displaystyle\begin{array}{r|r}
        \textrm{attackers} & 1 \\ \hline
        \rule{0pt}{14pt}1 & \frac{5}{12} \\[6pt]
        \end{array}$

        With `booktabs` its lines are those of this package.
        """
        drawn, cells = self._drawn, [self.head, *self.rows]
        kept = [i for i in range(len(self.head)) if i not in drawn]
        head, *rows = (" & ".join(_latex_cell(row[i]) for i in kept) for row in cells)
        above, below, bottom, bar = "", r"\hline", "", "|"
        if booktabs:
            above, below, bottom, bar = "\\toprule\n", r"\midrule", "\\bottomrule\n", ""
        elif rows and r"\frac" in rows[0]:  # the line below the headings would touch the numerators
            rows[0] = rf"\rule{{0pt}}{{14pt}}{rows[0]}"
        lines = [
            rf"$\displaystyle\begin{{array}}{{{'r' * self.labels}{bar}"
            rf"{'r' * (len(kept) - self.labels)}}}",
            rf"{above}{head} \\ {below}",
            # fractions in neighbouring rows would touch
            *(rf"{row} \\[6pt]" if r"\frac" in row else rf"{row} \\" for row in rows),
            rf"{bottom}\end{{array}}$",
            "",
        ]
        return "\n".join([latex_text(self.caption), "", *lines] if self.caption else lines)

    @property
    def points(self) -> int:
        """The width in LaTeX, about; digits of fractions are smaller."""
        columns = zip(self.head, *self.rows, strict=True)
        return sum(10 + max(map(_points, column)) for column in columns)

    @property
    def _drawn(self) -> set[int]:
        return {i for row in self.rows for i, cell in enumerate(row) if isinstance(cell, Drawn)}


def latex_number(text: str) -> str:
    r"""Return a number in LaTeX, for math mode.

    >>> latex_number("1 - 3.1e-22"), latex_number("5/12")
    ('1 - 3.1 \\cdot 10^{-22}', '\\frac{5}{12}')
    """
    top, slash, bottom = text.partition("/")
    if slash:
        return rf"\frac{{{top}}}{{{bottom}}}"
    mantissa, e, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if e else text


def latex_text(text: str) -> str:
    r"""Return text with the special characters of LaTeX escaped.

    >>> latex_text("50 % of x_1")
    '50 \\% of x\\_1'
    """
    return "".join(SPECIAL.get(sign, sign) for sign in text)


def _markdown_text(text: str) -> str:
    r"""Return text without markup: a sign that would be some has a backslash; "<0.1 %" is none.

    >>> print(_markdown_text("a|b <i> *c* <0.1 %"))
    a\|b \<i> \*c\* <0.1 %
    """
    return re.sub(r"[\\`*_[|~$]|<(?=[a-zA-Z/!?])|&(?=[#\w])", r"\\\g<0>", text)


def _points(text: str) -> int:
    top, slash, bottom = text.partition("/")
    return 2 + 4 * max(len(top), len(bottom)) if slash and NUMBER.fullmatch(text) else 5 * len(text)


def _latex_cell(text: str) -> str:
    if text in ("", MORE):
        return r"\dots" if text else ""
    number = NUMBER.fullmatch(text)
    if number is None:
        return rf"\textrm{{{latex_text(text)}}}"
    about = (number["about"] or "").replace("≈", r"\approx")
    return about + latex_number(number["number"])
