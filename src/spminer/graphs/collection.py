"""The graph type of spminer: an immutable collection of graphs in one CSR.

All graphs share the arrays ``indptr`` and ``indices``; ``graph_offsets`` says where each graph's nodes start. Rows are
sorted and have neither repeats nor self-loops. An undirected edge is stored in both rows, an arc in the row of its
source only. Names and labels belong to the user and are kept beside the structure, labels as codes. The views that
native engines take (`target`, `match_index`) are made on request and cached. `digest` identifies the content without
names, for checkpoints and stores.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.arrays import ranges
from spminer.errors import UsageError
from spminer.graphs.reading import Dropped, Reading
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["GraphCollection", "check_collection", "digest", "digest_of"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Some graphs of a collection, in the order asked for.

    Attributes
    ----------
    graphs, nodes, entries
        The chosen graphs, their nodes and their CSR entries, as indices into the arrays of the whole collection.
    shift
        The change of each entry's target node.
    graph_offsets, indptr
        Arrays of the chosen graphs alone.
    """

    graphs: NDArray[np.int64]
    nodes: NDArray[np.int64]
    entries: NDArray[np.int64]
    shift: NDArray[np.int64]
    graph_offsets: NDArray[np.int64]
    indptr: NDArray[np.int64]


def select(
    which: slice | Sequence[int] | Sequence[bool] | NDArray[Any],
    graph_offsets: NDArray[np.int64],
    indptr: NDArray[np.int64],
) -> Selection:
    """The graphs of a slice, of a list of indices (in that order, with repeats) or of a list of flags.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.generate.synthetic(3, 4)
    >>> select([2, 0], graphs.graph_offsets, graphs.indptr).nodes.tolist()
    [8, 9, 10, 11, 0, 1, 2, 3]
    """
    chosen = _indices(which, len(graph_offsets) - 1)
    first_entry = indptr[graph_offsets]
    sizes = np.diff(graph_offsets)[chosen]
    entries_of_graph = np.diff(first_entry)[chosen]
    nodes = ranges(graph_offsets[chosen], sizes)
    offsets = _starts(sizes)
    return Selection(
        graphs=chosen,
        nodes=nodes,
        entries=ranges(first_entry[chosen], entries_of_graph),
        shift=np.repeat(offsets[:-1] - graph_offsets[chosen], entries_of_graph),
        graph_offsets=offsets,
        indptr=_starts(np.diff(indptr)[nodes]),
    )


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Offsets of parts of these lengths, with the end of the last."""
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def _indices(which: Any, graphs: int) -> NDArray[np.int64]:
    every = np.arange(graphs, dtype=np.int64)
    if isinstance(which, slice):
        return every[which]
    chosen = np.asarray(which)
    if chosen.size == 0 and chosen.ndim == 1:
        return np.empty(0, dtype=np.int64)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise UsageError("invalid selection of graphs; give a number, a slice, or a list of numbers or of booleans")
    if chosen.dtype.kind == "b" and len(chosen) != graphs:
        raise IndexError(f"{len(chosen)} flags for {graphs} graphs")
    indices: NDArray[np.int64] = every[chosen]
    return indices


def check_arc_labels(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    labels: NDArray[np.int32],
    node_names: Callable[[Sequence[int]], list[str]],
    label_names: Sequence[str],
) -> None:
    """Refuse two arcs between the same nodes with different labels, since an undirected edge has one label.

    Examples
    --------
    >>> ends = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    >>> check_arc_labels(*ends, np.array([0, 0], np.int32), lambda nodes: ["u", "v"], ["a", "b"])
    >>> check_arc_labels(*ends, np.array([0, 1], np.int32), lambda nodes: ["u", "v"], ["a", "b"])
    Traceback (most recent call last):
    spminer.errors.UsageError: two arcs between 'u' and 'v' have different labels ('a' and 'b'), so that an undirected \
pattern with edge labels cannot be matched; write arcs, as in 0>1:a, or a pattern without edge labels
    """
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    order = np.lexsort((labels, high, low))
    low, high, labels = low[order], high[order], labels[order]
    differ = np.flatnonzero((low[1:] == low[:-1]) & (high[1:] == high[:-1]) & (labels[1:] != labels[:-1]))
    if len(differ) == 0:
        return
    first = int(differ[0])
    u, v = node_names([int(low[first]), int(high[first])])
    a, b = (label_names[int(code)] for code in labels[first : first + 2])
    raise UsageError(
        f"two arcs between {u!r} and {v!r} have different labels ({a!r} and {b!r}), so that an undirected pattern with "
        "edge labels cannot be matched; write arcs, as in 0>1:a, or a pattern without edge labels"
    )


_Features = tuple[bool, bool, bool]  # whether direction, node labels and edge labels are used


@dataclass(frozen=True, eq=False)
class GraphCollection:
    """One or many graphs as one CSR, with the user's own node names and labels.

    Nodes are numbered through all graphs: graph ``g`` owns the nodes ``graph_offsets[g]`` up to (not including)
    ``graph_offsets[g + 1]``. Rows are sorted and have no repeats or self-loops. An undirected graph stores each
    edge in both rows, a directed one stores out-arcs only. Make one with :func:`spminer.read`,
    :func:`spminer.from_edges` or a converter such as :func:`spminer.from_networkx`.

    Attributes
    ----------
    indptr, indices
        CSR rows, ``int64`` and ``int32``.
    graph_offsets
        First node of each graph, and the number of nodes, ``int64``.
    directed
        Whether an entry of the CSR is an arc rather than one half of an edge.
    node_names
        Original names: ``None`` (names are 0, 1, ...), an ``int64`` array, or an array of ``str`` objects (in a
        store: a sequence with the same interface).
    node_labels, edge_labels
        ``int32`` codes per node and per CSR entry, or ``None``.
    node_label_names, edge_label_names
        The user's label for each code.
    graph_names
        Names of the graphs, or ``None``.
    graph_labels
        The class of each graph as the data set numbers it, ``int64``, or ``None``. Patterns ignore it.
    source
        Where the graphs came from, for messages and results.
    source_sha256
        Checksum of the file of a named data set, else empty.
    dropped
        Edges that reading left out or merged.
    reading
        The parts of the file that were taken for edges, direction, names and labels.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    graph_offsets: NDArray[np.int64]
    directed: bool = False
    node_names: NDArray[np.int64] | NDArray[np.object_] | None = None
    node_labels: NDArray[np.int32] | None = None
    node_label_names: tuple[str, ...] = ()
    edge_labels: NDArray[np.int32] | None = None
    edge_label_names: tuple[str, ...] = ()
    graph_names: tuple[str, ...] | None = None
    graph_labels: NDArray[np.int64] | None = None
    source: str = ""
    source_sha256: str = ""
    dropped: Dropped = field(default_factory=Dropped)
    reading: Reading = field(default_factory=Reading)
    _targets: dict[_Features, _core.Target] = field(default_factory=dict, init=False, repr=False)
    _match_indexes: dict[_Features, _core.MatchIndex] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        arrays = (
            self.indptr,
            self.indices,
            self.graph_offsets,
            self.node_names,
            self.node_labels,
            self.edge_labels,
            self.graph_labels,
        )
        for array in arrays:
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    @property
    def num_graphs(self) -> int:
        """Number of graphs."""
        return len(self.graph_offsets) - 1

    @property
    def num_nodes(self) -> int:
        """Number of nodes of all graphs together."""
        return len(self.indptr) - 1

    @property
    def is_plain(self) -> bool:
        """Whether the graphs have neither direction nor labels."""
        return not self.directed and self.node_labels is None and self.edge_labels is None

    @property
    def num_edges(self) -> int:
        """Number of edges (undirected) or arcs (directed) of all graphs together."""
        return len(self.indices) if self.directed else len(self.indices) // 2

    def __len__(self) -> int:
        return self.num_graphs

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return (
            f"GraphCollection({self.num_graphs:,} {kind} graph{'s' * (self.num_graphs != 1)}, "
            f"{self.num_nodes:,} nodes, {self.num_edges:,} edges)"
        )

    def name(self, node: int) -> str:
        """The user's own name of a node."""
        return str(node if self.node_names is None else self.node_names[node])

    def names(self, nodes: Sequence[int] | NDArray[np.integer]) -> list[str]:
        """The user's own names of several nodes."""
        return [self.name(int(node)) for node in nodes]

    def graph_of(self, node: int) -> int:
        """Index of the graph that a node belongs to."""
        return int(np.searchsorted(self.graph_offsets, node, side="right")) - 1

    def target(self, *, direction: bool = True, node_labels: bool = True, edge_labels: bool = True) -> _core.Target:
        """The graphs for the native engines, with the features asked for that they have. The result is cached."""
        features = self._features(direction, node_labels, edge_labels)
        if features not in self._targets:
            self._targets[features] = _target(self, *features)
        return self._targets[features]

    def match_index(
        self,
        *,
        direction: bool = True,
        node_labels: bool = True,
        edge_labels: bool = True,
        anchors: NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> _core.MatchIndex:
        """The index of :meth:`target` for pattern matching, made by that many threads. The result is cached.

        ``anchors`` are the only nodes that will be matched, if few: a new index is made for them alone.
        """
        features = self._features(direction, node_labels, edge_labels)
        if features not in self._match_indexes:
            target = self.target(direction=direction, node_labels=node_labels, edge_labels=edge_labels)
            stored = self._stored_parts()
            if stored is None:
                made = _core.MatchIndex(target, anchors, threads=threads)
            else:
                made = _core.MatchIndex(target, None, *stored)
            self._match_indexes[features] = made
        return self._match_indexes[features]

    def index_parts(self, *, threads: int = 0) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """The parts of :meth:`match_index` that take long to compute and that every selection of features shares.

        These are two signature words and the component of each node. A store keeps them.
        """
        stored = self._stored_parts()
        if stored is not None:
            return stored
        target = self.target(direction=False, node_labels=False, edge_labels=False)
        return _core.find_index_parts(target, threads=threads)

    def _stored_parts(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]] | None:
        """Parts of an index that a store keeps."""
        return None

    @property
    def known_digest(self) -> str:
        """The digest that a store keeps; else empty."""
        return ""

    def _features(self, direction: bool, node_labels: bool, edge_labels: bool) -> _Features:
        return (
            direction and self.directed,
            node_labels and self.node_labels is not None,
            edge_labels and self.edge_labels is not None,
        )

    def pattern(self, core: _core.Pattern) -> Pattern:
        """A native pattern with this collection's label names and direction."""
        return Pattern.from_core(
            core,
            directed=self.directed,
            node_names=None if self.node_labels is None else self.node_label_names,
            edge_names=None if self.edge_labels is None else self.edge_label_names,
        )

    def check(self) -> None:
        """Compare the arrays of a store with their checksums; arrays in memory need no check."""

    def without_labels(self) -> GraphCollection:
        """The same graphs without node and edge labels; the classes of the graphs stay."""
        return replace(self, node_labels=None, node_label_names=(), edge_labels=None, edge_label_names=())

    def summary(self) -> dict[str, Any]:
        """Facts about the input of a run, for result files."""
        return {
            "source": self.source,
            "source_sha256": self.source_sha256,
            "graphs": self.num_graphs,
            "nodes": self.num_nodes,
            "edges": self.num_edges,
            "directed": self.directed,
            "node_labels": len(self.node_label_names) if self.node_labels is not None else 0,
            "edge_labels": len(self.edge_label_names) if self.edge_labels is not None else 0,
            "dropped": self.dropped.message(columns=not self.reading.left_out),
            "reading": self.reading.message(),
        }

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32] | None]:
        """Sources, targets and label codes (or ``None``) of all edges, each edge once.

        An undirected edge is given with its smaller node first.

        Examples
        --------
        >>> import spminer
        >>> sources, targets, labels = spminer.from_edges([(2, 0), (0, 1)]).edges()
        >>> list(zip(sources.tolist(), targets.tolist()))
        [(0, 1), (0, 2)]
        """
        rows = np.repeat(np.arange(self.num_nodes, dtype=np.int32), np.diff(self.indptr))
        if self.directed:
            return rows, self.indices, self.edge_labels
        once = rows < self.indices
        return rows[once], self.indices[once], None if self.edge_labels is None else self.edge_labels[once]

    def __iter__(self) -> Iterator[GraphCollection]:
        return (self[index] for index in range(self.num_graphs))

    def __getitem__(self, index: int | slice | Sequence[int] | Sequence[bool] | NDArray[Any]) -> GraphCollection:
        """Some of the graphs: one, a slice, or those of a list of indices or flags.

        Indices give the order and may repeat. Nodes keep their names.

        Examples
        --------
        >>> import spminer
        >>> graphs = spminer.generate.synthetic(10, 12)
        >>> len(graphs[3]), len(graphs[2:5]), len(graphs[[7, 0]])
        (1, 3, 2)
        """
        if isinstance(index, int | np.integer):
            return self._one(int(index))
        chosen = select(index, self.graph_offsets, self.indptr)
        return replace(
            self,
            indptr=chosen.indptr,
            indices=(self.indices[chosen.entries] + chosen.shift).astype(np.int32),
            graph_offsets=chosen.graph_offsets,
            node_names=chosen.nodes if self.node_names is None else self.node_names[chosen.nodes],
            node_labels=None if self.node_labels is None else self.node_labels[chosen.nodes],
            edge_labels=None if self.edge_labels is None else self.edge_labels[chosen.entries],
            graph_names=None if self.graph_names is None else tuple(self.graph_names[i] for i in chosen.graphs),
            graph_labels=None if self.graph_labels is None else self.graph_labels[chosen.graphs],
            dropped=Dropped(),
        )

    def _one(self, index: int) -> GraphCollection:
        """One graph, as views of the arrays."""
        if not -self.num_graphs <= index < self.num_graphs:
            raise IndexError(f"graph {index} of {self.num_graphs}")
        index %= self.num_graphs
        first, last = (int(node) for node in self.graph_offsets[index : index + 2])
        entries = slice(int(self.indptr[first]), int(self.indptr[last]))
        names = np.arange(first, last) if self.node_names is None and first > 0 else None
        return replace(
            self,
            indptr=self.indptr[first : last + 1] - self.indptr[first],
            indices=self.indices[entries] - np.int32(first),
            graph_offsets=np.array([0, last - first], dtype=np.int64),
            node_names=names if self.node_names is None else self.node_names[first:last],
            node_labels=None if self.node_labels is None else self.node_labels[first:last],
            edge_labels=None if self.edge_labels is None else self.edge_labels[entries],
            graph_names=None if self.graph_names is None else (self.graph_names[index],),
            graph_labels=None if self.graph_labels is None else self.graph_labels[index : index + 1],
            dropped=Dropped(),
        )


def _target(graphs: GraphCollection, direction: bool, node_labels: bool, edge_labels: bool) -> _core.Target:
    indptr, indices, labels = graphs.indptr, graphs.indices, graphs.edge_labels if edge_labels else None
    if graphs.directed and not direction:
        sources, targets, _ = graphs.edges()
        if labels is not None:
            check_arc_labels(sources, targets, labels, graphs.names, graphs.edge_label_names)
        csr = _core.build_csr(sources, targets, nodes=graphs.num_nodes, directed=False, edge_labels=labels)
        indptr, indices, labels = csr["indptr"], csr["indices"], csr["edge_labels"]
    return _core.Target(
        indptr,
        indices,
        node_labels=graphs.node_labels if node_labels else None,
        edge_labels=labels,
        directed=direction,
    )


def digest(graphs: GraphCollection) -> str:
    """A hash of edges, direction, labels and classes, without names: equal graphs have equal motifs.

    >>> from spminer import from_edges
    >>> digest(from_edges([("a", "b")])) == digest(from_edges([("c", "d")])) != digest(from_edges([(0, 1), (1, 2)]))
    True
    """
    if graphs.known_digest:
        return graphs.known_digest
    arrays = (graphs.indptr, graphs.indices, graphs.graph_offsets, graphs.node_labels, graphs.edge_labels)
    names = (graphs.node_label_names, graphs.edge_label_names)
    pieces = [None if array is None else [array] for array in arrays]
    return digest_of(pieces, directed=graphs.directed, label_names=names, classes=graphs.graph_labels)


def digest_of(
    arrays: Iterable[Iterable[NDArray[Any]] | None],
    *,
    directed: bool,
    label_names: tuple[tuple[str, ...], tuple[str, ...]],
    classes: NDArray[np.int64] | None = None,
) -> str:
    """The same from arrays in pieces: row offsets, columns, graph offsets, node labels, edge labels."""
    known = hashlib.blake2b(repr((directed, *label_names)).encode())
    for pieces in arrays:
        for piece in [np.frombuffer(b"-", dtype=np.uint8)] if pieces is None else pieces:
            known.update(np.ascontiguousarray(piece).data)
    if classes is not None:
        known.update(repr([str(label) for label in classes]).encode())
    return known.hexdigest()[:32]


def check_collection(graph: object) -> None:
    """Refuse what is no collection, where no other kind of graph is taken.

    >>> check_collection(5)
    Traceback (most recent call last):
    spminer.errors.UsageError: graph must be a GraphCollection, not int; spminer.read and spminer.from_... make one
    """
    if not isinstance(graph, GraphCollection):
        raise UsageError(
            f"graph must be a GraphCollection, not {type(graph).__name__}; spminer.read and spminer.from_... make one"
        )


def is_several(graph: object) -> bool:
    """Whether an object has items, such as a list of graphs.

    >>> is_several([1]), is_several(np.array("x"))
    (True, False)
    """
    return isinstance(graph, Iterable) and getattr(graph, "ndim", 1) > 0
