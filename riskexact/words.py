"""Numbers in the words of a sentence."""

from collections.abc import Iterable


def counted(n: int, noun: str) -> str:
    """Return a number with its noun, in the singular for 1.

    >>> counted(1, "attacker"), counted(0, "attacker")
    ('1 attacker', '0 attackers')
    """
    return f"{n} {noun if n == 1 else noun + 's'}"


def listed(parts: Iterable[object]) -> str:
    """Return numbers, or words, as a sentence lists them.

    >>> listed([3]), listed([3, 2]), listed([3, 2, 5])
    ('3', '3 and 2', '3, 2 and 5')
    """
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last
