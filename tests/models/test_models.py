"""Models, solved state by state without a model checker, against what we answer."""

import re
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import pytest

import riskexact as rx
from riskexact.models import model_of
from riskexact.models.model import Model, holds
from tests.models.questions import random_questions

SIAM = rx.Position("classic", {"Siam": 6}, {"Indonesia": 2, "New Guinea": 1})


def solved(model: Model) -> Fraction:
    """Return the highest chance to reach the goal, or value, of a model whose loops are alone."""
    states, rows = model._explored()
    won = {n for state, n in states.items() if holds(model.goal, model.named(state))}

    @cache
    def value(number: int) -> Fraction:
        if number in won:
            return Fraction(not model.worth)
        values = []
        for reward, after in rows[number]:
            moved = 1 - after.get(number, 0)
            others = sum((p * value(n) for n, p in after.items() if n != number), Fraction(0))
            values.append(reward + others / moved if moved else Fraction(0))
        return max(values)

    return value(0)


def test_random_models_have_our_answers() -> None:
    for question, terms, answer in islice(random_questions(seed=1), 120):
        model = model_of(question, **terms)
        assert solved(model) == answer, (question, terms)
        assert model.answer == (answer, answer)


def test_a_chain_has_one_command_in_each_state() -> None:
    for question, terms, _ in islice(random_questions(seed=2), 40):
        model = model_of(question, **terms)
        _, rows = model._explored()
        assert all(len(row) == 1 for row in rows) or model.decides
        assert all(sum(after.values()) == 1 for row in rows for _, after in row)
        assert all(row for row in rows)


def test_every_value_is_within_its_variable() -> None:
    for question, terms, _ in islice(random_questions(seed=3), 40):
        model = model_of(question, **terms)
        for state in model._explored()[0]:
            assert all(
                0 <= n <= each.most for n, each in zip(state, model.variables.values(), strict=True)
            )


def test_both_languages_say_the_question_and_the_answer() -> None:
    model = model_of(rx.Battle(17, 6))
    for text in (model.prism(), model.drn()):
        words, answer, *_ = text.split("\n")
        assert words == "// 17 attackers against 6 defenders, standard rules"
        assert rx.fraction_text(rx.win_probability(17, 6)) in answer
    assert rx.prism(rx.Battle(17, 6)) == model.prism()
    assert "2890/7776 : (d'=d-2)" in model.prism()
    assert "1445/3888" in model.drn()


def test_territories_have_names_that_prism_takes() -> None:
    world = rx.Map([("P", "España"), ("España", "true"), ("true", "1st-Land"), ("P", "p mine")])
    position = rx.Position(world, {"P": 3}, {"España": 1, "true": 1, "1st land": 1, "pmine": 1})
    names = re.findall(r"^  (\w+) : \[", rx.prism(position), re.MULTILINE)
    assert len(names) == len(set(names)) == 10
    assert all(re.fullmatch("[a-z_][a-z0-9_]+", name, re.ASCII) for name in names)


@pytest.mark.parametrize("enemy", [{}, {"India": 1}])
def test_what_is_taken_already_is_won(enemy: dict[str, int]) -> None:
    model = model_of(rx.Position("classic", {"Siam": 3}, enemy), "Siam")
    assert model.about[0].endswith("to take nothing, move any, dice free")
    assert solved(model) == 1 == model.answer[0]
    assert 'label "win" = true;' in model.prism()
    assert "init win" in model.drn()


def test_long_weights_are_refused_in_prism_and_listed_in_drn() -> None:
    rules = rx.Rules(3, 2, faces=rx.Die({1: 999_983, 2: 1}))
    battle = rx.Battle(3, 2, rules)
    with pytest.raises(rx.RiskError, match="^format must be drn where weights have more than 63 b"):
        rx.prism(battle)
    model = model_of(battle)
    assert solved(model) == battle.win_probability
    assert f"/{999_984**5}" in model.drn()


@pytest.mark.parametrize(
    ("question", "terms", "message"),
    [
        (rx.Battle(3, 2, blitz=True), {}, "rounds of dice and stop rules .* not of Balanced Blitz"),
        (
            rx.Battle(3, 2, stop_below="10%"),
            {},
            "stop rules by units and rounds, not of stop_below",
        ),
        (rx.Campaign(3, (2,), blitz=True), {}, "must be of rounds of dice, not of Balanced Blitz"),
        (rx.Game("line-3"), {}, "must be a Battle, a Campaign or a Position, not Game\\("),
        (17, {}, "question must be a Battle, a Campaign or a Position, not 17"),
        (SIAM, {"take": "Peru"}, "Peru must be mine or the enemy's"),
        (SIAM, {"move": "some"}, "move must be"),
        (rx.Battle(3, 2), {"take": "Peru"}, "terms must be of a Position, not of <Battle"),
    ],
)
def test_what_has_no_model(question: Any, terms: dict[str, Any], message: str) -> None:
    with pytest.raises(rx.RiskError, match=message):
        rx.prism(question, **terms)
