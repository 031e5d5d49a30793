"""
Native core of spminer. Private: use the functions of the `spminer` package.
"""

from typing import Annotated

import numpy
from numpy.typing import NDArray


class Control:
    """Watches and stops one running native call."""

    def __init__(self, *, time_limit: float | None = None) -> None:
        """A time limit in seconds counts from now."""

    def cancel(self) -> None:
        """Ask the running call to return what it has."""

    @property
    def done(self) -> int:
        """Units of work finished so far."""

    @property
    def total(self) -> int:
        """Units of work in all; 0 while unknown."""

    @property
    def stop_reason(self) -> str | None:
        """Why the call stopped early, or None."""

class Target:
    """A graph collection as the native engines see it."""

    def __init__(self, indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, node_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, directed: bool = False) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def edges(self) -> int:
        """Edges of the undirected skeleton."""

    @property
    def labelled(self) -> bool: ...

    @property
    def coded(self) -> bool:
        """Whether direction or edge labels matter."""

class Pattern:
    """A graph of at most 64 nodes as the native engines see it."""

    def __init__(self, size: int, edges: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, anchor: int = -1, directed: bool = False, node_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def anchor(self) -> int:
        """The anchor, or -1."""

    @property
    def connected(self) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

class CensusOrbit:
    """One anchored class of a census: a node orbit of a connected graph."""

    @property
    def pattern(self) -> Pattern:
        """A representative, anchored at node 0."""

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Edges of the representative."""

    @property
    def anchor(self) -> int:
        """Anchor of the representative: 0."""

    @property
    def graph_class(self) -> int:
        """Orbits of the same graph share this number."""

    @property
    def nodes(self) -> int:
        """How many nodes of the pattern are in the orbit."""

    @property
    def anchored_frequency(self) -> int:
        """Nodes that sit in this orbit of some induced subgraph."""

    @property
    def graph_frequency(self) -> int:
        """Induced subgraphs of this class."""

class CensusResult:
    """The census of a target."""

    @property
    def complete(self) -> bool:
        """A stopped census has no orbits and no counts."""

    @property
    def orbits(self) -> list[CensusOrbit]:
        """3, 11 or 58 orbits, fewest edges first."""

    def take_counts(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))] | None:
        """
        Hand over the counts, a row per node and a column per orbit: once, and only if asked for; else None.
        """

def census(target: Target, control: Control, *, size: int, threads: int = 0, per_node: bool = False) -> CensusResult:
    """
    Count all connected induced subgraphs of 3, 4 or 5 nodes of an undirected, unlabelled target, per node
    orbit, without visiting them one by one.

    Raises ``ValueError`` for another size or target, ``OverflowError`` where counts may exceed 64 bits.
    """
