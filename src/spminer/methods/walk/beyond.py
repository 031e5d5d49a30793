"""Sizes beyond the largest one asked for, whose motifs have parts that walks to the largest size do not meet.

Smaller sizes have this from the sizes above them: where a larger motif is the more frequent one, its parts compete
(:mod:`spminer.mining.consistent`). The largest size would be alone without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from spminer.methods.base import Task

__all__ = ["sizes_beyond"]


def sizes_beyond(task: Task, beyond: int) -> tuple[int, ...]:
    """The sizes to search besides those asked for: none where parts do not compete.

    They compete where frequencies can only grow from a pattern to its parts, and are counted.

    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> sizes_beyond(Task.of(example(), sizes=(4, 5)), 2)
    (6, 7)
    >>> sizes_beyond(Task.of(example(), sizes=(4, 5), frequency="graph"), 2)
    ()
    """
    counted = task.request.verify.candidates(task.depth)
    if task.comparison is not None or task.objective == "graph" or not counted:
        return ()
    largest = max(task.sizes)
    return tuple(range(largest + 1, min(largest + beyond, MAX_PATTERN_NODES) + 1))
