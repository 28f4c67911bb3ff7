"""A picture: its title, its alternative text, and its bytes as SVG, PNG and PDF.

All pictures share one look, in a light and a dark variant: blue attacks and wins, orange defends
and loses (two colours of M. Okabe and K. Ito, 2008).  Hatching or labels say the same without
colour.  The same versions of the libraries give the same bytes, at any date and under any settings
of matplotlib.
"""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure
else:
    Axes = Figure = Any

ATTACKER, DEFENDER, PAPER, INK, MUTED, LINE, PALE = (f"C{n}" for n in range(7))
"""The colours of a `Palette`, as matplotlib names those of the cycle that `look` sets."""


class Palette(NamedTuple):
    """The colours of a variant: of the sides, the ground, text, subtitles, lines, and shades."""

    attacker: str
    defender: str
    paper: str
    ink: str
    muted: str
    line: str
    pale: str


LIGHT = Palette("#0072b2", "#e69f00", "#ffffff", "#1b1c1f", "#5b5953", "#85817a", "#eceae6")
DARK = Palette("#56b4e9", "#e69f00", "#1c1f25", "#eceae5", "#aaa79f", "#7d828c", "#343942")

ON_DEFENDER = LIGHT.ink
"""The colour of text on orange; on blue it is PAPER."""

FONTS = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', "
    "'DejaVu Sans', sans-serif"
)
"""The fonts of an SVG file, none wider than DejaVu Sans, by which everything is placed."""

CHART = 7.2, 4.2
"""The size in inches of a chart."""

MARGIN = 0.2
"""The space around a picture in inches."""

DOTS_PER_INCH = 144
"""The resolution of PNG files."""

LOOK = {
    "svg.hashsalt": "riskexact",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.constrained_layout.h_pad": MARGIN * 0.6,
    "figure.constrained_layout.w_pad": MARGIN,
    "text.parse_math": False,
    "hatch.linewidth": 0.6,
}

NO_METADATA = {"Creator": None, "Date": None, "Format": None, "Type": None}


class Picture(NamedTuple):
    """A finished picture, which notebooks display.

    - `title`: one line with the main result;
    - `alternative`: a few sentences for someone who cannot see the picture;
    - `figure`: the matplotlib figure;
    - `dark`: whether it is the variant for a dark ground.
    """

    title: str
    alternative: str
    figure: Figure
    dark: bool = False

    def svg(self) -> bytes:
        """Return the picture as an SVG file, with its title and alternative text inside."""
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.svg_element()}'.encode()

    def svg_element(self) -> str:
        """Return the `<svg>` element, to be embedded in a page.

        Its ids are unique, and it has attributes instead of inline styles, which the policy of a
        page may forbid.
        """
        drawn = self._saved("svg", NO_METADATA).decode()
        drawn = re.sub(r" <defs>\s*<style.*?</style>\s*</defs>\n", "", drawn, flags=re.DOTALL)
        drawn = re.sub(r' style="([^"]*)"', _as_attributes, drawn)
        # nothing is clipped, nothing is turned by 0, and a hundredth of a point is nothing
        drawn = re.sub(r' transform="rotate\(-0 [^"]*"| clip-path="[^"]*"', "", drawn)
        drawn = re.sub(r' d="[^"]*"', lambda d: re.sub(r"(\.\d\d)\d+", r"\1", d[0]), drawn)
        own = sha256(f"{self.title}\n{self.alternative}\n{drawn}".encode()).hexdigest()[:10]
        drawn = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>p{own}-", drawn)
        opened, _, inside = drawn[drawn.index("<svg") :].partition(">")
        return (
            f'{opened} role="img" aria-labelledby="p{own}-title p{own}-alternative" '
            f'font-family="{FONTS}" stroke-linejoin="round" stroke-linecap="butt">\n'
            f' <title id="p{own}-title">{escape(self.title)}</title>\n'
            f' <desc id="p{own}-alternative">{escape(self.alternative)}</desc>{inside}'
        )

    def png(self) -> bytes:
        """Return the picture as a PNG file, with its title and alternative text as metadata."""
        words = {"Title": self.title, "Description": self.alternative, "Software": None}
        return self._saved("png", words, dpi=DOTS_PER_INCH)

    def pdf(self) -> bytes:
        """Return the picture as a PDF file, with its title and alternative text as metadata."""
        words = {"Title": self.title, "Subject": self.alternative}
        return self._saved("pdf", words | dict.fromkeys(("Creator", "Producer", "CreationDate")))

    def _saved(self, ending: str, metadata: dict[str, Any], **options: Any) -> bytes:
        written = io.BytesIO()
        with look(self.dark):
            self.figure.savefig(written, format=ending, metadata=metadata, **options)
        return written.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg_element()


def _as_attributes(style: re.Match[str]) -> str:
    """Return the declarations of a style as attributes; the element has the fonts."""
    declarations = dict(re.findall(r"([^:;\s]+)\s*:\s*([^;]*[^;\s])", style[1]))
    declarations.pop("font-family", None)
    return "".join(f' {name}="{value}"' for name, value in declarations.items())


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of a size in inches; draw on it inside `look`."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def chart(
    title: str,
    subtitle: str,
    alternative: str,
    draw: Callable[[Axes], object],
    dark: bool = False,
    size: tuple[float, float] = CHART,
) -> Picture:
    """Return the picture of what `draw` draws on axes, below its title and subtitle."""
    with look(dark):
        figure = new_figure(*size)
        draw(figure.subplots())
        write_head(figure, title, subtitle)
    return Picture(title, alternative, figure, dark)


@contextmanager
def look(dark: bool = False) -> Iterator[None]:
    """Draw and write with the shared look, under any settings of the user.

    Raises `RiskError` where matplotlib is not installed.
    """
    require("matplotlib", "plot", "pictures need")
    from matplotlib import rc_context, rcdefaults, rcParams

    own = DARK if dark else LIGHT
    settings: Any = {
        **LOOK,
        "axes.prop_cycle": _cycle(own),
        **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), own.paper),
        **dict.fromkeys(("text.color", "axes.labelcolor", "axes.titlecolor"), own.ink),
        **dict.fromkeys(("xtick.labelcolor", "ytick.labelcolor"), own.ink),
        **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), own.line),
    }
    with rc_context(), catch_warnings():
        # a letter missing from the font, in the name of a rule set, is shown as a box
        filterwarnings("ignore", "Glyph")
        rcdefaults()
        rcParams.update(settings)
        yield


@contextmanager
def drawing_on(axes: Axes | None, figsize: tuple[float, float] | None = None) -> Iterator[Axes]:
    """Draw on the axes, or those of a new figure of pyplot, with the colours of the pictures.

    A figure without a layout has the constrained one from then on.  They are dark where the axes
    are; everything else follows the settings of the user.
    """
    require("matplotlib", "plot", "pictures need")
    from matplotlib import rc_context
    from matplotlib.colors import to_rgb

    if axes is not None and figsize is not None:
        raise RiskError(f"figsize must be left out with ax, whose figure has one, not {figsize}")
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots(figsize=figsize, layout="constrained")[1]
    root = axes.get_figure(root=True)
    if root and root.get_layout_engine() is None:  # words below an axis would be cut
        root.set_layout_engine("constrained")
    own = DARK if sum(to_rgb(axes.get_facecolor())) < 1.5 else LIGHT
    with rc_context({"axes.prop_cycle": _cycle(own)}):
        yield axes


def _cycle(palette: Palette) -> Any:
    from cycler import cycler

    return cycler(color=palette)


def head(title: str, subtitle: str, width: float) -> list[tuple[str, dict[str, Any]]]:
    """Return the lines above a drawing of a width in inches, each with its style.

    A letter is about 0.104 inches wide in a title, and 0.078 in a subtitle.
    """
    room = width - 2 * MARGIN

    def fitting(text: str, letter: float) -> list[str]:
        """Return the fewest lines, of about equal length; a sign stays beside its number."""
        text, most = text.replace(" %", "\u00a0%"), max(int(room / letter), 1)
        widths = range(max(most // 2, 1), most + 1)
        tried = (wrap(text, n, break_on_hyphens=False) for n in widths)
        fewest = len(wrap(text, most, break_on_hyphens=False))
        return next(lines for lines in tried if len(lines) == fewest)

    bold = {"fontsize": 13, "fontweight": "bold", "color": INK}
    return [
        *((line, bold) for line in fitting(title, 0.104)),
        *((line, {"fontsize": 10, "color": MUTED}) for line in fitting(subtitle, 0.078)),
    ]


def head_height(lines: list[tuple[str, dict[str, Any]]]) -> float:
    """Return the height in inches of the lines above a drawing."""
    points: float = sum(style["fontsize"] for _, style in lines)
    return MARGIN + points * 1.4 / 72


def write_head(figure: Figure, title: str, subtitle: str = "") -> None:
    """Write the title and the subtitle at the upper left, and leave the rest to the drawing."""
    width, height = figure.get_size_inches()
    lines = head(title, subtitle, width)
    below = head_height(lines)
    for n, (line, style) in enumerate(lines):
        y = height - head_height(lines[: n + 1])
        figure.text(MARGIN / width, y / height + 0.004, line, va="bottom", **style)
    figure.set_layout_engine("constrained", rect=(0, 0, 1, 1 - below / height))
