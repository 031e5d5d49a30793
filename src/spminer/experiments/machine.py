"""The machine that made a result, and the versions of what it ran."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from spminer._util.system import usable_cores
from spminer.version import __version__

__all__ = ["machine", "merged", "versions"]

_PACKAGES = ("numpy", "networkx", "matplotlib", "torch")


def machine(threads: int = 0) -> str:
    """Processor, cores and system; threads of a run where they are fewer than the cores."""
    used = f", {threads} thread{'s' * (threads > 1)} a run" if 0 < threads < usable_cores() else ""
    return f"{_processor()}, {usable_cores()} cores{used}, {platform.system()} {platform.machine()}"


def versions() -> dict[str, str]:
    """Python, this package and the others that are installed."""
    found = {"python": platform.python_version(), "spminer": __version__}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def merged(places: list[tuple[str, dict[str, str]]]) -> tuple[str, dict[str, str]]:
    """Several machines, and their versions, as one; what differs is told with "and".

    >>> merged([("A", {"python": "3.11"}), ("B", {"python": "3.12"}), ("A", {"python": "3.11"})])
    ('A and B', {'python': '3.11 and 3.12'})
    """
    machines = " and ".join(dict.fromkeys(name for name, _ in places))
    packages = dict.fromkeys(package for _, found in places for package in found)
    joined = {
        package: " and ".join(dict.fromkeys(found[package] for _, found in places if package in found))
        for package in packages
    }
    return machines, joined


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:  # not a Linux
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"
