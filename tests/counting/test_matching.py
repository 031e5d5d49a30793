import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern, UsageError, _core
from spminer.counting import matching
from spminer.counting.matching import (
    FIRST_STEPS,
    MatchPiece,
    MatchQuery,
    affords_all_nodes,
    check_connected,
    count_node_sets,
    count_per_anchor,
    match_anchors,
    match_each,
    match_piece,
    match_with_effort,
    more_steps,
)
from support.builders import collection, pattern_of
from support.executors import InlineExecutor
from support.strategies import examples, labeled_graphs

TRIANGLE_WITH_TAIL = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])


def anchors(query, **options):
    return query.anchors(_core.Control(), listed=True, **options).anchors.tolist()


def test_one_query_answers_several_questions():
    query = MatchQuery.of(Pattern.parse("0-1,1-2@1"), TRIANGLE_WITH_TAIL)
    assert anchors(query) == [2]
    assert anchors(query, among=np.array([0, 1], np.int32)) == []
    assert query.node_sets(_core.Control()).count == 2
    assert sorted(map(sorted, query.find(_core.Control(), 5)[0].tolist())) == [[0, 2, 3], [1, 2, 3]]


def test_edge_induced_allows_more_edges():
    pattern = Pattern.parse("0-1,1-2@1")
    assert anchors(MatchQuery.of(pattern, TRIANGLE_WITH_TAIL, induced=False)) == [0, 1, 2]


def test_another_anchor_keeps_the_rest():
    query = MatchQuery.of(Pattern.parse("0-1,1-2@1"), TRIANGLE_WITH_TAIL, induced=False, threads=2)
    moved = query.anchored_at(0)
    assert (moved.pattern.anchor, moved.induced, moved.threads) == (0, False, 2)
    assert moved.index is query.index
    assert anchors(moved) == [0, 1, 2, 3]


def test_a_label_that_the_graphs_do_not_have_matches_nothing():
    graphs = spminer.from_edges([(0, 1)], node_labels=["C", "O"])
    assert anchors(MatchQuery.of(Pattern.parse("0-1;C,O@0"), graphs)) == [0]
    assert anchors(MatchQuery.of(Pattern.parse("0-1;C,N@0"), graphs)) == []
    assert anchors(MatchQuery.of(Pattern.parse("0-1;C,N@0"), graphs.without_labels())) == [0, 1]


def test_direction_counts_where_both_have_it():
    arc, edge = spminer.from_edges([(0, 1)], directed=True), spminer.from_edges([(0, 1)])
    assert anchors(MatchQuery.of(Pattern.parse("0>1@0"), arc)) == [0]
    assert anchors(MatchQuery.of(Pattern.parse("0>1@0"), edge)) == [0, 1]
    assert anchors(MatchQuery.of(Pattern.parse("0-1@0"), arc)) == [0, 1]


def test_opposite_arcs_become_one_edge_if_their_labels_are_equal():
    edges = spminer.from_edges([(0, 1), (2, 3)], edge_labels=["a", "b"])
    assert anchors(MatchQuery.of(Pattern.parse("0>1:b,1>0:b@0"), edges)) == [2, 3]
    assert anchors(MatchQuery.of(Pattern.parse("0>1:a,1>0:b@0"), edges.without_labels())) == [0, 1, 2, 3]
    with pytest.raises(UsageError, match="two arcs with different labels between nodes 0 and 1"):
        MatchQuery.of(Pattern.parse("0>1:b,1>0:a@0"), edges)


@given(labeled_graphs(max_nodes=7, directed=True, labels=True), st.sampled_from(["0", "1", "2"]))
@settings(max_examples=examples(150), deadline=None)
def test_an_undirected_edge_is_at_every_arc_of_its_label_or_refused(graph, label):
    labels = {}
    for u, v, data in graph.edges(data=True):
        labels.setdefault(frozenset((u, v)), set()).add(data["label"])
    expected = sorted({node for pair, found in labels.items() if label in found for node in pair})
    pattern = Pattern.parse(f"0-1:{label}@0")
    if any(len(found) > 1 for found in labels.values()):
        with pytest.raises(UsageError, match="have different labels"):
            MatchQuery.of(pattern, collection(graph))
    elif labels:
        assert anchors(MatchQuery.of(pattern, collection(graph))) == expected


def test_what_falls_apart_is_refused():
    check_connected(Pattern.from_edges(nx.path_graph(4).edges))
    with pytest.raises(UsageError, match="connected parts one by one"):
        check_connected(Pattern.parse("0-1,2-3"))


def test_whether_a_pattern_occurs_does_not_depend_on_its_anchor():
    path = spminer.from_edges([(0, 1), (1, 2), (2, 3)])
    for text, expected in (("0-1,1-2@0", True), ("0-1,1-2", True), ("0-1,1-2,2-0@0", False)):
        query = MatchQuery.of(Pattern.parse(text), path)
        assert query.occurs(_core.Control()) is expected


def facts(matched):
    return matched.count, matched.most, matched.tested, matched.undecided, matched.stop_reason, matched.frequency


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
    query = MatchQuery.of(pattern_of(small, 0), collection(graph), induced=induced)
    among = data.draw(
        st.none() | st.lists(st.integers(0, len(graph) - 1), min_size=1).map(lambda n: np.array(n, np.int32))
    )
    here = match_anchors(query, Monitor(), among=among, steps=steps, listed=True)
    there = match_anchors(query, Monitor(executor=InlineExecutor()), among=among, steps=steps, listed=True)
    assert facts(there) == facts(here)
    assert there.found.tolist() == here.found.tolist()
    assert there.open.tolist() == here.open.tolist()
    sets = count_node_sets(query, Monitor(executor=InlineExecutor()), steps=steps)
    assert facts(sets) == facts(count_node_sets(query, Monitor(), steps=steps))


@pytest.fixture(scope="module")
def dense():
    return spminer.from_networkx(nx.gnp_random_graph(60, 0.4, seed=3))


@pytest.mark.parametrize("kind", ["anchors", "node sets"])
def test_a_piece_that_takes_too_long_leaves_the_rest_in_others(dense, kind):
    pattern = Pattern.parse("0-1,1-2,2-3,3-4,4-5@0")
    piece = MatchPiece(kind, pattern, induced=True, steps=0, among=(0, 60), limit_s=1e-9)
    whole, nothing = match_piece(dense, MatchPiece(kind, pattern, True, 0, (0, 60), limit_s=1e9), Monitor())
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
    assert sorted(np.concatenate([part.found for part in found])) == whole.found.tolist()


def test_one_anchor_alone_has_no_limit(dense):
    piece = MatchPiece("anchors", Pattern.parse("0-1,1-2,2-3,3-4@0"), True, 0, (7, 8), limit_s=1e-9)
    assert match_piece(dense, piece, Monitor())[1] == []


def test_what_a_stopped_run_has_is_a_lower_bound(dense, monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 100)
    monitor = Monitor()

    class Stopping(InlineExecutor):
        def map(self, *arguments, **options):
            for number, value in enumerate(super().map(*arguments, **options)):
                yield value
                if number == 1:
                    monitor.cancel()

    monitor.executor = Stopping()
    query = MatchQuery.of(Pattern.parse("0-1,1-2,2-0@0"), dense)
    found = match_anchors(query, monitor)
    assert 0 < found.count < 60
    assert (found.tested, found.stop_reason) == (60, "interrupted")
    assert found.undecided == 60 - found.count
    assert found.open.tolist() == np.setdiff1d(np.arange(60), found.found).tolist(), "what no piece asked about is open"
    assert spminer.count("0-1,1-2,2-0@0", dense, monitor=monitor).frequency.kind == "lower_bound"


def test_few_steps_are_not_worth_sending(dense):
    executor = InlineExecutor()
    match_anchors(MatchQuery.of(Pattern.parse("0-1,1-2@0"), dense), Monitor(executor=executor), steps=100)
    assert executor.pieces == 0


def test_the_cut_depends_on_the_graph_alone(monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 50)
    star = spminer.from_networkx(nx.star_graph(100))
    cut = matching._cut(star, None)
    assert cut[0] == (0, 1), "a hub is a piece of its own"
    assert [first for first, _ in cut[1:]] == [last for _, last in cut[:-1]]
    assert cut[-1][1] == 101


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
    query, options = MatchQuery.of(pattern, collection(graph), induced=induced), {"steps": steps, "limit": limit}
    some = st.lists(st.integers(0, len(graph) - 1), min_size=1, unique=True).map(lambda n: np.array(n, np.int32))
    among = data.draw(st.none() | some)
    here = count_per_anchor(query, Monitor(), among=among, **options)
    there = count_per_anchor(query, Monitor(executor=InlineExecutor()), among=among, **options)
    assert [part.tolist() for part in there] == [part.tolist() for part in here]


@pytest.fixture(scope="module")
def dense_at_anchors():
    return spminer.from_networkx(nx.gnp_random_graph(50, 0.4, seed=3))


def test_a_piece_that_takes_too_long_leaves_the_rest_in_others_at_anchors(dense_at_anchors):
    pattern = Pattern.parse("0-1,1-2,2-3,3-4@0")
    expected, _ = count_per_anchor(MatchQuery.of(pattern, dense_at_anchors), Monitor())
    found, left = np.zeros(50, np.uint64), [MatchPiece("per anchor", pattern, True, 0, (0, 50), limit_s=1e-9)]
    rounds = 0
    while left:
        rounds += 1
        values = [match_piece(dense_at_anchors, piece, Monitor()) for piece in left]
        for (where, counts, complete), _ in values:
            assert complete.all()
            found[where] += counts
        left = [piece for _, further in values for piece in further]
    assert rounds > 1
    assert found.tolist() == expected.tolist()


def test_what_a_stopped_run_has_not_counted_is_a_lower_bound(dense_at_anchors):
    monitor = Monitor(executor=InlineExecutor())
    monitor.cancel()
    counts, complete = count_per_anchor(MatchQuery.of(PATTERNS[0], dense_at_anchors), monitor)
    assert counts.sum() == complete.sum() == 0


def test_many_patterns_in_one_call_are_answered_as_one_by_one():
    plain = [nx.gnm_random_graph(20, 40, seed=seed) for seed in range(3)]
    for graph in plain:
        nx.set_node_attributes(graph, {node: "ab"[node % 2] for node in graph}, "label")
    graphs = spminer.from_networkx(plain)
    assert graphs.node_labels is not None
    texts = ("0-1,1-2@0", "0-1,1-2;a,a,a@1", "0-1,1-2;a,b,a@1", "0-1,1-2,2-0@0", "0-1,1-2,2-3@1")
    queries = [MatchQuery.of(Pattern.parse(text), graphs) for text in texts]
    among = [np.arange(7 * i, 60, 1 + i, dtype=np.int32) for i in range(len(texts))]
    for query, nodes, count in zip(queries, among, match_each(queries, among, Monitor(), steps=50), strict=True):
        alone = match_anchors(query, Monitor(), among=nodes, steps=50, listed=True)
        assert (count.count, count.tested, count.undecided, count.stop_reason) == (alone.count, len(nodes), 0, None)
        assert (count.found.tolist(), count.open.tolist()) == (alone.found.tolist(), [])
    monitor = Monitor()
    monitor.cancel()
    assert {count.stop_reason for count in match_each(queries, among, monitor)} == {monitor.stop_reason}


@pytest.mark.parametrize(("undecided", "effort", "tries"), [(0, 10**9, []), (1, 9_999, []), (1, 10**5, [10**4, 10**5])])
def test_steps_grow_while_they_are_worth_it(undecided, effort, tries):
    found, steps = [], FIRST_STEPS
    while steps := more_steps(steps, undecided, effort):
        found.append(steps)
    assert found == tries


def test_what_a_target_costs_depends_on_its_nodes_alone():
    assert affords_all_nodes(10, 1000)
    assert not affords_all_nodes(11, 1000)


STAR = Pattern.from_edges([(0, leaf) for leaf in range(1, 8)], anchor=1)


@pytest.fixture(scope="module")
def hard():
    """A graph at whose nodes few steps do not decide where the star is."""
    return spminer.from_networkx(nx.gnm_random_graph(40, 250, seed=1))


def test_undecided_anchors_get_more_steps_within_the_effort(hard):
    query = MatchQuery.of(STAR, hard)
    first = match_anchors(query, Monitor(), steps=10, listed=True)
    assert first.undecided > 0
    assert match_with_effort(query, Monitor(), 1, steps=10).undecided == first.undecided
    found, truth = match_with_effort(query, Monitor(), 10**9, steps=10), match_anchors(query, Monitor(), listed=True)
    assert (facts(found), found.found.tolist(), found.open.tolist()) == (facts(truth), truth.found.tolist(), [])


def test_some_anchors_are_a_sample_of_all_nodes(hard):
    among = np.array([30, 3, 11], np.int32)
    found = match_with_effort(MatchQuery.of(STAR, hard), Monitor(), 10**9, steps=10, among=among)
    assert (found.tested, found.nodes, found.frequency.kind) == (3, 40, "estimate")
    assert set(found.found.tolist()) <= set(among.tolist())


def test_a_pilot_begins_with_anchors_that_are_known_to_be_undecided(hard):
    query = MatchQuery.of(STAR, hard)
    first = match_anchors(query, Monitor(), steps=70, listed=True)
    again = match_with_effort(query, Monitor(), 10**9, steps=70, among=first.open, pilot=True)
    assert (again.tested, again.undecided) == (first.undecided, 0)
    assert first.count + again.count == match_anchors(query, Monitor()).count


def test_a_pilot_of_anchors_that_stay_undecided_leaves_the_others(hard):
    query = MatchQuery.of(STAR, hard)
    among = match_anchors(query, Monitor(), steps=1, listed=True).open
    few = query.anchors(_core.Control(), among=matching._spread(among), steps=10)
    assert 2 * few.undecided > few.tested, "ten steps decide few of them"
    again = match_with_effort(query, Monitor(), len(among) * 10, steps=1, among=among, pilot=True)
    assert (again.count, again.undecided, again.open.tolist()) == (0, len(among), among.tolist())


def test_a_stopped_trial_is_not_tried_again(hard):
    monitor = Monitor()
    monitor.cancel()
    found = match_with_effort(MatchQuery.of(STAR, hard), monitor, 10**9)
    assert (found.stop_reason, found.undecided, found.open.tolist()) == ("interrupted", 40, list(range(40)))
