"""The command line for maps: large positions, and the review of a turn."""

import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from riskexact.base.text import fraction_text
from riskexact.turn import evaluation
from riskexact.turn.commands.conquer import NOT_EVALUATED, _advice
from riskexact.turn.geography import map_named
from riskexact.turn.review import review
from tests.commands import Capture, answer, in_json, run


def test_a_large_position_is_answered_in_its_seconds(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation, "monotonic", count().__next__)
    asia = (t for t in map_named("classic").named("Asia") if t != "Middle East")
    enemy = [f"{t}=3" for t in asia]
    typed = ["conquer", "--mine", "Ukraine=20,Middle-East=20", "--seconds", "9", *enemy]
    data = answer(capsys, *typed)
    assert (data["proved"], data["best_path"]) == (False, None)
    assert Fraction(data["win"]["fraction"]) < Fraction(data["at_most"]["fraction"])
    out = run(capsys, *typed)[1]
    between = r"at least \d+\.\d %, at most \d+\.\d %"
    assert re.search(rf"\nto take all of them: {between}\n(No a|A)ttack ", out)
    assert "\nat most: " in out
    data = answer(capsys, *typed, "--worth", "Asia=7,card=1")
    assert (data["proved"], data["stop"]) == (False, False)


def test_no_move_is_advised_against_that_was_not_evaluated() -> None:
    front = SimpleNamespace(enemy={"Peru": 1})
    for chance, said in ((Fraction(0), "Nothing helps."), (Fraction(1, 2), NOT_EVALUATED)):
        answer = SimpleNamespace(position=front, moves=(), best=(), lower=chance, upper=chance)
        assert [*_advice(answer)] == [said]  # type: ignore[arg-type]


@pytest.mark.tools
def test_the_review_of_a_turn(capsys: Capture) -> None:
    file = str(Path(__file__).parents[1] / "turn.jsonl")
    found, data = review(file), answer(capsys, "review", file, "--seconds", "none")
    for name in ("start", "end", "luck", "mistakes"):
        assert data[name] == in_json(getattr(found, name).lower)
    assert [step["mistake"]["fraction"] for step in data["steps"]] == [
        fraction_text(step.mistake.lower) for step in found.steps
    ]
    assert data["steps"][0]["best"] == [{"attack": ["Siam", "Indonesia"], "dice": 3}]
