import os
from pathlib import Path

import pytest

import spminer
from crews import processes, receive_damaged
from spminer import InputError
from spminer.cluster import shipping
from spminer.cluster.shipping import Shipping
from spminer.cluster.stores import find_store
from spminer.datasets import example


@pytest.fixture
def sent(monkeypatch):
    """Workers that a store was sent to."""
    workers = []
    transfer = Shipping._transfer

    def noted(self, name, worker):
        workers.append(worker)
        transfer(self, name, worker)

    monkeypatch.setattr(Shipping, "_transfer", noted)
    return workers


def digests(client, name):
    return set(client.run(find_store, name).values())


def test_a_store_that_all_see_is_not_sent(client, tmp_path, sent):
    spminer.write(example(), tmp_path / "karate.spm")
    graphs = spminer.read(tmp_path / "karate.spm")
    opened = Shipping(client)
    name = opened.name(graphs)
    assert name.path == str(tmp_path / "karate.spm")
    assert opened.name(graphs) is name
    assert (digests(client, name), sent) == ({"here"}, [])


def test_graphs_in_memory_are_written_and_removed_at_the_end(client, sent):
    opened = Shipping(client)
    name = opened.name(example())
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
    monkeypatch.setattr(shipping, "_PART", 1000)
    opened = Shipping(client)
    name = opened.name(unseen)
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
    opened = Shipping(client)
    name = opened.name(unseen)
    assert digests(client, name) == {"here"}
    assert "has other graphs at /proc/self/cwd/karate.spm; it is sent those that are meant" in caplog.text
    opened.close()
    client.run(os.chdir, "/")


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs a path that each process has for itself")
def test_a_store_that_arrives_damaged_is_refused(client, unseen, monkeypatch):
    monkeypatch.setattr(shipping, "receive", receive_damaged)
    with pytest.raises(InputError, match="was damaged on its way to a worker; try again"):
        Shipping(client).name(unseen)


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs a path that each process has for itself")
def test_a_worker_that_loses_the_store_again_is_named(client, unseen):
    opened = Shipping(client)
    name = opened.name(unseen)
    worker = next(iter(opened._sent[name]))
    client.run(shipping.forget_store, name)
    with pytest.raises(InputError, match="does not stay on a worker"):
        opened.send(name, worker)


def test_a_worker_that_comes_later_is_sent_it_when_it_says_so(tmp_path, monkeypatch):
    """Its machine is another one, as far as temporary files tell."""
    from distributed import Client

    monkeypatch.chdir(tmp_path)
    spminer.write(example(), "karate.spm")
    graphs = spminer.read("/proc/self/cwd/karate.spm")
    with processes(tmp_path, workers=1) as running, Client(running.address, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)
        opened = Shipping(client)
        opened.name(graphs)
        (tmp_path / "tmp").mkdir()
        running.start_worker(environment={"TMPDIR": str(tmp_path / "tmp")})
        client.wait_for_workers(2, timeout=60)
        running.kill_worker(0)
        with spminer.cluster.crew_of(client) as crew:
            crew._shipping = opened
            count = spminer.count("0-1,1-2,2-0@0", graphs, monitor=spminer.Monitor(crew=crew))
    assert count.frequency.value == 32
