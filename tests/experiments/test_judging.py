import spminer
from spminer._util.monitor import Monitor
from spminer.datasets import example
from spminer.experiments.judging import judged
from spminer.results.request import Verification


def mined(**options):
    return spminer.mine(example(), "4-5", top=8, method="mfinder", examples=0, **options)


def test_what_was_not_counted_is_counted_and_ranked_anew():
    found = judged(mined(verify=False), example(), Monitor(), Verification())
    assert all(frequency.kind == "exact" for _, frequency in found)
    for candidate, frequency in found:
        counted = spminer.count(candidate.pattern, example()).frequency
        assert frequency.value == counted.value
    for size in (4, 5):
        values = [frequency.value for candidate, frequency in found if candidate.pattern.size == size]
        assert values == sorted(values, reverse=True)


def test_what_is_exact_stays_although_there_is_no_time():
    result = mined()
    found = judged(result, example(), Monitor(time_limit=0), Verification())
    assert [candidate.pattern for candidate, _ in found] == [motif.pattern for motif in result]
    assert all(frequency.kind == "exact" for _, frequency in found)


def test_a_methods_own_ranking_stays():
    result = mined(verify=False)
    found = judged(result, example(), Monitor(time_limit=0), Verification(factor=0))
    assert [candidate.pattern for candidate, _ in found] == [motif.pattern for motif in result]
