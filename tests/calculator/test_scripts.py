"""The JavaScript modules as scripts: none is missing, and each comes after those it imports."""

import json
import re
from pathlib import Path
from posixpath import normpath

import riskexact
from riskexact.calculator.scripts import (
    ARITHMETIC,
    EXPLORE,
    INTERFACE,
    MAP_ARITHMETIC,
    MAP_INTERFACE,
    script,
)

SOURCES = Path(riskexact.__file__).parent / "calculator"

PAGES = ((ARITHMETIC, INTERFACE), (MAP_ARITHMETIC, MAP_INTERFACE), ((), EXPLORE))
"""The scripts of each page, the first of which lends to the second."""

SCRIPTS = [modules for page in PAGES for modules in page if modules]


def test_every_module_is_listed_after_those_it_imports() -> None:
    found = {f"{path.parent.name}/{path.name}" for path in SOURCES.glob("*/*.js")}
    package = json.loads((SOURCES / "arithmetic/package.json").read_text("utf-8"))["files"]
    packed = {f"arithmetic/{name}" for name in package if name.endswith(".js")}
    assert {path for modules in SCRIPTS for path in modules} | packed == found
    for arithmetic, interface in PAGES:
        listed = [*arithmetic, *interface]
        assert len(listed) == len(set(listed))
        for number, path in enumerate(listed):
            text = (SOURCES / path).read_text("utf-8")
            for imported in re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE):
                assert normpath(f"{path}/../{imported}") in listed[:number], path


def test_scripts_hold_no_module_syntax_and_no_end_of_a_script() -> None:
    for text in (script("page", modules) for modules in SCRIPTS):
        assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
        assert not re.search(r"</script|<!--", text, re.IGNORECASE)


def test_comments_are_left_out_and_half_of_each_indentation() -> None:
    for path in {path for modules in SCRIPTS for path in modules}:
        text = (SOURCES / path).read_text("utf-8")
        lines = [line for line in text.splitlines() if not re.match(r" *(//|/?\*)|import |$", line)]
        start, end = script("page", [path]).split(f"// {path}\n")
        kept = [line for line in end.splitlines() if line]
        halves = [re.sub(r"^(?:  )+", lambda two: two[0][::2], line) for line in lines]
        assert kept[:-2] == [line.removeprefix("export ") for line in halves], path
        assert "//" not in start


def test_no_two_modules_declare_the_same_name() -> None:
    """They share one function: the last one would win, without a word."""
    for modules in SCRIPTS:
        text = script("page", modules)
        names = r"^(?:async )?(?:function|class|const|let) (\w+)"
        declared = re.findall(names, text, re.MULTILINE)
        assert len(declared) > 40
        assert sorted(declared) == sorted(set(declared))
