"""`python -m tests.walkthrough.screens`: the pages as a phone shows them, for the READMEs."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from riskexact.calculator import page
from riskexact.rules.catalogue import RULES
from tests.browser import CHROMIUM, Scheme
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

if __name__ == "__main__":
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = page(list(RULES.values()))
        (Path(folder) / "index.html").write_text(app, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (address, part, scheme) in SCREENS.items():
            phone = browser.new_page(viewport=PHONE, color_scheme=scheme, has_touch=True)
            phone.goto(f"{Path(folder).as_uri()}/{address}")
            phone.wait_for_timeout(1500)  # everything is computed and drawn
            if part != "#answer":
                phone.locator(part).evaluate("part => part.scrollIntoView({behavior: 'instant'})")
                phone.evaluate("scrollBy({top: -12, behavior: 'instant'})")
            image = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
            (FOLDER / name).write_bytes(quantized(image, 128))
            phone.close()
        browser.close()
