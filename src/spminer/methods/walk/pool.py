"""Pools of a walking method: the best patterns of a size, each with an occurrence, and how they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.methods.base import Candidate, SearchResult
from spminer.methods.walk.walks import Walks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from spminer.methods.base import Task
    from spminer.methods.walk.engine import WalkEngine
    from spminer.methods.walk.settings import Rank
    from spminer.methods.walk.walks import Expansion

__all__ = ["Pool", "States", "best_first", "result_of"]


@dataclass(frozen=True, eq=False)
class Pool:
    """Patterns of one size, best first.

    Attributes
    ----------
    walks
        An occurrence of each.
    scores
        What orders them, larger is better.
    """

    walks: Walks
    scores: NDArray[np.float64]

    @classmethod
    def of(cls, expansion: Expansion, order: NDArray[np.integer], scores: NDArray[Any]) -> Pool:
        """The patterns ``order`` of an expansion with their scores (one per pattern of the expansion)."""
        return cls(expansion.grown(expansion.first_steps()[order]), scores[order].astype(np.float64))

    def candidates(self, task: Task) -> tuple[Candidate, ...]:
        """The proposals, with the labels and directions of their occurrences."""
        patterns = _core.walk_patterns(task.graphs.target(), self.walks.nodes, self.walks.rows)
        return tuple(
            Candidate(task.graphs.pattern(pattern).canonical(), score)
            for pattern, score in zip(patterns, self.scores.tolist(), strict=True)
        )


def best_first(
    expansion: Expansion, visits: NDArray[np.integer], rank: Rank, limit: int
) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Patterns of an expansion in the order of ``rank``, and what ranks them.

    By score every pattern that was scored counts; by visits, as in the paper, only those that walks went to.
    """
    if rank == "score":
        return np.lexsort((-visits, -expansion.scores))[:limit], expansion.scores
    order = np.lexsort((-expansion.scores, -visits))
    return order[visits[order] > 0][:limit], visits


class States:
    """The states of a method that goes size by size, in the checkpoint of its task (if it has one)."""

    def __init__(self, task: Task, name: str) -> None:
        self._checkpoint = task.checkpoint
        self._name = name
        self._sizes = range(2, max(task.sizes) + 1)

    def save(self, size: int, pool: Pool, **state: NDArray[Any]) -> None:
        """Keep what was found at a size and what the next one needs."""
        if self._checkpoint is not None:
            self._checkpoint.save(
                f"{self._name}-{size}",
                pool_nodes=pool.walks.nodes,
                pool_rows=pool.walks.rows,
                pool_scores=pool.scores,
                **state,
            )

    def resume(self) -> tuple[dict[int, Pool], dict[str, NDArray[Any]]]:
        """Pools of all sizes that were saved without a gap, and the last state; both empty if there are none."""
        pools: dict[int, Pool] = {}
        state: dict[str, NDArray[Any]] = {}
        for size in self._sizes:
            found = None if self._checkpoint is None else self._checkpoint.load(f"{self._name}-{size}")
            if found is None:
                break
            pools[size] = Pool(Walks(found.pop("pool_nodes"), found.pop("pool_rows")), found.pop("pool_scores"))
            state = found
        return pools, state


def result_of(
    engine: WalkEngine, pools: Mapping[int, Pool], *, complete: bool | None = None, **facts: Any
) -> SearchResult:
    """The answer of a walking method; complete, unless told, if it has a pool for every size asked for."""
    task = engine.task
    return SearchResult(
        candidates={size: pools[size].candidates(task) for size in task.sizes if size in pools},
        complete=all(size in pools for size in task.sizes) if complete is None else complete,
        timing_s=engine.timing_s,
        facts={"patterns_scored": engine.patterns, **facts},
    )
