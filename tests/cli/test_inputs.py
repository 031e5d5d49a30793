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


def names_of_many(folder, lines=400_000):
    """A file of some ten megabytes."""
    path = folder / "many.txt"
    path.write_bytes(b"".join(b"person-%07d person-%07d\n" % (n, n * 7 % lines) for n in range(lines)))
    return path


@pytest.mark.parametrize("verb", [("mine", "-k", "3"), ("count", "0-1,1-2"), ("enumerate", "--size", "3")])
def test_a_limit_that_ends_while_a_large_file_is_read_is_said_and_leaves_nothing(run, tmp_path, monkeypatch, verb):
    monkeypatch.setattr("spminer._util.deadline._GRACE_S", 0.0)
    path, output = names_of_many(tmp_path), tmp_path / "result.json"
    line = (*verb[:2], path) if verb[0] == "count" else (verb[0], path, *verb[1:])
    code, out, err = run(*line, "--time-limit", "0.01", "--output", output)
    assert (code, out) == (5, "")
    assert "the time limit of 0.01 s ended while reading" in err
    assert "% done), so that there is no result; give more time, or `spminer convert`" in err
    assert not output.exists()


def test_a_small_file_is_read_whatever_the_limit(run, friends, tmp_path, monkeypatch):
    monkeypatch.setattr("spminer._util.deadline._GRACE_S", 600.0)
    output = tmp_path / "result.json"
    assert run("mine", friends, "-k", "3", "--time-limit", "0.000001", "--output", output).code == 5
    assert output.exists()
