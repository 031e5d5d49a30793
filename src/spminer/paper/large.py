"""Experiment 3: how frequent the large motifs are that each method finds.

Each method is measured three ways: its candidates counted and ranked by counts (``counts``); its own ten counted
(``own``), which is what the paper compares; and the paper's own configuration (``paper``): the preset of that name,
and the paper's ``tau`` for Rand-ESU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.methods.rand_esu import PAPER_TAU
from spminer.paper import published
from spminer.paper.experiment import Experiment
from spminer.paper.figures import legend, method_style, panels, plot, save, shade
from spminer.paper.report import Cell, ExperimentResult, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.paper.experiment import ExperimentContext, Ranking
    from spminer.paper.runs import RunsBySeed
    from spminer.results.frequency import FrequencyName

    Runs = dict[tuple[str, FrequencyName], dict[tuple[str, Ranking], RunsBySeed]]

__all__ = ["EXPERIMENT"]

METHODS = ("grow", "greedy", "beam", "mcts", "mlp", "mfinder", "rand-esu")
OWN = METHODS[1:]  # growth ranks by counts itself
PAPER = ("greedy", "mcts", "mlp", "mfinder")
DATA = ("ENZYMES", "COX2", "MSRC_9", "COIL-DEL", "MNRoads")
GRAPH_LEVEL = "ENZYMES"
SIZES, QUICK_SIZES = range(5, 21), range(4, 7)


def compute(context: ExperimentContext) -> Runs:
    """Mine every data set with every method and ranking, and ENZYMES also by graph-level frequency."""
    sizes, methods = context.full_or_quick(SIZES, QUICK_SIZES), context.methods(*METHODS)
    names = context.full_or_quick(DATA, DATA[:1])
    found: Runs = {}
    for name in names:
        data, runs = context.dataset(name), found.setdefault((name, "anchored"), {})
        rankings: tuple[tuple[Ranking, tuple[str, ...]], ...] = (("counts", METHODS), ("own", OWN), ("paper", PAPER))
        for ranking, some in rankings:
            by_method = context.mine_each("large", data, context.methods(*some), sizes, ranking=ranking)
            runs |= {(method, ranking): by_seed for method, by_seed in by_method.items()}
        if name in PAPER_TAU:
            by_method = context.mine_each(
                "large", data, context.methods("rand-esu"), sizes, ranking="paper", tau=PAPER_TAU[name]
            )
            runs |= {(method, "paper"): by_seed for method, by_seed in by_method.items()}
    data = context.dataset(GRAPH_LEVEL)
    by_method = context.mine_each("large-graph", data, methods, sizes, frequency="graph")
    found[GRAPH_LEVEL, "graph"] = {(method, "counts"): by_seed for method, by_seed in by_method.items()}
    return found


def report(context: ExperimentContext, runs: Runs) -> ExperimentResult:
    """Medians by size, time and effort."""
    sizes = context.full_or_quick(SIZES, QUICK_SIZES)
    tables = [_medians(name, frequency, sizes, by_method) for (name, frequency), by_method in runs.items()]
    notes = (
        "The work of each method is fixed by its settings, not by a clock. Ranked by counts: the candidates of all "
        "methods are counted exactly and the best ten are taken. Own: the ten that the method itself ranks best, "
        "counted. Paper: the configuration of the paper (preset `paper`, its tau for Rand-ESU), own ranking.",
        f"A run ends after {context.seconds('large'):.0f} s; the column *ended early* counts those. Where a median is "
        "missing, the method found nothing of that size by then, or most of it was not counted.",
        "The walks use the default model, `real`, which has seen graphs of these five data sets in training; walks by "
        "models that have not are in `learning`.",
        "COIL-DEL is the set of its 3,133 non-isomorphic graphs; the complete set has 3,900.",
    )
    return ExperimentResult((*tables, _costs(runs)), (_draw(context, sizes, runs),), notes)


def _medians(name: str, frequency: str, sizes: Sequence[int], runs: dict[tuple[str, Ranking], RunsBySeed]) -> Table:
    rows: list[tuple[Cell, ...]] = [(*key, *map(found.median, sizes)) for key, found in runs.items()]
    title = f"{name}: median {frequency} frequency of ten motifs by size"
    return Table(f"large-{name}-{frequency}", title, ("method", "ranked by", *map(str, sizes)), tuple(rows))


def _costs(runs: Runs) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for (name, frequency), by_method in runs.items():
        for (method, ranking), found in by_method.items():
            paper = {} if frequency == "graph" else {"mfinder": "mfinder", "rand-esu": "rand-esu", "greedy": "SPMiner"}
            seconds, sampled = (
                table.get(paper.get(method, ""), {}).get(name) for table in (published.RUNTIMES_S, published.SAMPLED)
            )
            seen = (found.spread(lambda run: run.patterns), found.spread(lambda run: run.uncertain()))
            early = sum(not run.complete for run in found.by_seed.values())
            facts = (found.seconds, seconds, found.first.sampled, sampled, *seen, early)
            rows.append((name, frequency, method, ranking, *facts))
    columns = ("data set", "frequency", "method", "ranked by", "seconds", "seconds (paper)", "sampled")
    more = ("sampled (paper)", "patterns seen", "not exact", "ended early")
    return Table("large-costs", "Time and subgraphs sampled", (*columns, *more), tuple(rows))


def _draw(context: ExperimentContext, sizes: Sequence[int], runs: Runs) -> str:
    """A row of panels for each data set, a column for each method, with the best of all methods as an area."""
    title = "Who finds the most frequent motifs? Median of the ten best by counts (higher is better)"
    methods = [method for method, ranking in next(iter(runs.values())) if ranking == "counts"]
    figure, grid = panels(len(runs) * len(methods), columns=len(methods), title=title, size=(2.1, 1.7))
    cells = [(key, method) for key in runs for method in methods]
    for axes, ((name, frequency), method) in zip(grid, cells, strict=True):
        medians = {one: {size: runs[name, frequency][one, "counts"].median(size) for size in sizes} for one in methods}
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
    "Which method finds the most frequent motifs of 5 to 20 nodes?",
    DATA,
    compute,
    report,
)
