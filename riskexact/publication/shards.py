"""Shards: the jobs of a publication in equal shares, for whoever has a scheduler of their own."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.publication.jobs import Job

MOST = 1_000_000


@dataclass(frozen=True)
class Shard:
    """One of so many shares of the work, counted from 1; `RiskError` where there is none such."""

    number: int
    of: int

    def __post_init__(self) -> None:
        """Check both."""
        object.__setattr__(self, "of", whole(self.of, "shards", 1, MOST))
        object.__setattr__(self, "number", whole(self.number, "shard", 1, self.of))

    @classmethod
    def read(cls, text: str) -> "Shard":
        """Return the shard that was written as I/N.

        >>> Shard.read("2/8")
        Shard(number=2, of=8)
        """
        found = isinstance(text, str) and re.fullmatch(r"(\d{1,7})/(\d{1,7})", text, re.ASCII)
        if not found:
            raise RiskError(f"shard must be I/N, as in 2/8, not {shown(text)}")
        return cls(*map(int, found.groups()))

    @property
    def name(self) -> str:
        """What its record is called.

        >>> Shard(2, 8).name
        '2-of-8'
        """
        return f"{self.number}-of-{self.of}"

    def jobs(self, jobs: Iterable[Job]) -> list[Job]:
        """Return its share of the jobs: dealt out like cards, those that take longest first."""
        return longest_first(jobs)[self.number - 1 :: self.of]


def longest_first(jobs: Iterable[Job]) -> list[Job]:
    """Return the jobs in an order that leaves no worker with a long one at the end."""
    return sorted(jobs, key=lambda job: (-job.seconds, job.name))
