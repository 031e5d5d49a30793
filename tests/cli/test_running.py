import signal
import time

import pytest

from spminer import _core
from spminer.cli import running
from spminer.cli.console import Console
from spminer.cli.running import shown, watched


class HalfDone:
    done, total = 50, 100


def test_first_interrupt_cancels_and_second_raises(capsys):
    control = _core.Control()
    with watched(control, "work", Console()):
        signal.raise_signal(signal.SIGINT)
        assert control.stop_reason == "interrupted"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert "Ctrl-C again" in capsys.readouterr().err


def test_the_handler_is_put_back():
    before = signal.getsignal(signal.SIGINT)
    with watched(_core.Control(), "work", Console()):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_progress_in_lines_where_there_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setattr(running, "_DELAY_S", 0.0)
    monkeypatch.setattr(running, "_LINE_EVERY_S", 0.02)
    with watched(HalfDone(), "work", Console()):
        time.sleep(0.2)
    assert "work: 50% done after 0 s" in capsys.readouterr().err


def test_work_without_a_measure_says_that_it_runs(monkeypatch, capsys):
    monkeypatch.setattr(running, "_DELAY_S", 0.0)
    monkeypatch.setattr(running, "_LINE_EVERY_S", 0.02)
    with shown("reading [x].csv", Console()):
        time.sleep(0.2)
    assert "reading [x].csv: running after 0 s" in capsys.readouterr().err


def test_progress_as_a_bar_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(running, "_DELAY_S", 0.0)
    monkeypatch.setattr(running, "_REFRESH_S", 0.02)
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with watched(HalfDone(), "work", Console()):
        time.sleep(0.5)
    assert "50%" in capsys.readouterr().err


def test_short_or_quiet_work_shows_nothing(monkeypatch, capsys):
    with watched(HalfDone(), "work", Console()):
        pass
    monkeypatch.setattr(running, "_DELAY_S", 0.0)
    monkeypatch.setattr(running, "_LINE_EVERY_S", 0.02)
    with watched(HalfDone(), "work", Console(quiet=True)):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
