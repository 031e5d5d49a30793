"""Tests of __main__.py, cli/__init__.py and cli/main.py: the command as a whole, its verbs and exit codes."""

import io
import json
import os
import shlex
import subprocess
import sys

import pytest

import spminer
from spminer.cli import main as program
from spminer.cli.commands import VERBS as TABLE
from spminer.cli.main import main, prepare_streams, report_error
from spminer.errors import InputError

VERBS = (
    "mine",
    "enumerate",
    "count",
    "profile",
    "embed",
    "info",
    "convert",
    "demo",
    "randomize",
    "fetch",
    "report",
    "verify",
    "train",
    "evaluate",
    "export",
    "reproduce",
    "mcp",
    "generate",
)


def test_version(run):
    assert run("--version") == (0, f"spminer {spminer.__version__}\n", "")


def test_python_m_is_the_command():
    done = subprocess.run([sys.executable, "-m", "spminer", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"spminer {spminer.__version__}\n"


def test_these_are_the_verbs():
    assert set(TABLE) == set(VERBS)


@pytest.mark.parametrize("verb", [*VERBS, "generate synthetic", "generate plant"])
def test_help_of_every_verb_has_examples(run, verb):
    code, out, err = run(*verb.split(), "--help")
    assert code == 0
    assert f"Examples:\n    spminer {verb}" in out
    assert err == ""


@pytest.mark.parametrize("arguments", [["nonsense"], ["info"], ["count", "0-1"], ["info", "x", "--nonsense"]])
def test_usage_error_is_2_on_standard_error(run, arguments):
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.parametrize("verb", [["info"], ["enumerate", "--size", "3"], ["count", "0-1@0"], ["report"]])
def test_missing_file_is_3_in_one_line(run, tmp_path, verb):
    code, out, err = run(*verb, tmp_path / "absent.csv")
    assert code == 3
    assert out == ""
    assert err.startswith("error: ")
    assert "absent.csv" in err
    assert err.count("\n") == 1


def test_internal_error_is_1_with_a_hint_instead_of_a_traceback(run, monkeypatch):
    def broken(*_args, **_options):
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(spminer, "read", broken, raising=False)
    code, out, err = run("info", "x.csv")
    assert code == 1
    assert out == ""
    assert "RuntimeError: unforeseen" in err
    assert "--debug" in err
    assert "Traceback" not in err
    with pytest.raises(RuntimeError, match="unforeseen"):
        main(["--debug", "info", "x.csv"])


def test_an_error_before_a_verb_shows_its_traceback_too(monkeypatch):
    def broken():
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("spminer.cli.main.application", broken)
    with pytest.raises(RuntimeError, match="unforeseen"):
        main(["--debug", "info", "x.csv"])


def test_interrupt_while_reading_is_130(run, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(spminer, "read", interrupted, raising=False)
    code, out, err = run("info", "x.csv")
    assert (code, out, err) == (130, "", "error: interrupted\n")


def test_start_up_loads_no_heavy_library():
    heavy = {"rich.console", "jinja2", "networkx", "pandas", "scipy", "torch"}
    code = f"import sys; from spminer.cli.main import main; main(['--version']); print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "set()"


@pytest.mark.parametrize("arguments", [["--help"], ["enumerate", "-k", "5", "--top", "0", "--json", "-q"]])
def test_a_reader_that_has_left_is_met_in_silence(arguments):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "spminer", *arguments],
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
        )
    assert (done.returncode, done.stderr) == (0, "")


def as_on_windows(monkeypatch):
    """Standard output as Windows gives it to a file."""
    file = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\r\n")
    monkeypatch.setattr(sys, "stdout", file)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    return file


def written(stream):
    stream.write("Žižka ± 名前\n")
    stream.flush()
    return stream.buffer.getvalue()


def test_what_an_encoding_lacks_is_written_out(monkeypatch):
    stream = as_on_windows(monkeypatch)
    prepare_streams()
    assert written(stream) == b"\x8ei\x9eka \xb1 \\u540d\\u524d\r\n"


def test_windows_writes_the_same_bytes_as_others(monkeypatch):
    stream = as_on_windows(monkeypatch)
    monkeypatch.setattr(program.sys, "platform", "win32")
    prepare_streams()
    assert written(stream) == "Žižka ± 名前\n".encode()


def test_an_encoding_that_was_asked_for_is_kept(monkeypatch):
    stream = as_on_windows(monkeypatch)
    monkeypatch.setattr(program.sys, "platform", "win32")
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    prepare_streams()
    assert stream.encoding == "cp1252"


def test_streams_of_others_are_let_be(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    prepare_streams()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_names_of_any_language_are_no_mistake(tmp_path, encoding):
    (tmp_path / "n.csv").write_text("from,to\na,名前\n名前,b\nb,a\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "spminer", "mine", "n.csv", "--sizes", "3", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"a, \u540d\u524d, b" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="shells there cannot close streams")
@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("spminer count 0-1@0 n.csv <&-", 0, ""),
        ("spminer info - <&-", 3, "error: -: no edges found"),
        ("spminer count 0-1@0 n.csv >&-", 2, "error: cannot write to standard output"),
        ("spminer enumerate n.csv --size 3 -o result.json --quiet >&-", 2, "cannot write to standard output"),
        ("spminer --version >&-", 2, "error: cannot write to standard output"),
        ("spminer count 0-1@0 n.csv 2>&-", 0, ""),
        ("spminer count 0-1@0 missing.csv 2>&-", 3, ""),
        ("spminer enumerate n.csv --size 3 -o result.json <&- >&- 2>&-", 2, ""),
    ],
)
def test_closed_streams_are_no_mistake_of_the_program(tmp_path, line, code, says):
    (tmp_path / "n.csv").write_text("from,to\na,b\nb,c\n", encoding="utf-8")
    line = line.replace("spminer", f"{sys.executable} -m spminer", 1)
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert says in done.stderr
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    if "result.json" in line:
        assert '"motifs"' in (tmp_path / "result.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said", "command"),
    [
        (["mien"], "did you mean 'mine'", "spminer"),
        (["mine", "--sises", "3"], "no such option: --sises, did you mean --sizes?", "spminer mine"),
        (["mine", "--frequency", "grph"], "invalid value for '--frequency': 'grph' is not one of", "spminer mine"),
        (["mine", "--frequency", "grph"], "images, did you mean 'graph'?", "spminer mine"),
        (["mine", "--top", "0"], "invalid value for '--top'", "spminer mine"),
        (["generate", "plnt"], "did you mean 'plant'", "spminer generate"),
        (["count", "0-1"], "missing argument 'GRAPH'", "spminer count"),
    ],
)
def test_a_mistake_is_explained_in_two_lines(run, arguments, said, command):
    code, out, err = run(*arguments)
    error, hint = err.splitlines()
    assert (code, out) == (2, "")
    assert error.startswith("error: ")
    assert said.lower() in error.lower()
    assert hint.startswith(f"hint: `{command} --help`")


def test_a_file_without_a_verb_names_the_verb(run, friends):
    code, _, err = run(friends)
    assert code == 2
    assert f"did you mean: spminer mine {friends}" in err


@pytest.mark.parametrize("arguments", [[], ["generate"]])
def test_nothing_asked_for_is_answered_with_help(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Usage: ")


def test_exit_codes(capsys):
    assert report_error(InputError("broken", source="x.csv")) == 3
    assert report_error(PermissionError(13, "Permission denied", "x.csv")) == 2
    assert report_error(MemoryError()) == 1
    assert report_error(ValueError("unforeseen")) == 1
    assert "a bug" in capsys.readouterr().err


def test_a_result_remembers_it(run, friends, tmp_path):
    output = tmp_path / "two words.json"
    arguments = ["enumerate", str(friends), "--size", "3", "--output", str(output), "--quiet"]
    run(*arguments)
    line = json.loads(output.read_text())["config"]["command_line"]
    assert shlex.split(line) == ["spminer", *arguments]


@pytest.mark.parametrize(
    ("option", "meant"),
    [("--null-model", "--against"), ("--top-k", "--top"), ("--n-jobs", "--threads"), ("--random-state", "--seed")],
)
def test_names_of_other_tools_are_known(run, option, meant):
    code, _, err = run("mine", option, "3")
    assert code == 2
    assert f"no such option: {option}, did you mean {meant}?" in err
