import dataclasses
import io
import os
import threading

import numpy as np
import pytest

import spminer
from spminer import UsageError
from spminer.graphs.formats import format as checks
from spminer.graphs.formats.format import Format, Holds, names_as_text, open_atomic, write_rows


def checked(graphs, **holds):
    """Check graphs against a format that holds this."""
    Format("x", "a format", (), bool, None, None, Holds(**holds)).check_graphs(graphs)


def test_all_that_would_be_lost_is_named():
    graphs = spminer.from_edges([(0, 1)], num_nodes=3, node_labels="abc", directed=True)
    with pytest.raises(UsageError, match="cannot hold node labels and direction and nodes without edges; format spm"):
        checked(graphs, directed=False)
    checked(graphs, node_labels=True, isolated=True)


@pytest.mark.parametrize(
    ("edges", "said"), [([(0, 1)], False), ([(5, 6)], False), ([(5, 7)], True), ([("a", "b")], True)]
)
def test_names_that_are_no_consecutive_numbers_are_missed(edges, said, caplog):
    checked(spminer.from_edges(edges), names=False)
    assert ("does not keep node names" in caplog.text) is said


def test_a_name_that_breaks_the_format_is_refused():
    graphs = spminer.from_edges([("a b", "c")])
    checked(graphs, bad_names=",")
    assert names_as_text(graphs).tolist() == ["a b", "c"]
    with pytest.raises(UsageError, match="format x cannot hold the node name 'a b'"):
        checked(graphs, bad_names=r"\s")
    numbered = spminer.from_edges([(3, 8)])
    checked(numbered, bad_names=".")
    assert names_as_text(numbered).tolist() == ["3", "8"]


@pytest.mark.parametrize("labels", ["node_labels", "edge_labels"])
def test_labels_that_break_the_format_are_refused_if_they_occur(labels):
    texts = {"node_labels": "aba", "edge_labels": "ab"}[labels]
    graphs = spminer.from_edges([(0, 1), (1, 2)], **{labels: texts})
    checked(graphs, **{labels: True}, bad_labels="z")
    with pytest.raises(UsageError, match="format x cannot hold the label 'b'"):
        checked(graphs, **{labels: True}, bad_labels="b")
    codes = np.zeros_like(getattr(graphs, labels))
    checked(dataclasses.replace(graphs, **{labels: codes}), **{labels: True}, bad_labels="b")


def test_what_is_refused_is_not_given_to_the_writer():
    written = []
    form = Format("x", "a format", (), bool, None, lambda *given: written.append(given[0]), Holds(directed=False))
    with pytest.raises(UsageError, match="format x cannot hold direction"):
        form.write(spminer.from_edges([(0, 1)], directed=True), io.BytesIO())
    assert written == []
    form.write(graphs := spminer.from_edges([(0, 1)]), io.BytesIO())
    assert written == [graphs]


def test_rows_are_whole_whatever_is_written_at_once(monkeypatch):
    monkeypatch.setattr(checks, "_ROWS_AT_ONCE", 2)
    file = io.BytesIO()
    write_rows(file, [np.array(list("abc"), dtype=object), np.array(list("xyz"), dtype=object)], "\t")
    assert file.getvalue() == b"a\tx\nb\ty\nc\tz\n"


def test_an_interrupt_right_after_the_folder_is_made_leaves_nothing(tmp_path, monkeypatch):
    def made_and_interrupted(path, mode=0o777, make=os.mkdir):
        make(path, mode)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", made_and_interrupted)
    with pytest.raises(KeyboardInterrupt), open_atomic(tmp_path / "graph.txt"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_pipe_stays_a_pipe_and_gets_the_graph(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()), daemon=True)
    reader.start()
    spminer.write(spminer.from_edges([(0, 1), (1, 2)]), pipe, format="edgelist")
    reader.join(10)
    assert received == ["# Undirected graph\n0\t1\n1\t2\n"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
