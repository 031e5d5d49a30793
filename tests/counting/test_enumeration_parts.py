import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, UsageError
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.executor import logger
from spminer.counting import enumeration_parts
from spminer.counting.enumeration import count_classes
from spminer.counting.enumeration_parts import RootsPiece, visit_roots
from spminer.datasets import example
from support.builders import collection
from support.executors import InlineExecutor
from support.strategies import examples, labeled_graphs


def rows(table):
    entries = range(len(table.class_id))
    patterns = [table.pattern(entry, True) for entry in entries]
    texts = [(p.size, p.anchor, p.edges.tobytes(), tuple(p.labels)) for p in patterns]
    return table.stop_reason, table.seen, texts, table.anchored.tolist(), table.graph.tolist(), table.class_id.tolist()


@pytest.fixture
def tiny(monkeypatch):
    """Pieces of a root or two, and a quota that leaves much of them."""
    monkeypatch.setattr(enumeration_parts, "_WEIGHT", 4)
    monkeypatch.setattr(enumeration_parts, "_QUOTA", 3)


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=labeled_graphs(max_nodes=14), size=st.integers(2, 5))
@pytest.mark.usefixtures("tiny")
def test_parts_are_those_of_one_run(graph, size):
    graphs, executor = collection(graph), InlineExecutor()
    here = count_classes(graphs, size, "esu", Monitor())
    assert rows(count_classes(graphs, size, "esu", Monitor(executor=executor))) == rows(here)


@pytest.mark.parametrize("quota", [1, 10, 1000, 10**6])
def test_any_quota_gives_the_same(monkeypatch, quota):
    monkeypatch.setattr(enumeration_parts, "_QUOTA", quota)
    graphs, executor = spminer.from_networkx(nx.barabasi_albert_graph(60, 3, seed=1)), InlineExecutor()
    assert rows(count_classes(graphs, 4, "esu", Monitor(executor=executor))) == rows(
        count_classes(graphs, 4, "esu", Monitor())
    )
    assert (executor.pieces > 1) == (quota < 10**6)


def test_a_hub_is_cut_by_its_branches(monkeypatch):
    monkeypatch.setattr(enumeration_parts, "_QUOTA", 50)
    clique = spminer.from_networkx(nx.complete_graph(40))
    _, left = visit_roots(clique, RootsPiece(3, 0, 40), Monitor())
    assert {piece.first for piece in left if piece.branch_end >= 0} == {0}
    assert len([piece for piece in left if piece.branch_end >= 0]) > 5
    assert left[-1].last == 40


def test_no_roots_are_no_pieces():
    executor = InlineExecutor()
    table = count_classes(spminer.from_edges([(0, 1)]), 3, "esu", Monitor(executor=executor))
    assert (len(table.class_id), table.complete, executor.pieces) == (0, True, 0)


@pytest.mark.usefixtures("tiny")
def test_what_was_visited_is_kept_and_not_visited_again(tmp_path, monkeypatch):
    monkeypatch.setattr(enumeration_parts, "_KEEP_EVERY_S", 0.0)
    monkeypatch.setattr(enumeration_parts, "_KEEP_SHARE", 1e9)
    whole = InlineExecutor()
    expected = rows(count_classes(example(), 4, "esu", Monitor(executor=whole)))
    for stop_after in (1, 5, 40):
        checkpoint = Checkpoint(tmp_path / str(stop_after), {})
        monitor = Monitor()
        monitor.executor = first = _StoppedAfter(monitor, stop_after)
        stopped = count_classes(example(), 4, "esu", monitor, states=States(checkpoint))
        assert stopped.stop_reason == "interrupted"
        assert sum(stopped.anchored) <= sum(expected[3])
        second = InlineExecutor()
        again = count_classes(example(), 4, "esu", Monitor(executor=second), states=States(checkpoint))
        assert rows(again) == expected
        assert first.pieces + second.pieces == whole.pieces


class _StoppedAfter(InlineExecutor):
    def __init__(self, monitor, pieces):
        super().__init__()
        self._monitor, self._limit = monitor, pieces

    def map(self, *arguments, **options):
        for value in super().map(*arguments, **options):
            if self.pieces == self._limit:
                self._monitor.cancel()
            yield value


def test_a_memory_limit_ends_it_with_lower_bounds(monkeypatch):
    monkeypatch.setattr(enumeration_parts, "_QUOTA", 100)
    executor = InlineExecutor()
    table = count_classes(example(), 5, "esu", Monitor(executor=executor), memory_limit=1000)
    assert table.stop_reason == "memory limit"


def test_too_many_labels_are_refused_with_the_remedy():
    labels = [str(number) for number in range(300)]
    edges = [(0, number) for number in range(1, 301)]
    graphs = spminer.from_edges(edges, edge_labels=labels)
    with pytest.raises(UsageError, match="enumerate a smaller size or leave the labels out"):
        count_classes(graphs, 16, "esu", Monitor(executor=InlineExecutor()))


def test_other_engines_say_that_they_work_here(caplog):
    monitor = Monitor(executor=InlineExecutor())
    with caplog.at_level("WARNING", logger=logger.name):
        count_classes(example(), 3, "tally", monitor)
        count_classes(example(), 4, "tally", monitor.part())
    assert caplog.text.count("engine 'tally' works in this process, not on the cluster") == 1


def test_ranges_are_even_and_whole():
    for weights in ([1], [5, 1, 1, 1], list(range(100))):
        for wanted in (0.1, 1, 3, 7.5, 1000):
            ranges = enumeration_parts._even(np.array(weights), wanted)
            assert [number for a, b in ranges for number in range(a, b)] == list(range(len(weights)))
    assert enumeration_parts._even(np.empty(0, dtype=np.int64), 3) == []


def test_a_piece_that_keeps_too_much_leaves_the_rest(monkeypatch):
    monkeypatch.setattr(enumeration_parts, "_QUOTA_BYTES", 200)
    graphs, executor = spminer.from_networkx(nx.barabasi_albert_graph(60, 3, seed=1)), InlineExecutor()
    assert rows(count_classes(graphs, 5, "esu", Monitor(executor=executor))) == rows(
        count_classes(graphs, 5, "esu", Monitor())
    )
    assert executor.pieces > 1
