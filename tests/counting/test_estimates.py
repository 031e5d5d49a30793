"""Tests of spminer.counting.estimates: estimates against exact counts, coverage, limits, and what is refused."""

import json
from math import comb

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Monitor, UsageError
from spminer.cli.main import main
from spminer.counting import estimates
from spminer.counting.estimates import estimate_copies
from spminer.counting.intervals import hits_for_error, rate_interval
from spminer.counting.matching import MatchQuery
from spminer.graphs.pattern_files import as_pattern


def query_of(pattern, graph, *, induced=False, threads=0):
    return MatchQuery.of(as_pattern(pattern), graph, induced=induced, threads=threads)


@pytest.fixture(scope="module")
def large():
    return spminer.from_networkx(nx.barabasi_albert_graph(3000, 8, seed=5))


@pytest.fixture
def sampled(monkeypatch):
    """Nothing is cheap to count."""
    monkeypatch.setattr(estimates, "_CHEAP_NS", 0.0)
    monkeypatch.setattr(estimates, "_MOST_NODES", 0)


@pytest.fixture(scope="module")
def directed():
    arcs = nx.gnp_random_graph(200, 0.05, seed=3, directed=True)
    nx.set_node_attributes(arcs, {v: "ab"[v % 3 == 0] for v in arcs}, "label")
    return spminer.from_networkx(arcs, node_label="label")


@pytest.mark.parametrize("induced", [False, True])
@pytest.mark.parametrize("frequency", ["copies", "graph"])
@pytest.mark.parametrize("pattern", ["triangle", "path:4", "cycle:4", "diamond", "0-1,1-2,2-0,2-3"])
def test_estimates_are_near_exact_counts(large, pattern, frequency, induced):
    """Four times the error: a chance of 10^-12 or less."""
    exact = spminer.count(pattern, large, frequency=frequency, induced=induced)
    found = estimate_copies(
        query_of(pattern, large, induced=induced), 0.05, Monitor(), node_sets=frequency == "graph", sampled=True
    )
    assert found.frequency.kind == "estimate"
    assert found.stop_reason is None
    assert found.frequency.value == pytest.approx(exact.frequency.value, rel=0.2)
    assert found.frequency.low <= found.frequency.value <= found.frequency.high


@pytest.mark.parametrize("pattern", ["0>1,1>2,0>2", "0>1,0>2;a,b,b", "0-1,1-2,2-0;a,a,b"])
@pytest.mark.parametrize("induced", [False, True])
@pytest.mark.usefixtures("sampled")
def test_direction_and_labels(directed, pattern, induced):
    exact = spminer.count(pattern, directed, frequency="copies", induced=induced)
    found = spminer.count(pattern, directed, frequency="copies", induced=induced, error=0.05)
    assert found.frequency.kind == "estimate"
    assert float(found) == pytest.approx(float(exact), rel=0.2)


def test_intervals_cover_the_truth_in_19_of_20_runs(large):
    """At least 181 of 200, which fails with a chance of 0.1 % where the coverage is 95 %."""
    exact = int(spminer.count("cycle:4", large, frequency="copies", induced=False))
    query = query_of("cycle:4", large)
    runs = [estimate_copies(query, 0.2, Monitor(), seed=seed, sampled=True).frequency for seed in range(200)]
    assert sum(run.low <= exact <= run.high for run in runs) >= 181
    assert all(run.low * 1.2 >= run.value - 1 and run.high * 0.8 <= run.value + 1 for run in runs)
    assert sum(run.value for run in runs) / len(runs) == pytest.approx(exact, rel=0.03)


def test_the_seed_decides_and_threads_do_not(large):
    runs = [
        estimate_copies(query_of("cycle:5", large, threads=threads), 0.1, Monitor(), seed=seed, sampled=True)
        for threads, seed in ((1, 3), (2, 3), (5, 3), (1, 4))
    ]
    assert runs[0] == runs[1] == runs[2] != runs[3]


def test_what_is_cheap_is_counted(large):
    found = spminer.count("triangle", large, error=0.05, frequency="copies", induced=False)
    assert found.frequency.kind == "exact"
    assert found == spminer.count("triangle", large, frequency="copies", induced=False)
    assert found.samples == 0


def test_induced_counts_are_exact_where_a_few_steps_suffice(large):
    found = spminer.count("triangle", large, error=0.05)
    assert found.frequency.kind == "exact"
    assert found == spminer.count("triangle", large)


@pytest.mark.parametrize("size", [3, 4])
def test_node_sets_of_cliques_are_their_copies(large, monkeypatch, size):
    monkeypatch.setattr(estimates, "_MOST_NODES", 0)  # the matcher is not asked
    found = spminer.count(f"clique:{size}", large, error=0.05)
    assert (found.frequency.kind, int(found)) == ("exact", int(spminer.count(f"clique:{size}", large)))


@pytest.mark.usefixtures("sampled")
def test_exact_counts_that_are_not_cheap_are_not_begun(large):
    found = spminer.count("triangle", large, error=0.05, frequency="copies", induced=False)
    assert found.frequency.kind == "estimate"
    assert found.samples > hits_for_error(0.05)


def test_stars_of_a_hub():
    star = nx.star_graph(60_000)
    found = spminer.count("star:8", star, error=0.01, frequency="copies", induced=False)
    assert float(found) == pytest.approx(comb(60_000, 7), rel=0.01)


@pytest.mark.usefixtures("sampled")
def test_a_pattern_that_does_not_occur(monkeypatch):
    cycle = nx.cycle_graph(12)
    assert spminer.count("star:4", nx.path_graph(2), error=0.05) == 0
    monkeypatch.setattr(estimates, "_MOST_SAMPLES", 10_000)
    found = spminer.count("triangle", cycle, error=0.05)
    assert found.stop_reason == "sample limit"
    assert found.frequency.kind == "estimate"
    assert (found.frequency.value, found.frequency.low) == (0, 0)
    assert 0 < found.frequency.high <= 1
    assert found.to_dict()["status"] == "partial"


@pytest.mark.usefixtures("sampled")
def test_a_limit_leaves_a_wider_interval(large, monkeypatch):
    monkeypatch.setattr(estimates, "_MOST_SAMPLES", 2000)
    exact = spminer.count("cycle:4", large)
    found = spminer.count("cycle:4", large, error=0.01, seed=1)
    assert found.stop_reason == "sample limit"
    assert found.samples == 2000
    assert found.frequency.low <= int(exact) <= found.frequency.high


@pytest.mark.usefixtures("sampled")
def test_a_canceled_count_is_a_lower_bound(large):
    monitor = Monitor()
    monitor.cancel()
    found = spminer.count("cycle:6", large, error=0.05, monitor=monitor)
    assert (found.frequency.kind, found.frequency.value, found.stop_reason) == ("lower_bound", 0, "interrupted")


def test_a_time_limit_ends_samples(large):
    found = estimate_copies(query_of("clique:8", large, induced=True), 0.05, Monitor(time_limit=1.0), sampled=True)
    assert found.stop_reason == "time limit"
    assert found.frequency.low == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frequency": "images"}, "estimates node sets or copies"),
        ({"frequency": "transactions"}, "estimates node sets or copies"),
        ({"steps": 5}, "steps= is not supported with error="),
        ({"against": "degree"}, "against= is not supported with error="),
        ({"anchors": 5}, "need the anchored frequency"),
        ({"error": 0.0}, "error must be"),
        ({"error": 0.9}, "error must be"),
    ],
)
def test_refusals(large, options, message):
    with pytest.raises(UsageError, match=message):
        spminer.count("triangle", large, **{"error": 0.05, **options})


def test_refusals_of_patterns(large):
    with pytest.raises(UsageError, match="sample anchors by anchors="):
        spminer.count("0-1,1-2@1", large, error=0.05)
    with pytest.raises(UsageError, match="up to 8 nodes"):
        spminer.count("cycle:9", large, error=0.05)


@given(st.floats(0.001, 0.5))
def test_hits_suffice_for_the_error(error):
    hits = hits_for_error(error)
    samples = 1000 * hits
    low, high = rate_interval(hits, samples, at_hit=True)
    rate = (hits - 1) / (samples - 1)
    assert low * (1 + error * 1.001) >= rate >= high * (1 - error * 1.001)


@given(st.integers(1, 30), st.integers(0, 40), st.booleans())
def test_limits_have_the_tails_that_they_promise(hits, misses, at_hit):
    samples = hits + misses

    def at_least(count, of, rate):
        return sum(comb(of, i) * rate**i * (1 - rate) ** (of - i) for i in range(count, of + 1))

    low, high = rate_interval(hits, samples, at_hit=at_hit)
    assert at_least(hits, samples, low) == pytest.approx(0.025, rel=1e-6)
    if misses:
        beyond = 1 - at_least(hits, samples - 1, high) if at_hit else 1 - at_least(hits + 1, samples, high)
        assert beyond == pytest.approx(0.025, rel=1e-6)
    else:
        assert high == 1


@pytest.mark.usefixtures("sampled")
def test_the_command_says_what_it_sampled(tmp_path, capsys, large):
    path = tmp_path / "graph.txt"
    spminer.write(large, path)
    assert main(["count", "cycle:4", str(path), "--error", "5%"]) == 0
    shown = capsys.readouterr().out
    assert "samples" in shown
    assert "estimate" in shown
    assert "anchors tested" not in shown
    assert main(["count", "cycle:4", str(path), "--error", "0.05", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["frequency"]["kind"] == "estimate"
    assert found["samples"] > 1000
    assert main(["count", "cycle:4", str(path), "--error", "many"]) == 2
    assert "not a share such as 5% or 0.05" in capsys.readouterr().err


def test_no_hit_has_an_upper_limit():
    low, high = rate_interval(0, 100, at_hit=False)
    assert low == 0
    assert (1 - high) ** 100 == pytest.approx(0.025)
