"""What every page begins and ends with, and the sections in between."""

from riskexact.calculator.document import document, package_text
from riskexact.publication.pages.markup import Content, Markup, address, tag, text, visible
from riskexact.publication.pages.material import Site


def page_text(site: Site, page: str, title: str, description: str, *content: Content) -> str:
    """Return a page as a whole document; `content` is what its main part holds.

    >>> page_text(Site(), "index.html", "a < b", "")[:15]
    '<!DOCTYPE html>'
    """
    body = [
        tag("a", "Skip to the content", class_="skip", href="#content"),
        "\n",
        _header(site, page),
        tag("main", "\n", *content, id="content"),
        _footer(),
    ]
    return document(
        visible(title),
        text(body),
        description=visible(description),
        styles=[package_text("pages.css", "publication.pages")],
        policy=["img-src 'self' data:"],
    )


def section(identifier: str, heading: str, *content: Content) -> Markup:
    """Return a section of a page, labelled by its heading.

    >>> print(section("rules", "The rules", "…"), end="")
    <section id="rules" aria-labelledby="rules-heading">
    <h2 id="rules-heading">The rules</h2>
    …</section>
    """
    label = f"{identifier}-heading"
    heading = tag("h2", heading, id=label)
    return tag("section", "\n", heading, *content, id=identifier, aria_labelledby=label)


def _header(site: Site, page: str) -> Markup:
    links = [("Overview", site.index)]
    if site.calculator:
        links.append(("Calculator", site.calculator))
    items = []
    for words, path in links:
        current = "page" if path == page else None
        items.append(tag("li", tag("a", words, href=address(page, path), aria_current=current)))
    return tag(
        "header",
        "\n",
        tag("p", "riskexact", class_="brand"),
        tag("nav", tag("ul", "\n", items), aria_label="Site"),
        class_="site",
    )


def _footer() -> Markup:
    words = "Made by riskexact. Every number here is exact, or an exact number rounded."
    return tag("footer", tag("p", words), class_="site")
