"""Requests: what is asked of a run, and the plan of how it is done."""

from spminer.request.comparison import Direction
from spminer.request.count import CountRequest
from spminer.request.enumeration import EnumerationRequest
from spminer.request.mining import AUTO, MiningRequest
from spminer.request.plan import Foreseen, Plan, Stage, Work
from spminer.request.verification import Verification

__all__ = [
    "AUTO",
    "CountRequest",
    "Direction",
    "EnumerationRequest",
    "Foreseen",
    "MiningRequest",
    "Plan",
    "Stage",
    "Verification",
    "Work",
]
