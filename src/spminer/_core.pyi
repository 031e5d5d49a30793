"""
Native core of spminer. Private: use the functions of the `spminer` package.
"""

from typing import Annotated, Any

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

    def degrees(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """Number of neighbours of each node."""

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

class ParseError(Exception):
    pass

def build_csr(sources: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, nodes: int, directed: bool, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> dict[str, Any]:
    """Sorted CSR rows of edges in any order, and what was dropped."""

class EdgeListParser:
    """Reads a plain-text edge list chunk by chunk."""

    def __init__(self, *, delimiter: str = ' ', ids: str = 'number', header: bool = False, source_column: int = 0, target_column: int = 1, label_column: int = -1, first_id: int = 0, id_count: int = 0, groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None: ...

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None:
        """Reads a last line without a line end."""

    @property
    def edges(self) -> int: ...

    @property
    def has_extra_columns(self) -> bool: ...

    def node_names(self) -> list[str]: ...

    def label_names(self) -> list[str]: ...

    def build(self, *, directed: bool, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> dict[str, Any]:
        """The CSR and the nodes' ids (none if they are 0, 1, ...). Call it once."""

class LabelColumnParser:
    """Reads one label per line, chunk by chunk."""

    def __init__(self) -> None: ...

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None: ...

    def codes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Call it once."""

    def names(self) -> list[str]: ...

class GraphLinesParser:
    """Reads t/v/e lines (gSpan, GraMi) chunk by chunk."""

    def __init__(self) -> None: ...

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None: ...

    @property
    def edges(self) -> int: ...

    @property
    def has_arcs(self) -> bool: ...

    @property
    def graph_names(self) -> list[str]: ...

    def graph_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def ids(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def node_labels(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def node_label_names(self) -> list[str]: ...

    def edge_label_names(self) -> list[str]: ...

    def build(self, *, directed: bool) -> dict[str, Any]: ...

class StructureResult:
    @property
    def components(self) -> int: ...

    @property
    def largest_component(self) -> int: ...

    @property
    def triangles(self) -> int: ...

    @property
    def complete(self) -> bool: ...

def describe_structure(target: Target, *, threads: int = 0) -> StructureResult:
    """Components and triangles of the undirected skeleton."""
