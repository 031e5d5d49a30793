import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from spminer._util.files import atomic_path, exists, near_file, temporary_name, write_atomic


def test_a_failure_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.json"
    write_atomic(path, "old")

    def fail():
        with atomic_path(path) as temporary:
            temporary.write_text("ne")
            raise ValueError("midway")

    with pytest.raises(ValueError, match="midway"):
        fail()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.json"]


@pytest.mark.parametrize("name", ["absent/file", "a" * 300])
def test_what_the_disk_refuses_names_the_file(tmp_path, name):
    with pytest.raises(OSError, match=name) as caught:
        write_atomic(tmp_path / name, "text")
    assert caught.value.filename == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_what_is_resumable_stays(tmp_path):
    def fail():
        with atomic_path(tmp_path / "data", resumable=True) as part:
            part.write_text("half")
            raise ValueError("midway")

    with pytest.raises(ValueError, match="midway"):
        fail()
    assert [entry.name for entry in tmp_path.iterdir()] == ["data.part"]


def test_writers_of_one_path_do_not_meet(tmp_path):
    path = tmp_path / "result.json"
    with atomic_path(path) as first, atomic_path(path) as second:
        first.write_text("first")
        second.write_text("second")
        assert first != second
    assert path.read_text() == "first"  # which ended last
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.json"]


def test_what_is_no_file_is_written_to_as_it_is():
    write_atomic(Path(os.devnull), b"gone")
    assert Path(os.devnull).is_char_device()


@pytest.mark.only_with("posix")
def test_a_pipe_stays_a_pipe_and_gets_all_at_the_end(tmp_path):
    """Writers of archives and of Parquet read what they wrote and go back in it."""
    pipe = tmp_path / "pipe.bin"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()), daemon=True)
    reader.start()
    with atomic_path(pipe) as temporary, temporary.open("w+b") as file:
        file.write(b"...whole")
        file.seek(0)
        assert file.read() == b"...whole"
        file.seek(0)
        file.write(b"the")
        assert temporary.name == "pipe.bin"
        assert not received
    reader.join(10)
    assert received == [b"thewhole"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_what_else_is_kept_beside_it_meanwhile_goes(tmp_path):
    with atomic_path(tmp_path / "graph.txt") as temporary:
        assert temporary.name == "graph.txt"
        (temporary.parent / "rows").write_text("sorted")
        temporary.write_text("whole")
    assert [entry.name for entry in tmp_path.iterdir()] == ["graph.txt"]
    assert (tmp_path / "graph.txt").read_text() == "whole"


def test_others_may_read_it_as_any_new_file(tmp_path):
    (tmp_path / "plain").touch()
    write_atomic(tmp_path / "written", "text")
    assert stat.S_IMODE((tmp_path / "written").stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def test_an_interrupt_right_after_the_folder_is_made_leaves_nothing(tmp_path, monkeypatch):
    def made_and_interrupted(path, mode=0o777, make=os.mkdir):
        make(path, mode)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", made_and_interrupted)
    with pytest.raises(KeyboardInterrupt), atomic_path(tmp_path / "graph.txt"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_killed_writer_leaves_the_old_file_and_says_whose_the_rest_is(tmp_path):
    path = tmp_path / "result.json"
    path.write_text("old")
    program = (
        "import sys, time; from pathlib import Path; from spminer._util.files import atomic_path\n"
        "with atomic_path(Path(sys.argv[1])) as part:\n"
        "    part.write_text('half'); print('half', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    left, kept = sorted(tmp_path.iterdir())
    assert kept.read_text() == "old"
    assert left.name.split("-")[:3] == [*temporary_name().split("-")[:2], str(process.pid)]
    write_atomic(path, "new")
    assert path.read_text() == "new"


def test_temporary_names_differ():
    assert len({temporary_name() for _ in range(100)}) == 100


def test_names_that_no_file_can_have_do_not_exist(tmp_path):
    assert exists(tmp_path)
    assert not any(map(exists, (tmp_path / "none", "a" * 300, "a/" * 3000, "a\0b", tmp_path / "f" / "g")))


def test_text_is_utf_8(tmp_path):
    write_atomic(tmp_path / "name", "Erdős \udcff")
    assert (tmp_path / "name").read_bytes() == "Erdős \\udcff".encode()


def test_a_missing_file_suggests_its_neighbor(tmp_path, monkeypatch):
    (tmp_path / "friends.csv").touch()
    assert near_file(tmp_path / "friend.csv") == ", did you mean 'friends.csv'?"
    assert near_file(tmp_path / "other") == ""
    assert near_file(tmp_path / "absent" / "friends.csv") == ""
    monkeypatch.chdir(tmp_path)
    assert near_file("frends.csv") == ", did you mean 'friends.csv'?"
