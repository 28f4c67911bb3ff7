"""Rule sets in TOML: what is read, and the key and line of what is not."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import entry_named, rules_named
from riskexact.rules.files import MAX_RULE_FILE_BYTES, MAX_RULE_FILE_LINES, line_of, read_rules
from riskexact.rules.hand import Die
from tests.strategies import any_rules


def toml(value: Any) -> str:
    """A value of `Rules.parts` as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


@given(any_rules)
def test_every_rule_set_can_be_written_down(rules: Rules) -> None:
    text = "\n".join(f"{key} = {toml(value)}" for key, value in rules.parts.items())
    assert read_rules(text, "here").rules == rules


def test_dice_may_be_told_by_their_faces() -> None:
    text = 'faces = "2-3x2-4x2-5"\nattack_dice = [8, [1, 1, 2], "1-2x70"]'
    dice = (8, Die((1, 1, 2)), Die((1, 2), (1, 70)))
    assert read_rules(text, "here").rules == Rules(dice, faces=Die((2, 3, 3, 4, 4, 5)))


def test_what_is_not_given_is_standard() -> None:
    assert read_rules("", "here").rules == STANDARD
    entry = read_rules(
        'name = "house"\nsource = "us"\nnote = "late nights only"\npairs = 1', "here"
    )
    assert (entry.rules.name, entry.source, entry.note) == ("house", "us", "late nights only")
    assert entry.rules == Rules(pairs=1)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("faces = 6\nfaces_ = 8", 2, "key must be one of attack_dice, .*, not 'faces_'"),
        ("\n\nfaces = 0", 3, "faces must be a whole number, from 1 to 100, not 0"),
        ("faces = 6.0", 1, "faces must be a whole number, from 1 to 100, not 6.0"),
        ('ties = "both"', 1, 'ties must be "defender", "attacker" or "nobody", not \'both\''),
        ("pairs = [\n  2]", 1, "pairs must include the first"),
        ("#\nattack_dice = [\n  8,\n  0,\n]", 2, "attack_dice: faces must be .*, not 0"),
        ('\nfaces = "2-3-"', 2, "faces must be a number, or the faces as in .*, not '2-3-'"),
        ("[attack_dice]\ndice = 3\nto_al = 1", 3, "key in attack_dice must be one of dice, .*"),
        ("[attack_dice]\ndice = 3\nto_all = 101", 3, "attack_dice.to_all must be a whole number"),
        ("[attack_dice]\n\nto_all = 1", 1, "attack_dice must have the key dice"),
        ("a.b = 1\n", 1, "key must be one of .*, not 'a'"),
        ("attack_dice = { dice = 3, at_most_attack = true }", 1, "attack_dice must be without"),
        ("defence_dice = { dice = 2, clamped = 1 }", 1, "defence_dice.clamped must be true or"),
        ("\nname = 3", 2, "name must be text, not 3"),
        ("\n\nsource = []", 3, r"source must be text, not \[\]"),
        ('note = "a\u2028b\u0085c"\nfaces = 0', 2, "faces must be a whole number"),
        ('name = "a\\u001b[31m"', 1, "name must be one printable line"),
        ('faces = 6\nnote = "a\\u001b[31m"', 2, "note must be printable text"),
        ("faces = 1\nties = 'nobody'", 2, 'ties must be "defender" or "attacker", not "nobody"'),
        ("faces = 6\nfaces 8", 2, "not TOML: Expected '=' after a key"),
        ('faces = "6', 1, "not TOML: Unterminated string"),
    ],
)  # fmt: skip
def test_errors_name_the_key_and_the_line(text: str, line: int, message: str) -> None:
    with pytest.raises(RiskError, match=rf"^house\.toml, line {line}: {message}") as caught:
        read_rules(text, "house.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("faces =", "house.toml, line 1: not TOML: Invalid value"),
        ("faces = " + "[" * 4000, "house.toml must be TOML, not nested so deeply"),
        ("faces = " + "9" * 4080, "house.toml, line 1: faces must be .* not an integer of"),
        ("\n" * MAX_RULE_FILE_LINES, "house.toml must have at most 100 lines"),
        (
            "#" * (MAX_RULE_FILE_BYTES + 1),
            "house.toml must have at most 100 lines and 4096 characters",
        ),
    ],
)
def test_no_toml(text: str, message: str) -> None:
    with pytest.raises(RiskError, match=message) as caught:
        read_rules(text, "house.toml")
    assert "\n" not in str(caught.value)


@given(st.text(max_size=60) | st.text(alphabet='faces[]{}=.\n"18#, dicetop_hgr', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(RiskError):
        assert isinstance(read_rules(text, "here").rules, Rules)


def test_the_line_of_a_value_in_a_text_that_has_it_nowhere() -> None:
    assert line_of("", ("faces",)) == 1
    assert line_of("pairs = 1", ("faces",)) == 1


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "House.TOML"
    path.write_text('name = "haus"\nfaces = 8\n', encoding="utf-8")
    assert rules_named(str(path)) == Rules(faces=8)
    assert entry_named(str(path)).rules.name == "haus"
    path.write_bytes(b"\xff")
    with pytest.raises(RiskError, match="must be text in UTF-8"):
        rules_named(str(path))
    path.write_text("faces = 0", encoding="utf-8")
    with pytest.raises(RiskError, match=r"House\.TOML, line 1: faces must be"):
        rules_named(str(path))
    path.write_bytes(b"\xef\xbb\xbffaces = 8\r\n")
    assert rules_named(str(path)) == Rules(faces=8)
    path.write_text("# " + "é" * 2040 + "\nfaces = 8", encoding="utf-8")
    assert path.stat().st_size == 4092
    assert rules_named(str(path)) == Rules(faces=8)
    path.write_text("# " + "é" * 2100 + "\nfaces = 8", encoding="utf-8")
    with pytest.raises(RiskError, match="must have at most 4096 bytes"):
        rules_named(str(path))
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(RiskError, match="cannot be read: it is a pipe"):
        rules_named(str(tmp_path / "pipe.toml"))
    for missing in (tmp_path / "none.toml", tmp_path / "a\0.toml"):
        with pytest.raises(RiskError, match="cannot be read"):
            rules_named(str(missing))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RiskError, match="cannot be read: Is a directory"):
        rules_named(str(tmp_path / "folder.toml"))
