"""Tests of encoder/scoring/labelings.py and of the native label signatures (`_core`) against networkx."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import DiGraphMatcher, GraphMatcher

import cuda_kernels
import spminer
from effort import examples
from encoder_models import TINY, random_model
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.device.scorer import DeviceOrderScorer
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.calibration import Calibration
from spminer.encoder.scoring.labelings import Labelings
from spminer.encoder.scoring.order import OrderScorer
from spminer.errors import UsageError

CALIBRATION = Calibration(0.5, np.full(64, 1.0, np.float32), np.full(64, 3.0, np.float32))


@st.composite
def labeled_graphs(draw, *, nodes, directed):
    """A connected graph with labels of nodes and edges, as networkx has it; node 0 is the anchor."""
    n = draw(st.integers(1, nodes))
    graph = (nx.DiGraph if directed else nx.Graph)()
    for node in range(n):
        graph.add_node(node, label=draw(st.integers(0, 2)))
        if node:
            graph.add_edge(node, draw(st.integers(0, node - 1)), label=draw(st.integers(0, 1)))
    for _ in range(draw(st.integers(0, n))):
        a, b = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
        if a != b:
            graph.add_edge(a, b, label=draw(st.integers(0, 1)))
    return graph


def contains(sup, sub, *, induced):
    for graph in (sub, sup):
        nx.set_node_attributes(graph, {node: node == 0 for node in graph}, "anchor")
    kind = DiGraphMatcher if sub.is_directed() else GraphMatcher
    same = kind(
        sup,
        sub,
        node_match=lambda a, b: (a["anchor"], a["label"]) == (b["anchor"], b["label"]),
        edge_match=lambda a, b: a["label"] == b["label"],
    )
    return same.subgraph_is_isomorphic() if induced else same.subgraph_is_monomorphic()


def arrays(graph):
    """The nodes in order and the rows of bits of a graph as one occurrence in itself."""
    rows = np.zeros((1, len(graph)), np.uint64)
    for a, b in graph.edges:
        rows[0, a] |= np.uint64(1 << b)
        rows[0, b] |= np.uint64(1 << a)
    return np.arange(len(graph), dtype=np.int32).reshape(1, -1), rows


def with_all_labels(graph):
    """Beside a graph, every label once, so that all graphs number labels alike."""
    whole = graph.copy()
    first = len(whole)
    for node in range(first, first + 6):
        whole.add_node(node, label=(node - first) % 3)
    for edge in range(3):
        whole.add_edge(first + 2 * edge, first + 2 * edge + 1, label=edge % 2)
    return whole


def signature_with_all_labels(graph):
    joined = spminer.from_networkx([with_all_labels(graph)])
    names = [int(name) for name in joined.names(range(joined.num_nodes))]
    place = {node: names.index(node) for node in graph}
    nodes, rows = arrays(graph)
    return _core.label_signatures(joined.target(), np.array([[place[n] for n in nodes[0].tolist()]], np.int32), rows)[0]


@settings(deadline=None, max_examples=examples(150))
@given(data=st.data(), directed=st.booleans(), induced=st.booleans())
def test_never_rejects_what_is_contained(data, directed, induced):
    sup = data.draw(labeled_graphs(nodes=8, directed=directed))
    sub = data.draw(labeled_graphs(nodes=3, directed=directed))
    if data.draw(st.booleans()):  # a part of it, so that containments are not rare
        kept = data.draw(st.integers(1, len(sup)))
        part = nx.Graph(sup.subgraph(range(kept))) if not directed else nx.DiGraph(sup.subgraph(range(kept)))
        sub = part if nx.is_connected(nx.Graph(part)) else sub
    if contains(sup, sub, induced=induced):
        assert (signature_with_all_labels(sub) <= signature_with_all_labels(sup)).all()


def test_labels_and_direction_are_told_apart():
    path = nx.path_graph(3)
    other = path.copy()
    for graph, labels in ((path, "ccn"), (other, "cnc")):
        nx.set_node_attributes(graph, dict(enumerate(labels)), "label")
    both = spminer.from_networkx([path, other])
    low, high = _core.label_signatures(
        both.target(), np.array([[0, 1, 2], [3, 4, 5]], np.int32), np.repeat(arrays(path)[1], 2, axis=0)
    )
    assert (low > high).any()
    assert (high > low).any()
    arcs = spminer.from_edges([(0, 1), (2, 3)], directed=True).target()
    out, back = _core.label_signatures(
        arcs, np.array([[0, 1], [3, 2]], np.int32), np.array([[2, 1], [2, 1]], np.uint64)
    )
    assert (out > back).any()
    assert (back > out).any()


@pytest.mark.parametrize(
    ("nodes", "rows", "what"),
    [([[7]], [[0]], "not one of"), ([[0]], [[2]], "beyond"), ([[-1]], [[0]], "1 to 64"), ([[0], [1]], [[0]], "same")],
)
def test_what_is_no_occurrence_is_refused(nodes, rows, what):
    target = spminer.from_edges([(0, 1)]).target()
    with pytest.raises(ValueError, match=what):
        _core.label_signatures(target, np.array(nodes, np.int32), np.array(rows, np.uint64))


def test_labelings_of_one_structure_are_scored_apart_and_alike_on_a_device():
    random = np.random.default_rng(1)
    graph = nx.gnp_random_graph(60, 0.08, seed=1)
    nx.set_node_attributes(graph, {node: int(random.integers(3)) for node in graph}, "label")
    collection = spminer.from_networkx([graph])
    target = collection.target()
    rows, sizes, _, nodes = _core.sample_neighborhoods(target, 60, low=12, high=20)
    samples = AnchoredBatch(rows, sizes)
    labels = _core.label_signatures(target, nodes, rows)
    triples = np.array([row[:3] for row in nodes if row[2] >= 0][:9], np.int32)
    chain = np.array([[2, 5, 2]], np.uint64)
    counts = _core.label_signatures(target, triples, np.repeat(chain, len(triples), axis=0))
    structure, labelings = AnchoredBatch(chain, np.array([3], np.int32)), Labelings(np.zeros(len(triples), int), counts)
    model = random_model(replace(TINY, width=8))
    here = OrderScorer(open_embedder(model), calibration=CALIBRATION)
    there = DeviceOrderScorer(cuda_kernels.embedder(model), calibration=CALIBRATION)
    found = here.frequency(structure, here.index(samples, labels), labelings)
    plain = here.frequency(structure, here.index(samples))
    assert (found.soft <= plain.soft[0] + 1e-6).all()
    assert len(set(found.soft.tolist())) > 1
    assert np.allclose(there.frequency(structure, there.index(samples, labels), labelings).soft, found.soft, atol=1e-6)
    possible = (
        np.concatenate([_core.signatures(rows, sizes), labels], axis=1)[None]
        >= labelings.of(_core.signatures(structure.rows, structure.sizes))[:, None]
    ).all(-1)
    embedded = here.embedder.embed
    penalties = (np.maximum(embedded(structure) - embedded(samples), 0) ** 2).sum(1)
    expected = np.where(possible, 1 - np.minimum(penalties / 3, 1), 0).mean(1)
    assert np.allclose(found.soft, expected, atol=1e-5)


def test_every_pattern_has_its_signature():
    with pytest.raises(UsageError, match="2 patterns have 1 signatures"):
        Labelings(np.array([0, 0]), np.zeros((1, 256), np.uint8))
