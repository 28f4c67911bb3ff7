"""`riskexact review`: what a turn or a game as played was worth, its mistakes and its luck."""

from argparse import Namespace
from collections.abc import Iterator

from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Text, chance_data
from riskexact.base.text import DIGITS, counted
from riskexact.cli.parser import Command, Option
from riskexact.game.steps import step_text
from riskexact.turn.played import Between, Played, Review, ReviewStep, total
from riskexact.turn.review import review

COMMAND = Command(
    "what a turn or a game as played was worth: its mistakes and its luck",
    "review turn.jsonl",
    "RECORD --digits --format",
    common="--json --output",
    group="Campaigns and maps",
    own={
        "RECORD": Option("RECORD", "a file of JSON lines: the position, then what was done"),
    },
)

DOING = {"place": "placing", "attack": "attacking", "move": "moving", "end": "ending"}


def run(options: Namespace) -> Report:
    """Return the mistakes and the luck, line by line."""
    found = review(options.record)
    digits = options.digits or DIGITS
    return Report(found.question.words(), {}, *_items(found, digits))


def _items(found: Review, digits: int) -> Iterator[Item]:
    yield Text(*_summary(found))
    for name in ("start", "end", "luck", "mistakes"):
        yield Data(name, _data(getattr(found, name), digits))
    yield BLANK
    yield Data("steps", [_step_data(step, digits) for step in found.steps])
    rows = [
        (
            "enemy: " * step.enemy + _words(step.played),
            "" if step.lost is None else "{} and {}".format(*step.lost),
            found.text(step.mistake, "+"),
            "" if step.lost is None else found.text(step.luck, "+"),
            _words(step.best[0]) if step.played not in step.best and any(step.mistake) else "",
        )
        for step in found.steps
    ]
    heads = "played", "lost", "mistake", "luck", "better"
    yield TableItem("", [Column(head) for head in heads] if rows else [], rows)


def _summary(found: Review) -> Iterator[str]:
    yield f"{found.text(found.start)} at the start, {found.text(found.end)} at the end"
    worst = min(found.steps, key=lambda step: step.mistake.lower, default=None)
    mine, enemy = (
        total(step.mistake for step in found.steps if step.enemy == side) for side in (False, True)
    )
    line = f"luck {found.text(found.luck, '+')}, mistakes {found.text(mine, '+')}"
    if worst is not None and worst.mistake.lower < 0:
        verb, _, rest = _words(worst.played).partition(" ")
        line += f", of which {DOING[verb]} {rest} {found.text(worst.mistake, '+')}"
    yield line
    if any(step.enemy for step in found.steps):
        yield f"mistakes of the enemy's {found.text(enemy, '+')}"


def _words(played: Played) -> str:
    """Return a move in words.

    >>> _words(("attack", "Siam", "Indonesia", 3)), _words(("end",))
    ('attack Indonesia from Siam with 3 dice', 'end the turn')
    """
    match played:
        case "attack", source, target, dice:
            return f"attack {target} from {source} with {counted(dice, 'die', 'dice')}"
        case "move_in" | "move", armies:
            return f"move {counted(armies, 'army', 'armies')} in"
        case "place" | "fortify", *_:
            return step_text(played).removesuffix(" and end the turn")
    return "end the turn"


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


def _data(interval: Between, digits: int) -> object:
    """Return a number, or both of its bounds where they differ."""
    lower, upper = (chance_data(bound, digits) for bound in interval)
    return lower if lower == upper else {"lower": lower, "upper": upper}
