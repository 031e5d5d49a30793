"""Intermediate states of a run on disk, so that a killed run can go on to the same result."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.running.files import write_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Checkpoint"]

_IDENTITY = "run.json"


class Checkpoint:
    """A folder of named states, each a set of arrays, written whole or not at all.

    Parameters
    ----------
    folder
        Where the states are; made if it does not exist.
    identity
        What the run is: input and every parameter that its result depends on. A folder that belongs to another run
        is refused.
    resume
        Use what the folder holds; otherwise it must hold nothing.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> Checkpoint(folder, {"seed": 0}).save("level-3", scores=[0.5, 0.25])
    >>> Checkpoint(folder, {"seed": 0}, resume=True).load("level-3")["scores"]
    array([0.5 , 0.25])
    >>> Checkpoint(folder, {"seed": 1}, resume=True)
    Traceback (most recent call last):
    spminer.errors.UsageError: ... belongs to another run (seed differs); ...
    """

    def __init__(self, folder: str | Path, identity: dict[str, Any], *, resume: bool = False) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        # Through JSON, so that what was written and what is asked compare equal.
        known = json.loads(json.dumps(identity, sort_keys=True))
        found = self._identity()
        if found is None:
            write_whole(self.folder / _IDENTITY, json.dumps(known, indent=1, sort_keys=True))
        elif not resume:
            raise UsageError(f"{self.folder} holds the states of a run; go on with it (resume) or name a new folder")
        elif found != known:
            differing = sorted(name for name in {*found, *known} if found.get(name) != known.get(name))
            raise UsageError(
                f"{self.folder} belongs to another run ({', '.join(differing)} differs); repeat that run's options "
                "or name a new folder"
            )

    def save(self, name: str, **arrays: ArrayLike) -> None:
        """Keep a state under a name; an older one of that name is replaced."""
        buffer = io.BytesIO()
        np.savez(buffer, allow_pickle=False, **arrays)
        write_whole(self.folder / f"{name}.npz", buffer.getvalue())

    def load(self, name: str) -> dict[str, NDArray[Any]] | None:
        """The state of that name, or ``None``."""
        path = self.folder / f"{name}.npz"
        if not path.exists():
            return None
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as state:
                return {key: state[key] for key in state.files}
        except (OSError, EOFError, ValueError, BadZipFile) as error:
            raise InputError(f"damaged state: {error}", source=str(path), remedy="delete it and resume") from error

    def _identity(self) -> dict[str, Any] | None:
        path = self.folder / _IDENTITY
        if not path.exists():
            return None
        try:
            identity: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise InputError("not a checkpoint", source=str(path), remedy="name a new folder") from error
        return identity
