"""The benchmarks of comparisons measure what they say: their parts, on graphs small enough to know the answer."""

import ast
import functools
import importlib.util
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import common
import spminer
from spminer.datasets import example
from support.strategies import examples

ROOT = Path(__file__).parents[2]
SCRIPTS = ("false_positives", "planted", "surprising", "tables")


def load(name):
    spec = importlib.util.spec_from_file_location(f"bench_{name}", ROOT / "benchmarks" / f"bench_{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("script", sorted((ROOT / "benchmarks").glob("*_*.py")), ids=lambda path: path.stem)
def test_make_bench_can_run_every_script(script):
    """What a script imports of the package exists, and it takes the folder of data that `make bench` gives to all."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    for_types = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.If) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in for_types and node.module.startswith("spminer"):
            module = importlib.import_module(node.module)
            for name in node.names:
                assert hasattr(module, name.name) or importlib.util.find_spec(f"{node.module}.{name.name}")
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert "--data" in texts or "arguments" in calls


@pytest.fixture(scope="module")
def bench():
    pytest.importorskip("igraph")
    return {name: load(name) for name in SCRIPTS}


@pytest.mark.parametrize(
    ("planned", "took", "ended", "says"),
    [
        (10.0, 29.0, True, "holds"),
        (10.0, 31.0, True, "too short"),
        (10.0, 3.0, True, "too long"),
        (0.001, 0.9, True, "holds"),
        (0.5, 4.0, True, "too short"),
        (500.0, 60.0, False, "holds so far"),
        (15.0, 60.0, False, "too short"),
        (None, 60.0, True, "unknown"),
        (float("inf"), 60.0, True, "unknown"),
    ],
)
def test_a_plan_holds_within_a_factor_of_three(planned, took, ended, says):
    assert load("plans").verdict(planned, took, ended=ended) == says


def test_a_plan_that_says_or_more_holds_as_a_bound_above_it_and_not_below():
    verdict = load("plans").verdict
    assert verdict(10.0, 500.0, ended=True, at_least=True) == "holds as a bound"
    assert verdict(10.0, 20.0, ended=True, at_least=True) == "holds"
    assert verdict(10.0, 2.0, ended=True, at_least=True) == "too long"


def outcomes(bench, wrong, runs=1000):
    kind = bench["false_positives"].Outcome
    return [kind(10, 0.0, 1.0, 0.01 if run < wrong else 1.0) for run in range(runs)]


def test_promises_are_broken_beyond_three_standard_errors_only(bench):
    summary = bench["false_positives"].summary
    assert summary(outcomes(bench, 70)).broken("mine") == []
    assert summary(outcomes(bench, 71)).broken("mine") == ["p_max"]


def test_small_p_is_a_promise_of_whole_tables_only(bench):
    script = bench["false_positives"]
    found = script.summary([script.Outcome(10, 0.2, 1.0, 1.0)] * 100)
    assert found.broken("mine") == []
    assert found.broken("enumerate") == ["p"]


@pytest.mark.parametrize("case", ["degree, arcs", "reciprocal", "labels", "joint-degree", "clustering", "er"])
def test_cases_of_false_positives_are_samples_of_their_own_model(bench, case):
    script = bench["false_positives"]
    base, sample = script.CASES[case].make(), script.null_model(script.CASES[case]).sample(3)
    assert sample.num_edges == base.num_edges
    assert not np.array_equal(sample.indices, base.indices)


def test_dealt_out_classes_are_as_large_and_differ_between_runs(bench):
    script = bench["false_positives"]
    first, second = (script.permuted(script.molecules(), run).graph_labels for run in (0, 1))
    assert sorted(first) == sorted(second)
    assert not np.array_equal(first, second)


def test_tables_fail_where_a_count_differs(bench, monkeypatch, capsys):
    script = bench["tables"]
    graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 1), (1, 0)], directed=True)
    for size in (3, 4):
        script.compare("small", graphs, size, 3)
    assert "13 classes" in capsys.readouterr().out
    monkeypatch.setattr(script, "by_networkx", lambda _: {"030T": 7})
    with pytest.raises(SystemExit, match="networkx counts 7"):
        script.compare("small", graphs, 3, 3)


@pytest.mark.parametrize("size", [6, 9])
def test_planted_patterns_are_there_and_nothing_else_has_changed(bench, size):
    script = bench["planted"]
    base = spminer.generate.synthetic(1, 600, kind="er", seed=1)
    pattern = script.gapped(size)
    assert len(pattern.edges) == size * (size - 1) // 2 - 1
    target = script.planted(base, pattern, seed=2)
    copies = round(script.SHARE * 600 / size)
    assert spminer.count(pattern, target, frequency="graph").frequency.value == copies
    assert spminer.count(pattern, base, frequency="graph").frequency.value == 0
    assert target.num_edges <= base.num_edges + copies * len(pattern.edges)


def test_graphs_of_a_million_edges_have_them():
    graphs = common.rmat_graph()
    assert graphs.num_edges == 1_000_000
    assert np.diff(graphs.indptr).max() > 5_000  # hubs


def test_sampled_patterns_are_distinct_and_occur():
    patterns = common.distinct_patterns(example(), range(3, 8), 20)
    assert len(set(patterns)) == 20
    assert {pattern.size for pattern in patterns} == {3, 4, 5, 6, 7}
    assert all(spminer.count(pattern, example()).frequency.value > 0 for pattern in patterns)


def test_a_process_of_its_own_has_its_own_memory():
    small, large = (common.measure_apart(functools.partial(bytearray, size)) for size in (10, 100 << 20))
    assert len(large.value) == 100 << 20
    assert small.growth < 50
    assert large.growth > 100


@pytest.fixture(scope="module")
def compared():
    return spminer.mine(
        example(), "3-6", top=2, merge_anchors=True, against="degree", null_samples=5, alternative="greater"
    )


def test_pictures_show_the_first_motifs(bench, compared):
    script = bench["surprising"]
    root = ET.fromstring(script.picture(compared))
    shown = [motif for motif in compared if motif.rank == 1 and motif.size in script.SHOWN]
    assert len(root.findall("{*}g")) == len(shown) > 0
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == sum(motif.size for motif in shown)


def test_the_page_is_rewritten_between_the_marks_of_one_set(bench):
    rewritten = bench["surprising"].rewritten
    page = "a\n<!-- power -->\nold\n<!-- end of power -->\nb <!-- MUTAG --><!-- end of MUTAG -->"
    assert rewritten(page, "power", "new \\1") == page.replace("\nold\n", "\n\nnew \\1\n\n")
    with pytest.raises(SystemExit, match="needs the marks"):
        rewritten(page, "netscience", "new")


def test_the_page_shows_sets_as_they_are_asked_for(bench):
    script = bench["surprising"]
    page = script.PAGE.read_text(encoding="utf-8")
    for name, one in script.SETS.items():
        part = re.search(f"<!-- {name} -->(.*)<!-- end of {name} -->", page, re.DOTALL)[1].strip()
        shown = re.findall(r"^spminer mine .*", part, re.MULTILINE)
        assert not part or len(shown) == 1
        for line in shown:
            sizes, top = re.search(r"--sizes (\S+) --top (\d+)", line).groups()
            assert line == script.command(one, sizes, int(top))


def test_rows_have_the_figures_of_the_motifs(bench, compared):
    head, *body = bench["surprising"].rows(compared)
    firsts = [motif for motif in compared if motif.rank == 1]
    assert [row[0] for row in body] == [str(motif.size) for motif in firsts]
    assert [row[head.index("observed")] for row in body] == [str(motif.anchored_frequency.value) for motif in firsts]
    assert [row[head.index("p_max")] for row in body] == [f"{motif.against.p_max:.3f}" for motif in firsts]


def test_the_model_of_clusters_has_its_closed_forms():
    cluster = load("cluster")
    alike = cluster.Round([1.0] * 64, [0] * 64, [0.0] * 64)
    for workers in (1, 4, 64):
        ideal, overhead = 64 / workers, 65 * cluster.DISPATCH_S + cluster.LATENCY_S
        assert ideal <= cluster.modeled([alike], workers) <= ideal + overhead
    assert cluster.modeled([alike, alike], 64) == pytest.approx(2 * cluster.modeled([alike], 64))
    uneven = cluster.Round([10.0, *[0.1] * 100], [0] * 101, [0.0] * 101)
    assert cluster.modeled([uneven], 512) == pytest.approx(10, abs=0.1), "no faster than its longest piece"
    heavy = cluster.Round([0.0] * 10, [int(cluster.BYTES_PER_S)] * 10, [0.5] * 10)
    assert cluster.modeled([heavy], 512) == pytest.approx(15, abs=0.1), "what arrives is put together one by one"


@given(st.data())
@settings(max_examples=examples(40), deadline=None)
def test_the_census_of_a_product_follows_from_its_factors(data):
    truth = load("truth")
    factors = [
        truth.random_graph(data.draw(st.integers(2, 9)), data.draw(st.integers(0, 16)), data.draw(st.integers(0, 99)))
        for _ in range(2)
    ]
    graphs = truth.product(*factors)
    for size in (3, 4):
        expected = {kind: count for kind, count in truth.true_census(*factors).items() if len(kind) == size}
        assert truth.counted_census(graphs, size) == expected


@given(st.integers(1, 8), st.integers(0, 12), st.integers(1, 5), st.integers(0, 99), st.integers(3, 4))
@settings(max_examples=examples(40), deadline=None)
def test_copies_of_a_labeled_graph_multiply_every_support(nodes, edges, count, seed, size):
    truth = load("truth")
    truth.check_copies(truth.random_graph(nodes, edges, seed, labels=2), count, size, seed)


def test_a_support_that_is_wrong_fails_the_benchmark(monkeypatch):
    truth = load("truth")
    monkeypatch.setattr(truth, "copies", lambda graphs, *_: graphs)
    with pytest.raises(SystemExit, match="not 3 times as many"):
        truth.check_copies(truth.random_graph(9, 20, 1, labels=2), 3, 3)
