"""Closed and maximal patterns, in the strict sense: all larger patterns of the target decide.

A pattern is *closed* if no larger one has the same frequency, and *maximal* if no larger one has the least frequency
asked for. The frequencies here only fall along growth and are numbers of places: anchors, images of a node, or graphs.
So only extensions by one step need to be asked (:mod:`spminer.mining.extensions`), at the places of the pattern. For a
node-induced pattern with n places, and an extension that must reach ``least`` of them:

1. Try the commonest extensions at one place. In many graphs one of them reaches ``least``.
2. The extension occurs at one at least of any ``n - least + 1`` places. Choose that many places where the pattern has
   few occurrences, list all occurrences there, and read off all extensions.
3. Ask each extension at the places, in growing batches, until it reaches ``least`` or no longer can.

Edge-induced patterns have few extensions by an edge, and all of them are asked.

Cost: at most 2,000 places are searched and 2 million neighbors looked at for one pattern, 5,000 occurrences at a place,
and a limited effort for each anchor.

Invariants: an answer is ``True`` or ``False`` only if it is proven. In a target of more than 40,000 nodes places are a
sample: it can show that a pattern is closed, but not that it is not.

Time limit, or one of the limits above: the answer is ``None``, undecided.

Reference: closed patterns as in Yan and Han, "CloseGraph: mining closed frequent graph patterns", KDD 2003; the test
here works without their search order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.counting.matching import MatchQuery, affords_all_nodes, match_with_effort
from spminer.counting.support import images, transactions
from spminer.mining.extensions import Extender
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.patterns import Pattern

__all__ = ["ClosednessTest", "sampled_nodes"]

_PROBES = 64  # places that are compared to find those where little occurs
_FEW = 8  # most occurrences at a good place, and extensions that are tried first
_MANY, _MOST_ROWS = 200, 5000  # most occurrences that are listed at other places
_MOST_PLACES = 2000  # most places that are searched for extensions of one pattern
_MOST_LINKS = 2_000_000  # most neighbors of occurrences that are looked at for one pattern


class ClosednessTest:
    """Tests whether patterns are closed or maximal; ``None`` where that is undecided.

    Examples
    --------
    >>> import spminer
    >>> from spminer.methods.base import Task
    >>> graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])  # two triangles
    >>> growing = ClosednessTest(Task.of(graphs, sizes="2-3"), spminer.Monitor())
    >>> growing.closed(spminer.Pattern.parse("0-1@0")), growing.closed(spminer.Pattern.parse("0-1,1-2,2-0@0"))
    (False, True)
    """

    def __init__(self, task: Task, monitor: Monitor) -> None:
        self._task, self._monitor = task, monitor
        self._extender = Extender(task.graphs)

    def closed(self, pattern: Pattern) -> bool | None:
        """Whether no larger pattern is as frequent.

        An extension that is missing at a place is less frequent, whether or not all places are known. One that occurs
        at all known places may be missing at another.
        """
        places = places_of(pattern, self._task, self._monitor)
        if not places.complete and self._task.request.frequency == "images":
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
        if not self._task.request.induced:
            return self._any_reaches(self._extender.by_edge(places.pattern), places, least, set())
        return self._grows_by_node(places, least)

    def _grows_by_node(self, places: Places, least: int) -> bool | None:
        """The same for node-induced patterns, by the extensions that occur at enough places."""
        asked: set[Pattern] = set()
        if self._commonest_reaches(places, least, asked):
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

    def _commonest_reaches(self, places: Places, least: int, asked: set[Pattern]) -> bool:
        """Whether one of the commonest extensions at the first place has the least frequency.

        Undecided extensions are asked again later.
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
        """The ``needed`` places with the fewest occurrences; ``None`` if there are not enough with complete lists."""
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
        """Whether one of the extensions that were not asked before has the least frequency."""
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


_SAMPLE = 2000  # nodes of a target with too many of them
# Streams of random numbers: different from those of other modules, and different for choosing and for reporting motifs.
_SAMPLE_STREAM, _REPORT_STREAM = 0xC105, 0xC106
_STEPS = 1_000_000  # search steps for the occurrences at one place, and for one anchor of a graph or of an image
_NODES_FOR_THREADS = 5000  # below, starting threads takes longer than the search
_FIRST_PLACES, _MORE_PLACES = 8, 8  # first batch, and the factor to each next one: most extensions fail at the first


def places_of(pattern: Pattern, task: Task, monitor: Monitor) -> Places:
    """The places of a pattern by the frequency of the task; in a large target, among random nodes.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> places = places_of(Pattern.parse("0-1,1-2,2-0@0"), Task.of(example(), sizes=3), Monitor())
    >>> len(places), places.complete
    (32, True)
    >>> places.reaches(Pattern.parse("0-1,1-2,2-0,0-3@0"), 14)
    True
    """
    request = task.request
    query = MatchQuery.of(pattern, task.graphs, induced=request.induced, threads=request.threads)
    if request.frequency == "transactions":
        found = transactions(query, monitor, steps=_STEPS)
        return GraphPlaces(pattern, found.found, task, monitor, complete=found.count == found.most)
    if request.frequency == "anchored":
        among = sampled_nodes(task)
        found = match_with_effort(query, monitor, request.verify.effort, among=among)
        return AnchorPlaces(pattern, found.found, task, monitor, complete=found.complete and among is None)
    plain = replace(pattern, anchor=None)
    every = {
        orbit[0]: match_with_effort(query.anchored_at(orbit[0]), monitor, request.verify.effort)
        for orbit in plain.orbits()
    }
    fewest = min(every, key=lambda node: every[node].count)
    complete = all(found.complete for found in every.values())
    return ImagePlaces(replace(plain, anchor=fewest), every[fewest].found, task, monitor, complete=complete)


class Places(ABC):
    """The places of a pattern: the nodes or graphs that its frequency counts.

    Attributes
    ----------
    pattern
        The pattern that extensions start from; if places are nodes, with the anchor that they are images of.
    where
        The places, in the order in which larger patterns are asked: nodes with few neighbors or small graphs first,
        where little occurs.
    complete
        Whether these are all places.
    """

    def __init__(
        self, pattern: Pattern, where: NDArray[np.integer], task: Task, monitor: Monitor, *, complete: bool
    ) -> None:
        self._task, self._monitor = task, monitor
        self.pattern, self.complete = pattern, complete
        self.where = where[np.argsort(self._weights()[where], kind="stable")].astype(np.int64)

    def __len__(self) -> int:
        return len(self.where)

    def start_with(self, first: Sequence[int]) -> None:
        """Put some places first: those where little occurs refute most extensions."""
        rest = self.where[~np.isin(self.where, first)]
        self.where = np.concatenate([np.asarray(first, np.int64), rest])

    def reaches(self, larger: Pattern, least: int) -> bool | None:
        """Whether a larger pattern has the least frequency; ``None`` if that is undecided."""
        yes = unknown = start = 0
        width = _FIRST_PLACES
        while start < len(self):
            end = min(start + width, len(self))
            held, open_ = self._holding(larger, start, end)
            yes, unknown, start, width = yes + held, unknown + open_, end, _MORE_PLACES * width
            if yes >= least:
                return self._confirmed(larger, least)
            if yes + unknown + len(self) - start < least:
                return False
        return None

    @abstractmethod
    def _holding(self, larger: Pattern, start: int, end: int) -> tuple[int, int]:
        """Number of these places where the larger pattern occurs, and where that is undecided."""

    def _confirmed(self, larger: Pattern, least: int) -> bool | None:  # noqa: ARG002 (subclasses use it)
        """Whether a pattern that occurs at enough places has the least frequency."""
        return True

    @abstractmethod
    def occurrences(self, place: int, limit: int) -> tuple[NDArray[np.int32], bool]:
        """Up to ``limit`` occurrences of the pattern at a place, one per node set, and whether these are all."""

    @abstractmethod
    def _weights(self) -> NDArray[np.int64]:
        """A measure of how much may occur at each place of the target."""

    def _query(self, pattern: Pattern, graphs: GraphCollection | None = None, *, nodes: int = 1) -> MatchQuery:
        """A query about ``nodes`` nodes, with one thread if they are few."""
        task = self._task
        threads = task.request.threads if nodes > _NODES_FOR_THREADS else 1
        return MatchQuery.of(
            pattern, task.graphs if graphs is None else graphs, induced=task.request.induced, threads=threads
        )


class AnchorPlaces(Places):
    """Places of anchored frequency: nodes that the anchor can be mapped to."""

    def _weights(self) -> NDArray[np.int64]:
        return self._task.graphs.target().degrees().astype(np.int64)

    def occurrences(self, place: int, limit: int) -> tuple[NDArray[np.int32], bool]:
        """Occurrences whose anchor is this node."""
        anchor, control = np.array([place], np.int32), self._monitor.control()
        return self._query(self.pattern).find(control, limit, among=anchor, steps=_STEPS)

    def _holding(self, larger: Pattern, start: int, end: int) -> tuple[int, int]:
        among = self.where[start:end].astype(np.int32)
        query = self._query(larger, nodes=len(among))
        found = match_with_effort(query, self._monitor, self._task.request.verify.effort, among=among)
        return found.count, found.undecided


class ImagePlaces(AnchorPlaces):
    """Places of image support: images of the pattern's node that has the fewest."""

    def _confirmed(self, larger: Pattern, least: int) -> bool | None:
        """Whether all nodes of the larger pattern have enough images."""
        query = self._query(replace(larger, anchor=None), nodes=self._task.graphs.num_nodes)
        found = images(query, self._monitor, steps=_STEPS)
        if found.count >= least:
            return True
        return None if found.most is None or found.most >= least else False


class GraphPlaces(Places):
    """Places of transaction support: graphs that contain the pattern."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._parts: dict[tuple[int, int], GraphCollection] = {}

    def _weights(self) -> NDArray[np.int64]:
        return np.diff(self._task.graphs.graph_offsets)

    def start_with(self, first: Sequence[int]) -> None:
        """Put some graphs first."""
        super().start_with(first)
        self._parts.clear()

    def occurrences(self, place: int, limit: int) -> tuple[NDArray[np.int32], bool]:
        """Occurrences in this graph, with the numbers that its nodes have in the collection."""
        query = self._query(self.pattern, self._task.graphs[[place]])
        rows, complete = query.find(self._monitor.control(), limit, steps=_STEPS)
        return rows + np.int32(self._task.graphs.graph_offsets[place]), complete

    def _holding(self, larger: Pattern, start: int, end: int) -> tuple[int, int]:
        if (start, end) not in self._parts:
            self._parts[start, end] = self._task.graphs[self.where[start:end]]
        graphs = self._parts[start, end]
        query = self._query(larger, graphs, nodes=graphs.num_nodes)
        found = transactions(query, self._monitor, steps=_STEPS)
        assert found.most is not None
        return found.count, found.most - found.count


def sampled_nodes(task: Task, *, reported: bool = False) -> NDArray[np.int32] | None:
    """Random nodes of a target that has too many, ascending, or ``None`` for all; others if ``reported``."""
    nodes = task.graphs.num_nodes
    if affords_all_nodes(nodes, task.request.verify.effort):
        return None
    random = np.random.default_rng([task.request.seed, _REPORT_STREAM if reported else _SAMPLE_STREAM])
    return np.sort(random.choice(nodes, size=min(_SAMPLE, nodes), replace=False)).astype(np.int32)
