"""The cache of compiled theories, with a compiler that is none."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.certificates import coq
from riskexact.certificates.certificates import FILES, FILES_FOR_ROWS
from tests.commands import Capture

COQC = """#!/bin/sh
[ "$1" = --version ] && cat "$FAKE/version" && exit
[ "$1" = c ] && shift
file=${5%.v}
echo "Warning: this is deprecated" >&2
grep -q "^wrong" "$5" && { printf 'File "./%s", line 1:\\nError: too\\nold' "$5" >&2; exit 1; }
sleep 0.05
echo "$file" >>"$FAKE/log"
for each in A B; do grep -qw "Risk Require.* $each" "$5" && set -- "$@" "$each.vo"; done
shift 4
cat "$FAKE/version" "$@" >"$file.vo"
"""
"""A compiler whose output has all that it rests on; it tells what it compiles."""

TEXTS = {
    "B": "From Risk Require Import A.",
    "C": "From Risk Require Import A B.",
    "A": "(* first *)",
    "D": "(* alone *)",
}


class Compiler:
    """The fake compiler, and its cache."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.cache = directory / "riskexact" / "coq"
        self.log = directory / "log"

    def compiled(
        self, texts: Mapping[str, str] = TEXTS, *, fresh: bool = False, keep: bool = True
    ) -> str:
        """What it compiles, in order of names."""
        self.log.write_text("", encoding="utf-8")
        with coq.compiled(texts, fresh=fresh, keep=keep) as there:
            assert {path.stem for path in there.glob("*.vo")} == set(texts)
            for name, text in texts.items():
                assert text in (there / f"{name}.vo").read_text(encoding="utf-8")
        return "".join(sorted(self.log.read_text(encoding="utf-8").split()))

    def kept(self) -> list[Path]:
        return sorted(self.cache.glob("*.vo"))


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    (tmp_path / "coqc").write_text(COQC, encoding="utf-8")
    (tmp_path / "coqc").chmod(0o755)
    (tmp_path / "version").write_text("8.16", encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("FAKE", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return Compiler(tmp_path)


def test_the_place_of_the_compiler_is_told(compiler: Compiler) -> None:
    assert coq.version() == f"unknown ({compiler.directory}/coqc)"
    (compiler.directory / "version").write_text("The Coq, version 8.17\n", encoding="utf-8")
    assert coq.version() == f"8.17 ({compiler.directory}/coqc)"


def test_where_there_is_no_coqc_rocq_is_it(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    (compiler.directory / "coqc").rename(compiler.directory / "rocq")
    for program in ("sh", "cat", "grep", "sleep"):
        (compiler.directory / program).symlink_to(str(shutil.which(program)))
    monkeypatch.setenv("PATH", str(compiler.directory))
    assert coq.version() == f"unknown ({compiler.directory}/rocq)"
    assert compiler.compiled() == "ABCD"


def test_a_file_is_compiled_once(compiler: Compiler) -> None:
    assert compiler.compiled() == "ABCD"
    assert compiler.compiled() == ""
    assert compiler.compiled({name: TEXTS[name] for name in "BA"}) == ""
    assert compiler.compiled(fresh=True) == "ABCD"
    assert len(compiler.kept()) == 4


def test_a_first_compilation_says_how_long_it_takes(compiler: Compiler, capsys: Capture) -> None:
    """Whoever waits for it, through a pipe too."""
    said = "riskexact: Coq compiles its theory, once, about {} s on two cores\n"
    for texts, seconds in (({"A": TEXTS["A"]}, 1), (TEXTS, 3), (TEXTS, 0)):
        compiler.compiled(texts)
        assert capsys.readouterr().err == said.format(seconds) * bool(seconds)
    compiler.compiled(fresh=True)
    assert capsys.readouterr().err == said.format(4)


def test_a_check_takes_what_is_kept_unless_it_is_to_be_fresh(compiler: Compiler) -> None:
    for fresh, compiled in ((False, {*FILES_FOR_ROWS}), (False, set()), (True, {*FILES_FOR_ROWS})):
        compiler.log.write_text("", encoding="utf-8")
        assert coq.refusal("", FILES_FOR_ROWS, fresh) == ""
        assert {*compiler.log.read_text(encoding="utf-8").split()} == compiled | {"certificate"}


def test_a_change_compiles_what_rests_on_it(compiler: Compiler) -> None:
    assert compiler.compiled() == "ABCD"
    for name, anew in (("A", "ABC"), ("B", "BC"), ("D", "D")):
        texts = TEXTS | {name: f"{TEXTS[name]}\n(* more *)"}
        for keep in (False, True):
            assert compiler.compiled(texts, keep=keep) == anew
        assert compiler.compiled(texts) == compiler.compiled() == ""
    (compiler.directory / "version").write_text("8.17", encoding="utf-8")
    assert compiler.compiled() == "ABCD"


def test_a_kept_file_that_was_changed_is_compiled_anew(compiler: Compiler, capsys: Capture) -> None:
    assert compiler.compiled() == "ABCD"
    capsys.readouterr()
    for file in compiler.kept()[:3]:
        for changed in (file.read_bytes()[:-1], file.read_bytes() + b"1", b""):
            file.write_bytes(changed)
            assert compiler.compiled() == file.name[0]
            said = f"riskexact: {file} was changed, and is compiled anew\n"
            assert capsys.readouterr().err == said
    assert compiler.compiled() == ""


def test_a_theory_that_coq_refuses_leaves_nothing_of_it(compiler: Compiler) -> None:
    message = (
        r"^Coq refuses B\.v, in version unknown \(.*coqc\) \(known to work: Coq 8\.16, .* coq "
        r"libcoq-stdlib\): File \"\./B\.v\", line 1: Error: too old$"
    )
    with pytest.raises(RiskError, match=message):
        compiler.compiled(TEXTS | {"B": f"{TEXTS['B']}\nwrong."})
    assert {file.name[0] for file in compiler.kept()} == {"A", "D"}
    assert {path.suffix for path in compiler.cache.iterdir()} == {".vo", ""}
    assert compiler.compiled() == "BC"


PROGRAM = [
    sys.executable,
    "-c",
    f"from riskexact.certificates import coq\nwith coq.compiled({TEXTS}): pass",
]


def test_processes_at_once_compile_once(compiler: Compiler) -> None:
    running = [subprocess.Popen(PROGRAM) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert sorted(compiler.log.read_text(encoding="utf-8").split()) == list("ABCD")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_was_interrupted_can_be_used(compiler: Compiler, number: int) -> None:
    with subprocess.Popen(PROGRAM, stderr=subprocess.DEVNULL) as running:
        while not compiler.log.exists():
            time.sleep(0.01)
        running.send_signal(number)
    finished = {file.name[0] for file in compiler.kept()}
    assert set(compiler.compiled()) >= set("ABCD") - finished
    assert len(compiler.kept()) == 4


def test_a_cache_that_cannot_be_written_is_one_line(compiler: Compiler) -> None:
    (compiler.directory / "riskexact").write_text("", encoding="utf-8")
    with pytest.raises(RiskError, match="must be writable"):
        compiler.compiled()


def test_the_theory_is_in_the_package_or_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {path.stem for path in coq.theory().glob("*.v")} >= set(FILES)
    (tmp_path / "theory").mkdir()
    monkeypatch.setattr("riskexact.__file__", str(tmp_path / "__init__.py"))
    assert coq.theory() == tmp_path / "theory"
