"""The method ``motivo``: graph-level frequencies by color coding.

For each size and coloring:

1. The nodes get random colors, as many as a pattern has nodes.
2. Trees of that size whose colors all differ are counted by dynamic programming, and ``samples`` of them are drawn at
   random.
3. The subgraph that a drawn tree spans is met once per spanning tree. Counts are divided by the number of spanning
   trees and by the probability that a node set is colorful.
4. With ``adaptive`` (up to 8 nodes), every second part of the samples comes from the tree shape that meets well-sampled
   classes least, which finds rare patterns.

Estimates are the mean over the colorings, without bias; standard errors come from their spread. For anchored patterns
the score is the number of nodes that were met as the anchor, a lower bound. The reported estimate of a candidate comes
from colorings that did not choose it (:func:`estimate`).

Time limit: a size that is stopped has the colorings that were finished, larger sizes have nothing, and the result is
incomplete. Results do not depend on the number of threads.

Reference: Bressan, Leucci and Panconesi, "Motivo: fast motif counting via succinct color coding and adaptive sampling",
PVLDB 2019.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer import _core
from spminer._util.options import option
from spminer.errors import UsageError
from spminer.methods.base import Method, SearchResult, Settings
from spminer.methods.sampling import estimate_again, propose
from spminer.methods.size_loop import SizeStep, run_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Candidate, Task

__all__ = ["METHOD", "MotivoSettings"]

MAX_SIZE = 12


@dataclass(frozen=True, slots=True)
class MotivoSettings(Settings):
    """Settings of color coding.

    Examples
    --------
    >>> MotivoSettings(colorings=1)
    Traceback (most recent call last):
    spminer.errors.UsageError: colorings must be at least 2, not 1
    """

    samples: int = option(200_000, "Trees drawn for each size and coloring.", minimum=1)
    colorings: int = option(
        8, "Independent colorings, from which standard errors are estimated; at least 2.", minimum=2
    )
    adaptive: bool = option(
        True,
        "Draw every second part of the samples from the shape of tree that meets well-sampled classes least, "
        "which finds rare patterns; up to 8 nodes.",
    )
    cover: int = option(1000, "Samples of a coloring from which a class is well sampled.", minimum=1)
    memory_limit: int | None = option(None, "Bytes for the tables, or ``None`` for no limit.", minimum=1)


def search(task: Task, settings: MotivoSettings, monitor: Monitor) -> SearchResult:
    """Sample each size by itself.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer._util.monitor import Monitor
    >>> from spminer.methods.base import Task
    >>> found = search(Task.of(example(), sizes=(3,), frequency="graph"), MotivoSettings(samples=1000), Monitor())
    >>> triangle = found.candidates[3][1]
    >>> print(triangle.pattern, triangle.known["graph"].low < 45 < triangle.known["graph"].high)
    0-1,0-2,1-2 True
    """

    def sample(sizes: tuple[int, ...]) -> SizeStep:
        control = monitor.control()
        result = _color(task, settings, sizes[0], task.request.seed, control)
        candidates = propose(task, result.classes, anchors_seen=True, degrees=result.colorings - 1)
        return SizeStep({sizes[0]: candidates}, result.classes.classes, result.samples, control.stop_reason)

    steps = {f"motivo-size-{size}": (size,) for size in task.request.sizes}
    return run_sizes(task, monitor, steps, sample, stage="sample")


def estimate(
    candidates: Sequence[Candidate], task: Task, settings: MotivoSettings, monitor: Monitor
) -> list[Candidate]:
    """Estimate the graph-level frequencies of candidates by colorings that did not choose them."""

    def sample(seed: int) -> tuple[_core.SampledClasses, int]:
        result = _color(task, settings, task.request.sizes[0], seed, monitor.control())
        return result.classes, result.colorings - 1

    return estimate_again(candidates, task, monitor, sample)


def _color(task: Task, settings: MotivoSettings, size: int, seed: int, control: _core.Control) -> _core.ColorCoding:
    try:
        return _core.sample_motivo(
            task.graphs.target(),
            size,
            control,
            samples=settings.samples,
            colorings=settings.colorings,
            adaptive=settings.adaptive,
            cover=settings.cover,
            anchors=task.request.frequency == "anchored",
            seed=seed,
            threads=task.request.threads,
            memory_limit=settings.memory_limit or 0,
        )
    except OverflowError as error:
        raise UsageError(f"{error} of size {size}; ask for smaller sizes") from error


METHOD = Method(
    name="motivo",
    summary="estimate graph-level frequencies by color coding (Bressan et al. 2019)",
    settings=MotivoSettings,
    search=search,
    estimate=estimate,
    sizes=range(2, MAX_SIZE + 1),
    guarantee="unbiased estimates of graph-level counts of node-induced patterns",
    presets={"paper": {"samples": 1_250_000, "own_ranking": True}},  # 10^7 samples over eight colorings
)
