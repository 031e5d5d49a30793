"""Relations between the motifs of a result: which lie inside which others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.patterns.parts import one_node_less

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.results import Motif

__all__ = ["parents"]


def parents(motifs: Iterable[Motif]) -> dict[str, list[str]]:
    """For each motif, by its id, the motifs with one node less that it contains, best first.

    Examples
    --------
    >>> from spminer import Motif, Pattern
    >>> edge, path, triangle = (Motif(Pattern.parse(x).canonical(), 1) for x in ("0-1@0", "0-1,1-2@0", "0-1,1-2,2-0@0"))
    >>> parents([edge, path, triangle])
    {'0-1@0': [], '0-1,1-2@0': ['0-1@0'], '0-1,0-2,1-2@0': ['0-1@0']}
    """
    listed = list(motifs)
    order = {motif.id: number for number, motif in enumerate(listed)}
    sizes = {motif.size for motif in listed}
    found = {}
    for motif in listed:
        parts = {part.text for part in one_node_less(motif.pattern)} if motif.size - 1 in sizes else set()
        found[motif.id] = sorted(parts & order.keys(), key=order.__getitem__)
    return found
