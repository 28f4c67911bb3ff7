"""The walk through the four sources; `test_readme.py` runs it, as all READMEs."""

import json
import re
from pathlib import Path

import pytest

from tests.walkthrough.__main__ import DRAWN_BY, FOLDER, ILLUSTRATED, README
from tests.walkthrough.pictures import (
    MAP_PICTURES,
    PICTURES,
    drawn_by,
    small_png,
    with_alternatives,
)
from tests.walkthrough.screens import SCREENS

TEXT = README.read_text(encoding="utf-8")


def test_no_program_fails() -> None:
    printed = [line for line in TEXT.splitlines() if not line.startswith((">>> ", "... "))]
    assert not [line for line in printed if re.search(r"Traceback|False(?!: \d)", line)]


@pytest.mark.parametrize("readme", ILLUSTRATED, ids=lambda path: path.parent.name)
def test_the_pictures_are_those_that_would_be_drawn(readme: Path) -> None:
    """Their words everywhere; their bytes where the libraries are those that drew them."""
    text = readme.read_text(encoding="utf-8")
    pictures = {name: draw() for name, draw in ILLUSTRATED[readme].items()}
    assert with_alternatives(text, pictures) == text
    for name, picture in pictures.items():
        assert re.search(rf"\]\([./a-z]*\b{name}\)", text)
        if DRAWN_BY.read_text(encoding="utf-8") == drawn_by():
            assert (FOLDER / name).read_bytes() == small_png(picture), name


def test_no_picture_is_left_over_or_large() -> None:
    files = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert set(files) == {*PICTURES, *MAP_PICTURES, *SCREENS}
    assert max(files.values()) < 120_000
    assert set(json.loads(DRAWN_BY.read_text(encoding="utf-8"))) == {"matplotlib", "pillow"}


def test_it_goes_through_every_source() -> None:
    for source in (
        'J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20',
        '"Should I attack in Risk? (The Board Game)", with S. Steinfurter\'s addendum',
        'The notebook "Risk Calculator"',
        '"RISK battles: Simulating the distribution of outcomes", 2019-06-05',
    ):
        assert f"\n{source}.\n" in TEXT
