"""The methods ``gspan`` and ``gaston``: all frequent edge-induced patterns of a collection of graphs.

A graph contains a pattern if it has all of its edges, whatever further edges join the same nodes. Support can only fall
when a pattern grows, so that extensions of infrequent patterns are not looked at. Both miners reach every frequent
pattern exactly once and give the same patterns and supports; they differ in the order of growth:

- gSpan grows a pattern along the rightmost path of its minimum depth-first code.
- Gaston grows paths first, then free trees, then cyclic graphs. Paths and trees have cheap canonical forms, so that
  only cyclic patterns need a general one.

Neither keeps all occurrences of a pattern. A short list per graph answers most questions, and exact matching the
others (``core/include/spminer/fragments/fragments.hh``). With ``top`` instead of ``support``, the search raises the
threshold of each size itself.

Support is a number of graphs (``transactions``) or minimum image support (``images``), the fewest nodes that any node
of the pattern is mapped to. Both are exact. There is no direction.

Time or memory limit: patterns that were found are reported with exact support, others may be missing, the result is
incomplete and ``closed`` is not decided.

References: Yan and Han, "gSpan: graph-based substructure pattern mining", ICDM 2002. Nijssen and Kok, "A quickstart in
frequent structure mining can make a difference" (Gaston), KDD 2004.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from spminer import _core
from spminer._util.checkpoint import Codec
from spminer._util.monitor import Monitor
from spminer._util.options import option
from spminer.errors import UsageError
from spminer.methods.base import Candidate, Method, SearchResult, Settings
from spminer.patterns import MAX_PATTERN_NODES
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency, check_support, least_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.patterns import Pattern

Miner = Literal["gspan", "gaston"]
Measure = Literal["transactions", "images"]


@dataclass(frozen=True, slots=True)
class FragmentSettings(Settings):
    """Settings of gSpan and Gaston."""

    max_edges: int | None = option(None, "Most edges of a pattern, or ``None`` for no limit.", minimum=1)
    memory_limit: int | None = option(None, "Bytes that the search may take, or ``None`` for no limit.", minimum=1)


def frequent_patterns(
    graphs: GraphCollection,
    sizes: Iterable[int],
    *,
    support: float | None = None,
    top: int | None = None,
    miner: Miner = "gspan",
    measure: Measure = "transactions",
    closed: bool = False,
    max_edges: int | None = None,
    threads: int = 0,
    memory_limit: int | None = None,
    monitor: Monitor | None = None,
) -> FrequentPatterns:
    """Frequent connected edge-induced patterns, with node and edge labels where the graphs have them.

    Parameters
    ----------
    graphs
        Undirected graphs.
    sizes
        Numbers of nodes.
    support
        Least support: a share (up to 1) of the graphs, or a number (above 1); of nodes if the measure is images.
        ``None``: 1.
    top
        How many of the best patterns of each size to report; the search finds the thresholds itself. ``None``: all.
        Among equals at the last rank, those that the miner reached first are reported.
    miner
        ``"gspan"`` or ``"gaston"``. The results are the same.
    measure
        ``"transactions"``: graphs that contain the pattern. ``"images"``: minimum image support, the fewest nodes that
        any one node of the pattern is mapped to; it means something for a single graph, too.
    closed
        Only patterns that no larger pattern, of any size, equals in support.
    max_edges
        Most edges of a pattern, or ``None``.
    threads
        0 for every core. Results do not depend on it.
    memory_limit
        Bytes that the search may take, or ``None``.
    monitor
        Stops or watches the run.

    Examples
    --------
    >>> import networkx as nx, spminer
    >>> graphs = spminer.from_networkx([nx.path_graph(4), nx.cycle_graph(5), nx.star_graph(3)])
    >>> found = frequent_patterns(graphs, sizes=[2, 3, 4], support=2)
    >>> [(str(pattern), count) for pattern, count in zip(found.patterns, found.support)]
    [('0-1', 3), ('0-1,1-2', 3), ('0-1,1-2,2-3', 2)]
    """
    wanted = sorted(set(sizes))
    _check_request(graphs, wanted, top, miner, measure)
    FragmentSettings(max_edges, memory_limit)  # checks them
    if support is not None:
        check_support(support)
    whole = graphs.num_graphs if measure == "transactions" else graphs.num_nodes
    control = (monitor or Monitor()).control()
    result = _core.mine_fragments(
        graphs.match_index(),
        graphs.graph_offsets,
        control,
        miner=_MINERS[miner],
        measure=_MEASURES[measure],
        sizes=wanted,
        support=1 if support is None else least_count(support, whole),
        top=top or 0,
        max_edges=max_edges or 0,
        closed=closed,
        threads=threads,
        memory_limit=memory_limit or 0,
    )
    patterns = tuple(graphs.pattern(result.pattern(i)).canonical() for i in range(len(result)))
    return FrequentPatterns(patterns, tuple(result.support.tolist()), result.tested, control.stop_reason)


_MINERS = {"gspan": _core.FragmentMiner.GSPAN, "gaston": _core.FragmentMiner.GASTON}
_MEASURES = {"transactions": _core.SupportMeasure.TRANSACTIONS, "images": _core.SupportMeasure.IMAGES}


def _check_request(graphs: GraphCollection, sizes: list[int], top: int | None, miner: str, measure: str) -> None:
    if graphs.directed:
        raise UsageError("gspan and gaston know no direction; read the graphs as undirected or use another method")
    if not sizes or not 2 <= sizes[0] <= sizes[-1] <= MAX_PATTERN_NODES:
        raise UsageError(f"sizes must be 2 to {MAX_PATTERN_NODES} nodes, not {sizes}")
    if top is not None and top < 1:
        raise UsageError(f"top must be at least 1, not {top}; leave it out (None) for all patterns")
    if miner not in get_args(Miner):
        raise UsageError(f"miner is 'gspan' or 'gaston', not {miner!r}")
    if measure not in get_args(Measure):
        raise UsageError(f"measure is 'transactions' or 'images', not {measure!r}")


@dataclass(frozen=True, slots=True)
class FrequentPatterns:
    """Frequent patterns by size, most frequent first.

    Attributes
    ----------
    patterns
        Canonical patterns without an anchor.
    support
        Support of each, exact.
    tested
        Number of patterns whose support was determined.
    stop_reason
        Why the run ended early, so that patterns may be missing; or ``None``.
    """

    patterns: tuple[Pattern, ...]
    support: tuple[int, ...]
    tested: int = 0
    stop_reason: str | None = None

    @property
    def complete(self) -> bool:
        """Whether the run was not stopped early."""
        return self.stop_reason is None

    def by_size(self) -> dict[int, list[tuple[Pattern, int]]]:
        """Patterns with their support by number of nodes."""
        result: dict[int, list[tuple[Pattern, int]]] = {}
        for pattern, support in zip(self.patterns, self.support, strict=True):
            result.setdefault(pattern.size, []).append((pattern, support))
        return result


_PATTERNS = Codec[FrequentPatterns](
    pack=lambda found: {"patterns": pack_patterns(found.patterns), "support": found.support, "tested": found.tested},
    unpack=lambda state: FrequentPatterns(
        unpack_patterns(state["patterns"]), tuple(state["support"].tolist()), int(state["tested"])
    ),
)


def fragment_method(miner: Miner, summary: str) -> Method:
    """The mining method of a miner.

    Examples
    --------
    >>> import networkx as nx, spminer
    >>> from spminer.methods.base import Task
    >>> from spminer.results.request import MiningRequest
    >>> graphs = spminer.from_networkx([nx.path_graph(4), nx.cycle_graph(5), nx.star_graph(3)])
    >>> task = Task(graphs, MiningRequest(sizes=(4,), frequency="transactions", induced=False))
    >>> for candidate in fragment_method("gaston", "...").search(task, FragmentSettings(), Monitor()).candidates[4]:
    ...     print(candidate.pattern, candidate.known["transactions"].value)
    0-1,1-2,2-3 2
    0-1,1-2,1-3 1
    """
    return Method(
        miner,
        summary,
        FragmentSettings,
        partial(_search, miner=miner),
        frequency_names=get_args(Measure),
        induced=(False,),
        directed=False,
        guarantee="every pattern with the support asked for",
    )


def _search(task: Task, settings: FragmentSettings, monitor: Monitor, *, miner: Miner) -> SearchResult:
    """Patterns with exact support: the best of each size, or the best of all that have a given one."""
    request = task.request
    measure: Measure = "images" if request.frequency == "images" else "transactions"
    start = time.perf_counter()
    monitor.update(stage="search", size=request.sizes[-1])
    found = task.states.get_or_compute(
        f"{miner}-patterns",
        _PATTERNS,
        lambda: frequent_patterns(
            task.graphs,
            request.sizes,
            support=request.support,
            top=request.max_candidates if request.support is None else None,
            miner=miner,
            measure=measure,
            closed=request.closed,
            max_edges=settings.max_edges,
            threads=request.threads,
            memory_limit=settings.memory_limit,
            monitor=monitor,
        ),
        save_if=lambda found: found.complete,
    )
    monitor.update(patterns=found.tested)
    by_size = found.by_size()
    decided = request.closed and found.complete
    candidates = {
        size: tuple(
            Candidate(pattern, float(support), {measure: Frequency.exact(support)}, closed=decided)
            for pattern, support in by_size.get(size, [])[: request.max_candidates]
        )
        for size in request.sizes
    }
    facts = {"tested": found.tested, "frequent": {size: len(patterns) for size, patterns in by_size.items()}}
    return SearchResult(
        candidates,
        complete=found.complete,
        stop_reason=found.stop_reason,
        timing_s={"search": time.perf_counter() - start},
        facts=facts,
    )


GSPAN = fragment_method("gspan", "frequent edge-induced patterns of a set of graphs by minimum depth-first codes")
GASTON = fragment_method(
    "gaston", "frequent edge-induced patterns of a set of graphs: paths, then trees, then cyclic graphs"
)
