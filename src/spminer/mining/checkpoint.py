"""Checkpoint of a mining run: its plan, the candidates of each stage and the verified motifs of each size."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from spminer._util.checkpoint import Codec, States, pack, unpack
from spminer.methods.base import SearchResult, pack_candidates, unpack_candidates
from spminer.mining.verify import RankedCandidates
from spminer.results.frequency import Frequency
from spminer.results.request import EnumerationCost, Plan, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from spminer.counting.sequential import RefutedAnchors

__all__ = ["RunState"]


@dataclass(frozen=True, slots=True)
class RunState:
    """The plan, the candidates of each stage and the verified motifs of each size of a run."""

    states: States

    def plan(self, make: Callable[[], Plan], time_limit: float | None) -> Plan:
        """The plan of the run that is resumed, or a new one.

        A plan that was made under a time limit holds only for a run with the same limit.
        """
        kept = self.states.load("plan", _PLAN)
        if kept is not None and kept[1] in (None, time_limit):
            return kept[0]
        plan = make()
        self.states.save("plan", (plan, time_limit), _PLAN)
        return plan

    def found(self, stage: Stage) -> SearchResult | None:
        """The kept result of the search of a stage, or ``None``."""
        return self.states.load(f"found-{stage.key}", _FOUND)

    def keep_found(self, stage: Stage, found: SearchResult) -> None:
        """Keep the result of a search that is complete."""
        self.states.save(f"found-{stage.key}", found, _FOUND)

    def verified(self, stage: Stage, size: int, excluded: RefutedAnchors) -> RankedCandidates | None:
        """The kept ranking of a size, or ``None``; its refuted anchors are added to ``excluded``."""
        return self.states.load(f"verified-{stage.key}-{size}", _verified_codec(size, excluded))

    def keep_verified(self, stage: Stage, size: int, verified: RankedCandidates, excluded: RefutedAnchors) -> None:
        """Keep a ranking that is complete."""
        self.states.save(f"verified-{stage.key}-{size}", verified, _verified_codec(size, excluded))


def _pack_plan(planned: tuple[Plan, float | None]) -> dict[str, NDArray[Any]]:
    plan, time_limit = planned
    return {"plan": pack([asdict(stage) for stage in plan.stages]), "time_limit": pack(time_limit)}


def _unpack_plan(state: Mapping[str, NDArray[Any]]) -> tuple[Plan, float | None]:
    return Plan(tuple(_stage(stage) for stage in unpack(state["plan"]))), unpack(state["time_limit"])


def _stage(stage: dict[str, Any]) -> Stage:
    """A stage from plain values; sizes are texts where they are keys in JSON."""
    costs = {
        int(size): EnumerationCost(**{**cost, "subgraphs": Frequency(**cost["subgraphs"])})
        for size, cost in stage["costs"].items()
    }
    seconds = {int(size): seconds for size, seconds in stage["seconds_by_size"].items()}
    return Stage(**{**stage, "sizes": tuple(stage["sizes"]), "costs": costs, "seconds_by_size": seconds})


_PLAN = Codec["tuple[Plan, float | None]"](_pack_plan, _unpack_plan)


def _pack_found(found: SearchResult) -> dict[str, NDArray[Any]]:
    states = {str(size): pack_candidates(candidates) for size, candidates in found.candidates.items()}
    rest = [[size, sign, bound] for size, bounds in found.rest.items() for sign, bound in bounds.items()]
    facts = {"proven_sizes": found.proven_sizes, "whole_sizes": found.whole_sizes, "rest": rest}
    if "device" in found.facts:
        facts["device"] = found.facts["device"]
    return {"facts": pack(facts), "warnings": pack(found.warnings), **states}


def _unpack_found(state: Mapping[str, NDArray[Any]]) -> SearchResult:
    facts = unpack(state["facts"])
    rest: dict[int, dict[int, float]] = {}
    for size, sign, bound in facts.get("rest", ()):
        rest.setdefault(size, {})[sign] = bound
    return SearchResult(
        candidates={int(size): unpack_candidates(array) for size, array in state.items() if size.isdecimal()},
        proven_sizes=tuple(facts["proven_sizes"]),
        whole_sizes=tuple(facts.get("whole_sizes", ())),
        rest=rest,
        facts={"device": facts["device"]} if "device" in facts else {},
        warnings=tuple(unpack(state["warnings"])),
    )


_FOUND = Codec[SearchResult](_pack_found, _unpack_found)


def _verified_codec(size: int, excluded: RefutedAnchors) -> Codec[RankedCandidates]:
    """The codec of the ranking of a size together with the anchors that it refuted."""

    def unpacked(state: Mapping[str, NDArray[Any]]) -> RankedCandidates:
        candidates = unpack_candidates(state["candidates"])
        excluded.restore(state)
        return RankedCandidates(candidates)

    return Codec(
        pack=lambda verified: {"candidates": pack_candidates(verified.candidates), **excluded.to_arrays(size)},
        unpack=unpacked,
    )
