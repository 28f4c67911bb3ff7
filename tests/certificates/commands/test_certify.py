"""`riskexact certify`, but for what needs Coq, which is in `tests/trust`."""

import json
from pathlib import Path

import pytest

from riskexact.battle.battle import Battle
from riskexact.certificates import coq
from riskexact.certificates.certificates import certificate, claim, of_battle, text
from riskexact.certificates.turn import of_turn
from riskexact.rules import Rules
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
    assert "coqc or rocq must be installed to check, and neither is (known to work: Coq 8.16" in err
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
    "a proof that is admitted": (PROOF, f"Proof. {PRINTED}. Admitted."),
    "another notation": ("Theorem odds", 'Notation "x = y" := True.\n\nTheorem odds'),
    "other words": ("the chance to win is 65.6 %", "the chance to win is 99.6 %"),
    "another question": ('"defenders": 2', '"defenders": 3'),
    "a second question": ("Question:", 'Question: {"kind": "battle"}\n    Question:'),
    "less": ("Print Assumptions odds.\n", ""),
    "more": ("Print Assumptions odds.\n", "Print Assumptions odds.\n\n"),
}
"""What a received certificate may try: text, and what stands there."""


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
    file.write_text(received, encoding="utf-8", newline="\r\n")
    data = answer(capsys, "certify", "--verify", str(file))
    assert (data["checked"], data["certificate"]) == (True, received)


def test_a_claim_names_nothing_of_ones_own_as_one_of_ours() -> None:
    """Neither rules nor maps, whatever they are called; what is ours it names by its value."""
    octa = Rules(faces=8, name="standard rules: the chance to win is 99.9 %")
    said = claim(of_battle(Battle(3, 2, octa)))
    assert said.startswith(
        "3 attackers against 2 defenders, 3 v 2 dice, 8 faces, 2 pairs, ties to the defender, "
        "called 'standard rules: the chance to win is 99.9 %': the chance"
    )
    renamed = Rules(3, 3, name="standard rules")
    assert claim(of_battle(Battle(3, 2, renamed))).startswith(
        "3 attackers against 2 defenders, risiko rules: "
    )
    mine, enemy = {"Siam": 8}, {"Eastern Australia": 2}
    own = Map({"Siam": ["Eastern Australia"]}, name="classic")
    assert claim(of_turn(Position(own, mine, enemy))).startswith(
        "'Siam' 8 against 'Eastern Australia' 2, standard rules on a map of its own, called "
        "'classic', to take all: no way to play "
    )
    on_ours = claim(of_turn(Position("classic", mine, {"Indonesia": 2})))
    assert on_ours.startswith("Siam 8 against Indonesia 2, standard rules, to take all: ")


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


BATTLE = {"kind": "battle", "attackers": 3, "defenders": 2}
NO_TURN: dict[str, object] = {"kind": "turn", "map": "classic", "mine": {}, "enemy": {}}


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"kind": "fight"}, "kind must be battle"),
        (NO_TURN | {"mine": {"Siam": 3}, "enemy": {"India": 1}, "need": "1"}, "not of a turn"),
        ({"kind": "turn"}, "map must be given"),
        (NO_TURN | {"take": 3}, "must be names"),
        (NO_TURN | {"move": 3}, "move of a certificate must be one of any, dice, all"),
        (NO_TURN, "take must be"),
        ({"kind": "battle", "attackers": 3}, "defenders must be given"),
        (BATTLE | {"attackers": 3.5}, "attackers must be a whole number"),
        (BATTLE | {"blitz": True}, "of a battle by hand"),
        (BATTLE | {"stop_after": 1}, "by units alone"),
        ({"kind": "campaign", "attackers": 3, "garrisons": [2], "blitz": True}, "by hand"),
        (BATTLE | {"need": "x"}, "need must be"),
        (BATTLE | {"need": "9/10"}, "attackers must be 6"),
        (None, "a certificate must have a line `Question:"),
    ],
)
def test_a_question_that_has_no_certificate_is_one_line(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: object, message: str
) -> None:
    asked, file = Asked(monkeypatch), tmp_path / "odds.v"
    typed = json.dumps(question) if question else '{"kind": "battle"'
    file.write_text(f"(*\n    Question: {typed}\n*)\n", encoding="utf-8")
    status, out, err = run(capsys, "certify", "--verify", str(file))
    assert (status, out, err.count("\n"), asked.texts) == (2, "", 1, [])
    assert message in err


def test_stop_lines(capsys: Capture) -> None:
    asked = ("--armies", "--retreat-at", "3", "--stop-at-defenders", "1")
    data = answer(capsys, "certify", "10", "5", *asked)
    assert data["certificate"] == certificate(9, 5, retreat_at=2, stop_at_defenders=1)
    assert (data["retreat_at"], data["stop_at_defenders"]) == (3, 1)
