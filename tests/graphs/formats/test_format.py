import io
import os
import threading

import numpy as np
import pytest

import spminer
from spminer import UsageError
from spminer.graphs.formats import format as checks
from spminer.graphs.formats.format import check_holds, open_atomic, plain_names, write_rows


def test_all_that_would_be_lost_is_named():
    graphs = spminer.from_edges([(0, 1)], num_nodes=3, node_labels="abc", directed=True)
    with pytest.raises(UsageError, match="cannot hold node labels and direction and nodes without edges; format spm"):
        check_holds(graphs, "x", directed=False)
    check_holds(graphs, "x", node_labels=True, isolated=True)


@pytest.mark.parametrize(
    ("edges", "said"), [([(0, 1)], False), ([(5, 6)], False), ([(5, 7)], True), ([("a", "b")], True)]
)
def test_names_that_are_no_consecutive_numbers_are_missed(edges, said, caplog):
    check_holds(spminer.from_edges(edges), "x", names=False)
    assert ("does not keep node names" in caplog.text) is said


def test_a_name_that_breaks_the_format_is_refused():
    graphs = spminer.from_edges([("a b", "c")])
    assert plain_names(graphs, "x", forbidden=",").tolist() == ["a b", "c"]
    with pytest.raises(UsageError, match="cannot hold the node name 'a b'"):
        plain_names(graphs, "x", forbidden=r"\s")
    assert plain_names(spminer.from_edges([(3, 8)]), "x", forbidden=".").tolist() == ["3", "8"]


def test_rows_are_whole_whatever_is_written_at_once(monkeypatch):
    monkeypatch.setattr(checks, "ROWS_AT_ONCE", 2)
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
