"""The first page: the rule sets, the whole publication to take home, and what exact means."""

from collections.abc import Sequence

from riskexact.base.text import percent_text, sides_text
from riskexact.publication.pages.frame import page_text, section
from riskexact.publication.pages.making import conventions, verifying
from riskexact.publication.pages.markup import Content, Markup, address, tag
from riskexact.publication.pages.material import Download, Listed, Shown, Site
from riskexact.publication.pages.parts import downloads, percent, pictures
from riskexact.questions.claims import CLAIMS


def index_page(
    site: Site,
    listed: Sequence[Listed],
    files: Sequence[Download] = (),
    shown: Sequence[Shown] = (),
) -> str:
    """Return the first page as a whole HTML document.

    - `listed`: the rule sets, in the order of the page;
    - `files`: those of the whole publication; `shown`: pictures that belong to no rule set.

    >>> "<h2" in index_page(Site(), [])
    True
    """
    page = site.index
    parts: list[tuple[str, str, Content]] = [
        ("rule-sets", "Rule sets", _rule_sets(page, listed)),
        ("pictures", "Pictures", pictures(page, shown)),
        ("downloads", "The whole publication", downloads(page, files)),
        ("exact", "What “exact” means", _exact()),
        ("words", "How to read the numbers", conventions(site)),
        ("checking", "How to check it", verifying()),
        ("sources", "Sources", _sources()),
    ]
    return page_text(
        site,
        page,
        "Exact odds of battles in Risk",
        "Odds of battles in the board game Risk, as exact fractions: tables, pictures, data, and a "
        "calculator.",
        tag("h1", "Exact odds of battles in Risk"),
        tag(
            "p",
            "Every chance in these tables is the fraction itself, in lowest terms: no simulation, "
            "no rounding on the way, and anybody can check it.",
            class_="lead",
        ),
        _calculator(site),
        [section(*part) for part in parts if part[-1]],
    )


def _calculator(site: Site) -> Markup | None:
    if site.calculator is None:
        return None
    link = address(site.index, site.calculator)
    return tag(
        "p",
        tag("a", "Open the calculator", href=link, class_="open"),
        " ",
        tag("span", "for the battle on your table; it computes exactly, on your phone"),
        class_="call",
    )


def _rule_sets(page: str, listed: Sequence[Listed]) -> Content:
    if not listed:
        return None
    battles = list(dict.fromkeys(each.battle for each in listed))
    (a, d), same = battles[0], len(battles) == 1
    which = sides_text(a, d) if same else "the attacker in one battle"
    return [
        tag("p", f"The number is the chance to win of {which}; the mark is at one half."),
        tag("ol", "\n", [_rule_set(page, each, same) for each in listed], class_="rule-sets"),
    ]


def _rule_set(page: str, each: Listed, same: bool) -> Markup:
    battle = None if same else tag("span", " v ".join(map(str, each.battle)) + " ", class_="muted")
    return tag(
        "li",
        tag("a", each.name, href=address(page, each.page)),
        tag("span", each.rules.description, class_="about"),
        _bar(each),
        tag("span", battle, tag("strong", percent(each.win)), class_="win"),
    )


def _bar(each: Listed) -> Markup:
    """Return a bar as long as the chance; the number stands beside it."""
    won = percent_text(each.win, 2)
    return tag(
        "svg",
        tag("rect", width=100, height=8, class_="all"),
        tag("rect", width=won, height=8, class_="won"),
        tag("rect", x="49.8", width="0.4", height=8, class_="half"),
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _exact() -> list[Markup]:
    return [
        tag(
            "p",
            "A throw of dice has finitely many ends, all equally likely. So the chance of every "
            "battle is a fraction, and that is what the files hold: “p/q” in lowest terms, however "
            "long. Beside it stand decimals, rounded half to even, every digit of which is "
            "certain. No floating-point number and no simulation was on the way to any of them.",
        ),
        tag(
            "p",
            "Two roads lead to every value, and they share none of the work: one makes it, the "
            "other checks it. The manifest says for each file which made it.",
        ),
    ]


def _sources() -> list[Markup]:
    cited = dict.fromkeys(str(claim.source) for claim in CLAIMS.values())
    return [
        tag(
            "p",
            "Four documents asked the questions; what they claim is compared with what is exactly "
            "so by ",
            tag("code", "riskexact claims"),
            ". The page of a rule set has the sources of its rules.",
        ),
        tag("ul", "\n", [tag("li", each) for each in cited], class_="sources"),
    ]
