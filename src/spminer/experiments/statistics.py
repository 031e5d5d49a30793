"""Statistics of whole graphs: whether synthetic ones cover those of real data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_library
from spminer.experiments.figures import legend, log_scale, panels, save
from spminer.experiments.tables import Cell, Table
from spminer.graphs.convert.networkx import to_networkx

if TYPE_CHECKING:
    from spminer.experiments.context import Context
    from spminer.graphs import GraphCollection

__all__ = ["graph_statistics", "statistics_outcome"]

MEASURES = ("density", "diameter", "average path length", "clustering coefficient")
_LARGEST = 300  # nodes: paths between all pairs of larger graphs take minutes


def graph_statistics(graphs: GraphCollection, count: int) -> dict[str, list[float]]:
    """Each measure of the largest component of some graphs, evenly spread over the collection.

    >>> import networkx as nx, spminer
    >>> found = graph_statistics(spminer.from_networkx([nx.cycle_graph(5)]), 1)
    >>> found["density"], found["diameter"], found["average path length"]
    ([0.5], [2.0], [1.5])
    """
    nx = import_library("networkx", "spminer[graphs]")
    sizes = np.diff(graphs.graph_offsets)
    fitting = np.flatnonzero((sizes >= 2) & (sizes <= _LARGEST))
    chosen = fitting[np.linspace(0, len(fitting) - 1, min(count, len(fitting))).astype(int)]
    values: dict[str, list[float]] = {measure: [] for measure in MEASURES}
    for index in chosen:
        (graph,) = to_networkx(graphs[int(index)])
        part = graph.subgraph(max(nx.connected_components(graph), key=len))
        if len(part) < 2:
            continue
        lengths = [length for _, reached in nx.all_pairs_shortest_path_length(part) for length in reached.values()]
        row = (
            nx.density(part),
            max(lengths),
            sum(lengths) / (len(part) * (len(part) - 1)),
            nx.average_clustering(part),
        )
        for measure, value in zip(MEASURES, row, strict=True):
            values[measure].append(float(value))
    return values


def statistics_outcome(context: Context, statistics: dict[str, dict[str, list[float]]]) -> tuple[Table, str]:
    """The table of medians and ranges, and the figure."""
    rows: list[tuple[Cell, ...]] = [
        (name, measure, *(round(float(value), 3) for value in np.quantile(values[measure], (0.05, 0.5, 0.95))))
        for name, values in statistics.items()
        for measure in MEASURES
        if values[measure]
    ]
    columns = ("data set", "measure", "5 %", "median", "95 %")
    table = Table("encoder-statistics", "Statistics of synthetic and real graphs", columns, tuple(rows))
    return table, _draw(context, statistics)


def _draw(context: Context, statistics: dict[str, Any]) -> str:
    """A column of panels for each real data set, before all synthetic graphs in gray."""
    drawn = [name for name in statistics if name.startswith("synthetic")]
    real = [name for name in statistics if name not in drawn]
    figure, grid = panels(
        2 * len(real),
        columns=len(real),
        title="Do synthetic graphs cover real ones? One point per graph",
        size=(3.6, 2.9),
    )
    pairs = (("density", "diameter"), ("average path length", "clustering coefficient"))
    for number, axes in enumerate(grid):
        (x, y), name = pairs[number // len(real)], real[number % len(real)]
        for gray, marker, one in zip(("#c3cbd6", "#9aa1ab"), ("o", "x"), drawn, strict=True):
            axes.scatter(statistics[one][x], statistics[one][y], c=gray, marker=marker, s=12, label=one, linewidths=0.8)
        axes.scatter(statistics[name][x], statistics[name][y], c="#1f4fa3", marker="^", s=12, label="real graphs")
        axes.set(xlabel=x, ylabel=y)
        axes.set_title(name, loc="left", fontsize=10)
    for axes in grid[: len(real)]:
        axes.set(ylabel="diameter (edges)")
        log_scale(axes.xaxis, (0.03, 0.1, 0.3, 1))
        log_scale(axes.yaxis, (1, 2, 5, 10, 20, 50))
    for axes in grid[len(real) :]:
        axes.set(xlabel="average path length (edges)")
        log_scale(axes.xaxis, (1, 2, 5, 10, 20))
    legend(figure, grid)
    return save(figure, context.out, "encoder-statistics")
