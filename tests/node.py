"""The calculator's functions, called in `node`: for those that need no page; see `node.js`."""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from riskexact.calculator.scripts import ARITHMETIC, script

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


@contextmanager
def node(modules: Sequence[str] = ARITHMETIC) -> Iterator[Node]:
    """Start a process that has these modules, and end it."""
    with TemporaryDirectory() as directory:
        page = Path(directory, "page.js")
        page.write_text(script("page", modules), "utf-8")
        with subprocess.Popen(
            ["node", str(DRIVER), str(page)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            yield Node(process)
