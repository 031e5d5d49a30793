"""The memory limit of a call: for the whole process, whatever the method, with a word about what it cost."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spminer._util.monitor import MEMORY_LIMIT
from spminer._util.system import limited_memory, resident_bytes
from spminer.errors import UsageError
from spminer.methods.registry import get_method, setting_names
from spminer.results.provenance import peak_memory_bytes
from spminer.results.request import AUTO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results import MotifSet

__all__ = ["MemoryBudget"]

_PROGRAM = 64 << 20  # Python and the libraries
_FORMS_OF_GRAPHS = 6  # as read, with what reading leaves behind, as engines see them, as plans do, and an index
_LEAST_SHARE = 16  # of the limit is for tables, whatever the rest takes: a run that has no room for them is stopped
_LEAST = _PROGRAM + (8 << 20)
_MB = 1 << 20


@dataclass(frozen=True, slots=True)
class MemoryBudget:
    """A limit for the process, and what of it is left for the tables of a search.

    Half of what is left is for tables, since methods need about as much again to go on from one to the next. How much
    that is depends on the graphs alone, so that equal calls find the same; what the process really holds is
    watched besides.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> MemoryBudget(200 << 20).tables(example(), "exact") >> 20
    67
    """

    limit: int | None

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < _LEAST:
            raise UsageError(
                f"a memory limit is for the whole process, which takes {_PROGRAM // _MB}M before it reads anything; "
                f"allow {_LEAST // _MB}M at least"
            )

    def tables(self, graphs: GraphCollection, method: str = AUTO) -> int | None:
        """Bytes for the tables of a method; ``None`` without a limit, or for a method that keeps none."""
        if self.limit is None or (method != AUTO and "memory_limit" not in setting_names(get_method(method))):
            return None
        arrays = (graphs.indptr, graphs.indices, graphs.node_labels, graphs.edge_labels)
        held = sum(array.nbytes for array in arrays if array is not None)
        return max((self.limit - _PROGRAM - _FORMS_OF_GRAPHS * held) // 2, self.limit // _LEAST_SHARE)

    @contextmanager
    def kept(self, monitor: Monitor) -> Iterator[None]:
        """Stop the run inside where the process holds more."""
        with limited_memory(self.limit, monitor):
            yield

    def explained(self, result: MotifSet, held: int | None) -> MotifSet:
        """The result, with what the limit did to it; ``held`` is what the process held before the run."""
        if self.limit is None or result.stop_reason != MEMORY_LIMIT:
            return result
        before = "" if held is None else f" (the program and the graphs took {held // _MB:,} MB)"
        said = (
            f"the process reached the memory limit of {self.limit // _MB:,} MB{before} and held "
            f"{peak_memory_bytes() // _MB:,} MB at most; allow more, or ask for fewer or smaller patterns"
        )
        return replace(result, warnings=(*result.warnings, said))

    def held(self) -> int | None:
        """What the process holds, where there is a limit and the system tells."""
        return None if self.limit is None else resident_bytes()
