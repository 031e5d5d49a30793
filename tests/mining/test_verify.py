from dataclasses import replace
from zlib import crc32

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, Pattern, UsageError, Verification
from spminer._util.executor import LOCAL
from spminer.counting import matching, sequential
from spminer.counting.matching import MatchQuery
from spminer.counting.sequential import SequentialCount
from spminer.datasets import example
from spminer.methods.base import Candidate, Task
from spminer.mining.rank import rank
from spminer.mining.verify import TrialPiece, counted_by, make_trial, node_order, verify
from support.builders import collection
from support.executors import InlineExecutor
from support.strategies import examples, labeled_graphs


def candidates(graphs, size, top=None, frequency_name="anchored"):
    """All patterns of a size as if a search had proposed them knowing nothing, in some order."""
    found = spminer.enumerate(
        graphs, size, top=top, frequency="anchored" if frequency_name == "anchored" else "graph", examples=0
    )
    patterns = sorted((motif.pattern for motif in found), key=lambda pattern: crc32(pattern.text.encode()))
    return [Candidate(pattern, 0.0) for pattern in patterns]


@given(labeled_graphs(max_nodes=8), st.integers(2, 4))
@settings(max_examples=examples(50), deadline=None)
def test_ranked_by_the_truth(graph, size):
    graphs = collection(graph)
    verified = verify(
        candidates(graphs, size), Task.of(graphs, sizes=(size,), top=3, verify=Verification(factor=1000)), Monitor()
    )
    truth = spminer.enumerate(graphs, size, top=None, examples=0)
    assert verified.complete
    assert [c.known["anchored"] for c in verified.candidates[:3]] == [m.anchored_frequency for m in truth][:3]


@pytest.mark.parametrize("frequency_name", ["graph", "images", "transactions"])
def test_other_objectives_know_no_anchors(frequency_name):
    graphs = spminer.from_networkx([nx.lollipop_graph(4, 3), nx.cycle_graph(6), nx.star_graph(5)])
    task = Task.of(graphs, sizes=(4,), top=4, frequency=frequency_name)
    verified = verify(candidates(graphs, 4), task, Monitor())  # anchored proposals, many of one class
    values = [
        spminer.count(pattern.pattern, graphs, frequency=frequency_name).frequency
        for pattern in candidates(graphs, 4, frequency_name="graph")
    ]
    assert [c.known[frequency_name] for c in verified.candidates[:4]] == sorted(values, key=lambda f: -f.value)[:4]
    assert all(c.pattern.anchor is None for c in verified.candidates)


def test_more_are_tried_than_counted_and_the_best_of_these_are_counted():
    graphs = spminer.generate.synthetic(40, (14, 18), kind="sparse", seed=2)
    truth = list(spminer.enumerate(graphs, 6, top=None, examples=0))
    worst_first = [Candidate(motif.pattern, 0.0) for motif in reversed(truth)][-200:]
    verified = verify(worst_first, Task.of(graphs, sizes=(6,), top=5), Monitor())
    assert len(worst_first) == 200
    assert [c.known["anchored"] for c in verified.candidates[:5]] == [m.anchored_frequency for m in truth[:5]]
    assert len(verified.candidates) == 50


def test_what_is_of_no_use_is_not_counted_to_the_end():
    graphs = spminer.generate.synthetic(400, (14, 18), kind="sparse", seed=2)
    proposed = candidates(graphs, 4)
    task = Task.of(graphs, sizes=(4,), top=5)
    kinds = [
        {c.known["anchored"].kind for c in verify(proposed, task, Monitor(), least=least).candidates}
        for least in (0.0, graphs.num_nodes + 1.0)
    ]
    assert "exact" in kinds[0]
    assert kinds[1] == {"estimate"}


def test_a_proposal_without_an_anchor_is_tried_with_each():
    verified = verify([Candidate(Pattern.parse("0-1,1-2").canonical(), 0.0)], Task.of(example(), sizes=(3,)), Monitor())
    assert [c.pattern.text for c in verified.candidates] == ["0-1,1-2@0", "0-1,0-2@0"]


def test_edge_induced_patterns_are_counted_as_such():
    triangle = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    wedge = [Candidate(Pattern.parse("0-1,1-2@1").canonical(), 0.0)]
    assert verify(wedge, Task.of(triangle, sizes=(3,)), Monitor()).candidates == ()
    assert len(verify(wedge, Task.of(triangle, sizes=(3,), induced=False), Monitor()).candidates) == 1


def test_documented_ties():
    def known(text, graph=None):
        more = {} if graph is None else {"graph": Frequency.exact(graph)}
        return Candidate(Pattern.parse(text), 0.0, {"anchored": Frequency.exact(5), **more})

    path, star, triangle = known("0-1,1-2,2-3@0"), known("0-1,0-2,0-3@0"), known("0-1,0-2,0-3,1-2@0")
    often = known("0-1,1-2,1-3@0", graph=9)
    assert rank([path, star, triangle, often], "anchored", 4) == (often, triangle, star, path)


def test_an_estimate_of_node_sets_breaks_ties():
    known = {"anchored": Frequency.exact(5)}
    few = Candidate(Pattern.parse("0-1,1-2,2-0@0"), 0.0, known, node_sets=2.0)
    many = Candidate(Pattern.parse("0-1,1-2@0"), 0.0, known, node_sets=3.0)
    counted = Candidate(Pattern.parse("0-1,0-2@0"), 0.0, {**known, "graph": Frequency.exact(4)})
    assert rank([few, many, counted], "anchored", 3) == (counted, many, few)


def test_where_patterns_are_everywhere_few_are_counted():
    graphs = spminer.from_networkx(nx.gnp_random_graph(30, 0.5, seed=1))
    proposals = candidates(graphs, 5)
    assert (
        len(
            verify(
                proposals, Task.of(graphs, sizes=(5,), top=20, verify=Verification(factor=100)), Monitor()
            ).candidates
        )
        == 40
    )
    monitor = Monitor()
    verify(proposals, Task.of(graphs, sizes=(5,), top=2, verify=Verification(factor=100)), monitor)
    assert monitor.progress.done == 4


def test_merged_anchors_keep_the_most_frequent():
    proposals = candidates(example(), 4)
    merged = verify(proposals, Task.of(example(), sizes=(4,), top=20, merge_anchors=True), Monitor()).candidates
    every = verify(proposals, Task.of(example(), sizes=(4,), top=99), Monitor()).candidates
    best = {}
    for candidate in every:
        best.setdefault(replace(candidate.pattern, anchor=None).canonical(), candidate)
    assert list(merged) == list(best.values())
    assert len(merged) == 6  # connected graphs of four nodes


def test_what_a_method_knows_is_not_counted_again(monkeypatch):
    monkeypatch.setattr("spminer.mining.verify.MatchQuery", None)
    known = Candidate(Pattern.parse("0-1@0"), 1.0, {"anchored": Frequency.exact(34)})
    assert verify([known], Task.of(example(), sizes=(2,)), Monitor()).candidates == (known,)


def test_both_frequencies_on_request():
    proposals = candidates(example(), 3)
    plain = verify(proposals, Task.of(example(), sizes=(3,)), Monitor()).candidates
    both = verify(proposals, Task.of(example(), sizes=(3,), verify=Verification(both=True)), Monitor()).candidates
    assert all("graph" not in c.known for c in plain)
    assert {c.pattern.text: c.known["graph"].value for c in both}["0-1,0-2,1-2@0"] == 45


def test_only_the_most_promising_are_counted():
    proposals = [*candidates(example(), 6)]
    few = verify(proposals, Task.of(example(), sizes=(6,), top=1, verify=Verification(factor=1)), Monitor()).candidates
    assert few[0].pattern in {c.pattern for c in proposals[:50]}
    assert Verification(factor=0).candidates(10) == 0
    assert Verification(factor=5).candidates(100) == 500


def test_without_counting_the_score_ranks():
    proposals = [Candidate(c.pattern, float(i)) for i, c in enumerate(candidates(example(), 4))]
    found = verify(
        proposals, Task.of(example(), sizes=(4,), top=3, verify=Verification(factor=0)), Monitor()
    ).candidates
    assert [c.score for c in found] == sorted((c.score for c in proposals), reverse=True)
    assert {c.known["anchored"].kind for c in found} == {"lower_bound"}


def test_a_stopped_verification_says_so_and_keeps_what_is_known():
    monitor = Monitor()
    monitor.cancel()
    estimate = Frequency(20.0, "estimate", 10, 30)
    proposals = [Candidate(Pattern.parse("0-1,1-2@0"), 0.0, {"anchored": estimate}), *candidates(example(), 3)[:1]]
    verified = verify(proposals, Task.of(example(), sizes=(3,)), monitor)
    assert not verified.complete
    assert verified.candidates[0].known["anchored"] == estimate


def test_bounds_that_are_closer_than_an_estimate_replace_it(monkeypatch):
    bounds = Frequency.lower_bound(28, 32)
    monkeypatch.setattr("spminer.counting.sequential.SequentialCount.frequency", property(lambda _: bounds))
    for low, high, kept in ((10, 40, bounds), (29, 31, Frequency(30.0, "estimate", 29, 31))):
        proposal = Candidate(Pattern.parse("0-1,1-2@0"), 0.0, {"anchored": Frequency(30.0, "estimate", low, high)})
        assert verify([proposal], Task.of(example(), sizes=(3,)), Monitor()).candidates[0].known["anchored"] == kept


def test_a_stopped_verification_keeps_bounds():
    monitor = Monitor()
    monitor.cancel()
    verified = verify(candidates(example(), 3)[:2], Task.of(example(), sizes=(3,)), monitor)
    assert {c.known["anchored"].kind for c in verified.candidates[1:]} <= {"lower_bound"}


@pytest.fixture(scope="module")
def large():
    graph = nx.gnm_random_graph(30_000, 45_000, seed=5)
    return spminer.from_edges(np.array(graph.edges), num_nodes=30_000)


def test_large_targets_are_sampled_and_the_interval_holds(large):
    patterns = [Pattern.parse(text).canonical() for text in ("0-1,0-2,0-3@0", "0-1,1-2,2-3@1", "0-1,1-2,2-0,2-3@3")]
    proposals = [Candidate(pattern, 0.0) for pattern in patterns]
    verified = verify(
        proposals, Task.of(large, sizes=(4,), seed=3, verify=Verification(effort=300_000)), Monitor()
    ).candidates
    kinds = [c.known["anchored"].kind for c in verified]
    assert kinds == ["estimate"] * len(kinds)
    for candidate in verified:
        truth = spminer.count(candidate.pattern, large).frequency.value
        assert candidate.known["anchored"].low <= truth <= candidate.known["anchored"].high


def test_candidates_that_fall_behind_are_dropped_early(large, monkeypatch):
    tested = []
    extend = spminer.counting.sequential.SequentialCount._extend

    def counting(self, upto, monitor):
        tested.append(upto - self._tested)
        extend(self, upto, monitor)

    monkeypatch.setattr("spminer.counting.sequential.SequentialCount._extend", counting)
    frequent, rare = Pattern.parse("0-1,1-2,2-3@1").canonical(), Pattern.parse("0-1,1-2,2-0,2-3@3").canonical()
    task = Task.of(large, sizes=(4,), top=1)
    verified = verify([Candidate(rare, 1.0), Candidate(frequent, 0.0)], task, Monitor())
    assert verified.candidates[0].pattern == frequent
    assert verified.candidates[0].known["anchored"] == spminer.count(frequent, large).frequency
    assert sum(tested) == 30_000 + 250


def test_threads_change_nothing(large):
    proposals = [Candidate(c.pattern, 0.0) for c in candidates(large, 4)]
    runs = [
        verify(proposals, Task.of(large, sizes=(4,), threads=n, verify=Verification(effort=10**6)), Monitor())
        for n in (1, 2)
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("wrong", [{"factor": -1}, {"effort": 0}])
def test_settings_are_checked(wrong):
    with pytest.raises(UsageError, match="at least"):
        Verification(**wrong)


@pytest.fixture(scope="module")
def graphs():
    return spminer.from_networkx(nx.barabasi_albert_graph(3000, 3, seed=2))


@pytest.fixture
def counted(monkeypatch):
    """How many nodes the trials of this process ask about."""
    asked = []
    ask = sequential.match_anchors

    def noted(query, monitor, **options):
        asked.append(len(options["among"]))
        return ask(query, monitor, **options)

    monkeypatch.setattr(sequential, "match_anchors", noted)
    return asked


@pytest.fixture(scope="module")
def few():
    return spminer.from_networkx(nx.barabasi_albert_graph(300, 2, seed=2))


def motifs(graphs, executor=LOCAL, **options):
    method = "rand-esu" if options.get("frequency") != "images" else "grow"
    found = spminer.mine(graphs, 4, top=3, method=method, monitor=Monitor(executor=executor), **options)
    return [motif.to_dict() for motif in found]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"merge_anchors": True},
        {"frequency": "graph"},
        {"frequency": "images"},
        {"verify": Verification.of(True, both=True)},
        {"verify": Verification(effort=500)},
    ],
    ids=str,
)
def test_verification_is_the_same(few, options, monkeypatch):
    monkeypatch.setattr(matching, "_FEW_STEPS", 1000)
    executor = InlineExecutor()
    assert motifs(few, executor, **options) == motifs(few, **options)
    assert executor.pieces > 0


PATTERN = Pattern.parse("0-1,1-2,2-3,3-0,0-4@4").canonical()


@pytest.mark.parametrize("floor", [0.0, 500.0, 2500.0])
@pytest.mark.parametrize("effort", [1000, 100_000])
def test_a_trial_that_was_made_ahead_asks_nothing_again(graphs, counted, floor, effort):
    query, order = MatchQuery.of(PATTERN, graphs), node_order(graphs, 7)
    plain = SequentialCount(query, order)
    plain.begin(Monitor())
    plain.finish(Monitor(), floor, effort=effort)
    ahead = make_trial(graphs, TrialPiece(PATTERN, True, 7, plain.refuted[:0], 0.0, effort), Monitor())
    trial = SequentialCount(query, order)
    trial.begin(Monitor())
    trial.replay(ahead)
    counted.clear()
    trial.finish(Monitor(), floor, effort=effort)
    assert counted == []
    assert (trial.frequency, trial.cost, trial.estimate) == (plain.frequency, plain.cost, plain.estimate)
    assert trial.refuted.tolist() == plain.refuted.tolist()


def test_a_trial_that_was_made_otherwise_asks_for_itself(graphs, counted):
    query, order = MatchQuery.of(PATTERN, graphs), node_order(graphs, 7)
    ahead = make_trial(graphs, TrialPiece(PATTERN, True, 7, order[:0], 0.0, 1000), Monitor())
    trial, plain = SequentialCount(query, order), SequentialCount(query, order)
    for one in (trial, plain):
        one.begin(Monitor())
    trial.replay([ahead[0], *((upto - 1, steps, result) for upto, steps, result in ahead[1:])])
    questions = []
    for one in (plain, trial):
        counted.clear()
        one.finish(Monitor(), 0.0, effort=100_000)
        questions.append(list(counted))
    assert questions[0] == questions[1] != []
    assert (trial.frequency, trial.cost) == (plain.frequency, plain.cost)


def test_patterns_are_counted_side_by_side_in_their_order(graphs, monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 2000)
    asked = [Pattern.parse(text) for text in ("0-1,1-2,2-0@0", "0-1,1-2@1", "0-1,0-2,0-3@1")]

    def count(pattern, monitor):
        return matching.match_anchors(MatchQuery.of(pattern, graphs), monitor).count

    here = list(counted_by(count, asked, Monitor()))
    assert list(counted_by(count, asked, Monitor(executor=InlineExecutor()))) == here
    assert [pattern for pattern, _ in here] == asked
