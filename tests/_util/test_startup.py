"""Tests of _util/startup.py and _util/imports.py."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from spminer import UsageError
from spminer._util.imports import import_optional
from spminer._util.startup import STARTED, is_program, program_start


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["python", "-m", "spminer"], True),
        (["python", "-X", "dev", "-m", "spminer", "info"], True),
        (["python", "/usr/bin/spminer", "mine"], True),
        (["python", "-m", "pytest", "spminer"], False),
        (["python", "script.py", "spminer"], False),
        (["python", "-c", "import spminer"], False),
        (["python"], False),
    ],
)
def test_whether_it_is_the_program(words, expected):
    assert is_program(words) is expected


@pytest.fixture
def interruptible():
    """Ctrl-C reaches programs that are started here, also where this one runs in the background without it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("module", ["spminer.errors", "numpy", "spminer.patterns", "spminer.graphs.collection"])
def test_ctrl_c_while_libraries_are_loaded_leaves_no_traceback(module, tmp_path):
    fifo = tmp_path / "never"
    os.mkfifo(fifo)  # reading it waits, however fast the rest is
    command = [sys.executable, "-X", "importtime", "-m", "spminer", "info", str(fifo)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while module not in process.stderr.readline().split():  # named once it is loaded, before the next one is
            pass
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in err


def test_the_program_began_before_now_and_other_programs_begin_now():
    now = time.monotonic()
    assert program_start() >= now  # these tests are no run of the program
    assert now > STARTED


def test_a_library_that_is_there_is_given():
    assert import_optional("json", "anything") is json


def test_a_missing_one_is_named_with_the_way_to_get_it():
    with pytest.raises(UsageError, match=r"absent_library is not installed; run: pip install 'spminer\[graphs\]'"):
        import_optional("absent_library", "spminer[graphs]")
