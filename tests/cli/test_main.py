"""Tests of __main__.py, cli/__init__.py and cli/app.py: the command as a whole, its verbs and exit codes."""

import os
import subprocess
import sys

import pytest

import spminer
from spminer.cli import main
from spminer.cli.app import application

VERBS = (
    "mine",
    "enumerate",
    "count",
    "profile",
    "encode",
    "info",
    "convert",
    "randomize",
    "fetch",
    "report",
    "verify",
    "train",
    "evaluate",
    "export",
    "reproduce",
    "generate",
)


def test_version(run):
    assert run("--version") == (0, f"spminer {spminer.__version__}\n", "")


def test_python_m_is_the_command():
    done = subprocess.run([sys.executable, "-m", "spminer", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"spminer {spminer.__version__}\n"


def test_these_are_the_verbs():
    assert {command.name for command in application().registered_commands} | {"generate"} == set(VERBS)


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
    def broken(_needed):
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("spminer.cli.app.application", broken)
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
    code = f"import sys; from spminer.cli import main; main(['--version']); print({heavy} & set(sys.modules))"
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


def test_shell_completion_knows_the_verbs():
    environment = {**os.environ, "_SPMINER_COMPLETE": "complete_bash", "COMP_WORDS": "spminer ", "COMP_CWORD": "1"}
    code = "import sys; from spminer.cli import main; sys.exit(main([]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert set(VERBS) <= set(done.stdout.split())
