"""A search and an encoder of your own: a method that proposes stars, and an order embedding by hand.

python examples/own_method.py
"""

import numpy as np

import spminer
from spminer.datasets import example
from spminer.encoder.batch import AnchoredBatch
from spminer.methods.base import Candidate, Method, SearchResult, Settings, Task
from spminer.methods.registry import register


def search(task: Task, _settings: Settings, _monitor: spminer.Monitor) -> SearchResult:
    """Propose the star of each size; the package counts it and reports it, as for its own methods."""
    found = {}
    for size in task.request.sizes:
        star = spminer.Pattern.from_edges([(0, leaf) for leaf in range(1, size)], size=size, anchor=0)
        found[size] = (Candidate(star.canonical(), score=1.0),)
    return SearchResult(found)


class Counts:
    """An order embedding by hand: nodes, edges, and neighbors of the anchor can only grow."""

    threshold, induced = 0.5, False

    def embed(self, batch: AnchoredBatch) -> np.ndarray:
        """One row per graph; a graph is a row of bits for each node, the anchor first."""
        degrees = np.bitwise_count(batch.rows)
        return np.stack([batch.sizes, degrees.sum(axis=1) / 2, degrees[:, 0]], axis=1)


def show(title: str, motifs: spminer.MotifSet) -> None:
    """One line for each motif."""
    for motif in motifs:
        assert motif.anchored_frequency is not None
        print(title, motif.id, motif.anchored_frequency.value, "nodes")


if __name__ == "__main__":
    graph = example()
    register(Method("star", "always proposes stars", Settings, search))
    show("star:", spminer.mine(graph, "4-5", method="star"))
    show("own encoder:", spminer.mine(graph, 4, top=2, method="greedy", model=Counts(), induced=False))
