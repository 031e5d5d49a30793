"""Labelings: patterns that have a structure in common and differ in labels or direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Labelings"]


@dataclass(frozen=True, eq=False)
class Labelings:
    """Patterns given by their structures, which a model embeds, and by what only their signatures know.

    Attributes
    ----------
    structure
        Of each pattern, its structure among those that are embedded.
    signatures
        ``uint8[P, LABEL_SIGNATURE_SIZE]``: counts by labels and codes (``_core.label_signatures``).

    Examples
    --------
    >>> two = Labelings(np.array([0, 0]), np.zeros((2, 256), np.uint8))
    >>> two.of(np.array([[7, 8]], np.uint8)).shape
    (2, 258)
    """

    structure: NDArray[np.intp]
    signatures: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if len(self.structure) != len(self.signatures):
            raise UsageError(f"{len(self.structure)} patterns have {len(self.signatures)} signatures")

    def __len__(self) -> int:
        return len(self.structure)

    def of(self, signatures: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Signatures of the patterns: those of their structures, and their own after them."""
        return np.concatenate([signatures[self.structure], self.signatures], axis=1)
