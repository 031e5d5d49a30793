"""Null models: random graphs that keep some properties of a graph.

| model | keeps | distribution |
| --- | --- | --- |
| ``degree`` | the degree of every node; in- and out-degree for arcs | uniform over all such simple graphs |
| ``reciprocal`` | in- and out-degree of every node, and its number of mutual arcs | uniform over the graphs reached |
| ``labels`` | degrees, and the edges between each two node labels | uniform over the graphs reached |
| ``joint-degree`` | degrees, and the edges between each two degrees | uniform; directed: over the graphs reached |
| ``clustering`` | degrees, and nearly the number of triangles | not known |
| ``er`` | the number of nodes and edges | uniform over all simple graphs; drawn directly |

All but ``er`` walk: a step proposes to exchange the ends of two edges (``a-b, c-d`` to ``a-d, c-b``) and leaves the
graph as it is if that makes a loop or a double edge. ``degree`` also reverses directed triangles, since no exchange
does. The number of steps is fixed after a first stretch that measures how many of them succeed, for ``switches``
successful ones per edge. Edge labels are permuted, by ``labels`` among edges that join the same node labels. The
reasons are in ``core/include/spminer/nulls/randomize.hh`` and ``docs/guides/null-models.md``.

Invariants: a copy depends on the seed and its number alone, and can be made again at any time, by any thread or worker.
Graphs of a collection are shuffled one by one. :class:`Mixing` says how well a copy was mixed; a graph is called rigid
only if it is proven that no other graph has what the model keeps.

:func:`map_samples` makes, uses and drops each copy in one thread or worker, so that memory stays bounded.

Time limit: copies that were finished are returned, in the order of their numbers.

References: Taylor 1981 (exchanges connect all graphs of given degrees). Rao, Jana and Bandyopadhyay 1996 (directed
graphs). Ryser 1957 (bipartite graphs). Czabarka, Dutle, Erdos and Miklos 2015 (joint degrees).
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.executor import LocalExecutor
from spminer._util.monitor import Monitor
from spminer._util.text import did_you_mean
from spminer._util.validation import validate_arguments
from spminer.cluster import run_monitor
from spminer.errors import UsageError
from spminer.graphs import Dropped, GraphCollection, read
from spminer.graphs.convert.as_collection import as_collection
from spminer.results.request import ModelName  # noqa: TC001  # checks of arguments read it

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer._util.executor import Executor

__all__ = ["NULL_MODELS", "Mixing", "NullModel", "NullModelSpec", "map_samples", "randomize", "standstill"]


@dataclass(frozen=True, slots=True)
class NullModelSpec:
    """A null model.

    Attributes
    ----------
    name
        Its name in ``model=`` and ``--model``.
    keeps
        What shuffled graphs have in common with the given one, in a few words.
    kind
        The model in the native core.
    needs_direction, needs_labels
        Whether it is only for directed graphs, or for graphs with node labels.
    """

    name: ModelName
    keeps: str
    kind: _core.NullKind
    needs_direction: bool = False
    needs_labels: bool = False


NULL_MODELS: dict[str, NullModelSpec] = {
    model.name: model
    for model in (
        NullModelSpec("degree", "the degree of every node; in- and out-degree for arcs", _core.NullKind.DEGREE),
        NullModelSpec(
            "reciprocal",
            "in- and out-degree of every node, and how many of its arcs have their opposite",
            _core.NullKind.RECIPROCAL,
            needs_direction=True,
        ),
        NullModelSpec(
            "labels",
            "degrees, and how many edges (of each edge label) join each two node labels",
            _core.NullKind.LABELS,
            needs_labels=True,
        ),
        NullModelSpec("joint-degree", "degrees, and how many edges join each two degrees", _core.NullKind.JOINT_DEGREE),
        NullModelSpec("clustering", "degrees, and as nearly as possible the triangles", _core.NullKind.CLUSTERING),
        NullModelSpec("er", "the number of nodes and edges", _core.NullKind.ERDOS_RENYI),
    )
}


def null_model_spec(name: str, graphs: GraphCollection) -> NullModelSpec:
    """The model of that name; raises ``UsageError`` if it does not fit the graphs.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([(0, 1), (1, 2)])
    >>> null_model_spec("degree", graphs).keeps
    'the degree of every node; in- and out-degree for arcs'
    >>> null_model_spec("reciprocal", graphs)
    Traceback (most recent call last):
    spminer.errors.UsageError: the null model reciprocal keeps pairs of opposite arcs, but the graph is undirected; ...
    """
    if name not in NULL_MODELS:
        known = ", ".join(NULL_MODELS)
        raise UsageError(f"unknown null model {name!r}{did_you_mean(str(name), NULL_MODELS)} Choose one of {known}")
    model = NULL_MODELS[name]
    if model.needs_direction and not graphs.directed:
        raise UsageError(
            f"the null model {name} keeps pairs of opposite arcs, but the graph is undirected; "
            "use the model degree, or read the graph as directed"
        )
    if model.needs_labels and graphs.node_labels is None:
        raise UsageError(
            f"the null model {name} keeps which node labels edges join, but the nodes have no labels; "
            "use the model degree"
        )
    return model


logger = logging.getLogger("spminer")


@validate_arguments
def randomize(
    graph: Any,
    model: ModelName = "degree",
    samples: int = 1,
    *,
    seed: int = 0,
    switches: float = 10.0,
    threads: int = 0,
    monitor: Monitor | None = None,
    cluster: Any = None,
    progress: bool | None = None,
) -> list[GraphCollection]:
    """Shuffle the edges of graphs, and keep what a null model keeps.

    Graphs stay simple. Each graph of a collection is shuffled within itself. Nodes keep their names and labels, graphs
    their names and classes. Edge labels are permuted, by ``labels`` among edges that join the same node labels.

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
    cluster
        A Dask cluster that does the work: the address of its scheduler or ``"local:4"``, its client
        (``dask.distributed.Client``) or an executor (:mod:`spminer.cluster`); ``None`` for this process alone.
        The result does not depend on it.
    progress
        Whether to show progress after two seconds: a bar in a terminal or a notebook, lines elsewhere. ``None`` shows a
        bar where there is a terminal or a notebook, and nothing elsewhere or with a ``monitor``.

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
    with run_monitor(monitor, None, cluster, progress) as watch:
        copies = list(null.samples(range(samples), monitor=watch))
    if copies and (still := standstill(null.mixing(0), model)):
        logger.warning("%s", f"{still}; the copies are the graph itself")
    return copies


def _collection(graph: Any) -> GraphCollection:
    readable = isinstance(graph, str | os.PathLike) or hasattr(graph, "read")
    return read(graph) if readable else as_collection(graph)


_LARGEST_SEED = 2**64 - 1
_PERMUTATION_STREAM = 0xDEA1  # added to the seed for the permutation of edge labels


class NullModel:
    """The shuffled copies of graphs by one null model, numbered from 0 without end.

    Copy ``i`` depends on the seed and on ``i`` alone, so that any of them can be made again at any time.

    Parameters
    ----------
    graph
        The graphs to shuffle.
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
        graph: GraphCollection,
        model: ModelName = "degree",
        *,
        seed: int = 0,
        switches: float = 10.0,
        threads: int = 0,
    ) -> None:
        self.graphs = graph
        self.model = null_model_spec(model, graph)
        self.seed, self.switches = seed, switches
        _check(seed, switches, threads)
        self._threads = threads or os.cpu_count() or 1
        self._mixing: dict[int, Mixing] = {}
        self._rigid: dict[tuple[str, bytes], int] = {}
        self._native = _core.NullModel(
            graph.indptr,
            graph.indices,
            graph.graph_offsets,
            self.model.kind,
            directed=graph.directed,
            node_labels=graph.node_labels,
            edge_labels=graph.edge_labels,
            switches=switches,
            seed=seed,
            threads=self._threads,
        )

    def __repr__(self) -> str:
        return f"NullModel({self.graphs!r}, {self.model.name!r}, seed={self.seed})"

    def sample(self, index: int) -> GraphCollection:
        """Copy number ``index``."""
        return next(self.samples(range(index, index + 1)))

    def samples(self, indices: range, *, monitor: Monitor | None = None) -> Iterator[GraphCollection]:
        """The copies of these numbers one after the other; as many are made at a time as there are threads.

        The iteration ends early if the monitor stops the run.
        """
        if len(indices) and (indices.step != 1 or indices.start < 0):
            raise UsageError(f"{indices} is no range of samples; count up from 0 or more by 1")
        monitor = monitor or Monitor()
        monitor.update(stage="randomize", total=len(indices))
        for copy in map_samples(self, indices, None, monitor, threads=self._threads):
            monitor.update(done=monitor.progress.done + 1, call=0)
            yield copy

    def mixing(self, index: int) -> Mixing:
        """How well copy number ``index`` was mixed; the copy is made if it was not made before."""
        if index not in self._mixing:
            self.sample(index)
        return self._mixing[index]

    def _kept(self, csr: dict[str, Any], mixing: dict[str, Any], index: int) -> GraphCollection:
        """The copy as a collection; its mixing is stored."""
        self._mixing[index] = self._proven(Mixing(**mixing))
        labels = csr["edge_labels"]
        if self.model.name == "labels" and labels is not None:
            labels = _permuted_labels(
                self.graphs, csr["indptr"], csr["indices"], labels, [self.seed, _PERMUTATION_STREAM, index]
            )
        made_by = f"{self.model.name} null model, seed {self.seed}, sample {index}"
        return replace(
            self.graphs,
            indptr=csr["indptr"],
            indices=csr["indices"],
            edge_labels=labels,
            source=f"{self.graphs.source} ({made_by})" if self.graphs.source else made_by,
            source_sha256="",
            dropped=Dropped(),
        )

    def _proven(self, mixing: Mixing) -> Mixing:
        """The mixing with ``rigid`` and ``rigid_graphs`` as far as they are proven.

        The core tests whether a step changes the graph without its edge labels. A graph that no step changes may still
        not be the only one: edge labels can be permuted, or no step leads to the others. It is the only one if its
        degrees determine it.
        """
        if mixing.rigid is False and mixing.rigid_graphs == 0:
            return mixing
        counted = mixing.rigid_graphs if self._steps_reach_all else 0
        rigid = mixing.rigid
        if counted and len(self._relabeled):
            counted -= self._rigid_among(self._relabeled, self.model.kind)
        if not self._steps_reach_all:
            others = np.setdiff1d(np.arange(self.graphs.num_graphs), self._relabeled)
            counted = self._rigid_among(others, _core.NullKind.DEGREE)
        if rigid is True and counted < self.graphs.num_graphs:
            rigid = None
        return replace(mixing, rigid=False if len(self._relabeled) else rigid, rigid_graphs=counted)

    @property
    def _steps_reach_all(self) -> bool:
        """Whether steps are known to lead to all graphs with what the model keeps: docs/guides/null-models.md."""
        kept = self.model.name
        return kept not in ("labels", "reciprocal") and not (kept == "joint-degree" and self.graphs.directed)

    @cached_property
    def _relabeled(self) -> NDArray[np.int64]:
        """Numbers of the graphs in which a permutation of the edge labels gives another graph."""
        if self.graphs.edge_labels is None:
            return np.empty(0, dtype=np.int64)
        sources, targets, labels = self.graphs.edges()
        assert labels is not None
        kinds = _kinds(self.graphs, sources, targets, by_label=self.model.name == "labels")
        met = np.unique(np.column_stack([kinds, labels]), axis=0)[:, :-1]  # a row per kind of edge and label
        several, times = np.unique(met, axis=0, return_counts=True)
        return np.unique(several[times > 1, 0])

    def _rigid_among(self, numbers: NDArray[np.int64], kind: _core.NullKind) -> int:
        """Number of these graphs that no step of a model changes, whatever their edge labels."""
        if not len(numbers):
            return 0
        key = kind.name, numbers.tobytes()
        if key not in self._rigid:
            some = self.graphs[numbers]
            native = _core.NullModel(
                some.indptr,
                some.indices,
                some.graph_offsets,
                kind,
                directed=some.directed,
                node_labels=some.node_labels,
                switches=self.switches,
                seed=self.seed,
                threads=1,
            )
            self._rigid[key] = int(native.samples(0, 1, Monitor().control())[0][1]["rigid_graphs"])
        return self._rigid[key]


def _check(seed: int, switches: float, threads: int) -> None:
    if not 0 <= seed <= _LARGEST_SEED:
        raise UsageError(f"the seed is {seed}; it must be between 0 and 2^64 - 1")
    if not (switches > 0 and math.isfinite(switches)):
        raise UsageError(f"the number of switches per edge is {switches}; it must be positive")
    if threads < 0:
        raise UsageError(f"the number of threads is {threads}; 0 is one per core")


def _permuted_labels(
    graphs: GraphCollection,
    indptr: NDArray[np.int64],
    indices: NDArray[np.int32],
    labels: NDArray[np.int32],
    seed: list[int],
) -> NDArray[np.int32]:
    """Edge labels permuted among the edges of a graph that join the same node labels.

    All graphs that the model ``labels`` allows are then equally likely: each has equally many placements of labels.
    """
    rows = np.repeat(np.arange(len(indptr) - 1, dtype=np.int32), np.diff(indptr))
    once = np.flatnonzero(rows < indices) if not graphs.directed else np.arange(len(rows))
    kinds = _kinds(graphs, rows[once], indices[once], by_label=True).T
    by_kind = np.lexsort(kinds)
    anyhow = np.lexsort((np.random.default_rng(seed).random(len(once)), *kinds))
    dealt = labels.copy()
    dealt[once[by_kind]] = labels[once[anyhow]]
    if not graphs.directed:  # the other entry of each edge, in the same order
        back = np.flatnonzero(rows > indices)
        dealt[back[np.lexsort((rows[back], indices[back]))]] = dealt[once]
    return dealt


def _kinds(
    graphs: GraphCollection, sources: NDArray[np.int32], targets: NDArray[np.int32], *, by_label: bool
) -> NDArray[np.int64]:
    """A row per edge: its graph and, if ``by_label``, the labels of its nodes."""
    columns = [np.searchsorted(graphs.graph_offsets, sources, side="right") - 1]
    if by_label and graphs.node_labels is not None:
        ends = np.column_stack([graphs.node_labels[sources], graphs.node_labels[targets]])
        columns += list((ends if graphs.directed else np.sort(ends, axis=1)).T)
    return np.column_stack(columns).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Mixing:
    """How well one sample of a null model was mixed.

    Attributes
    ----------
    attempted, accepted
        Steps of the walk, and those that changed the graph. Both 0 for ``er``, which draws instead.
    autocorrelation
        Dependence on the start of the walk, from 0 (none) to 1: the autocorrelation of a statistic (the sum over edges
        of random signs of their two nodes) at the lag of the whole walk. It is extrapolated from values along the walk,
        and ``None`` where they did not vary.
    rigid
        Whether no other graph has all that the model keeps, as for a star or a clique; other orders of edge labels
        count as other graphs. ``None`` if no step changes the graph, but others that no step leads to may exist.
    rigid_graphs
        Number of graphs of the collection that are proven to be rigid.
    triangles, wanted_triangles
        For ``clustering``, how many triangles the sample has and how many it should have; else ``None``.

    Examples
    --------
    >>> Mixing(attempted=200, accepted=100, autocorrelation=0.0, rigid=False).acceptance
    0.5
    """

    attempted: int
    accepted: int
    autocorrelation: float | None
    rigid: bool | None
    rigid_graphs: int = 0
    triangles: int | None = None
    wanted_triangles: int | None = None

    @property
    def acceptance(self) -> float | None:
        """Share of the steps that changed the graph; ``None`` if there were none."""
        return self.accepted / self.attempted if self.attempted else None


def standstill(mixing: Mixing, model: str) -> str:
    """Why all copies equal the graph; empty if they do not.

    >>> standstill(Mixing(attempted=512, accepted=0, autocorrelation=None, rigid=True), "degree")
    "what 'degree' keeps determines this graph"
    """
    if mixing.rigid is None:
        return f"no step of the null model {model!r} changes this graph"
    return f"what {model!r} keeps determines this graph" if mixing.rigid else ""


def try_sample(null: NullModel, index: int, control: _core.Control) -> GraphCollection | None:
    """Copy number ``index``, or ``None`` if the control ended the work. Several threads may call at once."""
    made = null._native.samples(index, 1, control)
    return null._kept(*made[0], index) if made else None


# What is done with a copy of a number; ``None`` if the monitor ended it. Several threads call it at once.
Use = Callable[["GraphCollection", int, Monitor], Any]


def map_samples(
    model: NullModel, numbers: range, use: Use | None, monitor: Monitor, *, threads: int = 0, here: bool = False
) -> Iterator[Any]:
    """The values of ``use`` for each copy, in the order of their numbers; fewer if the monitor stops the run.

    With ``None`` for the use, the copies. Native calls release Python's lock, so that threads suffice; the values do
    not depend on their number. An executor does the work unless ``here`` is set, and needs a ``use`` that can be
    pickled.
    """

    def local(_: GraphCollection, number: int, part: Monitor) -> Any:
        sample = try_sample(model, number, part.control())
        return sample if sample is None or use is None else use(sample, number, part)

    def remote(executor: Executor) -> Iterator[Any]:
        pieces = (SamplePiece(model.model.name, model.seed, model.switches, number, use) for number in numbers)
        made = executor.map(make_sample, model.graphs, pieces, monitor, stage=monitor.progress.stage)
        for number, value in zip(numbers, made, strict=False):  # fewer if the run is stopped
            yield value if use is not None else model._kept(value[0], value[1], number)

    def samples_here() -> Iterator[Any]:
        executor = LocalExecutor(threads)
        return executor.map(local, model.graphs, numbers, monitor, stage=monitor.progress.stage)

    for value in monitor.executor.run(samples_here, remote, worth=not here):
        if value is None:
            return
        yield value


@dataclass(frozen=True, slots=True)
class SamplePiece:
    """One copy to be made, by the arguments of :class:`NullModel` and its number, and used."""

    model: ModelName
    seed: int
    switches: float
    number: int
    use: Use | None


def make_sample(graphs: GraphCollection, piece: SamplePiece, monitor: Monitor) -> Any:
    """Make and use a copy, or give its arrays and its mixing; ``None`` if the monitor ended the work."""
    null = NullModel(graphs, piece.model, seed=piece.seed, switches=piece.switches, threads=1)
    made = null._native.samples(piece.number, 1, monitor.control())
    if not made or piece.use is None:
        return made[0] if made else None
    return piece.use(null._kept(*made[0], piece.number), piece.number, monitor)
