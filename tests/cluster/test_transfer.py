import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import spminer
from spminer import InputError
from spminer.cluster import transfer
from spminer.cluster.transfer import (
    GraphTransfer,
    StoreKey,
    cancel_removal,
    find_store,
    forget_store,
    open_store,
    private_folder,
    receive,
    received,
    remove,
)
from spminer.datasets import example
from support.executors import processes, receive_damaged


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    return tmp_path


def test_a_folder_of_this_user_alone(temporary):
    assert private_folder() == temporary / f"spminer-{os.getuid()}"
    assert private_folder().stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o704])
def test_one_that_others_may_use_is_refused(temporary, mode):
    private_folder().chmod(mode)
    with pytest.raises(InputError, match="not a folder of this user alone"):
        private_folder()


def test_one_of_another_user_is_refused(monkeypatch):
    folder = private_folder()
    number = os.getuid()
    asked = iter([number, number + 1])
    monkeypatch.setattr(os, "getuid", lambda: next(asked))
    with pytest.raises(InputError, match=str(folder)):
        private_folder()


@pytest.mark.parametrize("numbered", [True, False])
def test_a_link_is_refused(temporary, monkeypatch, numbered):
    if not numbered:
        monkeypatch.delattr(os, "getuid")
    folder = private_folder()
    folder.rmdir()
    folder.symlink_to(temporary)
    with pytest.raises(InputError, match="not a folder of this user alone"):
        private_folder()


def test_a_system_without_numbers_of_users_or_modes(temporary, monkeypatch):
    monkeypatch.delattr(os, "getuid")
    private_folder().chmod(0o777)  # as Windows shows every folder
    assert private_folder() == temporary / "spminer"


LATER = """
from pathlib import Path
from spminer.cluster.transfer import remove

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
    monkeypatch.setattr(transfer, "_to_remove", set())
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
    cancel_removal(path)
    remove(tmp_path / "nothing")
    assert path.exists()


def test_a_file_in_use_is_removed_when_the_process_ends(tmp_path):
    (tmp_path / "note.txt").touch()
    subprocess.run([sys.executable, "-c", LATER], cwd=tmp_path, check=True, timeout=60)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def sent(monkeypatch):
    """Workers that a store was sent to."""
    workers = []
    transfer = GraphTransfer._transfer

    def noted(self, name, worker):
        workers.append(worker)
        transfer(self, name, worker)

    monkeypatch.setattr(GraphTransfer, "_transfer", noted)
    return workers


def digests(client, name):
    return set(client.run(find_store, name).values())


def test_a_store_that_all_see_is_not_sent(client, tmp_path, sent):
    spminer.write(example(), tmp_path / "karate.spm")
    graphs = spminer.read(tmp_path / "karate.spm")
    opened = GraphTransfer(client)
    name = opened.key(graphs)
    assert name.path == str(tmp_path / "karate.spm")
    assert opened.key(graphs) is name
    assert (digests(client, name), sent) == ({"here"}, [])


def test_graphs_in_memory_are_written_and_removed_at_the_end(client, sent):
    opened = GraphTransfer(client)
    name = opened.key(example())
    assert (digests(client, name), sent) == ({"here"}, []), "a cluster of one machine shares its files"
    opened.close()
    assert not Path(name.path).exists()


@pytest.fixture
def unseen(tmp_path, monkeypatch):
    """A store at a path that means something else in a process that works in another folder."""
    monkeypatch.chdir(tmp_path)
    spminer.write(example(), "karate.spm")
    return spminer.read("/proc/self/cwd/karate.spm")


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs a path that each process has for itself")
def test_a_store_that_workers_do_not_see_is_sent_once_to_their_machine(client, unseen, sent, monkeypatch):
    monkeypatch.setattr(transfer, "_PART", 1000)
    opened = GraphTransfer(client)
    name = opened.key(unseen)
    assert digests(client, name) == {"here"}
    assert len(sent) == 1
    opened.close()
    assert digests(client, name) == {"missing"}


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs a path that each process has for itself")
def test_other_graphs_at_the_path_are_noted_and_those_that_are_meant_sent(client, unseen, sent, caplog, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    spminer.write(spminer.from_edges([(0, 1)]), other / "karate.spm")
    client.run(os.chdir, str(other))
    opened = GraphTransfer(client)
    name = opened.key(unseen)
    assert digests(client, name) == {"here"}
    assert "has other graphs at /proc/self/cwd/karate.spm; the graphs of this run are sent to it" in caplog.text
    opened.close()
    client.run(os.chdir, "/")


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs a path that each process has for itself")
def test_a_store_that_arrives_damaged_is_refused(client, unseen, monkeypatch):
    monkeypatch.setattr(transfer, "receive", receive_damaged)
    with pytest.raises(InputError, match="was damaged on its way to a worker; try again"):
        GraphTransfer(client).key(unseen)


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs a path that each process has for itself")
def test_a_worker_that_loses_the_store_again_is_named(client, unseen):
    opened = GraphTransfer(client)
    name = opened.key(unseen)
    worker = next(iter(opened._sent[name]))
    client.run(transfer.forget_store, name)
    with pytest.raises(InputError, match="graphs disappear on a worker"):
        opened.send(name, worker)


def test_a_worker_that_comes_later_is_sent_it_when_it_says_so(tmp_path, monkeypatch):
    """Its machine is another one, as far as temporary files tell."""
    from distributed import Client

    monkeypatch.chdir(tmp_path)
    spminer.write(example(), "karate.spm")
    graphs = spminer.read("/proc/self/cwd/karate.spm")
    with processes(tmp_path, workers=1) as running, Client(running.address, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)
        opened = GraphTransfer(client)
        opened.key(graphs)
        (tmp_path / "tmp").mkdir()
        running.start_worker(environment={"TMPDIR": str(tmp_path / "tmp")})
        client.wait_for_workers(2, timeout=60)
        running.kill_worker(0)
        with spminer.cluster.executor_for(client) as executor:
            executor._transfer = opened
            count = spminer.count("0-1,1-2,2-0@0", graphs, monitor=spminer.Monitor(executor=executor))
    assert count.frequency.value == 32


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(transfer, "_open", type(transfer._open)())
    return tmp_path / f"spminer-{os.getuid()}"


@pytest.fixture
def path(tmp_path):
    spminer.write(example(), tmp_path / "karate.spm")
    return tmp_path / "karate.spm"


def name_of(path, where=None):
    return StoreKey(spminer.read(path).known_digest, str(where or path))


def send(name, content, sha256=None):
    for offset in range(0, len(content), 1000):
        receive(name, "me", offset, content[offset : offset + 1000])
    return received(name, "me", sha256 or hashlib.sha256(content).hexdigest())


def test_a_store_that_is_seen_is_opened_once(path):
    opened = open_store(name_of(path))
    assert opened.graphs.num_edges == 78
    assert open_store(name_of(path)) is opened
    assert find_store(name_of(path)) == "here"


def test_a_store_that_is_not_seen_can_be_received(path, tmp_path, folder):
    name = name_of(path, tmp_path / "elsewhere.spm")
    assert (open_store(name), find_store(name)) == (None, "missing")
    assert send(name, path.read_bytes())
    assert find_store(name) == "here"
    assert open_store(name).graphs.num_nodes == 34
    assert folder.stat().st_mode & 0o777 == 0o700
    forget_store(name)
    assert (find_store(name), list(folder.iterdir())) == ("missing", [])


def test_what_was_damaged_on_its_way_is_not_taken(path, tmp_path, folder):
    name, content = name_of(path, tmp_path / "elsewhere.spm"), bytearray(path.read_bytes())
    right = hashlib.sha256(content).hexdigest()
    content[1234] ^= 1
    assert not send(name, bytes(content), right)
    assert (open_store(name), list(folder.iterdir())) == (None, [])


def test_other_graphs_at_that_path_are_not_taken(path, tmp_path):
    other = tmp_path / "other.spm"
    spminer.write(spminer.from_edges([(0, 1)]), other)
    name = name_of(path, other)
    assert (open_store(name), find_store(name)) == (None, "other")


def test_what_is_no_store_is_not_taken(path, tmp_path):
    other = tmp_path / "other.spm"
    other.write_text("0 1\n")
    assert open_store(name_of(path, other)) is None


def test_few_stores_stay_open(tmp_path):
    for number in range(2, 8):
        spminer.write(spminer.from_edges([(0, number)]), tmp_path / "one.spm")
        spminer.write(spminer.generate.synthetic(1, number + 3, seed=number), tmp_path / f"{number}.spm")
        open_store(name_of(tmp_path / f"{number}.spm"))
    assert len(transfer._open) == 3


def test_a_folder_that_others_can_write_to_is_refused(path, tmp_path, folder):
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with pytest.raises(InputError, match="not a folder of this user alone"):
        receive(name_of(path), "me", 0, b"")


def test_the_first_of_a_kind_is_alone(path):
    opened, done = open_store(name_of(path)), []
    for number in range(3):
        opened.run_first_alone("count", lambda number=number: done.append(number))
    opened.run_first_alone("other", lambda: done.append("other"))
    assert done == [0, "other"]
