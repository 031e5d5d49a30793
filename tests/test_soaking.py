"""The short form of the soak: each kind of harm a few times, the same in every run."""

import mmap
import random
import subprocess
import sys

import pytest

from effort import THOROUGH
from soaking.faults import FAULTS, Count
from soaking.leaks import resident

# A process that has started threads must not be forked, so the short form has a process of its own.
CHILD = """
import random, sys
from pathlib import Path
from soaking.faults import FAULTS
from soaking.clusters import cluster
from soaking.leaks import leaks
name, tries, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
count = {**FAULTS, "leaks": leaks, "cluster": cluster}[name](folder, tries, random.Random(1))
print(count.tried, count.failures)
"""
TRIES = {
    "kills": 3,
    "signals": 2,
    "full disks": 2,
    "limits": 2,
    "neighbors": 1,
    "threads": 3,
    "leaks": 15,
    "cluster": 1,
}
if THOROUGH:
    TRIES = {fault: 4 * tries for fault, tries in TRIES.items()}


@pytest.mark.parametrize("fault", TRIES)
def test_harm_is_survived(fault, tmp_path):
    path = {"PYTHONPATH": ":".join(sys.path)}
    line = [sys.executable, "-c", CHILD, fault, str(TRIES[fault]), str(tmp_path)]
    done = subprocess.run(line, env=path, capture_output=True, text=True, check=False)
    tried, _, failures = done.stdout.partition(" ")
    assert failures.strip() == "[]", done.stdout + done.stderr
    assert int(tried) >= min(TRIES[fault], 6)


def test_every_fault_has_a_short_form():
    assert {*FAULTS, "leaks", "cluster"} == set(TRIES)


def test_what_is_not_survived_is_counted():
    count = Count("trial")
    count.note(True, "fine")
    count.note(False, "broken")
    assert count.to_dict() == {"tried": 2, "survived": 1, "failures": ["broken"]}


def test_memory_is_seen_to_grow():
    before = resident()
    with mmap.mmap(-1, 30 << 20) as held:  # new pages, which no earlier test has left
        held.write(random.Random(0).randbytes(30 << 20))
        assert resident() - before > 20 << 20
