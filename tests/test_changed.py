"""`python -m tests.changed` names the tests that a change needs."""

import subprocess
from pathlib import Path, PurePosixPath

import pytest

import tests.changed
from riskexact.features import FEATURES, FLOORS
from tests.changed import ALWAYS, EVERYTHING, LEFT_OUT, PYTEST, ROOT, changed, commands, own
from tests.readme import blocks

ALL = " ".join(EVERYTHING)


@pytest.mark.parametrize(
    ("file", "whole", "rest"),
    [
        ("riskexact/logs/rows.py", "riskexact/logs tests/logs", " ".join(ALWAYS)),
        ("riskexact/base/text.py", "riskexact/base tests/base", ALL),
        ("riskexact/rules/dice.py", "riskexact/rules tests/rules tests/proofs", ALL),
        ("riskexact/features.py", "", ALL),
        ("pyproject.toml", "", ALL),
        ("tests/reference.py", "", ALL),
        ("tests/node.js", "", ALL),
        ("tests/test_quick.py", "tests/test_quick.py", ""),
        ("tests/trust/test_digits.py", "tests/trust/test_digits.py", ""),
        ("tests/trust/digits.py", "tests/trust", ""),
        ("proofs/coq/Battle.v", "proofs tests/proofs tests/certificates", ""),
        ("riskexact/odds/README.md", "tests/test_readme.py", ""),
    ],
)  # fmt: skip
def test_what_a_file_needs(file: str, whole: str, rest: str) -> None:
    wanted = [f"{PYTEST} {whole}"] if whole else []
    wanted += [f'{PYTEST} -m "{LEFT_OUT}" {rest}'] if rest else []
    assert list(commands([file])) == wanted


def test_what_shows_a_feature_is_tried_too() -> None:
    first, second = commands(["riskexact/game/answers.py", "riskexact/game/duel.py"])
    assert first == f"{PYTEST} riskexact/game tests/game"
    assert {"tests/app", "tests/publication"} < {*second.split()}
    assert "tests/turn" not in second


def test_every_file_is_known() -> None:
    """Each folder that tests are named for is there."""
    for folder in (*FLOORS, *FEATURES):
        for home in own(PurePosixPath(f"riskexact/{folder}/x.py")):
            assert (ROOT / home).is_dir(), home


def test_a_change_is_read_from_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Committed since, changed, or new; not what the other branch has changed, or is ignored."""

    def git(*words: str) -> None:
        name = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)

    def commit(file: str) -> None:
        (tmp_path / file).write_text("1")
        git("add", file)
        git("commit", "-m", file)

    monkeypatch.setattr(tests.changed, "ROOT", tmp_path)
    git("init", "--initial-branch", "main")
    commit("first.py")
    git("switch", "--create", "other")
    commit("committed.py")
    git("switch", "main")
    commit("elsewhere.py")
    git("switch", "other")
    (tmp_path / ".gitignore").write_text("ignored.py")
    for file in ("first.py", "new.py", "ignored.py"):
        (tmp_path / file).write_text("2")
    assert changed("main") == [".gitignore", "committed.py", "first.py", "new.py"]


def test_the_readme_leaves_out_as_much_and_more() -> None:
    expression = LEFT_OUT.replace("searches", "tools")
    assert f'-m "{expression}"' in blocks((ROOT / "README.md").read_text("utf-8"), "sh")[1]
