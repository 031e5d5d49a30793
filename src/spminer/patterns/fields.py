"""Fields of a pattern before they are checked: what a text or a native pattern says, for ``Pattern.from_edges``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PatternFields"]


class PatternFields(TypedDict):
    """The arguments of :meth:`spminer.Pattern.from_edges`, which says what each of them means."""

    edges: list[tuple[int, int]]
    size: int
    anchor: int | None
    directed: bool
    node_labels: Sequence[str] | None
    edge_labels: Sequence[str] | None
