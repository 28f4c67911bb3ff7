"""The Tab key in a shell."""

import subprocess
import sys
from pathlib import Path

import argcomplete  # noqa: F401  # the command needs it
import pytest

from riskexact.cli import COMMANDS
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, run

SHELLS = "bash", "zsh", "fish"

STOPS = ["--stop-at-defenders", "--stop-after", "--stop-below", "--stop-until"]

TAB = """
eval "$(riskexact completion bash)"
complete -p riskexact > /dev/null
COMP_LINE=$1
COMP_POINT=${#COMP_LINE} COMP_TYPE=9
read -ra words <<< "$COMP_LINE"
_python_argcomplete riskexact
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""What bash does at a Tab."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Directories with a program `riskexact`."""
    directory = tmp_path_factory.mktemp("bin")
    program = directory / "riskexact"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m riskexact "$@"\n')
    program.chmod(0o755)
    return f"{directory}:/usr/bin:/bin"


def completed(path: str, line: str) -> list[str]:
    done = subprocess.run(
        ["bash", "-c", TAB, "bash", line],
        text=True,
        capture_output=True,
        check=True,
        env={"PATH": path, "HOME": str(Path.home())},
        cwd=Path(__file__).parents[2],
    )
    assert done.stderr == ""
    return [word.rstrip() for word in done.stdout.splitlines()]


@pytest.mark.tools
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("riskexact ", list(COMMANDS)),
        ("riskexact od", ["odds"]),
        ("riskexact odds --stop-", STOPS),
        ("riskexact odds 3 2 --rules ksi", ["ksirk"]),
        ("riskexact odds 3 2 --rules leg", [name for name in RULES if name.startswith("leg")]),
        ("riskexact odds 3 2 --method clo", ["closed-form"]),
        ("riskexact plot heat", ["heat-map"]),
        ("riskexact completion ", list(SHELLS)),
    ],
)
def test_bash(path: str, line: str, words: list[str]) -> None:
    assert completed(path, line) == words


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts(capsys: Capture, shell: str) -> None:
    status, out, err = run(capsys, "completion", shell)
    assert (status, err) == (0, "")
    assert {"bash": "complete ", "zsh": "#compdef riskexact", "fish": "complete --command"}[
        shell
    ] in out
    assert "_ARGCOMPLETE" in out
    assert "riskexact" in out


def test_without_the_library(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    assert run(capsys, "completion", "bash") == (
        2,
        "",
        "riskexact: completion needs argcomplete: pip install 'riskexact[completion]'\n",
    )
