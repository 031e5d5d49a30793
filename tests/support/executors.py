"""Executors for tests: one that does its pieces in this process, and clusters of real processes."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from spminer._util.executor import Executor
from spminer._util.monitor import Monitor
from spminer.cluster.transfer import receive
from spminer.errors import InputError, UsageError
from support.processes import FORKS, server

TESTS = Path(__file__).parent.parent
PLACES = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])  # where a worker finds spminer, and this module


class InlineExecutor(Executor):
    """Computes each piece in this process after pickling it, so that the same values fail as on a cluster."""

    def __init__(self):
        super().__init__()
        self.pieces = 0
        self.stages = []

    def run(self, here, there, *, worth=True):
        return there(self) if worth else here()

    def map(self, function, graphs, pieces, observer, *, stage):
        self.stages.append(stage)
        for piece in pieces:
            if observer.stopped:
                return
            self.pieces += 1
            function_there, piece_there = pickle.loads(pickle.dumps((function, piece)))
            yield pickle.loads(pickle.dumps(function_there(graphs, piece_there, Monitor())))


# What Dask looks at many times a second, to show it on pages that no one opens here.
_IDLE = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "False",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "1s",
}


def _python(module, *arguments, environment):
    environment = {"PYTHONPATH": PLACES, **_IDLE, **environment}
    if FORKS:
        with Path(os.devnull).open("r+b") as nothing:
            return server().start(module, *arguments, environment=environment, files=[nothing.fileno()] * 3)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-m", module, *arguments], env={**os.environ, **environment}, **quiet)


def times(graphs, piece, monitor):
    """A piece of work that is soon done."""
    return piece * graphs.num_nodes


def slow(graphs, piece, monitor):
    """One that takes seconds, unless no one wants it; a file says that it began, and another that it was ended."""
    seconds, path = piece
    Path(f"{path}.begun").touch()
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not monitor.stopped:
        time.sleep(0.01)
    if monitor.stopped:
        Path(f"{path}.ended").touch()
    return str(path)


def deadly(graphs, piece, monitor):
    """One that takes its worker with it, as one that needs too much memory does."""
    if piece == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return piece


def failing(graphs, piece, monitor):
    """One that cannot be done."""
    raise {"usage": UsageError, "input": InputError, "value": ValueError}[piece]("cannot be done")


class Unreadable:
    """What can be sent and not be read."""

    def __reduce__(self):
        return int, ("no number",)


def unreadable(graphs, piece, monitor):
    """A piece whose result does not arrive."""
    return Unreadable()


def receive_damaged(name, sender, offset, data):
    """As stores.receive does, with a byte that is another."""
    receive(name, sender, offset, data[:-1] + b"x")


class Processes:
    """A scheduler and workers that are processes of their own, to be killed at will."""

    def __init__(self, folder, protocol="tcp"):
        self._folder, self._protocol = folder, protocol
        self.scheduler = None
        self.workers = []
        self._port = 0

    def start_scheduler(self):
        """Start it, at the same port as before if there was one."""
        file = self._folder / f"scheduler-{time.monotonic_ns()}.json"
        self.scheduler = _python(
            "distributed.cli.dask_scheduler",
            *("--host", "127.0.0.1", "--port", str(self._port), "--no-dashboard", "--scheduler-file", str(file)),
            *("--protocol", self._protocol),
            environment={},
        )
        deadline = time.monotonic() + 60
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.1)
        self.address = json.loads(file.read_text())["address"]
        self._port = int(self.address.rpartition(":")[2])

    def start_worker(self, *options, threads=1, environment=None):
        """Start one without a nanny: what is killed stays dead."""
        arguments = ("--nthreads", str(threads), "--no-dashboard", "--host", "127.0.0.1", "--no-nanny", *options)
        arguments += ("--protocol", self._protocol)
        folder = ("--local-directory", str(self._folder), "--death-timeout", "60")
        worker = _python(
            "distributed.cli.dask_worker", self.address, *arguments, *folder, environment=environment or {}
        )
        self.workers.append(worker)
        return worker

    def kill_worker(self, number=0):
        """Kill one with SIGKILL."""
        worker = self.workers.pop(number)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def kill_scheduler(self):
        """Likewise."""
        self.scheduler.send_signal(signal.SIGKILL)
        self.scheduler.wait()

    def close(self):
        """End all that were started."""
        for process in [*self.workers, self.scheduler]:
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()


@contextmanager
def processes(folder, workers, protocol="tcp", **options):
    """A running cluster of processes."""
    cluster = Processes(folder, protocol)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker(**options)
        yield cluster
    finally:
        cluster.close()
