import sys

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import GraphCollection, InputError, Pattern
from spminer.datasets import example
from spminer.datasets import molecules as bundled
from spminer.graphs.formats.molecules import is_smiles
from spminer.graphs.pattern_files import pattern_from_graph, read_pattern
from spminer.patterns.named import MOTIFS, NAMED, TRIADS


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 14), st.floats(0, 1))
def test_graph6_agrees_with_networkx(seed, size, density):
    graph = nx.gnp_random_graph(size, density, seed=seed)
    text = nx.to_graph6_bytes(graph, header=False).decode().strip()
    pattern = read_pattern(f">>graph6<<{text}" if is_smiles(text) else text)
    assert (pattern.size, set(pattern.edges)) == (size, {(min(e), max(e)) for e in graph.edges})


@pytest.mark.parametrize(
    "text", ["A", "Bww", "~??", "hello", "absent.csv", "absent.csv@1", "", "?", "w" * 5000, f"{'w' * 300}@1"]
)
def test_what_is_no_pattern(text):
    with pytest.raises(InputError) as caught:
        read_pattern(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("anchor", ["3", "x", "-1", "1" * 5000])
def test_anchor_must_be_a_node(anchor):
    with pytest.raises(InputError, match="invalid anchor"):
        read_pattern("Bw", anchor=anchor)


def test_suffix_of_graph6():
    assert read_pattern("Bw@2") == Pattern.parse("0-1,0-2,1-2@2")


def test_file_with_names(tmp_path):
    path = tmp_path / "pattern.csv"
    path.write_text("source,target\nx,y\ny,z\n")
    assert read_pattern(f"{path}@y") == read_pattern(str(path), anchor="y") == Pattern.parse("0-1,1-2@1")
    with pytest.raises(InputError, match="unknown anchor 'w'"):
        read_pattern(f"{path}@w")


def test_labels_and_direction_are_kept():
    graphs = GraphCollection(
        np.array([0, 1, 2, 2]),
        np.array([1, 0], np.int32),
        np.array([0, 2, 3]),
        directed=True,
        node_labels=np.array([1, 0, 0], np.int32),
        node_label_names=("C", "N"),
        edge_labels=np.array([0, 1], np.int32),
        edge_label_names=("s", "d"),
    )
    assert pattern_from_graph(graphs) == Pattern.parse("0>1:s,1>0:d;N,C")


def test_a_graph_is_too_large_to_be_a_pattern():
    graphs = GraphCollection(np.zeros(66, np.int64), np.zeros(0, np.int32), np.array([0, 65]))
    with pytest.raises(InputError, match="1 to 64 nodes, not 65"):
        pattern_from_graph(graphs)


@pytest.mark.parametrize(
    ("smiles", "text"),
    [
        ("CCO", "0-1:single,1-2:single;C,C,O"),
        ("C-O", "0-1:single;C,O"),
        ("C=O@1", "0-1:double;C,O@1"),
        ("C1=CC=CC=C1", "0-1:x,1-2:x,2-3:x,3-4:x,4-5:x,5-0:x;C,C,C,C,C,C".replace("x", "aromatic")),
        ("cc", "0-1:aromatic;C,C"),  # a part of a ring, as in tables of motifs
    ],
)
def test_a_smiles_is_a_pattern(smiles, text):
    pytest.importorskip("rdkit")
    assert read_pattern(smiles).canonical() == Pattern.parse(text).canonical()


def test_a_smiles_is_no_other_pattern():
    for name in [*TRIADS, *MOTIFS, *NAMED, "triangle", "star:5", "0-1,1-2", "0>1"]:
        assert not is_smiles(name)
    for both in ("CO", "CC", "Cl"):  # four nodes in graph6
        with pytest.raises(InputError, match=f"{both}: is both a graph6 string and a SMILES; write >>graph6<<{both}"):
            read_pattern(both)
    assert read_pattern(">>graph6<<CO").size == 4


@pytest.mark.parametrize("smiles", ["C*", "c1cc", "[Xx]"])
def test_what_rdkit_rejects_is_no_pattern(smiles):
    pytest.importorskip("rdkit")
    with pytest.raises(InputError, match="RDKit cannot read this SMILES"):
        read_pattern(smiles)


def test_a_smiles_needs_rdkit(monkeypatch):
    monkeypatch.setitem(sys.modules, "rdkit", None)
    monkeypatch.setitem(sys.modules, "rdkit.Chem", None)
    with pytest.raises(spminer.UsageError, match=r"spminer\[chem\]"):
        read_pattern("c1ccccc1")


def test_a_smiles_is_counted_in_molecules():
    pytest.importorskip("rdkit")
    molecules = bundled()[:20]
    benzene = spminer.count("c1ccccc1", molecules, frequency="transactions")
    assert benzene.frequency.value == 17
    with pytest.raises(spminer.UsageError, match="has node labels and the graphs have none"):
        spminer.count("c1ccccc1", example())
