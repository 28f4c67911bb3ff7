"""What READMEs say of the screens, to those who cannot see them, is what the pages show."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riskexact.app import page
from riskexact.rules.catalogue import RULES
from tests.browser import needs_chromium, visiting
from tests.readme import READMES
from tests.walkthrough.pictures import MAP_PICTURES, PICTURES
from tests.walkthrough.screens import PHONE, SCREENS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAID: dict[str, list[str]] = {}
for readme in READMES:
    for tag in re.findall(r"<img [^>]*>", readme.read_text(encoding="utf-8")):
        found = re.search(r'/([\w-]+\.png)".* alt="([^"]*)"', tag)
        assert found is not None, tag
        SAID.setdefault(found[1], []).append(found[2])

SHOWN = """() => {
  const values = [...document.querySelectorAll("input, select")].map((each) => each.value);
  const labels = [...document.querySelectorAll("[aria-label]")].map((each) => each.ariaLabel);
  return [document.body.innerText, document.body.textContent, ...values, ...labels].join("\\n");
}"""


def figures(text: str) -> set[str]:
    """The numbers in a text."""
    return set(re.findall(r"\d+(?:\.\d+)?", text))


def test_every_screen_and_picture_is_told() -> None:
    assert set(SCREENS) < set(SAID) <= {*SCREENS, *PICTURES, *MAP_PICTURES}


@pytest.mark.parametrize("name", sorted(set(SAID) - set(SCREENS)))
def test_a_picture(name: str) -> None:
    shown = figures({**PICTURES, **MAP_PICTURES}[name]().alternative)
    for said in SAID[name]:
        assert figures(said) <= shown


@needs_chromium
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(browser: "Browser", tmp_path: Path, name: str) -> None:
    (tmp_path / "index.html").write_text(page(list(RULES.values())), encoding="utf-8")
    address, _, scheme = SCREENS[name]
    size = PHONE["width"], PHONE["height"]
    with visiting(browser, f"{tmp_path.as_uri()}/{address}", size, scheme, has_touch=True) as visit:
        told = {figure for said in SAID[name] for figure in figures(said)}
        visit.page.wait_for_function(
            f"(told) => {{ const shown = ({SHOWN})();"
            " return told.every((figure) => shown.includes(figure)); }",
            arg=sorted(told),
        )
        assert told <= figures(visit.page.evaluate(SHOWN))
