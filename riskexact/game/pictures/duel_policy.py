"""The best policy for two territories: which numbers of armies attack which, with how many dice."""

from itertools import groupby

from riskexact.base.drawing.labels import whole_ticks
from riskexact.base.drawing.picture import ATTACKER, INK, PALE, PAPER, Axes, Picture, chart
from riskexact.base.errors import RiskError
from riskexact.base.text import pluralize
from riskexact.game.bellman import DuelPolicy, PolicyRun
from riskexact.game.duel import duel
from riskexact.odds.states import armies_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import label, under

POLICY_SIZE = 7.2, 3.6
"""In inches."""

MORE_COLUMNS, LEAST_LABELLED = 3, 0.09
"""Columns beyond the last change, and the part of the width that a label needs."""


def duel_policy(
    reinforcements: int = 3, rules: Rules | str = STANDARD, dark: bool = False
) -> Picture:
    """Return when to attack in mid-turn of the whole game on two territories, by both armies.

    - `reinforcements`: the new armies of each turn, as for `duel`;
    - `dark`: draw on a dark ground.

    >>> duel_policy().title
    'Always attack with 4 armies or more; with 3 against 3 at most, with 2 against 1 at most'
    """
    found = duel(1, 1, reinforcements, rules)
    if (policy := found.policy) is None:
        raise RiskError(f"rules must have a policy that is proved best, not {label(found.rules)}")
    new = f"{armies_text(reinforcements)} more at the start of each turn"
    return chart(
        _finding(policy),
        f"Best play in mid-turn on two territories{under(found.rules)}, {new}",
        _words(policy),
        lambda axes: _draw(axes, policy),
        dark,
        POLICY_SIZE,
    )


def _label(run: PolicyRun) -> str:
    return pluralize(run.dice, "die", "dice") if run.dice else "stop"


def _finding(policy: DuelPolicy) -> str:
    """Return the title: up to which enemy each number attacks."""
    last = {run.armies: run.last for run in policy.runs() if run.dice}
    always = len(policy.rows)
    parts = [f"with {n} against {last[n]} at most" for n in reversed(last) if last[n]]
    while last.get(always - 1, 0) is None:
        always -= 1
    rest = f"; {', '.join(parts)}" if parts else ""
    return f"Always attack with {always} armies or more{rest}"


def _draw(axes: Axes, policy: DuelPolicy) -> None:
    """Draw a bar for each run, the darker the more dice."""
    full, most_dice = len(policy.rows), policy.rows[-1][-1]
    most = max(map(len, policy.rows)) + MORE_COLUMNS
    for run in policy.runs():
        width = (run.last or most) - run.first + 1
        style = {"color": ATTACKER, "alpha": 0.25 + 0.75 * run.dice / most_dice}
        look = style if run.dice else {"color": PALE}
        axes.barh(run.armies, width, 0.9, run.first - 0.5, edgecolor=PAPER, linewidth=0, **look)
        if width > LEAST_LABELLED * most:
            middle = run.first + width / 2 - 0.5
            color = PAPER if run.dice == most_dice else INK
            axes.text(middle, run.armies, _label(run), ha="center", va="center", color=color)
    names = [*map(str, range(1, full)), f"{full} or more"]
    axes.yaxis.set_ticks(range(1, full + 1), labels=names)
    axes.xaxis.set_ticks(range(1, most + 1) if most <= 20 else whole_ticks(1, most))
    axes.set_xlim(0.5, most + 0.5)
    axes.set_ylabel("armies of the mover", color=INK)
    axes.set_xlabel("armies of the enemy", color=INK)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _words(policy: DuelPolicy) -> str:
    """Return the alternative text: every run."""
    told = []
    for armies, row in groupby(policy.runs(), lambda run: run.armies):
        more = " or more" if armies == len(policy.rows) else ""
        parts = [f"{_label(run)} against {run.against}" for run in row]
        told.append(f"{armies_text(armies)}{more}: {', '.join(parts)}")
    return f"A row for each number of armies of the mover, with what is best: {'; '.join(told)}."
