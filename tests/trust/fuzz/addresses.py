"""Addresses of the calculator, which its own JavaScript reads in `node`; see `addresses.js`."""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from riskexact.app import rule_data
from riskexact.app.scripts import modules, script
from riskexact.publication.pages.content import battle_address
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.node import BATTLE

DRIVER = Path(__file__).with_name("addresses.js")

State = Mapping[str, Any]


class Reader:
    """A process that reads addresses."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def read(self, address: str, rule_sets: Sequence[Rules] | None = None) -> State | None:
        """Return the battle that an address holds, or None; assert that all is as it must be.

        - `rule_sets`: those that the page knows (None: the catalogue).
        """
        rules = None if rule_sets is None else [*map(rule_data, rule_sets)]
        asked = {"address": address, "rules": rules}
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        found = json.loads(self._process.stdout.readline())
        assert "fault" not in found, (address, found["fault"])
        state: State | None = found["state"]
        return state


def a_link(reader: Reader, link: tuple[str, int, int]) -> None:
    """What the pages link to is the battle that the calculator shows."""
    name, attackers, defenders = link
    rules = Rules(faces=5, name=name)
    state = reader.read(f"#{battle_address(rules, attackers, defenders)}", [Rules(faces=7), rules])
    assert state is not None
    assert (state["attackers"], state["garrisons"]) == (attackers, [defenders])
    assert state["rules"] == name


@contextmanager
def reading() -> Iterator[Reader]:
    """Start a reader, and end it."""
    rules = json.dumps([*map(rule_data, RULES.values())])
    with TemporaryDirectory() as directory:
        page = Path(directory, "page.js")
        page.write_text(script("page", modules(*BATTLE)), "utf-8")
        command = ["node", str(DRIVER), str(page), rules]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            yield Reader(process)


_units = st.integers(0, 9999).map(str)
_numbers = _units | st.sampled_from(
    ["", "-1", "+1", "01", "1.5", "1e3", "0x10", "10000", "9" * 700, "\u0663", "NaN", "Infinity",
     "null", "true", " 1", "1 ", "%31", "1%2C2", "1%2c2", "1,2", "3,,4", "5:capital", "5:3v2", "5:",
     ":capital", "5:3v3,faces=8,2", "5%3Acapital", "2:chess"]
)  # fmt: skip
own_rules = st.tuples(
    st.sampled_from(["3v2", "1v1", "d8.2d6v2", "3v2d8", "0v2", "3v", "v", "20v20", "3v2v1"]),
    st.lists(
        st.sampled_from(
            ["faces=8", "faces=1", "faces=08", "pairs=1", "pairs=1.3", "pairs=2.", "ties=attacker",
             "ties=nobody", "ties=both", "attack-needs=1.2.4", "defence-needs=1.3",
             "attack-extra=1", "defence-extra=d8.d4", "attack-all=1", "defence-all=-1",
             "defence-highest=1", "attack-all=0", "attack-clamped=1", "defence-clamped=1",
             "defence-clamped=0", "attack-dice=1", "toString=1"]
        ),
        max_size=3,
    ),
).map(lambda rules: ",".join([rules[0], *rules[1]]))  # fmt: skip
"""Rules of one's own, and what is almost that."""

_keys = st.sampled_from(
    ["a", "d", "behind", "retreat", "stop", "rounds", "below", "stays", "left", "rules", "A", "",
     "attackers", "__proto__", "constructor", "toString", "hasOwnProperty", "a%3D"]
)  # fmt: skip
_values = (
    _numbers
    | st.lists(_numbers, max_size=14).map(",".join)
    | st.sampled_from([*RULES, "chess", "__proto__", "%", "%E0%A4%A", "single%2Dloss"])
    | own_rules
    | st.text(max_size=9)
)
_parts = st.tuples(_keys, _values).map("=".join) | st.text(max_size=9)
_battles = st.fixed_dictionaries(
    {"a": _units, "d": st.lists(_units, min_size=1, max_size=12).map(",".join)},
    optional={
        "behind": _units,
        "retreat": _units,
        "stop": _units,
        "rounds": st.integers(1, 999).map(str),
        "below": st.integers(0, 100).map(str),
        "stays": st.just("1"),
        "left": st.tuples(_units, _units).map("%2c".join),
        "rules": st.sampled_from([*RULES]) | own_rules,
    },
).flatmap(lambda battle: st.permutations(["=".join(part) for part in battle.items()]))

_almost = st.tuples(_battles, st.lists(_parts, max_size=1)).map(lambda both: [*both[0], *both[1]])
addresses = (
    st.one_of(_battles, _almost, st.lists(_parts, max_size=9)).map("&".join) | st.text(max_size=40)
).map(lambda text: f"#{text}") | st.text(max_size=9)

_names = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Cn", "Co"]), min_size=1, max_size=60
).filter(str.isprintable) | st.text("\U0001f600", min_size=30, max_size=60)
links = st.tuples(_names, st.integers(0, 9999), st.integers(0, 9999))
"""What a rule set may be called, and the units of a battle."""
