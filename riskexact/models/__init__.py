"""Questions as models that a model checker answers: a second opinion of somebody else's program."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from riskexact.base.arguments import ExactChance, short_repr
from riskexact.base.arguments import worth as worth_of
from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text, fraction_text, join_words
from riskexact.base.version import VERSION
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.models.model import Model
from riskexact.models.processes import of_battle, of_campaign, of_turn
from riskexact.turn.conquest import conquer
from riskexact.turn.named_front import BestMoves, NamedFront
from riskexact.turn.position import Position
from riskexact.turn.search import TurnTerms
from riskexact.turn.turns import best_turn, prizes_of

EFFORT = 300_000
"""States that are searched for the answer that a model tells: about a second."""


def prism(
    question: Battle | Campaign | Position,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    **terms: Any,
) -> str:
    """Return a question as a model in the PRISM language, which Storm and PRISM read.

    - `question`: a battle or a campaign, whose model is a Markov chain with the label "win"; or a
      position, whose turn is a Markov decision process;
    - `take`, `through`, and the terms `move`, `dice` and `effort` are of a position, as for
      `conquer`; with the term `worth`, as for `best_turn`, it is the reward "worth", which is had
      where the label "stop" is.

    Comments say the question, the answer as it is known after `effort`, and how to ask Storm.
    Chances are counts over their total, which a model checker keeps exactly if it is asked to.
    Raises `RiskError` as `conquer` and `best_turn`, and for what has no such model: Balanced Blitz,
    `stop_below`, whole games, and weights of more than 63 bits.

    >>> print(prism(Battle(2, 1)))  # doctest: +ELLIPSIS
    // 2 attackers against 1 defender, standard rules
    // riskexact ...: the chance to win is 1955/2592 (0.7542438272)
    // storm --exact --prism FILE --prop 'P=? [F "win"]'
    dtmc
    <BLANKLINE>
    module risk
      a : [0..2] init 2;
      d : [0..1] init 1;
      [] a=1 & d=1 -> 15/36 : (d'=d-1) + 21/36 : (a'=a-1);
      [] a=2 & d=1 -> 125/216 : (d'=d-1) + 91/216 : (a'=a-1);
      [] a=0 -> true;
      [] a>=1 & d=0 -> true;
    endmodule
    <BLANKLINE>
    label "win" = d=0;
    <BLANKLINE>
    """
    return model_of(question, take, through, **terms).prism()


def model_of(
    question: object,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    worth: Mapping[str, ExactChance] | None = None,
    **terms: Any,
) -> Model:
    """Return the model of a question, as `prism` writes it."""
    if isinstance(question, Battle | Campaign):
        if take is not None or through or worth is not None or terms:
            raise RiskError(f"terms must be of a Position, not of {short_repr(question)}")
        model = of_battle(question) if isinstance(question, Battle) else of_campaign(question)
        win = question.win_probability
        return _about(model, question.words().replace("\n", ", "), "the chance to win", (win, win))
    if not isinstance(question, Position):
        raise RiskError(
            f"question must be a Battle, a Campaign or a Position, not {short_repr(question)}"
        )
    terms = {"effort": EFFORT, **terms}
    move, dice = terms.get("move", "any"), terms.get("dice", "free")
    if worth is None:
        found: BestMoves = conquer(question, take, through, **terms)
        named = NamedFront(question, take, through, TurnTerms(move, dice))
        words, what = f"to take {join_words(named.targets or ['nothing'])}", "the highest chance"
        words += f", through {join_words(named.others)}" if named.others else ""
        model = of_turn(named)
    elif take is not None or through:
        raise RiskError("take and through must not be given with worth, which decides")
    else:
        found = best_turn(question, worth, **terms)
        values = {name: worth_of(value, f"worth of {name}") for name, value in worth.items()}
        words = ", ".join(f"{name} is worth {fraction_text(x)}" for name, x in values.items())
        what = "the highest expected value"
        named = NamedFront(question, terms=TurnTerms(move, dice))
        model = of_turn(named, prizes_of(named, values))
    words += f", move {move}, dice {dice}"
    return _about(model, f"{question.words()}, {words}", what, (found.lower, found.upper))


def _about(model: Model, words: str, what: str, bounds: tuple[Fraction, Fraction]) -> Model:
    """Return the model with what is asked, the answer, and how to ask Storm."""
    texts = [f"{fraction_text(x)} ({decimal_text(x)})" for x in dict.fromkeys(bounds)]
    about = (
        words,
        f"riskexact {VERSION}: {what} is {' to '.join(texts)}",
        f"storm --exact --prism FILE --prop '{model.asked}'",
    )
    return model._replace(commands=model.possible(), about=about, answer=bounds)
