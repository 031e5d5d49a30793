"""Supports that only fall when a pattern grows: graphs that contain it, and images of its nodes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.query import Question
from spminer.frequencies import Frequency
from spminer.graphs.select import ranges

if TYPE_CHECKING:
    from spminer import _core
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["Support", "image_support", "transaction_support"]


@dataclass(frozen=True, slots=True)
class Support:
    """A support, how many anchors were tested for it, and how many of them were left undecided."""

    frequency: Frequency
    tested: int
    undecided: int


def transaction_support(
    pattern: Pattern,
    graphs: GraphCollection,
    control: _core.Control,
    *,
    induced: bool = True,
    threads: int = 0,
    steps: int = 0,
) -> Support:
    r"""Number of graphs of the collection that contain the pattern.

    Each graph is asked about a few of its nodes at a time, twice as many each time, until one of them is an anchor.

    Examples
    --------
    >>> import io
    >>> from spminer import Pattern, _core, read
    >>> edge_and_triangle = read(io.BytesIO(b"A_\nBw\n"), format="graph6")
    >>> transaction_support(Pattern.parse("0-1,1-2,2-0"), edge_and_triangle, _core.Control()).frequency.value
    1
    """
    question = Question.make(_anchored_at_hub(pattern), graphs, induced=induced, threads=threads)
    offsets = graphs.graph_offsets
    position, ends = offsets[:-1].copy(), offsets[1:]
    found = np.zeros(graphs.num_graphs, dtype=bool)
    unasked = (ends - position) >= pattern.size
    tested = undecided = 0
    batch = 1
    while unasked.any() and control.stop_reason is None:
        chosen = np.flatnonzero(unasked)
        lengths = np.minimum(ends[chosen] - position[chosen], batch)
        asked = ranges(position[chosen], lengths).astype(np.int32)
        result = question.anchors(control, among=asked, steps=steps, listed=True)
        found[np.searchsorted(offsets, result.anchors, side="right") - 1] = True
        tested, undecided = tested + result.tested, undecided + result.undecided
        position[chosen] += lengths
        unasked = unasked & ~found & (position < ends)
        batch *= 2
    count = int(found.sum())
    # An undecided anchor leaves at most one graph undecided; the rest of a stopped count is undecided as a whole.
    doubtful = int(unasked.sum()) + min(undecided, int((~found & ~unasked).sum()))
    return Support(Frequency.between(count, count + doubtful), tested, undecided)


def image_support(
    pattern: Pattern,
    graphs: GraphCollection,
    control: _core.Control,
    *,
    induced: bool = True,
    threads: int = 0,
    steps: int = 0,
) -> Support:
    """Minimum image support: the smallest number of target nodes that one pattern node can be mapped to.

    Examples
    --------
    >>> from spminer import Pattern, _core, from_edges
    >>> star = from_edges([(0, 1), (0, 2), (0, 3)])
    >>> image_support(Pattern.parse("0-1,0-2"), star, _core.Control()).frequency.value
    1
    """
    least = most = graphs.num_nodes
    tested = undecided = 0
    for orbit in replace(pattern, anchor=None).orbits():
        question = Question.make(replace(pattern, anchor=orbit[0]), graphs, induced=induced, threads=threads)
        result = question.anchors(control, steps=steps)
        least, most = min(least, result.count), min(most, result.count + result.undecided)
        tested, undecided = tested + result.tested, undecided + result.undecided
        if most == 0:
            break
    return Support(Frequency.between(least, most), tested, undecided)


def _anchored_at_hub(pattern: Pattern) -> Pattern:
    """The pattern with its busiest node as the anchor: the fewest target nodes can take its place."""
    degrees = np.bincount(np.array(pattern.edges, dtype=np.int64).ravel(), minlength=pattern.size)
    return replace(pattern, anchor=int(degrees.argmax()))
