"""Experiment 4: how time and frequency change with motif size, beside exact and sampling methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE
from spminer.paper.experiment import Experiment
from spminer.paper.figures import legend, method_style, panels, plot, save, shade
from spminer.paper.report import Cell, ExperimentResult, Table
from spminer.paper.runs import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from spminer.paper.experiment import ExperimentContext
    from spminer.paper.runs import MiningRun
    from spminer.results.frequency import FrequencyName

    Curves = dict[int | None, dict[int, MiningRun]]

__all__ = ["EXPERIMENT"]

METHODS = ("exact", "gspan", "gaston", "motivo", "grow", "greedy")
OURS = ("grow", "greedy")
SIZES, QUICK_SIZES = range(5, 21), range(3, 6)
OUR_SIZES = (5, 8, 11, 14, 17, 20)  # a search for one size passes through all smaller ones
LARGEST = {"exact": MAX_ENUMERATION_SIZE, "motivo": 12}
MEMORY_LIMIT = 20 * 10**9


def compute(context: ExperimentContext) -> dict[str, Curves]:
    """Mine one size after the other with each method until its time is over."""
    return {
        method: {seed: _curve(context, method, seed) for seed in context.seeds_of(method)}
        for method in context.methods(*METHODS)
    }


def report(context: ExperimentContext, curves: dict[str, Curves]) -> ExperimentResult:
    """Times and largest sizes, and a linear fit to the times of this package's methods."""
    times = {method: _by_size(by_seed, lambda run, _: run.seconds) for method, by_seed in curves.items()}
    fits = [
        (method, *linear_fit(middles), *exponential_fit(middles))
        for method in OURS
        if (middles := _middles(times.get(method, {})))
    ]
    rows: list[tuple[Cell, ...]] = [
        (method, size, spread, _medians(method, curves[method]).get(size), _finished(curves[method], size))
        for method, by_size in times.items()
        for size, spread in by_size.items()
    ]
    ended = [(method, _largest(by_seed)) for method, by_seed in curves.items()]
    tables = (
        Table(
            "runtime-sizes",
            "Seconds and median anchored frequency by size",
            ("method", "size", "seconds", "median", "finished"),
            tuple(rows),
        ),
        Table(
            "runtime-ends",
            f"Largest size finished within {context.seconds('runtime'):.0f} s for all sizes",
            ("method", "size"),
            tuple(ended),
        ),
        Table(
            "runtime-fit",
            "A line and an exponential through the times of ours, and the share of the variance that each explains",
            ("method", "seconds per node", "r squared (line)", "factor per node", "r squared (exponential)"),
            tuple(fits),
        ),
    )
    notes = (
        f"Every method has {context.seconds('runtime'):.0f} s for all sizes and 20 GB; the paper allowed an hour or "
        "two, and 50 GB.",
        "gSpan and Gaston count graphs that contain an edge-induced pattern, so their frequencies are no anchored "
        "ones and stand in no table beside them.",
    )
    return ExperimentResult(tables, (_draw(context, curves, times),), notes)


def _by_size(curves: Curves, measure: Callable[[MiningRun, int], float | None]) -> dict[int, Spread]:
    """A measure of the runs of each size, by seed."""
    return {
        size: Spread.of({seed: measure(curve[size], size) for seed, curve in curves.items() if size in curve})
        for size in sorted({size for curve in curves.values() for size in curve})
    }


def _medians(method: str, curves: Curves) -> dict[int, Spread]:
    return _by_size(curves, lambda run, size: run.median(size)) if _is_anchored(method) else {}


def _finished(curves: Curves, size: int) -> str:
    runs = [curve[size] for curve in curves.values() if size in curve]
    return f"{sum(run.complete for run in runs)} of {len(runs)}"


def _largest(curves: Curves) -> Spread:
    """The largest size that was finished, by seed."""
    ends = {
        seed: float(max((size for size, run in curve.items() if run.complete), default=0))
        for seed, curve in curves.items()
    }
    return Spread.of(ends)


def _middles(spreads: Mapping[int, Spread]) -> dict[int, float]:
    return {size: spread.middle for size, spread in spreads.items() if spread.middle is not None}


def _complete(curves: Curves) -> set[int]:
    """Sizes that most of their runs finished."""
    sizes = {size for curve in curves.values() for size in curve}
    runs = {size: [curve[size] for curve in curves.values() if size in curve] for size in sizes}
    return {size for size, found in runs.items() if 2 * sum(run.complete for run in found) > len(found)}


def _curve(context: ExperimentContext, method: str, seed: int | None) -> dict[int, MiningRun]:
    """Runs by size, until the time of the curve is over."""
    left, curve = context.seconds("runtime"), {}
    for size in context.full_or_quick(OUR_SIZES if method in OURS else SIZES, QUICK_SIZES):
        if size > LARGEST.get(method, size) or left <= 0:
            break
        # The limit does not depend on the time left, so that kept cells are found again.
        curve[size] = _mine_size(context, method, size, seed)
        left -= curve[size].seconds
        if not curve[size].complete:
            break
    return curve


def _mine_size(context: ExperimentContext, method: str, size: int, seed: int | None) -> MiningRun:
    frequency: FrequencyName = "anchored" if _is_anchored(method) else "transactions"
    options: dict[str, Any] = {} if _is_anchored(method) else {"induced": False}
    if method not in OURS:
        options["memory_limit"] = MEMORY_LIMIT
    if context.quick and frequency == "transactions":
        frequency = "images"  # the bundled data is one graph
    limit = context.seconds("runtime") / 2
    asked = {"frequency": frequency, "seconds": limit, "seed": seed, **options}
    return context.mine("runtime", context.dataset("ENZYMES"), method, (size,), **asked)


def _is_anchored(method: str) -> bool:
    return method not in ("gspan", "gaston")


def linear_fit(times: Mapping[int, float]) -> tuple[float, float]:
    """Slope of a line through times by size, and the share of their variance that it explains.

    >>> slope, share = linear_fit({5: 1.0, 6: 1.5, 7: 2.0})
    >>> round(slope, 3), round(share, 3)
    (0.5, 1.0)
    """
    if len(times) < 2:
        return 0.0, 0.0
    sizes, seconds = (np.array(values, dtype=np.float64) for values in (list(times), list(times.values())))
    slope, start = np.polyfit(sizes, seconds, 1)
    return float(slope), _explained(seconds, slope * sizes + start)


def exponential_fit(times: Mapping[int, float]) -> tuple[float, float]:
    """Factor per node of an exponential through times by size, and the share of their variance that it explains.

    It is fitted to the logarithms.

    >>> exponential_fit({5: 1.0, 6: 2.0, 7: 4.0})
    (2.0, 1.0)
    """
    if len(times) < 2:
        return 1.0, 0.0
    sizes, seconds = (np.array(values, dtype=np.float64) for values in (list(times), list(times.values())))
    rate, start = np.polyfit(sizes, np.log(seconds), 1)
    return round(float(np.exp(rate)), 9), _explained(seconds, np.exp(rate * sizes + start))


def _explained(values: NDArray[np.float64], fitted: NDArray[np.float64]) -> float:
    variance = float(((values - values.mean()) ** 2).sum())
    return round(1.0 - float(((values - fitted) ** 2).sum()) / variance, 9) if variance else 1.0


def _draw(context: ExperimentContext, curves: dict[str, Curves], times: dict[str, dict[int, Spread]]) -> str:
    """A column for each method: times above, frequencies below, with the best of all methods as an area."""
    title = "How do time and frequency change with motif size? ENZYMES"
    figure, grid = panels(2 * len(curves), columns=len(curves), title=title, size=(2.3, 2.2))
    medians = {method: _medians(method, by_seed) for method, by_seed in curves.items()}
    sizes = sorted({size for by_size in medians.values() for size in by_size})
    best = {size: max((by[size].middle or 0.0 for by in medians.values() if size in by), default=0.0) for size in sizes}
    for above, below, method in zip(grid, grid[len(curves) :], curves, strict=False):
        done = _complete(curves[method])
        plot(above, method, {size: spread for size, spread in times[method].items() if size in done})
        above.set(yscale="log", ylim=(0.01, 100), ylabel="time of one size (s)" if above is grid[0] else "")
        above.set_title(method_style(method).label, loc="left", fontsize=10)
        if not _is_anchored(method):
            below.set_axis_off()
            continue
        shade(below, best, "best of all methods")
        plot(below, method, {size: spread for size, spread in medians[method].items() if size in done})
        below.set(xlabel="motif size (nodes)", ylim=(0, 1.1 * max(best.values(), default=1.0)))
        below.set_ylabel("median frequency (nodes)" if method == next(iter(curves)) else "")
    for axes in grid:
        axes.set(xlim=(sizes[0] - 1, sizes[-1] + 1), xticks=context.full_or_quick((5, 10, 15, 20), tuple(QUICK_SIZES)))
    legend(figure, grid)
    return save(figure, context.out, "runtime-sizes")


EXPERIMENT = Experiment(
    "runtime",
    "How do time and frequency grow with motif size?",
    ("ENZYMES",),
    compute,
    report,
)
