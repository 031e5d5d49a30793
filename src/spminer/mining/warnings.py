"""Warnings of a run: what one should know to judge its motifs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer._util.text import format_sizes
from spminer.graphs.statistics import component_sizes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.methods.base import Task
    from spminer.results import Motif

__all__ = ["comparison_warnings", "warnings_of"]

_SATURATED = 0.95


def warnings_of(motifs: Sequence[Motif], task: Task, *, complete: bool, silent: Collection[int] = ()) -> list[str]:
    """One sentence each: sizes without a motif, frequencies that do not tell motifs apart, or are not exact.

    Sizes in ``silent`` have told why they have none.
    """
    by_size = {size: [motif for motif in motifs if motif.size == size] for size in task.sizes}
    warnings = []
    if empty := [size for size in task.sizes if not by_size[size] and size not in silent]:
        nothing = f"no pattern of {format_sizes(empty)} was {'found' if task.comparison is None else 'counted'}"
        warnings.append(nothing if complete else f"{nothing} before the run was stopped")
    if task.comparison is not None:
        warnings += [*comparison_warnings(motifs), *task.comparison.remarks]
    warnings += _saturation({size: group for size, group in by_size.items() if group}, task)
    kinds = [frequency.kind for motif in motifs if (frequency := motif.frequency(task.objective)) is not None]
    for kind, what in (("estimate", "estimates from a sample"), ("lower_bound", "lower bounds")):
        if number := kinds.count(kind):  # type: ignore[arg-type]
            warnings.append(f"{number} of {len(kinds)} frequencies are {what}")
    return warnings


def comparison_warnings(motifs: Sequence[Motif], unjudged: Collection[int] = ()) -> list[str]:
    """What a stop has left out of a comparison: motifs that were not judged.

    Sizes in ``unjudged`` were not, whether there are motifs or not.
    """
    warnings = []
    if sizes := sorted({*unjudged, *(motif.size for motif in motifs if motif.against is None)}):
        warnings.append(f"there was no time to compare {format_sizes(sizes)}: these motifs are ranked by frequency")
    return warnings


def _saturation(by_size: Mapping[int, Sequence[Motif]], task: Task) -> list[str]:
    """Sizes whose motifs occur nearly everywhere that they can, and what to ask instead.

    A pattern needs a component that is as large: where nearly all others are, small components and isolated nodes do
    not make its frequency tell more.
    """
    if task.objective == "graph" or task.comparison is not None:  # surprise ranks, and tells them apart
        return []
    graphs = task.objective == "transactions"
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
    frequency = motif.frequency(task.objective)
    return 0.0 if frequency is None else frequency.value


def _largest_components(task: Task) -> NDArray[np.int64]:
    """The size of each node's component, of transactions that of the largest one of each graph."""
    sizes = component_sizes(task.graphs)
    if task.objective != "transactions":
        return sizes
    largest = np.zeros(task.graphs.num_graphs, np.int64)
    np.maximum.at(largest, np.repeat(np.arange(len(largest)), np.diff(task.graphs.graph_offsets)), sizes)
    return largest


def _advice(sizes: list[int], where: str, task: Task) -> str:
    return (
        f"all motifs of {format_sizes(sizes)} occur at {_SATURATED:.0%} or more of {where}, so the {task.objective} "
        "frequency hardly tells them apart (equal ones are ranked by node sets, then by edges); ask for node sets "
        "(--frequency graph), for larger sizes, or for what is more than chance (--against degree)"
    )
