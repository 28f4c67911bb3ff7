"""The calculator's addresses, as its own JavaScript reads them: those that the pages link to."""

from collections.abc import Iterator

import pytest

from riskexact.publication.pages.content import battle_address
from riskexact.rules import LONGEST_NAME, Rules
from riskexact.rules.catalogue import RULES
from tests.programs import needs
from tests.trust.fuzz.addresses import Reader, reading

pytestmark = needs("node")

LONG = Rules(faces=5, name="\U0001f3b2" * LONGEST_NAME)
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


@pytest.mark.parametrize("address", ["#a=5", "#a=5&d=3&a=6", "#a=5&d=%", "#a=5&d=\ud800"])
def test_what_is_no_address_of_the_page_is_left_unread(reader: Reader, address: str) -> None:
    assert reader.read(address) is None
