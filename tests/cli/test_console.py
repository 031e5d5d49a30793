import io
import logging
import warnings

import pytest

from spminer.cli.console import Console, print_error, print_facts, print_table


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_table_is_aligned(capsys):
    print_table(("n", "name"), [("1", "a"), ("20", "bb")], right=(0,))
    assert capsys.readouterr().out == " n  name\n 1  a\n20  bb\n"


def test_table_is_cut_at_the_width_of_a_terminal_only(monkeypatch, capsys):
    rows = [("x" * 200,)]
    print_table(("name",), rows)
    assert "x" * 200 in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    print_table(("name",), rows)
    import sys

    assert sys.stdout.getvalue().splitlines()[1] == "x" * 39 + "…"


def test_facts_are_two_columns(capsys):
    print_facts([("a", "1"), ("long", "2")])
    assert capsys.readouterr().out == "a     1\nlong  2\n"


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "xterm")])
def test_colour_on_terminals_that_want_it(monkeypatch, variable, value):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    print_error("broken")
    coloured = (variable, value) == ("TERM", "xterm")
    assert ("\x1b[" in stream.getvalue()) == coloured


def test_an_error_is_one_line(capsys):
    print_error("first\nsecond")
    assert capsys.readouterr().err == "error: first second\n"


def test_python_warnings_become_lines(capsys):
    with Console().showing_warnings():
        warnings.warn("dropped 2 self-loops", UserWarning, stacklevel=1)
    assert capsys.readouterr().err == "warning: dropped 2 self-loops\n"


def test_the_log_of_the_package_becomes_lines(capsys):
    with Console().showing_warnings():
        logging.getLogger("spminer").warning("dropped %d self-loops", 2)
    assert capsys.readouterr().err == "warning: dropped 2 self-loops\n"


def test_quiet_says_nothing(capsys):
    console = Console(quiet=True)
    with console.showing_warnings():
        warnings.warn("dropped", UserWarning, stacklevel=1)
        logging.getLogger("spminer").warning("dropped")
    console.note("note")
    console.warn("warning")
    assert capsys.readouterr().err == ""
