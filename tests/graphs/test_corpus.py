"""Tests of graphs/attributed.py, graphs/reading.py, graphs/formats/dot.py, graphs/formats/dottokens.py,
graphs/formats/foreign.py, graphs/formats/gexf.py, graphs/formats/json.py, graphs/formats/jsonshapes.py,
graphs/formats/matrix.py, graphs/formats/molecules.py, graphs/formats/neo4j.py, graphs/formats/packed.py,
graphs/formats/pajek.py, graphs/formats/scipynpz.py, graphs/formats/sif.py, graphs/formats/arrow.py,
graphs/formats/table.py, graphs/formats/xml.py, graphs/tables/arrow.py, graphs/tables/columns.py,
graphs/tables/doubts.py, graphs/tables/edges.py, graphs/tables/numbering.py, graphs/tables/rows.py,
graphs/tables/text.py and graphs/tables/words.py: files as users have them, each read rightly or refused.

A file that is misread without a word is the worst that can happen; so each has its line here, and a file without
one is a failure.
"""

from pathlib import Path

import pytest

import spminer
from spminer import InputError

CORPUS = Path(__file__).parent / "corpus"

# name: graphs, nodes, edges, direction, node labels, edge labels, first names, words of what is said
READ = {
    "header-gene-blanks.txt": (1, 3, 2, "U", "", "", "TP53 MDM2 ATM", "columns gene1 and gene2 (header)"),
    "header-names-with-commas.csv": (1, 3, 2, "U", "", "", "Doe, Ann Roe, Bob Poe, Cid", "columns source and target"),
    "header-start-end.csv": (1, 3, 2, "U", "", "", "ann bob cid", "columns node1 and node2 (header)"),
    "header-start-end-only.csv": (1, 3, 2, "U", "", "", "A B C", "columns start and end (header)"),
    "plain-decimal-comma.csv": (1, 3, 2, "U", "", "", "ann bob cid", "columns 1 and 2 (no header)"),
    "quoted-blanks.txt": (1, 3, 2, "U", "", "", "New York Paris Rome", "columns 1 and 2 (no header)"),
    "cytoscape.cyjs.txt": (1, 3, 2, "U", "x y", "", "n1 n2 n3", "labels from attribute label"),
    "d3-places.json": (1, 3, 2, "U", "", "", "Myriel Napoleon Labarre", "node-link JSON"),
    "dot-in.txt": (1, 3, 2, "U", "", "", "New York Paris Rome", "DOT"),
    "edges.feather": (1, 3, 2, "U", "", "", "a b c", "columns from and to"),
    "edges.jsonl": (1, 3, 2, "U", "", "", "a b c", "columns source and target"),
    "edges.parquet": (1, 3, 2, "U", "", "", "a b c", "columns from and to"),
    "gephi-edges-directed.csv": (1, 3, 3, "D", "", "", "0 1 2", "columns Source and Target (header)"),
    "gephi-edges-undirected.csv": (1, 3, 2, "U", "", "", "0 1 2", "columns Source and Target (header)"),
    "gephi.gexf": (1, 3, 2, "D", "", "", "Ann Bob Cid", "names from attribute label (no two alike)"),
    "gephi.graphml": (1, 3, 2, "U", "", "", "Ann Bob Cid", "names from attribute label (no two alike)"),
    "gexf-in.txt": (1, 3, 2, "D", "", "", "Ann Bob Cid", "names from attribute label (no two alike)"),
    "grami-fractions.lg": (1, 3, 2, "U", "1 2", "1.0 2.0", "0 1 2", "labels from v lines"),
    "grami-weights.lg": (
        1,
        3,
        2,
        "U",
        "1 2",
        "",
        "0 1 2",
        "numbers with a fraction on e lines are taken for weights; edge_labels=True makes them labels",
    ),
    "grami.lg": (1, 3, 2, "U", "1 2", "3 4", "0 1 2", "labels from v lines"),
    "graph.dot": (1, 7, 5, "D", "", " x", "a b c d", "labels from attribute label"),
    "graphs.jsonl": (2, 5, 3, "U", "", "", "0 1 0 1", "node-link JSON"),
    "header-bom-crlf.csv": (1, 3, 2, "U", "", "", "a b c", "columns source and target (header)"),
    "header-camel.csv": (1, 3, 2, "U", "", "", "A B C", "columns fromAccount and toAccount (header)"),
    "header-citing.csv": (1, 3, 2, "U", "", "", "A1 B2 C3", "columns citing and cited (header)"),
    "header-edge-id.csv": (1, 3, 2, "U", "", "", "10 20 30", "columns from_node and to_node (header)"),
    "header-follows.csv": (1, 3, 3, "U", "", "", "7 8 9", "columns follower_id and followee_id (header)"),
    "header-from-to.tsv": (1, 3, 2, "U", "", "", "ann bob cid", "columns from and to (header)"),
    "header-gene.tsv": (1, 4, 3, "U", "", "", "TP53 MDM2 MDM4 ATM", "columns gene1 and gene2 (header)"),
    "header-hidden.csv": (
        1,
        6,
        4,
        "U",
        "",
        "",
        "tenant landlord ann bob",
        "the first row, tenant and landlord, is taken for an edge; header=True takes it for names of columns",
    ),
    "header-hidden-short.csv": (1, 4, 2, "U", "", "", "tenant landlord ann bob", "is taken for an edge; header=True"),
    "header-ij-numbers.txt": (1, 3, 2, "U", "", "", "1 2 3", "columns i and j (header)"),
    "header-index-column.csv": (1, 3, 2, "U", "", "", "ann bob cid", "columns source and target (header)"),
    "header-person-names-only.csv": (1, 3, 2, "U", "", "", "ann bob cid", "columns person_a and person_b (header)"),
    "header-person.csv": (1, 3, 3, "U", "", "", "ann bob cid", "columns person_a and person_b (header)"),
    "header-quoted.csv": (1, 3, 2, "U", "", "", 'Ann "A" Bob, Jr. Cid', "columns source and target (header)"),
    "header-roles.csv": (1, 4, 3, "U", "", "", "ann bob cid dan", "columns employee and manager (the only two"),
    "header-roles-ids.csv": (1, 3, 2, "U", "", "", "ann bob cid", "columns employee_id and manager_id (the only two"),
    "header-semicolon.csv": (1, 3, 2, "U", "", "", "a b c", "columns from and to (header)"),
    "header-snap.txt": (1, 3, 3, "D", "", "", "0 1 2", "columns FromNodeId and ToNodeId"),
    "header-source-target.csv": (1, 3, 3, "U", "", "", "1 2 3", "columns source and target (header)"),
    "header-src-dst.csv": (1, 3, 2, "U", "", "", "10.0.0.1 10.0.0.2 10.0.0.3", "columns src and dst (header)"),
    "header-string-db.txt": (
        1,
        3,
        2,
        "U",
        "",
        "",
        "9606.ENSP0001 9606.ENSP0002 9606.ENSP0003",
        "columns protein1 and protein2 (header)",
    ),
    "header-string-export.tsv": (1, 3, 2, "U", "", "", "TP53 MDM2 ATM", "columns node1 and node2"),
    "header-string-both-ids.tsv": (1, 3, 2, "U", "", "", "TP53 MDM2 ATM", "columns node1 and node2"),
    "header-target-first.csv": (1, 3, 2, "U", "", "", "a b c", "columns source and target (header)"),
    "header-time-names.csv": (1, 3, 2, "U", "", "", "ann bob cid", "columns sender and receiver (header)"),
    "header-time.csv": (1, 3, 3, "U", "", "", "1 2 3", "columns i and j (header)"),
    "header-triples.csv": (1, 3, 2, "U", "", "", "paris france lyon", "columns head and tail (header)"),
    "header-two-pairs.csv": (1, 3, 2, "U", "", "", "1 2 3", "columns source_id and target_id (header)"),
    "header-users-items.csv": (1, 3, 2, "U", "", "", "1 2 10", "equal ids in both columns are one node"),
    "header-uv-names.csv": (1, 3, 2, "U", "", "", "alice bob carol", "columns u and v (header)"),
    "jgf.json": (1, 2, 1, "D", "", "", "Ann Bob", "names from attribute label (no two alike)"),
    "labels.graphml": (1, 3, 2, "U", "C O", "", "0 1 2", "labels from attribute label"),
    "matrix-blanks.txt": (1, 4, 4, "U", "", "", "0 1 2 3", "adjacency matrix"),
    "matrix-named.csv": (1, 3, 2, "U", "", "", "ann bob cid", "names from the first row"),
    "matrix-plain.csv": (1, 3, 2, "U", "", "", "0 1 2", "adjacency matrix"),
    "matrix-r.txt": (1, 3, 3, "D", "", "", "a b c", "names from the first row"),
    "matrix-top-names.tsv": (1, 3, 2, "U", "", "", "a b c", "names from the first row"),
    "matrix-upper.csv": (
        1,
        3,
        3,
        "D",
        "",
        "",
        "a b c",
        "only one half of the matrix is filled; directed=False takes it for half of a symmetric one",
    ),
    "matrix-weights.csv": (1, 3, 2, "U", "", "", "0 1 2", "adjacency matrix"),
    "molecule.sdf": (1, 3, 2, "U", "C O", "single", "0 1 2", "labels from elements of atoms"),
    "neighbors.json": (1, 3, 2, "U", "", "", "a b c", "lists of neighbors in JSON"),
    "neo4j-apoc.csv": (1, 3, 2, "D", "Dog Person", "KNOWS OWNS", "0 1 2", "labels from attribute :LABEL"),
    "neo4j-relationships.csv": (1, 3, 2, "D", "", "KNOWS LIKES", "1 2 3", "labels from attribute :TYPE"),
    "neo4j-spaces.csv": (
        1,
        4,
        3,
        "D",
        "",
        "ACTED_IN DIRECTED",
        "Person:1 Movie:1 Person:2 Movie:2",
        "labels from attribute :TYPE",
    ),
    "network.sif": (1, 5, 3, "U", "", "pd pp", "TP53 MDM2 MDM4 ATM", "columns 1 and 3, the relation between them"),
    "node-link.json": (1, 3, 2, "D", "", "", "a b c", "node-link JSON"),
    "one-file.zip": (1, 3, 2, "U", "", "", "a b c", "columns from and to (header)"),
    "packed.csv.zst": (1, 3, 2, "U", "", "", "a b c", "columns from and to (header)"),
    "packed.txt.bz2": (1, 3, 2, "U", "", "", "1 2 3", "columns 1 and 2 (no header)"),
    "packed.txt.xz": (1, 3, 2, "U", "", "", "1 2 3", "columns 1 and 2 (no header)"),
    "pairs-json.txt": (1, 3, 3, "U", "", "", "1 2 3", "columns source and target"),
    "pajek-edges.txt": (1, 3, 2, "U", "", "", "1 2 3", "Pajek network"),
    "pajek.net": (1, 4, 2, "D", "", "", "Ann A Bob Cid Dan", "names from attribute label (no two alike)"),
    "plain-labels.txt": (1, 4, 3, "U", "", "", "ann bob cid dan", "columns 1 and 2 (no header)"),
    "plain-names.txt": (1, 3, 2, "U", "", "", "ann bob cid", "columns 1 and 2 (no header)"),
    "plain-numbers.txt": (1, 3, 3, "U", "", "", "1 2 3", "columns 1 and 2 (no header)"),
    "plain-time-last.txt": (1, 4, 4, "U", "", "", "1 2 3 4", "columns 1 and 2 (no header)"),
    "plain-weights.txt": (1, 3, 2, "U", "", "", "1 2 3", "columns 1 and 2 (no header)"),
    "scipy.npz": (1, 3, 2, "D", "", "", "0 1 2", "SciPy sparse matrix"),
    "sif-in.txt": (
        1,
        3,
        3,
        "U",
        "",
        "activates inhibits",
        "TP53 MDM2 ATM",
        "columns 1 and 3, the relation between them",
    ),
    "smiles-in.txt": (2, 6, 4, "U", "C N O", "double single triple", "0 1 2 3", "labels from elements of atoms"),
    "smiles-table.csv": (2, 4, 2, "U", "C O", "single", "0 1 2 0", "labels from elements of atoms"),
    "smiles.smi": (3, 13, 11, "U", "C O", "aromatic double single", "0 1 2 0", "labels from elements of atoms"),
    "triples-numbers.txt": (1, 3, 3, "U", "", "hates knows", "1 2 3", "columns 1 and 3, the relation between them"),
    "unit-names.txt": (1, 4, 3, "U", "", "", "B C N O", "columns 1 and 2 (no header)"),
    "weights-square.txt": (1, 3, 3, "U", "", "", "1 2 3", "columns 1 and 2 (no header)"),
    "works.jsonl": (1, 3, 3, "D", "", "", "W1 W2 W3", "edges from id and each of referenced_works"),
}

# name: words of the error
REFUSED = {
    "excel-sep.csv": "is a table for Excel",
    "cut.json": "is not JSON (Expecting ':' delimiter: line 1 column 28 (char 27))",
    "cypher.txt": "is a Cypher script",
    "dimacs.txt": "is DIMACS",
    "dot-arrow-wrong.dot": "'->' in a graph",
    "empty.csv": "no edges found",
    "entities.graphml": "declares XML entities",
    "fasta.txt": "is FASTA",
    "gdf.txt": "is GDF of GUESS",
    "gephi-edges-mixed.csv": "column Type mixes directed and undirected edges",
    "gephi-nodes.csv": "looks like a table of nodes, not of edges: Id, Label, timeset, modularity_class",
    "gexf-mixed.gexf": "mixes directed and undirected edges",
    "header-coordinates.csv": "cannot tell which columns hold the ends of the edges, of: x1, y1, x2, y2",
    "header-unknown-three.csv": "cannot tell which columns hold the ends of the edges, of: city, river, country, score",
    "header-unknown-two.csv": "cannot tell which columns hold the ends of the edges, of: tenant, landlord, since",
    "matrix-not-square.csv": "has 2 rows and 3 columns",
    "metis.txt": "is METIS: the number of nodes and edges, then neighbors",
    "mixed-ids.txt": "node id 'TP53' is not a whole number",
    "neo4j-nodes.csv": "looks like a table of nodes, not of edges: :ID, name, :LABEL",
    "no-graph.json": "is JSON, but no graph that is known",
    "one-column.txt": "expected at least 2 columns, found 1 in 'ann'",
    "other.xml": "is XML, but neither GraphML nor GEXF",
    "pajek-mixed.net": "mixes arcs and edges",
    "plain-adjacency-lists.txt": "rows have 2 to 4 columns, as lists of neighbors have",
    "plain-measurements.csv": "has 9 columns of numbers and is no square matrix, so the edges are not plain",
    "plain-points.txt": "0.5 is a number with a fraction, not a node id",
    "plain-time-first-names.txt": "column 1 has numbers and the columns beside it have names",
    "plain-time-first.txt": "column 1 looks like a time, and columns 2 and 3 like the ends of edges",
    "plain-triples-unclear.txt": "has three columns of names, and the relation may be the second or the third",
    "rdf.txt": "is RDF",
    "smiles-wrong.smi": "'C1CC' is no SMILES of a possible molecule",
    "tgf.txt": "is TGF: nodes, a line '#', then edges",
    "turtle.txt": "is RDF",
    "web-page.txt": "is a web page",
}

# name, options, the same as above
ASKED = [
    ("header-hidden.csv", {"header": True}, (1, 4, 3, "U", "", "", "ann bob cid dan", "columns tenant and landlord")),
    (
        "header-unknown-three.csv",
        {"source": "city", "target": "river", "edge_label": "country"},
        (1, 4, 2, "U", "", "France", "Paris Seine Lyon Rhone", "edge labels from column country"),
    ),
    (
        "header-unknown-two.csv",
        {"source": "tenant", "target": "landlord", "directed": True},
        (1, 3, 2, "D", "", "", "ann bob cid", "not taken: since"),
    ),
    ("plain-time-first.txt", {"source": 2, "target": 3}, (1, 4, 6, "U", "", "", "1 2 3 4", "columns 2 and 3")),
    (
        "plain-time-first-names.txt",
        {"source": 2, "target": 3},
        (1, 3, 2, "U", "", "", "ann bob cid", "columns 2 and 3"),
    ),
    ("plain-triples-unclear.txt", {"format": "sif"}, (1, 2, 1, "U", "", "likes", "ann bob", "SIF")),
    ("gephi-edges-mixed.csv", {"directed": False}, (1, 3, 2, "U", "", "", "0 1 2", "asked for")),
    (
        "gephi-edges-directed.csv",
        {"nodes": "gephi-nodes.csv"},
        (1, 3, 3, "D", "", "", "Ann Bob Cid", "names from column Label"),
    ),
    (
        "gephi-edges-directed.csv",
        {"nodes": "gephi-nodes.csv", "label": "modularity_class"},
        (1, 3, 3, "D", "1 2", "", "Ann Bob Cid", "node labels from column modularity_class"),
    ),
    ("gephi.gexf", {"label": "class"}, (1, 3, 2, "D", "x y", "", "Ann Bob Cid", "node labels from attribute class")),
    ("gephi.graphml", {"label": "label"}, (1, 3, 2, "U", "Ann Bob Cid", "", "0 1 2", "attribute label")),
    ("node-link.json", {"label": "group"}, (1, 3, 2, "D", "1 2", "", "a b c", "attribute group")),
    ("jgf.json", {"edge_label": "relation", "directed": False}, (1, 2, 1, "U", "", "knows", "Ann Bob", "asked for")),
    (
        "neo4j-relationships.csv",
        {"nodes": "neo4j-nodes.csv"},
        (1, 3, 2, "D", "Dog Person", "KNOWS LIKES", "1 2 3", "attribute :LABEL"),
    ),
    ("grami-weights.lg", {"edge_labels": True}, (1, 3, 2, "U", "1 2", "0.25 0.5", "0 1 2", "e lines")),
    ("matrix-upper.csv", {"directed": False}, (1, 3, 3, "U", "", "", "a b c", "asked for")),
    ("matrix-weights.csv", {"edge_labels": True}, (1, 3, 2, "U", "", "0.5 2", "0 1 2", "labels from the values")),
    ("mixed-ids.txt", {"ids": "text"}, (1, 3, 2, "U", "", "", "1 2 TP53", "columns 1 and 2")),
    ("plain-points.txt", {"ids": "text"}, (1, 4, 2, "U", "", "", "0.5 1.5 2.5 3.5", "columns 1 and 2")),
    ("header-from-to.tsv", {"edge_labels": True}, (1, 3, 2, "U", "", "foe friend", "ann bob cid", "column type")),
    ("smiles-table.csv", {"source": "smiles"}, (2, 4, 2, "U", "C O", "single", "0 1 2 0", "SMILES")),
    (
        "labels.graphml",
        {"label_names": {"C": "carbon", "O": "oxygen"}},
        (1, 3, 2, "U", "carbon oxygen", "", "0 1 2", ""),
    ),
]


def outcome(graphs):
    return (
        graphs.num_graphs,
        graphs.num_nodes,
        graphs.num_edges,
        "D" if graphs.directed else "U",
        " ".join(graphs.node_label_names),
        " ".join(graphs.edge_label_names),
        " ".join(graphs.names(range(min(4, graphs.num_nodes)))),
    )


def check(graphs, expected):
    *facts, words = expected
    assert outcome(graphs) == tuple(facts)
    assert words in graphs.reading.message()
    assert graphs.reading.direction.startswith("directed" if graphs.directed else "undirected")


@pytest.mark.parametrize("name", READ)
def test_read(name):
    check(spminer.read(CORPUS / name), READ[name])


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    with pytest.raises(InputError) as caught:
        spminer.read(CORPUS / name)
    assert REFUSED[name] in str(caught.value)
    assert caught.value.source == str(CORPUS / name)
    assert caught.value.remedy


@pytest.mark.parametrize(("name", "options", "expected"), ASKED)
def test_asked(name, options, expected):
    if "nodes" in options:
        options = {**options, "nodes": CORPUS / options["nodes"]}
    check(spminer.read(CORPUS / name, **options), expected)


def test_every_file_has_its_outcome():
    files = {path.name for path in CORPUS.iterdir() if path.is_file()}
    assert files == READ.keys() | REFUSED.keys()
    assert len(files) >= 60


def test_content_counts_and_not_the_name(tmp_path):
    """The same content under the name of an edge list is read as what it is, or refused."""
    for name in READ:
        content = (CORPUS / name).read_bytes()
        if name.endswith((".net", ".sif", ".lg", ".smi")):
            continue  # which their names alone tell for certain
        (tmp_path / "file.txt").write_bytes(content)
        assert outcome(spminer.read(tmp_path / "file.txt")) == READ[name][:-1], name
