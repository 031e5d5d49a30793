import errno
import io
import os
import signal
import subprocess
import sys
import threading

import pytest

import spminer
from spminer import Monitor, MotifSet
from spminer.cli.console import Console
from spminer.cli.options import RunOptions
from spminer.cli.session import FileToWrite, Session
from spminer.cli.signals import cancel_on_signal, defer_signal, treat_sigterm_as_interrupt

SIGNALS = [signal.SIGINT, signal.SIGTERM]


@pytest.fixture(autouse=True)
def handlers():
    """Signals as a program has them, also where the tests run without Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler), signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    for number, handler in zip(SIGNALS, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_whatever_the_first_signal_is_a_second_one_raises(number, capsys):
    monitor = Monitor()
    with cancel_on_signal(monitor, Console()):
        signal.raise_signal(number)
        assert monitor.stop_reason == "interrupted"
        for again in SIGNALS:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(again)
    assert "Ctrl-C again" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


class Interrupted(io.RawIOBase):
    """What is written, with a signal in the midst of the first line."""

    def __init__(self):
        self.text = ""

    def writable(self):
        return True

    def write(self, data):
        if not self.text:
            self.text = " "
            signal.raise_signal(signal.SIGTERM)
        self.text += bytes(data).decode()
        return len(data)


@pytest.mark.parametrize("block", [lambda console: cancel_on_signal(Monitor(), console), defer_signal])
def test_a_signal_may_come_while_a_line_is_written(monkeypatch, block):
    raw, before = Interrupted(), set(threading.enumerate())
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BufferedWriter(raw), line_buffering=True))
    with block(Console()):
        print("sizes", file=sys.stderr)
        for thread in set(threading.enumerate()) - before:
            thread.join()
    first, second = raw.text.splitlines()
    assert first.strip() == "sizes"
    assert "Ctrl-C again quits at once" in second


def test_sigterm_is_ctrl_c_where_nothing_runs():
    with treat_sigterm_as_interrupt(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_whose_exception_is_lost_cancels_the_run_that_begins(number, capsys):
    class Deleted:
        def __del__(self):
            signal.raise_signal(number)

    monitor = Monitor()
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None  # Python says that it ignores an exception
    try:
        with treat_sigterm_as_interrupt():
            Deleted()
            assert monitor.stop_reason is None
            with cancel_on_signal(monitor, Console()):
                assert monitor.stop_reason == "interrupted"
    finally:
        sys.unraisablehook = hook
    assert "stopping with what there is" in capsys.readouterr().err
    with cancel_on_signal(Monitor(), Console()):  # only that run
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_whose_exception_is_wrapped_is_an_interrupt(number):
    def make_class():
        class Named:
            def __set_name__(self, owner, name):
                signal.raise_signal(number)

        type("Owner", (), {"name": Named()})

    with pytest.raises(KeyboardInterrupt), treat_sigterm_as_interrupt():
        make_class()
    with pytest.raises(RuntimeError, match="own"), treat_sigterm_as_interrupt():
        raise RuntimeError("own")


def test_a_program_that_handles_sigterm_keeps_its_handler():
    seen = []
    signal.signal(signal.SIGTERM, lambda *_: seen.append("own"))
    with treat_sigterm_as_interrupt():
        signal.raise_signal(signal.SIGTERM)
    assert seen == ["own"]


def test_other_threads_leave_signals_alone():
    def work():
        with treat_sigterm_as_interrupt(), cancel_on_signal(Monitor(), Console()):
            found.append(signal.getsignal(signal.SIGTERM))

    found = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.SIG_DFL]


@pytest.mark.parametrize("number", SIGNALS)
def test_an_answer_that_is_there_is_delivered_at_a_first_signal(number, tmp_path):
    path = tmp_path / "r.txt"
    session = Session(options=RunOptions(quiet=True))
    file = FileToWrite("result", path, lambda path: (signal.raise_signal(number), path.write_text("whole")))
    assert session.deliver({}, lambda: None, files=[file]) == 0
    assert path.read_text() == "whole"
    with pytest.raises(KeyboardInterrupt), treat_sigterm_as_interrupt():
        session.deliver({}, lambda: signal.raise_signal(number), stop_reason="interrupted")
    with defer_signal(Console(quiet=True)):
        signal.raise_signal(number)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)


def started(*arguments):
    line = [sys.executable, "-m", "spminer", *map(str, arguments)]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    return process


@pytest.fixture
def endless(tmp_path):
    path = tmp_path / "endless.spm"
    spminer.write(spminer.from_edges([(a, (a + b) % 400) for a in range(400) for b in range(1, 9)]), path)
    return path


@pytest.mark.parametrize(
    "verb", [("mine", "--method", "exact", "--sizes", "4-12"), ("mine", "--method", "grow", "--sizes", "4-30")]
)
def test_sigterm_gives_a_partial_result_and_130(verb, endless, tmp_path):
    output = tmp_path / "result.json"
    with started(*verb, endless, "--output", output) as process:
        while not process.stderr.readline().startswith("sizes"):  # the plan, said right before the start
            assert process.poll() is None
        threading.Event().wait(1.0)
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert MotifSet.from_json(output).stop_reason == "interrupted"


def test_a_second_signal_leaves_files_whole_or_absent(endless, tmp_path):
    output = tmp_path / "result.json"
    with started("mine", "--method", "exact", "--sizes", "4-12", endless, "--output", output) as process:
        while not process.stderr.readline().startswith("sizes"):
            assert process.poll() is None
        process.terminate()
        assert "stopping with what there is" in process.stderr.readline()
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not list(tmp_path.glob(".spminer*"))
    if output.exists():
        MotifSet.from_json(output)


def opened_by_a_reader(fifo, process):
    """The other end of a pipe, as soon as the process has opened it for reading."""
    while process.poll() is None:
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            assert error.errno == errno.ENXIO  # noqa: PT017
        threading.Event().wait(0.02)
    raise AssertionError("the process ended before it read")


def test_sigterm_while_reading_is_130(tmp_path):
    fifo = tmp_path / "never"
    os.mkfifo(fifo)
    with started("info", fifo) as process:
        writer = opened_by_a_reader(fifo, process)
        process.terminate()
        _, err = process.communicate(timeout=60)
    os.close(writer)
    assert (process.returncode, err) == (130, "error: interrupted\n")
