"""Store as a mapped file: what it says of itself at once, its arrays as views, each checked when first used."""

from __future__ import annotations

import mmap
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.errors import InputError
from spminer.graphs.store.layout import TYPES, StoreError, read_table
from spminer.graphs.store.names import TextNames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from numpy.typing import NDArray

__all__ = ["StoreFile"]

_FETCH = "copy the file again from where it came from, or convert the graph again"


class StoreFile:
    """A store, opened. Nothing but its head and its table is read before it is asked for.

    A section is compared with its checksum when it is first asked for, at the speed of memory, and its numbers with
    what the graphs leave them: rows are sorted, within their graph, without repeats and self-loops, and each undirected
    edge is in both rows. Native code is never given an array that a damaged or crafted file made up.

    Parameters
    ----------
    content
        All bytes, or the map of them.
    name
        What messages call the file.
    """

    def __init__(self, content: bytes | mmap.mmap, name: str) -> None:
        self.name = name
        self._content = np.frombuffer(content, dtype=np.uint8)
        self._checked: dict[str, NDArray[Any]] = {}
        try:
            self._table = read_table(self._content)
        except StoreError as error:
            raise InputError(str(error), source=name, remedy=error.remedy) from None

    @classmethod
    def mapped(cls, file: IO[bytes], name: str) -> StoreFile:
        """The store that an open file is; its pages are read when they are touched, and shared by processes."""
        try:
            return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), name)
        except ValueError:  # of an empty file
            return cls(b"", name)

    @property
    def facts(self) -> dict[str, Any]:
        """What the store says about the graphs."""
        return self._table.facts

    def has(self, name: str) -> bool:
        """Whether there is such a section."""
        return name in self._table.sections

    def check(self) -> None:
        """Compare every section with its checksum."""
        for name in self._table.sections:
            self.array(name)
        self.names("node"), self.names("graph")

    def array(self, name: str) -> NDArray[Any] | None:
        """A section as an array that cannot be written to; ``None`` if there is none of that name."""
        if name not in self._checked and self.has(name):
            self._checked[name] = self._compared(name)
        return self._checked.get(name)

    def names(self, of: str) -> TextNames | None:
        """The names of ``"node"`` or ``"graph"``, if they have names that are text."""
        text, ends = self.array(f"{of}_names"), self.array(f"{of}_name_ends")
        if text is None or ends is None:
            return None
        with _explained(self.name, f"{of}_names"):
            return TextNames(text, ends)

    def _compared(self, name: str) -> NDArray[Any]:
        section = self._table.sections[name]
        content = self._content[section.offset : section.offset + section.size]
        if _core.checksum(content) != section.checksum:
            raise InputError(f"is damaged: its section {name!r} is not as written", source=self.name, remedy=_FETCH)
        array = content.view(TYPES[name])
        with _explained(self.name, name):
            if name in _CHECKS:
                _CHECKS[name](array, self)
        return array


@contextmanager
def _explained(source: str, section: str) -> Iterator[None]:
    """Turn what cannot be meant into an error that names the file."""
    try:
        yield
    except ValueError as error:
        reason = f"has a section {section!r} that cannot be meant"
        raise InputError(reason, source=source, remedy="convert the graph again") from error


def _ascending(array: NDArray[np.int64], last: int) -> None:
    if array[0] != 0 or array[-1] != last or (array[1:] < array[:-1]).any():
        raise ValueError("must ascend from 0 to the number of what it counts")


def _below(array: NDArray[np.int32], bound: int) -> None:
    if len(array) and not 0 <= array.min() <= array.max() < bound:
        raise ValueError("out of range")


def _check_rows(indices: NDArray[Any], file: StoreFile, labels: NDArray[Any] | None = None) -> None:
    indptr, offsets = file.array("indptr"), file.array("graph_offsets")
    assert indptr is not None  # no table is without them
    assert offsets is not None
    _core.check_csr(indptr, indices, offsets, edge_labels=labels, directed=file.facts["directed"])


def _check_edge_labels(labels: NDArray[Any], file: StoreFile) -> None:
    _below(labels, len(file.facts["edge_label_names"]))
    indices = file.array("indices")
    assert indices is not None
    if not file.facts["directed"]:  # both halves of an edge have its label
        _check_rows(indices, file, labels)


# What native code relies on; the rest is as the checksum says.
_CHECKS: dict[str, Callable[[NDArray[Any], StoreFile], None]] = {
    "indptr": lambda array, file: _ascending(array, file.facts["entries"]),
    "indices": _check_rows,
    "graph_offsets": lambda array, file: _ascending(array, file.facts["nodes"]),
    "components": lambda array, file: _below(array, file.facts["nodes"]),
    "node_labels": lambda array, file: _below(array, len(file.facts["node_label_names"])),
    "edge_labels": _check_edge_labels,
}
