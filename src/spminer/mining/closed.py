"""Closed and maximal patterns, in the strict sense: what any larger pattern of the target reaches decides.

A pattern is *closed* if no larger one has the same frequency, and *maximal* if no larger one has the least frequency
that is asked for. Frequencies that only fall along growth need one step: what a larger pattern reaches, one of the
patterns on the way to it reaches, too.

An extension that reaches ``least`` of the n places of a pattern occurs at one at least of any n - least + 1 of them. So
the places where the pattern occurs least often are looked at: every extension that they show is asked for at the
others. What a budget ends is undecided, never taken for an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.mining.extensions import Extender
from spminer.mining.places import places_of
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task
    from spminer.mining.places import Places
    from spminer.patterns import Pattern

__all__ = ["Growability"]

_PROBES = 64  # places that are looked at to find one where little occurs
_FEW = 8  # occurrences at a place that make it a good one, and extensions that are tried before all others
_MANY, _MOST_ROWS = 200, 5000  # occurrences at a place that are listed if there is no better one
_MOST_PLACES = 2000  # that are searched for extensions of one pattern
_MOST_LINKS = 2_000_000  # neighbors of occurrences that are looked at for one pattern


class Growability:
    """Whether patterns of a target can grow without falling too far.

    Answers are ``True``, ``False``, or ``None`` where a budget ended before that was known.

    Examples
    --------
    >>> import spminer
    >>> from spminer.methods.base import Task
    >>> graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])  # two triangles
    >>> growing = Growability(Task.of(graphs, sizes="2-3"), spminer.Monitor())
    >>> growing.closed(spminer.Pattern.parse("0-1@0")), growing.closed(spminer.Pattern.parse("0-1,1-2,2-0@0"))
    (False, True)
    """

    def __init__(self, task: Task, monitor: Monitor) -> None:
        self._task, self._monitor = task, monitor
        self._extender = Extender(task.graphs)

    def closed(self, pattern: Pattern) -> bool | None:
        """Whether no larger pattern is as frequent.

        An extension that is missing at a place is missing whether or not the places are all; one that is at every place
        that is known may be missing at another.
        """
        places = places_of(pattern, self._task, self._monitor)
        if not places.complete and self._task.objective == "images":
            return None  # another node of the pattern may be the one with the fewest images
        grows = self._grows(places, len(places))
        return False if grows and places.complete else True if grows is False else None

    def maximal(self, pattern: Pattern, least: int) -> bool | None:
        """Whether no larger pattern has at least that frequency."""
        places = places_of(pattern, self._task, self._monitor)
        grows = self._grows(places, least) if len(places) >= least else False if places.complete else None
        return False if grows else True if grows is False and places.complete else None

    def _grows(self, places: Places, least: int) -> bool | None:
        """Whether an extension has the least frequency among these places."""
        if len(places) == 0 or places.pattern.size >= MAX_PATTERN_NODES:
            return None
        if not self._task.induced:
            return self._any_reaches(self._extender.by_edge(places.pattern), places, least, set())
        return self._grows_by_node(places, least)

    def _grows_by_node(self, places: Places, least: int) -> bool | None:
        """Look at as many places as an extension cannot all miss."""
        asked: set[Pattern] = set()
        if self._grows_at_a_glance(places, least, asked):
            return True
        needed = len(places) - least + 1
        looked_at = self._fewest_occurrences(places, needed)
        if looked_at is None:
            return None
        places.start_with(looked_at[:_PROBES])
        unknown, links = False, 0
        for place in looked_at:
            rows, complete = places.occurrences(place, _MOST_ROWS)
            links += int(self._extender.links(rows).sum())
            if links > _MOST_LINKS or not complete or self._monitor.stopped:
                return None
            grows = self._any_reaches(self._extender.by_node(places.pattern, rows), places, least, asked)
            if grows:
                return True
            unknown = unknown or grows is None
        return None if unknown else False

    def _grows_at_a_glance(self, places: Places, least: int, asked: set[Pattern]) -> bool:
        """Whether one of the commonest extensions has the least frequency: where patterns are everywhere, one has.

        Extensions that this leaves open are asked for again.
        """
        rows, _ = places.occurrences(int(places.where[0]), _FEW)
        for extension in self._extender.by_node(places.pattern, rows)[:_FEW]:
            reaches = places.reaches(extension, least)
            if reaches:
                return True
            if reaches is False:
                asked.add(extension)
        return False

    def _fewest_occurrences(self, places: Places, needed: int) -> list[int] | None:
        """As many places as needed, those with few occurrences if there is a choice; ``None`` if there are not enough.

        Lists that are complete are wanted, so that ever longer ones are tried.
        """
        most = min(max(needed, _PROBES), _MOST_PLACES, len(places))
        if needed > most:
            return None
        light, others = places.where[: most // 2], places.where[most // 2 :]
        spread: list[int] = [*light.tolist(), *others[:: max(len(others) // (most - len(light)), 1)].tolist()][:most]
        for limit in (_FEW, _MANY, _MOST_ROWS):
            found: dict[int, int] = {}
            for place in spread:
                rows, complete = places.occurrences(place, limit)
                if complete:
                    found[place] = len(rows)
                if len(found) == needed and limit == _FEW:
                    break
            if len(found) >= needed:
                return sorted(found, key=found.__getitem__)[:needed]
        return None

    def _any_reaches(self, extensions: list[Pattern], places: Places, least: int, asked: set[Pattern]) -> bool | None:
        """Whether one of the extensions that were not asked for before has the least frequency."""
        unknown = False
        for extension in extensions:
            if extension in asked:
                continue
            asked.add(extension)
            reaches = places.reaches(extension, least)
            if reaches:
                return True
            unknown = unknown or reaches is None
        return None if unknown else False
