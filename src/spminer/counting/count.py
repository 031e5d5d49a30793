"""Count of a given pattern: its frequency by any objective, exact or from a sample of anchors, with examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.monitor import Monitor
from spminer._util.validation import explains_arguments
from spminer.counting.notes import count_notes
from spminer.counting.query import Query, check_connected, check_fit
from spminer.counting.support import measure
from spminer.errors import UsageError
from spminer.graphs.convert.anything import as_collection
from spminer.patterns import as_pattern
from spminer.results.motif import contrast_to_dict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency, Objective
    from spminer.results.motif import Contrast
    from spminer.results.request import CountRequest

__all__ = ["CountResult", "count_pattern", "find_examples"]


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
    against
        What the frequency was compared with, and what that says, if it was.
    notes
        What of the pattern the graphs do not have: labels that occur nowhere.
    reading
        What of the file was taken for what, in words; empty for graphs that were not read.
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
    against: Contrast | None = None
    notes: tuple[str, ...] = ()
    reading: str = ""

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
            **({"notes": list(self.notes)} if self.notes else {}),
            **({"reading": self.reading} if self.reading else {}),
            **({} if self.against is None else {"against": contrast_to_dict(self.against)}),
        }


def count_pattern(pattern: Pattern, graphs: GraphCollection, request: CountRequest, monitor: Monitor) -> CountResult:
    """Count a pattern, without regard to a comparison.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.results.request import CountRequest
    >>> count_pattern(Pattern.parse("0-1,1-2,2-0@0"), example(), CountRequest(), Monitor()).frequency.value
    32
    """
    check_connected(pattern)
    request.check(pattern)
    query = Query.make(pattern, graphs, induced=request.induced, threads=request.threads)
    support = measure(
        query,
        request.frequency,
        monitor,
        steps=request.steps or 0,
        among=_chosen_anchors(graphs.num_nodes, request.sample, request.seed),
        listed=request.anchors or request.examples > 0,
    )
    found, reason = np.empty((0, pattern.size), np.int32), support.stop_reason
    if request.examples and support.frequency.value:
        control = monitor.control()
        found = query.embeddings(control, request.examples, among=support.anchors, steps=request.steps or 0)
        reason = reason or control.stop_reason
    listed = support.anchors if request.anchors else None
    return CountResult(
        pattern=pattern,
        definition=request.frequency,
        frequency=support.frequency,
        anchors_tested=support.tested,
        undecided=support.undecided,
        anchors=listed,
        anchor_names=None if listed is None else tuple(graphs.names(listed)),
        examples=tuple(tuple(graphs.names(row)) for row in found),
        stop_reason=reason or ("step limit" if support.undecided else None),
        notes=count_notes(pattern, graphs),
        reading=graphs.reading.message(),
    )


@explains_arguments
def find_examples(
    pattern: Pattern | str,
    graphs: Any,
    limit: int,
    *,
    induced: bool = True,
    monitor: Monitor | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Embeddings of a pattern on distinct node sets.

    Parameters
    ----------
    pattern
        A connected pattern, or its text form.
    graphs
        Where to look: a collection, or what :func:`spminer.mine` takes.
    limit
        How many to give at most.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graph either.
    monitor
        Watches and stops the search from another thread.

    Returns
    -------
    tuple of tuple of str
        For each embedding the names of the images of the pattern's nodes, in their order.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    >>> spminer.find_examples("0-1,1-2,2-0", graphs, 5)
    (('a', 'b', 'c'),)
    """
    pattern = as_pattern(pattern)
    check_connected(pattern)
    if limit < 0:
        raise UsageError(f"limit must be 0 or more, not {limit}")
    monitor = monitor or Monitor()
    graphs = as_collection(graphs, monitor=monitor)
    check_fit(pattern, graphs)
    found = Query.make(pattern, graphs, induced=induced).embeddings(monitor.control(), limit)
    return tuple(tuple(graphs.names(row)) for row in found)


def _chosen_anchors(nodes: int, sample: int | None, seed: int) -> NDArray[np.int32] | None:
    if sample is None or sample >= nodes:
        return None
    return np.random.default_rng(seed).choice(nodes, size=sample, replace=False).astype(np.int32)
