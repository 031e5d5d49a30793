"""Tests of cli/comparing.py: the other side, from the options of three verbs."""

import json

import pytest

from spminer.cli.comparing import direction_of

RING = "".join(f"{i} {(i + 1) % 40}\n" for i in range(40))
TRIANGLES = "".join(f"{i} {i + 1}\n{i + 1} {i + 2}\n{i} {i + 2}\n" for i in range(0, 60, 2))


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "triangles.txt"
    path.write_text(TRIANGLES)
    return path


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.txt"
    path.write_text(RING)
    return path


def test_directions():
    assert [direction_of(*flags) for flags in ((False, False), (True, False), (False, True), (True, True))] == [
        "both",
        "over",
        "under",
        "both",
    ]


@pytest.mark.parametrize(
    "verb", [("mine", "--sizes", "3"), ("enumerate", "--size", "3", "--top", "0"), ("count", "0-1,1-2,2-0@0")]
)
@pytest.mark.parametrize("against", ["degree", "ring"])
def test_every_verb_compares(run, graph, ring, verb, against):
    other = ring if against == "ring" else against
    answer = run(*verb, graph, "--against", other, *(["--samples", "5"] if against == "degree" else []), "--json", "-q")
    assert answer.code == 0
    result = json.loads(answer.out)
    found = (
        result if verb[0] == "count" else next(m for m in result["motifs"] if m["edges"] == [[0, 1], [0, 2], [1, 2]])
    )
    assert found["against"]["with"] == str(other)
    assert found["against"]["samples"] == (5 if against == "degree" else None)
    if against == "ring":
        assert found["against"]["other_share"] == 0.0


def test_the_other_graph_is_read_by_the_same_options(run, tmp_path):
    for name, arcs in (("a.txt", "0 1\n1 2\n0 2\n2 3\n"), ("b.txt", "0 1\n1 2\n2 0\n2 3\n")):
        (tmp_path / name).write_text(arcs)
    answer = run(
        "enumerate", tmp_path / "a.txt", "--size", "3", "--directed", "--against", tmp_path / "b.txt", "--json", "-q"
    )
    assert answer.code == 0
    assert {motif["against"]["with"] for motif in json.loads(answer.out)["motifs"]} == {str(tmp_path / "b.txt")}


def test_one_direction_only(run, graph):
    for option, sign in (("--over", 1), ("--under", -1)):
        out = run(
            "enumerate", graph, "--size", "4", "--against", "degree", "--samples", "4", option, "--json", "-q"
        ).out
        assert all(sign * motif["score"] >= 0 for motif in json.loads(out)["motifs"])


def test_a_graph_without_another_like_it_is_refused(run, tmp_path):
    (tmp_path / "star.txt").write_text("".join(f"0 {i}\n" for i in range(1, 9)))
    for verb in (("mine", "--sizes", "3"), ("enumerate", "--size", "3"), ("count", "0-1,0-2@0")):
        answer = run(*verb, tmp_path / "star.txt", "--against", "degree")
        assert answer.code == 2
        assert "nothing to compare it with" in answer.err
