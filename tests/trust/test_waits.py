"""The run of hostile sizes: which commands it asks, and what it calls ill."""

from itertools import islice
from random import Random

from tests import patience
from tests.trust.waits import QUESTIONS, SECONDS, drawn, waited


def test_answers_and_refusals_are_well() -> None:
    for words, status in ((["odds", "3", "2"], 0), (["odds", "3", "-2"], 2)):
        found = waited(words, patience.SECONDS)
        assert (found.words, found.status) == (words, status)
        assert found._replace(took=0).well
        assert not found._replace(took=SECONDS + 1).well
        assert not found._replace(took=0, status=-9).well
    assert not found._replace(took=0, complained="Traceback\n" * 9).well


def test_every_command_is_asked_in_turn() -> None:
    asked = [words[0] for words in islice(drawn(Random(0)), len(QUESTIONS))]
    assert asked == [question.split()[0] for question in QUESTIONS]
