import pytest

import spminer
from spminer.graphs.external import budget
from spminer.graphs.external.budget import Budget, budget_within


def test_parts_grow_with_the_whole():
    small, large = Budget(1 << 20), Budget(1 << 30)
    for part in ("edges", "text", "entries", "table"):
        assert 0 < getattr(small, part) < getattr(large, part) < large.size
    assert (Budget(1).edges, Budget(1).text, Budget(1).entries) == (1, 1, 1)


def test_what_the_process_has_counts(monkeypatch):
    monkeypatch.setattr(budget, "_memory_in_use", lambda: 50 << 20)
    assert budget_within(200 << 20) == Budget(150 << 20)
    with pytest.raises(spminer.UsageError, match="too small; give at least 82M"):
        budget_within(82 << 20 - 1)


def test_memory_in_use_is_plausible(monkeypatch):
    used = budget._memory_in_use()
    assert 10 << 20 < used < 100 << 30
    monkeypatch.setattr(budget.Path, "read_text", lambda *_, **__: (_ for _ in ()).throw(FileNotFoundError()))
    assert budget._memory_in_use() >= used // 2
