"""Connected components of a collection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["component_sizes"]


def component_sizes(graphs: GraphCollection) -> NDArray[np.int64]:
    """For each node the number of nodes of its component, whatever the direction of edges.

    Examples
    --------
    >>> import spminer
    >>> component_sizes(spminer.from_edges([(0, 1), (1, 2), (3, 4)], num_nodes=6)).tolist()
    [3, 3, 3, 2, 2, 1]
    """
    sources, targets, _ = graphs.edges()
    label = np.arange(graphs.num_nodes)
    while len(sources):
        # The smaller label wins at both ends of each edge, and chains of labels are cut short.
        least = np.minimum(label[sources], label[targets])
        for ends in (sources, targets):
            np.minimum.at(label, label[ends], least)
        while not np.array_equal(shorter := label[label], label):
            label = shorter
        apart = label[sources] != label[targets]
        sources, targets = sources[apart], targets[apart]
    return np.asarray(np.bincount(label, minlength=graphs.num_nodes)[label])
