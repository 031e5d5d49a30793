"""Parts of a result that are made after ranking: examples, their surroundings, and warnings."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.text import format_sizes
from spminer.counting.count import examples_of
from spminer.counting.matching import MatchQuery
from spminer.graphs.statistics import component_sizes
from spminer.results.motif import MOST_SHOWN, Surroundings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.results import Motif

__all__ = ["SurroundingsFinder", "comparison_warnings", "warnings_of", "with_examples"]


def with_examples(
    motifs: Iterable[Motif],
    graphs: GraphCollection,
    limit: int,
    monitor: Monitor,
    *,
    induced: bool = True,
    steps: int = 0,
    finder: SurroundingsFinder | None = None,
) -> tuple[Motif, ...]:
    """The motifs with up to ``limit`` embeddings, and their surroundings where a report shows them.

    Motifs that there is no time for have none.
    """
    finder, shown = finder or SurroundingsFinder(graphs), []
    for motif in motifs:
        if monitor.stopped or not limit:
            shown.append(motif)
            continue
        query = MatchQuery.of(motif.pattern, graphs, induced=induced)
        rows, _ = examples_of(query, limit, monitor, steps=steps, shown=False)
        names = tuple(tuple(graphs.names(row)) for row in rows)
        surroundings = tuple(finder.around(row) for row in rows) if motif.rank <= MOST_SHOWN else ()
        shown.append(replace(motif, examples=names, surroundings=surroundings))
    return tuple(shown)


MOST_NODES = 30
_LONG_ROW = 500  # neighbors; of hubs, all of them take longer to look at than to search for some nodes


class SurroundingsFinder:
    """Finds the surroundings of examples in a target.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "d"), ("b", "d"), ("d", "e")])
    >>> SurroundingsFinder(graphs).around([0, 1])
    Surroundings(neighbors=('c', 'd'), edges=((0, 1), (1, 2), (1, 3), (2, 3)), hidden=0, graph=None)
    """

    def __init__(self, graphs: GraphCollection) -> None:
        self._graphs = graphs

    def around(self, nodes: Sequence[int] | NDArray[np.integer], *, most: int = MOST_NODES) -> Surroundings:
        """These nodes and their neighbors, up to ``most`` nodes in all, with the edges among them."""
        example = np.asarray(nodes, dtype=np.int64)
        beside, links = np.unique(np.concatenate([self._neighbors(node) for node in example]), return_counts=True)
        outside = ~np.isin(beside, example)
        beside, links = beside[outside], links[outside]
        kept = beside[np.argsort(-links, kind="stable")][: max(most - len(example), 0)]
        return Surroundings(
            neighbors=tuple(self._graphs.names(kept)),
            edges=self._edges_among(np.concatenate([example, kept])),
            hidden=len(beside) - len(kept),
            graph=self._graph_name(int(example[0])),
        )

    def _neighbors(self, node: int) -> NDArray[np.int64]:
        """The neighbors of a node in both directions; those joined both ways are listed twice."""
        rows = [_row(self._graphs.indptr, self._graphs.indices, node)]
        if self._graphs.directed:
            rows.append(_row(*self._reversed, node))
        return np.concatenate(rows).astype(np.int64)

    @cached_property
    def _reversed(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """CSR of the reversed arcs."""
        sources, targets, _ = self._graphs.edges()
        ends = np.cumsum(np.bincount(targets, minlength=self._graphs.num_nodes))
        return np.concatenate([[0], ends]), sources[np.argsort(targets, kind="stable")]

    def _edges_among(self, nodes: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
        edges, index_of = [], {node: index for index, node in enumerate(nodes.tolist())}
        for node, index in index_of.items():
            row = _row(self._graphs.indptr, self._graphs.indices, node)
            if len(row) > _LONG_ROW:
                row = row[np.minimum(np.searchsorted(row, nodes), len(row) - 1)]  # has all of these that are in the row
            others = sorted({index_of[other] for other in row.tolist() if other in index_of})
            edges += [(index, other) for other in others if self._graphs.directed or index < other]
        return tuple(edges)

    def _graph_name(self, node: int) -> str | None:
        graphs = self._graphs
        if graphs.num_graphs == 1:
            return None
        index = graphs.graph_of(node)
        return str(index) if graphs.graph_names is None else graphs.graph_names[index]


def _row(indptr: NDArray[np.int64], indices: NDArray[np.int32], node: int) -> NDArray[np.int32]:
    return indices[indptr[node] : indptr[node + 1]]


def warnings_of(motifs: Sequence[Motif], task: Task, *, complete: bool, silent: Collection[int] = ()) -> list[str]:
    """One sentence each: sizes without a motif, frequencies that do not distinguish motifs, or are not exact.

    Sizes in ``silent`` have another warning already.
    """
    request = task.request
    by_size = {size: [motif for motif in motifs if motif.size == size] for size in request.sizes}
    warnings = []
    if empty := [size for size in request.sizes if not by_size[size] and size not in silent]:
        nothing = f"no pattern of {format_sizes(empty)} was {'found' if task.comparison is None else 'counted'}"
        warnings.append(nothing if complete else f"{nothing} before the run was stopped")
    if task.comparison is not None:
        warnings += [*comparison_warnings(motifs), *task.comparison.remarks]
    warnings += _saturation({size: group for size, group in by_size.items() if group}, task)
    kinds = [frequency.kind for motif in motifs if (frequency := motif.frequency(request.frequency)) is not None]
    for kind, what in (("estimate", "estimates from a sample"), ("lower_bound", "lower bounds")):
        if number := kinds.count(kind):  # type: ignore[arg-type]
            warnings.append(f"{number} of {len(kinds)} frequencies are {what}")
    return warnings


def comparison_warnings(motifs: Sequence[Motif], not_compared: Collection[int] = ()) -> list[str]:
    """A warning about motifs that were not compared before a stop.

    Sizes in ``not_compared`` were not compared, whether they have motifs or not.
    """
    warnings = []
    if sizes := sorted({*not_compared, *(motif.size for motif in motifs if motif.against is None)}):
        warnings.append(f"there was no time to compare {format_sizes(sizes)}: these motifs are ranked by frequency")
    return warnings


_SATURATED = 0.95


def _saturation(by_size: Mapping[int, Sequence[Motif]], task: Task) -> list[str]:
    """Sizes whose motifs occur nearly everywhere that they can, and what to ask instead.

    A pattern needs a component of its size, so nodes of smaller components and isolated nodes do not count.
    """
    if task.request.frequency == "graph" or task.comparison is not None:  # surprise ranks, and tells them apart
        return []
    graphs = task.request.frequency == "transactions"
    whole = task.graphs.num_graphs if graphs else task.graphs.num_nodes
    least = {size: min((_value(motif, task) for motif in group), default=0.0) for size, group in by_size.items()}
    everywhere = [size for size, value in least.items() if value >= _SATURATED * whole]
    rest = {size: value for size, value in least.items() if size not in everywhere and value > 0}
    largest = _largest_components(task) if rest else np.empty(0)
    possible = [size for size, value in rest.items() if value >= _SATURATED * int((largest >= size).sum())]
    noun = "graphs" if graphs else "nodes"
    places = ((everywhere, f"all {noun}"), (possible, f"the {noun} with a component that large"))
    return [_advice(sizes, where, task) for sizes, where in places if sizes]


def _value(motif: Motif, task: Task) -> float:
    frequency = motif.frequency(task.request.frequency)
    return 0.0 if frequency is None else frequency.value


def _largest_components(task: Task) -> NDArray[np.int64]:
    """The size of each node's component; for transactions that of the largest one of each graph."""
    sizes = component_sizes(task.graphs)
    if task.request.frequency != "transactions":
        return sizes
    largest = np.zeros(task.graphs.num_graphs, np.int64)
    np.maximum.at(largest, np.repeat(np.arange(len(largest)), np.diff(task.graphs.graph_offsets)), sizes)
    return largest


def _advice(sizes: list[int], where: str, task: Task) -> str:
    return (
        f"all motifs of {format_sizes(sizes)} occur at {_SATURATED:.0%} or more of {where}, so the "
        f"{task.request.frequency} frequency hardly tells them apart (equal ones are ranked by node sets, then by "
        "edges); ask for node sets (--frequency graph), for larger sizes, or for what is more than chance "
        "(--against degree)"
    )
