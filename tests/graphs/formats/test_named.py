"""Tests of graphs/formats/registry.py: data sets that are read by their name."""

import gzip
import io

import pytest

import spminer
from spminer.graphs.build import disjoint_union


@pytest.fixture
def server(data_server, tmp_path):
    graphs = spminer.read(io.BytesIO(b"t # 0\nv 0 C\nv 1 N\ne 0 1 1\nt # 1\nv 0 C\nv 1 C\ne 0 1 2\n"), format="gspan")
    spminer.write(graphs, tmp_path / "PAIRS.zip")
    data_server.files["tu/PAIRS.zip"] = (tmp_path / "PAIRS.zip").read_bytes()
    both_ways = gzip.compress(b"# Directed graph\n1\t2\n2\t1\n")
    data_server.files |= {f"snap/{name}.txt.gz": both_ways for name in ("ca-GrQc", "wiki-Vote", "unheard-of")}
    return data_server


def test_a_tudataset(server):
    graphs = spminer.read("tu:PAIRS")
    assert (graphs.num_graphs, graphs.num_edges, graphs.node_label_names) == (2, 2, ("C", "N"))
    assert graphs.source == "tu:PAIRS"
    assert len(graphs.source_sha256) == 64


@pytest.mark.parametrize(
    ("name", "option", "directed"),
    [
        ("ca-GrQc", None, False),  # known better than its file does
        ("wiki-Vote", None, True),
        ("unheard-of", None, True),  # as its file says
        ("ca-GrQc", True, True),
        ("wiki-Vote", False, False),
    ],
)
def test_direction(server, name, option, directed):
    assert spminer.read(f"snap:{name}", directed=option).directed is directed


def test_ids_beyond_64_bits(server):
    server.files["snap/gplus_combined.txt.gz"] = gzip.compress(b"116374117927631468606 101765416973555767821\n")
    assert spminer.read("snap:ego-Gplus").name(0) == "116374117927631468606"


def test_every_function_that_reads_takes_a_name(server):
    assert len(spminer.mine("tu:PAIRS", sizes=2)) > 0


def test_a_file_of_that_name_comes_first(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "snap:ca-GrQc").write_text("a b\nb c\n")
    assert spminer.read("snap:ca-GrQc").num_edges == 2
    assert server.requests == []


def test_joined_graphs_state_all_checksums(server):
    named, other = spminer.read("snap:ca-GrQc"), spminer.from_edges([(0, 1)])
    assert disjoint_union([named, other]).source_sha256 == f"{named.source_sha256}, -"
    assert disjoint_union([other, other]).source_sha256 == ""
