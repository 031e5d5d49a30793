"""Homes of pieces: the workers that have what the pieces before have left there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.running.crew import Home

__all__ = ["Homes"]

_MOST = 10_000  # homes that are remembered
_UNEVEN = 2  # pieces more for each thread than the least busy worker has, before one moves


class Homes:
    """Who has what, so that pieces go where their lists are, and every worker has about as many of a run's.

    Examples
    --------
    >>> homes = Homes()
    >>> [homes.of(("run", number), {"a": 1, "b": 1}) for number in (1, 2, 3, 1)]
    ['a', 'b', 'a', 'a']
    >>> homes.of(("run", 1), {"b": 1})  # a is gone
    'b'
    """

    def __init__(self) -> None:
        self._at: dict[Home, str] = {}

    def of(self, home: Home, workers: Mapping[str, int]) -> str | None:
        """The worker of a home, of those that are there with so many threads each; ``None`` if no one is."""
        if not workers:
            return None
        load = dict.fromkeys(workers, 0)
        for (run, _), address in self._at.items():
            if run == home[0] and address in load:
                load[address] += 1
        least = min(workers, key=lambda address: (load[address] / workers[address], address))
        here = self._at.get(home)
        if here not in load or load[here] / workers[here] >= load[least] / workers[least] + _UNEVEN:
            self._at.pop(home, None)
            self._at[home] = least
            if len(self._at) > _MOST:
                self._at.pop(next(iter(self._at)))
        return self._at[home]
