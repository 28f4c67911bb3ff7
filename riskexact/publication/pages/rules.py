"""The page of a rule set: what it is, its odds, its pictures and files, and how to check them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from urllib.parse import quote

from riskexact.base.text import counted, decimal_text, fraction_text, percent_text
from riskexact.publication.pages.frame import page_text, section
from riskexact.publication.pages.making import checking, conventions, making
from riskexact.publication.pages.markup import Content, Markup, address, tag
from riskexact.publication.pages.material import Chapter, Site
from riskexact.publication.pages.parts import (
    definitions,
    downloads,
    figures,
    percent,
    pictures,
    row,
    table,
)
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import label
from riskexact.rules.hand import Hand

BANDS = tuple(Fraction(each, 100) for each in (10, 30, 50, 70, 90))
"""Chances at which the table of odds changes its tone: the contours of the heat map."""

DIGITS = 4


def rules_page(site: Site, chapter: Chapter) -> str:
    """Return the page of a rule set as a whole HTML document.

    >>> rules = Rules(faces=2, name="coins & more")
    >>> page = rules_page(Site(), Chapter("a/index.html", rules, "", "", {}, {}, {}, 0))
    >>> "<h1>coins &amp; more</h1>" in page
    True
    """
    parts: list[tuple[str, str, Content]] = [
        ("rules", "The rules", _rules(chapter)),
        ("round", "One round", _rounds(chapter)),
        ("odds", "The odds of a battle", _odds(site, chapter)),
        ("needed", "How many do I need?", _needed(site, chapter)),
        ("pictures", "Pictures", pictures(chapter.page, chapter.pictures)),
        ("downloads", "Downloads", downloads(chapter.page, chapter.downloads)),
        ("words", "How to read the numbers", conventions(site)),
        ("making", "How they are made", list(making(chapter)) if chapter.rounds else None),
        ("checking", "How to check them", checking(chapter.rules, *_example(chapter))),
    ]
    parts = [part for part in parts if part[-1]]
    links = [tag("li", tag("a", heading, href=f"#{key}")) for key, heading, _ in parts]
    return page_text(
        site,
        chapter.page,
        f"{chapter.name}: exact odds of Risk",
        f"Exact odds of battles in Risk: {chapter.rules.description}.",
        tag("h1", chapter.name),
        tag("p", chapter.rules.description, class_="lead"),
        _figures(chapter),
        tag("nav", tag("ul", "\n", links), class_="contents", aria_label="On this page"),
        [section(*part) for part in parts],
    )


def facts(rules: Rules) -> dict[str, str]:
    """Return what the rules consist of, in words for people.

    >>> facts(Rules(defence_dice=Hand(2, extra=1)))["Defence"]
    'up to 2 dice of 6 faces, 1 extra die with the lowest dropped'
    """
    pairs = rules.pairs
    if isinstance(pairs, int):
        compared = "only the highest dice" if pairs == 1 else f"the {pairs} highest dice a side"
    else:
        compared = f"in the order of their height, numbers {', '.join(map(str, pairs or ()))}"
    return {
        "Attack": _hand(rules.attack, rules.faces),
        "Defence": _hand(rules.defence, rules.faces),
        "Compared": compared,
        "Ties": "cost nobody a unit" if rules.ties == "nobody" else f"are the {rules.ties}’s",
    }


def _hand(hand: Hand, faces: int) -> str:
    dice = hand.dice
    if isinstance(dice, int):
        words = f"{counted(dice, 'die', 'dice')} of {counted(faces, 'face')}"
    else:
        words = f"{len(dice)} dice of {', '.join(map(str, dice))} faces"
    return ", ".join([f"up to {words}", *hand.remarks])


def _rules(chapter: Chapter) -> Content:
    usual = facts(STANDARD)
    lines: list[tuple[Content, Content]] = []
    for word, what in facts(chapter.rules).items():
        differs = tag("span", f"standard: {usual[word]}", class_="differs")
        lines.append((word, [what, *([] if what == usual[word] else [" ", differs])]))
    remarks = [("Source", chapter.source), ("To note", chapter.note)]
    return definitions([*lines, *(remark for remark in remarks if remark[1])])


def _figures(chapter: Chapter) -> Markup | None:
    """Return what to remember of the rule set: one battle, one force, one ratio."""
    if not (chapter.win and chapter.rounds):
        return None
    a, d = _example(chapter)
    goal = Fraction(9, 10)
    shown: list[tuple[Content, Content, Content]] = [
        (f"{a} against {d}", percent(chapter.win[a, d]), "the attacker’s chance to win"),
    ]
    if (d, goal) in chapter.needed:
        force = chapter.needed[d, goal]
        shown.append((f"For 90 % against {d}", force, "attackers are needed"))
    counts = chapter.rounds[max(chapter.rounds)]
    lost = [sum(losses[side] * n for losses, n in counts.items()) for side in (0, 1)]
    if lost[1]:
        ratio = Fraction(*lost)
        remark = [
            "attackers for each defender make large armies equally strong: exactly ",
            tag("span", fraction_text(ratio), class_="fraction"),
        ]
        shown.append(("Break-even", decimal_text(ratio, DIGITS), remark))
    return figures(*shown)


def _example(chapter: Chapter) -> tuple[int, int]:
    """Return the battle that stands for all: 10 against 10, or the largest of equal sides."""
    return max((state for state in chapter.win if state[0] == state[1] <= 10), default=(1, 1))


def _rounds(chapter: Chapter) -> Content:
    if not chapter.rounds:
        return None
    return [
        tag(
            "p",
            "How many of the equally likely throws cost each side how many units. A side with "
            "fewer units than dice throws fewer.",
        ),
        table(
            "throws",
            "Ends of a round",
            ["Dice", "Attacker loses", "Defender loses", "Throws", "Chance", "Percent"],
            [
                line
                for dice in sorted(chapter.rounds, reverse=True)
                for line in _ends(chapter, *dice)
            ],
            "throws",
        ),
    ]


def _ends(chapter: Chapter, attack: int, defence: int) -> Iterator[Markup]:
    """Yield a row for each end of a round, from the best for the defender on."""
    counts = chapter.rounds[attack, defence]
    total = sum(counts.values())
    kind: str | None = "first"
    for i, j in sorted(counts, key=lambda losses: (losses[1], -losses[0])):
        chance = Fraction(counts[i, j], total)
        throws = f"{counts[i, j]} of {total}"
        cells = i, j, throws, fraction_text(chance), percent_text(chance)
        yield row(f"{attack} v {defence}", *cells, kind=kind)
        kind = None


def _odds(site: Site, chapter: Chapter) -> Content:
    if not chapter.win:
        return None
    attackers, defenders = ({state[side] for state in chapter.win} for side in (0, 1))
    columns = sorted(defenders)
    rows = [
        tag(
            "tr",
            tag("th", a, scope="row"),
            [_cell(site, chapter, a, d) for d in columns],
        )
        for a in sorted(attackers)
    ]
    corner = [tag("span", "defenders →"), " ", tag("span", "attackers ↓")]
    caption = (
        "The attacker’s chance to win, in percent, for so many attackers, free to fight (rows), "
        "against so many defenders (columns)"
    )
    size = "large" if len(columns) > 24 else None
    return [
        tag("p", *_about_odds(site, chapter)),
        _legend(),
        # every cell may be a link
        tag("a", "Skip the table", href="#needed", class_="skip") if chapter.needed else None,
        table("win", caption, [corner, *columns], rows, " ".join(filter(None, ["odds", size]))),
    ]


def _about_odds(site: Site, chapter: Chapter) -> Iterator[Content]:
    yield "Rounded to one digit after the point; in bold where the attacker wins at least every "
    yield "second time. "
    if all(0 < chance < 1 for chance in chapter.win.values()):
        yield "No battle is certain: 0.0 and 100.0 are rounded too. "
    if site.calculator:
        yield "Behind every number is its exact fraction, in the calculator. "
    if chapter.most > max(max(state) for state in chapter.win):
        yield f"The files below go on to {chapter.most} against {chapter.most}. "


def _cell(site: Site, chapter: Chapter, a: int, d: int) -> Markup:
    chance = chapter.win[a, d]
    band = sum(chance >= bound for bound in BANDS)
    return tag("td", _in_calculator(site, chapter, a, d, percent_text(chance)), class_=f"b{band}")


def _in_calculator(site: Site, chapter: Chapter, a: int, d: int, words: Content) -> Content:
    """Return the words as a link to that battle in the calculator."""
    if site.calculator is None:
        return words
    battle = battle_address(chapter.rules, a, d)
    return tag("a", words, href=address(chapter.page, site.calculator, battle))


def battle_address(rules: Rules, attackers: int, defenders: int) -> str:
    """Return how the calculator's address, after its "#", says a battle.

    >>> battle_address(Rules(3, 3), 12, 9)
    'a=12&d=9&rules=risiko'
    """
    # encodeURIComponent leaves these, and the calculator compares what it makes of a name
    name = quote(label(rules), safe="!~*'()")
    return f"a={attackers}&d={defenders}&rules={name}"


def _legend() -> Markup:
    bounds = [percent_text(bound, 0) for bound in BANDS]
    words = [
        f"below {bounds[0]} %",
        *(f"{low} to {high} %" for low, high in pairwise(bounds)),
        f"{bounds[-1]} % and more",
    ]
    items = [tag("li", each, class_=f"b{band}") for band, each in enumerate(words)]
    return tag("ul", "\n", items, class_="legend", aria_label="Tones of the table")


def _needed(site: Site, chapter: Chapter) -> Content:
    if not chapter.needed:
        return None
    defenders = sorted({d for d, _ in chapter.needed})
    chances = sorted({chance for _, chance in chapter.needed})
    rows = [row(d, *(_force(site, chapter, d, chance) for chance in chances)) for d in defenders]
    complete = len(chapter.needed) == len(defenders) * len(chances)
    return [
        tag(
            "p",
            "The fewest attackers, free to fight, whose chance to win is at least that of the "
            "column. The unit that stays behind is not counted: on the board it takes one more.",
            None if complete else " A dash: no number of attackers that was tried has the chance.",
        ),
        table(
            "forces",
            "Attackers needed: a row for each number of defenders, a column for each chance",
            ["Defenders", *map(_chance, chances)],
            rows,
            "forces",
        ),
    ]


def _force(site: Site, chapter: Chapter, d: int, chance: Fraction) -> Content:
    force = chapter.needed.get((d, chance))
    return "–" if force is None else _in_calculator(site, chapter, force, d, force)


def _chance(chance: Fraction) -> str:
    whole = (100 * chance).denominator == 1
    return f"{percent_text(chance, 0)} %" if whole else fraction_text(chance)
