"""What a mining run keeps on disk, so that a killed run goes on where it was."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from spminer.methods.base import SearchResult
from spminer.methods.codec import pack, pack_candidates, unpack, unpack_candidates
from spminer.mining.plan import Plan, Stage
from spminer.mining.verify import Verified
from spminer.running.checkpoint import Checkpoint

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from spminer.counting.excluded import ExcludedAnchors
    from spminer.graphs import GraphCollection

__all__ = ["RunState", "open_checkpoint"]

# What may change when a run is resumed: how fast it goes, not what it finds.
_NOT_IDENTITY = ("threads", "time_limit", "memory_limit")


def open_checkpoint(
    folder: str | Path, graphs: GraphCollection, config: Mapping[str, Any], *, resume: bool
) -> Checkpoint:
    """The checkpoint of a run with this target and these parameters."""
    identity = {name: value for name, value in config.items() if name not in _NOT_IDENTITY}
    return Checkpoint(folder, {**identity, "graph": _digest(graphs)}, resume=resume)


class RunState:
    """The plan, the candidates of each stage and the verified motifs of each size; nothing without a checkpoint."""

    def __init__(self, checkpoint: Checkpoint | None) -> None:
        self._checkpoint = checkpoint

    def plan(self) -> Plan | None:
        """The plan of the run that is resumed."""
        state = self._load("plan")
        return None if state is None else Plan.from_dicts(unpack(state["plan"]))

    def keep_plan(self, plan: Plan) -> None:
        """Keep the plan."""
        self._save("plan", plan=pack(plan.to_dicts()))

    def found(self, stage: Stage) -> SearchResult | None:
        """What the search of a stage ended with."""
        state = self._load(_name(stage))
        if state is None:
            return None
        facts, warnings = unpack(state.pop("facts")), tuple(unpack(state.pop("warnings")))
        candidates = {int(size): unpack_candidates(array) for size, array in state.items()}
        return SearchResult(candidates, facts=facts, warnings=warnings)

    def keep_found(self, stage: Stage, found: SearchResult) -> None:
        """Keep the result of a search that is complete."""
        states = {str(size): pack_candidates(candidates) for size, candidates in found.candidates.items()}
        facts = pack({"proven_sizes": list(found.facts.get("proven_sizes", ()))})
        self._save(_name(stage), facts=facts, warnings=pack(found.warnings), **states)

    def verified(self, size: int, refutations: ExcludedAnchors) -> Verified | None:
        """The ranking of a size; what it refuted is added."""
        state = self._load(f"verified-{size}")
        if state is None:
            return None
        refutations.restore(state)
        return Verified(unpack_candidates(state["candidates"]))

    def keep_verified(self, size: int, verified: Verified, refutations: ExcludedAnchors) -> None:
        """Keep a ranking that is complete."""
        candidates = pack_candidates(verified.candidates)
        self._save(f"verified-{size}", candidates=candidates, **refutations.to_arrays(size))

    def _load(self, name: str) -> dict[str, Any] | None:
        return None if self._checkpoint is None else self._checkpoint.load(name)

    def _save(self, name: str, **arrays: Any) -> None:
        if self._checkpoint is not None:
            self._checkpoint.save(name, **arrays)


def _name(stage: Stage) -> str:
    return f"found-{stage.method}-{stage.sizes[0]}-{stage.sizes[-1]}"


def _digest(graphs: GraphCollection) -> str:
    """A short text that differs for graphs whose motifs may differ."""
    digest = hashlib.blake2b(repr((graphs.directed, graphs.node_label_names, graphs.edge_label_names)).encode())
    for array in (graphs.indptr, graphs.indices, graphs.graph_offsets, graphs.node_labels, graphs.edge_labels):
        digest.update(b"-" if array is None else array.tobytes())
    return digest.hexdigest()[:32]
