"""Files of this package and of other programs are read as they were written."""

import csv
import io
import json
import logging
import re

import networkx as nx
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rdkit import Chem

import spminer
from spminer import UsageError
from spminer.graphs import FORMATS
from spminer.graphs.formats.format import used_labels
from support.strategies import examples

WORDS = re.findall(
    r"\S+",
    """source target label from to id name Type weight edge t v e a 007 7 0 1.5 1.0 1e3 -3 +5 nan inf 0x10 1_000 ٣ true
    null None pp q"x" "q" 's' a,b a;b a|b #c %d //e é 😀 <&> \\ \\n a:b _:b [1] {a} -> -- %20 &amp; &#34;""",
)
BLANKS = ["", " ", "b c", " lead", "trail ", "\ttab", "a\tb", "x\ny", "A\rB", "\xa0n", "a\x85b", "a\u2028b"]
ODD = [*BLANKS, "\x1b[31m", "\x7f"]
STRINGS = st.sampled_from(WORDS + ODD) | st.text(max_size=4)
UNNAMED = {"tudataset", "matrixmarket", "graph6", "gspan", "lg"}
UNDIRECTED = {"tudataset", "sif"}
NODE_LABELS = {"spm", "tudataset", "graphml", "gml", "gspan", "lg", "gexf", "dot", "json"}
NO_EDGE_LABELS = {"matrixmarket", "graph6", "matrix"}
WRITTEN = [form for form in FORMATS if form.writer is not None]


@st.composite
def odd_graphs(draw, form):
    """A ring or path with any strings as names and labels, as far as the format has them."""
    size = draw(st.sampled_from([2, 3, 5, 12]))
    texts = st.lists(STRINGS, min_size=size, max_size=size)
    named = form not in UNNAMED and draw(st.booleans())
    names = draw(st.lists(STRINGS, min_size=size, max_size=size, unique=True)) if named else range(size)
    ends = [(names[i], names[(i + 1) % size]) for i in range(size if size > 2 and draw(st.booleans()) else size - 1)]
    labels = draw(st.one_of(texts, STRINGS.map(lambda text: [text] * size), st.permutations(WORDS[:size])))
    return spminer.from_edges(
        ends,
        directed=form not in UNDIRECTED and draw(st.booleans()),
        node_labels=labels if form in NODE_LABELS and draw(st.booleans()) else None,
        edge_labels=labels[::-1][: len(ends)] if form not in NO_EDGE_LABELS and draw(st.booleans()) else None,
    )


def content(graphs, named):
    """Edges, labels and direction; nodes by name, or by number where the format does not keep names."""
    nodes = graphs.names(range(graphs.num_nodes)) if named else list(range(graphs.num_nodes))
    sources, targets, codes = graphs.edges()
    texts = [None] * len(sources) if codes is None else [graphs.edge_label_names[code] for code in codes]
    pairs = [(nodes[u], nodes[v]) for u, v in zip(sources, targets, strict=True)]
    edges = sorted(
        (pair if graphs.directed else tuple(sorted(pair)), text or "") for pair, text in zip(pairs, texts, strict=True)
    )
    labels = [] if graphs.node_labels is None else [graphs.node_label_names[code] for code in graphs.node_labels]
    return graphs.directed, edges, codes is None or not edges, sorted(zip(nodes, labels, strict=False))


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_what_is_written_is_read_as_it_was_or_refused(form, data, tmp_path):
    graphs = data.draw(odd_graphs(form.name))
    path = tmp_path / f"graphs{form.suffixes[0] if form.suffixes else '.csv'}"
    try:
        spminer.write(graphs, path, format=form.name)
    except UsageError:
        assert form.name != "spm"
        return
    found = spminer.read(
        path,
        format=None if form.suffixes else form.name,
        edge_labels=graphs.edge_labels is not None,
        directed=graphs.directed if form.name == "matrix" else None,
    )
    assert content(found, form.name not in UNNAMED) == content(graphs, form.name not in UNNAMED)


@pytest.mark.parametrize(
    ("form", "graph"),
    [
        ("edgelist", {"edges": [("source", "a"), ("a", "target")]}),
        ("edgelist", {"edges": [("10", "9"), ("9", "8")]}),
        ("edgelist", {"edges": [("NA", "a")]}),
        ("edgelist", {"edges": [("-7", "a")]}),
        ("edgelist", {"edges": [('"q"', "q")]}),
        ("edgelist", {"edges": [(0, 1)], "edge_labels": ["a\tb"]}),
        ("gspan", {"edges": [(0, 1)], "edge_labels": ["1.5"]}),
        ("lg", {"edges": [(0, 1)], "edge_labels": ["1.5"]}),
        ("lg", {"edges": [(0, 1)], "node_labels": ["0", "0"]}),
        ("tudataset", {"edges": [(0, 1)], "node_labels": [" a", "a"]}),
        ("sif", {"edges": [(0, 1)], "edge_labels": ["edge"]}),
        ("sif", {"edges": [("a b c", "a b c")]}),
        ("parquet", {"edges": [("", "a")]}),
    ],
)
def test_what_would_be_read_otherwise_is_refused(form, graph, tmp_path):
    with pytest.raises(UsageError, match="spm"):
        spminer.write(spminer.from_edges(**graph), tmp_path / "graph", format=form)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", ["graphml", "gexf", "gml", "dot", "net", "json", "sif"])
def test_edge_labels_that_are_all_different_are_mentioned_and_can_be_insisted_on(suffix, tmp_path, caplog):
    pairs = [(f"n{i}", f"n{i + 1}") for i in range(12)]
    path = tmp_path / f"graph.{suffix}"
    spminer.write(spminer.from_edges(pairs, edge_labels=[f"l{i % 6}" for i in range(12)]), path)
    assert "different" not in caplog.text
    with caplog.at_level(logging.WARNING):
        spminer.write(spminer.from_edges(pairs, edge_labels=[f"l{i}" for i in range(12)]), path)
    assert "edge_labels=True" in caplog.text
    assert spminer.read(path).edge_labels is None
    assert len(spminer.read(path, edge_labels=True).edge_label_names) == 12


def test_labels_that_do_not_occur_do_not_matter():
    graphs = spminer.from_edges([(0, 1)], node_labels=["a", "b"])
    assert used_labels(graphs.node_label_names, graphs.node_labels[:1]) == ["a"]


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
