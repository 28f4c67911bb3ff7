"""The texts that all pages share, and the catalogue in other languages: complete, and clean."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from riskexact.base.text import Wording
from riskexact.rules import languages
from riskexact.rules.catalogue import GROUPS, entries, title
from riskexact.rules.languages import LANGUAGES, common_texts

FOLDER = Path(languages.__file__).parent

FIRST, *OTHERS = LANGUAGES

NAMED = re.compile(r'"([a-z]+\.[a-z0-9.-]+|language)"|["`]([a-z]+\.)(?:"|\$\{)')
"""A key in the code, or the beginning of one."""

ENGLISH = re.compile(r"\b(the|of|and|with|is|are|for|which|from|that|not|this|each|every)\b", re.I)

QUOTED = re.compile(
    "„[^“]*“|«[^»]*»|`[^`]*`|[a-z]+(?:-[a-z]+){2,}|The Lord of the Rings|Wizards of the Coast"
)
"""What stays in its own language: titles, and what is typed."""


def forms(text: Wording) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def places(text: Wording) -> set[str]:
    """The names of all values in a text."""
    return {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name}


def test_a_file_for_each_language_with_its_own_name_first() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(LANGUAGES)
    assert {next(iter(common_texts(code))) for code in LANGUAGES} == {"language"}
    assert len({common_texts(code)["language"] for code in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("code", OTHERS)
def test_every_shared_text_is_there_in_every_language(code: str) -> None:
    first, other = common_texts(FIRST), common_texts(code)
    assert other.keys() - first.keys() == {f"groups.{group}" for group in GROUPS}
    for key, text in first.items():
        assert places(other[key]) == places(text), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_shared_texts_are_clean(code: str) -> None:
    texts = dict(common_texts(code))
    written = json.dumps(texts, ensure_ascii=False, indent=2) + "\n"
    assert (FOLDER / f"{code}.json").read_text(encoding="utf-8") == written
    for key, text in texts.items():
        assert all(form.strip() == form != "" for form in forms(text)), key
        assert not any(re.search(r"[<>]|  |\.\.\.|'", form) for form in forms(text)), key


@pytest.mark.parametrize("code", OTHERS)
def test_remarks_are_there_in_every_language_and_none_is_left_in_english(code: str) -> None:
    for name, entry in entries().items():
        remarks = entry.others[code]
        assert title(entry.rules, code) == remarks["title"]
        for what in ("title", "source", "note"):
            assert bool(remarks[what]) == bool(getattr(entry, what)), (name, what)
            assert not re.search(r"[<>&]|\.\.\.|'|\"", remarks[what]), (name, what)
            assert not ENGLISH.search(QUOTED.sub("", remarks[what])), (name, what)
