"""Other names of territories: each is one of one, and answers do not have them."""

from html import unescape

import pytest

from riskexact.base.errors import RiskError
from riskexact.turn.conquest import conquer
from riskexact.turn.geography import Map, map_named
from riskexact.turn.position import Position


def test_each_name_is_that_of_one_territory_or_continent_and_no_name_of_the_map() -> None:
    classic = map_named("classic")
    own = {*classic.territories, *classic.continents}
    for names in classic.other_names.values():
        assert len(set(names.values()) - own) == 0
        for other, name in names.items():
            assert other not in own
            assert classic.called(other) == classic.called(other.upper()) == name
            assert classic.named(other) == classic.named(name)


def test_names_that_do_not_say_what_they_are() -> None:
    """Those that a reader could take for another territory."""
    meant = {
        "Siam": ["Southeast Asia", "Thailand"],
        "Ukraine": ["Russia", "Eastern Europe", "Ucraina"],
        "India": ["Hindustan", "Indien"],
        "Congo": ["Zaire", "Central Africa", "Kongo"],
        "Alberta": ["Western Canada"],
        "Ontario": ["Central Canada"],
        "Quebec": ["Eastern Canada"],
        "Northern Europe": ["Mitteleuropa", "Europa Settentrionale"],
        "North Africa": ["Nordwestafrika"],
        "Iceland": ["Island"],
        "Irkutsk": ["Cita"],
        "Yakutsk": ["Jakutien", "Jacuzia"],
        "Western United States": ["Weststaaten", "Stati Uniti Occidentali"],
        "Australia": ["Oceania", "Australien"],
    }
    for name, others in meant.items():
        assert [map_named("classic").called(other) for other in others] == [name] * len(others)


def test_answers_have_the_names_of_the_map() -> None:
    position = Position(
        "classic", {"Southeast Asia": 5}, {"Indonesien": 2}, {"Indonesia": "capital"}
    )
    assert position == Position("classic", {"Siam": 5}, {"Indonesia": 2}, {"Indonesien": "capital"})
    assert conquer(position, "Indonesien").best == (("Siam", "Indonesia", 3),)
    assert position.map.neighbours("Thailand") == position.map.neighbours("Siam")


def test_maps_with_all_classic_territories_have_them_and_no_others() -> None:
    classic = map_named("classic")
    assert classic.without_border("East Africa", "Middle East").territory("Thailand") == "Siam"
    more = Map([*classic.borders, ("Thailand", "Siam")], classic.continents)
    assert more == Map([*classic.borders, ("Siam", "Thailand")], classic.continents)
    assert (more.territory("thailand"), more.territory("Southeast Asia")) == ("Thailand", "Siam")
    assert Map([("Siam", "India")]).other_names == {}
    with pytest.raises(RiskError, match="territory must be one of the map a map, not 'Thailand'"):
        Map([("Siam", "India")]).territory("Thailand")


def test_a_suggestion_has_the_name_of_the_map() -> None:
    for typed in ("Thialand", "Southest Asia", "Siem"):
        with pytest.raises(RiskError, match=f"not '{typed}'; did you mean Siam\\?$"):
            map_named("classic").territory(typed)


@pytest.mark.parametrize("name", ["line-3", "Classic", "australia", "a', classic", "mine"])
def test_a_map_of_ones_own_is_never_shown_by_a_name_of_ours(name: str) -> None:
    own = Map({"A": ["B"], "B": ["C"], "C": ["A"]}, name=name)
    title = f"a map of its own, called '{name.replace(chr(39), '')}'"
    assert own.title == title
    assert repr(own) == f"<M{title[3:]}: 3 territories, 3 borders, 0 continents>"
    position = Position(own, {"A": 3}, {"B": 1})
    assert repr(position) == f"<Position {title}, A 3 v B 1, standard>"
    assert title in unescape(position._repr_html_())


def test_maps_of_ours_are_shown_by_their_names() -> None:
    for name in ("classic", "south-america", "line-3", "complete-4"):
        world = map_named(name)
        assert world.title == world.json() == name
        assert Map(world.borders, dict(world.continents), name).title == name
    fewer = map_named("classic").without_border("East Africa", "Middle East")
    assert fewer.title == "a map of its own, called 'classic'"
