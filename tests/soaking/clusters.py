"""Harm to a cluster: workers are killed at any moment, and now and then the scheduler; the answer stays."""

import shutil
import threading
from pathlib import Path

import networkx as nx
from distributed import Client

import spminer
from soaking.faults import Count
from spminer import Monitor
from spminer.cluster.executor import DaskExecutor
from support.executors import processes

_PAUSE_S = (0.3, 2.0)
_SCHEDULER_EVERY = 7  # kills
_MOST_RUNS = 200
_PATIENCE_S = 60


class _Killer(threading.Thread):
    """Kills until it is told to end, or has killed enough; workers are replaced at once."""

    def __init__(self, running, random, most):
        super().__init__(daemon=True)
        self._running, self._random, self._most = running, random, most
        self.finished = threading.Event()
        self.killed = 0
        self.killed_scheduler = False

    def run(self):
        while self.killed < self._most and not self.finished.wait(self._random.uniform(*_PAUSE_S)):
            self.killed += 1
            if self.killed % _SCHEDULER_EVERY == 0:
                self._running.kill_scheduler()
                self.killed_scheduler = True
                return
            self._running.kill_worker(self._random.randrange(len(self._running.workers)))
            self._running.start_worker()

    def end(self):
        self.finished.set()
        self.join()


def cluster(folder, tries, random, *, nodes=1500, workers=8):
    """SIGKILL to workers, and to the scheduler, whose run goes on from its checkpoint: the same motifs."""
    count = Count("cluster")
    count.facts.update(runs=0, schedulers=0)
    graph = spminer.from_networkx(nx.barabasi_albert_graph(nodes, 3, seed=5))
    place = Path(folder) / "cluster"
    expected = _motifs(_mined(graph))
    while count.tried < tries and count.facts["runs"] < _MOST_RUNS:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        with processes(place, workers=workers) as running:
            _one_run(graph, running, place, random, tries, expected, count)
        count.facts["runs"] += 1
    return count


def _one_run(graph, running, place, random, tries, expected, count):
    """One run, resumed as often as its scheduler is killed."""
    while True:
        with Client(running.address, set_as_default=False, timeout=_PATIENCE_S) as client:
            client.wait_for_workers(1, timeout=_PATIENCE_S)
            killer = _Killer(running, random, tries - count.tried)
            executor = DaskExecutor(client)
            killer.start()
            found = _mined(graph, checkpoint=place / "states", resume=True, monitor=Monitor(executor=executor))
            killer.end()
            executor.close()
        ok = _motifs(found) == expected if found.status == "complete" else killer.killed_scheduler
        for _ in range(killer.killed):
            count.note(ok, f"{found.status} {found.stop_reason}: another answer")
        if not killer.killed_scheduler or not ok:
            return
        count.facts["schedulers"] += 1
        workers = len(running.workers)
        for _ in range(workers):
            running.kill_worker()
        running.start_scheduler()
        for _ in range(workers):
            running.start_worker()
        if found.status == "complete":
            return


def _mined(graph, **how):
    return spminer.mine(graph, "3-9", top=3, examples=0, **how)


def _motifs(result):
    return [motif.to_dict() for motif in result]
