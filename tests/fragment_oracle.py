"""Frequent edge-induced patterns by brute force: every connected set of edges of every graph, classes by networkx."""

import itertools
from collections import defaultdict
from dataclasses import replace

import networkx as nx
import numpy as np
from hypothesis import strategies as st

import spminer
from strategies import isomorphic, labeled_graphs


@st.composite
def collections(draw, *, max_graphs=5, max_nodes=6, max_edges=7):
    """Several small undirected networkx graphs, all labeled in the same way."""
    labels = draw(st.booleans())
    graph = labeled_graphs(max_nodes=max_nodes, directed=False, labels=labels)
    graphs = draw(st.lists(graph, min_size=1, max_size=max_graphs))
    for graph in graphs:
        graph.remove_edges_from(list(graph.edges)[max_edges:])
    return graphs


def joined(graphs):
    """The GraphCollection of the graphs, built from plain arrays."""
    edges, node_labels, edge_labels, offsets = [], [], [], [0]
    for graph in graphs:
        first = offsets[-1]
        edges += [(first + a, first + b) for a, b in graph.edges]
        node_labels += [data.get("label") for _, data in graph.nodes(data=True)]
        edge_labels += [data.get("label") for *_, data in graph.edges(data=True)]
        offsets.append(first + graph.number_of_nodes())
    collection = spminer.from_edges(
        np.array(edges, dtype=np.int64).reshape(-1, 2),
        num_nodes=offsets[-1],
        node_labels=None if None in node_labels else node_labels,
        edge_labels=None if None in edge_labels or not edge_labels else edge_labels,
    )
    return replace(collection, graph_offsets=np.array(offsets, dtype=np.int64))


def connected_edge_sets(graph):
    """Every connected nonempty subgraph, as a set of edges."""
    for count in range(1, graph.number_of_edges() + 1):
        for edges in itertools.combinations(graph.edges, count):
            part = graph.edge_subgraph(edges)
            if nx.is_connected(part):
                yield part


def all_fragments(graphs):
    """Every pattern as (representative, transaction support, minimum image support)."""
    buckets = defaultdict(list)
    for number, graph in enumerate(graphs):
        for part in connected_edge_sets(graph):
            invariant = (
                len(part),
                part.number_of_edges(),
                nx.weisfeiler_lehman_graph_hash(_named(part), node_attr="n"),
            )
            for entry in buckets[invariant]:
                if isomorphic(entry[0], part):
                    break
            else:
                entry = (part, set(), defaultdict(set))
                buckets[invariant].append(entry)
            entry[1].add(number)
            for mapping in _isomorphisms(entry[0], part):
                for own, image in mapping.items():
                    entry[2][own].add((number, image))
    return [
        (part, len(where), min(len(images) for images in nodes.values()))
        for entries in buckets.values()
        for part, where, nodes in entries
    ]


def _named(graph):
    named = graph.copy()
    nx.set_node_attributes(named, {node: data.get("label", "") for node, data in graph.nodes(data=True)}, "n")
    return named


def _isomorphisms(a, b):
    same = nx.isomorphism.categorical_node_match("label", None), nx.isomorphism.categorical_edge_match("label", None)
    return nx.isomorphism.GraphMatcher(a, b, *same).isomorphisms_iter()
