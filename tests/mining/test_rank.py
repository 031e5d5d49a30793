"""Tests of mining/rank.py: no size is worse than what larger motifs of the same run imply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Pattern
from spminer.datasets import example
from spminer.generate import synthetic
from spminer.methods.base import Candidate, Task
from spminer.mining.rank import entry_threshold, parts_of_larger, rank
from spminer.patterns.parts import node_deleted_subpatterns
from support.builders import collection
from support.fakes import proposing, registered
from support.strategies import examples, labeled_graphs

PATH, MIDDLE, TRIANGLE = (Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0@0"))


def candidate(pattern, value=None, score=0.0, node_sets=None, kind="exact", **known):
    if value is not None:
        known["anchored"] = Frequency.exact(value) if kind == "exact" else Frequency.lower_bound(value)
    return Candidate(pattern, score, known, node_sets)


def ranked(*candidates, top=9, **options):
    return [found.pattern for found in rank(candidates, "anchored", top, **options)]


def test_the_most_frequent_first_and_no_more_than_asked_for():
    assert ranked(candidate(PATH, 3), candidate(TRIANGLE, 5), candidate(MIDDLE, 4), top=2) == [TRIANGLE, MIDDLE]


def test_what_does_not_occur_is_left_out():
    assert ranked(candidate(PATH, 0), candidate(TRIANGLE, 1)) == [TRIANGLE]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (candidate(PATH, 3, graph=Frequency.exact(9)), candidate(TRIANGLE, 3, graph=Frequency.exact(1))),
        (candidate(PATH, 3, node_sets=9.0), candidate(TRIANGLE, 3, node_sets=1.0)),
        (candidate(TRIANGLE, 3), candidate(PATH, 3)),  # more edges
        (candidate(MIDDLE, 3), candidate(PATH, 3)),  # by text
        (candidate(PATH, 3, 0.9, kind="bound"), candidate(TRIANGLE, 3, 0.1, kind="bound")),  # by score
    ],
)
def test_ties(first, second):
    assert ranked(second, first) == [first.pattern, second.pattern]


def test_what_nothing_is_known_of_was_met_once():
    [found] = rank([candidate(PATH)], "anchored", 1)
    assert found.known["anchored"] == Frequency.lower_bound(1)


def test_anchors_can_be_merged():
    found = (candidate(PATH, 3), candidate(MIDDLE, 5), candidate(TRIANGLE, 4))
    assert ranked(*found, merge_anchors=True) == [MIDDLE, TRIANGLE]


# Few samples and walks: small sizes are then missed more often than large ones.
FEW = {
    "greedy": {"walks": 8, "neighborhoods": 100},
    "beam": {"walks": 4, "neighborhoods": 100},
    "mcts": {"simulations": 20, "neighborhoods": 100},
    "mlp": {"walks": 8, "neighborhoods": 100},
    "mfinder": {"samples": 40},
    "rand-esu": {},
    "motivo": {"samples": 200},
    "grow": {},
}


def assert_consistent(motifs, graphs, top, *, induced=True):
    """Every part of a motif that is more frequent than the last of the size below is there, or no better."""
    sizes = {size: [m for m in motifs if m.size == size] for size in {m.size for m in motifs}}
    for size, found in sizes.items():
        below = sizes.get(size - 1)
        if below is None:
            continue
        values = [m.anchored_frequency.value for m in below]
        last = min(values) if len(values) >= top else 0
        reported = {m.pattern for m in below}
        for motif in found:
            if motif.anchored_frequency.value <= last:
                continue
            for part in node_deleted_subpatterns(motif.pattern):
                counted = spminer.count(part, graphs, induced=induced).frequency.value
                assert part in reported or counted <= last, (str(motif.pattern), str(part))


@pytest.mark.parametrize("method", FEW)
def test_every_method_is_consistent(method):
    graphs = synthetic(12, (12, 18), kind="sparse", seed=5)
    motifs = spminer.mine(graphs, "4-7", top=4, method=method, seed=1, threads=1, examples=0, **FEW[method])
    assert len({motif.size for motif in motifs}) > 1
    assert_consistent(motifs, graphs, 4)


@given(labeled_graphs(max_nodes=9), st.integers(1, 4))
@settings(max_examples=examples(30), deadline=None)
def test_what_a_search_misses_is_found_in_its_larger_motifs(graph, top):
    graphs = collection(graph).without_labels()
    classes = spminer.enumerate(graphs, 5, top=None, examples=0)
    if not classes:
        return
    rare = [m.pattern for size in (3, 4) for m in list(spminer.enumerate(graphs, size, top=None, examples=0))[-1:]]
    with registered(proposing([*rare, *(m.pattern for m in classes)])):
        motifs = spminer.mine(graphs, "3-5", top=top, method="fake", examples=0)
    assert_consistent(motifs, graphs, top)
    best = {size: max(m.anchored_frequency.value for m in motifs if m.size == size) for size in (3, 4, 5)}
    assert best[3] >= best[4] >= best[5]


def test_ranks_are_renewed_and_sizes_between_may_be_missing():
    rare, frequent = Pattern.parse("0-1,0-2,1-2@0").canonical(), Pattern.parse("0-1,1-2,2-3,3-4@0").canonical()
    with registered(proposing([rare, frequent])):
        motifs = spminer.mine(example(), "3,5", top=2, method="fake", examples=1)
    small = [m for m in motifs if m.size == 3]
    assert [m.rank for m in small] == [1, 2]
    assert [str(m.pattern) for m in small] == ["0-1,1-2@0", "0-1,0-2,1-2@0"]
    assert all(m.anchored_frequency.kind == "exact" and not m.proven for m in small)


def test_nothing_is_asked_where_frequencies_fall_or_need_not():
    task = Task.of(example(), sizes=(3,), top=1)
    edge = [Candidate(Pattern.parse("0-1,1-2@0"), 0.0, {"anchored": Frequency.exact(34)})]
    path = [Candidate(Pattern.parse("0-1,1-2,2-3@0"), 0.0, {"anchored": Frequency.exact(34)})]
    assert parts_of_larger(path, edge, 3, task) == []
    assert parts_of_larger(path, [], 3, Task.of(example(), sizes=(3,), frequency="graph")) == []
    assert parts_of_larger(path, [], 3, Task.of(example(), sizes=(3,), verify=False)) == []


def test_where_a_method_estimates_parts_of_rarer_patterns_compete_too():
    task = Task.of(example(), sizes=(3,), top=1)
    known = [Candidate(Pattern.parse("0-1,0-2,1-2@0"), 0.0, {"anchored": Frequency.exact(32)})]
    path = [Candidate(Pattern.parse("0-1,1-2,2-3@0"), 0.0, {"anchored": Frequency.exact(5)})]
    assert parts_of_larger(path, known, 3, task) == []
    [part] = parts_of_larger(path, known, 3, task, estimated=True)
    assert (str(part.pattern), part.known["anchored"].low) == ("0-1,1-2@0", 5)


def test_the_floor_is_the_last_that_must_be_known():
    task = Task.of(example(), sizes=(3,), top=2)
    values = [Candidate(Pattern.parse("0-1,1-2@0"), 0.0, {"anchored": Frequency.exact(n)}) for n in (9, 7, 4)]
    assert [entry_threshold(values[:count], task) for count in (1, 2, 3)] == [0, 7, 7]


def test_an_estimate_of_a_larger_pattern_bounds_nothing():
    path = Candidate(Pattern.parse("0-1,1-2,2-3@0"), 0.0, {"anchored": Frequency(34.0, "estimate", 30, 38)})
    parts = parts_of_larger([path], [], 3, Task.of(example()))
    assert [part.known["anchored"] for part in parts] == [Frequency.lower_bound(1)]
