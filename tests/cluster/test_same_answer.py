"""Tests of cluster/executor.py, cluster/worker.py and cluster/connect.py: the answer of one process, whatever happens.

Processes are real, and so are the signals that end them.
"""

import random
import shutil
import threading
import time

import networkx as nx
import pytest

import spminer
from spminer import Monitor
from spminer._util.executor import LOCAL
from spminer.cluster import executor_for
from spminer.cluster.executor import DaskExecutor
from spminer.counting import enumeration_parts, matching
from spminer.datasets import example
from support.executors import processes
from support.strategies import THOROUGH


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Many pieces, as of a large graph."""
    monkeypatch.setattr(matching, "_WEIGHT", 40)
    monkeypatch.setattr(matching, "_FEW_STEPS", 1000)
    monkeypatch.setattr(enumeration_parts, "_WEIGHT", 40)


@pytest.fixture(scope="module")
def graph():
    return spminer.from_networkx(nx.barabasi_albert_graph(250, 3, seed=5))


def motifs(result):
    return [motif.to_dict() for motif in result]


def arrays(copies):
    return [(copy.indptr.tolist(), copy.indices.tolist()) for copy in copies]


JOBS = {
    "count": lambda graph, **how: spminer.count(
        "0-1,1-2,2-3,3-0@0", graph, examples=2, list_anchors=True, **how
    ).to_dict(),
    "count of node sets": lambda graph, **how: spminer.count(
        "0-1,1-2,2-3,3-0,0-2", graph, frequency="graph", induced=False, **how
    ).to_dict(),
    "count against chance": lambda graph, **how: spminer.count(
        "0-1,1-2,2-0", graph, frequency="graph", against="degree", null_samples=8, **how
    ).to_dict(),
    "enumerate": lambda graph, **how: motifs(spminer.enumerate(graph, "3-4", top=None, engine="esu", **how)),
    "enumerate against chance": lambda graph, **how: motifs(
        spminer.enumerate(graph, 3, against="degree", null_samples=8, **how)
    ),
    "mine": lambda graph, **how: motifs(spminer.mine(graph, "3-6", top=3, **how)),
    "grow": lambda graph, **how: motifs(spminer.mine(graph, "4-8", top=3, method="grow", **how)),
    "grow by images": lambda graph, **how: motifs(
        spminer.mine(graph, 4, top=2, method="grow", frequency="images", examples=0, **how)
    ),
    "mine by sampling": lambda graph, **how: motifs(spminer.mine(graph, 4, top=3, method="rand-esu", **how)),
    "mine against chance": lambda graph, **how: motifs(
        spminer.mine(graph, "3-5", top=3, against="degree", null_samples=8, **how)
    ),
    "randomize": lambda graph, **how: arrays(spminer.randomize(graph, samples=5, seed=3, **how)),
    "profile": lambda graph, **how: spminer.profile(graph, ["0-1,1-2,2-0", "0-1,1-2,2-3,3-4,4-5,5-0"], **how).to_dict(),
}


@pytest.mark.parametrize("job", JOBS)
def test_two_workers_say_what_one_process_says(job, graph, client):
    asked = example() if "chance" in job else graph
    assert JOBS[job](asked, cluster=client) == JOBS[job](asked)


@pytest.mark.parametrize(("workers", "threads"), [(1, 1), (4, 2)] if THOROUGH else [(4, 2)])
def test_any_number_of_workers_says_the_same(workers, threads, graph, tmp_path):
    from distributed import Client

    with (
        processes(tmp_path, workers=workers, threads=threads) as running,
        Client(running.address, set_as_default=False) as client,
    ):
        client.wait_for_workers(workers, timeout=60)
        for job in ("count", "enumerate", "grow", "mine by sampling"):
            assert JOBS[job](graph, cluster=client) == JOBS[job](graph)


class Killing:
    """Kills a worker with SIGKILL now and then, and starts another in its place."""

    def __init__(self, running, seed, kills):
        self._running, self._random, self._kills = running, random.Random(seed), kills
        self.killed = 0
        self.finished = threading.Event()
        self._thread = threading.Thread(target=self._kill)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.finished.set()
        self._thread.join()

    def _kill(self):
        while self.killed < self._kills and not self.finished.wait(self._random.uniform(0.05, 0.6)):
            self._running.kill_worker(self._random.randrange(len(self._running.workers)))
            self._running.start_worker()
            self.killed += 1


@pytest.mark.parametrize("seed", [1, 2] if THOROUGH else [1])
def test_workers_that_are_killed_change_nothing(graph, tmp_path, seed, monkeypatch):
    from distributed import Client

    monkeypatch.setattr(enumeration_parts, "_WEIGHT", 2)
    expected = motifs(spminer.enumerate(graph, "4-5", top=None, engine="esu", examples=0))
    with (
        processes(tmp_path, workers=3) as running,
        Client(running.address, set_as_default=False) as client,
    ):
        client.wait_for_workers(3, timeout=60)
        killed = 0
        for _ in range(10):  # as often as it takes
            with Killing(running, seed, kills=4) as killing:
                found = spminer.enumerate(graph, "4-5", top=None, engine="esu", examples=0, cluster=client)
            assert motifs(found) == expected
            assert found.status == "complete"
            killed += killing.killed
            if killed >= 4:
                break
    assert killed >= 4


def test_growth_on_a_cluster_goes_on_without_one_and_the_other_way_round(graph, client, tmp_path):
    def grown(sizes, **how):
        return spminer.mine(graph, sizes, top=3, method="grow", checkpoint=tmp_path / "states", **how)

    expected = motifs(spminer.mine(graph, "4-7", top=3, method="grow"))
    for first, second in (({"cluster": client}, {}), ({}, {"cluster": client})):
        with executor_for(client) as executor:
            shared = Monitor(time_limit=1000, executor=executor if first else LOCAL)
            stopping = threading.Thread(target=_cancel_at_size, args=(shared, 6))
            stopping.start()
            cut = grown("4-7", monitor=shared)
            stopping.join()
        assert motifs(grown("4-7", resume=True, **second)) == expected
        assert cut.status in ("partial", "complete")
        shutil.rmtree(tmp_path / "states")


def _cancel_at_size(monitor, size):
    deadline = time.monotonic() + 60
    while monitor.progress.size < size and monitor.progress.stage != "verify" and time.monotonic() < deadline:
        time.sleep(0.002)
    monitor.cancel()


def test_a_run_whose_scheduler_is_killed_goes_on_from_its_checkpoint(graph, tmp_path, monkeypatch):
    from distributed import Client

    monkeypatch.setattr(enumeration_parts, "_WEIGHT", 2)
    monkeypatch.setattr(enumeration_parts, "_KEEP_EVERY_S", 0.0)
    monkeypatch.setattr(enumeration_parts, "_KEEP_SHARE", 1e9)
    asked = {"sizes": 5, "top": 5, "method": "exact", "checkpoint": tmp_path / "states"}
    expected = motifs(spminer.mine(graph, 5, top=5, method="exact"))
    with processes(tmp_path, workers=2) as running:
        with Client(running.address, set_as_default=False, timeout=2) as client:
            client.wait_for_workers(2, timeout=60)
            executor = DaskExecutor(client)
            monitor = Monitor(executor=executor)
            killer = threading.Thread(target=_kill_scheduler_after, args=(running, monitor, 0.2))
            killer.start()
            stopped = spminer.mine(graph, **asked, monitor=monitor)
            killer.join()
            executor.close()
        assert (stopped.status, stopped.stop_reason) == ("partial", "no scheduler left")
        running.start_scheduler()
        running.start_worker()
        with Client(running.address, set_as_default=False) as client, executor_for(client) as executor:
            client.wait_for_workers(1, timeout=60)
            pieces = _counted(executor)
            resumed = spminer.mine(graph, **asked, resume=True, monitor=Monitor(executor=executor))
    assert motifs(resumed) == expected
    whole = len(enumeration_parts._all_roots(graph, 5))
    assert 0 < sum(pieces) < whole, "what was visited is not visited again"


def _kill_scheduler_after(running, monitor, share):
    deadline = time.monotonic() + 60
    while (monitor.share or 0.0) < share and time.monotonic() < deadline:
        time.sleep(0.01)
    running.kill_scheduler()


def _counted(executor):
    """How many pieces of enumeration come back."""
    counts, results = [], executor.map

    def counted(work, *arguments, **options):
        for value in results(work, *arguments, **options):
            counts.append(work is enumeration_parts.visit_roots)
            yield value

    executor.map = counted
    return counts
