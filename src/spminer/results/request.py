"""Requests: everything that can be asked of a run, and the plan of how it is carried out.

``MiningRequest``, ``EnumerationRequest`` and ``CountRequest`` hold the options of the public functions and of the
verbs. ``check`` refuses what does not fit together, before anything is read; ``identity`` is what a checkpoint belongs
to. ``Plan`` has a ``Stage`` for each method and its sizes; ``Work`` is the estimated cost of enumerating one size.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from spminer._util.devices import check_device
from spminer._util.text import format_number, format_rough_duration, format_sizes, parse_sizes
from spminer._util.validation import checked, plain
from spminer.errors import UsageError
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results.frequency import Definition, Objective, check_objective, check_support, least_count

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency

__all__ = [
    "AUTO",
    "CANDIDATES_PER_MOTIF",
    "LEAST_CANDIDATES",
    "SAMPLES",
    "TRIED_PER_COUNTED",
    "CountRequest",
    "Direction",
    "Engine",
    "EnumerationRequest",
    "Foreseen",
    "MiningRequest",
    "Plan",
    "Stage",
    "Verification",
    "Work",
    "rounded",
]


Direction = Literal["both", "over", "under"]


SAMPLES = 100  # of a null model, at least, where the number is not given


def check_direction(direction: str) -> None:
    """Refuse a direction that there is not."""
    if direction not in get_args(Direction):
        raise UsageError(f"direction is one of {', '.join(get_args(Direction))}, not {direction!r}")


def check_comparison(against: str | None, null_samples: int | None, direction: Direction = "both") -> None:
    """Refuse options that make no sense, alone or together.

    >>> check_comparison(None, None, "over")
    Traceback (most recent call last):
    spminer.errors.UsageError: null samples and directions need something to compare with: against, --against
    """
    if null_samples is not None and null_samples < 2:  # one has no spread
        raise UsageError(f"null_samples must be at least 2, not {null_samples}")
    check_direction(direction)
    if against is None and (direction != "both" or null_samples is not None):
        raise UsageError("null samples and directions need something to compare with: against, --against")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequest:
    """Everything that can be asked of :func:`spminer.count`, where each option is explained."""

    frequency: Objective = "anchored"
    induced: bool = True
    sample: int | None = None
    examples: int = 0
    anchors: bool = False
    seed: int = 0
    threads: int = 0
    steps: int | None = None
    against: str | None = None
    null_samples: int | None = None

    def check(self, pattern: Pattern) -> None:
        """Refuse what makes no sense for a pattern.

        >>> from spminer import Pattern
        >>> CountRequest(examples=-1).check(Pattern.parse("0-1@0"))
        Traceback (most recent call last):
        spminer.errors.UsageError: the number of examples must be 0 or more, not -1
        """
        check_objective(self.frequency)
        if self.frequency == "anchored" and pattern.anchor is None:
            raise UsageError(
                f"pattern {pattern.text} has no anchor; write one as in {pattern.text}@0, or count per graph"
            )
        if self.frequency != "anchored" and (self.sample is not None or self.anchors):
            raise UsageError("sampling and listing anchors need the anchored frequency")
        if self.examples < 0:
            raise UsageError(f"the number of examples must be 0 or more, not {self.examples}")
        for name in ("sample", "steps"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise UsageError(f"{name} must be positive, not {value}")
        check_comparison(self.against, self.null_samples)


Engine = Literal["auto", "esu", "census", "tally"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumerationRequest:
    """Everything that can be asked of :func:`spminer.enumerate`.

    Attributes
    ----------
    sizes
        Numbers of nodes, ascending.
    top
        How many motifs of each size to report; ``None`` for all.
    frequency
        Which of the two definitions ranks.
    examples
        How many embeddings to report with each motif.
    engine
        ``"esu"`` visits every subgraph, ``"census"`` counts without visiting, ``"tally"`` visits twice and keeps only
        the best of many classes, ``"auto"`` chooses.
    threads
        Number of threads; 0 for every core. It does not change the result.
    time_limit, memory_limit
        Seconds for the search, and bytes for its tables.
    seed
        Seed of the samples of a null model.
    against, null_samples, direction
        What classes are compared with, and ranked by the surprise of: as for :class:`MiningRequest`.
    """

    sizes: tuple[int, ...]
    top: int | None = 10
    frequency: Definition = "anchored"
    examples: int = 1
    engine: Engine = "auto"
    threads: int = 0
    time_limit: float | None = None
    memory_limit: int | None = None
    seed: int = 0
    against: str | None = None
    null_samples: int | None = None
    direction: Direction = "both"

    def check(self) -> None:
        """Refuse what makes no sense, whatever the graph."""
        if self.top is not None and self.top < 1:
            raise UsageError(f"top must be at least 1, not {self.top}; leave it out (None) for all motifs")
        if self.frequency not in get_args(Definition):
            raise UsageError(f"frequency is 'anchored' or 'graph', not {self.frequency!r}")
        if self.engine not in get_args(Engine):
            raise UsageError(f"engine is 'auto', 'esu', 'census' or 'tally', not {self.engine!r}")
        check_comparison(self.against, self.null_samples, self.direction)


# Candidates of one size that are worth proposing and counting: this many for each motif asked for, and some at least.
CANDIDATES_PER_MOTIF, LEAST_CANDIDATES = 5, 50


# Candidates that are tried at few nodes for each one that is counted, where a method only estimates.
TRIED_PER_COUNTED = 5


@dataclass(frozen=True, slots=True)
class Verification:
    """How candidates are verified."""

    factor: int = CANDIDATES_PER_MOTIF
    """Candidates of each size that are counted, in multiples of the motifs asked for, 50 at least; 0 counts none."""
    effort: int = 4_000_000
    """Search steps for the anchors of one pattern, about 100 each; a target that needs more is sampled, 2000 anchors
    at least."""
    both: bool = False
    """Count the graph-level frequency of anchored motifs too."""

    def __post_init__(self) -> None:
        for name, least in (("factor", 0), ("effort", 1)):
            if getattr(self, name) < least:
                raise UsageError(f"{name} of the verification must be at least {least}, not {getattr(self, name)}")

    @classmethod
    def of(cls, counted: bool, **settings: Any) -> Verification:
        """With these settings, or with these but counting none."""
        return cls(**settings) if counted else cls(factor=0, **settings)

    def candidates(self, top: int) -> int:
        """How many candidates of one size are counted."""
        return max(self.factor * top, LEAST_CANDIDATES) if self.factor else 0


AUTO = "auto"


# Options that change how fast a run goes and how far it gets, not what it finds: a resumed run may have others.
_NOT_IDENTITY = frozenset({"threads", "device", "time_limit", "memory_limit"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MiningRequest:
    """Everything that can be asked of a mining run.

    :func:`spminer.mine`, the verb ``mine``, :class:`spminer.sklearn.MotifMiner` and the experiments fill one; the task
    of a method and the result hold it. An option is a field here and an option of the verb, and nothing else.

    Attributes
    ----------
    sizes
        Numbers of nodes, ascending.
    top
        How many motifs of each size to report.
    method
        Name of a method; ``"auto"`` enumerates the sizes that are few enough, and searches the rest.
    frequency
        What ranks: ``"anchored"`` (Definition 1), ``"graph"`` (Definition 2), ``"transactions"`` (graphs of the
        collection that contain the pattern) or ``"images"`` (minimum image support).
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
        How candidates are counted. Exact enumeration needs no verification.
    against
        What frequencies are compared with, and ranked by the surprise of: a null model such as ``"degree"``, the name
        of another graph, or ``"class:A,B"``; ``None`` ranks by frequency.
    null_samples
        Graphs of a null model that motifs are judged by (at least 1000 permutations of classes); ``None``: 100, or up
        to 1,000 where they take little time.
    direction
        ``"over"`` for motifs that are more frequent than that, ``"under"`` for less, or ``"both"``.
    settings
        Settings of the method by name, see :class:`spminer.methods.base.Method`.

    Examples
    --------
    >>> request = MiningRequest.of(sizes="5-7", top=3, settings={"beam": 20})
    >>> request.sizes, request.top, request.method
    ((5, 6, 7), 3, 'auto')
    """

    sizes: tuple[int, ...] = tuple(range(5, 21))
    top: int = 10
    method: str = AUTO
    frequency: Objective = "anchored"
    induced: bool = True
    seed: int = 0
    threads: int = 0
    device: str = "auto"
    time_limit: float | None = None
    memory_limit: int | None = None
    merge_anchors: bool = False
    support: float | None = None
    closed: bool = False
    maximal: bool = False
    distinct: bool = False
    examples: int = 1
    verify: Verification = field(default_factory=Verification)
    against: str | None = None
    null_samples: int | None = None
    direction: Direction = "both"
    settings: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def options(cls) -> tuple[str, ...]:
        """Names of all options, in the order of the fields."""
        return tuple(entry.name for entry in fields(cls))

    @classmethod
    def among(cls, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Those of a facade's arguments that are options of a request.

        >>> MiningRequest.among({"top": 3, "monitor": None})
        {'top': 3}
        """
        return {name: arguments[name] for name in cls.options() if name in arguments}

    @classmethod
    def of(cls, **options: Any) -> Self:
        """The request with these options, in the forms that users give them: sizes as text, ``verify`` as a switch.

        >>> MiningRequest.of(closed="no")
        Traceback (most recent call last):
        spminer.errors.UsageError: closed must be true or false, not 'no'
        """
        options = {name: plain(value) for name, value in options.items()}
        if "sizes" in options:
            options["sizes"] = parse_sizes(options["sizes"])
        if not isinstance(verify := options.get("verify", True), Verification):
            if not isinstance(verify, bool):
                raise UsageError(f"verify must be true, false or a Verification, not {verify!r:.100}")
            options["verify"] = Verification.of(verify)
        if options.get("time_limit") == math.inf:
            options["time_limit"] = None
        if isinstance(settings := options.get("settings") or {}, Mapping):
            options["settings"] = dict(settings)
        request = cls(**options)
        check_objective(request.frequency)  # these say more of choices than that the type is another
        check_direction(request.direction)
        return checked(request)

    @property
    def selective(self) -> bool:
        """Whether motifs are chosen by more than their rank."""
        return self.support is not None or self.closed or self.maximal or self.distinct

    @property
    def wish(self) -> str:
        """What motifs are chosen by, in words.

        >>> MiningRequest(support=5, closed=True, distinct=True).wish
        'frequent enough, closed and distinct'
        """
        frequent = [] if self.support is None else ["frequent enough"]
        wishes = [*frequent, *(name for name in ("closed", "maximal", "distinct") if getattr(self, name))]
        return " and ".join([*([", ".join(wishes[:-1])] if wishes[:-1] else []), *wishes[-1:]])

    @property
    def depth(self) -> int:
        """How many of the best patterns of each size must be known so that ``top`` of them are left."""
        factor, least = (20, 200) if self.maximal else (4, 40) if self.closed or self.distinct else (1, 1)
        return max(factor * self.top, least)

    @property
    def proposals(self) -> int:
        """How many candidates of each size are worth proposing: five times those that must be known, 50 at least."""
        return max(CANDIDATES_PER_MOTIF * self.depth, LEAST_CANDIDATES)

    @property
    def trials(self) -> int:
        """How many candidates of each size a method proposes that only estimates their frequencies."""
        return TRIED_PER_COUNTED * self.proposals

    def least(self, graphs: GraphCollection) -> int | None:
        """The least frequency as a number, or ``None`` if any will do.

        >>> from spminer.datasets import example
        >>> MiningRequest(support=0.5).least(example())
        17
        """
        if self.support is None:
            return None
        return least_count(self.support, graphs.num_graphs if self.frequency == "transactions" else graphs.num_nodes)

    def for_sizes(self, sizes: tuple[int, ...]) -> Self:
        """The same request for some sizes only."""
        return replace(self, sizes=sizes)

    def check(self, graphs: GraphCollection) -> None:
        """Refuse what makes no sense, whatever the method; what a method cannot do, the method refuses.

        >>> from spminer.datasets import example
        >>> MiningRequest(top=0).check(example())
        Traceback (most recent call last):
        spminer.errors.UsageError: top must be at least 1, not 0
        """
        if self.top < 1:
            raise UsageError(f"top must be at least 1, not {self.top}")
        if self.sizes[0] < 2 or self.sizes[-1] > MAX_PATTERN_NODES:
            raise UsageError(f"sizes must be 2 to {MAX_PATTERN_NODES}, not {self.sizes[0]} to {self.sizes[-1]}")
        check_objective(self.frequency)
        check_device(self.device)
        if self.frequency == "transactions" and graphs.num_graphs < 2:
            raise UsageError("transactions counts graphs, and there is only one; choose another frequency")
        if self.merge_anchors and self.frequency != "anchored":
            raise UsageError("only the anchored frequency has anchors to merge")
        if self.examples < 0:
            raise UsageError(f"the number of examples must be 0 or more, not {self.examples}")
        self._check_comparison()
        self._check_selection()

    def _check_selection(self) -> None:
        if self.support is not None:
            check_support(self.support)
            if self.support <= 1 and self.frequency == "graph":
                raise UsageError("node sets have no share: give support as a number of them, above 1")
        for name in ("closed", "maximal"):
            if getattr(self, name) and self.frequency == "graph":
                raise UsageError(
                    f"the graph-level frequency may rise when a pattern grows, so that {name} means nothing; "
                    "choose the frequency anchored, transactions or images"
                )
        if self.maximal and self.support is None:
            raise UsageError(
                "maximal patterns are those that no larger frequent one contains; say what is frequent by support "
                "(--support 100, or a share such as --support 0.1)"
            )

    def _check_comparison(self) -> None:
        check_comparison(self.against, self.null_samples, self.direction)
        if self.against is None:
            return
        for name in ("support", "closed", "maximal", "distinct"):
            if getattr(self, name):
                raise UsageError(f"{name} chooses among frequent motifs, not among surprising ones; leave it out")

    def identity(self) -> dict[str, Any]:
        """What a run's result depends on, as plain values: a checkpoint belongs to one identity.

        >>> MiningRequest(threads=2).identity() == MiningRequest(threads=1).identity()
        True
        >>> MiningRequest(seed=2).identity() == MiningRequest(seed=1).identity()
        False
        """
        return {name: value for name, value in asdict(self).items() if name not in _NOT_IDENTITY}


@dataclass(frozen=True, slots=True)
class Work:
    """Cost of enumerating one size, as estimated before the work starts.

    Attributes
    ----------
    subgraphs
        Estimated number of connected subgraphs.
    engine
        The engine that would count them.
    seconds
        Rough time of one thread.
    """

    subgraphs: Frequency
    engine: Engine
    seconds: float


@dataclass(frozen=True, slots=True)
class Foreseen:
    """How long a search will take, as far as its method can tell beforehand.

    Attributes
    ----------
    by_size
        Rough seconds of one thread for each size on the way.
    at_least
        Whether it may well take longer, since not all of it could be looked at, or some of it has no end in sight.
    """

    by_size: Mapping[int, float]
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """Some sizes and the method for them.

    Attributes
    ----------
    method
        Its name.
    sizes
        Numbers of nodes, ascending.
    reason
        Why this method, in a few words.
    subgraphs
        Estimated number of subgraphs of these sizes, where that was looked at.
    seconds
        Rough time of one thread, where it can be told beforehand.
    works
        What each size costs to enumerate, where that was estimated: made once, and carried to the method.
    by_size
        Rough time of one thread for each size on the way of a search, likewise.
    at_least
        Whether it may well take longer than these seconds.
    """

    method: str
    sizes: tuple[int, ...]
    reason: str
    subgraphs: float | None = None
    # What follows is not what the plan says: a search is timed in small, which differs from run to run.
    seconds: float | None = field(default=None, compare=False)
    works: Mapping[int, Work] = field(default_factory=dict, compare=False)
    by_size: Mapping[int, float] = field(default_factory=dict, compare=False)
    at_least: bool = field(default=False, compare=False)

    @property
    def key(self) -> str:
        """What tells the stage from any other: its method and all of its sizes."""
        return f"{self.method}-{'-'.join(map(str, self.sizes))}"

    def text(self, threads: int = 1) -> str:
        """The stage in one line, with its time for a number of threads.

        >>> Stage("exact", (3, 4, 5), "few enough to enumerate", 2e6, 0.2).text()
        'sizes 3-5: exact (few enough to enumerate, about 2,000,000 subgraphs), less than a second'
        """
        time = "time unknown" if self.seconds is None else format_rough_duration(self.seconds / threads)
        return f"{self.title}, {time}{' or more' if self.at_least else ''}"

    @property
    def title(self) -> str:
        """The stage without its time, which is of interest only before it has passed."""
        number = (
            "" if self.subgraphs is None else f", about {rounded(self.subgraphs)} subgraph{'s' * (self.subgraphs != 1)}"
        )
        return f"{format_sizes(self.sizes)}: {self.method} ({self.reason}{number})"


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of a run, in order."""

    stages: tuple[Stage, ...] = ()

    def lines(self, threads: int = 0) -> list[str]:
        """The plan in words, a line per stage, with times for a number of threads (0: every core)."""
        return [stage.text(threads or os.cpu_count() or 1) for stage in self.stages]


def rounded(number: float) -> str:
    """A large number in two digits, as plans tell it.

    >>> rounded(1_234_567), rounded(1.5e12)
    ('1,200,000', '1.5e+12')
    """
    return format_number(float(f"{number:.2g}")) if number < 1e9 else f"{number:.1e}"
