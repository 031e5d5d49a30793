import errno
import sys
from pathlib import Path

import pytest

from spminer.fetching import folder


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("SPMINER_DATA", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("linux", ".cache/spminer"),
        ("darwin", "Library/Caches/spminer"),
        ("win32", "AppData/Local/spminer"),
    ],
)
def test_the_cache_of_the_platform(home, monkeypatch, platform, expected):
    monkeypatch.setattr(sys, "platform", platform)
    assert folder.data_folder() == home / expected


def test_variables_name_it(home, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, says the standard
    assert folder.data_folder() == home / ".cache" / "spminer"
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache/me")
    assert folder.data_folder() == Path("/var/cache/me/spminer")
    monkeypatch.setenv("SPMINER_DATA", "~/graphs")
    assert folder.data_folder() == home / "graphs"


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK])
def test_a_file_system_without_locks_is_used_without(tmp_path, monkeypatch, number):
    def unable(*_args):
        raise OSError(number, "no locks")

    monkeypatch.setattr("fcntl.flock", unable)
    with folder.locked(tmp_path / "x.zip"):
        pass
