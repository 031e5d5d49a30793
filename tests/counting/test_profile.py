from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Motif, Pattern, UsageError
from spminer.counting.profile import CountTable, count_positions, positions_of
from spminer.datasets import example
from spminer.errors import LimitError
from spminer.patterns.names import GRAPHLETS
from support.builders import collection, to_networkx
from support.oracles import connected_part, embeddings, first_of_orbit, node_sets_by_orbit
from support.strategies import examples, labeled_graphs


def graphlet_degrees(graph):
    """The 73 orbit counts of each node, from every set of two to five nodes."""
    orbits = [(nx.Graph(Pattern.parse(text).edges), orbits) for text, orbits in GRAPHLETS]
    counts = np.zeros((len(graph), 73), dtype=np.int64)
    for size in range(2, 6):
        known = {}
        for nodes in combinations(graph, size):
            edges = tuple((a, b) for a, b in combinations(range(size), 2) if graph.has_edge(nodes[a], nodes[b]))
            if edges not in known:
                known[edges] = _orbits(size, edges, orbits)
            for node, orbit in zip(nodes, known[edges], strict=False):
                counts[node, orbit] += 1
    return counts


def _orbits(size, edges, graphlets):
    """The orbit of each node of a small graph on 0, 1, ...; none if it is not connected."""
    small = nx.empty_graph(size)
    small.add_edges_from(edges)
    for graphlet, orbits in graphlets:
        matcher = nx.isomorphism.GraphMatcher(small, graphlet)
        if len(graphlet) == size and matcher.is_isomorphic():
            return [orbits[matcher.mapping[node]] for node in range(size)]
    return []


def by_orbit(profile):
    """Columns in the order of the orbits 0 to 72."""
    numbers = [position.names.orbit for position in profile.positions]
    assert sorted(numbers) == list(range(73))
    return profile.counts[:, np.argsort(numbers)]


def test_graphlets_give_the_graphlet_degree_vector():
    graph = nx.gnp_random_graph(16, 0.35, seed=4)
    profile = spminer.profile(spminer.from_networkx(graph), [text for text, _ in GRAPHLETS])
    np.testing.assert_array_equal(by_orbit(profile), graphlet_degrees(graph))


def test_the_karate_club():
    """Known numbers: degrees, triangles, and from them paths, stars and what inclusion and exclusion gives."""
    club = nx.karate_club_graph()  # numbers its members from 0, the bundled file from 1
    profile = spminer.profile(example(), [text for text, _ in GRAPHLETS])
    names = {0: "Mr Hi", 33: "John A"}
    order = [profile.node_names.index(names.get(node, str(node + 1))) for node in club]
    counts = by_orbit(profile)[order]
    degrees = np.array([club.degree(node) for node in club])
    triangles = np.array(list(nx.triangles(club).values()))
    np.testing.assert_array_equal(counts[:, 0], degrees)
    np.testing.assert_array_equal(counts[:, 3], triangles)
    np.testing.assert_array_equal(counts[:, 2], degrees * (degrees - 1) // 2 - triangles)
    cliques = [clique for clique in nx.enumerate_all_cliques(club) if len(clique) in {4, 5}]
    for size, orbit in ((4, 14), (5, 72)):
        expected = [sum(node in clique for clique in cliques if len(clique) == size) for node in club]
        assert counts[:, orbit].tolist() == expected
    # Every induced subgraph of a graphlet is met once from each of its nodes.
    for text, orbits in GRAPHLETS:
        found = spminer.count(text, example(), frequency="graph").frequency.value
        assert counts[:, sorted(set(orbits))].sum() == found * len(orbits)
    for number in (34, 49, 62):  # of the cycle of 5, of K 2,3 and of the house with a diagonal, by all sets of 5 nodes
        assert counts[:, number].sum() == graphlet_degrees_of(club, number)


def graphlet_degrees_of(graph, orbit):
    text, orbits = next(pair for pair in GRAPHLETS if orbit in pair[1])
    matcher = nx.isomorphism.GraphMatcher(graph, nx.Graph(Pattern.parse(text).edges))
    found = {frozenset(mapping) for mapping in matcher.subgraph_isomorphisms_iter()}
    return len(found) * orbits.count(orbit)


def test_positions_beyond_five_nodes():
    graph = nx.gnp_random_graph(12, 0.35, seed=2)
    graphs = spminer.from_networkx(graph)
    motifs = spminer.enumerate(graphs, 7, frequency="graph", top=3)
    profile = spminer.profile(graphs, motifs)
    for motif in motifs:
        columns = [column for column, position in enumerate(profile.positions) if position.motif == motif.pattern]
        assert profile.counts[:, columns].sum() == motif.graph_frequency.value * 7
    anchored = spminer.enumerate(graphs, 7, top=5)
    for motif in anchored:
        whole = spminer.profile(graphs, [motif])
        [column] = [column for column, position in enumerate(whole.positions) if position.id == motif.id]
        assert (whole.counts[:, column] > 0).sum() == motif.anchored_frequency.value


def test_motifs_found_with_further_edges_are_counted_so():
    graphs = spminer.from_networkx(nx.complete_graph(5))
    motifs = spminer.mine(graphs, 3, induced=False, method="grow")
    assert "0-1,1-2@0" in {motif.id for motif in motifs}
    profile = spminer.profile(graphs, motifs)
    column = [position.id for position in profile.positions].index("0-1,1-2@0")
    assert not profile.induced
    assert profile.counts[:, column].tolist() == [6] * 5
    assert not spminer.profile(graphs, motifs, induced=True).counts[:, column].any()


def test_some_nodes_are_rows_of_all():
    motifs = ["0-1,1-2,2-3", "0-1,1-2,2-3,3-4,4-5"]
    whole, some = spminer.profile(example(), motifs), spminer.profile(example(), motifs, nodes=["33", "5"])
    rows = [whole.node_names.index(name) for name in ("33", "5")]
    np.testing.assert_array_equal(some.counts, whole.counts[rows])
    assert some.node_names == ("33", "5")
    np.testing.assert_array_equal(some.nodes, rows)
    assert spminer.profile(example(), motifs, nodes="5").counts.tolist() == whole.counts[rows[1:]].tolist()


def test_participations_are_the_most_frequent_first():
    profile = spminer.profile(example(), spminer.enumerate(example(), 4))
    found = profile.participations("33")
    values = [one.count.value for one in found]
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0
    assert {one.node for one in found} == {"33"}
    assert len(profile.participations()) == (profile.counts > 0).sum()
    with pytest.raises(UsageError, match="no node 'x'"):
        profile.participations("x")


def test_the_limit_is_said():
    profile = spminer.profile(example(), ["0-1,1-2,2-3,3-4,4-5"], limit=10)
    assert profile.stop_reason is None
    assert set(profile.counts[~profile.complete].tolist()) == {10}
    assert "lower bounds" in repr(profile)
    bound = next(one for one in profile.participations() if one.count.kind == "lower_bound")
    assert (bound.count.value, bound.count.high) == (10, None)
    exact = spminer.profile(example(), ["0-1,1-2,2-3,3-4,4-5"], limit=0)
    assert exact.complete.all()
    assert "all exact" in repr(exact)
    np.testing.assert_array_equal(np.minimum(exact.counts, 10), profile.counts)


def test_named_nodes_are_counted_further():
    star, motif = spminer.from_networkx(nx.star_graph(30)), ["0-1,0-2,0-3,0-4,0-5"]  # 142,506 at the hub
    every, hub = spminer.profile(star, motif), spminer.profile(star, motif, nodes="0")
    assert (every.limit, every.counts[0].max(), every.complete[0].all()) == (10_000, 10_000, False)
    assert (hub.limit, hub.counts[0].max(), hub.complete[0].all()) == (1_000_000, 142_506, True)


def test_a_stopped_profile_says_why():
    monitor = Monitor()
    monitor.cancel()
    profile = spminer.profile(example(), ["0-1,1-2"], monitor=monitor)
    assert profile.stop_reason == "interrupted"
    assert profile.to_dict()["status"] == "partial"
    assert {row["kind"] for row in profile.to_dict()["rows"]} == {"lower_bound"}
    assert spminer.profile(example(), ["0-1,1-2"], time_limit=1e-9).stop_reason == "time limit"
    assert spminer.profile(example(), ["0-1,1-2,2-3,3-4,4-5"], steps=3).stop_reason == "step limit"


def test_plain_values():
    data = spminer.profile(spminer.from_edges([("a", "b"), ("b", "c")]), ["0-1,1-2"], nodes="b").to_dict()
    assert (data["status"], data["nodes"], data["positions"]) == ("complete", 1, ["0-1,1-2@0", "0-1,0-2@0"])
    [row] = data["rows"]
    assert (row["node"], row["graphlet"], row["orbit"], row["count"], row["kind"]) == ("b", "G1", 2, 1, "exact")


@pytest.mark.parametrize("wrong", [{"limit": -1}, {"steps": 0}, {"time_limit": 0}])
def test_numbers_must_not_be_negative(wrong):
    with pytest.raises(UsageError, match=r"must be (positive|0 or more)"):
        spminer.profile(example(), ["0-1"], **wrong)


def test_one_time_limit_is_enough():
    with pytest.raises(UsageError, match="not both"):
        spminer.profile(example(), ["0-1"], time_limit=1, monitor=Monitor())


def test_graphs_without_nodes():
    profile = spminer.profile(spminer.from_networkx(nx.Graph()), ["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"])
    assert profile.counts.shape == (0, 5)
    assert profile.stop_reason is None


@pytest.mark.only_with("posix")
def test_reading_counts_to_the_time_limit(silent_pipe):
    with pytest.raises(LimitError, match=r"time limit of 0\.1 s ended while reading"):
        spminer.profile(silent_pipe, ["0-1,1-2"], time_limit=0.1)


SMALL = [text for text, orbits in GRAPHLETS if len(orbits) > 2]


@st.composite
def motifs_and_graphs(draw):
    """A graph, and a connected part of another one of the same kind."""
    kind = {"directed": draw(st.booleans()), "labels": draw(st.booleans())}
    return connected_part(draw(labeled_graphs(max_nodes=5, **kind))), draw(labeled_graphs(max_nodes=8, **kind))


@settings(deadline=None)
@given(motifs_and_graphs(), st.booleans(), st.integers(1, 3))
def test_counts_are_those_of_networkx(drawn, induced, threads):
    motif, graph = drawn
    graphs = collection(graph)
    if motif.edge_labels is not None and graphs.edge_labels is None:
        return  # a graph without edges has no edge labels to compare with
    positions = positions_of([motif])
    table = count_positions(positions, graphs, Monitor(), induced=induced, threads=threads)
    truth = node_sets_by_orbit(positions[0].motif, graph, induced=induced)
    expected = [
        [truth.get((node, first_of_orbit(position.motif, position.pattern)), 0) for position in positions]
        for node in graph
    ]
    np.testing.assert_array_equal(table.counts, np.array(expected).reshape(table.counts.shape))
    assert table.complete.all()


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.floats(0.05, 0.6))
def test_the_census_and_the_matcher_agree(seed, density):
    graphs = spminer.from_networkx(nx.gnp_random_graph(14, density, seed=seed))
    positions = positions_of(SMALL)
    whole = count_positions(positions, graphs, Monitor())
    one_by_one = count_positions(positions, graphs, Monitor(), among=np.arange(14, dtype=np.int32))
    np.testing.assert_array_equal(whole.counts, one_by_one.counts)
    assert whole.complete.all()
    assert one_by_one.complete.all()


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.floats(0.05, 0.6))
def test_the_directed_census_and_the_matcher_agree(seed, density):
    graph = nx.gnp_random_graph(14, density, seed=seed, directed=True)
    nx.set_node_attributes(graph, {node: node % 2 for node in graph}, "label")
    graphs = spminer.from_networkx(graph)
    positions = positions_of(["0>1,0>2", "0>1,1>2", "0>1,1>2,2>0", "0>1,1>0,1>2", "0>1,0>2,1>2", "0-1,1-2"])
    whole = count_positions(positions, graphs, Monitor())
    one_by_one = count_positions(positions, graphs, Monitor(), among=np.arange(14, dtype=np.int32))
    np.testing.assert_array_equal(whole.counts, one_by_one.counts)
    assert whole.complete.all()


def test_direction_and_labels_are_left_out_where_the_motif_has_none():
    graph = nx.gnp_random_graph(10, 0.3, seed=5, directed=True)
    nx.set_node_attributes(graph, {node: node % 2 for node in graph}, "label")
    positions = positions_of(["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"])
    plain = spminer.from_networkx(nx.Graph(graph.to_undirected().edges))
    order = [int(name) for name in plain.names(range(plain.num_nodes))]
    found = count_positions(positions, spminer.from_networkx(graph), Monitor()).counts[order]
    np.testing.assert_array_equal(found, count_positions(positions, plain, Monitor()).counts)


def test_a_limit_makes_lower_bounds_and_no_more():
    graphs = spminer.from_networkx(nx.complete_graph(9))
    [position] = positions_of(["0-1,1-2,2-0"])  # 28 triangles at each node
    among = np.arange(9, dtype=np.int32)
    for limit, expected, complete in ((27, 27, False), (28, 28, True), (0, 28, True)):
        table = count_positions([position], graphs, Monitor(), among=among, limit=limit)
        assert table.counts.ravel().tolist() == [expected] * 9
        assert table.complete.all() == complete == table.complete.any()


def test_steps_leave_lower_bounds_that_do_not_depend_on_threads():
    graphs = spminer.from_networkx(nx.gnp_random_graph(60, 0.4, seed=1))
    positions = positions_of(["0-1,1-2,2-3,3-4,4-5"])
    one, three = (count_positions(positions, graphs, Monitor(), steps=100, threads=threads) for threads in (1, 3))
    whole = count_positions(positions, graphs, Monitor())
    np.testing.assert_array_equal(one.counts, three.counts)
    assert not one.complete.any()
    assert (one.counts <= whole.counts).all()


def test_what_a_stopped_run_did_not_reach_is_at_least_0():
    monitor = Monitor()
    monitor.cancel()
    table = count_positions(positions_of(["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"]), example(), monitor, threads=1)
    assert not table.counts.any()
    assert not table.complete.any()


def test_progress_reaches_its_end():
    monitor = Monitor()
    count_positions(positions_of(["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"]), example(), monitor)
    assert monitor.progress.done == monitor.progress.total == 5


def test_counts_too_large_for_the_census_are_left_to_the_matcher(monkeypatch):
    def overflow(*_arguments, **_options):
        raise OverflowError

    graphs, positions = example(), positions_of(["0-1,1-2,2-0"])
    expected = count_positions(positions, graphs, Monitor()).counts
    monkeypatch.setattr("spminer.counting.census._core.census", overflow)
    np.testing.assert_array_equal(count_positions(positions, graphs, Monitor()).counts, expected)


def test_what_63_bits_cannot_hold_is_a_lower_bound():
    table = CountTable.empty(2, 1)
    table.put(0, np.array([2**63 + 5, 7], dtype=np.uint64), True)
    assert table.counts.ravel().tolist() == [2**63 - 1, 7]
    assert table.complete.ravel().tolist() == [False, True]


@pytest.mark.parametrize("size", [6, 7])
def test_stars_have_closed_forms(size):
    star = count_positions(
        positions_of([",".join(f"0-{leaf}" for leaf in range(1, size))]),
        spminer.from_networkx(nx.star_graph(10)),
        Monitor(),
    )
    hub, leaf = (np.unique(star.counts[rows].max(axis=1)).tolist() for rows in (slice(0, 1), slice(1, None)))
    assert (hub, leaf) == ([comb(10, size - 1)], [comb(9, size - 2)])


@given(labeled_graphs(max_nodes=6))
def test_positions_are_the_orbits_under_automorphisms(graph):
    motif = connected_part(graph).canonical()
    small = to_networkx(motif)
    images = {node: {mapping[node] for mapping in embeddings(small, small, induced=True)} for node in small}
    positions = positions_of([motif])
    firsts = [first_of_orbit(motif, position.pattern) for position in positions]
    assert sorted(firsts) == sorted({min(images[node]) for node in small})
    assert [position.nodes for position in positions] == [len(images[first]) for first in firsts]
    assert sum(position.nodes for position in positions) == motif.size


def test_anchors_do_not_make_motifs_different():
    patterns = [Pattern.parse(text) for text in ("0-1,0-2,0-3@0", "0-1,0-2,0-3@1", "1-0,1-2,1-3")]
    motifs = [Motif(patterns[0], 1), patterns[1], patterns[2].text]
    positions = positions_of(motifs)
    assert {position.motif.text for position in positions} == {"0-1,1-2,1-3"}
    assert sorted((position.names.orbit, position.nodes) for position in positions) == [(6, 3), (7, 1)]


def test_the_id_is_that_of_the_anchored_motif_in_a_result():
    graphs = spminer.from_networkx(nx.lollipop_graph(4, 2))
    result = spminer.enumerate(graphs, 4)
    assert {position.id for position in positions_of(result)} == {motif.id for motif in result}


def test_nothing_and_what_falls_apart_are_refused():
    with pytest.raises(UsageError, match="no motifs"):
        positions_of([])
    with pytest.raises(UsageError, match="not connected"):
        positions_of(["0-1,2-3"])


@pytest.mark.parametrize(
    ("motif", "message"), [("0>1", "directed=True"), ("0-1;C,O", "node labels"), ("0-1:a", "edge labels")]
)
def test_motifs_that_do_not_fit_are_refused_with_the_remedy(motif, message):
    with pytest.raises(UsageError, match=message):
        spminer.profile(spminer.from_edges([(0, 1)]), [motif])


def test_motifs_may_have_less_than_the_graph():
    labeled = spminer.from_edges([(0, 1)], node_labels=["C", "O"], directed=True)
    profile = spminer.profile(labeled, ["0>1", "0-1", "0>1;C,O"])
    assert len(profile.nodes) == 2
