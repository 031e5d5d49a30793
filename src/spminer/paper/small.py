"""Experiment 1: are the motifs that methods find truly the most frequent ones? Compared with exact enumeration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer.encoder.evaluation.evaluate import TOPS
from spminer.paper import published
from spminer.paper.experiment import Experiment
from spminer.paper.figures import SHADE, bars_with_range, legend, method_style, panels, plot, save
from spminer.paper.learning import mine_by_scores
from spminer.paper.report import Cell, ExperimentResult, Table

if TYPE_CHECKING:
    from spminer.paper.experiment import ExperimentContext
    from spminer.paper.runs import MiningRun, RunsBySeed, Spread

__all__ = ["EXPERIMENT"]

HitRates = dict[str, dict[int, "Spread | float"]]

METHODS = ("grow", "greedy", "beam", "mcts", "mfinder", "rand-esu")
SIZES, QUICK_SIZES = range(5, 11), range(3, 6)
HIT_SIZE, QUICK_HIT_SIZE = 6, 5
BEST = 10  # motifs of a size that are compared rank by rank

_SOURCES = {"own ranking": "#6b7f9e", "verified": "#1f4fa3", "paper": "#d9a400"}


@dataclass(frozen=True, slots=True)
class Computed:
    """The run of exact enumeration, and those of each method: by counts, by its own ranking, by the preset ``paper``.

    ``controls`` has the own rankings of greedy walks by what scores a pattern.
    """

    truth: MiningRun
    runs: dict[str, RunsBySeed]
    own: dict[str, RunsBySeed]
    paper: dict[str, RunsBySeed]
    controls: dict[str, RunsBySeed]


def compute(context: ExperimentContext) -> Computed:
    """Mine ENZYMES by exact enumeration and by every method."""
    data, sizes = context.dataset("ENZYMES"), context.full_or_quick(SIZES, QUICK_SIZES)
    size, methods = context.full_or_quick(HIT_SIZE, QUICK_HIT_SIZE), context.methods(*METHODS)
    return Computed(
        context.mine("small-truth", data, "exact", sizes, top=max(TOPS)),
        context.mine_each("small", data, methods, sizes, top=max(TOPS)),
        context.mine_each("small", data, methods, (size,), top=max(TOPS), ranking="own"),
        context.mine_each("small", data, context.methods("greedy", "mcts"), (size,), top=max(TOPS), ranking="paper"),
        mine_by_scores(context, "small", data, (size,), top=max(TOPS)),
    )


def report(context: ExperimentContext, found: Computed) -> ExperimentResult:
    """Hit rates and frequencies of every method beside exact enumeration."""
    truth, sizes, size = (
        found.truth,
        context.full_or_quick(SIZES, QUICK_SIZES),
        context.full_or_quick(HIT_SIZE, QUICK_HIT_SIZE),
    )
    # Enumeration may not have finished all sizes.
    known = [size for size in sizes if truth.values(size)]
    hits: dict[str, HitRates] = {
        "own ranking": _hits(found.own, truth, size),
        "verified": _hits(found.runs, truth, size),
        "preset paper": _hits(found.paper, truth, size),
        "controls": {f"greedy by {score}": rates for score, rates in _hits(found.controls, truth, size).items()},
        "paper": {method: dict(rates) for method, rates in published.HIT_RATES.items()},
    }
    figures = (_draw_hits(context, hits, size), _draw_frequencies(context, truth, found.runs))
    notes = (
        f"Enumerating sizes {sizes[0]} to {sizes[-1]} exactly took {truth.seconds:.0f} s"
        f"{'' if truth.complete else ' and was not finished'}; the paper gives {published.EXACT_ESU_HOURS:.0f} hours "
        "for sizes 5 and 6.",
        "Verified: every method's candidates are counted exactly and ranked by that. Own ranking: as the method itself "
        "ranks them, which is what the paper compares. Preset paper: its own model and settings, motifs ranked by how "
        "many walks met them. Controls: greedy walks by other scores, own ranking; a score that has learned nothing "
        "may reach the same rates at this size.",
        "The walks use the default model, `real`, which has seen graphs of ENZYMES in training; walks by models that "
        "have not are in `learning`.",
    )
    return ExperimentResult((_hit_table(hits, size), *_frequency_tables(truth, found.runs, known)), figures, notes)


def _hits(runs: dict[str, RunsBySeed], truth: MiningRun, size: int) -> HitRates:
    return {
        method: {top: found.spread(lambda run, top=top: run.hits(truth, size, top)) for top in TOPS}  # type: ignore[misc]
        for method, found in runs.items()
    }


def _hit_table(hits: dict[str, HitRates], size: int) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (method, source, *(rates[top] for top in TOPS))
        for source, by_method in hits.items()
        for method, rates in by_method.items()
    )
    columns = ("method", "ranking", *(f"at {top}" for top in TOPS))
    return Table("small-hit-rate", f"Share of the best k that truly belong to them, size {size}", columns, rows)


def _frequency_tables(truth: MiningRun, runs: dict[str, RunsBySeed], sizes: list[int]) -> tuple[Table, Table]:
    exact: tuple[Cell, ...] = ("exact", *(truth.median(size) for size in sizes), round(truth.seconds, 1))
    medians = [exact]
    medians += [(method, *map(found.median, sizes), found.seconds) for method, found in runs.items()]
    ranked: list[tuple[Cell, ...]] = [
        ("exact", size, rank, value) for size in sizes for rank, value in enumerate(truth.values(size)[:BEST], start=1)
    ]
    ranked += [
        (method, size, rank, _at_rank(found, size, rank))
        for method, found in runs.items()
        for size in sizes
        for rank in range(1, BEST + 1)
    ]
    columns = ("method", *(f"size {size}" for size in sizes), "seconds")
    return (
        Table("small-medians", "Median anchored frequency of the ten best motifs", columns, tuple(medians)),
        Table(
            "small-frequencies",
            "Anchored frequency of each of the ten best",
            ("method", "size", "rank", "frequency"),
            tuple(ranked),
        ),
    )


def _at_rank(found: RunsBySeed, size: int, rank: int) -> Spread:
    """The frequency of the motif of that rank, by seed."""
    return found.spread(lambda run: dict(enumerate(run.values(size), start=1)).get(rank))


def _draw_hits(context: ExperimentContext, hits: dict[str, HitRates], size: int) -> str:
    """A panel for each method, with bars of the sources side by side."""
    methods = list(dict.fromkeys(method for source in _SOURCES for method in hits[source]))
    methods.sort(key=lambda method: method == "SPMiner")
    figure, grid = panels(
        len(methods), columns=4, title=f"How many of the true top k are found? Size {size}, ENZYMES", size=(3.2, 2.4)
    )
    for axes, method in zip(grid, methods, strict=True):
        for place, source in enumerate(_SOURCES):
            rates = hits[source]
            points = [rates.get(method, {}).get(top) for top in TOPS]
            xs = [number + 0.27 * (place - 1) for number in range(len(TOPS))]
            bars_with_range(axes, xs, points, width=0.24, color=_SOURCES[source], label=source)
        axes.set(xlabel="k", ylabel="hit rate at k", ylim=(0, 1.08), xlim=(-0.6, len(TOPS) - 0.4))
        axes.set_xticks(range(len(TOPS)), [str(top) for top in TOPS])
        axes.set_title(method_style(method).label, loc="left", fontsize=10)
    legend(figure, grid)
    return save(figure, context.out, "small-hit-rate")


def _draw_frequencies(context: ExperimentContext, truth: MiningRun, runs: dict[str, RunsBySeed]) -> str:
    """A row of panels for each method, a column for each size, with the true frequencies as bars."""
    sizes = [size for size in context.full_or_quick((5, 6, 8, 10), QUICK_SIZES) if truth.values(size)]
    title = "Are the ten best motifs as frequent as the true ones? ENZYMES"
    figure, grid = panels(len(runs) * len(sizes), columns=len(sizes), title=title, size=(2.7, 1.75))
    for number, axes in enumerate(grid):
        method, size = list(runs)[number // len(sizes)], sizes[number % len(sizes)]
        values = truth.values(size)[:BEST]
        axes.bar(range(1, len(values) + 1), values, color=SHADE, width=0.8, label="exact")
        plot(axes, method, {rank: _at_rank(runs[method], size, rank) for rank in range(1, len(values) + 1)})
        axes.set(ylim=(0, 1.1 * max(values)), xticks=(1, 4, 7, 10))
        axes.set_title(f"{method_style(method).label}, size {size}", loc="left", fontsize=9)
        if number % len(sizes) == 0:
            axes.set_ylabel("anchors (nodes)")
        if number // len(sizes) == len(runs) - 1:
            axes.set_xlabel("rank")
    legend(figure, grid)
    return save(figure, context.out, "small-frequencies")


EXPERIMENT = Experiment(
    "small",
    "Are motifs of 5 to 10 nodes the truly most frequent ones?",
    ("ENZYMES",),
    compute,
    report,
)
