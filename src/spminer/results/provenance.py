"""What software a result was made with."""

from __future__ import annotations

import platform

__all__ = ["versions"]


def versions() -> dict[str, str]:
    """Versions that a result states, so that it can be made again.

    >>> sorted(versions())
    ['NumPy', 'Python', 'spminer', 'system']
    """
    import numpy as np

    from spminer import __version__

    system = f"{platform.system()} {platform.machine()}"
    return {"spminer": __version__, "Python": platform.python_version(), "NumPy": np.__version__, "system": system}
