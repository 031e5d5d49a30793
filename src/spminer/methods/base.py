"""Interface of mining methods: the task, the candidates, and what a method can do.

A method is one function of a task, its own settings and a monitor. It proposes patterns. Verification counts and ranks
them afterwards, the same for all methods (:mod:`spminer.mining.verify`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from spminer._util.checkpoint import States, pack, unpack
from spminer._util.options import check_options
from spminer.errors import UsageError
from spminer.patterns import MAX_PATTERN_NODES, Pattern
from spminer.results.frequency import Frequency
from spminer.results.request import MiningRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import FrequencyName
    from spminer.results.request import EnumerationCost, Forecast, Stage
    from spminer.significance.comparison import Comparison

__all__ = ["Candidate", "Method", "SearchResult", "Settings", "Task", "pack_candidates", "unpack_candidates"]


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a method: the graphs and the request.

    Attributes
    ----------
    graphs
        The target.
    request
        The request; its sizes are those that the method is to search.
    states
        Checkpoint states of the run; empty without a checkpoint.
    costs
        Costs of enumeration by size, as far as the plan has estimated them.
    seconds
        Estimated seconds of one thread for each size on the way, as units of progress.
    comparison
        The comparison with a reference, or ``None``.
    """

    graphs: GraphCollection
    request: MiningRequest
    states: States = field(default_factory=States)
    costs: Mapping[int, EnumerationCost] = field(default_factory=dict)
    seconds: Mapping[int, float] = field(default_factory=dict)
    comparison: Comparison | None = None

    @classmethod
    def of(cls, graphs: GraphCollection, *, states: States | None = None, **options: Any) -> Task:
        """A task with these options of the request, as ``MiningRequest.from_options`` takes them."""
        return cls(graphs, MiningRequest.from_options(**options), states or States())

    def of_stage(self, stage: Stage) -> Task:
        """The part of the task for a stage of the plan."""
        request = self.request.for_sizes(stage.sizes)
        return replace(self, request=request, costs=stage.costs, seconds=stage.seconds_by_size)

    def of_size(self, size: int) -> Task:
        """The part of the task for one size."""
        return replace(self, request=self.request.for_sizes((size,)))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern that a method proposes.

    Attributes
    ----------
    pattern
        In canonical form; anchored unless the method finds patterns without anchors.
    score
        The method's own estimate, larger is better; comparable within one size only.
    known
        Frequencies that the method already established.
    node_sets
        The method's estimate of the graph-level frequency, without an interval. It breaks ties and is not reported.
    closed
        Whether the method has shown that no larger pattern is as frequent.
    """

    pattern: Pattern
    score: float
    known: Mapping[FrequencyName, Frequency] = field(default_factory=dict)
    node_sets: float | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The candidates of a method, and what is known about their completeness.

    Attributes
    ----------
    candidates
        Candidates by size, best score first, no pattern twice. Sizes beyond those asked for are not reported; parts of
        their candidates compete where these are more frequent.
    complete
        Whether the search ended by itself, not by a limit.
    stop_reason
        Why it ended early, if the method knows more than its monitor.
    proven_sizes
        Sizes where no pattern that is not proposed can be among the best.
    whole_sizes
        Of a search by surprise: sizes whose candidates are all patterns that occur, to be compared together with all
        patterns that occur in the reference.
    rest
        Of a search by surprise: for sizes and signs (1 for more than expected, -1 for less), an upper bound of the
        surprise of a pattern that is not proposed.
    timing_s
        Seconds per stage (``"sample"``, ``"embed"``, ``"search"``).
    facts
        Figures of the search, such as patterns scored or subgraphs sampled.
    warnings
        Limits of the search that the user should know, one sentence each.
    """

    candidates: Mapping[int, tuple[Candidate, ...]]
    complete: bool = True
    stop_reason: str | None = None
    proven_sizes: tuple[int, ...] = ()
    whole_sizes: tuple[int, ...] = ()
    rest: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    timing_s: Mapping[str, float] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a method: a frozen dataclass whose fields are made by :func:`spminer._util.options.option`."""

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True)
class Method:
    """A search method and its capabilities.

    The capabilities are checked once, before a search (:meth:`check`), and listed in the documentation.

    Attributes
    ----------
    name
        Name in requests.
    summary
        One line for help texts.
    settings
        The settings besides the request, a class of its own; every field has a default.
    search
        ``search(task, settings, monitor)``.
    forecast
        ``forecast(task, settings, monitor)``: how long the search will take, or ``None`` if the monitor leaves too
        little time to estimate it; ``None`` in place of the function for methods without a forecast.
    sizes
        Numbers of nodes that it can search.
    frequency_names
        Frequencies that it can search by.
    induced
        Whether it finds node-induced patterns, edge-induced ones, or both.
    directed, labels
        Whether it honors direction, and labels of nodes and edges.
    embeds
        Whether it can embed patterns by a model, and so use a GPU.
    estimate
        ``estimate(candidates, task, settings, monitor)``: the candidates with graph-level estimates from a sample that
        did not choose them; for methods whose proposals come with such estimates.
    estimates
        Whether candidates are chosen by estimates alone: more of them are counted then, and counting has more time.
    guarantee
        What the result guarantees, in a few words for the documentation.
    shared
        Whether the executor of a run does its work, such as the workers of a cluster.
    compares
        Whether it searches for differences from a reference, and so needs one.
    presets
        Named settings; a name that is no setting of the method is one of the verification.
    """

    name: str
    summary: str
    settings: type[Settings]
    search: Callable[[Task, Any, Monitor], SearchResult]
    forecast: Callable[[Task, Any, Monitor], Forecast | None] | None = None
    estimate: Callable[[Sequence[Candidate], Task, Any, Monitor], list[Candidate]] | None = None
    sizes: range = range(2, MAX_PATTERN_NODES + 1)
    frequency_names: tuple[FrequencyName, ...] = ("anchored", "graph")
    induced: tuple[bool, ...] = (True, False)
    directed: bool = True
    labels: bool = True
    embeds: bool = False
    estimates: bool = False
    guarantee: str = "proposals are verified; completeness is not"
    shared: bool = False
    compares: bool = False
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)

    def check(self, request: MiningRequest, graphs: GraphCollection) -> None:
        """Raise ``UsageError`` if the method cannot do the request."""
        if request.induced not in self.induced:
            kinds = {True: "node-induced patterns", False: "edge-induced patterns (induced=False, --no-induced)"}
            raise UsageError(f"method {self.name!r} finds {kinds[not request.induced]} only")
        if request.frequency not in self.frequency_names:
            known = " or ".join(self.frequency_names)
            raise UsageError(f"method {self.name!r} searches by {known} frequency, not by {request.frequency}")
        if outside := [size for size in request.sizes if size not in self.sizes]:
            raise UsageError(
                f"method {self.name!r} searches sizes {self.sizes[0]} to {self.sizes[-1]}, not {outside[0]}; "
                "ask for those or choose another method, such as 'auto'"
            )
        if graphs.directed and not self.directed:
            raise UsageError(
                f"method {self.name!r} does not support directed graphs; read them as undirected, or choose another "
                "method"
            )
        if self.compares and request.against is None:
            raise UsageError(
                f"method {self.name!r} needs something to compare with: against='degree' (--against degree), another "
                "graph, or two classes"
            )
        if request.device == "cuda" and not self.embeds:
            raise UsageError(
                f"method {self.name!r} does not use a GPU; leave out device cuda, or choose a method that embeds "
                "patterns: greedy, beam, mcts or mlp"
            )
        if not self.labels and (graphs.node_labels is not None or graphs.edge_labels is not None):
            raise UsageError(f"method {self.name!r} does not support labels; leave them out, or choose another method")


def pack_candidates(candidates: Iterable[Candidate]) -> NDArray[np.uint8]:
    """Candidates as an array of bytes, for a checkpoint.

    >>> candidate = Candidate(Pattern.parse("0-1@0"), 0.5, {"anchored": Frequency.exact(2)}, node_sets=1.0)
    >>> unpack_candidates(pack_candidates([candidate])) == (candidate,)
    True
    """
    return pack([_to_dict(candidate) for candidate in candidates])


def unpack_candidates(array: NDArray[np.uint8]) -> tuple[Candidate, ...]:
    """The inverse of :func:`pack_candidates`."""
    return tuple(_from_dict(data) for data in unpack(array))


def _to_dict(candidate: Candidate) -> dict[str, Any]:
    known = {frequency_name: frequency.to_dict() for frequency_name, frequency in candidate.known.items()}
    plain = {"score": candidate.score, "node_sets": candidate.node_sets, "closed": candidate.closed}
    return {"pattern": asdict(candidate.pattern), "known": known, **plain}


def _from_dict(data: Mapping[str, Any]) -> Candidate:
    known = {frequency_name: Frequency(**frequency) for frequency_name, frequency in data["known"].items()}
    pattern = Pattern.from_edges(**data["pattern"])
    return Candidate(pattern, data["score"], known, data["node_sets"], data["closed"])
