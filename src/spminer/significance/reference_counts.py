"""How the patterns of a comparison are counted in the graphs of the other side.

:class:`GivenCounts` matches given patterns. In a given graph they get the effort of a run (:class:`GraphCounter`):
exact where affordable, otherwise by sampled anchors. In one of many null samples they get one thread and a quarter of
the effort, at all nodes or at 800 random ones (:class:`SampledCounts`). For each pattern of a null sample:

1. 40 anchors with 30 and then 200 steps show how hard the pattern is.
2. If none matches and some are undecided, one search tells whether the pattern occurs at all.
3. All anchors are tested, fewer for hard patterns; undecided ones get up to 1,000 steps each on average.

:class:`EnumeratedCounts` counts all patterns of some sizes by enumeration. Engines are chosen once for the target, and
again for a graph of another size.

Invariants: each null sample draws anchors of its own, so that the error of the sample averages out and shows in the
spread. Undecided anchors become bounds. Only steps and counts end the work, not the clock.

Time limit: a count that is stopped returns ``None``.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.checkpoint import Codec
from spminer.counting.engine_choice import can_use_engine, enumeration_costs
from spminer.counting.enumeration import CanonicalCache, count_patterns
from spminer.counting.matching import MatchQuery, affords_all_nodes, match_anchors, match_with_effort
from spminer.counting.sequential import SequentialCount
from spminer.counting.support import count_frequency
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import CountFrequencyName, FrequencyName
    from spminer.results.request import Engine, EnumerationCost, MiningRequest

__all__ = ["ComparisonOptions", "Counts", "EnumeratedCounts", "GivenCounts", "GraphCounter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOptions:
    """Options of a comparison, the same for all patterns and both sides.

    Attributes
    ----------
    frequency
        The frequency to count.
    induced, seed, threads
        As for :func:`spminer.mine`.
    samples
        Number of null samples; ``None`` chooses it by their cost.
    effort
        Search steps for the anchors of one pattern in the target.
    """

    frequency: CountFrequencyName = "anchored"
    induced: bool = True
    seed: int = 0
    threads: int = 0
    samples: int | None = None
    effort: int = 4_000_000

    @classmethod
    def of(cls, request: MiningRequest) -> ComparisonOptions:
        """The options of a mining run."""
        return cls(
            frequency=request.frequency,
            induced=request.induced,
            seed=request.seed,
            threads=request.threads,
            samples=request.null_samples,
            effort=request.verify.effort,
        )


_ORDER_STREAM = 0xA6A1  # of random numbers, so that no other part draws the same
_NODE_SET_EFFORT = 500_000_000
_NODE_SET_STEPS = 10_000
_SAMPLE_SHARE = 4  # a sample of anchors takes this part of the effort: an error of a percent matters little here
_NULL_EFFORT_SHARE = 4  # the same for a null sample: all nodes of a graph with up to 10,000 are anchors
_NULL_ANCHORS = 800  # of larger graphs, drawn for each null sample
_FIRST_ANCHORS = 40  # that show how hard a pattern is
_LADDER = (30, 200)  # by how many are decided within these search steps
_EASY = 30_000  # search steps for all anchors of a pattern, in one null sample
_NULL_EFFORT = 15_000  # search steps that decide the number of anchors of harder patterns
_NULL_STEPS = 1000  # for each anchor at first
_NULL_EXTRA_STEPS = 1000  # more steps for undecided anchors, on average over all anchors


class GraphCounter:
    """Counts patterns in one graph or collection, all in the same way, with the effort of a run.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> GraphCounter(example(), ComparisonOptions()).count(Pattern.parse("0-1,1-2,2-0@0"), Monitor()).value
    32
    """

    def __init__(self, graphs: GraphCollection, options: ComparisonOptions) -> None:
        self.graphs, self.options = graphs, options
        self._stream = [options.seed, _ORDER_STREAM]

    @cached_property
    def _order(self) -> NDArray[np.int32]:
        """All nodes in random order."""
        return np.random.default_rng(self._stream).permutation(self.graphs.num_nodes).astype(np.int32)

    @property
    def samples_anchors(self) -> bool:
        """Whether anchored frequencies are estimates from a sample of the nodes."""
        affordable = affords_all_nodes(self.graphs.num_nodes, self.options.effort)
        return self.options.frequency == "anchored" and not affordable

    def count(self, pattern: Pattern, monitor: Monitor) -> Frequency:
        """The frequency of one pattern; one that needs more than the effort is an estimate."""
        options = self.options
        query = MatchQuery.of(pattern, self.graphs, induced=options.induced, threads=options.threads)
        if self.samples_anchors:
            trial = SequentialCount(query, self._order)
            trial.begin(monitor)
            trial.finish(monitor, floor=0, effort=options.effort // _SAMPLE_SHARE)
            return trial.frequency
        steps, effort = (_NODE_SET_STEPS, _NODE_SET_EFFORT) if options.frequency == "graph" else (0, options.effort)
        return count_frequency(query, options.frequency, monitor, steps=steps, effort=effort).frequency


class SampledCounts(GraphCounter):
    """Counts patterns in one of many null samples, by one thread and with a part of the effort.

    ``number`` is that of the sample. Each has anchors of its own: with the same ones in all samples, the error of the
    sample would not show in the spread.
    """

    def __init__(self, graphs: GraphCollection, options: ComparisonOptions, number: int) -> None:
        super().__init__(graphs, replace(options, threads=1, effort=options.effort // _NULL_EFFORT_SHARE))
        self._stream.append(number)

    def bounds(self, patterns: Sequence[Pattern], monitor: Monitor) -> NDArray[np.float64] | None:
        """Lower and upper bounds of the frequency of each pattern, in two rows; ``None`` if the monitor ended it."""
        found = np.empty((2, len(patterns)))
        for entry, pattern in enumerate(patterns):
            found[:, entry] = self._bounds(pattern, monitor)
            if monitor.stopped:
                return None
        return found

    def _bounds(self, pattern: Pattern, monitor: Monitor) -> tuple[float, float]:
        if self.options.frequency != "anchored":
            counted = self.count(pattern, monitor)
            if counted.kind != "lower_bound":
                return counted.value, counted.value
            return counted.low, np.inf if counted.high is None else counted.high
        few = self._order[:_NULL_ANCHORS] if self.samples_anchors else None
        query = MatchQuery.of(pattern, self.graphs, induced=self.options.induced, threads=1, anchors=few)
        steps, doubtful = _mean_steps(query, self._order[:_FIRST_ANCHORS], monitor)
        # A rare part may be far from the anchor: one search for it takes less than one for each anchor.
        if doubtful:
            query = replace(query, prefilter=few is None)
            if query.occurs(monitor.control(), steps=_LADDER[-1]) is False:
                return 0.0, 0.0
        among = self._order[: self._wanted(steps)]
        found = match_with_effort(query, monitor, _NULL_EXTRA_STEPS * len(among), steps=_NULL_STEPS, among=among)
        share = self.graphs.num_nodes / max(found.tested, 1)
        return found.count * share, (found.count + found.undecided) * share

    def _wanted(self, steps: float) -> int:
        """Number of anchors: all of a small graph, fewer if they take too many steps."""
        many = _NULL_ANCHORS if self.samples_anchors else self.graphs.num_nodes
        return many if many * steps <= _EASY else min(many, max(round(_NULL_EFFORT / steps), _FIRST_ANCHORS))


def _mean_steps(query: MatchQuery, anchors: NDArray[np.int32], monitor: Monitor) -> tuple[float, bool]:
    """Mean search steps of an anchor, roughly, and whether some are undecided and none matches."""
    mean, before, left, met = 0.0, 0, 1.0, False
    for steps in _LADDER:
        found = match_anchors(query, monitor, steps=steps, among=anchors)
        still = found.undecided / max(found.tested, 1)
        mean += (left - still) * (before + steps) / 2
        left, before, met = still, steps, met or found.count > 0
        if not found.undecided:
            break
    return max(mean + left * before, 1.0), left > 0 and not met


Table = Any  # what was counted in one null sample
Columns = tuple[dict["Pattern", "Frequency"], "NDArray[np.float64]", "NDArray[np.float64]"]


@dataclass(frozen=True, slots=True)
class GivenCounts:
    """Given patterns are counted one by one, by matching."""

    patterns: tuple[Pattern, ...]
    options: ComparisonOptions

    def in_graph(self, graphs: GraphCollection, monitor: Monitor) -> dict[Pattern, Frequency] | None:
        """The frequency of each pattern in a given graph; ``None`` if the monitor ended the count."""
        counter, found = GraphCounter(graphs, self.options), {}
        monitor.update(stage="compare", done=0, total=len(self.patterns))
        for pattern in self.patterns:
            found[pattern] = counter.count(pattern, monitor)
            if monitor.stopped:
                return None
        return found

    def in_sample(self, sample: GraphCollection, number: int, monitor: Monitor) -> Table | None:
        """Bounds of the frequency of each pattern in a null sample; ``None`` if the monitor ended the count."""
        return SampledCounts(sample, self.options, number).bounds(self.patterns, monitor)

    def columns(self, found: Mapping[Pattern, Frequency], tables: Sequence[Table]) -> Columns:
        """The patterns with their frequencies in the target, and their bounds: a row for each sample."""
        least, most = np.array(tables).transpose(1, 0, 2)
        return {pattern: found[pattern] for pattern in self.patterns}, least, most

    @property
    def state(self) -> str:
        """The name of what is kept in a checkpoint."""
        return f"bounds-{_digest(self.patterns)}"

    @property
    def codec(self) -> Codec[tuple[Table, ...]]:
        """How tables are kept in a checkpoint."""

        def unpack(state: Mapping[str, NDArray[Any]]) -> tuple[Table, ...]:
            rows = state["rows"]
            if rows.ndim != 3 or rows.shape[1:] != (2, len(self.patterns)) or rows.dtype.kind not in "iuf":
                raise ValueError(f"bounds of shape {rows.shape} for {len(self.patterns)} patterns")
            return tuple(rows)

        return Codec(pack=lambda tables: {"rows": np.array(tables)}, unpack=unpack)


@dataclass(frozen=True, slots=True)
class EnumeratedCounts:
    """All patterns of some sizes are counted by enumeration, by the engines that suit the target.

    Attributes
    ----------
    sizes, frequency, threads
        The sizes of the patterns, the frequency to count, and the threads for a graph that is no null sample.
    nodes, edges
        Size of the target. Graphs of the same size, such as shuffled copies, are counted by the same engines.
    state
        The name of what is kept in a checkpoint.
    engine
        The engine for all sizes, or ``"auto"``.
    costs
        Costs by size in a graph of this size, as far as they are known.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> len(EnumeratedCounts.of(example(), {}, (3, 4), "graph").in_graph(example(), Monitor()))
    8
    """

    sizes: tuple[int, ...]
    frequency: FrequencyName
    threads: int
    nodes: int
    edges: int
    state: str
    engine: Engine = "auto"
    costs: Mapping[int, EnumerationCost] = field(default_factory=dict)
    _cache: CanonicalCache = field(default_factory=CanonicalCache)

    @classmethod
    def of(
        cls,
        target: GraphCollection,
        found: Iterable[Pattern],
        sizes: tuple[int, ...],
        frequency: FrequencyName,
        *,
        engine: Engine = "auto",
        costs: Mapping[int, EnumerationCost] | None = None,
        threads: int = 0,
    ) -> EnumeratedCounts:
        """Counts of all patterns of some sizes, of which the target has those that were found."""
        state = f"tables-{_digest(sorted(found, key=str))}"
        return cls(sizes, frequency, threads, target.num_nodes, target.num_edges, state, engine, costs or {})

    def settled(self, target: GraphCollection, monitor: Monitor) -> EnumeratedCounts:
        """With the costs of all sizes, so that engines are chosen once, before null samples are counted."""
        return replace(
            self, costs=enumeration_costs(target, self.sizes, monitor, known=self.costs, threads=self.threads)
        )

    @property
    def seconds(self) -> float:
        """Rough seconds of one thread for one graph, by an estimate that does not depend on the clock."""
        return sum(self.costs[size].seconds for size in self.sizes)

    def _count(self, graphs: GraphCollection, monitor: Monitor, threads: int) -> dict[Pattern, int] | None:
        engines = dict.fromkeys(self.sizes, self.engine)
        if self.engine == "auto":
            alike = (graphs.num_nodes, graphs.num_edges) == (self.nodes, self.edges)
            known = self.costs if alike else {}
            costs = enumeration_costs(graphs, self.sizes, monitor, known=known, threads=threads)
            engines = {size: cost.engine for size, cost in costs.items()}
            engines = {size: one if can_use_engine(graphs, size, one) else "esu" for size, one in engines.items()}
        found: dict[Pattern, int] = {}
        for size, engine in engines.items():
            part = count_patterns(graphs, size, engine, self.frequency, monitor, threads=threads, cache=self._cache)
            if part is None:
                return None
            found |= part
        return found

    def in_graph(self, graphs: GraphCollection, monitor: Monitor) -> dict[Pattern, Frequency] | None:
        """The frequency of every pattern of these sizes; ``None`` if the monitor ended the count."""
        found = self._count(graphs, monitor, self.threads)
        return None if found is None else {pattern: Frequency.exact(count) for pattern, count in found.items()}

    def in_sample(self, sample: GraphCollection, number: int, monitor: Monitor) -> Table | None:  # noqa: ARG002
        """The count of every pattern of these sizes in a null sample; ``None`` if the monitor ended it."""
        return self._count(sample, monitor, 1)

    def columns(self, found: Mapping[Pattern, Frequency], tables: Sequence[Table]) -> Columns:
        """All patterns, also those that only samples have, and their counts: a row for each sample."""
        found = {**dict.fromkeys((pattern for table in tables for pattern in table), Frequency.exact(0)), **found}
        column = {pattern: number for number, pattern in enumerate(found)}
        rows = np.zeros((len(tables), len(found)))
        for row, table in zip(rows, tables, strict=True):
            row[[column[pattern] for pattern in table]] = list(table.values())
        return found, rows, rows

    @property
    def codec(self) -> Codec[tuple[Table, ...]]:
        """How tables are kept in a checkpoint."""
        return Codec(_pack_tables, _unpack_tables)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the cache of patterns: values that arrive in a process share its cache."""
        values = (self.sizes, self.frequency, self.threads, self.nodes, self.edges, self.state, self.engine, self.costs)
        return _arrived, values


_cache_here = CanonicalCache()


def _arrived(*values: Any) -> EnumeratedCounts:
    return replace(EnumeratedCounts(*values), _cache=_cache_here)


def _digest(patterns: Sequence[Pattern]) -> str:
    """A short name for patterns in their order."""
    return hashlib.sha256("\n".join(pattern.text for pattern in patterns).encode()).hexdigest()[:16]


def _pack_tables(tables: tuple[Table, ...]) -> dict[str, NDArray[Any]]:
    patterns = {pattern: column for column, pattern in enumerate(dict.fromkeys(chain(*tables)))}
    return {
        "patterns": pack_patterns(patterns),
        "rows": np.array([len(table) for table in tables]),
        "columns": np.array([patterns[pattern] for table in tables for pattern in table], np.int32),
        "counts": np.array([count for table in tables for count in table.values()], np.int64),
    }


def _unpack_tables(state: Mapping[str, NDArray[Any]]) -> tuple[Table, ...]:
    patterns = unpack_patterns(state["patterns"])
    ends = np.cumsum(state["rows"])[:-1]
    rows = zip(np.split(state["columns"], ends), np.split(state["counts"], ends), strict=True)
    return tuple(
        {patterns[column]: count for column, count in zip(columns.tolist(), counts.tolist(), strict=True)}
        for columns, counts in rows
    )


Counts = GivenCounts | EnumeratedCounts
