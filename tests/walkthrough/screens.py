"""`python -m tests.walkthrough.screens`: the calculator as a phone shows it, for the README."""

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

SCREENS: dict[str, tuple[str, str, Scheme]] = {
    "calculator-odds.png": ("a=15&d=12", "#answer", "light"),
    "calculator-campaign.png": ("a=15&d=3,4,5", "#campaign", "dark"),
    "calculator-map.png": ("a=15&d=12", "section:has(#map)", "light"),
}
"""Files, each with the address of a battle, the part of the page to look at, and the colours."""

if __name__ == "__main__":
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        calculator = Path(folder) / "index.html"
        calculator.write_text(page(list(RULES.values())), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (battle, part, scheme) in SCREENS.items():
            phone = browser.new_page(viewport=PHONE, color_scheme=scheme, has_touch=True)
            phone.goto(f"{calculator.as_uri()}#{battle}")
            phone.wait_for_timeout(1500)  # everything is computed and drawn
            if part != "#answer":
                phone.locator(part).evaluate("part => part.scrollIntoView({behavior: 'instant'})")
                phone.evaluate("scrollBy({top: -12, behavior: 'instant'})")
            image = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
            (FOLDER / name).write_bytes(quantized(image, 128))
            phone.close()
        browser.close()
