"""Warnings of a run: what one should know to judge its motifs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.text.sizes import format_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.methods.base import Task
    from spminer.results import Motif

__all__ = ["warnings_of"]

_SATURATED = 0.95


def warnings_of(motifs: Sequence[Motif], task: Task, *, complete: bool) -> list[str]:
    """One sentence each: sizes without a motif, frequencies that do not tell motifs apart, or are not exact."""
    by_size = {size: [motif for motif in motifs if motif.size == size] for size in task.sizes}
    warnings = []
    if empty := [size for size in task.sizes if not by_size[size]]:
        nothing = f"no pattern of {format_sizes(empty)} was found"
        warnings.append(nothing if complete else f"{nothing} before the run was stopped")
    if full := [size for size, group in by_size.items() if group and _saturated(group[-1], task)]:
        many = f"{_SATURATED:.0%} of all {'graphs' if task.objective == 'transactions' else 'nodes'}"
        warnings.append(
            f"all motifs of {format_sizes(full)} occur at {many} or more, so the {task.objective} frequency hardly "
            "tells them apart (equal ones are ranked by node sets, then by edges); larger sizes or another frequency do"
        )
    kinds = [frequency.kind for motif in motifs if (frequency := motif.frequency(task.objective)) is not None]
    for kind, what in (("estimate", "estimates from a sample"), ("lower_bound", "lower bounds")):
        if number := kinds.count(kind):  # type: ignore[arg-type]
            warnings.append(f"{number} of {len(kinds)} frequencies are {what}")
    return warnings


def _saturated(motif: Motif, task: Task) -> bool:
    """Whether a motif occurs nearly everywhere."""
    frequency = motif.frequency(task.objective)
    if task.objective == "graph" or frequency is None:
        return False
    everything = task.graphs.num_graphs if task.objective == "transactions" else task.graphs.num_nodes
    return frequency.value >= _SATURATED * everything
