"""`riskexact review`: what a turn or a battle as played was worth, its mistakes and its luck."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial

from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Text, chance_data
from riskexact.base.text import DIGITS, counted
from riskexact.cli.parser import Command, Option
from riskexact.game.steps import step_text
from riskexact.strategy import Strategy
from riskexact.turn.played import Between, Played, Review, ReviewStep, total
from riskexact.turn.review import review

COMMAND = Command(
    "what a turn or a battle as played was worth: its mistakes and its luck",
    "review turn.jsonl",
    "RECORD --digits --format",
    common="--json --output",
    group="Campaigns and maps",
    own={
        "RECORD": Option("RECORD", "a file of JSON lines: the position, then what was done"),
    },
)

DOING = {"place": "placing", "attack": "attacking", "move": "moving", "end": "ending"}

WHOLES = {"Battle": "battle", "Campaign": "campaign", "Strategy": "battle"}
"""What is ended, by the class of the question; otherwise it is the turn."""


def run(options: Namespace) -> Report:
    """Return the mistakes and the luck, line by line."""
    found = review(options.record)
    digits = options.digits or DIGITS
    return Report(found.question.words(), {}, *_items(found, digits))


def _items(found: Review, digits: int) -> Iterator[Item]:
    words = partial(_words, whole=WHOLES.get(type(found.question).__name__, "turn"))
    yield Text(*_summary(found, words))
    for name in ("start", "end", "luck", "mistakes"):
        yield Data(name, _data(getattr(found, name), digits))
    yield BLANK
    worth = "value" if isinstance(found.question, Strategy) else "chance"
    yield Data("steps", [_step_data(step, worth, digits) for step in found.steps])
    rows = [
        (
            "enemy: " * step.enemy + words(step.played),
            "" if step.lost is None else "{} and {}".format(*step.lost),
            found.text(step.mistake, "+"),
            "" if step.lost is None else found.text(step.luck, "+"),
            words(step.best[0]) if step.played not in step.best and any(step.mistake) else "",
        )
        for step in found.steps
    ]
    heads = "played", "lost", "mistake", "luck", "better"
    yield TableItem("", [Column(head) for head in heads] if rows else [], rows)


def _summary(found: Review, words: Callable[[Played], str]) -> Iterator[str]:
    yield f"{found.text(found.start)} at the start, {found.text(found.end)} at the end"
    worst = min(found.steps, key=lambda step: step.mistake.lower, default=None)
    mine, enemy = (
        total(step.mistake for step in found.steps if step.enemy == side) for side in (False, True)
    )
    line = f"luck {found.text(found.luck, '+')}, mistakes {found.text(mine, '+')}"
    if worst is not None and worst.mistake.lower < 0:
        verb, _, rest = words(worst.played).partition(" ")
        line += f", of which {DOING[verb]} {rest} {found.text(worst.mistake, '+')}"
    yield line
    if any(step.enemy for step in found.steps):
        yield f"mistakes of the enemy's {found.text(enemy, '+')}"


def _words(played: Played, whole: str = "turn") -> str:
    """Return a move in words.

    >>> _words(("attack", "Siam", "Indonesia", 3)), _words(("end",), "battle")
    ('attack Indonesia from Siam with 3 dice', 'end the battle')
    """
    match played:
        case "attack", *ends, dice:
            where = "{1} from {0} ".format(*ends) if ends else ""
            return f"attack {where}with {counted(dice, 'die', 'dice')}"
        case "move_in" | "move", armies:
            return f"move {counted(armies, 'army', 'armies')} in"
        case "place" | "fortify", *_:
            return step_text(played).removesuffix(" and end the turn")
    return f"end the {whole}"


def _move_data(played: Played) -> dict[str, object]:
    """Return a move as a record has it."""
    match played:
        case "attack", *ends, dice:
            return {"attack": ends or True, "dice": dice}
        case "move_in" | "move", armies:
            return {"move_in": armies}
        case "place", armies:
            return {"place": armies}
        case "fortify", *numbers:
            return {"fortify": numbers}
    return {"end": True}


def _step_data(step: ReviewStep, worth: str, digits: int) -> dict[str, object]:
    named = {worth: step.chance, "mistake": step.mistake, "luck": step.luck}
    numbers = {name: _data(number, digits) for name, number in named.items()}
    lost = {} if step.lost is None else {"lost": list(step.lost)}
    enemy = {"enemy": True} if step.enemy else {}
    return (
        _move_data(step.played)
        | lost
        | enemy
        | numbers
        | {"best": list(map(_move_data, step.best))}
    )


def _data(interval: Between, digits: int) -> object:
    """Return a number, or both of its bounds where they differ."""
    lower, upper = (chance_data(bound, digits) for bound in interval)
    return lower if lower == upper else {"lower": lower, "upper": upper}
