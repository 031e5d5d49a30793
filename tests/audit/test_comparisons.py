"""Tests of audit/comparisons.py: what comparisons say is counted again, and what is made up is found out."""

from dataclasses import replace

import networkx as nx
import pytest

import spminer
from spminer import Motif, Pattern
from spminer.audit.brute_force import Clock
from spminer.audit.comparisons import OwnShuffles, score_claim
from spminer.graphs.collection import digest

GRAPH = spminer.from_networkx(nx.watts_strogatz_graph(40, 4, 0.2, seed=3))
OTHER = spminer.from_networkx(nx.gnm_random_graph(50, 90, seed=4))
ARCS = spminer.from_edges(list(nx.gnm_random_graph(14, 40, seed=5, directed=True).edges), directed=True)
_COUNTED = {}  # in the copies of a graph, which are the same for every result of it


@pytest.fixture(autouse=True)
def counted_once(monkeypatch):
    """Counts in copies, which take most of the time, for the results of many tests."""
    full = OwnShuffles.counts

    def counts(self, patterns):
        asked = (digest(self.graphs), self.model, self.frequency_name, self.induced, *patterns)
        if self.clock._deadline is not None:
            return full(self, patterns)
        if asked not in _COUNTED:
            _COUNTED[asked] = full(self, patterns)
        return _COUNTED[asked]

    monkeypatch.setattr(OwnShuffles, "counts", counts)


def verdicts(audit):
    """By what is claimed of comparisons: the verdicts."""
    found = {}
    for claim in audit.claims:
        if claim.what.startswith("against"):
            found.setdefault(claim.what.removeprefix("against: "), set()).add(claim.verdict)
    return found


def tampered(result, **changes):
    """The result with another first comparison."""
    first = replace(result[0], against=replace(result[0].against, **changes))
    return replace(result, motifs=(first, *result.motifs[1:]))


@pytest.mark.parametrize("model", ["degree", "joint-degree", "er"])
def test_null_models_hold(model):
    result = spminer.mine(GRAPH, "3-4", top=3, against=model, null_samples=60)
    audit = spminer.verify(result, GRAPH)
    assert audit.holds
    assert verdicts(audit)["expected"] == verdicts(audit)["p"] == {"holds"}


def test_arcs_hold():
    result = spminer.enumerate(ARCS, 3, top=4, frequency="graph", against="degree", null_samples=60)
    audit = spminer.verify(result, ARCS)
    assert audit.holds
    assert verdicts(audit)["expected"] == {"holds"}


def test_labels_hold():
    labels = ["ab"[node % 3 == 0] for node in range(40)]
    graphs = spminer.from_edges(list(zip(*GRAPH.edges()[:2], strict=True)), num_nodes=40, node_labels=labels)
    result = spminer.mine(graphs, 3, top=3, against="labels", null_samples=60)
    assert verdicts(spminer.verify(result, graphs))["expected"] == {"holds"}


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"expected": 1.0, "ratio": None}, "expected"),
        ({"expected": 39.0}, "expected"),
        ({"ratio": 99.0}, "ratio"),
        ({"low": 0.01}, "low"),
        ({"high": 99.0}, "high"),
        ({"high": None}, "high"),
        ({"q": 0.001}, "q"),
        ({"p_max": 0.0101}, "p_max"),
        ({"p_max": 0.0}, "p_max"),
        ({"p": 0.9}, "p"),
        ({"p": 0.0}, "p"),
    ],
)
def test_made_up_figures_are_found_out(changes, name):
    result = spminer.mine(GRAPH, 3, top=2, against="degree", null_samples=60)
    assert result[0].against.p < 0.1
    audit = spminer.verify(tampered(result, **changes), GRAPH)
    assert "fails" in verdicts(audit)[name]
    assert not audit.holds


def test_made_up_scores_are_found_out():
    found = spminer.enumerate(GRAPH, 4, top=None, frequency="graph", against="degree", null_samples=60)
    result = replace(found, motifs=tuple(motif for motif in found if motif.against.z is not None)[:2])
    assert len(result) > 0
    assert verdicts(spminer.verify(result, GRAPH))["z"] == {"holds"}
    assert "fails" in verdicts(spminer.verify(tampered(result, z=3.5), GRAPH))["z"]
    huge = tampered(result, spread=50 * result[0].against.spread)
    assert "fails" in verdicts(spminer.verify(huge, GRAPH))["spread"]


def test_a_score_that_is_made_up_is_found_out():
    result = spminer.mine(GRAPH, 3, top=2, against="degree", null_samples=60)
    assert verdicts(spminer.verify(result, GRAPH))["score"] == {"holds"}
    motifs = (replace(result[0], score=99.0), *result.motifs[1:])
    assert "fails" in verdicts(spminer.verify(replace(result, motifs=motifs), GRAPH))["score"]


def test_where_everything_is_listed_joint_figures_are_checked_exactly():
    result = spminer.enumerate(GRAPH, 3, top=None, frequency="graph", against="degree", null_samples=60)
    found = verdicts(spminer.verify(result, GRAPH))
    assert found["q"] == found["p_max"] == {"holds"}
    doubled = tampered(result, q=min(2 * result[0].against.q, 1.0) + 0.01)
    assert "fails" in verdicts(spminer.verify(doubled, GRAPH))["q"]
    assert "fails" in verdicts(spminer.verify(tampered(result, p_max=1.0), GRAPH))["p_max"]


def test_where_something_is_missing_the_order_of_q_values_is_checked():
    result = spminer.mine(GRAPH, 3, top=2, against="degree", null_samples=60)
    claims = [claim for claim in spminer.verify(result, GRAPH).claims if claim.what == "against: q"]
    assert [claim.verdict for claim in claims if claim.claimed] == ["not checked"] * len(result)


def test_pairs_of_arcs_hold_and_what_is_made_up_does_not():
    result = spminer.enumerate(ARCS, 3, top=4, frequency="graph", against="reciprocal", null_samples=60)
    audit = spminer.verify(result, ARCS)
    assert audit.holds
    assert verdicts(audit)["expected"] == verdicts(audit)["p_max"] == {"holds"}
    wrong = tampered(result, expected=5 * result[0].against.expected + 50, ratio=None, low=None, high=None)
    assert "fails" in verdicts(spminer.verify(wrong, ARCS))["expected"]


def test_a_model_without_a_distribution_is_checked_as_far_as_figures_follow_from_each_other():
    result = spminer.mine(GRAPH, 3, top=2, against="clustering", null_samples=20)
    audit = spminer.verify(result, GRAPH)
    assert audit.holds
    assert verdicts(audit)["ratio"] == verdicts(audit)["score"] == {"holds"}
    assert verdicts(audit)["against"] == {"not checked"}
    assert "fails" in verdicts(spminer.verify(tampered(result, ratio=77.0), GRAPH))["ratio"]


@pytest.mark.parametrize("frequency", ["anchored", "graph", "images"])
def test_another_graph(frequency):
    result = spminer.mine(GRAPH, "3-4", top=3, frequency=frequency, method="auto", against=OTHER)
    audit = spminer.verify(result, GRAPH, against=OTHER)
    assert audit.holds
    assert verdicts(audit)["ratio"] <= {"holds"}
    assert verdicts(audit)["expected"] == {"holds"}
    assert verdicts(spminer.verify(result, GRAPH))["against"] == {"not checked"}
    assert "expected" not in verdicts(spminer.verify(result, GRAPH))
    assert "fails" in verdicts(spminer.verify(tampered(result, expected=0.5), GRAPH, against=OTHER))["expected"]
    if frequency == "anchored":
        for name in ("share", "other_share", "low", "high", "odds_ratio", "odds_low", "odds_high", "p"):
            assert verdicts(audit)[name] == {"holds"}
            audit_ = spminer.verify(tampered(result, **{name: 0.123}), GRAPH, against=OTHER)
            assert "fails" in verdicts(audit_)[name]


def test_classes():
    parts = [nx.cycle_graph(4 + i % 3) for i in range(8)] + [nx.path_graph(5 + i % 2) for i in range(8)]
    for index, part in enumerate(parts):
        part.graph["label"] = 1 + (index >= 8)
    graphs = spminer.from_networkx(parts)
    result = spminer.mine(graphs, "3-4", top=2, against="class:1,2")
    audit = spminer.verify(result, graphs)
    assert audit.holds
    assert verdicts(audit)["share"] == verdicts(audit)["p"] == {"holds"}
    assert "fails" in verdicts(spminer.verify(tampered(result, p=0.5), graphs))["p"]
    assert verdicts(audit)["p_max"] == verdicts(audit)["low"] == {"holds"}
    for name, value in (("low", 0.5), ("odds_high", 1.5), ("q", 0.0), ("p_max", 0.5001), ("p_max", 0.0)):
        assert "fails" in verdicts(spminer.verify(tampered(result, **{name: value}), graphs))[name]


def test_copies_that_there_is_no_time_for():
    result = spminer.mine(GRAPH, 3, top=2, against="degree", null_samples=20)
    side = OwnShuffles(GRAPH, "degree", "anchored", True, Clock(0.0))
    claims = [claim for claim in side.claims(list(result)) if claim.what == "against"]
    assert {(claim.verdict, claim.note) for claim in claims} == {("not checked", "the time was over")}


def test_a_negative_mean_is_no_mean():
    motif = Motif(Pattern.parse("0-1@0"), rank=1, score=3.0)
    assert [(claim.what, claim.verdict) for claim in score_claim(motif, 5.0, -2.0)] == [("score", "fails")]
