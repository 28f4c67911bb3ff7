"""Natural spellings: "17v6", "17 vs 6", "12 3,3,2", "help odds"."""

import re
from collections.abc import Iterable

from riskexact.base.arguments import did_you_mean, shown
from riskexact.base.errors import RiskError

SYNONYMS = {
    "attack": "odds",
    "battle": "odds",
    "blitz": "odds --blitz",
    "chain": "campaign",
    "picture": "plot",
    "win": "odds",
}
"""Other words for a command, to which it is suggested."""

NAMED = ("publish", "vectors", "verify", "dice")
"""The commands that take the name of a directory or a file, which may be anything."""

AGAINST = r"vs?\.?|against"

TWO_SIDES = re.compile(rf"(\d+)(?:\s*(?:{AGAINST})\s*|\s+)(\d\S*)")
"""Both sides of a battle in one word."""

SEVERAL = re.compile(r"\d+(:[^,]+)?(,\d+(:[^,]+)?)+")
"""The defenders of several territories in one word."""

WENT = {
    "balanced-blitz": "`riskexact odds 10 10 --blitz` answers",
    "claims": "tests/walkthrough/claims.txt of the repository has what the sources claim",
    "price": "`riskexact need 3,3,2 --price` answers",
    "resolve": "`riskexact round 6,5,1 5,5` answers",
    "rounds": "`riskexact outcomes 12 9 --rounds` answers",
    "spread": "`riskexact place 9 --line 3 --free 11` answers",
}
"""What to do instead of commands that there were."""


def normalized(words: list[str], commands: Iterable[str]) -> list[str]:
    """Return the words as the parser takes them: a command, and one word for each argument.

    Raises `RiskError` for a command that does not exist, and suggests the nearest.

    >>> normalized(["17", "vs", "6", "--json"], ["odds"])
    ['odds', '17', '6', '--json']
    >>> normalized(["odds", "12", "3,3,2"], ["odds"])
    ['campaign', '12', '3,3,2']
    >>> normalized(["odd", "17", "6"], ["odds", "campaign"])
    Traceback (most recent call last):
        ...
    riskexact.RiskError: COMMAND must be one that `riskexact help` lists, not 'odd'; did you mean \
odds?
    """
    if not words or words[0] == "help":
        words = [*words[1:], "--help"]
    first = words[0]
    if first in ("version", "-V"):
        return ["--version"]
    if first not in commands:
        if first[:1].isdecimal() or (first[:1] == "-" and any(w[:1].isdecimal() for w in words)):
            words = ["odds", *words]
        elif first in WENT:
            raise RiskError(f"the command {first} has gone: {WENT[first]}")
        elif first[:1] != "-":
            hint = did_you_mean(first, commands, SYNONYMS)
            raise RiskError(
                f"COMMAND must be one that `riskexact help` lists, not {shown(first)}{hint}"
            )
    return words if words[0] in NAMED else _sides_apart(words)


def _sides_apart(words: list[str]) -> list[str]:
    """Return the words with one for each side, and several territories as a campaign."""
    apart: list[str] = []
    several = False
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        sides = TWO_SIDES.fullmatch(word)
        if before in ("-o", "--output"):
            apart.append(word)
        elif re.fullmatch(AGAINST, word) and before[:1].isdecimal() and after[:1].isdecimal():
            continue
        else:
            apart += sides.groups() if sides else [word]
            several = several or SEVERAL.fullmatch(apart[-1]) is not None
    return ["campaign", *apart[1:]] if several and apart[0] == "odds" else apart
