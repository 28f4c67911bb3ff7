"""Parts that pages are put together from: tables, figures, pictures, downloads."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from posixpath import basename

from riskexact.base.text import percent_text
from riskexact.publication.pages.markup import Content, Markup, address, tag
from riskexact.publication.pages.material import Download, Shown


def percent(value: Fraction) -> str:
    """Return a chance in percent, with one digit after the point.

    >>> percent(Fraction(2, 3))
    '66.7 %'
    """
    return f"{percent_text(value)} %"


def figures(*pairs: tuple[Content, Content, Content]) -> Markup:
    """Return (what it is, the number, what to know about it), a few of them side by side.

    >>> print(figures(("units", 3, "all")), end="")
    <dl class="figures">
    <div><dt>units</dt>
    <dd><strong>3</strong> all</dd>
    </div>
    </dl>
    """
    return tag(
        "dl",
        "\n",
        [
            tag("div", tag("dt", what), tag("dd", tag("strong", number), " ", remark))
            for what, number, remark in pairs
        ],
        class_="figures",
    )


def table(
    identifier: str,
    caption: Content,
    headings: Iterable[Content],
    rows: Iterable[Markup],
    kind: str = "",
) -> Markup:
    """Return a table that scrolls in a region of its own where it is wider than the screen.

    `rows` are those of its body.

    >>> print(table("t", "Numbers", ["n"], [row(1)]), end="")
    <div class="wide" role="region" tabindex="0" aria-labelledby="t-caption">
    <table id="t">
    <caption id="t-caption">Numbers</caption>
    <thead>
    <tr><th scope="col">n</th></tr>
    </thead>
    <tbody>
    <tr><th scope="row">1</th></tr>
    </tbody>
    </table>
    </div>
    """
    label = f"{identifier}-caption"
    return tag(
        "div",
        "\n",
        tag(
            "table",
            "\n",
            tag("caption", caption, id=label),
            tag("thead", "\n", tag("tr", [tag("th", each, scope="col") for each in headings])),
            tag("tbody", "\n", rows),
            id=identifier,
            class_=kind or None,
        ),
        class_="wide",
        role="region",
        tabindex=0,
        aria_labelledby=label,
    )


def row(heading: Content, *cells: Content, kind: str | None = None) -> Markup:
    """Return a row: its heading, and its cells.

    >>> print(row(1, 2), end="")
    <tr><th scope="row">1</th><td>2</td></tr>
    """
    return tag("tr", tag("th", heading, scope="row"), [tag("td", c) for c in cells], class_=kind)


def pictures(page: str, shown: Sequence[Shown]) -> Markup | None:
    """Return pictures with their titles, each a link to itself; None where there are none."""
    if not shown:
        return None
    return tag("div", "\n", [_picture(page, each) for each in shown], class_="pictures")


def _picture(page: str, shown: Shown) -> Markup:
    svg, png = address(page, shown.svg), address(page, shown.png)
    image = tag("img", src=svg, alt=shown.alternative, decoding="async")
    return tag(
        "figure",
        tag("a", image, href=svg),
        tag(
            "figcaption",
            tag("strong", shown.title),
            " ",
            tag("a", "SVG", href=svg, aria_label=f"SVG: {shown.title}"),
            " ",
            tag("a", "PNG", href=png, aria_label=f"PNG: {shown.title}"),
        ),
    )


def downloads(page: str, files: Sequence[Download]) -> Markup | None:
    """Return what there is to take home, each with its files, their sizes and sums."""
    if not files:
        return None
    return tag(
        "ul",
        "\n",
        [
            tag("li", tag("p", about), tag("ul", "\n", [_file(page, each) for each in group]))
            for about, group in groupby(files, key=lambda each: each.about)
        ],
        class_="downloads",
    )


def _file(page: str, file: Download) -> Markup:
    size = None if file.bytes is None else tag("span", f"{file.bytes:,} bytes", class_="size")
    digest = None
    if file.sha256 is not None:
        digest = tag("span", "SHA-256 ", tag("code", file.sha256), class_="sum")
    name = tag("a", basename(file.path), href=address(page, file.path))
    return tag("li", name, " ", size, " ", digest)


def definitions(pairs: Iterable[tuple[Content, Content]], kind: str = "facts") -> Markup:
    """Return words with what they mean.

    >>> print(definitions([("round", "one throw of dice")]), end="")
    <dl class="facts">
    <dt>round</dt>
    <dd>one throw of dice</dd>
    </dl>
    """
    return tag("dl", "\n", [[tag("dt", a), tag("dd", b)] for a, b in pairs], class_=kind)
