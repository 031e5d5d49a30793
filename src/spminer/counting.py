"""How often a given pattern occurs: anchored and graph-level frequency, exact or from a sample of anchors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from spminer import _core
from spminer.errors import UsageError
from spminer.intervals import population_interval
from spminer.patterns import Pattern
from spminer.results import Definition, Frequency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

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
    frequency
        The count. An estimate has an exact 95 % interval (see :func:`spminer.intervals.population_interval`).
    anchors_tested, undecided
        Target nodes tried as images of the anchor (for ``"graph"``: of one pattern node), and those among them
        whose search was cut short.
    anchors, anchor_names
        Matching target nodes in ascending order, and their names, if asked for.
    examples
        Embeddings on distinct node sets, each the names of the images of the pattern's nodes in order.
    stop_reason
        ``None``, or what cut the count short.
    """

    pattern: Pattern
    definition: Definition
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


def count(
    pattern: Pattern | str,
    graphs: GraphCollection,
    *,
    frequency: Definition = "anchored",
    induced: bool = True,
    sample: int | None = None,
    examples: int = 0,
    anchors: bool = False,
    seed: int = 0,
    threads: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
    control: _core.Control | None = None,
) -> CountResult:
    """Count how often a pattern occurs.

    Node labels, edge labels and direction are honoured when both the pattern and the graphs have them; a label
    that the graphs do not have matches nothing.

    Parameters
    ----------
    pattern
        A connected pattern, or its text form.
    graphs
        Where to count.
    frequency
        ``"anchored"`` (Definition 1): the number of nodes that the pattern's anchor can be mapped to.
        ``"graph"`` (Definition 2): the number of distinct node sets that form the pattern.
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
    control
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
    _check(pattern, frequency, sample, examples, anchors, steps, time_limit, control)
    question = _Question.make(pattern, graphs, induced, steps or 0, control or _core.Control(time_limit=time_limit))
    if frequency == "graph":
        result, chosen = question.node_sets(threads), None
        value = Frequency.exact(result.count) if result.complete else Frequency.lower_bound(result.count)
    else:
        chosen = _chosen_anchors(graphs.num_nodes, sample, seed)
        result = question.anchors(chosen, threads, list_anchors=anchors or examples > 0)
        value = _anchored_frequency(result, graphs.num_nodes)
    listed = None if frequency == "graph" else result.anchors
    found = question.examples(examples, listed) if examples and result.count else np.empty((0, pattern.size), np.int32)
    return CountResult(
        pattern=pattern,
        definition=frequency,
        frequency=value,
        anchors_tested=result.tested,
        undecided=result.undecided,
        anchors=listed if anchors else None,
        anchor_names=tuple(graphs.names(listed)) if anchors and listed is not None else None,
        examples=tuple(tuple(graphs.names(row)) for row in found),
        stop_reason=question.control.stop_reason or (None if result.complete else "step limit"),
    )


def find_examples(
    pattern: Pattern, graphs: GraphCollection, limit: int, *, control: _core.Control | None = None
) -> tuple[tuple[str, ...], ...]:
    """Up to ``limit`` induced embeddings on distinct node sets, as names of the images of the pattern's nodes.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    >>> spminer.find_examples(spminer.Pattern.parse("0-1,1-2,2-0"), graphs, 5)
    (('a', 'b', 'c'),)
    """
    question = _Question.make(pattern, graphs, induced=True, steps=0, control=control or _core.Control())
    return tuple(tuple(graphs.names(row)) for row in question.examples(limit, None))


@dataclass(frozen=True)
class _Question:
    """A pattern and a target in the same codes, and the budget for comparing them."""

    pattern: _core.Pattern
    index: _core.MatchIndex
    induced: bool
    steps: int
    control: _core.Control

    @classmethod
    def make(
        cls, pattern: Pattern, graphs: GraphCollection, induced: bool, steps: int, control: _core.Control
    ) -> _Question:
        direction = pattern.directed and graphs.directed
        node_labels = pattern.node_labels is not None and graphs.node_labels is not None
        edge_labels = pattern.edge_labels is not None and graphs.edge_labels is not None
        index = graphs.match_index(direction=direction, node_labels=node_labels, edge_labels=edge_labels)
        edge_codes = _codes(graphs.edge_label_names) if edge_labels else None
        if pattern.directed and not direction:
            pattern = _undirected(pattern, edge_codes or {})
        core = pattern.core(_codes(graphs.node_label_names) if node_labels else None, edge_codes)
        return cls(core, index, induced, steps, control)

    def anchors(self, chosen: NDArray[np.int32] | None, threads: int, *, list_anchors: bool) -> _core.MatchResult:
        return _core.count_anchors(
            self.pattern,
            self.index,
            self.control,
            anchors=chosen,
            induced=self.induced,
            threads=threads,
            steps=self.steps,
            list_anchors=list_anchors,
        )

    def node_sets(self, threads: int) -> _core.MatchResult:
        return _core.count_node_sets(
            self.pattern, self.index, self.control, induced=self.induced, threads=threads, steps=self.steps
        )

    def examples(self, limit: int, anchors: NDArray[np.int32] | None) -> NDArray[np.int32]:
        rows, _ = _core.find_embeddings(
            self.pattern,
            self.index,
            limit,
            self.control,
            anchors=anchors,
            induced=self.induced,
            steps=self.steps,
        )
        return rows


def _codes(names: tuple[str, ...]) -> dict[str, int]:
    return {name: code for code, name in enumerate(names)}


def _undirected(pattern: Pattern, edge_codes: Mapping[str, int]) -> Pattern:
    """The pattern without direction; of two opposite arcs, the label with the smaller code stays, as in the graphs."""
    labels = pattern.edge_labels or ("",) * len(pattern.edges)
    kept: dict[tuple[int, int], str] = {}
    for (a, b), label in zip(pattern.edges, labels, strict=True):
        pair = (min(a, b), max(a, b))
        kept[pair] = min(kept.get(pair, label), label, key=lambda x: edge_codes.get(x, len(edge_codes)))
    edges = tuple(sorted(kept))
    named = None if pattern.edge_labels is None else tuple(kept[edge] for edge in edges)
    return replace(pattern, edges=edges, directed=False, edge_labels=named)


def _chosen_anchors(nodes: int, sample: int | None, seed: int) -> NDArray[np.int32] | None:
    if sample is None or sample >= nodes:
        return None
    return np.random.default_rng(seed).choice(nodes, size=sample, replace=False).astype(np.int32)


def _anchored_frequency(result: _core.MatchResult, nodes: int) -> Frequency:
    if result.tested < nodes:
        # What is undecided may be a match or not: the interval covers both.
        low, _ = population_interval(result.count, result.tested, nodes)
        _, high = population_interval(result.count + result.undecided, result.tested, nodes)
        return Frequency(result.count * nodes / result.tested, "estimate", low, high)
    if result.complete:
        return Frequency.exact(result.count)
    return Frequency.lower_bound(result.count, result.count + result.undecided)


def _check(
    pattern: Pattern,
    frequency: Definition,
    sample: int | None,
    examples: int,
    anchors: bool,
    steps: int | None,
    time_limit: float | None,
    control: _core.Control | None,
) -> None:
    if frequency not in get_args(Definition):
        raise UsageError(f"frequency {frequency!r} is not known; choose one of {', '.join(get_args(Definition))}")
    if not pattern.core().connected:
        raise UsageError(f"pattern {pattern.text} is not connected; count its connected parts one by one")
    if frequency == "anchored" and pattern.anchor is None:
        raise UsageError(f"pattern {pattern.text} has no anchor; write one as in {pattern.text}@0, or count per graph")
    if frequency == "graph" and (sample is not None or anchors):
        raise UsageError("sampling and listing anchors need the anchored frequency")
    if examples < 0:
        raise UsageError(f"the number of examples must be 0 or more, not {examples}")
    for name, value in (("sample", sample), ("steps", steps), ("time_limit", time_limit)):
        if value is not None and value <= 0:
            raise UsageError(f"{name} must be positive, not {value}")
    if control is not None and time_limit is not None:
        raise UsageError("give the time limit to the control, not both")
