"""The programs in examples/ run."""

import subprocess
import sys
from pathlib import Path

import networkx as nx

import spminer
from spminer.datasets import example

CLASSIFY = Path(__file__).parents[2] / "examples" / "classify.py"


def run(*arguments):
    return subprocess.run(
        [sys.executable, str(CLASSIFY), *map(str, arguments)], capture_output=True, text=True, check=False
    )


def labeled(graph, number):
    graph.graph["label"] = number
    nx.set_node_attributes(graph, {node: node % 2 for node in graph}, "label")
    return graph


def test_classify_tells_by_motifs_what_degrees_do_not_tell(tmp_path):
    prisms = [labeled(nx.circular_ladder_graph(size), 1) for size in (3, 4) * 6]
    others = [labeled(nx.convert_node_labels_to_integers(nx.complete_bipartite_graph(3, 3)), 2) for _ in range(6)]
    others += [labeled(nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(4)), 2) for _ in range(6)]
    spminer.write(spminer.from_networkx(prisms + others), tmp_path / "cubic.zip")
    done = run(tmp_path / "cubic.zip", "--sizes", "4", "--folds", 3, "--trees", 10)
    assert done.returncode == 0, done.stderr
    rows = [line.split("|")[1:-1] for line in done.stdout.splitlines() if line.startswith("| ")]
    accuracy = {name.strip(): float(value) for name, value, *_ in rows[2:]}
    assert accuracy["most frequent class"] == accuracy["nodes, edges and degrees"] == accuracy["node labels"] == 50
    assert accuracy["motifs without labels"] == accuracy["motifs with labels"] == 100


def test_classify_needs_classes(tmp_path):
    spminer.write(spminer.generate.synthetic(4, 5), tmp_path / "plain.zip")
    done = run(tmp_path / "plain.zip")
    assert done.returncode == 1
    assert "no classes" in done.stderr


def test_roles_of_the_karate_club_are_those_of_the_page(tmp_path):
    root = CLASSIFY.parent.parent
    done = subprocess.run(
        [sys.executable, str(CLASSIFY.with_name("node_roles.py")), "--picture", str(tmp_path / "roles.png")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "roles.png").read_bytes().startswith(b"\x89PNG")
    page = (root / "docs" / "guides" / "nodes.md").read_text()
    rows = [line.rpartition("|")[0].rpartition("|") for line in done.stdout.splitlines()[2:]]
    assert len(rows) == 4
    assert all(head in page for head, _, _ in rows)  # who is nearest to the mean is a matter of rounding
    between = {name.strip() for name in rows[1][2].split(",")}
    club = nx.karate_club_graph()
    both = {node for node in club if len({club.nodes[other]["club"] for other in club[node]}) == 2}
    assert between == {str(node + 1) for node in both - {0, 1, 2, 32, 33}}


def test_a_method_and_an_encoder_of_the_user_find_motifs_with_true_counts():
    done = subprocess.run(
        [sys.executable, str(CLASSIFY.with_name("own_method.py"))], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [words[0] for words in lines] == ["star:", "star:", "own", "own"]
    for *head, pattern, value, _ in lines:
        induced = head[0] == "star:"
        assert int(value) == spminer.count(pattern, example(), induced=induced).frequency.value
