"""Map files, in the manner of real ones: what is right is read, and wrong lines are refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.cli import main
from riskexact.turn.geography import Map, map_named
from riskexact.turn.parts import key_of
from tests.commands import Capture, answer, run

NILE = Map([("Egypt", "Sudan"), ("Sudan", "South Sudan")], {"Nile": (["Egypt", "Sudan"], 2)})
NILE = NILE.replace(continents={"Nile": ([*NILE.territories], 2)})
AWAY = NILE.replace(borders=NILE.borders[:1], one_way=[("South Sudan", "Sudan")])
CALLED = NILE.replace(continents={"Egypt": ([*NILE.territories], 2)})
TWO = NILE.replace(continents={"Nile": (["Egypt"], 2), "South": (["Sudan", "South Sudan"], 0)})

HEAD = "[continents]|Nile 2 red|[countries]|1 Egypt 1 40 50|2 Sudan 1 40 70|3 South_Sudan 1 41 90|"
DOMINATION = HEAD + "[borders]|1 2|2 1 3|3 2|"

CONQUEST = (
    "[Map]|author=A. U. Thor|warn=yes||[Continents]|Nile=2||[Territories]|Egypt,40,50,Nile,Sudan|"
    "Sudan,40,70,Nile,Egypt,South Sudan|South Sudan,41,90,Nile,Sudan|"
)


def change(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, (text, old)
    return text.replace(old, new)


def domination(old: str, new: str) -> str:
    return change(DOMINATION, old, new)


def conquest(old: str, new: str) -> str:
    return change(CONQUEST, old, new)


RIGHT = {
    "as it should be": (DOMINATION, NILE),
    "comments": ("; By A. U. Thor||" + domination("[borders]|", "|; 1-3|[borders]|;x|"), NILE),
    "doubled spaces": (DOMINATION.replace(" ", "   ").replace("|", " |\t"), NILE),
    "Windows line ends": (DOMINATION.replace("|", "\r|"), NILE),
    "no end of the last line": (DOMINATION.rstrip("|"), NILE),
    "pictures, and lines before": (
        "name Nile|ver 2|[files]|pic nile.jpg|map nile.gif||" + DOMINATION,
        NILE,
    ),
    "capital letters": (domination("[borders]", "[Borders]"), NILE),
    "borders that lead one way": (HEAD + "[borders]|1 2|2 1|3 2|", AWAY),
    "a country that none is attacked from": (HEAD + "[borders]|1 2|2 1|3 2|2|", AWAY),
    "borders of a country in two lines": (domination("2 1 3", "2 1|2 3"), NILE),
    "a continent with the name of a country": (domination("Nile 2", "Egypt 2"), CALLED),
    "no colours": (domination("Nile 2 red", "Nile 2"), NILE),
    "Conquest": (CONQUEST, NILE),
    "Conquest: doubled spaces": (CONQUEST.replace(" ", "  ").replace(",", " , "), NILE),
    "Conquest: Windows line ends": (CONQUEST.replace("|", "\r|"), NILE),
    "Conquest: no end of the last line": (CONQUEST.rstrip("|"), NILE),
    "Conquest: comments and empty lines": (conquest("||[Terr", "|||; by A. U. Thor|[Terr"), NILE),
    "Conquest: each border at one end": (conquest("50,Nile,Sudan", "50,Nile"), None),
    "Conquest: a comma at the end": (conquest("90,Nile,Sudan", "90,Nile,Sudan,"), NILE),
    "Conquest: two continents": (
        change(
            conquest("Nile=2", "Nile=2|South=0"), "Sudan,40,70,Nile", "Sudan,40,70,South"
        ).replace("41,90,Nile", "41,90,South"),
        TWO,
    ),
    "Conquest: coordinates that are no whole numbers": (conquest("40,50", "40.0,50"), NILE),
    "Conquest: a continent with the name of a territory": (
        conquest("Nile=2", "Egypt=2").replace(",Nile", ",Egypt"),
        CALLED,
    ),
}

WRONG = {
    "a border to itself": (domination("2 1 3", "2 1 2"), 9, "Sudan must border other territor"),
    "a missing country": (
        domination("2 1 3", "2 1 4"),
        9,
        "number of one of 3, not '4'",
    ),
    "numbers out of order": (domination("2 Sudan", "3 Sudan"), 5, "2 here, not 3"),
    "no border at all": (HEAD, 6, "borders must be one or more"),
    "nothing below the heading": (HEAD + "[borders]|", 7, "borders must be one or more, not none"),
    "a country that no border reaches": (domination("2 1 3|3 2", "2 1"), 6, "no way leads from"),
    "two of one name": (domination("2 Sudan", "2 Egypt"), 5, "not 'Egypt' again"),
    "names too much alike": (domination("2 Sudan", "2 South-Sudan"), 6, "another name, such as"),
    "a bonus that is no number": (domination("Nile 2", "Nile two"), 2, "bonus must be a whole nu"),
    "no continent": (
        domination("1 40 50", "2 40 50"),
        4,
        "continent must be the number of one of 1, ",
    ),
    "words that are too many": (domination("40 50", "40 50 9"), 4, "NUMBER NAME CONTINENT X Y"),
    "an unknown section": (domination("[borders]", "[boarders]"), 7, r"not '\[boarders\]'"),
    "coordinates too far away": (domination("40 50", "40 5000000"), 4, "layout of Egypt must be x"),
    "coordinates in words": (domination("40 50", "40 north"), 4, "numbers to 1000000, not 'nor"),
    "Conquest: a border to itself": (conquest("50,Nile,Sudan", "50,Nile,Egypt"), 9, "not itself"),
    "Conquest: a missing territory": (
        conquest("90,Nile,Sudan", "90,Nile,Sudann"),
        11,
        "not 'Sudann'; did you mean Sudan\\?",
    ),
    "Conquest: a missing continent": (conquest("50,Nile", "50,Nil"), 9, "'Nil'; did you mean Nile"),
    "Conquest: no territories": (
        CONQUEST.partition("Egypt")[0],
        8,
        "borders must be one or more, not none",
    ),
    "Conquest: no border at all": (
        re.sub("Nile,[^|]*", "Nile", CONQUEST),
        11,
        "borders must be one or more, not none",
    ),
    "Conquest: a bonus in words": (conquest("Nile=2", "Nile=two"), 6, "bonus must be a whole num"),
    "Conquest: twice": (CONQUEST + "Egypt,1,1,Nile,Sudan", 12, "not 'Egypt' again"),
    "Conquest: no coordinates": (conquest("Egypt,40,50,Nile", "Egypt,Nile"), 9, "NAME,X,Y,CONTI"),
    "Conquest: a continent without a bonus": (conquest("Nile=2", "Nile"), 6, "must be NAME=BONUS"),
    "Conquest: most borders at both ends": (
        conquest("Sudan,40,70,Nile,Egypt", "Sudan,40,70,Nile,Libya,Egypt")
        + "Libya,9,9,Nile,Sudan,Egypt",
        12,
        "must stand at both ends, as 3 do, not at one, as Libya to Egypt",
    ),
}


@pytest.fixture(name="read")
def _read(tmp_path: Path) -> Callable[[str], Map]:
    def read(text: str, name: str = "nile.map") -> Map:
        (tmp_path / name).write_bytes(text.replace("|", "\n").encode())
        return Map.read(tmp_path / name)

    return read


@pytest.mark.parametrize(("text", "expected"), RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_read(read: Callable[..., Map], text: str, expected: Map | None) -> None:
    found = read(text)
    assert found == (expected or NILE)
    assert found.layout == {"Egypt": (40, 50), "Sudan": (40, 70), "South Sudan": (41, 90)}
    assert found.territories == NILE.territories
    assert read(text, "nile.txt") == found


@pytest.mark.parametrize(("text", "line", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused_with_its_line(
    read: Callable[..., Map], text: str, line: int, message: str
) -> None:
    with pytest.raises(RiskError, match=f"^nile.map, line {line}: .*{message}.*; see `riskexact m"):
        read(text)
    with pytest.raises(RiskError, match=f"^nile.map, line {line}: .*{message}"):
        read(text.replace("|", "\r\n"))


def test_what_is_doubtful(tmp_path: Path, capsys: Capture) -> None:
    text = domination("Nile 2 red", "Nile 2 red|Delta 1 blue").replace("41 90", "40 70")
    (tmp_path / "nile.map").write_text(text.replace("|", "\n"), encoding="utf-8")
    found = Map.read(tmp_path / "nile.map")
    assert (found, [*found.continents], found.layout) == (NILE, ["Nile"], {})
    assert answer(capsys, "map", str(tmp_path / "nile.map"))["doubtful"] == [
        "not all territories have coordinates of their own: none are used",
        "no territory is in Delta, left out",
    ]


KSIRK = (
    "[onu]|name=Nile|[Egypt]|flag=eg|[Egypt]|central-point=40,50.0|neighbours=Sudan|"
    "[Sudan]|central-point=40,70|neighbours=Egypt,South Sudan|"
    "[South Sudan]|central-point=41,90|neighbours=Sudan|"
    "[Nile]|bonus=2|continent-countries=Egypt,Sudan,South Sudan|"
)


def test_a_map_of_ksirk_in_which_a_nationality_is_called_like_a_country(
    read: Callable[..., Map], capsys: Capture, tmp_path: Path
) -> None:
    assert read(KSIRK, "world.desktop") == NILE
    assert read(KSIRK).layout == read(DOMINATION).layout
    for old, new, line, message in (
        ("=Egypt,South Sudan", "=Egypt,South", 10, "not 'South'; did you mean South Sudan"),
        ("bonus=2", "bonus=2|bonus=3", 16, "there once, not 'bonus' again"),
        ("bonus=2", "cost=2", 16, "bonus must be a whole number, 0 or more, not ''"),
        ("countries=Egypt", "countries=Libya", 16, "not 'Libya'"),
        ("=40,70", "=40", 10, "coordinates must be numbers to 1000000, not ''"),
    ):
        with pytest.raises(RiskError, match=f"line {line}: .*{message}"):
            read(change(KSIRK, old, new))
    without = change(KSIRK, "central-point=41,90|", "")
    assert (read(without), read(without).layout) == (NILE, {})
    out = run(capsys, "map", str(tmp_path / "nile.map"))[1]
    assert "not all territories have coordinates of their own" in " ".join(out.split())


def test_a_folder_of_csv(tmp_path: Path) -> None:
    texts = {
        "continents.csv": "#id,name,bonus,color|3,_('Nile'),2,red|",
        "countries.csv": '7,_("Egypt"),3,40,50|8,Sudan,3,40,70|9, South  Sudan ,3,41,90',
        "connections.csv": "#country_id1,country_id2|7,8|9,8|",
    }

    def read(name: str = "", old: str = "", new: str = "") -> Map:
        for file, text in texts.items():
            text = change(text, old, new) if file == name else text
            (tmp_path / file).write_text(text.replace("|", "\n"), encoding="utf-8")
        return Map.read(tmp_path)

    assert read() == NILE
    assert read().layout == {"Egypt": (40, 50), "Sudan": (40, 70), "South Sudan": (41, 90)}
    for name, old, new, line, message in (
        ("continents.csv", ",2,", ",two,", 2, "bonus must be a whole number"),
        ("countries.csv", "Sudan,3,40,70", "Sudan,4,40,70", 2, "not '4'"),
        ("countries.csv", "8,Sudan,3,40,70", "8,Sudan", 2, "must have more numbers, not '8,Sudan'"),
        ("connections.csv", "9,8", "9,9", 3, "South Sudan must border other territories"),
        ("connections.csv", "9,8", "9,6", 3, "not '6'"),
        ("connections.csv", "9,8", '"9,8', 3, "more numbers"),
    ):
        with pytest.raises(RiskError, match=f"^{tmp_path.name}, {name}, line {line}: .*{message}"):
            read(name, old, new)
    (tmp_path / "countries.csv").unlink()
    with pytest.raises(RiskError, match="cannot be read: No such file"):
        Map.read(tmp_path)


LISTS = {"Egypt": ["Sudan"], "Sudan": ["Egypt", "South Sudan"], "South Sudan": ["Sudan"]}
LINKS = [{"source": "Egypt", "target": "Sudan"}]
GRAPH = {
    "directed": False,
    "multigraph": False,
    "graph": {},
    "nodes": [{"id": t, "x": x, "y": y} for t, x, y in (("Egypt", 4, 5), ("Sudan", 4, 7.5))],
    "links": LINKS,
}
NUMBERED = [{"id": 0, "name": "Egypt"}, {"id": 1, "label": "Sudan"}]
PAIR = Map([("Egypt", "Sudan")])


def graph(**changes: object) -> str:
    return json.dumps(GRAPH | changes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(LISTS), NILE.replace(continents={})),
        (graph(), PAIR),
        (graph(links=None, edges=LINKS).replace('"links": null, ', ""), PAIR),
        (graph(directed=True), Map([], one_way=[("Egypt", "Sudan")])),
        (graph(directed=True, links=[*LINKS, {"source": "Sudan", "target": "Egypt"}]), PAIR),
        (graph(nodes=NUMBERED, links=[{"source": 1, "target": 0}]), PAIR),
        (json.dumps(PAIR.json()), PAIR),
    ],
)  # fmt: skip
def test_json_of_three_kinds(read: Callable[..., Map], text: str, expected: Map) -> None:
    assert read(text, "map.json") == read(text) == expected
    if '"x"' in text:
        assert read(text).layout == {"Egypt": (4, 5), "Sudan": (4, 7.5)}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"A": ["B"],\n"A": ["C"]}', 1, "a key must be there once, not 'A' again"),
        ('{"A": ["B"],\n', 2, "not JSON: "),
        ('{"A": ["B"],\n"B": ["A", "B"]}', 2, "B must border other territories, not itself"),
        ('{"A": ["B"],\n"C": ["D"]}', 2, "no way leads from 'A' to 'C'"),
        ('{"A": ["B"],\n"C": []}', 2, "C must border another territory"),
        ('{"A": {"B": 1}}', 1, "borders of A must be a list of names"),
        ('{"A": [3]}', 1, "a territory must have a name, not 3"),
        ('{"borders": {"A": ["B"]},\n"colour": 1}', 2, "key must be one of borders, .*'colour'"),
        ('{"A": ["B", "C"], "B": ["A", "C"],\n"C": ["A"]}', 1, "not at one, as B to C"),
        ("[" * 10**5, 1, "not JSON: it is nested too deeply"),
        ("[1]", 1, "JSON must be an object"),
        (graph(links=[{"source": "Egypt", "target": "Libya"}]), 1, "a link must have ids of nodes"),
        (graph(links=3), 1, "links must be a list of objects, not 3"),
        (graph(nodes=[*GRAPH["nodes"], {"id": "Libya"}]), 1, "Libya must have a link"),  # type: ignore[misc]
        (graph(nodes=[{"id": t, "x": t, "y": {}} for t in PAIR.territories]), 1, "layout of Egypt"),
        (graph(nodes=[{"id": "Egypt", "pos": 3}, {"id": "Sudan", "pos": 4}]), 1, "layout of Egypt"),
        (graph(nodes=[{"id": 0}]), 1, "a node must have an id and a name of its own"),
        ('{"borders": {"A": ["B"]}, "layout": {"A": [1, 2]}}', 1, "not without B"),
        ('{"borders": {"A": ["B"]},\n"layout": {"A": [1, 2], "B": [NaN, 1]}}', 2, "layout of B"),
        ('{"borders": {"A": ["B"]}, "other_names": {"X": "C"}}', 1, "'X' must be another name"),
    ],
)
def test_json_that_is_refused(read: Callable[..., Map], text: str, line: int, message: str) -> None:
    with pytest.raises(RiskError, match=f"^map.json, line {line}: .*{message}"):
        read(text, "map.json")


NAMES = st.text("abc dé'_-\"\\", min_size=1, max_size=4).filter(lambda name: name.isprintable())


@given(st.data())
def test_what_is_written_is_read_back_equal(tmp_path_factory: Any, data: st.DataObject) -> None:
    names = data.draw(
        st.lists(NAMES, min_size=3, max_size=6, unique_by=key_of).filter(
            lambda names: all(map(key_of, names))
        )
    )
    first, *others = names
    borders, one_way = [(first, t) for t in others[1:]], [(others[0], first)]
    continents = {data.draw(st.sampled_from(names)): (names[: len(names) // 2], 3)}
    place = st.integers(-9, 9) | st.floats(-1, 1)
    world = Map(
        borders, continents, "x", one_way, {"Ürdü": {"other name": first}},
        {t: data.draw(st.tuples(place, place)) for t in names},
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("maps")
    for name in ("mine.toml", "mine.json", "own.json"):
        (folder / "own.json").write_text(json.dumps(world.json()), encoding="utf-8")
        again = Map.read(folder / name) if name == "own.json" else _written(folder, name)
        assert (again, again.name) == (world, "x")
        assert (again.one_way, again.continents) == (world.one_way, world.continents)
        assert (again.layout, again.other_names) == (world.layout, world.other_names)


def _written(folder: Path, name: str) -> Map:
    assert main(["map", str(folder / "own.json"), "-o", str(folder / name)]) == 0
    return Map.read(folder / name)


def test_classic_is_written_and_read_back(tmp_path: Path) -> None:
    for name in ("mine.toml", "mine.json"):
        assert main(["map", "classic", "-o", str(tmp_path / name)]) == 0
        again = Map.read(tmp_path / name)
        assert again == map_named("classic")
        assert again.territories == map_named("classic").territories
        assert again.territory("Thailand") == "Siam"


def test_a_map_of_180_territories_and_files_that_are_too_large(
    read: Callable[..., Map], tmp_path: Path
) -> None:
    many = {
        f"Territory {n}": [f"Territory {n + 1}", f"Territory {n * 7 % 180}"] for n in range(179)
    }
    world = Map({t: {u for u in others if u != t} for t, others in many.items()})
    assert len(world.territories) == 180
    assert read(json.dumps(world.json(), indent=4), "many.json") == world
    with pytest.raises(RiskError, match="must have at most 262144 bytes"):
        read(" " * 2**18 + "{}", "many.json")


def test_what_is_no_map_and_letters_of_a_code_page(tmp_path: Path) -> None:
    file = tmp_path / "x.map"
    for data in (b"", b"<?xml?>", b"\x00\xff", b"Ipsi ullo visu\n"):
        file.write_bytes(data)
        with pytest.raises(RiskError, match="^x.map, line 1: a map must be one of Domination, Con"):
            Map.read(file)
    file.write_bytes(DOMINATION.replace("|", "\n").replace("Egypt", "Ägypten").encode("cp1252"))
    assert Map.read(file).territories[0] == "Ägypten"
