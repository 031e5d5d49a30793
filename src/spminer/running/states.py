"""States of a run on disk: one way to keep them, for mining and for every method.

A state is a value with a codec, under a name. Without a checkpoint nothing is kept and nothing is found, so that no one
has to ask whether there is one::

    result = task.states.once("exact-size-5", codec, compute)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spminer.errors import SpminerError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from spminer.running.checkpoint import Checkpoint

__all__ = ["Codec", "States"]

T = TypeVar("T")

# What codecs and the core raise of arrays that no run of theirs has kept.
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
    """How a value becomes arrays by name, and comes back."""

    pack: Callable[[T], Mapping[str, Any]]
    unpack: Callable[[Mapping[str, NDArray[Any]]], T]


@dataclass(frozen=True, slots=True)
class States:
    """The states of one run, in its checkpoint if it has one."""

    checkpoint: Checkpoint | None = None
    prefix: str = ""

    def within(self, name: str) -> States:
        """States of one part of the run, whose names another part may use for its own."""
        return States(self.checkpoint, f"{self.prefix}{name}-")

    def kept(self, name: str, codec: Codec[T]) -> T | None:
        """The value under a name; ``None`` if there is none, or none that makes sense."""
        if self.checkpoint is None or (arrays := self.checkpoint.load(self.prefix + name)) is None:
            return None
        try:
            return codec.unpack(arrays)
        except _NO_SENSE as error:
            self.checkpoint.discard(self.prefix + name, str(error))
            return None

    def keep(self, name: str, value: T, codec: Codec[T]) -> None:
        """Keep a value; an older one of that name is replaced."""
        if self.checkpoint is not None:
            self.checkpoint.save(self.prefix + name, **codec.pack(value))

    def once(self, name: str, codec: Codec[T], compute: Callable[[], T], *, worth: Callable[[T], bool]) -> T:
        """The value that was kept, or else a computed one, which is kept if it is worth it (complete, usually)."""
        if (found := self.kept(name, codec)) is not None:
            return found
        value = compute()
        if worth(value):
            self.keep(name, value, codec)
        return value
