"""Tests of patterns/smiles.py: what is written is read back by RDKit as the same molecule, and found by it."""

import io

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Pattern
from spminer.patterns.smiles import smarts_of, smiles_of

Chem = pytest.importorskip("rdkit.Chem")
BONDS = {"single": "SINGLE", "double": "DOUBLE", "triple": "TRIPLE", "aromatic": "AROMATIC"}


@st.composite
def molecules(draw):
    size = draw(st.integers(1, 9))
    edges = {(draw(st.integers(0, node - 1)), node) for node in range(1, size)}
    more = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=4))
    edges |= {(min(pair), max(pair)) for pair in more if pair[0] != pair[1]}
    labels = draw(st.lists(st.sampled_from(["C", "N", "O", "Cl", "Na", "Se"]), min_size=size, max_size=size))
    bonds = draw(st.lists(st.sampled_from([*BONDS]), min_size=len(edges), max_size=len(edges)))
    anchor = draw(st.none() | st.integers(0, size - 1))
    return Pattern.from_edges(sorted(edges), size=size, anchor=anchor, node_labels=labels, edge_labels=bonds)


def as_graph(nodes, edges):
    graph = nx.Graph()
    graph.add_nodes_from((node, {"label": label}) for node, label in nodes)
    graph.add_edges_from((a, b, {"label": label}) for a, b, label in edges)
    return graph


@given(molecules())
def test_rdkit_reads_the_same_molecule_back(pattern):
    if not pattern.edges:
        return
    read = Chem.MolFromSmiles(smiles_of(pattern), sanitize=False)
    there = as_graph(
        ((atom.GetIdx(), (atom.GetSymbol(), atom.GetIdx() == 0)) for atom in read.GetAtoms()),
        ((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), str(bond.GetBondType())) for bond in read.GetBonds()),
    )
    first = next(iter(there)) if pattern.anchor is None else None
    here = as_graph(
        ((node, (label, node == pattern.anchor)) for node, label in enumerate(pattern.node_labels)),
        ((a, b, BONDS[bond]) for (a, b), bond in zip(pattern.edges, pattern.edge_labels, strict=True)),
    )
    if first is not None:
        there.nodes[first]["label"] = (there.nodes[first]["label"][0], False)
    same = nx.is_isomorphic(here, there, lambda a, b: a == b, lambda a, b: a == b)
    assert same, smiles_of(pattern)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0-1:double;C,O@1", "O=C"),
        ("0-1:aromatic,1-2:aromatic,2-3:aromatic,3-4:aromatic,4-5:aromatic,5-0:aromatic;C,C,C,C,C,C", "c1ccccc1"),
        ("0-1:aromatic,1-2:single;C,C,C@2", "Ccc"),
        ("0-1:single;Na,Cl@0", "[Na]Cl"),
        ("0-1:bond;C,O", None),
        ("0-1:double;C,X", None),
        ("0-1;C,O", None),
        ("0-1:single", None),
        ("0>1:single;C,O", None),
    ],
)
def test_smiles(text, expected):
    assert smiles_of(Pattern.parse(text)) == expected


DRUGS = [
    "CC(=O)Oc1ccccc1C(=O)O",
    "CN1C=NC2=C1C(=O)N(C(=O)N2C)C",
    "CC(C)Cc1ccc(cc1)C(C)C(=O)O",
    "CN1C2CCC1C(C(C2)OC(=O)c1ccccc1)C(=O)OC",
    "Cc1ccc(cc1)C(=O)c1ccc(CC(=O)O)n1C",
    "O=C1CN=C(c2ccccc2)c2cc(Cl)ccc2N1",
    "CC12CCC3C(CCC4=CC(=O)CCC34C)C1CCC2O",
    "C#CC1(O)CCC2C3CCC4=CC(=O)CCC4C3CCC21C",
    "CSCCC(N)C(=O)NS(=O)(=O)c1ccc(F)cc1",
    "C1CC1N1CCN(CC1)c1nc2ccccc2o1",
    "[Na+].[O-]C(=O)c1ccccc1Br",
]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_smarts_match_where_the_motif_occurs(size):
    graphs = spminer.read(io.BytesIO("\n".join(DRUGS).encode()), format="smiles")
    molecules = [Chem.MolFromSmiles(smiles) for smiles in DRUGS]
    options = {"induced": False, "method": "grow", "top": 60, "examples": 0}
    for motif in spminer.mine(graphs, size, **options):
        query = Chem.MolFromSmarts(motif.smarts)
        matches = [molecule.GetSubstructMatches(query, uniquify=False, maxMatches=10**5) for molecule in molecules]
        anchors = {(number, match[0]) for number, found in enumerate(matches) for match in found}
        assert motif.anchored_frequency == spminer.Frequency.exact(len(anchors)), motif.smarts
        within = spminer.count(motif.pattern.without_anchor(), graphs, frequency="transactions", induced=False)
        assert within == sum(map(bool, matches)), motif.smarts


def test_tables_of_molecules_have_both():
    graphs = spminer.read(io.BytesIO(b"CCO\n"), format="smiles")
    rows = spminer.enumerate(graphs, 3).to_pandas()
    found = set(zip(rows["smiles"], rows["smarts"], strict=True))
    assert found == {("CCO", "[#6]-[#6]-[#8]"), ("OCC", "[#8]-[#6]-[#6]"), ("C(C)O", "[#6](-[#6])-[#8]")}
    plain = spminer.enumerate(spminer.from_edges([(0, 1)]), 2)
    assert "smiles" not in plain.to_pandas().columns
    assert (plain.motifs[0].smiles, plain.motifs[0].smarts) == (None, None)
    directed = Pattern.parse("0>1:single;C,O@0")
    assert smarts_of(directed) is None
