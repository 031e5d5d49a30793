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

class Enumeration:
    """All classes of subgraphs of one size, with their frequencies."""

    @property
    def complete(self) -> bool:
        """Whether the run was not stopped early."""

    @property
    def subgraphs(self) -> int:
        """Number of subgraphs visited."""

    @property
    def table_bytes(self) -> int:
        """Memory of the engine's tables at the end."""

    @property
    def classes(self) -> int:
        """Number of classes."""

    @property
    def graph_frequency(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """Distinct node sets of each class."""

    @property
    def orbit_offset(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """First orbit of each class, and the number of orbits."""

    @property
    def orbit_node(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """A node of the class's pattern that stands for each orbit."""

    @property
    def anchored_frequency(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Target nodes in the place of each orbit."""

    def pattern(self, class_id: int, *, anchor: int = -1) -> Pattern:
        """
        Canonical pattern of a class, anchored at a node of its unanchored canonical pattern.
        """

def enumerate_subgraphs(target: Target, size: int, control: Control, *, threads: int = 0, memory_limit: int = 0) -> Enumeration:
    """Enumerate all connected induced subgraphs of one size."""
