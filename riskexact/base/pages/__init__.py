"""One self-contained page: its style, its scripts, and a policy that allows these and no others.

The Content-Security-Policy stands in the page itself, because a file has no headers.  Styles and
scripts are allowed by their hash, so that nothing else can run, whatever finds its way into a page.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from riskexact.base.resources import package_bytes, package_text

PREVIEW = "preview.png"
"""The picture that a link to a page is shown with."""

SPACE = re.compile(r"\s*([{};,])\s*|(?<=:) ")
INDENT = re.compile(r"^\s+", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*(?s:.*?)\*/)\n", re.MULTILINE)

SHARED = "base.pages"
"""The folder of what all pages share: their look, their icon and their preview."""


AS_JSON = ' type="application/json"'

NOTHING_ELSE = "default-src 'none'", "base-uri 'none'", "form-action 'none'"
"""What no page does, unless its policy says otherwise."""


def document(
    title: str,
    body: str,
    *,
    description: str = "",
    styles: Mapping[str, str] = {},
    scripts: Mapping[str, str] = {},
    data: Mapping[str, object] = {},
    policy: Sequence[str] = ("img-src 'self' data:",),
    language: str = "en",
) -> str:
    """Return a page as HTML.

    - `title` and `description` are plain text; `body` is HTML;
    - `styles`: CSS, after the shared look, without comments and spaces; `scripts`: JavaScript;
      `data`: values that JSON can hold, before the scripts; each by the id of its element;
    - `policy`: what the page may do besides running its own styles and scripts;
    - `language`: its code.

    >>> print(document("a < b", "<p>…</p>").splitlines()[5])
    <title>a &lt; b</title>
    """
    sheets = {"look": package_text("look.css", SHARED), **styles}
    sheets = {name: SPACE.sub(r"\1", COMMENT.sub("", text)) for name, text in sheets.items()}
    own = [_allowed("style-src", sheets.values())]
    own += [_allowed("script-src", scripts.values())] if scripts else []
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{language}">',
        *_head(title, description, "; ".join([*NOTHING_ELSE, *own, *policy])),
        *_elements("style", sheets),
        "<body>",
        body,
        *_elements("script", {name: data_text(value) for name, value in data.items()}, AS_JSON),
        *_elements("script", scripts),
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(parts)


def _head(title: str, description: str, rules: str) -> list[str]:
    """Return what stands before the styles: the policy, and what others show of the page."""
    icon = _base64(package_bytes("icon.svg", SHARED))
    told = {"name": "description", "property": "og:description"} if description else {}
    return [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{rules}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
        f"<title>{escape(title)}</title>",
        f'<meta property="og:title" content="{escape(title)}">',
        *(f'<meta {kind}="{name}" content="{escape(description)}">' for kind, name in told.items()),
        '<meta name="referrer" content="no-referrer">',
        '<meta name="theme-color" content="#121418" media="(prefers-color-scheme: dark)">',
        '<meta name="theme-color" content="#f5f3ee">',
        # a page without an icon would ask its host for one
        f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">',
    ]


def _elements(tag: str, texts: Mapping[str, str], kind: str = "") -> Iterator[str]:
    """Yield an element for each text, by its id."""
    for name, text in texts.items():
        yield f'<{tag}{kind} id="{escape(name)}">{text}</{tag}>'


def addressed(page: str, address: str, path: str, languages: Mapping[str, str] = {}) -> str:
    """Return a page that says its own address, and that of its picture for previews.

    - `address`: of the folder in which the site is served, "" if that is not known;
    - `path`: of the page in it; `languages`: its paths by language, if it has several, the usual
      first.
    """
    if not address:
        return page
    own, picture = escape(f"{address}{bare(path)}"), escape(f"{address}{PREVIEW}")
    tags = [
        f'<link rel="canonical" href="{own}">',
        f'<meta property="og:url" content="{own}">',
        f'<meta property="og:image" content="{picture}">',
        '<meta name="twitter:card" content="summary_large_image">',
        *(
            f'<link rel="alternate" hreflang="{code}" href="{escape(address + bare(each))}">'
            for code, each in [
                *languages.items(),
                *[("x-default", p) for p in languages.values()][:1],
            ]
        ),
    ]
    head, mark, rest = page.partition('<meta name="referrer"')
    return "".join([head, *(f"{tag}\n" for tag in tags), mark, rest])


def bare(path: str) -> str:
    """Return a path as a host shows it: the first page of a folder without its name.

    >>> bare("index.html"), bare("standard/index.html"), bare("tables.html")
    ('', 'standard/', 'tables.html')
    """
    return re.sub(r"(^|/)index\.html$", r"\1", path)


def data_text(value: object) -> str:
    r"""Return a value as JSON that no HTML parser takes for anything else.

    >>> data_text("</script>")
    '"\\u003c/script>"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _allowed(directive: str, texts: Iterable[str]) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join([directive, *(f"'sha256-{_base64(digest)}'" for digest in digests)])


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def flush(text: str) -> str:
    r"""Return a text without indentations and empty lines, which cost a tenth of the page.

    >>> flush("<p>\n\n  <b>…</b>")
    '<p>\n<b>…</b>'
    """
    return INDENT.sub("", text)
