import pytest

import spminer
from spminer import Monitor, UsageError
from spminer.datasets import example
from spminer.errors import LimitError
from spminer.results.request import Plan


def test_the_plan_is_announced_before_the_run():
    plans = []
    result = spminer.mine(example(), "3-4", announce=plans.append)
    assert plans == [result.plan]
    assert isinstance(result.plan, Plan)


def test_what_announcing_raises_ends_the_run():
    def refuse(plan):
        raise RuntimeError(plan.stages[0].method)

    with pytest.raises(RuntimeError, match="exact"):
        spminer.mine(example(), 3, announce=refuse)


def test_one_time_limit():
    with pytest.raises(UsageError, match="not both"):
        spminer.mine(example(), 3, time_limit=1.0, monitor=Monitor())
    assert spminer.mine(example(), 3, monitor=Monitor(time_limit=60)).request.time_limit == 60


@pytest.mark.only_with("posix")
def test_reading_the_other_graph_counts_to_the_time_limit(silent_pipe):
    with pytest.raises(LimitError, match=r"time limit of 0\.1 s ended while reading"):
        spminer.mine(example(), 3, against=str(silent_pipe), time_limit=0.1)
