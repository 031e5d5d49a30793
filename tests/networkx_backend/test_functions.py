"""Tests of networkx_backend/functions.py: its own tests by networkx, and random graphs compared with networkx."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.networkx_backend import FUNCTIONS, get_info
from spminer.networkx_backend import functions as backend

OURS = {"backend": "spminer"}
UPSTREAM = [
    *(f"networkx.algorithms.tests.test_{name}" for name in ("cluster", "triads", "clique")),
    *(f"networkx.algorithms.isomorphism.tests.test_{name}" for name in ("vf2pp", "isomorphism")),
]


@pytest.fixture(autouse=True)
def _quiet_cache():
    """networkx warns that a changed graph may be in its cache."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Note: conversions to backend graphs are saved to cache")
        yield


@st.composite
def graphs(draw, directed=False, loops=True):
    """A graph of up to 8 nodes, named by numbers or texts in any order."""
    size = draw(st.integers(0, 8))
    names = draw(st.permutations(range(size)))
    if draw(st.booleans()):
        names = [f"n{name}" for name in names]
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(names)
    pairs = [(u, v) for u in names for v in names if loops or u != v]
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs))) if pairs else [])
    return graph


def as_sets(cliques):
    return sorted(sorted(map(str, clique)) for clique in cliques)


def test_tests_of_networkx_pass():
    folder = Path(nx.__file__).parent
    environment = {**os.environ, "NETWORKX_TEST_BACKEND": "spminer", "NETWORKX_FALLBACK_TO_NX": "True"}
    options = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", *options, "--pyargs", *UPSTREAM]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
    last = found.stdout.strip().splitlines()[-1]
    assert found.returncode == 0, found.stdout
    assert int(last.split()[0]) > 100, last


def test_networkx_finds_every_function():
    for name in FUNCTIONS:
        assert "spminer" in nx.utils.backends._registered_algorithms[name].backends
        assert callable(getattr(backend, name))
    assert get_info()["functions"].keys() == FUNCTIONS.keys()


def test_networkx_starts_without_the_engine():
    code = "import networkx, sys; sys.exit('spminer._core' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(graph=graphs(), data=st.data())
def test_triangles_and_squares(graph, data):
    some = data.draw(st.lists(st.sampled_from(sorted(graph)))) if graph else []
    for function in (nx.triangles, nx.clustering, nx.square_clustering, nx.generalized_degree):
        assert function(graph, **OURS) == function(graph)
        assert function(graph, some, **OURS) == function(graph, some)
        if some:
            assert function(graph, some[0], **OURS) == function(graph, some[0])
        with pytest.raises(nx.NetworkXError, match="not in the graph"):
            function(graph, -1, **OURS)
    assert nx.transitivity(graph, **OURS) == nx.transitivity(graph)
    if graph:
        assert nx.average_clustering(graph, **OURS) == nx.average_clustering(graph)


@given(graph=graphs(directed=True))
def test_directed_clustering(graph):
    assert nx.clustering(graph, **OURS) == nx.clustering(graph)
    if any(nx.clustering(graph).values()):
        ours = nx.average_clustering(graph, count_zeros=False, **OURS)
        assert ours == nx.average_clustering(graph, count_zeros=False)


@given(graph=graphs(directed=True, loops=False), data=st.data())
def test_triads(graph, data):
    some = data.draw(st.lists(st.sampled_from(sorted(graph)), unique=True)) if graph else []
    assert nx.triadic_census(graph, **OURS) == nx.triadic_census(graph)
    assert nx.triadic_census(graph, some, **OURS) == nx.triadic_census(graph, some)
    with pytest.raises(ValueError, match="duplicate"):
        nx.triadic_census(graph, ["no", "no"], **OURS)


@given(graph=graphs(), data=st.data())
def test_cliques(graph, data):
    some = data.draw(st.lists(st.sampled_from(sorted(graph)))) if graph else []
    assert as_sets(nx.find_cliques(graph, **OURS)) == as_sets(nx.find_cliques(graph))
    ours, theirs = list(nx.enumerate_all_cliques(graph, **OURS)), list(nx.enumerate_all_cliques(graph))
    assert as_sets(ours) == as_sets(theirs)
    assert list(map(len, ours)) == list(map(len, theirs))
    assert as_sets(nx.all_triangles(graph, **OURS)) == as_sets(nx.all_triangles(graph))
    assert as_sets(nx.all_triangles(graph, some, **OURS)) == as_sets(nx.all_triangles(graph, some))


@given(directed=st.booleans(), data=st.data())
def test_isomorphisms(directed, data):
    graph = data.draw(graphs(directed).filter(lambda graph: len(graph) < 6))
    new = dict(zip(graph, data.draw(st.permutations(range(len(graph)))), strict=True))
    other = data.draw(st.one_of(st.just(nx.relabel_nodes(graph, new)), graphs(directed)))
    for one in (graph, other):
        for node in one:
            if data.draw(st.booleans()):
                one.nodes[node]["color"] = data.draw(st.sampled_from("ab"))
    for options in ({}, {"node_label": "color", "default_label": "b"}):
        ours = list(nx.vf2pp_all_isomorphisms(graph, other, **options, **OURS))
        theirs = list(nx.vf2pp_all_isomorphisms(graph, other, **options))
        assert sorted(ours, key=str) == sorted(theirs, key=str) or {frozenset(one.items()) for one in ours} == {
            frozenset(one.items()) for one in theirs
        }
        assert len(ours) == len(theirs)
        assert nx.vf2pp_is_isomorphic(graph, other, **options, **OURS) == bool(theirs)
    assert nx.is_isomorphic(graph, other, **OURS) == nx.is_isomorphic(graph, other)


def test_large_graphs_that_look_alike():
    """Regular graphs, which refinement of degrees does not tell apart."""
    one = nx.random_regular_graph(3, 1000, seed=1)
    two = nx.random_regular_graph(3, 1000, seed=2)
    order = np.random.default_rng(0).permutation(1000).tolist()
    copy = nx.relabel_nodes(one, dict(enumerate(order)))
    found = nx.vf2pp_isomorphism(one, copy, **OURS)
    assert found is not None
    assert all(copy.has_edge(found[u], found[v]) for u, v in one.edges)
    assert not nx.is_isomorphic(one, two, **OURS)


def test_a_graph_is_converted_once_until_it_changes(monkeypatch):
    converted = []

    def convert(graph, **options):
        converted.append(graph)
        return backend.BackendGraph(graph, options.get("node_attrs"))

    monkeypatch.setattr(backend, "convert_from_nx", convert)
    graph = nx.complete_graph(4)
    assert nx.triangles(graph, **OURS) == dict.fromkeys(graph, 3)
    assert nx.transitivity(graph, **OURS) == 1
    assert len(converted) == 1
    graph.remove_edge(0, 1)
    assert nx.triangles(graph, **OURS) == {0: 1, 1: 1, 2: 2, 3: 2}
    assert len(converted) == 2


def test_what_is_declined():
    graph, directed = nx.complete_graph(40), nx.complete_graph(40, nx.DiGraph)
    small = nx.path_graph(5)
    for name, arguments, options in [
        ("triangles", (nx.MultiGraph(graph),), {}),
        ("clustering", (graph,), {"weight": "weight"}),
        ("square_clustering", (directed,), {}),
        ("find_cliques", (graph, [0]), {}),
        ("is_isomorphic", (graph, directed), {}),
        ("is_isomorphic", (graph, graph), {"node_match": dict.__eq__}),
    ]:
        assert isinstance(backend.can_run(name, arguments, options), str), name
    assert backend.can_run("clustering", (directed,), {}) is True
    assert backend.should_run("triangles", (graph,), {}) is True
    assert isinstance(backend.should_run("triangles", (graph, [1]), {}), str)
    assert isinstance(backend.should_run("triangles", (small,), {}), str)
    nx.triangles(small, **OURS)
    assert backend.should_run("triangles", (small,), {}) is True
    with pytest.raises(NotImplementedError):
        backend.convert_from_nx(nx.MultiGraph())


def test_priority_chooses_the_backend(monkeypatch):
    calls = []
    ours = backend._triangle_ends
    monkeypatch.setattr(backend, "_triangle_ends", lambda graph: calls.append(graph) or ours(graph))
    with nx.config.backend_priority(algos=["spminer"]):
        assert nx.transitivity(nx.complete_graph(40)) == 1
        assert len(calls) == 1
        assert nx.transitivity(nx.complete_graph(3)) == 1  # too small
    assert len(calls) == 1


@given(directed=st.booleans(), data=st.data())
def test_graphs_come_back(directed, data):
    graph = data.draw(graphs(directed))
    for node in graph:
        graph.nodes[node]["color"] = "red"
    converted = backend.convert_from_nx(graph, node_attrs={"color": None, "size": 1})
    back = backend.convert_to_nx(converted)
    assert list(back) == list(graph) == list(converted)
    assert set(back.edges) == set(graph.edges) or nx.utils.graphs_equal(nx.Graph(back.edges), nx.Graph(graph.edges))
    assert all(data == {"color": "red", "size": 1} for _, data in back.nodes(data=True))
    assert backend.convert_to_nx(3) == 3
