"""Other names of territories: each is one of one, and answers do not have them."""

import pytest

from riskexact.base.errors import RiskError
from riskexact.boards.conquest import conquer
from riskexact.boards.geography import Map, checked_map, map_named
from riskexact.boards.position import Position

BORDERS = [("North", "South"), ("South", "East")]


def test_each_name_is_that_of_one_territory_or_continent_and_no_name_of_the_map() -> None:
    classic = map_named("classic")
    own = {*classic.territories, *classic.continents}
    for names in classic.other_names.values():
        assert len(set(names.values()) - own) == 0
        for other, name in names.items():
            assert other not in own
            assert classic.called(other) == classic.called(other.upper()) == name
            assert classic.named(other) == classic.named(name)


def test_answers_have_the_names_of_the_map() -> None:
    position = Position(
        "classic", {"Southeast Asia": 5}, {"Indonesien": 2}, {"Indonesia": "capital"}
    )
    assert position == Position("classic", {"Siam": 5}, {"Indonesia": 2}, {"Indonesien": "capital"})
    assert conquer(position, "Indonesien").best == (("Siam", "Indonesia", 3),)
    assert position.map.neighbours("Thailand") == position.map.neighbours("Siam")


def test_they_are_no_part_of_what_a_map_is_and_are_kept() -> None:
    named = Map(BORDERS, name="island", other_names={"ours": {"Up": "North"}})
    assert named == Map(BORDERS)
    assert hash(named) == hash(Map(BORDERS))
    assert checked_map(named.json()).territory("up") == "North"
    assert "other_names" not in Map(BORDERS).json()
    assert named.replace(borders=[*BORDERS, ("East", "North")]).territory("up") == "North"
    classic = map_named("classic").without_border("East Africa", "Middle East")
    assert classic.territory("Thailand") == "Siam"


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        (
            {"ours": {"Up": "Nort"}},
            "Up must be another name of one territory or continent of the m",
        ),
        ({"ours": {"South": "North"}}, "South must be another name of one territory"),
        ({"ours": {"Up": "North", "UP": "South"}}, "UP must be another name of one territory"),
        ({"ours": {"Up": "North"}, "theirs": {"u p": "South"}}, "u p must be another name of one"),
        ({"ours": {"Up": "north"}}, "not of 'north'"),
        ({"ours": {"Up": 3}}, "a territory must have a name, not 3"),
        ({"ours": {"-": "North"}}, "a territory must have a name, not '-'"),
        ({"ours": ["Up"]}, "ours must map names to names, not ['Up']"),
        ({"ours": None}, "ours must map names to names, not None"),
        ({"\n": {"Up": "North"}}, "must have a name, not '\\n'"),
        ({3: {"Up": "North"}}, "must have a name, not 3"),
        (["Up"], "other_names must map editions to names"),
    ],
)
def test_what_is_no_other_name(names: dict[str, dict[str, str]], refusal: str) -> None:
    with pytest.raises(RiskError) as refused:
        Map(BORDERS, other_names=names)
    assert refusal in str(refused.value)
