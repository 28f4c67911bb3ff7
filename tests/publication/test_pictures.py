"""Which pictures a publication has, and that each of them can be drawn."""

import pytest

from riskexact.publication.pictures import pictures_of
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS, STANDARD
from riskexact.rules.catalogue import RULES

EVERYWHERE = ["outcome-graph", "chain"]


@pytest.mark.parametrize("name", ["risiko", "2210-two-commanders"])
def test_every_picture_of_a_small_edition_can_be_drawn(name: str) -> None:
    for draw in pictures_of(Edition(RULES[name], 2)).values():
        for dark in (False, True):
            assert draw(dark=dark).dark is dark


def test_those_of_the_sources_are_there_where_the_edition_is_large_enough() -> None:
    battles = {"outcomes-12-15", "outcomes-33-38"}
    assert battles <= set(pictures_of(Edition(STANDARD, 38)))
    assert battles & set(pictures_of(Edition(STANDARD, 37))) == {"outcomes-12-15"}
    assert {"outcomes-5-5", "outcomes-10-8"} <= set(pictures_of(Edition(SINGLE_LOSS, 10)))
    assert list(pictures_of(Edition(RULES["risiko"], 1))) == EVERYWHERE
