import gzip
import json

import pytest

import spminer
from spminer import Monitor


@pytest.fixture
def server(data_server):
    data_server.files["snap/ca-GrQc.txt.gz"] = gzip.compress(b"# Directed graph\n1\t2\n2\t1\n2\t3\n3\t2\n")
    return data_server


def test_fetch_prints_where_the_file_is(run, server, data_folder):
    code, out, err = run("fetch", "snap:ca-GrQc")
    assert (code, err) == (0, "")
    header, row = out.splitlines()
    assert header.split() == ["name", "bytes", "file", "sha256"]
    assert row.split()[0] == "snap:ca-GrQc"
    assert row.split()[2] == str(data_folder / "snap" / "ca-GrQc.txt.gz")


def test_json(run, server):
    [described] = json.loads(run("fetch", "snap:ca-GrQc", "--json").out)
    assert set(described) == {"name", "path", "size", "sha256"}
    assert run("fetch", "snap:ca-GrQc", "--sha256", described["sha256"]).code == 0
    assert run("fetch", "snap:ca-GrQc", "--sha256", "0" * 64).code == 3


def test_list_has_what_is_here_first(run, server, data_folder):
    run("fetch", "snap:ca-GrQc")
    code, out, err = run("fetch", "--list")
    assert code == 0
    lines = out.splitlines()
    assert lines[1].startswith("snap:ca-GrQc  ")
    assert "tu:ENZYMES" in out
    assert out.count("snap:ca-GrQc") == 1
    assert str(data_folder) in err
    listed = json.loads(run("fetch", "--list", "--json", "--quiet").out)
    assert len(listed) == len(lines) - 1


@pytest.mark.parametrize(
    "arguments", [[], ["--list", "tu:MUTAG"], ["tu:MUTAG", "tu:AIDS", "--sha256", "0" * 64], ["friends.csv"]]
)
def test_what_cannot_be_meant_is_2(run, data_folder, arguments):
    assert run("fetch", *arguments).code == 2


def test_every_graph_may_be_a_name(run, server):
    facts = json.loads(run("info", "snap:ca-GrQc", "--json").out)
    assert (facts["nodes"], facts["edges"], facts["directed"]) == (3, 2, False)
    result = json.loads(run("mine", "snap:ca-GrQc", "--sizes", "3", "--json", "--quiet").out)
    assert result["graph"]["source"] == "snap:ca-GrQc"
    assert result["graph"]["source_sha256"] == spminer.datasets.fetch("snap:ca-GrQc").sha256
    assert run("count", "0-1@0", "snap:ca-GrQc").code == 0
    assert len(server.requests) == 1


def test_a_missing_name_is_3_in_one_line(run, server):
    code, out, err = run("info", "snap:ca-grqc")
    assert (code, out) == (3, "")
    assert "did you mean snap:ca-GrQc" in err
    assert err.count("\n") == 1


def test_an_interrupt_says_that_the_part_is_kept(run, server, monkeypatch):
    def interrupted(*_args, **_changes):
        raise KeyboardInterrupt

    monkeypatch.setattr(Monitor, "update", interrupted)
    code, out, err = run("info", "snap:ca-GrQc")
    assert (code, out) == (130, "")
    assert "what was fetched is kept" in err
