import re
import signal
import subprocess
import sys
import time

import pytest

import spminer
from spminer._util import deadline


@pytest.fixture
def friends(tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text("from,to,since\nann,bob,3\nbob,cid,4\ncid,ann,3\n")
    return path


def test_into_a_store_that_every_verb_takes(run, friends, tmp_path):
    store = tmp_path / "friends.spm"
    code, out, err = run("convert", friends, store)
    assert (code, out) == (0, "")
    assert f"{friends}: read as store of {friends} (edge list): edges from columns from and to (header)" in err
    assert re.search(rf"{store}: 3 nodes, 3 edges, [\d,]+ bytes\n", err)
    for verb in (["info"], ["count", "0-1,1-2,2-0@0"], ["enumerate", "--size", 3], ["mine", "--sizes", 3]):
        answers = [run(*verb, path, "--json", "-q") for path in (store, friends)]
        assert [answer.code for answer in answers] == [0, 0]
        if verb[0] == "count":
            assert answers[0].out.replace(f"store of {friends} (edge list)", "edge list") == answers[1].out
    shuffled = tmp_path / "null.spm"
    assert run("randomize", store, "-o", shuffled).code == 0
    assert spminer.read(shuffled).num_edges == 3


def test_out_of_a_store(run, friends, tmp_path, capsys):
    run("convert", friends, tmp_path / "friends.spm", "-q")
    code, _, err = run("convert", tmp_path / "friends.spm", tmp_path / "friends.graphml", "--quiet")
    assert (code, err) == (0, "")
    assert spminer.read(tmp_path / "friends.graphml").names(range(3)) == ["ann", "bob", "cid"]


def test_options_of_reading(run, friends, tmp_path):
    store = tmp_path / "friends.spm"
    assert run("convert", friends, store, "--directed", "--edge-label", "since", "--memory-limit", "4G").code == 0
    stored = spminer.read(store)
    assert (stored.directed, stored.edge_label_names) == (True, ("3", "4"))


@pytest.mark.parametrize(
    ("name", "options", "code", "reason"),
    [
        ("friends.gml", ["--memory-limit", "1G"], 2, "--memory-limit is for stores"),
        ("friends.spm", ["--memory-limit", "1M"], 2, "too small; give at least"),
        ("friends.spm", ["--memory-limit", "much"], 2, "not an amount of memory"),
        ("friends.spm", ["--time-limit", "0"], 2, "not a positive number of seconds"),
        ("friends.spm", ["--memory-limit", "1G", "--format", "gml"], 2, "--memory-limit is for edge lists"),
        ("friends.what", [], 2, "unknown format of the file"),
        ("friends.npz", [], 2, "format npz is only read; write one of spm, "),
        ("none/friends.spm", [], 2, "does not exist"),
        ("friends.spm", ["--source", "nobody"], 3, "nobody"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run, friends, tmp_path, name, options, code, reason):
    done = run("convert", friends, tmp_path / name, *options)
    assert done.code == code
    assert reason in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == [friends]


def test_damage_is_exit_code_3(run, friends, tmp_path):
    store = tmp_path / "friends.spm"
    run("convert", friends, store)
    content = store.read_bytes()
    store.write_bytes(content[:-9])
    code, _, err = run("info", store)
    assert (code, err.count("\n")) == (3, 1)
    assert "is cut off" in err
    store.write_bytes(content[:64] + bytes([content[64] ^ 4]) + content[65:])
    code, _, err = run("info", store)
    assert code == 3
    assert "is damaged" in err


@pytest.mark.parametrize("options", [[], ["--memory-limit", "4G"]])
def test_a_time_limit_leaves_no_file(run, friends, tmp_path, monkeypatch, options):
    monkeypatch.setattr(deadline, "_GRACE_S", 0)
    code, out, err = run("convert", friends, tmp_path / "friends.spm", "--time-limit", "1e-9", *options)
    assert (code, out) == (5, "")
    assert re.search(r"the time limit of .* ended while reading .*friends.csv.*so that there is no result", err)
    assert list(tmp_path.iterdir()) == [friends]


def test_a_small_file_is_converted_whatever_the_limit(run, friends, tmp_path):
    assert run("convert", friends, tmp_path / "friends.spm", "--time-limit", "1e-9").code == 0
    assert spminer.read(tmp_path / "friends.spm").num_edges == 3


def test_interrupted_leaves_nothing_behind(tmp_path):
    edges = tmp_path / "edges.txt"
    edges.write_text("".join(f"{i} {i * 7919 % 1_000_003}\n" for i in range(1_500_000)))
    command = [sys.executable, "-m", "spminer", "convert", edges, tmp_path / "g.spm", "--memory-limit", "130M"]
    for _ in range(5):  # it may be done before the signal comes
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while process.poll() is None and not list(tmp_path.glob(".spminer-*")):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)  # which no shell has ignored
        if process.wait(timeout=60) != 0:
            break
        (tmp_path / "g.spm").unlink()
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == [edges]
