"""The request of a count: every option of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer.errors import UsageError
from spminer.frequencies import check_objective
from spminer.request.comparison import check_comparison

if TYPE_CHECKING:
    from spminer.frequencies import Objective
    from spminer.patterns import Pattern

__all__ = ["CountRequest"]


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
