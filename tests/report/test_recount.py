from pathlib import Path

import networkx as nx
import pytest

import spminer
from spminer import Frequency, MotifSet
from spminer.datasets import example
from spminer.report.recount import Recount, read_again, recount


@pytest.fixture
def files(tmp_path):
    """Two graphs as files: their paths."""
    paths = []
    for seed in (1, 2):
        path = tmp_path / f"random{seed}.txt"
        nx.write_edgelist(nx.gnm_random_graph(30, 60, seed=seed), path, data=False)
        paths.append(str(path))
    return paths


@pytest.mark.parametrize("frequency", ["anchored", "graph"])
def test_counts_are_those_of_enumerating_everything(files, frequency):
    first = spminer.enumerate(spminer.read(files[0]), 4, top=2, frequency=frequency)
    everything, other = (spminer.enumerate(spminer.read(path), 4, top=None, frequency=frequency) for path in files)
    found = recount(first, other, spminer.Monitor())
    assert found.reason is None
    assert len(found.counts) > 2
    known = {motif.id: motif.frequency(frequency) for motif in everything}
    assert found.counts == {name: known.get(name, Frequency.exact(0)) for name in found.counts}
    assert recount(first, first, spminer.Monitor()) == Recount()


def test_edges_need_not_be_induced_if_they_were_not(files):
    first = spminer.mine(spminer.read(files[0]), 4, top=2, induced=False)
    second = spminer.mine(spminer.read(files[1]), 4, top=8, induced=False)
    counts = recount(first, second, spminer.Monitor()).counts
    assert counts
    for name, frequency in counts.items():
        assert frequency == spminer.count(name, spminer.read(files[0]), induced=False).frequency


def test_the_bundled_example_can_be_read_again():
    assert read_again(spminer.enumerate(example(), 3)).num_nodes == 34


def test_an_input_that_is_gone_or_has_changed_is_said(files):
    result = spminer.enumerate(spminer.read(files[0]), 4, top=2)
    other = spminer.enumerate(spminer.read(files[1]), 4, top=5)
    nx.write_edgelist(nx.star_graph(29), files[0], data=False)
    with Path(files[0]).open("a") as file:
        file.writelines(f"{node} {node + 1}\n" for node in range(1, 29))
        file.writelines(f"{node} {node + 2}\n" for node in (1, 5, 9))
    changed = spminer.read(files[0])
    assert (changed.num_nodes, changed.num_edges) == (result.input.nodes, result.input.edges)
    assert (
        recount(result, other, spminer.Monitor()).reason
        == "the input does not give the frequencies of the result again"
    )
    nx.write_edgelist(nx.path_graph(5), files[0], data=False)
    assert recount(result, other, spminer.Monitor()).reason == f"{files[0]} does not read as it did"
    Path(files[0]).unlink()
    assert recount(result, other, spminer.Monitor()).reason == f"{files[0]} cannot be read from here"
    assert "does not say" in recount(MotifSet(()), other, spminer.Monitor()).reason


def test_labels_that_only_one_side_has(files, tmp_path):
    path = tmp_path / "molecule.gspan"
    path.write_text("t # 0\nv 0 C\nv 1 C\nv 2 O\ne 0 1 1\ne 1 2 2\n")
    labeled = spminer.enumerate(spminer.read(path), 3)
    plain = spminer.enumerate(spminer.read(files[0]), 3)
    for first, second in ((labeled, plain), (plain, labeled)):
        assert recount(first, second, spminer.Monitor()).reason == "only one of the inputs has labels or direction"


def test_labels_that_were_left_out_stay_out(tmp_path):
    path = tmp_path / "molecule.gspan"
    path.write_text("t # 0\nv 0 C\nv 1 C\nv 2 O\ne 0 1 1\ne 1 2 2\n")
    graphs = spminer.read(path).without_labels()
    assert read_again(spminer.enumerate(graphs, 3)).node_labels is None


def test_different_frequencies_are_not_counted(files):
    first, second = (spminer.enumerate(spminer.read(files[0]), 3, frequency=name) for name in ("anchored", "graph"))
    assert "different frequencies" in recount(first, second, spminer.Monitor()).reason


def test_a_limit_leaves_counts_out(files):
    first = spminer.enumerate(spminer.read(files[0]), 4, top=2)
    second = spminer.enumerate(spminer.read(files[1]), 4, top=5)
    monitor = spminer.Monitor()
    monitor.cancel()
    assert recount(first, second, monitor).reason is not None
