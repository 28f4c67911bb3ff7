"""`riskexact certify`, but for what needs Coq, which is in `tests/trust`."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.certificates import coq
from riskexact.certificates.certificates import (
    FILES,
    FILES_FOR_ROWS,
    OVER_ROUNDS,
    certificate,
    rows,
    text,
)
from riskexact.certificates.turn import of_turn
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Die, Hand
from riskexact.turn.geography import Map
from riskexact.turn.position import Position
from tests.commands import Capture, answer, run


def test_without_coq_the_file_is_written(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run(capsys, "certify", "3v2") == (0, certificate(3, 2), "")
    file = tmp_path / "odds.v"
    status, out, err = run(capsys, "certify", "3", "2", "-o", str(file))
    assert (status, err) == (0, "")
    assert "--check has Coq check it, and the file says how to do so by hand" in out
    assert file.read_text(encoding="utf-8") == certificate(3, 2)


def test_a_check_without_coq_is_one_line(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    status, out, err = run(capsys, "certify", "3", "2", "--check", "-o", str(tmp_path / "odds.v"))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "coqc, which is not installed" in err
    assert not list(tmp_path.iterdir())


def test_what_coq_refuses_is_status_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(coq, "version", lambda: "8.16.1 (coqc)")
    monkeypatch.setattr(coq, "refusal", lambda text, files, fresh: "no")
    refused = "riskexact: Coq refuses the certificate: no\n"
    assert run(capsys, "certify", "3", "2", "--check") == (1, "", refused)
    status, out, _ = run(capsys, "certify", "3", "2", "--check", "--json")
    assert (status, json.loads(out)["checked"]) == (1, False)


PROOF = "Proof. apply (win_certified 432). vm_cast_no_check (eq_refl true). Qed."
PRINTED = 'idtac "Closed under the global context"'

TRICKS = {
    "another digit": ("6610505", "6610506"),
    "a denominator of 0": ("10077696", "0"),
    "a loaded die": ("[(1, numbered 6);", "[(1, [(6%Z, 1%N)]);"),
    "another weight": ("[(1, numbered 6);", "[(1, [(1%Z, 2%N); (6%Z, 1%N)]);"),
    "a die of weight 0": ("(1, numbered 6)", "(1, [(1%Z, 0%N)])"),
    "a negative size": ("numbered 6", "numbered (0 - 6)"),
    "ties to the attacker": ("[1; 2] (1, 0)", "[1; 2] (0, 1)"),
    "a proof that is admitted": (PROOF, f"Proof. {PRINTED}. Admitted."),
    "an axiom": ("Theorem odds", "Axiom no : False.\n\nTheorem odds"),
    "the assumptions of another theorem": ("Assumptions odds", "Assumptions win_certified"),
    "another chance to win": ("Theorem odds", "Definition win_chance := 1.\n\nTheorem odds"),
    "another notation": ("Theorem odds", 'Notation "x = y" := True.\n\nTheorem odds'),
    "an option of Coq": ("Theorem odds", "Unset Guard Checking.\n\nTheorem odds"),
    "other words": ("the chance to win is 65.6 %", "the chance to win is 99.6 %"),
    "another question": ('"defenders": 2', '"defenders": 3'),
    "a second question": ("Question:", 'Question: {"kind": "battle"}\n    Question:'),
    "less": ("Print Assumptions odds.\n", ""),
    "more": ("Print Assumptions odds.\n", "Print Assumptions odds.\n\n"),
}
"""What a received certificate may try, of the audit and beyond: text, and what stands there."""


class Asked:
    """What Coq is asked, and that it accepts everything."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts = list[str]()
        monkeypatch.setattr(coq, "version", lambda: "8.16.1 (/usr/bin/coqc)")
        monkeypatch.setattr(coq, "refusal", lambda text, files, fresh: self.texts.append(text))


@pytest.mark.parametrize("trick", TRICKS)
def test_a_received_certificate_with_a_trick_is_refused(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trick: str
) -> None:
    """By the comparison alone: even if Coq accepted everything."""
    asked, text, file = Asked(monkeypatch), certificate(3, 2), tmp_path / "odds.v"
    true, false = TRICKS[trick]
    assert true in text
    file.write_text(text.replace(true, false, 1), encoding="utf-8")
    status, out, err = run(capsys, "certify", "--verify", str(file))
    assert (status, out, err.count("\n"), asked.texts) == (1 + ("second" in trick), "", 1, [])
    assert "riskexact: " in err


TURN = Position(
    Map([("Old Sea", "Böhmen"), ("Böhmen", "Bahmen"), ("Bahmen", "Old Sea"), ("Bahmen", "Ufer")]),
    {"Old Sea": 5, "Ufer": 2},
    {"Böhmen": 2, "Bahmen": 1},
    {"Bahmen": "capital"},
)

RECEIVED = (
    text(of_turn(Position("classic", {"Siam": 4}, {"Indonesia": 1, "India": 2}), ["indonesia"])),
    text(of_turn(TURN)),
    text(of_turn(TURN, ["Bahmen"], ["Böhmen"], "dice", "most")),
    certificate(3, 2),
    certificate(6, 2, need="90%"),
    certificate(9, 5, "capital", retreat_at=2, stop_at_defenders=1),
    certificate(11, [3, 2], ["standard", "capital"], leave_behind=(1, 2), retreat_at=1),
    certificate(8, [1, 2], need="9/10"),
    certificate(3, 2, Rules(Hand((6, Die((0, 5), (1, 70)))), name='a "house" (*')),
)


@pytest.mark.parametrize("received", RECEIVED)
def test_a_received_certificate_is_written_anew(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, received: str
) -> None:
    asked, file = Asked(monkeypatch), tmp_path / "odds.v"
    assert '\\"' not in received  # where a string of Coq would end
    file.write_text(received, encoding="utf-8")
    status, out, err = run(capsys, "certify", "--verify", str(file))
    assert (status, err, asked.texts) == (0, "", [received])
    assert out.startswith(f"{file}: ")
    assert out.endswith("Coq accepts the proof, version 8.16.1 (/usr/bin/coqc)\n")
    data = answer(capsys, "certify", "--verify", str(file))
    assert (data["checked"], data["certificate"]) == (True, received)


def test_a_turn_on_the_map(capsys: Capture) -> None:
    """In the words of `conquer`, with its chance; the territories are numbered, and listed once."""
    words = (
        "--mine Siam=5 --take Australia --through India --move dice --dice most "
        "Indonesia=2:capital New-Guinea=1 India=1 Western-Australia=1 Eastern-Australia=1"
    )
    asked = words.split()
    data = answer(capsys, "certify", *asked)
    assert data["win"] == answer(capsys, "conquer", *asked)["win"]
    said = data["certificate"]
    assert "standard rules on India, New Guinea, Western Australia and Eastern Australia" in said
    for line in (
        "Definition on_Western_Australia := 2.",
        "(fun t => nth t [rules_1; rules_2; rules_2; rules_2; rules_2] rules_1)",
        "  [on_Indonesia; on_New_Guinea; on_Western_Australia; on_Eastern_Australia]",
        "  (fun most => most) Nat.min.",
        "  [(0, 2); (0, 1); (0, 1); (0, 1); (0, 1); (5, 0)] None.",
        "Theorem odds : is_highest (turn game) start\n  (fraction ",
    ):
        assert line in said


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ('{"kind": "battle"', "a certificate must have a line `Question:"),
        ('{"kind": "fight"}', "kind must be battle"),
        (
            '{"kind": "turn", "map": "classic", "mine": {"Siam": 3}, "enemy": {"India": 1}, '
            '"need": "1"}',
            "not of a turn",
        ),
        ('{"kind": "turn"}', "map must be given"),
        ('{"kind": "turn", "map": "classic", "mine": {}, "enemy": {}, "take": 3}', "must be names"),
        ('{"kind": "turn", "map": "classic", "mine": {}, "enemy": {}, "move": 3}', "move must be"),
        (
            '{"kind": "turn", "map": "classic", "mine": {}, "enemy": {}}',
            "take must be",
        ),
        ('{"kind": "battle", "attackers": 3}', "defenders must be given"),
        (
            '{"kind": "battle", "attackers": 3.5, "defenders": 2}',
            "attackers must be a whole number",
        ),
        (
            '{"kind": "battle", "attackers": 3, "defenders": 2, "blitz": true}',
            "of a battle by hand",
        ),
        ('{"kind": "battle", "attackers": 3, "defenders": 2, "stop_after": 1}', "by units alone"),
        ('{"kind": "campaign", "attackers": 3, "garrisons": [2], "blitz": true}', "by hand"),
        ('{"kind": "battle", "attackers": 3, "defenders": 2, "need": "x"}', "need must be"),
        (
            '{"kind": "battle", "attackers": 3, "defenders": 2, "need": "9/10"}',
            "attackers must be 6",
        ),
    ],
)
def test_a_question_that_has_no_certificate_is_one_line(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str, message: str
) -> None:
    asked, file = Asked(monkeypatch), tmp_path / "odds.v"
    file.write_text(f"(*\n    Question: {question}\n*)\n", encoding="utf-8")
    status, out, err = run(capsys, "certify", "--verify", str(file))
    assert (status, out, err.count("\n"), asked.texts) == (2, "", 1, [])
    assert message in err


def test_stop_lines(capsys: Capture) -> None:
    asked = ("--armies", "--retreat-at", "3", "--stop-at-defenders", "1")
    data = answer(capsys, "certify", "10", "5", *asked)
    assert data["certificate"] == certificate(9, 5, retreat_at=2, stop_at_defenders=1)
    assert (data["retreat_at"], data["stop_at_defenders"]) == (3, 1)


def test_what_is_too_large_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Battle, "win_probability", property(lambda battle: pytest.fail("computed")))
    with pytest.raises(RiskError, match="at most 2000 in all"):
        certificate(1_000_000, 1_000_000)
    with pytest.raises(RiskError, match="at most 200000 throws in all for Coq to count"):
        certificate(9, 9, Rules(9))


COQC = """#!/bin/sh
[ "$1" = --version ] && cat "$FAKE/version" && exit
file=${5%.v}
grep -q "^wrong" "$5" && { printf 'too\\nold' >&2; exit 1; }
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
    assert coq.version() == f"of unknown version ({compiler.directory}/coqc)"
    (compiler.directory / "version").write_text("The Coq, version 8.17\n", encoding="utf-8")
    assert coq.version() == f"8.17 ({compiler.directory}/coqc)"


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
    message = r"^Coq refuses B\.v, which is for version 8\.16: too old$"
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


@pytest.mark.parametrize("n", [97, 98])
def test_large_battles_under_the_standard_rules_are_sums(n: int) -> None:
    """The names and the other rules do not matter; a stop rule does."""
    sums = n == 98
    other_words = Rules(Hand((6, 6, 6)), Hand(2, needs=(1, 2)))
    for said in (certificate(n, n), certificate(n, n, other_words)):
        assert ("apply standard_certified." in said) == sums
        assert ("as sums over the rounds" in said) == sums
        assert ("RealHands" in said) == sums
    for said in (certificate(n, n, "capital"), certificate(n, n, retreat_at=1)):
        assert "apply (win_certified" in said
    said = certificate(campaign_attackers_needed([98], "1/2"), [98], need="1/2")
    assert "apply (least_for_campaign_certified 432)" in said


def test_every_rule_set_of_the_catalogue_has_certificates() -> None:
    for name in RULES:
        assert f"{name} rules" in certificate(5, 4, name) or name == "standard"


def test_certificates_name_the_files_that_they_require() -> None:
    """Each after those that it requires, and none besides."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in coq.theory().glob("*.v")}
    for method in (rows(432), OVER_ROUNDS, of_turn(TURN).method):
        wanted, seen = ["Hands", "Certify", method.files[-1]], set[str]()
        while wanted:
            file = wanted.pop()
            seen.add(file)
            before = method.files[: method.files.index(file)]
            assert set(coq.required(texts[file])) <= set(before), file
            wanted += coq.required(texts[file])
        assert seen == set(method.files)
