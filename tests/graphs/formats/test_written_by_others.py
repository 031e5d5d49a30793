"""Tests of graphs/formats/gexf.py, graphs/formats/dot.py, graphs/formats/pajek.py, graphs/formats/json.py,
graphs/formats/arrow.py, graphs/formats/npz.py, graphs/formats/matrix.py, graphs/formats/molecules.py and
graphs/formats/neo4j.py with files that other libraries write: the graph must come back.
"""

import csv
import io
import json

import networkx as nx
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from rdkit import Chem

import spminer

NAMES = st.lists(
    st.from_regex(r"[A-Za-z][A-Za-z0-9 _.'\-]{0,6}[a-z]", fullmatch=True), min_size=2, max_size=8, unique=True
)


@st.composite
def graphs(draw, labels=True):
    names = draw(NAMES)
    graph = nx.DiGraph() if draw(st.booleans()) else nx.Graph()
    graph.add_nodes_from(names)
    pairs = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), min_size=1, max_size=15))
    graph.add_edges_from((u, v) for u, v in pairs if u != v)
    if labels and draw(st.booleans()):
        for node in graph:
            graph.nodes[node]["kind"] = draw(st.sampled_from(["x", "y"]))
    return graph


def check(found, graph, *, names=None):
    """The same nodes, edges and direction, whatever their order."""
    own = found.names(range(found.num_nodes))
    shown = {node: str(node) if names is None else names[node] for node in graph}
    assert sorted(own) == sorted(shown.values())
    assert found.directed == graph.is_directed()
    edges = {(own[u], own[v]) for u, v in spminer.to_edges(found).tolist()}
    expected = {(shown[u], shown[v]) for u, v in graph.edges}
    if not graph.is_directed():
        edges, expected = ({tuple(sorted(edge)) for edge in some} for some in (edges, expected))
    assert edges == expected


def kinds(found):
    labels = [found.node_label_names[code] for code in found.node_labels]
    return dict(zip(found.names(range(found.num_nodes)), labels, strict=True))


def read(data, **options):
    return spminer.read(io.BytesIO(data.encode() if isinstance(data, str) else data), **options)


@given(graphs())
def test_gexf(graph):
    text = "\n".join(nx.generate_gexf(graph))
    check(read(text), graph)
    if nx.get_node_attributes(graph, "kind"):
        assert kinds(read(text, label="kind")) == nx.get_node_attributes(graph, "kind")


@given(graphs())
def test_graphml(graph):
    text = "\n".join(nx.generate_graphml(graph))
    check(read(text), graph)
    if nx.get_node_attributes(graph, "kind"):
        assert kinds(read(text, label="kind")) == nx.get_node_attributes(graph, "kind")


@given(graphs())
def test_gml(graph):
    check(read("\n".join(nx.generate_gml(graph))), graph)


@given(graphs())
def test_node_link_json(graph):
    for key in ("links", "edges"):
        text = json.dumps(nx.node_link_data(graph, edges=key))
        check(read(text), graph)
        if nx.get_node_attributes(graph, "kind"):
            assert kinds(read(text, label="kind")) == nx.get_node_attributes(graph, "kind")
    cytoscape = nx.cytoscape_data(graph)["elements"]
    for elements in (cytoscape, [*cytoscape["nodes"], *cytoscape["edges"]]):
        check(read(json.dumps({"elements": elements}), directed=graph.is_directed()), graph)
    check(read(json.dumps(nx.adjacency_data(graph))), graph)


@given(graphs(labels=False))
def test_pajek(graph):
    if graph.number_of_edges():
        check(read("\n".join(nx.generate_pajek(graph))), graph)


@given(graphs())
def test_dot(graph):
    pydot = nx.nx_pydot.to_pydot(nx.relabel_nodes(graph, {node: f'"{node}"' for node in graph}))
    check(read(pydot.to_string()), graph)


@given(graphs(labels=False))
def test_matrices(graph):
    matrix = nx.to_scipy_sparse_array(graph, dtype=int)
    file = io.BytesIO()
    scipy.sparse.save_npz(file, matrix)
    numbered = nx.convert_node_labels_to_integers(graph)
    check(read(file.getvalue(), directed=graph.is_directed()), numbered)
    framed = nx.to_pandas_adjacency(graph, dtype=int).to_csv()
    check(read(framed, directed=graph.is_directed(), format="matrix"), graph)


@given(graphs(labels=False), st.sampled_from(["source,target", "from,to", "Source,Target", ":START_ID,:END_ID"]))
def test_tables(graph, header):
    if not graph.number_of_edges():
        return
    linked = graph.edge_subgraph(graph.edges)
    first, second = header.split(",")
    table = pd.DataFrame(list(graph.edges), columns=[first, second])
    directed = graph.is_directed()
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
        check(read(table.to_csv(index=False, quoting=quoting), directed=directed), linked)
        check(read(table.to_csv(sep="\t", quoting=quoting, index=False), directed=directed), linked)
    parquet, arrow = io.BytesIO(), io.BytesIO()
    table.to_parquet(parquet)
    table.to_feather(arrow)
    check(read(parquet.getvalue(), directed=directed), linked)
    check(read(arrow.getvalue(), directed=directed), linked)
    check(read(table.to_json(orient="records"), directed=directed), linked)
    check(read(table.to_json(orient="records", lines=True), directed=directed), linked)


@pytest.mark.parametrize("smiles", ["CCO", "c1ccccc1O", "CC(=O)Nc1ccc(O)cc1", "C#N", "[Na+].[Cl-]", "C1CC1.O"])
def test_molecules(smiles):
    molecule = Chem.MolFromSmiles(smiles)
    block = Chem.MolToMolBlock(molecule)
    for found in (read(smiles + " name\n", format="smiles"), read(block + "$$$$\n"), read(block)):
        assert (found.num_nodes, found.num_edges) == (molecule.GetNumAtoms(), molecule.GetNumBonds())
        symbols = [atom.GetSymbol() for atom in molecule.GetAtoms()]
        assert [found.node_label_names[code] for code in found.node_labels] == symbols
    many = read("\n".join([smiles] * 3), format="smiles")
    assert (many.num_graphs, many.num_nodes) == (3, 3 * molecule.GetNumAtoms())
