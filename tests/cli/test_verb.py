import pytest

from spminer.cli.options import COMPARING, FINDING, OUTPUT, READING, RUNNING, SEARCHING


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
