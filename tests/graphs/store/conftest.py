"""What the tests of work on disk share."""

import pytest

from spminer.graphs.store.external_sort import SortBudget, TemporaryStorage


@pytest.fixture
def scratch(tmp_path):
    """Makes room for a job with a budget of so many bytes."""
    made = []

    def make(size=1 << 20):
        made.append(TemporaryStorage(tmp_path, SortBudget(size)))
        return made[-1]

    yield make
    for one in made:
        one.__exit__()
    assert list(tmp_path.iterdir()) == []
