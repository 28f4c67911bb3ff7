"""The languages of the calculator and its other pages: no text is missing, none is left over."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import riskexact
from riskexact.app import TABS, language
from riskexact.app.published import MOVED, SERVED, files
from riskexact.app.scripts import modules
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import GROUPS, RULES
from riskexact.rules.languages import LANGUAGES
from tests.rules.test_languages import NAMED, forms, places

SOURCES = Path(riskexact.__file__).parent / "app"

FIRST, *OTHERS = LANGUAGES

CATALOGUE = {f"rules.{name}" for name in RULES} | {f"groups.{group}" for group in GROUPS}
"""Keys of what the catalogue itself says in English."""


def test_a_tab_has_a_file_for_each_language() -> None:
    for name in TABS:
        assert {path.stem for path in (SOURCES / name).glob("*.json")} == set(LANGUAGES)


def test_the_page_as_it_is_served_has_the_texts_that_it_names() -> None:
    page = files([STANDARD], {"": "tables.html"})["index.html"].decode()
    [spoken] = re.findall(r'id="languages">(.*?)</script>', page)
    templates = re.findall(r'<template id="(\w+)-tab">(.*?)</template>', page, re.DOTALL)
    assert [name for name, _ in templates] == ["shared", *TABS]
    for name, template in templates:
        shown = set(re.findall(r' data-(?:text|label)="([^"]+)"', template))
        assert shown, name
        texts = json.loads(spoken)["texts"]
        assert shown <= texts["battle"].keys() | texts.get(name, {}).keys(), name


@pytest.mark.parametrize("folder", TABS)
@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_there_in_every_language(code: str, folder: str) -> None:
    first, other = language(FIRST, folder), language(code, folder)
    assert sorted(key for key in other if key not in CATALOGUE) == sorted(first)
    for key, text in first.items():
        # a number may be written in one form alone, but nothing else is added or lost
        number = {"n", "wins"}
        assert places(other[key]) - number == places(text) - number, key
        assert bool(places(other[key]) & number) == bool(places(text) & number), key


@pytest.mark.parametrize("folder", TABS)
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
    """The files in which a tab names its texts."""
    scripts = modules(*filter(None, (TABS[name], f"{name}/main.js")))
    return [*scripts, f"{name}/page.html", "shared/page.html", "__init__.py", "published.py"]


def test_every_text_is_used_and_every_one_that_is_used_is_there() -> None:
    whole, begun = named(*(path for name in TABS for path in code_of(name)))
    texts = set(language(FIRST))
    assert begun
    assert {key for key in texts - whole if not key.startswith(tuple(begun))} == set()
    for name in TABS:
        own = set(json.loads((SOURCES / name / f"{FIRST}.json").read_text(encoding="utf-8")))
        whole, begun = named(*code_of(name))
        if name == "maps":  # the walk names its texts by its steps
            assert {key for key in own - whole if not key.startswith(tuple(begun))} == set()
        if name != "battle":
            # what a battle says too is said here, but for what the whole page says of a tab
            both = {key for key in own & texts if not key.startswith("page.")}
            assert both <= SAID_APART[name], name
        groups = {key.split(".")[0] for key in own}
        missing = {key for key in whole - own - texts - set(SERVED) if key.split(".")[0] in groups}
        assert missing - set(MOVED) == set(), name


SAID_APART = {name: set[str]() for name in TABS} | {"maps": {"map.title"}}
"""Texts with the key of one of a battle: maps are of another kind there."""
