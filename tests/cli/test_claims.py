"""`riskexact claims`, as its users meet it."""

import json
from pathlib import Path

import pytest

from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.cli import main
from riskexact.cli.claims import LONGEST
from riskexact.evidence.claims import CLAIMS
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, answer, in_json, run


def test_the_list(capsys: Capture) -> None:
    status, out, err = run(capsys, "claims")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    sources = list(dict.fromkeys(str(claim.source) for claim in CLAIMS.values()))
    assert [line for line in lines if line in sources] == sources
    shown = {line.split()[0]: line for line in lines if line.split("  ")[0].strip() in CLAIMS}
    assert list(shown) == list(CLAIMS)
    for name, claim in CLAIMS.items():
        assert claim.says in shown[name]
        assert shown[name].endswith(f"  {claim.verdict.words}")
        assert len(claim.number) > LONGEST or f"{claim.number}  " in shown[name]
    assert "  0.05 %  " in shown["attack.battle.1000v1000"]
    assert "  0.53614 %  " in shown["attack.battle.1000v1000"]
    assert "  47.158 % = 3667/7776  " in shown["attack.throw.3v2"]
    assert "  over 20 %  " in shown["notebook.small"]
    assert "  under 10 %  " in shown["notebook.survives.battle"]
    assert "  about 15 %  " in shown["notebook.even.20"]
    assert "  about 10^13  " in shown["attack.calls.about"]
    assert "  in 0 of 342 cells  " in shown["attack.interior.listing"]
    assert "  980465...3745/988575...6464  " in shown["wolfram.battle"]
    assert lines[-1] == "182 entries: 156 right, 25 wrong, 1 undecided"


def test_json(capsys: Capture) -> None:
    data = answer(capsys, "claims", "--digits", "4")
    assert list(data) == ["claims"]
    assert [entry["claim"] for entry in data["claims"]] == list(CLAIMS)
    for entry in data["claims"]:
        claim = CLAIMS[entry["claim"]]
        verdict = claim.verdict
        assert entry["exact"] == in_json(verdict.exact, 4)
        assert entry["difference"]["fraction"] == fraction_text(verdict.difference)
        assert entry["difference"]["decimal"].removeprefix("-") == decimal_text(
            abs(verdict.difference), 4
        )
        assert (entry["difference"]["decimal"][0] == "-") is (verdict.difference < 0)
        for key in ("place", "says", "number", "kind", "question", "reading"):
            assert entry[key] == getattr(claim, key)
        assert (entry["right"], entry["verdict"]) == (verdict.right, verdict.words)
        assert entry["source"]["title"] == claim.source.title
        assert set(entry["arguments"]) == set(dict(claim.arguments))
    played = {"standard", "single-loss", "capital", "ties-to-attacker"}
    assert {entry["rules"] for entry in data["claims"]} == played


def test_one_claim(capsys: Capture) -> None:
    status, out, err = run(capsys, "claims", "notebook.hold-needs.20")
    assert (status, err) == (0, "")
    assert out == (
        "notebook.hold-needs.20: more defenders needed to hold with 90 %\n"
        "\n"
        'source: The notebook "Risk Calculator"\n'
        "place: the observations below the grid, third\n"
        "number: 50 %\n"
        "kind: about\n"
        "question: defenders excess; chance 9/10; attackers 20; standard rules\n"
        "reading: the 90 % are meant, and the excess is about\n"
        "\n"
        "exactly: 70 %\n"
        "  = 7/10\n"
        "exact minus claimed: 20 %\n"
        "  = 1/5\n"
        "verdict: wrong by 20 points\n"
    )


@pytest.mark.parametrize("name", CLAIMS)
def test_each_claim_in_full(capsys: Capture, name: str) -> None:
    claim = CLAIMS[name]
    status, out, err = run(capsys, "claims", name)
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    for part in (str(claim.source), claim.place, claim.number, claim.reading, claim.verdict.words):
        assert part in words
    values = claim.verdict.exact, claim.verdict.difference
    below = [v for v in values if claim.verdict.cells is None and v.denominator > 1]
    assert out.count("\n  = ") == len(below)
    data = answer(capsys, "claims", name)
    assert data["claim"] == name
    assert data["exact"]["fraction"] == fraction_text(claim.verdict.exact)
    assert data["exact"]["decimal"] == decimal_text(claim.verdict.exact, DIGITS)


def test_a_long_fraction_in_full(capsys: Capture) -> None:
    _, out, _ = run(capsys, "claims", "attack.battle.1000v1000", "--digits", "9")
    claim = CLAIMS["attack.battle.1000v1000"]
    assert "exactly: 0.536142536 %\n" in out
    assert f"\n  = {fraction_text(claim.verdict.exact)}\n" in out
    assert f"\n  = {fraction_text(claim.verdict.difference)}\n" in out
    _, out, _ = run(capsys, "claims", "attack.interior.listing")
    assert "exactly: in 0 of 342 cells\nverdict: wrong in 342 of 342 cells\n" in out
    _, out, _ = run(capsys, "claims", "notebook.attack.22v20")
    assert "exact minus claimed: -16.350 %\n  = -6613" in out
    _, out, _ = run(capsys, "claims", "notebook.example.last-attackers")
    assert "throws [[[2, 4, 5], [4, 4]], [[1, 3, 3], [2, 4]], [[4, 6], [6]], [[3], [3]]]" in (
        " ".join(out.split())
    )
    assert "armies true" in out


def test_the_claims_about_one_rule_set(capsys: Capture) -> None:
    for rules in ("standard", "single-loss", "ties-to-attacker"):
        data = answer(capsys, "claims", "--rules", rules)
        assert [entry["claim"] for entry in data["claims"]] == [
            name for name, claim in CLAIMS.items() if claim.rules == RULES[rules]
        ]
        assert {entry["rules"] for entry in data["claims"]} == {rules}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "claim must be one that `riskexact claims` lists, not 'nonsense'"),
        (["x" * 500], "claim must be one that `riskexact claims` lists, not 'xxx"),
        (
            ["--rules", "four-dice"],
            "rules must be what the sources speak of, standard, single-loss,",
        ),
        (["--rules", "chess"], "rules must be a name that"),
        (["post.pairs", "--rules", "standard"], "rules must not be given with CLAIM"),
        (["--digits", "0"], "digits must be a whole number, from 1"),
        (["--digits", "few"], "digits must be a whole number, from 1"),
    ],
)
def test_bad_input(capsys: Capture, tmp_path: Path, arguments: list[str], message: str) -> None:
    target = tmp_path / "claims"
    status, out, err = run(capsys, "claims", *arguments, "-o", str(target))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"riskexact: {message}")
    assert not target.exists()


def test_a_file(capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "claims.json"
    assert main(["claims", "--json", "-o", str(target)]) == 0
    written = json.loads(target.read_text("utf-8"))
    assert capsys.readouterr().out == ""
    assert written == {"version": 2} | answer(capsys, "claims")
    assert list(tmp_path.iterdir()) == [target]
