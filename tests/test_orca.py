import subprocess
import sys
from itertools import combinations

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer.orca import main, mmd, orca_counts
from spminer.patterns.named import GRAPHLETS

GRAPHLET_GRAPHS = [
    (nx.Graph([tuple(map(int, edge.split("-"))) for edge in text.split(",")]), orbits) for text, orbits in GRAPHLETS
]


def brute_force(graph, size):
    """Every connected set of nodes, matched by networkx with the graphlets."""
    counts = np.zeros((len(graph), {4: 15, 5: 73}[size]), dtype=np.int64)
    place = {node: number for number, node in enumerate(graph)}
    for nodes in (nodes for k in range(2, size + 1) for nodes in combinations(graph, k)):
        part = graph.subgraph(nodes)
        for graphlet, orbits in GRAPHLET_GRAPHS:
            matcher = nx.isomorphism.GraphMatcher(part, graphlet)
            if len(graphlet) == len(part) and matcher.is_isomorphic():
                for node, position in matcher.mapping.items():
                    counts[place[node], orbits[position]] += 1
    return counts


def parsed(output, digress):
    """As DiGress or GraphRNN take the counts from what the program prints."""
    mark = "orbit counts:" if digress else "orbit counts: \n"
    begin = output.find(mark) + len(mark) + (2 if digress else 0)
    return np.array([list(map(int, row.strip().split(" "))) for row in output[begin:].strip("\n").split("\n")])


@pytest.mark.parametrize("size", [4, 5])
def test_counts_are_those_of_all_sets_of_nodes(size):
    graphs = [nx.gnp_random_graph(8, density, seed=seed) for seed, density in enumerate((0, 0.3, 0.5, 0.7, 1))]
    expected = [brute_force(graph, size) for graph in graphs]
    assert np.array_equal(orca_counts(graphs, size), np.concatenate(expected))
    assert np.array_equal(orca_counts(graphs[2], size, threads=1), expected[2])


@pytest.mark.parametrize("size", [4, 5])
def test_program(tmp_path, capsys, size):
    graph = nx.gnm_random_graph(9, 14, seed=3)
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_text("9 14\n" + "".join(f"{u} {v}\n" for u, v in graph.edges))
    assert main(["node", str(size), str(source), str(target)]) == 0
    expected = orca_counts(graph, size)
    assert np.array_equal(np.loadtxt(target, dtype=int), expected)
    assert main(["node", str(size), str(source), "std"]) == 0
    printed = capsys.readouterr().out.strip()
    assert np.array_equal(parsed(printed, digress=True), expected)
    assert np.array_equal(parsed(printed, digress=False), expected)


def test_program_as_a_process(tmp_path):
    source = tmp_path / "in"
    source.write_text("3 1\n0 1\n")
    command = [sys.executable, "-m", "spminer.orca", "node", "4", str(source), "std"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert parsed(printed, digress=True)[:, 0].tolist() == [1, 1, 0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2 1\n0 2\n", "does not exist"),
        ("2 1\n0 -1\n", "does not exist"),
        ("2 2\n0 1\n", "number of edges is wrong"),
        ("", "number of edges is wrong"),
        ("2 1\n0 0\n", "self-loops or repeated edges"),
        ("2 2\n0 1\n1 0\n", "self-loops or repeated edges"),
        ("a b\n", "cannot be read"),
    ],
)
def test_program_refuses(tmp_path, capsys, text, reason):
    source = tmp_path / "in"
    source.write_text(text)
    assert main(["node", "4", str(source), "std"]) == spminer.InputError.exit_code
    assert reason in capsys.readouterr().err


def test_program_shows_its_arguments(capsys):
    assert main(["edge", "4", "in", "out"]) == spminer.UsageError.exit_code
    assert "node 4|5 INPUT OUTPUT|std" in capsys.readouterr().err


@pytest.mark.parametrize("kernel", ["gaussian_tv", "gaussian"])
def test_mmd_is_that_of_evaluations(kernel):
    """Written as in the evaluations of GRAN: loops over pairs of graphs."""
    reference = [nx.gnm_random_graph(12, 20, seed=seed) for seed in range(6)]
    generated = [*(nx.barabasi_albert_graph(12, 2, seed=seed) for seed in range(5)), nx.Graph()]

    def distance(x, y):
        return np.linalg.norm(x - y, 2) if kernel == "gaussian" else np.abs(x - y).sum() / 2

    def disc(ones, others):
        values = [np.exp(-distance(x, y) * distance(x, y) / (2 * 30.0 * 30.0)) for x in ones for y in others]
        return sum(values) / len(values)

    a, b = ([orca_counts(g).sum(axis=0) / len(g) for g in graphs if len(g)] for graphs in (reference, generated))
    expected = disc(a, a) + disc(b, b) - 2 * disc(a, b)
    assert mmd(reference, generated, kernel=kernel) == pytest.approx(expected, rel=1e-9)
    assert mmd(reference, reference, kernel=kernel) == pytest.approx(0, abs=1e-12)


def test_mmd_refuses():
    graphs = [nx.path_graph(3)]
    with pytest.raises(spminer.UsageError, match="sigma must be positive"):
        mmd(graphs, graphs, sigma=0)
    with pytest.raises(spminer.InputError, match="no graphs with nodes"):
        mmd(graphs, [nx.Graph()])
    with pytest.raises(spminer.UsageError, match="kernel"):
        mmd(graphs, graphs, kernel="emd")
