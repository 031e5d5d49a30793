"""Experiments: their registry, time limits and data sets, and the cache of their results.

An :class:`Experiment` computes results and reports them as tables and figures. Its module is imported on request.
The work of a run is fixed by its method's settings and by the search steps of its counts, so that a busy machine gives
the same table. The limits, in seconds per cell, only end what explodes with the size; all methods of an experiment have
the same one, a run that it ends is marked, and another total time (``--time-limit``) scales every limit. In experiment
4, where time is measured, the limit counts.

A cell is a result that is computed once and kept as one JSON file (:class:`ResultCache`). Processes that share the
folder may compute different cells at the same time; each file is written atomically. :class:`ExperimentContext` is one
call of ``spminer reproduce``: it gives experiments their data sets, and does mining runs as cells. With an executor,
missing runs are made side by side, each by one thread.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import spminer
from spminer._util.executor import LOCAL
from spminer._util.files import write_atomic
from spminer._util.monitor import Monitor
from spminer._util.text import did_you_mean, format_sizes
from spminer.datasets import example
from spminer.errors import InputError, UsageError
from spminer.methods.registry import expand_preset, get_method, method_names
from spminer.methods.walks import weights_digest
from spminer.paper.report import ExperimentResult, machine, versions
from spminer.paper.runs import DETERMINISTIC, MiningRun, RunsBySeed, run_piece
from spminer.results.request import MiningRequest, Verification
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from spminer._util.executor import Executor
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import FrequencyName

__all__ = [
    "ALL",
    "CELL_S",
    "CONTROLS",
    "TOTAL_S",
    "DataSet",
    "Experiment",
    "ExperimentContext",
    "experiment_names",
    "get_experiment",
]

ALL = "all"
CONTROLS = "learning"  # the experiment that is not one of the paper

# Modules whose EXPERIMENT is the experiment of that name.
_MODULES = {
    name: f"spminer.paper.{name}"
    for name in ("small", "planted", "large", "learning", "runtime", "encoder", "counts", "arxiv")
}


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment.

    Attributes
    ----------
    name
        Its name on the command line.
    summary
        The question that it answers, in a sentence.
    data
        Names of its data sets.
    compute
        Computes its missing cells, and returns their results.
    report
        Draws figures of the results, and returns tables.
    """

    name: str
    summary: str
    data: tuple[str, ...]
    compute: Callable[[ExperimentContext], Any]
    report: Callable[[ExperimentContext, Any], ExperimentResult]

    def run(self, context: ExperimentContext) -> ExperimentResult:
        """Compute and report."""
        return self.report(context, self.compute(context))


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
    spminer.errors.UsageError: unknown experiment 'smal', did you mean 'small'? Choose one of all, small...
    """
    if name not in _MODULES:
        known = (ALL, *_MODULES)
        raise UsageError(f"unknown experiment {name!r}{did_you_mean(name, known)} Choose one of {', '.join(known)}")
    experiment: Experiment = import_module(_MODULES[name]).EXPERIMENT
    return experiment


TOTAL_S = 90 * 60.0
QUICK_CELL_S = 1.0

CELL_S = {
    "small-truth": 200.0,  # exact enumeration of all six sizes
    "small": 90.0,
    "planted": 60.0,
    "large": 120.0,
    "large-graph": 120.0,
    "learning": 300.0,
    "correlation": 300.0,
    "runtime": 130.0,  # all sizes of one method
    "encoder": 240.0,  # the whole experiment, which cannot be stopped midway, but takes less
    "counts": 450.0,  # 330 of them for training
    "arxiv": 60.0,
}

# Search steps to count one pattern, the same for all methods: enough to count nearly all patterns exactly.
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
    "REDDIT-BINARY": "REDDIT-BINARY.zip",
    "BBBP": "BBBP.csv.gz",
}
"""Files of the data sets, in the user's folder."""

SUBSTITUTES = {"cit-HepPh": "ogbn-arxiv", "ca-AstroPh": "ogbn-arxiv"}
"""Data sets that are not needed if another one is there."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A target that is loaded or generated on demand; ``seed`` is that of a generated one."""

    name: str
    load: Callable[[], GraphCollection]
    seed: int | None = None


@dataclass
class ResultCache:
    """The folder of the results, and the cells that are computed or loaded.

    Attributes
    ----------
    out
        Folder of the results; the cells are in its folder ``cells``.
    threads
        Number of threads; 0 means every core.
    quick
        Whether this is a smoke run: small sizes, seconds in all.
    name_patterns
        Patterns of cell names (``large/COX2-*-seed3``): only these are computed. ``None`` computes all.
    matched, computed
        Cells whose name matches the patterns, and cells that this call has computed.
    missing
        Cells that were neither loaded nor computed, with the seconds that each may take.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> cache = ResultCache(Path(mkdtemp()), name_patterns=("squares/*-seed1",))
    >>> [cache.get_or_compute("squares/three", {"base": 3}, lambda: 9, seed=seed) for seed in (0, 1)]
    [None, 9]
    >>> list(cache.missing)
    ['squares/three-seed0']
    """

    out: Path
    threads: int = 0
    quick: bool = False
    name_patterns: tuple[str, ...] | None = None
    matched: int = 0
    computed: int = 0
    missing: dict[str, float] = field(default_factory=dict)
    _used: dict[str, dict[str, Any]] = field(default_factory=dict)  # cells of the current experiment

    def start_experiment(self) -> None:
        """Forget the time and the machines of the cells of another experiment."""
        self._used = {}

    @property
    def cell_seconds(self) -> float:
        """The time that the cells of this experiment took, in this call or before."""
        return float(sum(cell["seconds"] for cell in self._used.values()))

    @property
    def machines(self) -> list[tuple[str, dict[str, str]]]:
        """The machines that computed the cells of this experiment, with their versions."""
        found: list[tuple[str, dict[str, str]]] = []
        for cell in self._used.values():
            name, installed = cell.get("machine"), cell.get("versions")
            if isinstance(name, str) and isinstance(installed, dict) and (name, installed) not in found:
                found.append((name, installed))
        return found

    def get_or_compute(
        self,
        name: str,
        parameters: dict[str, Any],
        compute: Callable[[], Any],
        *,
        seed: int | None = None,
        limit_s: float = 0.0,
    ) -> Any:
        """A result that is computed once, and again only if its parameters or the version have changed.

        With a seed, the cell is one of several; without, it is deterministic. ``None`` if it is not to be computed.
        """
        full_name = _full_name(name, seed)
        self.matched += self._is_chosen(full_name)
        cell = self._load(full_name, parameters, seed)
        if cell is None:
            if not self._is_chosen(full_name):
                self.missing[full_name] = limit_s
                return None
            started = time.monotonic()
            result = compute()
            cell = self.save(name, parameters, seed, result, round(time.monotonic() - started, 2))
        self._used[full_name] = cell
        return cell["result"]

    def must_compute(self, name: str, parameters: dict[str, Any], seed: int | None) -> bool:
        """Whether a cell is chosen and not on disk."""
        full_name = _full_name(name, seed)
        return self._is_chosen(full_name) and self._load(full_name, parameters, seed) is None

    def save(
        self, name: str, parameters: dict[str, Any], seed: int | None, result: Any, seconds: float
    ) -> dict[str, Any]:
        """Write a computed cell; returns it as it is loaded later."""
        path = self._path(_full_name(name, seed))
        path.parent.mkdir(parents=True, exist_ok=True)
        cell = {
            "parameters": self._identity(parameters, seed),
            "seconds": seconds,
            "machine": machine(self.threads),
            "versions": versions(),
            "result": result,
        }
        text = json.dumps(cell, indent=1) + "\n"
        write_atomic(path, text)
        self.computed += 1
        loaded: dict[str, Any] = json.loads(text)
        return loaded

    def _is_chosen(self, full_name: str) -> bool:
        return self.name_patterns is None or any(fnmatchcase(full_name, pattern) for pattern in self.name_patterns)

    def _load(self, full_name: str, parameters: dict[str, Any], seed: int | None) -> dict[str, Any] | None:
        cell = load_cell(self._path(full_name))
        return cell if cell is not None and cell["parameters"] == self._identity(parameters, seed) else None

    def _path(self, full_name: str) -> Path:
        return self.out / "cells" / f"{full_name}.json"

    def _identity(self, parameters: dict[str, Any], seed: int | None) -> Any:
        return json.loads(json.dumps({**parameters, "seed": seed, "quick": self.quick, "version": __version__}))


def _full_name(name: str, seed: int | None) -> str:
    return name if seed is None else f"{name}-seed{seed}"


def load_cell(path: Path) -> dict[str, Any] | None:
    """The content of a cell file; ``None`` if it is missing or damaged."""
    try:
        cell = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, RecursionError, ValueError):
        return None
    return cell if isinstance(cell, dict) and {"parameters", "seconds", "result"} <= cell.keys() else None


T = TypeVar("T")

_Job = tuple[str, dict[str, Any], int | None, MiningRequest]  # name of a cell, its parameters and seed, and the run
Ranking = Literal["counts", "own", "paper"]

_QUICK_METHODS = ("exact", "greedy", "mfinder", "gspan")


@dataclass
class ExperimentContext(ResultCache):
    """One call of ``spminer reproduce``.

    Attributes
    ----------
    data
        Folder of the data sets, or ``None`` in a quick run, which takes the bundled graph for each.
    seed, repeats
        The first seed of random methods, and the number of seeds.
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
        """The seeds of random methods."""
        return tuple(range(self.seed, self.seed + self.repeats))

    def seeds_of(self, method: str) -> tuple[int | None, ...]:
        """The seeds of a method: ``None`` alone if it is deterministic."""
        return (None,) if method in DETERMINISTIC else self.seeds

    def full_or_quick(self, full: T, quick: T) -> T:
        """The first value, or in a quick run the second."""
        return quick if self.quick else full

    def seconds(self, part: str) -> float:
        """The time limit of one cell of a part of the experiments."""
        return QUICK_CELL_S if self.quick else CELL_S[part] * self.time_limit / TOTAL_S

    def methods(self, *names: str) -> tuple[str, ...]:
        """The methods that are installed; in a quick run only the fast ones."""
        wanted = [name for name in names if name in method_names()]
        return tuple(name for name in wanted if not self.quick or name in _QUICK_METHODS)

    def has(self, name: str) -> bool:
        """Whether the file of a data set is there."""
        return self.data is not None and (self.data / FILES[name]).exists()

    def dataset(self, name: str) -> DataSet:
        """A data set by name, without labels and direction, as in the paper."""
        return DataSet(name, partial(self._load_dataset, name))

    def check(self, names: Iterable[str]) -> None:
        """Refuse to start if files of these data sets are missing."""
        if self.quick:
            return
        missing = [FILES[name] for name in names if not (self.has(name) or self.has(SUBSTITUTES.get(name, name)))]
        if missing:
            remedy = f"put {', '.join(missing)} there, or try `--quick`, which needs no data"
            raise InputError(f"the file {missing[0]} is missing", source=str(self.data), remedy=remedy)

    def _load_dataset(self, name: str) -> GraphCollection:
        if self.quick:
            return example()
        if name not in self._loaded:
            assert self.data is not None
            directed = None if name == "BBBP" else False  # molecules have no direction to choose
            self._loaded = {name: spminer.read(self.data / FILES[name], directed=directed).without_labels()}
        return self._loaded[name]

    def mine(
        self, part: str, data: DataSet, method: str, sizes: Sequence[int], *, seed: int | None = None, **options: Any
    ) -> MiningRun:
        """The run of a method on a data set: one cell, under the limit of its part.

        Candidates are counted and ranked by their counts. With ``ranking="own"`` those of the method's own ranking are
        counted and keep their order; ``ranking="paper"`` is the preset of that name, or the own ranking of a method
        without it. ``variant`` names runs with other settings. Other options are those of the request and the method.
        """
        name, parameters, _, request = self._job(part, data, method, sizes, seed, **options)

        def compute() -> dict[str, Any]:
            graphs = data.load()
            drawn = "" if seed is None else f", seed {seed}"
            self.report(f"{name}{drawn}, at most {request.time_limit:.0f} s")
            return run_piece(graphs, request, Monitor())

        found = self.get_or_compute(name, parameters, compute, seed=seed, limit_s=request.time_limit or 0.0)
        return MiningRun.absent(method) if found is None else MiningRun.from_dict(found)

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
        """Compute missing cells by the executor."""
        missing = [job for job in jobs if self.must_compute(*job[:3])]
        for name, _, _, request in missing:
            self.report(f"{name}, at most {request.time_limit:.0f} s, on the cluster")
        pieces = [replace(request, threads=1) for *_, request in missing]
        if not pieces:
            return
        made = executor.map(run_piece, data.load(), pieces, Monitor(), stage="reproduce")
        for (name, parameters, seed, _), result in zip(missing, made, strict=False):
            self.save(name, parameters, seed, result, round(result["seconds"], 2))

    def _job(
        self,
        part: str,
        data: DataSet,
        method: str,
        sizes: Sequence[int],
        seed: int | None,
        *,
        top: int = 10,
        frequency: FrequencyName = "anchored",
        seconds: float | None = None,
        ranking: Ranking = "counts",
        variant: str = "",
        **options: Any,
    ) -> _Job:
        limit = self.seconds(part) if seconds is None else seconds
        settings = {name: value for name, value in options.items() if name not in MiningRequest.options()}
        verification = Verification(effort=VERIFICATION_EFFORT, own_ranking=None if ranking == "counts" else True)
        if ranking == "paper" and "paper" in get_method(method).presets:
            _, settings, _ = expand_preset("paper", method, settings, verification)
        sizes_text = format_sizes(sizes).partition(" ")[2]
        kind = "-".join([frequency, *([] if ranking == "counts" else [ranking]), *([variant] if variant else [])])
        name = f"{part}/{data.name}-{method}-{sizes_text}-{kind}"
        request = MiningRequest.from_options(
            sizes=sizes,
            top=top,
            method=method,
            frequency=frequency,
            seed=seed or 0,
            threads=self.threads,
            time_limit=limit,
            examples=0,
            verify=verification,
            **MiningRequest.select_options(options),
            settings=settings,
        )
        parameters = {**options, "top": top, "seconds": limit, "verification": asdict(verification), **settings}
        if data.seed is not None:
            parameters["data_seed"] = data.seed
        if weights := weights_digest(request):
            parameters["weights"] = weights
            parameters.pop("model", None)  # a file may have another path
        return name, parameters, seed, request
