"""`python -m tests.benchmarks.positions`: writes a thousand positions, what is best and what not.

Each line of `positions.jsonl` is a question: a board, who has what, and whether the mover places
new armies, or may attack.  `regrets` has all that he may do, each with the chance that it costs; a
program sees the rest.  It answers with a line for each question: a step as a list, such as
["place", {"A": 3}] or ["attack", "A", "B", 3].
"""

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import riskexact as rx
from riskexact.game.answers import TurnDecision
from riskexact.game.stages import Stage

POSITIONS = Path(__file__).parent / "positions.jsonl"

NUMBERS = {"line-2": 25, "line-3": 275, "complete-3": 250, "line-4": 225, "Australia": 225}
"""How many questions there are of each board."""

CERTAIN = Fraction(1, 10**6)
"""How close the bounds of a question are, and how far apart the best and the worst step."""

Question = Mapping[str, Any]


def questions(numbers: Mapping[str, int]) -> Iterator[Question]:
    """Yield questions at random, always the same ones."""
    for board, number in numbers.items():
        game, found = rx.Game(board), set[Stage]()
        draw, n = Random(board), len(game.names)
        while len(found) < number:
            armies = tuple(min(draw.randint(1, 6), draw.randint(1, 6)) for _ in range(n))
            stage = Stage(
                draw.randrange(1, game.everything), armies, draw.choice(["place", "attack"])
            )
            key = game.stages.canonical(stage)
            question = _question(board, TurnDecision(game, stage)) if key not in found else None
            if question:
                found.add(key)
                yield question


def _question(board: str, decision: TurnDecision) -> Question | None:
    """Return a question, or None where nothing is to be chosen, or not all is certain."""
    regrets = {written(step): decision.regret(step) for step, _ in decision.steps}
    worst = max(regret.lower for regret in regrets.values())
    if worst < CERTAIN or any(each.upper - each.lower > CERTAIN for each in regrets.values()):
        return None
    position = decision.position
    return {
        "board": board,
        "mine": dict(position.mine),
        "enemy": dict(position.enemy),
        "doing": decision.doing,
        "value": round(float(decision.value.lower), 6),
        "regrets": {step: round(float(each.upper), 6) for step, each in regrets.items()},
    }


def written(step: object) -> str:
    return json.dumps(step, sort_keys=True)


def read() -> list[Question]:
    """Return the questions of the file."""
    return [*map(json.loads, POSITIONS.read_text("utf-8").splitlines())]


def most_dice(question: Question) -> str:
    """Return what a simple policy does: gather at the strongest, attack the weakest with all dice.

    It attacks while it has more armies than the territory that it attacks.
    """
    pairs = list(_pairs(question))
    mine, enemy = question["mine"], question["enemy"]
    if question["doing"] == "place":
        front = max(pairs, key=lambda pair: (mine[pair[0]], -enemy[pair[1]]))[0]
        return written(["place", {front: 3}])
    source, target = max(pairs, key=lambda pair: mine[pair[0]] - enemy[pair[1]])
    return _attack(question, source, target, mine[source] > enemy[target])


def odds(question: Question) -> str:
    """Return what a careful player does: attack where the battle is won with 50 % or more."""
    mine, enemy = question["mine"], question["enemy"]
    new = 3 if question["doing"] == "place" else 0

    def chance(pair: tuple[str, str]) -> Fraction:
        return rx.win_probability(mine[pair[0]] + new - 1, enemy[pair[1]])

    best = max(_pairs(question), key=chance)
    if new:
        return written(["place", {best[0]: new}])
    return _attack(question, *best, chance(best) >= Fraction(1, 2))


def _pairs(question: Question) -> Iterator[tuple[str, str]]:
    world = rx.Position(question["board"], question["mine"], question["enemy"]).map
    for source in question["mine"]:
        yield from ((source, t) for t in world.neighbours(source) if t in question["enemy"])


def _attack(question: Question, source: str, target: str, wanted: bool) -> str:
    dice = min(3, question["mine"][source] - 1)
    return written(["attack", source, target, dice] if wanted and dice else ["end"])


POLICIES: dict[str, Callable[[Question], str]] = {"most dice": most_dice, "odds": odds}


def regrets_of(asked: list[Question], answers: list[str]) -> list[float]:
    """Return what the answers cost; one that is not allowed costs as much as the worst step."""
    found = []
    for question, answer in zip(asked, answers, strict=True):
        each = question["regrets"]
        found.append(each.get(answer, max(each.values())))
    return found


def score_text(name: str, regrets: list[float]) -> str:
    """Return a row of the table: the mean cost of a step, and how often it is the best."""
    best = fmean(regret < float(CERTAIN) for regret in regrets)
    return f"| {name} | {100 * fmean(regrets):.2f} | {100 * best:.1f} |"


def table(rows: list[str]) -> str:
    """Return the table."""
    return "\n".join(["| policy | lost, points | best, % |", "|---|---:|---:|", *rows])


def at_random(asked: list[Question]) -> str:
    """Return the row of any step at random: the mean of all steps."""
    regrets = [question["regrets"].values() for question in asked]
    cost = fmean(fmean(each) for each in regrets)
    best = fmean(fmean(one < float(CERTAIN) for one in each) for each in regrets)
    return f"| at random | {100 * cost:.2f} | {100 * best:.1f} |"


def simple_policies() -> str:
    """Return the scores of three simple policies."""
    asked = read()
    rows = [
        score_text(name, regrets_of(asked, [*map(policy, asked)]))
        for name, policy in POLICIES.items()
    ]
    return table([at_random(asked), *rows])


def scored(file: str) -> str:
    """Return the score of the answers in a file, beside those of the simple policies."""
    asked, lines = read(), Path(file).read_text("utf-8").splitlines()
    if len(lines) != len(asked):
        raise SystemExit(f"{file} must have {len(asked)} lines, not {len(lines)}")
    answers = [written(json.loads(line)) for line in lines]
    return f"{simple_policies()}\n{score_text(Path(file).name, regrets_of(asked, answers))}"


def main() -> None:
    """Write the questions."""
    lines = (json.dumps(question) + "\n" for question in questions(NUMBERS))
    POSITIONS.write_text("".join(lines), encoding="utf-8")
    print(simple_policies())


if __name__ == "__main__":
    main()
