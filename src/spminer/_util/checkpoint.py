"""States of a run on disk, so that a killed run can continue and end with the same result.

``Checkpoint`` is a folder: ``run.json`` names the run that it belongs to, a lock keeps other processes out, and each
state is a file with a digest, written atomically. ``States`` keeps values in it: a value has a name and a codec, which
turns it into arrays and back. Without a checkpoint nothing is saved and nothing is found, so callers need no test for
one::

    result = task.states.get_or_compute("exact-size-5", codec, compute)

A state that is damaged, or that its codec rejects, is discarded and computed again.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from zipfile import BadZipFile

import numpy as np

from spminer._util.files import write_atomic
from spminer._util.locks import hold
from spminer.errors import InputError, SpminerError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["ARCHIVE_DAMAGE", "Checkpoint", "Codec", "States", "pack", "unpack"]

# Errors of NumPy and zipfile for bytes that are not an archive of arrays.
ARCHIVE_DAMAGE = (
    ArithmeticError,
    AttributeError,
    BadZipFile,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,
    TokenError,
    TypeError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)


def pack(value: Any) -> NDArray[np.uint8]:
    """A plain value (as of JSON) as an array of bytes.

    >>> unpack(pack({"sizes": [3, 4]}))
    {'sizes': [3, 4]}
    """
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def unpack(array: NDArray[np.uint8]) -> Any:
    """The inverse of :func:`pack`."""
    return json.loads(array.tobytes())


logger = logging.getLogger("spminer")
_IDENTITY = "run.json"
_FORMAT = 3  # of the states in the folder
_DIGEST = 32  # bytes before each state


class Checkpoint:
    """A folder of named states, each a set of arrays with its digest, written whole or not at all.

    A damaged state counts as missing and is computed again. A state that cannot be written is not saved. Both are
    logged, and the run continues. One process at a time uses the folder.

    Parameters
    ----------
    folder
        Folder of the states; created if it does not exist.
    identity
        The input, and every parameter that the result depends on. A folder of another run is refused.
    resume
        Use the states in the folder; otherwise it must be empty.

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
        # Through JSON, so that it compares equal to what was written.
        known = json.loads(json.dumps({**identity, "states": _FORMAT}, sort_keys=True))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            free = hold(self.folder, self)
            found = self._identity()
            if free and found is None:
                write_atomic(self.folder / _IDENTITY, json.dumps(known, indent=1, sort_keys=True))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"cannot save states in {self.folder}: {reason}; name another folder") from error
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
        """Save a state under a name; it replaces an older one of that name."""
        buffer = io.BytesIO()
        np.savez(buffer, allow_pickle=False, **arrays)
        content = buffer.getvalue()
        try:
            write_atomic(self._path(name), hashlib.sha256(content).digest() + content)
        except OSError as error:
            if not self._full:  # once is enough
                reason = (error.strerror or str(error)).lower()
                logger.warning("%s", f"cannot save states in {self.folder} ({reason}); the run continues without them")
            self._full = True

    def load(self, name: str) -> dict[str, NDArray[Any]] | None:
        """The state of that name; ``None`` if it is missing or damaged."""
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
        """Log that a state is damaged; the caller computes it again, which replaces it."""
        logger.warning("%s", f"{self._path(name)} is damaged ({reason}); it is computed again")

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


T = TypeVar("T")

# Errors of codecs and of the core for arrays that they have not written.
_NO_SENSE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    SpminerError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class Codec(Generic[T]):
    """Conversion of a value to named arrays, and back."""

    pack: Callable[[T], Mapping[str, Any]]
    unpack: Callable[[Mapping[str, NDArray[Any]]], T]


@dataclass(frozen=True, slots=True)
class States:
    """The states of one run, in its checkpoint if it has one."""

    checkpoint: Checkpoint | None = None
    prefix: str = ""

    def within(self, name: str) -> States:
        """States of one part of the run; other parts may use the same names."""
        return States(self.checkpoint, f"{self.prefix}{name}-")

    def load(self, name: str, codec: Codec[T]) -> T | None:
        """The value under a name; ``None`` if it is missing, damaged or rejected by its codec."""
        if self.checkpoint is None or (arrays := self.checkpoint.load(self.prefix + name)) is None:
            return None
        try:
            return codec.unpack(arrays)
        except _NO_SENSE as error:
            self.checkpoint.discard(self.prefix + name, str(error))
            return None

    def save(self, name: str, value: T, codec: Codec[T]) -> None:
        """Save a value; it replaces an older one of that name."""
        if self.checkpoint is not None:
            self.checkpoint.save(self.prefix + name, **codec.pack(value))

    def get_or_compute(
        self, name: str, codec: Codec[T], compute: Callable[[], T], *, save_if: Callable[[T], bool]
    ) -> T:
        """The saved value, or else a computed one, which is saved if ``save_if`` accepts it (if it is complete)."""
        if (found := self.load(name, codec)) is not None:
            return found
        value = compute()
        if save_if(value):
            self.save(name, value, codec)
        return value
