"""Data sets: bundled ones, and published ones by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spminer.graphs import read
from spminer.graphs.datasets import Fetched, data_folder, fetch, fetched_files

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["Fetched", "data_folder", "example", "fetch", "fetched_files", "molecules", "yeast"]


def example() -> GraphCollection:
    """Zachary's karate club: 34 members and their 78 friendships; ``example:karate`` on the command line.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> example()
    GraphCollection(1 undirected graph, 34 nodes, 78 edges)
    """
    return replace(read("example:karate"), source="karate club (bundled example)")


def yeast() -> GraphCollection:
    """Gene regulation of yeast, from regulator to target; ``example:yeast`` on the command line.

    Whether a regulation activates or represses is left out here; ``spminer.read("example:yeast", edge_label="effect")``
    takes it as the label of edges.

    Examples
    --------
    >>> from spminer.datasets import yeast
    >>> yeast()
    GraphCollection(1 directed graph, 1,072 nodes, 1,403 edges)
    """
    return read("example:yeast")


def molecules() -> GraphCollection:
    """Molecules that pass the blood-brain barrier (class 1) or do not (0); ``example:molecules`` on the command line.

    Examples
    --------
    >>> from spminer.datasets import molecules
    >>> molecules()
    GraphCollection(2,039 undirected graphs, 49,068 nodes, 52,921 edges)
    """
    return read("example:molecules")
