"""Tests of running/leftovers.py: what killed writers left goes, and nothing else."""

import os
import signal
import subprocess
import sys
import time

import pytest

from spminer.running.files import write_whole
from spminer.running.leftovers import _here, clean_once, remove_leftovers, temporary_name


@pytest.fixture
def dead():
    """The number of a process that is gone."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def made(folder, name, age=120.0):
    path = folder / name
    path.write_text("half")
    os.utime(path, (time.time() - age,) * 2)
    return path


def test_what_a_dead_process_left_goes_at_the_next_writing(tmp_path, dead):
    clean_once.cache_clear()
    left = made(tmp_path, f".spminer-{_here()}-{dead}-0a1b2c3d.part")
    write_whole(tmp_path / "result.json", "whole")
    assert not left.exists()
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.json"]


def test_what_may_be_in_use_or_is_not_ours_stays(tmp_path, dead):
    here, other = _here(), "00000000" if _here() != "00000000" else "11111111"
    stays = [
        made(tmp_path, f".spminer-{here}-{dead}-00000000.part", age=30),  # young
        made(tmp_path, f".spminer-{here}-{dead}-00000001.part", age=-3600),  # of a clock that runs ahead
        made(tmp_path, f".spminer-{here}-{os.getpid()}-00000002.part"),  # alive
        made(tmp_path, f".spminer-{here}-{os.getppid()}-00000003.part"),
        made(tmp_path, f".spminer-{here}-1-00000004.part"),  # alive, and of another user for most
        made(tmp_path, f".spminer-{other}-{dead}-00000005.part"),  # another machine's
        made(tmp_path, f".spminer-{dead}-00000006.part"),  # does not tell the machine
        made(tmp_path, f".spminer-{here}-{dead}-0000000.part"),
        made(tmp_path, f".spminer-{here}-{dead}-00000007.part.bak"),
        made(tmp_path, f"x.spminer-{here}-{dead}-00000008.part"),
        made(tmp_path, f".spminer-{here}-9999999999-00000009.part"),  # the number of no process
        made(tmp_path, "result.json.part"),
    ]
    folder = tmp_path / f".spminer-{here}-{dead}-0000000a.part"
    folder.mkdir()
    os.utime(folder, (0, 0))
    link = tmp_path / f".spminer-{here}-{dead}-0000000b.part"
    link.symlink_to(made(tmp_path, "target"))
    os.utime(link, (0, 0), follow_symlinks=False)
    assert remove_leftovers(tmp_path) == []
    assert all(path.exists() for path in stays)
    assert folder.is_dir()
    assert link.is_symlink()


def test_a_folder_that_cannot_be_read_is_no_error(tmp_path):
    assert remove_leftovers(tmp_path / "absent") == []
    assert remove_leftovers(made(tmp_path, "file")) == []


def test_a_killed_writer(tmp_path):
    """The real thing: SIGKILL in the middle of writing."""
    program = (
        "import sys, time; from pathlib import Path; from spminer.running.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as part:\n"
        "    part.write_text('half'); print(part.name, flush=True); time.sleep(600)"
    )
    line = [sys.executable, "-c", program, str(tmp_path / "result.json")]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        name = process.stdout.readline().strip()
        os.utime(tmp_path / name, (0, 0))
        assert remove_leftovers(tmp_path) == []
        process.send_signal(signal.SIGKILL)
    assert remove_leftovers(tmp_path) == [name]
    assert list(tmp_path.iterdir()) == []


def test_names_differ():
    assert len({temporary_name() for _ in range(100)}) == 100
