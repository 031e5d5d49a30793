"""What every method of mining is asked, and what it answers.

A method is one function of a task, its own settings and a monitor. It proposes patterns; verification counts and ranks
them afterwards, in one place for all methods.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results import Frequency, Objective
    from spminer.running.checkpoint import Checkpoint
    from spminer.running.monitor import Monitor

__all__ = ["Candidate", "Method", "SearchResult", "Task"]

_FACTOR, _LEAST = 5, 50


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be found.

    Attributes
    ----------
    graphs
        The target.
    sizes
        Numbers of nodes of the patterns, ascending.
    top
        How many motifs of each size the user wants.
    objective
        Which frequency ranks.
    induced
        Whether patterns are node-induced; otherwise edge-induced (further edges between their nodes are allowed).
    seed
        Seed of everything drawn at random.
    threads
        Threads; 0 for every core. Results do not depend on it.
    checkpoint
        Where states of the run are kept, or ``None``.
    """

    graphs: GraphCollection
    sizes: tuple[int, ...]
    top: int = 10
    objective: Objective = "anchored"
    induced: bool = True
    seed: int = 0
    threads: int = 0
    checkpoint: Checkpoint | None = None

    @property
    def proposals(self) -> int:
        """How many candidates of each size are worth proposing and counting: five times ``top``, 50 at least."""
        return max(_FACTOR * self.top, _LEAST)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern that a method proposes.

    Attributes
    ----------
    pattern
        In canonical form; anchored unless the method knows no anchors.
    score
        The method's own estimate, larger is better; comparable within one size only.
    known
        Frequencies that the method already established.
    node_sets
        The graph-level frequency as the method estimates it, without an interval: it ranks equals, and is not shown.
    """

    pattern: Pattern
    score: float
    known: Mapping[Objective, Frequency] = field(default_factory=dict)
    node_sets: float | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a method found.

    Attributes
    ----------
    candidates
        Proposals by size, best score first, no pattern twice.
    complete
        Whether the search ended by itself, not by a budget.
    timing_s
        Seconds per stage (``"sample"``, ``"embed"``, ``"search"``).
    facts
        What else is worth telling: patterns scored, subgraphs sampled and so on.
    warnings
        What the user should know to judge the candidates, a sentence each.
    """

    candidates: Mapping[int, tuple[Candidate, ...]]
    complete: bool = True
    timing_s: Mapping[str, float] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """A way to search, as the registry knows it.

    Attributes
    ----------
    name
        What the user calls it.
    summary
        One line for help texts.
    settings
        A frozen dataclass of what can be set besides the task; every field has a default.
    search
        ``search(task, settings, monitor)``.
    objectives
        Frequencies it can search by.
    induced
        Whether it finds node-induced patterns, edge-induced ones, or both.
    """

    name: str
    summary: str
    settings: type
    search: Callable[[Task, Any, Monitor], SearchResult]
    objectives: tuple[Objective, ...] = ("anchored", "graph")
    induced: tuple[bool, ...] = (True, False)
