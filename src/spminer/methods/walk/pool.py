"""Pools of a walking method: the best patterns of a size, each with an occurrence, and how they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.checkpoint import Codec
from spminer.methods.base import Candidate, SearchResult
from spminer.methods.walk.walks import Walks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from spminer.methods.base import Task
    from spminer.methods.walk.engine import WalkEngine
    from spminer.methods.walk.settings import Rank
    from spminer.methods.walk.walks import Expansion

__all__ = ["Pool", "SizeStates", "best_first", "result_of"]


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


@dataclass(frozen=True, eq=False)
class SizeStates:
    """The states of a method that goes size by size: what it found at each, and what the next one needs."""

    task: Task
    name: str
    last: int | None = None  # the largest size that is searched, if it is not the largest one asked for

    def keep(self, size: int, pool: Pool, **needed: NDArray[Any]) -> None:
        """Keep what was found at a size and what the next one needs."""
        self.task.states.keep(f"{self.name}-{size}", (pool, needed), _SIZE_STATE)

    def resume(self) -> tuple[dict[int, Pool], Mapping[str, NDArray[Any]]]:
        """Pools of all sizes that were kept without a gap, and what the next size needs; both empty without any."""
        pools: dict[int, Pool] = {}
        needed: Mapping[str, NDArray[Any]] = {}
        for size in range(2, (self.last or max(self.task.sizes)) + 1):
            kept = self.task.states.kept(f"{self.name}-{size}", _SIZE_STATE)
            if kept is None:
                break
            pools[size], needed = kept
        return pools, needed


_SizeState = tuple["Pool", "Mapping[str, NDArray[Any]]"]
_POOL_ARRAYS = ("pool_nodes", "pool_rows", "pool_scores")


def _pack(state: _SizeState) -> dict[str, NDArray[Any]]:
    pool, needed = state
    arrays = (pool.walks.nodes, pool.walks.rows, pool.scores)
    return {**dict(zip(_POOL_ARRAYS, arrays, strict=True)), **needed}


def _unpack(arrays: Mapping[str, NDArray[Any]]) -> _SizeState:
    nodes, rows, scores = (arrays[name] for name in _POOL_ARRAYS)
    return Pool(Walks(nodes, rows), scores), {name: arrays[name] for name in arrays if name not in _POOL_ARRAYS}


_SIZE_STATE = Codec[_SizeState](_pack, _unpack)


def result_of(
    engine: WalkEngine, pools: Mapping[int, Pool], *, complete: bool | None = None, **facts: Any
) -> SearchResult:
    """The answer of a walking method; complete, unless told, if it has a pool for every size asked for.

    Pools of sizes beyond these are proposed too, for the sake of their parts.
    """
    task = engine.task
    proposed = [size for size in sorted(pools) if size in task.sizes or size > max(task.sizes)]
    return SearchResult(
        candidates={size: pools[size].candidates(task) for size in proposed},
        complete=all(size in pools for size in task.sizes) if complete is None else complete,
        timing_s=engine.timing_s,
        facts={"patterns_scored": engine.patterns, "device": engine.device, **facts},
        warnings=tuple(engine.warnings),
    )
