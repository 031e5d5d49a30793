"""Repeats of one run: the same with every seed, or once where nothing is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer.experiments.spread import Spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.experiments.runs import Run

__all__ = ["DRAWS_NOTHING", "Repeats"]

DRAWS_NOTHING = ("exact", "gspan", "gaston")
"""Methods whose seed decides nothing: one run is all of them."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """Runs of one method by seed.

    Examples
    --------
    >>> from spminer.experiments.runs import Found, Run
    >>> runs = {seed: Run("m", (Found(3, "a", 7 + seed, "exact"),), 2.0, True, 0) for seed in (0, 1)}
    >>> str(Repeats(runs).median(3)), str(Repeats(runs).seconds)
    ('7.5 (7-8)', '2')
    """

    by_seed: dict[int | None, Run]

    @property
    def first(self) -> Run:
        """The run with the first seed."""
        return next(iter(self.by_seed.values()))

    def spread(self, measure: Callable[[Run], float | None]) -> Spread:
        """What a measure says of each run."""
        return Spread.of({seed: measure(run) for seed, run in self.by_seed.items()})

    def median(self, size: int) -> Spread:
        """The median frequency of the best motifs of one size, by seed."""
        return self.spread(lambda run: run.median(size))

    @property
    def seconds(self) -> Spread:
        """Wall time, by seed."""
        return self.spread(lambda run: round(run.seconds, 1))
