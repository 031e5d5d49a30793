import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import MotifSet, Pattern
from support.fakes import proposing, registered
from support.processes import server

ENDLESS = [(i, (i + step) % 200) for i in range(200) for step in (1, 2, 5, 11, 23, 47)]


@pytest.fixture
def endless(tmp_path):
    """A circulant graph that no machine enumerates at size 12 within a test."""
    path = tmp_path / "endless.txt"
    path.write_text("\n".join(f"{a} {b}" for a, b in ENDLESS))
    return path


def command(*arguments):
    return [sys.executable, "-m", "spminer", "mine", *map(str, arguments)]


def comparable(path):
    data = json.loads(path.read_text())
    return {name: data[name] for name in ("status", "stop_reason", "graph", "warnings", "plan", "motifs")}


def test_table_with_the_plan_said_first(run, friends):
    code, out, err = run("mine", friends, "--sizes", "3-4", "--top", "2")
    header, *rows = out.splitlines()
    assert code == 0
    assert " ".join(header.split()) == "size rank nodes shape node sets proven also at example pattern"
    assert rows[0].split()[:8] == ["3", "=1", "3", "path", "of", "3,", "at", "an"]
    assert "sizes 3-4: exact (few enough to enumerate" in err


@pytest.mark.parametrize("setting", ["closed=true", "support=3", "walks=5"])
def test_a_setting_that_has_an_option_says_so(run, friends, setting):
    code, _, err = run("mine", friends, "--method", "gspan", "--set", setting)
    assert code == 2
    assert f"has an option of its own: --{setting.partition('=')[0]}" in err


def test_a_terminal_shows_shapes_and_says_what_is_cut(run, friends, monkeypatch):
    monkeypatch.setattr("spminer.cli.console.terminal_width", lambda stream=None: 72 if stream is None else None)
    monkeypatch.setattr("spminer.cli.output.terminal_width", lambda: 72)
    _, out, err = run("mine", friends, "--sizes", "3", "--top", "2")
    assert out.splitlines()[0].split() == ["size", "rank", "nodes", "shape", "node", "sets", "proven", "pattern"]
    assert out.splitlines()[1].endswith("  path of 3, at an end          2  yes     0-1,1-2@0")
    assert "--output FILE" in err


def test_without_a_graph_the_bundled_example(run):
    result = json.loads(run("mine", "--sizes", "3", "--json", "--quiet").out)
    assert (result["graph"]["nodes"], result["config"]["sizes"]) == (34, [3])


def test_result_and_report(run, tmp_path):
    output, report = tmp_path / "result.json", tmp_path / "report.html"
    assert run("mine", "-k", "3-4", "--output", output, "--report", report).code == 0
    result = MotifSet.from_json(output)
    assert result.config["command_line"].startswith("spminer mine -k 3-4")
    assert result.plan.stages[0].sizes == (3, 4)
    assert "proven" in output.read_text()
    assert report.read_text().startswith("<!DOCTYPE html>")


def test_dry_run_prints_the_plan_and_stops(run, endless, tmp_path):
    with registered(proposing([]), "grow"):
        code, out, err = run("mine", endless, "--sizes", "3-20", "--dry-run", "--checkpoint", tmp_path / "states")
    first, second = out.splitlines()
    assert (code, err.count("\n")) == (0, 1)
    assert "endless.txt: read as edge list: edges from columns 1 and 2" in err
    assert first.startswith("sizes 3-")
    assert second.endswith("-20: grow (too much to enumerate: " + second.partition("enumerate: ")[2])
    assert not (tmp_path / "states").exists()


def test_several_graphs_are_mined_together(run, friends, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("source,target\nx,y\ny,z\nz,x\n")
    code, out, _ = run("mine", friends, other, "-k", "3", "--frequency", "transactions", "--json", "-q")
    triangle = next(motif for motif in json.loads(out)["motifs"] if motif["id"] == "0-1,0-2,1-2")
    assert code == 0
    assert triangle["transaction_support"]["value"] == 2
    assert run("mine", friends, friends, "-k", "3").code == 2


@pytest.mark.parametrize("frequency", ["graph", "images"])
def test_other_frequencies_have_their_column(run, frequency):
    header = run("mine", "-k", "4", "--frequency", frequency, "-q").out.splitlines()[0]
    assert {"graph": "node sets", "images": "images"}[frequency] in header


def test_labels_can_be_ignored(run, tmp_path):
    (tmp_path / "molecule.gspan").write_text("t # 0\nv 0 6\nv 1 8\nv 2 6\ne 0 1 1\ne 1 2 2\n")
    labeled, plain = (
        {
            m["id"]
            for m in json.loads(run("mine", tmp_path / "molecule.gspan", "-k", "2", "--json", "-q", *more).out)[
                "motifs"
            ]
        }
        for more in ([], ["--ignore-labels"])
    )
    assert plain == {"0-1@0"}
    assert "0-1:1;6,8@0" in labeled


def test_settings_and_options_reach_the_method(run):
    path = Pattern.parse("0-1,1-2,2-3@0").canonical()
    with registered(proposing([path])):
        out = run(
            "mine", "-m", "fake", "-k", "4", "--set", "width=7", "--set", "slow=yes", "--no-induced", "--json", "-q"
        ).out
    result = json.loads(out)
    assert result["config"]["settings"] == {"fake": {"width": 7, "slow": True}}
    assert result["config"]["induced"] is False
    assert result["motifs"][0]["graph_frequency"] is None


def test_both_frequencies_and_no_verification(run):
    path = Pattern.parse("0-1,1-2,2-3@0").canonical()
    with registered(proposing([path])):
        both = json.loads(run("mine", "-m", "fake", "-k", "4", "--frequency", "anchored,graph", "--json", "-q").out)[
            "motifs"
        ][0]
        none = json.loads(run("mine", "-m", "fake", "-k", "4", "--no-verify", "--json", "-q").out)["motifs"][0]
    assert both["graph_frequency"]["kind"] == "exact"
    assert none["anchored_frequency"]["kind"] == "lower_bound"


def test_merged_anchors(run):
    ids = [m["id"] for m in json.loads(run("mine", "-k", "3", "--merge-anchors", "--json", "-q").out)["motifs"]]
    assert len(ids) == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--method", "exakt"], "did you mean 'exact'"),
        (["--sizes", "20-5"], "range such as 3-6"),
        (["--set", "memory_limt=3"], "did you mean 'memory_limit'"),
        (["--set", "memory_limit"], "name=value"),
        (["-m", "exact", "--sizes", "5", "--walks", "10"], "no setting 'walks'"),
        (["-m", "exact", "--sizes", "17"], "sizes 2 to 16, not 17"),
        (["-m", "exact", "--sizes", "5", "--no-induced"], "node-induced"),
        (["--sizes", "3", "--frequency", "transactions"], "only one"),
        (["--sizes", "3", "--resume"], "checkpoint folder"),
        (["--directed"], "need a GRAPH"),
    ],
)
def test_mistakes_are_2_and_explained(run, wrong, said):
    code, out, err = run("mine", *wrong)
    assert (code, out) == (2, "")
    assert said in err


def test_nothing_of_this_size_is_4(run, friends):
    assert run("mine", friends, "--sizes", "5", "--quiet").code == 4


def test_unreadable_input_is_3(run, tmp_path):
    assert run("mine", tmp_path / "absent.txt").code == 3


def test_time_limit_gives_a_partial_result_and_5(run, endless, tmp_path):
    output = tmp_path / "result.json"
    code, _, err = run("mine", endless, "-m", "exact", "-k", "4-12", "--time-limit", "3", "--output", output)
    result = MotifSet.from_json(output)
    assert code == 5
    assert (result.status, result.stop_reason) == ("partial", "time limit")
    assert {motif.anchored_frequency.kind for motif in result if motif.proven} == {"exact"}
    assert "stopped (time limit)" in err


def test_interrupt_gives_a_partial_result_and_130(endless, tmp_path):
    output = tmp_path / "result.json"
    line = command(endless, "-m", "exact", "-k", "4-12", "--output", output)
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "read as edge list" in process.stderr.readline()
        assert "sizes 4-12: exact" in process.stderr.readline()  # the plan, said right before the start
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert MotifSet.from_json(output).stop_reason == "interrupted"
    assert "Traceback" not in err


def forked(*arguments):
    """The command in a process of its own, without what it prints."""
    with Path(os.devnull).open("r+b") as nothing:
        return server().start("spminer", *arguments, files=[nothing.fileno(), nothing.fileno(), 2])


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        (["-m", "exact", "-k", "3-6"], "verified-*.state"),
        (["-k", "4,6", "--against", "degree", "--null-samples", "10"], "*"),
    ],
    ids=["exact", "against"],
)
def test_a_killed_run_goes_on_to_the_same_result(endless, tmp_path, asked, kept):
    states, whole, resumed = tmp_path / "states", tmp_path / "whole.json", tmp_path / "resumed.json"
    options = [*([] if "--against" in asked else [str(endless)]), *asked, "-q"]
    started = time.monotonic()
    assert forked("mine", *options, "--output", str(whole)).wait() == 0
    usual = time.monotonic() - started
    line = ("mine", *options, "--checkpoint", str(states), "--output", str(resumed))
    for attempt in range(2):
        process = forked(*line, *(["--resume"] if (states / "run.json").exists() else []))
        time.sleep(random.Random(attempt).uniform(0.3, 1.0) * usual)
        process.kill()
        process.wait()
    assert forked(*line, *(["--resume"] if (states / "run.json").exists() else [])).wait() == 0
    assert comparable(resumed) == comparable(whole)
    assert list(states.glob(kept))


def test_a_folder_of_states_is_not_reused_by_accident(run, tmp_path):
    assert run("mine", "-k", "3", "--checkpoint", tmp_path, "-q").code == 0
    code, _, err = run("mine", "-k", "3", "--checkpoint", tmp_path, "-q")
    assert code == 2
    assert "resume" in err
    assert run("mine", "-k", "3", "--checkpoint", tmp_path, "--resume", "-q").code == 0


def test_a_time_limit_counts_reading_and_ends_in_time(endless, tmp_path):
    output = tmp_path / "result.json"
    started = time.monotonic()
    line = command(endless, "-m", "exact", "-k", "4-14", "-q", "--time-limit", "4", "--output", output)
    code = subprocess.run(line, stdout=subprocess.DEVNULL, check=False).returncode
    assert code == 5
    assert time.monotonic() - started < 4 + 3  # a second beyond, were it not for busy machines
    result = MotifSet.from_json(output)
    assert result.stop_reason == "time limit"
    assert len(result) > 0


@pytest.mark.parametrize("verb", ["mine", "enumerate"])
def test_a_limit_that_reading_uses_up_leaves_an_empty_answer(run, monkeypatch, tmp_path, verb):
    monkeypatch.setattr("spminer._util.startup.is_program", lambda _: True)
    monkeypatch.setattr("spminer._util.startup.STARTED", time.monotonic() - 100)
    output = tmp_path / "result.json"
    sizes = ["--sizes", "3-4"] if verb == "mine" else ["--size", "3-4"]
    code, _, err = run(verb, *sizes, "--time-limit", "50", "--output", output)
    assert code == 5, err
    assert MotifSet.from_json(output).stop_reason == "time limit"


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_a_search_by_contrast_needs_another_side_also_on_a_dry_run(run, dry):
    code, out, err = run("mine", "--sizes", "3", "--method", "contrast", *dry)
    assert (code, out) == (2, "")
    assert "method 'contrast' needs something to compare with: against='degree' (--against degree)" in err


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr("spminer.cli.console.terminal_width", lambda stream=None: 80 if stream is None else None)
    monkeypatch.setattr("spminer.cli.output.terminal_width", lambda: 80)


def test_a_terminal_shows_three_patterns_of_each_size_and_the_next_command(run, tmp_path, terminal):
    path, result = tmp_path / "ring.txt", tmp_path / "result.json"
    path.write_text("\n".join(f"{a} {b}" for a in range(8) for b in range(a) if (a + b) % 3))
    code, out, err = run("mine", path, "--sizes", "3-5", "-o", result)
    assert code == 0
    assert [row.split()[0] for row in out.splitlines()[1:]] == ["3", "3", "4", "4", "4", "5", "5", "5"]
    assert len({motif.rank for motif in MotifSet.from_json(result).of_size(5)}) == 10
    last = err.splitlines()[-1]
    assert last.startswith(f"next, which are more frequent than chance: spminer mine {path} --sizes 3-5 -o")
    assert last.endswith(" --against degree")
    assert len(run("mine", path, "--sizes", "5", "--top", "6").out.splitlines()) > 4


def test_a_pipe_has_all_rows_and_no_hint(run, friends):
    _, out, err = run("mine", "--sizes", "5")
    assert len(out.splitlines()) > 4
    assert "next" not in err


@pytest.mark.parametrize(
    ("edges", "sizes"),
    [(4, "3-4"), (2, "2"), (9, "5-9")],
)
def test_sizes_are_those_that_the_graph_has(run, tmp_path, edges, sizes):
    path = tmp_path / "path.txt"
    path.write_text("\n".join(f"{node} {node + 1}" for node in range(edges - 1)))
    code, _, err = run("mine", path)
    assert code == 0
    assert f"size{'s' * ('-' in sizes)} {sizes}: exact" in err


def test_without_a_graph_the_table_is_explained(run, terminal):
    code, out, err = run("mine")
    assert code == 0
    assert len((out + err).splitlines()) <= 16
    assert "this is the bundled example" in err
    assert "next: spminer mine FILE" in err


def test_what_tells_two_classes_apart_comes_next(run, tmp_path, terminal):
    store = tmp_path / "classes.spm"
    graphs = spminer.from_networkx([nx.path_graph(6), nx.cycle_graph(6)])
    labeled = replace(graphs, graph_labels=np.array([1, 2]))
    spminer.write(labeled, store)
    assert run("mine", store).err.splitlines()[-1].endswith(" --against class:1,2")
    compared = run("mine", store, "--sizes", "3", "--against", "class:1,2").err.splitlines()[-1]
    assert compared.endswith("--against class:1,2 --report report.html")
