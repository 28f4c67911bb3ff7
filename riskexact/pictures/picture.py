"""A picture: its title, its words for those who cannot see it, and its bytes as SVG and PNG.

All pictures share one look.  What differs in colour differs in lightness too, so that it can be
told apart in grey and by colour-blind eyes (after the colours of M. Okabe and K. Ito, 2008), and
hatching, dashes or a label tell it once more.  The same versions of the libraries give the same
bytes, whatever the date and whatever settings of matplotlib a user has.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from html import escape
from itertools import accumulate
from textwrap import fill, wrap
from typing import TYPE_CHECKING
from warnings import catch_warnings, filterwarnings

from riskexact.base.errors import require
from riskexact.base.text import armies_text, counted, fraction_text, listed, percent_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.container import BarContainer
    from matplotlib.figure import Figure

ATTACKER, DEFENDER = "#0072b2", "#e69f00"
"""The two sides' colours, blue and orange; in grey the first is the darker."""

WON, LOST = "#00664b", "#f2a47c"
"""Colours of a battle won and lost, green and red; in grey the first is the darker."""

INK, FAINT, PALE = "#1a1a1a", "#767676", "#e8e8e8"
"""Writing and lines; what steps back; a ground to write on."""

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

FEWEST_CUT, RARE = 20, Fraction(1, 1000)

MOST_TURNED = 60
"""Bars that have room for their numbers if these are turned sideways."""

LONGEST_FRACTION = 40
"""Characters of a fraction that words still spell out."""


@dataclass(frozen=True)
class Picture:
    """A finished picture; notebooks show it.

    - `title`: one line, which says what was found and not only what is shown;
    - `alternative`: a few sentences that give someone who cannot see it what the picture gives;
    - `figure`: the matplotlib figure.
    """

    title: str
    alternative: str
    figure: "Figure"

    def svg(self) -> bytes:
        """Return the picture as an SVG file, with its title and alternative text inside."""
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.svg_element()}'.encode()

    def svg_element(self) -> str:
        """Return the `<svg>` element, fit to stand in a page among others.

        Its ids are its own, and attributes stand where matplotlib writes styles, so that it also
        looks right in a page whose policy forbids styles within.
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
    """Return the declarations of a style as attributes: every one that matplotlib writes is one."""
    pairs = (declaration.split(":", 1) for declaration in style[1].split(";") if declaration)
    return "".join(f' {name.strip()}="{value.strip()}"' for name, value in pairs)


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure of so many inches; what is drawn on it belongs inside `look`.

    Raises `RiskError` where matplotlib is not installed, as `look` does.
    """
    require("matplotlib", "plot", "pictures need")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


@contextmanager
def look() -> Iterator[None]:
    """Let everything drawn or written inside have the shared look, whatever a user's settings."""
    require("matplotlib", "plot", "pictures need")
    from matplotlib import rc_context, rcdefaults, rcParams

    with rc_context(), catch_warnings():
        # a letter that the font lacks, in the name of somebody's rules, is shown as a box
        filterwarnings("ignore", "Glyph")
        rcdefaults()
        for name, setting in LOOK.items():
            rcParams[name] = setting  # type: ignore[index]  # the names are matplotlib's own
        yield


def write_head(figure: "Figure", title: str, caption: str = "") -> None:
    """Write the title above everything that is drawn, and a caption below it, in lines that fit.

    A letter is about 0.09 inches wide in a title, and 0.072 in a caption.
    """
    width = figure.get_figwidth()
    figure.suptitle(even_lines(title, int(width / 0.09)))
    if caption:
        figure.supxlabel(even_lines(caption, int(width / 0.072)), fontsize=9)


def even_lines(text: str, width: int) -> str:
    r"""Return the text in as few lines of at most `width` letters as it needs, of about one length.

    >>> even_lines("40 attackers against 35 defenders, single-loss rules", 48)
    '40 attackers against 35\ndefenders, single-loss rules'
    """
    lines = len(wrap(text, width))
    least = max(-(-len(text) // max(lines, 1)), *map(len, text.split()), 1)
    fitting = (fill(text, w) for w in range(min(least, width), width + 1))
    return next(even for even in fitting if even.count("\n") < lines)


def percent(value: Fraction | int) -> str:
    """Return a chance as a percentage for words and labels; whole ones only where they are exact.

    >>> percent(Fraction(1445, 3888)), percent(Fraction(1, 10**6)), percent(Fraction(9999, 10**4))
    ('37.2 %', 'under 0.1 %', 'over 99.9 %')
    >>> percent(0), percent(Fraction(9, 10))
    ('0 %', '90 %')
    """
    if (100 * value).denominator == 1:
        return f"{100 * value} %"
    text = percent_text(value)
    return {"0.0": "under 0.1 %", "100.0": "over 99.9 %"}.get(text, f"{text} %")


def short_percent(value: Fraction | int) -> str:
    """Return a chance in percent for where there is little room.

    >>> short_percent(Fraction(1445, 3888)), short_percent(Fraction(1, 10**6))
    ('37.2', '<0.1')
    """
    return percent(value).removesuffix(" %").replace("under ", "<").replace("over ", ">")


def exact_percent(value: Fraction | int) -> str:
    """Return a chance as a percentage, and exactly wherever the fraction can be read aloud.

    >>> exact_percent(Fraction(5, 12)), exact_percent(Fraction(1, 3**200))
    ('41.7 % (exactly 5/12)', 'under 0.1 %')
    """
    text = fraction_text(value)
    readable = "/" in text and len(text) <= LONGEST_FRACTION
    return f"{percent(value)} (exactly {text})" if readable else percent(value)


def under(rules: Rules) -> str:
    """Return what a title says of the rules: nothing where they are the standard ones.

    >>> from riskexact.rules import SINGLE_LOSS, STANDARD
    >>> under(STANDARD), under(SINGLE_LOSS)
    ('', ', single-loss rules')
    """
    return "" if rules == STANDARD else f", {in_words(rules)}"


def units_text(attackers: int, armies: bool) -> str:
    """Return the attackers in words; where armies were asked for, these first.

    >>> units_text(11, armies=False), units_text(11, armies=True)
    ('11 attackers', '12 armies (11 attackers)')
    """
    units = counted(attackers, "attacker")
    return f"{armies_text(attackers + 1)} ({units})" if armies else units


def whole_ticks(least: int, most: int) -> list[int]:
    """Return some of the whole numbers from `least` to `most`: all of them, or round ones.

    >>> whole_ticks(1, 5), whole_ticks(1, 40)
    ([1, 2, 3, 4, 5], [1, 5, 10, 15, 20, 25, 30, 35, 40])
    """
    span = most - least
    if span < 16:
        return list(range(least, most + 1))
    steps = (step * 10**n for n in range(9) for step in (5, 10, 20))
    step = next(step for step in steps if span < 10 * step)
    ticks = [n for n in range(least, most + 1) if n % step == 0]
    return ticks if 2 * (ticks[0] - least) < step else [least, *ticks]


def rare_end(chances: Sequence[Fraction]) -> int:
    """Return how many of a long line of chances, at its end, are together not worth their room.

    They come after the first 20, and are together no more likely than 1 in 1000.

    >>> rare_end([Fraction(1, 30)] * 29 + [Fraction(1, 10**9)] * 3), rare_end([Fraction(0)] * 20)
    (3, 0)
    """
    return sum(rest <= RARE for rest in accumulate(reversed(chances[FEWEST_CUT:])))


def draw_bars(
    axes: "Axes",
    places: Sequence[float],
    chances: Sequence[Fraction],
    colour: str,
    hatch: str = "",
    width: float = 0.86,
    bottom: Sequence[Fraction] | None = None,
    name: str = "",
) -> "BarContainer":
    """Draw a bar for each chance, as high as its percentage; many of them without gaps between."""
    many = len(places) > 80
    return axes.bar(
        places,
        [float(100 * chance) for chance in chances],
        1 if many else width,
        bottom=None if bottom is None else [float(100 * chance) for chance in bottom],
        label=name,
        color=colour,
        hatch=hatch,
        edgecolor="white",
        linewidth=0 if many else 1,
    )


def number_bars(
    axes: "Axes", bars: "BarContainer", chances: Iterable[Fraction], upright: bool = True
) -> None:
    """Write above each bar its chance in percent, and nothing where there is none."""
    texts = [short_percent(chance) if chance else "" for chance in chances]
    axes.bar_label(bars, texts, padding=2, fontsize=8, rotation=0 if upright else 90)


def chances_text(chances: Mapping[int, Fraction]) -> str:
    """Return the chance of each number in words; successive numbers that look the same share one.

    >>> chances_text({1: Fraction(0), 2: Fraction(1, 9**9), 3: Fraction(1, 9**8), 4: Fraction(1)})
    '1: 0 %, 2 to 3: under 0.1 % and 4: 100 %'
    """
    runs: list[tuple[int, int, str]] = []
    for n, chance in chances.items():
        text = percent(chance)
        if runs and runs[-1][1:] == (n - 1, text):
            runs[-1] = (runs[-1][0], n, text)
        else:
            runs.append((n, n, text))
    return listed(
        f"{first}: {text}" if first == last else f"{first} to {last}: {text}"
        for first, last, text in runs
    )
