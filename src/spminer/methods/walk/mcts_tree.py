"""The tree of Monte Carlo tree search: visits and patterns met, in memory and in a checkpoint."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.checkpoint import Codec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from spminer.methods.walk.walks import Expansion

__all__ = ["TREE", "Found", "Tree", "Visits"]


@dataclass(slots=True)
class Visits:
    """How often something was visited, and the sum of the values that these visits led to."""

    count: int = 0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern's occurrence and score."""

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
        """Keep the patterns of an expansion with an occurrence each; the worst unvisited go when they are too many."""
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
