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
    """As an attribute, an element, and a value in a text of a language."""
    template = '<b title="{{ v }}">{{ c }}</b><i>{{ text("landscape.caption", title=v) }}</i>'
    made = _environment().from_string(template).render(v=value, c=content)
    _, _, bold, italic = Page(f"<!DOCTYPE html>\n<html>{made}</html>\n").root.all()
    assert (bold.tag, bold.attributes) == ("b", {"title": visible(value)})
    assert bold.text == visible(content)
    assert italic.text.strip().startswith(visible(value).strip())
    made.encode()


@given(anything)
def test_nothing_unseen_is_left(content: str) -> None:
    shown = visible(content)
    assert len(shown) == len(content)
    assert all(c == "\n" or c not in shown for c in "\n\0\r\t\x1b\x7f\x85\u200e\u202e\ud800")
    assert all(old == new or new == "\ufffd" for old, new in zip(content, shown, strict=True))
    assert visible("naïve 3 × 2 – “so”\n") == "naïve 3 × 2 – “so”\n"


def test_markup_stays_markup_and_what_is_named_must_be_told() -> None:
    template = "{% macro i(x) %}<i>{{ x }}</i>{% endmacro %}{{ i('&') }}{{ x }}{{ 1 }}"
    assert _environment().from_string(template).render(x="<br>") == "<i>&amp;</i>&lt;br&gt;1"
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
    for file in ("javascript:alert(1)", "//elsewhere/x", "a\ud800b"):
        link = urlsplit(address("standard/index.html", file))
        assert (link.scheme, link.netloc) == ("", "")
        assert not link.path.startswith("/")
