"""Making the files of a job, and finding out whether jobs agree."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, NoReturn

from riskexact.base.errors import RiskError
from riskexact.publication.directory import Finished, Staging, read_inside, write_into
from riskexact.publication.jobs import Job
from riskexact.publication.overlaps import Marking, Marks, disagreements
from riskexact.publication.values import ROADS, ByRecursion

MOST_BYTES = 1 << 40
"""Of a file that was made before."""


class Made(NamedTuple):
    """The bytes of a job's files, and the marks of its tile."""

    files: Mapping[str, bytes]
    marks: Marks


def made_from_nothing(job: Job) -> Made:
    """Make a job that needs no earlier file, wherever this process is."""
    return _made(job, _no_earlier)


@dataclass(frozen=True)
class Making:
    """What a worker of this machine does with a job: make its files and write them."""

    files: Path
    parts: Path

    def __call__(self, job: Job) -> Finished:
        """Make and write."""
        return self.write(_made(job, self._earlier))

    def write(self, made: Made) -> Finished:
        """Write what was made, here or elsewhere."""
        return Finished(write_into(self.files, self.parts, made.files), made.marks)

    def _earlier(self, path: str) -> bytes:
        return read_inside(self.files, path, MOST_BYTES)


def check_overlaps(jobs: Iterable[Job], finished: Mapping[str, Finished], staging: Staging) -> None:
    """Raise `RiskError` where two tiles disagree about a battle, and let both be made again."""
    data_sets: dict[str, list[tuple[str, Marks]]] = {}
    for job in jobs:
        if job.tile and job.edition:
            tiles = data_sets.setdefault(f"{job.edition.name}/{job.kind}", [])
            tiles.append((job.name, finished[job.name].marks))
    for data_set, tiles in data_sets.items():
        for battle, inside, beyond in disagreements(tiles):
            staging.forget((inside, beyond))
            raise RiskError(
                f"{data_set} must be the same by both roads, and is not at {battle}: see the "
                f"recursion in {inside} and the closed form at the edge of {beyond}; the same "
                f"command makes both again"
            )


def _made(job: Job, earlier: Callable[[str], bytes]) -> Made:
    marking = Marking()
    tiled = job.tile is not None and job.road == "recursion"
    values = ByRecursion(marking) if tiled else ROADS[job.road or "recursion"]()
    return Made(job.make(values, earlier, job.paths), marking.marks)


def _no_earlier(path: str) -> NoReturn:
    raise AssertionError(f"{path} was not made before")
