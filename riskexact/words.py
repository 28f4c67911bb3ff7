"""Numbers in the words of a sentence."""

from collections.abc import Iterable, Sequence


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, in the singular for 1; `plural` where that is no -s.

    >>> counted(1, "attacker"), counted(0, "attacker"), counted(2, "army", "armies")
    ('1 attacker', '0 attackers', '2 armies')
    """
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def counted_each(numbers: Sequence[int], noun: str) -> str:
    """Return numbers, one or more, with the noun of all of them.

    >>> counted_each((1,), "defender"), counted_each((1, 1), "defender")
    ('1 defender', '1 and 1 defenders')
    """
    return f"{listed(numbers)} {noun if list(numbers) == [1] else noun + 's'}"


def sides_text(attackers: int, defenders: int) -> str:
    """Return two sides in words.

    >>> sides_text(1, 2)
    '1 attacker against 2 defenders'
    """
    return f"{counted(attackers, 'attacker')} against {counted(defenders, 'defender')}"


def armies_text(n: int) -> str:
    """Return a number of armies in words.

    >>> armies_text(1), armies_text(18)
    ('1 army', '18 armies')
    """
    return counted(n, "army", "armies")


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
