"""Logs of battles and rounds: reading, exact tests, and their power."""

import json
import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.engine.sums import sum_of
from riskexact.logs import LogTest, corrected, dice_log
from riskexact.logs.kinds import FightKind, chances
from riskexact.logs.power import ENOUGH, power
from riskexact.logs.scores import (
    Score,
    net_losses,
    p_value,
    rounded,
    surprise,
    win,
)
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_distribution
from tests.reference import binomial_p_value
from tests.strategies import tries

Row = dict[str, Any]

SIZES = st.tuples(st.integers(1, 5), st.integers(1, 5))


def row(a: object, d: object, x: object, y: object, **more: object) -> Row:
    return {"attackers": a, "defenders": d, "attackers_left": x, "defenders_left": y, **more}


def tally(a: int, d: int, x: object, y: object, **more: object) -> Row:
    return {"attack_dice": a, "defence_dice": d, "attackers_lost": x, "defenders_lost": y, **more}


def two_sided(sums: Mapping[int, Fraction], found: int) -> Fraction:
    """The two-sided p-value by definition."""
    low = sum((p for s, p in sums.items() if s <= found), Fraction(0))
    high = sum((p for s, p in sums.items() if s >= found), Fraction(0))
    return min(Fraction(1), 2 * min(low, high))


def every_sum(kinds: list[FightKind], score: Score) -> dict[int, Fraction]:
    """The distribution of the sum of scores, by every combination of losses."""
    found: dict[int, Fraction] = {}
    for losses in product(*(chances(kind) for kind in kinds)):
        p, total = Fraction(1), 0
        for kind, each in zip(kinds, losses, strict=True):
            p *= chances(kind)[each][0]
            total += score(kind, each)
        found[total] = found.get(total, Fraction(0)) + p
    return found


@st.composite
def kinds(draw: st.DrawFn) -> list[FightKind]:
    several = draw(st.lists(SIZES, min_size=1, max_size=4))
    least = draw(st.integers(0, 1))
    return [FightKind(a, d, least_lost=least) for a, d in several]


@pytest.mark.tools
@tries(13)
@given(kinds(), st.sampled_from([win, net_losses, surprise]), st.data())
def test_p_values_are_those_of_every_combination(
    several: list[FightKind], score: Score, data: st.DataObject
) -> None:
    sums = every_sum(several, score)
    least, most = sorted(data.draw(st.tuples(*[st.sampled_from(sorted(sums))] * 2)))
    counts = {kind: several.count(kind) for kind in several}
    low, high = p_value(counts, score, least, most)
    between = [two_sided(sums, s) for s in range(least, most + 1)]
    assert low <= min(between) <= max(between) <= high
    if least == most:
        assert high - low <= Fraction(2, 10**14)
    else:
        assert low >= min(two_sided(sums, least), two_sided(sums, most)) * (1 - Fraction(1, 10**9))


@tries(10)
@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.integers(-4, 4), st.integers(0, 50), min_size=1, max_size=4).filter(
                lambda weights: sum(weights.values()) > 0
            ),
            st.integers(1, 5),
        ),
        max_size=4,
    ),
    st.integers(6, 80),
    st.integers(-90, 90),
)
def test_sums_are_enclosed(parts: list[tuple[dict[int, int], int]], bits: int, value: int) -> None:
    exact, rounded_down = {0: Fraction(1)}, []
    for weights, times in parts:
        whole = sum(weights.values())
        rounded_down.append(({x: (w << bits) // whole for x, w in weights.items()}, times))
        for _ in range(times):
            longer: dict[int, Fraction] = {}
            for (s, p), (x, w) in product(exact.items(), weights.items()):
                longer[s + x] = longer.get(s + x, 0) + p * Fraction(w, whole)
            exact = longer
    total = sum_of(rounded_down, bits)
    for bounds, holds in (
        (total.at_most(value), value.__ge__),
        (total.at_least(value), value.__le__),
    ):
        truth = sum(p for s, p in exact.items() if holds(s))
        assert bounds[0] <= truth <= bounds[1]
        assert bounds[1] - bounds[0] == Fraction(total.missing, 1 << bits)
    if bits == 80:
        assert total.missing < 1 << 20


@given(st.integers(1, 100), st.data())
def test_wins_of_equal_battles_are_binomial(n: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, n))
    rows = [row(3, 2, 3, 0)] * wins + [row(3, 2, 0, 2)] * (n - wins)
    test = dice_log(rows).tests[0]
    exact = binomial_p_value(wins, n, Battle(3, 2).win_probability)
    assert (test.name, test.least, test.most) == ("wins", wins, wins)
    assert test.p_value_at_least <= exact <= test.p_value
    assert test.p_value - test.p_value_at_least <= test.p_value / 10**12
    mean = n * Battle(3, 2).win_probability
    assert test.expected is not None
    assert abs(test.expected - mean) <= mean / 10**29


@tries(10)
@given(st.lists(st.integers(0, 40), min_size=3, max_size=3).filter(any))
def test_rounds_are_tested_by_their_counts(counts: list[int]) -> None:
    losses = [(0, 2), (1, 1), (2, 0)]
    rows = [tally(3, 2, x, y, count=n) for (x, y), n in zip(losses, counts, strict=True) if n]
    log = dice_log(rows)
    assert (log.battles, log.rounds) == (0, sum(counts))
    losses_test, _, test = log.tests
    assert [each.name for each in log.tests] == ["losses", "surprise", "rounds 3 v 2"]
    chances = round_distribution(3, 2)
    n = sum(counts)
    each = [binomial_p_value(k, n, chances[lost]) for lost, k in zip(losses, counts, strict=True)]
    exact = min(Fraction(1), 3 * min(each))
    assert test.p_value_at_least <= exact <= test.p_value
    assert test.p_value - test.p_value_at_least <= test.p_value / 10**11
    assert test.least == counts[losses.index(test.losses or (9, 9))]
    assert losses_test.least == 2 * (counts[0] - counts[2])
    # kinds of rounds are apart
    others = [tally(3, 2, 0, 2), tally(3, 1, 1, 0), tally(3, 2, 2, 0, rules="risiko")]
    names = [test.name for test in dice_log(others).tests[2:]]
    assert names == ["rounds 3 v 2", "rounds 3 v 1", "rounds 3 v 2, risiko"]


@pytest.mark.parametrize("rules", ["standard", "risiko", "capital"])
def test_surprise_is_the_logarithm_of_the_chance(rules: str) -> None:
    kind = FightKind(5, 4, RULES[rules])
    for losses, (p, _) in chances(kind).items():
        quarters = surprise(kind, losses)
        assert Fraction(1, 2) ** (quarters + 1) < p**4 <= Fraction(1, 2) ** quarters


def test_holm_against_its_definition() -> None:
    p = [Fraction(n, 1000) for n in (30, 10, 400, 20, 900)]
    found = corrected([LogTest("", 0, 0, Fraction(0), x, x, x) for x in p])
    for i, test in enumerate(found):
        # the least level at which the step-down procedure rejects this one
        steps = [(len(p) - sum(y < x for y in p)) * x for x in p if x <= p[i]]
        assert test.corrected == min(Fraction(1), max(steps))


# ---- rows that say less


def test_what_is_unknown_is_bracketed() -> None:
    """The p-value is between the bounds, whatever is behind the empty cells."""
    # a battle broken off may have become anything from there
    (entry,) = dice_log([row(5, 5, 3, 1)]).entries
    assert {(5 - x, 5 - y) for x, y in entry.losses} == {(3, 0), (2, 0), (1, 0), (0, 1)}
    sizes = [(5, 4), (3, 3), (8, 6), (2, 1), (4, 4), (6, 3)]
    rng = random.Random(5)
    for _ in range(10):
        ends = [rng.choice(list(Battle(a, d).outcomes)) for a, d in sizes]
        whole = [row(*size, *end) for size, end in zip(sizes, ends, strict=True)]
        hidden = [dict(each) for each in whole]
        hidden[0]["attackers_left"] = ""
        hidden[1]["defenders_left"] = hidden[1]["attackers_left"] = None
        x = hidden[2]["attackers_left"]
        hidden[2]["attackers_left"] = f"{max(0, x - 1)}..{x}"
        log = dice_log(hidden)
        assert 1 <= log.in_part <= 3
        for known, test in zip(dice_log(whole).tests, log.tests, strict=True):
            assert test.least <= known.least == known.most <= test.most
            most = test.p_value * (1 + Fraction(1, 10**12))
            assert test.p_value_at_least <= known.p_value <= most
            assert test.expected == known.expected


def test_small_losses_unseen() -> None:
    """Given that 3 units were lost, chances are those of the outcomes that remain."""
    seen = Battle(5, 4).outcomes.given(lambda end: 9 - sum(end) >= 3 and 4 - end[1] >= 1)
    log = dice_log([row(5, 4, 3, 0, least_lost=3, least_defenders_lost=1)] * 3)
    (kind,) = log.counts
    assert {(5 - x, 4 - y): (p, p) for (x, y), p in seen.items()} == dict(chances(kind))
    won = seen.probability(lambda end: end[1] == 0)
    assert log.tests[0].p_value_at_least <= binomial_p_value(3, 3, won) <= log.tests[0].p_value
    rounds = round_distribution(3, 2).given(lambda losses: losses[1] >= 1)
    (kind,) = dice_log([tally(3, 2, 1, 1, least_defenders_lost=1)]).counts
    assert {losses: p for losses, (p, _) in chances(kind).items()} == dict(rounds)


def test_blitz_has_the_chances_of_balanced_blitz() -> None:
    battle = Battle(5, 4, blitz=True)
    found = chances(FightKind(5, 4, STANDARD, "blitz"))
    assert list(found) == [(5 - x, 4 - y) for x, y in Battle(5, 4).outcomes]
    for (x, y), (low, high) in found.items():
        p = battle.outcomes.pmf((5 - x, 4 - y))
        assert low <= p <= high < low + Fraction(1, 10**38)
        assert (high == 0) == (p == 0)
    log = dice_log([row(5, 4, "", 0, mode="blitz")] * 30)
    win_probability = battle.win_probability
    assert isinstance(win_probability, Certain)
    exact = binomial_p_value(30, 30, win_probability.low)
    assert abs(log.tests[0].p_value - exact) < exact / 10**9
    # seen in part it is conditional
    found = chances(FightKind(5, 4, STANDARD, "blitz", least_lost=3))
    assert all(sum(losses) >= 3 for losses in found)
    least, most = (sum(bounds[i] for bounds in found.values()) for i in (0, 1))
    assert 1 - Fraction(1, 10**37) < least <= 1 <= most < 1 + Fraction(1, 10**37)


def test_what_blitz_never_does_is_impossible() -> None:
    """14 percent of true battles of 20 against 15 are lost, and none in Balanced Blitz."""
    rows = [row(20, 15, 0, 3, mode="blitz"), row(20, 15, 9, 0, mode="blitz")]
    log = dice_log(rows)
    kind, (lost,), _ = log.entries[0]
    assert (log.impossible, surprise(kind, lost)) == (1, 64)
    assert all(test.p_value == test.corrected == 0 for test in log.tests)
    assert dice_log(rows[1:]).impossible == 0
    certain = dice_log([row(20, 5, 18, 0, mode="blitz")] * 50)  # which shows nothing
    assert certain.power("10%") == 0
    assert certain.needed("10%") is None
    assert certain.tests[0].p_value == 1


def test_rows_of_unknown_kind_are_left_out() -> None:
    rows = [
        row(5, 4, 2, 0, mode="dice", rules="standard"),
        row(5, 4, 2, 0, mode="", rules="standard"),
        row("", 4, 2, 0, mode="dice", rules="standard"),
        row(5, "3..4", 2, 0, mode="dice", rules="standard"),
        row(5, 4, 2, 0, mode="dice", rules=None),
    ]
    log = dice_log(rows)
    assert (log.battles, dict(log.left_out)) == (1, {"mode": 1, "size": 2, "rules": 1})
    assert log.tests == dice_log(rows[:1]).tests


# ---- files


def test_the_same_log_in_every_form(tmp_path: Path) -> None:
    rows = [
        row(12, 9, 0, 4, rules="standard", mode="dice"),
        row(5, 3, 2, 0, rules="risiko", mode="blitz"),
    ]
    expected = dice_log(rows)
    names = list(rows[0])
    cells = [names, *(list(map(str, each.values())) for each in rows)]
    texts = {
        "log.json": json.dumps(rows),
        "strings.json": json.dumps([{k: str(v) for k, v in each.items()} for each in rows]),
        "log.csv": "\n".join(map(",".join, cells)),
        "windows.csv": "\ufeff" + "\r\n".join(map(";".join, cells)) + "\r\n\r\n",
        "tabs.csv": "\n\n" + "\n".join(map("\t".join, [map(str.upper, names), *cells[1:]])),
        "more.csv": "player,id," + "\n".join(
            [",".join(names), *(f'"Ann, B",f00,{",".join(each)}' for each in cells[1:])]
        ),
    }  # fmt: skip
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text, "utf-8")
        log = dice_log(path)
        assert log == expected, name
        assert "f00" not in repr(vars(log))
    armies = [
        {**each, "attackers": each["attackers"] + 1, "attackers_left": each["attackers_left"] + 1}
        for each in rows
    ]
    assert dice_log(armies, armies=True) == expected
    plain = [{k: v for k, v in each.items() if k not in ("rules", "mode")} for each in rows]
    assert dice_log(plain, rules="risiko") == dice_log(
        [{**each, "rules": "risiko", "mode": "dice"} for each in plain]
    )


OTHER_COLUMNS = "attackers, defenders, attackers_left, defenders_left"
WANTED = (
    f"a log must have the columns {OTHER_COLUMNS}, or attack_dice, defence_dice, attackers_lost, "
    "defenders_lost, or attack, defence"
)
BIAS = "bias must be more than 0 and less than 1/2, not "


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (row(12, 9, 13, 0), "attackers_left must be a whole number, from 0 to 12, not 13"),
        (row(12, 9, "x", 0), "attackers_left must be a whole number, from 0 to 12, not 'x'"),
        (row(0, 9, 0, 9), "attackers must be a whole number, 1 or more, not 0"),
        (row(12, 9, 0, 0),
         "attackers_left and defenders_left must be an end of 12 v 9, not 0 and 0"),
        (row(12, 9, 12, 9, mode="blitz"), "in mode blitz one side must have 0 left, not 12 and 9"),
        (row(12, 9, "5..3", 0),
         "attackers_left must be N or LO..HI with LO at most HI, not '5..3'"),
        (row(12, 9, 1, 0, mode="manual"), "mode must be dice or blitz, not 'manual'"),
        (row(12, 9, 1, 0, rules="riskio"),
         "rules must be a Rules value or a name in riskexact.RULES, not 'riskio'; "
         "did you mean 'risiko'?"),
        (row(12, 9, 12, 0, least_lost=10),
         "least_lost and least_defenders_lost must be at most what was lost, not 10 and 0"),
        (row(1500, 900, 1, 0),
         "attackers and defenders must be at most 2000 together for a log, not 2400"),
        (5, "must have named values, not int"),
        ("", f"a log must have rows; {WANTED}"),
        ("attackers,defenders,attackers_left\n3,2,1",
         f"log.csv, line 2: a log must have the columns {OTHER_COLUMNS}"),
        ("attackers,defenders,attackers_left,defenders_left\n5,3,2,0,9,9",
         "log.csv, line 2: must have 4 cells, not 6: a cell with commas needs quotation marks"),
        ("attackers,defenders,attackers_left,defenders_left,Attackers\n5,3,2,0,9",
         "log.csv: a log must have each column once, not 'attackers' again"),
        ("name,id\nAnn,f00",
         f"log.csv, line 2: {WANTED}"),
        ("attack_dice,defence_dice,attackers_lost,defenders_lost\n4,2,0,2",
         "log.csv, line 2: attack_dice must be a whole number, from 1 to 3, not 4"),
        ("[1", f"log.csv must be valid JSON, as it begins like JSON; {WANTED}"),
        ('[{"mode": 3, "mode": 2}]', "log.csv: a key must be there once, not 'mode' again"),
        ('{"attackers": 3}', f"log.csv must be a list of rows, not dict; {WANTED}"),
        ("attackers,defenders,attackers_left,defenders_left,mode\n3,2,1,0,\n",
         "a log must have rows that can be tested, not none: in all the size, rules or mode is "
         "unknown"),
    ],
)  # fmt: skip
def test_bad_rows_and_files(tmp_path: Path, log: Any, message: str) -> None:
    """A row is the second of a log; a text is that of a file."""
    path = tmp_path / "log.csv"
    if isinstance(log, str):
        path.write_text(log, "utf-8")
    with pytest.raises(RiskError) as caught:
        dice_log(path if isinstance(log, str) else [row(3, 2, 3, 0), log])
    before = "" if isinstance(log, str) else "log, row 2: "
    assert str(caught.value).replace(str(path), "log.csv") == before + message


def test_bad_arguments() -> None:
    rows = [row(3, 2, 3, 0)]
    refused: list[tuple[Any, tuple[Any, ...], str]] = [
        *((dice_log, (w,), "log must be a list of rows, not ") for w in (5, rows[0], b"rows")),
        *((dice_log, (rows, w), "armies must be True or False, not ") for w in (None, "no", 1)),
        *((dice_log(rows).power, (w,), BIAS) for w in ("0%", "1/2", "60%")),
    ]
    for call, arguments, message in refused:
        with pytest.raises(RiskError, match=f"^{message}"):
            call(*arguments)
    # a row without the other columns says nothing but who attacked
    assert dice_log([*rows, {"attackers": 3}]).left_out == {"size": 1}


# ---- power


def power_by_definition(
    counts: Mapping[FightKind, int], score: Score, p: Fraction, bias: Fraction
) -> Fraction:
    """The power of a log of equal kinds, where the chance p of one of two ends is biased."""
    ((kind, n),) = counts.items()
    each = [score(kind, losses) for losses in chances(kind)]
    low, high = min(each), max(each)
    factor = (Fraction(1, 2) + bias) / (Fraction(1, 2) - bias)
    powers = []
    for f in (factor, 1 / factor):
        q = f * p / (f * p + 1 - p)
        binomial, power_of = (1 - q) ** n, Fraction(0)
        for k in range(n + 1):
            value = k * high + (n - k) * low
            shows = p_value(counts, score, value, value)[1] <= Fraction(1, 20)
            power_of += binomial if shows else 0
            binomial = binomial * (n - k) * q / ((k + 1) * (1 - q))
        powers.append(power_of)
    return min(powers)


@tries(5)
@given(st.integers(1, 60), st.integers(1, 6), st.integers(1, 6), st.integers(1, 49))
def test_power_by_its_definition(n: int, a: int, d: int, percent: int) -> None:
    counts, bias = {FightKind(a, d): n}, Fraction(percent, 100)
    exact = power_by_definition(counts, win, Battle(a, d).win_probability, bias)
    assert 0 <= exact - power(counts, bias) <= Fraction(1, 10**9)


def test_power_of_rounds_multiplies_the_odds_of_each_unit() -> None:
    counts, bias = {FightKind(1, 1, mode="round"): 100}, Fraction(1, 10)
    exact = power_by_definition(counts, net_losses, round_distribution(1, 1)[0, 1], bias)
    assert 0 <= exact - power(counts, bias) <= Fraction(1, 10**9)


def test_needed_is_enough_and_about_the_least() -> None:
    log = dice_log([row(5, 5, 1, 0), row(3, 1, 0, 1), row(2, 4, 0, 2)])
    for bias in ("5%", "10%"):
        n = log.needed(bias)
        assert n is not None
        repeated = [entry.kind for entry in log.entries] * n

        def power_of(m: int, kinds: list[FightKind] = repeated, bias: str = bias) -> Fraction:
            return power({k: kinds[:m].count(k) for k in set(kinds)}, Fraction(bias[:-1]) / 100)

        assert power_of(n) >= ENOUGH > power_of(n * 9 // 10)


@given(st.fractions(min_value=0, max_value=10**9), st.integers(1, 6))
def test_rounded_has_its_digits(value: Fraction, digits: int) -> None:
    down, up = rounded(value, floor, digits), rounded(value, ceil, digits)
    assert down <= value <= up
    assert not value or (up - down) * 10 ** (digits - 1) <= value
