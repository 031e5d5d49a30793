import pytest

from spminer import Monitor
from spminer._util.executor import share_out
from support.executors import InlineCrew


def halves(graphs, piece, monitor):
    """A piece is a range of numbers; more than two are left, in two halves."""
    first, last = piece
    if last - first <= graphs:
        return list(range(first, last)), ()
    middle = (first + last) // 2
    return [], ((first, middle), (middle, last))


@pytest.mark.parametrize("pieces", [[], [(0, 1)], [(0, 50)], [(0, 3), (3, 50)]])
def test_what_is_left_is_done_in_further_rounds(pieces):
    found = [
        number for value, _ in share_out(InlineCrew(), halves, 2, pieces, Monitor(), stage="x") for number in value
    ]
    assert sorted(found) == list(range(pieces[-1][1] if pieces else 0))


def test_what_is_left_is_told():
    told = list(share_out(InlineCrew(), halves, 2, [(0, 4)], Monitor(), stage="x"))
    assert told == [([], ((0, 2), (2, 4))), ([0, 1], ()), ([2, 3], ())]


def test_a_run_that_is_stopped_gets_no_more():
    monitor, found = Monitor(), []
    for value, _ in share_out(InlineCrew(), halves, 2, [(0, 2), (2, 50)], monitor, stage="x"):
        found += value
        monitor.cancel()
    assert found == [0, 1]


def test_progress_counts_what_was_left_too():
    monitor = Monitor()
    seen = [monitor.share for _ in share_out(InlineCrew(), halves, 2, [(0, 4)], monitor, stage="x")]
    assert seen == [pytest.approx(1 / 3), pytest.approx(2 / 3), 0.99]
