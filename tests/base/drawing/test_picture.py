"""What all pictures have in common: their words, their look, and the same bytes everywhere."""

import io
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from PIL import Image

from riskexact import pictures
from riskexact.base.drawing.heat import luminance
from riskexact.base.drawing.labels import chances_text, percent, short_percent, whole_ticks
from riskexact.base.drawing.picture import (
    DARK,
    DOTS_PER_INCH,
    LIGHT,
    ON_DEFENDER,
    Palette,
    Picture,
    head,
    look,
    new_figure,
    write_head,
)
from riskexact.base.errors import RiskError
from riskexact.base.text import percent_text
from riskexact.logs import dice_log
from riskexact.pictures import outcome_bars
from riskexact.rules.catalogue import RULES
from riskexact.turn.position import Position
from tests.strategies import chances, probabilities
from tests.trust.logs import fair_log

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"

small = outcome_bars(2, 1)


def drawn(
    title: str = "A title", alternative: str = "What is seen.", subtitle: str = ""
) -> Picture:
    """A picture with text, hatching, a line and a marker."""
    with look():
        figure = new_figure(3, 2)
        axes = figure.subplots()
        axes.bar([1, 2], [3, 4], hatch="//", color="white")
        axes.plot([1, 2], [1, 2], marker="o")
        write_head(figure, title, subtitle)
    return Picture(title, alternative, figure)


def test_svg_has_its_words_once_and_ids_that_lead_somewhere() -> None:
    title, alternative = '5 < 6 & $x$ "7" 日', "x > y & 'so' on"
    root = ElementTree.fromstring(drawn(title, alternative).svg())
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert "Oblique" not in ElementTree.tostring(root, "unicode"), "$x$ is no formula"
    assert [each.text for each in root.iter(f"{SVG}title")] == [title]
    assert [each.text for each in root.iter(f"{SVG}desc")] == [alternative]
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    named = str(root.get("aria-labelledby")).split()
    linked = [str(each.get(LINK)).removeprefix("#") for each in root.iter(f"{SVG}use")]
    filled = re.findall(r"url\(#([^)]*)\)", ElementTree.tostring(root, "unicode"))
    assert len(named) == 2
    assert linked
    assert filled
    assert {*named, *linked, *filled} <= set(ids)


def test_svg_holds_no_styles_and_shares_no_id() -> None:
    """Nothing about its making; two pictures in one page have their own ids."""
    text = drawn().svg().decode()
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg ')
    for word in ("style", "metadata", "DOCTYPE", "Matplotlib", "rdf"):
        assert word not in text
    assert text.endswith(drawn().svg_element())
    assert small._repr_svg_() == small.svg_element()  # in notebooks
    other = drawn(alternative="The same picture in other words.").svg_element()
    ids, others = (set(re.findall(r'\bid="([^"]*)"', each)) for each in (text, other))
    assert ids
    assert others
    assert not ids & others


def test_png_and_pdf_have_their_words() -> None:
    picture = drawn("Title 日", "Words")
    image = Image.open(io.BytesIO(picture.png()))
    assert image.size == (3 * DOTS_PER_INCH, 2 * DOTS_PER_INCH)
    assert image.info["Title"] == "Title 日"
    assert image.info["Description"] == "Words"
    assert set(image.info) == {"Title", "Description", "dpi"}
    written = drawn("Title", "What is seen").pdf()
    assert written.startswith(b"%PDF")
    assert b"/Title (Title)" in written
    assert b"/Subject (What is seen)" in written
    assert written == drawn("Title", "What is seen").pdf()


def test_the_same_bytes_in_any_process_and_under_any_settings(tmp_path: Path) -> None:
    """Another hash seed, date and directory, and settings of a user's own."""
    (tmp_path / "matplotlibrc").write_text("font.size: 20\nsvg.fonttype: none\naxes.grid: True\n")
    code = (
        "import sys; from riskexact.pictures import outcome_bars; p = outcome_bars(2, 1); "
        "open('svg', 'wb').write(p.svg()); open('png', 'wb').write(p.png()); "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    settings = {
        "PYTHONHASHSEED": "7",
        "MATPLOTLIBRC": str(tmp_path / "matplotlibrc"),
        "SOURCE_DATE_EPOCH": "1",
        "PYTHONPATH": str(Path(__file__).parents[3]),
    }
    subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=os.environ | settings, check=True
    )
    for _ in range(2):
        assert (tmp_path / "svg").read_bytes() == small.svg()
        assert (tmp_path / "png").read_bytes() == small.png()


def test_nothing_is_left_changed() -> None:
    before = dict(matplotlib.rcParams)
    assert small.svg()
    with pytest.raises(KeyError), look():
        raise KeyError
    assert dict(matplotlib.rcParams) == before


def test_text_is_text_and_stands_at_the_left_the_title_bold() -> None:
    long = "A title that is so long that it does not fit on one line"
    root = ElementTree.fromstring(drawn(long, subtitle="Below it").svg())
    fonts = [each.get("font-family") for each in root.iter() if each.get("font-family")]
    assert fonts == [root.get("font-family")]
    assert str(fonts[0]).startswith("system-ui")
    lines = [each for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "start"]
    words = [str(each.text) for each in lines]
    assert (" ".join(words[:-1]), words[-1]) == (long, "Below it")
    assert len({each.get("x") for each in lines}) == 1
    assert [each.get("font-weight") for each in lines] == ["700"] * (len(lines) - 1) + [None]
    heights = [float(str(each.get("y"))) for each in lines]
    assert heights == sorted(heights)


def test_lines_of_a_title_are_about_as_long_and_no_sign_leaves_its_number() -> None:
    lines = [line for line, _ in head("12 armies take 8 territories in 37.0 % of cases", "", 3.1)]
    assert lines == ["12 armies take 8", "territories in", "37.0\u00a0% of cases"]


DRAWN: dict[str, list[object]] = {
    "campaign_odds": [3, (1, 1)],
    "heat_map": [range(1, 3), range(1, 3)],
    "lattice": [],
    "net_results": [2, 1],
    "outcome_bars": [2, 1],
    "outcome_graph": [],
}
"""The pictures of rules, with battles that are drawn."""

OTHERS: dict[str, list[object]] = {
    "conquest": [Position("classic", {"Siam": 3}, {"Indonesia": 1})],
    "conquest_gain": [Position("classic", {"Siam": 2}, {"Indonesia": 1})],
    "log_wins": [dice_log(fair_log(9, seed=8, largest=4))],
    "duel_policy": [],
}


@pytest.mark.parametrize("name", DRAWN | OTHERS)
def test_every_picture_is_drawn_in_the_dark_and_takes_rules_by_name(name: str) -> None:
    assert {"Picture", *DRAWN, *OTHERS} == {*pictures.__all__}
    draw, arguments = getattr(pictures, name), (DRAWN | OTHERS)[name]
    picture = draw(*arguments, dark=True)
    assert picture.dark
    drawn = picture.svg_element()
    assert f'fill="{DARK.paper}"' in drawn
    assert f'fill="{DARK.ink}"' in drawn
    for light in (LIGHT.attacker, LIGHT.muted, LIGHT.line, LIGHT.pale):
        assert light not in drawn
    if name in DRAWN:
        rules = draw(*arguments, rules="RisiKo!"), draw(*arguments, rules=RULES["risiko"])
        assert rules[0].alternative == rules[1].alternative


# ---- colours


def seen(colour: str, eyes: str) -> tuple[float, ...]:
    """Red, green and blue, linear, as eyes without a kind of cone see them.

    G. Machado, M. Oliveira and L. Fernandes, "A Physiologically-based Model for Simulation of Color
    Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009.
    """
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(colour)]
    return tuple(sum(m * v for m, v in zip(row, linear, strict=True)) for row in EYES[eyes])


EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted(luminance(to_rgb(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("own", [LIGHT, DARK])
def test_colours_are_told_apart_and_text_can_be_read(own: Palette) -> None:
    """By any eyes; on paper in grey, too: on screens, where it is dark, one side is hatched."""
    for eyes in EYES:
        one, other = seen(own.attacker, eyes), seen(own.defender, eyes)
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.3, eyes
    assert own == DARK or contrast(own.attacker, own.defender) > 2
    grounds = (own.ink, own.paper), (own.muted, own.paper), (own.ink, own.pale)
    for text, ground in (*grounds, (own.paper, own.attacker), (ON_DEFENDER, own.defender)):
        assert contrast(text, ground) >= 4.5
    for line in (own.attacker, own.line):
        assert contrast(line, own.paper) >= 3


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(RiskError, match=r"not installed: pip install 'riskexact\[plot\]'$"):
        outcome_bars(2, 1)


# ---- words


@given(chances | st.fractions(0, 1))
def test_percent(chance: Fraction) -> None:
    """Only what is exactly so is shown as 0, 100 or any whole percentage."""
    text = percent(chance)
    assert text.endswith(" %")
    number = text.removesuffix(" %")
    assert number == short_percent(chance)
    if number == "<0.1":
        assert 0 < chance <= Fraction(1, 2000)
    elif number == ">99.9":
        assert Fraction(1999, 2000) <= chance < 1
    elif "." in number:
        assert number == percent_text(chance)
    else:
        assert Fraction(int(number), 100) == chance


@given(st.integers(-300, 300), st.integers(0, 2000))
def test_whole_ticks(least: int, span: int) -> None:
    """Every number of a short axis; round numbers at equal distances on a long one."""
    ticks = whole_ticks(least, least + span)
    if span < 16:
        assert ticks == list(range(least, least + span + 1))
        return
    assert 2 <= len(ticks) <= 16
    assert least <= ticks[0]
    assert ticks[-1] <= least + span
    rest = ticks[1:]
    steps = {b - a for a, b in pairwise(rest)}
    assert len(steps) == 1
    assert all(tick % min(steps) == 0 for tick in rest)


@given(probabilities())
@example({-1: Fraction(1, 2), 1: Fraction(1, 2)})
def test_chances_text(some: dict[int, Fraction]) -> None:
    """Unfolded again, it names every number with its percentage, in order."""
    some = dict(sorted(some.items()))
    found = []
    for first, last, text in re.findall(
        r"(-?\d+)(?: to (-?\d+))?: ([<>]?[\d.]+ %)", chances_text(some)
    ):
        found += [(n, text) for n in range(int(first), int(last or first) + 1)]
    assert found == [(n, percent(chance)) for n, chance in some.items()]
