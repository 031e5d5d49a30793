"""ESU in parts: roots are cut into pieces, workers visit them, and their classes are united.

ESU visits each connected node set from its first node, the root. A piece is a range of roots, or a range of branches
(second nodes) of one root. Pieces first have about equal weights, by degrees. A worker ends a piece after a quota of
subgraphs or of bytes and returns the rest, cut into parts of about the size that it visited. So pieces whose subgraphs
are many become smaller, without an estimate in advance.

Invariants: the union does not depend on how the roots were cut, on the order of the pieces, or on the number of
workers. It is equal to the result of one native run (``core/include/spminer/enumerate/parts.hh``).

The union and the pieces that are left are kept in the checkpoint about every five seconds, with at most a twentieth of
the time spent on it. A resumed run goes on from there.

Time or memory limit: the classes so far are lower bounds, and the stop reason says what ended the run. The memory limit
counts the bytes of the united classes.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from spminer import _core
from spminer._util.arrays import pack_words, split_by_weight, unpack_words
from spminer._util.checkpoint import Codec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from spminer._util.checkpoint import States
    from spminer._util.executor import Executor
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection

__all__ = ["RootsPiece", "count_in_parts", "visit_roots"]

_WEIGHT = 5000  # of a piece: its roots and their degrees ...
_MOST_PIECES = 1000  # ... unless there are too many
_QUOTA = 20_000_000  # subgraphs of a piece, about a second or two, before the rest is cut again
_QUOTA_BYTES = 64 << 20  # of its classes and anchors, which a worker holds and sends
_MOST_CUTS = 64  # most pieces of such a rest
_KEEP_EVERY_S = 5.0  # seconds between checkpoints
_KEEP_SHARE = 0.05  # most of the time that checkpoints may take


def count_in_parts(
    graphs: GraphCollection,
    size: int,
    executor: Executor,
    monitor: Monitor,
    *,
    threads: int,
    memory_limit: int,
    states: States,
) -> tuple[_core.Enumeration, str | None]:
    """Every class of one size, counted by the executor, and the stop reason or ``None``."""
    name, codec = f"parts-size-{size}", _codec(size)
    parts = states.load(name, codec) or _Parts(_core.PartialClasses(), deque(_all_roots(graphs, size)))
    keep_at, reason = time.monotonic() + _KEEP_EVERY_S, None
    for packed, left in executor.map_splittable(visit_roots, graphs, tuple(parts.left), monitor, stage="enumerate"):
        parts.classes.absorb(unpack_words(packed))
        parts.left.popleft()
        parts.left.extend(left)
        if memory_limit and parts.classes.bytes > memory_limit:
            reason = "memory limit"
            break
        if (started := time.monotonic()) >= keep_at:
            states.save(name, parts, codec)
            took = time.monotonic() - started
            keep_at = started + took + max(_KEEP_EVERY_S, took / _KEEP_SHARE)
    states.save(name, parts, codec)
    if parts.left:
        reason = reason or monitor.stop_reason
    return parts.classes.result(threads=threads), reason


@dataclass(frozen=True, slots=True)
class RootsPiece:
    """Roots whose subgraphs are to be visited.

    Attributes
    ----------
    size
        Nodes of the subgraphs.
    first, last
        The first root, and the one after the last.
    branch, branch_end
        Range of the branches of the first root. ``branch_end`` is negative for all from ``branch`` on; otherwise the
        piece has one root.
    """

    size: int
    first: int
    last: int
    branch: int = 0
    branch_end: int = -1


@dataclass
class _Parts:
    """The classes united so far, and the pieces that are left."""

    classes: _core.PartialClasses
    left: deque[RootsPiece]


def _codec(size: int) -> Codec[_Parts]:
    def pack(parts: _Parts) -> Mapping[str, Any]:
        left = [(piece.first, piece.last, piece.branch, piece.branch_end) for piece in parts.left]
        return {"classes": parts.classes.packed(), "left": np.array(left, dtype=np.int64).reshape(-1, 4)}

    def unpack(arrays: Mapping[str, NDArray[Any]]) -> _Parts:
        classes = _core.PartialClasses()
        classes.absorb(arrays["classes"])
        return _Parts(classes, deque(RootsPiece(size, *row) for row in arrays["left"].tolist()))

    return Codec(pack, unpack)


def _all_roots(graphs: GraphCollection, size: int) -> Iterable[RootsPiece]:
    """All roots in pieces of about the same weight; they depend on the graph alone."""
    degrees = _enumerator(graphs, size).degrees()
    pieces = (len(degrees) + int(degrees.sum())) / _WEIGHT
    return [RootsPiece(size, a, b) for a, b in _even(degrees, pieces, _MOST_PIECES)]


def visit_roots(graphs: GraphCollection, piece: RootsPiece, monitor: Monitor) -> tuple[bytes, list[RootsPiece]]:
    """The classes of a piece, compressed, and new pieces for what its quota left."""
    enumerator = _enumerator(graphs, piece.size)
    packed, _, left, branches, _ = enumerator.run(
        piece.first,
        piece.last,
        monitor.control(),
        branch=piece.branch,
        branch_end=piece.branch_end,
        quota=_QUOTA,
        quota_bytes=_QUOTA_BYTES,
    )
    rest = RootsPiece(piece.size, *left)
    return pack_words(packed), [] if rest.first == rest.last else _split_rest(
        piece, rest, branches, enumerator.degrees()
    )


def _split_rest(piece: RootsPiece, rest: RootsPiece, branches: int, degrees: NDArray[np.int64]) -> list[RootsPiece]:
    """The rest of a piece, cut so that each part has about as many subgraphs as were visited."""
    alone = rest.branch > 0 or rest.last - rest.first == 1  # the first root is cut by itself
    first = rest.first + alone
    done, left = (1 + int(degrees[a:b].sum()) for a, b in ((piece.first, rest.first), (first, rest.last)))
    roots = [RootsPiece(piece.size, first + a, first + b) for a, b in _even(degrees[first : rest.last], left / done)]
    return [*(_cut_root(piece, rest, branches) if alone else ()), *roots]


def _cut_root(piece: RootsPiece, rest: RootsPiece, branches: int) -> list[RootsPiece]:
    """The branches that are left of one root, cut in the same way."""
    end = branches if rest.branch_end < 0 else rest.branch_end
    begun = piece.branch if rest.first == piece.first else 0
    parts = _even(np.ones(end - rest.branch, dtype=np.int64), (end - rest.branch) / max(rest.branch - begun, 1))
    return [RootsPiece(piece.size, rest.first, rest.first + 1, rest.branch + a, rest.branch + b) for a, b in parts]


def _even(weights: NDArray[np.int64], parts: float, most: int = _MOST_CUTS) -> list[tuple[int, int]]:
    """About ``parts`` ranges of about the same weight, ``most`` at most."""
    if not len(weights):
        return []
    upto = np.cumsum(weights + 1)
    count = min(math.ceil(parts), most)
    return split_by_weight(upto, upto[-1] * np.arange(1, count) // count)


# Native graphs and classes that pieces of the same graphs share, as long as the graphs exist.
_enumerators: WeakKeyDictionary[GraphCollection, dict[int, _core.PartialEnumerator]] = WeakKeyDictionary()
_making = threading.Lock()


def _enumerator(graphs: GraphCollection, size: int) -> _core.PartialEnumerator:
    with _making:
        known = _enumerators.setdefault(graphs, {})
        if size not in known:
            known[size] = _core.PartialEnumerator(graphs.target(), size)
        return known[size]
