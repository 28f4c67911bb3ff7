"""`answers.schema.json` describes what every command prints as JSON, and says no more."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from riskexact.certificates import coq
from riskexact.cli import COMMANDS
from tests.commands import SCHEMA, Capture, in_schema, run
from tests.publications import only
from tests.readme import ROOT, blocks

COMMAND_LINE = (ROOT / "riskexact/cli/json.md").read_text("utf-8")

ASKED = {
    "round": ["3 2", "6,5,1 5,5"],
    "odds": ["3 2", "3 2 --retreat-at 1 --stop-below 40%", "3 2 --blitz --stop-until 1", "3 1..2"],
    "outcomes": [
        "3 2 --stop-after 2 --stop-at-defenders 1", "3 2 --rounds --seconds 20",
        "3 2 --lost ..1 --left 1..",
    ],
    "luck": ["3 2 --left 0 2", "3 2 --left 1.. 0"],
    "need": [
        "3 --chance 1/2 --chance 2/3", "2 3 --chance 1/2 --retreat-at 1", "3 --blitz",
        "2 3 --blitz --stop-until 1",
        "--takeable-by 3 --chance 1/2", "--garrison-against 3 --chance 1/2", "3",
        "1..2 50%", "--takeable-by 2..3", "--garrison-against 2..3 90%", "2 --price --lost 1..",
        "2 1/2 --price", "2 1:capital --price", "--dearest --rules standard",
    ],
    "campaign": [
        "4..5 2 1", "5 2 1 --retreat-at 1 --best-order", "5 2 1:risiko --blitz --stop-until 1",
    ],
    "conquer": [
        "--mine Siam=4 Indonesia=1", "--mine Siam=3 --reinforce 1 Indonesia=1:capital",
        "--mine Siam=4 --worth card=2 Indonesia=1 --without-border Siam:China",
    ],
    "game": ["--duel 2 1", "line-2 --mine A=1 --enemy B=1 --bonus A=1", "line-2 --table -o x"],
    "map": ["", "nile.map"],
    "place": [
        "4 --on India --against Siam=5", "4 --front a=3 --front b=2+2", "3 --line 2 --free 5",
    ],
    "review": [
        shlex.quote(str(ROOT / "tests" / f"{name}.jsonl"))
        for name in ("turn/turn", "game/game")
    ],
    "table": ["--attackers 1..2 --defenders 1..2", "2 2 --blitz"],
    "vectors": ["-o vectors", "--check 'sed s/.*/skip/' --only maps"],
    "verify": [
        "--max 2", "odds", "3 2", "3 2 --steps --rules risiko", "--storm 3 2", "table.csv",
    ],
    "certify": [
        "3 2", "3 2 1 --retreat-at 1", "3 2 --need 1/2", "3 2 -o odds.v", "--verify odds.v",
    ],
    "rules": ["", "standard", "house.toml"],
    "formula": ["--defenders 1", "--attackers 1", "--limits"],
    "strategy": ["3 2 --territory 4", "--most-dice 2", "3 2 --blitz"],
    "dice": [shlex.quote(str(ROOT / "tests" / "logs" / "battles.csv"))],
    "simulate": ["3 2 --stop-after 2", "3 2 1"],
    "calculator": ["-o calculator.html"],
    "publish": [
        "odds --max 2 --rules standard",
        "odds --plan --max 2 --rules standard",
    ],
}  # fmt: skip
"""For each command what brings all keys of its JSON; the publication is made before it is read."""

NILE = "[continents]\nN 1\nM 1\n[countries]\n1 A 1 0 0\n2 B 1 9 0\n[borders]\n1 2"
"""A map with a border that leads one way, and a continent that has no territory."""


def keys(name: str) -> set[str]:
    """The keys of an answer, those of the question that it echoes left out."""
    answer = SCHEMA["$defs"][name]
    found = set()
    for each in answer.get("anyOf", [answer]):
        found |= set(each["properties"])
        base = each.get("$ref", "").removeprefix("#/$defs/")
        if base and not base.endswith("_asked"):
            found |= keys(base)
    return found


def test_it_is_a_schema_with_an_entry_for_every_command_that_prints_json() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    texts = set(COMMANDS) - {"plot", "completion"}
    assert set(ASKED) == texts < set(SCHEMA["$defs"])


@pytest.mark.tools
def test_every_answer_is_as_described_and_every_key_is_given(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    only(monkeypatch, "win", "rounds")
    monkeypatch.setattr(coq, "version", lambda: "8.16.1 (/usr/bin/coqc)")
    monkeypatch.setattr(coq, "refusal", lambda text, files, fresh: None)
    monkeypatch.setattr(
        "riskexact.models.commands.verify.ask_storm", lambda model, _: model.answer[0]
    )
    (house,) = blocks((ROOT / "riskexact/rules/README.md").read_text("utf-8"), "toml")
    Path("house.toml").write_text(house, encoding="utf-8")
    Path("nile.map").write_text(NILE, encoding="utf-8")
    Path("table.csv").write_text("attackers,1\n1,0.5", encoding="utf-8")
    for command in sorted(ASKED, key=lambda name: (name == "verify", name)):
        given: set[str] = set()
        for typed in ASKED[command]:
            status, out, _ = run(capsys, command, *shlex.split(typed), "--json")
            assert status == ("skip" in typed or typed == "table.csv"), (
                command,
                typed,
            )  # a program that answers nothing
            in_schema(command, json.loads(out))
            given |= set(json.loads(out))
        assert keys(command) <= given, command


@pytest.mark.parametrize(
    "wrong",
    [
        {"win": "1/3"},
        {"win": {"fraction": "0.5", "decimal": "0.5", "double": 0.5}},
        {"win": {"fraction": "1/2", "decimal": "0.5"}},
        {"win": {"fraction": "1/2", "decimal": "0.5", "double": 0.5, "percent": 50}},
        {"version": 1},
        {"chance": "1/2"},
        {"armies": None},
    ],
)
def test_an_answer_of_another_shape_is_refused(capsys: Capture, wrong: dict[str, Any]) -> None:
    _, out, _ = run(capsys, "odds", "3", "2", "--json")
    with pytest.raises(ValidationError):
        in_schema("odds", json.loads(out) | wrong)


def test_the_readme_tells_the_same_keys() -> None:
    """Those of the question are told once, in rows of their own."""
    section = COMMAND_LINE.partition("\n## ")[0]
    rows = dict(re.findall(r"^\| (.+?) \| (.+) \|$", section, re.MULTILINE))
    told = {
        row: set(re.findall(r"`(\w+)`", re.sub(r"as in `\w+`", "", text)))
        for row, text in rows.items()
    }
    echoed = {"two sides": "sides_asked", "a campaign": "campaign_asked"}
    for row, name in ("two sides are", "sides_asked"), ("a campaign is", "campaign_asked"):
        assert told[f"{row} echoed as"] == set(SCHEMA["$defs"][name]["properties"])
    for command in ASKED:
        row = f"`{command}`"
        of_question = {
            key
            for words, name in echoed.items()
            if words in rows[row]
            for key in SCHEMA["$defs"][name]["properties"]
        }
        own = keys(command) - {"version"}
        assert own - of_question <= told[row] <= own | of_question, command
