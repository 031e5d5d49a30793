import subprocess
import sys

import pytest

import spminer
from spminer import MotifSet, UsageError
from spminer._util.system import resident_bytes
from spminer.cli.memory import MemoryBudget
from spminer.datasets import example

MB = 1 << 20


def test_what_is_left_for_tables_depends_on_graphs_and_method():
    budget = MemoryBudget(200 * MB)
    large = spminer.from_edges([(node, node + 1) for node in range(500_000)])
    assert budget.tables(large) < budget.tables(example())
    assert budget.tables(large) == budget.tables(large, "grow") >= 12 * MB
    assert budget.tables(example(), "beam") is None
    assert MemoryBudget(None).tables(example()) is None


def test_a_limit_that_no_process_can_keep_is_refused(run):
    with pytest.raises(UsageError, match="allow 72M at least"):
        MemoryBudget(10 * MB)
    code, out, err = run("mine", "--sizes", "3", "--memory-limit", "1M")
    assert (code, out) == (2, "")
    assert "for the whole process" in err


def test_every_method_takes_the_limit(run):
    for method in ("exact", "grow", "beam", "mfinder", "rand-esu", "motivo"):
        code, _, err = run("mine", "--sizes", "4", "--method", method, "--memory-limit", "4G", "-q")
        assert code == 0, err


@pytest.mark.skipif(resident_bytes() is None, reason="the system does not tell what a process holds")
@pytest.mark.parametrize(("method", "labels", "limit"), [("exact", 11, 72), ("grow", 1, 80)])
def test_a_process_that_reaches_the_limit_says_what_it_held(tmp_path, method, labels, limit):
    graph, output = tmp_path / "graph.spm", tmp_path / "result.json"
    edges = [(a, (a + b) % 30_000) for a in range(30_000) for b in (1, 7, 50, 311, 999)]
    spminer.write(spminer.from_edges(edges, node_labels=[f"{a % labels}" for a in range(30_000)]), graph)
    line = [sys.executable, "-m", "spminer", "mine", graph, "--method", method, "--sizes", "3-12", "--output", output]
    line += ["--memory-limit", f"{limit}M", "--time-limit", "60"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stderr
    result = MotifSet.from_json(output)
    assert result.stop_reason == "memory limit"
    assert any(f"reached the memory limit of {limit} MB" in warning for warning in result.warnings)
    assert result.peak_memory_bytes < 200 * MB
