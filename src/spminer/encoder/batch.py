"""Batches of small anchored graphs as rows of bits, the input of the encoder.

:class:`AnchoredBatch` holds the graphs, :class:`Embedded` their points and order signatures. :func:`decide` says for
each graph of one batch whether each graph of another contains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spminer import _core
from spminer.errors import UsageError
from spminer.patterns import MAX_PATTERN_NODES, Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["ABSENT", "CONTAINED", "REFUTED", "UNDECIDED", "AnchoredBatch", "Embedded", "LabeledPatterns", "decide"]


@dataclass(frozen=True, eq=False)
class AnchoredBatch:
    """Graphs of at most 64 nodes, each anchored at its node 0.

    Parameters
    ----------
    rows
        ``uint64[B, N]``: bit ``j`` of ``rows[b, i]`` says that nodes ``i`` and ``j`` of graph ``b`` are joined.
        ``N`` is at least the largest size; rows beyond a graph's size are 0.
    sizes
        ``int32[B]``: nodes of each graph.

    Examples
    --------
    >>> batch = AnchoredBatch.from_patterns(["0-1,1-2@1", "0@0"])
    >>> batch.rows.tolist(), batch.sizes.tolist()
    ([[6, 1, 1], [0, 0, 0]], [3, 1])
    """

    rows: NDArray[np.uint64]
    sizes: NDArray[np.int32]

    def __post_init__(self) -> None:
        for name, kind, axes in (("rows", np.uint64, 2), ("sizes", np.int32, 1)):
            array = getattr(self, name)
            if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != axes:
                raise UsageError(f"{name} must be an array of {np.dtype(kind)} with {axes} axes")
            object.__setattr__(self, name, np.ascontiguousarray(array))
        if len(self.rows) != len(self.sizes):
            raise UsageError(f"{len(self.rows)} graphs in rows, {len(self.sizes)} in sizes")
        largest = min(self.rows.shape[1], MAX_PATTERN_NODES)
        if len(self) and not 1 <= self.sizes.min() <= self.sizes.max() <= largest:
            raise UsageError(f"sizes must be 1 to {MAX_PATTERN_NODES} and at most the {self.rows.shape[1]} rows given")

    def __len__(self) -> int:
        return len(self.sizes)

    @classmethod
    def from_patterns(cls, patterns: Iterable[Pattern | str]) -> AnchoredBatch:
        """Patterns, or their text forms, in order; the anchor of each is swapped with its node 0.

        >>> AnchoredBatch.from_patterns(["0-1"])
        Traceback (most recent call last):
        spminer.errors.UsageError: pattern 0-1 has no anchor; name one, as in 0-1@0
        """
        try:
            given = list(patterns)
        except TypeError:
            raise UsageError(f"give a list of anchored patterns, not {patterns!r:.100}") from None
        parsed = [_parsed(pattern) for pattern in given]
        rows = np.zeros((len(parsed), max((pattern.size for pattern in parsed), default=1)), dtype=np.uint64)
        for index, pattern in enumerate(parsed):
            rows[index, : pattern.size] = _rows(pattern)
        return cls(rows, np.array([pattern.size for pattern in parsed], dtype=np.int32))

    def adjacency(self, graphs: NDArray[np.intp], nodes: int) -> NDArray[np.float32]:
        """Dense matrices ``[len(graphs), nodes, nodes]`` of some of the graphs, none larger than ``nodes``.

        >>> AnchoredBatch.from_patterns(["0-1@0"]).adjacency(np.array([0]), 2).tolist()
        [[[0.0, 1.0], [1.0, 0.0]]]
        """
        octets = np.ascontiguousarray(self.rows[graphs, :nodes].astype("<u8")).view(np.uint8)
        bits = np.unpackbits(octets.reshape(len(graphs), nodes, 8), axis=-1, count=nodes, bitorder="little")
        return bits.astype(np.float32)

    def by_size(self, at_most: int | None = None) -> Iterator[tuple[NDArray[np.intp], int]]:
        """The graphs of each size, all of them or at most this many at a time, with that size.

        Examples
        --------
        >>> batch = AnchoredBatch.from_patterns(["0@0", "0-1@0", "0@0"])
        >>> [(graphs.tolist(), size) for graphs, size in batch.by_size()]
        [([0, 2], 1), ([1], 2)]
        """
        for size in np.unique(self.sizes):
            members = np.flatnonzero(self.sizes == size)
            step = at_most or len(members)
            for start in range(0, len(members), step):
                yield members[start : start + step], int(size)


def _parsed(pattern: object) -> Pattern:
    if isinstance(pattern, Pattern):
        return pattern
    if isinstance(pattern, str):
        return Pattern.parse(pattern)
    raise UsageError(
        f"{type(pattern).__name__} is not an anchored pattern; make one of a graph and the name of its anchor: "
        "spminer.graphs.pattern_files.pattern_from_graph(spminer.from_networkx(graph), anchor=name)"
    )


def _rows(pattern: Pattern) -> list[int]:
    if pattern.anchor is None:
        raise UsageError(f"pattern {pattern} has no anchor; name one, as in {pattern}@0")
    if pattern.directed or pattern.node_labels is not None or pattern.edge_labels is not None:
        raise UsageError(f"the encoder supports neither direction nor labels; leave them out of pattern {pattern}")
    swapped = {pattern.anchor: 0, 0: pattern.anchor}
    rows = [0] * pattern.size
    for a, b in pattern.edges:
        i, j = swapped.get(a, a), swapped.get(b, b)
        rows[i] |= 1 << j
        rows[j] |= 1 << i
    return rows


@dataclass(frozen=True, eq=False)
class LabeledPatterns:
    """Labeled patterns as unlabeled structures, which a model embeds, and label signatures.

    Attributes
    ----------
    structure
        Index of each pattern's structure among those that are embedded.
    signatures
        ``uint8[P, LABEL_SIGNATURE_SIZE]``: counts by labels and codes (``_core.label_signatures``), which are appended
        to the signature of the structure.
    """

    structure: NDArray[np.intp]
    signatures: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if len(self.structure) != len(self.signatures):
            raise UsageError(f"{len(self.structure)} patterns have {len(self.signatures)} signatures")


class Embedded(NamedTuple):
    """Points and signatures of graphs: NumPy arrays on the host, tensors on a GPU.

    Attributes
    ----------
    points
        ``float32[graphs, dimensions]``.
    signatures
        ``uint8[graphs, SIGNATURE_SIZE]`` and label signatures after them if there are any; ``None`` if not asked for.
    """

    points: Any
    signatures: Any = None

    def take(self, rows: NDArray[np.intp]) -> Embedded:
        """Some of the graphs, in any order, with repeats."""
        return Embedded(self.points[rows], None if self.signatures is None else self.signatures[rows])

    def without_signatures(self) -> Embedded:
        """The points alone."""
        return Embedded(self.points)


# Contained; not contained although the order signature allows it; undecided after the steps; refuted by the signature.
CONTAINED, ABSENT, UNDECIDED, REFUTED = 1, 0, -1, -2


def decide(
    patterns: AnchoredBatch,
    neighborhoods: AnchoredBatch,
    *,
    induced: bool = True,
    steps: int = 20_000,
    threads: int = 0,
) -> NDArray[np.int8]:
    """Whether each neighborhood (columns) contains each pattern (rows), by the signature, then by the matcher.

    Parameters
    ----------
    patterns, neighborhoods
        The patterns, and the graphs that may contain them.
    induced
        Whether containment is node-induced.
    steps
        Search steps after which a pair stays undecided.
    threads
        Number of threads; 0 means every core. The answers do not depend on it.

    Returns
    -------
    array
        ``int8[patterns, neighborhoods]``: ``CONTAINED`` (1), ``ABSENT`` (0: not contained although the signature
        allows it), ``UNDECIDED`` (-1), or ``REFUTED`` (-2) by the signature.

    Examples
    --------
    >>> edge, path = (AnchoredBatch.from_patterns([text]) for text in ("0-1@0", "0-1,1-2@0"))
    >>> decide(edge, path).tolist(), decide(path, edge).tolist()
    ([[1]], [[-2]])
    """
    return _core.decide_block(
        patterns.rows,
        patterns.sizes,
        neighborhoods.rows,
        neighborhoods.sizes,
        induced=induced,
        steps=steps,
        threads=threads,
    )
