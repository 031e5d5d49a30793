"""Tests of cluster/transfer.py: systems that remove and replace no file that is mapped."""

import gc
import hashlib
import shutil
import tempfile
from pathlib import Path

import pytest

import spminer
from spminer.cluster import transfer
from spminer.cluster.transfer import GraphTransfer, StoreKey, find_store, forget_store, open_store, receive, received
from spminer.datasets import example

MAPS = Path("/proc/self/maps")
pytestmark = pytest.mark.skipif(not MAPS.exists(), reason="needs a list of what is mapped")


def refuse_mapped(path):
    gc.collect()
    if any(line.endswith(f" {path}") or f" {path}/" in line for line in MAPS.read_text().splitlines()):
        raise PermissionError(13, "the process cannot access the file", str(path))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of temporary files, on a system that refuses what Windows refuses."""
    unlink, replace, rmtree = Path.unlink, Path.replace, shutil.rmtree

    def refusing_unlink(self, missing_ok=False):
        refuse_mapped(self)
        unlink(self, missing_ok)

    def refusing_replace(self, target):
        refuse_mapped(target)
        return replace(self, target)

    def refusing_rmtree(path, *args, **options):
        refuse_mapped(path)
        rmtree(path, *args, **options)

    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.setattr(transfer, "_open", type(transfer._open)())
    monkeypatch.setattr(transfer, "_to_remove", set())
    monkeypatch.setattr(Path, "unlink", refusing_unlink)
    monkeypatch.setattr(Path, "replace", refusing_replace)
    monkeypatch.setattr(shutil, "rmtree", refusing_rmtree)
    return transfer.private_folder()


@pytest.fixture
def content(tmp_path):
    spminer.write(example(), tmp_path / "karate.spm")
    content = (tmp_path / "karate.spm").read_bytes()
    (tmp_path / "karate.spm").unlink()
    return content


@pytest.fixture
def name(tmp_path):
    return StoreKey(spminer.graphs.collection.digest(example()), str(tmp_path / "elsewhere.spm"))


def send(name, content, sender):
    receive(name, sender, 0, content)
    return received(name, sender, hashlib.sha256(content).hexdigest())


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_store_that_is_open_is_forgotten_when_it_is_closed(name, content, folder):
    assert send(name, content, "me")
    opened = open_store(name)
    forget_store(name)
    assert names(folder) == [f"{name.digest}.spm"], "it is in use"
    assert opened.graphs.num_edges == 78
    del opened
    transfer.remove(folder / "nothing")
    assert names(folder) == []


def test_a_store_that_comes_twice_is_kept_once(name, content, folder):
    assert send(name, content, "me")
    opened = open_store(name)
    assert send(name, content, "another")
    assert names(folder) == [f"{name.digest}.spm"]
    assert open_store(name) is opened


def test_a_store_that_comes_again_stays(name, content, folder):
    send(name, content, "me")
    opened = open_store(name)
    forget_store(name)
    assert send(name, content, "another")
    del opened
    transfer.remove(folder / "nothing")
    assert find_store(name) == "here"


def test_something_else_under_its_name_is_left_and_not_taken(name, content, folder):
    spminer.write(spminer.from_edges([(0, 1)]), folder / f"{name.digest}.spm")
    other = spminer.read(folder / f"{name.digest}.spm")
    assert find_store(name) == "missing"
    assert send(name, content, "me")
    assert (find_store(name), open_store(name).graphs.num_edges) == ("here", 78)
    assert names(folder) == [f"{name.digest}-me.spm", f"{name.digest}.spm"]
    del other
    forget_store(name)
    assert names(folder) == []


class OneWorker:
    """A client of a cluster whose workers are this process."""

    status = "running"

    def __init__(self):
        self.told = []

    def nthreads(self):
        return {"tcp://here:1": 1, "tcp://here:2": 1, "tcp://there:1": 1}

    def run(self, do, *arguments, workers=None, **_):
        asked = ["tcp://here:1"] if workers is None else workers
        self.told += [(do.__name__, worker) for worker in asked]
        return {worker: do(*arguments) for worker in asked}


def test_a_folder_of_stores_is_removed_when_workers_are_done():
    shipping = GraphTransfer(OneWorker())
    name = shipping.key(example())
    opened = open_store(name)
    shipping.close()
    assert Path(name.path).exists(), "it is in use"
    transfer._open.clear()
    del opened
    transfer._remove_left()
    assert not Path(name.path).parent.exists()


def test_all_workers_of_a_machine_are_told_to_forget():
    client = OneWorker()
    shipping = GraphTransfer(client)
    shipping._sent[StoreKey("0" * 64, "other.spm")] = {"tcp://here:2"}
    shipping.close()
    assert client.told == [("forget_store", "tcp://here:1"), ("forget_store", "tcp://here:2")]
