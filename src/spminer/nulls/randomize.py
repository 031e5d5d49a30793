"""Shuffled copies of graphs: a list of them, or one at a time."""

from __future__ import annotations

import logging
import math
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from spminer import _core
from spminer.cluster import monitored
from spminer.errors import UsageError
from spminer.graphs import Dropped, GraphCollection, read
from spminer.graphs.convert.anything import as_collection
from spminer.nulls.mixing import Mixing
from spminer.nulls.models import ModelName, find_model
from spminer.running.monitor import Monitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.running.crew import Crew

__all__ = ["NullModel", "SamplePiece", "make_sample", "randomize"]

logger = logging.getLogger("spminer")

_LARGEST_SEED = 2**64 - 1


def randomize(
    graph: Any,
    model: ModelName = "degree",
    samples: int = 1,
    *,
    seed: int = 0,
    switches: float = 10.0,
    threads: int = 0,
    monitor: Monitor | None = None,
    client: Any = None,
) -> list[GraphCollection]:
    """Shuffle the edges of graphs, and keep what a null model keeps.

    Graphs stay simple. Each graph of a collection is shuffled within itself. Nodes keep their names and labels, graphs
    their names and classes. Edge labels are dealt out anew, except by ``labels``, where they travel with their edge.

    Parameters
    ----------
    graph
        A collection, whatever :func:`spminer.read` can read, or a graph (or a list of graphs) of networkx, igraph or
        PyG.
    model
        What is kept. ``degree``: the degree of every node, in- and out-degree for arcs. ``reciprocal``: for arcs, also
        how many of a node's arcs have their opposite. ``labels``: degrees, and how many edges join each two node
        labels. ``joint-degree``: degrees, and how many edges join each two degrees. ``clustering``: degrees, and as
        nearly as possible the number of triangles. ``er``: only the number of edges.
    samples
        How many copies.
    seed
        The same seed gives the same copies, and more of them begin with the same ones.
    switches
        How many successful switches per edge a walk is made long enough for. It has at least about a thousand steps.
    threads
        Threads; 0 is one per core. The copies do not depend on it.
    monitor
        Watches and stops the run from another thread; carries its own time limit. A run that is stopped returns the
        copies that were finished.
    client
        A client of a Dask cluster (``dask.distributed.Client``) that does the work; ``None`` for this process alone.
        The result does not depend on it.

    Returns
    -------
    list of GraphCollection
        The copies. :class:`NullModel` gives them one at a time, with how well each was mixed.

    Raises
    ------
    UsageError
        If the model makes no sense for the graph.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> shuffled, another = spminer.randomize(example(), samples=2, seed=1)
    >>> shuffled
    GraphCollection(1 undirected graph, 34 nodes, 78 edges)
    >>> (shuffled.indptr == example().indptr).all(), (shuffled.indices == example().indices).all()
    (np.True_, np.False_)
    """
    if samples < 0:
        raise UsageError(f"the number of samples is {samples}; it must not be negative")
    null = NullModel(_collection(graph), model, seed=seed, switches=switches, threads=threads)
    with monitored(monitor, None, client) as watch:
        copies = list(null.samples(range(samples), monitor=watch))
    if copies and null.mixing(0).rigid:
        logger.warning("%s", f"there is only one graph that has what {model} keeps; the copies are the graph itself")
    return copies


class NullModel:
    """The shuffled copies of graphs by one null model, numbered from 0 without end.

    Copy ``i`` depends on the seed and on ``i`` alone, so that any of them can be made again at any time.

    Parameters
    ----------
    graphs
        What to shuffle.
    model, seed, switches, threads
        As for :func:`spminer.randomize`.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> null = spminer.NullModel(example(), "degree", seed=1)
    >>> triangles = [spminer.describe(copy).triangles for copy in null.samples(range(4))]
    >>> triangles[2] == spminer.describe(null.sample(2)).triangles
    True
    >>> null.mixing(2).rigid
    False
    """

    def __init__(
        self,
        graphs: GraphCollection,
        model: ModelName = "degree",
        *,
        seed: int = 0,
        switches: float = 10.0,
        threads: int = 0,
    ) -> None:
        self.graphs = graphs
        self.model = find_model(model, graphs)
        self.seed, self.switches = seed, switches
        _check(seed, switches, threads)
        self._threads = threads or os.cpu_count() or 1
        self._mixing: dict[int, Mixing] = {}
        self._native = _core.NullModel(
            graphs.indptr,
            graphs.indices,
            graphs.graph_offsets,
            self.model.kind,
            directed=graphs.directed,
            node_labels=graphs.node_labels,
            edge_labels=graphs.edge_labels,
            switches=switches,
            seed=seed,
            threads=self._threads,
        )

    def __repr__(self) -> str:
        return f"NullModel({self.graphs!r}, {self.model.name!r}, seed={self.seed})"

    def sample(self, index: int) -> GraphCollection:
        """Copy number ``index``."""
        return next(self.samples(range(index, index + 1)))

    def attempt(self, index: int, control: _core.Control) -> GraphCollection | None:
        """Copy number ``index``, or ``None`` if the control ended the work. Several threads may call at once."""
        made = self._native.samples(index, 1, control)
        return self._kept(*made[0], index) if made else None

    def mixing(self, index: int) -> Mixing:
        """How well copy number ``index`` was mixed. It is made for that, unless it was before."""
        if index not in self._mixing:
            self.sample(index)
        return self._mixing[index]

    def samples(self, indices: range, *, monitor: Monitor | None = None) -> Iterator[GraphCollection]:
        """The copies of these numbers one after the other; as many are made at a time as there are threads.

        The iteration ends early if the monitor stops the run.
        """
        if len(indices) and (indices.step != 1 or indices.start < 0):
            raise UsageError(f"{indices} is no range of samples; count up from 0 or more by 1")
        monitor = monitor or Monitor()
        monitor.update(stage="randomize", total=len(indices))
        if monitor.crew is not None:
            yield from self._made_by(monitor.crew, indices, monitor)
            return
        for first in range(indices.start, indices.stop, self._threads):
            count = min(self._threads, indices.stop - first)
            monitor.update(call=count)
            made = self._native.samples(first, count, monitor.control())
            for index, (csr, mixing) in enumerate(made, start=first):
                yield self._kept(csr, mixing, index)
            if len(made) < count:
                return
            monitor.update(done=monitor.progress.done + count, call=0)

    def piece(self, index: int) -> SamplePiece:
        """Copy number ``index`` as a piece of work, for whoever has the graphs."""
        return SamplePiece(self.model.name, self.seed, self.switches, index)

    def _made_by(self, crew: Crew, indices: range, monitor: Monitor) -> Iterator[GraphCollection]:
        made = crew.results(make_sample, self.graphs, map(self.piece, indices), monitor, stage="randomize")
        for index, (csr, mixing) in zip(indices, made, strict=False):  # fewer if the run is stopped
            monitor.update(done=monitor.progress.done + 1, call=0)
            yield self._kept(csr, mixing, index)

    def _kept(self, csr: dict[str, Any], mixing: dict[str, Any], index: int) -> GraphCollection:
        """The copy; how well it was mixed is kept."""
        self._mixing[index] = Mixing(**mixing)
        made_by = f"{self.model.name} null model, seed {self.seed}, sample {index}"
        return replace(
            self.graphs,
            indptr=csr["indptr"],
            indices=csr["indices"],
            edge_labels=csr["edge_labels"],
            source=f"{self.graphs.source} ({made_by})" if self.graphs.source else made_by,
            source_sha256="",
            dropped=Dropped(),
        )


@dataclass(frozen=True, slots=True)
class SamplePiece:
    """One copy to be made; the attributes are those of :class:`NullModel`, and its number."""

    model: ModelName
    seed: int
    switches: float
    number: int

    def attempt(self, graphs: GraphCollection, monitor: Monitor) -> GraphCollection | None:
        """The copy, or ``None`` if the monitor ended the work."""
        null = NullModel(graphs, self.model, seed=self.seed, switches=self.switches, threads=1)
        return null.attempt(self.number, monitor.control())


def make_sample(
    graphs: GraphCollection, piece: SamplePiece, monitor: Monitor
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Do a piece: the arrays of the copy, and how well it was mixed; ``None`` if the monitor ended the work."""
    null = NullModel(graphs, piece.model, seed=piece.seed, switches=piece.switches, threads=1)
    made = null._native.samples(piece.number, 1, monitor.control())
    return made[0] if made else None


def _check(seed: int, switches: float, threads: int) -> None:
    if not 0 <= seed <= _LARGEST_SEED:
        raise UsageError(f"the seed is {seed}; it must be between 0 and 2^64 - 1")
    if not (switches > 0 and math.isfinite(switches)):
        raise UsageError(f"the number of switches per edge is {switches}; it must be positive")
    if threads < 0:
        raise UsageError(f"the number of threads is {threads}; 0 is one per core")


def _collection(graph: Any) -> GraphCollection:
    readable = isinstance(graph, str | os.PathLike) or hasattr(graph, "read")
    return read(graph) if readable else as_collection(graph)
