"""The claims of the sources: what is in the data, and verdicts that follow from it alone."""

import re
from collections import Counter
from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskexact as rx
from riskexact.publication.metadata import SOURCES, Source
from riskexact.rules import SINGLE_LOSS, STANDARD
from tests.walkthrough.claims import (
    CLAIMS,
    DATA_FILES,
    FOLDER,
    MAX_OFF_ABOUT,
    TABLE,
    Claim,
    printed,
    read_claims,
    table,
)
from tests.walkthrough.questions import FORMULAS, QUESTIONS

WRONG = """
attack.battle.1000v1000 attack.interior.listing notebook.even.10 notebook.attack.11v10
notebook.attack.22v20 notebook.attack.33v30 notebook.attack-needs.10 notebook.attack-needs.20
notebook.attack-needs.30 notebook.hold.10v15 notebook.hold.20v30 notebook.hold.26v39
notebook.hold-needs.10 notebook.hold-needs.20 notebook.hold-needs.24 notebook.survives.throw
hendel.formula tan.round.2v2-2 tan.round.2v2-1 tan.round.2v2-0 tan.round.3v2-2 tan.round.3v2-1
tan.round.3v2-0 tan.even.5v5 manual-roll.policy
"""
"""The claims that are wrong."""


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_has_a_verdict(name: str) -> None:
    claim = CLAIMS[name]
    assert claim.name == name
    assert claim.place
    assert claim.says
    assert re.fullmatch(KINDS[claim.kind], claim.number)
    assert (claim.kind == "everywhere") is (claim.question in ("formula", "table"))
    verdict = claim.verdict
    assert type(verdict.exact) is Fraction
    assert type(verdict.difference) is Fraction
    assert verdict.right is (None if name == "wolfram.death" else name not in WRONG.split())
    claimed = 1 if claim.kind == "everywhere" else printed(claim.number).value
    assert verdict.exact - verdict.difference == claimed


KINDS = {
    "equals": r"[0-9]+(/[0-9]+)?",
    "rounded": r"[0-9]+\.[0-9]+|[0-9.]+ %",
    "float": r"[0-9]+\.[0-9]+",
    "about": r"[0-9.]+ %",
    "order": r"10\^[0-9]+",
    "more": r"[0-9./]+( %)?",
    "less": r"[0-9./]+( %)?",
    "implies": r"[1-9][0-9]*(/[0-9]+)?",
    "everywhere": r".+",
}
"""The form of the numbers of each kind."""


def test_the_table_is_what_is_computed() -> None:
    """`python -m tests.walkthrough` writes it; it is what `riskexact claims` printed until 0.2."""
    assert TABLE.read_text(encoding="utf-8") == table()


def test_what_is_claimed() -> None:
    """By source: how many entries, and that all questions, kinds and formulas are in use."""
    counted = Counter(name.partition(".")[0] for name in CLAIMS)
    assert counted == {"wolfram": 12, "attack": 25, "notebook": 32, "post": 45} | {
        "norvig": 25, "hendel": 6, "osborne": 18, "tan": 8, "faq": 4, "studio": 4,
        "manual-roll": 3, "a371949": 14, "a390860": 5, "hoehle": 52,
        "conquer-club": 1, "twoplustwo": 5,
    }  # fmt: skip
    assert {claim.question for claim in CLAIMS.values()} == set(QUESTIONS)
    assert {claim.kind for claim in CLAIMS.values()} == set(KINDS)
    asked = {dict(claim.arguments).get("name") for claim in CLAIMS.values()} - {None}
    assert asked == set(FORMULAS)
    rules = {name: claim.rules for name, claim in CLAIMS.items()}
    assert all((rules[name] == SINGLE_LOSS) == name.startswith("attack.") for name in rules)


def test_more_and_less_are_strict() -> None:
    for kind in ("more", "less"):
        assert a_claim(kind, "1445/3888").verdict.words == "false"
        assert a_claim(kind, "1445/3888").verdict.difference == 0


def a_claim(kind: str, number: str, losses: int = 2, dice: tuple[int, int] = (3, 2)) -> Claim:
    """A claim about the chance of a round, which is 2890/7776 unless other losses are named."""
    cost = min(dice)
    return Claim(
        name="test",
        source=Source("a source"),
        rules=STANDARD,
        place="somewhere",
        says="something",
        number=number,
        kind=kind,
        question="round",
        arguments=(("dice", dice), ("losses", (cost - losses, losses))),
    )


@given(st.integers(0, 2), st.integers(0, 17), st.integers(-2, 2), st.booleans())
def test_rounding(losses: int, places: int, off: int, percent: bool) -> None:
    """Right if and only if one of the usual ways to round gives the number; from `decimal`."""
    claim = a_claim("rounded", "0.5", losses)
    exact = claim.verdict.exact * (100 if percent else 1)
    unit = Decimal(1).scaleb(-places)
    with localcontext(prec=60):
        decimal = Decimal(exact.numerator) / exact.denominator
        ways = {
            decimal.quantize(unit, way) for way in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN)
        }
        number = min(ways) + off * unit
    if number < 0 or (places == 0 and not percent):
        return
    verdict = claim._replace(number=f"{number:f}" + (" %" if percent else "")).verdict
    assert verdict.right is (number in ways)
    assert verdict.words.partition(" by ")[0] == ("rounded right" if number in ways else "wrong")


def test_of_a_tie_either_neighbour_is_right() -> None:
    """Nine defenders hold against eight attackers: one eighth more."""
    eighth = a_claim("rounded", "0.5")._replace(
        question="defenders excess",
        arguments=(("attackers", 8), ("chance", "1/2")),
    )
    assert eighth.verdict.exact == Fraction(1, 8)
    numbers = ("0.11", "0.12", "0.13", "0.14", "0.125")
    assert [eighth._replace(number=number).verdict.words for number in numbers] == [
        "wrong by 0.0150", "rounded right", "rounded right", "wrong by 0.0150", "exact",
    ]  # fmt: skip


@given(st.integers(0, 100))
def test_about(percent: int) -> None:
    """2890/7776 is 37.17 %: about 35 to 39, and no other whole percentage."""
    verdict = a_claim("about", f"{percent} %").verdict
    assert verdict.right is (35 <= percent <= 39)
    assert abs(verdict.difference) == abs(Fraction(2890, 7776) - Fraction(percent, 100))
    assert (abs(verdict.difference) <= MAX_OFF_ABOUT) is verdict.right


def test_order_is_bounded_by_the_root_of_ten() -> None:
    """31 < 10 √10 < 32, and 3 is nearer to 1 than to 10, 4 is not."""
    claim = CLAIMS["attack.calls.about"]

    def right(n: int, power: int) -> bool | None:
        arguments = (("attackers", n), ("defenders", 2), ("field", (1, 1)))
        found = claim._replace(number=f"10^{power}", arguments=arguments).verdict
        assert found.exact == n
        return found.right

    assert [right(n, 1) for n in (3, 4, 31, 32)] == [False, True, True, False]


SHEET = """
[post]
rules = "standard"

[post.claims.key]
place = "the table"
says = "throws"
number = "2890"
kind = "equals"
question = "count"
dice = [3, 2]
losses = [0, 2]
"""


def test_a_sheet() -> None:
    (claim,) = read_claims(SHEET).values()
    assert (claim.name, claim.verdict.words) == ("post.key", "exact")
    assert claim.source is SOURCES["post"]
    cases = "[post.claims.key.cases]\na = { }\nb = { number = '7' }\n"
    found = read_claims(SHEET + cases)
    assert {name: c.verdict.right for name, c in found.items()} == {
        "post.key.a": True, "post.key.b": False,
    }  # fmt: skip


def test_a_claim_may_have_rules_of_its_own() -> None:
    sheet = SHEET.replace("dice = [3, 2]", "dice = [3, 3]\nrules = 'RisiKo!'")
    (claim,) = read_claims(sheet.replace("losses = [0, 2]", "losses = [0, 3]")).values()
    assert claim.rules == rx.RULES["risiko"]
    assert claim.verdict.exact == rx.loss_counts(3, 3, "risiko")[3]


@given(st.integers(-30, 30))
def test_a_number_computed_in_floating_point(units: int) -> None:
    """Within ten units of the last place; 2890/7776 is 0.37165637860..."""
    claim = a_claim("float", f"{Decimal('0.371656379') + units * Decimal('1e-9')}")
    assert claim.verdict.right is (-10 <= units <= 9)  # it is less than 0.371656379


def test_no_verdict_is_written_down() -> None:
    for name in DATA_FILES:
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert not re.search(r"^ *(verdict|exact|right) *=", text, re.MULTILINE)


def test_second_hand_figures_say_so() -> None:
    """Of these sources a text by somebody else was at hand, but for an abstract."""
    second_hand = {name for name, claim in CLAIMS.items() if "second-hand" in claim.reading.lower()}
    sources = {name.partition(".")[0] for name in second_hand}
    assert sources == {"hendel", "osborne", "tan", "faq"}
    first_hand = {name for name in CLAIMS if name.partition(".")[0] in sources} - second_hand
    assert all(CLAIMS[name].place == "the abstract" for name in first_hand)
