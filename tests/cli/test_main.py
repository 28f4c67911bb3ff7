"""The command line as its users meet it: what it prints, where, and with which exit status."""

import errno
import json
import os
import pty
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riskexact.base.text import fraction_text
from riskexact.battle.battle import Battle, win_decimal, win_probability
from riskexact.battle.needed import attackers_needed
from riskexact.certificates import coq
from riskexact.cli import COMMANDS, parser
from riskexact.engine.decimals import win_texts
from riskexact.odds import closed_form
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES, each_value
from riskexact.rules.dice import loss_counts
from riskexact.rules.sentence import sentence
from tests.commands import Capture, answer, in_json, run
from tests.strategies import fights, tries


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "riskexact", *arguments]
    return subprocess.run(command, text=True, capture_output=True, env=os.environ | environment)


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    words = ["bash", "-o", "pipefail", "-c", command]
    return subprocess.run(words, text=True, capture_output=True, env=os.environ | environment)


shared = settings(
    tries(8), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


@shared
@given(fights, st.sampled_from(list(RULES)), st.integers(1, 30), st.sampled_from([None, 0, 2]))
def test_odds(
    capsys: Capture, sides: tuple[int, int], rules: str, digits: int, retreat_at: int | None
) -> None:
    a, d = sides
    stop = [] if retreat_at is None else ["--retreat-at", str(retreat_at)]
    data = answer(capsys, "odds", str(a), str(d), "--rules", rules, "--digits", str(digits), *stop)
    assert (data["attackers"], data["defenders"], data["rules"]) == (a, d, rules)
    battle = Battle(a, d, RULES[rules], retreat_at or 0, "recursion")
    assert data["win"] == in_json(battle.win_probability, digits)
    assert data["lose"] == in_json(battle.lose_probability, digits)
    assert ("stopped" in data) == (retreat_at is not None)
    assert data.get("stopped", in_json(Fraction(0))) == in_json(battle.stop_probability, digits)
    for name in ("attackers_left", "defenders_left", "rounds"):
        assert data[name]["mean"] == in_json(getattr(battle, name).mean, digits)


def test_the_rule_sets(capsys: Capture) -> None:
    """All, and one with its rounds: what `loss_counts` says, and whether there is a note."""
    listed = answer(capsys, "rules")["rules"]
    assert [each["name"] for each in listed] == list(RULES)
    assert all(each["source"] for each in listed)
    for name in ("standard", "single-loss", "2210-commander"):
        rules, data = RULES[name], answer(capsys, "rules", name)
        assert (data["name"], data["rules"]) == (name, rules.parts)
        assert data == answer(capsys, "rules", "--rules", name)
        rounds = answer(capsys, "round", "--rules", name)
        assert rounds == {"rules": name, "rounds": data["rounds"]}
        assert {
            (each["attack_dice"], each["defence_dice"]): (tuple(each["counts"]), each["total"])
            for each in data["rounds"]
        } == {
            dice: (counts, sum(counts))
            for dice in rules.dice_numbers()
            for counts in [loss_counts(*dice, rules)]
        }
        out = run(capsys, "rules", name)[1]
        assert out.startswith(f"{name}: {data['title']}\nAttacker ")
        assert f"{sentence(rules)[1:]}. source: " in " ".join(out.split())
        assert ("\nnote: " in out) == bool(data["note"])
        assert f"{rules.attack.max_dice} v {rules.defence.max_dice} dice: " in out


@pytest.mark.parametrize("rules", ["standard", "single-loss"])
def test_digits_where_no_fraction_would_fit(capsys: Capture, rules: str) -> None:
    a, d = 10**9, 10**9 + 5
    for asked, digits in (["--digits", "30"], 30), ([], 10):
        win, lose = win_texts(a, d, digits, RULES[rules])
        data = answer(capsys, "odds", str(a), str(d), "--rules", rules, *asked)
        echo = {"attackers": a, "defenders": d, "armies": False, "rules": rules}
        assert data == echo | {"win": in_json(win), "lose": in_json(lose)}


def test_digits_where_only_the_recursion_would_not_fit(capsys: Capture, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('ties = "nobody"', encoding="utf-8")
    rules = Rules(ties="nobody")
    for size, fits in ((30, True), (20000, False)):
        data = answer(capsys, "odds", str(size), str(size), "--rules", str(house))
        assert (data["win"]["fraction"] is not None) == fits
        assert data["win"]["decimal"] == win_decimal(size, size, rules=rules)
    digits = answer(capsys, "odds", "300", "300", "--rules", str(house), "--digits", "5")
    assert digits["win"] == in_json(win_decimal(300, 300, 5, rules))


def on_a_terminal(*arguments: str, **settings_: str) -> str:
    """What a command prints on a terminal whose size is not known."""
    main_end, other_end = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    with subprocess.Popen(
        [sys.executable, "-m", "riskexact", *arguments],
        stdout=other_end,
        env=env | {"TERM": "xterm-256color"} | settings_,
    ) as child:
        os.close(other_end)
        read = b""
        with suppress(OSError):
            while chunk := os.read(main_end, 65536):
                read += chunk
    os.close(main_end)
    assert child.returncode == 0
    return read.decode().replace("\r\n", "\n")


def test_the_words_of_a_formula_are_wrapped_and_its_lines_are_not() -> None:
    done = process("formula", "--price")
    shown = on_a_terminal("formula", "--price", COLUMNS="60", NO_COLOR="1")
    (words, lines), (wrapped, copied) = (text.split("\n\n") for text in (done.stdout, shown))
    assert copied == lines
    assert max(map(len, words.splitlines())) > max(map(len, wrapped.splitlines())) <= 60
    assert wrapped.split() == words.split()


def test_long_fractions_on_a_terminal() -> None:
    """Their ends and lengths, in lines as wide as it; but whole with --exact and into a pipe."""
    asked = "need", "500", "50%"
    whole = fraction_text(win_probability(attackers_needed(500, "50%"), 500))
    for width in (40, 120):
        shown = on_a_terminal(*asked, COLUMNS=str(width), NO_COLOR="1")
        assert whole not in shown
        fraction, _ = (line for line in shown.splitlines() if "  = " in line and "..." in line)
        assert len(fraction) in range(width - 3, width + 1)
        assert shown.endswith("\n--exact prints the fractions whole\n")
    assert whole in on_a_terminal(*asked, "--exact")
    assert whole in process(*asked).stdout


@pytest.mark.tools
@pytest.mark.parametrize(
    ("command", "last"),
    [
        ("table 30 30", "the first {} of 31 columns; -o FILE writes all"),
        ("outcomes 40 30", "--exact prints the fractions whole"),
        (f"dice {Path(__file__).parents[1] / 'logs/battles.csv'}", ""),
    ],
)
def test_text_is_no_wider_than_the_terminal(command: str, last: str) -> None:
    """Sentences have more lines, tables fewer columns, and say so; a pipe has all."""
    piped = process(*command.split()).stdout
    assert max(map(len, piped.splitlines())) > 80
    assert "columns; -o" not in piped
    for width in (80, 100):
        plain = {"COLUMNS": str(width), "NO_COLOR": "1"}
        lines = on_a_terminal(*command.split(), **plain).splitlines()
        assert max(map(len, lines)) <= width
        headed = next(line for line in lines if "  " in line)
        assert last.format(len(headed.split())) in lines[-1]
        title = piped.partition("\n")[0]
        assert " ".join(lines).startswith(title)
        assert headed in piped or "attackers left" in headed


def test_the_headline_on_a_terminal(tmp_path: Path) -> None:
    """A bar fills the line, up to a length, in colour unless it is not wanted."""
    lines = on_a_terminal("odds", "12", "9").splitlines()
    said = "You win about 4 times in 5"
    assert lines == [
        "12 attackers (13 armies on the territory) against 9 defenders, standard rules",
        f"\x1b[1m79.0 %\x1b[0m  {said}  "
        f"\x1b[38;5;25m{'█' * 32}\x1b[0m\x1b[38;5;178m{'▒' * 8}\x1b[0m",
        "75 % takes 12 attackers, 90 % takes 15",
        "left on average: 4.9 attackers and 0.7 defenders; lost: 7.1 and 8.3",
        "win: 0.7898809046",
    ]
    for plain in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        lines = on_a_terminal("odds", "12", "9", COLUMNS="47", **plain).splitlines()
        assert f"79.0 %  {said}  " + "█" * 9 + "▒" * 2 in lines
        lines = on_a_terminal("odds", "12", "9", COLUMNS="45", **plain).splitlines()
        assert f"79.0 %  {said}" in lines
    assert "#" * 32 + "-" * 8 in on_a_terminal(
        "odds", "12", "9", NO_COLOR="1", PYTHONIOENCODING="ascii"
    )
    piped = process("odds", "12", "9").stdout
    assert not {"█", "\x1b"} & set(piped)
    assert f"\n79.0 %  {said}\n75 % takes 12 attackers, 90 % takes 15\n" in piped
    file = tmp_path / "odds.txt"
    assert on_a_terminal("odds", "12", "9", "-o", str(file)) == ""
    assert file.read_text(encoding="utf-8") == piped


def test_verify(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    every = answer(capsys, "verify", "--max", "1", "--rules", "all")
    assert [checked["rules"] for checked in every["checked"]] == [
        rules.name for rules in each_value()
    ]
    data = answer(capsys, "verify", "--max", "7")
    assert (data["max"], data["mismatches"]) == (7, [])
    assert [(c["rules"], c["cells"]) for c in data["checked"]] == [
        ("standard", 49), ("single-loss", 49),
    ]  # fmt: skip
    monkeypatch.setattr(closed_form, "win_probability", lambda a, d, rules: Fraction(1, 3))
    status, out, err = run(capsys, "verify", "--max", "1", "--rules", "standard")
    assert (status, err) == (1, "")
    assert out.splitlines()[1] == (
        "mismatch: standard, 1 attacker against 1 defender: recursion 5/12, first-exit 1/3"
    )
    status, out, _ = run(capsys, "verify", "--max", "2", "--json")
    assert status == 1
    assert json.loads(out)["mismatches"][0] == {
        "rules": "standard", "attackers": 1, "defenders": 1,
        "recursion": "5/12", "formula": "first-exit", "closed_form": "1/3",
    }  # fmt: skip


# ---- bad input: one line on standard error, nothing on standard output, status 2


@pytest.mark.parametrize("text", ["a\nb", "x" * 5000, "9" * 5000, "", " ", "\x1b[31m", "💥", "--"])
@pytest.mark.parametrize(
    "command",
    [
        "odds {} 3",
        "odds 3 2 --rules {}",
        "table --attackers {}",
        "outcomes 3 2 1{}",
        "odds 3 2 --x{}",
    ],
)
def test_hostile_text_stays_one_short_line(capsys: Capture, command: str, text: str) -> None:
    status, out, err = run(capsys, *(word.replace("{}", text) for word in command.split(" ")))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert len(err) < 500
    assert "\x1b" not in err


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"odds {'9' * 601} 3", "attackers must have at most 600 digits, not '999"),
        (f"odds {'0' * 700}x 3", "attackers must be a whole number, 0 or more, not '000"),
        (
            f"strategy 3 2 --territory {'9' * 601}",
            "territory must have numbers of at most 600",
        ),
        ("campaign 9 " + "1 " * 1001, "territories must be at most 1000, not 1001"),
    ],
)
def test_what_is_too_long(capsys: Capture, command: str, message: str) -> None:
    status, out, err = run(capsys, *command.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


# ---- files


def test_a_file_keeps_its_place_and_its_mode(capsys: Capture, tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o664)
    link.symlink_to(real)
    other = tmp_path / "another name of the old file"
    other.hardlink_to(real)
    assert run(capsys, "odds", "3", "2", "-o", str(link))[0] == 0
    assert link.is_symlink()
    assert real.read_text().startswith("3 attackers")
    assert real.stat().st_mode & 0o777 == 0o664
    assert other.read_text() == "old"
    assert run(capsys, "odds", "3", "2", "-o", str(tmp_path / "new.txt"))[0] == 0
    (tmp_path / "other").touch()
    assert (tmp_path / "new.txt").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_descriptors_are_written_to(tmp_path: Path) -> None:
    """Standard output by name, as a pipe and as a file that is appended to; a pipe of the shell."""
    program = f"{sys.executable} -m riskexact odds 3 2 -o"
    assert process("odds", "3", "2", "-o", os.devnull).stdout == ""
    assert not Path(os.devnull).is_file()
    log = tmp_path / "log"
    log.write_text("keep me\n")
    for command in (
        f"{program} /dev/stdout | cat",
        f"{program} /dev/stderr 2>&1 >/dev/null | cat",
        f"{program} >(cat); wait $!",
        f"{program} /dev/stdout >> {log}; tail -n +2 {log}",
    ):
        done = shell(command)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout == process("odds", "3", "2").stdout, command
    assert log.read_text().startswith("keep me\n")


def test_a_file_that_cannot_be_written(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for target, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "missing" / "odds.txt", "No such file or directory"),
        (tmp_path / "file" / "odds.txt", "Not a directory"),
        (tmp_path / ("x" * 300), "File name too long"),
        ("a\0b", "embedded null"),
        ("", "the name of a file must not be empty"),
    ):
        status, out, err = run(capsys, "odds", "3", "2", "-o", str(target))
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert reason in err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_full_disk_leaves_the_old_file(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "odds.txt"
    file.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    status, out, err = run(capsys, "odds", "3", "2", "-o", str(file))
    assert (status, out) == (2, "")
    assert "No space left on device" in err
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["odds.txt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize(
    ("words", "unbuffered"), [(["odds", "3", "2"], ""), (["odds", "3", "2"], "1"), (["--help"], "")]
)
def test_standard_output_that_is_full(words: list[str], unbuffered: str) -> None:
    program = f"{sys.executable} -m riskexact {' '.join(words)} > /dev/full"
    done = shell(program, PYTHONUNBUFFERED=unbuffered)
    message = "riskexact: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)


def test_a_standard_output_of_another_encoding() -> None:
    done = process("formula", "--defenders", "1", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        r"riskexact: standard output cannot take '\u2026', which its encoding ascii does not have: "
        "set PYTHONIOENCODING=utf-8, or write to a file with -o\n",
    )
    command = [sys.executable, "-m", "riskexact", "odds", "3", "2"]
    wide = subprocess.check_output(command, env=os.environ | {"PYTHONIOENCODING": "utf-16"})
    ascii_ = process(*command[3:], PYTHONIOENCODING="ascii").stdout
    assert wide.decode("utf-16") == ascii_ != ""


def test_help_is_in_ascii() -> None:
    """So that it is shown on any terminal."""
    for command in COMMANDS:
        for each in _parsers(parser([command])):
            assert each.format_help().isascii()


def _parsers(top: ArgumentParser) -> Iterator[ArgumentParser]:
    yield top
    for action in top._actions:
        if isinstance(action, _SubParsersAction):
            for below in action.choices.values():
                yield from _parsers(below)


WITHOUT_UNIX = """
import os, sys
sys.modules["fcntl"] = None
for name in ("register_at_fork", "fork", "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK"):
    delattr(os, name)
from riskexact.cli import main
print([main(words.split()) for words in sys.argv[1:]])
"""


def test_a_system_without_what_unix_has() -> None:
    """As far as that can be tried here: all but publications does without."""
    commands = "odds 100000 100000 --digits 5", "odds 3 2 --blitz", "publish odds", "verify ."
    command = [sys.executable, "-c", WITHOUT_UNIX, *commands]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    assert done.stdout.endswith("[0, 0, 2, 2]\n")
    line = "riskexact: publications need Linux or another Unix, not Windows\n"
    assert done.stderr == 2 * line


def test_no_standard_output_and_no_standard_error() -> None:
    program = f"{sys.executable} -m riskexact odds 3"
    for command, status, error in (
        (f"{program} 2 >&-", 2, "riskexact: standard output cannot be written: it is closed\n"),
        (f"{program} x 2>&-", 2, ""),
        (f"{program} x 2>/dev/full", 2, ""),
        (f"{program} 2 2>&- | tail -1", 0, ""),
    ):
        done = shell(command)
        assert (done.returncode, done.stderr) == (status, error)
        assert "must be" not in done.stdout


def test_not_enough_memory(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(closed_form, "expected_values_and_rounds", exhausted)
    status, out, err = run(capsys, "odds", "3", "2")
    assert (status, out) == (2, "")
    assert err == "riskexact: the answer must fit in memory, not exceed it\n"


# ---- a process among others


@pytest.mark.tools
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_quietly(unbuffered: str) -> None:
    command = f"{sys.executable} -m riskexact table --attackers 1..120 --defenders 1..120 | head -1"
    done = shell(command, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Chance that the attacker wins")


# ---- help


@pytest.mark.tools
def test_every_command_has_help_with_an_example_that_runs(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    monkeypatch.setattr(coq, "version", lambda: "8.16.1 (/usr/bin/coqc)")
    monkeypatch.setattr(coq, "refusal", lambda text, files, fresh=False: None)
    for name in ("logs/battles.csv", "turn/turn.jsonl"):
        file = Path(__file__).parents[1] / name
        Path(file.name).write_bytes(file.read_bytes())
    commands = next(
        action.choices
        for action in parser()._actions
        if action.dest == "command" and action.choices is not None
    )
    assert list(commands) == list(COMMANDS)
    for name in commands:
        status, out, err = run(capsys, name, "--help")
        assert (status, err) == (0, "")
        assert f"usage: riskexact {name}" in out
        for option in ("--rules", "--json", "--output"):
            without = name in ("plot", "completion")
            without = without or (option == "--rules" and name in ("map", "review"))
            assert option in out or without
        block = out.partition("example: riskexact ")[2].partition("\n\n")[0]
        examples = [words.split() for words in " ".join(block.split()).split(" riskexact ")]
        assert {words[0] for words in examples} == {name}
        # this needs an extra, and the vectors are written in tests/publication
        if name in ("completion", "vectors"):
            continue
        for words in examples:
            plan = ["--plan"] * (name == "publish")
            assert run(capsys, *words, *plan)[0] == 0, words
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert "example: riskexact 8 6" in out
    assert run(capsys, "--version")[:2] == (0, "riskexact 0.3.0\n")
