"""Tests of mining/select.py: what mining reports if motifs are to be frequent enough, closed, maximal or distinct."""

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, Pattern, UsageError
from spminer.datasets import example
from spminer.methods.base import Candidate, Task
from spminer.mining.closed import ClosednessTest
from spminer.mining.select import Coverage, greedy_cover, select
from spminer.results.motif import FREQUENCY_FIELDS
from support.builders import collection
from support.oracles import best_larger, pattern_classes
from support.strategies import examples, graph_collections

ANTI_MONOTONE = ["anchored", "transactions", "images"]


def values(result):
    return {motif.pattern: getattr(motif, FREQUENCY_FIELDS[result.frequency_name]).value for motif in result}


@settings(max_examples=examples(25))
@given(
    graphs=graph_collections(),
    frequency_name=st.sampled_from(ANTI_MONOTONE),
    method=st.sampled_from(["exact", "grow", "grow edges", "gspan", "gaston"]),
    support=st.sampled_from([None, 2, 3]),
)
def test_mining_reports_the_closed_and_maximal_patterns_of_brute_force(graphs, frequency_name, method, support):
    target = collection(graphs)
    induced = method in ("exact", "grow")
    fragments = method in ("gspan", "gaston")
    assume(target.num_edges > 0 and (frequency_name != "transactions" or len(graphs) > 1))
    assume(not fragments or (frequency_name != "anchored" and not target.directed))
    classes = pattern_classes(graphs, induced=induced)
    closed, maximal = {}, {}
    for one in classes:
        for anchor in one.anchors(frequency_name):
            frequency = one.frequency(frequency_name, anchor)
            best = best_larger(classes, one, anchor, frequency_name, induced)
            if best < frequency and frequency >= (support or 0):
                closed[one.pattern(anchor)] = frequency
            if support is not None and best < support <= frequency:
                maximal[one.pattern(anchor)] = frequency
    options = {
        "sizes": "2-5", "top": 1000, "frequency": frequency_name, "induced": induced, "method": method.split()[0],
        "examples": 0, "support": support,
    }  # fmt: skip
    for name, truth in {"closed": closed, "maximal": maximal}.items():
        if name == "closed" or support is not None:
            result = spminer.mine(target, **{name: True}, **options)
            assert values(result).items() <= truth.items()
            assert all(getattr(motif, name) for motif in result)
            # Growth proposes not every edge-induced pattern, but what it proposes is judged against all.
            assert len(result) == len(truth) or method == "grow edges"


def test_enough_candidates_are_looked_at_for_the_top():
    plain = spminer.mine(example(), 5, top=5)
    closed = spminer.mine(example(), 5, top=5, closed=True)
    assert len(closed) == 5
    assert not {motif.id for motif in plain} >= {motif.id for motif in closed}
    assert [motif.rank for motif in closed] == [1, 2, 3, 4, 5]
    assert all(motif.proven and motif.closed for motif in closed)


def test_support_leaves_out_what_is_rarer():
    result = spminer.mine(example(), "3-4", top=20, support=30)
    assert {motif.anchored_frequency.value for motif in result} == {34, 33, 32, 30}
    assert values(spminer.mine(example(), "3-4", top=20, support=30 / 34)) == values(result)


def test_distinct_motifs_say_what_they_add():
    graphs = spminer.from_networkx([nx.star_graph(3)] * 3 + [nx.cycle_graph(4)] * 2 + [nx.path_graph(4)])
    result = spminer.mine(graphs, 4, frequency="transactions", distinct=True)
    assert [(motif.rank, motif.transaction_support.value, motif.covers.value) for motif in result] == [
        (1, 3, 3),
        (2, 2, 2),
        (3, 1, 1),
    ]
    path_and_stars = spminer.from_networkx([nx.star_graph(2)] * 2 + [nx.complete_graph(3)])
    result = spminer.mine(path_and_stars, 3, distinct=True)
    assert [(motif.id, motif.covers.value) for motif in result] == [
        ("0-1,1-2@0", 4),
        ("0-1,0-2,1-2@0", 3),
        ("0-1,0-2@0", 2),
    ]


def test_distinct_ends_when_everything_is_covered():
    result = spminer.mine(example(), 5, distinct=True)
    assert [motif.covers.value for motif in result] == [34]
    assert any("only 1 of the" in text and "is distinct" in text for text in result.warnings)


def test_distinct_and_closed_go_together():
    both = spminer.mine(example(), 4, distinct=True, closed=True)
    assert all(motif.closed for motif in both)
    assert sum(motif.covers.value for motif in both) <= 34


def test_the_sample_of_a_large_target_is_said():
    path = spminer.from_edges([(node, node + 1) for node in range(3000)])
    result = spminer.mine(path, 3, distinct=True, method="exact", verify=spminer.Verification(effort=100_000))
    assert "what motifs of size 3 cover is measured at 2,000 random nodes" in result.warnings


def test_what_cannot_be_decided_is_kept_and_said(monkeypatch):
    monkeypatch.setattr(ClosednessTest, "closed", lambda *_: None)
    monkeypatch.setattr(ClosednessTest, "maximal", lambda *_: None)
    result = spminer.mine(example(), 4, top=3, closed=True, maximal=True, support=5)
    assert [motif.id for motif in result] == [motif.id for motif in spminer.mine(example(), 4, top=3)]
    assert {(motif.closed, motif.maximal) for motif in result} == {(None, None)}
    for name in ("closed", "maximal"):
        said = f"3 of 3 motifs of size 4 could not be decided to be {name} or not; they are kept, and marked"
        assert said in result.warnings


def test_a_support_that_may_be_reached_is_said():
    task = Task.of(example(), sizes=3, support=20)
    bounds = [Frequency.lower_bound(9, high) for high in (15, 30)]
    paths = [Candidate(Pattern.parse("0-1,1-2@0"), 0.0, {"anchored": bound}) for bound in bounds]
    selection = select(paths, task, Monitor())
    assert selection.chosen == ()
    assert selection.warnings[0].startswith("1 pattern of size 3 may reach the support of 20, but is not")


def test_nothing_left_is_said():
    result = spminer.mine(example(), 5, top=3, closed=True)
    assert len(result) == 3
    clique = spminer.from_networkx(nx.complete_graph(6))
    result = spminer.mine(clique, "3-4", closed=True)
    assert len(result) == 0
    assert result.warnings == (
        "the only pattern of size 3 that was found is not closed",
        "the only pattern of size 4 that was found is not closed",
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_change_the_choice(threads):
    options = {"sizes": "3-6", "top": 4, "closed": True, "distinct": True, "support": 3}
    one = spminer.mine(example(), **options, threads=1)
    assert spminer.mine(example(), **options, threads=threads).motifs == one.motifs


def test_a_resumed_run_chooses_the_same(tmp_path):
    options = {"sizes": "4-5", "top": 4, "closed": True}
    first = spminer.mine(example(), **options, checkpoint=tmp_path / "run")
    assert spminer.mine(example(), **options, checkpoint=tmp_path / "run", resume=True).motifs == first.motifs


def test_settings_that_became_options_still_arrive():
    graphs = spminer.from_networkx([nx.cycle_graph(4)] * 2 + [nx.path_graph(4)])
    options = {"sizes": 3, "frequency": "transactions", "induced": False, "method": "gspan"}
    assert len(spminer.mine(graphs, **options, support=3)) == 1
    assert len(spminer.mine(graphs, **options, closed=True)) == 0
    with pytest.raises(UsageError, match="has no setting 'closeness'"):
        spminer.mine(graphs, **options, closeness=True)


def elements(one, anchor, frequency_name):
    """What a pattern covers, by brute force."""
    if frequency_name == "transactions":
        return one.graphs
    return one.images[anchor] if frequency_name == "anchored" else set().union(*one.images.values())


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
    graphs=graph_collections(max_graphs=4),
    frequency_name=st.sampled_from(["anchored", "graph", "transactions", "images"]),
    induced=st.booleans(),
    size=st.integers(2, 4),
)
def test_the_choice_is_that_of_brute_force(graphs, frequency_name, induced, size):
    classes = [one for one in pattern_classes(graphs, induced=induced) if len(one.copy) == size]
    assume(classes)
    places = [(one, anchor) for one in classes for anchor in one.anchors(frequency_name)]
    truth = by_brute_force([elements(*place, frequency_name) for place in places])
    candidates = [Candidate(one.pattern(anchor), 0.0) for one, anchor in places]
    task = Task.of(collection(graphs), sizes=size, frequency=frequency_name, induced=induced)
    found = list(greedy_cover(candidates, Coverage(task, Monitor()), lambda _: True))
    assert found == [(number, Frequency.exact(gain)) for number, gain in truth]


def test_what_is_not_accepted_covers_nothing():
    candidates = [Candidate(Pattern.parse(text).canonical(), 0.0) for text in ("0-1,1-2@0", "0-1,1-2,2-0@0")]
    coverage = Coverage(Task.of(example(), sizes=3), Monitor())
    assert list(greedy_cover(candidates, coverage, lambda number: number != 0)) == [(1, Frequency.exact(32))]


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
