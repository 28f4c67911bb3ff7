"""The plan of a publication: editions, names, jobs, pictures."""

import pickle
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from riskexact.base.errors import RiskError
from riskexact.publication import plan as module
from riskexact.publication.directory import PATH
from riskexact.publication.jobs import jobs_of, pictures_of
from riskexact.publication.plan import Edition, Plan
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import any_rules


@given(any_rules)
def test_names_are_those_of_directories(rules: Rules) -> None:
    edition = Edition(rules, 3)
    assert PATH.fullmatch(edition.name)
    assert "/" not in edition.name
    assert Edition(edition.rules, 3) == edition
    assert (edition.name in RULES) == (rules in RULES.values())


def test_a_name_of_the_catalogue_is_for_its_rules_alone() -> None:
    assert Edition(Rules(faces=7, name="standard"), 3).name.startswith("3-v-2-dice-7-faces")
    assert Edition(Rules(name="House rules!"), 3).name == "standard"
    assert Edition(Rules(faces=7, name="House rules!"), 3).name == "house-rules"
    assert [edition.name for edition in Plan.usual()] == list(RULES)
    assert Plan.usual().command == "riskexact publish DIRECTORY"


SIZE = "max must be a whole number, from 1 to 1000"
VALUES = "editions must be a list of Edition values, not"
TWO, THREE = Edition(STANDARD, 2), Edition(STANDARD, 3)
NO_SIZES: list[Any] = [0, 1001, True, 2.0, "2", None]
NO_EDITIONS: list[Any] = [1, TWO, [3], np.array(3), {TWO}, {TWO: 1}]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        *((partial(Edition, STANDARD, each), SIZE) for each in NO_SIZES),
        (lambda: Edition(Rules(20, 2), 1), "fewer dice, or fewer faces, to be published: .* 3656"),
        (lambda: Edition(Rules(3, 3, faces=18), 1), "would take 1311264 steps, and at most 10000"),
        (partial(Edition, "chess", 1), "rules must be a Rules value"),
        (lambda: Plan((TWO, THREE)), "standard twice"),
        (lambda: Plan(()), "editions must be 1 to"),
        *((partial(Plan, each, ()), VALUES) for each in NO_EDITIONS),
        (lambda: Plan(repeat(TWO), ()), "editions must be 1 to 200 of a publication, not 201"),
    ],
)
def test_what_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        make()
    assert Edition(Rules(3, 3, faces=17), 1)


@pytest.mark.parametrize(("steps", "is_refused"), [(1428, False), (1427, True)])
def test_as_many_steps_as_are_said_are_taken(
    steps: int, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_EDITION_THROWS", steps)
    with pytest.raises(RiskError) if is_refused else nullcontext():
        Edition(STANDARD, 1)


def test_jobs_are_values_and_their_files_are_known_beforehand() -> None:
    plan = Plan((Edition(STANDARD, 60), Edition(RULES["risiko"], 3)))
    jobs = jobs_of(plan)

    assert [job.needs_others for job in jobs] == sorted(job.needs_others for job in jobs)
    again = pickle.loads(pickle.dumps(jobs))
    assert [job[:3] for job in again] == [job[:3] for job in jobs]
    paths = [path for job in jobs for path in job.paths]
    assert len(set(paths)) == len(paths)
    assert {"standard/win.csv", "standard/outcomes/042-060.csv"} < set(paths)
    assert all(PATH.fullmatch(path) for path in paths)
    assert all(job.method and job.about for job in jobs)


def test_a_publication_of_too_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riskexact.publication.jobs.MAX_FILES", 40)
    with pytest.raises(RiskError, match="a publication may have 40 files, not 52"):
        jobs_of(Plan((Edition(STANDARD, 2),)))


def test_without_the_app_there_is_no_page_of_it_and_all_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan([Edition(STANDARD, 2)], site="https://example.org/")
    paths = {path for job in jobs_of(plan) for path in job.paths}
    monkeypatch.setitem(sys.modules, "riskexact.app", None)
    without = {path for job in jobs_of(plan) for path in job.paths}
    assert without < paths
    assert {"index.html", "service-worker.js", "calculator/index.html"} <= paths - without
    assert {"tables.html", "standard/index.html", "standard/win.csv", "404.html"} <= without


# --- pictures

EVERYWHERE = ["outcome-graph", "chain"]


@pytest.mark.parametrize("name", ["risiko", "2210-two-commanders"])
def test_every_picture_of_a_small_edition_can_be_drawn(name: str) -> None:
    for draw in pictures_of(Edition(RULES[name], 2)).values():
        for dark in (False, True):
            assert draw(dark=dark).dark is dark


def test_those_of_the_sources_are_there_where_the_edition_is_large_enough() -> None:
    battles = {"outcomes-12-15", "outcomes-33-38"}
    assert battles <= set(pictures_of(Edition(STANDARD, 38)))
    assert battles & set(pictures_of(Edition(STANDARD, 37))) == {"outcomes-12-15"}
    assert {"outcomes-5-5", "outcomes-10-8"} <= set(pictures_of(Edition(SINGLE_LOSS, 10)))
    assert list(pictures_of(Edition(RULES["risiko"], 1))) == EVERYWHERE
