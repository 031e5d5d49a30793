import pytest

from spminer.cli.mistakes import explain
from spminer.errors import InputError


@pytest.mark.parametrize(
    ("arguments", "said", "command"),
    [
        (["mien"], "did you mean 'mine'", "spminer"),
        (["mine", "--sises", "3"], "no such option: --sises, did you mean --sizes?", "spminer mine"),
        (["mine", "--frequency", "grph"], "invalid value for '--frequency': 'grph' is not one of", "spminer mine"),
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
    assert explain(InputError("broken", source="x.csv")) == 3
    assert explain(PermissionError(13, "Permission denied", "x.csv")) == 2
    assert explain(MemoryError()) == 1
    assert explain(ValueError("unforeseen")) == 1
    assert "a bug" in capsys.readouterr().err
