"""Tests of cli/session.py: the delivery of answers where a disk is full or a reader leaves."""

import errno
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from spminer import MotifSet
from spminer.cli.console import os_failure
from spminer.cli.session import FileToWrite, Session

FULL = Path("/dev/full")  # takes nothing, as a full disk does
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")


def test_what_failed_is_named():
    error = OSError(errno.EACCES, "Permission denied", "result.json")
    assert os_failure(error) == "cannot read or write result.json: permission denied"
    assert os_failure(OSError("odd")) == "cannot read or write: odd"


def test_the_rest_is_delivered(tmp_path, capsys, monkeypatch):
    def fails(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    def deliver(*files, **details):
        return Session().deliver({}, lambda: print("table"), files=files, **details)

    result = FileToWrite("result", tmp_path / "a.json", fails)
    report = FileToWrite("report", tmp_path / "b.html", lambda path: path.write_text("page"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert deliver(result, report, FileToWrite("other", None, fails)) == 2
    out, err = capsys.readouterr()
    assert out == "table\n"
    assert f"error: cannot write {tmp_path / 'a.json'}: no space left on device; it is in {tmp_path}" in err
    assert f"report: {tmp_path / 'b.html'}\n" in err
    assert deliver(result, report, stop_reason="time limit") == 2
    assert deliver(report, stop_reason="time limit") == 5
    assert deliver(report, finish=lambda: 6) == 6
    assert deliver(result, finish=lambda: 6) == 2


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


EVERY = [
    ("info", "friends.csv"),
    ("fetch", "--list"),
    ("generate", "synthetic", "--graphs", "2", "-o", "made.g6"),
    ("randomize", "friends.csv", "-o", "null.csv"),
    ("evaluate", "--pairs", "friends.csv", "--count", "50", "--neighborhoods", "20", "--patterns", "2"),
]


@needs_full
@pytest.mark.parametrize("line", EVERY, ids=lambda line: line[0])
def test_every_verb_tells_that_standard_output_is_full(line, friends):
    command = [sys.executable, "-m", "spminer", *line]
    with FULL.open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=friends.parent)
    assert done.returncode == 2
    assert "error: cannot write to standard output: no space left on device\n" in done.stderr
    assert "internal" not in done.stderr


@pytest.mark.parametrize("line", EVERY, ids=lambda line: line[0])
def test_a_reader_that_leaves_is_no_failure_of_any_verb(line, friends):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "spminer", *line],
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
            cwd=friends.parent,
        )
    assert done.returncode == 0
    assert "error" not in done.stderr


@needs_full
def test_an_evaluation_that_cannot_be_written_is_kept(run, friends, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    line = ("evaluate", "--pairs", friends, *EVERY[-1][3:])
    code, out, err = run(*line, "--output", FULL)
    assert (code, out != "") == (2, True)
    assert json.loads(Path(err.partition("it is in ")[2].partition(" instead")[0]).read_text())["pairs"] == 50


@pytest.mark.parametrize("verb", ["report", "generate", "evaluate"])
def test_an_interrupt_of_any_verb_is_130(run, friends, tmp_path, monkeypatch, verb):
    result = tmp_path / "r.json"
    assert run("mine", friends, "-k", "3", "-o", result, "-q").code == 0
    places = {
        "report": "spminer.report.write_report",
        "generate": "spminer.write",
        "evaluate": "spminer.encoder.evaluation.evaluate.evaluate",
    }

    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(places[verb], interrupted, raising=False)
    line = {"report": ("report", result, "-o", tmp_path / "r.html"), "generate": EVERY[2], "evaluate": EVERY[4]}[verb]
    monkeypatch.chdir(tmp_path)
    code, _, err = run(*line)
    assert code == 130
    assert err.endswith("error: interrupted\n")
