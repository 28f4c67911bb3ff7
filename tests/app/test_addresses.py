"""The calculator's addresses, as its own JavaScript reads and writes them."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.publication.pages.content import battle_address
from riskexact.rules import MAX_NAME_LENGTH, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Die, Hand
from tests.node import Node
from tests.programs import needs
from tests.strategies import any_rules, tries
from tests.trust.fuzz.addresses import Reader, reading

pytestmark = needs("node")

LONG = Rules(faces=5, name="\U0001f3b2" * MAX_NAME_LENGTH)
"""A name of which every letter takes twelve in an address."""


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with reading() as started:
        yield started


@pytest.mark.parametrize(
    "rules", [*RULES.values(), LONG, Rules(faces=5, name="50 % & \"more\" <'~!*()'> =#+,;/")]
)
def test_every_link_opens_its_battle(reader: Reader, rules: Rules) -> None:
    state = reader.read(f"#{battle_address(rules, 12, 9)}", [Rules(faces=7), rules])
    assert state is not None
    assert (state["attackers"], state["garrisons"]) == (12, [9])
    assert state["rules"] == rules.name


def test_the_longest_address_is_read(reader: Reader) -> None:
    """Everything that can be typed at once, with the commas as some write them."""
    row = "%2C".join(["9999"] * 12)
    state = reader.read(
        f"#{battle_address(LONG, 9999, 9999).replace('d=9999', f'd={row}')}&behind=9999"
        "&retreat=9999&stop=9999&rounds=999&below=100&stays=1&left=9999%2C9999",
        [Rules(faces=7), LONG],
    )
    assert state is not None
    assert len(state["garrisons"]) == 12


# -- rules of one's own, and of single territories ------------------------------------------------


@tries(67)
@given(any_rules)
def test_rules_of_ones_own_are_written_and_read(page: Node, rules: Rules) -> None:
    text = page("rulesText", rules.parts)
    assert page("partsFrom", text) == rules.parts


def test_the_catalogue_is_written_and_read(page: Node) -> None:
    for rules in RULES.values():
        assert page("partsFrom", page("rulesText", rules.parts)) == rules.parts


EVERY_OPTION = Hand((8, 6, 6), (1, 2, 4), (4, 10), -1, to_highest=2, clamped=True, to_lowest=-3)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "3v2"),
        (Rules(faces=8, ties="attacker"), "3v2,faces=8,ties=attacker"),
        (Rules(pairs=1), "3v2,pairs=1"),
        (Rules(4, 3, pairs=(1, 3), ties="nobody"), "4v3,pairs=1.3,ties=nobody"),
        (Rules((8, 6, 6), (8, 8)), "d8.2d6v2d8"),
        (Rules(defence_dice=(8,)), "3vd8"),
        (Rules((8, 8, 8), (6, 6)), "3d8v2"),
        (Rules(3, Hand(2, extra=(8,)), faces=4), "3d4v2d4,defence-extra=d8"),
        (Rules(faces="2-3-3-4-4-5"), "3v2,faces=2-3-3-4-4-5"),
        (Rules((Die("1-2x70"), 6, 6), (Die("5x1"), Die("5x1"))), "d1-2x70.2d6v2d5x1"),
        (Rules(3, Hand(2, extra=("0-9",))), "3v2,defence-extra=d0-9"),  # type: ignore[arg-type]
        (Rules(3, Hand(2, at_most_attack=True)), "3v2,defence-level=1"),
        (Rules(3, Hand(2, extra=1), faces=8), "3v2,faces=8,defence-extra=1"),
        (
            Rules(EVERY_OPTION, Hand(2, extra=1)),
            "d8.2d6v2,attack-needs=1.2.4,attack-extra=d4.d10,attack-all=-1,attack-highest=2,"
            "attack-clamped=1,attack-lowest=-3,defence-extra=1",
        ),
    ],
)
def test_how_they_are_written(page: Node, rules: Rules, text: str) -> None:
    assert page("rulesText", rules.parts) == text
    assert page("partsFrom", text) == rules.parts


@pytest.mark.parametrize(
    "text",
    ["d6.d6.d6v2", "3v2,faces=6", "3v2,pairs=2,ties=defender", "3v2,faces=6x2-1x2-2x2-5x2-4x2-3x2"],
)
def test_the_same_game_is_the_same_text(page: Node, reader: Reader, text: str) -> None:
    assert page("partsFrom", text) == Rules().parts
    state = reader.read(f"#a=5&d=3&rules={text}")
    assert state is not None
    assert state["rules"] == "3v2"


@pytest.mark.parametrize(
    "text",
    [
        "", "3", "v", "3v", "3v2v1", "0v2", "21v2", "3v2,", "3v2,faces", "3v2,faces=",
        "3v2,faces=0",
        "3v2,faces=08", "3v2,faces=8,faces=8", "3v2,pairs=2.3", "3v2,pairs=1.", "3v2,ties=both",
        "3v2,attack-needs=1.2", "3v2,attack-clamped=2", "3v2,attack-all=0", "3v2,attack-all=101",
        "3v2,attack-dice=4", "3v2,constructor=1", "3v2,attack-toString=1", "3v2,attack-needs=1.2.x",
        "d0v2", "0d6v2", "3v2,faces=1-", "3v2,faces=1-101", "dx1v2", "d1-2x0v2", "d1-2x1000000v2",
        "d1-2-v2", "d1--2v2", "d8.v2", "3 v 2", "1v1,faces=1,ties=nobody", "20v20",
    ],
)  # fmt: skip
def test_what_says_no_rules_is_left_unread(page: Node, reader: Reader, text: str) -> None:
    assert page("partsFrom", text) is None
    assert reader.read(f"#a=5&d=3&rules={text}") is None
    assert reader.read(f"#a=5&d=3:{text}") is None


def test_rules_of_single_territories(page: Node, reader: Reader) -> None:
    address = "#a=12&d=3,5:capital,2:3v3,faces=8,ties=attacker,4:d8.d6v2&rules=risiko"
    state = reader.read(address)
    assert state is not None
    assert state["garrisons"] == [3, 5, 2, 4]
    own = ["3v3,faces=8,ties=attacker", "d8.d6v2"]
    assert state["territoryRules"] == ["", "capital", *own]
    assert page("rulesOnEach", state) == ["risiko", "capital", *own]
    assert page("toAddress", state, page("firstState", "standard")) == address
    escaped = address.replace(",", "%2C").replace(":", "%3a").replace("=8", "%3D8")
    assert reader.read(escaped) == state
    plain = reader.read("#a=12&d=3,5")
    assert plain is not None
    assert plain["territoryRules"] == []


@given(
    st.text(st.sampled_from("3v2,:=%d C5&\U0001f3b2"), min_size=1, max_size=9).filter(
        lambda name: name.isprintable()
    )
)
@example("3v2,faces=6")
def test_any_name_on_a_territory(page: Node, name: str) -> None:
    first = page("firstState", "standard")
    state = {**first, "garrisons": [3, 5, 2], "territoryRules": ["", name, ""], "rules": name}
    address = page("toAddress", state, first)
    assert page("fromAddress", address, first, ["standard", name], []) == state


@pytest.mark.parametrize("row", ["5:", ":capital", "5:chess", "5:capital:capital", "3,5:capital,"])
def test_rows_that_are_none(reader: Reader, row: str) -> None:
    assert reader.read(f"#a=5&d={row}") is None
