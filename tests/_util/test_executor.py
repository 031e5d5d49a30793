import time

import pytest

from spminer import Monitor
from spminer._util.executor import LOCAL, LocalExecutor
from support.executors import InlineExecutor


def halves(graphs, piece, monitor):
    """A piece is a range of numbers; more than two are left, in two halves."""
    first, last = piece
    if last - first <= graphs:
        return list(range(first, last)), ()
    middle = (first + last) // 2
    return [], ((first, middle), (middle, last))


@pytest.mark.parametrize("executor", [InlineExecutor(), LOCAL, LocalExecutor(3)])
@pytest.mark.parametrize("pieces", [[], [(0, 1)], [(0, 50)], [(0, 3), (3, 50)]])
def test_rests_are_computed_in_further_rounds(executor, pieces):
    found = [
        number
        for value, _ in InlineExecutor().map_splittable(halves, 2, pieces, Monitor(), stage="x")
        for number in value
    ]
    assert sorted(found) == list(range(pieces[-1][1] if pieces else 0))


def test_what_is_left_is_told():
    told = list(InlineExecutor().map_splittable(halves, 2, [(0, 4)], Monitor(), stage="x"))
    assert told == [([], ((0, 2), (2, 4))), ([0, 1], ()), ([2, 3], ())]


def test_a_run_that_is_stopped_gets_no_more():
    monitor, found = Monitor(), []
    for value, _ in InlineExecutor().map_splittable(halves, 2, [(0, 2), (2, 50)], monitor, stage="x"):
        found += value
        monitor.cancel()
    assert found == [0, 1]


def test_progress_counts_what_was_left_too():
    monitor = Monitor()
    seen = [monitor.share for _ in InlineExecutor().map_splittable(halves, 2, [(0, 4)], monitor, stage="x")]
    assert seen == [pytest.approx(1 / 3), pytest.approx(2 / 3), 0.99]


def test_threads_of_this_process_give_results_in_order_with_few_pieces_ahead():
    taken = []

    def pieces():
        for number in range(40):
            taken.append(number)
            yield number

    def square(graphs, piece, monitor):
        time.sleep(0.001 * (7 * piece % 5))
        return piece**2

    results = LocalExecutor(3).map(square, None, pieces(), Monitor(), stage="x")
    assert next(results) == 0
    assert len(taken) <= 4
    assert list(results) == [number**2 for number in range(1, 40)]


def test_a_piece_that_the_end_cut_short_gives_no_result():
    monitor = Monitor()

    def work(graphs, piece, part):
        if piece == 2:
            monitor.cancel()
        return piece

    assert list(LocalExecutor(1).map(work, None, range(5), monitor, stage="x")) == [0, 1]


def test_errors_of_a_piece_are_raised_and_the_others_are_dropped():
    def work(graphs, piece, part):
        if piece == 2:
            raise ValueError("piece 2")
        return piece

    results = LocalExecutor(2).map(work, None, range(100), Monitor(), stage="x")
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="piece 2"):
        next(results)


def test_only_an_executor_with_workers_is_asked():
    here, there = (lambda: "here"), (lambda executor: type(executor).__name__)
    assert LOCAL.run(here, there) == "here"
    assert InlineExecutor().run(here, there) == "InlineExecutor"
    assert InlineExecutor().run(here, there, worth=False) == "here"
