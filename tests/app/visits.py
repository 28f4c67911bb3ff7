"""What tests of the calculator's pages do with them, and look for."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from playwright.sync_api import Page, expect

from riskexact.base.certain import Certain
from riskexact.base.text import fraction_text

OpenPage = Callable[..., Page]
"""What the fixture `open_page` is."""

MARGIN = 46
"""Left of the map of battles, and above it."""


def percent_text(chance: Fraction | Certain) -> str:
    """A chance as the page shows it."""
    value = chance if isinstance(chance, Fraction) else chance.low  # less by 2^-64 at most
    if value in (0, 1):
        return f"{value * 100} %"
    rounded = round(value * 1000)
    if rounded in (0, 1000):
        return ">99.9 %" if rounded else "<0.1 %"
    return f"{rounded // 10}.{rounded % 10} %"


def exact_text(value: Fraction) -> str:
    """A fraction as the page shows it."""
    return fraction_text(value).replace("/", " / ")


def typed(page: Page, label: str, value: object) -> None:
    page.get_by_label(label, exact=True).fill(str(value))


def opens_settings(page: Page) -> None:
    """Open the sheet that says how it is played, unless it is open."""
    if page.locator("#setup").is_hidden():
        page.locator("#settings").click()


def closes_settings(page: Page) -> None:
    page.locator("#setup .main").click()


def plays_by(page: Page, rules: str) -> None:
    """Choose the rules, by name or by what they are called."""
    opens_settings(page)
    page.locator("#rule-set").select_option(rules)
    closes_settings(page)


def counts(page: Page, what: str) -> None:
    """Type "armies" or "fighters" from now on."""
    opens_settings(page)
    page.locator(f"#{what}").check(force=True)
    closes_settings(page)


def goes_to(page: Page, hash_: str) -> None:
    """Type another end of the address into the open page."""
    page.evaluate("(hash) => { location.hash = hash; }", hash_)


def reopen(page: Page, hash_: str = "") -> None:
    """Load the open page once more, at what follows the "#" of its address."""
    address = page.url.partition("#")[0] + hash_
    page.goto("about:blank")
    page.goto(address)


def ends_with(page: Page, end: str) -> None:
    """Wait until the address ends like this: the browser tells of a change when it has the time."""
    expect(page).to_have_url(re.compile(re.escape(end) + "$"))


def shows(page: Page, chance: Fraction | Certain) -> None:
    """Wait for the chance to win."""
    expect(page.locator("#chance")).to_have_text(percent_text(chance))


def shows_in(page: Page, chance: Fraction) -> None:
    """The same in German and Italian."""
    expect(page.locator("#chance")).to_have_text(percent_text(chance).replace(".", ","))


def chips(page: Page) -> list[str]:
    """What else decides the number, as it is said beneath it."""
    said = page.locator("#chips li").all_inner_texts()
    return [each.removesuffix("×").strip() for each in said]


def tiles(page: Page) -> list[str]:
    return page.locator("#needed strong").all_inner_texts()


PIXEL = """(canvas, [n, m, size, margin]) => {
  const cell = (canvas.clientWidth - margin) / size;
  const ratio = canvas.width / canvas.clientWidth;
  const at = (k) => (margin + (k - 0.3) * cell) * ratio;
  const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, -Math.floor(at(m)), -Math.floor(at(n)));
  return [...copy.getImageData(0, 0, 1, 1).data];
}"""
"""The colour of a cell of the map of battles."""


def hash_of(mine: Mapping[str, int], enemy: Mapping[str, int], rest: str = "") -> str:
    """The address of a position."""
    sides = [
        ",".join(f"{t.replace(' ', '-')}:{n}" for t, n in armies.items())
        for armies in (mine, enemy)
    ]
    return f"#mine={sides[0]}&enemy={sides[1]}{rest}"
