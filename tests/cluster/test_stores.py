import hashlib
import os
import tempfile

import pytest

import spminer
from spminer import InputError
from spminer.cluster import stores
from spminer.cluster.stores import StoreName, find_store, forget_store, open_store, receive, received
from spminer.datasets import example


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(stores, "_open", type(stores._open)())
    return tmp_path / f"spminer-{os.getuid()}"


@pytest.fixture
def path(tmp_path):
    spminer.write(example(), tmp_path / "karate.spm")
    return tmp_path / "karate.spm"


def name_of(path, where=None):
    return StoreName(spminer.read(path).known_digest, str(where or path))


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
    assert len(stores._open) == 3


def test_a_folder_that_others_can_write_to_is_refused(path, tmp_path, folder):
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with pytest.raises(InputError, match="not a folder of this user alone"):
        receive(name_of(path), "me", 0, b"")


def test_the_first_of_a_kind_is_alone(path):
    opened, done = open_store(name_of(path)), []
    for number in range(3):
        opened.first_alone("count", lambda number=number: done.append(number))
    opened.first_alone("other", lambda: done.append("other"))
    assert done == [0, "other"]
