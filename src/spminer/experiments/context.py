"""Context of an experiment: data sets, and mining under the common rules; what was computed is kept in cells."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import spminer
from spminer._util.monitor import Monitor
from spminer._util.text import format_sizes
from spminer.datasets import example
from spminer.errors import InputError
from spminer.experiments.budgets import CELL_S, JUDGING_SHARE, QUICK_CELL_S, TOTAL_S, VERIFICATION_EFFORT
from spminer.experiments.cells import Cells
from spminer.experiments.pieces import RunPiece, run_piece
from spminer.experiments.repeats import DRAWS_NOTHING, Repeats
from spminer.experiments.runs import Run
from spminer.methods.registry import method_names
from spminer.methods.walks import weights_digest
from spminer.results.request import MiningRequest, Verification

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from spminer._util.executor import Crew
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import Objective

__all__ = ["FILES", "Context", "DataSet"]

T = TypeVar("T")

_Job = tuple[str, dict[str, Any], int | None, RunPiece]  # a cell, what it depends on, its seed, and the run

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
    """A target that is read or made when it is first needed; ``seed`` is that of its making, if it was drawn."""

    name: str
    load: Callable[[], GraphCollection]
    seed: int | None = None


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
    crew
        Who makes runs side by side, such as a cluster; ``None`` makes them here, one after the other.
    """

    data: Path | None = None
    seed: int = 0
    repeats: int = 1
    time_limit: float = TOTAL_S
    report: Callable[[str], None] = lambda _line: None
    crew: Crew | None = None
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
    ) -> dict[str, Repeats]:
        """What each method finds with every seed, as :meth:`mine` says.

        A crew makes the runs side by side, each by one thread.
        """
        asked = {method: self.seeds_of(method) for method in methods}
        if self.crew is not None:
            jobs = [self._job(part, data, method, sizes, seed, **options) for method in asked for seed in asked[method]]
            self._mine_ahead(self.crew, data, jobs)
        return {
            method: Repeats({seed: self.mine(part, data, method, sizes, seed=seed, **options) for seed in seeds})
            for method, seeds in asked.items()
        }

    def _mine_ahead(self, crew: Crew, data: DataSet, jobs: list[_Job]) -> None:
        """Fill the cells that are not kept yet."""
        missing = [job for job in jobs if self.misses(*job[:3])]
        for name, _, _, piece in missing:
            self.report(f"{name}, at most {piece.limit_s:.0f} s, on the cluster")
        pieces = [replace(piece, request=replace(piece.request, threads=1)) for *_, piece in missing]
        if not pieces:
            return
        made = crew.results(run_piece, data.load(), pieces, Monitor(), stage="reproduce")
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
        request = MiningRequest.of(
            sizes=sizes,
            top=top,
            method=method,
            frequency=frequency,
            seed=seed or 0,
            threads=self.threads,
            time_limit=(1 - JUDGING_SHARE) * limit,
            examples=0,
            verify=verification,
            **MiningRequest.among(options),
            settings={name: value for name, value in options.items() if name not in MiningRequest.options()},
        )
        if weights := weights_digest(request):
            parameters["weights"] = weights
        return name, parameters, seed, RunPiece(request, limit, verified)
