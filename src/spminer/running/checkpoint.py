"""Intermediate states of a run on disk, so that a killed run can go on to the same result."""

from __future__ import annotations

import hashlib
import io
import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.running.files import write_whole
from spminer.running.locks import hold
from spminer.running.packing import ARCHIVE_DAMAGE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Checkpoint"]

logger = logging.getLogger("spminer")

_IDENTITY = "run.json"
_FORMAT = 2  # of the states in the folder
_DIGEST = 32  # bytes before each state


class Checkpoint:
    """A folder of named states, each a set of arrays with its digest, written whole or not at all.

    A state that is damaged counts as missing, so that it is made again, and one that cannot be written is not kept;
    both are said in the log, and the run goes on. One process at a time uses the folder.

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
        self._full = False
        # Through JSON, so that what was written and what is asked compare equal.
        known = json.loads(json.dumps({**identity, "states": _FORMAT}, sort_keys=True))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            free = hold(self.folder, self)
            found = self._identity()
            if free and found is None:
                write_whole(self.folder / _IDENTITY, json.dumps(known, indent=1, sort_keys=True))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"cannot keep states in {self.folder}: {reason}; name another folder") from error
        if not free:
            raise UsageError(f"another process uses {self.folder}; wait for it, or name another folder")
        if found is None:
            return
        if not resume:
            raise UsageError(f"{self.folder} holds the states of a run; go on with it (resume) or name a new folder")
        if found != known:
            differing = sorted(name for name in {*found, *known} if found.get(name) != known.get(name))
            raise UsageError(
                f"{self.folder} belongs to another run ({', '.join(differing)} differs); repeat that run's options "
                "or name a new folder"
            )

    def save(self, name: str, **arrays: ArrayLike) -> None:
        """Keep a state under a name; an older one of that name is replaced."""
        buffer = io.BytesIO()
        np.savez(buffer, allow_pickle=False, **arrays)
        content = buffer.getvalue()
        try:
            write_whole(self._path(name), hashlib.sha256(content).digest() + content)
        except OSError as error:
            if not self._full:  # once is enough
                reason = (error.strerror or str(error)).lower()
                logger.warning("%s", f"cannot keep states in {self.folder} ({reason}); the run goes on without them")
            self._full = True

    def load(self, name: str) -> dict[str, NDArray[Any]] | None:
        """The state of that name; ``None`` if there is none, or none that can be used."""
        try:
            content = self._path(name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self.discard(name, (error.strerror or str(error)).lower())
            return None
        if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
            self.discard(name, "its digest is another")
            return None
        try:
            with np.load(io.BytesIO(content[_DIGEST:]), allow_pickle=False) as state:
                return {key: state[key] for key in state.files}
        except ARCHIVE_DAMAGE as error:
            self.discard(name, str(error))
            return None

    def discard(self, name: str, reason: str) -> None:
        """Say that a state is damaged; whoever asked for it makes it again, which replaces it."""
        logger.warning("%s", f"{self._path(name)} is damaged ({reason}) and is made again")

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.state"

    def _identity(self) -> dict[str, Any] | None:
        path = self.folder / _IDENTITY
        if not path.exists():
            return None
        try:
            identity: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(identity, dict):
                raise ValueError(identity)
        except (ValueError, RecursionError) as error:
            raise InputError("not a checkpoint", source=str(path), remedy="name a new folder") from error
        return identity
