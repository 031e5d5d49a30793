import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import spminer
from soaking.jobs import wait_until_handled


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.txt"
    path.write_text("".join(f"{i} {(i + 1) % 40}\n" for i in range(40)))
    return path


def test_one_copy(run, ring, tmp_path):
    target = tmp_path / "null.txt.gz"
    code, out, err = run("randomize", ring, "-o", target)
    assert (code, err.count("\n")) == (0, 1)
    assert "read as edge list" in err
    header, row = out.splitlines()
    assert header.split() == ["sample", "file", "attempted", "accepted", "autocorrelation", "rigid"]
    assert row.split()[1] == str(target)
    assert row.split()[-1] == "no"
    copy, given = spminer.read(target), spminer.read(ring)
    assert (np.diff(copy.indptr) == 2).all()
    assert (copy.indices != given.indices).any()


def test_several_copies_are_numbered_and_the_same_as_in_python(run, ring, tmp_path):
    code, out, _ = run("randomize", ring, "--samples", 12, "--seed", 3, "-o", tmp_path / "null.spm", "--json")
    assert code == 0
    answer = json.loads(out)
    assert (answer["model"], answer["seed"], len(answer["samples"])) == ("degree", 3, 12)
    expected = spminer.randomize(spminer.read(ring), samples=12, seed=3)
    for number, copy in enumerate(expected, start=1):
        written = spminer.read(tmp_path / f"null-{number:03}.spm")
        assert (written.indices == copy.indices).all()
    assert not (tmp_path / "null.spm").exists()


@pytest.mark.parametrize("options", [["--seed", 1], ["--model", "er"], ["--switches", 100], ["--directed"]])
def test_options_change_the_copy(run, ring, tmp_path, options):
    files = [tmp_path / "plain.spm", tmp_path / "other.spm"]
    assert run("randomize", ring, "-o", files[0]).code == run("randomize", ring, "-o", files[1], *options).code == 0
    plain, other = (spminer.read(file) for file in files)
    assert plain.indices.tolist() != other.indices.tolist()


def test_threads_do_not(run, ring, tmp_path):
    for threads in (1, 2):
        run("randomize", ring, "--samples", 3, "--threads", threads, "-o", tmp_path / f"null{threads}.txt")
    for number in (1, 2, 3):
        ours, theirs = (tmp_path / f"null{threads}-00{number}.txt" for threads in (1, 2))
        assert ours.read_bytes() == theirs.read_bytes()


def test_clustering_says_how_close_it_came(run, friends, tmp_path):
    facts = json.loads(run("randomize", friends, "--model", "clustering", "-o", tmp_path / "n.csv", "--json").out)
    assert facts["samples"][0]["triangles"] == facts["samples"][0]["wanted_triangles"] == 1


def test_collections_say_how_many_graphs_are_rigid(run, tmp_path):
    path = tmp_path / "graphs.g6"
    spminer.write(spminer.generate.synthetic(5, (3, 12), seed=1), path)
    facts = json.loads(run("randomize", path, "-o", tmp_path / "null.g6", "--json").out)
    assert 0 <= facts["samples"][0]["rigid_graphs"] < 5


def test_a_rigid_graph_is_told(run, tmp_path):
    path = tmp_path / "star.txt"
    path.write_text("0 1\n0 2\n0 3\n")
    code, out, err = run("randomize", path, "-o", tmp_path / "null.txt")
    assert code == 0
    assert out.split()[-2:] == ["-", "yes"]
    assert "the copies are the graph itself" in err


def test_what_cannot_be_meant_is_2(run, ring, tmp_path):
    for options in (
        ["--model", "reciprocal"],
        ["--model", "labels"],
        ["--model", "chance"],
        ["--switches", "0"],
        ["--samples", "0"],
    ):
        code, out, err = run("randomize", ring, "-o", tmp_path / "null.txt", *options)
        assert (code, out) == (2, "")
        assert err.splitlines()[-1].startswith(("error: ", "hint: "))
    assert run("randomize", ring).code == 2
    assert not (tmp_path / "null.txt").exists()


def test_a_time_limit_is_5_and_keeps_what_is_finished(run, ring, tmp_path):
    command = ["randomize", ring, "--samples", 100_000, "--time-limit", 1, "--threads", 1]
    code, out, err = run(*command, "-o", tmp_path / "null.spm")
    assert code == 5
    assert "stopped (time limit)" in err
    assert len(out.splitlines()) - 1 == len(list(tmp_path.glob("null-*.spm"))) > 0


def test_an_interrupt_is_130(ring, tmp_path):
    command = [sys.executable, "-m", "spminer", "randomize", ring, "--switches", "1e12", "-o", tmp_path / "null.txt"]
    with subprocess.Popen([str(word) for word in command], stderr=subprocess.PIPE, text=True) as process:
        wait_until_handled(process.pid, signal.SIGTERM)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "0 of 1 copies are written" in err
