"""Which sizes are solved exactly and which are searched, decided and said before the work starts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer.enumeration.engines import MAX_ENUMERATION_SIZE
from spminer.enumeration.estimate import Work, enumeration_work
from spminer.errors import UsageError
from spminer.methods.registry import AUTO, get_method
from spminer.text.formatting import format_duration, format_number
from spminer.text.sizes import format_sizes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.methods.base import Task

__all__ = ["Plan", "Stage", "make_plan"]

# Exact enumeration may take this long in all, as one thread would need: a plan that knew the number of threads would
# give other results on other machines.
EXACT_BUDGET_S = 20.0
_SHARE_OF_LIMIT = 0.3
# The search for what is too much to enumerate: in equal time growth finds the most frequent patterns on all data sets
# measured (benchmarks/bench_methods.py), and neural help does not add to it (benchmarks/bench_grow_help.py).
_SEARCH = "grow"
# Numbers of subgraphs grow with the size until patterns are about as large as the graphs; beyond so many times the
# budget a larger size need not be looked at.
_HOPELESS = 100.0


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
    """

    method: str
    sizes: tuple[int, ...]
    reason: str
    subgraphs: float | None = None
    seconds: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The stage as in the result file."""
        return {
            "method": self.method,
            "sizes": list(self.sizes),
            "reason": self.reason,
            "subgraphs": self.subgraphs,
            "seconds": self.seconds,
        }

    def text(self, threads: int = 1) -> str:
        """The stage in one line, with its time for so many threads.

        >>> Stage("exact", (3, 4, 5), "few enough to enumerate", 2e6, 0.2).text()
        'sizes 3-5: exact (few enough to enumerate, about 2,000,000 subgraphs), roughly 0.2 s'
        """
        number = "" if self.subgraphs is None else f", about {_rounded(self.subgraphs)} subgraphs"
        time = "" if self.seconds is None else f", roughly {format_duration(self.seconds / threads)}"
        return f"{format_sizes(self.sizes)}: {self.method} ({self.reason}{number}){time}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of a run, in order."""

    stages: tuple[Stage, ...]

    def to_dicts(self) -> tuple[dict[str, Any], ...]:
        """The plan as in the result file."""
        return tuple(stage.to_dict() for stage in self.stages)

    @classmethod
    def from_dicts(cls, stages: Iterable[dict[str, Any]]) -> Plan:
        """The inverse of :meth:`to_dicts`."""
        return cls(tuple(Stage(**{**stage, "sizes": tuple(stage["sizes"])}) for stage in stages))

    def lines(self, threads: int = 0) -> list[str]:
        """The plan in words, a line per stage, with times for so many threads (0: every core)."""
        return [stage.text(threads or os.cpu_count() or 1) for stage in self.stages]


def make_plan(task: Task, method: str = AUTO, *, time_limit: float | None = None) -> Plan:
    """Decide how each size is searched.

    A named method does all sizes. ``"auto"`` enumerates those that fit a budget (20 seconds of one thread in all, or
    a third of a shorter time limit) and searches the rest.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> for line in make_plan(Task(example(), (4, 5)), "auto").lines():
    ...     print(line)
    sizes 4-5: exact (few enough to enumerate, about 14,000 subgraphs), roughly 0... s
    """
    if method != AUTO:
        _check_objective(method, task)
        return Plan((Stage(method, task.sizes, "as asked"),))
    affordable, too_many = _affordable(task, time_limit) if task.induced else ({}, "edge-induced patterns")
    stages = []
    if affordable:
        stages.append(_exact_stage(affordable))
    if rest := tuple(size for size in task.sizes if size not in affordable):
        stages.append(Stage(_SEARCH, rest, too_many))
    return Plan(tuple(stages))


def _affordable(task: Task, time_limit: float | None) -> tuple[dict[int, Work], str]:
    """Work of the sizes that can be enumerated, and why the others cannot."""
    budget = min(EXACT_BUDGET_S, EXACT_BUDGET_S if time_limit is None else _SHARE_OF_LIMIT * time_limit)
    patience = 2.0 if time_limit is None else min(2.0, time_limit / 20)
    works: dict[int, Work] = {}
    for size in range(task.sizes[0], min(task.sizes[-1], MAX_ENUMERATION_SIZE) + 1):
        if size in task.sizes:
            works[size] = enumeration_work(task.graphs, size, seed=task.seed, time_limit=patience)
            if works[size].engine == "esu" and works[size].seconds > _HOPELESS * budget:
                break
    affordable: dict[int, Work] = {}
    spent = 0.0
    for size in sorted(works, key=lambda size: works[size].seconds):
        spent += works[size].seconds
        if spent > budget:
            break
        affordable[size] = works[size]
    left = [size for size in works if size not in affordable]
    if not left:
        return affordable, f"enumeration goes up to size {MAX_ENUMERATION_SIZE}"
    number = works[left[0]].subgraphs
    many = f"about {_rounded(number.value)} subgraphs" if number.kind == "estimate" else "too many subgraphs"
    return affordable, f"too much to enumerate: {many} of size {left[0]}"


def _exact_stage(works: dict[int, Work]) -> Stage:
    seconds = sum(work.seconds for work in works.values())
    number = sum(work.subgraphs.value for work in works.values())
    return Stage("exact", tuple(sorted(works)), "few enough to enumerate", number, seconds)


def _check_objective(name: str, task: Task) -> None:
    method = get_method(name)
    if task.induced not in method.induced:
        kinds = {True: "node-induced patterns", False: "edge-induced patterns (induced=False, --edge-induced)"}
        raise UsageError(f"method {name!r} finds {kinds[not task.induced]} only")
    if task.objective not in method.objectives:
        known = " or ".join(method.objectives)
        raise UsageError(f"method {name!r} searches by {known} frequency, not by {task.objective}")


def _rounded(number: float) -> str:
    return format_number(float(f"{number:.2g}")) if number < 1e9 else f"{number:.1e}"
