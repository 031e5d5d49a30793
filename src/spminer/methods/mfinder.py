"""The method ``mfinder``: subgraphs grown along random edges.

A sample starts at a random node of a component that is large enough. Each further node is drawn with a probability
proportional to its number of edges into the sample. Hubs and dense parts are therefore met more often than other
subgraphs. As in the SPMiner paper, all samples count alike and the first node is the anchor; the score of a pattern is
its share of the samples.

With ``corrected`` each sample has the inverse of its probability as its weight, as in the original. Scores then
estimate graph-level frequencies without bias. This takes time ``2**size`` per sample, up to 16 nodes. There are no
intervals: in graphs with hubs a few samples with large weights decide, so that standard errors come out too small (95 %
intervals covered 71 to 97 %).

Time limit: the size that is being sampled has the samples drawn so far, larger sizes have none, and the result is
incomplete. Results do not depend on the number of threads.

Reference: Kashtan, Itzkovitz, Milo and Alon, "Efficient sampling algorithm for estimating subgraph concentrations and
detecting network motifs", Bioinformatics 2004.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer import _core
from spminer._util.options import option
from spminer.errors import UsageError
from spminer.methods.base import Method, SearchResult, Settings
from spminer.methods.sampling import propose
from spminer.methods.size_loop import SizeStep, run_sizes

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task

__all__ = ["METHOD", "MfinderSettings"]

MAX_CORRECTED_SIZE = 16


@dataclass(frozen=True, slots=True)
class MfinderSettings(Settings):
    """Settings of MFinder.

    Examples
    --------
    >>> MfinderSettings(samples=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: samples must be at least 1, not 0
    """

    samples: int = option(10_000, "Subgraphs drawn for each size.", minimum=1)
    corrected: bool = option(
        False,
        "Weigh each sample by the inverse of its probability, as the original does: scores are then estimates "
        "of graph-level frequencies without bias, and without an interval. Takes time 2**size per sample; up "
        "to 16 nodes.",
    )
    memory_limit: int | None = option(None, "Bytes for the tables, or ``None`` for no limit.", minimum=1)


def search(task: Task, settings: MfinderSettings, monitor: Monitor) -> SearchResult:
    """Sample each size by itself.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer._util.monitor import Monitor
    >>> from spminer.methods.base import Task
    >>> found = search(Task.of(example(), sizes=(3,)), MfinderSettings(), Monitor())
    >>> [str(candidate.pattern) for candidate in found.candidates[3]]
    ['0-1,1-2@0', '0-1,0-2,1-2@0', '0-1,0-2@0']
    """
    request = task.request
    if settings.corrected and request.sizes[-1] > MAX_CORRECTED_SIZE:
        raise UsageError(
            f"corrected samples have sizes 2 to {MAX_CORRECTED_SIZE}, not {request.sizes[-1]}; ask for those, or for "
            "samples that are not corrected"
        )

    def sample(sizes: tuple[int, ...]) -> SizeStep:
        control = monitor.control()
        classes, drawn, _ = _core.sample_mfinder(
            task.graphs.target(),
            sizes[0],
            control,
            samples=settings.samples,
            corrected=settings.corrected,
            seed=request.seed,
            threads=request.threads,
            memory_limit=settings.memory_limit or 0,
        )
        candidates = propose(task, classes, intervals=False)
        return SizeStep({sizes[0]: candidates}, classes.classes, drawn, control.stop_reason)

    steps = {f"mfinder-size-{size}": (size,) for size in request.sizes}
    return run_sizes(task, monitor, steps, sample, stage="sample")


METHOD = Method(
    name="mfinder",
    summary="sample subgraphs along random edges (Kashtan et al. 2004)",
    settings=MfinderSettings,
    search=search,
    guarantee="proposals are verified; with `--set corrected=true` (to 16 nodes) scores estimate without bias",
    presets={"paper": {"own_ranking": True}},
)
