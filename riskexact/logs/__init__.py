"""Are the dice of a log fair?  Exact tests over many battles, or rounds, together.

`dice_log` reads the log.  `scores` and `throw_tests` say what is tested, and `power` what could
have been noticed.

The tests take the sizes of the battles, and the numbers of dice, as given.  Where several are read,
the smallest p-value is no surprise; the *corrected* ones are (S. Holm, "A simple sequentially
rejective multiple test procedure", 1979): under fair dice any of them is x or less with a chance
of at most x.  No test knows why a log was kept: one that was chosen because it looked unlucky
proves nothing.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Any

from riskexact.base.arguments import ExactChance, short_repr
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.base.text import decimal_text, pluralize
from riskexact.logs.kinds import FightKind, chances
from riskexact.logs.power import needed, power
from riskexact.logs.rows import MAX_LOG_BYTES, LogEntry, counts_of, given_rows, numbered_rows, read
from riskexact.logs.scores import LogTest as LogTest
from riskexact.logs.scores import (
    Score,
    expected,
    indicator,
    net_losses,
    observed,
    p_value,
    rounded,
    surprise,
    win,
)
from riskexact.logs.throw_tests import (
    Repetition,
    face_tests,
    longest_repetition,
    neighbours,
    repetition_bound,
)
from riskexact.logs.throws import Throw
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import label, rule_set
from riskexact.rules.files import text_of_file

BIASES = tuple(Fraction(x, 100) for x in (2, 5, 10))
"""The biases whose power is told."""


class DiceLog(Frozen):
    """A log of battles or rounds, and the tests of its dice; `dice_log` makes it.

    - `entries`: what is tested, in the order of the log;
    - `left_out`: the number of rows that are not tested, by what is unknown of them: "mode",
      "rules", "size" or "dice"; or "no battle" of snapshots;
    - `throws`: what the dice showed, one for each entry, or none if the log does not say it;
    - `skipped`: what is wrong with the rows that were skipped, and where.

    >>> row = {"attackers": 3, "defenders": 2, "attackers_left": 0, "defenders_left": 2}
    >>> dice_log([row] * 4)
    <DiceLog of 4 battles: smallest corrected p-value 0.01357>
    """

    entries: tuple[LogEntry, ...]
    left_out: Mapping[str, int]
    throws: tuple[Throw, ...]
    skipped: tuple[str, ...]

    def __init__(
        self,
        entries: Iterable[LogEntry],
        left_out: Mapping[str, int],
        throws: Iterable[Throw] = (),
        skipped: Iterable[str] = (),
    ) -> None:
        self._set(entries=tuple(entries), left_out=FrozenMapping(left_out))
        self._set(throws=tuple(throws), skipped=tuple(skipped))

    def _key(self) -> tuple[object, ...]:
        return self.entries, frozenset(self.left_out.items()), self.throws, self.skipped

    def __repr__(self) -> str:
        """Return the size, and the smallest corrected p-value."""
        what = pluralize(self.rounds or self.battles, "round" if self.rounds else "battle")
        least = decimal_text(min(test.corrected for test in self.tests), 4)
        return f"<DiceLog of {what}: smallest corrected p-value {least}>"

    @property
    def battles(self) -> int:
        """The number of battles that are tested."""
        return sum(entry.kind.mode != "round" for entry in self.entries)

    @property
    def rounds(self) -> int:
        """The number of rounds that are tested."""
        return sum(entry.times for entry in self.entries if entry.kind.mode == "round")

    @property
    def in_part(self) -> int:
        """The number of battles or rounds whose losses are not known for certain."""
        return sum(entry.times for entry in self.entries if len(entry.losses) > 1)

    @cached_property
    def impossible(self) -> int:
        """The number of battles that ended as the mode of the game that is given never ends them.

        One of them makes the p-value of each test 0.
        """
        return sum(
            not any(chances(kind)[losses][1] for losses in able) for kind, able, _ in self.entries
        )

    @cached_property
    def counts(self) -> Mapping[FightKind, int]:
        """How often each kind of battle or round occurs."""
        return FrozenMapping(counts_of(self.entries))

    @cached_property
    def faces(self) -> tuple[LogTest, ...]:
        """The test of each face of each side, and of every other number that is in the log."""
        return tuple(face_tests(self.throws))

    @cached_property
    def repetition(self) -> Repetition:
        """The longest run of throws that stands twice in the log, without overlap."""
        return longest_repetition(self.throws)

    @cached_property
    def tests(self) -> tuple[LogTest, ...]:
        """The tests, those of the whole log first.

        - "wins": the number of battles won (`scores.win`);
        - "losses": defenders lost less attackers lost (`scores.net_losses`);
        - "surprise": the likelihood of the log (`scores.surprise`);
        - of rounds, instead of wins, one for each pair of numbers of dice, such as "rounds 3 v 2":
          the smallest p-value of the number of times that each loss occurred, times the number of
          different losses (C. E. Bonferroni's bound);
        - of throws also the smallest p-value of the faces of each side, times their number, and
          "repetition" and "neighbours", as `throw_tests` has them.

        >>> tally = {"attack_dice": 3, "defence_dice": 2, "attackers_lost": 0, "defenders_lost": 2}
        >>> test = dice_log([{**tally, "count": 10}]).tests[2]
        >>> test.name, test.losses, test.most, decimal_text(test.p_value, 4)
        ('rounds 3 v 2', (0, 2), 10, '0.0003017')
        """
        scores: dict[str, Score] = {} if self.rounds else {"wins": win}
        scores |= {"losses": net_losses, "surprise": surprise}
        found = [self._tested(name, self.entries, score) for name, score in scores.items()]
        pairs: dict[str, list[LogEntry]] = {}
        for entry in self.entries if self.rounds else ():
            a, d, rules = entry.kind[:3]
            name = f"rounds {a} v {d}" + (f", {label(rules)}" if rules != STANDARD else "")
            pairs.setdefault(name, []).append(entry)
        for name, some in pairs.items():
            every = sorted({losses for entry in some for losses in chances(entry.kind)})
            each = [self._tested(name, some, indicator(x))._replace(losses=x) for x in every]
            found.append(_oddest(each))
        return corrected([*found, *self._throw_tests()])

    def _tested(self, name: str, entries: Sequence[LogEntry], score: Score) -> LogTest:
        counts, (least, most) = counts_of(entries), observed(entries, score)
        low, high = (Fraction(0),) * 2 if self.impossible else p_value(counts, score, least, most)
        mean = rounded(expected(counts, score), round)
        return LogTest(name, least, most, mean, low, high, high)

    def _throw_tests(self) -> Iterator[LogTest]:
        for name in dict.fromkeys(each.name for each in self.faces):
            yield _oddest([each for each in self.faces if each.name == name])
        if self.throws:
            length = self.repetition.length
            bound = rounded(repetition_bound(self.throws, length), ceil)
            yield LogTest("repetition", length, length, None, Fraction(0), bound, bound)
            statistic, mean, (p, q) = neighbours(self.entries)
            yield LogTest("neighbours", statistic, statistic, rounded(mean, round), p, q, q)

    def power(self, bias: ExactChance) -> Fraction:
        """Return the chance that a complete log of these battles, or rounds, shows a bias.

        - `bias`: more than 0 and less than 1/2, as `logs.power` defines it: with 2 percent the
          attacker wins 52 percent, or 48, of the battles that should be even.

        >>> row = {"attackers": 5, "defenders": 5, "attackers_left": 2, "defenders_left": 0}
        >>> round(float(dice_log([row] * 1000).power("5%")), 3)
        0.878
        """
        return power(self.counts, _bias(bias))

    def needed(self, bias: ExactChance) -> int | None:
        """Return how many battles, or rounds, like these show a bias with a chance of 90 percent.

        Those of the log, over and over in their order: about the least number, in two digits, or
        None if a million are not enough.

        >>> row = {"attackers": 5, "defenders": 5, "attackers_left": 2, "defenders_left": 0}
        >>> dice_log([row]).needed("5%")
        1100
        """
        return needed(self.entries, _bias(bias))


def dice_log(
    log: "str | os.PathLike[str] | Iterable[Mapping[str, Any]]",
    armies: bool = False,
    rules: Rules | str = STANDARD,
    skip_bad: bool = False,
) -> DiceLog:
    """Return the log in a file, or in rows, ready for the tests of its dice.

    - `log`: the name of a file, or its rows as mappings, with the columns that `logs.rows` lists;
    - `armies`: whether the attackers, and those left, count the unit that stays behind;
    - `rules`: those of a log without a column `rules`;
    - `skip_bad`: leave out rows that cannot be, and keep what is wrong with them.

    A battle with units left on both sides was broken off: it counts as anything that it could have
    become.  Names, and all else in the file, are not kept.  Raises `RiskError`.

    >>> log = dice_log([
    ...     {"attackers": 12, "defenders": 9, "attackers_left": 0, "defenders_left": 4},
    ...     {"attackers": 5, "defenders": 3, "attackers_left": "2..5", "defenders_left": 0},
    ... ])
    >>> [(test.name, test.least, test.most) for test in log.tests][:2]
    [('wins', 1, 1), ('losses', -7, -4)]
    """
    if isinstance(log, str | os.PathLike):
        name = os.fspath(log)
        text = text_of_file(name, "the log", MAX_LOG_BYTES)
        return log_of_text(text, name, armies, rules, skip_bad)
    return DiceLog(*read(given_rows(log, "log", armies), armies, rule_set(rules), skip_bad))


def log_of_text(
    text: str,
    where: str = "log",
    armies: bool = False,
    rules: Rules | str = STANDARD,
    skip_bad: bool = False,
) -> DiceLog:
    r"""Return the log in a text, which messages call `where`; otherwise as `dice_log`.

    >>> log_of_text("6 4 2 - 5 3\n6,5 v 2").rounds
    2
    """
    rows = numbered_rows(text, where, armies)
    return DiceLog(*read(rows, armies, rule_set(rules), skip_bad))


def corrected(tests: list[LogTest]) -> tuple[LogTest, ...]:
    """Return the tests with their p-values corrected by Holm's method."""
    p_values = sorted(test.p_value for test in tests)
    each = (min(Fraction(1), (len(tests) - n) * p) for n, p in enumerate(p_values))
    reached = dict(zip(p_values, accumulate(each, max), strict=True))
    return tuple(test._replace(corrected=reached[test.p_value]) for test in tests)


def _oddest(tests: Sequence[LogTest]) -> LogTest:
    """Return the test that deviates most, with its p-value times their number."""
    least = min(tests, key=lambda test: test.p_value)
    low = min(test.p_value_at_least for test in tests)
    p, q = (min(Fraction(1), len(tests) * each) for each in (low, least.p_value))
    return least._replace(p_value_at_least=p, p_value=q, corrected=q)


def _bias(bias: ExactChance) -> Fraction:
    found = checked_chance(bias, "bias")
    if not 0 < found < Fraction(1, 2):
        raise RiskError(f"bias must be more than 0 and less than 1/2, not {short_repr(bias)}")
    return found
