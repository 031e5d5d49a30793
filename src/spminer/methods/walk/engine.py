"""The walk engine: grows many walks together and scores each distinct pattern once per run.

A strategy decides which steps are taken; everything that costs time is here or below, in arrays::

    engine = WalkEngine(task, settings, monitor)
    walks = engine.seeds(1000)
    expansion = engine.expand(walks)      # every way to go on, scored; None if the run must end
    walks = expansion.grown(chosen_steps)
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.devices import resolve_device
from spminer.encoder.scoring.estimator import FrequencyEstimator, open_scorer
from spminer.encoder.scoring.labelings import Labelings
from spminer.errors import UsageError
from spminer.methods.walk.walks import Expansion, Occurrences, Walks
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.methods.walk.settings import WalkSettings

__all__ = ["WalkEngine", "anchor_sample", "has_labels"]

# Patterns that are scored in one call, by the core or on a device; the monitor is asked in between.
CHUNK, DEVICE_CHUNK = 1024, 65_536
SEED_STREAM = 1


class WalkEngine:
    """Walks of one task. Scores are shares of the nodes, larger is better, and kept for the whole run.

    Parameters
    ----------
    task, settings, monitor
        What is to be found, and how.
    few
        Whether the strategy grows few walks at a time, which a GPU is slower at: it is then used only if asked for.
    """

    def __init__(self, task: Task, settings: WalkSettings, monitor: Monitor, *, few: bool = False) -> None:
        if not task.sizes or not 2 <= min(task.sizes) <= max(task.sizes) <= MAX_PATTERN_NODES:
            raise UsageError(f"walks find patterns of 2 to {MAX_PATTERN_NODES} nodes; sizes are {task.sizes}")
        self.task = task
        self.settings = settings
        self.monitor = monitor
        self.warnings: list[str] = []
        self.timing_s: dict[str, float] = {"embed": 0.0, "search": 0.0, "verify": 0.0}
        self.anchors = anchor_sample(task.graphs.num_nodes, settings.anchors, seed=task.seed)
        self._target = task.graphs.target()
        self._scores: dict[int, dict[bytes, float]] = {}
        self._estimator: FrequencyEstimator[Any] | None = None
        self._labeled = settings.labels and has_labels(task.graphs)
        self.device = _device(task, settings, few=few)

    @property
    def patterns(self) -> int:
        """Distinct patterns (or structures, where the score sees no labels) that were scored."""
        return sum(len(scores) for scores in self._scores.values())

    @property
    def estimator(self) -> FrequencyEstimator[Any]:
        """The model and its neighborhoods; opened on first use, since matching needs neither."""
        if self._estimator is None:
            task, settings = self.task, self.settings
            scorer = open_scorer(settings.model, induced=task.induced, device=self.device, threads=task.threads)
            if scorer.embedder.model.config.induced != task.induced:
                kinds = ("edge-induced", "node-induced")
                self.warnings.append(
                    f"the perceptron {settings.model!r} was trained on {kinds[not task.induced]} pairs; its scores of "
                    f"{kinds[task.induced]} patterns choose the candidates less well, their frequencies are counted"
                )
            self._estimator = FrequencyEstimator(
                scorer,
                task.graphs.target(direction=False, node_labels=False, edge_labels=False),
                neighborhoods=settings.neighborhoods,
                samples=settings.samples,
                sampling=settings.sampling,
                hard=settings.score == "hard",
                labeled=self._target if self._labeled else None,
                seed=task.seed,
                threads=task.threads,
            )
        return self._estimator

    def seeds(self, count: int) -> Walks:
        """Walks of one node: random nodes, hence graphs in proportion to their nodes, none twice while they last."""
        random = np.random.default_rng([self.task.seed, SEED_STREAM])
        nodes = self.task.graphs.num_nodes
        rounds = [random.permutation(nodes) for _ in range(-(-count // max(nodes, 1)))]
        return Walks.at(np.concatenate(rounds)[:count] if nodes else np.empty(0, np.int32))

    def prepare(self, size: int) -> None:
        """Embed the neighborhoods that patterns of a size are scored against, unless that was done before."""
        if self.settings.score != "matched":
            with self._timed("embed"):
                self.estimator.index(size)

    def expand(self, walks: Walks, *, stream: int = 0) -> Expansion | None:
        """Grow walks by every adjacent node and score what is new; ``None`` if the run must end."""
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
                induced=self.task.induced,
                frontier=self.settings.frontier,
                seed=int(np.random.default_rng([self.task.seed, walks.size, stream]).integers(2**63)),
                threads=self.task.threads,
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
        score = self._embedded_labels if self._labeled else self._embedded
        scored = (self._matched if self.settings.score == "matched" else score)(expansion, patterns)
        return expansion if scored else None

    def confirm(self, occurrences: Occurrences, expansion: Expansion, steps: NDArray[np.integer]) -> Occurrences | None:
        """Where the patterns of some steps occur, if the expanded walks are occurrences; ``None`` if the run must end.

        A pattern has at most the anchors of the one that it grew from, so only these are tried: the known occurrence
        is extended where it can be, and the anchor is searched (at most ``settings.steps``) where it cannot.
        """
        with self._timed("verify"):
            offset, nodes, complete = _core.confirm_steps(
                self.task.graphs.match_index(),
                occurrences.rows,
                occurrences.offset,
                occurrences.nodes,
                occurrences.chosen[expansion.walk[steps]],
                expansion.node[steps],
                expansion.mask[steps],
                self.monitor.control(),
                induced=self.task.induced,
                steps=self.settings.steps,
                frontier=self.settings.frontier,
                threads=self.task.threads,
            )
        return Occurrences(expansion.grown(steps).rows, offset, nodes) if complete else None

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
        """As :meth:`_embedded`, each pattern by itself: the model sees its structure, the signature its labels too."""
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
                labelings = None if counts is None else Labelings(which, counts)
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

    def _keep(self, size: int, keys: list[bytes], scores: NDArray[np.float64]) -> None:
        self._scores[size].update(zip(keys, scores.tolist(), strict=True))
        self.monitor.update(stage="search", size=size, patterns=self.patterns)

    def _count(self, walks: Walks) -> NDArray[np.int64] | None:
        """How many of the sampled anchors each walk's pattern has."""
        with self._timed("search"):
            offset, _, _, complete = _core.count_walks(
                self._target,
                self.task.graphs.match_index(),
                walks.nodes,
                walks.rows,
                np.arange(len(walks) + 1, dtype=np.int64) * len(self.anchors),
                np.tile(self.anchors, len(walks)),
                self.monitor.control(),
                induced=self.task.induced,
                steps=self.settings.steps,
                threads=self.task.threads,
            )
        return np.diff(offset) if complete else None

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.timing_s[stage] += time.perf_counter() - start


def has_labels(graphs: GraphCollection) -> bool:
    """Whether there is more to a pattern than its structure: labels of nodes or edges, or direction."""
    return graphs.directed or graphs.node_labels is not None or graphs.edge_labels is not None


def _device(task: Task, settings: WalkSettings, *, few: bool) -> str:
    """Where patterns are embedded; a search that only matches has no use for a GPU."""
    if settings.score != "matched":
        return resolve_device("cpu" if few and task.request.device == "auto" else task.request.device)
    if task.request.device == "cuda":
        raise UsageError("score matched embeds nothing; leave out device cuda, or choose another score")
    return "cpu"


def anchor_sample(nodes: int, count: int, *, seed: int) -> NDArray[np.int32]:
    """Nodes that patterns are matched at, ascending: a sample, or all nodes if there are no more.

    >>> anchor_sample(3, 5, seed=0)
    array([0, 1, 2], dtype=int32)
    """
    if count >= nodes:
        return np.arange(nodes, dtype=np.int32)
    chosen = np.random.default_rng([seed, nodes]).choice(nodes, size=count, replace=False)
    return np.sort(chosen).astype(np.int32)
