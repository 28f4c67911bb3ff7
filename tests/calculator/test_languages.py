"""The languages of the calculator: no text is missing in one, and none is left over."""

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import riskexact
from riskexact.calculator import LANGUAGES, language
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
    assert {path.stem for path in (SOURCES / "languages").iterdir()} == set(LANGUAGES)
    names = [language(code)["language"] for code in LANGUAGES]
    assert len(set(names)) == len(LANGUAGES)


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_there_in_every_language(code: str) -> None:
    first, other = language(FIRST), language(code)
    assert [key for key in other if key not in CATALOGUE] == list(first)
    for key, text in first.items():
        # a number may be written in one form alone, but nothing else is added or lost
        number = {"n", "wins"}
        assert places(other[key]) - number == places(text) - number, key
        assert bool(places(other[key]) & number) == bool(places(text) & number), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_are_clean(code: str) -> None:
    path = SOURCES / "languages" / f"{code}.json"
    texts: dict[str, Any] = language(code)
    written = json.dumps(texts, ensure_ascii=False, indent=2) + "\n"
    assert path.read_text(encoding="utf-8") == written
    for key, text in texts.items():
        if not isinstance(text, str):
            assert {"other"} < set(text) <= {"zero", "one", "two", "few", "many", "other"}, key
            assert "n" in places(text), key
        for form in forms(text):
            assert form.strip() == form != "", key
            assert not re.search(r"[<>]|  |\.\.\.|'", form.replace("<{", "").replace(">{", "")), key


def test_every_text_is_used_and_every_one_that_is_used_is_there() -> None:
    code = [path.read_text(encoding="utf-8") for path in SOURCES.glob("*/*.js")]
    code += [(SOURCES / name).read_text(encoding="utf-8") for name in ("page.html", "app.py")]
    files = {path.name for path in SOURCES.iterdir()}
    found = NAMED.findall("\n".join(code))
    whole = {key for key, _ in found if key}
    begun = {beginning for _, beginning in found if beginning}
    texts = set(language(FIRST))
    assert begun
    unused = {key for key in texts - whole if not key.startswith(tuple(begun))}
    assert unused == set()
    groups = {key.split(".")[0] for key in texts}
    missing = {key for key in whole - texts - files if key.split(".")[0] in groups}
    assert missing == set()
