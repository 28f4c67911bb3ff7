"""Tables as text, Markdown, CSV, JSON, LaTeX and HTML."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.grid import Grid, latex_number
from riskexact.base.text import DIGITS, decimal_text, fraction_text, percent_text
from riskexact.questions.tables import Table
from riskexact.rules.catalogue import label, rules_json

STYLES = ("fraction", "decimal", "percent")


def render(
    table: Table,
    format: str = "text",  # noqa: A002  (the word of the command line)
    style: str = "fraction",
    digits: int | None = None,
    armies: bool = False,
) -> str:
    r"""Return the whole table in one of the `FORMATS`, ending in a newline.

    - `style`: "fraction", "decimal" (`digits` significant digits, default 10) or "percent"
      (`digits` after the point, default 1; no sign in CSV); JSON always holds fractions;
    - `armies`: label the rows with armies, one of which stays behind: attackers + 1.

    Raises `RiskError`.

    >>> from riskexact.questions.tables import win_table
    >>> print(render(win_table([1, 2], [1, 2]), "csv"), end="")
    attackers,1,2
    1,5/12,275/2592
    2,1955/2592,235/648
    """
    if format not in FORMATS:
        raise RiskError(f"format must be one of {', '.join(FORMATS)}, not {shown(format)}")
    check_style(style)
    return FORMATS[format](_Sheet(table, style, digits, armies))


def check_style(style: str, name: str = "style") -> None:
    """Raise `RiskError`, which calls it by its name, for what is none of `STYLES`."""
    if style not in STYLES:
        raise RiskError(f"{name} must be one of {', '.join(STYLES)}, not {shown(style)}")


class _Sheet:
    """A table with everything about it as text."""

    def __init__(self, table: Table, style: str, digits: int | None, armies: bool) -> None:
        self.table, self.style, self.armies = table, style, armies
        self.digits = digits
        self.columns = list(map(str, table.defenders))
        self.numbers = [a + armies for a in table.attackers]
        self.side = "armies" if armies else "attackers"
        wins = {
            "fraction": "exact",
            "decimal": f"to {digits or DIGITS} significant digits",
            "percent": "in percent",
        }[style]
        one_stays = ", one of which stays behind" if armies else " free to fight"
        self.title = (
            f"Chance that the attacker wins, {wins}; rules: {label(table.rules)}; "
            f"rows: {self.side}{one_stays}; columns: defenders"
        )

    def cell(self, value: Fraction, percent_sign: str = "%") -> str:
        if self.style == "fraction":
            return fraction_text(value)
        if self.style == "decimal":
            return decimal_text(value, DIGITS if self.digits is None else self.digits)
        return percent_text(value, 1 if self.digits is None else self.digits) + percent_sign

    def rows(self, percent_sign: str = "%") -> list[list[str]]:
        return [
            [str(number), *(self.cell(value, percent_sign) for value in row)]
            for number, row in zip(self.numbers, self.table.cells, strict=True)
        ]


def _text(sheet: _Sheet) -> str:
    lines = [[sheet.side, *sheet.columns], *sheet.rows()]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    body = [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    ]
    return "\n".join([sheet.title, "", *body, ""])


def _markdown(sheet: _Sheet) -> str:
    lines = [
        [sheet.side, *sheet.columns],
        ["---:"] * (len(sheet.columns) + 1),
        *sheet.rows(),
    ]
    body = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([sheet.title, "", *body, ""])


def _csv(sheet: _Sheet) -> str:
    # the first heading is always "attackers": programs look for it
    lines = [["attackers", *sheet.columns], *sheet.rows(percent_sign="")]
    return "\n".join([*map(",".join, lines), ""])


def _json(sheet: _Sheet) -> str:
    import json

    return (
        json.dumps(
            {
                "rules": rules_json(sheet.table.rules),
                "armies": sheet.armies,
                "attackers": sheet.numbers,
                "defenders": list(sheet.table.defenders),
                "cells": [list(map(fraction_text, row)) for row in sheet.table.cells],
            }
        )
        + "\n"
    )


def _latex(sheet: _Sheet) -> str:
    lines = [
        rf"\multicolumn{{1}}{{r|}}{{{sheet.side}}} & " + " & ".join(sheet.columns) + r" \\ \hline",
        *(
            " & ".join([number, *(f"${latex_number(cell)}$" for cell in cells)]) + r" \\"
            for number, *cells in sheet.rows()
        ),
    ]
    # fractions in neighbouring rows would touch
    stretch = "1.7" if sheet.style == "fraction" else "1"
    return "\n".join(
        [
            f"% {sheet.title}",
            rf"{{\renewcommand{{\arraystretch}}{{{stretch}}}"
            rf"\begin{{tabular}}{{r|{'r' * len(sheet.columns)}}}",
            *lines,
            r"\end{tabular}}",
            "",
        ]
    )


def _html(sheet: _Sheet) -> str:
    return Grid(sheet.title, [sheet.side, *sheet.columns], sheet.rows()).html()


FORMATS: Mapping[str, Callable[[_Sheet], str]] = MappingProxyType(
    {
        "text": _text,
        "markdown": _markdown,
        "csv": _csv,
        "json": _json,
        "latex": _latex,
        "html": _html,
    }
)
