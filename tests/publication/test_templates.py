"""Templates: text stays text, and every address leads to its file."""

import sys
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from riskexact.base.errors import RiskError
from riskexact.publication.pages import _environment, address, visible
from tests.publication.test_pages import Page

anything = st.text(st.characters(exclude_categories=[]))


@given(anything, anything)
def test_text_stays_text(content: str, value: str) -> None:
    template = _environment().from_string('<b title="{{ value }}">{{ content }}</b>')
    made = template.render(content=content, value=value)
    _, _, element = Page(f"<!DOCTYPE html>\n<html>{made}</html>\n").root.all()
    assert (element.tag, element.attributes) == ("b", {"title": visible(value)})
    assert element.text == visible(content)
    made.encode()


@given(anything)
def test_a_value_in_a_text_stays_text(value: str) -> None:
    template = _environment().from_string('<b>{{ text("landscape.caption", title=value) }}</b>')
    page = Page(f"<!DOCTYPE html>\n<html>{template.render(value=value)}</html>\n")
    assert [element.tag for element in page.root.all()] == ["", "html", "b"]
    assert page.root.text.strip().startswith(visible(value).strip())


@given(anything)
def test_nothing_unseen_is_left(content: str) -> None:
    shown = visible(content)
    assert len(shown) == len(content)
    assert all(c == "\n" or c not in shown for c in "\n\0\r\t\x1b\x7f\x85\u200e\u202e\ud800")
    assert all(old == new or new == "\ufffd" for old, new in zip(content, shown, strict=True))
    assert visible("naïve 3 × 2 – “so”\n") == "naïve 3 × 2 – “so”\n"


def test_markup_stays_markup_and_nothing_else_does() -> None:
    template = "{% macro i(x) %}<i>{{ x }}</i>{% endmacro %}{{ i('&') }}{{ x }}{{ 1 }}"
    assert _environment().from_string(template).render(x="<br>") == "<i>&amp;</i>&lt;br&gt;1"


def test_a_template_is_told_everything_it_names() -> None:
    with pytest.raises(UndefinedError, match="nobody"):
        _environment().from_string("{{ nobody }}").render()


def test_without_jinja_pages_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _environment.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(RiskError, match=r"need jinja2, .*: pip install 'riskexact\[publish\]'$"):
        _environment()


parts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/"), min_size=1)
paths = st.lists(parts.filter(lambda part: part not in (".", "..")), min_size=1, max_size=3)


@given(paths.map("/".join), paths.map("/".join))
def test_addresses_are_relative_and_lead_to_the_file(page: str, file: str) -> None:
    link = urlsplit(address(page, file))
    assert (link.scheme, link.netloc, link.query, link.fragment) == ("", "", "", "")
    assert not link.path.startswith("/")
    assert normpath(join(dirname(page), unquote(link.path))) == file


@pytest.mark.parametrize("file", ["javascript:alert(1)", "//elsewhere/x", "a\ud800b"])
def test_addresses_of_hostile_files_stay_paths(file: str) -> None:
    link = urlsplit(address("standard/index.html", file))
    assert (link.scheme, link.netloc) == ("", "")
    assert not link.path.startswith("/")
