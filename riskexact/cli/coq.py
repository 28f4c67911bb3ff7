"""Coq: whether it accepts a certificate, beside the theory that this package brings.

The theory is compiled once, into the user's cache: `XDG_CACHE_HOME`, or `~/.cache`.  Its directory
is named after the compiler and the files, so another version of either has a directory of its own.
It is made elsewhere and moved there, so it is complete, whoever else makes it at the same time.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import riskexact
from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.cli.output import describe
from riskexact.evidence.certificates import FILES

MAX_REFUSAL_LENGTH = 500


def compiler() -> str:
    """Return the compiler, `coqc`; raise `RiskError` where it is not installed."""
    found = shutil.which("coqc")
    if found is None:
        raise RiskError(
            "--check must have coqc, which is not installed (on Debian or Ubuntu: apt-get install "
            "coq); without --check the certificate is written"
        )
    return found


def theory() -> Path:
    """Return the directory of the theory: of the package, or in a clone that of the proofs."""
    package = Path(riskexact.__file__).parent
    packaged = package / "theory"
    return packaged if packaged.is_dir() else package.parent / "proofs" / "coq"


def refusal(text: str, files: Sequence[str] = FILES) -> str | None:
    """Return why Coq refuses a certificate, in one line, or None if it accepts it.

    `files` are those of the theory that it needs.  Raises `RiskError` where Coq is missing, or its
    theory cannot be compiled.
    """
    compiled = compiled_theory(files)
    with TemporaryDirectory() as directory:
        there = Path(directory)
        (there / "certificate.v").write_text(text, encoding="utf-8")
        describe("Coq reads the certificate")
        done = _compile(there / "certificate.v", compiled)
    if done.returncode:
        return " ".join(done.stderr.split())[:MAX_REFUSAL_LENGTH]
    if done.stdout.strip() != "Closed under the global context":
        return " ".join(done.stdout.split())[:MAX_REFUSAL_LENGTH]
    return None


def compiled_theory(files: Sequence[str] = FILES) -> Path:
    """Return the directory with these files, compiled; make it if it is not yet there."""
    source = theory()
    version = subprocess.run([compiler(), "--version"], capture_output=True, check=True).stdout
    texts = [(source / f"{name}.v").read_bytes() for name in files]
    key = sha256(b"\0".join([version, *texts])).hexdigest()[:16]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "riskexact"
    finished = home / f"theory-{key}"
    if finished.is_dir():
        return finished
    try:
        home.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=home) as directory:
            made = Path(directory) / "theory"
            made.mkdir()
            for n, (name, text) in enumerate(zip(files, texts, strict=True), 1):
                describe(f"Coq compiles its theory, once: {n} of {len(files)} files")
                (made / f"{name}.v").write_bytes(text)
                done = _compile(made / f"{name}.v", made)
                if done.returncode:
                    reason = " ".join(done.stderr.split())[:MAX_REFUSAL_LENGTH]
                    raise RiskError(
                        f"coqc must be one that compiles {name}.v (8.16 does): {reason}"
                    )
            _move(made, finished)
    except OSError as error:
        raise RiskError(
            f"the cache {shown(str(home))} must be writable, or XDG_CACHE_HOME name another: "
            f"{error.strerror}"
        ) from None
    return finished


def _compile(file: Path, compiled: Path) -> "subprocess.CompletedProcess[str]":
    """Have Coq compile a file, beside the compiled theory."""
    command = [compiler(), "-q", "-Q", str(compiled), "Risk", file.name]
    return subprocess.run(command, cwd=file.parent, capture_output=True, text=True)


def _move(made: Path, finished: Path) -> None:
    """Move the directory; another process may have been faster, and its directory is as good."""
    try:
        made.rename(finished)
    except OSError:
        if not finished.is_dir():
            raise
