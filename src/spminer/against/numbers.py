"""Numbers that statistics need beyond numpy: logarithms of factorials, and values that may be undefined."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["defined", "log_choose", "log_factorial", "log_gamma"]


def log_gamma(values: ArrayLike) -> NDArray[np.float64]:
    """Natural logarithm of the gamma function of positive numbers; equal numbers are computed once.

    >>> log_gamma([1.0, 5.0]).round(6).tolist()  # log 0!, log 4!
    [0.0, 3.178054]
    """
    numbers = np.asarray(values, dtype=np.float64)
    distinct, index = np.unique(numbers, return_inverse=True)
    results = np.array([math.lgamma(value) for value in distinct], dtype=np.float64)
    return results[index].reshape(numbers.shape)


def log_factorial(values: ArrayLike) -> NDArray[np.float64]:
    """Natural logarithm of the factorials of counts.

    >>> np.exp(log_factorial([0, 3, 4])).round(6).tolist()
    [1.0, 6.0, 24.0]
    """
    return log_gamma(np.asarray(values, dtype=np.float64) + 1.0)


def log_choose(total: ArrayLike, chosen: ArrayLike) -> NDArray[np.float64]:
    """Natural logarithm of binomial coefficients, for ``0 <= chosen <= total``.

    >>> np.exp(log_choose(5, [0, 2, 5])).round(6).tolist()
    [1.0, 10.0, 1.0]
    """
    n, k = np.asarray(total), np.asarray(chosen)
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k)


def defined(value: float) -> float | None:
    """What a user sees of a number in an array: ``None`` for ``nan``, which says that it is not defined.

    >>> defined(0.5), defined(float("nan"))
    (0.5, None)
    """
    return None if math.isnan(value) else float(value)
