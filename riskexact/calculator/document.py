"""One self-contained page: its style, its scripts, and a policy that allows these and no others.

The Content-Security-Policy stands in the page itself, because a file has no headers.  Styles and
scripts are allowed by their hash, so that nothing else can run, whatever finds its way into a page.
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pkgutil import get_data


def look() -> str:
    """Return the style that all pages share.

    >>> "--attacker: #0072b2" in look()
    True
    """
    return package_text("look.css")


def package_text(name: str, folder: str = "calculator") -> str:
    """Return a text file that lies in a folder of the package.

    >>> package_text("look.css") == look()
    True
    """
    return package_bytes(name, folder).decode()


def package_bytes(name: str, folder: str = "calculator") -> bytes:
    """Return a file that lies in a folder of the package."""
    data = get_data(f"riskexact.{folder}", name)
    assert data is not None
    return data


def document(
    title: str,
    body: str,
    *,
    description: str = "",
    styles: Sequence[str] = (),
    scripts: Mapping[str, str] | None = None,
    data: Mapping[str, object] | None = None,
    policy: Sequence[str] = ("img-src 'self' data:",),
) -> str:
    """Return a page as HTML.

    - `title` and `description` are plain text; `body` is HTML;
    - `styles`: CSS, after the shared look;
    - `scripts`: JavaScript, and `data`: values that JSON can hold, both by the id of the element
      that holds them; data first;
    - `policy`: what the page may do besides running its own styles and scripts.

    >>> print(document("a < b", "<p>…</p>").splitlines()[5])
    <title>a &lt; b</title>
    """
    sheets = [look(), *styles]
    scripts = scripts or {}
    rules = [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        _allowed("style-src", sheets),
        *([_allowed("script-src", scripts.values())] if scripts else []),
        *policy,
    ]
    about = f'<meta name="description" content="{escape(description)}">' if description else ""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
        f"<title>{escape(title)}</title>",
        *([about] if about else []),
        '<meta name="referrer" content="no-referrer">',
        '<meta name="theme-color" content="#121418" media="(prefers-color-scheme: dark)">',
        '<meta name="theme-color" content="#f5f3ee">',
        f'<link rel="icon" href="data:image/svg+xml;base64,{_icon()}">',
        *(f"<style>{sheet}</style>" for sheet in sheets),
        "<body>",
        body,
        *(
            f'<script type="application/json" id="{escape(name)}">{data_text(value)}</script>'
            for name, value in (data or {}).items()
        ),
        *(f'<script id="{escape(name)}">{script}</script>' for name, script in scripts.items()),
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(parts)


def data_text(value: object) -> str:
    r"""Return a value as JSON that no HTML parser takes for anything else.

    >>> data_text("</script>")
    '"\\u003c/script>"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _allowed(directive: str, texts: Iterable[str]) -> str:
    return " ".join([directive, *(_source(text) for text in texts)])


def _source(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _icon() -> str:
    """Return the icon of all pages; one without it would ask its host for one."""
    return base64.b64encode(package_text("icon.svg").encode()).decode()
