"""Shards of a growth: parts of its slots whose lists stay in the process of a worker, from one request to the next."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from spminer import _core
from spminer.running.packing import unpack_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.graphs import GraphCollection
    from spminer.methods.grow.levels import Slots
    from spminer.running.monitor import Monitor

__all__ = ["Origin", "Request", "ShardsPiece", "carry_out", "forget"]

_MOST_RUNS = 2  # whose lists a process keeps: a run that ended without a word is forgotten with the next but one


@dataclass(frozen=True, slots=True)
class Origin:
    """What a growth is made from.

    Attributes
    ----------
    slots, scouts, seed
        As growth chose them.
    params
        Values of the native parameters by name, with the objective's name.
    """

    slots: Slots
    scouts: int
    seed: int
    params: Mapping[str, Any]

    def target(self, graphs: GraphCollection) -> _core.GrowTarget:
        """The slots as the core asks about them."""
        return _core.GrowTarget(
            graphs.target(),
            graphs.match_index(),
            self.slots.roots,
            self.slots.offsets,
            population=self.slots.population,
            scouts=self.scouts,
            seed=self.seed,
        )

    def native_params(self) -> _core.GrowParams:
        """The parameters as the core takes them."""
        params = _core.GrowParams()
        for name, value in self.params.items():
            setattr(params, name, getattr(_core.GrowObjective, value) if name == "objective" else value)
        return params


@dataclass(frozen=True, slots=True)
class Request:
    """A request to shards, or all that they need to come to it.

    Attributes
    ----------
    number
        Requests before.
    words
        The request, packed; with an origin, every request up to this one.
    origin, starts
        What the shards are made from, and what each has at first, if they may have to be made.
    """

    number: int
    words: tuple[bytes, ...]
    origin: Origin | None = None
    starts: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class ShardsPiece:
    """A request to some shards of a run, which stay together.

    Attributes
    ----------
    run
        A name that no other run has.
    shards
        Their numbers.
    request
        What they are asked.
    """

    run: str
    shards: tuple[int, ...]
    request: Request

    @property
    def home(self) -> tuple[str, int]:
        """Pieces of the same home go to who has the lists, as long as that is possible."""
        return self.run, self.shards[0]


@dataclass
class _Run:
    """What the shards of one run share in this process."""

    target: _core.GrowTarget
    params: _core.GrowParams
    links: _core.GrowLinks = field(default_factory=_core.GrowLinks)
    groups: dict[tuple[int, ...], _Group] = field(default_factory=dict)


@dataclass
class _Group:
    """Shards that stay together, and how far they have come."""

    shards: list[_core.GrowShard]
    done: int = 0
    latest: list[bytes] = field(default_factory=list)  # answers to the last request, which may be asked for again
    lock: threading.Lock = field(default_factory=threading.Lock)


_runs: WeakKeyDictionary[GraphCollection, OrderedDict[str, _Run]] = WeakKeyDictionary()
_making = threading.Lock()


def carry_out(graphs: GraphCollection, piece: ShardsPiece, monitor: Monitor) -> list[bytes] | None:
    """Do a piece: the answer of each shard, or ``None`` if this process does not have them, and cannot make them."""
    request = piece.request
    group = _group(graphs, piece)
    if group is None:
        return None
    with group.lock:
        if group.done == request.number + 1:
            return group.latest
        try:
            return _advance(group, request, monitor)
        finally:
            if group.done != request.number + 1:  # stopped in the midst, or behind: no one can go on from here
                _drop(graphs, piece)


def forget(graphs: GraphCollection, piece: ShardsPiece, _: Monitor) -> None:
    """Do a piece that says that its run has ended: the lists are no longer needed."""
    with _making:
        _runs.get(graphs, OrderedDict[str, _Run]()).pop(piece.run, None)


def _advance(group: _Group, request: Request, monitor: Monitor) -> list[bytes] | None:
    """Carry out what is missing, and then what is asked."""
    missing = request.words[group.done - request.number - 1 :]
    if len(missing) != request.number + 1 - group.done:
        return None
    control = monitor.control()
    answers: list[bytes] = []
    for words in map(unpack_words, missing):
        last = group.done == request.number
        answers = [shard.carry_out(words, control, again=not last).tobytes() for shard in group.shards]
        if control.stop_reason is not None:
            return None
        group.done += 1
    group.latest = answers
    return answers


def _group(graphs: GraphCollection, piece: ShardsPiece) -> _Group | None:
    """The shards of a piece: those that are there, or new ones, if they can be made."""
    origin = piece.request.origin
    with _making:
        runs = _runs.setdefault(graphs, OrderedDict())
        if piece.run not in runs:
            if origin is None:
                return None
            runs[piece.run] = _Run(origin.target(graphs), origin.native_params())
            if len(runs) > _MOST_RUNS:
                runs.popitem(last=False)
        run = runs[piece.run]
        runs.move_to_end(piece.run)
        group = run.groups.get(piece.shards)
        if (group is None or group.done > piece.request.number + 1) and origin is not None:
            group = run.groups[piece.shards] = _Group(_made(run, piece))
        return group


def _made(run: _Run, piece: ShardsPiece) -> list[_core.GrowShard]:
    cuts, shards = run.target.cuts(), []
    for number, start in zip(piece.shards, piece.request.starts, strict=True):
        shard = _core.GrowShard(run.target, cuts[number], cuts[number + 1], run.params, run.links)
        shard.load(unpack_words(start))
        shards.append(shard)
    return shards


def _drop(graphs: GraphCollection, piece: ShardsPiece) -> None:
    with _making:
        run = _runs.get(graphs, OrderedDict[str, _Run]()).get(piece.run)
        if run is not None:
            run.groups.pop(piece.shards, None)
