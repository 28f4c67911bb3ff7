"""What READMEs say of the screens, to those who cannot see them, is what the pages show."""

import re
from collections.abc import Callable

import pytest

from tests.node import Node
from tests.programs import needs
from tests.readme import READMES
from tests.walkthrough.pictures import MAP_PICTURES, PICTURES
from tests.walkthrough.screens import SCREENS

SAID: dict[str, list[str]] = {}
for readme in READMES:
    for tag in re.findall(r"<img [^>]*>", readme.read_text(encoding="utf-8")):
        found = re.search(r'/([\w-]+\.png)".* alt="([^"]*)"', tag)
        assert found is not None, tag
        SAID.setdefault(found[1], []).append(found[2])


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


@needs("node")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(tabs: Callable[..., Node], name: str) -> None:
    hash_ = SCREENS[name][0].removeprefix("index.html")
    asked = {"turn": "maps", "mine": "maps", "step": "explore"}
    page = tabs(next((tab for key, tab in asked.items() if f"#{key}" in hash_), "battle"))
    shown = page("goes", hash_)
    seen = figures("\n".join([*page("words"), *shown["labels"], *map(str, shown.values())]))
    assert {figure for said in SAID[name] for figure in figures(said)} <= seen
