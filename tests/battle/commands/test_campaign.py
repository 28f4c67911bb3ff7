"""The command line for campaigns: `riskexact campaign` and `riskexact place --line`."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import best_order
from riskexact.battle.commands.odds import NEEDED, tenths
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, answer, in_json, run
from tests.strategies import tries


@settings(
    tries(8), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(
    st.integers(1, 9),
    st.lists(
        st.tuples(st.integers(0, 4), st.none() | st.sampled_from(list(RULES)), st.integers(0, 2)),
        min_size=1,
        max_size=3,
    ),
    st.none() | st.integers(0, 3),
    st.booleans(),
)
def test_campaign(
    capsys: Capture,
    attackers: int,
    chain: list[tuple[int, str | None, int]],
    retreat_at: int | None,
    armies: bool,
) -> None:
    """What JSON says is what the library says; without rules of its own, those of --rules."""
    typed = [f"{d}:{name}" if name else str(d) for d, name, _ in chain]
    options = ["--rules", "risiko", "--leave-behind", ",".join(str(n) for _, _, n in chain)]
    options += [] if retreat_at is None else ["--retreat-at", str(retreat_at + armies)]
    options += ["--armies"] if armies else []
    data = answer(capsys, "campaign", str(attackers + armies), *typed, *options, "--digits", "7")
    rules = [RULES[name or "risiko"] for _, name, _ in chain]
    garrisons, stays = [d for d, _, _ in chain], [n for _, _, n in chain]
    campaign = Campaign(attackers, garrisons, rules, stays, retreat_at or 0)
    assert data["attackers"] == attackers + armies
    assert data["defenders"] == garrisons
    assert data.get("retreat_at") == (None if retreat_at is None else retreat_at + armies)
    assert data["win"] == in_json(campaign.win_probability, 7)
    assert data["outcomes"] == [
        {"attackers": a, "territory": n, "defenders": d} | in_json(p, 7)
        for (a, n, d), p in campaign.outcomes.items()
    ]
    for key, unit, found in (
        ("conquered", "territories", campaign.conquered),
        ("net", "net", campaign.net),
    ):
        assert data[key]["mean"] == in_json(found.mean, 7)
        assert data[key]["chances"] == [{unit: n} | in_json(p, 7) for n, p in found.items()]
    assert data["net"]["above_0"] == in_json(campaign.net.probability(lambda net: net > 0), 7)
    assert data["attackers_left"]["mean"] == in_json(campaign.attackers_left.mean, 7)


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


def test_best_order(capsys: Capture) -> None:
    """Everything that was typed goes with its territory."""
    typed = ("campaign", "12", "2", "5:capital", "3", "--leave-behind", "1,2,0", "--best-order")
    rules = (STANDARD, RULES["capital"], STANDARD)
    data = answer(capsys, *typed)
    best = best_order(12, (2, 5, 3), rules, (1, 2, 0))
    assert data["order"] == [i + 1 for i in best.territories]
    assert (data["defenders"], data["leave_behind"]) == ([2, 5, 3], [1, 2, 0])
    assert data["rules"] == ["standard", "capital", "standard"]
    assert Fraction(data["win"]["fraction"]) == best.win_probability
    assert sum(Fraction(o["fraction"]) for o in data["outcomes"] if o["territory"] == 3) == (
        best.win_probability
    )
    assert answer(capsys, *typed, "--borders", "0-1,1-2,2-3")["order"] == [1, 2, 3]
