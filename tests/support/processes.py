"""Processes that begin where the imports are done: a server without threads has them, and forks for each command.

For commands whose answer is tested, and not how the program starts: an interpreter of their own would spend most of
its time on imports. What runs is a process like any other, with its files, signals and exit code.
"""

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

FORKS = hasattr(os, "fork")
# What most commands import sooner or later, the first with all that is in them. The modules that are run are not among
# them: they are run again.
_WHOLE = ("spminer.cli", "spminer.methods")
_PRELOADED = (
    *(
        "spminer.audit",
        "spminer.mining.mine",
        "spminer.mining.enumerate",
        "spminer.mining.count",
        "spminer.counting.profile",
    ),
    *(
        "spminer.significance.statistics",
        "spminer.significance.null_models",
        "spminer.report.html",
        "spminer.report.picture",
    ),
    *(
        "spminer.cluster.connect",
        "spminer.encoder.evaluation.calibrate",
        "spminer.encoder.nodes",
        "networkx",
        "zoneinfo",
    ),
    *("spminer.graphs.files", "spminer.graphs.statistics", "spminer.results.motif_set"),
)
_DASK = ("distributed.nanny", "distributed.scheduler", "distributed.worker", "distributed.cli.utils")
_ADDRESS = "SPMINER_FORKS_AT"
# A program of this name: it lets the server run the module, with its own files, folder and environment.
_PROGRAM = """#!{python} -IS
import json, os, signal, socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect({address!r})
asked = dict(module={module!r}, arguments=sys.argv[1:], folder=os.getcwd(), environment=dict(os.environ))
socket.send_fds(connection, [json.dumps(asked).encode() + b"\\n"], [0, 1, 2])
os.close(1)  # who reads what is printed waits for the process alone
answers = connection.makefile()
answers.readline()
code = int(answers.readline())
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
sys.exit(code)
"""


class Forked:
    """A process that the server has started, with the methods of ``subprocess.Popen`` that tests need."""

    def __init__(self, connection):
        self._connection, self._answers = connection, connection.makefile()
        self.pid = int(self._answers.readline())
        self.returncode = None

    def poll(self):
        """The exit code, if it has ended."""
        if self.returncode is None and select.select([self._connection], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self):
        """Wait for its end; the exit code, negative for a signal."""
        if self.returncode is None:
            self.returncode = int(self._answers.readline())
            self._answers.close()
            self._connection.close()
        return self.returncode

    def send_signal(self, number):
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class Server:
    """A process that forks others, as seen by those who ask it."""

    def __init__(self, address):
        self._address = address

    def start(self, module, *arguments, environment=None, files=(0, 1, 2)):
        """Run a module as ``python -m`` does, with these files as its standard input, output and error."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self._address)
        asked = {
            "module": module,
            "arguments": arguments,
            "folder": str(Path.cwd()),
            "environment": {**os.environ, **(environment or {})},
        }
        socket.send_fds(connection, [json.dumps(asked).encode() + b"\n"], list(files))
        return Forked(connection)

    def program(self, name, module):
        """A folder with a program of this name that runs a module: to be put first in ``PATH``."""
        folder = Path(self._address).with_name(module)
        folder.mkdir(exist_ok=True)
        text = _PROGRAM.format(python=sys.executable, address=self._address, module=module)
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
        return folder


@functools.cache
def server():
    """The server of this process: that by which it was forked, or one that ends with it."""
    if _ADDRESS in os.environ:
        return Server(os.environ[_ADDRESS])
    folder = tempfile.TemporaryDirectory(prefix="forks-")
    address = str(Path(folder.name) / "socket")
    process = subprocess.Popen(
        [sys.executable, __file__, address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, _ADDRESS: address, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout.readline() == b"ready\n"

    def end():
        with process:
            process.stdin.close()
        folder.cleanup()

    atexit.register(end)
    return Server(address)


def preload():
    """Import what commands import."""
    for name in _WHOLE:
        for module in pkgutil.walk_packages(importlib.import_module(name).__path__, prefix=f"{name}."):
            importlib.import_module(module.name)
    for name in _PRELOADED:
        importlib.import_module(name)


def _asked(connection):
    data, files, _, _ = socket.recv_fds(connection, 1 << 16, 3)
    while not data.endswith(b"\n"):
        data += connection.recv(1 << 16)
    return json.loads(data), files


def _serve(address):
    """Fork for each who asks; returns in the processes that were forked, with what to run."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(64)
    os.write(1, b"ready\n")
    while listening in select.select([listening, 0], [], [])[0]:  # the other is closed with who has started this
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            return _watched(connection)
        connection.close()
        _reap()
    _reap()
    return None


def _reap():
    """Let go of those that have ended, so that their time is counted."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _watched(connection):
    """Fork once more, and tell who has asked how that one ends."""
    asked, files = _asked(connection)
    process = os.fork()
    if process == 0:
        connection.close()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        return asked
    for file in (*files, 0, 1):
        os.close(file)
    try:
        connection.sendall(b"%d\n" % process)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        connection.sendall(b"%d\n" % code)
    finally:
        os._exit(0)


def main():
    """Serve until the process that has started this ends."""
    preload()
    for name in _DASK:
        importlib.import_module(name)
    gc.freeze()  # what all share is not looked through again by each
    asked = _serve(sys.argv[1])
    if asked is None:
        return
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"], **{_ADDRESS: sys.argv[1]})
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    sys.modules["dask"].config.refresh()
    sys.argv = [asked["module"], *asked["arguments"]]
    runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
