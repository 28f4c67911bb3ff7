"""The jobs of a publication: each makes a few files, and none waits for another.

A job says beforehand which files it makes, and is a small value that can be sent to any worker.
Jobs are of kinds, one for each family of files; those of a closing kind come after all others,
because they put together what those made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from riskexact.publication.data_files import csv_text
from riskexact.publication.data_sets import DATA_SETS
from riskexact.publication.plan import SIDE, Edition, Plan, Tile
from riskexact.publication.values import Values

Earlier = Callable[[str], bytes]
"""What returns a file of a job that came before."""


@dataclass(frozen=True)
class Job:
    """One piece of work: files of one kind, for one tile, one edition or the whole plan."""

    kind: str
    plan: Plan
    edition: Edition | None = None
    tile: Tile | None = None

    @property
    def name(self) -> str:
        """What the job is called, in messages and in the record of finished jobs.

        >>> from riskexact.rules import STANDARD
        >>> Job("win", Plan.usual([STANDARD]), Edition(STANDARD, 40)).name
        'standard/win'
        """
        parts = [self.edition and self.edition.name, self.kind, self.tile and self.tile.name]
        return "/".join(part for part in parts if part)

    @property
    def files(self) -> Mapping[str, str | None]:
        """The paths of all its files, each with the extra that it needs, or None."""
        return KINDS[self.kind].files(self)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files that the plan's extras make."""
        return tuple(
            path
            for path, extra in self.files.items()
            if extra is None or extra in self.plan.extras
        )

    @property
    def method(self) -> str:
        """How its files are made: the road of its values, or that it draws or puts together."""
        return KINDS[self.kind].method

    @property
    def seconds(self) -> float:
        """About how long it takes, on one core of an ordinary machine."""
        return KINDS[self.kind].seconds(self)

    def make(
        self, values: Values, earlier: Earlier, paths: Sequence[str]
    ) -> dict[str, bytes]:
        """Return the bytes of the files called `paths`."""
        made = KINDS[self.kind].make(self, values, earlier, paths)
        assert set(made) == set(paths), f"{self.name} made {sorted(made)}, not {sorted(paths)}"
        return made


class Kind(NamedTuple):
    """A family of files: which jobs make them, and how.

    - `jobs(plan)` yields its jobs, and `files(job)` gives the paths of each with the extra needed;
    - `make(job, values, earlier, paths)` returns the bytes of these paths; only a closing kind may
      ask for files that came `earlier`;
    - `method`: a road of `values.ROADS`, or another word where no values are computed;
    - `seconds(job)` estimates how long it takes.
    """

    jobs: Callable[[Plan], Iterator[Job]]
    files: Callable[[Job], Mapping[str, str | None]]
    make: Callable[[Job, Values, Earlier, Sequence[str]], dict[str, bytes]]
    method: str
    seconds: Callable[[Job], float]
    closing: bool = False


def jobs_of(plan: Plan) -> tuple[list[Job], list[Job]]:
    """Return the jobs of a plan, and those that come after all of them.

    >>> from riskexact.rules import STANDARD
    >>> first, closing = jobs_of(Plan.usual([STANDARD], 4))
    >>> [job.name for job in first][:1]
    ['standard/win']
    """
    first, closing = (
        [job for kind in KINDS.values() if kind.closing is late for job in kind.jobs(plan)]
        for late in (False, True)
    )
    return first, closing


def _tiled(plan: Plan) -> Iterator[Job]:
    for edition in plan:
        tiles = edition.tiles()
        for tile in tiles:
            yield Job("win", plan, edition, tile if len(tiles) > 1 else None)


def _win_files(job: Job) -> Mapping[str, str | None]:
    return {f"{job.name}.csv": None}


def _win(job: Job, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
    assert job.edition is not None
    tile = job.tile or job.edition.tiles()[0]
    return {
        path: "".join(csv_text(DATA_SETS["win"], job.edition, tile, values)).encode()
        for path in paths
    }


def _win_seconds(job: Job) -> float:
    assert job.edition is not None
    return (min(job.edition.most, SIDE) ** 2) * 2e-5


KINDS: dict[str, Kind] = {
    "win": Kind(_tiled, _win_files, _win, "recursion", _win_seconds),
}
"""The kinds of jobs, in the order in which their files are listed."""
