"""Matching by plain backtracking: node after node, each tried wherever it could go."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.audit.plain import PlainGraph, Relation

__all__ = ["Clock", "OutOfTimeError", "embeddings", "is_embedding"]

_LOOK_EVERY = 1000  # steps


class OutOfTimeError(Exception):
    """The time for checking is over."""


class Clock:
    """Counts steps, and ends the work when the time is over."""

    def __init__(self, deadline: float | None = None) -> None:
        self._deadline, self._steps = deadline, 0

    def tick(self) -> None:
        """One step."""
        self._steps += 1
        if self._steps % _LOOK_EVERY == 0:
            self.look()

    def look(self) -> None:
        """Raise :class:`OutOfTimeError` if the time is over."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfTimeError


def embeddings(
    pattern: PlainGraph, graph: PlainGraph, *, induced: bool, start: int, at: Iterable[int], clock: Clock
) -> Iterator[tuple[int, ...]]:
    """Every embedding of a connected pattern that maps its node ``start`` to one of these nodes.

    Each is a tuple: the images of the pattern's nodes, in their order.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.plain import Features, PlainGraph
    >>> plain = Features(False, False, False)
    >>> path, triangle = (PlainGraph.of_pattern(Pattern.parse(text), plain) for text in ("0-1,1-2", "0-1,1-2,2-0"))
    >>> sum(1 for _ in embeddings(path, triangle, induced=False, start=0, at=range(3), clock=Clock()))
    6
    >>> list(embeddings(path, triangle, induced=True, start=0, at=range(3), clock=Clock()))
    []
    """
    order = _order(pattern, start)
    for node in at:
        if graph.labels[node] == pattern.labels[start]:
            yield from _extended(pattern, graph, order, {start: node}, induced, clock)


def is_embedding(pattern: PlainGraph, graph: PlainGraph, images: tuple[int, ...], *, induced: bool) -> bool:
    """Whether the pattern is at these nodes, the first of which is the image of its node 0, and so on."""
    nodes = range(len(pattern))
    return len(set(images)) == len(images) == len(pattern) and all(
        graph.labels[images[p]] == pattern.labels[p]
        and all(_fits(pattern.relation(p, q), graph.relation(images[p], images[q]), induced) for q in nodes if q != p)
        for p in nodes
    )


def _extended(
    pattern: PlainGraph, graph: PlainGraph, order: list[int], images: dict[int, int], induced: bool, clock: Clock
) -> Iterator[tuple[int, ...]]:
    """Embeddings that begin with these images."""
    clock.tick()
    if len(images) == len(order):
        yield tuple(images[p] for p in range(len(pattern)))
        return
    node = order[len(images)]
    beside = next(p for p in order if p in pattern.near[node])  # it comes earlier, and its image is next to this one's
    for candidate in graph.near[images[beside]]:
        if (
            candidate not in images.values()
            and graph.labels[candidate] == pattern.labels[node]
            and all(
                _fits(pattern.relation(p, node), graph.relation(image, candidate), induced)
                for p, image in images.items()
            )
        ):
            yield from _extended(pattern, graph, order, {**images, node: candidate}, induced, clock)


def _fits(wanted: Relation, found: Relation, induced: bool) -> bool:
    """Whether two nodes are joined as the pattern wants; not induced, they may be joined more than that."""
    if induced:
        return wanted == found
    return all(want is None or want == have for want, have in zip(wanted, found, strict=True))


def _order(pattern: PlainGraph, start: int) -> list[int]:
    """The pattern's nodes from ``start`` on, each next to an earlier one."""
    order = [start]
    for node in order:
        order += [other for other in pattern.near[node] if other not in order]
    return order
