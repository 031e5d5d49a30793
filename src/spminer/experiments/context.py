"""Context of an experiment: data sets, kept cells, and mining under the common rules."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import spminer
from spminer.datasets import example
from spminer.errors import InputError
from spminer.experiments.budgets import CELL_S, JUDGING_SHARE, QUICK_CELL_S, TOTAL_S, VERIFICATION_EFFORT
from spminer.experiments.pieces import RunPiece, run_piece
from spminer.experiments.runs import Run
from spminer.methods.registry import method_names
from spminer.request import MiningRequest, Verification
from spminer.running.files import write_whole
from spminer.running.monitor import Monitor
from spminer.text.sizes import format_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from spminer.frequencies import Objective
    from spminer.graphs import GraphCollection
    from spminer.running.crew import Crew

__all__ = ["FILES", "Context", "DataSet"]

T = TypeVar("T")

_Job = tuple[str, dict[str, Any], RunPiece]  # the name of a cell, what it depends on, and the run

_QUICK_METHODS = ("exact", "greedy", "mfinder", "gspan")

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
    """A target that is read or made when it is first needed."""

    name: str
    load: Callable[[], GraphCollection]


@dataclass
class Context:
    """One call of ``spminer reproduce``.

    Attributes
    ----------
    data
        Folder of the data sets, or ``None`` in a quick run, which takes the bundled graph for each.
    out
        Folder of the results.
    seed, threads
        As for :func:`spminer.mine`.
    time_limit
        Seconds for all experiments; limits of cells are shares of it.
    quick
        Whether this is a smoke run: small sizes, seconds in all.
    report
        Called with a line about each cell that is computed.
    kept_seconds
        What the cells that were found on disk had taken, so that a run that went on tells its whole time.
    crew
        Who makes runs side by side, such as a cluster; ``None`` makes them here, one after the other.
    """

    data: Path | None
    out: Path
    seed: int = 0
    threads: int = 0
    time_limit: float = TOTAL_S
    quick: bool = False
    report: Callable[[str], None] = lambda _line: None
    kept_seconds: float = 0.0
    crew: Crew | None = None
    _made_ahead: set[str] = field(default_factory=set)  # cells whose time is that of this call
    _loaded: dict[str, GraphCollection] = field(default_factory=dict)

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

    def cell(self, name: str, parameters: dict[str, Any], compute: Callable[[], Any]) -> Any:
        """A result that is computed once: kept as JSON, and computed again only if its parameters have changed."""
        if (kept := self._kept_result(name, parameters)) is not None:
            self.kept_seconds += 0.0 if name in self._made_ahead else kept["seconds"]
            return kept["result"]
        started = time.monotonic()
        result = compute()
        self._keep(name, parameters, result, round(time.monotonic() - started, 2))
        return json.loads(json.dumps(result))

    def _kept_result(self, name: str, parameters: dict[str, Any]) -> dict[str, Any] | None:
        kept = _kept(self._path(name))
        return kept if kept is not None and kept["parameters"] == self._identity(parameters) else None

    def _keep(self, name: str, parameters: dict[str, Any], result: Any, seconds: float) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {"parameters": self._identity(parameters), "seconds": seconds, "result": result}
        write_whole(path, json.dumps(content, indent=1) + "\n")

    def _path(self, name: str) -> Path:
        return self.out / "cells" / f"{name}.json"

    def _identity(self, parameters: dict[str, Any]) -> Any:
        return json.loads(json.dumps({**parameters, "seed": self.seed, "quick": self.quick}))

    def mine(self, part: str, data: DataSet, method: str, sizes: Sequence[int], **options: Any) -> Run:
        """What a method finds in a data set: one cell, under the limit of its part.

        Candidates are counted and ranked by that, the same way for all methods, and motifs that the limit left
        uncounted are counted afterwards; or else (``verified=False``) they stay as the method's own scores rank them.
        Other options are those of a job (:meth:`_job`) and of the method.
        """
        name, parameters, piece = self._job(part, data, method, sizes, **options)

        def compute() -> dict[str, Any]:
            graphs = data.load()
            self.report(f"{name}, at most {piece.limit_s:.0f} s")
            return run_piece(graphs, piece, Monitor())

        return Run.from_dict(self.cell(name, parameters, compute))

    def mine_each(
        self, part: str, data: DataSet, methods: Iterable[str], sizes: Sequence[int], **options: Any
    ) -> dict[str, Run]:
        """What each method finds, as :meth:`mine` says; a crew makes the runs side by side, each by one thread."""
        methods = list(methods)
        if self.crew is not None:
            jobs = [self._job(part, data, method, sizes, **options) for method in methods]
            self._mine_ahead(self.crew, data, jobs)
        return {method: self.mine(part, data, method, sizes, **options) for method in methods}

    def _mine_ahead(self, crew: Crew, data: DataSet, jobs: list[_Job]) -> None:
        """Fill the cells that are not kept yet."""
        missing = [job for job in jobs if self._kept_result(*job[:2]) is None]
        for name, _, piece in missing:
            self.report(f"{name}, at most {piece.limit_s:.0f} s, on the cluster")
        pieces = [replace(piece, request=replace(piece.request, threads=1)) for _, _, piece in missing]
        if not pieces:
            return
        made = crew.results(run_piece, data.load(), pieces, Monitor(), stage="reproduce")
        for (name, parameters, _), result in zip(missing, made, strict=False):
            self._keep(name, parameters, result, round(result["seconds"], 2))
            self._made_ahead.add(name)

    def _job(
        self,
        part: str,
        data: DataSet,
        method: str,
        sizes: Sequence[int],
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
        request = MiningRequest.of(
            sizes=sizes,
            top=top,
            method=method,
            frequency=frequency,
            seed=self.seed,
            threads=self.threads,
            time_limit=(1 - JUDGING_SHARE) * limit,
            examples=0,
            verify=verification,
            **MiningRequest.among(options),
            settings={name: value for name, value in options.items() if name not in MiningRequest.options()},
        )
        return name, parameters, RunPiece(request, limit, verified)


def _kept(path: Path) -> dict[str, Any] | None:
    """What a cell file holds; a file that was damaged counts as none."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, RecursionError, ValueError):
        return None
    return kept if isinstance(kept, dict) and {"parameters", "seconds", "result"} <= kept.keys() else None
