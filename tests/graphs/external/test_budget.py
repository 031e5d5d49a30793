import subprocess
import sys
from pathlib import Path

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
    monkeypatch.setattr(budget, "resident_bytes", lambda: None)
    assert budget._memory_in_use() >= used // 2


# The peak of this program alone, in bytes, above that of the imports.
_PEAK = """
import logging, sys
from pathlib import Path
import spminer
convert = spminer.convert  # with all that it needs

logging.disable(logging.WARNING)
peak = lambda: int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024
before = peak()
limit = before + int(sys.argv[3]) if int(sys.argv[3]) else None
convert(sys.argv[1], sys.argv[2], memory_limit=limit, edge_labels=True)
print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peaks of memory are read from /proc")
def test_the_limit_is_kept(tmp_path):
    edges = tmp_path / "edges.tsv"
    lines = (f"person {i * 7919 % 250_007}\tperson {i * i % 250_007}\tl{i % 9}\n" for i in range(400_000))
    edges.write_text("source\ttarget\tlabel\n" + "".join(lines))
    peaks = []
    for allowed in (36 << 20, 0):
        command = [sys.executable, "-c", _PEAK, edges, tmp_path / "graph.spm", str(allowed)]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    assert peaks[0] <= 36 << 20 < peaks[1]
