"""Appendix: frequent motifs of a citation graph with hundreds of thousands of edges, counted on samples if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.paper import published
from spminer.paper.experiment import Experiment
from spminer.paper.figures import dot_rows, panels, save
from spminer.paper.report import Cell, ExperimentResult, Table

if TYPE_CHECKING:
    from spminer.paper.experiment import ExperimentContext
    from spminer.paper.runs import RunsBySeed

    Runs = dict[str, dict[str, RunsBySeed]]

__all__ = ["EXPERIMENT"]

METHODS = ("grow", "greedy", "beam", "mcts", "mfinder")
PAPERS, OTHERS = "ogbn-arxiv", ("cit-HepPh", "ca-AstroPh")
SIZES, QUICK_SIZES = range(8, 11), range(4, 6)


def compute(context: ExperimentContext) -> Runs:
    """Mine ogbn-arxiv if its file is there, otherwise other graphs of the arXiv."""
    sizes, methods = context.full_or_quick(SIZES, QUICK_SIZES), context.methods(*METHODS)
    names = (PAPERS,) if context.has(PAPERS) else OTHERS
    return {name: context.mine_each("arxiv", context.dataset(name), methods, sizes) for name in names}


def report(context: ExperimentContext, runs: Runs) -> ExperimentResult:
    """Medians of each graph beside those of the paper."""
    sizes = context.full_or_quick(SIZES, QUICK_SIZES)
    rows: list[tuple[Cell, ...]] = [
        (name, method, "measured", *map(found.median, sizes), found.seconds, found.spread(lambda run: run.uncertain()))
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
        f"the data as `ogbn-arxiv.csv.gz`; here: {', '.join(runs)}.",
        "Frequencies that are not exact are estimated from a random sample of anchors, or lower bounds.",
        "In the figure, every size has a scale of its own that does not begin at 0: the methods differ by little.",
    )
    table = Table("arxiv-medians", "Median anchored frequency of the ten best motifs", columns, tuple(rows))
    return ExperimentResult((table,), (_draw(context, runs, list(sizes)),), notes)


def _draw(context: ExperimentContext, runs: Runs, sizes: list[int]) -> str:
    """A row of panels for each graph, a column for each size, in which every method has its own row."""
    title = f"Which motifs are found in a large citation graph in {context.seconds('arxiv'):.0f} s?"
    figure, grid = panels(len(runs) * len(sizes), columns=len(sizes), title=title, size=(4.0, 2.1))
    for number, axes in enumerate(grid):
        name, size = list(runs)[number // len(sizes)], sizes[number % len(sizes)]
        dot_rows(axes, {method: found.median(size) for method, found in runs[name].items()})
        axes.locator_params(axis="x", nbins=4)
        axes.ticklabel_format(axis="x", useOffset=False)
        axes.set_title(f"{name}, size {size}", loc="left", fontsize=10)
        if number // len(sizes) == len(runs) - 1:
            axes.set_xlabel("median anchored frequency (nodes)")
    return save(figure, context.out, "arxiv-medians")


EXPERIMENT = Experiment(
    "arxiv",
    "Does mining scale to a citation graph with hundreds of thousands of edges?",
    OTHERS,
    compute,
    report,
)
