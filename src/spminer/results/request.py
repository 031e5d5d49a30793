"""Requests: everything that can be asked of a run, and the plan of how it is carried out.

``MiningRequest`` (of ``mine`` and ``enumerate``) and ``CountRequest`` hold the options of the public functions and of
the verbs, each with its help. Their checks refuse what does not fit together, before anything is read; ``identity`` is
what a checkpoint belongs to. ``Plan`` has a ``Stage`` for each method and its sizes; ``EnumerationCost`` is the
estimated cost of enumerating one size.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from spminer._util.devices import Device  # noqa: TC001  # checks of options read it
from spminer._util.options import (
    COMPARING,
    DEVICE,
    FINDING,
    OUTPUT,
    RUNNING,
    SEARCHING,
    SEED,
    THREADS,
    check_options,
    option,
    option_text,
    options_of,
)
from spminer._util.text import format_number, format_rough_duration, format_sizes, parse_share, parse_sizes
from spminer._util.validation import plain
from spminer.errors import UsageError
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results.frequency import CountFrequencyName, Definition, FrequencyName, check_support, least_count

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency

__all__ = [
    "AUTO",
    "CANDIDATES_PER_MOTIF",
    "DIRECTIONS",
    "ENUMERATION",
    "FREQUENCY_HELP",
    "LEAST_CANDIDATES",
    "SAMPLES",
    "TRIED_PER_COUNTED",
    "Alternative",
    "CountRequest",
    "Direction",
    "Engine",
    "EnumerationCost",
    "Forecast",
    "MiningRequest",
    "ModelName",
    "Plan",
    "Stage",
    "Verification",
    "rounded",
]


Alternative = Literal["two-sided", "greater", "less"]
Direction = Literal["both", "over", "under"]  # the same, in result files
DIRECTIONS: dict[Alternative, Direction] = {"two-sided": "both", "greater": "over", "less": "under"}
Engine = Literal["auto", "esu", "census", "tally"]
ModelName = Literal["degree", "reciprocal", "labels", "joint-degree", "clustering", "er"]  # of a null model
AUTO = "auto"
SAMPLES = 100  # of a null model, at least, where the number is not given


def check_comparison(against: str | None, null_samples: int | None, alternative: Alternative = "two-sided") -> None:
    """Refuse options of a comparison where there is none.

    >>> check_comparison(None, None, "greater")
    Traceback (most recent call last):
    spminer.errors.UsageError: alternative= needs something to compare with: against=
    """
    given = {"alternative": alternative != "two-sided", "null_samples": null_samples is not None}
    for name, is_given in given.items():
        if is_given and against is None:
            raise UsageError(f"{option_text(name)} needs something to compare with: {option_text('against')}")


# Options of both requests.
FREQUENCY_HELP = (
    "anchored: nodes that can be the anchor; graph: distinct node sets; transactions: graphs that contain it; images: "
    "fewest images of one of its nodes."
)
_FREQUENCY: dict[str, Any] = {
    "default": "anchored",
    "help": FREQUENCY_HELP,
    "group": FINDING,
    "metavar": "NAME",
}
_AGAINST: dict[str, Any] = {
    "default": None,
    "help": "Rank by surprise, compared with a null model (degree, reciprocal, labels, joint-degree, clustering, er), "
    "another GRAPH, or class:A,B of the same collection.",
    "group": COMPARING,
    "metavar": "WHAT",
}
_NULL_SAMPLES: dict[str, Any] = {
    "default": None,
    "help": "Samples of the null model; 100 by default, or up to 1,000 where they take little time.",
    "group": COMPARING,
    "metavar": "N",
    "minimum": 2,
}
_EXAMPLES: dict[str, Any] = {"help": "Embeddings to show.", "group": OUTPUT, "metavar": "N", "minimum": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequest:
    """Everything that can be asked of :func:`spminer.count`, where each option is explained."""

    frequency: CountFrequencyName | None = option(
        **_FREQUENCY
        | {
            "default": None,
            "help": f"{FREQUENCY_HELP[:-1]}; copies: subgraphs, of which a node set may hold several. By default "
            "anchored if PATTERN has an anchor, else graph.",
        }
    )
    induced: bool | None = option(
        None,
        "Whether non-edges of PATTERN must be non-edges of GRAPH; the default, except for copies.",
        group=FINDING,
        names=("--induced/--no-induced",),
    )
    anchors: int | None = option(
        None, "Test N random anchors only and estimate.", group=SEARCHING, metavar="N", minimum=1
    )
    error: float | None = option(
        None,
        "Estimate node sets or copies, with a 95 % interval of at most this relative error, such as 5 %.",
        group=SEARCHING,
        metavar="SHARE",
        minimum=0.001,
        maximum=0.5,
        parse=parse_share,
    )
    examples: int = option(0, **_EXAMPLES)
    list_anchors: bool = option(False, "List the nodes that can be the anchor.", group=OUTPUT)
    seed: int = option(**SEED)
    threads: int = option(**THREADS)
    steps: int | None = option(None, "Give up on an anchor after N steps.", group=RUNNING, metavar="N", minimum=1)
    against: str | None = option(**_AGAINST)
    null_samples: int | None = option(**_NULL_SAMPLES)

    def check(self, pattern: Pattern) -> None:
        """Refuse options that contradict each other, or that the pattern does not support.

        >>> from spminer import Pattern
        >>> CountRequest(examples=-1).check(Pattern.parse("0-1@0"))
        Traceback (most recent call last):
        spminer.errors.UsageError: examples must be at least 0, not -1
        """
        check_options(self)
        if self.frequency == "anchored" and pattern.anchor is None:
            raise UsageError(
                f"pattern {pattern.text} has no anchor; write one as in {pattern.text}@0, or count its node sets "
                f"({option_text('frequency', 'graph')})"
            )
        if self.frequency not in ("anchored", None) and (self.anchors is not None or self.list_anchors):
            example = pattern.text if pattern.anchor is not None else f"{pattern.text}@0"
            raise UsageError(f"sampling and listing anchors need the anchored frequency of a pattern such as {example}")
        check_comparison(self.against, self.null_samples)
        if self.error is not None:
            self._check_error(pattern)

    def _check_error(self, pattern: Pattern) -> None:
        """Refuse what is not estimated with an error."""
        error = option_text("error")
        if self.frequency not in ("graph", "copies"):
            others = f"{option_text('frequency', 'graph')} or {option_text('frequency', 'copies')}"
            remedy = f"; sample anchors by {option_text('anchors')}" if self.frequency == "anchored" else ""
            raise UsageError(f"{error} estimates node sets or copies: add {others}{remedy}")
        for name, value in (("steps", self.steps), ("against", self.against)):
            if value is not None:
                raise UsageError(f"{option_text(name)} is not supported with {error}; leave one of the two out")
        if pattern.size > _MOST_ESTIMATED:
            raise UsageError(
                f"{error} is for patterns of up to {_MOST_ESTIMATED} nodes, and {pattern.text} has {pattern.size}; "
                f"leave it out, or give {option_text('time_limit')} for a lower bound"
            )


_MOST_ESTIMATED = 8


def _ranking(frequency: Any) -> tuple[Any, bool]:
    """What ranks, and whether node sets are counted besides: of ``("anchored", "graph")`` or ``"anchored,graph"``.

    >>> _ranking("anchored,graph"), _ranking("graph")
    (('anchored', True), ('graph', False))
    >>> _ranking("copies")
    Traceback (most recent call last):
    spminer.errors.UsageError: copies are counted of given patterns only: use spminer.count, or spminer count
    >>> _ranking(["graph", "images"])
    Traceback (most recent call last):
    spminer.errors.UsageError: frequency is one name, or ('anchored', 'graph') to count node sets besides, not ...
    """
    names = tuple(frequency.split(",")) if isinstance(frequency, str) else tuple(frequency)
    if "copies" in names:
        raise UsageError("copies are counted of given patterns only: use spminer.count, or spminer count")
    if len(names) > 1 and names != ("anchored", "graph"):
        raise UsageError(
            f"frequency is one name, or ('anchored', 'graph') to count node sets besides, not {frequency!r:.100}"
        )
    return (names[0] if names else frequency), len(names) > 1


# Candidates of one size that are worth proposing and counting: this many for each motif asked for, and some at least.
CANDIDATES_PER_MOTIF, LEAST_CANDIDATES = 5, 50
# Candidates that are tested at few nodes for each one that is counted, where a method only estimates.
TRIED_PER_COUNTED = 5


@dataclass(frozen=True, slots=True)
class Verification:
    """How candidates are verified."""

    factor: int = option(
        CANDIDATES_PER_MOTIF,
        "Candidates of each size that are counted, in multiples of the motifs asked for, 50 at least; 0 counts none.",
        minimum=0,
        cli=False,
    )
    effort: int = option(
        4_000_000,
        "Search steps for the anchors of one pattern, about 100 each; a target that needs more is sampled, 2000 "
        "anchors at least.",
        minimum=1,
        cli=False,
    )
    both: bool = option(False, "Whether the node sets of anchored motifs are counted too.", cli=False)
    own_ranking: bool | None = option(
        None,
        "Count the best of the method's own ranking alone, and keep its order; otherwise counts decide.",
        group=SEARCHING,
        names=("--own-ranking/--no-own-ranking",),
    )

    def __post_init__(self) -> None:
        check_options(self, "verify")

    @classmethod
    def of(cls, counted: bool, **settings: Any) -> Verification:
        """With these settings, or with these but counting none."""
        return cls(**settings) if counted else cls(factor=0, **settings)

    def candidates(self, top: int) -> int:
        """How many candidates of one size are counted."""
        return max(self.factor * top, LEAST_CANDIDATES) if self.factor else 0


# The options of ``enumerate`` in the order of its result files, with what differs from those of ``mine``. All motifs
# are ``top=None`` in the request, and 0 to users.
ENUMERATION: dict[str, dict[str, Any]] = {
    "sizes": {"help": "Nodes of a pattern: 5, or 3-6.", "names": ("--sizes", "--size", "-k"), "default": MISSING},
    "top": {"help": "Keep the N most frequent of each size; 0 keeps all.", "minimum": 0},
    "frequency": {"help": "anchored: nodes that can be the anchor; graph: distinct node sets."},
    "examples": {},
    "engine": {},
    "threads": {},
    "time_limit": {},
    "memory_limit": {},
    "seed": {},
    "against": {},
    "null_samples": {},
    "alternative": {},
}

# Options that change how fast a run goes and how far it gets, not what it finds: a resumed run may have others.
_NOT_IDENTITY = frozenset({"threads", "device", "time_limit", "memory_limit"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MiningRequest:
    """Everything that can be asked of a mining run, or of an enumeration.

    :func:`spminer.mine` and :func:`spminer.enumerate`, which explain each option, their verbs,
    :class:`spminer.sklearn.MotifMiner` and the experiments fill one; the task of a method and the result hold it. An
    option is a field here, an argument of the function and an option of the verb.

    Examples
    --------
    >>> request = MiningRequest.from_options(sizes="5-7", top=3, settings={"beam": 20})
    >>> request.sizes, request.top, request.method
    ((5, 6, 7), 3, 'auto')
    """

    command: Literal["mine", "enumerate"] = "mine"
    sizes: tuple[int, ...] = option(
        tuple(range(5, 21)),
        "Nodes of a pattern: 5, or 5-20.",
        group=FINDING,
        metavar="K",
        names=("--sizes", "--size", "-k"),
        parse=parse_sizes,
    )
    top: int | None = option(10, "Report the N most frequent of each size.", group=FINDING, metavar="N", minimum=1)
    method: str = option(AUTO, "Name of a method.", group=SEARCHING, metavar="NAME", names=("--method", "-m"))
    engine: Engine = option("auto", "What counts the subgraphs of an enumeration.", cli=False)
    frequency: FrequencyName = option(**_FREQUENCY)
    induced: bool = option(
        True,
        "Whether nodes that a pattern does not join must not be joined in the graph.",
        group=FINDING,
        names=("--induced/--no-induced",),
    )
    seed: int = option(**SEED)
    threads: int = option(**THREADS)
    device: Device = option(**DEVICE)
    time_limit: float | None = option(None, "Seconds for the run, as the monitor counts them.", cli=False)
    memory_limit: int | None = option(None, "Bytes for the tables of a method.", cli=False)
    merge_anchors: bool = option(False, "Report each pattern once, with its most frequent anchor.", group=FINDING)
    support: float | None = option(
        None,
        "Least frequency: a number above 1, or a share up to 1 of the nodes (transactions: of the graphs).",
        group=FINDING,
        metavar="N",
    )
    closed: bool = option(False, "Only patterns that no larger one equals in frequency.", group=FINDING)
    maximal: bool = option(False, "Only patterns that no larger one reaching --support contains.", group=FINDING)
    distinct: bool = option(False, "Patterns that each cover most of what those before leave uncovered.", group=FINDING)
    examples: int = option(1, **_EXAMPLES)
    verify: Verification = option(
        Verification(),
        "Whether the best candidates of a search are counted.",
        group=SEARCHING,
        names=("--verify/--no-verify",),
    )
    against: str | None = option(**_AGAINST)
    null_samples: int | None = option(**_NULL_SAMPLES)
    alternative: Alternative = option(
        "two-sided", "greater: only what is more frequent than expected; less: what is less frequent.", group=COMPARING
    )
    settings: dict[str, Any] = option(
        {},
        "Any other setting of the method; repeat for more.",
        group=SEARCHING,
        metavar="NAME=VALUE",
        names=("--set",),
    )

    @classmethod
    def options(cls, command: str = "mine") -> tuple[str, ...]:
        """Names of the options of a command, in the order of its result files."""
        return (
            tuple(ENUMERATION)
            if command == "enumerate"
            else tuple(name for name in options_of(cls) if name != "engine")
        )

    @classmethod
    def select_options(cls, arguments: Mapping[str, Any], command: str = "mine") -> dict[str, Any]:
        """Those of a function's arguments that are options of a request.

        >>> MiningRequest.select_options({"top": 3, "monitor": None})
        {'top': 3}
        """
        return {name: arguments[name] for name in cls.options(command) if name in arguments}

    @classmethod
    def from_options(cls, **options: Any) -> Self:
        """The request with these options, in the forms that users give them: sizes as text, ``verify`` as a switch.

        >>> MiningRequest.from_options(closed="no")
        Traceback (most recent call last):
        spminer.errors.UsageError: closed must be true or false, not 'no'
        """
        options = {name: plain(value) for name, value in options.items()}
        if isinstance(frequency := options.get("frequency"), list | tuple | str):
            options["frequency"], both = _ranking(frequency)
        else:
            both = False
        if options.get("sizes", ()) is None:
            del options["sizes"]
        if "sizes" in options:
            options["sizes"] = parse_sizes(options["sizes"])
        if not isinstance(verify := options.get("verify", True), Verification):
            if not isinstance(verify, bool):
                raise UsageError(f"verify must be true, false or a Verification, not {verify!r:.100}")
            options["verify"] = Verification.of(verify)
        if both:
            options["verify"] = replace(options.get("verify", Verification()), both=True)
        if options.get("time_limit") == math.inf:
            options["time_limit"] = None
        if isinstance(settings := options.get("settings") or {}, Mapping):
            options["settings"] = dict(settings)
        request = cls(**options)
        request.check_options()
        return request

    @property
    def direction(self) -> Direction:
        """The alternative as result files have it."""
        return DIRECTIONS[self.alternative]

    @property
    def is_selective(self) -> bool:
        """Whether motifs are chosen by more than their rank."""
        return self.support is not None or self.closed or self.maximal or self.distinct

    @property
    def selection_text(self) -> str:
        """What motifs are chosen by, in words.

        >>> MiningRequest(support=5, closed=True, distinct=True).selection_text
        'frequent enough, closed and distinct'
        """
        frequent = [] if self.support is None else ["frequent enough"]
        asked = [*frequent, *(name for name in ("closed", "maximal", "distinct") if getattr(self, name))]
        return " and ".join([*([", ".join(asked[:-1])] if asked[:-1] else []), *asked[-1:]])

    @property
    def search_depth(self) -> int:
        """How many of the best patterns of each size must be known so that ``top`` of them are left."""
        factor, least = (20, 200) if self.maximal else (4, 40) if self.closed or self.distinct else (1, 1)
        return max(factor * (self.top or 0), least)

    @property
    def max_candidates(self) -> int:
        """How many candidates of each size are worth proposing: five times those that must be known, 50 at least."""
        return max(CANDIDATES_PER_MOTIF * self.search_depth, LEAST_CANDIDATES)

    @property
    def max_estimated_candidates(self) -> int:
        """How many candidates of each size a method proposes that only estimates their frequencies."""
        return TRIED_PER_COUNTED * self.max_candidates

    def least_frequency(self, graphs: GraphCollection) -> int | None:
        """The least frequency as a number, or ``None`` if any will do.

        >>> from spminer.datasets import example
        >>> MiningRequest(support=0.5).least_frequency(example())
        17
        """
        if self.support is None:
            return None
        return least_count(self.support, graphs.num_graphs if self.frequency == "transactions" else graphs.num_nodes)

    def for_sizes(self, sizes: tuple[int, ...]) -> Self:
        """The same request for some sizes only."""
        return replace(self, sizes=sizes)

    def check_options(self) -> None:
        """Refuse options that contradict each other, before graphs are read."""
        check_options(self)
        check_comparison(self.against, self.null_samples, self.alternative)
        if self.command == "enumerate":
            if self.frequency not in get_args(Definition):
                raise UsageError(f"frequency must be one of anchored, graph, not {self.frequency!r}")
            return
        if self.top is None:
            raise UsageError("top must be a whole number, not None")
        if self.sizes[0] < 2 or self.sizes[-1] > MAX_PATTERN_NODES:
            raise UsageError(f"sizes must be 2 to {MAX_PATTERN_NODES}, not {self.sizes[0]} to {self.sizes[-1]}")
        if self.merge_anchors and self.frequency != "anchored":
            raise UsageError("only the anchored frequency has anchors to merge")
        if self.support is not None:
            check_support(self.support)
            if self.support <= 1 and self.frequency == "graph":
                raise UsageError("node sets have no share: give support as a number of them, above 1")
        for name in ("support", "closed", "maximal", "distinct"):
            if self.against is not None and getattr(self, name):
                raise UsageError(f"{name} chooses among frequent motifs, not among surprising ones; leave it out")
        for name in ("closed", "maximal"):
            if getattr(self, name) and self.frequency == "graph":
                raise UsageError(
                    f"the graph-level frequency may rise when a pattern grows, so that {name} is undefined; "
                    "choose the frequency anchored, transactions or images"
                )
        if self.maximal and self.support is None:
            raise UsageError(
                "maximal patterns are those that no larger frequent one contains; give the least frequency by support "
                "(--support 100, or a share such as --support 0.1)"
            )

    def check_target(self, graphs: GraphCollection) -> None:
        """Refuse graphs that have no such frequency; what a method cannot do, the method refuses."""
        if self.frequency == "transactions" and graphs.num_graphs < 2:
            raise UsageError("transactions counts graphs, and there is only one; choose another frequency")

    def identity(self) -> dict[str, Any]:
        """What a run's result depends on, as plain values: a checkpoint belongs to one identity.

        >>> MiningRequest(threads=2).identity() == MiningRequest(threads=1).identity()
        True
        >>> MiningRequest(seed=2).identity() == MiningRequest(seed=1).identity()
        False
        """
        return {name: value for name, value in asdict(self).items() if name not in _NOT_IDENTITY}


@dataclass(frozen=True, slots=True)
class EnumerationCost:
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
class Forecast:
    """How long a search will take, by an estimate of its method.

    Attributes
    ----------
    seconds_by_size
        Rough seconds of one thread for each size on the way.
    is_lower_bound
        Whether it may take much longer, since a part of the search could not be estimated.
    """

    seconds_by_size: Mapping[int, float]
    is_lower_bound: bool = False


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
        Estimated number of subgraphs of these sizes, if known.
    seconds
        Rough time of one thread, if known.
    costs
        Estimated cost of enumerating each size, which is estimated once and used by the method.
    seconds_by_size
        Rough time of one thread for each size on the way of a search.
    is_lower_bound
        Whether it may take much longer than these seconds.
    """

    method: str
    sizes: tuple[int, ...]
    reason: str
    subgraphs: float | None = None
    # The following fields differ from run to run, since they come from short measurements.
    seconds: float | None = field(default=None, compare=False)
    costs: Mapping[int, EnumerationCost] = field(default_factory=dict, compare=False)
    seconds_by_size: Mapping[int, float] = field(default_factory=dict, compare=False)
    is_lower_bound: bool = field(default=False, compare=False)

    @property
    def key(self) -> str:
        """Identifies the stage: its method and all of its sizes."""
        return f"{self.method}-{'-'.join(map(str, self.sizes))}"

    def text(self, threads: int = 1) -> str:
        """The stage in one line, with its time for a number of threads.

        >>> Stage("exact", (3, 4, 5), "few enough to enumerate", 2e6, 0.2).text()
        'sizes 3-5: exact (few enough to enumerate, about 2,000,000 subgraphs), less than a second'
        """
        time = "time unknown" if self.seconds is None else format_rough_duration(self.seconds / threads)
        return f"{self.title}, {time}{' or more' if self.is_lower_bound else ''}"

    @property
    def title(self) -> str:
        """The stage without its time."""
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
    """A large number in two digits, for plans.

    >>> rounded(1_234_567), rounded(1.5e12)
    ('1,200,000', '1.5e+12')
    """
    return format_number(float(f"{number:.2g}")) if number < 1e9 else f"{number:.1e}"
