"""`riskexact review`: what a turn or a game as played was worth, its mistakes and its luck."""

from argparse import Namespace
from collections.abc import Iterator

from riskexact.base.interval import Interval
from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Text, chance_data
from riskexact.base.text import DIGITS, join_words
from riskexact.cli.parser import Command, Option, seconds_or_none
from riskexact.turn.review import NO_CHANCE, Played, Review, ReviewStep, review

COMMAND = Command(
    "what a turn or a game as played was worth: its mistakes and its luck",
    "review turn.jsonl",
    "RECORD --seconds --digits --format",
    common="--json --output",
    group="Campaigns and maps",
    own={
        "--seconds": Option(
            "S",
            "end the search after S seconds (default: 30), or none",
            seconds_or_none,
            default=30,
        ),
        "RECORD": Option("RECORD", "a file of JSON lines: the position, then what was done"),
    },
)

DOING = {"place": "placing", "attack": "attacking", "move": "moving", "end": "ending"}


def run(options: Namespace) -> Report:
    """Return the mistakes and the luck, line by line."""
    found = review(options.record, seconds=options.seconds)
    digits = options.digits or DIGITS
    return Report(found.question.words(), {}, *_items(found, digits))


def _items(found: Review, digits: int) -> Iterator[Item]:
    yield Text(*_summary(found))
    for name in ("start", "end", "luck", "mistakes"):
        yield Data(name, _data(getattr(found, name), digits))
    yield BLANK
    yield Data("steps", [_step_data(step, digits) for step in found.steps])
    heads = "played", "lost", "mistake", "luck", "better"
    rows = [_row(found, step) for step in found.steps]
    yield TableItem("", [Column(head) for head in heads] if rows else [], rows)


def _row(found: Review, step: ReviewStep) -> tuple[str, ...]:
    lost = luck = better = ""
    if step.lost is not None:
        lost, luck = "{} and {}".format(*step.lost), step.luck.text("+")
    if step.played not in step.best and any(step.mistake):
        better = found.step_text(step.best[0])
    what = "enemy: " * step.enemy + found.step_text(step.played)
    return what, lost, step.mistake.text("+"), luck, better


def _summary(found: Review) -> Iterator[str]:
    yield f"{found.start.text()} at the start, {found.end.text()} at the end"
    worst = min(found.steps, key=lambda step: step.mistake.lower, default=None)
    mine, enemy = (
        sum((step.mistake for step in found.steps if step.enemy == side), NO_CHANCE)
        for side in (False, True)
    )
    line = f"luck {found.luck.text('+')}, mistakes {mine.text('+')}"
    if worst is not None and worst.mistake.lower < 0:
        verb, _, rest = found.step_text(worst.played).partition(" ")
        line += f", of which {DOING[verb]} {rest} {worst.mistake.text('+')}"
    yield line
    if any(step.enemy for step in found.steps):
        yield f"mistakes of the enemy's {enemy.text('+')}"
    whole_game = any(step.enemy or step.played[0] == "place" for step in found.steps)
    unsure = [
        n
        for n, step in enumerate(found.steps, 1)
        if not (step.chance.proved and step.mistake.proved and step.luck.proved)
    ]
    if unsure and not whole_game:  # whose bounds nearly meet
        yield f"between bounds only: step {join_words(unsure)}"


def _move_data(played: Played) -> dict[str, object]:
    """Return a move as a record has it."""
    match played:
        case "attack", *ends, dice:
            return {"attack": ends, "dice": dice}
        case "move_in" | "move", armies:
            return {"move_in": armies}
        case "place", armies:
            return {"place": armies}
        case "fortify", *numbers:
            return {"fortify": numbers}
    return {"end": True}


def _step_data(step: ReviewStep, digits: int) -> dict[str, object]:
    named = {"chance": step.chance, "mistake": step.mistake, "luck": step.luck}
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


def _data(interval: Interval, digits: int) -> object:
    """Return a number, or both of its bounds where they differ."""
    lower, upper = (chance_data(bound, digits) for bound in interval)
    return lower if lower == upper else {"lower": lower, "upper": upper}
