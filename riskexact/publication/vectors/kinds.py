"""Test vectors: questions with exact answers, by which programs in any language are checked.

Each kind of question is a class, which has the questions, their answers by the public interface,
and the same answers by definition.
"""

from collections.abc import Mapping
from functools import lru_cache

from riskexact.base.frozen import FrozenMapping
from riskexact.publication.vectors.balanced_blitz import AskedBlitz
from riskexact.publication.vectors.battles import (
    AskedLuck,
    AskedNeed,
    AskedOutcome,
    AskedRound,
    AskedStop,
    AskedWin,
)
from riskexact.publication.vectors.campaigns import AskedCampaign, AskedMap
from riskexact.publication.vectors.question import VectorQuestion

VECTOR_KINDS: Mapping[str, type[VectorQuestion]] = FrozenMapping(
    {
        each.kind: each
        for each in (
            *(AskedRound, AskedWin, AskedOutcome, AskedCampaign, AskedStop),
            *(AskedNeed, AskedLuck, AskedBlitz, AskedMap),
        )
    }
)
"""The kinds of questions by name: small battles in full, edges, borders, a few large ones."""


@lru_cache(maxsize=1)
def questions() -> tuple[VectorQuestion, ...]:
    """Return all questions, in the order of their kinds.

    >>> questions()[0].id
    'rounds/standard/1v1/lost-0-1'
    """
    return tuple(
        each.replace(id=f"{name}/{each.id}")
        for name, kind in VECTOR_KINDS.items()
        for each in kind.asked()
    )
