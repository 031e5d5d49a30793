"""Surprise: one number that ranks motifs by how far a frequency is from what it is compared with.

The signed root of the deviance of a Poisson count, as if each occurrence were one of many rare ones: 0 where both are
equal, positive where there are more than expected. It grows with the frequency and with the ratio, needs no spread, and
is convex in both: along growth both only fall, so that no extension of a pattern is more surprising than the pattern
would be if the other side had none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["largest_surprise", "surprise"]

_HALF = 0.5  # added to both sides, so that what does not occur is not infinitely surprising


def surprise(observed: ArrayLike, expected: ArrayLike) -> NDArray[np.float64]:
    """How surprising counts are beside expected ones; negative where there are fewer.

    Examples
    --------
    >>> surprise([40, 7, 0], [7, 7, 7]).round(1).tolist()
    [8.4, 0.0, -3.4]
    """
    found = np.asarray(observed, dtype=np.float64) + _HALF
    foreseen = np.asarray(expected, dtype=np.float64) + _HALF
    deviance = 2 * (found * np.log(found / foreseen) - (found - foreseen))
    return np.asarray(np.sign(found - foreseen) * np.sqrt(np.maximum(deviance, 0.0)))


def largest_surprise(observed: ArrayLike) -> NDArray[np.float64]:
    """What no pattern that contains one with this count can exceed.

    >>> bool(largest_surprise(40) > surprise(40, 7))
    True
    """
    return surprise(observed, 0.0)
