"""Anchors of growth: the nodes, or graphs, that it asks about, and whether they have much around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.methods.grow.levels import Slots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.methods.grow.settings import GrowSettings

__all__ = ["is_dense", "slots_of"]

# Matching at one node of a sparse graph takes about a microsecond, so that all nodes can be anchors.
_SPARSE_NEIGHBORS = 64  # neighbors of a neighbor
_SPARSE_DEGREE = 8
_ALL_NODES = 30_000
_SAMPLE = {False: 10_000, True: 2000}  # anchors of larger sparse graphs, and of dense ones
_ANCHOR_STREAM = 0x6709  # of random numbers, so that no other part draws the same


def slots_of(task: Task, settings: GrowSettings) -> Slots:
    """Where growth asks for patterns: at nodes, all or a sample of them, or in whole graphs.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> from spminer.methods.grow.settings import GrowSettings
    >>> len(slots_of(Task.of(example()), GrowSettings())), len(slots_of(Task.of(example()), GrowSettings(anchors=9)))
    (34, 9)
    """
    graphs = task.graphs
    if task.objective == "transactions":
        return Slots(np.arange(graphs.num_nodes, dtype=np.int32), graphs.graph_offsets, graphs.num_graphs)
    anchors = _anchors(graphs, settings.anchors, task.seed)
    return Slots(anchors, np.arange(len(anchors) + 1, dtype=np.int64), graphs.num_nodes)


def is_dense(graphs: GraphCollection) -> bool:
    """Whether nodes have many neighbors, or their neighbors have: then each embedding has much to look at.

    >>> from spminer.datasets import example
    >>> is_dense(example())
    False
    """
    degrees = graphs.target().degrees().astype(np.float64)
    total = degrees.sum()
    return bool(total > _SPARSE_DEGREE * graphs.num_nodes or (degrees**2).sum() > _SPARSE_NEIGHBORS * total)


def _anchors(graphs: GraphCollection, wanted: int | None, seed: int) -> NDArray[np.int32]:
    """All nodes, or a sample of them, ascending."""
    nodes = graphs.num_nodes
    if wanted is None:
        dense = is_dense(graphs)
        wanted = 0 if nodes <= _ALL_NODES and not dense else _SAMPLE[dense]
    if wanted == 0 or wanted >= nodes:
        return np.arange(nodes, dtype=np.int32)
    random = np.random.default_rng([seed, _ANCHOR_STREAM])
    return np.sort(random.choice(nodes, size=wanted, replace=False)).astype(np.int32)
