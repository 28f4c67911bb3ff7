"""The pages of a publication: an index, and a page for each rule set, from Jinja2 templates.

Each is one HTML document without any script: it asks for nothing but the pictures beside it, all
its links are relative, and it contains no date.  `content` is what the templates are
told, and `templates` fills them in.

The sizes and checksums on a page are those of files that were made before, and so are the words of
a picture, which stand in its SVG: they stay text, whoever wrote that file.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from hashlib import sha256
from html import unescape

from riskexact.publication.data import CHANCES, CONVENTIONS
from riskexact.publication.pages.content import Chapter, Download, Listed, Shown, Site
from riskexact.publication.pages.templates import page_text
from riskexact.publication.plan import CALCULATOR, Edition, Plan
from riskexact.publication.values import Values
from riskexact.questions.claims import CLAIMS
from riskexact.rules.catalogue import entries
from riskexact.rules.dice import Losses

INDEX = "index.html"

MOST_SHOWN = 40
"""Units on a side of the tables that stand in a page; larger ones are for programs to read."""

EXAMPLE = 10
"""Units on each side of the battle by which the index compares the rule sets."""

SITE = Site(tuple(CONVENTIONS.values()), f"{CALCULATOR}/{INDEX}")

Files = Sequence[tuple[str, str]]
"""(path, what it is) of files, in the order of the page."""

Earlier = Callable[[str], bytes]
"""Returns a file of an earlier job."""


def rules_path(edition: Edition) -> str:
    """Return the path of an edition's page.

    >>> from riskexact.rules import STANDARD
    >>> rules_path(Edition(STANDARD, 40))
    'standard/index.html'
    """
    return f"{edition.name}/{INDEX}"


def rules_html(edition: Edition, values: Values, files: Files, earlier: Earlier) -> bytes:
    """Return the page of an edition; `files` are all that were made of it, pictures too."""
    most = min(edition.most, MOST_SHOWN)
    known = entries().get(edition.name)
    rounds: dict[tuple[int, int], dict[Losses, int]] = {}
    for x, y, losses, throws in values.rounds(edition.rules):
        rounds.setdefault((x, y), {})[losses] = throws
    forces = values.needed(edition.rules, most, CHANCES)
    chapter = Chapter(
        rules_path(edition),
        edition.rules,
        known.source if known else "",
        known.note if known else "",
        rounds,
        dict(values.win(edition.rules, range(1, most + 1), range(1, most + 1))),
        {(force.defenders, force.chance): force.attackers for force in forces},
        edition.most,
        _pictures(files, earlier),
        _downloads(files, earlier),
    )
    return rules_page(SITE, chapter).encode()


def rules_page(site: Site, chapter: Chapter) -> str:
    """Return the page of a rule set as a whole HTML document.

    >>> from riskexact.rules import Rules
    >>> rules = Rules(faces=2, name="coins & more")
    >>> page = rules_page(Site(), Chapter("a/index.html", rules, "", "", {}, {}, {}, 0))
    >>> "<h1>coins &amp; more</h1>" in page
    True
    """
    return page_text(
        "rules.html",
        f"{chapter.name}: exact odds of Risk",
        f"Exact odds of battles in Risk: {chapter.rules.description}.",
        site=site,
        page=chapter.page,
        chapter=chapter,
    )


def index_html(plan: Plan, values: Values, files: Files) -> bytes:
    """Return the first page; `files` are those of the whole publication, made after it."""
    listed = [
        Listed(rules_path(edition), edition.rules, (n, n), _chance(values, edition, n))
        for edition in plan
        for n in [min(EXAMPLE, edition.most)]
    ]
    return index_page(SITE, listed, [Download(*file) for file in files]).encode()


def index_page(
    site: Site,
    listed: Sequence[Listed],
    downloads: Sequence[Download] = (),
) -> str:
    """Return the first page as a whole HTML document.

    - `listed`: the rule sets, in the order of the page;
    - `downloads`: files of the whole publication.

    >>> "<h2" in index_page(Site(), [])
    True
    """
    return page_text(
        "index.html",
        "Exact odds of battles in Risk",
        "Odds of battles in the board game Risk, as exact fractions: tables, pictures, data, and a "
        "calculator.",
        site=site,
        page=site.index,
        listed=listed,
        downloads=downloads,
        sources=dict.fromkeys(str(claim.source) for claim in CLAIMS.values()),
    )


def _chance(values: Values, edition: Edition, n: int) -> Fraction:
    ((_, chance),) = values.win(edition.rules, range(n, n + 1), range(n, n + 1))
    return chance


def _downloads(files: Files, earlier: Earlier) -> list[Download]:
    made = []
    for path, about in files:
        if not path.endswith((".svg", ".png")):
            content = earlier(path)
            made.append(Download(path, about, len(content), sha256(content).hexdigest()))
    return made


def _pictures(files: Iterable[tuple[str, str]], earlier: Earlier) -> list[Shown]:
    shown = []
    for path, _ in files:
        if path.endswith(".svg"):
            drawing = earlier(path).decode(errors="replace")
            words = [_inside(drawing, element) for element in ("title", "desc")]
            shown.append(Shown(path, path.removesuffix("svg") + "png", *words))
    return shown


def _inside(drawing: str, element: str) -> str:
    """Return the text of the first such element, as `pictures.picture` writes it."""
    found = re.search(rf'<{element} id="[\w-]+">([^<]+)</{element}>', drawing)
    return unescape(found[1]) if found else "A picture without words"
