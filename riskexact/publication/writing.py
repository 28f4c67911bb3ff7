"""A directory appears whole or not at all: it is written beside its name, and renamed at the end.

A run that fails or is interrupted removes what it wrote.  One that is killed leaves a directory
`.odds.…` beside `odds`, to be removed by hand, and `odds` as it was before, or complete.  Between
the renaming of an old publication and of the new one there is none for a moment; if a run is killed
then, the old one is in `.odds.…/old`, and the next run puts it back.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.publication.directory import directory_name, files_in_package, unexpected_files


def target_path(directory: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a directory to write; a link in its place stays one."""
    path = Path(os.path.abspath(directory_name(directory)))  # noqa: PTH100
    if path.name == "":
        raise RiskError(f"directory must be the name of a directory, not {short_repr(directory)}")
    return path


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield an empty directory, which takes the place of another when all is written into it.

    Raises `RiskError` unless that is a new name, an empty directory, or a publication alone.
    """
    restore(target)
    check_replaceable(target)
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as beside:
        new, old = Path(beside, "new"), Path(beside, "old")
        new.mkdir()
        yield new
        check_replaceable(target)
        try:
            if target.exists():
                target.rename(old)
            new.rename(target)
        except BaseException:
            if old.exists() and not target.exists():
                old.rename(target)
            raise


def restore(target: Path) -> None:
    """Put an old publication back, if a run was killed after it had moved it aside."""
    name = re.compile(rf"\.{re.escape(target.name)}\.[a-z0-9_]{{8}}")
    beside = [] if os.path.lexists(target) else [*target.parent.iterdir()]
    for old in (each / "old" for each in beside if name.fullmatch(each.name)):
        if not (old.is_symlink() or old.parent.is_symlink()) and files_in_package(old):
            old.rename(target)
            return


def write_files(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their paths in a directory, down to the disk."""
    for path, content in files.items():
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        with (directory / path).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def check_replaceable(target: Path) -> None:
    """Raise `RiskError` unless there is nothing, an empty directory, or a publication alone."""
    wrong, name = "", short_repr(str(target))
    if target.is_symlink():
        wrong = f"the link {name}"
    elif target.exists() and not target.is_dir():
        wrong = f"the file {name}"
    elif target.exists():
        with suppress(FileNotFoundError):  # a current directory that is gone
            here = Path.cwd()
            if any(target.samefile(each) for each in (here, *here.parents)):
                raise RiskError(
                    f"directory must not be the current directory or one above it, as {name} is: "
                    f"change to its parent first"
                )
        stray = unexpected_files(target, files_in_package(target))
        wrong = f"{name}, which holds {short_repr(stray[0])}" if stray else ""
    if wrong:
        raise RiskError(f"directory must be a new name or an old publication, not {wrong}")
