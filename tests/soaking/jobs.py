"""Jobs to disturb: small runs of each kind of work, and what of their results must not depend on what happened."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import spminer
from spminer.cli.main import main
from support.processes import preload

preload()  # once, and not in each child

# Each takes a second or a few, and keeps several states on the way.
JOBS = {
    "grow": ("--method", "grow", "--sizes", "3-9", "--top", "3"),
    "exact": ("--method", "exact", "--sizes", "3-6", "--top", "5"),
    "beam": ("--method", "beam", "--sizes", "3-6", "--top", "3"),
    "rand-esu": ("--method", "rand-esu", "--sizes", "3-6", "--top", "3"),
    "gspan": ("--method", "gspan", "--sizes", "3-5", "--top", "3", "--frequency", "images", "--no-induced"),
    "auto": ("--sizes", "3-7", "--top", "3"),
    "against": ("--method", "exact", "--sizes", "3-4", "--top", "3", "--against", "degree", "--null-samples", "12"),
}
_NODES = {"exact": 130, "against": 110, "gspan": 60}


def graph_of(job, folder):
    """The file that a job reads: rings with chords, in two kinds of nodes."""
    path = Path(folder) / f"{job}.spm"
    if not path.exists():
        nodes = _NODES.get(job, 200)
        steps = (1, 2, 7) if job != "gspan" else (1, 5)
        edges = [(u, (u + step * (1 + u % 3)) % nodes) for u in range(nodes) for step in steps]
        spminer.write(spminer.from_edges(edges, node_labels=[str(u % 5 % 2) for u in range(nodes)]), path)
    return path


def line_of(job, folder, *more):
    """The command line of a job without its output."""
    return ["mine", str(graph_of(job, folder)), *JOBS[job], "--quiet", *map(str, more)]


def content(path):
    """All of a result that may not differ: everything but times, memory, and the command with its paths."""
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    for stage in data["plan"]:
        stage.pop("seconds")  # measured by a pilot
    return json.dumps({name: data[name] for name in ("status", "stop_reason", "motifs", "plan", "warnings", "graph")})


def forked(arguments, folder):
    """The command line in a child of this process, which has imported everything already; its id.

    No thread may run in this process: a child would wait for it for ever.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 70  # no exit code of the program
    try:
        with (Path(folder) / "out").open("wb") as out, (Path(folder) / "err").open("wb") as err:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        code = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def ended(child, *, after=None, number=signal.SIGKILL):
    """The exit code of a child, negative for a signal, which it gets after some seconds if it still runs then."""
    deadline = None if after is None else time.monotonic() + after
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if deadline is not None and time.monotonic() >= deadline:
            os.kill(child, number)
            deadline = None
        time.sleep(0.002)


def wait_until_handled(child, number, most=60.0):
    """Wait until a child handles a signal: before, it does what it does to any program that has just begun."""
    deadline = time.monotonic() + most
    status = Path(f"/proc/{child}/status")
    while time.monotonic() < deadline:
        try:
            caught = int(status.read_text().split("SigCgt:")[1].split()[0], 16)
        except (OSError, IndexError):  # it has ended, or this is no Linux
            return
        if caught >> (number - 1) & 1:
            return
        time.sleep(0.002)


def said(folder):
    """What the last child of a folder said on standard error."""
    return (Path(folder) / "err").read_text(encoding="utf-8", errors="replace")
