"""A rule set in one plain sentence, as the catalogue, the pages and the calculator say it.

It is put together from fragments by key, which `languages` has; sentence.js of the app follows it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from riskexact.base.frozen import FrozenMapping
from riskexact.base.text import Wording, translate
from riskexact.rules import Rules
from riskexact.rules.hand import Faces, Hand, as_die, spelled_out
from riskexact.rules.languages import LANGUAGES, common_texts

Said = Callable[..., str]
"""Returns a text by its key, with values filled in."""


def sentence(rules: Rules, texts: Mapping[str, Wording] = FrozenMapping({})) -> str:
    """Return what is thrown, what is compared and who wins a tie, for somebody who plays.

    - `texts`: the fragments of another language; in English an apostrophe is as it is typed.

    >>> sentence(Rules())
    'attacker up to 3 dice, defender up to 2; the two highest pairs are compared; ties go to the \
defender'
    >>> sentence(Rules((8, 6, 6), Hand(2, to_highest=1, clamped=True), pairs=1, ties="nobody"))
    "attacker up to 3 dice with 8, 6 and 6 faces, defender up to 2; the defender's highest die \
counts 1 more, but at most 6; only the highest pair is compared; a tie costs nobody a unit"
    """
    if not texts:
        return sentence(rules, common_texts(LANGUAGES[0])).replace("’", "'")
    text: Said = partial(translate, texts)
    hands = {"attack": rules.attack, "defence": rules.defence}
    dice = {side: spelled_out(hand.dice, rules.faces) for side, hand in hands.items()}
    attack = _thrown(dice["attack"], True, text)
    defence = _thrown(dice["defence"], len(dice["attack"]) == 1, text)
    parts = [text("sentence.dice", attack=attack, defence=defence)]
    for side, hand in hands.items():
        parts += _modifiers(side, hand, rules.faces, text)
    return "; ".join([*parts, _compared(rules, text), text(f"sentence.ties.{rules.ties}")])


def _thrown(dice: tuple[Faces, ...], named: bool, text: Said) -> str:
    """Return the dice of one side; whether six-sided ones are `named` is for them alone."""
    words = _dice("some", dice, text) if named or set(dice) != {6} else str(len(dice))
    return text("sentence.up-to", dice=words) if len(dice) > 1 else words


def _dice(key: str, dice: tuple[Faces, ...], text: Said) -> str:
    """Return a number of dice with their faces, unless those are six."""
    n = len(dice)
    if set(dice) == {6}:
        return text(f"sentence.{key}", n=n)
    faces = f"{dice[0]}" if len(set(dice)) == 1 else _listed(dice, text)
    return text(f"sentence.{key}-with-faces", n=n, faces=faces)


def _modifiers(side: str, hand: Hand, faces: Faces, text: Said) -> Iterator[str]:
    for die, units in enumerate(hand.needs, 1):
        if units > die:
            yield text(f"sentence.{side}.needs", die=die, units=units)
    if hand.at_most_attack:
        yield text("sentence.at-most-attack")
    extra = spelled_out(hand.extra, faces)
    if extra:
        more = _dice("more", extra, text)
        yield text(f"sentence.{side}.extra", n=len(extra), more=more)
    dice = {*spelled_out(hand.dice, faces), *extra}
    added = {"all": hand.to_all, "highest": hand.to_highest, "lowest": hand.to_lowest}
    for which, by in added.items():
        if by:
            key = f"sentence.counts-{'more' if by > 0 else 'less'}"
            which_dice = text(f"sentence.{side}.{which}")
            counts = text(key, dice=which_dice, n=abs(by))
            yield _bounded(counts, by, dice, text) if hand.clamped else counts


def _bounded(counts: str, by: int, dice: set[Faces], text: Said) -> str:
    """Add where a die stops that stays within its faces."""
    key = f"sentence.at-{'most' if by > 0 else 'least'}"
    end, *others = {as_die(die).bounds[by < 0] for die in dice}
    return text(key + "-its-faces" * bool(others), counts=counts, faces=end)


def _compared(rules: Rules, text: Said) -> str:
    pairs = rules.pairs
    if isinstance(pairs, tuple):
        return text("sentence.some-pairs", pairs=_listed(pairs, text))
    if pairs == 1:
        return text("sentence.one-pair")
    numbers = dict(enumerate(text("sentence.numbers").split(), 2))
    return text("sentence.pairs", number=numbers.get(pairs, pairs))


def _listed(parts: Sequence[object], text: Said) -> str:
    *first, last = map(str, parts)
    return text("sentence.and", first=", ".join(first), last=last)
