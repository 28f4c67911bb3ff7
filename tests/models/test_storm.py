"""Storm, a model checker that nobody here wrote, answers as we do."""

from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random

import pytest
import stormpy

import riskexact as rx
from riskexact.models import model_of
from riskexact.models.model import ask_storm
from tests.commands import answer as told
from tests.commands import run
from tests.models.questions import random_position, random_questions, random_terms
from tests.models.second import drn

QUESTIONS = 300


@pytest.mark.parametrize("form", ["prism", "drn"])
def test_storm_answers_random_questions_as_we_do(form: str) -> None:
    for question, terms, ours in islice(random_questions(seed=len(form)), QUESTIONS // 2):
        assert ask_storm(model_of(question, **terms), form) == ours, (question, terms)


def test_a_second_program_writes_models_of_the_same_answers(tmp_path: Path) -> None:
    random, tried = Random(4), 0
    path = tmp_path / "second.drn"
    while tried < 50:
        position, terms = random_position(random).replace(rules="standard"), random_terms(random)
        world, goal = position.map, random.choice(list(position.enemy))
        place = world.territories.index
        try:
            ours = rx.conquer(position, goal, list(position.enemy), **terms)
        except rx.RiskError:  # no way leads there
            continue
        mine, enemy = (
            tuple(side.get(t, 0) for t in world.territories)
            for side in (position.mine, position.enemy)
        )
        ways = frozenset((place(t), place(u)) for t in world.territories for u in world.targets(t))
        most = terms["dice"] == "most"
        path.write_text(drn(mine, enemy, ways, place(goal), terms["move"], most))
        model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
        (asked,) = stormpy.parse_properties('Pmax=? [F "win"]')
        if "win" in model.labeling.get_labels():
            found = stormpy.model_checking(model, asked).get_value(model.initial_states[0])
            assert Fraction(str(found)) == ours.lower == ours.upper, (position, terms)
        else:
            assert ours.upper == 0
        tried += 1


def test_verify_storm_prints_both(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["17", "6"],
        ["campaign", "5", "2,0,1"],
        ["conquer", "--mine", "Siam=5", "India=2"],
    ):
        found = told(capsys, "verify", "--storm", "--", *words)
        assert found["agree"] is True
        assert [row["program"] for row in found["answers"]] == ["riskexact", "Storm"]
        assert found["answers"][0]["answer"] == found["answers"][1]["answer"]


def test_verify_storm_fails_where_answers_differ(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riskexact.models.commands.verify.ask_storm", lambda *_: Fraction(1, 2))
    status, out, err = run(capsys, "verify", "--storm", "17", "6")
    assert (status, err) == (1, "")
    assert out.endswith("they do not agree\n")


def test_long_weights_go_to_storm_as_a_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "long.toml"
    rules.write_text('faces = "1x999983-2"\n')
    status, out, _ = run(capsys, "verify", "--storm", "4", "3", "--rules", str(rules))
    assert status == 0
    assert out.endswith("they agree\n")


def test_chances_that_do_not_add_up_are_refused_by_the_checks() -> None:
    model = model_of(rx.Battle(2, 1))
    wrong = model.commands[0]._replace(guard={})
    with pytest.raises(Exception, match=r".+"):
        ask_storm(model._replace(commands=[wrong, *model.commands]))
