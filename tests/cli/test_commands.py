import inspect
import subprocess
import sys

import pytest
import typer

from spminer.cli.commands import VERBS, application, needed_verbs


def first_lines(app):
    """What the verbs say of themselves, by name."""
    functions = {command.name: command.callback for command in app.registered_commands}
    functions |= {group.name: group.typer_instance.registered_callback.callback for group in app.registered_groups}
    return {name: inspect.getdoc(function).splitlines()[0] for name, function in functions.items()}


def test_the_list_says_what_the_verbs_say():
    assert first_lines(application()) == {name: place.summary for name, place in VERBS.items()}


def test_the_list_is_the_same_whatever_is_loaded():
    group, bare = (typer.main.get_command(app) for app in (application(), application(())))
    assert sorted(group.commands) == sorted(bare.commands)
    assert {name: one.get_short_help_str() for name, one in group.commands.items()} == {
        name: one.get_short_help_str() for name, one in bare.commands.items()
    }


@pytest.mark.parametrize(
    ("line", "verbs"),
    [("", []), ("--version", []), ("mine info", ["mine"]), ("--debug count --help", ["count"]), ("-h mine", ["mine"])],
)
def test_the_first_word_names_the_verb(line, verbs):
    assert needed_verbs(line.split()) == verbs


def test_a_shell_that_completes_a_line_needs_all(monkeypatch):
    monkeypatch.setenv("_SPMINER_COMPLETE", "complete_bash")
    assert needed_verbs(["mi"]) == list(VERBS)


@pytest.mark.parametrize("words", [["mine", "--config", "run.toml"], ["mine", "--config=run.toml"]])
def test_a_file_of_options_may_be_about_all(words):
    assert needed_verbs(words) == list(VERBS)


@pytest.mark.parametrize("words", ["--help", "--version"])
def test_help_loads_no_libraries(words):
    code = f"import sys; from spminer.cli.main import main; main([{words!r}]); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
