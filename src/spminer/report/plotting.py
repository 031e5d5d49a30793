"""Frequency against size with matplotlib, for notebooks and papers."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from spminer._util.imports import import_library
from spminer.errors import UsageError
from spminer.report.charts import frequencies_by_size

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from spminer.results import MotifSet
    from spminer.results.frequency import Objective

__all__ = ["plot_frequencies"]

_HEADROOM = 0.08  # share of the height that is left above the highest point, so that no mark is cut


def plot_frequencies(result: MotifSet, frequency: Objective | None = None, ax: Axes | None = None) -> Axes:
    """Draw what :meth:`spminer.MotifSet.plot` says."""
    import_library("matplotlib", "spminer[plot]")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator

    objective = frequency or result.objective
    values = frequencies_by_size(result, objective)
    if not values:
        raise UsageError(f"no motif of this result has a known {objective} frequency to plot")
    if ax is None:
        _, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
    sizes = list(values)
    dots = [(size, value) for size, group in values.items() for value in group]
    nodes, heights = zip(*dots, strict=True)
    ax.scatter(nodes, heights, s=14, color="#9aa5b4", alpha=0.6, linewidths=0, label="each motif")
    ax.plot(sizes, [max(group) for group in values.values()], color="#2f6db3", marker="o", ms=4, label="best")
    ax.plot(sizes, [median(group) for group in values.values()], color="#6b7687", ls="--", label="median")
    low, high = (extreme(value for _, value in dots) for extreme in (min, max))
    logarithmic = low > 0 and high > 30 * low
    ax.set(xlabel="nodes of the motif", ylabel=f"{objective} frequency{' (log scale)' * logarithmic}")
    if logarithmic:
        ax.set_yscale("log")
        room = (high / low) ** _HEADROOM
        ax.set_ylim(low / room, high * room)
    else:
        ax.set_ylim(0, high * (1 + _HEADROOM) or 1)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)
    return ax
