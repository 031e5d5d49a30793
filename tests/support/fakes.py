"""Methods that propose what a test wants."""

from contextlib import contextmanager
from dataclasses import dataclass

from spminer.methods import registry as methods
from spminer.methods.base import Candidate, Method, SearchResult


@dataclass(frozen=True, slots=True)
class FakeSettings:
    width: int = 3
    slow: bool = False


@contextmanager
def registered(search, name="fake", **details):
    """A method of that name while the block runs, in the place of the package's own if it has one."""
    method = Method(name, "for tests", FakeSettings, search, **details)
    if name in methods.method_names():
        methods._REGISTERED[name] = method
    else:
        methods.register(method)
    try:
        yield
    finally:
        del methods._REGISTERED[name]


def proposing(patterns, *, complete=True):
    """A search that proposes these patterns, the first with the highest score."""

    def search(task, settings, monitor):
        found = {size: [p for p in patterns if p.size == size] for size in task.request.sizes}
        return SearchResult(
            {size: tuple(Candidate(p, -float(i)) for i, p in enumerate(group)) for size, group in found.items()},
            complete=complete,
        )

    return search
