import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from crews import InlineCrew
from effort import examples
from spminer import Monitor, Pattern
from spminer.counting import matching
from spminer.counting.at_anchors import AtAnchors, CountPiece, count_at_anchors, count_piece
from strategies import collection, labeled_graphs

PATTERNS = [Pattern.parse(text) for text in ("0-1,1-2@0", "0-1,1-2,2-0@0", "0-1,1-2,2-3@1", "0>1,1>2@1")]


@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    graph=labeled_graphs(max_nodes=10, labels=False),
    pattern=st.sampled_from(PATTERNS),
    induced=st.booleans(),
    steps=st.sampled_from([0, 3]),
    limit=st.sampled_from([0, 2]),
    data=st.data(),
)
def test_pieces_say_what_one_call_says(graph, pattern, induced, steps, limit, data, monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 4)
    graphs, asked = collection(graph), AtAnchors(pattern, induced, steps, limit)
    some = st.lists(st.integers(0, len(graph) - 1), min_size=1, unique=True).map(lambda n: np.array(n, np.int32))
    among = data.draw(st.none() | some)
    here = count_at_anchors(asked, graphs, Monitor(), among=among)
    there = count_at_anchors(asked, graphs, Monitor(crew=InlineCrew()), among=among)
    assert [part.tolist() for part in there] == [part.tolist() for part in here]


@pytest.fixture(scope="module")
def dense():
    return spminer.from_networkx(nx.gnp_random_graph(50, 0.4, seed=3))


def test_a_piece_that_takes_too_long_leaves_the_rest_in_others(dense):
    asked = AtAnchors(Pattern.parse("0-1,1-2,2-3,3-4@0"))
    expected, _ = count_at_anchors(asked, dense, Monitor())
    found, left = np.zeros(50, np.uint64), [CountPiece(asked, np.arange(50, dtype=np.int32), 1e-9)]
    rounds = 0
    while left:
        rounds += 1
        values = [count_piece(dense, piece, Monitor()) for piece in left]
        for (where, counts, complete), _ in values:
            assert complete.all()
            found[where] += counts
        left = [piece for _, further in values for piece in further]
    assert rounds > 1
    assert found.tolist() == expected.tolist()


def test_what_a_stopped_run_has_not_counted_is_a_lower_bound(dense):
    monitor = Monitor(crew=InlineCrew())
    monitor.cancel()
    counts, complete = count_at_anchors(AtAnchors(PATTERNS[0]), dense, monitor)
    assert counts.sum() == complete.sum() == 0
