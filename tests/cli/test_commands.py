"""Tests of cli/commands.py and cli/options.py: the list of verbs and their help."""

import os
import subprocess
import sys

import pytest

from spminer._util.options import COMPARING, FINDING, OUTPUT, READING, RUNNING, SEARCHING
from spminer.cli.commands import VERBS
from support.verbs import verbs


def test_the_list_tells_what_the_verbs_tell():
    assert {name: verb.help.splitlines()[0] for name, verb in verbs().items()} == VERBS


def test_the_list_fits_80_columns(run, monkeypatch):
    assert [summary for summary in VERBS.values() if len(summary) > 62] == []
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("--help").out.splitlines()
    assert max(map(len, lines)) <= 80
    for name, summary in VERBS.items():
        assert f"  {name:9}  {summary}" in lines


def test_the_list_is_the_same_whatever_is_loaded(run):
    before = run("--help").out
    verbs()
    assert run("--help").out == before


def python(code, **variables):
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "Traceback" not in done.stderr
    return done.stdout


def modules_after(*arguments):
    """The modules that the command line loads."""
    code = f"import sys; from spminer.cli.main import main; main({list(arguments)!r}); print('\\n'.join(sys.modules))"
    return set(python(code).splitlines())


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_loads_no_libraries(word):
    assert modules_after(word) & {"numpy", "rich", "spminer._core", "spminer.cli.mine", "spminer.cli.options"} == set()


@pytest.mark.parametrize("line", [("--help",), ("info", "--help"), ("mine", "--help"), ("mine", "-k", "3", "-q")])
def test_the_parser_needs_click_alone(line):
    assert modules_after(*line) & {"typer", "pydantic", "pydantic_core", "shellingham", "rich"} == set()


def test_help_of_a_verb_loads_what_declares_its_options():
    loaded = {name for name in modules_after("info", "--help") if name.startswith("spminer.")}
    below = {"spminer._util", "spminer.cli"}
    assert {name for name in loaded if name.rpartition(".")[0] not in below} - below <= {
        "spminer._core",
        "spminer.errors",
        "spminer.graphs",
        "spminer.graphs.options",
        "spminer.version",
    }
    assert "numpy" not in modules_after("info", "--help")


def test_a_shell_that_completes_a_line_gets_verbs_and_options():
    code = "import sys; from spminer.cli.main import main; sys.exit(main([]))"

    def complete(words):
        last = str(len(words.split()) - (not words.endswith(" ")))
        return python(code, _SPMINER_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=last).split()

    assert set(VERBS) <= {word.removeprefix("plain,") for word in complete("spminer ")}
    assert complete("spminer mi") == ["plain,mine"]
    assert "plain,--sizes" in complete("spminer mine --si")
    assert "_SPMINER_COMPLETE" in python(code, _SPMINER_COMPLETE="bash_source")


def headings(text):
    return [line[:-1] for line in text.splitlines() if line.endswith(":") and not line.startswith(" ")]


def test_options_stand_in_groups(run):
    out = run("mine", "--help").out
    groups = [FINDING, COMPARING, SEARCHING, READING, RUNNING, OUTPUT]
    assert headings(out) == ["Arguments", *groups, "Configuration and help"]
    assert out.index("--method") > out.index(f"{SEARCHING}:") > out.index("--sizes")


@pytest.mark.parametrize("verb", ["mine", "count", "report", "train", "evaluate", "reproduce", "generate plant"])
def test_help_fits_a_usual_terminal(run, monkeypatch, verb):
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, run(*verb.split(), "--help").out.splitlines())) <= 80


@pytest.mark.parametrize("columns", [60, 100])
def test_help_fits_the_terminal_apart_from_examples(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("mine", "--help").out.splitlines()
    assert max(len(line) for line in lines if not line.startswith("    spminer ")) <= columns


def test_usage_shows_what_is_required_without_brackets(run):
    assert run("count", "--help").out.startswith("Usage: spminer count [OPTIONS] PATTERN GRAPH\n")


def test_every_switch_can_be_switched_off(run, friends):
    assert run("info", friends, "--json", "--no-json").out.startswith("source")
    assert run("mine", "--no-dry-run", "--no-edge-labels", "-k", "3", "-q").code == 0


def test_the_last_of_a_switch_and_its_opposite_wins(run, friends):
    assert run("info", friends, "--no-json", "--json").out.startswith("{")


def test_help_of_a_verb_by_a_verb(run):
    assert run("help", "count").out == run("count", "--help").out
    assert run("help").out == run("--help").out
    assert run("help", "cuont").code == 2
