"""Truths by networkx and brute force: they use nothing of the package but patterns as values.

Graphs are networkx graphs, directed or not, with labels in the attribute ``label`` of nodes and edges, where they have
any. Labels and direction always count.
"""

import itertools
from collections import defaultdict
from dataclasses import dataclass, field

import networkx as nx
import numpy as np
from networkx.algorithms.isomorphism import categorical_edge_match, categorical_node_match

from spminer import Pattern
from support.builders import pattern_of, to_networkx


def matcher(graph, pattern, attribute="label"):
    """VF2 for a pattern in a graph; ``attribute`` is that of nodes."""
    kind = nx.isomorphism.DiGraphMatcher if graph.is_directed() else nx.isomorphism.GraphMatcher
    return kind(graph, pattern, categorical_node_match(attribute, None), categorical_edge_match("label", None))


def isomorphic(a, b):
    """Whether there is an isomorphism."""
    return matcher(a, b).is_isomorphic()


def embeddings(pattern, graph, *, induced=True):
    """Every map of the nodes of a pattern, or of a graph, to those of a graph."""
    found = matcher(graph, to_networkx(pattern) if isinstance(pattern, Pattern) else pattern)
    maps = found.subgraph_isomorphisms_iter() if induced else found.subgraph_monomorphisms_iter()
    return [{node: image for image, node in one.items()} for one in maps]


def orbits(graph):
    """The sets of nodes that automorphisms map to each other."""
    maps = embeddings(graph, graph)
    return {frozenset(one[node] for one in maps) for node in graph}


def frequency(pattern, graphs, definition, *, induced=True):
    """The frequency of a pattern in a list of graphs by its definition."""
    maps = [embeddings(pattern, graph, induced=induced) for graph in graphs]
    images = {node: {(at, one[node]) for at, found in enumerate(maps) for one in found} for node in range(pattern.size)}
    if definition == "anchored":
        return len(images[pattern.anchor])
    if definition == "graph":
        return sum(len({frozenset(one.values()) for one in found}) for found in maps)
    return sum(map(bool, maps)) if definition == "transactions" else min(map(len, images.values()))


def connected_node_sets(graph):
    """Every connected induced subgraph of two nodes and more."""
    for count in range(2, len(graph) + 1):
        for nodes in itertools.combinations(graph, count):
            part = graph.subgraph(nodes)
            if nx.is_connected(part.to_undirected(as_view=True)):
                yield part


def connected_edge_sets(graph):
    """Every connected subgraph of one edge and more, as a set of edges."""
    for count in range(1, graph.number_of_edges() + 1):
        for edges in itertools.combinations(graph.edges, count):
            part = graph.edge_subgraph(edges)
            if nx.is_connected(part.to_undirected(as_view=True)):
                yield part


@dataclass
class PatternClass:
    """A pattern that occurs: a copy of it, the graphs that contain it, and the images of each of its nodes."""

    copy: nx.Graph
    graphs: set = field(default_factory=set)
    images: dict = field(default_factory=lambda: defaultdict(set))

    def frequency(self, frequency_name, anchor=None):
        """Its frequency: transactions, images, or anchored at a node of the copy."""
        if frequency_name == "transactions":
            return len(self.graphs)
        return len(self.images[anchor]) if frequency_name == "anchored" else min(map(len, self.images.values()))

    def pattern(self, anchor=None):
        """Its canonical pattern, anchored at a node of the copy."""
        number = {node: index for index, node in enumerate(self.copy)}
        plain = nx.relabel_nodes(self.copy, number)
        return pattern_of(plain, None if anchor is None else number[anchor]).canonical()

    def anchors(self, frequency_name):
        """The nodes of the copy that may be its anchor."""
        return list(self.copy) if frequency_name == "anchored" else [None]


def pattern_classes(graphs, *, induced=True):
    """Every connected pattern of two nodes and more that occurs, each once."""
    found = defaultdict(list)  # by what equal patterns have in common
    for number, graph in enumerate(graphs):
        for part in connected_node_sets(graph) if induced else connected_edge_sets(graph):
            degrees = sorted((part.degree(node), part.nodes[node].get("label", "")) for node in part)
            alike = found[part.number_of_edges(), *degrees]
            known = next((one for one in alike if isomorphic(one.copy, part)), None)
            if known is None:
                alike.append(known := PatternClass(part))
            known.graphs.add(number)
            for mapping in matcher(part, known.copy).isomorphisms_iter():
                for image, own in mapping.items():
                    known.images[own].add((number, image))
    return [one for alike in found.values() for one in alike]


def larger_classes(classes, small, anchor, induced):
    """The classes that contain one and are more than it, each with the nodes that its anchor may be."""
    for big in classes:
        if big is small or len(big.copy) < len(small.copy):
            continue
        maps = embeddings(small.copy, big.copy, induced=induced)
        anchors = {None if anchor is None else one[anchor] for one in maps}
        if anchors:
            yield big, anchors


def best_larger(classes, small, anchor, frequency_name, induced):
    """The largest frequency of a larger pattern, 0 if there is none."""
    return max(
        (
            big.frequency(frequency_name, place)
            for big, places in larger_classes(classes, small, anchor, induced)
            for place in places
        ),
        default=0,
    )


def connected_part(graph):
    """The pattern of the largest component of a graph."""
    largest = max(nx.connected_components(graph.to_undirected(as_view=True)), key=len)
    return pattern_of(nx.convert_node_labels_to_integers(graph.subgraph(sorted(largest)).copy()))


def node_sets_by_orbit(motif, graph, *, induced=True):
    """For each node of the graph and each orbit of the motif, the number of node sets that put the node there."""
    small = to_networkx(motif)
    orbit = {node: min(one[node] for one in embeddings(small, small)) for node in small}
    found = defaultdict(set)
    for mapping in embeddings(small, graph, induced=induced):
        for place, node in mapping.items():
            found[node, orbit[place]].add(frozenset(mapping.values()))
    return {key: len(sets) for key, sets in found.items()}


def first_of_orbit(motif, position):
    """The smallest node of a motif that has a position, which is a pattern with an anchor."""
    small, anchored = to_networkx(motif), _marked(to_networkx(position), position.anchor)
    return next(node for node in small if matcher(_marked(small, node), anchored, "mark").is_isomorphic())


def _marked(graph, anchor):
    nx.set_node_attributes(
        graph, {node: (data.get("label"), node == anchor) for node, data in graph.nodes(data=True)}, "mark"
    )
    return graph


def graph_of(batch, index):
    """A graph of a batch."""
    return nx.from_numpy_array(batch.adjacency(np.array([index]), int(batch.sizes[index]))[0])


def contains(pattern, graph, *, induced=True):
    """Whether a pattern occurs in a graph, both anchored at their node 0."""
    found = matcher(_marked(graph, 0), _marked(pattern, 0), "mark")
    return found.subgraph_is_isomorphic() if induced else found.subgraph_is_monomorphic()
