"""What is called with hostile input, and what must hold afterwards."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from typing import Any

import numpy as np
from hypothesis import strategies as st

import riskexact as rx
from riskexact.base import arguments
from riskexact.base.arguments import number
from riskexact.cli import COMMANDS, main
from riskexact.cli.parser import numbers
from riskexact.publication.plan import Edition
from riskexact.rules import catalogue
from riskexact.rules.files import read_rules

MAX_MESSAGE = 600


def refused_in_one_line(call: Callable[..., object], *values: object, **named: object) -> bool:
    """Call something; return whether it refused, which must be by a `RiskError` of one line."""
    try:
        answer = call(*values, **named)
        if not isinstance(answer, int | Fraction):  # Python refuses to print long ones
            repr(answer)
    except rx.RiskError as error:
        message = str(error)
        assert message, "an error must say something"
        assert "\n" not in message, message
        assert len(message) < MAX_MESSAGE, message
        return True
    return False


# --- text


def a_chance(text: str) -> None:
    """The text of a chance is refused, or a Fraction from 0 to 1."""
    if not refused_in_one_line(arguments.chance, text):
        value = arguments.chance(text)
        assert type(value) is Fraction
        assert 0 <= value <= 1


def a_number(text: str) -> None:
    """The text of a count is refused, or an int."""
    if not refused_in_one_line(number, text, "number"):
        assert type(number(text, "number")) is int


def a_range(text: str) -> None:
    """The text of a range is refused, or a range that is not empty."""
    if not refused_in_one_line(numbers, text, "attackers"):
        found = numbers(text, "attackers")
        assert found.start < found.stop


def a_rule_file(text: str) -> None:
    """A rule file is refused, or gives rules that can be counted, or are refused for their size."""
    if not refused_in_one_line(read_rules, text, "house.toml"):
        rules = read_rules(text, "house.toml").rules
        assert hash(rules) == hash(read_rules(text, "house.toml").rules)
        refused_in_one_line(catalogue.label, rules)


_TOO_LONG = ["--no-such-option"]

MORE_WORDS = {
    "simulate": ["--battles", "20"],
    "verify": ["--max", "2"],
    "dice": _TOO_LONG,
    "formula": _TOO_LONG,
    "plot": _TOO_LONG,
    "publish": _TOO_LONG,
    "vectors": ["--timeout", "0"],
}
"""What makes commands quick that take long: less to do, or something to refuse.

`dice` would read standard input.
"""


def harmless(words: Sequence[str]) -> bool:
    """Whether a command line is one that is quick, and writes and reads nothing elsewhere."""
    return all(
        len(word) < 5000
        and not word.startswith("--check")  # which runs a program
        and not re.search(r"(?<![0-9])[0-9]{3,12}(?![0-9])", word)
        and (re.fullmatch(r"[0-9]*/[0-9]*", word) or not re.search(r"/|\.\.$|^\.", word))
        for word in words
    )


def a_command(words: Sequence[str]) -> None:
    """A command answers, or is refused in one line with nothing printed."""
    words = [*words, *MORE_WORDS.get(words[0], [])] if words else []
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
    printed, complained = out.getvalue(), err.getvalue()
    assert status in (0, 1, 2), (words, status)
    if status == 2:
        assert printed == "", (words, printed)
        assert complained.startswith("riskexact"), (words, complained)
        assert complained.count("\n") == 1, (words, complained)
        assert complained.endswith("\n"), (words, complained)
        assert len(complained) < MAX_MESSAGE, (words, complained)
        assert all(c.isprintable() for c in complained[:-1]), (words, complained)
    else:
        assert complained == "", (words, complained)


TEXTS: Mapping[str, Callable[[str], None]] = {
    "chance": a_chance,
    "number": a_number,
    "range": a_range,
    "rule-file": a_rule_file,
}


# --- values

whole = st.integers(-3, 9) | st.sampled_from(
    [
        10**9,
        -(10**9),
        10**30,
        10**700,
        10**5000,
        -(10**5000),
        np.int64(3),
        np.uint8(2),
        np.int64(-1),
    ]
)
unlikely = st.sampled_from(
    [
        None, True, False, 0.5, 2.0, -0.0, float("nan"), float("inf"), 1j, "", "3", "90%", "1/0",
        "nan", "1e9", "\x00", "\ud800", "x\n" * 99, b"3", [], [1], [[1]], (), (1, "2"), {}, {1: 2},
        {"a"}, range(3), range(0), range(10**30), slice(3), object(), object, int, len, rx,
        iter([1]), np.float64(0.5), np.bool_(True), np.array(3), np.array([1, 2]), np.array([]),
        Ellipsis, Decimal("0.5"), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"),
        Decimal("1E+999999"),
        Decimal("1E-999999"), Fraction(1, 3), Fraction(-1, 3), Fraction(10**5000, 7),
        bytearray(b"1"),
        rx.STANDARD, rx.SINGLE_LOSS, rx.Hand(2), "standard", "risiko", "defender", "recursion",
        NotImplemented, RuntimeError("x"),
    ]
)  # fmt: skip
lists = st.lists(whole | unlikely, max_size=4)
anything = whole | unlikely | st.text(max_size=20) | lists | lists.map(tuple)
chances = st.sampled_from(["9/10", "50%", "0.5", 1, 0, Fraction(1, 2), Decimal("0.3")])


def _usual(mostly: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return mostly | mostly | anything


count = _usual(st.integers(0, 9))
chance = _usual(chances)
rules = _usual(st.just(rx.STANDARD) | st.sampled_from(list(rx.RULES.values())))
garrisons = _usual(st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple))
methods = _usual(st.sampled_from(["auto", "recursion", "closed-form"]))
digits = _usual(st.integers(1, 20))


def _spread(*values: Any) -> object:
    """Where units stand; the digits of its chance take many seconds for numbers of 700 digits."""
    return rx.best_garrisons(*values).garrisons


def _battle(*values: Any) -> object:
    """Every question about a battle."""
    battle = rx.Battle(*values)
    for name in (
        "win_probability", "lose_probability", "stop_probability", "outcomes", "attackers_left",
        "defenders_left", "mean_rounds", "rounds", "costs", "costs_of_a_win", "exchange_ratio",
    ):  # fmt: skip
        refused_in_one_line(getattr, battle, name)
    return battle


def _luck(a: Any, d: Any, x: Any, y: Any) -> object:
    return rx.Battle(a, d).luck(x, y)


def _campaign(*values: Any) -> object:
    campaign = rx.Campaign(*values)
    for name in ("win_probability", "outcomes", "conquered"):
        refused_in_one_line(getattr, campaign, name)
    return campaign


def _quantile(mapping: Any, p: Any) -> object:
    distribution = rx.Distribution(mapping)
    for name in ("mean", "variance", "mode"):
        refused_in_one_line(getattr, distribution, name)
    assert sum(distribution.values()) == 1
    return distribution.quantile(p)


def _table(a: Any, d: Any, rules: Any, method: Any) -> object:
    return rx.win_table(a, d, rules, method).to_rows()


def _blitz_battle(a: Any, d: Any, rules: Any, digits: Any) -> object:
    battle = rx.Battle(a, d, rules, blitz=True)
    refused_in_one_line(getattr, battle, "outcomes")
    return rx.decimal_text(battle.win_probability, digits)


def _blitz_campaign(a: Any, garrisons: Any, rules: Any, stay: Any, retreat_at: Any) -> object:
    return rx.Campaign(a, garrisons, rules, stay, retreat_at, blitz=True).conquered


def _blitz_switch(a: Any, d: Any, rules: Any) -> object:
    return float(rx.Strategy(a, d, rules=rules, blitz=True).value)


def _blitz_table(a: Any, d: Any, rules: Any) -> object:
    return rx.win_table(a, d, rules, blitz=True).to_rows()


def _of_few_digits(call: Callable[..., object]) -> Callable[..., object]:
    """Ask only for sizes of less than 700 digits: certain digits of larger ones take minutes."""

    def asked(*values: Any) -> object:
        return None if any(type(n) is int and n >= 10**700 for n in values) else call(*values)

    return asked


def _simulate(battle: Any, battles: Any, seed: Any) -> object:
    return rx.simulate(battle, battles, seed)


def _verify_publication(directory: Any, workers: Any) -> object:
    try:
        return rx.verify_publication(directory, workers=workers)
    except OSError as error:  # of which the command line makes one line
        return error.strerror


def _publish(editions: Any, workers: Any) -> object:
    if editions is None:  # all of the catalogue
        return None
    return rx.publish("odds", editions, workers=workers)


ranges = _usual(st.sampled_from([range(1, 4), range(3, 9, 2), [1, 2], (3,)]))
mappings = _usual(
    st.dictionaries(
        st.integers(0, 3) | st.text(max_size=3) | st.tuples(st.integers(0, 2), st.integers(0, 2)),
        st.sampled_from([Fraction(1, 2), Fraction(1), 1, 0, Fraction(1, 4), -1, 0.5]),
        max_size=4,
    )
)


_TABLE, _BATTLE = rx.win_table([1, 2], [1, 3]), rx.Battle(3, 2, "risiko", stop_below="1/3")
damaged = st.builds(
    lambda text, begin, put, end: text[:begin] + put + text[end:],
    st.sampled_from(
        [each for value in (_TABLE, _BATTLE) for each in (value.to_csv(), value.to_json())]
    ),
    st.integers(0, 400),
    st.sampled_from(
        [
            "",
            '"',
            ",",
            "1/2",
            "-1",
            "null",
            "[",
            "]",
            "{}",
            "\n",
            "9" * 5000,
            "1e400",
            "\x00",
            "NaN",
        ]
    ),
    st.integers(0, 600),
) | _usual(st.just("{}"))
"""What was written to a file, with something else in place of a part."""

VALUES: Mapping[str, tuple[Callable[..., object], tuple[st.SearchStrategy[Any], ...]]] = {
    "loss_counts": (rx.loss_counts, (count, count, rules)),
    "round_counts": (rx.round_counts, (count, count, rules)),
    "resolve": (rx.resolve, (_usual(st.lists(st.integers(0, 7), max_size=4)),) * 2 + (rules,)),
    "break_even_ratio": (rx.break_even_ratio, (rules,)),
    "win_probability": (rx.win_probability, (count, count, rules, methods)),
    "win_decimal": (_of_few_digits(rx.win_decimal), (count, count, digits, rules, methods)),
    "Battle": (_battle, (count, count, rules, count, methods, count, count, chance)),
    "luck": (_luck, (count, count, count, count)),
    "Campaign": (_campaign, (count, garrisons, rules, count)),
    "campaign_attackers_needed": (rx.campaign_attackers_needed, (garrisons, chance, rules)),
    "best_order": (rx.best_order, (count, garrisons)),
    "best_garrisons": (_spread, (count, count, _usual(st.integers(1, 3)))),
    "attackers_needed": (rx.attackers_needed, (count, chance, rules)),
    "defenders_takeable": (rx.defenders_takeable, (count, chance, rules)),
    "garrison_needed": (rx.garrison_needed, (count, chance, rules)),
    "decimal_text": (rx.decimal_text, (anything, digits)),
    "fraction_text": (rx.fraction_text, (anything,)),
    "percent_text": (rx.percent_text, (anything, digits)),
    "Distribution": (_quantile, (mappings, chance)),
    "Rules": (
        rx.Rules,
        (count, count, count, count, _usual(st.just("nobody")), anything),
    ),
    "Hand": (rx.Hand, (count, garrisons, count, count, count, anything)),
    "simulate": (_simulate, (_usual(st.just(rx.Battle(3, 3))), _usual(st.integers(1, 9)), count)),
    "Strategy": (rx.Strategy, (count, count, chance, chance, chance, rules, anything)),
    "battle in Balanced Blitz": (_of_few_digits(_blitz_battle), (count, count, rules, digits)),
    "campaign in Balanced Blitz": (
        _of_few_digits(_blitz_campaign),
        (count, garrisons, rules, count, count),
    ),
    "switch to Balanced Blitz": (_of_few_digits(_blitz_switch), (count, count, rules)),
    "table in Balanced Blitz": (_blitz_table, (ranges, ranges, rules)),
    "BlitzVersion": (rx.BlitzVersion, (anything, chance, chance, chance, chance)),
    "win_table": (_table, (ranges, ranges, rules, methods)),
    "a table of a file": (rx.Table.from_json, (damaged, rules)),
    "a distribution of a file": (rx.Distribution.from_json, (damaged,)),
    "a battle of a file": (rx.Battle.from_json, (damaged,)),
    "Edition": (Edition, (rules, count)),
    "verify_publication": (_verify_publication, (anything, count)),
    "publish": (_publish, (anything, count)),
    "chance": (arguments.chance, (anything,)),
    "whole": (arguments.whole, (anything, st.just("number"))),
    "exact": (arguments.exact, (anything,)),
}  # fmt: skip
"""Every public entry point, and what it is given."""

toml_words = st.sampled_from(
    ["attack_dice", "defence_dice", "faces", "pairs", "ties", "name", "source",
     "dice", "extra", "to_all", "to_highest", "to_lowest", "needs", "clamped", " = ", "=", "[", "]",
     '"2-3x7"', '"1-', "{", "}",
     "[[", "]]", ".", ",", "\n", "3", "6", "0", "-1", "1_0", "0x10", "1e9", "inf",
     "true", "'", '"', '"defender"', '"nobody"', '"""', "#", "\\", "\\u0000", "\x00", "\ufeff",
     "1979-05-27", "9" * 400]
)  # fmt: skip
texts = st.text(max_size=60) | st.lists(toml_words, max_size=25).map("".join)
chance_texts = st.from_regex(
    r"[+-]?[0-9]{0,4}([./][0-9]{0,4})? ?[%e]?[0-9]?", fullmatch=True
) | st.text("0123456789./% +-e_\u0663\x00", max_size=12)

words = (
    st.sampled_from(
        ["--rules", "--json", "-o", "--armies", "--blitz", "--digits", "--method", "--retreat-at",
         "--exact", "--stop-after", "--stop-below", "--stop-at-defenders", "--chance", "--left",
         "--attackers", "--defenders", "--format", "--as", "--garrison", "--leave-behind",
         "--help", "--version",
         "--", "-", "-1", "0", "1", "2", "3", "5", "1..3", "3..1", "..", "1..", "9/10", "90%",
         "1/0", "nan", "standard", "single-loss", "risiko", "chess", "csv", "json", "latex",
         "percent", "recursion", "closed-form", "auto", "x.toml", "9" * 700, "-" + "9" * 700, "1e9",
         "3v2", "vs", "3 vs 2", "3,3,2", "1-3", "2,1:capital", "help", "odds", "--digit",
         "٣", "½", "\x00", "\udcff", "\x1b[31m", "a\nb", "", " ", "=", "--json=1", "--rules=",
         "-o="]
    )
    | st.text(max_size=8)
)  # fmt: skip
command_lines = st.tuples(
    st.sampled_from([*COMMANDS, "", "-h", "atack", "help", "3", "3v2", "-V", "blitz"]),
    st.lists(words, max_size=7),
).map(lambda line: [line[0], *line[1]])
