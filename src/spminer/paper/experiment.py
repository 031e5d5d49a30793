"""Experiments: their registry, their time limits, their data sets, and the results that they keep.

An :class:`Experiment` collects results and draws conclusions from them. Its module is imported when it is asked for.
The limits are seconds per cell, for two cores and 90 minutes in all; all methods of an experiment have the same one,
and another total time (``--time-limit``) scales every limit alike.

A cell is a result that is computed once and kept as one JSON file (:class:`Cells`). Processes that share the folder
may compute different cells at the same time; each file is written atomically. :class:`Context` is one call of
``spminer reproduce``: it gives experiments their data sets, and does mining runs as cells.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import spminer
from spminer._util.executor import LOCAL
from spminer._util.files import write_atomic
from spminer._util.monitor import Monitor
from spminer._util.text import did_you_mean, format_sizes
from spminer.datasets import example
from spminer.errors import InputError, UsageError
from spminer.methods.registry import method_names
from spminer.methods.walks import weights_digest
from spminer.paper.report import Outcome, machine, versions
from spminer.paper.runs import DRAWS_NOTHING, JUDGING_SHARE, Run, RunPiece, RunsBySeed, run_piece
from spminer.results.request import MiningRequest, Verification
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from spminer._util.executor import Executor
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import Objective

__all__ = ["ALL", "CELL_S", "TOTAL_S", "Context", "DataSet", "Experiment", "experiment_names", "get_experiment"]

ALL = "all"

# Modules whose EXPERIMENT is the experiment of that name.
_MODULES = {
    name: f"spminer.paper.{name}" for name in ("small", "planted", "large", "runtime", "encoder", "counts", "arxiv")
}


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


TOTAL_S = 90 * 60.0
QUICK_CELL_S = 1.0

CELL_S = {
    "small-truth": 200.0,  # exact enumeration of all six sizes
    "small": 30.0,  # verified, and the same again by the method's own ranking
    "planted": 20.0,
    "large": 40.0,
    "large-graph": 40.0,
    "runtime": 130.0,  # all sizes of one method
    "encoder": 240.0,  # everything in it; what it computes cannot be stopped midway, but is known to take less
    "counts": 450.0,  # 330 of them for training
    "arxiv": 60.0,
}

# Search steps for counting one pattern, the same for all methods: enough to count nearly all patterns exactly.
VERIFICATION_EFFORT = 20_000_000

FILES = {
    "ENZYMES": "ENZYMES.zip",
    "COX2": "COX2.zip",
    "MSRC_9": "MSRC_9.zip",
    "MSRC_21": "MSRC_21.zip",
    "COIL-DEL": "COIL-DEL-noniso.zip",
    "FIRSTMM_DB": "FIRSTMM_DB.zip",
    "DD": "DD.zip",
    "MNRoads": "road-minnesota.mtx.gz",
    "cit-HepPh": "cit-HepPh.txt.gz",
    "ca-AstroPh": "ca-AstroPh.txt.gz",
    "ogbn-arxiv": "ogbn-arxiv.csv.gz",
}
"""Files of the data sets in the folder that the user names."""

INSTEAD = {"cit-HepPh": "ogbn-arxiv", "ca-AstroPh": "ogbn-arxiv"}
"""Data sets that are not needed where there is another."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A target that is read or made when it is first needed; ``seed`` is that of its making, if it was drawn."""

    name: str
    load: Callable[[], GraphCollection]
    seed: int | None = None


@dataclass
class Cells:
    """The folder of the results, and what is computed of it.

    Attributes
    ----------
    out
        Folder of the results; the cells are in its folder ``cells``.
    threads
        As for :func:`spminer.mine`.
    quick
        Whether this is a smoke run: small sizes, seconds in all.
    only
        Patterns of names (``large/COX2-*-seed3``): others are not computed. ``None`` computes all.
    matched, made
        How many cells have a name that was chosen, and how many of those this call has computed.
    left
        Cells that were neither kept nor computed, and the seconds that each may take.
    kept_seconds
        What the cells that were found on disk had taken, so that a run that went on tells its whole time.
    places
        Machines, with their versions, that made the cells that were used.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> cells = Cells(Path(mkdtemp()), only=("squares/*-seed1",))
    >>> [cells.cell("squares/three", {"base": 3}, lambda: 9, seed=seed) for seed in (0, 1)]
    [None, 9]
    >>> list(cells.left)
    ['squares/three-seed0']
    """

    out: Path
    threads: int = 0
    quick: bool = False
    only: tuple[str, ...] | None = None
    matched: int = 0
    made: int = 0
    left: dict[str, float] = field(default_factory=dict)
    kept_seconds: float = 0.0
    places: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    _made_ahead: set[str] = field(default_factory=set)  # cells whose time is that of this call

    def begin(self) -> None:
        """Forget what was noted of the cells of another experiment."""
        self.kept_seconds = 0.0
        self.places = []

    def cell(
        self,
        name: str,
        parameters: dict[str, Any],
        compute: Callable[[], Any],
        *,
        seed: int | None = None,
        limit_s: float = 0.0,
    ) -> Any:
        """A result that is computed once, and again only if its parameters or the version have changed.

        With a seed, the cell is one of several; without, it draws nothing. ``None`` if it is not to be computed.
        """
        whole = _whole_name(name, seed)
        self.matched += self._chosen(whole)
        if (kept := self._kept_result(whole, parameters, seed)) is not None:
            self.kept_seconds += 0.0 if whole in self._made_ahead else kept["seconds"]
            self._note(kept)
            return kept["result"]
        if not self._chosen(whole):
            self.left[whole] = limit_s
            return None
        started = time.monotonic()
        result = compute()
        self.keep(name, parameters, seed, result, round(time.monotonic() - started, 2))
        self._made_ahead.discard(whole)
        self._note(self._kept_result(whole, parameters, seed) or {})
        return json.loads(json.dumps(result))

    def misses(self, name: str, parameters: dict[str, Any], seed: int | None) -> bool:
        """Whether a cell has to be computed in this call."""
        whole = _whole_name(name, seed)
        return self._chosen(whole) and self._kept_result(whole, parameters, seed) is None

    def keep(self, name: str, parameters: dict[str, Any], seed: int | None, result: Any, seconds: float) -> None:
        """Write a cell that this call has made."""
        whole = _whole_name(name, seed)
        path = self._path(whole)
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {
            "parameters": self._identity(parameters, seed),
            "seconds": seconds,
            "machine": machine(self.threads),
            "versions": versions(),
            "result": result,
        }
        write_atomic(path, json.dumps(content, indent=1) + "\n")
        self.made += 1
        self._made_ahead.add(whole)

    def _chosen(self, whole: str) -> bool:
        return self.only is None or any(fnmatchcase(whole, pattern) for pattern in self.only)

    def _kept_result(self, whole: str, parameters: dict[str, Any], seed: int | None) -> dict[str, Any] | None:
        kept = _kept(self._path(whole))
        return kept if kept is not None and kept["parameters"] == self._identity(parameters, seed) else None

    def _note(self, kept: dict[str, Any]) -> None:
        place = kept.get("machine"), kept.get("versions")
        if isinstance(place[0], str) and isinstance(place[1], dict) and place not in self.places:
            self.places.append(place)  # type: ignore[arg-type]

    def _path(self, whole: str) -> Path:
        return self.out / "cells" / f"{whole}.json"

    def _identity(self, parameters: dict[str, Any], seed: int | None) -> Any:
        return json.loads(json.dumps({**parameters, "seed": seed, "quick": self.quick, "version": __version__}))


def _whole_name(name: str, seed: int | None) -> str:
    return name if seed is None else f"{name}-seed{seed}"


def _kept(path: Path) -> dict[str, Any] | None:
    """What a cell file holds; a file that was damaged counts as none."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, RecursionError, ValueError):
        return None
    return kept if isinstance(kept, dict) and {"parameters", "seconds", "result"} <= kept.keys() else None


T = TypeVar("T")

_Job = tuple[str, dict[str, Any], int | None, RunPiece]  # a cell, what it depends on, its seed, and the run

_QUICK_METHODS = ("exact", "greedy", "mfinder", "gspan")


@dataclass
class Context(Cells):
    """One call of ``spminer reproduce``.

    Attributes
    ----------
    data
        Folder of the data sets, or ``None`` in a quick run, which takes the bundled graph for each.
    seed, repeats
        What draws something runs with this seed and the following ones, so many in all.
    time_limit
        Seconds for all experiments with one seed; limits of cells are shares of it.
    report
        Called with a line about each cell that is computed.
    executor
        Where runs are made: here one after the other, or side by side on the workers of a cluster.
    """

    data: Path | None = None
    seed: int = 0
    repeats: int = 1
    time_limit: float = TOTAL_S
    report: Callable[[str], None] = lambda _line: None
    executor: Executor = LOCAL
    _loaded: dict[str, GraphCollection] = field(default_factory=dict)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of what draws something."""
        return tuple(range(self.seed, self.seed + self.repeats))

    def seeds_of(self, method: str) -> tuple[int | None, ...]:
        """The seeds of a method: none if it draws nothing."""
        return (None,) if method in DRAWS_NOTHING else self.seeds

    def pick(self, full: T, quick: T) -> T:
        """The first, or in a quick run the second."""
        return quick if self.quick else full

    def seconds(self, part: str) -> float:
        """The time limit of one cell of a part of the experiments."""
        return QUICK_CELL_S if self.quick else CELL_S[part] * self.time_limit / TOTAL_S

    def methods(self, *names: str) -> tuple[str, ...]:
        """Those of the methods that are installed; in a quick run, the fast ones."""
        wanted = [name for name in names if name in method_names()]
        return tuple(name for name in wanted if not self.quick or name in _QUICK_METHODS)

    def has(self, name: str) -> bool:
        """Whether there is a file of the data set."""
        return self.data is not None and (self.data / FILES[name]).exists()

    def dataset(self, name: str) -> DataSet:
        """A data set by name, labels and direction left out as in the paper."""
        return DataSet(name, partial(self._load, name))

    def check(self, names: Iterable[str]) -> None:
        """Refuse to start without the files of these data sets."""
        if self.quick:
            return
        missing = [FILES[name] for name in names if not (self.has(name) or self.has(INSTEAD.get(name, name)))]
        if missing:
            remedy = f"put {', '.join(missing)} there, or try `--quick`, which needs no data"
            raise InputError(f"no file {missing[0]}", source=str(self.data), remedy=remedy)

    def _load(self, name: str) -> GraphCollection:
        if self.quick:
            return example()
        if name not in self._loaded:
            assert self.data is not None
            self._loaded = {name: spminer.read(self.data / FILES[name], directed=False).without_labels()}
        return self._loaded[name]

    def mine(
        self, part: str, data: DataSet, method: str, sizes: Sequence[int], *, seed: int | None = None, **options: Any
    ) -> Run:
        """What a method finds in a data set: one cell, under the limit of its part.

        Candidates are counted and ranked by that, the same way for all methods, and motifs that the limit left
        uncounted are counted afterwards; or else (``verified=False``) they stay as the method's own scores rank them.
        Other options are those of a job (:meth:`_job`) and of the method.
        """
        name, parameters, _, piece = self._job(part, data, method, sizes, seed, **options)

        def compute() -> dict[str, Any]:
            graphs = data.load()
            drawn = "" if seed is None else f", seed {seed}"
            self.report(f"{name}{drawn}, at most {piece.limit_s:.0f} s")
            return run_piece(graphs, piece, Monitor())

        found = self.cell(name, parameters, compute, seed=seed, limit_s=piece.limit_s)
        return Run.absent(method) if found is None else Run.from_dict(found)

    def mine_each(
        self, part: str, data: DataSet, methods: Iterable[str], sizes: Sequence[int], **options: Any
    ) -> dict[str, RunsBySeed]:
        """What each method finds with every seed, as :meth:`mine` says.

        A cluster makes the runs side by side, each with one thread.
        """
        asked = {method: self.seeds_of(method) for method in methods}
        jobs = [self._job(part, data, method, sizes, seed, **options) for method in asked for seed in asked[method]]
        self.executor.run(lambda: None, lambda executor: self._mine_ahead(executor, data, jobs))
        return {
            method: RunsBySeed({seed: self.mine(part, data, method, sizes, seed=seed, **options) for seed in seeds})
            for method, seeds in asked.items()
        }

    def _mine_ahead(self, executor: Executor, data: DataSet, jobs: list[_Job]) -> None:
        """Fill the cells that are not kept yet."""
        missing = [job for job in jobs if self.misses(*job[:3])]
        for name, _, _, piece in missing:
            self.report(f"{name}, at most {piece.limit_s:.0f} s, on the cluster")
        pieces = [replace(piece, request=replace(piece.request, threads=1)) for *_, piece in missing]
        if not pieces:
            return
        made = executor.map(run_piece, data.load(), pieces, Monitor(), stage="reproduce")
        for (name, parameters, seed, _), result in zip(missing, made, strict=False):
            self.keep(name, parameters, seed, result, round(result["seconds"], 2))

    def _job(
        self,
        part: str,
        data: DataSet,
        method: str,
        sizes: Sequence[int],
        seed: int | None,
        *,
        top: int = 10,
        frequency: Objective = "anchored",
        seconds: float | None = None,
        verified: bool = True,
        **options: Any,
    ) -> _Job:
        verification = Verification.of(verified, effort=VERIFICATION_EFFORT)
        limit = self.seconds(part) if seconds is None else seconds
        sizes_text = format_sizes(sizes).partition(" ")[2]
        name = f"{part}/{data.name}-{method}-{sizes_text}-{frequency}{'' if verified else '-own'}"
        parameters = {"top": top, "seconds": limit, "verification": asdict(verification), **options}
        if data.seed is not None:
            parameters["data_seed"] = data.seed
        request = MiningRequest.from_options(
            sizes=sizes,
            top=top,
            method=method,
            frequency=frequency,
            seed=seed or 0,
            threads=self.threads,
            time_limit=(1 - JUDGING_SHARE) * limit,
            examples=0,
            verify=verification,
            **MiningRequest.select_options(options),
            settings={name: value for name, value in options.items() if name not in MiningRequest.options()},
        )
        if weights := weights_digest(request):
            parameters["weights"] = weights
        return name, parameters, seed, RunPiece(request, limit, verified)
