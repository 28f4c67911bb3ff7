"""The sheet for a class: every figure on it is computed, and it prints on two pages."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING

import riskexact as rx
from tests.browser import browser, needs_chromium, opened
from tests.notebooks.running import FOLDER
from tests.walkthrough.claims import CLAIMS, printed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]  # a fixture

SHEET = FOLDER / "lesson.html"

ROUNDS = 12 * 12
"""Twelve pairs, twelve rounds each."""

UNITS = {"class": ROUNDS, "throws": 6**5, "three dice": 6**3, "two dice": 6**2, "coin throws": 2**4}

NO_FIGURES = {"1997", "2003", "2025"}
"""Numbers of several digits that are years."""


def comparisons(red: int, white: int, faces: int) -> Counter[tuple[bool, ...]]:
    """The throws in which red wins the first comparison, the second, and so on."""
    seen: Counter[tuple[bool, ...]] = Counter()
    for dice in product(range(1, faces + 1), repeat=red + white):
        sides = (sorted(each, reverse=True) for each in (dice[:red], dice[red:]))
        seen[tuple(x > y for x, y in zip(*sides, strict=False))] += 1
    return seen


def figures() -> dict[str, Fraction]:
    """The figures of the sheet by name, from the throws themselves."""
    seen, coins = comparisons(3, 2, 6), comparisons(2, 2, 2)
    throws = seen.total()
    first, second = (sum(n for won, n in seen.items() if won[i]) for i in (0, 1))
    coin_first, coin_second = (sum(n for won, n in coins.items() if won[i]) for i in (0, 1))
    lost = Counter[int]()
    for won, n in seen.items():
        lost[sum(won)] += n
    both = Fraction(lost[2], throws)
    multiplied = Fraction(first * second, throws**2)
    spread = Fraction(sqrt(both * (1 - both) / ROUNDS))
    one_die, two_red = comparisons(1, 1, 6), comparisons(2, 1, 6)
    highest = Counter(max(dice) for dice in product(range(1, 7), repeat=2))
    mean = Fraction(2 * lost[2] + lost[1], throws)
    battle = Fraction(two_red[True,], 216) + Fraction(two_red[False,], 216) * Fraction(
        one_die[True,], 36
    )
    found: dict[str, Fraction | int] = {
        "first": first, "second": second, "both": lost[2], "one": lost[1], "none": lost[0],
        "both share": both, "one share": Fraction(lost[1], throws), "sum": first + second,
        "none share": Fraction(lost[0], throws), "second share": Fraction(second, throws),
        "both decimal": both, "given": Fraction(lost[2], first), "product": multiplied,
        "spread": 100 * spread, "off": (both - multiplied) / spread, "mean": mean,
        "mean sum": mean, "red mean": 2 - mean, "battle": battle, "battle share": battle,
        "one die": one_die[True,], "one die chance": Fraction(one_die[True,], 36),
        "two red": two_red[True,], "two red lose": two_red[False,],
        "coin some": sum(max(dice) == 2 for dice in product((1, 2), repeat=2)),
        "coin first": coin_first, "coin second": coin_second, "coin both": coins[True, True],
        "coin product": Fraction(coin_first * coin_second, 16**2),
        "coin chance": Fraction(coins[True, True], 16),
        "printed": printed(CLAIMS["tan.round.3v2-2"].number).value,
    }  # fmt: skip
    found |= UNITS | {f"highest {k}": highest[k] for k in range(1, 7)}
    return {name: Fraction(value) for name, value in found.items()}


class Figures(HTMLParser):
    """The figures of a sheet with their names, and all text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.rest = ""
        self._name: str | None = None
        self._skips = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._name = dict(attrs)["value"] if tag == "data" else None
        self._skips = tag == "style"
        self.rest += " "

    def handle_endtag(self, tag: str) -> None:
        self._name, self._skips = None, False

    def handle_data(self, data: str) -> None:
        if self._name is not None:
            self.found.append((self._name, data))
        elif not self._skips:
            self.rest += data


def wrong(text: str) -> Iterator[tuple[str, str]]:
    """Yield the figures that are not so."""
    exact = figures()
    for name, shown in Figures(text).found:
        number = printed(shown)
        off = abs(exact[name] - number.value)
        if off > (number.half_unit if "." in shown or name == "off" else 0):
            yield name, shown


def test_every_figure_is_computed_and_another_digit_is_found() -> None:
    text = SHEET.read_text("utf-8")
    assert list(wrong(text)) == []
    assert {name for name, _ in Figures(text).found} == set(figures())
    for tag in re.finditer(r'(<data value="[^"]+">)([^<]+)</data>', text):
        last = max(i for i, sign in enumerate(tag[2]) if sign.isdecimal())
        other = "2" if tag[2][last] == "7" else "7"
        changed = tag[1] + tag[2][:last] + other + tag[2][last + 1 :]
        assert list(wrong(changed + "</data>")), tag[0]


def test_no_figure_is_left_out() -> None:
    """Numbers of several digits are figures, and the sums of small ones are right."""
    rest = Figures(SHEET.read_text("utf-8")).rest
    assert set(re.findall(r"\d{2,}(?! minutes)", rest)) == NO_FIGURES
    (products,) = re.findall(r"0 × 1 \+ 1 × 3 \+ 2 × 5 \+ 3 × 7 \+ 4 × 9 \+ 5 × ", rest)
    terms = re.findall(r"(\d) × (\d*)", products + "11")
    assert figures()["two red"] == sum(int(x) * int(y or 11) for x, y in terms)


def test_it_takes_45_minutes_and_says_what_the_package_says() -> None:
    text = SHEET.read_text("utf-8")
    minutes = re.findall(r"<small>\((\d+) minutes\)</small>", text)
    assert sum(map(int, minutes)) == 45
    assert "45 minutes" in text
    assert "5, 3, 2 against 4, 3" in text
    assert rx.resolve([5, 3, 2], [4, 3]) == (1, 1)
    assert figures()["battle"] == rx.win_probability(2, 1)


@needs_chromium
def test_it_prints_on_two_pages(browser: "Browser") -> None:
    """The sheet and its answers, a side each; on a phone it is no wider than the screen."""
    with opened(browser, SHEET.as_uri()) as page:

        def pages() -> int:
            return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))

        assert pages() == 2
        answers = "document.querySelectorAll('article')[1]"
        assert page.evaluate(f"getComputedStyle({answers}).breakBefore") == "page"
        page.evaluate(f"{answers}.hidden = true")
        assert pages() == 1
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
