import errno
import gc
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from spminer._util.locks import Locked, hold, lock_file

ELSEWHERE = """
import os, sys
from spminer._util.locks import lock_file
file = os.open(sys.argv[1], os.O_RDWR)
print(lock_file(file).name, flush=True)
sys.stdin.read()
"""


class Windows:
    """The module ``msvcrt`` as far as locks go: one byte of a file has one owner, who is refused a second time too."""

    LK_NBLCK = 2

    def __init__(self):
        self.taken, self.asked = {}, 0

    def locking(self, file, mode, length):
        self.asked += 1
        place = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
        assert (mode, length, place[1]) == (self.LK_NBLCK, 1, 0)
        if place in self.taken:
            raise OSError(errno.EACCES, "Permission denied")
        self.taken[place] = file


@pytest.fixture
def file(tmp_path):
    opened = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    yield opened
    os.close(opened)


@pytest.fixture
def windows(monkeypatch):
    system = Windows()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", system)
    return system


def test_one_process_at_a_time(file, tmp_path):
    other = [sys.executable, "-c", ELSEWHERE, str(tmp_path / "lock")]
    with subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "OURS\n"
        assert lock_file(file) is Locked.TAKEN
        process.communicate("")
    assert lock_file(file) is Locked.OURS


def test_the_one_who_waits_gets_it(file, tmp_path):
    other = [sys.executable, "-c", ELSEWHERE, str(tmp_path / "lock")]
    with subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "OURS\n"
        process.kill()  # the lock goes with its holder
        assert lock_file(file, wait=True) is Locked.OURS


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
@pytest.mark.parametrize("wait", [True, False])
def test_a_file_system_without_locks(file, monkeypatch, number, wait):
    def unable(*_):
        raise OSError(number, "no locks")

    monkeypatch.setattr("fcntl.flock", unable)
    assert lock_file(file, wait=wait) is Locked.IMPOSSIBLE
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=unable, LK_NBLCK=2))
    assert lock_file(file, wait=wait) is Locked.IMPOSSIBLE


def test_what_else_goes_wrong_is_raised(file, monkeypatch):
    def unable(*_):
        raise OSError(errno.EIO, "disk on fire")

    monkeypatch.setattr("fcntl.flock", unable)
    with pytest.raises(OSError, match="disk on fire"):
        lock_file(file)


def test_windows_locks_the_first_byte(file, windows):
    os.write(file, b"some text")
    assert lock_file(file) is Locked.OURS
    assert lock_file(file) is Locked.TAKEN


def test_on_windows_the_one_who_waits_asks_again(file, windows, monkeypatch):
    assert lock_file(file) is Locked.OURS
    monkeypatch.setattr(time, "sleep", lambda _: windows.asked >= 5 and windows.taken.clear())
    assert lock_file(file, wait=True) is Locked.OURS
    assert windows.asked == 6


def test_a_system_with_neither(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    assert lock_file(file) is Locked.IMPOSSIBLE
    assert lock_file(file, wait=True) is Locked.IMPOSSIBLE


class Owner:
    pass


def held_elsewhere(folder):
    """Whether another process is refused."""
    line = "import sys, pathlib; from spminer._util.locks import hold; print(hold(pathlib.Path(sys.argv[1]), hold))"
    done = subprocess.run([sys.executable, "-c", line, folder], capture_output=True, text=True, check=True)
    return {"True": False, "False": True}[done.stdout.strip()]


def test_a_folder_is_held_as_long_as_any_owner_lives(tmp_path):
    first, second = Owner(), Owner()
    assert hold(tmp_path, first)
    assert hold(tmp_path / ".", second)
    assert held_elsewhere(tmp_path)
    del first
    gc.collect()
    assert held_elsewhere(tmp_path)
    del second
    gc.collect()
    assert not held_elsewhere(tmp_path)
