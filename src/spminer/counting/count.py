"""Count of one given pattern, by any frequency, exact or from a sample of anchors, with examples.

:func:`count_pattern` measures the frequency (:mod:`spminer.counting.support`), searches examples and collects notes.
:func:`find_examples` searches embeddings on distinct node sets only. :func:`count_by_graph` counts patterns in each
graph of a collection, as features.

Time limit: the count has bounds, the examples found so far, and a stop reason. :func:`count_by_graph` leaves the counts
of patterns that it did not reach 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.monitor import Monitor
from spminer._util.text import did_you_mean
from spminer._util.validation import plain, validate_arguments
from spminer.counting.estimates import estimate_copies
from spminer.counting.matching import MatchQuery, check_connected, check_fit, match_anchors
from spminer.counting.support import count_frequency
from spminer.errors import UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.node_names import graph_names_of
from spminer.graphs.pattern_files import as_pattern, check_order
from spminer.patterns.names import pattern_name
from spminer.results.frequency import count_text
from spminer.results.motif import contrast_to_dict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import CountFrequencyName, Frequency
    from spminer.results.motif import Contrast
    from spminer.results.request import CountRequest

__all__ = ["CountResult", "count_by_graph", "count_pattern", "examples_of", "find_examples"]


def count_pattern(pattern: Pattern, graphs: GraphCollection, request: CountRequest, monitor: Monitor) -> CountResult:
    """Count a connected pattern that fits the graphs, without the comparison of the request.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.results.request import CountRequest
    >>> int(count_pattern(Pattern.parse("triangle"), example(), CountRequest(frequency="graph"), Monitor()))
    45
    """
    assert request.frequency is not None, "the caller has chosen one"
    query = MatchQuery.of(pattern, graphs, induced=request.induced is not False, threads=request.threads)
    if request.error is not None:
        return _estimated(query, request, monitor)
    counted = count_frequency(
        query,
        request.frequency,
        monitor,
        steps=request.steps or 0,
        among=_chosen_anchors(graphs.num_nodes, request.anchors, request.seed),
        listed=request.list_anchors or request.examples > 0,
    )
    among = counted.found if request.frequency == "anchored" else None
    limit = request.examples if counted.count else 0
    examples, reason = examples_of(query, limit, monitor, among=among, steps=request.steps or 0)
    listed = counted.found if request.list_anchors else None
    return CountResult(
        pattern=pattern,
        definition=request.frequency,
        frequency=counted.frequency,
        anchors_tested=counted.tested,
        undecided=counted.undecided,
        anchors=listed,
        anchor_names=None if listed is None else tuple(graphs.names(listed)),
        examples=tuple(tuple(graphs.names(row)) for row in examples),
        example_graphs=graph_names_of(graphs, examples[:, 0]),
        stop_reason=counted.stop_reason or reason or ("step limit" if counted.undecided else None),
        notes=count_notes(pattern, graphs),
        reading=graphs.reading.message(),
    )


def _estimated(query: MatchQuery, request: CountRequest, monitor: Monitor) -> CountResult:
    """The count with the error of the request."""
    assert request.error is not None, "the caller has given one"
    assert request.frequency is not None, "the caller has chosen one"
    node_sets = request.frequency == "graph"
    found = estimate_copies(query, request.error, monitor, node_sets=node_sets, seed=request.seed)
    limit = request.examples if found.frequency.high != 0 else 0
    examples, reason = examples_of(query, limit, monitor)
    names = query.graphs.names
    return CountResult(
        pattern=query.pattern,
        definition=request.frequency,
        frequency=found.frequency,
        anchors_tested=0,
        examples=tuple(tuple(names(row)) for row in examples),
        example_graphs=graph_names_of(query.graphs, examples[:, 0]),
        stop_reason=found.stop_reason or reason,
        notes=count_notes(query.pattern, query.graphs),
        reading=query.graphs.reading.message(),
        samples=found.samples,
    )


@total_ordering
@dataclass(frozen=True, eq=False)
class CountResult:
    """The frequency of a pattern, with its bounds and examples. It is compared with others, and with numbers, by value.

    Attributes
    ----------
    pattern
        The pattern.
    definition
        ``"anchored"``: target nodes that the anchor can be mapped to. ``"graph"``: distinct node sets.
        ``"copies"``: subgraphs. ``"transactions"``: graphs that contain the pattern. ``"images"``: minimum image
        support.
    frequency
        The count. An estimate has an exact 95 % interval (see :func:`spminer.counting.intervals.population_interval`
        for samples of anchors, :func:`spminer.counting.intervals.rate_interval` for an error that was asked for).
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
    samples
        Of a count with an error: the samples it rests on, 0 if it was counted exactly; otherwise ``None``.
    example_graphs
        The name or number of the graph that each example is in; ``None`` if there is one graph.
    """

    pattern: Pattern
    definition: CountFrequencyName
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
    samples: int | None = None
    example_graphs: tuple[str, ...] | None = None

    def __str__(self) -> str:
        """The count and what it counts, with the shape of the pattern."""
        shape = f"{pattern_name(self.pattern)} ({self.pattern.text})"
        article = "an" if shape[0] in "aeiou8" else "a"
        counted = count_text(self.frequency, self.definition)
        compared = "" if self.against is None else f"\n{self.against}"
        return f"{counted} {_FORMS[self.definition]} {article} {shape}{compared}"

    def __repr__(self) -> str:
        return f"CountResult({self.pattern.text!r}, {count_text(self.frequency, self.definition)})"

    def __int__(self) -> int:
        return int(self.frequency.value)

    def __float__(self) -> float:
        return float(self.frequency.value)

    def __eq__(self, other: object) -> bool:
        """Whether the counts are equal, or the count equals a number."""
        value = _value(other)
        return NotImplemented if value is None else self.frequency.value == value

    def __hash__(self) -> int:
        return hash(self.frequency.value)

    def __lt__(self, other: object) -> bool:
        value = _value(other)
        return NotImplemented if value is None else self.frequency.value < value

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
            **({} if self.samples is None else {"samples": self.samples}),
            "anchors": None if self.anchor_names is None else list(self.anchor_names),
            "examples": [list(example) for example in self.examples],
            **({"example_graphs": list(self.example_graphs)} if self.example_graphs else {}),
            **({"notes": list(self.notes)} if self.notes else {}),
            **({"reading": self.reading} if self.reading else {}),
            **({} if self.against is None else {"against": contrast_to_dict(self.against)}),
        }


# What is said of the things that a frequency counts.
_FORMS: dict[CountFrequencyName, str] = {
    "anchored": "can be the anchor of",
    "graph": "form",
    "transactions": "contain",
    "images": "at least are images of each node of",
    "copies": "of",
}


def _value(other: object) -> float | None:
    """The number that a count is compared with; ``None`` for what is none."""
    if isinstance(other, CountResult):
        return other.frequency.value
    number = plain(other)
    return number if isinstance(number, int | float) else None


def examples_of(
    query: MatchQuery,
    limit: int,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    steps: int = 0,
    shown: bool = True,
) -> tuple[NDArray[np.int32], str | None]:
    """Up to ``limit`` embeddings on distinct node sets, at some anchors or at all; and what stopped the search."""
    if limit == 0 or (among is not None and len(among) == 0):
        return np.empty((0, query.pattern.size), np.int32), None
    control = monitor.control(shown=shown)
    return query.find(control, limit, among=among, steps=steps)[0], control.stop_reason


def _chosen_anchors(nodes: int, sample: int | None, seed: int) -> NDArray[np.int32] | None:
    if sample is None or sample >= nodes:
        return None
    return np.random.default_rng(seed).choice(nodes, size=sample, replace=False).astype(np.int32)


_MOST_NAMED = 12


def count_notes(pattern: Pattern, graphs: GraphCollection) -> tuple[str, ...]:
    """Notes about labels of the pattern that the graphs do not have, one sentence each.

    Examples
    --------
    >>> import networkx as nx
    >>> import spminer
    >>> graph = nx.path_graph(2)
    >>> nx.set_node_attributes(graph, {0: "C", 1: "O"}, "label")
    >>> count_notes(spminer.Pattern.parse("0-1;C,N@0"), spminer.from_networkx(graph, node_label="label"))
    ('no node has the label N, so the pattern cannot occur; labels are C, O',)
    """
    notes = [
        *_label_notes("node", pattern.node_labels, graphs.node_label_names),
        *_label_notes("edge", pattern.edge_labels, graphs.edge_label_names),
    ]
    return tuple(notes)


def _label_notes(kind: str, asked: Sequence[str] | None, known: tuple[str, ...]) -> list[str]:
    if asked is None:
        return []
    unknown = [label for label in dict.fromkeys(asked) if label not in known]
    if not unknown:
        return []
    noun = "label" if len(unknown) == 1 else "labels"
    named = ", ".join(known[:_MOST_NAMED]) + (
        f" and {len(known) - _MOST_NAMED:,} more" if len(known) > _MOST_NAMED else ""
    )
    hint = did_you_mean(unknown[0], known, otherwise="")
    return [f"no {kind} has the {noun} {', '.join(unknown)}, so the pattern cannot occur; labels are {named}{hint}"]


@validate_arguments
def find_examples(
    pattern: Any,
    graph: Any,
    limit: int = 10,
    *,
    induced: bool = True,
    monitor: Monitor | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Embeddings of a pattern on distinct node sets.

    Parameters
    ----------
    pattern
        A connected pattern, as for :func:`spminer.count`.
    graph
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
    >>> spminer.find_examples("triangle", graphs)
    (('a', 'b', 'c'),)
    """
    check_order(pattern, graph, "find_examples(pattern, graph)")
    pattern = as_pattern(pattern)
    check_connected(pattern)
    if limit < 0:
        raise UsageError(f"limit must be 0 or more, not {limit}")
    monitor = monitor or Monitor()
    graphs = as_collection(graph, monitor=monitor)
    check_fit(pattern, graphs)
    found, _ = examples_of(MatchQuery.of(pattern, graphs, induced=induced), limit, monitor)
    return tuple(tuple(graphs.names(row)) for row in found)


def count_by_graph(
    patterns: Sequence[Any],
    graph: GraphCollection,
    *,
    induced: bool = True,
    threads: int = 0,
    monitor: Monitor | None = None,
) -> NDArray[np.int64]:
    """Count how often each pattern occurs in each graph.

    Each pattern is matched against the whole collection at once. Node labels, edge labels and direction are honored
    when both the pattern and the graphs have them; a label that the graphs do not have matches nothing.

    Parameters
    ----------
    patterns
        Connected patterns, as for :func:`spminer.count`.
    graph
        Where to count.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graph either.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    monitor
        Watches and stops the count. What there was no time for is left 0.

    Returns
    -------
    numpy.ndarray
        A row per graph and a column per pattern: the number of nodes of the graph that the pattern's anchor can be
        mapped to; of a pattern without an anchor, the number of nodes that are part of an occurrence.

    Examples
    --------
    >>> import networkx as nx
    >>> import spminer
    >>> graphs = spminer.from_networkx([nx.complete_graph(3), nx.star_graph(3)])
    >>> count_by_graph(["0-1,1-2,2-0@0", "0-1,1-2@1", "0-1,1-2"], graphs)
    array([[3, 0, 0],
           [0, 1, 4]])
    """
    graph_of_node = np.repeat(np.arange(graph.num_graphs), np.diff(graph.graph_offsets))
    counts = np.zeros((graph.num_graphs, len(patterns)), dtype=np.int64)
    monitor = monitor or Monitor()
    for column, pattern in enumerate(patterns):
        asked = as_pattern(pattern)
        nodes = _nodes(asked, graph, induced, threads, monitor)
        if monitor.stopped:
            break
        counts[:, column] = np.bincount(graph_of_node[nodes], minlength=graph.num_graphs)
        monitor.update(done=monitor.progress.done + 1)
    return counts


def _nodes(
    pattern: Pattern, graphs: GraphCollection, induced: bool, threads: int, monitor: Monitor
) -> NDArray[np.int32]:
    """The nodes that can be the anchor, or any node of a pattern that has none."""
    check_connected(pattern)
    check_fit(pattern, graphs)
    query = MatchQuery.of(pattern, graphs, induced=induced, threads=threads)
    every = [query.anchored_at(orbit[0]) for orbit in pattern.orbits()] if pattern.anchor is None else [query]
    found = [match_anchors(anchored, monitor, listed=True).found for anchored in every]
    return found[0] if len(found) == 1 else np.unique(np.concatenate(found))
