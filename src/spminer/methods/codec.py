"""Candidates as arrays and back, for checkpoints."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from spminer._util.checkpoint import pack, unpack
from spminer.methods.base import Candidate
from spminer.patterns import Pattern
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack_candidates", "unpack_candidates"]


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
