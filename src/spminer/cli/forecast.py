"""Forecast of an enumeration: how much work it will be, said before it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer._util.text import format_duration, format_rough_duration
from spminer.cli.console import print_table
from spminer.counting.engine_choice import enumeration_work
from spminer.results.frequency import format_frequency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.cli.console import Console
    from spminer.graphs import GraphCollection
    from spminer.results.request import Work

__all__ = ["Forecast", "forecast"]

_WORTH_SAYING_S = 60.0


@dataclass(frozen=True)
class Forecast:
    """Estimated work of each size, and the threads that will do it."""

    works: dict[int, Work]
    threads: int

    def seconds(self, size: int) -> float:
        """Rough duration of one size; infinite where that could not be estimated."""
        return self.works[size].seconds / self.threads

    def print(self) -> None:
        """Print the estimate as a table."""
        rows = [
            (str(size), format_frequency(work.subgraphs), self._duration(size)) for size, work in self.works.items()
        ]
        print_table(("size", "subgraphs [95 %]", "time"), rows, right=(0,))

    def _duration(self, size: int) -> str:
        by = " by census" if self.works[size].engine == "census" else ""
        return format_rough_duration(self.seconds(size)) + by

    def warn(self, time_limit: float | None, console: Console) -> None:
        """Say at once if the run will not finish in time, or will take long."""
        seconds = sum(self.seconds(size) for size in self.works)
        largest = max(self.works)
        number = self.works[largest].subgraphs
        many = f"about {number.value:.2g}" if number.kind == "estimate" else "an unknown number of"
        work = f"{many} subgraphs of size {largest}, {format_rough_duration(seconds)}"
        if time_limit is not None and seconds > time_limit:
            console.warn(f"{work}: expect a partial result at the time limit of {format_duration(time_limit)}")
        elif time_limit is None and seconds > _WORTH_SAYING_S:
            console.note(f"{work}; --time-limit bounds it, Ctrl-C stops with what there is")


def forecast(
    graphs: GraphCollection,
    sizes: Sequence[int],
    *,
    seed: int,
    threads: int,
    patience: float = 2.0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Forecast:
    """Estimate the work of each size, with about ``patience`` seconds for each estimate, at most ``time_limit``.

    The memory limit is that of the tables: engines that need more are left out.
    """
    works = {
        size: enumeration_work(
            graphs, size, seed=seed, patience=patience, time_limit=time_limit, memory_limit=memory_limit
        )
        for size in sizes
    }
    return Forecast(works, threads or os.cpu_count() or 1)
