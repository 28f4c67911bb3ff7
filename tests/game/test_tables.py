"""Tables of whole games: what is written, and what the check of another program refuses."""

import json
from hashlib import sha256
from itertools import permutations
from random import Random
from struct import unpack
from typing import Any

import pytest

from riskexact import Game, Hand, Map, RiskError, Rules
from riskexact.game.sweeps import Sweeps
from riskexact.game.table_check import checked
from riskexact.game.tables import proved_game, table_of
from riskexact.game.terms import Terms
from tests.game.test_game import CASES, random_case

Header = dict[str, Any]


def parted(content: bytes) -> tuple[Header, list[int]]:
    head, _, data = content.partition(b"\n")
    return json.loads(head), list(unpack(f"<{len(data) // 4}I", data))


def joined(header: Header, numbers: list[int]) -> bytes:
    """Return a table with the hash that it must have."""
    head = json.dumps(header | {"sha256": ""}).encode()
    data = b"\n" + b"".join(n.to_bytes(4, "little") for n in numbers)
    digest = sha256(head + data).hexdigest()
    return json.dumps(header | {"sha256": digest}).encode() + data


LONG = "line-4", {"armies": 10, "reinforcements": 1, "fortify": "connected"}

SMALL = table_of(Terms("line-2", armies=7))


@pytest.mark.tools
@pytest.mark.parametrize(
    ("board", "options"),
    [*CASES, LONG, *map(random_case, range(20, 32))],
    ids=lambda each: str(each)[:60],
)
def test_another_program_proves_what_the_solver_writes(board: str, options: Header) -> None:
    terms = Terms(board, **options)
    assert proved_game(table_of(terms)) == terms


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("line-3", {"armies": 9}),
        ("star-4", {"armies": 7, "bonuses": {("B", "C"): 1}}),
        ("complete-4", {"armies": 6}),
        ("Australia", {"armies": 7}),
        ("line-5", {"armies": 7}),
    ],
)
def test_positions_are_in_the_order_that_is_said(board: str, options: Header) -> None:
    terms = Terms(board, **options)
    (header, numbers), sweeps = parted(table_of(terms)), Sweeps(terms, 30)
    sweeps.settle()
    n, borders = len(header["territories"]), {frozenset(pair) for pair in header["borders"]}
    places = sweeps.positions.all
    assert places == sorted(places, key=lambda armies: (sum(armies), armies))

    def image(p: int, armies: tuple[int, ...], to: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        found = dict(zip(to, armies, strict=True))
        return sum(1 << to[i] for i in range(n) if p >> i & 1), tuple(found[i] for i in range(n))

    incomes = dict(enumerate(header["incomes"], 1))
    same = [
        to
        for to in permutations(range(n))
        if {frozenset(to[i] for i in pair) for pair in borders} == borders
        and all(incomes[image(p, (1,) * n, to)[0]] == r for p, r in incomes.items())
    ]
    assert len(same) == len(terms.symmetries)
    listed = [
        (p, armies)
        for p in incomes
        for armies in places
        if all((p, armies) <= image(p, armies, to) for to in same)
    ]
    assert len(numbers) == 2 * len(listed)
    for k, (p, armies) in enumerate(listed):
        rank = sweeps.positions.rank[armies]
        bounds = [sweeps.positions.of(table, p)[rank] for table in (sweeps.lower, sweeps.upper)]
        assert numbers[2 * k : 2 * k + 2] == bounds
    assert header["scale"] == sweeps.one
    checked(joined(header, numbers))


def test_any_changed_byte_is_refused() -> None:
    for at in range(len(SMALL)):
        changed = bytearray(SMALL)
        changed[at] ^= 1 + at % 255
        with pytest.raises(RiskError, match="^not a "):
            checked(bytes(changed))
    for other in (SMALL[:-1], SMALL[:-8], SMALL + bytes(8)):
        with pytest.raises(RiskError, match="^not a "):
            checked(other)


@pytest.mark.tools
def test_any_better_bound_is_refused() -> None:
    """The sweeps have settled: every bound is what a turn makes of the others."""
    for terms in (Terms("line-2", 1, armies=12), Terms("complete-3", 1, armies=7)):
        header, numbers = parted(table_of(terms))
        for at, number in enumerate(numbers):
            better = number - 1 if at % 2 else number + 1
            if better >= 0:
                with pytest.raises(RiskError, match="its (lower|upper) bound over|its numbers"):
                    checked(joined(header, [*numbers[:at], better, *numbers[at + 1 :]]))
        for more in ([0, header["scale"]], [0]):
            with pytest.raises(RiskError, match="^not a "):
                checked(joined(header, numbers + more))


def test_a_table_that_is_rounded_afterwards_is_refused() -> None:
    terms = Terms("line-3", armies=12)
    header, numbers = parted(table_of(terms))
    sweeps, rounded = Sweeps(terms), []
    sweeps.settle()
    for p in sorted(sweeps.positions.order):
        for rank, armies in enumerate(sweeps.positions.all):
            if p in (0b010, 0b101) and armies > armies[::-1]:
                continue
            low, up = int(sweeps.lower[p][rank]), int(sweeps.upper[p][rank])
            rounded += [low >> 14, -(-up >> 14)]
    assert len(rounded) == len(numbers)
    with pytest.raises(RiskError, match="its (lower|upper) bound over"):
        checked(joined(header, rounded))


def test_an_income_of_0_is_refused_under_which_a_false_table_would_pass() -> None:
    header, numbers = parted(SMALL)
    false = [header["scale"], 0] * (len(numbers) // 2)
    for incomes in ([0, 0], [1, 0], [-1, 3], [3], [3, 3, 3]):
        with pytest.raises(RiskError, match="its incomes must be another"):
            checked(joined(header | {"incomes": incomes}, false))
    with pytest.raises(RiskError, match="its (lower|upper) bound over"):
        checked(joined(header, false))


ROUND = [1, 1, [[0, 1, 3240], [1, 0, 4536]]]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"format": "riskexact game 2"}, "its format"),
        ({"territories": ["A"]}, "its number of territories"),
        ({"territories": [*"ABCDEF"]}, "its number of territories"),
        ({"armies": 1}, "its number of territories"),
        ({"armies": 10**9}, "its number of armies"),
        ({"armies": 8}, "its numbers"),
        ({"scale": 1000}, "its scale"),
        ({"scale": 1 << 29}, "its numbers"),
        ({"attack_dice": [2, 3]}, "its dice of a side"),
        ({"attack_dice": [0, 1, 2]}, "its dice of a side"),
        ({"rounds": [[1, 1, [[1, 0, 1]]]]}, "its losses"),
        ({"rounds": [[1, 1, [[0, 1, 1]]]]}, "its losses"),
        ({"rounds": [[1, 1, [[0, 0, 1], [1, 0, 1], [0, 1, 1]]]]}, "its losses"),
        ({"rounds": [[1, 1, [[0, 1, 1], [1, 0, 1], [1, 1, 1]]]]}, "its rounds"),
        ({"rounds": [[1, 1, [[0, 1, 2**31], [1, 0, 2**31]]]]}, "its rounds"),
        ({"rounds": [[1, 1, [[0, 1, 0.5], [1, 0, 1]]]]}, "its weights"),
        ({"rounds": [[1, 1, [[0, 1, -1], [1, 0, 3]]]]}, "its weights"),
        (
            {"attack_dice": [1], "defence_dice": [1], "rounds": [[1, 1, [[0, 1, 1], [1, 0, 9]]]]},
            "its lower bound",
        ),
        ({"rounds": [ROUND]}, "of a whole game$"),
        ({"rounds": 3}, "of a whole game$"),
        ({"armies": "7"}, "of a whole game$"),
        ({"armies": 7.0}, "of a whole game$"),
        ({"incomes": [1.5, 1.5]}, "of a whole game$"),
        ({"move": "none"}, "of a whole game$"),
        ({"fortify": []}, "of a whole game$"),
        ({"borders": None}, "of a whole game$"),
    ],
)
def test_false_headers_are_refused(changes: Header, what: str) -> None:
    header, numbers = parted(SMALL)
    with pytest.raises(RiskError, match=what):
        checked(joined(header | changes, numbers))


@pytest.mark.parametrize(
    "changes",
    [
        {"board": "line-3"},
        {"board": {"borders": [["A", "B"]], "name": "mine"}},
        {"rules": "risiko"},
        {"rules": {"faces": 8}},
        {"rules": None},
        {"rules": [1]},
        {"reinforcements": 4},
        {"bonuses": [[["A"], 1]]},
        {"bonuses": 3},
        {"territories": ["A", "C"]},
        {"remark": "true"},
    ],
)
def test_a_header_of_another_game_is_refused(changes: Header) -> None:
    header, numbers = parted(SMALL)
    with pytest.raises(RiskError, match="^the header of a table must "):
        proved_game(joined(header | changes, numbers))


def hashed(head: str, numbers: list[int]) -> bytes:
    """Return a table with a header as it is written, and the hash that it must have."""
    digest = json.loads(head)["sha256"]
    content = joined(json.loads(head), numbers).partition(b"\n")[2]
    new = sha256(head.replace(digest, "", 1).encode() + b"\n" + content).hexdigest()
    return head.replace(digest, new, 1).encode() + b"\n" + content


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"scale": 1073741824', '"scale": 1073741824.0', "^the header of a table must have"),
        (
            '"reinforcements": 3',
            '"reinforcements": 3.0',
            "^the header of a table must be of a game",
        ),
        ('"borders": [[0, 1]]', '"borders": [[false, true]]', "^the header of a table must have"),
        ("[1, 1, [[0, 1,", "[1, true, [[0, 1,", "^the header of a table must have"),
        ('"armies": 7', '"remark": 7, "armies": 7', "^the header of a table must have"),
        ('"board": ', '"board": "complete-3", "board": ', "^a key must be there once, not 'board'"),
        ('"armies": 7', '"armies": 9, "armies": 7', "^a key must be there once, not 'armies'"),
    ],
)
def test_a_header_is_read_strictly(old: str, new: str, message: str) -> None:
    header, numbers = parted(SMALL)
    head = json.dumps(header)
    assert proved_game(hashed(head, numbers)) == Terms("line-2", armies=7)
    assert head.count(old) == 1
    with pytest.raises(RiskError, match=message):
        proved_game(hashed(head.replace(old, new), numbers))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"[]\n",
        b"3\n",
        b"{}\n",
        b'{"sha256": 3}\n',
        b"[" * 10**5,
        b"\xff\n",
        b"\x00" * 99,
    ],
)
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(RiskError, match="^not a table of a whole game$"):
        checked(content)


def test_noise_is_refused() -> None:
    header, numbers = parted(SMALL)
    draw = Random(0)
    for _ in range(30):
        with pytest.raises(RiskError, match="^not a "):
            checked(joined(header, [draw.randrange(1 << 32) for _ in numbers]))


def test_the_rules_of_ones_own_are_written_and_read() -> None:
    house = Rules(ties="attacker", faces=8, name="my house")
    other = house.replace(pairs=1, name="Standard")
    for rules in (house, other, Rules(3, 3, name="my house"), Rules(3, 3)):
        terms = Terms("line-2", rules=rules, armies=7)
        header, _ = parted(content := table_of(terms))
        assert proved_game(content) == terms
        own = rules.parts | {"name": rules.name}
        assert header["rules"] == (own if rules.faces == 8 else "risiko")


def test_a_board_of_ones_own_is_read_in_its_own_order() -> None:
    for borders in (["AB", "BC", "AC"], ["CB", "BA"], ["AB", "BC"]):
        terms = Terms(Map([(pair[0], pair[1]) for pair in borders], {}, "line-3"), armies=7)
        header, _ = parted(content := table_of(terms))
        assert proved_game(content) == terms
        assert (header["board"] == "line-3") is (borders == ["AB", "BC"])


def test_a_map_with_a_continent_is_written_and_read() -> None:
    world = {
        "borders": [("North *", "South"), ("South", "East")],
        "continents": {"Island": (["South", "East"], 2)},
        "name": "mine",
    }
    game = Game(world, armies=8)  # type: ignore[arg-type]
    header, _ = parted(content := table_of(game))
    assert header["territories"] == ["South", "East", "North *"]
    assert proved_game(content).replace() == Terms(game.board, armies=8)


def test_the_most_dice_and_any_dice_are_two_games() -> None:
    header, numbers = parted(table_of(Terms("line-3", armies=12)))
    with pytest.raises(RiskError, match="its (lower|upper) bound over"):
        checked(joined(header | {"dice": "most"}, numbers))


def test_a_defender_who_throws_no_more_dice_than_the_attacker() -> None:
    terms = Terms("line-2", rules=Rules(3, Hand(2, at_most_attack=True)), armies=6)
    assert terms.round(1, 5) == terms.round(1, 1) != terms.round(2, 5)
    assert proved_game(table_of(terms)) == terms
