"""What the words mean, how the numbers are made, and how anybody checks them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from riskexact.base.text import counted, fraction_text
from riskexact.publication.pages.markup import Content, Markup, tag
from riskexact.publication.pages.material import Chapter, Site
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import known_as
from riskexact.rules.dice import Losses


def conventions(site: Site) -> Markup | None:
    """Return how the numbers are to be read."""
    items = [tag("li", each) for each in site.conventions]
    return tag("ul", "\n", items) if items else None


def making(chapter: Chapter) -> Iterator[Content]:
    """Yield the recursion with its chances, and what is known of a closed form."""
    rules = chapter.rules
    # the rules, not the counts, say what is thrown again
    counts = {lost: n for lost, n in chapter.rounds[max(chapter.rounds)].items() if any(lost)}
    idle = "" if rules.ties != "nobody" else " (given that it costs somebody a unit)"
    yield tag(
        "p",
        f"The chance to win, Q(a, d), is the mean of the chances after the next round{idle}. "
        "Where both sides throw all their dice, with "
        f"{counted(rules.attack.units_for_max_dice, 'attacker')} or more against "
        f"{counted(rules.defence.units_for_max_dice, 'defender')} or more, that is",
    )
    yield tag("p", *_recursion(counts), class_="formula")
    yield tag(
        "p",
        "with Q(a, 0) = 1 and Q(0, d) = 0; fewer units throw fewer dice, which have chances of "
        "their own. This recursion, in fractions all the way, defines the odds and makes these "
        "tables.",
    )
    yield from _second_road(rules, counts)


def verifying() -> list[Markup]:
    """Return how to check a copy of the whole publication."""
    return [
        tag(
            "p",
            "With a copy of the whole publication in DIRECTORY, this compares the SHA-256 of every "
            "file, and computes every value again by the road that did not make it:",
        ),
        tag("pre", tag("code", "riskexact verify DIRECTORY")),
        tag("p", "Without riskexact, the sums alone:"),
        tag("pre", tag("code", "cd DIRECTORY && sha256sum --check --quiet SHA256SUMS")),
    ]


def checking(rules: Rules, attackers: int, defenders: int) -> list[Markup]:
    """Return how to check one number, and the whole publication."""
    option = "" if rules == STANDARD else f" --rules {known_as(rules) or 'FILE.toml'}"
    return [
        tag("p", "This prints one of the chances, exactly:"),
        tag("pre", tag("code", f"riskexact odds {attackers} {defenders}{option}")),
        *verifying(),
    ]


def _recursion(counts: Mapping[Losses, int]) -> Iterator[Content]:
    total = sum(counts.values())
    yield _term("Q(a, d)")
    ordered = sorted(counts, key=lambda lost: (-lost[1], lost[0]))
    for sign, (i, j) in zip(["=", *"+" * len(ordered)], ordered, strict=False):
        chance = fraction_text(Fraction(counts[i, j], total))
        yield " "
        yield _term(f"{sign} {chance} Q(a{_less(i)}, d{_less(j)})")


def _second_road(rules: Rules, counts: Mapping[Losses, int]) -> Iterator[Content]:
    if not rules.has_closed_form:
        yield tag(
            "p",
            "There is no closed form, because a round may cost different numbers of units. The "
            "second road follows each battle forwards, from its start to all its ends.",
        )
        return
    total, cost = sum(counts.values()), rules.losses_per_round
    yield tag(
        "p",
        f"The second road is a closed form. Every round of full dice costs "
        f"{'one unit' if cost == 1 else f'{cost} units'} in all, so n of them have as their "
        "chances the coefficients of the n-th power of",
    )
    terms = [
        [" + " if position else "", counts[i, j], _power(j)]
        for position, (i, j) in enumerate(sorted(counts, key=lambda lost: lost[1]))
    ]
    yield tag("p", _term(["P(x) = (", terms, f")/{total}"]), class_="formula")
    yield tag(
        "p",
        "where x marks a unit that the defender loses. A battle leaves the states of full dice "
        "once and for good, so its chance is a sum over those it can leave them from, (a′, d′), "
        "with n = (a + d − a′ − d′)"
        f"{'' if cost == 1 else f'/{cost}'}:",
    )
    yield tag(
        "p",
        _term("Q(a, d)"),
        " ",
        _term(["= Σ [x", tag("sup", "d − d′"), "] P(x)", tag("sup", "n")]),
        " ",
        _term(["· Σ p", tag("sub", "i, j"), " Q(a′ − i, d′ − j)"]),
        class_="formula",
    )
    yield tag(
        "p",
        "the second sum over the rounds that lead out, by losses i and j with their chances. ",
        tag("code", "riskexact formula"),
        " prints all of it.",
    )


def _term(content: Content) -> Markup:
    """Return a part of a formula that is never broken."""
    return tag("span", content, class_="term")


def _less(units: int) -> str:
    return f" − {units}" if units else ""


def _power(exponent: int) -> Content:
    if exponent == 0:
        return None
    return [" x", tag("sup", exponent) if exponent > 1 else None]
