"""Maps: borders that lead one way, and other names of territories, which answers do not have."""

import pickle
from fractions import Fraction
from functools import partial
from html import unescape
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.turn.conquest import conquer
from riskexact.turn.files import read_text
from riskexact.turn.geography import BOARDS, Map, checked_map, map_named
from riskexact.turn.placement import place
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


@given(
    st.lists(st.sampled_from([*permutations("ABCD", 2)]), unique=True),
    st.sampled_from([*combinations("ABCD", 2)]),
)
def test_borders_are_the_ways_that_a_list_of_them_has(
    ways: list[tuple[str, str]], path: tuple[str, str]
) -> None:
    """Against the list; what is both ways is a border, and `BCD` is connected, whatever comes."""
    ways = [*{*ways, ("B", "C"), ("C", "D"), ("A", "D"), path}]
    both = [pair for pair in ways if pair[::-1] in ways]
    world = Map(both, name="x", one_way=[pair for pair in ways if pair not in both])
    assert sorted(world.directed) == sorted(ways)
    for t in world.territories:
        assert {*world.targets(t)} == {u for own, u in ways if own == t}
        assert {*world.sources(t)} == {u for u, own in ways if own == t}
        assert {*world.neighbours(t)} == {*world.targets(t), *world.sources(t)}
        in_order = [u for u in world.territories if u in world.targets(t)]
        assert [*world.targets(t)] == in_order
    for same in (checked_map(world.json()), pickle.loads(pickle.dumps(world)), world.replace()):
        assert (same, hash(same), same.one_way) == (world, hash(world), world.one_way)


def test_a_border_that_leads_one_way() -> None:
    pole = Map({"Alert": ["Nord"]}, one_way={"North Pole": ["Alert"]})
    assert pole == Map([("Nord", "Alert")], one_way=[("North Pole", "Alert")] * 2)
    assert pole != Map([("Nord", "Alert")], one_way=[("Alert", "North Pole")])
    assert pole != Map([("Nord", "Alert"), ("Alert", "North Pole")])
    assert repr(pole) == "<Map of its own: 3 territories, 1 border, 1 one-way border, 0 continents>"
    assert pole.json() == {
        "name": "a map",
        "borders": [["Alert", "Nord"]],
        "continents": {},
        "one_way": [["North Pole", "Alert"]],
    }
    text = 'borders = {Alert = ["Nord"]}\n[one_way]\n"North Pole" = ["Alert"]'
    assert read_text(text, "pole.toml", Map) == (pole, ())
    more = pole.replace(one_way=[*pole.one_way, ("North Pole", "Nord")])
    assert more.without_border("alert", "North Pole").one_way == (("North Pole", "Nord"),)
    assert more.without_border("alert", "nord").borders == ()


def test_maps_without_one_way_borders_are_as_they_were() -> None:
    classic = map_named("classic")
    assert classic.one_way == ()
    assert list(classic.replace(name="mine").json()) == ["name", "borders", "continents"]
    for t in classic.territories:
        assert classic.targets(t) == classic.sources(t) == classic.neighbours(t)


@pytest.mark.parametrize(
    ("borders", "one_way", "message"),
    [
        ([("A", "B")], [("B", "A")], "one between B and A leads both ways: write it in borders"),
        ([("B", "C")], {"A": ["B"], "B": ["A"]}, "one between A and B leads both ways"),
        ([("A", "B")], [("B", "B")], "B must border other territories, not itself"),
        ([("A", "B")], {"B": "A"}, "one_way of B must be a list of names, not 'A'"),
        ([("A", "B")], 3, "one_way must be pairs, such as"),
        ([("A", "B")], [("C", "D")], "no way leads from 'A' to 'C'"),
        ((), (), "borders must be one or more, not none"),
        ({"A": []}, (), "borders must be one or more, not none"),
    ],
)
def test_one_way_borders_that_cannot_be(borders: object, one_way: object, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Map(borders, one_way=one_way)  # type: ignore[arg-type]


def test_boards_by_name() -> None:
    """As they were read from the programs: sizes, bonuses, and how they differ from classic."""
    sizes = {"classic": (42, 83), "teg": (50, 89), "ksirk": (41, 65), "xfrisk": (42, 83)}
    boards = {name: Map(name) for name in BOARDS}
    for name, (territories, borders) in sizes.items():
        assert (len(boards[name].territories), len(boards[name].borders)) == (territories, borders)
    bonuses = {
        (name, c): boards[name].continents[c].bonus
        for name, c in [("teg", "South America"), ("ksirk", "Africa"), ("ksirk", "Asia")]
    }
    assert [*bonuses.values()] == [3, 6, 7]
    classic, xfrisk, domination = (
        {frozenset(pair) for pair in boards[name].borders}
        for name in ("classic", "xfrisk", "domination")
    )
    assert classic - xfrisk == {frozenset(("Irkutsk", "Mongolia"))}
    assert xfrisk - classic == {frozenset(("Yakutsk", "Mongolia"))}
    assert classic - domination == {frozenset(("East Africa", "Middle East"))}
    assert domination < classic
    for name, board in boards.items():
        assert board == map_named(name.upper()) == pickle.loads(pickle.dumps(board))
        assert (board.title, board.json()) == (name, name)
    assert Map("teg", name="ours").title == "a map of its own, called 'ours'"


def test_a_position_on_a_board() -> None:
    """TEG 0.12: at most three move in; by an independent recursion over whole positions."""
    position = Position("teg", {"Malaysia": 9}, {"Borneo": 1, "Australia": 2}, "teg")
    value = Fraction(1807990494308141575, 4991874990165983232)
    assert conquer(position, move=3).lower == value
    with pytest.raises(RiskError, match=r"not 'tge'; did you mean teg\?$"):
        Map("tge")


def test_a_continent_may_have_the_name_of_a_territory() -> None:
    """It is that of one territory wherever armies stand; elsewhere the name must say which."""
    world = Map({"Egypt": ["Sudan"]}, {"Egypt": (["Egypt", "Sudan"], 1)})
    assert Position(world, {"egypt": 3}, {"Sudan": 1}).mine == {"Egypt": 3}
    south = Map({"Egypt": ["Sudan"], "Sudan": ["Libya"]}, world.continents)
    assert world.named(["Egypt (territory)"]) == ("Egypt",)
    assert world.named(world.called("egypt-continent")) == ("Egypt", "Sudan")
    message = r"one of the two, 'Egypt \(territory\)' or 'Egypt \(continent\)', not 'Egypt'"
    position = Position(world, {"Sudan": 3}, {"Egypt": 1})
    for ask in (world.called, world.named, partial(conquer, position)):
        with pytest.raises(RiskError, match=message):
            ask("Egypt")
    assert conquer(position, "Egypt (territory)").lower == conquer(position).lower
    assert place(4, "egypt-continent", {"Libya": 5}, map=south) == place(
        4, ["Sudan", "Egypt (territory)"], {"Libya": 5}, map=south
    )
    alone = Map({"Egypt": ["Sudan"]}, {"Egypt": (["Egypt"], 1)})
    assert alone.named("Egypt") == ("Egypt",)


def test_names_that_differ_too_little() -> None:
    message = (
        "differ in letters, not 'A b' and 'A-b': give one of them another name, such as 'A-b 2'"
    )
    with pytest.raises(RiskError, match=message):
        Map([("A b", "C"), ("C", "A-b")])
    with pytest.raises(RiskError, match=message):
        Map([("C", "D")], {"A b": (["C"], 1), "A-b": (["D"], 1)})


def test_names_of_other_editions_are_suggested_on_a_map_of_ones_own() -> None:
    world = Map([("Malaysia", "Russia"), ("Malaysia", "Java")], {"Oceania": (["Java"], 2)})
    for typed, meant in (
        ("Australia", "Oceania"),
        ("australien", "Oceania"),
        ("Ukraine", "Russia"),
    ):
        with pytest.raises(RiskError, match=f"not '{typed}'; did you mean {meant}\\?$"):
            world.called(typed)
    with pytest.raises(RiskError, match="not 'Ukraine'; did you mean Russia"):
        world.territory("Ukraine")
    with pytest.raises(RiskError, match="not 'Qqq'$"):
        world.called("Qqq")


def test_other_names_of_ones_own() -> None:
    names = {"Spanish": {"España": "Spain", "Europa": "Europe"}}
    world = Map([("Spain", "France")], {"Europe": (["Spain"], 1)}, other_names=names)
    assert world.other_names == names
    assert (world.territory("ESPAÑA "), world.named("europa")) == ("Spain", ("Spain",))
    assert world == Map([("Spain", "France")], {"Europe": (["Spain"], 1)})
    flat = world.replace(other_names={"España": "Spain"})
    assert flat.other_names == {"this map": {"España": "Spain"}}
    for other in (world, flat):
        again = checked_map(other.json())
        assert (again, again.other_names) == (other, other.other_names)
        assert pickle.loads(pickle.dumps(other)).other_names == other.other_names
    classic = map_named("classic").without_border("East Africa", "Middle East")
    assert classic.other_names == map_named("classic").other_names
    assert classic.replace(borders=[("A", "B")], continents={}).other_names == {}
    for wrong, message in (
        ({"France": "Spain"}, "'France' must be another name of one that the map has, not of 'Sp"),
        ({"Iberia": "Portugal"}, "'Iberia' must be another name .* not of 'Portugal'"),
        ({"Spanish": {"X": 3}}, "not of 3"),
        ({"Spanish": 3}, "other_names must map names to names, not 3"),
        (3, "other_names must map names to names, not 3"),
        ({"Spanish": {"": "Spain"}}, "another name must have a name, not ''"),
    ):
        with pytest.raises(RiskError, match=message):
            world.replace(other_names=wrong)


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ({"A": (1, 2)}, "not without B"),
        ({"A": (1, 2), "B": (1, 2), "C": (1, 2)}, "layout must have x and y of each territory"),
        ({"A": (1, 2), "B": (1, True)}, "layout of B must be x and y, .* not \\(1, True"),
        ({"A": (1, 2), "B": (1, float("nan"))}, "layout of B must be x and y"),
        ({"A": (1, 2), "B": (1, 10**7)}, "layout of B must be x and y, to 1000000"),
        ({"A": (1, 2), "B": 3}, "layout of B must be x and y"),
        ([], "layout must have x and y of each territory"),
    ],
)
def test_layouts_that_cannot_be(layout: object, message: str) -> None:
    assert Map([("A", "B")], layout={"B": [1, 2], "A": (3, 0.5)}).layout["A"] == (3, 0.5)
    with pytest.raises(RiskError, match=message):
        Map([("A", "B")], layout=layout)  # type: ignore[arg-type]
