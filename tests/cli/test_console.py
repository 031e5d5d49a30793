import io
import logging
import warnings

import pytest

from spminer._util.text_table import Column
from spminer.cli.console import Console, print_error, print_facts, print_table, terminal_width


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_table_is_aligned(capsys):
    print_table([Column("n", ["1", "20"], right=True), Column("name", ["a", "bb"])])
    assert capsys.readouterr().out == " n  name\n 1  a\n20  bb\n"


def test_table_is_cut_at_the_width_of_a_terminal_only(monkeypatch, capsys):
    columns = [Column("name", ["x" * 200])]
    print_table(columns)
    assert "x" * 200 in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    print_table(columns)
    import sys

    assert sys.stdout.getvalue().splitlines()[1] == "x" * 39 + "…"


@pytest.mark.parametrize(
    ("width", "header", "whole"),
    [
        (80, ["id", "first", "second"], True),
        (50, ["id", "first", "second"], False),
        (30, ["id", "first"], False),
        (12, ["id"], False),
    ],
)
def test_columns_share_the_width_and_the_last_are_left_out(monkeypatch, width, header, whole):
    monkeypatch.setattr("sys.stdout", screen := Terminal())
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    columns = [
        Column("id", ["1", "2"], right=True),
        Column("first", ["a" * 30, "a"], least=14, priority=1),
        Column("second", ["b" * 40, "b"], least=14, priority=2),
    ]
    assert print_table(columns) == whole
    lines = screen.getvalue().splitlines()
    assert lines[0].split() == header
    assert max(map(len, lines)) <= width
    assert ("…" in lines[1]) == (len(header) > 1 and not whole)


def test_what_cannot_be_cut_goes_before_anything_is_cut(monkeypatch):
    monkeypatch.setattr("sys.stdout", screen := Terminal())
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("NO_COLOR", "1")
    pattern = Column("pattern", ["0-1,1-2,2-3,3-4@0"], least=12)
    assert not print_table(
        [Column("rank", ["1"], priority=1), pattern, Column("example", ["a, b, c, d, e"], priority=2)]
    )
    assert screen.getvalue().splitlines() == ["rank  pattern", "1     0-1,1-2,2-3,3-4@0"]


def test_wide_characters_take_two_columns(monkeypatch, capsys):
    columns = [Column("name", ["名前", "anna"]), Column("n", ["1", "2"])]
    print_table(columns)
    assert capsys.readouterr().out == "name  n\n名前  1\nanna  2\n"
    monkeypatch.setattr("sys.stdout", screen := Terminal())
    monkeypatch.setenv("COLUMNS", "6")
    monkeypatch.setenv("NO_COLOR", "1")
    print_table([Column("name", ["名前名前"], least=2)])
    assert screen.getvalue().splitlines()[1] == "名前…"


def test_messages_break_between_words_on_a_terminal_only(monkeypatch, capsys):
    Console().warn("one two three four five six seven")
    assert capsys.readouterr().err == "warning: one two three four five six seven\n"
    monkeypatch.setattr("sys.stderr", screen := Terminal())
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("NO_COLOR", "1")
    Console().warn("one two three four five six seven")
    assert screen.getvalue() == "warning: one two\nthree four five six\nseven\n"


def test_a_terminal_that_does_not_tell_its_width_is_taken_as_usual(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert terminal_width(Terminal()) == 80
    assert terminal_width(io.StringIO()) is None


def test_facts_are_two_columns(capsys):
    print_facts([("a", "1"), ("long", "2")])
    assert capsys.readouterr().out == "a     1\nlong  2\n"


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "xterm")])
def test_color_on_terminals_that_want_it(monkeypatch, variable, value):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    print_error("broken")
    colored = (variable, value) == ("TERM", "xterm")
    assert ("\x1b[" in stream.getvalue()) == colored


def test_an_error_is_one_line(capsys):
    print_error("first\nsecond")
    assert capsys.readouterr().err == "error: first second\n"


def test_python_warnings_become_lines(capsys):
    with Console().show_warnings():
        warnings.warn("dropped 2 self-loops", UserWarning, stacklevel=1)
    assert capsys.readouterr().err == "warning: dropped 2 self-loops\n"


def test_the_log_of_the_package_becomes_lines(capsys):
    with Console().show_warnings():
        logging.getLogger("spminer").warning("dropped %d self-loops", 2)
    assert capsys.readouterr().err == "warning: dropped 2 self-loops\n"


def test_quiet_says_nothing(capsys):
    console = Console(quiet=True)
    with console.show_warnings():
        warnings.warn("dropped", UserWarning, stacklevel=1)
        logging.getLogger("spminer").warning("dropped")
    console.note("note")
    console.warn("warning")
    assert capsys.readouterr().err == ""


def test_nothing_that_a_terminal_obeys_is_printed(capsys):
    bad = "\x1b]0;owned\x07\u202e\r"
    print_error(f"{bad}.csv: unreadable")
    Console().warn(bad)
    Console().note(bad)
    print_table([Column("name", [bad])])
    print_facts([("file", bad), (bad, "x")])
    shown = "".join(capsys.readouterr())
    assert "\\x1b]0;owned\\x07\\u202e" in shown
    assert not set(shown) & set("\x1b\x07\u202e\r")
