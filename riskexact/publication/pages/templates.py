"""The Jinja2 templates in this folder, filled in: `page_text` makes a page from one of them.

A text may come from a stranger's rule file, and whatever it holds, it stays text: every value is
made `visible` and then escaped, unless a template itself made it as markup.
"""

from functools import lru_cache
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import quote

from riskexact.base.errors import require
from riskexact.base.text import (
    DIGITS,
    bounded_percent_text,
    counted,
    decimal_text,
    fraction_text,
    percent_text,
)
from riskexact.calculator import PAGE_OF
from riskexact.calculator.document import document, package_text
from riskexact.publication.data import CONVENTIONS
from riskexact.publication.data_sets import CHANCES
from riskexact.publication.pages.content import BANDS, band, battle_address, tones
from riskexact.publication.plan import CALCULATOR, INDEX

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = "publication.pages"

UNSEEN = {"Cc", "Cf", "Cs"}
"""Unicode's categories of control, format and surrogate characters."""


def page_text(template: str, title: str, description: str, **values: object) -> str:
    """Return a page as a whole document.

    - `template`: the name of its file;
    - `title`, `description`: plain text for its head;
    - `values`: what the template is told, with `page`, the path of the page.
    """
    return document(
        visible(title),
        _environment().get_template(template).render(values),
        description=visible(description),
        styles=[package_text("pages.css", FOLDER)],
        policy=["img-src 'self' data:"],
    )


def visible(string: str) -> str:
    r"""Return the text with U+FFFD for what nobody can see, except the end of a line.

    >>> visible("a\tb\u202ec\ud800\n")
    'a\ufffdb\ufffdc\ufffd\n'
    """
    if string.isprintable():
        return string
    return "".join(c if c == "\n" or category(c) not in UNSEEN else "\ufffd" for c in string)


def address(page: str, file: str) -> str:
    """Return how `page` links to `file`, both paths in one publication: always relative.

    >>> address("standard/index.html", "standard/win.csv"), address("index.html", "a b/javascript:")
    ('win.csv', 'a%20b/javascript%3A')
    """
    return quote(relpath(file, dirname(page) or "."), errors="replace")


@lru_cache(1)
def _environment() -> "Environment":
    require("jinja2", "publish", "pages need")
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: Any) -> Any:
        return value if isinstance(value, Markup) else visible(str(value))

    environment = Environment(
        loader=FunctionLoader(lambda name: package_text(name, FOLDER)),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "address": address,
        "bands": BANDS,
        "battle_address": battle_address,
        "calculator": f"{CALCULATOR}/{INDEX}",
        "exploration": f"{CALCULATOR}/{PAGE_OF['explore'].file}",
        "chances": CHANCES,
        "digits": DIGITS,
        "convention_texts": list(CONVENTIONS.values()),
        "first_page": INDEX,
    }
    environment.filters |= {
        "band": band,
        "counted": counted,
        "decimal": decimal_text,
        "fraction": fraction_text,
        "percent": bounded_percent_text,
        "tones": tones,
        "width": percent_text,
    }
    return environment
