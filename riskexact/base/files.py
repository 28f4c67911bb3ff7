"""Files that are written whole or not at all."""

import os

from riskexact.base.arguments import short_repr
from riskexact.base.errors import UnwritableError


def write_whole(name: str, content: str | bytes) -> None:
    """Write a file whole or not at all: to a new file beside it, which then replaces it.

    A link is followed; a device, a pipe or an open descriptor (/dev/stdout) is written to directly.
    Text is written as UTF-8, its line ends unchanged.
    """
    import errno
    from pathlib import Path

    if name in ("", "-"):
        raise UnwritableError(f"the name of a file must not be empty or '-', as is {name!r}")
    try:
        data = content.encode() if isinstance(content, str) else content
        descriptor = open_descriptor(name)
        if descriptor is not None:
            with os.fdopen(os.dup(descriptor), "wb") as file:
                file.write(data)
            return
        target = Path(name).resolve()
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                file.write(data)
            return
        mode = target.stat().st_mode & 0o777 if target.exists() else None
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
        try:
            with beside.open("xb") as file:
                if mode is not None:
                    os.fchmod(file.fileno(), mode)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UnwritableError(f"{short_repr(name)} cannot be written: {reason}") from None


def open_descriptor(name: str) -> int | None:
    """Return the number of the open descriptor that a name such as /dev/stdout stands for."""
    from pathlib import Path

    path = Path(name)
    for _ in range(40):
        if path.parent.resolve() == Path("/proc/self/fd").resolve() and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return None
