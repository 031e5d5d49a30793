import threading
import time

import pytest

import spminer
from spminer._util.executor import LOCAL
from spminer._util.monitor import Monitor
from spminer.cluster import worker
from spminer.cluster.transfer import StoreKey
from spminer.cluster.worker import PieceResult, PieceSpec, run_task
from spminer.datasets import example


class Task:
    state = "executing"


class Worker:
    """As much of a worker of Dask as a piece looks at."""

    address = "tcp://10.0.0.7:4000"

    def __init__(self):
        self.state, self.task = self, Task()
        self.tasks = {"key": self.task}

    def get_current_task(self):
        return "key"


@pytest.fixture
def dask(monkeypatch):
    import distributed

    here = Worker()
    monkeypatch.setattr(distributed, "get_worker", lambda: here)
    return here


@pytest.fixture
def store(tmp_path):
    spminer.write(example(), tmp_path / "karate.spm")
    return StoreKey(spminer.read(tmp_path / "karate.spm").known_digest, str(tmp_path / "karate.spm"))


def count_nodes(graphs, piece, monitor):
    assert monitor.executor is LOCAL
    return piece * graphs.num_nodes


def wait_for_the_end(graphs, piece, monitor):
    deadline = time.monotonic() + 30
    while not monitor.stopped and time.monotonic() < deadline:
        time.sleep(0.01)
    return "half of it"


@pytest.mark.usefixtures("dask")
def test_a_piece_is_done_once(store):
    answers = [run_task(PieceSpec(count_nodes, piece, store)) for piece in (1, 2)]
    assert [answer.value for answer in answers] == [34, 68]
    assert all(answer.done for answer in answers)


@pytest.mark.usefixtures("dask")
def test_another_version_and_a_missing_store_are_answers():
    spec = PieceSpec(count_nodes, 1, StoreKey("0", "/nowhere.spm"))
    assert run_task(spec) == PieceResult(missing=True, worker=Worker.address)
    other = run_task(PieceSpec(count_nodes, 1, spec.store, version="9.9"))
    assert other == PieceResult(other_version=spminer.__version__, worker=Worker.address)
    assert not other.done


@pytest.mark.parametrize("state", ["cancelled", "forgotten", None])
def test_what_no_one_wants_is_ended_and_not_taken_for_a_result(dask, store, state):
    def cancel():
        if state is None:
            dask.tasks.clear()
        else:
            dask.task.state = state

    threading.Timer(0.1, cancel).start()
    answer = run_task(PieceSpec(wait_for_the_end, 1, store))
    assert answer == PieceResult(cut_short=True, worker=Worker.address)


def test_work_that_is_wanted_goes_on(dask, monkeypatch):
    monkeypatch.setattr(worker, "_LOOK_EVERY_S", 0.01)
    monitor = Monitor()
    with worker._canceled_when_unwanted(monitor, dask):
        time.sleep(0.2)
        assert not monitor.stopped
