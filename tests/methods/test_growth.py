"""Growth against exact enumeration and matching by networkx, and its promises: bounds, seeds, budgets, checkpoints."""

import functools
import itertools
from collections import defaultdict
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Pattern, UsageError, _core, datasets
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.growth import (
    LEAST_WIDTH,
    METHOD,
    GrowSettings,
    Growth,
    Level,
    LevelBudget,
    LevelLimits,
    SupportUnits,
    forecast,
    grow,
    is_dense,
    support_units,
)
from spminer.methods.registry import get_method
from spminer.results.request import MiningRequest
from support.builders import collection
from support.oracles import embeddings, frequency
from support.strategies import examples, labeled_graphs

EVERYTHING = GrowSettings(beam=5000, embeddings=5000, exact=5000, frontier=10**6, anchors=0, pilots=0, steps=0)


NARROW = GrowSettings(beam=3, embeddings=1, exact=1, frontier=8, anchors=0, pilots=4, steps=50)


def run(graphs, sizes, options=EVERYTHING, **task):
    return grow(Task.of(graphs, sizes=tuple(sizes), **task), options, Monitor())


def frequencies(result, size, frequency_name="anchored"):
    return {c.pattern: c.known[frequency_name] for c in result.candidates[size]}


def enumerated(graphs, size, definition="anchored"):
    motifs = spminer.enumerate(graphs, size, top=None, frequency=definition, examples=0)
    return {motif.pattern: motif for motif in motifs}


def matches(pattern, graph):
    """Images of every node of the pattern, and node sets, of all induced embeddings that networkx finds."""
    maps = embeddings(pattern, graph)
    images = [{one[i] for one in maps} for i in range(pattern.size)]
    return images, {frozenset(one.values()) for one in maps}


def random_collection(seed=0, graphs=6, nodes=14, density=0.25):
    parts = [nx.gnp_random_graph(nodes, density, seed=seed + i) for i in range(graphs)]
    return spminer.from_networkx(parts)


@settings(max_examples=examples(40), deadline=None)
@given(labeled_graphs(max_nodes=8))
def test_without_limits_growth_is_enumeration(graph):
    graphs = collection(graph)
    result = run(graphs, range(2, 6))
    for size in range(2, 6):
        truth = {pattern: motif.anchored_frequency for pattern, motif in enumerated(graphs, size).items()}
        assert frequencies(result, size) == truth
        assert size in result.proven_sizes


@settings(max_examples=examples(40), deadline=None)
@given(labeled_graphs(max_nodes=9), st.integers(0, 3))
def test_what_a_narrow_search_knows_is_true(graph, seed):
    result = run(collection(graph), (3, 4, 5), NARROW, top=2, seed=seed)
    for size in (3, 4, 5):
        for pattern, known in frequencies(result, size).items():
            images, _ = matches(pattern, graph)
            truth = len(images[pattern.anchor])
            assert known.low <= truth <= known.high
            if known.kind == "exact":
                assert known.value == truth


@settings(max_examples=examples(40), deadline=None)
@given(labeled_graphs(max_nodes=9), st.integers(0, 3))
def test_what_is_called_proven_is_true(graph, seed):
    graphs = collection(graph)
    options = GrowSettings(beam=4, embeddings=3, exact=4, anchors=0)
    result = run(graphs, (3, 4, 5), options, top=2, seed=seed)
    for size in result.proven_sizes:
        truth = sorted((m.anchored_frequency.value for m in enumerated(graphs, size).values()), reverse=True)
        assert [c.known["anchored"].value for c in result.candidates[size][:2]] == truth[:2]


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 2**16), st.integers(6, 14), st.integers(1, 6))
@example(0, 12, 4)
def test_what_is_called_proven_is_true_of_patterns_with_their_best_anchors(seed, nodes, top):
    graphs = spminer.from_networkx(nx.gnp_random_graph(nodes, 0.35, seed=seed))
    narrow = {"beam": top, "exact": top, "anchors": 0}
    result = spminer.mine(graphs, "4-5", top=top, method="grow", **narrow, merge_anchors=True, examples=0)
    for size in {motif.size for motif in result if motif.proven}:
        best = {}
        for pattern, motif in enumerated(graphs, size).items():
            plain = pattern.without_anchor()
            best[plain] = max(best.get(plain, 0), motif.anchored_frequency.value)
        reported = [motif.anchored_frequency.value for motif in result if motif.size == size]
        assert reported == sorted(best.values(), reverse=True)[:top]


@settings(max_examples=examples(25), deadline=None)
@given(labeled_graphs(max_nodes=8))
def test_node_sets_and_images_without_limits(graph):
    graphs = collection(graph)
    by_sets = run(graphs, (3, 4), frequency="graph")
    by_images = run(graphs, (3, 4), frequency="images")
    for size in (3, 4):
        truth = enumerated(graphs, size, "graph")
        assert {c.pattern: round(c.score) for c in by_sets.candidates[size]} == {
            pattern: motif.graph_frequency.value for pattern, motif in truth.items()
        }
        assert {c.pattern for c in by_images.candidates[size]} == set(truth)
        for candidate in by_images.candidates[size]:
            images, _ = matches(candidate.pattern, graph)
            assert candidate.known["images"].value == min(map(len, images))


@settings(max_examples=examples(25), deadline=None)
@given(st.lists(labeled_graphs(max_nodes=6, directed=False, labels=False), min_size=1, max_size=4))
def test_transactions_are_graphs_with_an_embedding(parts):
    result = run(spminer.from_networkx(parts), (2, 3, 4), frequency="transactions", top=5)
    for size in (2, 3, 4):
        found = frequencies(result, size, "transactions")
        assert all(pattern.anchor is None for pattern in found)
        for pattern, known in found.items():
            assert known.kind == "exact"
            assert known.value == sum(bool(matches(pattern, part)[1]) for part in parts)
        present = {p for part in parts for p in enumerated(spminer.from_networkx([part]), size, "graph")}
        assert set(found) == present


def test_result_is_the_same_for_any_number_of_threads():
    graphs = random_collection()
    options = GrowSettings(beam=12, embeddings=2, exact=5, pilots=40)
    for frequency_name in METHOD.frequency_names:
        one, three = (run(graphs, (4, 6), options, frequency=frequency_name, threads=threads) for threads in (1, 3))
        assert one.candidates == three.candidates


def test_seed_decides_the_sample():
    graphs = random_collection()
    options = GrowSettings(anchors=30)
    first, same, other = (run(graphs, (4,), options, seed=seed) for seed in (1, 1, 2))
    assert first.candidates == same.candidates
    assert first.candidates != other.candidates
    assert first.facts["anchors"] == 30


def test_intervals_of_a_sample_cover_the_truth():
    graphs = random_collection(graphs=10)
    truth = enumerated(graphs, 4)
    covered = []
    for seed in range(5):
        for pattern, known in frequencies(run(graphs, (4,), GrowSettings(anchors=60), seed=seed), 4).items():
            assert known.kind == "estimate"
            covered.append(known.low <= truth[pattern].anchored_frequency.value <= known.high)
    assert np.mean(covered) > 0.9


def test_hubs_are_sampled_and_known_counts_stay_true():
    graph = nx.barabasi_albert_graph(36, 3, seed=1)
    graph.add_edges_from((0, i) for i in range(1, 36))
    result = run(spminer.from_networkx(graph), (4,), GrowSettings(beam=6, frontier=8, anchors=0))
    for pattern, known in list(frequencies(result, 4).items())[:4]:
        assert known.low <= len(matches(pattern, graph)[0][pattern.anchor]) <= known.high


def test_saturated_ties_are_ranked_by_node_sets():
    graph = nx.gnp_random_graph(40, 0.5, seed=3)
    result = run(spminer.from_networkx(graph), (4,), GrowSettings(anchors=0))
    assert 4 in result.facts["saturated"]
    for a, b in itertools.pairwise(result.candidates[4]):
        assert a.known["anchored"].value > b.known["anchored"].value or a.node_sets >= b.node_sets


def test_memory_limit_thins_lists_and_says_so():
    graphs = random_collection()
    result = run(graphs, (5,), GrowSettings(embeddings=20, memory_limit=10_000))
    assert result.facts["thinned"][5] < 20
    assert "of 20 embeddings per anchor at sizes" in result.warnings[0]
    assert run(graphs, (5,), GrowSettings(embeddings=20)).warnings == ()


def test_stopped_search_returns_what_it_has():
    monitor = Monitor()
    monitor.cancel()
    result = grow(Task.of(random_collection(), sizes=(4,)), GrowSettings(), monitor)
    assert not result.complete
    assert result.candidates == {4: ()}
    assert result.proven_sizes == ()


class _InterruptedError(Exception):
    pass


class _StopsAt(Checkpoint):
    def save(self, name, **arrays):
        super().save(name, **arrays)
        if name.endswith("size-4"):
            raise _InterruptedError


@pytest.mark.parametrize("frequency_name", METHOD.frequency_names)
def test_resumed_run_ends_with_the_same_result(tmp_path, frequency_name):
    graphs = random_collection()
    options = GrowSettings(beam=10, embeddings=2, exact=4, pilots=30)
    whole = run(graphs, (3, 5), options, frequency=frequency_name)
    with pytest.raises(_InterruptedError):
        run(graphs, (3, 5), options, frequency=frequency_name, states=States(_StopsAt(tmp_path, {})))
    resumed = run(
        graphs, (3, 5), options, frequency=frequency_name, states=States(Checkpoint(tmp_path, {}, resume=True))
    )
    assert resumed.candidates == whole.candidates
    assert resumed.facts == whole.facts


def test_graph_without_edges_has_no_larger_patterns():
    graphs = spminer.from_edges(np.empty((0, 2), np.int64), num_nodes=3)
    result = grow(Task(graphs, MiningRequest(sizes=(1, 2, 3))), EVERYTHING, Monitor())
    assert [len(result.candidates[size]) for size in (1, 2, 3)] == [1, 0, 0]
    assert result.complete


def test_damaged_states_are_refused():
    from spminer import _core

    graphs = spminer.from_edges([(0, 1), (1, 2)])
    target = _core.GrowTarget(
        graphs.target(),
        graphs.match_index(),
        np.arange(3, dtype=np.int32),
        np.arange(4),
        population=3,
        pilots=0,
        seed=0,
    )
    state = _core.grow_start(target, _core.GrowParams()).arrays()
    assert len(_core.grow_resume(target, **state)) == 1
    for name, damage in (
        ("nodes", state["nodes"] + np.int32(9)),
        ("sets", state["sets"][:1]),
        ("header", state["header"][:1]),
        ("header", np.array([-1, 0, 1])),
        ("keys", state["keys"][:0]),
        ("slots", state["slots"] | np.uint64(1 << 40)),
    ):
        with pytest.raises(ValueError, match=r"beam|key"):
            _core.grow_resume(target, **{**state, name: damage})


@pytest.mark.parametrize("labels", [None, "abaabb"])
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_states_that_someone_made_up_do_no_harm(labels, data):
    graphs = spminer.from_edges(nx.cycle_graph(6).edges, node_labels=labels, directed=labels is not None)
    nodes = np.arange(6, dtype=np.int32)
    target = _core.GrowTarget(
        graphs.target(), graphs.match_index(), nodes, np.arange(7), population=6, pilots=0, seed=0
    )
    params = _core.GrowParams()
    beam = _core.grow_start(target, params)
    for _ in range(data.draw(st.integers(0, 2))):
        beam = _core.grow_level(target, beam, params, _core.Control())
    state = {name: array.copy() for name, array in beam.arrays().items()}
    for _ in range(data.draw(st.integers(1, 3))):
        array = state[data.draw(st.sampled_from(sorted(state)))]
        if len(array):
            place = data.draw(st.integers(0, len(array) - 1))
            bits = array.view(np.uint8).reshape(len(array), -1)
            bits[place, data.draw(st.integers(0, bits.shape[1] - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        resumed = _core.grow_resume(target, **state)
    except ValueError:
        return
    _core.grow_level(target, resumed, params, _core.Control(time_limit=5.0))


@settings(max_examples=examples(40), deadline=None)
@given(labeled_graphs(max_nodes=8), st.integers(0, 3))
def test_edge_induced_counts_are_true(graph, seed):
    for options in (EVERYTHING, NARROW):
        result = run(collection(graph), (3, 4), options, top=2, seed=seed, induced=False)
        for size in (3, 4):
            for pattern, known in frequencies(result, size).items():
                truth = frequency(pattern, [graph], "anchored", induced=False)
                assert known.low <= truth <= known.high
                assert options is NARROW or known == Frequency.exact(truth)


def edge_induced_patterns(graph, size):
    """All anchored patterns that some of the edges between some number of nodes form."""
    found = set()
    for nodes in itertools.combinations(graph, size):
        edges = [(nodes.index(a), nodes.index(b)) for a, b in graph.subgraph(nodes).edges]
        for count in range(size - 1, len(edges) + 1):
            for chosen in itertools.combinations(edges, count):
                part = nx.Graph(chosen)
                if len(part) == size and nx.is_connected(part):
                    found |= {Pattern.from_edges(chosen, anchor=anchor).canonical() for anchor in range(size)}
    return found


BULL = nx.bull_graph()  # its path of five nodes needs the one way of two to lay a path of four over the triangle


@settings(max_examples=examples(30), deadline=None)
@given(labeled_graphs(max_nodes=7, directed=False, labels=False))
@example(BULL)
def test_without_limits_edge_induced_growth_finds_every_pattern(graph):
    result = run(collection(graph), (3, 4, 5), induced=False)
    for size in (3, 4, 5):
        assert set(frequencies(result, size)) == edge_induced_patterns(graph, size)


@functools.cache
def smallest_form(nodes, arcs):
    """The smallest of all ways to number a pattern: labels of nodes with the anchor's mark, arcs with labels."""
    forms = []
    for order in itertools.permutations(range(len(nodes))):
        renumbered = tuple(sorted((order[a], order[b], label) for a, b, label in arcs))
        forms.append((tuple(nodes[order.index(i)] for i in range(len(nodes))), renumbered))
    return min(forms)


@functools.cache
def connected_nodes(arcs):
    """The nodes of weakly connected arcs in order; ``None`` if they are not connected."""
    part = nx.Graph(list(arcs))
    return tuple(sorted(part)) if nx.is_connected(part) else None


def anchored_counts_by_brute_force(nodes, arcs, size):
    """Anchored frequency of every pattern that some of the arcs between some number of nodes form."""
    images = defaultdict(set)
    for count in range(size - 1, len(arcs) + 1):
        for chosen in itertools.combinations(arcs, count):
            part = connected_nodes(frozenset(arc[:2] for arc in chosen))
            if part is None or len(part) != size:
                continue
            number = {node: i for i, node in enumerate(part)}
            own = frozenset((number[a], number[b], label) for a, b, label in chosen)
            for anchor in part:
                names = tuple((nodes[node], node == anchor) for node in part)
                images[smallest_form(names, own)].add(anchor)
    return {form: len(anchors) for form, anchors in images.items()}


def anchored_counts_by_growth(nodes, arcs, size, **labels):
    graphs = spminer.from_edges([arc[:2] for arc in arcs], num_nodes=len(nodes), directed=True, **labels)
    counts = {}
    for pattern, known in frequencies(run(graphs, (size,), induced=False), size).items():
        names = pattern.node_labels or [""] * size
        edge_labels = pattern.edge_labels or [""] * len(pattern.edges)
        form = smallest_form(
            tuple((names[i], i == pattern.anchor) for i in range(size)),
            frozenset((a, b, label) for (a, b), label in zip(pattern.edges, edge_labels, strict=True)),
        )
        assert known.kind == "exact"
        counts[form] = int(known.value)
    return counts


def connected_digraphs(size):
    """The arcs of every weakly connected digraph of numbered nodes."""
    pairs = list(itertools.permutations(range(size), 2))
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        arcs = list(itertools.compress(pairs, chosen))
        if len({node for arc in arcs for node in arc}) == size and connected_nodes(frozenset(arcs)):
            yield arcs


@pytest.mark.parametrize("labels", ["none", "nodes", "arcs", "both"])
def test_edge_induced_growth_is_complete_for_all_digraphs_of_3_nodes(labels):
    digraphs = list(connected_digraphs(3))
    assert len(digraphs) == 54
    for arcs in digraphs:
        nodes = ["x", "x", "y"] if labels in ("nodes", "both") else [""] * 3
        marks = ["p" if a < b else "q" for a, b in arcs] if labels in ("arcs", "both") else [""] * len(arcs)
        named = [(a, b, mark) for (a, b), mark in zip(arcs, marks, strict=True)]
        given_labels = {"node_labels": nodes} if nodes[0] else {}
        if marks[0]:
            given_labels["edge_labels"] = marks
        for size in (2, 3):
            expected = anchored_counts_by_brute_force(nodes, named, size)
            assert anchored_counts_by_growth(nodes, named, size, **given_labels) == expected, arcs


def test_one_arc_of_a_mutual_pair_can_be_left_out():
    graphs = spminer.from_edges([(0, 1), (1, 0), (0, 2)], directed=True)
    found = {pattern.without_anchor().canonical() for pattern in frequencies(run(graphs, (3,), induced=False), 3)}
    assert found == {Pattern.parse(text).canonical() for text in ("0>1,1>0,0>2", "0>1,0>2", "1>0,0>2")}


def test_edge_induced_growth_is_complete_for_all_digraphs_of_4_nodes():
    bare = ("",) * 4
    digraphs = {}
    for arcs in connected_digraphs(4):
        named = tuple((a, b, "") for a, b in arcs)
        digraphs.setdefault(smallest_form(bare, frozenset(named)), named)
    assert len(digraphs) == 199
    for named in digraphs.values():
        assert anchored_counts_by_growth(bare, named, 4) == anchored_counts_by_brute_force(bare, named, 4), named


@pytest.fixture
def hurried(monkeypatch):
    """Growth whose every level is cut at once, until it is as narrow as it gets."""
    monkeypatch.setattr(LevelBudget, "next", lambda *_, **__: LevelLimits(1.0, 0.0))


def test_growth_that_is_short_of_time_reaches_its_largest_size(hurried):
    graphs = random_collection()
    result = grow(Task.of(graphs, sizes=(3, 5, 8), top=2), GrowSettings(), Monitor(time_limit=1000))
    assert not result.complete
    assert result.stop_reason == "time limit"
    assert result.proven_sizes == ()
    assert any("from fewer patterns at sizes 2-8" in warning for warning in result.warnings)
    for size in (3, 5, 8):
        assert result.candidates[size]
        truth = enumerated(graphs, size)
        for pattern, known in frequencies(result, size).items():
            assert known.low <= truth[pattern].anchored_frequency.value <= known.high


def test_a_limit_that_is_not_felt_changes_nothing():
    results = [
        grow(Task.of(random_collection(), sizes=(4, 6)), GrowSettings(), Monitor(time_limit=limit))
        for limit in (None, 1000)
    ]
    assert results[0].candidates == results[1].candidates
    assert results[1].complete
    assert results[0].proven_sizes == results[1].proven_sizes


def test_levels_that_were_narrowed_are_not_kept(tmp_path, monkeypatch):
    def task(resume):
        states = States(Checkpoint(tmp_path, {"run": 1}, resume=resume))
        return Task.of(random_collection(), sizes=(4, 6), states=states)

    with monkeypatch.context() as patch:
        patch.setattr(LevelBudget, "next", lambda _, *, levels, **__: LevelLimits(1.0, None if levels > 2 else 0.0))
        first = grow(task(False), GrowSettings(), Monitor(time_limit=1000))
    assert not first.complete
    resumed, whole = grow(task(True), GrowSettings(), Monitor()), run(random_collection(), (4, 6), GrowSettings())
    assert resumed.complete
    assert resumed.candidates == whole.candidates


def test_an_interrupt_is_not_told_as_a_lack_of_time(monkeypatch):
    monitor = Monitor()
    level = _core.grow_level

    def interrupted(*args, **options):
        monitor.cancel()
        return level(*args, **options)

    monkeypatch.setattr(_core, "grow_level", interrupted)
    result = grow(Task.of(random_collection(), sizes=(5,)), GrowSettings(), monitor)
    assert (result.complete, result.stop_reason, result.warnings) == (False, None, ())


def test_a_beam_of_one_is_not_widened_for_lack_of_time(hurried):
    result = grow(Task.of(random_collection(), sizes=(5,)), GrowSettings(beam=1), Monitor(time_limit=1000))
    assert len(result.candidates[5]) == 1


def test_what_is_left_open_is_chosen_by_the_graph():
    sparse, dense = (GrowSettings().chosen(dense=dense) for dense in (False, True))
    assert (sparse.beam, sparse.embeddings, sparse.pilots) == (64, 6, 2048)
    assert (dense.beam, dense.embeddings, dense.pilots) == (32, 4, 1000)
    assert None not in (sparse.exact, sparse.steps, sparse.effort, sparse.probes)


def test_what_is_given_stays_and_more_motifs_widen_the_rest():
    chosen = GrowSettings(embeddings=2).chosen(dense=True, top=100)
    assert (chosen.embeddings, chosen.beam, chosen.exact) == (2, 200, 200)
    assert GrowSettings(beam=5).chosen(dense=True, top=100).beam == 5


@pytest.mark.parametrize("name", ["beam", "embeddings", "frontier", "memory_limit"])
def test_what_must_be_positive(name):
    with pytest.raises(UsageError, match=f"{name} must be at least 1, not 0"):
        GrowSettings(**{name: 0})


@pytest.mark.parametrize("name", ["anchors", "pilots", "exact", "steps", "effort", "probes"])
def test_what_may_be_zero(name):
    GrowSettings(**{name: 0})
    with pytest.raises(UsageError, match=f"{name} must be at least 0, not -1"):
        GrowSettings(**{name: -1})


def test_growth_is_known_by_its_name_and_can_tell_its_time():
    assert get_method("grow") is METHOD
    assert METHOD.forecast is not None


def test_cliques_and_hubs_are_dense():
    assert is_dense(spminer.from_networkx(nx.complete_graph(20)))
    assert is_dense(spminer.from_networkx(nx.star_graph(300)))
    assert not is_dense(spminer.from_networkx(nx.cycle_graph(300)))


def test_anchors_are_distinct_nodes_drawn_with_the_seed():
    ring = spminer.from_networkx(nx.cycle_graph(300))
    drawn = [support_units(Task.of(ring, seed=seed), GrowSettings(anchors=50)).roots for seed in (1, 1, 2)]
    assert (drawn[0] == drawn[1]).all()
    assert (drawn[0] != drawn[2]).any()
    assert len(np.unique(drawn[0])) == 50


def test_transactions_are_asked_of_whole_graphs():
    graphs = spminer.from_networkx([nx.path_graph(3), nx.path_graph(4)])
    slots = support_units(Task.of(graphs, frequency="transactions"), GrowSettings())
    assert (len(slots), slots.offsets.tolist(), slots.all) == (2, [0, 3, 7], True)


PATTERNS = tuple(Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2,2-0@0", "0-1,1-2@1"))


LEVEL = Level(
    patterns=PATTERNS,
    count=np.array([9, 7, 5]),
    bound=np.array([9, 7, 6]),
    expected=np.array([9.0, 7.0, 5.5]),
    node_sets=np.array([90.0, 70.0, 50.0]),
    images=np.array([8, 6, 4]),
    outside=3,
)


ALL, SAMPLE = (SupportUnits(np.arange(10, dtype=np.int32), np.arange(11), population) for population in (10, 40))


def test_a_level_comes_back_from_its_arrays():
    again = Level.from_arrays(LEVEL.arrays())
    assert again.patterns == LEVEL.patterns
    assert again.outside == 3
    for name in ("count", "bound", "expected", "node_sets", "images"):
        assert np.array_equal(getattr(again, name), getattr(LEVEL, name))


@pytest.mark.parametrize(
    ("changes", "top", "proven"),
    [
        ({}, 2, True),
        ({}, 3, False),  # the third is not decided
        ({"outside": 7}, 2, False),  # another may tie with the second
        ({"bound": np.array([9, 7, 8])}, 2, False),  # the third may pass the second
        ({"bound": np.array([10, 7, 6])}, 2, False),  # the first is not decided
        ({"bound": np.array([9, 7, 5])}, 5, False),  # fewer than asked for, and there may be others
        ({"bound": np.array([9, 7, 5]), "outside": 0}, 5, True),
    ],
)
def test_what_is_proven(changes, top, proven):
    assert replace(LEVEL, **changes).proven(top) == proven


@pytest.mark.parametrize(
    ("changes", "top", "proven"),
    [
        ({"bound": np.array([9, 7, 5])}, 2, True),
        ({"bound": np.array([9, 7, 5])}, 3, False),  # two patterns with three anchors, and there may be others
        ({"bound": np.array([9, 7, 5]), "outside": 0}, 3, True),
        ({"bound": np.array([9, 7, 8])}, 2, True),  # the third is the first with another anchor
        ({"bound": np.array([9, 7, 10])}, 2, False),  # which may be its best
    ],
)
def test_what_is_proven_of_patterns_with_their_best_anchors(changes, top, proven):
    assert replace(LEVEL, **changes).proven(top, merge_anchors=True) == proven


def test_anchors_of_all_nodes_are_exact_or_bounded():
    first, _, third = LEVEL.candidates("anchored", ALL)
    assert (first.known["anchored"], first.node_sets) == (Frequency.exact(9), 90.0)
    assert third.known["anchored"] == Frequency.lower_bound(5, 6)


def test_anchors_of_a_sample_are_estimates():
    first = LEVEL.candidates("anchored", SAMPLE)[0]
    known = first.known["anchored"]
    assert (known.value, known.kind, first.score) == (36.0, "estimate", 36.0)
    assert known.low <= 36 <= known.high


def test_other_objectives():
    assert LEVEL.candidates("transactions", ALL)[0].known["transactions"] == Frequency.exact(9)
    assert LEVEL.candidates("graph", ALL)[0].known == {}
    assert LEVEL.candidates("graph", ALL)[0].score == 90.0
    assert LEVEL.candidates("images", ALL)[0].known["images"] == Frequency.lower_bound(8, 9)
    assert LEVEL.candidates("images", SAMPLE)[0].known["images"] == Frequency.lower_bound(8)
    assert all(found.pattern.anchor is None for found in LEVEL.candidates("images", ALL))


def test_slots_know_whether_they_are_all():
    assert (len(ALL), ALL.all, SAMPLE.all) == (10, True, False)


@pytest.fixture
def clock(monkeypatch):
    """A clock that every level turns on by a second."""
    hands = [0.0]
    level = Growth.level

    def timed(self, beam):
        hands[0] += 1
        return level(self, beam)

    monkeypatch.setattr("time.process_time", lambda: hands[0])
    monkeypatch.setattr(Growth, "level", timed)


def test_levels_take_as_much_longer_as_there_are_more_patterns_and_anchors(clock):
    ring = spminer.from_networkx(nx.cycle_graph(800))
    predicted = forecast(Task.of(ring, sizes=(5,)), GrowSettings(), Monitor())
    assert not predicted.is_lower_bound
    assert predicted.seconds_by_size == dict.fromkeys(range(2, 6), 2 * 8)


def test_few_anchors_are_all_asked(clock):
    assert forecast(Task.of(datasets.example(), sizes=(3,)), GrowSettings(), Monitor()).seconds_by_size == {2: 2, 3: 2}


def test_of_transactions_fewer_graphs_are_grown(clock):
    graphs = spminer.from_networkx([nx.cycle_graph(4 + i % 3) for i in range(800)])
    predicted = forecast(Task.of(graphs, sizes=(3,), frequency="transactions"), GrowSettings(), Monitor())
    assert predicted.seconds_by_size == {2: 16, 3: 16}


def test_counting_a_sample_again_takes_time_too(clock):
    ring = spminer.from_networkx(nx.cycle_graph(800))
    predicted = forecast(Task.of(ring, sizes=(2,)), GrowSettings(anchors=400), Monitor())
    assert predicted.seconds_by_size == pytest.approx({2: 2 * 8 * 1.4})


def test_levels_without_time_are_taken_to_cost_more(clock, monkeypatch):
    stops = iter([False, False, False, False])
    monkeypatch.setattr(Monitor, "stopped", property(lambda _: next(stops, True)))
    predicted = forecast(Task.of(datasets.example(), sizes=(5,)), GrowSettings(), Monitor())
    assert predicted.seconds_by_size == pytest.approx({2: 2, 3: 2, 4: 2 * 1.3, 5: 2 * 1.69})
    assert predicted.is_lower_bound


def test_anchors_that_no_effort_decides_have_no_end_in_sight():
    task = Task.of(spminer.from_networkx([nx.gnp_random_graph(14, 0.25, seed=i) for i in range(3)]), sizes=(6,))
    assert forecast(task, GrowSettings(steps=1, effort=1), Monitor()).is_lower_bound
    assert not forecast(task, GrowSettings(steps=1, effort=0), Monitor()).is_lower_bound


def test_without_any_time_nothing_is_told():
    assert forecast(Task.of(datasets.example(), sizes=(5,)), GrowSettings(), Monitor(time_limit=0)) is None


def test_a_pilot_leaves_no_states(tmp_path):
    states = States(Checkpoint(tmp_path, {"run": 1}))
    forecast(Task.of(datasets.example(), sizes=(4,), states=states), GrowSettings(), Monitor())
    assert list(tmp_path.glob("*.state")) == []


def budgeted(limit, cost, levels):
    """Seconds left and widths after growth whose levels take ``cost(level)`` seconds at full width."""
    budget, left, widths = LevelBudget(), limit, []
    for level in range(levels):
        step = budget.next(remaining=left, levels=levels - level)
        needed = cost(level) * step.width
        cut = needed > step.seconds
        seconds = min(needed, step.seconds)
        budget.took(step, seconds, cut=cut)
        left -= seconds
        widths.append(step.width)
    return left, widths


def test_without_a_limit_nothing_is_narrowed():
    budget = LevelBudget()
    budget.took(LevelLimits(1.0, None), 1e6)
    assert budget.next(remaining=None, levels=50) == LevelLimits(1.0, None)


def test_a_limit_that_is_far_away_changes_nothing():
    _, widths = budgeted(1000.0, lambda level: 1.1**level, 20)
    assert widths == [1.0] * 20


@given(st.floats(0.1, 100), st.floats(0.01, 100), st.floats(1, 2), st.integers(1, 40))
def test_some_time_is_left_for_every_level(limit, first, dearer, levels):
    left, widths = budgeted(limit, lambda level: first * dearer**level, levels)
    assert left > 0
    assert all(LEAST_WIDTH <= width <= 1 for width in widths)


def test_what_would_take_too_long_is_narrowed():
    _, widths = budgeted(10.0, lambda _: 2.0, 20)
    assert widths[0] == 1.0
    assert max(widths[2:]) < 1.0


def test_width_comes_back_step_by_step():
    budget = LevelBudget()
    budget.took(LevelLimits(LEAST_WIDTH, 1.0), 1e-6)
    assert budget.next(remaining=1000.0, levels=2).width == pytest.approx(2 * LEAST_WIDTH)


def test_a_level_without_result_is_tried_ever_narrower_and_at_last_without_a_limit_of_its_own():
    budget, steps = LevelBudget(), [LevelLimits(1.0, 1.0)]
    while steps[-1].width > LEAST_WIDTH:
        steps.append(budget.again(steps[-1], remaining=8.0, levels=1))
    assert [step.width for step in steps] == [1.0, 1 / 8, LEAST_WIDTH]
    assert steps[1].seconds == pytest.approx(6.0)
    assert steps[-1].seconds is None
