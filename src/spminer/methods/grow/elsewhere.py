"""Growth whose lists are elsewhere: requests of a level to the shards that a crew keeps, and their answers."""

from __future__ import annotations

import itertools
import uuid
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.methods.grow.shards import Request, ShardsPiece, carry_out, forget
from spminer.running.packing import pack_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.methods.grow.shards import Origin
    from spminer.running.crew import Crew
    from spminer.running.monitor import Monitor

__all__ = ["ListsElsewhere"]

_GROUPS_PER_THREAD = 2  # of the crew: shards that are asked together, so that few messages are enough
_NOTHING = np.empty(0, dtype=np.uint64)


class ListsElsewhere:
    """The lists of one growth, which a crew keeps.

    Every request is kept, so that shards that are lost with their worker are made anew by another: what they have
    depends on the requests alone.

    Parameters
    ----------
    crew, graphs, origin, target
        Who keeps them, of which graphs, made from what, and that as it is here.
    beam
        What growth begins with, with all its lists.
    """

    def __init__(
        self, crew: Crew, graphs: GraphCollection, origin: Origin, target: _core.GrowTarget, beam: _core.GrowBeam
    ) -> None:
        self._crew, self._graphs, self._origin, self._target = crew, graphs, origin, target
        cuts = target.cuts()
        self._starts = [pack_words(_core.grow_part(beam, a, b)) for a, b in itertools.pairwise(cuts)]
        groups = min(len(self._starts), _GROUPS_PER_THREAD * max(crew.threads, 1))
        # Every so many-th, since nodes with many neighbors often come one after the other.
        self._groups = [tuple(range(first, len(self._starts), groups)) for first in range(groups)]
        self._run = uuid.uuid4().hex
        self._requests: list[bytes] = []

    def level(
        self, beam: _core.GrowBeam, params: _core.GrowParams, control: _core.Control, watch: Monitor
    ) -> _core.GrowBeam:
        """The best patterns with one node more; the control and the watch end it."""
        return _core.grow_level_elsewhere(self._target, beam, params, control, partial(self._ask, watch))

    def with_lists(self, beam: _core.GrowBeam, watch: Monitor) -> _core.GrowBeam | None:
        """The beam with its lists, for a checkpoint; ``None`` if the run was stopped meanwhile."""
        try:
            return _core.grow_with_lists(self._target, beam, partial(self._ask, watch))
        except RuntimeError:
            if watch.stopped:
                return None
            raise

    def close(self, watch: Monitor) -> None:
        """Let the crew forget the lists."""
        pieces = [ShardsPiece(self._run, group, Request(len(self._requests), ())) for group in self._groups]
        for _ in self._crew.results(forget, self._graphs, pieces, watch, stage="grow"):
            pass

    def _ask(self, watch: Monitor, request: NDArray[np.uint64]) -> list[NDArray[np.uint64]]:
        """The answer of each shard; nothing of those that the end of the run came before."""
        number = len(self._requests)
        self._requests.append(pack_words(request))
        answers: dict[int, NDArray[np.uint64]] = {}
        behind = list(self._groups)
        if number:
            behind = self._collect(Request(number, (self._requests[-1],)), self._groups, answers, watch)
        if behind and not watch.stopped:
            self._collect(Request(number, tuple(self._requests), self._origin), behind, answers, watch)
        return [answers.get(shard, _NOTHING) for shard in range(len(self._starts))]

    def _collect(
        self,
        request: Request,
        groups: Sequence[tuple[int, ...]],
        answers: dict[int, NDArray[np.uint64]],
        watch: Monitor,
    ) -> list[tuple[int, ...]]:
        """Ask some groups of shards; those that no one has are given back."""
        pieces = [ShardsPiece(self._run, group, self._for_group(request, group)) for group in groups]
        behind = []
        found = self._crew.results(carry_out, self._graphs, pieces, watch, stage="grow")
        for answer, piece in zip(found, pieces, strict=False):  # fewer answers, if the run is stopped
            if answer is None:
                behind.append(piece.shards)
            else:
                words = [np.frombuffer(each, dtype=np.uint64) for each in answer]
                answers.update(zip(piece.shards, words, strict=True))
        return behind

    def _for_group(self, request: Request, group: tuple[int, ...]) -> Request:
        if request.origin is None:
            return request
        return Request(request.number, request.words, request.origin, tuple(self._starts[shard] for shard in group))
