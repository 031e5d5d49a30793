import pickle

import pytest

import spminer
from spminer import Monitor
from spminer.datasets import example
from spminer.methods.registry import method_names
from spminer.paper.runs import (
    DETERMINISTIC,
    FoundMotif,
    MiningRun,
    RunsBySeed,
    Spread,
    run_piece,
)
from spminer.patterns import Pattern
from spminer.results.request import MiningRequest, Verification


def request(method, **options):
    return MiningRequest.from_options(sizes=4, top=3, method=method, time_limit=60.0, examples=0, **options)


def test_a_run_is_done_where_it_is_sent():
    asked = pickle.loads(pickle.dumps(request("mfinder")))
    found = run_piece(example(), asked, Monitor())
    assert [motif["kind"] for motif in found["motifs"]] == ["exact"] * 3
    assert (found["method"], found["complete"]) == ("mfinder", True)


def test_a_methods_own_ranking_is_counted_and_stays():
    found = run_piece(example(), request("mfinder", verify=Verification(own_ranking=True)), Monitor())
    ranked = spminer.mine(example(), 4, 3, method="mfinder", verify=False, examples=0)
    assert [motif["pattern"] for motif in found["motifs"]] == [motif.id for motif in ranked]
    assert {motif["kind"] for motif in found["motifs"]} == {"exact"}


def test_the_monitor_ends_it():
    monitor = Monitor()
    monitor.cancel()
    assert not run_piece(example(), request("mfinder"), monitor)["complete"]


def run_of(values, size=3):
    motifs = tuple(FoundMotif(size, name, value, "exact") for name, value in values.items())
    return MiningRun("m", motifs, 1.0, complete=True, patterns=0)


def test_a_mining_result_survives_json():
    result = spminer.mine(example(), "3-4", top=3, method="mfinder", examples=0)
    found = MiningRun.of(result, "mfinder", patterns=7)
    assert MiningRun.from_dict(found.to_dict()) == found
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
    absent = MiningRun.absent("m")
    assert (absent.median(3), absent.complete) == (None, False)


def run_of_repeats(value, seconds):
    return MiningRun("m", (FoundMotif(3, "a", value, "exact"),), seconds, complete=True, patterns=0)


def test_measures_are_told_by_seed():
    repeats = RunsBySeed({4: run_of_repeats(7, 1.23), 5: run_of_repeats(9, 2.0)})
    assert repeats.median(3) == Spread((4, 5), (7.0, 9.0))
    assert repeats.median(4) == Spread((4, 5), (None, None))
    assert repeats.seconds == Spread((4, 5), (1.2, 2.0))
    assert repeats.first == run_of_repeats(7, 1.23)


def test_methods_that_draw_nothing_are_methods():
    assert set(DETERMINISTIC) <= set(method_names())


def test_the_middle_and_the_ends_are_of_what_is_known():
    spread = Spread.of({0: 5.0, 1: None, 2: 9.0, 3: 6.0})
    assert (spread.low, spread.middle, spread.high) == (5.0, 6.0, 9.0)
    assert Spread.of({0: None}).middle is None


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((4.0, 4.0), "4"),
        ((4.0, 6.0), "5 (4-6)"),
        ((0.12341, 0.12342), "0.123"),  # as far as it is shown, there is no range
        ((1000.4, 2000.4), "1500 (1000-2000)"),
        ((None, 6.0, 7.0), "6.5 (6-7), 2 of 3"),
        ((None, None), "-"),
    ],
)
def test_what_is_shown(values, text):
    assert str(Spread(tuple(range(len(values))), values)) == text


def test_rounding_leaves_gaps():
    assert Spread((0, 1), (1.26, None)).rounded(1) == Spread((0, 1), (1.3, None))
