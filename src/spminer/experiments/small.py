"""Experiment 1: whether the motifs found are truly the most frequent ones, by exact enumeration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.encoder.evaluation.evaluate import TOPS
from spminer.experiments import published
from spminer.experiments.budgets import CELL_S
from spminer.experiments.figures import from_zero, legend, panels, plot, save
from spminer.experiments.registry import Experiment, Outcome
from spminer.experiments.tables import Cell, Table

if TYPE_CHECKING:
    from spminer.experiments.context import Context
    from spminer.experiments.runs import Run

__all__ = ["EXPERIMENT"]

HitRates = dict[str, dict[int, float]]

METHODS = ("grow", "greedy", "beam", "mcts", "mfinder", "rand-esu")
SIZES, QUICK_SIZES = range(5, 11), range(3, 6)
HIT_SIZE, QUICK_HIT_SIZE = 6, 5


def run(context: Context) -> Outcome:
    """Compare every method with exact enumeration on ENZYMES."""
    data, sizes = context.dataset("ENZYMES"), context.pick(SIZES, QUICK_SIZES)
    size = context.pick(HIT_SIZE, QUICK_HIT_SIZE)
    truth = context.mine("small-truth", data, "exact", sizes, top=max(TOPS))
    runs = context.mine_each("small", data, context.methods(*METHODS), sizes, top=max(TOPS))
    # Sizes that enumeration did not finish have no truth to compare with.
    known = [size for size in sizes if truth.values(size)]
    own = context.mine_each("small", data, context.methods(*METHODS), (size,), top=max(TOPS), verified=False)
    hits = {
        "own ranking": _hits(own, truth, size),
        "verified": _hits(runs, truth, size),
        "paper": published.HIT_RATES,
    }
    figures = (_draw_hits(context, hits, size), _draw_frequencies(context, truth, runs))
    notes = [
        f"Enumerating sizes {sizes[0]} to {sizes[-1]} exactly took {truth.seconds:.0f} s"
        f"{'' if truth.complete else ' and was not finished'}; the paper gives {published.EXACT_ESU_HOURS:.0f} hours "
        "for sizes 5 and 6.",
        "Verified: every method's candidates are counted exactly and ranked by that. Own ranking: as the method itself "
        "ranks them, which is what the paper compares.",
    ]
    return Outcome((_hit_table(hits, size), *_frequency_tables(truth, runs, known)), figures, tuple(notes))


def _hits(runs: dict[str, Run], truth: Run, size: int) -> HitRates:
    return {method: {top: found.hits(truth, size, top) for top in TOPS} for method, found in runs.items()}


def _hit_table(hits: dict[str, HitRates], size: int) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (method, source, *(rates[top] for top in TOPS))
        for source, by_method in hits.items()
        for method, rates in by_method.items()
    )
    columns = ("method", "ranking", *(f"at {top}" for top in TOPS))
    return Table("small-hit-rate", f"Share of the best k that truly belong to them, size {size}", columns, rows)


def _frequency_tables(truth: Run, runs: dict[str, Run], sizes: list[int]) -> tuple[Table, Table]:
    every = {"exact": truth, **runs}
    medians = tuple((method, *(found.median(size) for size in sizes), found.seconds) for method, found in every.items())
    ranked = tuple(
        (method, size, rank, value)
        for method, found in every.items()
        for size in sizes
        for rank, value in enumerate(found.values(size)[:10], start=1)
    )
    columns = ("method", *(f"size {size}" for size in sizes), "seconds")
    return (
        Table("small-medians", "Median anchored frequency of the ten best motifs", columns, medians),
        Table(
            "small-frequencies",
            "Anchored frequency of each of the ten best",
            ("method", "size", "rank", "frequency"),
            ranked,
        ),
    )


def _draw_hits(context: Context, hits: dict[str, HitRates], size: int) -> str:
    figure, grid = panels(len(hits), title=f"How many of the true top k are found? Size {size}, ENZYMES")
    for axes, (source, rates) in zip(grid, hits.items(), strict=True):
        for method, points in rates.items():
            plot(axes, method, points)
        axes.set(xlabel="k", ylabel="hit rate at k", ylim=(0, 1.05), xticks=TOPS)
        axes.set_title(source, loc="left", fontsize=10)
    legend(figure, grid)
    return save(figure, context.out, "small-hit-rate")


def _draw_frequencies(context: Context, truth: Run, runs: dict[str, Run]) -> str:
    sizes = [size for size in context.pick((5, 6, 8, 10), QUICK_SIZES) if truth.values(size)]
    figure, grid = panels(len(sizes), columns=2, title="Are the ten best motifs as frequent as the true ones? ENZYMES")
    for axes, size in zip(grid, sizes, strict=True):
        for method, found in {**runs, "exact": truth}.items():
            plot(axes, method, dict(enumerate(found.values(size)[:10], start=1)))
        axes.set(xlabel="rank", ylabel="anchored frequency (nodes)", xticks=range(1, 11))
        from_zero(axes)
        axes.set_title(f"size {size}", loc="left", fontsize=10)
    legend(figure, grid)
    return save(figure, context.out, "small-frequencies")


EXPERIMENT = Experiment(
    "small",
    "Are motifs of 5 to 10 nodes the truly most frequent ones?",
    ("ENZYMES",),
    CELL_S["small-truth"] + 2 * len(METHODS) * CELL_S["small"],
    run,
)
