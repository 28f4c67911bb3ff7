"""Rule sets in a sentence in the calculator: in English that of Python, and in every language."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.app import language
from riskexact.base.report import FILE
from riskexact.cli.output import Headline
from riskexact.rules import Rules
from riskexact.rules.catalogue import GROUPS, RULES
from riskexact.rules.hand import Die, Hand
from riskexact.rules.languages import LANGUAGES
from riskexact.rules.sentence import sentence
from tests.node import Node
from tests.programs import needs
from tests.strategies import any_rules, tries

pytestmark = needs("node")

ENGLISH, *OTHERS = LANGUAGES

HAND = Hand((8, 6), (1, 3), extra=(8, 4), to_all=1, to_highest=-1, clamped=True, to_lowest=2)

EVERY_CLAUSE = [
    Rules(HAND, HAND, ties="attacker"),
    Rules(
        Hand(3, extra=1, to_all=-1), Hand((8,), extra=(8,), to_all=2, clamped=True), ties="nobody"
    ),
    Rules(1, (8, 8, 8), pairs=1),
    Rules(3, Hand(2, at_most_attack=True)),
    Rules(Hand((6, Die("2-3-3-4-4-5")), to_lowest=-1, clamped=True)),
    Rules(11, 11, pairs=(1, 3, 4)),
    Rules(10, 10),
    Rules(11, 11),
]


def said(page: Node, rules: Rules, code: str) -> str:
    text = page("sentence", rules.parts, code, language(code))["said"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("code", LANGUAGES)
@tries(67)
@given(any_rules)
def test_any_rules_in_any_language(page: Node, code: str, rules: Rules) -> None:
    spoken = said(page, rules, code)
    assert spoken == sentence(rules, language(code))
    assert code != ENGLISH or spoken == sentence(rules).replace("'", "’")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_catalogue_and_every_clause_in_every_language(page: Node, code: str) -> None:
    for rules in (*RULES.values(), *EVERY_CLAUSE):
        spoken = said(page, rules, code)
        assert spoken == sentence(rules, language(code))
        assert code != ENGLISH or spoken == sentence(rules).replace("'", "’")


def test_german_and_italian(page: Node) -> None:
    rules = Rules((8, 6, 6), Hand(2, extra=1, to_highest=1, clamped=True), pairs=1, ties="nobody")
    assert said(page, rules, "de") == (
        "Angreifer bis zu 3 Würfel mit 8, 6 und 6 Seiten, Verteidiger bis zu 2; der Verteidiger "
        "wirft 1 weiteren Würfel und lässt den niedrigsten weg; der höchste Würfel des "
        "Verteidigers zählt 1 mehr, aber höchstens 6; nur das höchste Paar wird verglichen; bei "
        "Gleichstand verliert niemand eine Einheit"
    )
    assert said(page, Rules(), "it") == (
        "attaccante fino a 3 dadi, difensore fino a 2; si confrontano le due coppie più alte; in "
        "caso di parità vince il difensore"
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_fragment_is_used(page: Node, code: str) -> None:
    texts = language(code)
    used = set()
    for rules in EVERY_CLAUSE:
        found = page("sentence", rules.parts, code, texts)
        assert not re.search(r"[{}]|undefined|object", found["said"])
        used |= {*found["used"]}
    assert used == {key for key in texts if key.startswith("sentence.")}


@pytest.mark.parametrize("code", OTHERS)
def test_every_rule_set_and_every_group_has_a_title(code: str) -> None:
    wanted = [f"groups.{group}" for group in GROUPS] + [f"rules.{name}" for name in RULES]
    texts = language(code)
    titles = [key for key in texts if key.startswith(("groups.", "rules."))]
    assert sorted(titles) == sorted(wanted), f"add them to battle/{code}.json"
    assert len({texts[key] for key in wanted if key.startswith("rules.")}) == len(RULES)


# -- a chance in a few tries: what `riskexact odds` says


MANY = sorted({Fraction(n, d) for d in range(1, 61) for n in range(d + 1)})
EDGES = [
    Fraction(n, 200) + sign * Fraction(k, 10**12)
    for n in range(1, 200)
    for sign, k in ((0, 0), (1, 1), (-1, 1))
]


def in_few_tries(page: Node, chance: Fraction, code: str = "en", what: str = "win.") -> str:
    """Return the sentence that the page says, put together from its texts."""
    texts = language(code)
    found = page("roughly", {"n": str(chance.numerator), "d": str(chance.denominator)})
    about = "" if found["exact"] else f"{texts['chance.about']} "
    said, wins = texts[what + found["kind"]], int(found["wins"])
    form = said if isinstance(said, str) else said["one" if wins == 1 else "other"]
    return form.format(about=about, n=wins, wins=wins, tries=found["tries"])


def printed(chance: Fraction) -> str:
    """Return the sentence that Python prints, without the percent before it."""
    words = Headline(chance).lines(None, FILE)[0].partition("  ")[2]
    exactly = {"You win for certain": "You always win", "You cannot win": "You never win"}
    return exactly.get(words, words) + "."


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("what", ["chance.", "win.", "take."])
def test_the_same_numbers_in_other_languages(page: Node, code: str, what: str) -> None:
    """And the same words before and after them, whatever the numbers."""
    about = language(code)["chance.about"]
    forms = set()
    for chance in MANY[:: len(MANY) // 60]:
        english, said = (in_few_tries(page, chance, each, what) for each in ("en", code))
        assert re.findall(r"\d+", said) == re.findall(r"\d+", english), chance
        assert ("about" in english) == (about in said), chance
        forms.add(re.sub(rf"\d+|{about} ", "", said))
    assert len(forms) <= 6, "never, hardly, one, several, nearly, always"


def test_a_chance_as_python_says_it(page: Node) -> None:
    large = Fraction(7**3000, 8**3000 - 1)
    for chance in (*MANY, *EDGES, large):
        assert in_few_tries(page, chance) == printed(chance), chance
    assert printed(large) == "You almost never win."


@given(st.fractions(0, 1))
def test_any_chance(page: Node, chance: Fraction) -> None:
    assert in_few_tries(page, chance) == printed(chance)
