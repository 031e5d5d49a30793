"""Steps drawn ahead: a background thread fills a stock of training data while the steps before are made."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["drawn_ahead"]

_Drawn = TypeVar("_Drawn")


def drawn_ahead(draw: Callable[[int], _Drawn], first: int, last: int, *, ahead: int = 4) -> Iterator[_Drawn]:
    """What ``draw`` gives for steps ``first`` up to (not including) ``last``, ``ahead`` of them in stock.

    An error of ``draw`` is raised where its step is used.

    >>> list(drawn_ahead(lambda step: 10 * step, 3, 6))
    [30, 40, 50]
    """
    stock: queue.Queue[_Drawn | BaseException] = queue.Queue(maxsize=ahead)
    stop = threading.Event()

    def put(item: _Drawn | BaseException) -> None:
        while not stop.is_set():
            try:
                stock.put(item, timeout=0.1)
                return
            except queue.Full:
                continue

    def fill() -> None:
        try:
            for step in range(first, last):
                if stop.is_set():
                    return
                put(draw(step))
        except BaseException as error:
            put(error)

    worker = threading.Thread(target=fill, daemon=True)
    worker.start()
    try:
        for _ in range(first, last):
            item = stock.get()
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stop.set()
        worker.join()
