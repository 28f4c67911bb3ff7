"""A rule set in one plain sentence, as the catalogue, the pages and the calculator say it."""

from collections.abc import Iterator

from riskexact.base.text import listed
from riskexact.rules import Rules
from riskexact.rules.hand import Faces, Hand, as_die, spelled_out

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sentence(rules: Rules) -> str:
    """Return what is thrown, what is compared and who wins a tie, for somebody who plays.

    >>> sentence(Rules())
    'attacker up to 3 dice, defender up to 2; the two highest pairs are compared; ties go to the \
defender'
    >>> sentence(Rules((8, 6, 6), Hand(2, to_highest=1, clamped=True), pairs=1, ties="nobody"))
    "attacker up to 3 dice with 8, 6 and 6 faces, defender up to 2; the defender's highest die \
counts 1 more, but at most 6; only the highest pair is compared; a tie costs nobody a unit"
    """
    attack = _thrown(rules.attack, rules.faces, "dice")
    noun = "" if rules.attack.max_dice > 1 else "dice"
    parts = [f"attacker {attack}, defender {_thrown(rules.defence, rules.faces, noun)}"]
    for side, hand in (("attacker", rules.attack), ("defender", rules.defence)):
        parts += _modifiers(side, hand, rules.faces)
    ties = "a tie costs nobody a unit" if rules.ties == "nobody" else f"ties go to the {rules.ties}"
    return "; ".join([*parts, _compared(rules), ties])


def _thrown(hand: Hand, faces: Faces, noun: str) -> str:
    """Return the dice of one side; six-sided ones are called `noun`, which may be ""."""
    text = _dice(spelled_out(hand.dice, faces), noun)
    return f"up to {text}" if hand.max_dice > 1 else text


def _dice(dice: tuple[Faces, ...], noun: str) -> str:
    """Return a number of dice with their faces, unless those are six."""
    n = len(dice)
    noun = "die" if n == 1 and noun else noun
    if set(dice) == {6}:
        return f"{n} {noun}".strip()
    if len(set(dice)) == 1:
        return f"{n} {'die' if n == 1 else 'dice'} with {dice[0]} faces"
    return f"{n} dice with {listed(dice)} faces"


def _modifiers(side: str, hand: Hand, faces: Faces) -> Iterator[str]:
    for die, units in enumerate(hand.needs, 1):
        if units > die:
            yield f"the {side} throws {die} dice only from {units} units on"
    extra = spelled_out(hand.extra, faces)
    if extra:
        more = _dice(extra, "dice").replace(" ", " more ", 1)
        yield f"the {side} throws {more} and drops the lowest{f' {len(extra)}' * (len(extra) > 1)}"
    dice = {*spelled_out(hand.dice, faces), *extra}
    for what, added in (
        ("each of the {}'s dice", hand.to_all),
        ("the {}'s highest die", hand.to_highest),
        ("the {}'s lowest die", hand.to_lowest),
    ):
        if added:
            bound = _bound(added, dice) if hand.clamped else ""
            more = "more" if added > 0 else "less"
            yield f"{what.format(side)} counts {abs(added)} {more}{bound}"


def _bound(added: int, dice: set[Faces]) -> str:
    """Return where a die stops that stays within its faces."""
    ends = {as_die(die).bounds[added < 0] for die in dice}
    end = ends.pop() if len(ends) == 1 else "its faces"
    return f", but at {'most' if added > 0 else 'least'} {end}"


def _compared(rules: Rules) -> str:
    pairs = rules.pairs
    if isinstance(pairs, tuple):
        return f"pairs {listed(pairs)} are compared, counted from the highest"
    if pairs == 1:
        return "only the highest pair is compared"
    number = NUMBERS[pairs] if pairs < len(NUMBERS) else f"{pairs}"
    return f"the {number} highest pairs are compared"
