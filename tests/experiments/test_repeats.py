from spminer.experiments.repeats import DRAWS_NOTHING, Repeats
from spminer.experiments.runs import Found, Run
from spminer.experiments.spread import Spread
from spminer.methods.registry import method_names


def run_of(value, seconds):
    return Run("m", (Found(3, "a", value, "exact"),), seconds, complete=True, patterns=0)


def test_measures_are_told_by_seed():
    repeats = Repeats({4: run_of(7, 1.23), 5: run_of(9, 2.0)})
    assert repeats.median(3) == Spread((4, 5), (7.0, 9.0))
    assert repeats.median(4) == Spread((4, 5), (None, None))
    assert repeats.seconds == Spread((4, 5), (1.2, 2.0))
    assert repeats.first == run_of(7, 1.23)


def test_methods_that_draw_nothing_are_methods():
    assert set(DRAWS_NOTHING) <= set(method_names())
