"""`python -m tests.walkthrough.screens`: the pages as a phone shows them, for the READMEs.

With a folder, all tabs are shown in it instead, on every kind of screen, to be looked at.
"""

import io
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from riskexact import app as calculator
from riskexact import win_probability
from riskexact.base import pages
from riskexact.base.resources import package_text
from riskexact.publication.pages.content import band
from riskexact.rules.catalogue import RULES
from riskexact.rules.languages import LANGUAGES
from tests.browser import CHROMIUM, DESKTOP, SCHEMES, Scheme
from tests.walkthrough.pictures import quantized

FOLDER = Path(__file__).parent

PHONE: ViewportSize = {"width": 390, "height": 844}

SOUTH = (
    "mine=Central-America:8,North-Africa:8&enemy=Venezuela:3,Peru:3,Brazil:3,Argentina:3"
    "&take=South-America"
)

SCREENS: dict[str, tuple[str, str, Scheme]] = {
    "calculator-odds.png": ("index.html#a=15&d=12&stays=1", "#answer", "light"),
    "calculator-campaign.png": ("index.html#a=15&d=3,4,5", "#campaign", "dark"),
    "calculator-map.png": ("index.html#a=15&d=12", "section:has(#map)", "light"),
    "turn-australia.png": ("index.html#turn", "#answer", "light"),
    "explore-exits.png": ("index.html#step=10", "#lattice", "light"),
    "turn-south-america.png": (f"index.html#{SOUTH}", "#answer", "dark"),
}
"""Files, each with an address, the part of the page to look at, and the colours."""

CARD = """<style>
  body {{ margin: 0; display: flex; width: 1200px; height: 630px;
    background: #f5f3ee; color: #1b1c1f; font: 30px/1.4 system-ui, sans-serif }}
  div {{ flex: 1; align-self: center; padding: 0 50px }}
  h1 {{ font-size: 76px; line-height: 1.05; margin: 24px 0 }}
  b {{ color: #005a8e }} p {{ margin: 0; color: #5b5953 }}
</style>
<div>{icon}<h1>Risk odds, <b>exactly</b></h1>
<p>Battles, turns, whole games: every chance is a fraction.</p></div>
<svg width="630" height="630" viewBox="0 0 20 20" shape-rendering="crispEdges">{cells}</svg>"""
"""The picture with which a link to a page is shown."""


def card() -> str:
    """Return the page of that picture: the chances of all battles up to 20 against 20."""
    tones = ["#e69f00", "#eab74a", "#f0d79d", "#b3d3e2", "#5ba3cc", "#0072b2"]
    cells = [
        f'<rect x="{d - 1}" y="{a - 1}" width="1" height="1" fill="{tones[tone]}"/>'
        for a, d in product(range(1, 21), repeat=2)
        for tone in [band(win_probability(a, d))]
    ]
    icon = package_text("icon.svg", pages.SHARED).replace("<svg", '<svg width="150"', 1)
    return CARD.format(icon=icon, cells="".join(cells))


TABS = {"battle": "#a=8&d=5&stays=1", "turn": "#turn", "play": "#play", "why": "#step=4"}
TABS |= {"campaign": "#a=15&d=3,4,5&stays=1", "tables": "#tables"}
SIZES = {
    "360": (360, 740),
    "390": (390, 844),
    "768": (768, 1024),
    "1280": DESKTOP,
    "side": (740, 360),
}


def show_all(browser: Browser, app: str, folder: Path) -> None:
    """Write what each tab shows, in all sizes, colours and languages."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, scheme, code in product(SIZES, SCHEMES, LANGUAGES):
        wide, high = SIZES[size]
        viewport: ViewportSize = {"width": wide, "height": high}
        context = browser.new_context(viewport=viewport, color_scheme=scheme, locale=code)
        page = context.new_page()
        for tab, hash_ in TABS.items():
            page.goto("about:blank")
            page.goto(f"{app}{hash_}")
            page.wait_for_timeout(700)
            page.screenshot(path=folder / f"{tab}-{size}-{scheme}-{code}.png")
        context.close()


if __name__ == "__main__":
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = calculator.page(list(RULES.values()))
        (Path(folder) / "index.html").write_text(app, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if sys.argv[1:]:
            show_all(browser, f"{Path(folder).as_uri()}/index.html", Path(sys.argv[1]))
            sys.exit()
        wide = browser.new_page(viewport={"width": 1200, "height": 630})
        wide.set_content(card())
        image = Image.open(io.BytesIO(wide.screenshot())).convert("RGB")
        (Path(pages.__file__).parent / pages.PREVIEW).write_bytes(quantized(image, 64))
        for name, (address, part, scheme) in SCREENS.items():
            phone = browser.new_page(viewport=PHONE, color_scheme=scheme, has_touch=True)
            phone.goto(f"{Path(folder).as_uri()}/{address}")
            phone.wait_for_timeout(1500)
            phone.locator("#working:not([hidden])").wait_for(state="detached")
            if part != "#answer":
                phone.locator(part).evaluate("part => part.scrollIntoView({behavior: 'instant'})")
                phone.evaluate("scrollBy({top: -12, behavior: 'instant'})")
            image = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
            (FOLDER / name).write_bytes(quantized(image, 128))
            phone.close()
        browser.close()
