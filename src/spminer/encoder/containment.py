"""Exact containment of anchored graphs: every pattern against every neighborhood, natively."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer import _core

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from spminer.encoder.batch import AnchoredBatch

__all__ = ["ABSENT", "CONTAINED", "REFUTED", "UNDECIDED", "decide"]

# Contained; not contained although the order signature allows it; too hard; refuted by the signature.
CONTAINED, ABSENT, UNDECIDED, REFUTED = 1, 0, -1, -2


def decide(
    patterns: AnchoredBatch,
    neighborhoods: AnchoredBatch,
    *,
    induced: bool = True,
    steps: int = 20_000,
    threads: int = 0,
) -> NDArray[np.int8]:
    """The answer of every pattern (rows) in every neighborhood (columns), by the signature, then by the matcher.

    Parameters
    ----------
    patterns, neighborhoods
        What is looked for, and where.
    induced
        Whether containment is node-induced.
    steps
        Search steps after which a pair stays undecided.
    threads
        Threads; 0 for every core. The answers do not depend on it.

    Returns
    -------
    array
        ``int8[patterns, neighborhoods]``: ``CONTAINED`` (1), ``ABSENT`` (0: not contained although the signature
        allows it), ``UNDECIDED`` (-1), or ``REFUTED`` (-2) by the signature.

    Examples
    --------
    >>> from spminer.encoder.batch import AnchoredBatch
    >>> edge, path = (AnchoredBatch.from_patterns([text]) for text in ("0-1@0", "0-1,1-2@0"))
    >>> decide(edge, path).tolist(), decide(path, edge).tolist()
    ([[1]], [[-2]])
    """
    return _core.decide_block(
        patterns.rows,
        patterns.sizes,
        neighborhoods.rows,
        neighborhoods.sizes,
        induced=induced,
        steps=steps,
        threads=threads,
    )
