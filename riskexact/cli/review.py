"""`riskexact review`: what a turn as played was worth, its mistakes and its luck."""

from argparse import Namespace
from collections.abc import Iterator

from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Text, chance_data
from riskexact.base.text import DIGITS, chance_text, counted
from riskexact.boards.review import Between, Played, Review, ReviewStep, points_text, review
from riskexact.cli.conquer import progress
from riskexact.cli.parser import Command

COMMAND = Command(
    "what a turn as played was worth: its mistakes and its luck",
    "review turn.jsonl",
    "RECORD --digits --format",
    common="--json --output",
)

DOING = {"attack": "attacking", "move": "moving", "end": "ending"}


def run(options: Namespace) -> Report:
    """Return the mistakes and the luck of the turn, line by line."""
    found = review(options.record, on_states=progress())
    digits = options.digits or DIGITS
    return Report(found.position.words(), {}, *_items(found, digits))


def _items(found: Review, digits: int) -> Iterator[Item]:
    yield Text(*_summary(found))
    for name in ("start", "end", "luck", "mistakes"):
        yield Data(name, _data(getattr(found, name), digits))
    yield BLANK
    yield Data("steps", [_step_data(step, digits) for step in found.steps])
    rows = [
        (
            _words(step.played),
            "" if step.lost is None else "{} and {}".format(*step.lost),
            points_text(step.mistake),
            "" if step.lost is None else points_text(step.luck),
            "" if step.played in step.best else _words(step.best[0]),
        )
        for step in found.steps
    ]
    heads = "played", "lost", "mistake", "luck", "better"
    yield TableItem("", [Column(head) for head in heads] if rows else [], rows)


def _summary(found: Review) -> Iterator[str]:
    """Yield the chances, and what brought one to the other."""
    start, end = (
        " to ".join(dict.fromkeys(map(chance_text, each))) for each in (found.start, found.end)
    )
    yield f"{start} at the start, {end} at the end"
    worst = min(found.steps, key=lambda step: step.mistake.lower, default=None)
    line = f"luck {points_text(found.luck)}, mistakes {points_text(found.mistakes)}"
    if worst is not None and worst.mistake.lower < 0:
        verb, _, rest = _words(worst.played).partition(" ")
        line += f", of which {DOING[verb]} {rest} {points_text(worst.mistake)}"
    yield line


def _words(played: Played) -> str:
    """Return a move in words.

    >>> _words(("attack", "Siam", "Indonesia", 3)), _words(("end",))
    ('attack Indonesia from Siam with 3 dice', 'end the turn')
    """
    match played:
        case "attack", source, target, dice:
            return f"attack {target} from {source} with {counted(dice, 'die', 'dice')}"
        case "move_in", armies:
            return f"move {counted(armies, 'army', 'armies')} in"
    return "end the turn"


def _move_data(played: Played) -> dict[str, object]:
    """Return a move as a record has it."""
    match played:
        case "attack", source, target, dice:
            return {"attack": [source, target], "dice": dice}
        case "move_in", armies:
            return {"move_in": armies}
    return {"end": True}


def _step_data(step: ReviewStep, digits: int) -> dict[str, object]:
    numbers = {name: _data(getattr(step, name), digits) for name in ("chance", "mistake", "luck")}
    lost = {} if step.lost is None else {"lost": list(step.lost)}
    return _move_data(step.played) | lost | numbers | {"best": list(map(_move_data, step.best))}


def _data(interval: Between, digits: int) -> object:
    """Return a number, or both of its bounds where they differ."""
    lower, upper = (chance_data(bound, digits) for bound in interval)
    exact = interval.lower == interval.upper
    return lower if exact else {"lower": lower, "upper": upper}
