import asyncio
import threading
import time

import pytest

from spminer import InputError, Monitor, UsageError
from spminer.cluster import executor_for
from spminer.cluster.executor import DaskExecutor
from spminer.cluster.worker import PieceResult
from spminer.datasets import example
from support.executors import deadly, failing, processes, slow, times, unreadable


@pytest.fixture(scope="module")
def graphs():
    return example()


@pytest.fixture
def own(tmp_path):
    """A cluster of this test alone, and a client."""
    from distributed import Client

    with (
        processes(tmp_path, workers=2) as running,
        Client(running.address, set_as_default=False, timeout=3) as client,
    ):
        client.wait_for_workers(2, timeout=60)
        yield running, client


def waiting(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def test_results_come_in_the_order_of_the_pieces(client, graphs):
    with executor_for(client) as executor:
        found = list(executor.map(times, graphs, iter(range(100)), Monitor(), stage="count"))
        assert found == [34 * number for number in range(100)]
        assert list(executor.map(times, graphs, [], Monitor(), stage="count")) == []


def test_pieces_are_named_for_who_watches(client, graphs):
    with executor_for(client) as executor:
        assert list(executor.map(times, graphs, [1], Monitor(), stage="count")) == [34]
    story = client.run_on_scheduler(lambda dask_scheduler: set(dask_scheduler.task_prefixes))
    assert "count" in story


def test_pieces_are_taken_as_there_is_room(client, graphs):
    taken = []

    def pieces():
        for number in range(10_000):
            taken.append(number)
            yield number

    with executor_for(client) as executor:
        found = executor.map(times, graphs, pieces(), Monitor(), stage="count")
        assert next(found) == 0
        assert len(taken) < 100
        found.close()


@pytest.mark.parametrize(("piece", "error"), [("usage", UsageError), ("input", InputError), ("value", ValueError)])
def test_an_error_of_a_piece_is_raised(client, graphs, piece, error):
    with executor_for(client) as executor, pytest.raises(error, match="cannot be done"):
        list(executor.map(failing, graphs, [piece], Monitor(), stage="count"))


def test_a_result_that_cannot_be_read_is_an_error(client, graphs):
    with executor_for(client) as executor, pytest.raises(ValueError, match="invalid literal"):
        list(executor.map(unreadable, graphs, [1], Monitor(), stage="count"))


def test_what_is_stopped_is_stopped_there_too(client, graphs, tmp_path):
    monitor = Monitor()
    with executor_for(client) as executor:
        timer = threading.Timer(0.5, monitor.cancel)
        timer.start()
        started = time.monotonic()
        pieces = [(60, tmp_path / str(number)) for number in range(4)]
        assert list(executor.map(slow, graphs, pieces, monitor, stage="count")) == []
        assert time.monotonic() - started < 20
        begun = len(list(tmp_path.glob("*.begun")))
        assert begun > 0
        assert waiting(lambda: len(list(tmp_path.glob("*.ended"))) == begun)


def test_a_time_limit_ends_the_waiting(client, graphs, tmp_path):
    with executor_for(client) as executor:
        monitor = Monitor(time_limit=0.5)
        assert list(executor.map(slow, graphs, [(60, tmp_path / "x")], monitor, stage="count")) == []
        assert monitor.stop_reason == "time limit"


def test_a_worker_of_another_version_that_comes_later_is_refused(client, graphs, monkeypatch):
    async def gather(_futures, asynchronous):
        return [PieceResult(other_version="9.9", worker="tcp://a:1")]

    monkeypatch.setattr(client, "gather", gather)
    with executor_for(client) as executor, pytest.raises(UsageError, match=r"tcp://a:1 has spminer 9\.9"):
        list(executor.map(times, graphs, [1], Monitor(), stage="count"))


def test_answers_that_do_not_arrive_are_asked_for_again(client, graphs, monkeypatch):
    """As Dask behaves where a worker is killed between the end of its piece and the sending of the answer."""
    gather, asked = client.gather, []

    async def late(futures, asynchronous):
        asked.append(len(futures))
        if len(asked) == 1:
            await asyncio.sleep(30)
        return await gather(futures, asynchronous=asynchronous)

    monkeypatch.setattr(client, "gather", late)
    started = time.monotonic()
    with executor_for(client) as executor:
        assert list(executor.map(times, graphs, range(3), Monitor(), stage="count")) == [0, 34, 68]
    assert len(asked) > 1
    assert time.monotonic() - started < 15


def test_a_worker_that_is_killed_is_done_without(own, graphs, tmp_path):
    running, client = own
    with executor_for(client) as executor:
        found = executor.map(
            slow, graphs, [(0.2, tmp_path / str(number)) for number in range(12)], Monitor(), stage="x"
        )
        first = next(found)
        running.kill_worker()
        assert [first, *found] == [str(tmp_path / str(number)) for number in range(12)]


def test_a_cluster_without_workers_is_waited_for(own, graphs):
    running, client = own
    with executor_for(client) as executor:
        running.kill_worker()
        running.kill_worker()
        threading.Timer(2.0, running.start_worker).start()
        assert list(executor.map(times, graphs, [1, 2], Monitor(), stage="count")) == [34, 68]


def test_a_cluster_that_stays_without_workers_ends_the_run_with_what_it_has(own, graphs, tmp_path, caplog):
    running, client = own
    run, found = Monitor(), []
    executor = DaskExecutor(client, worker_wait_s=1.0)
    pieces = [(0.1 if number < 2 else 60, tmp_path / str(number)) for number in range(4)]
    for value in executor.map(slow, graphs, pieces, run.part(), stage="count"):
        found.append(value)
        if len(found) == 2:
            running.kill_worker()
            running.kill_worker()
    assert found == [str(tmp_path / "0"), str(tmp_path / "1")]
    assert run.stop_reason == "no workers left"
    assert "waiting up to 1 s for others" in caplog.text
    again = Monitor()
    assert list(executor.map(times, graphs, [1], again, stage="count")) == []
    assert again.stop_reason == "no workers left", "without waiting once more"
    executor.close()


def test_a_scheduler_that_is_gone_ends_the_run_with_what_it_has(own, graphs, tmp_path):
    running, client = own
    monitor, executor = Monitor(), DaskExecutor(client)
    pieces = [(0.1, tmp_path / "0"), (60, tmp_path / "1")]
    found = executor.map(slow, graphs, pieces, monitor, stage="count")
    assert next(found) == str(tmp_path / "0")
    running.kill_scheduler()
    assert list(found) == []
    assert monitor.stop_reason == "no scheduler left"
    executor.close()


def test_a_scheduler_that_comes_back_is_used_again(graphs, tmp_path):
    from distributed import Client

    with (
        processes(tmp_path, workers=1) as running,
        Client(running.address, set_as_default=False, timeout=60) as client,  # a busy machine starts it slowly
    ):
        client.wait_for_workers(1, timeout=60)
        with executor_for(client) as executor:
            pieces = [(0.1, tmp_path / str(number)) for number in range(6)]
            found = executor.map(slow, graphs, pieces, Monitor(), stage="count")
            first = next(found)
            running.kill_scheduler()
            running.start_scheduler()
            running.start_worker()
            assert [first, *found] == [str(tmp_path / str(number)) for number in range(6)]


def test_a_piece_that_ends_its_workers_ends_the_run(tmp_path, graphs, caplog):
    """With nannies, which start a new worker for each that dies, as where memory is short."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
        ) as one,
        Client(one, set_as_default=False) as client,
        executor_for(client) as executor,
    ):
        client.run_on_scheduler(_allow_one_failure)
        monitor = Monitor()
        assert list(executor.map(deadly, graphs, ["fine", "deadly"], monitor, stage="count")) == ["fine"]
    assert monitor.stop_reason == "workers ended"
    assert "lack of memory: give the workers more" in caplog.text


def _allow_one_failure(dask_scheduler):
    dask_scheduler.allowed_failures = 0
