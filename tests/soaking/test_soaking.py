"""The short form of the soak: each kind of harm a few times, the same in every run."""

import mmap
import random

import pytest

from soaking.faults import FAULTS, Count
from soaking.leaks import resident
from support.processes import server
from support.strategies import THOROUGH

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
    # A process that has started threads must not be forked, so the short form has a process of its own.
    with (tmp_path / "printed").open("w+b") as printed:
        line = ("soaking.short", fault, str(TRIES[fault]), str(tmp_path))
        assert server().start(*line, files=[printed.fileno()] * 3).wait() == 0, (tmp_path / "printed").read_text()
    last = (tmp_path / "printed").read_text().splitlines()[-1]  # below what the runs say
    tried, _, failures = last.partition(" ")
    assert failures.strip() == "[]"
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
