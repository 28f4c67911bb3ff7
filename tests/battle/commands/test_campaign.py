"""The command line for campaigns: `riskexact campaign` and `riskexact place --line`."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.commands.odds import NEEDED, tenths
from tests.commands import Capture, run
from tests.strategies import tries


def losses(
    a: int, garrisons: Sequence[int], retreat_at: int, stay: int
) -> tuple[Fraction, Fraction]:
    """Return the expected losses of both sides, one battle after another."""
    if not garrisons or a <= retreat_at:
        return Fraction(0), Fraction(0)
    ours = theirs = Fraction(0)
    for (x, d), p in Battle(a, garrisons[0], retreat_at=retreat_at).outcomes.items():
        later = losses(x - stay, garrisons[1:], retreat_at, stay) if d == 0 else (0, 0)
        ours += p * (a - x + later[0])
        theirs += p * (garrisons[0] - d + later[1])
    return ours, theirs


@settings(
    tries(5), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(
    st.integers(1, 7),
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.integers(0, 2),
    st.integers(0, 1),
)
def test_what_is_lost_in_a_campaign(
    capsys: Capture, a: int, garrisons: list[int], retreat_at: int, stay: int
) -> None:
    typed = ["--retreat-at", str(retreat_at), "--leave-behind", str(stay)]
    _, out, _ = run(capsys, "campaign", str(a), *map(str, garrisons), *typed)
    ours, theirs = map(tenths, losses(a, garrisons, retreat_at, stay))
    assert f"; lost: {ours} and {theirs}" in out
    needs = [
        next(
            n
            for n in count(1)
            if Campaign(n, garrisons, "standard", stay, retreat_at).win_probability >= chance
        )
        for chance in NEEDED
    ]
    unit = "attacker" if needs[0] == 1 else "attackers"
    assert f"\n75 % takes {needs[0]} {unit}, 90 % takes {needs[1]}\n" in out
