import subprocess
import sys
from pathlib import Path

import spminer
from spminer.datasets import example
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions


def test_the_facts_are_those_of_the_collection():
    graphs = spminer.from_edges([(0, 1), (1, 2), (1, 1)], directed=True, node_labels=["a", "b", "a"])
    facts = InputFacts.of(graphs)
    assert (facts.graphs, facts.nodes, facts.edges, facts.directed) == (1, 3, 2, True)
    assert (facts.node_labels, facts.edge_labels, facts.dropped) == (2, 0, "dropped 1 self-loop")


def test_the_facts_have_a_field_for_all_that_a_collection_says():
    assert set(InputFacts.__dataclass_fields__) == example().summary().keys()


def test_versions_and_memory():
    assert versions()["spminer"] == spminer.__version__
    assert peak_memory_bytes() > 10 * 2**20


def test_the_memory_of_the_process_that_started_this_one_is_not_counted():
    ballast = bytearray(400 << 20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    line = "from spminer.results.provenance import peak_memory_bytes; print(peak_memory_bytes())"
    child = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert int(child.stdout) < 300 << 20 < peak_memory_bytes()


def test_systems_without_that_file_tell_it_too(monkeypatch):
    monkeypatch.setattr("spminer.results.provenance._STATUS", Path("no such file"))
    assert peak_memory_bytes() > 10 * 2**20
