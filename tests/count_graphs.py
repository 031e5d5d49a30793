"""Random graphs and collections of them, for the tests of count prediction."""

from __future__ import annotations

import networkx as nx
from hypothesis import strategies as st

import spminer


@st.composite
def random_graphs(draw):
    """A graph of 1 to 9 nodes, sparse or dense."""
    size, seed = draw(st.integers(1, 9)), draw(st.integers(0, 2**32 - 1))
    return nx.gnp_random_graph(size, draw(st.sampled_from([0.2, 0.4, 0.6, 0.9])), seed=seed)


def collection(*graphs):
    """networkx graphs as one collection."""
    return spminer.from_networkx(list(graphs))
