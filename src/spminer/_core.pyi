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

class MatchIndex:
    """What matching wants to know of a target beforehand."""

    def __init__(self, target: Target) -> None: ...

class MatchResult:
    """How often a pattern was found."""

    @property
    def count(self) -> int:
        """Matching anchors or node sets; a lower bound unless complete."""

    @property
    def tested(self) -> int:
        """Anchors asked about."""

    @property
    def undecided(self) -> int:
        """Anchors whose search was cut short."""

    @property
    def complete(self) -> bool: ...

    @property
    def anchors(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Matching anchors in ascending order, if asked for."""

def count_anchors(pattern: Pattern, index: MatchIndex, control: Control, *, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, induced: bool = True, threads: int = 0, steps: int = 0, list_anchors: bool = False) -> MatchResult:
    """
    Number of target nodes (or of the given ones) that the anchor can be mapped to.
    """

def count_node_sets(pattern: Pattern, index: MatchIndex, control: Control, *, induced: bool = True, threads: int = 0, steps: int = 0) -> MatchResult:
    """Number of distinct node sets that induce (or contain) the pattern."""

def contains(pattern: Pattern, index: MatchIndex, control: Control, *, induced: bool = True, threads: int = 0, steps: int = 0) -> bool | None:
    """Whether the pattern occurs; None if the budget ended first."""

def find_embeddings(pattern: Pattern, index: MatchIndex, limit: int, control: Control, *, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, induced: bool = True, steps: int = 0) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None))], bool]:
    """
    Embeddings on distinct node sets, one per row, and whether fewer than the limit means no more.
    """

def count_automorphisms(pattern: Pattern) -> float:
    """Order of the automorphism group; an anchor is kept in place."""
