"""What is in a directory is read without following a link, or waiting."""

import os
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication.directory import read_inside, unexpected_files


def test_unexpected_entries(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").mkdir()
    (tmp_path / "a" / "listed").write_text("")
    (tmp_path / "c").symlink_to("a")
    assert unexpected_files(tmp_path, ["a/listed", "c", "missing"]) == ["a/b", "c"]


def test_reading_follows_no_link_and_waits_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "real" / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    assert read_inside(tmp_path, "real/file", 3) == b"1234"
    for path in ("link/file", "real/link", "pipe", "real"):
        with pytest.raises(RiskError, match=f"{path} must be a plain file"):
            read_inside(tmp_path, path, 9)
    with pytest.raises(FileNotFoundError):
        read_inside(tmp_path, "real/nothing", 9)
