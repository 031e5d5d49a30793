import os
import signal
import subprocess
import sys
import time

import pytest

from spminer.running.starting import is_program


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["python", "-m", "spminer"], True),
        (["python", "-X", "-m", "spminer", "info"], True),
        (["python", "/usr/bin/spminer", "mine"], True),
        (["python", "-m", "pytest", "spminer"], False),
        (["python", "script.py", "spminer"], False),
        (["python", "-c", "import spminer"], False),
        (["python"], False),
    ],
)
def test_whether_it_is_the_program(words, expected):
    assert is_program(words) is expected


@pytest.mark.parametrize("delay", [0.05, 0.1, 0.2, 0.3])
def test_ctrl_c_while_libraries_are_loaded_leaves_no_traceback(delay, tmp_path):
    fifo = tmp_path / "never"
    os.mkfifo(fifo)  # reading it waits, however fast the rest is
    command = [sys.executable, "-m", "spminer", "info", str(fifo)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in err
