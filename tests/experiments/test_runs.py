import pytest

import spminer
from spminer._util.monitor import Monitor
from spminer.datasets import example
from spminer.experiments.judging import judged
from spminer.experiments.runs import Found, Run
from spminer.patterns import Pattern
from spminer.results.request import Verification


def run_of(values, size=3):
    motifs = tuple(Found(size, name, value, "exact") for name, value in values.items())
    return Run("m", motifs, 1.0, complete=True, patterns=0)


def test_a_mining_result_survives_json():
    result = spminer.mine(example(), "3-4", top=3, method="mfinder", examples=0)
    found = Run.of(result, judged(result, example(), Monitor(), Verification()), "mfinder", patterns=7)
    assert Run.from_dict(found.to_dict()) == found
    assert found.values(3) == [motif.anchored_frequency.value for motif in result if motif.size == 3]
    assert found.sampled == 10_000


def test_the_median_is_of_the_best_ten():
    assert run_of({str(n): n for n in range(12, 0, -1)}).median(3) == 7.5
    assert run_of({}).median(3) is None


TRUTH = {"a": 9, "b": 8, "c": 7, "d": 6}


@pytest.mark.parametrize(
    ("found", "top", "rate"),
    [
        ({"a": 9, "b": 8}, 2, 1.0),
        ({"b": 8, "a": 9}, 1, 0.0),  # the method's order counts, not its values
        ({"a": 9}, 2, 0.5),  # a rank that is not filled is no hit
        ({"x": 8, "a": 9}, 2, 1.0),  # as frequent as the last of the top: belongs to it
        ({"a": 1, "c": 1}, 2, 0.5),  # lower bounds of a search that was not verified
        ({}, 4, 0.0),
        (TRUTH, 50, 1.0),  # there are no more patterns
    ],
)
def test_hit_rate(found, top, rate):
    assert run_of(found).hits(run_of(TRUTH), 3, top) == rate


def test_the_rank_of_a_pattern_does_not_depend_on_its_anchor():
    found = run_of({"0-1,0-2,1-2@0": 9, "0-1,0-2@0": 8, "0-1,1-2@0": 7})
    assert found.rank(Pattern.parse("2-1,1-0@2")) == 2
    assert found.rank(Pattern.parse("0-1,1-2,2-3")) is None


def test_without_a_truth_there_are_no_hits():
    assert run_of({"a": 9}).hits(run_of({}), 3, 2) is None


def test_a_run_that_was_not_made_found_nothing():
    absent = Run.absent("m")
    assert (absent.median(3), absent.complete) == (None, False)
