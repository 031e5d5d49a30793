"""Absence of a motif from a result in words: most often it says no more than that others are more frequent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.results.request import MiningRequest

if TYPE_CHECKING:
    from spminer.results import MotifSet

__all__ = ["why_absent"]


def why_absent(result: MotifSet, size: int) -> str:
    """What it means that a pattern of this size is not in a result.

    >>> import spminer
    >>> from spminer.datasets import example
    >>> why_absent(spminer.enumerate(example(), 4, top=3), 4), why_absent(spminer.enumerate(example(), 4), 5)
    ('not in its top 3', 'this size was not asked for')
    """
    request = result.request
    if request is None:
        return "not in this result"
    if size not in request.sizes:
        return "this size was not asked for"
    listed = [motif for motif in result if motif.size == size]
    if result.status == "partial" and not all(motif.proven for motif in listed):
        return "not found before the run stopped"
    chosen = isinstance(request, MiningRequest) and (request.selective or request.merge_anchors)
    all_of_them = request.top is None or len(listed) < request.top
    if all_of_them and not chosen and request.against is None and listed and all(motif.proven for motif in listed):
        return "does not occur"
    return "not in this result" if request.top is None else f"not in its top {request.top}"
