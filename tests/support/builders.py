"""Collections, patterns, batches and models made from plain values, not by the converters under test."""

from dataclasses import replace

import networkx as nx
import numpy as np

import spminer
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.model import EncoderModel, ModelConfig, expected_shapes


def _labels(data):
    """The labels of nodes or edges, or ``None`` where one has none."""
    labels = [values.get("label") for values in data]
    return None if not labels or None in labels else labels


def collection(graphs):
    """The GraphCollection of one networkx graph with ``label`` attributes, or of several."""
    several = not isinstance(graphs, nx.Graph)
    whole = nx.disjoint_union_all(graphs) if several else graphs
    made = spminer.from_edges(
        np.array(list(whole.edges), dtype=np.int64).reshape(-1, 2),
        num_nodes=len(whole),
        directed=whole.is_directed(),
        node_labels=_labels(data for _, data in whole.nodes(data=True)),
        edge_labels=_labels(data for *_, data in whole.edges(data=True)),
    )
    return replace(made, graph_offsets=np.cumsum([0, *map(len, graphs)])) if several else made


def pattern_of(graph, anchor=None):
    """The pattern of a networkx graph on 0, 1, ... with ``label`` attributes."""
    return spminer.Pattern.from_edges(
        graph.edges,
        size=graph.number_of_nodes(),
        anchor=anchor,
        directed=graph.is_directed(),
        node_labels=_labels(data for _, data in graph.nodes(data=True)),
        edge_labels=_labels(data for *_, data in graph.edges(data=True)),
    )


def to_networkx(pattern):
    """A pattern as a networkx graph with ``label`` attributes."""
    graph = nx.DiGraph() if pattern.directed else nx.Graph()
    for i in range(pattern.size):
        graph.add_node(i, **({} if pattern.node_labels is None else {"label": pattern.node_labels[i]}))
    for k, (i, j) in enumerate(pattern.edges):
        graph.add_edge(i, j, **({} if pattern.edge_labels is None else {"label": pattern.edge_labels[k]}))
    return graph


TINY = ModelConfig(width=6, layers=3, hops=2, head=(5, 7), dimensions=4)


def random_model(config=TINY, seed=0):
    """A model with random weights of a size that keeps the activations level."""
    random = np.random.default_rng(seed)
    tensors = {
        name: np.asarray(random.normal(size=shape) / np.sqrt(shape[-1] if len(shape) > 1 else 4), dtype=np.float32)
        for name, shape in expected_shapes(config).items()
    }
    return EncoderModel(config, tensors, {})


def random_batch(count, *, seed=0, sizes=(1, 64)):
    """A batch of graphs of all densities."""
    random = np.random.default_rng(seed)
    chosen = random.integers(sizes[0], sizes[1] + 1, size=count).astype(np.int32)
    rows = np.zeros((count, sizes[1]), dtype=np.uint64)
    for index, size in enumerate(chosen):
        upper = np.triu(random.random((size, size)) < random.random() ** 2, 1)
        matrix = (upper | upper.T).astype(np.uint64)
        rows[index, :size] = (matrix << np.arange(size, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
    return AnchoredBatch(rows, chosen)
