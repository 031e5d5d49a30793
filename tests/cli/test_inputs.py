import pytest

import spminer
from spminer.cli.console import Console
from spminer.cli.inputs import fetch_shown, read_all_graphs, read_graphs

AS_IT_IS = {"format": None, "directed": None, "edge_labels": False, "ids": "auto"}


def test_without_a_source_the_bundled_example():
    assert read_graphs(None, Console(quiet=True), **AS_IT_IS).source == "karate club (bundled example)"


@pytest.mark.parametrize("option", [{"format": "gml"}, {"directed": True}, {"edge_labels": True}, {"ids": "text"}])
def test_options_about_reading_need_something_to_read(option):
    with pytest.raises(spminer.UsageError, match="need a GRAPH"):
        read_graphs(None, Console(quiet=True), **{**AS_IT_IS, **option})


def test_options_are_passed_on(tmp_path):
    path = tmp_path / "x.dat"
    path.write_text("1 2 a\n2 1 b\n")
    options = {"format": "edgelist", "directed": True, "edge_labels": True, "ids": "text"}
    graphs = read_graphs(str(path), Console(quiet=True), **options)
    assert (graphs.directed, graphs.edge_label_names, graphs.node_names.tolist()) == (True, ("a", "b"), ["1", "2"])


def test_several_sources_are_one_collection(tmp_path):
    for name, text in (("a.txt", "0 1\n"), ("b.txt", "0 1\n1 2\n")):
        (tmp_path / name).write_text(text)
    sources = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    assert read_all_graphs(sources, Console(quiet=True), **AS_IT_IS).graph_offsets.tolist() == [0, 2, 5]
    assert read_all_graphs([], Console(quiet=True), **AS_IT_IS).num_nodes == 34
    with pytest.raises(spminer.UsageError, match="named twice"):
        read_all_graphs([sources[0], sources[0]], Console(quiet=True), **AS_IT_IS)


def test_what_was_dropped_is_said(tmp_path, capsys):
    path = tmp_path / "loops.txt"
    path.write_text("0 0\n0 1\n")
    read_graphs(str(path), Console(), **AS_IT_IS)
    assert "dropped 1 self-loop" in capsys.readouterr().err


def test_an_interrupted_fetch_says_that_it_goes_on(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("spminer.cli.inputs.fetch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch_shown("tu:MUTAG", Console())
    assert "the same command goes on with it" in capsys.readouterr().err
