"""Tests of mining/distinct.py: greedy coverage against a greedy choice over sets that networkx gives."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from growth_oracle import all_classes, collection_of, small_collections
from spminer import Frequency, Monitor, Pattern
from spminer.datasets import example
from spminer.methods.base import Candidate, Task
from spminer.mining.distinct import Coverage, greedily


def elements(one, anchor, objective):
    """What a pattern covers, by brute force."""
    if objective == "transactions":
        return one.graphs
    return one.images[anchor] if objective == "anchored" else set().union(*one.images.values())


def by_brute_force(covers):
    covered, chosen = set(), []
    while True:
        gains = [len(found - covered) for found in covers]
        best = gains.index(max(gains))
        if gains[best] == 0:
            return chosen
        chosen.append((best, gains[best]))
        covered |= covers[best]


@settings(max_examples=examples(60))
@given(
    graphs=small_collections(max_graphs=4),
    objective=st.sampled_from(["anchored", "graph", "transactions", "images"]),
    induced=st.booleans(),
    size=st.integers(2, 4),
)
def test_the_choice_is_that_of_brute_force(graphs, objective, induced, size):
    classes = [one for one in all_classes(graphs, induced) if len(one.copy) == size]
    assume(classes)
    places = [(one, anchor) for one in classes for anchor in one.anchors(objective)]
    truth = by_brute_force([elements(*place, objective) for place in places])
    candidates = [Candidate(one.pattern(anchor), 0.0) for one, anchor in places]
    task = Task.of(collection_of(graphs), sizes=size, frequency=objective, induced=induced)
    found = list(greedily(candidates, Coverage(task, Monitor()), lambda _: True))
    assert found == [(number, Frequency.exact(gain)) for number, gain in truth]


def test_what_is_not_accepted_covers_nothing():
    candidates = [Candidate(Pattern.parse(text).canonical(), 0.0) for text in ("0-1,1-2@0", "0-1,1-2,2-0@0")]
    coverage = Coverage(Task.of(example(), sizes=3), Monitor())
    assert list(greedily(candidates, coverage, lambda number: number != 0)) == [(1, Frequency.exact(32))]


@pytest.mark.parametrize("threads", [1, 2])
def test_of_a_large_target_a_sample_is_asked_about(threads):
    path = spminer.from_edges([(node, node + 1) for node in range(5000)])
    task = Task.of(path, sizes=3, verify=spminer.Verification(effort=100_000), threads=threads)
    coverage = Coverage(task, Monitor())
    covers = coverage.new(coverage.of(Pattern.parse("0-1,1-2@1")), coverage.nothing)
    assert coverage.sample == 2000
    assert covers.kind == "estimate"
    assert covers.low <= 4999 <= covers.high


def test_what_a_budget_leaves_open_is_a_lower_bound():
    monitor = Monitor()
    coverage = Coverage(Task.of(example(), sizes=3), monitor)
    monitor.cancel()
    covers = coverage.new(coverage.of(Pattern.parse("0-1,1-2@1")), coverage.nothing)
    assert (covers.kind, covers.low) == ("lower_bound", 0)
    assert covers.high == 34
