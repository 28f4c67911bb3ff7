"""Coq: its compiled files, which are kept, and whether it accepts a certificate.

A file of the theory is compiled once, and kept in `riskexact/coq` of the user's cache, which is
`XDG_CACHE_HOME` or `~/.cache`.  It is kept under a hash of the compiler's version, its text and the
compiled files that it requires, so a change compiles it and what rests on it anew.  A hash of the
rest begins it: one that was changed or cut off is compiled anew, and a line on standard error says
so.  Every use gets copies of its own.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from re import MULTILINE, findall, search
from tempfile import TemporaryDirectory

import riskexact
from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.certificates.certificates import FILES
from riskexact.cli.output import complain, describe, printable

MAX_REFUSAL_LENGTH = 500

HOW_TO_GET = (
    "known to work: Coq 8.16, Coq 8.20, Rocq 9.2; on Debian or Ubuntu: apt-get install coq "
    "libcoq-stdlib"
)


def compiler() -> list[str]:
    """Return the command that compiles, `coqc`, or `rocq c` where there is no `coqc`.

    Raises `RiskError` where neither is installed.
    """
    for name, *more in (["coqc"], ["rocq", "c"]):
        if found := shutil.which(name):
            return [found, *more]
    raise RiskError(
        f"coqc or rocq must be installed to check, and neither is ({HOW_TO_GET}); without --check "
        "certify writes the certificate"
    )


def version() -> str:
    """Return the version of the compiler, and its place.

    `riskexact certify --check` prints it: whoever puts another program in its place may notice.
    """
    numbers = findall(r"version (\S+)", _version().decode(errors="replace"))
    return f"{numbers[0] if numbers else 'unknown'} ({printable(compiler()[0])})"


def _version() -> bytes:
    return subprocess.run([compiler()[0], "--version"], capture_output=True).stdout


def theory() -> Path:
    """Return the directory of the theory: of the package, or in a clone that of the proofs."""
    package = Path(riskexact.__file__).parent
    packaged = package / "theory"
    return packaged if packaged.is_dir() else package.parent / "proofs" / "coq"


def refusal(text: str, files: Sequence[str] = FILES, fresh: bool = False) -> str | None:
    """Return why Coq refuses a certificate, in one line, or None if it accepts it.

    `files` are those of the theory that it needs, compiled anew if `fresh`.  Raises `RiskError`
    where Coq is missing, or its theory cannot be compiled.
    """
    texts = {name: (theory() / f"{name}.v").read_text(encoding="utf-8") for name in files}
    with compiled(texts, fresh=fresh) as directory:
        describe("Coq reads the certificate")
        done = _coqc("certificate", text, directory)
    if done.returncode:
        return _reason(done)
    said = " ".join(done.stdout.split())
    return None if said == "Closed under the global context" else said[:MAX_REFUSAL_LENGTH]


@contextmanager
def compiled(texts: Mapping[str, str], *, fresh: bool = False, keep: bool = True) -> Iterator[Path]:
    """Have a directory with these files of a theory compiled, for as long as it is needed.

    Kept files are taken as they are, unless it is to be `fresh`; new ones are kept for later if
    `keep`.  Who keeps some excludes others, who then find them.  Raises `RiskError` with Coq's
    message about the first file that it refuses.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "riskexact" / "coq"
    with TemporaryDirectory() as name:
        directory = Path(name)
        try:
            home.mkdir(parents=True, exist_ok=True)
            with (home / "lock").open("w") as lock:
                if keep:
                    with suppress(ImportError):  # on Windows each compiles for itself
                        import fcntl

                        fcntl.flock(lock, fcntl.LOCK_EX)
                new = [each for each in texts if fresh or not any(home.glob(f"{each}-*.vo"))]
                if new:  # each takes about a second
                    how_long = f"once, about {len(new)} s on two cores"
                    complain(f"riskexact: Coq compiles its theory, {how_long}")
                _compile_all(texts, directory, _Kept(home, fresh, keep))
        except OSError as error:
            raise RiskError(
                f"the cache {short_repr(str(home))} must be writable, or XDG_CACHE_HOME "
                f"name another: {error.strerror}"
            ) from None
        yield directory


def read(name: str, text: str, directory: Path) -> str:
    """Have Coq compile a file beside the compiled ones, and return what it says.

    Raises `RiskError` if it refuses.
    """
    done = _coqc(name, text, directory)
    if done.returncode:
        raise RiskError(
            f"Coq refuses {name}.v, in version {version()} ({HOW_TO_GET}): {_reason(done)}"
        )
    return done.stdout


def required(text: str) -> list[str]:
    r"""Return the files of the theory that a file requires.

    >>> required("From Coq Require Import Lia.\nFrom Risk Require Import\n  Sums Dice.")
    ['Sums', 'Dice']
    >>> required("From Risk Require Export Sums.\nFrom Risk Require Dice\n  Rules.")
    ['Sums', 'Dice', 'Rules']
    """
    found = findall(r"^From Risk Require(?: Import| Export)?\s([\w\s]+)\.$", text, MULTILINE)
    return " ".join(found).split()


class _Kept:
    """The kept files of a compiler."""

    def __init__(self, home: Path, fresh: bool, keep: bool) -> None:
        self.home, self.fresh, self.keep = home, fresh, keep
        self.version = _version()

    def compile(self, name: str, text: str, directory: Path) -> None:
        """Put the compiled file there, beside those that it requires."""
        target = directory / f"{name}.vo"
        files = [directory / f"{each}.vo" for each in required(text)]
        beside = [file.read_bytes() for file in files if file.exists()]
        hashes = [sha256(part).digest() for part in (self.version, text.encode(), *beside)]
        kept = self.home / f"{name}-{sha256(b''.join(hashes)).hexdigest()[:32]}.vo"
        found = None if self.fresh else self._read(kept)
        if found is not None:
            target.write_bytes(found)
            return
        describe(f"Coq compiles its theory, once: {name}")
        read(name, text, directory)
        if self.keep:
            data = target.read_bytes()
            with TemporaryDirectory(dir=self.home) as part:
                whole = Path(part) / kept.name
                whole.write_bytes(sha256(data).digest() + data)
                whole.replace(kept)

    def _read(self, kept: Path) -> bytes | None:
        """Return a kept file, if there is one and it is as it was written."""
        try:
            data = kept.read_bytes()
        except FileNotFoundError:
            return None
        if sha256(data[32:]).digest() == data[:32]:
            return data[32:]
        complain(f"riskexact: {kept} was changed, and is compiled anew")
        return None


def _compile_all(texts: Mapping[str, str], directory: Path, kept: _Kept) -> None:
    """Compile the files there on all cores, each after those of them that it requires."""
    order = TopologicalSorter(
        {name: set(required(text)) & texts.keys() for name, text in texts.items()}
    )
    order.prepare()
    running: dict[Future[None], str] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            while order.is_active():
                for name in order.get_ready():
                    running[pool.submit(kept.compile, name, texts[name], directory)] = name
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    done.result()
                    order.done(running.pop(done))
        finally:
            pool.shutdown(cancel_futures=True)


def _coqc(name: str, text: str, directory: Path) -> "subprocess.CompletedProcess[str]":
    """Have Coq compile a file there."""
    (directory / f"{name}.v").write_text(text, encoding="utf-8")
    command = [*compiler(), "-q", "-Q", ".", "Risk", f"{name}.v"]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True)


def _reason(done: "subprocess.CompletedProcess[str]") -> str:
    """Return why Coq refuses a file, in one line, without the warnings before."""
    error = search(r"(File .*\n)?Error:.*", done.stderr)
    said = done.stderr[error.start() :] if error else done.stderr
    return " ".join(said.split())[:MAX_REFUSAL_LENGTH]
