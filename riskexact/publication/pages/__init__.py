"""The pages of a publication: an index, and a page for each rule set, from Jinja2 templates.

Each is one HTML document without any script: it asks for nothing but the pictures beside it, all
its links are relative, and it contains no date.  `content` is what the templates are
told, and `templates` fills them in.

The sizes and checksums on a page are those of files that were made before, and so are the words of
a picture, which stand in its SVG: they stay text, whoever wrote that file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from html import unescape

from riskexact.publication.data import CHANCES
from riskexact.publication.pages.content import Chapter, Download, Listed, Shown, example, side
from riskexact.publication.pages.templates import page_text
from riskexact.publication.plan import INDEX, Edition, Plan
from riskexact.publication.values import Values
from riskexact.questions.claims import CLAIMS
from riskexact.rules.dice import Losses

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


def rules_html(edition: Edition, values: Values, files: Files, earlier: Earlier) -> str:
    """Return the page of an edition; `files` are all that were made of it, pictures too.

    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> page = rules_html(Edition(STANDARD, 2), ByRecursion(), [], lambda path: b"")
    >>> "<h1>standard</h1>" in page
    True
    """
    rounds: dict[tuple[int, int], dict[Losses, int]] = {}
    for x, y, losses, throws in values.rounds(edition.rules):
        rounds.setdefault((x, y), {})[losses] = throws
    units = side(edition)
    forces = values.needed(edition.rules, units[-1], CHANCES)
    chapter = Chapter(
        edition,
        rounds,
        dict(values.win(edition.rules, units, units)),
        {(force.defenders, force.chance): force.attackers for force in forces},
        list(_pictures(files, earlier)),
        list(_downloads(files, earlier)),
    )
    return rules_page(chapter)


def rules_page(chapter: Chapter) -> str:
    """Return the page of a rule set as a whole HTML document."""
    name, rules = chapter.edition.name, chapter.edition.rules
    return page_text(
        "rules.html",
        f"{name}: exact odds of Risk",
        f"Exact odds of battles in Risk: {rules.description}.",
        page=rules_path(chapter.edition),
        name=name,
        rules=rules,
        chapter=chapter,
    )


def index_html(plan: Plan, values: Values, files: Files) -> str:
    """Return the first page; `files` are those of the whole publication, made after it."""
    listed = []
    for edition in plan:
        a, d = example(edition)
        ((_, win),) = values.win(edition.rules, range(a, a + 1), range(d, d + 1))
        listed.append(Listed(edition, win))
    return index_page(listed, [Download(*file) for file in files])


def index_page(listed: Sequence[Listed], downloads: Sequence[Download]) -> str:
    """Return the first page as a whole HTML document.

    - `listed`: the rule sets, in the order of the page;
    - `downloads`: files of the whole publication.
    """
    return page_text(
        "index.html",
        "Exact odds of battles in Risk",
        "Odds of battles in the board game Risk, as exact fractions: tables, pictures, data, and a "
        "calculator.",
        page=INDEX,
        listed=[(rules_path(each.edition), each) for each in listed],
        downloads=downloads,
        sources=dict.fromkeys(str(claim.source) for claim in CLAIMS.values()),
    )


def _downloads(files: Files, earlier: Earlier) -> Iterator[Download]:
    for path, about in files:
        if not path.endswith((".svg", ".png")):
            content = earlier(path)
            yield Download(path, about, len(content), sha256(content).hexdigest())


def _pictures(files: Iterable[tuple[str, str]], earlier: Earlier) -> Iterator[Shown]:
    for path, _ in files:
        if path.endswith(".svg"):
            drawing = earlier(path).decode(errors="replace")
            words = [_inside(drawing, element) for element in ("title", "desc")]
            yield Shown(path, path.removesuffix("svg") + "png", *words)


def _inside(drawing: str, element: str) -> str:
    """Return the text of the first such element, as `pictures.picture` writes it."""
    found = re.search(rf'<{element} id="[\w-]+">([^<]+)</{element}>', drawing)
    return unescape(found[1]) if found else "A picture without words"
