"""The public function :func:`spminer.mine`: a facade over request, plan and run."""

from __future__ import annotations

import inspect
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.validation import check_names, name_meant, validate_arguments
from spminer.cluster import run_monitor
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.statistics import component_sizes
from spminer.methods.registry import expand_preset, get_method, method_names, setting_names
from spminer.mining.run import open_task, plan, run
from spminer.results.request import AUTO, MiningRequest
from spminer.significance.comparison import other_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results import MotifSet
    from spminer.results.frequency import FrequencyName
    from spminer.results.request import Alternative, Plan, Verification

__all__ = ["default_sizes", "mine", "mine_request"]


@validate_arguments
def mine(
    graph: Any,
    sizes: int | str | Iterable[int] | None = None,
    top: int = 10,
    *,
    method: str = AUTO,
    preset: str | None = None,
    frequency: FrequencyName | tuple[FrequencyName, ...] = "anchored",
    induced: bool = True,
    seed: int = 0,
    threads: int = 0,
    device: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    merge_anchors: bool = False,
    support: float | None = None,
    closed: bool = False,
    maximal: bool = False,
    distinct: bool = False,
    examples: int = 1,
    verify: bool | Verification = True,
    against: str | GraphCollection | None = None,
    null_samples: int | None = None,
    alternative: Alternative = "two-sided",
    monitor: Monitor | None = None,
    cluster: Any = None,
    progress: bool | None = None,
    **settings: Any,
) -> MotifSet:
    """Find the most frequent patterns of each size.

    Parameters
    ----------
    graph
        The target: a collection, what :func:`spminer.read` can read, or graphs and tables of other libraries
        (networkx, igraph, PyG, DGL, SciPy, pandas, polars, Arrow, rustworkx, graph-tool).
    sizes
        Numbers of nodes: one, several, or a text such as ``"5-20"``. By default 5 to 20, as far as connected parts of
        the graph are so large; from 3 on where none has 5 nodes.
    top
        How many motifs of each size to report.
    method
        Name of a method; ``"auto"`` enumerates the sizes that are few enough, and searches the rest.
    preset
        Named settings of a method. ``"paper"`` searches as the SPMiner paper does: its own model and neighborhoods,
        motifs ranked by how many walks met them, and counted without changing that order. Methods that have it: greedy
        (the default then), beam, mcts, mlp, mfinder, motivo. What is set besides wins.
    frequency
        What ranks: ``"anchored"`` (Definition 1), ``"graph"`` (Definition 2), ``"transactions"`` (graphs of the
        collection that contain the pattern) or ``"images"`` (minimum image support). ``("anchored", "graph")`` ranks
        by the first and counts the node sets of the reported motifs too.
    induced
        Whether patterns are node-induced; otherwise edge-induced: further edges between their nodes are allowed.
    seed
        Seed of everything drawn at random.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    device
        Where a neural search embeds patterns and compares them: ``"cpu"``, ``"cuda"`` (a GPU, by torch) or ``"auto"``,
        the GPU where torch is installed and finds one.
    time_limit
        Seconds for the whole run. A run that reaches it is ``"partial"``.
    memory_limit
        Bytes for the tables that a method keeps (enumeration, growth, samplers, gSpan, Gaston); one without tables
        refuses it. The interpreter, the graphs and the result come on top: a process belongs to its caller. The verb
        ``mine``, whose process it is, bounds all of it by ``--memory-limit``.
    checkpoint, resume
        Folder for states of the run, and whether to go on with the run whose states are there.
    merge_anchors
        Report each pattern once, with its most frequent anchor.
    support
        Least frequency of a motif: a number (above 1), or a share (up to 1) of the nodes, of transactions of the
        graphs. ``None`` for any.
    closed
        Only motifs that no larger pattern equals in frequency.
    maximal
        Only motifs that no larger pattern with the least frequency (``support``) contains.
    distinct
        Motifs that each cover most of what those before leave uncovered, in that order.
    examples
        How many embeddings to report with each motif.
    verify
        Whether, or how, candidates are counted. Exact enumeration needs no verification.
    against
        Rank by surprise instead of frequency, compared with: a null model (``"degree"``, ``"reciprocal"``,
        ``"labels"``, ``"joint-degree"``, ``"clustering"``, ``"er"``), another graph (a collection, or what
        :func:`spminer.read` can read), or a class of the same collection beside another, as ``"class:A,B"``.
    null_samples
        Samples of the null model. By default 100, and up to 1,000 where all patterns of a size are compared and the
        samples take little time, by estimated steps; 100 in a run with a time limit.
    alternative
        ``"greater"``: only motifs that are more frequent than expected; ``"less"``: less; ``"two-sided"``: both.
    monitor
        Watches and stops the run from another thread; carries the time limit.
    cluster
        A Dask cluster that does the work: the address of its scheduler or ``"local:4"``, its client
        (``dask.distributed.Client``) or an executor (:mod:`spminer.cluster`); ``None`` for this process alone.
        The result does not depend on it.
    progress
        Whether to show progress after two seconds: a bar in a terminal or a notebook, lines elsewhere. ``None`` shows a
        bar where there is a terminal or a notebook, and nothing elsewhere or with a ``monitor``.
    **settings
        Settings of the method by name, such as ``beam=100`` of ``"grow"``.

    Returns
    -------
    MotifSet
        Motifs by size and rank.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> result = spminer.mine(example(), sizes="3-4", top=1)
    >>> for motif in result:
    ...     print(motif.size, motif.id, motif.anchored_frequency.value, motif.proven)
    3 0-1,1-2@0 34 True
    4 0-1,1-2,2-3@0 34 True
    """
    _check_misspelt(settings)
    if preset is not None:
        method, settings, verify = expand_preset(preset, method, settings, verify)
    # Every parameter that has the name of an option is that option; a test holds the two together.
    request = MiningRequest.from_options(**{**MiningRequest.select_options(locals()), "against": other_name(against)})
    with run_monitor(monitor, time_limit, cluster, progress) as watch:
        graphs = as_collection(graph, monitor=watch)
        request = replace(request, time_limit=watch.time_limit)
        if sizes is None:
            request = request.for_sizes(default_sizes(graphs))
        return mine_request(graphs, request, watch, against=against, checkpoint=checkpoint, resume=resume)


_LARGE = 100_000  # nodes, among which connected parts are not looked for


def default_sizes(graphs: GraphCollection) -> tuple[int, ...]:
    """The sizes of a run that names none: 5 to 20, as far as connected parts of the graphs are so large.

    >>> from spminer.datasets import example
    >>> from spminer import from_edges
    >>> default_sizes(example())[-1], default_sizes(from_edges([(0, 1), (1, 2), (2, 3)]))
    (20, (3, 4))
    """
    sizes = np.diff(graphs.graph_offsets) if graphs.num_nodes > _LARGE else component_sizes(graphs)
    largest = int(sizes.max(initial=2))
    usual = MiningRequest().sizes
    return tuple(size for size in usual if size <= largest) or tuple(range(min(3, largest), largest + 1)) or (2,)


def mine_request(
    graphs: GraphCollection,
    request: MiningRequest,
    monitor: Monitor,
    *,
    against: str | GraphCollection | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    announce: Callable[[Plan], None] | None = None,
) -> MotifSet:
    """Plan a request and carry it out.

    ``against`` is the reference graph itself, of which the request has the name only. ``announce`` is called with the
    plan; what it raises ends the run before it starts.
    """
    task = open_task(graphs, request, against=against, checkpoint=checkpoint, resume=resume, monitor=monitor)
    planned = plan(task, monitor)
    if announce is not None:
        announce(planned)
    return run(task, planned, monitor)


_NEAR = 0.8  # of 1: size and sizes, not closeness and closed
_OPTIONS = tuple(name for name in inspect.signature(mine).parameters if name != "settings")


def _check_misspelt(settings: Iterable[str]) -> None:
    """Refuse what is nearly the name of an option and no setting; what is neither is left to the method to refuse."""
    near = [name for name in settings if name_meant(name, _OPTIONS) or get_close_matches(name, _OPTIONS, cutoff=_NEAR)]
    if near:  # which names are settings takes all methods to know
        known = {name for method in method_names() for name in setting_names(get_method(method))}
        check_names("mine", [name for name in near if name not in known], _OPTIONS)
