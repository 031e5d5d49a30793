"""The public function :func:`spminer.count`: the frequency of a given pattern, compared with a reference if asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.validation import validate_arguments
from spminer.cluster import run_monitor
from spminer.counting.count import count_pattern
from spminer.counting.matching import check_connected, check_fit
from spminer.errors import UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.pattern_files import as_pattern, check_order
from spminer.results.request import CountRequest
from spminer.significance.comparison import compare, open_comparison, other_name
from spminer.significance.reference_counts import ComparisonOptions, GivenCounts

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.counting.count import CountResult
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import CountFrequencyName

__all__ = ["count"]


@validate_arguments
def count(
    pattern: Any,
    graph: Any,
    *,
    frequency: CountFrequencyName | None = None,
    induced: bool | None = None,
    anchors: int | None = None,
    error: float | None = None,
    examples: int = 0,
    list_anchors: bool = False,
    seed: int = 0,
    threads: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
    against: str | GraphCollection | None = None,
    null_samples: int | None = None,
    monitor: Monitor | None = None,
    cluster: Any = None,
    progress: bool | None = None,
) -> CountResult:
    """Count how often a pattern occurs: its node sets, or the nodes that can be its anchor if it has one.

    Labels and direction that the graphs have count if the pattern has them too. A pattern with labels or a direction
    is refused where the graphs have none. A label that no node or edge has matches nothing; the result's ``notes``
    say so.

    Parameters
    ----------
    pattern
        A connected pattern: a :class:`Pattern` or :class:`Motif`, text such as ``"0-1,1-2,2-0"`` or ``"0>1,1>2@0"``,
        a name such as ``"triangle"``, ``"feed-forward loop"``, ``"path:4"``, ``"star:5@hub"`` or the MAN code of a
        triad, a small graph of networkx or another library, or a graph file.
    graph
        Where to count: a collection, or what :func:`spminer.mine` takes.
    frequency
        ``"graph"`` (Definition 2): the number of distinct node sets that form the pattern; for a pattern without an
        anchor by default.
        ``"anchored"`` (Definition 1): the number of nodes that the pattern's anchor can be mapped to; for a pattern
        with an anchor by default.
        ``"transactions"``: the number of graphs of the collection that contain it.
        ``"images"``: minimum image support, the smallest number of nodes that one pattern node can be mapped to.
        ``"copies"``: the number of subgraphs that are isomorphic to the pattern, edge by edge, of which a node set may
        hold several. A copy in an induced count is a node set.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graph either. Otherwise
        further edges (and arcs) are allowed. ``None`` is ``True``, but ``False`` for ``"copies"``.
    anchors
        Estimate the anchored frequency from this many anchors, drawn without replacement.
    error
        Estimate node sets or copies of a pattern of up to 8 nodes by random samples, until the 95 % interval reaches
        no further than this relative error, such as 0.05; from 0.001 to 0.5. Copies that can be counted in about two
        seconds are counted exactly.
    examples
        Give up to this many embeddings.
    list_anchors
        List the matching anchors.
    seed
        Seed of the sample, and of the samples of a null model.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    steps
        Search steps for each anchor before it is left undecided; ``None`` for no limit.
    time_limit
        Seconds for the whole call.
    against
        Compare the frequency with that in a null model, another graph or another class, as for :func:`spminer.mine`;
        of two classes, the count is that of the first.
    null_samples
        Graphs of the null model that are counted; 100 unless given.
    monitor
        Watches and stops the call from another thread; carries its own time limit.
    cluster
        A Dask cluster that does the work: the address of its scheduler or ``"local:4"``, its client
        (``dask.distributed.Client``) or an executor (:mod:`spminer.cluster`); ``None`` for this process alone.
        The result does not depend on it.
    progress
        Whether to show progress after two seconds: a bar in a terminal or a notebook, lines elsewhere. ``None`` shows a
        bar where there is a terminal or a notebook, and nothing elsewhere or with a ``monitor``.

    Returns
    -------
    CountResult
        The frequency is exact, an estimate, or a lower bound if a budget ended the count.

    Examples
    --------
    >>> import spminer
    >>> square = spminer.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> spminer.count("0-1,1-2@1", square).frequency
    Frequency(value=4, kind='exact', low=4, high=4)
    >>> spminer.count("path:3", square, examples=1).examples
    (('1', '0', '3'),)
    >>> from spminer.datasets import example
    >>> print(spminer.count("triangle", example()))
    45 node sets form a triangle (0-1,0-2,1-2)
    >>> triangle = spminer.count("triangle", example(), against="degree")
    >>> triangle.frequency.value, round(triangle.against.expected), triangle.against.p > 0.05
    (45, 39, True)
    """
    check_order(pattern, graph, "count(pattern, graph)")
    pattern = as_pattern(pattern)
    if frequency is None:
        frequency = "graph" if pattern.anchor is None else "anchored"
    if induced is None:
        induced = frequency != "copies"
    request = CountRequest(
        frequency=frequency,
        induced=induced,
        anchors=anchors,
        error=error,
        examples=examples,
        list_anchors=list_anchors,
        seed=seed,
        threads=threads,
        steps=steps,
        against=other_name(against),
        null_samples=null_samples,
    )
    if time_limit is not None and time_limit <= 0:
        raise UsageError(f"time_limit must be positive, not {time_limit}")
    check_connected(pattern)
    request.check(pattern)
    with run_monitor(monitor, time_limit, cluster, progress) as watch:
        graphs = as_collection(graph, monitor=watch)
        check_fit(pattern, graphs)
        comparison = None
        if against is not None:
            options = ComparisonOptions(
                frequency=frequency, induced=induced, seed=seed, threads=threads, samples=null_samples
            )
            graphs, comparison = open_comparison(graphs, against, options, watch)
            comparison.prepare(watch)
        answer = count_pattern(pattern, graphs, request, watch)
        if comparison is None:
            return answer
        compared = None
        if not watch.stopped:
            counts = GivenCounts((pattern,), options)
            compared = compare(comparison, {pattern: answer.frequency}, counts, watch)
        reason = answer.stop_reason or watch.stop_reason
        return replace(answer, against=compared[0].contrast if compared else None, stop_reason=reason)
