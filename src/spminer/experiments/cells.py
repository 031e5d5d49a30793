"""Cells of experiments: results that are computed once and kept as JSON, one file each.

Processes that share the folder may make different cells at the same time: each is written whole.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from spminer._util.files import write_whole
from spminer.experiments.machine import machine, versions
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["Cells"]


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
        write_whole(path, json.dumps(content, indent=1) + "\n")
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
