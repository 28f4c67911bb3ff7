from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.publication.pages.markup import Markup, address, tag, text, visible

anything = st.text(st.characters(exclude_categories=[]))


class Only(HTMLParser):
    """The one element of a text: its attributes and what is in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: dict[str, str | None] = {}
        self.data = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.attributes |= dict(attrs)

    def handle_data(self, data: str) -> None:
        self.data += data


@given(anything, anything)
def test_text_stays_text(content: str, value: str) -> None:
    made = tag("b", content, title=value)
    read = Only(made)
    assert read.tags == ["b"]
    assert read.attributes == {"title": visible(value)}
    assert read.data == visible(content)
    made.encode()


@given(anything)
def test_nothing_unseen_is_left(content: str) -> None:
    shown = visible(content)
    assert len(shown) == len(content)
    assert all(c == "\n" or c not in shown for c in "\n\0\r\t\x1b\x7f\x85\u200e\u202e\ud800")
    assert all(old == new or new == "\ufffd" for old, new in zip(content, shown, strict=True))
    assert visible("naïve 3 × 2 – “so”\n") == "naïve 3 × 2 – “so”\n"


def test_markup_stays_markup_and_nothing_else_does() -> None:
    inner = tag("i", "&")
    assert tag("b", inner, [inner, "&", None, 1]) == "<b><i>&amp;</i><i>&amp;</i>&amp;1</b>"
    assert text(Markup("<br>") + "<br>") == "&lt;br&gt;&lt;br&gt;"  # a sum of texts is a text
    assert tag("br") == "<br>"
    assert tag("p", class_=None, aria_label="x") == '<p aria-label="x"></p>\n'


parts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/"), min_size=1)
paths = st.lists(parts.filter(lambda part: part not in (".", "..")), min_size=1, max_size=3)


@given(paths.map("/".join), paths.map("/".join), st.sampled_from(["", "a=1&d=2"]))
def test_addresses_are_relative_and_lead_to_the_file(page: str, file: str, fragment: str) -> None:
    link = urlsplit(address(page, file, fragment))
    assert (link.scheme, link.netloc, link.query, link.fragment) == ("", "", "", fragment)
    assert not link.path.startswith("/")
    assert normpath(join(dirname(page), unquote(link.path))) == file


@pytest.mark.parametrize("file", ["javascript:alert(1)", "//elsewhere/x", "a\ud800b"])
def test_addresses_of_hostile_files_stay_paths(file: str) -> None:
    link = urlsplit(address("standard/index.html", file))
    assert (link.scheme, link.netloc) == ("", "")
    assert not link.path.startswith("/")
