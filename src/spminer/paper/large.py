"""Experiment 3: how frequent the large motifs are that each method finds in equal time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.paper import published
from spminer.paper.experiment import CELL_S, Experiment
from spminer.paper.figures import legend, method_style, panels, plot, save, shade
from spminer.paper.report import Cell, ExperimentResult, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.paper.experiment import ExperimentContext
    from spminer.paper.runs import RunsBySeed
    from spminer.results.frequency import FrequencyName

    Runs = dict[tuple[str, FrequencyName], dict[str, RunsBySeed]]

__all__ = ["EXPERIMENT"]

METHODS = ("grow", "greedy", "beam", "mcts", "mlp", "mfinder", "rand-esu")
DATA = ("ENZYMES", "COX2", "MSRC_9", "COIL-DEL", "MNRoads")
GRAPH_LEVEL = "ENZYMES"
SIZES, QUICK_SIZES = range(5, 21), range(4, 7)


def compute(context: ExperimentContext) -> Runs:
    """Mine every data set with every method, and ENZYMES also by graph-level frequency."""
    sizes, methods = context.full_or_quick(SIZES, QUICK_SIZES), context.methods(*METHODS)
    names = context.full_or_quick(DATA, DATA[:1])
    parts: list[tuple[str, str, FrequencyName]] = [("large", name, "anchored") for name in names]
    parts.append(("large-graph", GRAPH_LEVEL, "graph"))
    return {
        (name, frequency): context.mine_each(part, context.dataset(name), methods, sizes, frequency=frequency)
        for part, name, frequency in parts
    }


def report(context: ExperimentContext, runs: Runs) -> ExperimentResult:
    """Medians by size, time and effort."""
    sizes = context.full_or_quick(SIZES, QUICK_SIZES)
    tables = [_medians(name, frequency, sizes, by_method) for (name, frequency), by_method in runs.items()]
    notes = (
        f"Every method has {context.seconds('large'):.0f} s per data set for all sizes, verification included; the "
        "paper's took 5 to 21 minutes. A longer `--time-limit` gives them more.",
        "Where a median is missing, the method found nothing of that size in time, or most of what it found was not "
        "counted in time.",
    )
    return ExperimentResult((*tables, _costs(runs)), (_draw(context, sizes, runs),), notes)


def _medians(name: str, frequency: str, sizes: Sequence[int], runs: dict[str, RunsBySeed]) -> Table:
    rows: list[tuple[Cell, ...]] = [(method, *map(found.median, sizes)) for method, found in runs.items()]
    title = f"{name}: median {frequency} frequency of the ten best motifs by size"
    return Table(f"large-{name}-{frequency}", title, ("method", *map(str, sizes)), tuple(rows))


def _costs(runs: Runs) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for (name, frequency), by_method in runs.items():
        for method, found in by_method.items():
            paper = {} if frequency == "graph" else {"mfinder": "mfinder", "rand-esu": "rand-esu", "greedy": "SPMiner"}
            seconds, sampled = (
                table.get(paper.get(method, ""), {}).get(name) for table in (published.RUNTIMES_S, published.SAMPLED)
            )
            seen = (found.spread(lambda run: run.patterns), found.spread(lambda run: run.uncertain()))
            rows.append((name, frequency, method, found.seconds, seconds, found.first.sampled, sampled, *seen))
    columns = ("data set", "frequency", "method", "seconds", "seconds (paper)", "sampled", "sampled (paper)")
    return Table("large-costs", "Time and subgraphs sampled", (*columns, "patterns seen", "not exact"), tuple(rows))


def _draw(context: ExperimentContext, sizes: Sequence[int], runs: Runs) -> str:
    """A row of panels for each data set, a column for each method, with the best of all methods as an area."""
    seconds = context.seconds("large")
    title = f"Who finds the most frequent motifs in {seconds:.0f} s? Median of the ten best (higher is better)"
    methods = list(next(iter(runs.values())))
    figure, grid = panels(len(runs) * len(methods), columns=len(methods), title=title, size=(2.1, 1.7))
    cells = [(key, method) for key in runs for method in methods]
    for axes, ((name, frequency), method) in zip(grid, cells, strict=True):
        medians = {one: {size: found.median(size) for size in sizes} for one, found in runs[name, frequency].items()}
        middles = {size: [by[size].middle or 0.0 for by in medians.values()] for size in sizes}
        best = {size: max(values) or None for size, values in middles.items()}
        shade(axes, best, "best of all methods")
        plot(axes, method, medians[method])
        axes.set(yscale="log", xticks=sizes[:: max(1, len(sizes) // 3)])
        lowest = min((value for values in middles.values() for value in values if value), default=1.0)
        axes.set_ylim(max(lowest / 2, 0.7), 2 * max(map(max, middles.values())) or 1)
        title = name if frequency == "anchored" else f"{name}, sets"
        axes.set_title(f"{title}: {method_style(method).label}", loc="left", fontsize=8)
        if method == methods[0]:
            axes.set_ylabel("nodes" if frequency == "anchored" else "node sets")
    for axes in grid[-len(methods) :]:
        axes.set_xlabel("motif size (nodes)")
    legend(figure, grid)
    return save(figure, context.out, "large-medians")


EXPERIMENT = Experiment(
    "large",
    "Which method finds the most frequent motifs of 5 to 20 nodes in equal time?",
    DATA,
    len(METHODS) * (len(DATA) * CELL_S["large"] + CELL_S["large-graph"]),
    compute,
    report,
)
