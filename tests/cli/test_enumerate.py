import json
import signal
import subprocess
import sys
import time

import pytest

import spminer
from spminer import Frequency, MotifSet
from spminer.cli.enumerate import _note_duration
from spminer.cli.options import RunOptions
from spminer.cli.session import Session
from spminer.counting.engine_choice import enumeration_cost
from spminer.results.request import EnumerationCost


@pytest.fixture
def endless(tmp_path):
    """A circulant graph that no machine enumerates at size 12 within a test."""
    path = tmp_path / "endless.txt"
    path.write_text("\n".join(f"{i} {(i + step) % 200}" for i in range(200) for step in (1, 2, 5, 11, 23, 47)))
    return path


def test_table_of_a_file(run, friends):
    code, out, err = run("enumerate", friends, "--size", "3")
    header, *rows = out.splitlines()
    assert code == 0
    assert header.split()[:7] == ["size", "rank", "nodes", "shape", "node", "sets", "proven"]
    triangles = [row.split() for row in rows if row.endswith("  0-1,0-2,1-2@0")]
    assert [row[2:6] for row in triangles] == [["3", "triangle", "1", "yes"]]
    assert "self-loop" in err


def test_examples_can_be_left_out(run, friends):
    assert "example" in run("enumerate", friends, "--size", "3").out
    assert "example" not in run("enumerate", friends, "--size", "3", "--examples", "0").out


def test_a_file_of_an_unknown_kind_is_refused_before_anything_is_read(run, tmp_path):
    code, out, err = run("enumerate", tmp_path / "absent.csv", "--size", "3", "--output", tmp_path / "motifs.xlsx")
    assert (code, out) == (2, "")
    assert ".json, .csv, .tsv, .parquet" in " ".join(err.split())


def test_the_table_can_be_taken_away(run, friends, tmp_path):
    answer = run("enumerate", friends, "--size", "3", "--output", tmp_path / "motifs.csv")
    assert answer.code == 0
    header, *rows = (tmp_path / "motifs.csv").read_text().splitlines()
    assert header.startswith("size,rank,id,name,")
    assert len(rows) == 3


def test_without_a_graph_the_bundled_example(run):
    result = json.loads(run("enumerate", "--size", "3", "--json", "--quiet").out)
    assert (result["graph"]["nodes"], result["graph"]["edges"]) == (34, 78)
    assert {motif["id"]: motif["graph_frequency"]["value"] for motif in result["motifs"]}["0-1,0-2,1-2@0"] == 45


def test_options_about_reading_need_something_to_read(run):
    assert run("enumerate", "--size", "3", "--directed").code == 2


def test_range_of_sizes_in_one_result(run, tmp_path):
    output, report = tmp_path / "result.json", tmp_path / "report.html"
    code, _, err = run("enumerate", "--size", "3-5", "--top", "2", "--output", output, "--report", report)
    result = MotifSet.from_json(output)
    assert code == 0
    assert [motif.size for motif in result] == [3, 3, 4, 4, 5, 5]
    assert result.config["size"] == [3, 4, 5]
    assert result.config["command_line"].startswith("spminer enumerate --size 3-5")
    assert result.timing_s["total"] > 0
    assert f"report: {report}" in err
    assert report.read_text().startswith("<!DOCTYPE html>")


def test_labels_can_be_ignored(run, tmp_path):
    (tmp_path / "molecule.gspan").write_text("t # 0\nv 0 6\nv 1 8\nv 2 6\ne 0 1 1\ne 1 2 2\n")
    ids = [
        {
            m["id"]
            for m in json.loads(run("enumerate", tmp_path / "molecule.gspan", "-k", "2", "--json", "-q", *more).out)[
                "motifs"
            ]
        }
        for more in ([], ["--ignore-labels"])
    ]
    assert ids == [{"0-1:1;6,8@0", "0-1:1;8,6@0", "0-1:2;6,8@0", "0-1:2;8,6@0"}, {"0-1@0"}]


def test_top_0_keeps_all(run):
    few, every = (json.loads(run("enumerate", "-k", "4", "--top", n, "--json", "-q").out)["motifs"] for n in (1, 0))
    assert len(few) == 1
    assert len(every) > 6


def test_nothing_of_this_size_is_4(run, friends):
    code, out, err = run("enumerate", friends, "--size", "5", "--quiet")
    assert (code, out) == (4, "")
    assert "4 nodes; ask for at most 4: --size 4" in err


@pytest.mark.parametrize("size", ["", "1", "x", "6-3", "3-", "-4", "3.5"])
def test_bad_size_is_2(run, size):
    code, out, err = run("enumerate", f"--size={size}")
    assert (code, out) == (2, "")
    assert "range such as 3-6" in err


def test_bad_place_is_2_before_any_work(run, endless, tmp_path):
    code, _, err = run("enumerate", endless, "--size", "12", "--output", tmp_path / "absent" / "x.json")
    assert code == 2
    assert "does not exist" in err


def test_dry_run_estimates_and_stops(run, endless):
    code, out, _ = run("enumerate", endless, "--size", "3-12", "--dry-run")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == [str(size) for size in range(3, 13)]


def test_time_limit_gives_a_partial_result_and_5(run, endless, tmp_path):
    output = tmp_path / "result.json"
    code, _, err = run("enumerate", endless, "--size", "4-12", "--time-limit", "0.5", "--output", output)
    result = MotifSet.from_json(output)
    assert code == 5
    assert (result.status, result.stop_reason) == ("partial", "time limit")
    assert "expect a partial result" in err
    assert "stopped (time limit)" in err


def test_interrupt_gives_a_partial_result_and_130(endless, tmp_path):
    output = tmp_path / "result.json"
    options = [str(endless), "--size", "12", "--time-limit", "100", "--output", str(output)]
    command = [sys.executable, "-m", "spminer", "enumerate", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "read as edge list" in process.stderr.readline()
        assert "expect a partial result" in process.stderr.readline()  # said right before the start
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert MotifSet.from_json(output).stop_reason == "interrupted"
    assert "Traceback" not in err


def note_duration(limit, number, size=6, engine="esu", seconds=None):
    subgraphs = Frequency(number, "estimate", number / 2, number * 2)
    cost = EnumerationCost(subgraphs, engine, number / 1e7 if seconds is None else seconds)
    _note_duration({size: cost}, 2, Session(options=RunOptions(time_limit=limit)))


def test_what_is_only_counted_goes_without_saying(capsys):
    note_duration(10.0, 4e12, 5, "census", seconds=3.0)
    assert capsys.readouterr().err == ""


def test_a_census_that_takes_long_is_announced(capsys):
    note_duration(10.0, 4e12, 5, "census", seconds=300.0)
    assert "roughly 2.5 min: expect a partial result" in capsys.readouterr().err


def test_what_could_not_be_estimated_is_said_to_be_unknown(capsys):
    work = EnumerationCost(Frequency.lower_bound(0), "esu", float("inf"))
    _note_duration({9: work}, 2, Session(options=RunOptions(time_limit=10.0)))
    assert "an unknown number of subgraphs of size 9, time unknown" in capsys.readouterr().err


def test_a_star_is_planned_for_the_census():
    graphs = spminer.from_edges([(0, i) for i in range(1, 2001)])
    engines = {size: enumeration_cost(graphs, size, seed=0, estimate_s=2.0).engine for size in (4, 5, 6)}
    assert engines == {4: "census", 5: "census", 6: "esu"}


def test_work_beyond_the_limit_is_announced(capsys):
    note_duration(10.0, 4e10)
    assert "expect a partial result at the time limit" in capsys.readouterr().err


def test_long_work_without_a_limit_names_the_option(capsys):
    note_duration(None, 4e10)
    assert "--time-limit" in capsys.readouterr().err


@pytest.mark.parametrize("limit", [None, 10.0])
def test_short_work_goes_without_saying(capsys, limit):
    note_duration(limit, 4e6)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("verb", [("enumerate", "-k", "3"), ("mine", "-k", "3")])
def test_a_seed_beyond_64_bits_is_refused(run, verb):
    code, _, err = run(*verb, "--seed", 2**64)
    assert code == 2
    assert "seed must be between 0 and 18446744073709551615, not 18446744073709551616" in err
