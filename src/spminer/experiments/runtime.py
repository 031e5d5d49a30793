"""Experiment 4: how time and frequency change with the size of the motifs, against exact and sampling methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.enumeration.engines import MAX_ENUMERATION_SIZE
from spminer.experiments.budgets import CELL_S
from spminer.experiments.figures import from_zero, legend, panels, plot, save
from spminer.experiments.registry import Experiment, Outcome
from spminer.experiments.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.experiments.context import Context
    from spminer.experiments.runs import Run
    from spminer.frequencies import Objective

__all__ = ["EXPERIMENT"]

METHODS = ("exact", "gspan", "gaston", "motivo", "grow", "greedy")
OURS = ("grow", "greedy")
SIZES, QUICK_SIZES = range(5, 21), range(3, 6)
OUR_SIZES = (5, 8, 11, 14, 17, 20)  # a search for one size passes through all smaller ones: few tell enough
LARGEST = {"exact": MAX_ENUMERATION_SIZE, "motivo": 12}
MEMORY_LIMIT = 20 * 10**9


def run(context: Context) -> Outcome:
    """Ask each method for one size after the other until its time is over."""
    curves = {method: _curve(context, method) for method in context.methods(*METHODS)}
    fits = [(method, *linear_fit(times)) for method in OURS if (times := _times(curves.get(method, {})))]
    rows = tuple(
        (method, size, found.seconds, found.median(size) if _is_anchored(method) else None, found.complete)
        for method, curve in curves.items()
        for size, found in curve.items()
    )
    ended = {
        method: max((s for s, found in curve.items() if found.complete), default=0) for method, curve in curves.items()
    }
    tables = (
        Table(
            "runtime-sizes",
            "Seconds and median anchored frequency by size",
            ("method", "size", "seconds", "median", "finished"),
            rows,
        ),
        Table(
            "runtime-ends",
            f"Largest size finished within {context.seconds('runtime'):.0f} s for all sizes",
            ("method", "size"),
            tuple(ended.items()),
        ),
        Table(
            "runtime-fit", "Line through the times of ours", ("method", "seconds per node", "r squared"), tuple(fits)
        ),
    )
    notes = (
        f"Every method has {context.seconds('runtime'):.0f} s for all sizes and 20 GB; the paper allowed an hour or "
        "two, and 50 GB.",
        "gSpan and Gaston count graphs that contain an edge-induced pattern, so their frequencies are no anchored "
        "ones and stand in no table beside them.",
    )
    return Outcome(tables, (_draw(context, curves),), notes)


def _curve(context: Context, method: str) -> dict[int, Run]:
    """Runs by size; the last one is that which the time of the curve cut short."""
    left, curve = context.seconds("runtime"), {}
    for size in context.pick(OUR_SIZES if method in OURS else SIZES, QUICK_SIZES):
        if size > LARGEST.get(method, size) or left <= 0:
            break
        # A limit that is the same in every call, so that kept cells are found again.
        curve[size] = _one(context, method, size)
        left -= curve[size].seconds
        if not curve[size].complete:
            break
    return curve


def _one(context: Context, method: str, size: int) -> Run:
    frequency: Objective = "anchored" if _is_anchored(method) else "transactions"
    options: dict[str, Any] = {} if _is_anchored(method) else {"induced": False}
    if method not in OURS:
        options["memory_limit"] = MEMORY_LIMIT
    if context.quick and frequency == "transactions":
        frequency = "images"  # the bundled data is one graph
    limit = context.seconds("runtime") / 2
    return context.mine(
        "runtime", context.dataset("ENZYMES"), method, (size,), frequency=frequency, seconds=limit, **options
    )


def _is_anchored(method: str) -> bool:
    return method not in ("gspan", "gaston")


def _times(curve: Mapping[int, Run]) -> dict[int, float]:
    return {size: found.seconds for size, found in curve.items() if found.complete}


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
    variance = float(((seconds - seconds.mean()) ** 2).sum())
    unexplained = float(((seconds - slope * sizes - start) ** 2).sum())
    return float(slope), 1.0 - unexplained / variance if variance else 1.0


def _draw(context: Context, curves: dict[str, dict[int, Run]]) -> str:
    figure, (left, right) = panels(2, title="How do time and frequency change with motif size? ENZYMES")
    for method, curve in curves.items():
        plot(left, method, {size: found.seconds for size, found in curve.items() if found.complete})
        if _is_anchored(method):
            plot(right, method, {size: found.median(size) for size, found in curve.items() if found.complete})
    left.set(xlabel="motif size (nodes)", ylabel="time of one size (s)", yscale="log")
    right.set(xlabel="motif size (nodes)", ylabel="median anchored frequency (nodes)")
    from_zero(right)
    for axes in (left, right):
        axes.set_xticks(context.pick(OUR_SIZES, tuple(QUICK_SIZES)))
    legend(figure, (left, right))
    return save(figure, context.out, "runtime-sizes")


EXPERIMENT = Experiment(
    "runtime",
    "How do time and frequency grow with motif size?",
    ("ENZYMES",),
    # Sizes that are done in time, and one more that is not.
    len(METHODS) * CELL_S["runtime"] * 1.5,
    run,
)
