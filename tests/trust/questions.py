"""One question of every kind, small enough to be asked many times: what must never change.

An answer is text, so that it can be compared between threads, processes and settings.
"""

from collections.abc import Callable
from contextlib import redirect_stdout
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import riskexact as rx
from riskexact.cli import main


def _printed(command: str) -> Callable[[], str]:
    """What a command prints; asked in this process, but not by several threads at once."""

    def run() -> str:
        with redirect_stdout(StringIO()) as out:
            assert main(command.split()) == 0
        return out.getvalue()

    return run


HOUSE = rx.Rules(3, 3, faces=8, ties="attacker")
NOBODY = rx.Rules(ties="nobody")

LOGGED = {"attack_dice": 3, "defence_dice": 2, "attackers_lost": 0, "defenders_lost": 2}

QUESTIONS: dict[str, Callable[[], object]] = {
    "loss counts": lambda: rx.loss_counts(3, 2),
    "round counts": lambda: dict(rx.round_counts(3, 3, HOUSE)),
    "resolve": lambda: rx.resolve([6, 5, 1], [5, 5]),
    "break even": lambda: rx.break_even_ratio(),
    "win": lambda: rx.win_probability(17, 6),
    "win by recursion": lambda: rx.win_probability(23, 21, method="recursion"),
    "win by closed form": lambda: rx.win_probability(23, 21, method="closed-form"),
    "win by engine": lambda: rx.fraction_text(rx.win_probability(150, 151)),
    "win of a house": lambda: rx.win_probability(20, 15, HOUSE),
    "win where nobody loses ties": lambda: rx.win_probability(9, 8, NOBODY),
    "digits by balls": lambda: rx.win_decimal(10**6, 10**6, 30),
    "digits of one loss": lambda: rx.win_decimal(10**9, 10**9, 20, rx.SINGLE_LOSS),
    "digits by blocks": lambda: rx.win_decimal(400, 380, 12, HOUSE),
    "digits of a skewed battle": lambda: rx.win_decimal(3, 10**5, 12),
    "outcomes": lambda: dict(rx.Battle(40, 30).outcomes),
    "outcomes by engine": lambda: list(rx.Battle(120, 130).outcomes.items())[::50],
    "retreat": lambda: dict(rx.Battle(12, 9, retreat_at=3).outcomes),
    "stop below": lambda: rx.Battle(12, 9, stop_below="25%").stop_probability,
    "rounds": lambda: dict(rx.Battle(9, 9).rounds),
    "mean rounds": lambda: rx.Battle(9, 9, NOBODY).mean_rounds,
    "costs": lambda: rx.Battle(20, 15).costs,
    "luck": lambda: rx.Battle(12, 9).luck(0, 7),
    "quantile": lambda: rx.Battle(12, 9).attackers_left.quantile(Decimal("0.9")),
    "variance": lambda: rx.Battle(12, 9).attackers_left.variance,
    "campaign": lambda: dict(rx.Campaign(11, (3, 3, 3)).outcomes),
    "campaign needed": lambda: rx.campaign_attackers_needed((3, 3, 3), "90%"),
    "price": lambda: (rx.Price((3, 3, 2)).mean, rx.Price(9, HOUSE).up_to("90%")),
    "best order": lambda: rx.best_order(12, (2, 5, 3)),
    "best garrisons": lambda: rx.best_garrisons(11, 9, 3),
    "certificate": lambda: rx.certificate(9, 8, HOUSE),
    "needed": lambda: rx.attackers_needed(10, "90%"),
    "takeable": lambda: rx.defenders_takeable(12, "3/4"),
    "garrison needed": lambda: rx.garrison_needed(5, "0.5"),
    "table": lambda: list(rx.win_table(range(1, 9), range(1, 9)).to_rows()),
    "array": lambda: rx.win_table(range(1, 60), range(1, 60)).to_numpy().tolist(),
    "strategy": lambda: rx.Strategy(9, 9, dice="attacker-first").fewer_dice,
    "simulate": lambda: rx.simulate(rx.Battle(9, 9), 50, seed=1),
    "log": lambda: rx.dice_log([{**LOGGED, "count": n} for n in (40, 60)]).tests,
    "Balanced Blitz": lambda: rx.decimal_text(rx.Battle(9, 9, blitz=True).win_probability),
    "luck in Balanced Blitz": lambda: rx.Battle(9, 9, blitz=True, stop_until=2).luck(2, 3),
    "needed in Balanced Blitz": lambda: rx.garrison_needed(10, "90%", blitz=True),
    "campaign in Balanced Blitz": lambda: rx.Campaign(6, (2, 2), blitz=True).outcomes.to_rows(),
    "switch to Balanced Blitz": lambda: float(rx.Strategy(5, 5, blitz=True).value),
    "rules": lambda: sorted(rx.RULES),
    "long fraction": lambda: len(rx.fraction_text(Fraction(1, 7**9000))),
    "long decimal": lambda: rx.decimal_text(Fraction(1, 7), 5000)[-9:],
    "percent": lambda: rx.percent_text(Fraction(1, 7), 9),
}
"""What the library is asked."""

COMMANDS: dict[str, Callable[[], object]] = {
    command: _printed(command)
    for command in (
        "odds 17 6 --json",
        "table --attackers 1..5 --defenders 1..5 --format latex",
        "formula --defenders 1",
        "need 10 --chance 9/10",
        "rules risiko",
    )
}
"""What the command line is asked: by one thread at a time, as it prints."""


def answer(name: str) -> str:
    """Ask one question."""
    return repr((QUESTIONS | COMMANDS)[name]())
