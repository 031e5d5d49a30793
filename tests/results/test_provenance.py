import subprocess
import sys

import numpy as np

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


def test_the_peak_is_that_of_this_process_alone():
    program = "from spminer.results.provenance import peak_memory_bytes; print(peak_memory_bytes())"
    held = np.ones(300_000_000, dtype=np.uint8)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert peak_memory_bytes() > len(held)
    if sys.platform == "linux":
        assert int(done.stdout) < 200_000_000
