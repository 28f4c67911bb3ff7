"""Numbers in the words of a sentence."""

from collections.abc import Iterable


def counted(n: int, noun: str) -> str:
    """Return a number with its noun, in the singular for 1.

    >>> counted(1, "attacker"), counted(0, "attacker")
    ('1 attacker', '0 attackers')
    """
    return f"{n} {noun if n == 1 else noun + 's'}"


def armies_text(n: int) -> str:
    """Return a number of armies in words.

    >>> armies_text(1), armies_text(18)
    ('1 army', '18 armies')
    """
    return f"{n} army" if n == 1 else f"{n} armies"


def does(n: int, verb: str) -> str:
    """Return a verb as so many do it.

    >>> does(1, "beat"), does(2, "beat")
    ('beats', 'beat')
    """
    return f"{verb}s" if n == 1 else verb


def listed(parts: Iterable[object]) -> str:
    """Return numbers, or words, as a sentence lists them.

    >>> listed([3]), listed([3, 2]), listed([3, 2, 5])
    ('3', '3 and 2', '3, 2 and 5')
    """
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last
