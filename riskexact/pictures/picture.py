"""A picture: its title, its words for those who cannot see it, and its bytes as SVG and PNG.

All pictures share one look: seen in grey or by colour-blind eyes, what differs in colour differs in
lightness too (the colours of M. Okabe and K. Ito, 2008), and hatching or a label tells it again.
The same libraries give the same bytes whatever the date, so that a publication can be checked.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from riskexact.errors import RiskError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ATTACKER, DEFENDER = "#0072b2", "#e69f00"
"""The two sides' colours, blue and orange; in grey the first is the darker."""

WON, LOST = "#009e73", "#d55e00"
"""Colours of a battle won and lost, always with hatching or a label beside them."""

INK, FAINT = "#1a1a1a", "#8c8c8c"

DOTS_PER_INCH = 144
"""Of PNG files."""

LOOK = {
    "svg.hashsalt": "riskexact",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "hatch.linewidth": 0.6,
}


@dataclass(frozen=True)
class Picture:
    """A finished picture.

    - `title`: one line, which says what was found and not only what is shown;
    - `alternative`: a few sentences that give someone who cannot see it what the picture gives;
    - `figure`: the matplotlib figure.
    """

    title: str
    alternative: str
    figure: "Figure"

    def svg(self) -> bytes:
        """Return the picture as SVG, with its title and alternative text inside."""
        written = io.BytesIO()
        with look():
            self.figure.savefig(
                written, format="svg", metadata={"Date": None, "Creator": None, "Title": self.title}
            )
        text = written.getvalue().decode()
        start = text.index(">", text.index("<svg")) + 1
        head = text[: start - 1] + ' role="img" aria-labelledby="title alternative">'
        words = (
            f'\n <title id="title">{escape(self.title)}</title>'
            f'\n <desc id="alternative">{escape(self.alternative)}</desc>'
        )
        return (head + words + text[start:]).encode()

    def png(self) -> bytes:
        """Return the picture as PNG, with its title and alternative text as metadata."""
        written = io.BytesIO()
        words = {"Title": self.title, "Description": self.alternative, "Software": None}
        with look():
            self.figure.savefig(written, format="png", dpi=DOTS_PER_INCH, metadata=words)
        return written.getvalue()


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure of so many inches; what is drawn on it belongs inside `look`.

    Raises `RiskError` where matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RiskError(
            "pictures need matplotlib, which is not installed: pip install 'riskexact[plot]'"
        ) from None
    return Figure(figsize=(width, height), layout="constrained")


@contextmanager
def look() -> Iterator[None]:
    """Let everything drawn or written inside have the shared look."""
    from matplotlib import rc_context

    with rc_context(LOOK):  # type: ignore[arg-type]  # the names are matplotlib's own
        yield
