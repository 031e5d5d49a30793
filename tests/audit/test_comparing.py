"""Tests of audit/comparing.py: what comparisons say is counted again, and what is made up is found out."""

from dataclasses import replace

import networkx as nx
import pytest

import spminer
from spminer.audit.comparing import NullSide
from spminer.audit.matching import Clock

GRAPH = spminer.from_networkx(nx.watts_strogatz_graph(40, 4, 0.2, seed=3))
OTHER = spminer.from_networkx(nx.gnm_random_graph(50, 90, seed=4))
ARCS = spminer.from_edges(list(nx.gnm_random_graph(14, 40, seed=5, directed=True).edges), directed=True)


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


@pytest.mark.parametrize("frequency", ["anchored", "graph", "images"])
def test_another_graph(frequency):
    result = spminer.mine(GRAPH, "3-4", top=3, frequency=frequency, method="auto", against=OTHER)
    audit = spminer.verify(result, GRAPH, against=OTHER)
    assert audit.holds
    assert verdicts(audit)["ratio"] <= {"holds"}
    assert verdicts(audit)["expected"] == {"holds"}
    assert verdicts(spminer.verify(result, GRAPH)) == {"against": {"not checked"}}
    assert "fails" in verdicts(spminer.verify(tampered(result, expected=0.5), GRAPH, against=OTHER))["expected"]
    if frequency == "anchored":
        for name in ("share", "other_share", "odds_ratio", "p"):
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


def test_copies_that_there_is_no_time_for():
    result = spminer.mine(GRAPH, 3, top=2, against="degree", null_samples=20)
    side = NullSide(GRAPH, "degree", "anchored", True, Clock(0.0))
    assert {(claim.verdict, claim.note) for claim in side.claims(list(result))} == {
        ("not checked", "the time was over")
    }
