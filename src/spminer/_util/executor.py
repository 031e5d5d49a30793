"""Executor: the interface of what runs pieces of work, such as the workers of a cluster.

A piece is a plain value that says what to do with some graphs, and the work is a function of a module. Doing a piece
twice is the same as doing it once, and results can be combined in any cut, so that a result does not depend on who
computed what. A run without an executor works in this process, with the threads of its native calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Executor", "Watch", "Work", "share_out"]


class Watch(Protocol):
    """Whoever waits for pieces: the monitor of a run, as a crew sees it."""

    @property
    def stopped(self) -> bool:
        """Whether no one wants the rest any more."""

    def give_up(self, reason: str) -> None:
        """End the whole run, since there is no one left to do its work."""

    def follow(self, done: int, total: int) -> None:
        """Take note of how far a call has come."""


class Work(Protocol):
    """The function that does a piece: one of a module, so that other processes find it by its name."""

    def __call__(self, graphs: Any, piece: Any, monitor: Any, /) -> Any:
        """What the piece asks about the graphs; the monitor is that of the piece, and has no crew."""


class Executor(Protocol):
    """Does pieces of work."""

    @property
    def threads(self) -> int:
        """How many pieces are done at a time, about; results do not depend on it."""

    def results(self, work: Work, graphs: Any, pieces: Iterable[Any], watch: Watch, *, stage: str) -> Iterator[Any]:
        """What comes out of each piece, in the order of the pieces; fewer if the run is stopped.

        Pieces are taken as there is room for them. ``stage`` is a word that names them where they are watched.
        """


def share_out(
    crew: Executor, work: Work, graphs: Any, pieces: Sequence[Any], watch: Watch, *, stage: str
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Let a crew do pieces that may turn out longer than was thought.

    The work of each gives a value and further pieces, for what it has left undone so as not to take too long; these are
    done in a next round. What is yielded is both, so that whoever keeps states knows what is still to be done. The
    iteration ends early if the run is stopped.
    """
    done, total = 0, len(pieces)
    while pieces:
        again: list[Any] = []
        for value, left in crew.results(work, graphs, pieces, watch, stage=stage):
            done, total = done + 1, total + len(left)
            again += left
            watch.follow(done, total)
            yield value, tuple(left)
        if watch.stopped:
            return
        pieces = again
