"""`riskexact need`: the force at which a chance is reached, and what one unit less is worth."""

from argparse import Namespace
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.text import DIGITS, armies_text, counted, counted_each, fraction_text
from riskexact.cli.chains import (
    TERMS,
    add_chain,
    add_territories,
    chain_rules_json,
    read_terms,
    read_territories,
    rules_text,
)
from riskexact.cli.options import (
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_full,
    attackers,
    chosen_digits,
    chosen_rules,
    number,
    refuse,
)
from riskexact.cli.output import emit, emit_json, exact_json, exact_lines
from riskexact.questions.battle import win_probability
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.needed import least_force
from riskexact.questions.needed import attackers_needed, defenders_takeable, garrison_needed
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, rules_json


class Question(NamedTuple):
    """What is asked: a number for each chance.

    - `given`, `title`: what was typed, in JSON and in words;
    - `find`: the number for a chance; `side`, whose units it counts; `beyond`, what is added to it
      for the first one that fails;
    - `event`, `by`: what happens with that chance, "win with" so many, say;
    - `odds`: the chance of it for what was found, and for the first that fails; None where there is
      no battle.
    """

    given: dict[str, object]
    title: str
    find: Callable[[Fraction], int]
    side: str
    beyond: int
    event: str
    by: str
    odds: Callable[[int], Fraction | None]


def add_need(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "need",
        run_need,
        help="the smallest force that wins with a given chance",
        example="riskexact need 10 --chance 9/10",
    )
    add_territories(parser, nargs="*")
    parser.add_argument(
        "--takeable-by",
        metavar="ATTACKERS",
        help="instead: the most defenders that ATTACKERS take with the chance",
    )
    parser.add_argument(
        "--garrison-against",
        metavar="ATTACKERS",
        help="instead: the fewest defenders that hold against ATTACKERS with the chance",
    )
    parser.add_argument(
        "--chance",
        metavar="C",
        action="append",
        required=True,
        help='at least this chance: "9/10", "0.9" or "90%%"; may be given several times',
    )
    add_chain(parser)
    add_armies(parser, "ATTACKERS, typed and printed, and R count")
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})", str(DIGITS))
    add_full(parser)


def run_need(options: Namespace) -> int:
    """Print the number for each chance, and the chances with it and just beyond it."""
    chances = [checked_chance(text) for text in options.chance]
    digits = chosen_digits(options)
    question = _question(options)
    found = [(chance, question.find(chance)) for chance in chances]
    if options.json:
        answers = [_answer_json(question, *each, options.armies, digits) for each in found]
        several = {"answers": answers} if len(answers) > 1 else answers[0]
        emit_json(question.given | several, options.output)
    else:
        blocks = [_answer_text(question, *each, options, digits) for each in found]
        emit("\n".join(blocks), options.output)
    return 0


def _question(options: Namespace) -> Question:
    """Return which of the questions was typed."""
    asked = [options.defenders or None, options.takeable_by, options.garrison_against]
    if sum(each is not None for each in asked) != 1:
        raise RiskError(
            "need must have one of defenders, --takeable-by ATTACKERS and "
            "--garrison-against ATTACKERS"
        )
    if options.defenders:
        return _attackers_needed(options)
    return _defenders(
        options, options.garrison_against if options.takeable_by is None else options.takeable_by
    )


def _chain(options: Namespace) -> Question:
    """Return the question for a campaign; the units that go on from one battle are its own."""
    (garrisons, rules), terms = read_territories(options), read_terms(options)

    known: dict[int, Fraction | None] = {}

    def find(chance: Fraction) -> int:
        force = least_force(garrisons, chance, rules, terms.leave_behind, terms.reserve)
        known[force.attackers] = force.win_probability
        known[force.attackers - 1] = force.of_one_less
        return force.attackers

    named = Campaign(1, garrisons, rules, terms.leave_behind)
    return Question(
        {"defenders": garrisons} | terms.header | {"rules": chain_rules_json(rules)},
        f"{counted_each(garrisons, 'defender')}, {rules_text(named.rules)}\n"
        f"{terms.title(named.leave_behind)}",
        find,
        "attackers",
        -1,
        "win",
        "with",
        known.get,
    )


def _attackers_needed(options: Namespace) -> Question:
    if len(options.defenders) > 1 or ":" in options.defenders[0]:
        return _chain(options)
    refuse(options, TERMS, "with several territories")
    d, rules = number(options.defenders[0], "defenders"), chosen_rules(options)
    return Question(
        {"defenders": d, "armies": options.armies, "rules": rules_json(rules)},
        f"{counted(d, 'defender')}, {in_words(rules)}",
        lambda chance: attackers_needed(d, chance, rules),
        "attackers",
        -1,
        "win",
        "with",
        lambda n: _win(n, d, rules),
    )


def _defenders(options: Namespace, typed: str) -> Question:
    refuse(options, TERMS, "with several territories")
    a, rules = attackers(typed, options.armies), chosen_rules(options)
    given = {"attackers": a + options.armies, "armies": options.armies, "rules": rules_json(rules)}
    title = f"{_force(a, 'attackers', options.armies)}, {in_words(rules)}"
    if options.takeable_by is not None:
        return Question(
            given,
            title,
            lambda chance: defenders_takeable(a, chance, rules),
            "defenders",
            1,
            "win",
            "against",
            lambda n: _win(a, n, rules),
        )
    return Question(
        given,
        title,
        lambda chance: garrison_needed(a, chance, rules),
        "defenders",
        -1,
        "hold",
        "with",
        lambda n: _hold(a, n, rules),
    )


def _win(a: int, d: int, rules: Rules) -> Fraction | None:
    return win_probability(a, d, rules) if min(a, d) >= 0 and a + d else None


def _hold(a: int, d: int, rules: Rules) -> Fraction | None:
    win = _win(a, d, rules)
    return None if win is None else 1 - win


def _answer_json(
    question: Question, chance: Fraction, n: int, armies: bool, digits: int
) -> dict[str, object]:
    """Return a number and the first one that fails, each with its chance; null: no battle."""

    def row(units: int) -> dict[str, object]:
        odds = question.odds(units)
        return {
            question.side: units + (armies and question.side == "attackers"),
            question.event: None if odds is None else exact_json(odds, digits),
        }

    beyond = n + question.beyond
    fails = {"more" if question.beyond > 0 else "fewer": row(beyond) if beyond >= 0 else None}
    return {"chance": fraction_text(chance), **row(n), **fails}


def _answer_text(
    question: Question, chance: Fraction, n: int, options: Namespace, digits: int
) -> str:
    force = _force(n, question.side, options.armies)
    lines = [f"{question.title}, chance {fraction_text(chance)}: {force}", ""]
    for units in (n, n + question.beyond):
        odds = question.odds(units)
        if odds is not None:
            by = f"{question.by} {_force(units, question.side, options.armies)}"
            lines += exact_lines(f"{question.event} {by}", odds, digits, options)
    return "\n".join([*lines, ""])


def _force(n: int, side: str, armies: bool) -> str:
    units = counted(n, side[:-1])
    return f"{armies_text(n + 1)} ({units})" if armies and side == "attackers" else units
