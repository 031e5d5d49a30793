"""Frequent motifs of a citation graph with hundreds of thousands of edges, counted on a sample where need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.experiments import published
from spminer.experiments.budgets import CELL_S
from spminer.experiments.figures import from_zero, legend, panels, plot, save
from spminer.experiments.registry import Experiment, Outcome
from spminer.experiments.tables import Table

if TYPE_CHECKING:
    from spminer.experiments.context import Context
    from spminer.experiments.runs import Run

__all__ = ["EXPERIMENT"]

METHODS = ("grow", "greedy", "beam", "mcts", "mfinder")
PAPERS, OTHERS = "ogbn-arxiv", ("cit-HepPh", "ca-AstroPh")
SIZES, QUICK_SIZES = range(8, 11), range(4, 6)


def run(context: Context) -> Outcome:
    """Mine ogbn-arxiv where the user has it, and other graphs of the arXiv otherwise."""
    sizes = context.pick(SIZES, QUICK_SIZES)
    names = (PAPERS,) if context.has(PAPERS) else OTHERS
    runs = {name: context.mine_each("arxiv", context.dataset(name), context.methods(*METHODS), sizes) for name in names}
    rows = [
        (name, method, "measured", *(found.median(size) for size in sizes), round(found.seconds, 1), found.uncertain())
        for name, by_method in runs.items()
        for method, found in by_method.items()
    ]
    rows += [
        (PAPERS, method, "paper", *(medians.get(size) for size in sizes), None, None)
        for method, medians in published.ARXIV_MEDIANS.items()
    ]
    columns = ("graph", "method", "source", *(f"size {size}" for size in sizes), "seconds", "not exact")
    notes = (
        "ogbn-arxiv is used if its edge list (`raw/edge.csv.gz` of the Open Graph Benchmark) lies in the folder of "
        f"the data as `ogbn-arxiv.csv.gz`; here: {', '.join(names)}.",
        "Frequencies that are not exact are estimated from a random sample of anchors, or lower bounds.",
    )
    table = Table("arxiv-medians", "Median anchored frequency of the ten best motifs", columns, tuple(rows))
    return Outcome((table,), (_draw(context, runs, list(sizes)),), notes)


def _draw(context: Context, runs: dict[str, dict[str, Run]], sizes: list[int]) -> str:
    seconds = context.seconds("arxiv")
    figure, grid = panels(len(runs), title=f"Which motifs are found in a large citation graph in {seconds:.0f} s?")
    for axes, (name, by_method) in zip(grid, runs.items(), strict=True):
        for method, found in by_method.items():
            plot(axes, method, {size: found.median(size) for size in sizes})
        axes.set(xlabel="motif size (nodes)", ylabel="median anchored frequency (nodes)", xticks=sizes)
        from_zero(axes)
        axes.set_title(name, loc="left", fontsize=10)
    legend(figure, grid)
    return save(figure, context.out, "arxiv-medians")


EXPERIMENT = Experiment(
    "arxiv",
    "Does mining scale to a citation graph with hundreds of thousands of edges?",
    OTHERS,
    len(OTHERS) * len(METHODS) * CELL_S["arxiv"],
    run,
)
