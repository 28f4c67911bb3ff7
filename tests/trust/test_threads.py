"""The same answers from many threads at once, and in processes that were forked or spawned.

And whatever the caller has set that is global: nothing of it changes an answer, and no answer
changes any of it.
"""

import decimal
import os
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import flint
import numpy
import pytest

import riskexact as rx
import tests
from riskexact.engine.balls import working_precision
from tests import patience
from tests.trust.questions import QUESTIONS, answer

THREADS = 4


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """What one thread is told."""
    return {name: answer(name) for name in QUESTIONS}


@pytest.fixture
def busy() -> Iterator[None]:
    """Threads that give way to each other all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("busy")
def test_many_threads_are_told_the_same(answers: dict[str, str]) -> None:
    together = Barrier(THREADS)

    def ask(seed: int) -> dict[str, str]:
        names = list(QUESTIONS)
        random.Random(seed).shuffle(names)
        together.wait()
        return {name: answer(name) for name in names}

    before = flint.ctx.prec
    with ThreadPoolExecutor(THREADS) as pool:
        for told in pool.map(ask, range(THREADS)):
            assert told == answers
    assert flint.ctx.prec == before


FIRST = """
import sys
from threading import Barrier, Thread
sys.setswitchinterval(1e-6)
import riskexact as rx
together, told = Barrier(8), []
def ask():
    together.wait()
    told.append((
        id(rx.RULES), rx.win_probability(150, 149), rx.win_decimal(10**9, 10**9, 30),
        rx.attackers_needed(9, "90%"),
        rx.Campaign(5, (2, 2)).win_probability, rx.win_table(range(9), range(1, 9))[5, 5],
    ))
threads = [Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(told) == 8 and len(set(told)) == 1, told
"""


def test_the_first_question_may_come_from_many_threads() -> None:
    """Nothing has been imported or read then."""
    done = subprocess.run([sys.executable, "-c", FIRST], text=True, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.usefixtures("busy")
def test_one_battle_answers_many_threads() -> None:
    """What a battle has worked out is one value, whoever asked first."""
    battle, together = rx.Battle(40, 41), Barrier(THREADS)

    def ask(_: int) -> int:
        together.wait()
        return id(battle.outcomes)

    with ThreadPoolExecutor(THREADS) as pool:
        assert len(set(pool.map(ask, range(THREADS)))) == 1


# --- what is global, and belongs to the caller


@contextmanager
def having(get: Callable[[], Any], put: Callable[[Any], object], value: Any) -> Iterator[None]:
    """Set what is global, see that it stays so, and put back what was there."""
    before = get()
    put(value)
    try:
        yield
        assert get() == value
    finally:
        put(before)


def of_flint(**values: object) -> AbstractContextManager[None]:
    """Have these attributes of its context."""

    def put(wanted: dict[str, object]) -> None:
        for name, value in wanted.items():
            setattr(flint.ctx, name, value)

    return having(lambda: {name: getattr(flint.ctx, name) for name in values}, put, values)


@contextmanager
def decimals() -> Iterator[None]:
    """Two digits, tiny exponents, another way of rounding, and an error for everything."""
    hostile = decimal.Context(
        prec=2, rounding=decimal.ROUND_UP, Emin=-1, Emax=1, clamp=1,
        traps=[decimal.Inexact, decimal.Rounded, decimal.FloatOperation, decimal.Subnormal],
    )  # fmt: skip
    with decimal.localcontext(hostile) as context:
        before = repr(context)
        yield
        assert repr(decimal.getcontext()) == before


@contextmanager
def numpy_errors() -> Iterator[None]:
    with numpy.errstate(all="raise"), numpy.printoptions(precision=1):
        yield
        assert set(numpy.geterr().values()) == {"raise"}


@contextmanager
def random_numbers() -> Iterator[None]:
    before = random.getstate()
    state = repr(numpy.random.get_state())
    yield
    assert random.getstate() == before
    assert repr(numpy.random.get_state()) == state


@contextmanager
def surroundings() -> Iterator[None]:
    """Environment, directory and warnings."""
    before = dict(os.environ), Path.cwd(), list(warnings.filters), sys.getswitchinterval()
    yield
    assert before == (dict(os.environ), Path.cwd(), list(warnings.filters), sys.getswitchinterval())


SETTINGS: dict[str, Callable[[], list[AbstractContextManager[None]]]] = {
    "small numbers": lambda: [
        of_flint(prec=2),
        decimals(),
        numpy_errors(),
        having(sys.get_int_max_str_digits, sys.set_int_max_str_digits, 640),
    ],
    "9999 bits, and a shallow stack": lambda: [
        of_flint(prec=9999, pretty=False, unicode=True, cap=1),
        having(sys.getrecursionlimit, sys.setrecursionlimit, 400),
        random_numbers(),
        surroundings(),
    ],
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_settings_of_the_caller_change_nothing_and_are_left_alone(
    setting: str, answers: dict[str, str]
) -> None:
    with ExitStack() as stack:
        for each in SETTINGS[setting]():
            stack.enter_context(each)
        told = {name: answer(name) for name in QUESTIONS}
    assert told == answers


SHOWN_BOUNDS = re.compile(r"Certain\([0-9.e-]+ to [0-9.e-]+\)")


@pytest.mark.usefixtures("busy")
def test_a_stranger_who_keeps_setting_the_precision_makes_no_answer_wrong() -> None:
    """An answer may fail then, but only in words; a `Certain` shows bounds instead of digits."""
    questions = [name for name in QUESTIONS if "digits" in name or "Blitz" in name]
    expected = {name: answer(name) for name in questions}
    stop, before = Event(), flint.ctx.prec

    def meddle() -> None:
        chosen = random.Random(1)
        while not stop.is_set():
            flint.ctx.prec = chosen.choice([2, 5, 53, 64, 200, 5000])

    stranger = Thread(target=meddle)
    stranger.start()
    answered = 0
    try:
        for name in questions * 3:
            with suppress(rx.RiskError):
                told = answer(name)
                assert told == expected[name] or SHOWN_BOUNDS.search(told)
                answered += 1
    finally:
        stop.set()
        stranger.join()
        flint.ctx.prec = before
    assert answered


def test_what_an_answer_is_made_of_is_the_callers_own() -> None:
    """A list that was handed in, or one that was handed out, may be changed afterwards."""
    garrisons = [3, 3, 3]
    campaign = rx.Campaign(11, garrisons)
    before = campaign.win_probability
    garrisons[:] = [0]
    assert campaign.win_probability == before
    given = {1: Fraction(1, 2), 2: Fraction(1, 2)}
    distribution = rx.Distribution(given)
    given[3] = Fraction(1)
    assert distribution.mean == Fraction(3, 2)
    table = rx.win_table(range(1, 4), range(1, 4))
    table.to_rows().clear()
    table.to_numpy()[:] = 7
    assert table[1, 1] == Fraction(5, 12)
    assert table.to_numpy()[0, 0] < 1


# --- processes


OTHER = """
import multiprocessing, sys
from tests.trust.questions import COMMANDS, QUESTIONS, answer
names = [*QUESTIONS, *COMMANDS]
told = [answer(name) for name in names]
with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
    assert pool.map(answer, names) == told
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_are_told_the_same(method: str) -> None:
    """Asked by a process of its own, which has no threads of other tests and their libraries."""
    command = [sys.executable, "-c", OTHER, method]
    root = Path(tests.__file__).parents[1]
    done = subprocess.run(command, cwd=root, text=True, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_fork_in_the_middle_of_an_answer_leaves_the_child_free_to_ask() -> None:
    """Nothing that another thread held is held in the child, and the precision is the caller's."""
    began, stop = Event(), Event()
    before = flint.ctx.prec

    class Slow(rx.Battle):
        def _chosen(self, question: Any = "expected values") -> Any:
            if question == "outcomes":
                began.set()
                stop.wait()
            return super()._chosen(question)

    def hold() -> None:
        with working_precision(9999):
            assert Slow(9, 9).outcomes

    assert rx.win_decimal(10**6, 10**6, 5) == "1 - 3.4515e-2060"
    flint.ctx.prec = before + 1  # since the last answer
    holder = Thread(target=hold)
    holder.start()
    assert began.wait(patience.SECONDS), "the battle is not asked for its outcomes"
    try:
        child = os.fork()
        if child == 0:
            right = flint.ctx.prec == before + 1
            right &= rx.win_decimal(10**6, 10**6, 5) == "1 - 3.4515e-2060"
            right &= rx.Battle(1, 1).outcomes[1, 0] == Fraction(5, 12)
            os._exit(0 if right else 1)
        ended: list[int] = []

        def has_ended() -> bool:
            done, status = os.waitpid(child, os.WNOHANG)
            ended.extend([status] * bool(done))
            return bool(done)

        if not patience.comes_true(has_ended):
            os.kill(child, 9)
            pytest.fail("the child waits for what nobody will release")
    finally:
        stop.set()
        holder.join()
        last, flint.ctx.prec = flint.ctx.prec, before
    assert os.waitstatus_to_exitcode(*ended) == 0
    assert last == before + 1
