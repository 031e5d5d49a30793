"""Data sets: a bundled example, and published ones by name."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from spminer.graphs import read
from spminer.graphs.datasets import Fetched, data_folder, fetch, fetched_files

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["Fetched", "data_folder", "example", "fetch", "fetched_files"]


def example() -> GraphCollection:
    """The bundled example: Zachary's karate club, 34 members and their 78 friendships.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> example()
    GraphCollection(1 undirected graph, 34 nodes, 78 edges)
    """
    with as_file(files("spminer") / "data" / "karate.csv") as path:
        graphs = read(path, directed=False)
    return replace(graphs, source="karate club (bundled example)")
