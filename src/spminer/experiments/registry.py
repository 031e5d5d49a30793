"""Experiments: what one is, and the list of all of them, imported when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from spminer._util.text import did_you_mean
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.experiments.context import Context
    from spminer.experiments.tables import Table

__all__ = ["ALL", "Experiment", "Outcome", "experiment_names", "get_experiment"]

ALL = "all"

# Modules whose EXPERIMENT is the experiment of that name.
_MODULES = {
    name: f"spminer.experiments.{name}"
    for name in ("small", "planted", "large", "runtime", "encoder", "counts", "arxiv")
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an experiment found.

    Attributes
    ----------
    tables
        Its tables, in the order of the page.
    figures
        Names of the figures that it drew (``NAME.png`` and ``NAME.svg`` in the folder of the results).
    notes
        What the reader should know, one sentence or two each.
    """

    tables: tuple[Table, ...]
    figures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment.

    Attributes
    ----------
    name
        What the user calls it.
    summary
        The question that it answers, in a sentence.
    data
        Names of the data sets that it needs.
    seconds
        What its cells may take at most, all together, within the default time limit.
    collect
        Computes the cells that are not there yet, and only that.
    conclude
        Draws figures of what was collected, and returns tables.
    """

    name: str
    summary: str
    data: tuple[str, ...]
    seconds: float
    collect: Callable[[Context], Any]
    conclude: Callable[[Context, Any], Outcome]

    def run(self, context: Context) -> Outcome:
        """Collect and conclude."""
        return self.conclude(context, self.collect(context))


def experiment_names() -> tuple[str, ...]:
    """All experiments, in the order in which ``all`` runs them.

    >>> experiment_names()[:2]
    ('small', 'planted')
    """
    return tuple(_MODULES)


def get_experiment(name: str) -> Experiment:
    """The experiment of that name.

    >>> get_experiment("smal")
    Traceback (most recent call last):
    spminer.errors.UsageError: no experiment 'smal', did you mean 'small'? Choose one of all, small...
    """
    if name not in _MODULES:
        known = (ALL, *_MODULES)
        raise UsageError(f"no experiment {name!r}{did_you_mean(name, known)} Choose one of {', '.join(known)}")
    experiment: Experiment = import_module(_MODULES[name]).EXPERIMENT
    return experiment
