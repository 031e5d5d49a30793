"""Count of a given pattern: its frequency by any objective, exact or from a sample of anchors, with examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.counting.query import Query, check_connected
from spminer.counting.support import measure
from spminer.errors import UsageError
from spminer.frequencies import check_objective
from spminer.graphs.convert.anything import as_collection
from spminer.patterns import Pattern
from spminer.running.arguments import explains_names
from spminer.running.monitor import Monitor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.frequencies import Frequency, Objective
    from spminer.graphs import GraphCollection

__all__ = ["CountResult", "count", "find_examples"]


@dataclass(frozen=True, eq=False)
class CountResult:
    """How often a pattern occurs, and how sure that is.

    Attributes
    ----------
    pattern
        The pattern asked about.
    definition
        ``"anchored"``: target nodes that the anchor can be mapped to. ``"graph"``: distinct node sets.
        ``"transactions"``: graphs that contain the pattern. ``"images"``: minimum image support.
    frequency
        The count. An estimate has an exact 95 % interval (see :func:`spminer.counting.intervals.population_interval`).
    anchors_tested, undecided
        Target nodes tried as images of the anchor (otherwise: of one pattern node, or of each in turn), and those
        among them whose search was cut short.
    anchors, anchor_names
        Matching target nodes in ascending order, and their names, if asked for.
    examples
        Embeddings on distinct node sets, each the names of the images of the pattern's nodes in order.
    stop_reason
        ``None``, or what cut the count short.
    """

    pattern: Pattern
    definition: Objective
    frequency: Frequency
    anchors_tested: int
    undecided: int = 0
    anchors: NDArray[np.int32] | None = None
    anchor_names: tuple[str, ...] | None = None
    examples: tuple[tuple[str, ...], ...] = ()
    stop_reason: str | None = None

    @property
    def complete(self) -> bool:
        """Whether every asked-for anchor was decided."""
        return self.undecided == 0

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, ready for JSON."""
        return {
            "pattern": self.pattern.text,
            "size": self.pattern.size,
            "anchor": self.pattern.anchor,
            "definition": self.definition,
            "status": "complete" if self.complete and self.stop_reason is None else "partial",
            "stop_reason": self.stop_reason,
            "frequency": self.frequency.to_dict(),
            "anchors_tested": self.anchors_tested,
            "undecided": self.undecided,
            "anchors": None if self.anchor_names is None else list(self.anchor_names),
            "examples": [list(example) for example in self.examples],
        }


@explains_names
def count(
    pattern: Pattern | str,
    graphs: Any,
    *,
    frequency: Objective = "anchored",
    induced: bool = True,
    sample: int | None = None,
    examples: int = 0,
    anchors: bool = False,
    seed: int = 0,
    threads: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
    monitor: Monitor | None = None,
) -> CountResult:
    """Count how often a pattern occurs.

    Node labels, edge labels and direction are honored when both the pattern and the graphs have them; a label
    that the graphs do not have matches nothing.

    Parameters
    ----------
    pattern
        A connected pattern, or its text form.
    graphs
        Where to count: a collection, or what :func:`spminer.mine` takes.
    frequency
        ``"anchored"`` (Definition 1): the number of nodes that the pattern's anchor can be mapped to.
        ``"graph"`` (Definition 2): the number of distinct node sets that form the pattern.
        ``"transactions"``: the number of graphs of the collection that contain it.
        ``"images"``: minimum image support, the smallest number of nodes that one pattern node can be mapped to.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graph either. Otherwise
        further edges (and arcs) are allowed.
    sample
        Estimate the anchored frequency from this many anchors, drawn without replacement.
    examples
        Give up to this many embeddings.
    anchors
        List the matching anchors.
    seed
        Seed of the sample.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    steps
        Search steps for each anchor before it is left undecided; ``None`` for no limit.
    time_limit
        Seconds for the whole call.
    monitor
        Watches and stops the call from another thread; carries its own time limit.

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
    >>> spminer.count("0-1,1-2", square, frequency="graph", examples=1).examples
    (('1', '0', '3'),)
    """
    if isinstance(pattern, str):
        pattern = Pattern.parse(pattern)
    graphs = as_collection(graphs)
    _check(pattern, frequency, sample, examples, anchors, steps, time_limit, monitor)
    monitor = monitor or Monitor(time_limit=time_limit)
    query = Query.make(pattern, graphs, induced=induced, threads=threads)
    support = measure(
        query,
        frequency,
        monitor,
        steps=steps or 0,
        among=_chosen_anchors(graphs.num_nodes, sample, seed),
        listed=anchors or examples > 0,
    )
    found, reason = np.empty((0, pattern.size), np.int32), support.stop_reason
    if examples and support.frequency.value:
        control = monitor.control()
        found = query.embeddings(control, examples, among=support.anchors, steps=steps or 0)
        reason = reason or control.stop_reason
    return CountResult(
        pattern=pattern,
        definition=frequency,
        frequency=support.frequency,
        anchors_tested=support.tested,
        undecided=support.undecided,
        anchors=support.anchors if anchors else None,
        anchor_names=tuple(graphs.names(support.anchors)) if anchors and support.anchors is not None else None,
        examples=tuple(tuple(graphs.names(row)) for row in found),
        stop_reason=reason or ("step limit" if support.undecided else None),
    )


def find_examples(
    pattern: Pattern,
    graphs: GraphCollection,
    limit: int,
    *,
    induced: bool = True,
    monitor: Monitor | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Up to ``limit`` embeddings (induced or not) on distinct node sets, as names of the images of the pattern's nodes.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    >>> spminer.find_examples(spminer.Pattern.parse("0-1,1-2,2-0"), graphs, 5)
    (('a', 'b', 'c'),)
    """
    monitor = monitor or Monitor()
    found = Query.make(pattern, graphs, induced=induced).embeddings(monitor.control(), limit)
    return tuple(tuple(graphs.names(row)) for row in found)


def _chosen_anchors(nodes: int, sample: int | None, seed: int) -> NDArray[np.int32] | None:
    if sample is None or sample >= nodes:
        return None
    return np.random.default_rng(seed).choice(nodes, size=sample, replace=False).astype(np.int32)


def _check(
    pattern: Pattern,
    frequency: Objective,
    sample: int | None,
    examples: int,
    anchors: bool,
    steps: int | None,
    time_limit: float | None,
    monitor: Monitor | None,
) -> None:
    check_objective(frequency)
    check_connected(pattern)
    if frequency == "anchored" and pattern.anchor is None:
        raise UsageError(f"pattern {pattern.text} has no anchor; write one as in {pattern.text}@0, or count per graph")
    if frequency != "anchored" and (sample is not None or anchors):
        raise UsageError("sampling and listing anchors need the anchored frequency")
    if examples < 0:
        raise UsageError(f"the number of examples must be 0 or more, not {examples}")
    for name, value in (("sample", sample), ("steps", steps), ("time_limit", time_limit)):
        if value is not None and value <= 0:
            raise UsageError(f"{name} must be positive, not {value}")
    if monitor is not None and time_limit is not None:
        raise UsageError("give the time limit to the monitor, not both")
