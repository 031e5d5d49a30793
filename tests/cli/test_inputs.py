import zipfile
from io import BytesIO

import pytest

from spminer.cli.console import Console
from spminer.cli.inputs import fetch_shown, read_all_graphs, read_graphs
from spminer.cli.reading import ReadingOptions
from spminer.datasets import example
from spminer.errors import UsageError


def tudataset():
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as folder:
        folder.writestr("TINY/TINY_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n")
        folder.writestr("TINY/TINY_graph_indicator.txt", "1\n1\n1\n")
    return archive.getvalue()


def test_without_a_source_it_is_the_bundled_example():
    assert read_graphs(None, Console()).num_edges == example().num_edges
    assert read_all_graphs(None, Console()).num_nodes == example().num_nodes


@pytest.mark.parametrize(
    "option", [{"format": "edgelist"}, {"directed": True}, {"edge_labels": True}, {"ids": "text"}, {"source": "a"}]
)
def test_options_about_reading_need_something_to_read(option):
    with pytest.raises(UsageError, match="need a GRAPH to read"):
        read_graphs(None, Console(), ReadingOptions(**option))


def test_options_reach_the_reader(friends):
    graphs = read_graphs(str(friends), Console(quiet=True), ReadingOptions(directed=True))
    assert (graphs.num_nodes, graphs.directed) == (4, True)


def test_several_sources_are_one_collection_and_none_is_taken_twice(friends, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("source,target\nx,y\n")
    both = read_all_graphs([str(friends), str(other)], Console(quiet=True))
    assert (both.num_graphs, both.num_nodes) == (2, 6)
    with pytest.raises(UsageError, match="named twice"):
        read_all_graphs([str(friends), str(friends)], Console())


def test_a_named_data_set_is_fetched_once(data_server):
    data_server.files["tu/TINY.zip"] = tudataset()
    for _ in range(2):
        assert read_graphs("tu:TINY", Console(quiet=True)).num_nodes == 3
    assert len(data_server.requests) == 1


def test_an_interrupted_fetch_says_that_it_goes_on(data_server, capsys, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("spminer.cli.inputs.fetch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch_shown("tu:TINY", Console())
    assert "the same command goes on with it" in capsys.readouterr().err


def test_what_was_dropped_is_said(friends, capsys):
    read_graphs(str(friends), Console())
    assert "dropped 1 self-loop" in capsys.readouterr().err
