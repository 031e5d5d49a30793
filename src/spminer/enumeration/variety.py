"""Variety of subgraphs: how many classes those of a size have, estimated from a sample.

Where classes are many, they cost more than the subgraphs: each needs a canonical form and a place in the tables. A
sample meets a part of them only; how fast new ones come up in it, and how that slows down, tells how many there are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["classes_in", "estimate_classes"]

_SAMPLES = 16_000
_WALKS = 2  # the fewest that the sampler makes
_PART = 4  # samples are looked at in whole, and in parts that are each this many times smaller


def estimate_classes(
    graphs: GraphCollection,
    size: int,
    subgraphs: float,
    *,
    seed: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
) -> float | None:
    """Estimate how many classes (patterns without an anchor) about so many subgraphs of a size have.

    Within a factor of about 4, which is enough to tell seconds from hours; ``None`` if the steps (neighbors to look at)
    or the time ran out.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> round(estimate_classes(example(), 4, 2400))  # every class of 4 nodes is there
    6
    """
    if subgraphs <= 0:
        return 0.0
    control = _core.Control(time_limit=time_limit)
    [sampled], _, complete = _core.sample_rand_esu(
        graphs.target(),
        [size],
        control,
        tau=_tau(size, subgraphs),
        repetitions=_WALKS,
        seed=seed,
        threads=1,
        max_steps=steps or 0,
    )
    return classes_in(np.asarray(sampled.hits), subgraphs) if complete else None


def classes_in(hits: NDArray[np.integer], subgraphs: float) -> float:
    """How many classes there are among all subgraphs, by how often each was met in a sample of them.

    In logarithms, the number of classes over the number of subgraphs is a line that bends down: it is drawn through a
    sixteenth of the sample, a quarter and the whole, and followed with the same bend until it is level.

    >>> import numpy as np
    >>> classes_in(np.full(10, 500), 1e9)  # nothing new came up for long
    10.0
    >>> classes_in(np.ones(1000), 1e6)  # nothing came up twice
    1000000.0
    """
    hits = hits[hits > 0].astype(np.float64)
    if len(hits) == 0:
        return 0.0
    sixteenth, quarter, whole = (float((1 - (1 - part) ** hits).sum()) for part in (_PART**-2, 1 / _PART, 1.0))
    slope = math.log(whole / quarter, _PART)
    bend = max(math.log(quarter / sixteenth, _PART) - slope, 0.0)
    steps = max(math.log(subgraphs / hits.sum(), _PART), 0.0)
    if bend > 0:
        steps = min(steps, max(slope / bend - 0.5, 0.0))
    growth = steps * (slope - bend * (1 + steps) / 2)
    return float(min(round(whole * _PART**growth, 6), max(subgraphs, whole)))


def _tau(size: int, subgraphs: float) -> float:
    """How fast a walk of the sampler must thin out to meet its part of the samples."""
    share = _SAMPLES / _WALKS / subgraphs
    return 0.0 if share >= 1 else math.log(share) / math.log(_core.rand_esu_chance(size, size, 1.0))
