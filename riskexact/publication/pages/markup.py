"""HTML from functions: everything that is not markup yet is escaped.

A text may come from a stranger's rule file.  Whatever it holds, it stays text: what HTML reserves
becomes references, and what nobody can see, control characters, marks that turn the direction of
writing and halves of surrogate pairs, becomes U+FFFD.
"""

from collections.abc import Iterable
from html import escape
from posixpath import dirname, relpath
from typing import TypeAlias
from unicodedata import category
from urllib.parse import quote

UNSEEN = {"Cc", "Cf", "Cs"}
"""Unicode's categories of control, format and surrogate characters."""

VOID = {"br", "img"}
"""Elements without an end."""

LINES = {
    *(
        "header",
        "nav",
        "main",
        "footer",
        "section",
        "h1",
        "h2",
        "h3",
        "p",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
    ),
    *("figure", "div", "table", "caption", "thead", "tbody", "tr", "pre"),
}
"""Elements that end a line of the text, so that a person can read it."""


class Markup(str):
    """HTML that stands in a page as it is."""

    __slots__ = ()


Content: TypeAlias = "str | int | Iterable[Content] | None"
Attribute: TypeAlias = str | int | None


def tag(element: str, /, *content: Content, **attributes: Attribute) -> Markup:
    """Return an element with its content, everything in it escaped unless it is `Markup`.

    The names of attributes may end in an underscore, and have others for hyphens; an attribute
    that is None is left out.

    >>> tag("a", "1 < 2 & ", tag("b", 3), href='"', class_="x", id=None)
    '<a href="&quot;" class="x">1 &lt; 2 &amp; <b>3</b></a>'
    """
    words = [element]
    for name, value in attributes.items():
        if value is not None:
            words.append(f'{name.rstrip("_").replace("_", "-")}="{escape(visible(str(value)))}"')
    start = f"<{' '.join(words)}>"
    inside = "" if element in VOID else f"{text(content)}</{element}>"
    return Markup(start + inside + ("\n" if element in LINES else ""))


def text(content: Content) -> Markup:
    r"""Return content as HTML: of a list all its parts, of None nothing.

    >>> text(["a\0<", Markup("<br>"), None, 7])
    'a\ufffd&lt;<br>7'
    """
    if content is None:
        return Markup()
    if isinstance(content, Markup):
        return content
    if isinstance(content, str | int):
        return Markup(escape(visible(str(content)), quote=False))
    return Markup("".join(map(text, content)))


def visible(string: str) -> str:
    r"""Return the text with U+FFFD for what nobody can see, except the end of a line.

    >>> visible("a\tb\u202ec\ud800\n")
    'a\ufffdb\ufffdc\ufffd\n'
    """
    if string.isprintable():
        return string
    return "".join(c if c == "\n" or category(c) not in UNSEEN else "\ufffd" for c in string)


def address(page: str, file: str, fragment: str = "") -> str:
    """Return how `page` links to `file`, both paths in one publication: always relative.

    A fragment is part of an address already, quoted as it needs to be.

    >>> address("standard/index.html", "standard/win.csv"), address("index.html", "a b/javascript:")
    ('win.csv', 'a%20b/javascript%3A')
    >>> address("standard/index.html", "calculator.html", "a=3")
    '../calculator.html#a=3'
    """
    path = quote(relpath(file, dirname(page) or "."), errors="replace")
    return f"{path}#{fragment}" if fragment else path
