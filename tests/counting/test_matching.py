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
from spminer.counting.matching import MatchPiece, match_anchors, match_node_sets, match_piece
from spminer.counting.query import Query
from strategies import collection, labeled_graphs, pattern_of


def facts(matched):
    return matched.count, matched.tested, matched.undecided, matched.stop_reason, matched.complete


@pytest.fixture
def tiny_pieces(monkeypatch):
    """Pieces of an anchor or two, and all of them shared."""
    monkeypatch.setattr(matching, "_WEIGHT", 3)
    monkeypatch.setattr(matching, "_FEW_STEPS", 0)


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), induced=st.booleans(), steps=st.sampled_from([0, 2, 20]))
@pytest.mark.usefixtures("tiny_pieces")
def test_pieces_add_up_to_one_call(data, induced, steps):
    graph = data.draw(labeled_graphs(max_nodes=12))
    small = data.draw(
        labeled_graphs(max_nodes=4, directed=graph.is_directed()).filter(
            lambda g: nx.is_weakly_connected(g) if g.is_directed() else nx.is_connected(g)
        )
    )
    query = Query.make(pattern_of(small, 0), collection(graph), induced=induced)
    among = data.draw(
        st.none() | st.lists(st.integers(0, len(graph) - 1), min_size=1).map(lambda n: np.array(n, np.int32))
    )
    here = match_anchors(query, Monitor(), among=among, steps=steps, listed=True)
    there = match_anchors(query, Monitor(crew=InlineCrew()), among=among, steps=steps, listed=True)
    assert facts(there) == facts(here)
    assert there.anchors.tolist() == here.anchors.tolist()
    assert there.open_anchors.tolist() == here.open_anchors.tolist()
    sets = match_node_sets(query, Monitor(crew=InlineCrew()), steps=steps)
    assert facts(sets) == facts(match_node_sets(query, Monitor(), steps=steps))


@pytest.fixture(scope="module")
def dense():
    return spminer.from_networkx(nx.gnp_random_graph(60, 0.4, seed=3))


@pytest.mark.parametrize("kind", ["anchors", "node sets"])
def test_a_piece_that_takes_too_long_leaves_the_rest_in_others(dense, kind):
    pattern = Pattern.parse("0-1,1-2,2-3,3-4,4-5@0")
    piece = MatchPiece(kind, pattern, induced=True, steps=0, among=(0, 60), limit_s=1e-9)
    whole, nothing = match_piece(dense, MatchPiece(kind, pattern, True, 0, (0, 60), None), Monitor())
    assert nothing == []
    found, left, rounds = [], [piece], 0
    while left:
        rounds += 1
        values = [match_piece(dense, one, Monitor()) for one in left]
        found += [value for value, _ in values]
        left = [more for _, further in values for more in further]
    assert rounds > 1
    assert sum(part.count for part in found) == whole.count > 0
    assert sum(part.tested for part in found) == 60
    assert sorted(np.concatenate([part.anchors for part in found])) == whole.anchors.tolist()


def test_one_anchor_alone_has_no_limit(dense):
    piece = MatchPiece("anchors", Pattern.parse("0-1,1-2,2-3,3-4@0"), True, 0, (7, 8), 1e-9)
    assert match_piece(dense, piece, Monitor())[1] == []


def test_what_a_stopped_run_has_is_a_lower_bound(dense, monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 100)
    monitor = Monitor()

    class Stopping(InlineCrew):
        def results(self, *arguments, **options):
            for number, value in enumerate(super().results(*arguments, **options)):
                yield value
                if number == 1:
                    monitor.cancel()

    monitor.crew = Stopping()
    query = Query.make(Pattern.parse("0-1,1-2,2-0@0"), dense)
    found = match_anchors(query, monitor)
    assert 0 < found.count < 60
    assert (found.tested, found.stop_reason) == (60, "interrupted")
    assert found.undecided == 60 - found.count
    assert spminer.count("0-1,1-2,2-0@0", dense, monitor=monitor).frequency.kind == "lower_bound"


def test_few_steps_are_not_worth_sending(dense):
    crew = InlineCrew()
    match_anchors(Query.make(Pattern.parse("0-1,1-2@0"), dense), Monitor(crew=crew), steps=100)
    assert crew.pieces == 0


def test_the_cut_depends_on_the_graph_alone(monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 50)
    star = spminer.from_networkx(nx.star_graph(100))
    cut = matching._cut(star, None)
    assert cut[0] == (0, 1), "a hub is a piece of its own"
    assert [first for first, _ in cut[1:]] == [last for _, last in cut[:-1]]
    assert cut[-1][1] == 101
