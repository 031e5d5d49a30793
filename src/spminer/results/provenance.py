"""Provenance of a result: its input, the software that made it, and the memory that this took."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.system import largest_use
from spminer.version import __version__

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["InputFacts", "peak_memory_bytes", "versions"]

_STATUS, _PEAK = Path("/proc/self/status"), b"VmHWM:"


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFacts:
    """Facts about the graphs that a result was found in; ``None`` where a result file does not say.

    Attributes
    ----------
    source, source_sha256
        Where the graphs came from, and the checksum of the file.
    graphs, nodes, edges
        How many there are.
    directed
        Whether edges are arcs.
    node_labels, edge_labels
        Numbers of distinct labels, 0 without any.
    dropped
        What reading left out, in words.
    reading
        What of the file was taken for edges, direction, names and labels, in words.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> facts = InputFacts.of(example())
    >>> facts.nodes, facts.edges, facts.directed
    (34, 78, False)
    """

    source: str | None = None
    source_sha256: str | None = None
    graphs: int | None = None
    nodes: int | None = None
    edges: int | None = None
    directed: bool | None = None
    node_labels: int | None = None
    edge_labels: int | None = None
    dropped: str | None = None
    reading: str | None = None

    @classmethod
    def of(cls, graphs: GraphCollection) -> InputFacts:
        """The facts of a collection."""
        return cls(**graphs.summary())


def versions() -> dict[str, str]:
    """Versions that a result states, so that it can be made again.

    >>> sorted(versions())
    ['NumPy', 'Python', 'spminer', 'system']
    """
    system = f"{platform.system()} {platform.machine()}"
    return {"spminer": __version__, "Python": platform.python_version(), "NumPy": np.__version__, "system": system}


def peak_memory_bytes() -> int:
    """Largest memory this process has held so far, in bytes; 0 where it is unknown.

    On Linux it is read from a file of the process, since ``getrusage`` includes the process that started this one.
    """
    try:
        return int(_STATUS.read_bytes().partition(_PEAK)[2].split(maxsplit=1)[0]) * 1024
    except (OSError, ValueError, IndexError):
        return largest_use() or 0
