import io

import pytest

import spminer

FILES = {
    "A": "1, 2\n2, 1\n4, 5\n5, 4\n",
    "graph_indicator": "1\n1\n1\n2\n2\n",
    "graph_labels": "1\n-1\n",
    "node_labels": "10\n9\n9\n10\n9\n",
    "edge_labels": "1\n1\n0\n0\n",
    "node_attributes": "0.5\n0.5\n0.5\n0.5\n0.5\n",
}


def named(files, folder="NAME/"):
    return {f"{folder}NAME_{part}.txt": text for part, text in files.items()}


@pytest.mark.parametrize("folder", ["", "NAME/", "deep/NAME/", "../../NAME/"])
def test_zip(zipped, folder, tmp_path):
    graphs = spminer.read(io.BytesIO(zipped(named(FILES, folder))))
    assert (graphs.num_graphs, graphs.num_nodes, graphs.num_edges) == (2, 5, 2)
    assert graphs.graph_offsets.tolist() == [0, 3, 5]
    assert graphs.node_label_names == ("9", "10")
    assert graphs.node_labels.tolist() == [1, 0, 0, 1, 0]
    assert graphs.edges()[2].tolist() == [1, 0]
    assert graphs.dropped.isolated_nodes == 1
    assert graphs.names([0, 4]) == ["1", "5"]
    assert graphs.graph_labels.tolist() == [1, -1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("nested", ["", "NAME/"])
def test_folder(tmp_path, nested):
    root = tmp_path / "NAME"
    for name, text in named(FILES, nested).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert spminer.read(root).num_edges == 2


def test_labels_are_optional(zipped):
    graphs = spminer.read(io.BytesIO(zipped(named({part: FILES[part] for part in ("A", "graph_indicator")}))))
    assert (graphs.num_graphs, graphs.node_labels, graphs.edge_labels) == (2, None, None)


def test_graphs_without_nodes_count_where_they_are_listed(zipped):
    files = {"A": "1 2\n", "graph_indicator": "2\n2\n", "graph_labels": "0\n0\n0\n"}
    assert spminer.read(io.BytesIO(zipped(named(files)))).graph_offsets.tolist() == [0, 0, 2, 2]


@pytest.mark.parametrize(("text", "said"), [("0\n0\n", ""), ("a\nb\n", "not whole numbers"), ("0.5\n1\n", "not whole")])
def test_what_is_no_class_is_left_out(zipped, caplog, text, said):
    graphs = spminer.read(io.BytesIO(zipped(named(FILES | {"graph_labels": text}))))
    assert (len(graphs), graphs.graph_labels) == (2, None)
    assert said in caplog.text
    assert bool(caplog.text) == bool(said)


def test_classes_go_there_and_back(zipped, tmp_path):
    graphs = spminer.read(io.BytesIO(zipped(named(FILES))))
    spminer.write(graphs, tmp_path / "again.zip")
    assert spminer.read(tmp_path / "again.zip").graph_labels.tolist() == [1, -1]
    assert graphs.without_labels().graph_labels.tolist() == [1, -1]
