import subprocess
import sys
from pathlib import Path

import pytest

from spminer.running import removal
from spminer.running.removal import keep, remove

LATER = """
from pathlib import Path
from spminer.running.removal import remove

class Busy(type(Path())):
    busy = True

    def unlink(self, missing_ok=False):
        if Busy.busy:
            raise PermissionError(13, "in use", str(self))
        super().unlink(missing_ok)

assert not remove(Busy("note.txt"))
Busy.busy = False
"""


@pytest.fixture
def busy(monkeypatch):
    """Paths that are in use, as far as removal can tell."""
    paths, unlink = set(), Path.unlink

    def refusing(self, missing_ok=False):
        if self in paths:
            raise PermissionError(13, "in use", str(self))
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", refusing)
    monkeypatch.setattr(removal, "_waiting", set())
    return paths


def test_files_and_folders_are_removed(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").touch()
    assert remove(tmp_path / "folder")
    assert remove(tmp_path / "nothing")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_use_is_removed_at_a_later_call(tmp_path, busy):
    first, second = tmp_path / "first", tmp_path / "second"
    first.touch(), second.touch()
    busy.add(first)
    assert not remove(first)
    assert remove(second), "one that is in use keeps no other"
    assert [path.name for path in tmp_path.iterdir()] == ["first"]
    busy.clear()
    assert remove(tmp_path / "nothing")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_used_again_is_kept(tmp_path, busy):
    path = tmp_path / "file"
    path.touch()
    busy.add(path)
    remove(path)
    busy.clear()
    keep(path)
    remove(tmp_path / "nothing")
    assert path.exists()


def test_a_file_in_use_is_removed_when_the_process_ends(tmp_path):
    (tmp_path / "note.txt").touch()
    subprocess.run([sys.executable, "-c", LATER], cwd=tmp_path, check=True, timeout=60)
    assert list(tmp_path.iterdir()) == []
