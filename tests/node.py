"""The calculator's functions, called in `node`: for those that need no page; see `node.js`."""

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from riskexact import app as calculator
from riskexact.app.scripts import modules, script
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES

DRIVER = Path(__file__).with_name("node.js")


class FaultError(Exception):
    """A fault that a function threw: the key of its message, and the values in it."""

    def __init__(self, key: str, values: Mapping[str, Any]) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Node:
    """A process that answers."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, function: str, *arguments: object) -> Any:
        """Return what a function returns; raise the `FaultError` that it throws."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([function, arguments]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, (function, arguments, answer["error"])
        if "fault" in answer:
            raise FaultError(answer["fault"], answer["values"])
        return answer.get("value")


BATTLE = ("battle/sentence.js", "battle/state.js", "battle/questions.js")
"""The modules of the calculator that need no page, with all that they import."""


@contextmanager
def node(*entries: str, told: object = None) -> Iterator[Node]:
    """Start a process that has modules, those of `BATTLE` for none, and end it.

    - `told`: what the document is told in which they run, if they need one; see `document.js`.
    """
    with TemporaryDirectory() as directory:
        page, document = Path(directory, "page.js"), Path(directory, "told.json")
        page.write_text(script("page", modules(*(entries or BATTLE))), "utf-8")
        document.write_text(json.dumps(told), "utf-8")
        with subprocess.Popen(
            ["node", str(DRIVER), str(page), *([str(document)] if told else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            yield Node(process)


@contextmanager
def opened_tab(
    name: str, hash_: str, language: str = "en", kept: Mapping[str, str] | None = None
) -> Iterator[Node]:
    """Open a tab of the calculator at an address, without a browser, for a reader of a language.

    `kept` is what the device remembers, if it does.
    `goes` leads to another address, and `does` has an event; they return what is shown, by ids.
    """
    told = re.findall(r'json" id="(\w+)">(.*?)</script>', calculator.page([*RULES.values()]))
    about = {"tab": name, "hash": hash_, "language": language, "told": dict(told), "kept": kept}
    with node(f"{name}/main.js", told=about) as started:
        yield started


THREE = (STANDARD, RULES["risiko"], RULES["lotr-leader-against-stronghold"])
"""Rule sets that stand for all, whose cells are compared."""


def lowest(text: str) -> Fraction:
    """A fraction that is in lowest terms already."""
    n, d = map(int, text.split("/"))
    value = Fraction(n, d)
    assert (value.numerator, value.denominator) == (n, d)
    return value


Ends = Mapping[tuple[int, int, int], Fraction]
"""The chance of each outcome: attackers left, territories taken, defenders left."""


def outcomes(page: Node, rules: Rules | Sequence[Rules], asked: object) -> Ends:
    """All outcomes of a fight; the page separates them by the units that stayed behind."""
    parts = rules.parts if isinstance(rules, Rules) else [each.parts for each in rules]
    found: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for a, taken, d, chance in page("outcomes", parts, asked):
        found[a, taken, d] += lowest(chance)
    assert sum(found.values()) == 1
    return found


def fight(
    attackers: int, garrisons: Sequence[int], leave_behind: int = 1, **stops: int | None
) -> dict[str, Any]:
    """Return a fight as the calculator is asked about it."""
    return {
        "attackers": attackers,
        "garrisons": list(garrisons),
        "leaveBehind": leave_behind,
        "retreatAt": stops.get("retreat_at", 0),
        "stopAtDefenders": stops.get("stop_at_defenders", 0),
        "stopAfter": stops.get("stop_after"),
        "stopBelow": stops.get("stop_below", 0),
    }
