"""Orbit counts of nodes as the program ORCA gives them, and how far two samples of graphs are apart by them.

Evaluations of graph generators run ORCA for each graph and compare the counts. :func:`orca_counts` returns the same
array; ``python -m spminer.orca node 4 INPUT OUTPUT`` takes the arguments of the program, and ``std`` as OUTPUT prints
the counts as the copy of ORCA in those evaluations does. :func:`mmd` is their distance.

Reference: T. Hocevar and J. Demsar, "A combinatorial approach to graphlet counting", Bioinformatics 2014.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from spminer._util.files import write_atomic
from spminer._util.monitor import Monitor
from spminer._util.validation import validate_arguments
from spminer.counting.profile import count_positions, positions_of
from spminer.errors import InputError, SpminerError, UsageError
from spminer.graphs.convert.arrays import from_edges
from spminer.graphs.convert.as_collection import as_collection
from spminer.patterns.named import GRAPHLETS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.counting.profile_table import Position

__all__ = ["mmd", "orca_counts"]

Size = Literal[4, 5]
Kernel = Literal["gaussian_tv", "gaussian"]


@validate_arguments
def orca_counts(graph: Any, size: Size = 4, *, threads: int = 0) -> NDArray[np.int64]:
    """Count in how many graphlets each node is at each orbit, in ORCA's order of orbits.

    Parameters
    ----------
    graph : graph or list of graphs
        As for :func:`spminer.mine`. Direction and labels are ignored.
    size : {4, 5}, default 4
        Largest number of nodes of a graphlet.
    threads : int, default 0
        Number of threads, 0 for every core. The result does not depend on it.

    Returns
    -------
    numpy.ndarray
        A row for each node, graph after graph, and 15 columns, or 73 for size 5. Column 0 is the degree.

    Examples
    --------
    >>> import networkx as nx
    >>> orca_counts(nx.complete_graph(4))[0]
    array([3, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    """
    if size not in get_args(Size):
        raise UsageError(f"size must be 4 or 5, not {size}")
    graphs = as_collection(graph)
    positions = _positions(size)
    table = count_positions(positions, graphs, Monitor(), threads=threads)
    counts = np.empty((graphs.num_nodes, len(positions) + 1), dtype=np.int64)
    counts[:, 0] = graphs.target(direction=False, node_labels=False, edge_labels=False).degrees()
    for column, position in enumerate(positions):
        counts[:, position.names.orbit] = table.counts[:, column]
    return counts


@cache
def _positions(size: Size) -> tuple[Position, ...]:
    return positions_of([text for text, orbits in GRAPHLETS if 2 < len(orbits) <= size])


@validate_arguments
def mmd(
    reference: Any,
    generated: Any,
    *,
    size: Size = 4,
    kernel: Kernel = "gaussian_tv",
    sigma: float = 30.0,
    threads: int = 0,
) -> float:
    """Squared maximum mean discrepancy of the orbit counts of two samples of graphs.

    A graph stands for the mean of its nodes' counts. Graphs without nodes are left out.

    Parameters
    ----------
    reference, generated : list of graphs
        As for :func:`spminer.mine`.
    size : {4, 5}, default 4
        Largest number of nodes of a graphlet.
    kernel : {"gaussian_tv", "gaussian"}, default "gaussian_tv"
        ``exp(-d ** 2 / (2 * sigma ** 2))``, where d is half the sum of differences (SPECTRE, DiGress), or the Euclidean
        distance (GraphRNN, GRAN).
    sigma : float, default 30.0
        Width of the kernel.
    threads : int, default 0
        Number of threads, 0 for every core. The result does not depend on it.

    Returns
    -------
    float
        Mean kernel within either sample, less twice that between them; 0 for equal samples.

    Examples
    --------
    >>> import networkx as nx
    >>> cycles, stars = [nx.cycle_graph(8)] * 3, [nx.star_graph(7)] * 3
    >>> mmd(cycles, cycles), round(mmd(cycles, stars), 4)
    (0.0, 0.1875)
    """
    if kernel not in get_args(Kernel):
        raise UsageError(f"unknown kernel {kernel!r}; choose one of {', '.join(get_args(Kernel))}")
    if not sigma > 0:
        raise UsageError(f"sigma must be positive, not {sigma}")
    a, b = (_means(graphs, size, threads) for graphs in (reference, generated))

    def mean(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
        if kernel == "gaussian":
            distances = [np.linalg.norm(row - y, axis=1) for row in x]
        else:
            distances = [np.abs(row - y).sum(axis=1) / 2 for row in x]
        return float(np.mean([np.exp(-(distance**2) / (2 * sigma**2)) for distance in distances]))

    return mean(a, a) + mean(b, b) - 2 * mean(a, b)


def _means(graphs: Any, size: Size, threads: int) -> NDArray[np.float64]:
    """The mean counts of the nodes of each graph that has some."""
    collection = as_collection(graphs)
    nodes = np.diff(collection.graph_offsets)
    if not nodes.any():
        raise InputError("there are no graphs with nodes", remedy="give at least one in both samples")
    starts = collection.graph_offsets[:-1][nodes > 0]
    sums = np.add.reduceat(orca_counts(collection, size, threads=threads), starts, axis=0)
    return np.asarray(sums / nodes[nodes > 0, np.newaxis])


def _read(path: str) -> Any:
    """The graph of an input of ORCA: numbers of nodes and edges, and two nodes a line."""
    try:
        numbers = list(map(int, Path(path).read_text(encoding="ascii").split()))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", source=path, remedy="give whole numbers") from None
    if len(numbers) < 2 or len(numbers) != 2 + 2 * numbers[1]:
        raise InputError(
            "the number of edges is wrong", source=path, remedy="begin with the numbers of nodes and edges"
        )
    nodes, edges = numbers[0], np.array(numbers[2:], dtype=np.int64).reshape(-1, 2)
    if edges.size and not (edges.min() >= 0 and edges.max() < nodes):
        raise InputError("an edge has a node that does not exist", source=path, remedy="number nodes from 0")
    graph = from_edges(edges, num_nodes=nodes)
    if graph.num_edges != len(edges):
        raise InputError("there are self-loops or repeated edges", source=path, remedy="list each edge once")
    return graph


def main(arguments: list[str]) -> int:
    """Run as ORCA: ``node``, 4 or 5, an input, and an output or ``std``."""
    if len(arguments) != 4 or arguments[0] != "node" or arguments[1] not in ("4", "5"):
        print("usage: python -m spminer.orca node 4|5 INPUT OUTPUT|std", file=sys.stderr)
        return UsageError.exit_code
    try:
        counts = orca_counts(_read(arguments[2]), 4 if arguments[1] == "4" else 5)
        rows = "".join(" ".join(map(str, row)) + "\n" for row in counts.tolist())
        if arguments[3] == "std":
            print("orbit counts: \n" + rows, end="")
        else:
            write_atomic(arguments[3], rows)
    except SpminerError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
