"""The truth about profiles, by networkx: every embedding of a motif, and where it puts each node."""

import networkx as nx

from strategies import pattern_of, to_networkx


def connected_part(graph):
    """The pattern of the largest component of a graph."""
    largest = max(nx.connected_components(graph.to_undirected(as_view=True)), key=len)
    return pattern_of(nx.convert_node_labels_to_integers(graph.subgraph(sorted(largest)).copy()))


def embeddings(pattern, graph, *, induced):
    """Maps from nodes of the graph to nodes of the pattern, by VF2; labels and direction count where both have them."""
    match = nx.isomorphism.categorical_node_match("label", None), nx.isomorphism.categorical_edge_match("label", None)
    kind = nx.isomorphism.DiGraphMatcher if graph.is_directed() else nx.isomorphism.GraphMatcher
    matcher = kind(graph, pattern, node_match=match[0], edge_match=match[1])
    return matcher.subgraph_isomorphisms_iter() if induced else matcher.subgraph_monomorphisms_iter()


def node_sets(motif, graph, *, induced=True):
    """For each node of the graph and each orbit of the motif, the node sets that put the node there."""
    small = to_networkx(motif)
    images = {node: set() for node in small}
    for mapping in embeddings(small, small, induced=True):
        for image, node in mapping.items():
            images[node].add(image)
    found = {}
    for mapping in embeddings(small, graph, induced=induced):
        for node, place in mapping.items():
            found.setdefault((node, min(images[place])), set()).add(frozenset(mapping))
    return {key: len(sets) for key, sets in found.items()}


def first_of_orbit(motif, position):
    """The smallest node of a motif that has a position, by comparing anchored patterns with networkx."""
    small, anchored = to_networkx(motif), to_networkx(position)
    for graph, mark in ((small, None), (anchored, position.anchor)):
        nx.set_node_attributes(graph, {node: (graph.nodes[node].get("label"), node == mark) for node in graph}, "mark")
    labels = nx.isomorphism.categorical_edge_match("label", None)
    for node in small:
        small.nodes[node]["mark"] = (small.nodes[node].get("label"), True)
        same = nx.is_isomorphic(
            small, anchored, node_match=nx.isomorphism.categorical_node_match("mark", None), edge_match=labels
        )
        small.nodes[node]["mark"] = (small.nodes[node].get("label"), False)
        if same:
            return node
    raise AssertionError(f"{position} is not {motif} with an anchor")
