import errno
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from spminer import MotifSet
from spminer.cli.console import Console
from spminer.cli.delivery import Delivery, failure

FULL = Path("/dev/full")  # takes nothing, as a full disk does
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")


def test_what_failed_is_named():
    error = OSError(errno.EACCES, "Permission denied", "result.json")
    assert failure(error) == "cannot read or write result.json: permission denied"
    assert failure(OSError("odd")) == "cannot read or write: odd"


def test_the_rest_is_delivered(tmp_path, capsys):
    delivery = Delivery(Console())

    def fails(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with delivery.printing():
        print("table")
    delivery.write("result", tmp_path / "a.json", fails)
    delivery.write("report", tmp_path / "b.html", lambda path: path.write_text("page"))
    delivery.write("other", None, fails)
    out, err = capsys.readouterr()
    assert out == "table\n"
    assert f"error: cannot write {tmp_path / 'a.json'}: no space left on device\n" in err
    assert f"report: {tmp_path / 'b.html'}\n" in err
    assert (delivery.code(0), delivery.code(5), Delivery(Console()).code(5)) == (2, 2, 5)


@needs_full
@pytest.mark.parametrize(
    "line",
    [
        ("mine", "--sizes", "3"),
        ("enumerate", "--size", "3"),
        ("count", "0-1,1-2@0", "-"),
    ],
)
def test_a_full_disk_leaves_the_table_and_a_copy(run, friends, tmp_path, monkeypatch, line):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    line = tuple(friends if word == "-" else word for word in line)
    code, out, err = run(*line, "--output", FULL)
    assert code == 2
    assert "0-1,1-2@0" in out
    assert "error: cannot write /dev/full: no space left on device; it is in " in err
    copy = Path(err.partition("it is in ")[2].partition(" instead")[0])
    assert json.loads(copy.read_text())
    if line[0] != "count":
        assert len(MotifSet.from_json(copy)) > 0


@needs_full
def test_a_report_that_fails_does_not_take_the_result_along(run, tmp_path):
    code, out, err = run("mine", "--sizes", "3", "--output", tmp_path / "r.json", "--report", FULL)
    assert code == 2
    assert "0-1,1-2@0" in out
    assert "cannot write /dev/full" in err
    assert len(MotifSet.from_json(tmp_path / "r.json")) == 3


@needs_full
def test_a_full_disk_under_standard_output_keeps_the_files(tmp_path):
    line = [sys.executable, "-m", "spminer", "mine", "--sizes", "3", "-q", "-o", tmp_path / "r.json"]
    with FULL.open("w") as full:
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "error: cannot write to standard output: no space left on device\n")
    assert len(MotifSet.from_json(tmp_path / "r.json")) == 3
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "spminer", "fetch", "--list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.endswith(": no space left on device\n")
    assert "internal" not in done.stderr


def test_a_reader_that_leaves_keeps_the_files(tmp_path):
    line = [sys.executable, "-m", "spminer", "enumerate", "--size", "5", "--top", "0", "-q", "-o", tmp_path / "r.json"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == ""
    assert len(MotifSet.from_json(tmp_path / "r.json")) > 20


def test_several_processes_with_one_file_leave_a_whole_one(tmp_path):
    path = tmp_path / "r.json"
    line = [sys.executable, "-m", "spminer", "enumerate", "--size", "4", "--top", "0", "-q", "-o", path]
    processes = [subprocess.Popen(line, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait(120) for process in processes] == [0] * 4
    assert len(MotifSet.from_json(path)) > 0
    assert list(tmp_path.iterdir()) == [path]


def test_a_checkpoint_that_cannot_be_is_a_mistake_of_usage(run, tmp_path):
    (tmp_path / "file").write_text("")
    code, out, err = run("mine", "--sizes", "3", "--checkpoint", tmp_path / "file" / "run")
    assert (code, out) == (2, "")
    assert "cannot save states in" in err


@needs_full
def test_a_report_names_the_file_too(run, tmp_path):
    result = tmp_path / "r.json"
    assert run("mine", "--sizes", "3", "-o", result, "-q").code == 0
    code, _, err = run("report", result, "-o", FULL)
    assert code == 2
    assert "cannot write /dev/full: " in err
