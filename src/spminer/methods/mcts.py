"""The method ``mcts``: Monte Carlo tree search with a neural value, as in the paper.

A simulation is one walk from a seed node to a given size. The seed, and then each step, is the one with the largest
upper confidence bound ``mean + exploration * sqrt(log(n) / n_s)``, with ``n`` visits of the parent, ``n_s`` of the
child and the mean of the values of all simulations through it. An unvisited child counts as visited once, with its own
value. The value of a pattern is ``1 - log(1 + m / |N|)``, where ``m / |N|`` is the mean penalty over the neighborhoods.
A simulation adds the value of its last pattern to all that it visited. Isomorphic patterns share their visits; seeds
have their own.

Unlike the paper, every second simulation ignores the exploration term (``exploit``), and by default candidates are
ranked by score and not by visits (``rank``). With the preset ``paper`` both are as in the paper.

The simulations are divided equally among the sizes, smallest first, and the tree is kept from size to size. A quarter
more go to a few larger sizes, whose parts compete. The tree keeps a few times as many patterns as are proposed.

Time limit: each size has an equal share of the time that is left. A run that is stopped has the patterns that were
scored so far, is incomplete and has the stop reason ``"time limit"``.

Reference: Ying, Fu, Wang, You, Wang and Leskovec, "Representation Learning for Frequent Subgraph Mining" (SPMiner),
arXiv 2402.14367, 2024.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.checkpoint import Codec
from spminer._util.options import option
from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.walks import PAPER, Expansion, Pool, Rank, WalkEngine, Walks, WalkSettings, extra_sizes, result_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor

# Patterns kept for each one proposed, since later visits can still raise their rank.
CAPACITY = 4
# Sizes beyond those asked for have this fraction of the simulations, in addition.
BEYOND_SHARE = 4


@dataclass(frozen=True, slots=True)
class MctsSettings(WalkSettings):
    """Settings of Monte Carlo tree search."""

    simulations: int = option(
        1000,
        "Walks in all, divided equally among the sizes; each size goes on with the tree of the smaller ones.",
        minimum=1,
    )
    exploration: float = option(0.7, "The constant of the upper confidence bound; larger explores more.")
    exploit: int = option(
        2,
        "Every Nth simulation chooses by mean values alone, so that good patterns are followed to the largest size; "
        "0: none does, as in the paper.",
        minimum=0,
    )
    rank: Rank = option(
        "score",
        '``"score"`` proposes the best of all patterns scored on the way, ``"visits"`` the most visited, as in '
        "the paper.",
    )
    beyond: int = option(
        4,
        "As in :class:`spminer.methods.greedy.GreedySettings`; a quarter more simulations, for all of these sizes.",
        minimum=0,
    )


def search(task: Task, settings: MctsSettings, monitor: Monitor) -> SearchResult:
    """Simulate for each size in turn; patterns on the way to a larger size count for the smaller ones too."""
    request = task.request
    engine = WalkEngine(task, settings, monitor, few=True)
    tree = task.states.load("mcts", TREE) or Tree()
    order = engine.seeds(min(settings.simulations, task.graphs.num_nodes)).nodes[:, 0].tolist()
    ends = _ends(request.sizes, extra_sizes(task, settings.beyond), settings.simulations)
    whole = True  # every size so far had all of its simulations
    for number, (size, end) in enumerate(ends.items()):
        # Sizes beyond those asked for have the time that these leave.
        deadline = _deadline(monitor, (len(request.sizes) if size in request.sizes else len(ends)) - number)
        while order and tree.simulations < end and not monitor.stopped and time.monotonic() < deadline:
            monitor.update(stage="search", size=size, done=tree.simulations, total=max(ends.values()))
            if not _simulate(engine, settings, tree, order, size):
                break
            tree.simulations += 1
        whole = whole and (not order or tree.simulations >= end)
        if whole and tree.simulations == end:
            task.states.save("mcts", tree, TREE)
    pools = {size: _pool(task, settings, tree, size) for size in ends if not order or size in tree.found}
    found = result_of(engine, pools, complete=whole, simulations=tree.simulations)
    return found if whole or monitor.stopped else replace(found, stop_reason="time limit")


def _ends(sizes: Sequence[int], beyond: Sequence[int], simulations: int) -> dict[int, int]:
    """How many simulations there are in all when those for a size end.

    >>> _ends((4, 5), (6, 7), 80)
    {4: 40, 5: 80, 6: 90, 7: 100}
    """
    asked = {size: simulations * number // len(sizes) for number, size in enumerate(sizes, start=1)}
    more = simulations // BEYOND_SHARE
    return asked | {size: simulations + more * number // len(beyond) for number, size in enumerate(beyond, start=1)}


def _deadline(monitor: Monitor, sizes_left: int) -> float:
    """When the next of the sizes that are left must end: after an equal share of the time that is left."""
    return math.inf if monitor.remaining is None else time.monotonic() + monitor.remaining / sizes_left


def _simulate(engine: WalkEngine, settings: MctsSettings, tree: Tree, order: list[int], size: int) -> bool:
    """Walk from a seed to the size and add the value to all visits on the way; ``False`` if the run must end."""
    seed = _choose_seed(settings, tree, order)
    path = [tree.seeds.setdefault(seed, Visits())]
    walks, value = Walks.at(np.array([seed])), 0.0
    while walks.size < size:
        expansion = engine.expand(walks, stream=tree.simulations)
        if expansion is None:
            return False
        if not expansion.keys:  # the seed's component is too small
            value = 0.0
            break
        step = _choose_step(engine, settings, tree, expansion, path[-1])
        key = expansion.keys[expansion.pattern[step]]
        path.append(tree.patterns.setdefault(key, Visits()))
        walks = expansion.grown(np.array([step]))
        value = _values(engine, expansion)[expansion.pattern[step]]
        tree.remember(expansion, CAPACITY * engine.task.request.max_estimated_candidates)
    for visits in path:
        visits.count += 1
        visits.total += value
    return True


def _choose_seed(settings: MctsSettings, tree: Tree, order: list[int]) -> int:
    """The seed with the largest bound; or the next new one, whose bound counts value 0 and one visit."""
    spread = _spread(settings, tree, tree.simulations)
    bounds = {seed: v.total / v.count + spread / math.sqrt(v.count) for seed, v in tree.seeds.items() if v.count}
    best = max(bounds, key=bounds.__getitem__, default=None)
    fresh = next((seed for seed in order[len(tree.seeds) :]), None)
    if best is None or (fresh is not None and spread > bounds[best]):
        return order[0] if fresh is None else fresh
    return best


def _choose_step(engine: WalkEngine, settings: MctsSettings, tree: Tree, expansion: Expansion, parent: Visits) -> int:
    """The first step to the pattern with the largest bound."""
    spread = _spread(settings, tree, parent.count)
    mean, count = _values(engine, expansion), np.ones(len(expansion.keys))
    for number, key in enumerate(expansion.keys):
        visits = tree.patterns.get(key)
        if visits is not None and visits.count:
            mean[number], count[number] = visits.total / visits.count, visits.count
    best = int(np.argmax(mean + spread / np.sqrt(count)))
    return int(np.flatnonzero(expansion.pattern == best)[0])


def _spread(settings: MctsSettings, tree: Tree, visits: int) -> float:
    """The exploration term for one visit; 0 in simulations that only exploit."""
    if settings.exploit and tree.simulations % settings.exploit == 0:
        return 0.0
    return settings.exploration * math.sqrt(math.log(max(visits, 1)))


def _values(engine: WalkEngine, expansion: Expansion) -> NDArray[np.float64]:
    """1 - log(m / |N| + 1), where m / |N| is the mean penalty over the neighborhoods."""
    return 1 - np.log1p(engine.mean_penalty(expansion))


def _pool(task: Task, settings: MctsSettings, tree: Tree, size: int) -> Pool:
    found = tree.found.get(size, {})
    visits = {key: tree.patterns[key].count if key in tree.patterns else 0 for key in found}
    if settings.rank == "score":
        best = sorted(found, key=lambda key: (-found[key].score, -visits[key]))
    else:
        best = sorted((key for key in found if visits[key]), key=lambda key: (-visits[key], -found[key].score))
    best = best[: task.request.max_estimated_candidates]
    nodes = np.array([found[key].nodes for key in best], dtype=np.int32).reshape(-1, size)
    rows = np.array([found[key].rows for key in best], dtype=np.uint64).reshape(-1, size)
    scores = [float(visits[key]) if settings.rank == "visits" else found[key].score for key in best]
    return Pool(Walks(nodes, rows), np.array(scores, dtype=np.float64))


@dataclass(slots=True)
class Visits:
    """Number of visits of a pattern or seed, and the sum of the values of these simulations."""

    count: int = 0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """One occurrence of a pattern, and its score."""

    nodes: NDArray[np.int32]
    rows: NDArray[np.uint64]
    score: float


@dataclass
class Tree:
    """Visits of patterns (equal ones share theirs) and of seeds (each has its own); patterns met, by size."""

    patterns: dict[bytes, Visits] = field(default_factory=dict)
    seeds: dict[int, Visits] = field(default_factory=dict)
    found: dict[int, dict[bytes, Found]] = field(default_factory=dict)
    simulations: int = 0

    def remember(self, expansion: Expansion, capacity: int) -> None:
        """Keep the patterns of an expansion, one occurrence each; above the capacity drop the worst unvisited ones."""
        found = self.found.setdefault(expansion.size, {})
        fresh = np.array([number for number, key in enumerate(expansion.keys) if key not in found], dtype=np.int64)
        walks = expansion.grown(expansion.first_steps()[fresh])
        for number, nodes, rows in zip(fresh.tolist(), walks.nodes, walks.rows, strict=True):
            found[expansion.keys[number]] = Found(nodes, rows, float(expansion.scores[number]))
        if len(found) > 2 * capacity:
            for key in sorted(found, key=lambda key: -found[key].score)[capacity:]:
                if key not in self.patterns:
                    del found[key]

    def to_arrays(self) -> dict[str, Any]:
        """The whole tree, for a checkpoint."""
        arrays: dict[str, Any] = {
            "simulations": self.simulations,
            "seeds": list(self.seeds),
            "seed_visits": _visit_array(self.seeds.values()),
            "visits": _visit_array(self.patterns.values()),
            "sizes": list(self.found),
            **_packed("pattern", self.patterns),
        }
        for size, found in self.found.items():
            arrays |= _packed(f"found_{size}", found)
            arrays[f"nodes_{size}"] = np.array([f.nodes for f in found.values()], np.int32).reshape(-1, size)
            arrays[f"rows_{size}"] = np.array([f.rows for f in found.values()], np.uint64).reshape(-1, size)
            arrays[f"scores_{size}"] = np.array([f.score for f in found.values()])
        return arrays

    @classmethod
    def from_arrays(cls, state: Mapping[str, NDArray[Any]]) -> Tree:
        """The inverse of :meth:`to_arrays`."""
        tree = cls(simulations=int(state["simulations"]))
        tree.seeds = dict(zip(state["seeds"].tolist(), _visits(state["seed_visits"]), strict=True))
        tree.patterns = dict(zip(_unpacked("pattern", state), _visits(state["visits"]), strict=True))
        for size in state["sizes"].tolist():
            parts = (state[f"nodes_{size}"], state[f"rows_{size}"], state[f"scores_{size}"].tolist())
            found = [Found(nodes, rows, score) for nodes, rows, score in zip(*parts, strict=True)]
            tree.found[size] = dict(zip(_unpacked(f"found_{size}", state), found, strict=True))
        return tree


TREE = Codec[Tree](Tree.to_arrays, Tree.from_arrays)


def _visit_array(visits: Iterable[Visits]) -> NDArray[np.float64]:
    return np.array([(v.count, v.total) for v in visits], dtype=np.float64).reshape(-1, 2)


def _visits(array: NDArray[np.float64]) -> list[Visits]:
    return [Visits(int(count), total) for count, total in array.tolist()]


def _packed(name: str, keys: Iterable[bytes]) -> dict[str, NDArray[Any]]:
    texts = list(keys)
    return {
        f"{name}_bytes": np.frombuffer(b"".join(texts), dtype=np.uint8),
        f"{name}_ends": np.cumsum([len(text) for text in texts], dtype=np.int64),
    }


def _unpacked(name: str, state: Mapping[str, NDArray[Any]]) -> list[bytes]:
    content, ends = state[f"{name}_bytes"].tobytes(), state[f"{name}_ends"].tolist()
    return [content[start:end] for start, end in zip([0, *ends], ends, strict=False)]


METHOD = Method(
    name="mcts",
    summary="Monte Carlo tree search with a neural value, as in the paper",
    settings=MctsSettings,
    search=search,
    embeds=True,
    estimates=True,
    presets={"paper": {**PAPER, "exploit": 0, "beyond": 0}},
)
