"""Experiment 3: how frequent the large motifs are that each method finds in the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.experiments import published
from spminer.experiments.budgets import CELL_S
from spminer.experiments.figures import legend, panels, plot, save
from spminer.experiments.registry import Experiment, Outcome
from spminer.experiments.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.experiments.context import Context
    from spminer.experiments.runs import Run
    from spminer.frequencies import Objective

__all__ = ["EXPERIMENT"]

METHODS = ("grow", "greedy", "beam", "mcts", "mlp", "mfinder", "rand-esu")
DATA = ("ENZYMES", "COX2", "MSRC_9", "COIL-DEL", "MNRoads")
GRAPH_LEVEL = "ENZYMES"
SIZES, QUICK_SIZES = range(5, 21), range(4, 7)


def run(context: Context) -> Outcome:
    """Mine every data set with every method; ENZYMES by graph-level frequency, too."""
    sizes = context.pick(SIZES, QUICK_SIZES)
    names = context.pick(DATA, DATA[:1])
    parts: list[tuple[str, str, Objective]] = [("large", name, "anchored") for name in names]
    parts.append(("large-graph", GRAPH_LEVEL, "graph"))
    runs = {
        (name, frequency): context.mine_each(
            part, context.dataset(name), context.methods(*METHODS), sizes, frequency=frequency
        )
        for part, name, frequency in parts
    }
    tables = [_medians(name, frequency, sizes, by_method) for (name, frequency), by_method in runs.items()]
    notes = (
        f"Every method has {context.seconds('large'):.0f} s per data set for all sizes, verification included; the "
        "paper's took 5 to 21 minutes. A longer `--time-limit` gives them more.",
        "Where a median is missing, the method found nothing of that size in time, or most of what it found was not "
        "counted in time.",
    )
    return Outcome((*tables, _costs(runs)), (_draw(context, sizes, runs),), notes)


def _medians(name: str, frequency: str, sizes: Sequence[int], runs: dict[str, Run]) -> Table:
    rows = tuple((method, *(found.median(size) for size in sizes)) for method, found in runs.items())
    title = f"{name}: median {frequency} frequency of the ten best motifs by size"
    return Table(f"large-{name}-{frequency}", title, ("method", *map(str, sizes)), rows)


def _costs(runs: dict[tuple[str, Objective], dict[str, Run]]) -> Table:
    rows = []
    for (name, frequency), by_method in runs.items():
        for method, found in by_method.items():
            paper = {} if frequency == "graph" else {"mfinder": "mfinder", "rand-esu": "rand-esu", "greedy": "SPMiner"}
            seconds, sampled = (
                table.get(paper.get(method, ""), {}).get(name) for table in (published.RUNTIMES_S, published.SAMPLED)
            )
            cells = (round(found.seconds, 1), seconds, found.sampled, sampled, found.patterns, found.uncertain())
            rows.append((name, frequency, method, *cells))
    columns = ("data set", "frequency", "method", "seconds", "seconds (paper)", "sampled", "sampled (paper)")
    return Table("large-costs", "Time and subgraphs sampled", (*columns, "patterns seen", "not exact"), tuple(rows))


def _draw(context: Context, sizes: Sequence[int], runs: dict[tuple[str, Objective], dict[str, Run]]) -> str:
    seconds = context.seconds("large")
    title = f"Who finds the most frequent motifs in {seconds:.0f} s? Median of the ten best (higher is better)"
    figure, grid = panels(len(runs), title=title)
    for axes, ((name, frequency), by_method) in zip(grid, runs.items(), strict=True):
        for method, found in by_method.items():
            plot(axes, method, {size: found.median(size) for size in sizes})
        unit = "nodes" if frequency == "anchored" else "node sets"
        axes.set(xlabel="motif size (nodes)", ylabel=f"{frequency} frequency ({unit})", yscale="log")
        axes.set_xticks(sizes[:: max(1, len(sizes) // 5)])
        axes.set_title(name if frequency == "anchored" else f"{name}, graph-level", loc="left", fontsize=10)
    legend(figure, grid)
    return save(figure, context.out, "large-medians")


EXPERIMENT = Experiment(
    "large",
    "Which method finds the most frequent motifs of 5 to 20 nodes in equal time?",
    DATA,
    len(METHODS) * (len(DATA) * CELL_S["large"] + CELL_S["large-graph"]),
    run,
)
