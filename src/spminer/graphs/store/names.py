"""Names as they lie in a file, one after the other in one text: decoded when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["TextNames", "packed_names"]

_AT_ONCE = 1 << 16
_FEW = 8  # a choice of less than one in so many is decoded name by name


def packed_names(names: Sequence[str] | NDArray[np.object_]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Names as one text in UTF-8, and where each ends.

    >>> text, ends = packed_names(["ann", "bo"])
    >>> text.tobytes(), ends
    (b'annbo', array([3, 5]))
    """
    if isinstance(names, TextNames):
        return names.text, names.ends
    encoded = [name.encode("utf-8", "surrogatepass") for name in names]
    ends = np.cumsum([len(name) for name in encoded], dtype=np.int64)
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), ends


class TextNames(Sequence[str]):
    """A sequence of names that takes no memory of its own; where an array is wanted, it becomes one of ``str``.

    Examples
    --------
    >>> names = TextNames(*packed_names(["ann", "bo", "cleo"]))
    >>> names[1], names[1:], list(names)
    ('bo', array(['bo', 'cleo'], dtype=object), ['ann', 'bo', 'cleo'])
    """

    dtype = np.dtype(object)

    def __init__(self, text: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        if len(ends) and (ends[0] < 0 or (np.diff(ends) < 0).any()):
            raise ValueError("ends of names must not decrease")
        if len(text) != (ends[-1] if len(ends) else 0):
            raise ValueError("the last name must end with the text")
        self.text = text
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, index: Any) -> Any:
        """One name, or an array of several."""
        if isinstance(index, int | np.integer):
            place = range(len(self))[index]
            return next(self._decoded(place, place + 1))
        places = np.arange(len(self))[index]
        if len(places) * _FEW < len(self):
            return _as_array([self[int(place)] for place in places])
        return self.__array__()[places]

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _AT_ONCE):
            yield from self._decoded(start, min(start + _AT_ONCE, len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.object_]:
        """All names as an array of ``str``."""
        return _as_array(self.tolist())

    def tolist(self) -> list[str]:
        """All names as a list."""
        return list(self)

    def _decoded(self, first: int, last: int) -> Iterator[str]:
        begin = int(self.ends[first - 1]) if first else 0
        ends = [end - begin for end in self.ends[first:last].tolist()]
        text = self.text[begin : begin + ends[-1]].tobytes()
        return (_decode(text[a:b]) for a, b in zip([0, *ends], ends, strict=False))


def _decode(name: bytes) -> str:
    try:
        return name.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:  # as this package never writes it
        return name.decode("utf-8", "backslashreplace")


def _as_array(names: list[str]) -> NDArray[np.object_]:
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array
