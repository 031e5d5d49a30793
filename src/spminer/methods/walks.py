"""Walks: patterns that grow by one adjacent node at a time, with one occurrence each.

``greedy``, ``mlp``, ``beam`` and ``mcts`` share this engine. All walks that are grown together have the same number of
nodes and are held in arrays; the native core expands them. A strategy only decides which steps are taken::

    engine = WalkEngine(task, settings, monitor)
    walks = engine.seeds(1000)
    expansion = engine.expand(walks)      # every step, scored; None if the run must end
    walks = expansion.grown(chosen_steps)

A step that leads to the same pattern as another is scored once, and each distinct pattern is scored once per run. The
score is an estimated share of the nodes, larger is better:

- ``soft``, ``hard``, ``penalty``: by a model, over sampled neighborhoods of the target. One forward pass per pattern
  and one comparison of vectors per neighborhood, whatever the size of the target.
- ``matched``: by exact matching at ``anchors`` sampled nodes, at most ``steps`` search steps each.
- ``signature``, ``random``: controls, by the exact signature without the learned penalty, and by lot.

:data:`PAPER` has the settings with which a search is the paper's: see ``presets`` of each method.

Invariants: every pattern of a walk occurs in the target. Results do not depend on the number of threads.

Order of this file: settings, engine, its arrays (walks, expansions, occurrences), then pools, states and results.

A run that the monitor stops gets ``None`` from the engine. The method then ends with the pools that it has.

Reference: Ying, Fu, Wang, You, Wang and Leskovec, "Representation Learning for Frequent Subgraph Mining" (SPMiner),
arXiv 2402.14367, 2024.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from spminer import _core
from spminer._util.checkpoint import Codec
from spminer._util.devices import resolve_device
from spminer._util.options import check_options, option
from spminer.encoder.batch import LabeledPatterns
from spminer.encoder.inference import Encoder  # noqa: TC001  # checks of options read it
from spminer.encoder.neighborhoods import Sampling, size_range  # checks of options read it
from spminer.encoder.scoring import FrequencyEstimator, open_scorer
from spminer.errors import UsageError
from spminer.methods.base import Candidate, SearchResult, Settings
from spminer.methods.registry import get_method, make_settings
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results.request import AUTO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task
    from spminer.results.request import MiningRequest

__all__ = [
    "PAPER",
    "Expansion",
    "Occurrences",
    "Pool",
    "Rank",
    "State",
    "WalkEngine",
    "WalkSettings",
    "Walks",
    "best_first",
    "extra_sizes",
    "result_of",
    "run_walks",
    "weights_digest",
]

Score = Literal["soft", "hard", "penalty", "signature", "matched", "random"]
Rank = Literal["score", "visits"]


@dataclass(frozen=True, slots=True)
class WalkSettings(Settings):
    """Settings that greedy, beam and MCTS share."""

    neighborhoods: int = option(
        10_000,
        "How many neighborhoods estimate frequencies; every node once if the target has no more nodes.",
        minimum=1,
    )
    repeat_nodes: bool = option(
        False,
        "Draw the nodes of neighborhoods with repetition, so that a node may have several neighborhoods, as in the "
        "paper.",
    )
    samples: str = option(
        "auto",
        'Nodes of a neighborhood: ``"small"`` has 20 to 29 as in the paper, ``"large"`` 40 to 64 (what a '
        'sample cannot contain it cannot count); ``"auto"`` is small for patterns of up to 8 nodes and large '
        'above. Or a range, such as ``"20-25"``.',
    )
    sampling: Sampling = option(
        "tree", '``"tree"``: frontier nodes are drawn by their edges into the sample. ``"breadth"``: the nearest nodes.'
    )
    hops: int = option(
        0,
        'With ``sampling="breadth"``: the largest distance from the anchor, for k-hop neighborhoods; 0 for any.',
        minimum=0,
    )
    model: str | Encoder = option(
        "default",
        'Name of a model of the package or path of a model file; ``"default"`` is the one for the task\'s containment. '
        "In Python also an encoder of your own (:class:`spminer.encoder.inference.Encoder`).",
    )
    labels: bool = option(
        True,
        "Let the exact signature count labels and direction, where the target has any, so that patterns that "
        "differ in these alone have different scores; otherwise only the structure counts.",
    )
    score: Score = option(
        "soft",
        '``"soft"``: how little the neighborhoods\' embeddings are violated. ``"hard"``: share of neighborhoods '
        'within the model\'s threshold. ``"penalty"``: by the mean learned penalty alone, without signature and cap, '
        'as in the paper. ``"matched"``: share of ``anchors`` where the pattern is found exactly, labels included. '
        'Controls: ``"signature"``, the share that the exact signature leaves open; ``"random"``, by lot.',
    )
    anchors: int = option(
        2000,
        'Nodes that patterns are matched at, drawn once; for ``"matched"`` and for verification during the search.',
        minimum=1,
    )
    steps: int = option(
        1000,
        "Matching steps per anchor before it counts as no match; keeps hubs and hard patterns from stalling a search.",
        minimum=1,
    )
    frontier: int = option(4096, "Neighbors looked at per walk; those of larger hubs are drawn at random.", minimum=1)

    def __post_init__(self) -> None:
        check_options(self)  # not super(), which slots break
        size_range(2, self.samples)  # refuses an invalid one
        if self.hops and self.sampling != "breadth":
            raise UsageError("hops bounds the nearest nodes: give sampling='breadth' too, or leave hops out")


PAPER: dict[str, Any] = {
    "model": "paper",
    "score": "penalty",
    "samples": "small",
    "repeat_nodes": True,
    "labels": False,
    "rank": "visits",
    "own_ranking": True,
}
"""Settings of the preset ``paper`` that greedy, beam and MCTS share."""


# Patterns that are scored in one call, by the core or on a device; between calls the monitor is checked.
CHUNK, DEVICE_CHUNK = 1024, 65_536
SEED_STREAM, LOT_STREAM = 1, 0x10C5
_EMBEDDED = ("soft", "hard", "penalty", "signature")  # scores by a model's neighborhoods


class WalkEngine:
    """Expands and scores the walks of one task. Scores are kept for the whole run.

    Parameters
    ----------
    task, settings, monitor
        The search.
    few
        Whether the strategy grows few walks at a time. A GPU is slower there, and is used only if asked for.
    """

    def __init__(self, task: Task, settings: WalkSettings, monitor: Monitor, *, few: bool = False) -> None:
        self.task = task
        self.settings = settings
        self.monitor = monitor
        self.warnings: list[str] = []
        self.timing_s: dict[str, float] = {"embed": 0.0, "search": 0.0, "verify": 0.0}
        self.anchors = anchor_sample(task.graphs.num_nodes, settings.anchors, seed=task.request.seed)
        self._target = task.graphs.target()
        self._scores: dict[int, dict[bytes, float]] = {}
        self._estimator: FrequencyEstimator | None = None
        # Without the signature nothing counts labels.
        self._labeled = settings.labels and not task.graphs.is_plain and settings.score not in ("penalty", "random")
        self.device = _device(task, settings, few=few)

    @property
    def patterns(self) -> int:
        """Distinct patterns (or structures, where the score sees no labels) that were scored."""
        return sum(len(scores) for scores in self._scores.values())

    @property
    def estimator(self) -> FrequencyEstimator:
        """The model and its neighborhoods; opened on first use, since ``matched`` needs neither."""
        if self._estimator is None:
            settings, request = self.settings, self.task.request
            scorer = open_scorer(
                settings.model,
                induced=request.induced,
                use_signature=settings.score != "penalty",
                device=self.device,
                threads=request.threads,
            )
            if scorer.embedder.model.config.induced != request.induced:
                kinds = ("edge-induced", "node-induced")
                self.warnings.append(
                    f"the perceptron {settings.model!r} was trained on {kinds[not request.induced]} pairs; its scores "
                    f"of {kinds[request.induced]} patterns choose the candidates less well, their frequencies are "
                    "counted"
                )
            self._estimator = FrequencyEstimator(
                scorer,
                self.task.graphs.target(direction=False, node_labels=False, edge_labels=False),
                neighborhoods=settings.neighborhoods,
                repeat_nodes=settings.repeat_nodes,
                samples=settings.samples,
                sampling=settings.sampling,
                hops=settings.hops,
                estimate=settings.score,  # type: ignore[arg-type]  # opened for scores by a model alone
                labeled=self._target if self._labeled else None,
                seed=request.seed,
                threads=request.threads,
            )
        return self._estimator

    def seeds(self, count: int) -> Walks:
        """Walks of one node each, drawn without repetition until all nodes were drawn."""
        random = np.random.default_rng([self.task.request.seed, SEED_STREAM])
        nodes = self.task.graphs.num_nodes
        rounds = [random.permutation(nodes) for _ in range(-(-count // max(nodes, 1)))]
        return Walks.at(np.concatenate(rounds)[:count] if nodes else np.empty(0, np.int32))

    def prepare(self, size: int) -> None:
        """Embed the neighborhoods that patterns of a size are scored against, unless done before."""
        if self.settings.score in _EMBEDDED:
            with self._timed("embed"):
                self.estimator.index(size)

    def expand(self, walks: Walks, *, stream: int = 0) -> Expansion | None:
        """Grow walks by every adjacent node and score new patterns; ``None`` if the run must end."""
        expansion = self.grow(walks, stream=stream)
        return None if expansion is None else self.score(expansion, np.arange(len(expansion.keys)))

    def grow(self, walks: Walks, *, stream: int = 0) -> Expansion | None:
        """Grow walks by every adjacent node, without scores; ``None`` if the run must end."""
        with self._timed("search"):
            steps = _core.expand_walks(
                self._target,
                walks.nodes,
                walks.rows,
                self.monitor.control(),
                induced=self.task.request.induced,
                frontier=self.settings.frontier,
                seed=int(np.random.default_rng([self.task.request.seed, walks.size, stream]).integers(2**63)),
                threads=self.task.request.threads,
            )
        if not steps.complete:
            return None
        offset, node, mask, pattern = steps.take_steps()
        structure, rows = steps.take_structures(walks.size + 1)
        keys = steps.keys()
        return Expansion(
            walks=walks,
            walk=np.repeat(np.arange(len(walks)), np.diff(offset)),
            node=node,
            mask=mask,
            pattern=pattern,
            keys=keys,
            structure=structure,
            structure_rows=rows,
            structure_keys=steps.structure_keys(),
            scores=np.zeros(len(keys)),
        )

    def score(self, expansion: Expansion, patterns: NDArray[np.integer]) -> Expansion | None:
        """Set the scores of some patterns, each computed once per run; ``None`` if the run must end."""
        if self.settings.score == "matched":
            score = self._matched
        elif self.settings.score == "random":
            score = self._random
        else:
            score = self._embedded_labels if self._labeled else self._embedded
        return expansion if score(expansion, patterns) else None

    def mean_penalty(self, expansion: Expansion) -> NDArray[np.float64]:
        """The mean penalty over the neighborhoods of each pattern of an expansion; 1 - score without a model."""
        if self.settings.score not in _EMBEDDED:
            return 1 - expansion.scores
        return self.estimator.scorer.mean_penalty(expansion.scores, expansion.size, self.estimator.estimate)

    def _embedded(self, expansion: Expansion, patterns: NDArray[np.integer]) -> bool:
        known = self._scores.setdefault(expansion.size, {})
        structures = np.unique(expansion.structure[patterns]).tolist()
        fresh = [number for number in structures if expansion.structure_keys[number] not in known]
        step = CHUNK if self.device == "cpu" else DEVICE_CHUNK
        with self._timed("embed"):
            for start in range(0, len(fresh), step):
                if self.monitor.stopped:
                    return False
                chunk = fresh[start : start + step]
                values = self.estimator.score(expansion.structure_rows[chunk])
                self._keep(expansion.size, [expansion.structure_keys[number] for number in chunk], values)
        expansion.scores[patterns] = [known[expansion.structure_keys[expansion.structure[p]]] for p in patterns]
        return True

    def _embedded_labels(self, expansion: Expansion, patterns: NDArray[np.integer]) -> bool:
        """As :meth:`_embedded` by pattern, not by structure: the signature counts labels, the model does not."""
        known, first = self._scores.setdefault(expansion.size, {}), expansion.first_steps()
        fresh = np.array([p for p in patterns if expansion.keys[p] not in known], dtype=np.int64)
        step = CHUNK if self.device == "cpu" else DEVICE_CHUNK
        with self._timed("embed"):
            for start in range(0, len(fresh), step):
                if self.monitor.stopped:
                    return False
                chunk = fresh[start : start + step]
                structures, which = np.unique(expansion.structure[chunk], return_inverse=True)
                walks = expansion.grown(first[chunk])
                counts = self.estimator.label_signatures(walks.nodes, walks.rows)
                labelings = None if counts is None else LabeledPatterns(which, counts)
                values = self.estimator.score(expansion.structure_rows[structures], labelings)
                self._keep(expansion.size, [expansion.keys[p] for p in chunk], values)
        expansion.scores[patterns] = [known[expansion.keys[p]] for p in patterns]
        return True

    def _matched(self, expansion: Expansion, patterns: NDArray[np.integer]) -> bool:
        known = self._scores.setdefault(expansion.size, {})
        fresh = np.array([p for p in patterns if expansion.keys[p] not in known], dtype=np.int64)
        first = expansion.first_steps()
        for start in range(0, len(fresh), CHUNK):
            chunk = fresh[start : start + CHUNK]
            counts = self._count(expansion.grown(first[chunk]))
            if counts is None:
                return False
            self._keep(expansion.size, [expansion.keys[p] for p in chunk], counts / max(len(self.anchors), 1))
        expansion.scores[patterns] = [known[expansion.keys[p]] for p in patterns]
        return True

    def _random(self, expansion: Expansion, patterns: NDArray[np.integer]) -> bool:
        known = self._scores.setdefault(expansion.size, {})
        fresh = [expansion.keys[p] for p in patterns if expansion.keys[p] not in known]
        random = np.random.default_rng([self.task.request.seed, LOT_STREAM, expansion.size, len(known)])
        self._keep(expansion.size, fresh, random.random(len(fresh)))
        expansion.scores[patterns] = [known[expansion.keys[p]] for p in patterns]
        return True

    def _count(self, walks: Walks) -> NDArray[np.int64] | None:
        """How many of the sampled anchors each walk's pattern has."""
        with self._timed("search"):
            offset, _, _, complete = _core.count_walks(
                self._target,
                self.task.graphs.match_index(threads=self.task.request.threads),
                walks.nodes,
                walks.rows,
                np.arange(len(walks) + 1, dtype=np.int64) * len(self.anchors),
                np.tile(self.anchors, len(walks)),
                self.monitor.control(),
                induced=self.task.request.induced,
                steps=self.settings.steps,
                threads=self.task.request.threads,
            )
        return np.diff(offset) if complete else None

    def confirm(self, occurrences: Occurrences, expansion: Expansion, steps: NDArray[np.integer]) -> Occurrences | None:
        """The occurrences of the patterns of some steps, if the walks were occurrences; ``None`` if the run must end.

        The anchors of a pattern are among those of the pattern that it grew from, so only these are tested: the known
        occurrence is extended where possible, otherwise the anchor is searched (at most ``settings.steps`` steps).
        """
        with self._timed("verify"):
            offset, nodes, complete = _core.confirm_steps(
                self.task.graphs.match_index(threads=self.task.request.threads),
                occurrences.rows,
                occurrences.offset,
                occurrences.nodes,
                occurrences.chosen[expansion.walk[steps]],
                expansion.node[steps],
                expansion.mask[steps],
                self.monitor.control(),
                induced=self.task.request.induced,
                steps=self.settings.steps,
                frontier=self.settings.frontier,
                threads=self.task.request.threads,
            )
        return Occurrences(expansion.grown(steps).rows, offset, nodes) if complete else None

    def _keep(self, size: int, keys: list[bytes], scores: NDArray[np.float64]) -> None:
        self._scores[size].update(zip(keys, scores.tolist(), strict=True))
        self.monitor.update(stage="search", size=size, patterns=self.patterns)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.timing_s[stage] += time.perf_counter() - start


def _device(task: Task, settings: WalkSettings, *, few: bool) -> str:
    """The device that patterns are embedded on; ``matched`` and ``random`` embed nothing."""
    asked = task.request.device
    if settings.score not in _EMBEDDED:
        if asked == "cuda":
            raise UsageError(f"score {settings.score} embeds nothing; leave out device cuda, or choose another score")
        return "cpu"
    if not isinstance(settings.model, str):
        if asked == "cuda":
            raise UsageError("an encoder of your own chooses its device itself; leave out device cuda")
        return "cpu"
    return resolve_device("cpu" if few and asked == "auto" else asked)


def anchor_sample(nodes: int, count: int, *, seed: int) -> NDArray[np.int32]:
    """Nodes that patterns are matched at, ascending: ``count`` random ones, or all if there are no more.

    >>> anchor_sample(3, 5, seed=0)
    array([0, 1, 2], dtype=int32)
    """
    if count >= nodes:
        return np.arange(nodes, dtype=np.int32)
    chosen = np.random.default_rng([seed, nodes]).choice(nodes, size=count, replace=False)
    return np.sort(chosen).astype(np.int32)


@dataclass(frozen=True, eq=False)
class Walks:
    """Patterns with one occurrence each.

    Attributes
    ----------
    nodes
        ``int32[W, k]``: nodes of the target, the anchor first.
    rows
        ``uint64[W, k]``: bit ``j`` of ``rows[w, i]`` says that walk ``w`` joins its nodes ``i`` and ``j``.

    Examples
    --------
    >>> pair = Walks.at(np.array([5, 7])).grown([0, 0], [6, 8], [1, 1])
    >>> pair.nodes.tolist(), pair.rows.tolist()
    ([[5, 6], [5, 8]], [[2, 1], [2, 1]])
    """

    nodes: NDArray[np.int32]
    rows: NDArray[np.uint64]

    @classmethod
    def at(cls, nodes: NDArray[np.integer]) -> Walks:
        """Walks of one node each."""
        column = np.ascontiguousarray(nodes, dtype=np.int32).reshape(-1, 1)
        return cls(column, np.zeros(column.shape, dtype=np.uint64))

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def size(self) -> int:
        """Nodes of each walk."""
        return int(self.nodes.shape[1])

    def take(self, chosen: NDArray[np.integer]) -> Walks:
        """Some of the walks."""
        return Walks(self.nodes[chosen], self.rows[chosen])

    def grown(
        self,
        walk: NDArray[np.integer] | list[int],
        node: NDArray[np.integer] | list[int],
        mask: NDArray[np.integer] | list[int],
    ) -> Walks:
        """Copies of the walks ``walk``, each with one more node that is joined to the nodes of its mask."""
        masks = np.asarray(mask, dtype=np.uint64)
        position = np.arange(self.size, dtype=np.uint64)
        joined = ((masks[:, None] >> position) & np.uint64(1)) << np.uint64(self.size)
        return Walks(
            np.column_stack([self.nodes[walk], np.asarray(node, dtype=np.int32)]),
            np.column_stack([self.rows[walk] | joined, masks]),
        )


@dataclass(frozen=True, eq=False)
class Expansion:
    """All steps that grow some walks by one node, and the distinct patterns that they lead to.

    Attributes
    ----------
    walks
        The walks before the step.
    walk, node, mask, pattern
        One entry per step, in the order of the walks: the walk, the new node, its neighbors in the walk as bits,
        and the distinct pattern that the step leads to.
    keys
        One per distinct pattern: equal exactly if the patterns are isomorphic, anchor on anchor.
    structure, structure_rows, structure_keys
        The structure (the pattern without labels and direction) of each pattern, and of each distinct structure its
        rows in canonical order and its key.
    scores
        One per distinct pattern, larger is better; 0 where it was not scored.
    """

    walks: Walks
    walk: NDArray[np.int64]
    node: NDArray[np.int32]
    mask: NDArray[np.uint64]
    pattern: NDArray[np.int32]
    keys: list[bytes]
    structure: NDArray[np.int32]
    structure_rows: NDArray[np.uint64]
    structure_keys: list[bytes]
    scores: NDArray[np.float64]

    @property
    def size(self) -> int:
        """Nodes of the patterns."""
        return self.walks.size + 1

    def first_steps(self) -> NDArray[np.int64]:
        """The first step that leads to each pattern."""
        return np.unique(self.pattern, return_index=True)[1]

    def steps_per_pattern(self) -> NDArray[np.int64]:
        """How many steps lead to each pattern."""
        return np.bincount(self.pattern, minlength=len(self.keys))

    def grown(self, steps: NDArray[np.integer]) -> Walks:
        """The walks that the steps lead to."""
        return self.walks.grown(self.walk[steps], self.node[steps], self.mask[steps])


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Occurrences of patterns of the same size: at most one for each anchor.

    Attributes
    ----------
    rows
        ``uint64[S, k]``: the patterns.
    offset
        Occurrences of pattern ``s`` are ``nodes[offset[s]:offset[s + 1]]``.
    nodes
        ``int32[M, k]``: nodes of the target in the order of the pattern's rows, the anchor first.
    chosen
        Indices of the occurrences that are grown further.
    """

    rows: NDArray[np.uint64]
    offset: NDArray[np.int64]
    nodes: NDArray[np.int32]
    chosen: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    @property
    def counts(self) -> NDArray[np.int64]:
        """Occurrences of each pattern."""
        return np.diff(self.offset)

    def take(self, patterns: NDArray[np.integer]) -> Occurrences:
        """Some of the patterns."""
        counts = self.counts[patterns]
        offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        index = np.arange(offset[-1]) + np.repeat(self.offset[:-1][patterns] - offset[:-1], counts)
        return Occurrences(self.rows[patterns], offset, self.nodes[index])

    def choose(self, total: int, random: np.random.Generator) -> Occurrences:
        """The same with ``total`` occurrences chosen at random, about equally many of each pattern."""
        each = max(total // max(len(self.rows), 1), 1)
        pattern = np.repeat(np.arange(len(self.rows)), self.counts)
        order = np.lexsort((random.random(len(pattern)), pattern))
        rank = np.arange(len(pattern)) - self.offset[pattern]
        return replace(self, chosen=np.sort(order[rank < each]))

    def walks(self) -> Walks:
        """The chosen occurrences as walks."""
        return Walks(self.nodes[self.chosen], self.rows[self.pattern_of_walks()])

    def pattern_of_walks(self) -> NDArray[np.intp]:
        """The pattern of each chosen occurrence."""
        return np.searchsorted(self.offset, self.chosen, side="right") - 1


@dataclass(frozen=True, eq=False)
class Pool:
    """Patterns of one size, best first.

    Attributes
    ----------
    walks
        One occurrence of each.
    scores
        The values that rank them, larger is better.
    """

    walks: Walks
    scores: NDArray[np.float64]

    @classmethod
    def of(cls, expansion: Expansion, order: NDArray[np.integer], scores: NDArray[Any]) -> Pool:
        """The patterns ``order`` of an expansion with their scores (one per pattern of the expansion)."""
        return cls(expansion.grown(expansion.first_steps()[order]), scores[order].astype(np.float64))

    def candidates(self, task: Task) -> tuple[Candidate, ...]:
        """The patterns with the labels and directions of their occurrences."""
        patterns = _core.walk_patterns(task.graphs.target(), self.walks.nodes, self.walks.rows)
        return tuple(
            Candidate(task.graphs.pattern(pattern).canonical(), score)
            for pattern, score in zip(patterns, self.scores.tolist(), strict=True)
        )


def best_first(
    expansion: Expansion, visits: NDArray[np.integer], rank: Rank, limit: int
) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Patterns of an expansion in the order of ``rank``, and the values that rank them.

    ``"score"`` takes all patterns that were scored; ``"visits"``, as in the paper, only those that walks went to.
    """
    if rank == "score":
        return np.lexsort((-visits, -expansion.scores))[:limit], expansion.scores
    order = np.lexsort((-expansion.scores, -visits))
    return order[visits[order] > 0][:limit], visits


def result_of(
    engine: WalkEngine, pools: Mapping[int, Pool], *, complete: bool | None = None, **facts: Any
) -> SearchResult:
    """The search result of a method that walks; complete by default if it has a pool for every size asked for.

    Pools of larger sizes are proposed too, since their parts compete (:mod:`spminer.mining.rank`).
    """
    task = engine.task
    proposed = [size for size in sorted(pools) if size in task.request.sizes or size > max(task.request.sizes)]
    return SearchResult(
        candidates={size: pools[size].candidates(task) for size in proposed},
        complete=all(size in pools for size in task.request.sizes) if complete is None else complete,
        timing_s=engine.timing_s,
        facts={"patterns_scored": engine.patterns, "device": engine.device, **facts},
        warnings=tuple(engine.warnings),
    )


def extra_sizes(task: Task, beyond: int) -> tuple[int, ...]:
    """Sizes above the largest one asked for that are searched too; none where parts do not compete.

    Walks to the largest size do not meet all patterns of that size. Parts of frequent larger patterns fill the gap
    (:mod:`spminer.mining.rank`), if the frequency is one that can only grow from a pattern to its parts and candidates
    are counted.

    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> extra_sizes(Task.of(example(), sizes=(4, 5)), 2)
    (6, 7)
    >>> extra_sizes(Task.of(example(), sizes=(4, 5), frequency="graph"), 2)
    ()
    """
    request = task.request
    counted = request.verify.candidates(request.search_depth) and not request.verify.own_ranking
    if task.comparison is not None or request.frequency == "graph" or not counted:
        return ()
    largest = max(request.sizes)
    return tuple(range(largest + 1, min(largest + beyond, MAX_PATTERN_NODES) + 1))


State = dict[str, Any]  # the arrays that a search goes on with; empty at first


def run_walks(
    engine: WalkEngine, name: str, last: int, search: Callable[[State], Iterator[tuple[Pool, float, State | None]]]
) -> dict[int, Pool]:
    """Pools of all sizes up to the last one, or up to where the search stopped.

    ``search(state)`` gives the pool of one size after the other, its best score, and the state to go on with; ``None``
    for one that a resumed run must not have. The state of each size is kept in the checkpoint, with its pool.
    """
    states, monitor = engine.task.states, engine.monitor
    pools: dict[int, Pool] = {}
    state: State | None = {}
    while (kept := states.load(f"{name}-{len(pools) + 2}", _SIZE_STATE)) is not None:
        pools[len(pools) + 2], state = kept
    steps = search(state or {})
    for size in range(len(pools) + 2, last + 1):
        monitor.update(stage="search", size=size, done=size - 2, total=last - 1)
        if monitor.stopped or (step := next(steps, None)) is None:
            break
        pools[size], best, state = step
        if state is not None:
            states.save(f"{name}-{size}", (pools[size], state), _SIZE_STATE)
        monitor.update(patterns=engine.patterns, best=best * engine.task.graphs.num_nodes)
    return pools


_SizeState = tuple["Pool", State]
_POOL_ARRAYS = ("pool_nodes", "pool_rows", "pool_scores")


def _pack(state: _SizeState) -> dict[str, NDArray[Any]]:
    pool, needed = state
    arrays = (pool.walks.nodes, pool.walks.rows, pool.scores)
    return {**dict(zip(_POOL_ARRAYS, arrays, strict=True)), **needed}


def _unpack(arrays: Mapping[str, NDArray[Any]]) -> _SizeState:
    nodes, rows, scores = (arrays[name] for name in _POOL_ARRAYS)
    return Pool(Walks(nodes, rows), scores), {name: arrays[name] for name in arrays if name not in _POOL_ARRAYS}


_SIZE_STATE = Codec[_SizeState](_pack, _unpack)


def weights_digest(request: MiningRequest) -> str | None:
    """The digest of the model file that the method of a request embeds with; ``None`` if it embeds nothing.

    Another training may write another model to the same path, so the path does not identify the model.

    >>> from spminer.results.request import MiningRequest
    >>> weights_digest(MiningRequest(method="grow")) is None
    True
    >>> weights_digest(MiningRequest(method="greedy")) == weights_digest(MiningRequest(method="mlp"))
    False
    """
    if request.method == AUTO or not get_method(request.method).embeds:
        return None
    from spminer.encoder.model import (  # imported here: searches that embed nothing do not need it
        model_digest,
        model_for,
    )

    settings = make_settings(get_method(request.method), request.settings)
    # A registered method of the user has settings of its own.
    if not isinstance(settings, WalkSettings) or settings.score not in _EMBEDDED:
        return None
    if not isinstance(settings.model, str):
        raise UsageError(
            "a checkpoint needs a model with a file, since an encoder in memory cannot be recognized when the run is "
            "resumed; leave out the checkpoint"
        )
    return model_digest(model_for(settings.model, induced=request.induced))
