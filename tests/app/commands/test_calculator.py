"""`riskexact calculator` as its users meet it."""

import json
import subprocess
import sys
import webbrowser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from riskexact.app import page
from riskexact.app.published import files
from riskexact.rules import SINGLE_LOSS, STANDARD
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, answer, run


def test_the_page_and_nothing_else(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "calculator.html"
    status, out, err = run(capsys, "calculator", "-o", str(file))
    size = file.stat().st_size / 1000
    assert (status, out, err) == (0, f"{file}: {len(RULES)} rule sets, {size:.0f} kB\n", "")
    assert file.read_text(encoding="utf-8") == page(list(RULES.values()))
    words = ("calculator", "-o", str(file), "--rules", "single-loss", "--rules", "standard")
    data = answer(capsys, *words)
    assert data == {
        "file": str(file),
        "bytes": file.stat().st_size,
        "rules": ["single-loss", "standard"],
    }
    assert file.read_text(encoding="utf-8") == page([SINGLE_LOSS, STANDARD])
    assert list(tmp_path.iterdir()) == [file]


def test_a_directory_is_what_a_server_needs(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "calculator"
    for name in (f"{folder}/", str(folder)):  # which is there the second time
        data = answer(capsys, "calculator", "-o", name, "--rules", "standard")
        served = {each: made for each, made in files([STANDARD]).items() if "/" not in each}
        assert {each.name: each.read_bytes() for each in folder.iterdir()} == served
        assert data["bytes"] == sum(map(len, served.values()))
    manifest = json.loads(served["manifest.webmanifest"])
    assert {icon["src"] for icon in manifest["icons"]} < served.keys()
    assert b"manifest.webmanifest" in served["index.html"]
    assert b"service-worker.js" in served["index.html"]
    status, out, err = run(capsys, "calculator", "-o", f"{tmp_path}/none/calculator/")
    assert (status, out) == (2, "")
    assert err.startswith("riskexact: ")
    assert "cannot be written: No such file or directory" in err


@pytest.mark.tools
def test_it_opens_in_a_browser(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def opens(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opens)
    file = tmp_path / "my odds.html"
    assert run(capsys, "calculator", "-o", str(file), "--open")[0] == 0
    status, out, _ = run(capsys, "calculator", "--open")
    assert status == 0
    for name, address in zip((str(file), out.partition(": ")[0]), opened, strict=True):
        assert address.startswith("file:///")
        assert unquote(urlparse(address).path) == name
        assert Path(name).read_text(encoding="utf-8") == page(list(RULES.values()))
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    status, out, err = run(capsys, "calculator", "-o", str(file), "--open")
    assert (status, out) == (2, "")
    assert err == f"riskexact: no browser was found: open {file} in one\n"


def test_it_loads_nothing_of_publications(tmp_path: Path) -> None:
    code = (
        "import sys; from riskexact.cli import main; "
        f"main(['calculator', '-o', {str(tmp_path / 'c.html')!r}, '--json']); "
        "print([m for m in sys.modules if m.startswith(('riskexact.publication', 'sympy'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    told, loaded = done.stdout.splitlines()
    assert json.loads(told)["bytes"] > 10_000
    assert loaded == "[]"
