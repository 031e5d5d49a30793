"""The method ``rand-esu``: a random part of the enumeration tree of ESU.

The tree of ESU has each connected node set once. A set of ``i`` nodes expands the share ``(1 - i / (k + 1)) ** tau`` of
its children, rounded up or down at random; ``k`` is the largest size. Every subgraph of a size is met with the same
known probability, so that counts are estimated without bias. Standard errors come from ``repetitions`` independent
walks from each root. For anchored patterns the score is the number of nodes that were met as the anchor, a lower bound.

With ``tau=None`` each size is sampled by itself, and ``tau`` is chosen for about ``samples`` subgraphs, from an
estimate of how many there are (:func:`chosen_tau`). If there are fewer than that, ``tau`` is 0: all of the tree is
visited and counts are exact.

The reported estimate of a candidate comes from a second sample that did not choose it (:func:`estimate`).

Cost: proportional to the number of subgraphs that are met. Results do not depend on the number of threads.

Time limit: the size that is being sampled has what was met so far, larger sizes have nothing, and the result is
incomplete.

Reference: Wernicke, "Efficient detection of network motifs", IEEE/ACM Transactions on Computational Biology and
Bioinformatics 2006.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer import _core
from spminer._util.options import option
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, estimate_subgraphs
from spminer.methods.base import Method, SearchResult, Settings
from spminer.methods.sampling import estimate_again, propose
from spminer.methods.size_loop import SizeStep, run_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Candidate, Task

__all__ = ["METHOD", "PAPER_TAU", "RandEsuSettings"]

MAX_SIZE = 32
PAPER_TAU = {"ENZYMES": 5.0, "COX2": 2.0, "MNRoads": 2.0, "COIL-DEL": 9.0}
"""``tau`` of the SPMiner paper by data set; 2.3 for ENZYMES in its experiment with sizes 5 and 6."""


@dataclass(frozen=True, slots=True)
class RandEsuSettings(Settings):
    """Settings of Rand-ESU.

    Examples
    --------
    >>> RandEsuSettings(tau=-1)
    Traceback (most recent call last):
    spminer.errors.UsageError: tau must be at least 0, not -1
    """

    tau: float | None = option(
        None,
        "How fast the expanded share of the tree shrinks with depth; 0 expands all of it. One walk then "
        "samples all sizes, as in the SPMiner paper, which takes 5 for ENZYMES (2.3 where it asks for sizes 5 "
        "and 6 only), 2 for COX2, 2 for MNRoads and 9 for COIL-DEL (``PAPER_TAU``). ``None`` samples every "
        "size by itself and chooses the value that gives about ``samples`` subgraphs, from an estimate of how "
        "many there are.",
        minimum=0,
    )
    samples: int = option(40_000, "Subgraphs to sample of each size, about; only where ``tau`` is ``None``.", minimum=1)
    repetitions: int = option(
        4, "Walks from each root, from which standard errors are estimated; at least 2.", minimum=2
    )
    memory_limit: int | None = option(None, "Bytes for the tables, or ``None`` for no limit.", minimum=1)


def search(task: Task, settings: RandEsuSettings, monitor: Monitor) -> SearchResult:
    """Walk the tree, for each size by itself or for all sizes at once.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer._util.monitor import Monitor
    >>> from spminer.methods.base import Task
    >>> found = search(Task.of(example(), sizes=(3,)), RandEsuSettings(samples=200), Monitor())
    >>> print(found.candidates[3][0].pattern)
    0-1,1-2@0
    """
    request = task.request

    def sample(sizes: tuple[int, ...]) -> SizeStep:
        control, tau = monitor.control(), _tau(task, settings, sizes)
        by_size, samples, complete = _walk(task, settings, sizes, tau, request.seed, control)
        candidates = {
            size: propose(task, classes, anchors_seen=True, exact=complete and tau == 0)
            for size, classes in zip(sizes, by_size, strict=True)
        }
        return SizeStep(candidates, sum(classes.classes for classes in by_size), sum(samples), control.stop_reason)

    groups = [(size,) for size in request.sizes] if settings.tau is None else [tuple(request.sizes)]
    steps = {f"rand-esu-size-{'-'.join(map(str, sizes))}": sizes for sizes in groups}
    return run_sizes(task, monitor, steps, sample, stage="sample")


def estimate(
    candidates: Sequence[Candidate], task: Task, settings: RandEsuSettings, monitor: Monitor
) -> list[Candidate]:
    """Estimate the graph-level frequencies of candidates by walks that did not choose them."""

    def sample(seed: int) -> tuple[_core.SampledClasses, None]:
        sizes = task.request.sizes
        by_size, _, _ = _walk(task, settings, sizes, _tau(task, settings, sizes), seed, monitor.control())
        return by_size[0], None

    return estimate_again(candidates, task, monitor, sample)


def _tau(task: Task, settings: RandEsuSettings, sizes: tuple[int, ...]) -> float:
    if settings.tau is not None:
        return settings.tau
    samples = settings.samples / settings.repetitions
    return chosen_tau(task.graphs, sizes[0], samples, task.request.seed, threads=task.request.threads)


def chosen_tau(graphs: GraphCollection, size: int, samples: float, seed: int, *, threads: int = 0) -> float:
    """The ``tau`` with which one walk meets about ``samples`` subgraphs of a size; 0 if there are no more than that.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> round(chosen_tau(example(), 5, 500, 0), 1), chosen_tau(example(), 3, 1000, 0)
    (1.3, 0.0)
    """
    subgraphs = _number_of_subgraphs(graphs, size, seed, threads)
    if subgraphs <= samples:
        return 0.0
    return math.log(samples / subgraphs) / math.log(_core.rand_esu_chance(size, size, 1.0))


def _number_of_subgraphs(graphs: GraphCollection, size: int, seed: int, threads: int) -> float:
    """An estimate; above the largest size that can be estimated, the last ratio of two sizes is extrapolated."""

    def estimate(nodes: int) -> float:
        return estimate_subgraphs(graphs, nodes, seed=seed, time_limit=None, threads=threads).value

    if size <= MAX_ENUMERATION_SIZE:
        return estimate(size)
    last, before = estimate(MAX_ENUMERATION_SIZE), estimate(MAX_ENUMERATION_SIZE - 1)
    return last * (last / before) ** (size - MAX_ENUMERATION_SIZE) if before else 0.0


def _walk(
    task: Task, settings: RandEsuSettings, sizes: tuple[int, ...], tau: float, seed: int, control: _core.Control
) -> tuple[list[_core.SampledClasses], list[int], bool]:
    """Classes by size, subgraphs met by size, and whether all walks ended by themselves."""
    return _core.sample_rand_esu(
        task.graphs.target(),
        list(sizes),
        control,
        tau=tau,
        repetitions=settings.repetitions if tau else 2,  # the whole tree: repetitions would be equal
        seed=seed,
        threads=task.request.threads,
        memory_limit=settings.memory_limit or 0,
    )


METHOD = Method(
    name="rand-esu",
    summary="walk a random part of the enumeration tree (Wernicke 2006)",
    settings=RandEsuSettings,
    search=search,
    estimate=estimate,
    sizes=range(2, MAX_SIZE + 1),
    guarantee="unbiased estimates of graph-level counts of node-induced patterns",
)
