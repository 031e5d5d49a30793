"""The method ``motivo``: graph-level frequencies by color coding (Bressan, Leucci and Panconesi 2019).

The nodes get random colors, as many as a pattern has nodes. Trees of that size whose colors all differ are counted by
dynamic programming and drawn at random; the subgraph that a drawn tree spans is met once per spanning tree, which is
corrected, as is the probability of being colorful. Several colorings tell the standard errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer import _core
from spminer._util.validation import check_at_least
from spminer.errors import UsageError
from spminer.methods.base import Method, SearchResult
from spminer.methods.sampling import Sampled, estimate_again, propose, search_in_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Candidate, Task

__all__ = ["METHOD", "MotivoSettings"]


MAX_SIZE = 12


@dataclass(frozen=True, slots=True)
class MotivoSettings:
    """What can be set of color coding.

    Examples
    --------
    >>> MotivoSettings(colorings=1)
    Traceback (most recent call last):
    spminer.errors.UsageError: colorings must be at least 2, not 1
    """

    samples: int = 200_000
    """Trees drawn for each size and coloring."""
    colorings: int = 8
    """Independent colorings, from which standard errors are estimated; at least 2."""
    adaptive: bool = True
    """Draw every second part of the samples from the shape of tree that meets well-sampled classes least, which finds
    rare patterns; up to 8 nodes."""
    cover: int = 1000
    """Samples of a coloring from which a class is well sampled."""
    memory_limit: int | None = None
    """Bytes for the tables, or ``None`` for no limit."""

    def __post_init__(self) -> None:
        check_at_least(self, samples=1, colorings=2, cover=1, memory_limit=1)


def search(task: Task, settings: MotivoSettings, monitor: Monitor) -> SearchResult:
    """Sample size after size; the score is the estimated count, or for anchored patterns the number of nodes met.

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

    def sample(sizes: tuple[int]) -> Sampled:
        control = monitor.control()
        result = _color(task, settings, sizes[0], task.seed, control)
        candidates = propose(task, result.classes, anchors_seen=True, degrees=result.colorings - 1)
        return Sampled({sizes[0]: candidates}, result.samples, result.classes.classes, control.stop_reason)

    return search_in_groups(task, monitor, "motivo", [(size,) for size in task.sizes], sample)


def estimate(
    candidates: Sequence[Candidate], task: Task, settings: MotivoSettings, monitor: Monitor
) -> list[Candidate]:
    """Estimate the graph-level frequencies of candidates by colorings that did not choose them."""

    def sample(seed: int) -> tuple[_core.SampledClasses, int]:
        result = _color(task, settings, task.sizes[0], seed, monitor.control())
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
            anchors=task.objective == "anchored",
            seed=seed,
            threads=task.threads,
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
)
