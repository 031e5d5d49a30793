"""The contract of mining methods: what each is asked, what it answers, and what it can do.

A method is one function of a task, its own settings and a monitor. It proposes patterns; verification counts and ranks
them afterwards, in one place for all methods.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from spminer._util.checkpoint import States, pack, unpack
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
    from spminer.results.frequency import Objective
    from spminer.results.request import Foreseen, Stage, Work
    from spminer.significance.comparison import Comparison

__all__ = ["Candidate", "Method", "SearchResult", "Task", "pack_candidates", "unpack_candidates"]


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be found, and where.

    Attributes
    ----------
    graphs
        The target.
    request
        What is asked; its sizes are those that the method is to search.
    states
        Where states of the run are kept, if anywhere.
    works
        What sizes cost to enumerate, as far as the plan has estimated it.
    seconds
        What one thread will need for each size on the way, as far as the plan can tell: units of progress.
    comparison
        What frequencies are compared with, if with anything.
    """

    graphs: GraphCollection
    request: MiningRequest
    states: States = field(default_factory=States)
    works: Mapping[int, Work] = field(default_factory=dict)
    seconds: Mapping[int, float] = field(default_factory=dict)
    comparison: Comparison | None = None

    @classmethod
    def of(cls, graphs: GraphCollection, *, states: States | None = None, **options: Any) -> Task:
        """A task with these options of the request, as :meth:`spminer.results.request.MiningRequest.of` takes them."""
        return cls(graphs, MiningRequest.of(**options), states or States())

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of nodes of the patterns, ascending."""
        return self.request.sizes

    @property
    def top(self) -> int:
        """How many motifs of each size the user wants."""
        return self.request.top

    @property
    def objective(self) -> Objective:
        """Which frequency ranks."""
        return self.request.frequency

    @property
    def induced(self) -> bool:
        """Whether patterns are node-induced; otherwise edge-induced."""
        return self.request.induced

    @property
    def seed(self) -> int:
        """Seed of everything drawn at random."""
        return self.request.seed

    @property
    def threads(self) -> int:
        """Threads; 0 for every core. Results do not depend on it."""
        return self.request.threads

    @property
    def depth(self) -> int:
        """How many of the best patterns of each size must be known; more than ``top`` if a part is chosen of them."""
        return self.request.depth

    @property
    def proposals(self) -> int:
        """How many candidates of each size are worth proposing and counting."""
        return self.request.proposals

    @property
    def trials(self) -> int:
        """How many candidates of each size a method proposes that only estimates their frequencies."""
        return self.request.trials

    def of_stage(self, stage: Stage) -> Task:
        """The part of the task that a stage of the plan does."""
        return replace(self, request=self.request.for_sizes(stage.sizes), works=stage.works, seconds=stage.by_size)

    def of_size(self, size: int) -> Task:
        """The part of the task that is about one size."""
        return replace(self, request=self.request.for_sizes((size,)))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern that a method proposes.

    Attributes
    ----------
    pattern
        In canonical form; anchored unless the method knows no anchors.
    score
        The method's own estimate, larger is better; comparable within one size only.
    known
        Frequencies that the method already established.
    node_sets
        The graph-level frequency as the method estimates it, without an interval: it ranks equals, and is not shown.
    closed
        Whether the method has shown that no larger pattern is as frequent.
    """

    pattern: Pattern
    score: float
    known: Mapping[Objective, Frequency] = field(default_factory=dict)
    node_sets: float | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a method found.

    Attributes
    ----------
    candidates
        Proposals by size, best score first, no pattern twice. Sizes beyond those asked for are not reported: parts of
        what is proposed there compete where they are the more frequent ones.
    complete
        Whether the search ended by itself, not by a budget.
    stop_reason
        What ended it, where the method knows better than its monitor.
    proven_sizes
        Sizes where no pattern that is not proposed can be among the best.
    whole_sizes
        Of a search by surprise: sizes whose candidates are all patterns that occur, to be judged with all others that
        occur on the other side.
    rest
        Of a search by surprise: for sizes and signs (1 for more than expected, -1 for less), what the surprise of a
        pattern that is not proposed cannot exceed.
    timing_s
        Seconds per stage (``"sample"``, ``"embed"``, ``"search"``).
    facts
        Figures of the search for those who study it: patterns scored, subgraphs sampled and so on.
    warnings
        What the user should know to judge the candidates, a sentence each.
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
class Method:
    """A way to search, and what it can do.

    What is declared here is checked once, before a search (:meth:`check`), and is what the documentation lists.

    Attributes
    ----------
    name
        What the user calls it.
    summary
        One line for help texts.
    settings
        A frozen dataclass of what can be set besides the request; every field has a default.
    search
        ``search(task, settings, monitor)``.
    forecast
        ``forecast(task, settings, monitor)``: how long the search will take, or ``None`` if that cannot be told in the
        time that the monitor leaves; methods without it cannot tell.
    sizes
        Numbers of nodes that it can search.
    objectives
        Frequencies it can search by.
    induced
        Whether it finds node-induced patterns, edge-induced ones, or both.
    directed, labels
        Whether it honors direction, and labels of nodes and edges.
    embeds
        Whether it may embed patterns by a model, which a GPU can do.
    estimate
        ``estimate(candidates, task, settings, monitor)``: the candidates with graph-level estimates from a sample that
        did not choose them; for methods whose proposals come with such estimates.
    estimates
        Whether what it proposes is chosen by estimates alone: more is tried then, and counting has more of the time.
    guarantee
        What its answer is worth, in a few words for the documentation.
    shared
        Whether the crew of a run does its work, such as the workers of a cluster.
    compares
        Whether it searches for what differs from another side, and so needs one.
    """

    name: str
    summary: str
    settings: type
    search: Callable[[Task, Any, Monitor], SearchResult]
    forecast: Callable[[Task, Any, Monitor], Foreseen | None] | None = None
    estimate: Callable[[Sequence[Candidate], Task, Any, Monitor], list[Candidate]] | None = None
    sizes: range = range(2, MAX_PATTERN_NODES + 1)
    objectives: tuple[Objective, ...] = ("anchored", "graph")
    induced: tuple[bool, ...] = (True, False)
    directed: bool = True
    labels: bool = True
    embeds: bool = False
    estimates: bool = False
    guarantee: str = "proposals are verified; completeness is not"
    shared: bool = False
    compares: bool = False

    def check(self, request: MiningRequest, graphs: GraphCollection) -> None:
        """Refuse what the method cannot do, and say what it can."""
        if request.induced not in self.induced:
            kinds = {True: "node-induced patterns", False: "edge-induced patterns (induced=False, --edge-induced)"}
            raise UsageError(f"method {self.name!r} finds {kinds[not request.induced]} only")
        if request.frequency not in self.objectives:
            known = " or ".join(self.objectives)
            raise UsageError(f"method {self.name!r} searches by {known} frequency, not by {request.frequency}")
        if outside := [size for size in request.sizes if size not in self.sizes]:
            raise UsageError(
                f"method {self.name!r} searches sizes {self.sizes[0]} to {self.sizes[-1]}, not {outside[0]}; "
                "ask for those or choose another method, such as 'auto'"
            )
        if graphs.directed and not self.directed:
            raise UsageError(
                f"method {self.name!r} knows no direction; read the graphs as undirected or choose another method"
            )
        if self.compares and request.against is None:
            raise UsageError(
                f"method {self.name!r} needs something to compare with: against='degree' (--against degree), another "
                "graph, or two classes"
            )
        if request.device == "cuda" and not self.embeds:
            raise UsageError(
                f"method {self.name!r} has no use for a GPU; leave out device cuda, or choose a method that embeds "
                "patterns: greedy, beam, mcts or mlp"
            )
        if not self.labels and (graphs.node_labels is not None or graphs.edge_labels is not None):
            raise UsageError(f"method {self.name!r} knows no labels; leave them out or choose another method")


def pack_candidates(candidates: Iterable[Candidate]) -> NDArray[np.uint8]:
    """Candidates as an array of bytes.

    >>> candidate = Candidate(Pattern.parse("0-1@0"), 0.5, {"anchored": Frequency.exact(2)}, node_sets=1.0)
    >>> unpack_candidates(pack_candidates([candidate])) == (candidate,)
    True
    """
    return pack([_to_dict(candidate) for candidate in candidates])


def unpack_candidates(array: NDArray[np.uint8]) -> tuple[Candidate, ...]:
    """The inverse of :func:`pack_candidates`."""
    return tuple(_from_dict(data) for data in unpack(array))


def _to_dict(candidate: Candidate) -> dict[str, Any]:
    known = {objective: frequency.to_dict() for objective, frequency in candidate.known.items()}
    plain = {"score": candidate.score, "node_sets": candidate.node_sets, "closed": candidate.closed}
    return {"pattern": asdict(candidate.pattern), "known": known, **plain}


def _from_dict(data: Mapping[str, Any]) -> Candidate:
    known = {objective: Frequency(**frequency) for objective, frequency in data["known"].items()}
    pattern = Pattern.from_edges(**data["pattern"])
    return Candidate(pattern, data["score"], known, data["node_sets"], data["closed"])
