"""The languages of the calculator and its other pages: no text is missing, none is left over."""

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import riskexact
from riskexact.calculator import LANGUAGES, PAGE_OF, SERVED, files, language
from riskexact.calculator.document import modules
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import GROUPS, RULES

SOURCES = Path(riskexact.__file__).parent / "calculator"

FIRST, *OTHERS = LANGUAGES

CATALOGUE = {f"rules.{name}" for name in RULES} | {f"groups.{group}" for group in GROUPS}
"""Keys of what the catalogue itself says in English."""

NAMED = re.compile(r'"([a-z]+\.[a-z0-9.-]+|language)"|["`]([a-z]+\.)(?:"|\$\{)')
"""A key in the code, or the beginning of one."""


def forms(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def places(text: str | dict[str, str]) -> set[str]:
    """The names of all values in a text."""
    return {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name}


def test_a_file_for_each_language_with_its_own_name_first() -> None:
    for name in PAGE_OF:
        assert {path.stem for path in (SOURCES / name).glob("*.json")} == set(LANGUAGES)
    names = [language(code)["language"] for code in LANGUAGES]
    assert len(set(names)) == len(LANGUAGES)


def test_every_page_as_it_is_served_has_the_texts_that_it_names() -> None:
    pages = {
        name: data.decode()
        for name, data in files([STANDARD], home="../index.html").items()
        if name.endswith(".html") and name != "log.html"  # which leads to the first
    }
    assert len(pages) == 3
    for name, page in pages.items():
        shown = set(re.findall(r' data-(?:text|label)="([^"]+)"', page))
        assert any(key.startswith("page.") for key in shown), name
        [spoken] = re.findall(r'id="languages">(.*?)</script>', page)
        for code, texts in json.loads(spoken).items():
            assert shown <= set(texts), (name, code)


@pytest.mark.parametrize("folder", PAGE_OF)
@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_there_in_every_language(code: str, folder: str) -> None:
    first, other = language(FIRST, folder), language(code, folder)
    assert [key for key in other if key not in CATALOGUE] == list(first)
    for key, text in first.items():
        # a number may be written in one form alone, but nothing else is added or lost
        number = {"n", "wins"}
        assert places(other[key]) - number == places(text) - number, key
        assert bool(places(other[key]) & number) == bool(places(text) & number), key


@pytest.mark.parametrize("folder", PAGE_OF)
@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_are_clean(code: str, folder: str) -> None:
    path = SOURCES / folder / f"{code}.json"
    texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert texts.items() <= language(code, folder).items()
    written = json.dumps(texts, ensure_ascii=False, indent=2) + "\n"
    assert path.read_text(encoding="utf-8") == written
    for key, text in texts.items():
        if not isinstance(text, str):
            assert {"other"} < set(text) <= {"zero", "one", "two", "few", "many", "other"}, key
            assert "n" in places(text), key
        for form in forms(text):
            assert form.strip() == form != "", key
            assert not re.search(r"[<>]|  |\.\.\.|'", form.replace("<{", "").replace(">{", "")), key


def named(*files: str) -> tuple[set[str], set[str]]:
    """The keys in some files, and the beginnings of others."""
    code = [(SOURCES / name).read_text(encoding="utf-8") for name in files]
    found = NAMED.findall("\n".join(code))
    return {key for key, _ in found if key}, {beginning for _, beginning in found if beginning}


def code_of(name: str) -> list[str]:
    """The files in which a page names its texts."""
    scripts = modules(*filter(None, (PAGE_OF[name].worker, f"{name}/main.js")))
    return [*scripts, f"{name}/page.html", "shared/page.html", "shared/exact.html", "__init__.py"]


def test_every_text_is_used_and_every_one_that_is_used_is_there() -> None:
    whole, begun = named(*code_of("battle"))
    texts = set(language(FIRST))
    assert begun
    unused = {key for key in texts - whole if not key.startswith(tuple(begun))}
    assert unused == {"page.home", "page.maps"} - whole
    groups = {key.split(".")[0] for key in texts}
    missing = {key for key in whole - texts - set(SERVED) if key.split(".")[0] in groups}
    assert missing == set()


def test_the_same_for_the_map_page() -> None:
    texts, shared = set(language(FIRST, "maps")), PAGE_OF["maps"].says_too
    own = set(json.loads((SOURCES / "maps" / f"{FIRST}.json").read_text(encoding="utf-8")))
    whole, begun = named(*code_of("maps"))
    assert {key for key in own - whole if not key.startswith(tuple(begun))} == {"page.calculator"}
    # what the calculator says too is taken from there once, and is said here
    assert not {key for key in own if key.startswith(shared)}
    for each in shared:
        assert any(key.startswith(each) for key in whole | begun), each
    shown, _ = named(*(path for path in modules("maps/main.js") if path.startswith("maps/")))
    said, _ = named("maps/page.html", "shared/stepper.js", "shared/exact.js", "shared/exact.html")
    groups = {key.split(".")[0] for key in texts}
    assert {key for key in (shown | said) - texts if key.split(".")[0] in groups} == {
        "controls.too-many"  # of a row of territories, which is not typed here
    }
