"""A picture: its title, its alternative text, and its bytes as SVG and PNG.

All pictures share one look.  Colours also differ in lightness, hatching, dashes or labels, so they
can be told apart in grey and by colour-blind eyes (after M. Okabe and K. Ito, 2008).  The same
versions of the libraries give the same bytes, at any date and under any settings of matplotlib.
"""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from textwrap import fill, wrap
from typing import TYPE_CHECKING
from warnings import catch_warnings, filterwarnings

from riskexact.base.errors import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ATTACKER, DEFENDER = "#0072b2", "#e69f00"
"""The colours of the sides, blue and orange; in grey the first is darker."""

WON, LOST = "#00664b", "#f2a47c"
"""The colours of battles won and lost, green and red; in grey the first is darker."""

INK, FAINT, PALE = "#1a1a1a", "#767676", "#e8e8e8"
"""The colours of text and lines, of the background, and of ground to write on."""

DOTS_PER_INCH = 144
"""The resolution of PNG files."""

LOOK = {
    "svg.hashsalt": "riskexact",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "figure.titlesize": 12,
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.08,
    "legend.frameon": False,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "hatch.linewidth": 0.6,
}

NO_METADATA = {"Creator": None, "Date": None, "Format": None, "Type": None}


@dataclass(frozen=True)
class Picture:
    """A finished picture, which notebooks display.

    - `title`: one line with the main result;
    - `alternative`: a few sentences for someone who cannot see the picture;
    - `figure`: the matplotlib figure.
    """

    title: str
    alternative: str
    figure: "Figure"

    def svg(self) -> bytes:
        """Return the picture as an SVG file, with its title and alternative text inside."""
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.svg_element()}'.encode()

    def svg_element(self) -> str:
        """Return the `<svg>` element, to be embedded in a page.

        Its ids are unique, and it has attributes instead of inline styles, which the policy of a
        page may forbid.
        """
        written = io.BytesIO()
        with look():
            self.figure.savefig(written, format="svg", metadata=NO_METADATA)
        drawn = written.getvalue().decode()
        drawn = re.sub(r" <defs>\s*<style.*?</style>\s*</defs>\n", "", drawn, flags=re.DOTALL)
        drawn = re.sub(r' style="([^"]*)"', _as_attributes, drawn)
        own = sha256(f"{self.title}\n{self.alternative}\n{drawn}".encode()).hexdigest()[:10]
        drawn = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>p{own}-", drawn)
        start = drawn.index("<svg")
        end = drawn.index(">", start)
        return (
            f'{drawn[start:end]} role="img" aria-labelledby="p{own}-title p{own}-alternative" '
            f'stroke-linejoin="round" stroke-linecap="butt">\n'
            f' <title id="p{own}-title">{escape(self.title)}</title>\n'
            f' <desc id="p{own}-alternative">{escape(self.alternative)}</desc>{drawn[end + 1 :]}'
        )

    def png(self) -> bytes:
        """Return the picture as a PNG file, with its title and alternative text as metadata."""
        written = io.BytesIO()
        words = {"Title": self.title, "Description": self.alternative, "Software": None}
        with look():
            self.figure.savefig(written, format="png", dpi=DOTS_PER_INCH, metadata=words)
        return written.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg_element()


def _as_attributes(style: re.Match[str]) -> str:
    """Return the declarations of a style as attributes."""
    pairs = (declaration.split(":", 1) for declaration in style[1].split(";") if declaration)
    return "".join(f' {name.strip()}="{value.strip()}"' for name, value in pairs)


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure of a size in inches; draw on it inside `look`.

    Raises `RiskError` where matplotlib is not installed, as `look` does.
    """
    require("matplotlib", "plot", "pictures need")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


@contextmanager
def look() -> Iterator[None]:
    """Draw and write with the shared look, under any settings of the user."""
    require("matplotlib", "plot", "pictures need")
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context(), catch_warnings():
        # a letter missing from the font, in the name of a rule set, is shown as a box
        filterwarnings("ignore", "Glyph")
        rcdefaults()
        for name, setting in LOOK.items():
            rcParams[name] = setting  # type: ignore[index]  # the names are matplotlib's own
        yield


def write_head(figure: "Figure", title: str, caption: str = "") -> None:
    """Write the title above the drawing, and a caption below it, in lines that fit.

    A letter is about 0.09 inches wide in a title, and 0.072 in a caption.
    """
    width = figure.get_figwidth()
    figure.suptitle(even_lines(title, int(width / 0.09)))
    if caption:
        figure.supxlabel(even_lines(caption, int(width / 0.072)), fontsize=9)


def even_lines(text: str, width: int) -> str:
    r"""Return the text in the fewest lines of at most `width` letters, of about equal length.

    >>> even_lines("40 attackers against 35 defenders, single-loss rules", 48)
    '40 attackers against 35\ndefenders, single-loss rules'
    """
    lines = len(wrap(text, width))
    least = max(-(-len(text) // max(lines, 1)), *map(len, text.split()), 1)
    fitting = (fill(text, w) for w in range(min(least, width), width + 1))
    return next(even for even in fitting if even.count("\n") < lines)
