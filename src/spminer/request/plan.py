"""The plan of a run: which method takes which sizes, why, and what it will cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spminer._util.text import format_number, format_rough_duration, format_sizes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.frequencies import Frequency
    from spminer.request.enumeration import Engine

__all__ = ["Foreseen", "Plan", "Stage", "Work", "rounded"]


@dataclass(frozen=True, slots=True)
class Work:
    """Cost of enumerating one size, as estimated before the work starts.

    Attributes
    ----------
    subgraphs
        Estimated number of connected subgraphs.
    engine
        The engine that would count them.
    seconds
        Rough time of one thread.
    """

    subgraphs: Frequency
    engine: Engine
    seconds: float


@dataclass(frozen=True, slots=True)
class Foreseen:
    """How long a search will take, as far as its method can tell beforehand.

    Attributes
    ----------
    by_size
        Rough seconds of one thread for each size on the way.
    at_least
        Whether it may well take longer, since not all of it could be looked at, or some of it has no end in sight.
    """

    by_size: Mapping[int, float]
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """Some sizes and the method for them.

    Attributes
    ----------
    method
        Its name.
    sizes
        Numbers of nodes, ascending.
    reason
        Why this method, in a few words.
    subgraphs
        Estimated number of subgraphs of these sizes, where that was looked at.
    seconds
        Rough time of one thread, where it can be told beforehand.
    works
        What each size costs to enumerate, where that was estimated: made once, and carried to the method.
    by_size
        Rough time of one thread for each size on the way of a search, likewise.
    at_least
        Whether it may well take longer than these seconds.
    """

    method: str
    sizes: tuple[int, ...]
    reason: str
    subgraphs: float | None = None
    # What follows is not what the plan says: a search is timed in small, which differs from run to run.
    seconds: float | None = field(default=None, compare=False)
    works: Mapping[int, Work] = field(default_factory=dict, compare=False)
    by_size: Mapping[int, float] = field(default_factory=dict, compare=False)
    at_least: bool = field(default=False, compare=False)

    @property
    def key(self) -> str:
        """What tells the stage from any other: its method and all of its sizes."""
        return f"{self.method}-{'-'.join(map(str, self.sizes))}"

    def text(self, threads: int = 1) -> str:
        """The stage in one line, with its time for a number of threads.

        >>> Stage("exact", (3, 4, 5), "few enough to enumerate", 2e6, 0.2).text()
        'sizes 3-5: exact (few enough to enumerate, about 2,000,000 subgraphs), less than a second'
        """
        time = "time unknown" if self.seconds is None else format_rough_duration(self.seconds / threads)
        return f"{self.title}, {time}{' or more' if self.at_least else ''}"

    @property
    def title(self) -> str:
        """The stage without its time, which is of interest only before it has passed."""
        number = (
            "" if self.subgraphs is None else f", about {rounded(self.subgraphs)} subgraph{'s' * (self.subgraphs != 1)}"
        )
        return f"{format_sizes(self.sizes)}: {self.method} ({self.reason}{number})"


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of a run, in order."""

    stages: tuple[Stage, ...] = ()

    def lines(self, threads: int = 0) -> list[str]:
        """The plan in words, a line per stage, with times for a number of threads (0: every core)."""
        return [stage.text(threads or os.cpu_count() or 1) for stage in self.stages]


def rounded(number: float) -> str:
    """A large number in two digits, as plans tell it.

    >>> rounded(1_234_567), rounded(1.5e12)
    ('1,200,000', '1.5e+12')
    """
    return format_number(float(f"{number:.2g}")) if number < 1e9 else f"{number:.1e}"
